"""The cards of `pimc`: what each legal card brings, over worlds that are solved with all cards in view."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from time import perf_counter

import numpy as np
import numpy.typing as npt

from schafkopf.engine.bots import kernel
from schafkopf.engine.bots.habits import HABITS
from schafkopf.engine.bots.memory import Table
from schafkopf.engine.kernels import layout as at
from schafkopf.engine.kernels.layout import Numbers
from schafkopf.engine.kernels.playout import State
from schafkopf.engine.kernels.prepare import prepare
from schafkopf.engine.kernels.solve import cards as solve_cards
from schafkopf.engine.position import by_tricks, position
from schafkopf.engine.stakes import Ladder, Stakes
from schafkopf.game.contract import Contract

Floats = npt.NDArray[np.float64]

_FINE = (16, 24, 31, 38, 45, 53, 61, 69, 76, 83, 91, 98, 106)
COARSE = (46, 76)
"""Card points that are asked for beside those that change the bill: with few worlds money alone is flat."""
_ALL = 120


def grid_for(cards: int) -> tuple[int, ...]:
    """What to ask for with so many cards in hand: each question costs most at the beginning."""
    return () if cards >= 8 else COARSE if cards == 7 else _FINE


_ANY = np.zeros_like(HABITS)
_ENOUGH = 20_000
"""Nodes after which the pace of this very search is known."""


class Meter:
    """What is left of a budget, in nodes (cards played by a search): by the clock, by count, or both."""

    def __init__(self, ms: float | None, nodes: int | None, pace: float) -> None:
        """pace: nodes per millisecond by which the time left is translated until it is known better."""
        self.pace = pace
        self.until = None if ms is None else perf_counter() + ms / 1000.0
        self.nodes = nodes
        self.used = 0
        self._searching = 0.0

    def left(self) -> int:
        """Nodes that may still be spent; 0 or less: time is up."""
        by_clock = math.inf if self.until is None else (self.until - perf_counter()) * 1000.0 * self._measured
        by_count = math.inf if self.nodes is None else self.nodes - self.used
        return int(min(by_clock, by_count))

    @contextmanager
    def searching(self) -> Iterator[None]:
        """Around a search: takes its time."""
        start = perf_counter()
        yield
        self._searching += perf_counter() - start

    @property
    def _measured(self) -> float:
        if self.used < _ENOUGH or self._searching <= 0.0:
            return self.pace
        return self.used / self._searching / 1000.0


@dataclass(frozen=True)
class Scale:
    """A ladder as one seat sees it: what to ask of the search, and what the answers are worth."""

    steps: Numbers
    """What the declarer's side makes in the whole deal (points, or tricks in a Tout), ascending."""
    worth: Floats
    """The expected amount of the seat on each rung; one more than steps."""
    missed: float
    """If the goal is missed."""
    nothing: float
    """If the declarer's side takes no trick."""
    everything: float
    asks_nothing: bool
    """Whether that is another amount than that of the lowest rung."""
    asks_everything: bool
    ladder: Ladder
    seat: int

    @cached_property
    def pivot(self) -> int:
        """The step at which most is at stake: as a rule that which wins."""
        return int(np.argmax(np.abs(np.diff(self.worth))))

    def paid(self, points: Numbers, tricks: Numbers, size: int, goal: str) -> Floats:
        """The seat's amounts for results of the declarer's side in whole deals of so many tricks."""
        ladder, seat = self.ladder, self.seat
        amounts = np.array([rung[seat] for rung in ladder.rungs], np.float64)
        reached = tricks if goal == "every_trick" else points
        found = amounts[np.searchsorted(np.array(ladder.steps, np.int64), reached, side="right")]
        return np.where(tricks == 0, self.nothing, np.where(tricks == size, self.everything, found))


@dataclass(frozen=True)
class Drift:
    """How real results lie around what the search finds with all cards in view, for a deal from its first card on."""

    shift: float
    """Card points that the declarer's side makes more than the search says."""
    spread: float
    """Standard deviation."""

    @classmethod
    def of(cls, made: Contract) -> Drift:
        """Measured on played deals: see `bench/calibrate_pimc.py`."""
        if made.line.kind != "alone":
            return cls(-4.0, 16.0)
        return cls(9.0, 15.0) if made.order.suit is not None else cls(15.0, 15.0)


def scale(
    ladder: Ladder, seat: int, *, spread: float, tilt: float, shift: float = 0.0, grid: tuple[int, ...] = _FINE
) -> Scale:
    """What results are worth if the play that follows is not quite the one the search takes for granted.

    spread, shift: see `Drift`. grid: points to be told apart beside those that change the bill. tilt: what a card point
    is worth beside that, in thousandths of what lies between the ends of the ladder: it decides where no bill does.
    """
    amounts = np.array([rung[seat] for rung in ladder.rungs], np.float64)
    steps = sorted({*ladder.steps, *grid})
    worth = []
    for low, high in pairwise((0, *steps, _ALL + 1)):
        middle = (low + high - 1) / 2.0
        value = float(amounts[0])
        for step, (before, after) in zip(ladder.steps, pairwise(amounts), strict=True):
            value += float(after - before) * _reached(middle + shift, step, spread)
        worth.append(value + tilt * 0.001 * float(amounts[-1] - amounts[0]) * middle)
    return Scale(
        np.array(steps, np.int64),
        np.array(worth),
        float(amounts[0]),
        float(ladder.nothing[seat]),
        float(ladder.everything[seat]),
        ladder.nothing != ladder.rungs[0],
        ladder.everything != ladder.rungs[-1],
        ladder,
        seat,
    )


def _reached(points: float, step: int, spread: float) -> float:
    """How likely a step is reached."""
    if spread <= 0.0:
        return float(points >= step)
    return 0.5 * (1.0 + math.erf((points - step + 0.5) / spread / math.sqrt(2.0)))


@dataclass(frozen=True)
class Side:
    """Who plays with whom in a world: places."""

    declarer: int
    holder: int | None
    """Who has or had the called card."""
    partner: int | None
    """Who is the declarer's partner by the line itself."""

    @property
    def places(self) -> frozenset[int]:
        """The declarer's side."""
        return frozenset(place for place in (self.declarer, self.holder, self.partner) if place is not None)


@dataclass(eq=False)
class Scene:
    """What all worlds behind a choice of a card share."""

    table: Table
    _cases: dict[Side, _Case] = field(default_factory=dict)

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """Seats with cards; a place is an index into them."""
        return self.table.view.seats

    @cached_property
    def me(self) -> int:
        """My place."""
        return self.seats.index(self.table.me)

    @cached_property
    def played(self) -> tuple[int, ...]:
        """Lanes that each place has played."""
        found = [0] * len(self.seats)
        for trick in self.table.tricks:
            for seat, lane in trick:
                found[self.seats.index(seat)] |= 1 << lane
        return tuple(found)

    @cached_property
    def leader(self) -> int:
        """The place that led the open trick, or leads now."""
        trick = self.table.trick
        return self.seats.index(trick[0][0]) if trick else self.turn

    @cached_property
    def turn(self) -> int:
        """The place that is to play."""
        turn = self.table.view.turn
        assert turn is not None
        return self.seats.index(turn)

    @cached_property
    def size(self) -> int:
        """Cards that each hand was dealt."""
        return len(self.table.lanes.cards) // len(self.seats)

    @cached_property
    def _played_holder(self) -> int | None:
        called = self.table.called
        return next((place for place, mask in enumerate(self.played) if mask & called), None)

    def ran_away(self, holder: int | None) -> bool:
        """Whether the called card is free because this place, if it holds it, has run away with it."""
        duty = self.table.contract.duty.called
        if holder is None or duty is None or duty.after_run != "free":
            return False
        for trick in self.table.tricks:
            if trick and self.table.called_suit >> trick[0][1] & 1:
                for seat, lane in trick:
                    if self.seats.index(seat) == holder and self.table.called_suit >> lane & 1:
                        return not self.table.called >> lane & 1
        return False

    def side(self, hands: Sequence[int]) -> Side:
        """Who plays with whom if these are the hands."""
        table = self.table
        seen, line = table.view.contract, table.contract.line
        assert seen is not None
        if line.shown_by is not None:
            shows = 1 << table.lanes.lane_of[line.shown_by]
            declarer = next(p for p, mask in enumerate(hands) if (mask | self.played[p]) & shows)
        else:
            assert seen.declarer is not None
            declarer = self.seats.index(seen.declarer)
        if line.kind == "opposite":
            return Side(declarer, None, (declarer + 2) % len(self.seats))
        if line.kind == "called":
            holder = self._played_holder
            if holder is None:
                holder = next(p for p, mask in enumerate(hands) if mask & table.called)
            return Side(declarer, holder, None)
        partner = None if seen.partner is None else self.seats.index(seen.partner)
        return Side(declarer, None, partner)

    def sides(self, hands: Numbers) -> tuple[Numbers, Numbers]:
        """The declarer's side in each of many worlds, as masks of places, and a position (that of the first world)."""
        seen, line = self.table.view.contract, self.table.contract.line
        first = self.side([int(mask) for mask in hands[0]])
        found = np.full(len(hands), sum(1 << place for place in first.places), np.int64)
        if line.kind == "called" and self._played_holder is None:
            holds = (hands & self.table.called) != 0
            found = (1 << first.declarer) | (holds.astype(np.int64) << np.arange(len(self.seats))).sum(axis=1)
        elif line.shown_by is not None and seen is not None and seen.declarer is None:
            found = np.array([sum(1 << p for p in self.side(row).places) for row in hands.tolist()], np.int64)
        return found, self.case(first).position

    def settled(self, worth: Floats, hands: Numbers) -> float:
        """What I get if who is to play takes the best of these for his side."""
        places = self.side([int(mask) for mask in hands]).places
        mine = (self.turn in places) == (self.me in places)
        return float(np.nanmax(worth) if mine else np.nanmin(worth))

    def case(self, side: Side) -> _Case:
        """What the worlds with these sides share."""
        if side not in self._cases:
            self._cases[side] = _Case(self, side)
        return self._cases[side]


class _Case:
    """The worlds in which the same places play together."""

    def __init__(self, scene: Scene, side: Side) -> None:
        table = scene.table
        view = table.view
        self.scene = scene
        self.seats_of_side = frozenset(scene.seats[place] for place in side.places)
        self.declarer = side.declarer
        called_played = bool(table.called & table.played)
        self.position = position(
            table.contract,
            table.lanes,
            places=len(scene.seats),
            turn=scene.turn,
            leader=scene.leader,
            trick=tuple(lane for _, lane in table.trick),
            played=scene.played,
            declarer=side.declarer,
            partner=side.partner,
            freed=scene.ran_away(side.holder),
            holder=side.holder if called_played else None,
        )
        self.points = sum(view.points[seat] for seat in self.seats_of_side)
        self.tricks = sum(trick.winner in self.seats_of_side for trick in view.tricks)
        self.stakes = Stakes.seen(view, table.contract, scene.seats[side.declarer])
        self.in_tricks: Numbers | None = None
        if table.contract.goal.kind == "points":
            self.in_tricks = by_tricks(self.position)
        self._scales: dict[tuple[int, bool, int], Scale] = {}

    def scale(self, hands: Sequence[int], how: Callable[[Ladder], Scale]) -> Scale:
        """The ladder of a world as I see it."""
        scene, trumps = self.scene, self.scene.table.trumps
        dealt = {seat: hands[place] | scene.played[place] for place, seat in enumerate(scene.seats)}
        run, with_run = self.stakes.run(self.seats_of_side, dealt, trumps)
        mine = (dealt[self.stakes.declarer] & trumps).bit_count()
        key = (run, with_run, mine if mine <= self.stakes.contract.goal.low_trumps else 99)
        if key not in self._scales:
            ladder = self.stakes.ladder(self.seats_of_side, run, with_run, mine)
            self._scales[key] = how(ladder)
        return self._scales[key]


class Solver:
    """Solves one world after another, within a budget.

    Three depths: `worth` with all questions; `worth` with the one question at which most is at stake (`narrow`); and
    `tried`, which plays the world to its end a few times as players are wont to, and always ends.
    """

    def __init__(
        self,
        scene: Scene,
        meter: Meter,
        work: Numbers,
        *,
        spread: float,
        tilt: float,
        shift: float = 0.0,
        grid: tuple[int, ...] = _FINE,
    ) -> None:
        self.scene = scene
        self.meter = meter
        self.work = work
        me = scene.table.me
        self._how = lambda ladder: scale(ladder, me, spread=spread, tilt=tilt, shift=shift, grid=grid)
        self._values = np.empty(32, np.int64)
        self._guess = 6
        self.only = scene.table.legal
        """The cards that are still compared."""
        self.narrow = False

    def worth(self, hands: Numbers, limit: int) -> Floats | None:
        """For every lane what I get after it if these are the hands, NaN if not in `only`; None: too hard."""
        row = [int(mask) for mask in hands]
        case = self.scene.case(self.scene.side(row))
        goal = self.scene.table.contract.goal.kind
        asked = case.scale(row, self._how)
        if goal == "points":
            found = self._points(case, asked, hands, limit)
        else:
            found = self._goal(case, asked, hands, limit, goal)
        return found

    def _ask(self, position: Numbers, hands: Numbers, steps: Numbers, guess: int, limit: int) -> Numbers | None:
        with self.meter.searching():
            prepare(self.work, position, hands, max(1, limit))
            best = solve_cards(self.work, self.only, self._values, guess, steps)
        self.meter.used += int(self.work[at.NODES])
        return None if best < 0 else self._values

    def tried(self, hands: Numbers, times: int, state: State) -> Floats:
        """For every lane what I get after it, on average over so many playouts; NaN if not in `only`."""
        lanes = np.array([lane for lane in range(32) if self.only >> lane & 1], np.int64)
        found = np.full(32, np.nan)
        found[lanes] = self._tried(hands, lanes, times, state)
        return found

    def outcome(self, hands: Numbers, times: int, state: State) -> float:
        """What I get, on average over so many playouts."""
        return float(self._tried(hands, np.array([-1], np.int64), times, state)[0])

    def _tried(self, hands: Numbers, lanes: Numbers, times: int, state: State) -> Floats:
        row = [int(mask) for mask in hands]
        case = self.scene.case(self.scene.side(row))
        goal = self.scene.table.contract.goal.kind
        made = played_out(self.work, case.position, hands, lanes, times, state)
        self.meter.used += made.size * sum(mask.bit_count() for mask in row)
        asked = case.scale(row, self._how)
        paid = asked.paid(case.points + (made >> 4), case.tricks + (made & 15), self.scene.size, goal)
        average: Floats = paid.mean(axis=1)
        return average

    def _goal(self, case: _Case, asked: Scale, hands: Numbers, limit: int, goal: str) -> Floats | None:
        left = self.scene.size - len(self.scene.table.view.tricks)
        reached = self._ask(case.position, hands, np.array([left], np.int64), 1, limit)
        if reached is None:
            return None
        made = asked.everything if goal == "every_trick" else asked.nothing
        # In a Bettel the tricks that the declarer leaves to the others are counted.
        return np.where(reached < 0, np.nan, np.where(reached == 1, made, asked.missed))

    def _points(self, case: _Case, asked: Scale, hands: Numbers, limit: int) -> Floats | None:
        steps = asked.steps - case.points
        first = int(np.searchsorted(steps, 1))
        last = int(np.searchsorted(steps, self._rest, side="right"))
        if self.narrow and last > first:
            # What is not asked is taken for the result next to the step.
            first = min(max(first, asked.pivot), last - 1)
            last = first + 1
        if last > first:
            start = self.meter.used
            found = self._ask(case.position, hands, steps[first:last], max(1, self._guess - first), limit)
            if found is None:
                return None
            limit -= self.meter.used - start
            rungs = found.copy()
            rungs[rungs >= 0] += first
            self._guess = int(rungs.max())
        else:
            rungs = np.full(32, -1, np.int64)
            rungs[[lane for lane in range(32) if self.only >> lane & 1]] = first
        worth = np.where(rungs < 0, np.nan, asked.worth[np.maximum(rungs, 0)])
        return worth if self.narrow else self._swept(case, asked, hands, rungs, worth, limit)

    @cached_property
    def _rest(self) -> int:
        """Points in all hands and on the table."""
        return _ALL - sum(self.scene.table.view.points)

    def _swept(
        self, case: _Case, asked: Scale, hands: Numbers, rungs: Numbers, worth: Floats, limit: int
    ) -> Floats | None:
        """Schwarz is not a number of points: it is asked for where the points would allow it."""
        done = len(self.scene.table.view.tricks)
        left = self.scene.size - done
        assert case.in_tricks is not None
        top, low = rungs == len(asked.steps), rungs == 0
        if asked.asks_everything and case.tricks == done and top.any():
            found = self._ask(case.in_tricks, hands, np.array([left], np.int64), 1, limit)
            if found is None:
                return None
            worth = np.where(top & (found == 1), asked.everything, worth)
        elif asked.asks_nothing and case.tricks == 0 and low.any():
            found = self._ask(case.in_tricks, hands, np.array([1], np.int64), 1, limit)
            if found is None:
                return None
            worth = np.where(low & (found == 0), asked.nothing, worth)
        return worth


def played_out(work: Numbers, position: Numbers, hands: Numbers, lanes: Numbers, times: int, state: State) -> Numbers:
    """Playouts of a deal by habit, after each of these lanes (-1: any): see `kernel.playout`."""
    prepare(work, position, hands, 1)
    made = np.empty((len(lanes), times), np.int64)
    # Nobody has the habits of a Bettel: there any card is as likely.
    kernel.playouts(work, lanes, _ANY if position[at.SHUNNED] else HABITS, state, made)
    return made


def forget(scene: Scene, hands: Numbers, tricks: int, dice: np.random.Generator) -> Numbers:
    """The world as one takes it who remembers the small plain cards of the last `tricks` tricks only.

    In each plain suit the others hold as many cards as before, but any of those that are out or were played earlier.
    Aces (the highest of each suit), the called card and trumps are remembered.
    """
    table = scene.table
    old = 0
    for trick in table.tricks[: max(0, len(table.view.tricks) - tricks)]:
        for seat, lane in trick:
            if seat != table.me:
                old |= 1 << lane
    found = hands.copy()
    rest = (1 << len(table.lanes.cards)) - 1 & ~table.trumps
    while rest:
        suit = table.lanes.suit[rest.bit_length() - 1]
        rest &= ~suit
        small = suit & ~(1 << suit.bit_length() - 1) & ~table.called
        lost, out = old & small, table.unseen & small
        if not lost or not out:
            continue
        pool = [lane for lane in range(small.bit_length()) if (lost | out) >> lane & 1]
        held = [lane for lane in pool if out >> lane & 1]
        thought = dict(zip(held, dice.permutation(pool).tolist(), strict=False))
        for place in range(len(found)):
            if place != scene.me:
                mine = int(hands[place]) & out
                moved = sum(1 << thought[lane] for lane in held if mine >> lane & 1)
                found[place] = int(hands[place]) & ~out | moved
    return found
