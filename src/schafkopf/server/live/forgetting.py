"""Taking a person out of a table: what is stored is written anew without the id and the name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import sqlalchemy as sa

from schafkopf.game.record import parse_record, print_record
from schafkopf.server.live import books
from schafkopf.server.store import upkeep
from schafkopf.server.table.events import Stored, decode, encode, without_person
from schafkopf.server.table.state import Table

NOBODY = "–"
"""The name of somebody who wants to be forgotten."""


def alone(table: Table, members: Iterable[str], person: str) -> bool:
    """Whether no other person has anything to do with the table."""
    others = {player.person for player in table.players} | {seat.person for seat in table.seats} | set(members)
    return not others - {None, person}


def rewrite(connection: sa.Connection, *, table_id: str, person: str, alias: str, process: str) -> Table:
    """A job for the writer; -> the table as it is now. What happens in between is in it."""
    found: list[Table] = []

    def change(rows: list[tuple[int, int, bytes]]) -> tuple[list[bytes], bytes, bytes]:
        events = [without_person(decode(body), person, alias) for _, _, body in rows]
        stored = (Stored(seq, at_ms, event) for (seq, at_ms, _), event in zip(rows, events, strict=True))
        table = Table.of(stored)
        found.append(table)
        return [encode(event) for event in events], table.snapshot(), books.face(table).card

    upkeep.rewrite(connection, table_id, person, alias=alias, change=change, blank=_blank)
    upkeep.tell_rewritten(connection, process, table_id)
    return found[0]


def _blank(record: str, seat: int) -> str:
    parsed = parse_record(record)
    names = (*parsed.names[:seat], NOBODY, *parsed.names[seat + 1 :])
    return print_record(replace(parsed, names=names))
