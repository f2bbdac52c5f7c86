"""What happens by the clock: when it is due, and what it makes happen."""

from __future__ import annotations

import zlib
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from schafkopf.game import View
from schafkopf.server.errors import Refused
from schafkopf.server.table import events, flow, may
from schafkopf.server.table.events import By, Event
from schafkopf.server.table.flow import Draft
from schafkopf.server.table.parts import Seat
from schafkopf.server.table.state import Table

SHUFFLE_MS = 4_000
"""For the hashes, and again for the secrets."""
NEXT_MS = 60_000
"""With a turn clock: after so long it goes on though somebody still reads the bill."""
DOUBLE_MS = 250
"""When bots out of turn are asked whether they double."""
WAKE_MS = 5_000
"""After everybody was gone, the others have so long to come back as well."""
PAUSES = {"slow": (1500, 2500), "normal": (700, 1300), "fast": (250, 500), "instant": (0, 0)}
"""How long a bot seems to think, least and most."""
TRICK_PAUSES = {"slow": 1500, "normal": 900, "fast": 400, "instant": 0}
"""What is added where people look at a full trick, or at their cards."""


@dataclass(frozen=True, slots=True)
class Due:
    """Something that is to happen at `at_ms` if the table has not moved on by then.

    `double`: the bot on a seat that is not to play may double. `bot`: the bot to play plays. `clock`: the person's
    time is up, a bot plays this once. `grace`: a bot sits in for somebody away. `shuffle`: who has not sent his part
    is left out. `next`: it goes on though not everybody has said so.
    """

    at_ms: int
    kind: Literal["double", "bot", "clock", "grace", "shuffle", "next"]
    seat: int | None
    mark: int
    """The event from which this follows: equal marks mean the same decision."""

    @property
    def key(self) -> tuple[int, int | None]:
        """For `asked`: this seat at this point of the deal."""
        return (self.mark, self.seat)


_ORDER = ("shuffle", "double", "bot", "clock", "next", "grace")


def dues(table: Table, asked: Collection[tuple[int, int | None]] = ()) -> tuple[Due, ...]:
    """All that is to happen by the clock as the table stands, in order of time; clocks survive restarts.

    asked: keys of `double` dues whose bot had nothing to say (tick gave no event); they are not due again. Several are
    independent: a mind that thinks long about one must not hold up the others.
    """
    if "dues" not in table.memo:
        table.memo["dues"] = tuple(sorted(_dues(table), key=lambda due: (due.at_ms, _ORDER.index(due.kind))))
    found: tuple[Due, ...] = table.memo["dues"]
    return tuple(due for due in found if due.kind != "double" or due.key not in asked) if asked else found


def due(table: Table, asked: Collection[tuple[int, int | None]] = ()) -> Due | None:
    """The first of `dues`."""
    return next(iter(dues(table, asked)), None)


def needs_mind(due: Due) -> int | None:
    """The seat whose bot must be asked before `tick`, None if nobody need be."""
    return due.seat if due.kind in ("double", "bot", "clock") else None


def view_for(table: Table, due: Due) -> View:
    """All that the bot may know; its `options` are what it may answer (a `double`: also nothing)."""
    assert table.deal is not None
    return View.of(table.deal, due.seat)


def pause_ms(table: Table) -> int:
    """How long a bot seems to think. It follows from the table and the event before, never from cards."""
    low, high = PAUSES[table.settings.pace]
    length = low + zlib.crc32(f"{table.id} {table.since_seq}".encode()) % (high - low + 1)
    deal = table.deal
    trick_is_full = deal is not None and deal.play is not None and bool(deal.play.history) and not deal.play.trick
    dealt_just_now = deal is not None and not deal.log
    return length + TRICK_PAUSES[table.settings.pace] * (trick_is_full or dealt_just_now)


def turn_until(table: Table) -> int | None:
    """When the time of the person to play is up; None without a running clock."""
    turn = table.deal.turn if table.deal is not None and table.phase == "deal" else None
    clock_s = table.settings.clock_s
    if turn is None or clock_s is None or not table.running or table.seats[turn].automatic:
        return None
    return table.since_ms + clock_s * 1000


def away_until(table: Table, seat: int) -> int | None:
    """When a bot sits in for somebody whose connection is lost; None if that is not to happen."""
    who = table.seats[seat]
    if not who.taken or who.away_ms is None or who.stand_in:
        return None
    if not table.active and not _is_waited_for(table, who):
        return None
    grace_ms = table.settings.grace_s * 1000
    return max(who.away_ms + grace_ms, table.woke_ms + min(grace_ms, WAKE_MS))


def _is_waited_for(table: Table, who: Seat) -> bool:
    """In the lobby only the host is: nobody else can begin."""
    return table.phase == "lobby" and who.person == table.host and any(seat.present for seat in table.seats)


def _dues(table: Table) -> list[Due]:
    if not table.running and table.phase != "lobby":
        return []
    mark = table.since_seq
    found = []
    for seat in range(len(table.seats)):
        until = away_until(table, seat)
        if until is not None:
            found.append(Due(until, "grace", seat, mark))
    if table.phase == "lobby":
        return found
    if table.phase == "shuffle":
        since = table.since_ms if table.shuffle is None else table.shuffle.since_ms + SHUFFLE_MS
        found.append(Due(since, "shuffle", None, mark))
    elif table.phase == "between":
        if table.all_ready:
            found.append(Due(table.since_ms, "next", None, mark))
        elif table.settings.clock_s is not None:
            found.append(Due(table.since_ms + NEXT_MS, "next", None, mark))
    else:
        found += _of_deal(table)
    return found


def _of_deal(table: Table) -> list[Due]:
    deal, mark = table.deal, table.since_seq
    assert deal is not None
    turn = deal.turn
    pause = pause_ms(table)
    found = []
    until = turn_until(table)
    if turn is None:
        found.append(Due(table.since_ms, "next", None, mark))
    elif table.seats[turn].automatic:
        found.append(Due(max(table.since_ms, table.seats[turn].bot_ms) + pause, "bot", turn, mark))
    elif until is not None:
        found.append(Due(until, "clock", turn, mark))
    if deal.phase == "play":
        for seat in deal.seats:
            who = table.seats[seat]
            if seat != turn and who.automatic and deal.options_of(seat):
                at_ms = max(table.since_ms, who.bot_ms) + min(pause, DOUBLE_MS)
                found.append(Due(at_ms, "double", seat, mark))
    return found


def tick(table: Table, due: Due, *, now_ms: int, entropy: bytes, answer: str | None = None) -> tuple[Event, ...]:
    """The events that follow from something due; none if it is not due (any more), or for a bot that does not double.

    answer: what the bot says or plays; None or what is not legal: a legal default, marked `defaulted` in `Acted`.
    """
    # It may have been put off since somebody began to wait for it.
    now_due = next(
        (one for one in dues(table) if (one.kind, one.seat, one.mark) == (due.kind, due.seat, due.mark)), None
    )
    if now_due is None or now_ms < now_due.at_ms:
        return ()
    draft = Draft(table, now_ms, entropy)
    if due.kind == "grace":
        assert due.seat is not None
        draft.add(events.StoodIn(due.seat))
    elif due.kind == "shuffle":
        _leave_out(draft)
    elif due.kind == "next":
        if table.phase == "between":
            flow.go_on(draft)
    elif due.kind == "double":
        assert due.seat is not None and table.deal is not None
        if answer not in table.deal.options_of(due.seat):
            return ()
        flow.act(draft, due.seat, answer, "bot")
    else:
        assert due.seat is not None
        _play(draft, due.seat, answer, "clock" if due.kind == "clock" else "bot")
    flow.push(draft)
    return draft.found


def _leave_out(draft: Draft) -> None:
    shuffle = draft.table.shuffle
    if shuffle is None:
        return
    for entrant in shuffle.entrants:
        if entrant.missing and (shuffle.stage == "reveal" or entrant.hash is None):
            draft.add(events.LeftOut(entrant.seat))


def _play(draft: Draft, seat: int, answer: str | None, by: By) -> None:
    table = draft.table
    if answer is not None and may.legal(table, seat, answer):
        flow.act(draft, seat, answer, by)
        return
    assert table.deal is not None
    options = table.deal.options_of(seat)
    if not options:
        raise Refused("table/phase", "nothing to say or play", seat=seat)
    default = next((word for word in ("pass", "keep") if word in options), options[0])
    flow.act(draft, seat, default, by, defaulted=True)
