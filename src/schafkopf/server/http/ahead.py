"""What a browser will need next, told with the page itself, so that on a slow line it does not find out one by one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from schafkopf.text.catalog import LANGUAGES

MANIFEST = "chunks.json"
"""Written by the build: source file -> built file, its style sheets, what it imports."""
PAGES = {
    "": "Home",
    "new": "New",
    "t": "Table",
    "rules": "Rules",
    "rules/": "Rulebook",
    "replay": "Replay",
    "learn": "Learn",
    "me": "Me",
    "fairness": "Fairness",
    "sheets": "Sheets",
    "sheet": "Sheet",
    "tournaments": "Tournaments",
    "tournament": "Tournament",
    "tournament//": "TournamentTable",
    "board": "Board",
}
"""First parts of the paths that the client draws itself, and the components that draw them; with `/`: and another part,
with `//`: and more than one."""
BOOKS = ("sheets", "sheet", "tournaments", "tournament", "board")
"""Of these, the ones whose texts are chunks of their own."""


def link_header(folder: Path, path: str, accept_language: str) -> str | None:
    """The `Link` header for a page, its path without the `/` before it: its code, its style sheets, the reader's texts.

    None where there is nothing to tell. Whoever has chosen another language than his browser's gets one file too much.
    """
    chunks = _chunks(folder)
    wanted = [f"src/generated/messages/{spoken(accept_language)}.ts"]
    first, more, rest = path.partition("/")
    page = (PAGES.get(f"{first}//") if "/" in rest else None) or PAGES.get(first + more, PAGES.get(first))
    if page is not None:
        wanted.append(f"src/pages/{page}.svelte")
    if first in BOOKS:
        wanted += ["src/books/routes.ts", f"src/generated/messages/books/{spoken(accept_language)}.ts"]
    links: dict[str, None] = {}
    for name in wanted:
        links.update(dict.fromkeys(_links(chunks, name)))
    return ", ".join(links) or None


def spoken(accept_language: str) -> str:
    """The first of the reader's languages that there is, as the client chooses it; English where there is none."""
    for part in _by_preference(accept_language):
        short = part.lower().partition("-")[0]
        if short in LANGUAGES:
            return short
    return "en"


def _by_preference(accept_language: str) -> list[str]:
    weighed: list[tuple[float, str]] = []
    for part in accept_language[:400].split(","):
        tag, _, parameter = part.partition(";")
        try:
            weight = float(parameter.strip().removeprefix("q=")) if parameter else 1.0
        except ValueError:
            continue
        if tag.strip():
            weighed.append((weight, tag.strip()))
    return [tag for _, tag in sorted(weighed, key=lambda pair: -pair[0])]


def _links(chunks: Mapping[str, Any], name: str) -> Iterator[str]:
    chunk = chunks.get(name)
    if chunk is None:
        return
    yield f"</{chunk['file']}>; rel=modulepreload"
    for sheet in chunk.get("css", ()):
        yield f"</{sheet}>; rel=preload; as=style; crossorigin"
    # The start page's HTML names what every page imports; the rest is named here.
    for imported in chunk.get("imports", ()):
        if imported not in chunks.get("index.html", {}).get("imports", ()):
            yield from _links(chunks, imported)


def _chunks(folder: Path) -> Mapping[str, Any]:
    path = folder / MANIFEST
    try:
        stamp = path.stat().st_mtime_ns
    except OSError:
        return {}
    return _read(path, stamp)


@lru_cache(maxsize=4)
def _read(path: Path, stamp: int) -> Mapping[str, Any]:
    """The manifest; `stamp` is its time, so that a new build is read anew."""
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
