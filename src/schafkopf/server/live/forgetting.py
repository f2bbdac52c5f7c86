"""Taking a person out of a table: what is stored is written anew without the id and the name."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from schafkopf.game.record import parse_record, print_record
from schafkopf.server.live import books
from schafkopf.server.store.rows import PlayedRow, Rewritten, StoredRow
from schafkopf.server.table.events import Stored, decode, encode, without_person
from schafkopf.server.table.state import Table

NOBODY = "–"
"""The name of somebody who wants to be forgotten."""


def alone(table: Table, members: Iterable[str], person: str) -> bool:
    """Whether no other person has anything to do with the table."""
    others = {player.person for player in table.players} | {seat.person for seat in table.seats} | set(members)
    return not others - {None, person}


@dataclass(frozen=True, slots=True)
class Without(Rewritten):
    """What is to be written, and the table as it is after that."""

    table: Table


def without(rows: Sequence[StoredRow], played: Sequence[PlayedRow], *, person: str, alias: str) -> Without:
    """A table without a person, from all its events and the deals that the person played; takes as long as a fold."""
    stored = [Stored(row.seq, row.at_ms, without_person(decode(row.body), person, alias)) for row in rows]
    table = Table.of(stored)
    bodies = ((one.seq, encode(one.event)) for one in stored)
    return Without(
        seq=table.seq,
        bodies=tuple((seq, body) for (seq, body), row in zip(bodies, rows, strict=True) if body != row.body),
        snapshot=table.snapshot(),
        card=books.face(table).card,
        deals=tuple(_blank(row, person) for row in played),
        table=table,
    )


def _blank(row: PlayedRow, person: str) -> PlayedRow:
    sat = json.loads(row.persons)
    seat = sat.index(person)
    sat[seat] = None
    parsed = parse_record(row.record)
    names = (*parsed.names[:seat], NOBODY, *parsed.names[seat + 1 :])
    return PlayedRow(row.number, print_record(replace(parsed, names=names)), json.dumps(sat))
