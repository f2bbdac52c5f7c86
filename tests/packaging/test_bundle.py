"""How big the client is, and that its page keeps the content policy.

The client is what one plays with; the books (score sheets, tournaments) are parts of it that nobody fetches who only
plays, and are counted by themselves.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from schafkopf.text.catalog import LANGUAGES

KB = 1000
CLIENT = 150 * KB
BOOK = 75 * KB
EVENING = 125 * KB
FIRST_LOAD = {"Home": 70 * KB, "Table": 110 * KB}


@pytest.fixture(scope="module")
def chunks(static: Path) -> dict[str, dict]:
    """Vite's list of chunks: source -> file, imports, css."""
    return json.loads((static / "chunks.json").read_text("utf-8"))


def _packed(static: Path, files: Iterable[str]) -> int:
    return sum(len(gzip.compress((static / name).read_bytes(), 9)) for name in set(files))


def _texts(chunks: dict[str, dict], folder: str = "") -> dict[str, str]:
    return {language: chunks[f"src/generated/messages/{folder}{language}.ts"]["file"] for language in LANGUAGES}


BOOKS = {
    "sheets": ("Sheets", "Sheet"),
    "tournaments": ("Tournaments", "Tournament", "TournamentTable", "Board"),
}
"""The chunk that is shared by the pages of a book, and these pages."""


def _of_books(chunks: dict[str, dict]) -> set[str]:
    """Every file that only the books need."""
    pages = {f"src/pages/{page}.svelte" for pages in BOOKS.values() for page in pages} | {"src/books/routes.ts"}
    own = [chunk for source, chunk in chunks.items() if source in pages or chunk.get("name") in ("books", *BOOKS)]
    files = {name for chunk in own for name in (chunk["file"], *chunk.get("css", []))}
    return files | set(_texts(chunks, "books/").values())


def _with_imports(chunks: dict[str, dict], *sources: str) -> set[str]:
    """The files of these chunks and of all that they import at once."""
    todo, seen = list(sources), set()
    while todo:
        source = todo.pop()
        if source not in seen:
            seen.add(source)
            todo += chunks[source].get("imports", [])
    return {name for source in seen for name in (chunks[source]["file"], *chunks[source].get("css", []))}


def _longest(static: Path, chunks: dict[str, dict], folder: str = "") -> str:
    return max(_texts(chunks, folder).values(), key=lambda name: _packed(static, [name]))


def test_the_whole_client_is_under_150_kb(static: Path, chunks: dict[str, dict]) -> None:
    """All code and styles with the texts of one language, the longest; card art and the books are not counted."""
    code = {path.relative_to(static).as_posix() for path in static.rglob("*") if path.suffix in (".js", ".css")}
    counted = code - set(_texts(chunks).values()) - _of_books(chunks) | {_longest(static, chunks), "index.html"}
    assert len(counted) > 5
    assert _packed(static, counted) < CLIENT


@pytest.mark.parametrize("book", BOOKS)
def test_the_pages_of_a_book_are_under_75_kb(static: Path, chunks: dict[str, dict], book: str) -> None:
    """What all of its pages need that the rest of the client does not, with the texts of the longest language."""
    pages = ["src/books/routes.ts", *(f"src/pages/{page}.svelte" for page in BOOKS[book])]
    needed = _with_imports(chunks, *pages) & _of_books(chunks)
    assert len(needed) > len(pages)
    assert _packed(static, needed | {_longest(static, chunks, "books/")}) < BOOK


def test_who_only_plays_fetches_nothing_of_the_books(chunks: dict[str, dict]) -> None:
    pages = {f"src/pages/{page}.svelte" for pages in BOOKS.values() for page in pages}
    others = {source for source in chunks if source.startswith("src/pages/")} - pages
    assert len(others) > 5
    assert not _with_imports(chunks, "index.html", *others) & _of_books(chunks)


def test_the_service_worker_keeps_the_books_for_the_evening_without_a_network(
    static: Path, chunks: dict[str, dict]
) -> None:
    kept = re.search(r"const FILES = (\[.*?\]);", (static / "sw.js").read_text("utf-8"))
    assert kept
    assert {f"/{name}" for name in _of_books(chunks)} <= set(json.loads(kept[1]))


def test_a_whole_evening_loads_under_125_kb(static: Path, chunks: dict[str, dict]) -> None:
    """From the first page over a new table to the last bill, with the texts of the longest language."""
    pages = [f"src/pages/{page}.svelte" for page in ("Home", "New", "Table")]
    parts = [source for source in chunks if source.endswith(("/Lobby.svelte", "/AfterDeal.svelte"))]
    assert len(parts) == 2
    needed = _with_imports(chunks, "index.html", *pages, *parts) | {_longest(static, chunks), "index.html"}
    assert _packed(static, needed) < EVENING


@pytest.mark.parametrize("page", FIRST_LOAD)
def test_what_a_page_loads_first(static: Path, chunks: dict[str, dict], page: str) -> None:
    needed = _with_imports(chunks, "index.html", f"src/pages/{page}.svelte")
    needed |= {_longest(static, chunks), "index.html"}
    assert _packed(static, needed) < FIRST_LOAD[page]


def test_each_language_is_a_chunk_that_nobody_else_loads(chunks: dict[str, dict]) -> None:
    texts = [*_texts(chunks).values(), *_texts(chunks, "books/").values()]
    assert len(set(texts)) == 2 * len(LANGUAGES)
    for source, chunk in chunks.items():
        assert not [name for name in chunk.get("imports", []) if "/messages/" in name], source


def test_the_page_has_nothing_inline_and_asks_no_other_host(static: Path) -> None:
    page = (static / "index.html").read_text("utf-8")
    assert re.findall(r"<script\b[^>]*\bsrc=\"/assets/[\w.-]+\.js\"", page)
    assert not re.findall(r"<script(?![^>]*\bsrc=)[^>]*>", page)
    assert "<style" not in page
    assert not re.findall(r"\son\w+=|\sstyle=", page)
    assert not re.findall(r"(?:href|src)=\"(?:https?:)?//", page)


def test_the_code_needs_neither_eval_nor_fixed_style_attributes(static: Path) -> None:
    for path in static.glob("assets/*.js"):
        text = path.read_text("utf-8")
        assert not re.search(r"\beval\(|new Function\(", text), path.name
        assert not re.search(r"<[a-z]+ [^<>`]*style=\"", text), path.name


def test_every_file_to_be_packed_is_packed(static: Path) -> None:
    names = {path.relative_to(static).as_posix() for path in static.rglob("*") if path.is_file()}
    for name in names:
        if name.endswith(".gz"):
            assert gzip.decompress((static / name).read_bytes()) == (static / name[:-3]).read_bytes()
    big = {
        name
        for name in names
        if name.endswith((".js", ".css", ".svg", ".html")) and (static / name).stat().st_size > 512
    }
    assert big
    assert {f"{name}{kind}" for name in big for kind in (".gz", ".br")} <= names
