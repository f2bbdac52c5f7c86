"""From the game's values to what goes over the wire, where nothing has to be hidden: rules, bills, errors, deals."""

from __future__ import annotations

from collections.abc import Iterable

from schafkopf.game.cards import NAMES, UNKNOWN, Card, deck
from schafkopf.game.deal import Deal
from schafkopf.game.dealing import table_sizes
from schafkopf.game.errors import SchafkopfError
from schafkopf.game.facts import Facts
from schafkopf.game.plan import Lanes
from schafkopf.game.play import Play
from schafkopf.game.ruleset import Ruleset
from schafkopf.game.settlement import Settlement
from schafkopf.server import wire


def rules_info(rules: Ruleset) -> wire.RulesInfo:
    """What drawing a table needs to know of its rules."""
    packets = list(rules["deal.packets"])
    return wire.RulesInfo(
        id=rules.id,
        overrides=rules.overrides,
        family="chalk" if rules.chalk else "schafkopf",
        players=rules["table.players"],
        seats=list(table_sizes(rules)),
        hand_size=sum(packets),
        packets=packets,
        cards=[NAMES[card] for card in deck(rules["deck.cards"])],
        unit="stroke" if rules.chalk else rules["tariff.unit"],
        head=rules["chalk.head"] if rules.chalk else None,
        teams=[list(team) for team in rules.teams],
    )


def bill_info(bill: Settlement, passed: str | None) -> wire.BillInfo:
    """A settlement; `passed` says how a deal ended that nobody played."""
    return wire.BillInfo(
        terms=[
            wire.TermInfo(term.name, count=term.count, amount=term.amount, factor=term.factor, seats=list(term.seats))
            for term in bill.terms
        ],
        amounts=list(bill.amounts),
        pot=bill.pot,
        strokes=None if bill.strokes is None else list(bill.strokes),
        provisional=bill.provisional,
        passed=passed,
    )


def outcome_info(facts: Facts) -> wire.OutcomeInfo:
    """What a played deal came down to."""
    return wire.OutcomeInfo(
        side=sorted(facts.side),
        won=facts.won if facts.side else None,
        losers=list(facts.losers),
        points=list(facts.points),
        tricks=list(facts.tricks),
        side_points=facts.side_points or 0,
        schneider=facts.schneider,
        schwarz=facts.schwarz,
        laufende=facts.laufende,
        laufende_with=facts.laufende_with,
    )


def error_info(error: SchafkopfError) -> wire.ErrorInfo:
    """An error as it goes over the wire."""
    return wire.ErrorInfo(error.code, error.seat, error.action, list(error.allowed), error.detail, error.where)


def passed_of(deal: Deal) -> str | None:
    """How a deal ended that nobody played: `redeal`, `pot`, `double`, `thrown_in`; None for any other."""
    return deal.outcome.kind if deal.finished and deal.play is None and deal.outcome is not None else None


def open_contract(play: Play) -> wire.ContractInfo:
    """The contract with everything the cards tell, also what no single seat may know."""
    plan = play.plan
    contract = plan.contract
    side = plan.side(play.holder)
    partner = None
    if side is not None and len(side) == 2:
        partner = next((seat for seat in side if seat != plan.declarer), None)
    return wire.ContractInfo(
        name=contract.name,
        suit=contract.suit,
        card=None if contract.line.card is None else NAMES[contract.line.card],
        declarer=plan.declarer,
        partner=partner,
        promise=contract.promise,
        by_club_jack=plan.by_club_jack,
        trumps=list(plan.lanes.names(plan.lanes.trumps)),
    )


def trick_info(play: Play, leader: int, cards: Iterable[int], winner: int | None) -> wire.TrickInfo:
    """A trick from its lanes, leader first."""
    return wire.TrickInfo(leader, [NAMES[play.plan.lanes.cards[lane]] for lane in cards], winner)


def sorted_hand(order: Lanes, hand: Iterable[Card | None]) -> list[str]:
    """The names of some cards, trumps first and the strongest before the others; unknown cards last."""
    known = sorted(hand, key=lambda card: 1 if card is None else -order.lane_of[card])
    return [UNKNOWN if card is None else NAMES[card] for card in known]
