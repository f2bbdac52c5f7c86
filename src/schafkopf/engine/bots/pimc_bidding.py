"""What `pimc` says: games and doubling, valued over deals that agree with what was said before.

A game is solved with all cards in view, as the cards are. But the players will not see all cards: a lone declarer makes
more than that and a declarer with a partner whom nobody knows makes less. How much was measured on played deals
(`bench/calibrate_pimc.py`), and a result is taken for a spread of results around what the search finds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

import numpy as np

from schafkopf.engine.bots import bidding, rules
from schafkopf.engine.bots.judging import judge
from schafkopf.engine.bots.levels import Level
from schafkopf.engine.bots.memory import Table
from schafkopf.engine.bots.pimc_cards import COARSE, Drift, Floats, Meter, Scene, Solver, played_out, scale
from schafkopf.engine.bots.weights import Temper, played, said
from schafkopf.engine.desk import desk
from schafkopf.engine.kernels import layout as at
from schafkopf.engine.kernels.layout import Numbers
from schafkopf.engine.kernels.playout import State
from schafkopf.engine.kernels.prepare import prepare
from schafkopf.engine.kernels.solve import grade
from schafkopf.engine.position import position
from schafkopf.engine.stakes import Stakes
from schafkopf.engine.worlds import Worlds
from schafkopf.game.alphabet import LEVELS
from schafkopf.game.cards import cards_of
from schafkopf.game.compile import Bid, bids, contract
from schafkopf.game.contract import Contract
from schafkopf.game.plan import lanes
from schafkopf.game.view import View

_HOPELESS = 0.15
"""Chance to win, by the features of the hand, below which a game is not looked at."""
_CANDIDATES = 4
_FIRST = 8
"""Deals after which a candidate may be left behind."""
_ANY_CARD = np.array([-1], np.int64)
_TIMES = 4
"""Playouts of a deal that could not be solved."""
_NODES_PER_DRAW = 300
_LEAST_DRAWS = 50


@dataclass(frozen=True)
class Offer:
    """A game as it would be played by one who may name it."""

    bid: Bid | None
    contract: Contract
    declarer: int
    """Seat."""
    partner: int | None
    """Seat of a partner whom the line fixes."""
    usual: float
    """What the features of the hand promise, in the ruleset's unit."""


class _Estimate:
    """What an offer is worth to me, deal by deal."""

    def __init__(self, view: View, offer: Offer, level: Level) -> None:
        self.view = view
        self.offer = offer
        self.level = level
        made = offer.contract
        self.lanes = lanes(made.order, view.rules["deck.cards"])
        self.place = {seat: number for number, seat in enumerate(view.seats)}
        declarer = self.place[offer.declarer]
        partner = None if offer.partner is None else self.place[offer.partner]
        leader = declarer if made.duty.declarer_leads else 0
        self.position = position(
            made,
            self.lanes,
            places=len(view.seats),
            turn=leader,
            leader=leader,
            trick=(),
            played=(0,) * len(view.seats),
            declarer=declarer,
            partner=partner,
            freed=False,
            holder=None,
        )
        self.leader = leader
        self.fixed = {seat for seat in (offer.declarer, offer.partner) if seat is not None}
        self.stakes = Stakes.seen(view, made, offer.declarer)
        self.called = 0 if made.line.card is None else 1 << self.lanes.lane_of[made.line.card]
        self.amounts: list[float] = []
        self.weights: list[float] = []

    def add(self, hands: Numbers, weight: float, work: Numbers, meter: Meter, state: State) -> None:
        """Solve one deal (cards by place); where that is too much, play it out."""
        view, made = self.view, self.offer.contract
        rows = [self.lanes.mask(list(cards_of(int(mask)))) for mask in hands]
        side = set(self.fixed)
        if self.called:
            side |= {seat for seat, row in zip(view.seats, rows, strict=True) if row & self.called}
        dealt = dict(zip(view.seats, rows, strict=True))
        team = frozenset(side)
        run, with_run = self.stakes.run(team, dealt, self.lanes.trumps)
        trumps = (dealt[self.offer.declarer] & self.lanes.trumps).bit_count()
        ladder = self.stakes.ladder(team, run, with_run, trumps)
        assert view.seat is not None
        drift = Drift.of(made)
        asked = scale(ladder, view.seat, grid=COARSE, spread=drift.spread, shift=drift.shift, tilt=0.0)
        limit = max(1, meter.left() // 3)
        steps = asked.steps if made.goal.kind == "points" else np.array([view.rules.hand_size], np.int64)
        with meter.searching():
            prepare(work, self.position, np.array(rows, np.int64), limit)
            rung = grade(work, self.leader, 0, 0, -1, -1, 0, 0, 0, steps, (len(steps) + 1) // 2)
        meter.used += int(work[at.NODES])
        if rung < 0:
            out = played_out(work, self.position, np.array(rows, np.int64), _ANY_CARD, _TIMES, state)
            meter.used += out.size * sum(row.bit_count() for row in rows)
            paid = asked.paid(out >> 4, out & 15, view.rules.hand_size, made.goal.kind)
            amount = float(paid.mean())
        elif made.goal.kind == "points":
            amount = float(asked.worth[rung])
        else:
            amount = (
                asked.missed if not rung else asked.everything if made.goal.kind == "every_trick" else asked.nothing
            )
        self.amounts.append(amount)
        self.weights.append(weight)

    def mean(self) -> float:
        """What it brings, on average; the features of the hand count as a few deals more."""
        prior = self.level.bid_prior
        total = sum(w * a for w, a in zip(self.weights, self.amounts, strict=True))
        number = sum(self.weights)
        scaled = number / max(self.weights, default=1.0)
        share = scaled / (scaled + prior) if number else 0.0
        return share * (total / number if number else 0.0) + (1.0 - share) * self.offer.usual

    def error(self) -> float:
        """Standard error of the mean."""
        if len(self.amounts) < 2:
            return math.inf
        return float(np.std(self.amounts)) / math.sqrt(len(self.amounts))


def _draws(level: Level, meter: Meter) -> int:
    return max(_LEAST_DRAWS, min(level.draws, meter.left() // _NODES_PER_DRAW))


def _state(rng: Random) -> State:
    return np.array([rng.getrandbits(63) | 1], np.uint64)


def _worlds(view: View, level: Level, rng: Random, draws: int) -> tuple[Numbers, Floats, Floats]:
    """Deals (cards by place), each once; weights; and keys that say in which order to solve them."""
    source = Worlds.of(view)
    draw = source.draw(draws, rng.getrandbits(64))
    worlds, times = np.unique(draw, axis=0, return_counts=True)
    likely = np.log(times)
    if level.inference:
        likely = likely + said(view, source.dealt(worlds), Temper())
    weights = np.exp(likely - likely.max())
    return worlds, weights, weights / np.random.default_rng(rng.getrandbits(64)).random(len(weights))


def say(view: View, rng: Random, level: Level, meter: Meter) -> str:
    """What to say in the auction; what is not about the value of a game is left to the rules of thumb."""
    named = bids(view.rules)
    if "redeal" in view.options or "accept" in view.options:
        return rules.choose(view, rng)
    announcing = "play" in view.options
    choices = bidding.after_play(view) if announcing else [named[text] for text in view.options if text in named]
    offers = _offers(view, choices, must="pass" not in view.options)
    best, worth = _best(view, offers, rng, level, meter)
    if "pass" not in view.options:
        assert best is not None
        assert best.bid is not None
        return best.bid.text
    if best is None or best.bid is None or worth <= passing(view, level):
        # A Hochzeit, which needs no strength, and the rest.
        return rules.choose(view, rng) if "hochzeit" in view.options else "pass"
    return "play" if announcing else best.bid.text


def passing(view: View, level: Level) -> float:
    """What it is worth to pass with a hand that might as well play: others play, mostly against me."""
    stake = view.rules["tariff.rufspiel"] if not view.rules.chalk else 0
    return -level.passing * float(stake)


def _offers(view: View, choices: list[Bid], *, must: bool) -> list[Offer]:
    """The games worth a look, the most promising first."""
    assert view.seat is not None
    found = []
    seen: set[tuple[str, str | None, int | None]] = set()
    for bid in sorted(choices, key=lambda bid: bid.rank):
        what = (bid.name, bid.suit, bid.card)
        if bid.kind.line == "taker" or what in seen:
            # A higher promise for the same game wins no more than the lowest that may be named.
            continue
        seen.add(what)
        judged = judge(view.rules, bid, view.hand)
        if judged.chance >= _HOPELESS or must:
            made = contract(view.rules, bid.name, suit=bid.suit, card=bid.card, promise=bid.promise)
            found.append((judged.chance, Offer(bid, made, view.seat, None, judged.gain)))
    found.sort(key=lambda pair: (-pair[1].usual, pair[1].bid.rank if pair[1].bid else ()))
    return [offer for _, offer in found[:_CANDIDATES]]


def _best(view: View, offers: list[Offer], rng: Random, level: Level, meter: Meter) -> tuple[Offer | None, float]:
    if not offers:
        return None, 0.0
    worlds, weights, keys = _worlds(view, level, rng, _draws(level, meter))
    state = _state(rng)
    order = np.argsort(-keys, kind="stable")
    running = [_Estimate(view, offer, level) for offer in offers]
    alone = passing(view, level)
    with desk() as work:
        for number, world in enumerate(order[: level.bid_worlds]):
            if number and meter.left() <= 0:
                break
            floor = keys[order[number + 1]] if number + 1 < len(order) else 0.0
            for estimate in running:
                if estimate is not None:
                    estimate.add(worlds[world], max(weights[world], floor), work, meter, state)
            if number + 1 >= _FIRST and (number + 1) % 4 == 0:
                # Left behind is what is clearly worse than another one or than passing; one alone may be decided.
                lead = max(estimate.mean() - estimate.error() for estimate in running)
                bar = max(lead, alone) if "pass" in view.options else lead
                left = [e for e in running if e.mean() + 2.0 * e.error() >= bar]
                running = left or [max(running, key=lambda e: e.mean())]
                if len(running) == 1:
                    only = running[0]
                    if "pass" not in view.options or abs(only.mean() - alone) > 3.0 * only.error():
                        break
    best = max(running, key=lambda estimate: estimate.mean())
    return best.offer, best.mean()


def name_trump(view: View, rng: Random, level: Level, meter: Meter) -> str:
    """The trump suit of the chalk game."""
    assert view.seat is not None
    across = view.seats[(view.seats.index(view.seat) + 2) % len(view.seats)]
    offers = []
    for text in view.options:
        made = contract(view.rules, "chalk", suit=text.split()[1])
        offers.append((text, Offer(None, made, view.seat, across, 0.0)))
    best, _ = _best(view, [offer for _, offer in offers], rng, level, meter)
    return next(text for text, offer in offers if offer is best)


# -- doubling ----------------------------------------------------------------------------------------------------------


def doubling(view: View, rng: Random, level: Level, meter: Meter) -> str | None:
    """The Kontra word to say now, or None: doubled is better where the average over likely worlds is well above 0."""
    word = next((text for text in view.options if text in LEVELS), None)
    if word is None:
        return None
    table = Table.of(view)
    if table.contract.goal.kind != "points":
        # A Tout or a Bettel is named by who is all but sure of it: worlds drawn by features of hands miss that.
        return rules.double(view, rng)
    source = Worlds.of(view)
    worlds, times = np.unique(source.draw(_draws(level, meter), rng.getrandbits(64)), axis=0, return_counts=True)
    scene = Scene(table)
    likely = np.log(times)
    if level.inference:
        likely = likely + said(view, source.dealt(worlds), Temper()) + played(scene, worlds, level.floor, level.trust)
    weights = np.exp(likely - likely.max())
    keys = weights / np.random.default_rng(rng.getrandbits(64)).random(len(weights))
    order = np.argsort(-keys, kind="stable")
    drift = Drift.of(table.contract)
    alone = table.contract.line.kind == "alone"
    margin = (level.double if alone else level.double_called) * _price(table)
    amounts: list[float] = []
    heavy: list[float] = []
    state = _state(rng)
    with desk() as work:
        solver = Solver(scene, meter, work, grid=COARSE, spread=drift.spread, shift=drift.shift, tilt=0.0)
        for number, world in enumerate(order[: level.bid_worlds]):
            left = meter.left()
            if left <= 0 and number >= _FIRST:
                break
            found = solver.worth(worlds[world], left // 4) if left > 0 else None
            if found is None:
                amounts.append(solver.outcome(worlds[world], _TIMES, state))
            else:
                amounts.append(scene.settled(found, worlds[world]))
            heavy.append(max(weights[world], keys[order[number + 1]] if number + 1 < len(order) else 0.0))
            if len(amounts) >= _FIRST and len(amounts) % 4 == 0:
                mean = float(np.average(amounts, weights=heavy))
                if abs(mean - margin) > 2.5 * float(np.std(amounts)) / math.sqrt(len(amounts)):
                    break
    return word if float(np.average(amounts, weights=heavy)) > margin else None


def _price(table: Table) -> float:
    """What the game costs each who pays, as it stands."""
    tariff = table.contract.tariff
    return float(max(1, tariff.base * tariff.factor + tariff.raises)) * 2.0 ** len(table.view.kontra)
