"""The engine's values in the words of the naive referee in `tests/naive`."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from schafkopf.game import Deal, Ruleset
from schafkopf.game.cards import NAMES
from schafkopf.game.plan import Plan
from schafkopf.game.play import Play

Trick = list[tuple[int, str]]


def plain_rules(rules: Ruleset) -> dict[str, Any]:
    """The ruleset as a nested dict; `call.renonce` alone is enough to enable the Renonce."""
    tree = deepcopy(rules.nested())
    if tree.get("call", {}).get("renonce", "off") != "off" and "renonce" not in tree["contracts"]:
        tree["contracts"].append("renonce")
    return tree


def plain_contract(plan: Plan) -> dict[str, Any]:
    """The contract as the naive referee knows it."""
    contract = plan.contract
    return {
        "name": contract.name,
        # Who plays a Sie has the trumps of a Herz-Solo; laid down it names no suit.
        "suit": contract.order.suit if contract.goal.kind == "every_trick" else contract.suit,
        "declarer": plan.declarer,
        "partner": plan.partner,
        "promise": contract.promise or None,
        "card": None if contract.line.card is None else NAMES[contract.line.card],
    }


def hands_of(plan: Plan, masks: tuple[int, ...]) -> list[list[str]]:
    """The cards in the lane masks of all seats."""
    return [list(plan.lanes.names(mask)) for mask in masks]


def trick_of(plan: Plan, leader: int, lanes: tuple[int, ...]) -> Trick:
    """A trick as (seat, card), leader first."""
    start = plan.seats.index(leader)
    seats = [*plan.seats[start:], *plan.seats[:start]]
    return [(seat, NAMES[plan.lanes.cards[lane]]) for seat, lane in zip(seats, lanes, strict=False)]


def tricks_of(play: Play) -> list[Trick]:
    """All finished tricks."""
    return [trick_of(play.plan, trick.leader, trick.lanes) for trick in play.history]


def describe(deal: Deal) -> str:
    """What is needed to see a disagreement again."""
    hands = [" ".join("??" if card is None else NAMES[card] for card in hand) for hand in deal.hands]
    log = [str(action) for action in deal.log]
    return f"rules {deal.rules.overrides}\ndealer {deal.dealer}, {deal.carried}\nhands {hands}\nlog {log}"
