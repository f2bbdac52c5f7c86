"""Installed as an app: what there is without a line, and that a newer version takes over."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page
from tests.server.serving import Server, eventually
from tests.web.people import People, static
from tests.web.player import Player

VERSION = re.compile(r'const VERSION = "([0-9a-f]+)";')
DRAWING = "/cards/french.svg"
_KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const requests = await (await caches.open(name)).keys();
    found[name] = requests.map((request) => new URL(request.url).pathname);
  }
  return found;
}"""
_TEXT = "async (path) => (await fetch(path)).text()"


@pytest.fixture
def client(tmp_path: Path) -> Path:
    """The built client, to be changed."""
    return Path(shutil.copytree(static(), tmp_path / "client"))


@pytest.fixture
def server(tmp_path: Path, client: Path) -> Iterator[Server]:
    """A server of one's own, with that client."""
    found = Server(tmp_path, args=("--static", str(client))).start()
    yield found
    found.stop()


def installed(invite: People, version: str) -> Player:
    """Somebody whose browser has kept the page."""
    player = invite("en", service_workers="allow")
    player.open_home()
    # The page waits a while before it begins, so that nothing competes with the first deal.
    player.page.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=30_000)
    _keeps(player.page, version)
    return player


def _keeps(page: Page, version: str) -> None:
    """Wait until this version and no other is kept, with the cards in use, and is what answers the page."""

    def so() -> bool:
        kept = page.evaluate(_KEPT)
        return list(kept) == [f"schafkopf-{version}"] and DRAWING in kept[f"schafkopf-{version}"]

    eventually(so, every_s=0.2)
    page.wait_for_function("() => navigator.serviceWorker.controller.state === 'activated'")


def version_of(client: Path) -> str:
    found = VERSION.match((client / "sw.js").read_text("utf-8"))
    assert found is not None
    return found[1]


def test_without_a_line_the_page_opens_and_says_what_it_cannot_do(invite: People, server: Server, client: Path) -> None:
    player = installed(invite, version_of(client))
    page, words = player.page, player.words
    # Of a table, of persons, of anything that the server answers nothing is kept.
    (paths,) = page.evaluate(_KEPT).values()
    assert {path.split("/")[1] for path in paths} == {"", "assets", "cards", "icon.svg"}
    server.stop()
    page.context.set_offline(True)

    offline = page.get_by_role("status").get_by_text(words("shell.trouble.offline"))
    unreachable = page.get_by_role("alert").get_by_text(words("shell.trouble.unreachable"))
    page.goto("/")
    player.button(words("home.play")).wait_for()
    offline.wait_for()
    assert "<symbol" in page.evaluate(_TEXT, DRAWING)
    # Lessons need no server, nor does a shuffle that is checked.
    page.goto("/learn")
    player.button("25").click()
    page.get_by_text(words("learn.right")).first.wait_for()
    page.locator("header").get_by_role("link").first.click()
    player.button(words("home.play")).wait_for()
    page.goto("/fairness")
    player.button(words("fairness.paste.go")).click()
    page.get_by_role("alert").get_by_text(words("fairness.paste.bad")).wait_for()
    for path in ("/rules", "/rules/bavaria"):
        page.goto(path)
        unreachable.wait_for()
        assert player.button(words("shell.trouble.again")).is_visible()
    # What the server alone can answer is not answered by the page that was kept.
    assert page.evaluate("async () => (await fetch('/healthz').catch(() => null)) === null")

    server.start()
    page.context.set_offline(False)
    # The page has gone on asking.
    page.get_by_role("tab", name=words("rules.book.house")).wait_for()
    offline.wait_for(state="hidden")


def test_a_newer_version_takes_over(invite: People, server: Server, client: Path) -> None:
    old = version_of(client)
    player = installed(invite, old)
    page = player.page
    # As a build with another drawing does it; the browser may well have kept the old one for itself.
    page.evaluate(_TEXT, DRAWING)
    worker, drawing = client / "sw.js", client / DRAWING[1:]
    worker.write_text(worker.read_text("utf-8").replace(old, "0123456789abcdef"), "utf-8")
    drawing.write_text(drawing.read_text("utf-8").replace("<symbol", "<symbol data-new", 1), "utf-8")
    page.reload()
    _keeps(page, "0123456789abcdef")
    assert "data-new" in page.evaluate(_TEXT, DRAWING)
    server.stop()
    page.context.set_offline(True)
    page.goto("/")
    player.button(player.words("home.play")).wait_for()
    assert "data-new" in page.evaluate(_TEXT, DRAWING)


def test_a_page_whose_texts_do_not_come_says_so(invite: People) -> None:
    player = invite("de")
    page = player.page
    invite.expected.add("dynamically imported module")
    lost = re.compile(r"/assets/de-[^/]+\.js$")
    page.route(lost, lambda route: route.abort())
    page.goto("/")
    again = page.get_by_role("alert").get_by_role("button")
    again.wait_for()
    page.unroute(lost)
    again.click()
    player.button(player.words("home.play")).wait_for()
    assert not again.is_visible()
