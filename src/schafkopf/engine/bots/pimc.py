"""Perfect-information Monte Carlo: draw worlds, solve each with all cards in view, in money, and take the average."""

from __future__ import annotations

from random import Random

import numpy as np

from schafkopf.engine.bots import pimc_bidding, rules
from schafkopf.engine.bots.ducking import weigh_bettel, weigh_ramsch
from schafkopf.engine.bots.levels import LEVELS, Level
from schafkopf.engine.bots.memory import Table
from schafkopf.engine.bots.pimc_cards import Drift, Floats, Meter, Scene, Solver, forget, grid_for
from schafkopf.engine.bots.pimc_ramsch import RamschSolver
from schafkopf.engine.bots.player import Budget, Player
from schafkopf.engine.bots.playing import weigh
from schafkopf.engine.bots.weights import Temper, played, said
from schafkopf.engine.desk import desk
from schafkopf.engine.kernels.layout import Numbers
from schafkopf.engine.worlds import Worlds
from schafkopf.game.alphabet import CARDS
from schafkopf.game.view import View

TEMPER = Temper()
_PACE = 6_000.0
"""Nodes per millisecond, on the slow side; only decides when to stop beginning new worlds."""
_FEW = 16
"""Worlds before which nothing is given up for lost."""
_HARD = 40_000
"""Nodes that a world may always take while there are so many."""
_DUCKS = 50.0
"""Points of `ducking` that make a stake."""
_CLEAR = 3.5
"""Standard errors by which a card must lead to be played before the time is up."""


def player(option: str) -> Player:
    """The bot of this level; without an option the strongest. Raises ValueError that lists the levels."""
    name = option or "hard"
    if name not in LEVELS:
        raise ValueError(f"pimc has no {option!r}; there are {', '.join(LEVELS)}")
    return Pimc(LEVELS[name])


class Pimc:
    """See the module. Holds nothing about a deal; `fallbacks` counts answers without a solved world."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.fallbacks = 0

    def choose(self, view: View, rng: Random, budget: Budget) -> str:
        """See `Player`."""
        if len(view.options) == 1:
            return view.options[0]
        meter = self._meter(budget)
        if view.phase == "auction" and self.level.search_bids:
            return pimc_bidding.say(view, rng, self.level, meter)
        if view.phase == "trump" and self.level.search_bids:
            return pimc_bidding.name_trump(view, rng, self.level, meter)
        if view.phase != "play":
            return rules.choose(view, rng)
        word = self._double(view, rng, self._meter(budget, 0.3))
        if word is not None:
            return word
        cards = [text for text in view.options if text in CARDS]
        return cards[0] if len(cards) == 1 else self._card(view, rng, meter)

    def double(self, view: View, rng: Random, budget: Budget) -> str | None:
        """See `Player`."""
        return self._double(view, rng, self._meter(budget)) if view.phase == "play" else None

    def _double(self, view: View, rng: Random, meter: Meter) -> str | None:
        if not self.level.search_bids:
            return rules.double(view, rng)
        return pimc_bidding.doubling(view, rng, self.level, meter)

    def _meter(self, budget: Budget, share: float = 1.0) -> Meter:
        ms, nodes = budget.ms, budget.nodes
        if ms is None and nodes is None:
            ms = self.level.ms
        return Meter(None if ms is None else share * ms, None if nodes is None else max(1, int(share * nodes)), _PACE)

    def _card(self, view: View, rng: Random, meter: Meter) -> str:
        table = Table.of(view)
        if _settled(table):
            return rules.choose(view, rng)
        tally = self._solve(table, rng, meter)
        if not tally.count:
            self.fallbacks += 1
            return rules.choose(view, rng)
        return table.name(self._best(table, tally))

    def _best(self, table: Table, tally: Tally) -> int:
        """The best lane: what the worlds say, and what is usual where they are few or say nothing."""
        worth, worlds = tally.mean(), tally.effective
        habits = _habits(table)
        stake = float(max(1, table.contract.tariff.base * table.contract.tariff.factor))
        seen = table.view.contract
        if table.contract.line.kind == "alone" and seen is not None and seen.declarer == table.me:
            stake *= len(table.view.seats) - 1
        share = worlds / (worlds + self.level.prior)
        usual = stake * (1.0 - share + self.level.habit)
        score = {lane: share * worth[lane] + usual * habits[lane] for lane in habits}
        return max(score, key=lambda lane: (score[lane], lane))

    def _solve(self, table: Table, rng: Random, meter: Meter) -> Tally:
        """What worlds behind this table say of each card."""
        level = self.level
        source = Worlds.of(table.view)
        draw = source.draw(level.draws, rng.getrandbits(64))
        worlds, times = np.unique(draw, axis=0, return_counts=True)
        scene = Scene(table)
        likely = np.log(times)
        if level.inference:
            likely += said(table.view, source.dealt(worlds), TEMPER)
            likely += played(scene, worlds, level.floor, level.trust)
        weights = np.exp(likely - likely.max())
        # Priority sampling: likely worlds first, and whoever is taken stands also for the unlikely ones left out.
        dice = np.random.default_rng(rng.getrandbits(64))
        keys = weights / dice.random(len(weights))
        order = np.argsort(-keys, kind="stable")[: level.worlds + 1]
        held = table.hand.bit_count()
        tally = Tally(table.legal)
        if table.contract.goal.kind == "fewest_points":
            self._everyone(RamschSolver(scene, meter), worlds, weights, keys, order, tally)
            return tally
        with desk() as work:
            solver = Solver(
                scene,
                meter,
                work,
                spread=level.spread * (held - 1) ** 0.5,
                shift=level.drift * Drift.of(table.contract).shift * (held - 1) / max(1, scene.size - 1),
                tilt=level.tilt,
                grid=grid_for(held),
            )
            for number, world in enumerate(order):
                remaining = meter.left()
                if remaining <= 0 or number == level.worlds:
                    break
                hands = worlds[world] if level.memory is None else forget(scene, worlds[world], level.memory, dice)
                limit = max(remaining // 6, min(remaining, _HARD))
                if not tally.count and 2 * meter.used > meter.used + remaining:
                    # Nothing but hard worlds so far: one of them gets all that is left.
                    limit = remaining
                found = solver.worth(hands, limit)
                if found is not None:
                    tally.add(found, weights[world], keys[order[number + 1]] if number + 1 < len(order) else 0.0)
                    if tally.count % _FEW == 0 and tally.clear(_CLEAR):
                        break
        return tally

    def _everyone(
        self, solver: RamschSolver, worlds: Numbers, weights: Floats, keys: Floats, order: Numbers, tally: Tally
    ) -> None:
        for chunk in solver.chunks(order[: self.level.worlds]):
            if solver.meter.left() <= 0:
                break
            rows = solver.worth(worlds[chunk])
            number = tally.count + len(chunk)
            floor = keys[order[number]] if number < len(order) else 0.0
            for world, row in zip(chunk, rows, strict=True):
                tally.add(row, weights[world], floor)
            if tally.count % _FEW == 0 and tally.clear(_CLEAR):
                break


def _settled(table: Table) -> bool:
    """Whether the cards can change nothing any more: a Tout or a Bettel that is lost."""
    seen = table.view.contract
    goal = table.contract.goal.kind
    if seen is None or goal not in ("every_trick", "no_trick"):
        return False
    own = sum(trick.winner == seen.declarer for trick in table.view.tricks)
    return own < len(table.view.tricks) if goal == "every_trick" else own > 0


def _habits(table: Table) -> dict[int, float]:
    """What is usual, in stakes."""
    goal = table.contract.goal.kind
    if goal == "no_trick":
        return {lane: weight / _DUCKS for lane, weight in weigh_bettel(table).items()}
    if goal == "fewest_points":
        return {lane: weight / _DUCKS for lane, weight in weigh_ramsch(table).items()}
    return weigh(table)


class Tally:
    """The answers of the worlds so far."""

    def __init__(self, legal: int) -> None:
        self.lanes = np.array([lane for lane in range(32) if legal >> lane & 1], np.int64)
        self._rows: list[Floats] = []
        self._weights: list[float] = []
        self._floor = 0.0

    @property
    def count(self) -> int:
        """Worlds solved."""
        return len(self._rows)

    def add(self, worth: Floats, weight: float, floor: float) -> None:
        """The answer of a world. floor: the key of the next world, below which a weight says nothing by itself."""
        self._rows.append(worth[self.lanes])
        self._weights.append(weight)
        self._floor = floor

    def _weighted(self) -> tuple[Floats, Floats]:
        weights = np.maximum(np.array(self._weights), self._floor)
        return np.array(self._rows), weights / weights.sum()

    @property
    def effective(self) -> float:
        """As how many worlds of equal weight these count."""
        weights = np.maximum(np.array(self._weights), self._floor)
        return float(weights.sum() ** 2 / (weights**2).sum())

    def mean(self) -> Floats:
        """By lane what I may expect; NaN for what is not legal."""
        rows, weights = self._weighted()
        found = np.full(32, np.nan)
        found[self.lanes] = weights @ rows
        return found

    def clear(self, sigmas: float) -> bool:
        """Whether one card leads every other by so many standard errors, or all are alike."""
        rows, weights = self._weighted()
        means = weights @ rows
        best = int(np.argmax(means))
        behind = rows[:, best : best + 1] - rows
        error = np.sqrt((weights**2) @ (behind - weights @ behind) ** 2)
        rest = np.delete(means[best] - means - sigmas * error, best)
        return bool((rest > 0.0).all())
