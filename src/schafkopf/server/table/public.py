"""The parts of what is sent that everybody at the table may know."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from schafkopf.game import Ruleset, View, compile
from schafkopf.game.alphabet import CARDS
from schafkopf.game.cards import parse_card
from schafkopf.game.dealing import Carried
from schafkopf.game.plan import lanes
from schafkopf.game.view import SeenContract, SeenTrick
from schafkopf.server import fairness, wire
from schafkopf.server.shown import bill_info, outcome_info, rules_info
from schafkopf.server.table import books, due, events
from schafkopf.server.table.events import Event
from schafkopf.server.table.parts import Seat, Shuffle
from schafkopf.server.table.state import Table

_rules = lru_cache(maxsize=256)(rules_info)


def of_table(table: Table) -> dict[str, Any]:
    """All fields of a State that have nothing to do with cards."""
    session = table.booked
    deal = table.deal
    carried = Carried() if session is None else session.carried
    if deal is not None and (table.phase == "deal" or table.practice):
        carried = deal.carried
    playing = deal.seats if deal is not None else () if session is None or table.phase == "over" else session.seats
    return {
        "id": table.id,
        "code": table.code,
        "rules": _rules(table.rules),
        "settings": table.settings,
        "phase": table.phase,
        "paused": table.paused,
        "asleep": table.asleep,
        "seats": table.from_seats("shown", lambda: [_seat(table, i, seat) for i, seat in enumerate(table.seats)]),
        "players": _players(table),
        "watchers": len(table.watchers),
        "dealer": deal.dealer if deal is not None else 0 if session is None else session.dealer,
        "number": table.number,
        "practice": table.practice,
        "carried": _carried(carried),
        "shuffle": None if table.shuffle is None else _shuffle(table, table.shuffle),
        "playing": list(playing),
        "clock": _clock(table),
        "open_hands": table.open_hands,
        "history": _history(table),
        "proposal": _proposal(table),
        "payments": [wire.Payment(*payment) for payment in table.payments],
    }


def _seat(table: Table, index: int, seat: Seat) -> wire.SeatInfo:
    return wire.SeatInfo(
        kind=seat.kind,
        player=table.accounts[index] if table.accounts else None,
        name=seat.name,
        level=seat.level if seat.automatic else None,
        connected=seat.kind == "bot" or seat.present,
        away_until_ms=due.away_until(table, index) if table.running else None,
        stand_in=seat.stand_in or seat.leaving,
        ready=table.phase == "between" and (seat.automatic or seat.ready),
    )


def _players(table: Table) -> list[wire.PlayerInfo]:
    bill = books.amounts(table) if table.phase == "between" and not table.practice else [0] * len(table.players)
    seat_of = {account: seat for seat, account in enumerate(table.accounts)}
    found = []
    for index, (player, amount) in enumerate(zip(table.players, bill, strict=True)):
        seat = table.person_seat(player.person) if player.person is not None else seat_of.get(index)
        if player.kind == "bot" and seat is not None and table.seats[seat].kind != "bot":
            seat = None
        found.append(wire.PlayerInfo(player.name, player.kind, player.balance + amount, seat))
    return found


def _carried(carried: Carried) -> wire.CarriedInfo:
    seat, ties = carried.carry or (None, 0)
    return wire.CarriedInfo(
        pot=carried.pot,
        double=carried.double,
        carry_seat=seat,
        ties=ties,
        strokes=list(carried.strokes),
        heads=list(carried.heads),
        bock=len(carried.bock),
    )


def _shuffle(table: Table, shuffle: Shuffle) -> wire.ShuffleInfo:
    pending = shuffle.stage != "done" and table.running
    return wire.ShuffleInfo(
        number=shuffle.number,
        stage=shuffle.stage,
        server_hash=_commitment(shuffle.secret),
        server_secret=shuffle.secret if shuffle.published else None,
        entrants=[wire.Entrant(e.seat, e.hash, e.secret, e.left_out) for e in shuffle.entrants],
        until_ms=shuffle.since_ms + due.SHUFFLE_MS if pending else None,
    )


@lru_cache(maxsize=1024)
def _commitment(secret: str) -> str:
    return fairness.commitment(bytes.fromhex(secret))


def _clock(table: Table) -> wire.ClockInfo | None:
    until = due.turn_until(table)
    if until is None or table.deal is None or table.deal.turn is None:
        return None
    return wire.ClockInfo(table.deal.turn, until, until - table.since_ms)


def _history(table: Table) -> list[wire.PastDeal]:
    lies_there = table.phase == "between" and table.deal is not None and not table.practice
    return [*table.history, books.past_deal(table)] if lies_there else list(table.history)


def _proposal(table: Table) -> wire.ProposalInfo | None:
    proposal = table.proposal
    if proposal is None:
        return None
    return wire.ProposalInfo(proposal.what, proposal.by, sorted(proposal.agreed), list(table.waiting))


# -- the deal, from a view -------------------------------------------------------------------------------------------


def of_deal(table: Table, view: View | None) -> dict[str, Any]:
    """The fields of a State about the deal, from a spectator's view of it (None: nothing is shown)."""
    seats = len(table.seats)
    found: dict[str, Any] = {
        "step": None,
        "turn": None,
        "sizes": [0] * seats,
        "said": [],
        "knocks": [],
        "kontra": [],
        "contract": None,
        "trick": None,
        "last_trick": None,
        "tricks_taken": [0] * seats,
        "tricks": [],
        "hands": [],
        "bill": None,
        "outcome": None,
    }
    if view is None:
        return found
    taken = [0] * seats
    for done in view.tricks:
        if done.winner is not None:
            taken[done.winner] += 1
    found |= {
        "step": "over" if table.void else view.phase,
        "turn": view.turn if table.phase == "deal" else None,
        "sizes": list(view.sizes),
        "said": said(view),
        "knocks": list(view.knocks),
        "kontra": list(view.kontra),
        "contract": contract(table, view),
        "trick": None if view.trick is None else trick(view.trick),
        "last_trick": trick(view.tricks[-1]) if view.tricks else None,
        "tricks_taken": taken,
    }
    return found if table.phase != "between" else {**found, **_after(table, view)}


def _after(table: Table, view: View) -> dict[str, Any]:
    if table.void or view.bill is None:
        nothing = wire.BillInfo([], [0] * len(table.seats), 0, None, provisional=False, passed="thrown_in")
        return {"bill": nothing}
    return {
        "tricks": [trick(done) for done in view.tricks],
        "hands": [list(hand) for hand in view.hands],
        "bill": bill_info(view.bill, view.passed),
        "outcome": None if view.facts is None else outcome_info(view.facts),
    }


def trick(seen: SeenTrick) -> wire.TrickInfo:
    """A trick as it is sent."""
    return wire.TrickInfo(seen.leader, list(seen.cards), seen.winner)


def said(view: View) -> list[wire.SaidInfo]:
    """What was said in the deal, as the viewer may know it."""
    return [wire.SaidInfo(action.seat, action.text) for action in view.log if action.text not in CARDS]


def contract(table: Table, view: View) -> wire.ContractInfo | None:
    """The contract as the viewer may know it."""
    seen = view.contract
    return None if seen is None else _contract(table.rules, seen)


@lru_cache(maxsize=4096)
def _contract(rules: Ruleset, seen: SeenContract) -> wire.ContractInfo:
    card = None if seen.card is None else parse_card(seen.card)
    made = compile.contract(rules, seen.name, suit=seen.suit, card=card, promise=seen.promise)
    order = lanes(made.order, rules["deck.cards"])
    return wire.ContractInfo(
        name=seen.name,
        suit=seen.suit,
        card=seen.card,
        declarer=seen.declarer,
        partner=seen.partner,
        promise=seen.promise,
        by_club_jack=seen.by_club_jack,
        trumps=list(order.names(order.trumps)),
    )


def happening(before: Table, event: Event, after: Table) -> wire.Happening:
    """What everybody is told of an event that is no action of the deal. Persons' ids and secrets stay here."""
    kind: str = event.__struct_config__.tag  # type: ignore[assignment]
    if isinstance(event, events.Swapped):
        return wire.Happening(kind, seat=event.a, other=event.b)
    seat = getattr(event, "seat", None)
    if seat is None:
        return wire.Happening(kind)
    text: str | None = None
    if isinstance(event, events.Proposed):
        text = event.what
    elif isinstance(event, events.Said):
        text = event.phrase
    name = after.seats[seat].name or before.seats[seat].name
    return wire.Happening(kind, seat=seat, name=name, text=text)
