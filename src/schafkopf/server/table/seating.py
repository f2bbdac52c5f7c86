"""Commands about seats: coming and going, and what the host may do."""

from __future__ import annotations

import random

from schafkopf.game import first_dealer
from schafkopf.server import wire
from schafkopf.server.errors import Refused
from schafkopf.server.table import events, flow, names
from schafkopf.server.table.actor import Actor, need_phase, need_seat, play_again
from schafkopf.server.table.flow import Draft
from schafkopf.server.table.may import free_seats, may_resume, may_swap

MOST_PLAYERS = 64
"""Accounts at one table."""


# -- coming and going ------------------------------------------------------------------------------------------------


def sit(draft: Draft, actor: Actor, do: wire.Sit) -> None:
    table = draft.table
    need_phase(table, "lobby", "shuffle", "deal", "between")
    if do.seat is not None:
        need_seat(table, do.seat)
    if actor.place is not None:
        if do.seat not in (None, actor.place):
            raise Refused("table/already-seated", seat=actor.place)
        return
    if actor.person in table.removed:
        raise Refused("request/forbidden", "the host has removed you")
    own = [i for i, seat in enumerate(table.seats) if seat.leaving and seat.person == actor.person]
    free = own or free_seats(table)
    seat = do.seat if do.seat is not None else next(iter(free), None)
    if seat is None:
        raise Refused("table/full")
    if seat not in free:
        raise Refused("table/seat-taken", seat=seat)
    if table.open_hands and table.phase == "deal":
        raise Refused("table/phase", "whoever watched has seen all hands")
    if table.player_of(actor.person) is None and len(table.players) >= MOST_PLAYERS:
        raise Refused("table/limit", "too many accounts")
    known = table.player_of(actor.person)
    wanted = do.name or (table.players[known].name if known is not None else None)
    taken = [s.name for i, s in enumerate(table.seats) if i != seat]
    taken += [player.name for i, player in enumerate(table.players) if i != known]
    draft.add(events.Sat(seat, actor.person, names.own(wanted, taken, f"Gast {seat + 1}")))


def stand(draft: Draft, actor: Actor, do: wire.Stand) -> None:
    seat = actor.seat
    need_phase(draft.table, "lobby", "between")
    draft.add(events.Stood(seat))


def leave(draft: Draft, actor: Actor, do: wire.Leave) -> None:
    if actor.place is None or draft.table.phase == "over":
        return
    draft.add(events.Left(actor.seat))
    _close_if_empty(draft)


def _close_if_empty(draft: Draft) -> None:
    """Without persons, and without a host who looks on, there is nobody to play for."""
    if not draft.table.seated and draft.table.host not in draft.table.watchers:
        flow.finish(draft)


def back(draft: Draft, actor: Actor, do: wire.Back) -> None:
    play_again(draft, actor.seat)


def rename(draft: Draft, actor: Actor, do: wire.Rename) -> None:
    table, seat = draft.table, actor.seat
    name = names.own(do.name, flow.taken_names(table, but=seat), table.seats[seat].name)
    if name != table.seats[seat].name:
        draft.add(events.Renamed(seat, actor.person, name))


# -- the host --------------------------------------------------------------------------------------------------------


def add_bot(draft: Draft, actor: Actor, do: wire.AddBot) -> None:
    table = draft.table
    actor.must_be_host()
    need_phase(table, "lobby", "between")
    seat = table.seats[need_seat(table, do.seat)]
    if seat.kind == "person":
        raise Refused("table/seat-taken", seat=do.seat)
    if seat.kind != "bot":
        draft.add(events.BotSat(do.seat, flow.bot_name(table), do.level))
    elif seat.level != do.level:
        draft.add(events.BotSat(do.seat, seat.name, do.level))


def remove(draft: Draft, actor: Actor, do: wire.Remove) -> None:
    table = draft.table
    actor.must_be_host()
    need_phase(table, "lobby", "shuffle", "deal", "between")
    seat = table.seats[need_seat(table, do.seat)]
    if do.seat == actor.place:
        raise Refused("request/forbidden", "one leaves oneself")
    if seat.kind == "open" or seat.leaving:
        return
    if seat.kind == "bot" and table.phase != "lobby":
        raise Refused("table/phase", "a bot's seat is free to take")
    draft.add(events.Removed(do.seat))
    _close_if_empty(draft)


def swap(draft: Draft, actor: Actor, do: wire.Swap) -> None:
    table = draft.table
    actor.must_be_host()
    need_phase(table, "lobby", "between")
    a, b = need_seat(table, do.a), need_seat(table, do.b)
    if a == b:
        return
    if not may_swap(table, a, b):
        raise Refused("table/phase", "what is written belongs to the team")
    draft.add(events.Swapped(a, b))


def change(draft: Draft, actor: Actor, do: wire.Set) -> None:
    actor.must_be_host()
    need_phase(draft.table, "lobby", "shuffle", "deal", "between")
    if do.settings != draft.table.settings:
        draft.add(events.Changed(do.settings))


def start(draft: Draft, actor: Actor, do: wire.Start) -> None:
    actor.must_be_host()
    need_phase(draft.table, "lobby")
    if not draft.table.seated:
        raise Refused("table/not-seated", "nobody sits here")
    begin(draft)


def begin(draft: Draft, *, dealer: int | None = None, level: str = "medium") -> None:
    """Bots take the free seats that are needed, others go; the first dealer is found as the rules have it."""
    needed = draft.table.rules["table.players"] - sum(seat.kind != "open" for seat in draft.table.seats)
    for seat, who in enumerate(draft.table.seats):
        if who.kind == "open" and needed > 0:
            draft.add(events.BotSat(seat, flow.bot_name(draft.table), level))
            needed -= 1
    keep = [i for i, seat in enumerate(draft.table.seats) if seat.kind != "open"]
    if dealer is None:
        lots = random.Random(draft.secret("dealer"))
        dealer = first_dealer(draft.table.rules, len(keep), lots)
    draft.add(events.Started(keep, dealer))


def pause(draft: Draft, actor: Actor, do: wire.Pause) -> None:
    actor.must_be_host()
    need_phase(draft.table, "shuffle", "deal", "between")
    if not draft.table.paused:
        draft.add(events.Paused())


def resume(draft: Draft, actor: Actor, do: wire.Resume) -> None:
    if not may_resume(draft.table, actor.person):
        actor.must_be_host()
    if draft.table.paused:
        draft.add(events.Resumed())


def finish(draft: Draft, actor: Actor, do: wire.Finish) -> None:
    table = draft.table
    actor.must_be_host()
    if table.phase == "over":
        return
    if table.phase == "deal" and not table.practice:
        raise Refused("table/phase", "the deal is played to its end")
    if table.deal is not None:
        flow.close_claims(draft)
        flow.gather(draft)
    flow.finish(draft)
