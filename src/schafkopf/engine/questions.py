"""What is asked of one position with all hands known: points, tricks, a goal, money."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from schafkopf.engine.desk import desk
from schafkopf.engine.kernels import layout as at
from schafkopf.engine.kernels.layout import Numbers
from schafkopf.engine.kernels.prepare import prepare
from schafkopf.engine.kernels.solve import cards as solve_cards
from schafkopf.engine.position import by_tricks, position_of
from schafkopf.engine.stakes import Ladder, Stakes
from schafkopf.game.facts import held_at_first
from schafkopf.game.play import Play

NO_STEPS = np.zeros(0, np.int64)
"""Asks the kernels for values themselves."""


def side_of(play: Play) -> frozenset[int]:
    """The declarer's side where all cards are known."""
    side = play.plan.side(play.holder)
    assert side is not None
    return side


def made_so_far(play: Play) -> tuple[int, int]:
    """Card points and tricks of the declarer's side so far."""
    side = side_of(play)
    points = sum(play.plan.lanes.points_in(play.taken[seat]) for seat in side)
    return points, sum(trick.winner in side for trick in play.history)


def lost(play: Play) -> bool:
    """Whether a goal of tricks cannot be reached any more."""
    made, played = made_so_far(play)[1], len(play.history)
    return made < played if play.plan.contract.goal.kind == "every_trick" else made > 0


class Questions:
    """What is asked of one position."""

    def __init__(self, play: Play, budget: int) -> None:
        self.play = play
        self.budget = budget
        self.nodes = 0
        self.stopped = False
        self.position = position_of(play)
        self.hands = np.array([play.hands[seat] for seat in play.plan.seats], np.int64)

    def ask(self, position: Numbers, steps: Numbers, guess: int) -> dict[int, int]:
        """Legal lane -> value, or with steps how many of them are reached. Lanes left out: the budget ran out."""
        left = self.budget - self.nodes
        if self.stopped or (self.budget and left <= 0):
            self.stopped = True
            return {}
        values = np.empty(32, np.int64)
        with desk() as work:
            prepare(work, position, self.hands, max(0, left))
            found = solve_cards(work, -1, values, guess, steps)
            self.nodes += int(work[at.NODES])
        self.stopped = found < 0
        return {lane: int(values[lane]) for lane in range(31, -1, -1) if values[lane] >= 0}

    def points(self, steps: Numbers) -> dict[int, int]:
        """What the declarer's side makes from the open trick on."""
        return self.ask(self.position, steps, 40 if not len(steps) else (len(steps) + 1) // 2)

    def tricks(self, need: int) -> dict[int, int]:
        """1 for the cards after which at least `need` of the tricks left go as the declarer's side wants."""
        return self.ask(by_tricks(self.position), np.array([need], np.int64), 1)

    def goal(self) -> dict[int, int]:
        """1 for the cards after which the goal is reached."""
        play = self.play
        left = play.plan.hand_size - len(play.history)
        if lost(play):
            return dict.fromkeys(_lanes(play.legal(play.turn)), 0)
        return self.tricks(left)

    def climb(self, ladder: Ladder) -> dict[int, tuple[int, ...]]:
        """The amounts after each card."""
        play = self.play
        if play.plan.contract.goal.kind != "points":
            reached = ladder.everything if play.plan.contract.goal.kind == "every_trick" else ladder.nothing
            return {lane: reached if done else ladder.rungs[0] for lane, done in self.goal().items()}
        points, tricks = made_so_far(play)
        played, left = len(play.history), play.plan.hand_size - len(play.history)
        steps = np.array(ladder.steps, np.int64) - points
        rungs = self.points(steps) if len(steps) else dict.fromkeys(_lanes(play.legal(play.turn)), 0)
        values = {lane: ladder.rungs[rung] for lane, rung in rungs.items()}
        # Schwarz is not a number of points: it is asked for where the points would allow it.
        if tricks == played and ladder.everything != ladder.rungs[-1]:
            if any(rung == len(steps) for rung in rungs.values()):
                for lane, won in self.tricks(left).items():
                    if won and rungs.get(lane) == len(steps):
                        values[lane] = ladder.everything
        if tricks == 0 and ladder.nothing != ladder.rungs[0]:
            if any(rung == 0 for rung in rungs.values()):
                for lane, won in self.tricks(1).items():
                    if not won and rungs.get(lane) == 0:
                        values[lane] = ladder.nothing
        return {} if self.stopped else values


def ladder_of(stakes: Stakes, play: Play) -> Ladder:
    """The amounts that a deal with known hands can come to."""
    lanes, side = play.plan.lanes, side_of(play)
    dealt = held_at_first(play)
    run, with_run = stakes.run(side, dict(enumerate(dealt)), lanes.trumps)
    return stakes.ladder(side, run, with_run, (dealt[stakes.declarer] & lanes.trumps).bit_count())


def _lanes(mask: int) -> Iterator[int]:
    while mask:
        lane = mask.bit_length() - 1
        yield lane
        mask ^= 1 << lane
