"""A browser, a server, and people who sit before the one and play on the other."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.server.serving import Server
from tests.web.people import CHROMIUM, FLAGS, People, missing, serve


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    why = missing()
    if why is not None:
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
        yield found
        found.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests of a module."""
    found = serve(tmp_path_factory.mktemp("server"), "--tune", "gone_s=0.5")
    yield found
    found.stop()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    report = yield
    if report.when == "call":
        item.stash[_FAILED] = report.failed
    return report


_FAILED = pytest.StashKey[bool]()


@pytest.fixture
def invite(browser: Browser, server: Server, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[People]:
    """Makes people. In the end nobody's console may show an error, and nothing may have been refused; after a failure
    there are screenshots."""
    people = People(browser, server)
    yield people
    failed = request.node.stash.get(_FAILED, False)
    if failed:
        for index, player in enumerate(people.players):
            player.show(tmp_path / f"screen-{index}.png", sys.stderr)
    complaints = [line for player in people.players for line in (*player.complaints, *player.refused())]
    complaints = [line for line in complaints if not any(code in line for code in people.expected)]
    for context in people.contexts:
        context.close()  # once more does no harm
    if not failed:
        assert complaints == []
