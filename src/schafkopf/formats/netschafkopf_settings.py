"""The settings of a NetSchafkopf table, which its protocols do not print, worked out from the hands played there.

- Tariff: each hand prints its price term by term (``Das Rufspiel kostet 2 Punkte. Mit Schneider 3 Punkte.``), so the
  base prices and the steps for Schneider, Schwarz and Laufende stand there. ``Das Einzelspiel`` is one price for every
  game of one against three. Schwarz and Laufende that nobody was charged are taken to cost a step of Schneider more;
  anything else that no hand shows is left as the base ruleset has it. A hand's own printed terms go before those of the
  rest of the file.
- Laufende: the minimum of each contract is what agrees with the runs that were paid and those that were not; where
  that leaves a choice it is that of the kindred contracts (those with Ober and Unter, those of one rank), then 3.
- Knocking, Kontra, Ramsch and its Durchmarsch and Jungfrau: on if the file has one of them.
- A Ramsch tie: ``Bei Augengleichheit verliert, wer den höheren Ober hatte`` is the higher trump dealt.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Any

from schafkopf.formats.netschafkopf_text import Hand
from schafkopf.game.alphabet import CARDS
from schafkopf.game.compile import contract
from schafkopf.game.contract import KINDS
from schafkopf.game.facts import run_of
from schafkopf.game.plan import Plan, lanes
from schafkopf.game.play import winner
from schafkopf.game.ruleset import load_ruleset

Overrides = dict[str, Any]

SINGLE = ("farbgeier", "geier", "farbwenz", "wenz", "solo")
CONTRACTS = ("rufspiel", *SINGLE, *(f"{name}-tout" for name in SINGLE))
_USUAL_RUN = 3
_KINDRED = (("rufspiel", "solo"), ("wenz", "farbwenz", "geier", "farbgeier"))


def _plan(hand: Hand) -> Plan:
    """The hand for the engine, with seats as indices into the names. Nothing read from it depends on the settings."""
    card = CARDS[f"{hand.suit}A"] if KINDS[hand.contract].line == "called" else None
    made = contract(load_ruleset("bavaria"), hand.contract, suit=hand.suit, card=card)
    table = lanes(made.order, sum(map(len, hand.dealt)))
    seats = tuple(range(len(hand.names)))
    dealt = tuple(table.mask([CARDS[name] for name in cards]) for cards in hand.dealt)
    declarer = None if hand.declarer is None else hand.names.index(hand.declarer)
    called = 0 if card is None else 1 << table.lane_of[card]
    return Plan(made, table, seats, declarer, None, dealt, (0,) * len(seats), called, seats[0])


def _side(plan: Plan) -> frozenset[int]:
    return plan.side(plan.find_holder(plan.dealt)) or frozenset()


def declarers(hand: Hand) -> set[str]:
    """The declarer, with the holder of the called ace."""
    return {hand.names[seat] for seat in _side(_plan(hand))}


def laufende(hand: Hand) -> int:
    """How many of the highest trumps the side of the declarer, or the other one, was dealt without a gap."""
    plan = _plan(hand)
    side = _side(plan)
    ours = sum(plan.dealt[seat] for seat in plan.seats if seat in side)
    return run_of(plan.lanes.trumps, ours, sum(plan.dealt) - ours)[0]


def takers(hand: Hand) -> set[str]:
    """Who took a trick."""
    plan = _plan(hand)
    size = len(plan.seats)
    tricks = (hand.plays[start : start + size] for start in range(0, len(hand.plays), size))
    return {trick[winner(plan, tuple(plan.lanes.lane_of[CARDS[card]] for _, card in trick))][0] for trick in tricks}


def file_overrides(hands: Sequence[Hand], marches: Iterable[Hand]) -> Overrides:
    """What all hands of a table share and the ruleset ``bavaria`` has otherwise.

    marches: the Ramsch hands in which one player was paid by the three others.
    """
    contracts = {hand.contract for hand in hands}
    overrides: Overrides = {
        "contracts": list(CONTRACTS),
        "auction": {"mode": "name_at_once"},
        "tariff": _merge_tariffs(hands),
        "laufende": {"min": _laufende_min(hands)},
    }
    if any(hand.count("knock") for hand in hands):
        overrides["knock"] = {"who": "anyone", "factor": "double"}
    if any(hand.count("kontra") for hand in hands):
        overrides["kontra"] = {"max": 4}
    if "ramsch" in contracts:
        overrides["all_pass"] = {"do": "ramsch"}
        overrides["ramsch"] = _ramsch([hand for hand in hands if hand.contract == "ramsch"], list(marches))
    return overrides


def hand_overrides(shared: Overrides, hand: Hand) -> Overrides:
    """The overrides of one hand: those of its table, its pack and its own prices."""
    overrides = deepcopy(shared)  # records must not share what a reader may change
    overrides["tariff"] |= _tariff(hand)
    if len(hand.dealt[0]) == 6:
        overrides = {"deck": {"cards": 24}, "deal": {"packets": [3, 3]}, **overrides}
    return overrides


def _tariff(hand: Hand) -> dict[str, int]:
    """What the terms of one price tell about the tariff."""
    steps, before = dict[str, int](), 0
    for term in hand.terms:
        step = term.price - before
        before = term.price
        if term.name == "base":
            steps[KINDS[hand.contract].price] = step
        elif term.name == "schneider":
            steps["schneider"] = step
        elif term.name == "schwarz":
            steps["schwarz"] = steps.get("schneider", 0) + step  # the key is what Schwarz adds in all
        elif term.name == "laufende" and term.count and step % term.count == 0:
            steps["laufende"] = step // term.count
    return {name: step for name, step in steps.items() if step >= 0}


def _merge_tariffs(hands: Sequence[Hand]) -> dict[str, Any]:
    seen: dict[str, Counter[int]] = {}
    for hand in hands:
        for name, amount in _tariff(hand).items():
            seen.setdefault(name, Counter())[amount] += 1
            if name in SINGLE:
                seen.setdefault("single", Counter())[amount] += 1
    usual = {name: counter.most_common(1)[0][0] for name, counter in seen.items()}
    if "schneider" in usual:
        usual = {"schwarz": 2 * usual["schneider"], "laufende": usual["schneider"]} | usual
    single = usual.pop("single", None)
    if single is not None:
        usual = dict.fromkeys(SINGLE, single) | usual
    known = ("rufspiel", *SINGLE, "ramsch", "schneider", "schwarz", "laufende")
    return {"unit": "point"} | {name: usual[name] for name in known if name in usual}


def _laufende_min(hands: Sequence[Hand]) -> dict[str, int]:
    paid: dict[str, list[int]] = {}
    unpaid: dict[str, list[int]] = {}
    for hand in hands:
        key = KINDS[hand.contract].run
        if key is not None:
            count = hand.count("laufende")
            (paid if count else unpaid).setdefault(key, []).append(count or laufende(hand))

    def choose(names: Iterable[str], usual: int) -> int:
        lowest = max((run for name in names for run in unpaid.get(name, ())), default=0) + 1
        highest = min((run for name in names for run in paid.get(name, ())), default=99)
        return min(max(usual, lowest), highest)

    return {name: choose([name], choose(group, _USUAL_RUN)) for group in _KINDRED for name in group}


def _ramsch(hands: list[Hand], marches: list[Hand]) -> dict[str, Any]:
    virgins = [hand for hand in hands if len(takers(hand)) < len(hand.names)]
    printed = any(hand.count("virgin") for hand in hands)
    march = "none"
    if marches:
        all_tricks = all(len(takers(hand)) == 1 for hand in marches)
        march = "all_tricks" if all_tricks else "points 91"
    return {
        "tie": ["highest_trump_dealt"],
        "virgin": "none" if virgins and not printed else "double_all",
        "march": march,
        "march_pay": "ramsch",
    }
