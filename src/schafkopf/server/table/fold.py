"""What each event changes in a table. Nothing is decided here: an event has happened."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from schafkopf.game import Action, Deal, Ruleset, Session, load_ruleset, parse_cards, parse_record
from schafkopf.game.dealing import Hand
from schafkopf.server.table import books, events, people
from schafkopf.server.table.events import Stored
from schafkopf.server.table.parts import Entrant, Seat, Shuffle

if TYPE_CHECKING:
    from schafkopf.server.table.state import Table

Changes = dict[str, Any]


def ruleset(name: str, overrides: dict[str, Any]) -> Ruleset:
    """A ruleset by name with house rules. Raises InvalidRuleset."""
    return _ruleset(name, json.dumps(overrides, sort_keys=True))


@lru_cache(maxsize=1024)
def _ruleset(name: str, overrides: str) -> Ruleset:
    return load_ruleset(name).with_overrides(json.loads(overrides))


def played_again(rules: Ruleset, hands: tuple[Hand, ...], dealer: int, carried: Any, log: Iterable[Action]) -> Deal:
    """A deal from its cards and what was said and played."""
    deal = Deal.new(rules, hands, dealer=dealer, carried=carried)
    for action in log:
        deal = deal.ready_for(action).after(action)
    return deal


def begin(event: events.Created) -> Changes:
    """The fields of a new table."""
    seats = [Seat() for _ in range(event.seats)]
    seats[0] = Seat("person", event.host, event.name)
    return {
        "id": event.table,
        "code": event.code,
        "rules": ruleset(event.rules, event.overrides),
        "host": event.host,
        "settings": event.settings,
        "seats": tuple(seats),
        "record": event.record,
    }


def changes(table: Table, stored: Stored) -> Changes:
    """The fields that an event changes, with their new values."""
    found = _FOLDS[type(stored.event)](table, stored.event, stored.at_ms, stored.seq)
    return {**found, **people.host(table, found)}


# -- from deal to deal -----------------------------------------------------------------------------------------------


def _started(table: Table, event: events.Started, at_ms: int, seq: int) -> Changes:
    seats = tuple(table.seats[old] for old in event.keep)
    session = Session.new(table.rules, len(seats), dealer=event.dealer)
    found: Changes = {"seats": seats, "session": session, "phase": "shuffle", "since_ms": at_ms, "since_seq": seq}
    if table.record is None:
        return found
    record = parse_record(table.record)
    carried = record.session
    deal = played_again(table.rules, record.hands, record.dealer, carried, record.actions)
    if deal.finished:
        deal = Deal.new(table.rules, record.hands, dealer=record.dealer, carried=carried)
    players, accounts = books.accounts(table.players, seats)
    found |= {"deal": deal, "floor": len(deal.log), "practice": True, "phase": "deal", "number": 1}
    return {**found, "players": players, "accounts": accounts, "acted": (seq,) * len(seats)}


def _shuffled(table: Table, event: events.Shuffled, at_ms: int, seq: int) -> Changes:
    players, accounts = books.accounts(table.players, table.seats)
    entrants = tuple(Entrant(seat) for seat in event.entrants)
    # Who is alone has nobody who could wait for his secret.
    stage = "commit" if len(entrants) > 1 else "reveal"
    return {
        "phase": "shuffle",
        "number": event.number,
        "players": players,
        "accounts": accounts,
        "shuffle": Shuffle(event.number, event.secret, entrants, stage, at_ms),  # type: ignore[arg-type]
        "since_ms": at_ms,
        "since_seq": seq,
    }


def _fresh(table: Table, deal: Deal, at_ms: int, seq: int) -> Changes:
    """A deal that begins."""
    return {
        "phase": "deal",
        "deal": deal,
        "void": False,
        "floor": 0,
        "acted": (seq,) * len(table.seats),
        "seats": tuple(replace(seat, ready=False) for seat in table.seats),
        "since_ms": at_ms,
        "since_seq": seq,
    }


def _dealt(table: Table, event: events.Dealt, at_ms: int, seq: int) -> Changes:
    assert table.session is not None and table.shuffle is not None
    deal = table.session.deal(tuple(parse_cards(hand) for hand in event.hands))
    return {**_fresh(table, deal, at_ms, seq), "shuffle": replace(table.shuffle, stage="done")}


def _acted(table: Table, event: events.Acted, at_ms: int, seq: int) -> Changes:
    assert table.deal is not None
    found: Changes = {"deal": table.deal.after(Action(event.seat, event.text))}
    if table.phase == "deal":
        acted = tuple(seq if i == event.seat else old for i, old in enumerate(table.acted))
        found |= {"acted": acted, "since_ms": at_ms, "since_seq": seq}
    return found


def _over(table: Table, at_ms: int, seq: int) -> Changes:
    """The bill comes on the table."""
    proposal = table.proposal
    found: Changes = {"phase": "between", "since_ms": at_ms, "since_seq": seq}
    if table.shuffle is not None:
        found["shuffle"] = replace(table.shuffle, published=True)
    if proposal is not None and proposal.what == "throw_in":
        found["proposal"] = None
    return found


def _settled(table: Table, event: events.Settled, at_ms: int, seq: int) -> Changes:
    return _over(table, at_ms, seq)


def _thrown_in(table: Table, event: events.ThrownIn, at_ms: int, seq: int) -> Changes:
    return {**_over(table, at_ms, seq), "void": True, "proposal": None}


def counts(table: Table) -> bool:
    """Whether the deal on the table goes into the books."""
    return table.deal is not None and table.session is not None and not table.practice


def next_session(table: Table) -> Session:
    """The session after the finished deal on the table."""
    assert table.session is not None and table.deal is not None
    if table.void:
        return table.session
    return replace(table.session.after(table.deal), balances=table.session.balances)


def _booked(table: Table) -> Changes:
    if not counts(table):
        return {}
    assert table.deal is not None
    amounts = books.amounts(table)
    return {
        "session": next_session(table),
        "players": books.paid(table.players, amounts),
        "history": (*table.history, books.past_deal(table)),
    }


def _gathered(table: Table) -> Changes:
    """The cards are gathered up: seats change over that were to."""
    seats = tuple(replace(seat, ready=False) for seat in people.swapped(table.seats, table.swaps))
    found: Changes = {"phase": "shuffle", "shuffle": None, "deal": None, "void": False, "practice": False}
    if table.swaps:
        # A proposal names seats.
        found |= {"swaps": (), "proposal": None}
    return {**found, "seats": seats}


def _went_on(table: Table, event: events.WentOn, at_ms: int, seq: int) -> Changes:
    return {**_booked(table), **_gathered(table), "since_ms": at_ms, "since_seq": seq}


def _practised(table: Table, event: events.Practised, at_ms: int, seq: int) -> Changes:
    old = table.deal
    assert old is not None
    deal = Deal.new(old.rules, old.hands, dealer=old.dealer, carried=old.carried)
    return {**_booked(table), **_fresh(table, deal, at_ms, seq), "practice": True}


def _practice_over(table: Table, event: events.PracticeOver, at_ms: int, seq: int) -> Changes:
    return {**_gathered(table), "since_ms": at_ms, "since_seq": seq}


def _undone(table: Table, event: events.Undone, at_ms: int, seq: int) -> Changes:
    old = table.deal
    assert old is not None
    deal = played_again(old.rules, old.hands, old.dealer, old.carried, old.log[: event.keep])
    found = {**_fresh(table, deal, at_ms, seq), "floor": table.floor}
    if table.shuffle is not None:
        # Whoever comes now is not to know the cards: they are being played again.
        found["shuffle"] = replace(table.shuffle, published=False)
    return found


def _finished(table: Table, event: events.Finished, at_ms: int, seq: int) -> Changes:
    found: Changes = {
        "phase": "over",
        "players": books.paid(table.players, event.shares),
        "payments": tuple((payer, payee, amount) for payer, payee, amount in event.payments),
        "deal": None,
        "shuffle": None,
        "practice": False,
        "proposal": None,
        "paused": False,
        "asleep": False,
    }
    if table.session is not None and any(event.shares):
        found["session"] = replace(table.session, carried=replace(table.session.carried, pot=0))
    return found


_FOLDS: dict[type, Callable[[Table, Any, int, int], Changes]] = {
    events.Sat: people.sat,
    events.Stood: people.stood,
    events.Left: people.left,
    events.Removed: people.removed,
    events.Renamed: people.renamed,
    events.BotSat: people.bot,
    events.Swapped: people.swap,
    events.Changed: people.changed,
    events.Started: _started,
    events.Away: people.away,
    events.CameBack: people.came_back,
    events.StoodIn: people.stood_in,
    events.Returned: people.returned,
    events.Watched: people.watched,
    events.Unwatched: people.unwatched,
    events.Slept: people.slept,
    events.Woke: people.woke,
    events.Paused: people.paused,
    events.Resumed: people.resumed,
    events.Shuffled: _shuffled,
    events.Hashed: people.hashed,
    events.LeftOut: people.left_out,
    events.Shown: people.shown,
    events.Dealt: _dealt,
    events.Acted: _acted,
    events.Settled: _settled,
    events.Readied: people.readied,
    events.WentOn: _went_on,
    events.Said: people.said,
    events.Proposed: people.proposed,
    events.Agreed: people.agreed,
    events.Declined: people.declined,
    events.Opened: people.opened,
    events.ThrownIn: _thrown_in,
    events.Undone: _undone,
    events.Practised: _practised,
    events.PracticeOver: _practice_over,
    events.Finished: _finished,
}
