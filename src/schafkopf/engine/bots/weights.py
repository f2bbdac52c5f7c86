"""How likely a world is: what its players would have said with these hands, and played with these cards.

Uniform worlds forget that who passed had no fine game, that who named one had a reason, and that a smear is meant for
somebody. Each word and each card has a likelihood in each world, by how the bots and other players behave (`habits.py`,
`judging.py`); a weight is their product. No single sign is believed to the end: a floor stands under every likelihood.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from schafkopf.engine.bots import kernel
from schafkopf.engine.bots.habits import HABITS
from schafkopf.engine.bots.judging import ALONE, ALONE_HEADS_ONLY, WITH_PARTNER, Weights
from schafkopf.engine.bots.pimc_cards import Floats, Scene
from schafkopf.engine.kernels import layout as at
from schafkopf.engine.kernels.layout import Numbers
from schafkopf.game.alphabet import CARDS
from schafkopf.game.cards import NAMES
from schafkopf.game.compile import Bid, bids, contract, plain_mask
from schafkopf.game.contract import PARTNER_LINES
from schafkopf.game.plan import lanes
from schafkopf.game.ruleset import Ruleset
from schafkopf.game.view import View

_EVERYTHING_ELSE = 0.06
"""Share of players who say something for reasons of their own."""


@dataclass(frozen=True)
class _Sheet:
    """A contract as hands are judged for it."""

    bid: Bid
    order: Numbers
    lengths: Numbers
    weights: Floats
    need: float
    spread: float
    stake: float
    alone: bool
    suit: int
    """The called suit's plain cards as a mask."""


@lru_cache(maxsize=64)
def sheets(rules: Ruleset) -> tuple[_Sheet, ...]:
    """Every game that is named and won with points."""
    return tuple(_sheet(rules, bid) for bid in bids(rules).values() if bid.kind.goal == "points" and not bid.promise)


def _sheet(rules: Ruleset, bid: Bid) -> _Sheet:
    made = contract(rules, bid.name, suit=bid.suit, card=bid.card)
    table = lanes(made.order, rules["deck.cards"])
    alone = made.line.kind not in PARTNER_LINES
    weights = WITH_PARTNER if not alone else ALONE if made.order.suit is not None else ALONE_HEADS_ONLY
    order = list(reversed(table.cards))
    lengths = [table.trumps.bit_count()]
    plain = (1 << len(table.cards)) - 1 & ~table.trumps
    while plain:
        suit = table.suit[plain.bit_length() - 1]
        lengths.append(suit.bit_count())
        plain &= ~suit
    tariff = made.tariff
    stake = (tariff.base * tariff.factor + tariff.raises) * (rules["table.players"] - 1 if alone else 1)
    return _Sheet(
        bid,
        np.array(order, np.int64),
        np.array(lengths, np.int64),
        _numbers(weights),
        float(made.goal.need),
        weights.spread,
        float(max(1, stake)),
        alone,
        0 if bid.card is None or bid.suit is None else plain_mask(bid.kind.heads, bid.suit),
    )


def _numbers(weights: Weights) -> Floats:
    return np.array(
        [
            weights.base,
            weights.share,
            weights.power,
            weights.masters,
            weights.aces,
            weights.tens,
            weights.voids,
            weights.short,
        ]
    )


def chances(sheet: _Sheet, hands: Numbers, rules: Ruleset) -> Floats:
    """How likely each hand (cards) wins this game; 0 where it may not be named."""
    points = np.empty(len(hands))
    hands = np.ascontiguousarray(hands)
    kernel.promises(hands, rules.hand_size, sheet.order, sheet.lengths, sheet.weights, points)
    likely = 1.0 / (1.0 + np.exp((sheet.need - points) / sheet.spread))
    bid = sheet.bid
    if bid.card is None:
        return likely
    called = 1 << bid.card
    length = np.bitwise_count(hands & sheet.suit)
    likely *= 1.0 - 0.02 * length
    allowed = np.ones(len(hands), bool)
    if rules["call.own_ace"] == "forbid":
        allowed &= (hands & called) == 0
    if bid.kind.void:
        allowed &= length == 0
    elif rules["call.min_cards"]:
        allowed &= (hands & sheet.suit & ~called) != 0
    for rank in "AZK"[: "AZK".index(NAMES[bid.card][1])]:
        allowed &= (hands >> NAMES.index(f"{bid.suit}{rank}") & 1) == 1
    return np.where(allowed, likely, 0.0)


def _wanted(likely: Floats, threshold: float, width: float) -> Floats:
    """How likely a player with this chance to win wants the game."""
    return 1.0 / (1.0 + np.exp((threshold - likely) / width))


@dataclass(frozen=True)
class Temper:
    """How the others are thought to bid."""

    partner: float = 0.50
    alone: float = 0.52
    width: float = 0.05
    """How sharply the wish to play grows around these."""
    choice: float = 0.12
    """How sharply the better of two games is preferred, in parts of the better one's stake."""


def said(view: View, dealt: Numbers, temper: Temper) -> Floats:
    """Logarithm of how likely what the others said in the auction is: dealt (n, places) cards -> (n,)."""
    found = np.zeros(len(dealt))
    rules = view.rules
    if rules.chalk:
        return found
    named = bids(rules)
    table = sheets(rules)
    if not table:
        return found
    cache: dict[int, Floats] = {}

    def wants(place: int) -> Floats:
        """(sheets, n): how likely the place wants each game."""
        if place not in cache:
            hands = dealt[:, place]
            rows = []
            for sheet in table:
                threshold = temper.alone if sheet.alone else temper.partner
                likely = chances(sheet, hands, rules)
                rows.append(np.where(likely > 0.0, _wanted(likely, threshold, temper.width), 0.0))
            cache[place] = np.array(rows)
        return cache[place]

    best: Bid | None = None
    promised = False
    over = False
    final: dict[int, Bid] = {}
    for action in view.log:
        text = action.text
        if text in ("knock", "keep") or text in CARDS:
            continue
        if action.seat == view.seat or action.seat not in view.seats:
            if text in named and (best is None or named[text].rank > best.rank):
                best = named[text]
            promised = promised or text == "play"
            continue
        place = view.seats.index(action.seat)
        if text in named and named[text].kind.line != "taker":
            final[place] = named[text]
            best = named[text] if best is None or named[text].rank > best.rank else best
        elif text == "play":
            open_to = [i for i, sheet in enumerate(table) if sheet.alone or not promised]
            promised = True
            if open_to:
                found += np.log(_floored(wants(place)[open_to].max(axis=0)))
        elif text == "pass" and not over:
            open_to = [
                i
                for i, sheet in enumerate(table)
                if (sheet.alone or not promised) and (best is None or sheet.bid.rank > best.rank)
            ]
            if open_to and place not in final:
                found += np.log(_floored(1.0 - wants(place)[open_to].max(axis=0)))
        if text == "accept":
            over = True
    for place, bid in final.items():
        found += _named(table, bid, dealt[:, place], rules, temper)
    return found


def _floored(likely: Floats) -> Floats:
    return (1.0 - _EVERYTHING_ELSE) * likely + _EVERYTHING_ELSE * 0.5


def _named(table: tuple[_Sheet, ...], bid: Bid, hands: Numbers, rules: Ruleset, temper: Temper) -> Floats:
    """Logarithm of how likely a hand names this game: that it wants it, and that it is its best."""
    own = next(
        (
            i
            for i, sheet in enumerate(table)
            if (sheet.bid.name, sheet.bid.suit, sheet.bid.card) == (bid.name, bid.suit, bid.card)
        ),
        None,
    )
    if own is None:
        return _named_otherwise(table, bid, hands, rules)
    likely = np.array([chances(sheet, hands, rules) for sheet in table])
    gains = np.array([sheet.stake for sheet in table])[:, None] * (2.0 * likely - 1.0)
    gains = np.where(likely > 0.0, gains, -np.inf)
    sheet = table[own]
    scale = temper.choice * sheet.stake
    better = np.clip((gains - gains.max(axis=0)) / scale, -50.0, 0.0)
    share = np.exp(better[own]) / np.exp(better).sum(axis=0)
    threshold = temper.alone if sheet.alone else temper.partner
    # What is not possible is left to `worlds`.
    return np.log(_floored(_wanted(likely[own], threshold, temper.width))) + np.log(_floored(share))


def _named_otherwise(table: tuple[_Sheet, ...], bid: Bid, hands: Numbers, rules: Ruleset) -> Floats:
    """For goals of tricks: a Tout wants a hand that would be sure of its points, a Bettel a low one."""
    if bid.kind.goal == "no_trick":
        made = contract(rules, bid.name)
        table_of = lanes(made.order, rules["deck.cards"])
        return -0.35 * _trouble(np.array(table_of.cards), table_of.suit, table_of.trumps, hands)
    same = [s for s in table if s.bid.kind.heads == bid.kind.heads and s.bid.suit == bid.suit and s.alone]
    if not same:
        return np.zeros(len(hands))
    return np.log(_floored(chances(same[0], hands, rules) ** 4))


def _trouble(cards: Numbers, suits: tuple[int, ...], trumps: int, hands: Numbers) -> Floats:
    """`judging.trouble` of many hands (cards)."""
    found = np.zeros(len(hands))
    number = np.zeros(len(hands))
    for lane, card in enumerate(cards):
        if suits[lane] & ((1 << lane) - 1) == 0:
            number[:] = 0.0
            low = lane
        held = (hands >> int(card) & 1).astype(np.float64)
        step = 1.0 if trumps >> lane & 1 else 2.0
        found += held * np.maximum(0.0, (lane - low) - step * number)
        number += held
    return found


def played(scene: Scene, hands: Numbers, floor: float, trust: float) -> Floats:
    """Logarithm of how likely the cards that the others played are: hands held now (n, places) -> (n,)."""
    rows = history(scene)
    kind = scene.table.contract.goal.kind
    if not len(rows) or kind not in ("points", "every_trick"):
        return np.zeros(len(hands))
    dealt = hands | np.array(scene.played, np.int64)
    sides, position = scene.sides(hands)
    found = np.empty((len(hands), len(rows)))
    kernel.likelihoods(_from_start(position), rows, dealt, sides, scene.me, HABITS, floor, found)
    return trust * found.sum(axis=1)


def _from_start(position: Numbers) -> Numbers:
    whole = position.copy()
    whole[at.FREED] = 0
    return whole


def history(scene: Scene) -> Numbers:
    """What was played, as `kernel.likelihood` reads it."""
    table = scene.table
    rows = []
    for trick in table.tricks:
        led, best, winner = 0, -1, -1
        for turn, (seat, lane) in enumerate(trick):
            place = scene.seats.index(seat)
            rows.append((place, lane, turn, led, best, winner))
            if turn == 0:
                led = table.lanes.suit[lane]
            if turn == 0 or (lane > best and (led | table.trumps) >> lane & 1):
                best, winner = lane, place
    return np.array(rows, np.int64).reshape(len(rows), kernel.CARD)
