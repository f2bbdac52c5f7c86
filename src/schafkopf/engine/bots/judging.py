"""What a hand is worth in a contract: the card points its side may expect, and the chance to reach the goal.

The weights were fitted to games that the bots played against each other with 32 and 24 cards, four and three at the
table; base and spread of the lone games were set again for the present play of the cards, so that games are won as
often as expected (`bench/bots.py` shows how often that is).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import exp

from schafkopf.game.alphabet import CARDS
from schafkopf.game.compile import Bid, contract
from schafkopf.game.contract import PARTNER_LINES, Contract
from schafkopf.game.plan import Lanes, lanes
from schafkopf.game.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Weights:
    """Card points for each feature of a hand; `spread` is how far the real result lies around them."""

    base: float
    share: float
    """All trumps of the pack in this hand."""
    power: float
    """Each trump counts the share of the outside trumps that it beats, per card of the hand."""
    masters: float
    """Each trump of the unbroken row from the highest."""
    aces: float
    """Each plain suit of which the highest card is held."""
    tens: float
    """Each further card of an unbroken row from the highest of a plain suit."""
    voids: float
    """Each plain suit of which no card is held."""
    short: float
    """What is lost when the pack is so short that a hand has fewer than seven cards."""
    spread: float


WITH_PARTNER = Weights(-11.5, 190.0, 40.0, 2.0, 13.0, 2.5, 4.0, -9.0, 12.5)
ALONE = Weights(-37.0, 112.0, 42.0, 4.6, 14.2, 3.8, 9.2, -6.0, 6.5)
# As much `trouble` as makes a Bettel a matter of luck.
_SAFE = 6.8
ALONE_HEADS_ONLY = Weights(-14.0, 61.0, 30.0, 0.0, 15.0, 1.4, 0.0, 0.0, 10.0)


@dataclass(frozen=True, slots=True)
class Features:
    """What is counted in a hand."""

    trumps: int
    share: float
    power: float
    masters: int
    aces: int
    voids: int
    runs: int
    """Plain cards in unbroken rows from the highest of their suit."""
    size: int


@lru_cache(maxsize=4096)
def features(table: Lanes, hand: int) -> Features:
    """The features of a hand (lanes) in the order of a contract."""
    own, out = table.trumps & hand, table.trumps & ~hand
    outside = out.bit_count()
    power, masters, unbroken = 0.0, 0, True
    for lane in range(len(table.cards) - 1, len(table.cards) - 1 - table.trumps.bit_count(), -1):
        if not own >> lane & 1:
            unbroken = False
            continue
        masters += unbroken
        power += (out & ((1 << lane) - 1)).bit_count() / outside if outside else 1.0
    aces = voids = runs = 0
    plain = (1 << len(table.cards)) - 1 & ~table.trumps
    while plain:
        suit = table.suit[plain.bit_length() - 1]
        plain &= ~suit
        mine = hand & suit
        voids += not mine
        lane = suit.bit_length() - 1
        aces += mine >> lane & 1
        while lane >= 0 and mine >> lane & 1:
            runs += 1
            lane -= 1
    count = own.bit_count()
    share = count / table.trumps.bit_count() if table.trumps else 0.0
    return Features(count, share, power, masters, aces, voids, runs, hand.bit_count())


def expected_points(made: Contract, found: Features, *, alone: bool) -> float:
    """The card points the declarer's side may expect."""
    weights = _weights(made, alone)
    return (
        weights.base
        + weights.share * found.share
        + weights.power * found.power / max(1, found.size)
        + weights.masters * found.masters
        + weights.aces * found.aces
        + weights.tens * (found.runs - found.aces)
        + weights.voids * found.voids
        + (weights.short if found.size < 7 else 0.0)
    )


def _weights(made: Contract, alone: bool) -> Weights:
    if not alone:
        return WITH_PARTNER
    return ALONE if made.order.suit is not None else ALONE_HEADS_ONLY


def chance(made: Contract, table: Lanes, hand: int, *, alone: bool) -> float:
    """How likely the declarer's side reaches the goal of the contract with this hand (lanes) in it."""
    goal = made.goal
    if goal.kind == "held":
        return 1.0
    if goal.kind == "no_trick":
        return _chance_without_trick(table, hand)
    found = features(table, hand)
    if goal.kind == "every_trick":
        return _chance_of_all(table, found)
    points = expected_points(made, found, alone=alone)
    return _logistic((points - goal.need) / _weights(made, alone).spread)


def _chance_of_all(table: Lanes, found: Features) -> float:
    outside = table.trumps.bit_count() - found.trumps
    losers = found.size - found.trumps - found.runs
    if losers:
        return 0.0
    # The outside trumps rarely sit in one hand, so a row of three or four masters draws them all.
    return 0.95 if found.masters >= outside else 0.75 if found.masters >= min(outside, 4) else 0.3


def _chance_without_trick(table: Lanes, hand: int) -> float:
    return _logistic((_SAFE - trouble(table, hand)) / 2.6)


def trouble(table: Lanes, hand: int) -> int:
    """How many lower cards of its suit each card would need to be sure to stay below the others.

    The n-th lowest of a plain suit is safe with 2n lower ones in the pack, since the others must follow; trumps are
    also forced out when nothing else is left, so the n-th lowest of them only with n.
    """
    found = 0
    rest = (1 << len(table.cards)) - 1
    while rest:
        suit = table.suit[rest.bit_length() - 1]
        rest &= ~suit
        low = (suit & -suit).bit_length() - 1
        mine = [lane - low for lane in range(suit.bit_length()) if hand & suit & 1 << lane]
        step = 1 if suit & table.trumps else 2
        found += sum(max(0, place - step * number) for number, place in enumerate(mine))
    return found


def _logistic(value: float) -> float:
    return 1.0 / (1.0 + exp(-value)) if value > -40.0 else 0.0


@dataclass(frozen=True, slots=True)
class Judgement:
    """A bid as a hand sees it."""

    bid: Bid
    alone: bool
    chance: float
    gain: float
    """What it may bring the declarer, in the ruleset's unit."""


def judge(rules: Ruleset, bid: Bid, hand: tuple[str, ...]) -> Judgement:
    """How likely a bid is won with this hand, and what it may bring."""
    cards = [CARDS[name] for name in hand]
    made = contract(rules, bid.name, suit=bid.suit, card=bid.card, promise=bid.promise)
    table = lanes(made.order, rules["deck.cards"])
    alone = made.line.kind not in PARTNER_LINES or bid.card in cards
    mask = table.mask(cards)
    likely = chance(made, table, mask, alone=alone)
    if bid.card is not None and not alone:
        # A short called suit runs once; a long one is ruffed.
        length = (mask & table.suit[table.lane_of[bid.card]]).bit_count()
        likely *= 1.0 - 0.02 * length
    stake = (made.tariff.base * made.tariff.factor + made.tariff.raises) * (rules["table.players"] - 1 if alone else 1)
    return Judgement(bid, alone, likely, max(1, stake) * (2.0 * likely - 1.0))
