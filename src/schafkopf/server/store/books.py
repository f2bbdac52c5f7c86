"""What is written of books: jobs for the writer. Whoever writes something of a book waits for its row first."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from schafkopf.server.store.book_rows import Age, BookRow, Most, NewEntry, Written, book_of, old
from schafkopf.server.store.schema import books, entries, holders
from schafkopf.server.store.upkeep import REWRITTEN

MOST_HOLDERS = 5_000
"""Of one book: a link that is everywhere can be renewed."""
_HOLDERS = sa.select(sa.func.count()).select_from(holders).where(holders.c.book_id == sa.bindparam("book"))


def make(
    connection: sa.Connection,
    *,
    book_id: str,
    kind: str,
    person: str,
    role: str,
    new: Sequence[NewEntry],
    begun: bool,
    now_ms: int,
    most: Most,
) -> Written:
    """Begin a book. If this person has made it already, nothing happens."""
    found = _locked(connection, book_id)
    if found is not None:
        own = holders.c.book_id == book_id, holders.c.person == person, holders.c.made
        mine = found.kind == kind and connection.execute(sa.select(holders.c.role).where(*own)).first() is not None
        return Written("done" if mine else "taken", found.seq)
    rows, seq, size = _rows(book_id, new, 0, set())
    if not _fits(most, len(rows), size, _by_kind(rows)):
        return Written("full")
    connection.execute(
        books.insert().values(
            id=book_id,
            kind=kind,
            created_ms=now_ms,
            changed_ms=now_ms,
            seq=seq,
            entries=len(rows),
            size=size,
            begun=begun,
            roles=0,
            epochs="{}",
            card=None,
            card_seq=-1,
        )
    )
    if rows:
        connection.execute(entries.insert(), rows)
    connection.execute(
        holders.insert().values(book_id=book_id, person=person, role=role, place="", made=True, since_ms=now_ms)
    )
    return Written("done", seq, len(rows))


def append(
    connection: sa.Connection,
    *,
    process: str,
    book_id: str,
    new: Sequence[NewEntry],
    expected: int | None,
    begun: bool,
    now_ms: int,
    most: Most,
) -> Written:
    """Write entries down after all others; those whose command is there already are left out.

    expected: where the book has to be for that.
    """
    found = _locked(connection, book_id)
    if found is None:
        return Written("gone")
    if expected is not None and found.seq != expected:
        return Written("taken", found.seq)
    there = _known(connection, book_id, [one.command for one in new if one.command is not None])
    rows, seq, size = _rows(book_id, new, found.seq, there)
    if not rows:
        return Written("done", found.seq)
    kinds = _by_kind(rows)
    for kind in kinds.keys() & most.by_kind.keys():
        own = entries.c.book_id == book_id, entries.c.kind == kind
        kinds[kind] += connection.execute(sa.select(sa.func.count()).where(*own)).scalar_one()
    if not _fits(most, found.entries + len(rows), found.size + size, kinds):
        return Written("full", found.seq)
    connection.execute(entries.insert(), rows)
    values: dict[str, Any] = {"seq": seq, "entries": found.entries + len(rows), "size": found.size + size}
    values |= {"changed_ms": now_ms, "begun": found.begun or begun}
    connection.execute(sa.update(books).where(books.c.id == book_id).values(**values))
    _tell(connection, process, book_id, seq)
    return Written("done", seq, len(rows))


def _rows(book_id: str, new: Sequence[NewEntry], seq: int, there: set[str]) -> tuple[list[dict[str, Any]], int, int]:
    """Rows for the entries that are not there; the last one's number; their bytes."""
    rows, size = [], 0
    for one in new:
        if one.command is not None and one.command in there:
            continue
        if one.command is not None:
            there.add(one.command)
        seq = seq + 1 if one.seq is None else one.seq
        size += len(one.body)
        rows.append({"book_id": book_id, "seq": seq, "command": one.command, "kind": one.kind, "body": one.body})
    return rows, seq, size


def _by_kind(rows: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for row in rows:
        found[row["kind"]] = found.get(row["kind"], 0) + 1
    return found


def _fits(most: Most, count: int, size: int, by_kind: Mapping[str, int]) -> bool:
    kinds = all(by_kind.get(kind, 0) <= number for kind, number in most.by_kind.items())
    return kinds and count <= most.entries and size <= most.size


def _known(connection: sa.Connection, book_id: str, commands: Sequence[str]) -> set[str]:
    found: set[str] = set()
    for start in range(0, len(commands), 500):
        some = entries.c.command.in_(commands[start : start + 500])
        found.update(
            connection.execute(sa.select(entries.c.command).where(entries.c.book_id == book_id, some)).scalars()
        )
    return found


def let_in(
    connection: sa.Connection,
    *,
    process: str,
    book_id: str,
    person: str,
    role: str,
    place: str,
    epoch: int,
    now_ms: int,
) -> bool:
    """Give somebody who has come by a link its role; False if the link has been renewed by now, or the book is gone.

    epoch: of the link. Also False where more people have come than any club has.
    """
    found = _locked(connection, book_id)
    if found is None or found.epochs.get(role, 0) != epoch:
        return False
    own = (holders.c.book_id == book_id, holders.c.person == person, holders.c.role == role, holders.c.place == place)
    if connection.execute(sa.select(holders.c.made).where(*own)).first() is None:
        if connection.execute(_HOLDERS, {"book": book_id}).scalar_one() >= MOST_HOLDERS:
            return False
        values = {"book_id": book_id, "person": person, "role": role, "place": place}
        connection.execute(holders.insert().values(**values, made=False, since_ms=now_ms))
        _roles_changed(connection, process, found)
    return True


def renew(connection: sa.Connection, *, process: str, book_id: str, role: str, person: str) -> bool:
    """Make the link of a role void, and throw out those who came by it; but not this person, nor who made the book."""
    found = _locked(connection, book_id)
    if found is None:
        return False
    epochs = {**found.epochs, role: found.epochs.get(role, 0) + 1}
    connection.execute(sa.update(books).where(books.c.id == book_id).values(epochs=json.dumps(epochs)))
    others = holders.delete().where(holders.c.book_id == book_id, holders.c.role == role, holders.c.person != person)
    connection.execute(others.where(sa.not_(holders.c.made)))
    _roles_changed(connection, process, found)
    return True


def leave(connection: sa.Connection, *, process: str, book_id: str, person: str) -> None:
    """Somebody wants no more of a book; when the last one goes, the book goes."""
    found = _locked(connection, book_id)
    if found is not None:
        connection.execute(holders.delete().where(holders.c.book_id == book_id, holders.c.person == person))
        _roles_changed(connection, process, found)
        _remove_forsaken(connection, [book_id])


def remove(connection: sa.Connection, process: str, book_id: str, age: Age | None = None) -> bool:
    """Delete a book; age: only if it is that old now. -> whether it was deleted."""
    gone = books.delete().where(books.c.id == book_id)
    if age is not None:
        gone = gone.where(sa.or_(*(sa.and_(*aged) for aged in old(age))))
    if not connection.execute(gone).rowcount:
        return False
    for kept in (entries, holders):
        connection.execute(kept.delete().where(kept.c.book_id == book_id))
    _tell(connection, process, book_id, REWRITTEN)
    return True


def forget(connection: sa.Connection, process: str, person: str) -> None:
    """Somebody is no longer known: his roles go, and the books that nobody else has."""
    own = _lock_books_of(connection, person)
    connection.execute(holders.delete().where(holders.c.person == person))
    _remove_forsaken(connection, own)
    for book_id in own:
        _tell(connection, process, book_id, REWRITTEN)


def hand_over(connection: sa.Connection, process: str, guest: str, account: str) -> None:
    """A guest is an account from now on: his books are the account's."""
    own = _lock_books_of(connection, guest)
    rows = connection.execute(sa.select(holders).where(holders.c.person.in_((guest, account)))).all()
    has = {(row.book_id, row.role, row.place) for row in rows if row.person == account}
    for row in rows:
        if row.person != guest:
            continue
        key = (row.book_id, row.role, row.place)
        there = [
            getattr(holders.c, name) == value for name, value in zip(("book_id", "role", "place"), key, strict=True)
        ]
        if key not in has:
            connection.execute(sa.update(holders).where(*there, holders.c.person == guest).values(person=account))
        elif row.made:
            connection.execute(sa.update(holders).where(*there, holders.c.person == account).values(made=True))
    connection.execute(holders.delete().where(holders.c.person == guest))
    for book_id in own:
        _tell(connection, process, book_id, REWRITTEN)


def _lock_books_of(connection: sa.Connection, person: str) -> list[str]:
    """The books that somebody has something to do with, in the order in which everybody locks them."""
    own = list(connection.execute(sa.select(holders.c.book_id).where(holders.c.person == person).distinct()).scalars())
    changed = sa.update(books).values(roles=books.c.roles + 1)
    for book_id in sorted(own):
        connection.execute(changed.where(books.c.id == book_id))
    return sorted(own)


def _remove_forsaken(connection: sa.Connection, some: Sequence[str]) -> None:
    for book_id in some:
        if connection.execute(sa.select(holders.c.person).where(holders.c.book_id == book_id)).first() is None:
            connection.execute(books.delete().where(books.c.id == book_id))
            connection.execute(entries.delete().where(entries.c.book_id == book_id))


def keep_card(connection: sa.Connection, *, book_id: str, card: bytes, seq: int) -> None:
    """How a book looks in a list, as of `seq`."""
    older = books.c.id == book_id, books.c.card_seq < seq
    connection.execute(sa.update(books).where(*older).values(card=card, card_seq=seq))


def _locked(connection: sa.Connection, book_id: str) -> BookRow | None:
    row = connection.execute(sa.select(books).where(books.c.id == book_id).with_for_update()).first()
    return None if row is None else book_of(row)


def _roles_changed(connection: sa.Connection, process: str, found: BookRow) -> None:
    connection.execute(sa.update(books).where(books.c.id == found.id).values(roles=found.roles + 1))
    _tell(connection, process, found.id, REWRITTEN)


def _tell(connection: sa.Connection, process: str, book_id: str, seq: int) -> None:
    """Other processes look."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_notify("schafkopf", f"{process} {book_id} {seq}")))
