"""What events about persons change: seats, connections, words, the secrets they send.

One function for each event, called as it: the fields of the table that change, with their new values.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from schafkopf.server.table import events
from schafkopf.server.table.parts import Proposal, Seat

if TYPE_CHECKING:
    from schafkopf.server.table.state import Table

Changes = dict[str, Any]

STAND_IN_LEVEL = "medium"
"""How well a bot plays for somebody who is away."""


# -- seats and connections -------------------------------------------------------------------------------------------


def _seats(table: Table, seat: int, **change: Any) -> tuple[Seat, ...]:
    return tuple(replace(s, **change) if i == seat else s for i, s in enumerate(table.seats))


def _put(table: Table, seat: int, new: Seat) -> tuple[Seat, ...]:
    return tuple(new if i == seat else s for i, s in enumerate(table.seats))


def sat(table: Table, event: events.Sat, at_ms: int, seq: int) -> Changes:
    # Whoever comes has not agreed to show his cards to watchers.
    seats = _put(table, event.seat, Seat("person", event.person, event.name))
    found: Changes = {"seats": seats, "watchers": table.watchers - {event.person}, "open_hands": False}
    if table.proposal is not None:
        # What the seat's former owner asked for or agreed to binds nobody else.
        agreed = table.proposal.agreed - {event.seat}
        found["proposal"] = None if table.proposal.by == event.seat else replace(table.proposal, agreed=agreed)
    if table.seats[event.seat].person == event.person:
        # By leaving and coming back nobody gets more time.
        return found
    return {**found, **_own_time(table, event.seat, at_ms, seq)}


def _own_time(table: Table, seat: int, at_ms: int, seq: int) -> Changes:
    """Who takes over when it is his turn has his own time for it."""
    return _from_now(at_ms, seq) if table.deal is not None and table.deal.turn == seat else {}


def _from_now(at_ms: int, seq: int) -> Changes:
    """What is waited for is waited for from now on."""
    return {"since_ms": at_ms, "since_seq": seq}


def _gone(table: Table, seat: int, at_ms: int, seq: int, **more: Any) -> Changes:
    """A person gives up his seat: at once in the lobby, else a bot plays on until the cards are gathered up."""
    person = table.seats[seat].person
    found: Changes = dict(more)
    if table.seats[seat].present and person is not None:
        found["watchers"] = table.watchers | {person}
    if not table.active:
        return {**found, "seats": _put(table, seat, Seat())}
    found["seats"] = _seats(table, seat, leaving=True, stand_in=False, level=STAND_IN_LEVEL, bot_ms=at_ms)
    if table.shuffle is not None and table.shuffle.of(seat) is not None and table.shuffle.stage != "done":
        found |= _part(table, seat, at_ms, seq, left_out=True)
    return found


def host(table: Table, found: Changes) -> Changes:
    """Who is host once these fields change.

    The host stays host while he sits here and plays himself; else the next person who is connected takes over, and
    keeps it. Where there is none the host keeps it as long as he has a seat or looks on.
    """
    if "seats" not in found and "watchers" not in found:
        return {}
    person: str | None = found.get("host", table.host)
    seats: tuple[Seat, ...] = found.get("seats", table.seats)
    own = next((seat for seat in seats if seat.taken and seat.person == person), None)
    if own is not None and not own.stand_in:
        return {}
    began = table.person_seat(table.host) or 0
    others = [seat for seat in (*seats[began:], *seats[:began]) if seat.taken and seat is not own]
    here = next((seat for seat in others if seat.present), None)
    if here is None and (own is not None or person in found.get("watchers", table.watchers)):
        return {}
    heir = here or next(iter(others), None)
    return {"host": None if heir is None else heir.person}


def stood(table: Table, event: events.Stood, at_ms: int, seq: int) -> Changes:
    return _gone(table, event.seat, at_ms, seq)


def left(table: Table, event: events.Left, at_ms: int, seq: int) -> Changes:
    found = _gone(table, event.seat, at_ms, seq)
    return {**found, "host": None} if table.seats[event.seat].person == table.host else found


def removed(table: Table, event: events.Removed, at_ms: int, seq: int) -> Changes:
    seat = table.seats[event.seat]
    if not seat.taken:
        return {"seats": _put(table, event.seat, Seat())}
    return _gone(table, event.seat, at_ms, seq, removed=table.removed | {seat.person})


def renamed(table: Table, event: events.Renamed, at_ms: int, seq: int) -> Changes:
    players = tuple(replace(p, name=event.name) if p.person == event.person else p for p in table.players)
    return {"seats": _seats(table, event.seat, name=event.name), "players": players}


def bot(table: Table, event: events.BotSat, at_ms: int, seq: int) -> Changes:
    return {"seats": _put(table, event.seat, Seat("bot", None, event.name, event.level, bot_ms=at_ms))}


def swapped(seats: tuple[Seat, ...], pairs: Iterable[tuple[int, int]]) -> tuple[Seat, ...]:
    """The seats with these pairs changed over, one after the other."""
    found = list(seats)
    for a, b in pairs:
        found[a], found[b] = found[b], found[a]
    return tuple(found)


def swap(table: Table, event: events.Swapped, at_ms: int, seq: int) -> Changes:
    pair = (event.a, event.b)
    if table.phase == "lobby":
        return {"seats": swapped(table.seats, (pair,))}
    return {"swaps": (*table.swaps, pair)}


def changed(table: Table, event: events.Changed, at_ms: int, seq: int) -> Changes:
    return {"settings": event.settings, **_from_now(at_ms, seq)}


def away(table: Table, event: events.Away, at_ms: int, seq: int) -> Changes:
    return {"seats": _seats(table, event.seat, away_ms=at_ms)}


def came_back(table: Table, event: events.CameBack, at_ms: int, seq: int) -> Changes:
    return {"seats": _seats(table, event.seat, away_ms=None)}


def stood_in(table: Table, event: events.StoodIn, at_ms: int, seq: int) -> Changes:
    return {"seats": _seats(table, event.seat, stand_in=True, level=STAND_IN_LEVEL, bot_ms=at_ms)}


def returned(table: Table, event: events.Returned, at_ms: int, seq: int) -> Changes:
    # The clock of his turn has gone on: nobody gets more time by dropping the line.
    return {"seats": _seats(table, event.seat, stand_in=False, level=None)}


def watched(table: Table, event: events.Watched, at_ms: int, seq: int) -> Changes:
    return {"watchers": table.watchers | {event.person}}


def unwatched(table: Table, event: events.Unwatched, at_ms: int, seq: int) -> Changes:
    return {"watchers": table.watchers - {event.person}}


def slept(table: Table, event: events.Slept, at_ms: int, seq: int) -> Changes:
    return {"asleep": True}


def _again(table: Table, at_ms: int, seq: int) -> Changes:
    """Clocks that stood still begin anew."""
    found: Changes = {**_from_now(at_ms, seq), "woke_ms": at_ms}
    if table.shuffle is not None and table.shuffle.stage != "done":
        found["shuffle"] = replace(table.shuffle, since_ms=at_ms)
    return found


def woke(table: Table, event: events.Woke, at_ms: int, seq: int) -> Changes:
    return {"asleep": False, **_again(table, at_ms, seq)}


def paused(table: Table, event: events.Paused, at_ms: int, seq: int) -> Changes:
    return {"paused": True}


def resumed(table: Table, event: events.Resumed, at_ms: int, seq: int) -> Changes:
    return {"paused": False, **_again(table, at_ms, seq)}


# -- words -----------------------------------------------------------------------------------------------------------


def said(table: Table, event: events.Said, at_ms: int, seq: int) -> Changes:
    return {"seats": _seats(table, event.seat, said_ms=at_ms)}


def proposed(table: Table, event: events.Proposed, at_ms: int, seq: int) -> Changes:
    return {"proposal": Proposal(event.what, event.seat, frozenset((event.seat,)))}


def agreed(table: Table, event: events.Agreed, at_ms: int, seq: int) -> Changes:
    assert table.proposal is not None
    return {"proposal": replace(table.proposal, agreed=table.proposal.agreed | {event.seat})}


def declined(table: Table, event: events.Declined, at_ms: int, seq: int) -> Changes:
    return {"proposal": None}


def opened(table: Table, event: events.Opened, at_ms: int, seq: int) -> Changes:
    return {"proposal": None, "open_hands": True}


def readied(table: Table, event: events.Readied, at_ms: int, seq: int) -> Changes:
    return {"seats": _seats(table, event.seat, ready=True)}


# -- the shuffle -----------------------------------------------------------------------------------------------------


def _part(table: Table, seat: int, at_ms: int, seq: int, **change: Any) -> Changes:
    """Somebody's part in the shuffle changes; on to the secrets when all hashes are in."""
    assert table.shuffle is not None
    entrant = table.shuffle.of(seat)
    assert entrant is not None
    shuffle = table.shuffle.with_entrant(replace(entrant, **change))
    if shuffle.stage == "commit" and all(e.hash or e.left_out for e in shuffle.entrants):
        return {"shuffle": replace(shuffle, stage="reveal", since_ms=at_ms), **_from_now(at_ms, seq)}
    return {"shuffle": shuffle}


def hashed(table: Table, event: events.Hashed, at_ms: int, seq: int) -> Changes:
    return _part(table, event.seat, at_ms, seq, hash=event.hash)


def left_out(table: Table, event: events.LeftOut, at_ms: int, seq: int) -> Changes:
    return _part(table, event.seat, at_ms, seq, left_out=True)


def shown(table: Table, event: events.Shown, at_ms: int, seq: int) -> Changes:
    return _part(table, event.seat, at_ms, seq, secret=event.secret)
