"""What is read of books. Everything here blocks and is run in a thread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from schafkopf.server.store.book_rows import Age, BookRow, Entry, Holding, News, book_of, old
from schafkopf.server.store.schema import books, entries, holders


def book(engine: sa.Engine, book_id: str, person: str) -> tuple[BookRow, list[Holding], bool] | None:
    """A book, what this person may do with it, and whether its maker is still there. None if there is none."""
    with engine.connect() as connection:
        row = connection.execute(sa.select(books).where(books.c.id == book_id)).first()
        if row is None:
            return None
        kept = connection.execute(sa.select(holders).where(holders.c.book_id == book_id)).all()
        own = [Holding(one.role, one.place, one.made) for one in kept if one.person == person]
        return book_of(row), own, any(one.made for one in kept)


def entries_after(engine: sa.Engine, book_id: str, seq: int) -> list[Entry]:
    """What was written down after `seq`."""
    with engine.connect() as connection:
        return _entries(connection, book_id, seq)


def _entries(connection: sa.Connection, book_id: str, seq: int) -> list[Entry]:
    asked = sa.select(entries.c.seq, entries.c.command, entries.c.body)
    asked = asked.where(entries.c.book_id == book_id, entries.c.seq > seq).order_by(entries.c.seq)
    return [Entry(row.seq, row.command, row.body) for row in connection.execute(asked)]


def news(engine: sa.Engine, book_id: str, seq: int) -> News | None:
    """A book, who may see it, and what was written down after `seq`; None if there is none."""
    with engine.connect() as connection:
        row = connection.execute(sa.select(books).where(books.c.id == book_id)).first()
        if row is None:
            return None
        persons = connection.execute(sa.select(holders.c.person).where(holders.c.book_id == book_id)).scalars()
        return News(book_of(row), _entries(connection, book_id, seq), frozenset(persons))


def latest(engine: sa.Engine, ids: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Where each of these books is, and how often its roles have changed; those that are gone are missing."""
    found: dict[str, tuple[int, int]] = {}
    with engine.connect() as connection:
        for start in range(0, len(ids), 500):
            some = books.c.id.in_(ids[start : start + 500])
            rows = connection.execute(sa.select(books.c.id, books.c.seq, books.c.roles).where(some))
            found.update((row.id, (row.seq, row.roles)) for row in rows)
    return found


def of_person(engine: sa.Engine, person: str, kind: str, most: int) -> list[tuple[BookRow, list[Holding], bool]]:
    """Somebody's books, the latest first; see `book`."""
    with engine.connect() as connection:
        own = sa.select(holders.c.book_id).where(holders.c.person == person)
        asked = sa.select(books).where(books.c.kind == kind, books.c.id.in_(own))
        rows = connection.execute(asked.order_by(books.c.changed_ms.desc(), books.c.id).limit(most)).all()
        kept: dict[str, list[Any]] = {row.id: [] for row in rows}
        for one in connection.execute(sa.select(holders).where(holders.c.book_id.in_(list(kept)))):
            kept[one.book_id].append(one)
    return [
        (
            book_of(row),
            [Holding(one.role, one.place, one.made) for one in kept[row.id] if one.person == person],
            any(one.made for one in kept[row.id]),
        )
        for row in rows
    ]


def count_made(engine: sa.Engine, person: str) -> int:
    """How many books somebody has made that are still there."""
    with engine.connect() as connection:
        own = sa.select(sa.func.count()).select_from(holders).where(holders.c.person == person, holders.c.made)
        return int(connection.execute(own).scalar_one())


def outdated(engine: sa.Engine, age: Age, most: int = 500) -> list[str]:
    """Books that nobody will miss; by the index."""
    found: list[str] = []
    with engine.connect() as connection:
        for aged in old(age):
            found += connection.execute(sa.select(books.c.id).where(*aged).limit(most)).scalars()
    return found


def export(connection: sa.Connection, person: str) -> list[dict[str, Any]]:
    """Somebody's books and roles, ready for JSON."""
    asked = sa.select(holders, books.c.kind, books.c.changed_ms).join(books, books.c.id == holders.c.book_id)
    rows = connection.execute(asked.where(holders.c.person == person).order_by(holders.c.since_ms, holders.c.book_id))
    return [
        {
            "book": row.book_id,
            "kind": row.kind,
            "role": row.role,
            **({"place": row.place} if row.place else {}),
            "made": row.made,
            "since_ms": row.since_ms,
            "changed_ms": row.changed_ms,
        }
        for row in rows
    ]
