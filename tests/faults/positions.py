"""Positions and players for the fault checks."""

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from tests.cases.table import named, passed, record, replay, spoken, tricks

from schafkopf.game import Action, Deal, Ruleset, load_ruleset, parse_cards
from schafkopf.game.cards import NAMES
from schafkopf.game.dealing import Hand
from schafkopf.game.plan import Plan
from schafkopf.game.play import legal

DEALS = Path(__file__).parent / "data" / "deals.json"
SHORT = {"deck": {"cards": 24}, "deal": {"packets": [3, 3]}}
RAMSCH = {"all_pass": {"do": "ramsch"}}
ALL_GAMES = {
    "contracts": [
        *("rufspiel", "bettel", "farbgeier", "geier", "farbwenz", "wenz", "solo"),
        *("farbgeier-tout", "geier-tout", "farbwenz-tout", "wenz-tout", "solo-tout", "sie"),
    ]
}


def plan_of(contract: str | None, *, overrides: Mapping[str, Any] | None = None) -> Plan:
    """The plan of a contract under the Bavarian rules, no card known; None: a Ramsch."""
    changes = {**ALL_GAMES, **(RAMSCH if contract is None else {}), **(overrides or {})}
    rules = load_ruleset("bavaria").with_overrides(changes)
    said = spoken(rules, contract or "", None if contract is None else 1)
    play = replay(record("bavaria", {}, said, overrides=changes)).play
    assert play is not None
    return play.plan


def legal_cards(plan: Plan, hand: str, trick: str = "", *, freed: bool = False) -> set[str]:
    """What may be played of a hand to the cards on the table."""
    lane = plan.lanes.lane_of
    on_table = tuple(lane[card] for card in parse_cards(trick))
    return set(plan.lanes.names(legal(plan, plan.lanes.mask(parse_cards(hand)), on_table, freed=freed)))


def played(name: str, **parts: Any) -> Deal:
    """One of the complete deals of `data/deals.json`."""
    one = next(one for one in json.loads(DEALS.read_text(encoding="utf-8")) if one["name"] == name)
    if "contract" not in one:
        parts["overrides"] = {**RAMSCH, **parts.get("overrides", {})}
        return replay(record("bavaria", one["hands"], passed(), tricks(*one["tricks"]), **parts))
    said = named(one["contract"], one["declarer"])
    return replay(record("bavaria", one["hands"], said, tricks(*one["tricks"]), **parts))


def dealt(*hands: str) -> tuple[Hand, ...]:
    """Hands from their cards' names."""
    return tuple(parse_cards(hand) for hand in hands)


def seen_names(deal: Deal) -> list[str]:
    """The names of all cards played so far, in order."""
    return [action.text for action in deal.log if action.text in NAMES]


def any_action(deal: Deal, rng: Random, *, doubling: float = 0.05) -> Action:
    """Something a seat may say or play now: mostly the seat to move, now and then a Kontra out of turn."""
    options = deal.options()
    choices = [(seat, text) for seat, texts in options.items() for text in texts if seat == deal.turn or doubling]
    words = [(seat, text) for seat, text in choices if text in ("kontra", "re", "supra", "resupra")]
    if words and rng.random() < doubling:
        return Action(*rng.choice(words))
    moves = [(seat, text) for seat, text in choices if (seat, text) not in words]
    own = [(seat, text) for seat, text in moves if seat == deal.turn]
    return Action(*rng.choice(own or moves))


def played_out(deal: Deal, rng: Random, *, doubling: float = 0.05) -> Deal:
    """The deal brought to its end by players who do anything that is allowed."""
    while deal.phase != "over":
        deal = deal.after(any_action(deal, rng, doubling=doubling))
    return deal


def varied(rules: str, **overrides: Any) -> Ruleset:
    """A shipped ruleset with some tables changed."""
    return load_ruleset(rules).with_overrides(overrides)
