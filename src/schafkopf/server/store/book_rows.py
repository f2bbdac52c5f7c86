"""What is kept of books, as values."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import sqlalchemy as sa

from schafkopf.server.store.schema import books

LARGEST_SEQ = 10**9


@dataclass(frozen=True, slots=True)
class NewEntry:
    """Something to write down.

    command: the id that its sender gave it, None if it follows from the entry before. seq: where it stood before, for
    what comes from a backup; else the next one.
    """

    body: bytes
    command: str | None = None
    kind: str = ""
    seq: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that was written down."""

    seq: int
    command: str | None
    body: bytes


@dataclass(frozen=True, slots=True)
class BookRow:
    """A book without its entries; see `schema.books`."""

    id: str
    kind: str
    created_ms: int
    seq: int
    entries: int
    size: int
    begun: bool
    roles: int
    epochs: Mapping[str, int]
    card: bytes | None
    card_seq: int
    changed_ms: int


@dataclass(frozen=True, slots=True)
class Holding:
    """What somebody may do with a book; see `schema.holders`."""

    role: str
    place: str
    made: bool


@dataclass(frozen=True, slots=True)
class Most:
    """How much a book may hold. by_kind: how many entries of some kinds."""

    entries: int
    size: int
    by_kind: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Written:
    """What became of entries: the book is at `seq`, `added` of them were new.

    outcome: `gone` there is no such book; `taken` it is not where it was expected to be, or somebody else's; `full`.
    """

    outcome: Literal["done", "gone", "taken", "full"]
    seq: int = 0
    added: int = 0


@dataclass(frozen=True, slots=True)
class Age:
    """From when on nobody will miss a book: one that nothing was ever entered into, and any other; times in ms."""

    unused_before_ms: int
    any_before_ms: int


@dataclass(frozen=True, slots=True)
class News:
    """A book for those who follow it."""

    book: BookRow
    entries: list[Entry]
    persons: frozenset[str]
    """Who may see it."""


def book_of(row: Any) -> BookRow:
    """A row of `schema.books`."""
    return BookRow(
        id=row.id,
        kind=row.kind,
        created_ms=row.created_ms,
        seq=row.seq,
        entries=row.entries,
        size=row.size,
        begun=row.begun,
        roles=row.roles,
        epochs=json.loads(row.epochs),
        card=row.card,
        card_seq=row.card_seq,
        changed_ms=row.changed_ms,
    )


def old(age: Age) -> Iterator[tuple[sa.ColumnElement[bool], sa.ColumnElement[bool]]]:
    """Conditions, of which one is true for a book that is that old."""
    yield sa.not_(books.c.begun), books.c.changed_ms < max(age.unused_before_ms, age.any_before_ms)
    yield books.c.begun, books.c.changed_ms < age.any_before_ms
