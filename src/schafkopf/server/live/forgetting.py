"""Somebody else in a person's place at a table: what is stored is written anew, with another id.

To forget a person, the other one is nobody and has no name. To hand over to an account what a guest has played, it is
the account, and names stay.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from schafkopf.game.record import parse_record, print_record
from schafkopf.server.live import books
from schafkopf.server.store.rows import PlayedRow, Rewritten, StoredRow
from schafkopf.server.table.events import Stored, decode, encode, with_other
from schafkopf.server.table.state import Table


@dataclass(frozen=True, slots=True)
class Other:
    """Who is put into a person's place."""

    id: str
    name: str | None
    """What he is called there; None: as the person was, and he is a person himself."""


def alone(table: Table, members: Iterable[str], person: str) -> bool:
    """Whether no other person has anything to do with the table."""
    others = {player.person for player in table.players} | {seat.person for seat in table.seats} | set(members)
    return not others - {None, person}


def has_place(table: Table, person: str) -> bool:
    """Whether a person has a seat or a balance at a table, or was removed from it."""
    seats = {seat.person for seat in table.seats}
    return person in seats or person in table.removed or table.player_of(person) is not None


@dataclass(frozen=True, slots=True)
class Changed(Rewritten):
    """What is to be written, and the table as it is after that."""

    table: Table


def changed(rows: Sequence[StoredRow], played: Sequence[PlayedRow], *, person: str, other: Other) -> Changed:
    """A table with somebody else in place of a person, from all its events and the deals that the person played.

    Takes as long as a fold.
    """
    stored = [Stored(row.seq, row.at_ms, with_other(decode(row.body), person, other.id, other.name)) for row in rows]
    table = Table.of(stored)
    bodies = ((one.seq, encode(one.event)) for one in stored)
    return Changed(
        seq=table.seq,
        other=other.id,
        known=other.name is None,
        bodies=tuple((seq, body) for (seq, body), row in zip(bodies, rows, strict=True) if body != row.body),
        snapshot=table.snapshot(),
        card=books.face(table).card,
        deals=tuple(_with_other(row, person, other) for row in played),
        table=table,
    )


def _with_other(row: PlayedRow, person: str, other: Other) -> PlayedRow:
    sat = json.loads(row.persons)
    seat = sat.index(person)
    if other.name is None:
        sat[seat] = other.id
        return PlayedRow(row.number, row.record, json.dumps(sat))
    sat[seat] = None
    parsed = parse_record(row.record)
    names = (*parsed.names[:seat], other.name, *parsed.names[seat + 1 :])
    return PlayedRow(row.number, print_record(replace(parsed, names=names)), json.dumps(sat))
