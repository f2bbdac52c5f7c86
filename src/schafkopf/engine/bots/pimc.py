"""Perfect-information Monte Carlo: draw worlds, solve each with all cards in view, in money, and take the average."""

from __future__ import annotations

import gc
from collections.abc import Iterable
from functools import cache
from random import Random

import numpy as np

from schafkopf.engine.bots import pimc_bidding, rules
from schafkopf.engine.bots.ducking import weigh_bettel, weigh_ramsch
from schafkopf.engine.bots.levels import Level, check_level
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
"""Nodes that a world may always take while there are twice as many."""
_NODES_PER_DRAW = 300
"""What drawing and weighing a world may cost: small budgets draw fewer."""
_LEAST_DRAWS = 50
_NARROW = 4
"""Cards that are compared by one question where a budget is too small for all of them; the most usual ones."""
_LEAST = 300
"""Nodes below which no search is begun."""
_TRIED = 4
"""Worlds that are at least played out where none could be solved."""
_TIMES = 2
_TRIED_PRIOR = 16.0
"""As how many worlds what is usual counts beside those that were only played out."""
_BEHIND = 4.0
"""Standard errors by which a card must lie behind to be left out of further worlds."""
_DUCKS = 50.0
"""Points of `ducking` that make a stake."""
_CLEAR = 3.5
"""Standard errors by which a card must lead to be played before the time is up."""


def player(option: str) -> Player:
    """The bot of this level; without an option the strongest. Raises ValueError that lists the levels."""
    level = check_level(option)
    _settle_memory()
    return Pimc(level)


@cache
def _settle_memory() -> None:
    """Go through what loading the kernels left behind once and now, not in the middle of an answer (about 50 ms)."""
    gc.collect()


class Pimc:
    """See the module. Holds nothing about a deal; `fallbacks` counts answers without any world behind them."""

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
        habits = _habits(table)
        tally = self._solve(table, habits, rng, meter)
        if not tally.count:
            self.fallbacks += 1
            return rules.choose(view, rng)
        return table.name(self._best(table, habits, tally))

    def _best(self, table: Table, habits: dict[int, float], tally: Tally) -> int:
        """The best lane: what the worlds say, and what is usual where they are few or say nothing."""
        worth, worlds = tally.mean(), tally.effective
        stake = _stake(table)
        share = worlds / (worlds + (self.level.prior if tally.solved else _TRIED_PRIOR))
        usual = stake * (1.0 - share + self.level.habit)
        score = {lane: share * worth[lane] + usual * habits[lane] for lane in tally.lanes.tolist()}
        return max(score, key=lambda lane: (score[lane], lane))

    def _solve(self, table: Table, habits: dict[int, float], rng: Random, meter: Meter) -> Tally:
        """What worlds behind this table say of each card."""
        level = self.level
        source = Worlds.of(table.view)
        draws = max(_LEAST_DRAWS, min(level.draws, meter.left() // _NODES_PER_DRAW))
        draw = source.draw(draws, rng.getrandbits(64))
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
            begun = meter.used
            whole = max(1, meter.left())
            for number, world in enumerate(order[: level.worlds]):
                remaining = meter.left()
                # A part is kept for playouts while there may be need of them.
                if remaining <= _LEAST or (not tally.count and 4 * remaining < whole):
                    break
                hands = worlds[world] if level.memory is None else forget(scene, worlds[world], level.memory, dice)
                found = solver.worth(hands, max(remaining // 6, min(remaining // 2, _HARD)))
                if found is None:
                    if not tally.count and not solver.narrow and 3 * (meter.used - begun) > whole:
                        # Nothing but hard worlds so far: better one question answered than many asked.
                        solver.narrow = True
                        solver.only = tally.keep(sorted(habits, key=lambda lane: -habits[lane])[:_NARROW])
                    continue
                tally.add(found, weights[world], _next(keys, order, number))
                if tally.count % _FEW == 0:
                    if tally.clear(_CLEAR):
                        break
                    solver.only = tally.drop(_BEHIND, level.habit * _stake(table))
            if not tally.count:
                self._try(solver, worlds, weights, keys, order, tally, rng)
        return tally

    def _try(
        self,
        solver: Solver,
        worlds: Numbers,
        weights: Floats,
        keys: Floats,
        order: Numbers,
        tally: Tally,
        rng: Random,
    ) -> None:
        """Worlds played out by habit: what always ends."""
        tally.solved = False
        state = np.array([rng.getrandbits(63) | 1], np.uint64)
        for number, world in enumerate(order):
            if number >= _TRIED and solver.meter.left() <= 0:
                break
            tally.add(solver.tried(worlds[world], _TIMES, state), weights[world], _next(keys, order, number))

    def _everyone(
        self, solver: RamschSolver, worlds: Numbers, weights: Floats, keys: Floats, order: Numbers, tally: Tally
    ) -> None:
        for chunk in solver.chunks(order[: self.level.worlds]):
            if tally.count and solver.meter.left() <= 0:
                break
            rows = solver.worth(worlds[chunk])
            floor = _next(keys, order, tally.count + len(chunk) - 1)
            for world, row in zip(chunk, rows, strict=True):
                tally.add(row, weights[world], floor)
            if tally.count % _FEW == 0 and tally.clear(_CLEAR):
                break


def _next(keys: Floats, order: Numbers, number: int) -> float:
    """The key of the world after this one."""
    return float(keys[order[number + 1]]) if number + 1 < len(order) else 0.0


def _stake(table: Table) -> float:
    """What is at stake for me, in the ruleset's unit."""
    tariff, seen = table.contract.tariff, table.view.contract
    stake = float(max(1, tariff.base * tariff.factor))
    if table.contract.line.kind == "alone" and seen is not None and seen.declarer == table.me:
        stake *= len(table.view.seats) - 1
    return stake


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
        """The cards that are compared."""
        self.solved = True
        """Whether the worlds were solved; else they were only played out."""
        self._rows: list[Floats] = []
        self._weights: list[float] = []
        self._floor = 0.0

    @property
    def count(self) -> int:
        """Worlds that gave an answer."""
        return len(self._rows)

    def add(self, worth: Floats, weight: float, floor: float) -> None:
        """The answer of a world. floor: the key of the next world, below which a weight says nothing by itself."""
        self._rows.append(worth)
        self._weights.append(weight)
        self._floor = floor

    def keep(self, lanes: Iterable[int]) -> int:
        """Compare only these from now on; returns them as a mask."""
        self.lanes = np.array(sorted(lanes), np.int64)
        return sum(1 << lane for lane in self.lanes.tolist())

    def _weighted(self) -> tuple[Floats, Floats]:
        weights = np.maximum(np.array(self._weights), self._floor)
        return np.array(self._rows)[:, self.lanes], weights / weights.sum()

    @property
    def effective(self) -> float:
        """As how many worlds of equal weight these count."""
        weights = np.maximum(np.array(self._weights), self._floor)
        return float(weights.sum() ** 2 / (weights**2).sum())

    def mean(self) -> Floats:
        """By lane what I may expect; NaN for what is not compared."""
        rows, weights = self._weighted()
        found = np.full(32, np.nan)
        found[self.lanes] = weights @ rows
        return found

    def _behind(self) -> tuple[int, Floats, Floats]:
        """The best card, by how much each is behind it, and the standard errors of that."""
        rows, weights = self._weighted()
        means = weights @ rows
        best = int(np.argmax(means))
        behind = rows[:, best : best + 1] - rows
        return best, means[best] - means, np.sqrt((weights**2) @ (behind - weights @ behind) ** 2)

    def clear(self, sigmas: float) -> bool:
        """Whether one card leads every other by so many standard errors, or all are alike."""
        best, behind, error = self._behind()
        return bool((np.delete(behind - sigmas * error, best) > 0.0).all())

    def drop(self, sigmas: float, margin: float) -> int:
        """Leave out what is behind the best card by more than `margin` and so many standard errors."""
        _, behind, error = self._behind()
        return self.keep(self.lanes[behind <= margin + sigmas * error].tolist())
