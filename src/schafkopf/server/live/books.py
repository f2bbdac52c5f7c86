"""What the store keeps of a table beside its events: how it stands in lists, who was there, finished deals."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from typing import Any

import msgspec

from schafkopf.game.record import print_record, record_of
from schafkopf.server import wire
from schafkopf.server.fairness import fairness_line
from schafkopf.server.live.room import ENCODER, Step
from schafkopf.server.store.rows import Face, FinishedDeal
from schafkopf.server.table import events, project
from schafkopf.server.table.events import Stored
from schafkopf.server.table.fold import counts
from schafkopf.server.table.state import Table

_CARD = msgspec.json.Decoder(wire.TableCard)


def members(table: Table) -> set[str]:
    """Persons who sit here."""
    return {seat.person for seat in table.seats if seat.person is not None and seat.taken}


def visitors(stored: Iterable[Stored], person: str | None, members: Collection[str]) -> tuple[str, ...]:
    """Who is named in these events, or made them happen, without being a member."""
    named = {one.event.person for one in stored if isinstance(one.event, events.Watched)}
    if person is not None:
        named.add(person)
    return tuple(named.difference(members))


def at_rest(table: Table) -> bool:
    """Nothing is being played: a good moment for a snapshot."""
    return table.phase in ("lobby", "between", "over")


def face_key(table: Table) -> tuple[Any, ...]:
    """Changes whenever `face` does."""
    return (table.code, table.phase, table.asleep, table.number, table.settings, table.seats)


def face(table: Table) -> Face:
    """How a table stands in lists."""
    state = project.state_for(table, None)
    card = wire.TableCard(
        id=table.id,
        code=table.code,
        rules=table.rules.id,
        phase=table.phase,
        seats=state.seats,
        number=table.number,
        mine=False,
        listed=table.settings.listed,
        changed_ms=0,
    )
    # In the lobby no clock runs that could sleep, but a table where nobody is left is no place to go to.
    asleep = table.asleep or not any(seat.present for seat in table.seats)
    return Face(table.code, table.phase, table.settings.listed, asleep, ENCODER.encode(card))


def card(data: bytes, *, mine: bool, changed_ms: int) -> wire.TableCard:
    """A table in somebody's list."""
    return msgspec.structs.replace(_CARD.decode(data), mine=mine, changed_ms=changed_ms)


def taken_back(steps: Iterable[Step]) -> tuple[int, ...]:
    """Numbers of deals that were finished and are being played again from these steps on."""
    found = [step for step in steps if isinstance(step.stored.event, events.Undone)]
    return tuple(step.before.number for step in found if step.before.phase == "between" and counts(step.before))


def finished(steps: Iterable[Step]) -> tuple[FinishedDeal, ...]:
    """The deals whose bill came on the table in these steps, or was booked: a claim may have changed it."""
    found: dict[int, FinishedDeal] = {}
    for step in steps:
        event = step.stored.event
        claimed = isinstance(event, events.Acted) and step.before.phase == "between"
        if claimed or isinstance(event, events.Settled):
            _add(found, step.after)
    return tuple(found.values())


def _add(found: dict[int, FinishedDeal], table: Table) -> None:
    deal = table.deal
    if deal is None or table.void or not counts(table):
        return
    names = tuple(seat.name for seat in table.seats)
    persons = [seat.person if seat.kind == "person" else None for seat in table.seats]
    shuffle = table.shuffle
    line = None
    if shuffle is not None:
        line = fairness_line(
            table.rules,
            table=table.id,
            number=table.number,
            dealer=deal.dealer,
            server_secret=bytes.fromhex(shuffle.secret),
            entrants=[
                (one.seat, one.hash, None if one.secret is None else bytes.fromhex(one.secret))
                for one in shuffle.entrants
            ],
            hands=deal.hands,
        )
    record = print_record(record_of(deal, names))
    found[table.number] = FinishedDeal(table.number, record, line, json.dumps(persons))
