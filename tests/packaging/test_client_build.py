"""The client is built when what it is made from has changed, and only then."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture
def tree(tmp_path: Path, client: ModuleType) -> Path:
    """A small project whose client is built."""
    for name in (
        "web/package.json",
        "web/src/App.svelte",
        "web/src/App.test.ts",
        "web/src/generated/api.ts",
        "web/src/cards/Card.svelte",
        "web/public/icon.svg",
        "web/public/cards/bavarian.svg",
        "web/node_modules/svelte/index.js",
        "src/schafkopf/server/wire/state.py",
        "src/schafkopf/text/catalog/en/web/shell.toml",
        "src/schafkopf/text/__pycache__/bill.pyc",
        "src/schafkopf/game/play.py",
    ):
        _write(tmp_path / name, name)
    static = tmp_path / client.STATIC
    _write(static / "index.html", "<!doctype html>")
    _write(static / "assets/index-1.js", "1")
    client._finish(static, client.stamp(tmp_path))
    return tmp_path


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def test_nothing_is_built_without_need(tree: Path, client: ModuleType, no_node: Path) -> None:
    before = (tree / client.STATIC / client.STAMP).stat().st_mtime_ns
    assert client.is_built(tree)
    assert client.build(tree) is False
    assert (tree / client.STATIC / client.STAMP).stat().st_mtime_ns == before


@pytest.mark.parametrize(
    "name",
    [
        "web/package.json",
        "web/src/App.svelte",
        "web/src/cards/Card.svelte",
        "web/src/New.svelte",
        "web/.npmrc",
        "web/public/icon.svg",
        "src/schafkopf/server/wire/state.py",
        "src/schafkopf/text/catalog/en/web/shell.toml",
    ],
)
def test_a_source_that_changed_or_came_is_a_reason_to_build(tree: Path, client: ModuleType, name: str) -> None:
    _write(tree / name, "other")
    assert not client.is_built(tree)


@pytest.mark.parametrize(
    "name",
    [
        "web/src/App.test.ts",
        "web/src/generated/api.ts",
        "web/public/cards/bavarian.svg",
        "web/node_modules/svelte/index.js",
        "web/node_modules/new.js",
        "src/schafkopf/text/__pycache__/bill.pyc",
        "src/schafkopf/game/play.py",
    ],
)
def test_what_is_made_or_not_part_of_the_client_is_none(tree: Path, client: ModuleType, name: str) -> None:
    _write(tree / name, "other")
    assert client.is_built(tree)


def test_a_source_that_went_or_was_renamed_is_a_reason_to_build(tree: Path, client: ModuleType) -> None:
    (tree / "web/src/App.svelte").rename(tree / "web/src/Application.svelte")
    assert not client.is_built(tree)


@pytest.mark.parametrize("name", ["index.html", "assets/index-1.js", "built.json"])
def test_a_built_file_that_is_missing_is_a_reason_to_build(tree: Path, client: ModuleType, name: str) -> None:
    (tree / client.STATIC / name).unlink()
    assert not client.is_built(tree)


def test_a_stamp_that_cannot_be_read_is_a_reason_to_build(tree: Path, client: ModuleType) -> None:
    (tree / client.STATIC / client.STAMP).write_text("{")
    assert not client.is_built(tree)


def test_a_client_that_came_without_its_sources_is_taken_as_it_is(tree: Path, client: ModuleType) -> None:
    (tree / "web").rename(tree / "elsewhere")
    assert client.is_built(tree)


def test_without_client_and_sources_the_message_says_what_is_missing(tmp_path: Path, client: ModuleType) -> None:
    with pytest.raises(client.Unbuildable, match="no built client"):
        client.build(tmp_path)


@pytest.mark.parametrize(("version", "fit"), [
    ("v18.20.4", False), ("v20.18.3", False), ("v20.19.0", True), ("v21.7.3", False), ("v22.11.0", False),
    ("v22.12.0", True), ("v23.0.0", True), ("v24.19.0", True), ("v100.0.0", True), ("", False), ("node", False),
])  # fmt: skip
def test_node_is_used_from_the_version_on_that_vite_takes(client: ModuleType, version: str, fit: bool) -> None:
    assert client.is_fit(version) is fit


def test_an_old_node_counts_as_none(tmp_path: Path, client: ModuleType) -> None:
    for name, said in (("node", "v18.1.0"), ("npm", "9.0.0")):
        (tmp_path / name).write_text(f"#!/bin/sh\necho {said}\n")
        (tmp_path / name).chmod(0o755)
    assert client.node_of_machine(str(tmp_path)) is None
    (tmp_path / "node").write_text("#!/bin/sh\necho v22.12.0\n")
    assert client.node_of_machine(str(tmp_path)).folder == tmp_path
    (tmp_path / "npm").unlink()
    assert client.node_of_machine(str(tmp_path)) is None


def test_the_stamp_names_the_files_that_are_there(static: Path, client: ModuleType) -> None:
    named = set(json.loads((static / client.STAMP).read_text())["files"])
    there = {path.relative_to(static).as_posix() for path in static.rglob("*") if path.is_file()}
    assert named | {client.STAMP} == there
