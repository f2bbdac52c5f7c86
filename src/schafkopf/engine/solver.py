"""The exact solver: what a deal is worth with all cards in view, and each card that may be played next.

Points are searched as they are; a goal (every trick, no trick) is one question; money is a ladder of questions, since
only a few numbers of points change the bill. Everybody for himself (Ramsch) is in `engine.everyone`.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import numpy as np

from schafkopf.engine.kernels import layout as at
from schafkopf.engine.kernels.layout import Numbers
from schafkopf.engine.kernels.order import new_work
from schafkopf.engine.kernels.prepare import prepare
from schafkopf.engine.kernels.solve import cards as solve_cards
from schafkopf.engine.position import by_tricks, position_of
from schafkopf.engine.stakes import Ladder, Stakes
from schafkopf.game import play as playing
from schafkopf.game.cards import NAMES
from schafkopf.game.deal import Deal
from schafkopf.game.errors import SchafkopfError
from schafkopf.game.plan import Plan
from schafkopf.game.play import Play
from schafkopf.game.settlement import settle

NO_STEPS = np.zeros(0, np.int64)
_DESKS: list[Numbers] = []
_LOCK = threading.Lock()


class Unsolvable(SchafkopfError):
    """What cannot be solved: `solve/not-in-play` (no contract yet, or nobody plays) or `solve/unknown-cards`."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What best play by everybody brings."""

    seat: int | None
    """Who is to play; None after the last card."""
    value: int | None
    """For the whole deal; None if the budget ran out."""
    cards: dict[str, int]
    """Each legal card and the value after it, strongest first; a card is missing where the budget was not enough."""
    nodes: int
    """Cards played by the search."""
    complete: bool
    """Whether the budget was enough."""


@contextmanager
def desk() -> Iterator[Numbers]:
    """A work array for one thread, used again afterwards."""
    with _LOCK:
        work = _DESKS.pop() if _DESKS else None
    if work is None:
        work = new_work()
    try:
        yield work
    finally:
        with _LOCK:
            _DESKS.append(work)


def solve(what: Deal | Play | Plan, *, money: bool = False, nodes: int | None = None) -> Solution:
    """The value of a deal from any point of its play on, and of every card that may be played now.

    Values: card points of the declarer's side in the whole deal; Tout, Sie and Bettel: 1 if the goal is reached, else
    0; chalk: the naming team's points. money (for a Deal): the declarer's amount, with everything that was said and
    carried in; chalk: the naming team's strokes less the others'. Laufende that must be asked for count as asked for.
    Ramsch: the amount of who is to play, points if there is no Deal (see `engine.everyone`).
    nodes: how many cards the search may play; None: as many as it needs.
    Raises Unsolvable.
    """
    deal = what if isinstance(what, Deal) else None
    play = deal.play if deal is not None else what if isinstance(what, Play) else playing.start(_plan(what))
    if play is None:
        raise Unsolvable("solve/not-in-play", "there is no contract to play")
    if money and deal is None:
        raise ValueError("money needs a Deal: a Plan does not know what was said and carried in")
    if any(play.hidden):
        raise Unsolvable("solve/unknown-cards", "all hands must be known")
    goal = play.plan.contract.goal.kind
    if play.plan.contract.line.kind == "everyone":
        from schafkopf.engine.everyone import solve_everyone

        return solve_everyone(deal if deal is not None else play, nodes=nodes)
    if deal is not None and deal.finished:
        return Solution(None, _finished(deal, money=money), {}, 0, True)
    if goal == "held" or play.over:
        reached = goal == "held" or _goal_open(play) is not None
        return Solution(None, _made(play)[0] if goal == "points" else int(reached), {}, 0, True)
    asked = _Questions(play, nodes or 0)
    if money:
        assert deal is not None
        return asked.money(Stakes.of(deal))
    if goal == "points":
        made = _made(play)[0]
        return asked.solution({lane: value + made for lane, value in asked.points(NO_STEPS).items()})
    return asked.solution(asked.goal())


def _plan(what: Deal | Play | Plan) -> Plan:
    assert isinstance(what, Plan)
    return what


def _finished(deal: Deal, *, money: bool) -> int:
    facts = deal.facts()
    assert facts is not None and facts.declarer is not None
    if money:
        asked = replace(facts, claimed=facts.claimed or deal.phase == "claim")
        bill = settle(deal.rules, asked, pot=deal.carried.pot, carry=deal.carried.carry)
        if bill.strokes is not None:
            team = facts.declarer % 2
            return bill.strokes[team] - bill.strokes[1 - team]
        return bill.amounts[facts.declarer]
    if facts.contract.goal.kind == "points":
        assert facts.side_points is not None
        return facts.side_points
    return int(facts.won)


def side_of(play: Play) -> frozenset[int]:
    """The declarer's side where all cards are known."""
    side = play.plan.side(play.holder)
    assert side is not None
    return side


def _made(play: Play) -> tuple[int, int]:
    """Card points and tricks of the declarer's side so far."""
    side = side_of(play)
    points = sum(play.plan.lanes.points_in(play.taken[seat]) for seat in side)
    return points, sum(trick.winner in side for trick in play.history)


def _goal_open(play: Play) -> bool | None:
    """Whether a goal of tricks can still be reached or (after the last trick) is; None if it is lost."""
    made, played = _made(play)[1], len(play.history)
    kind = play.plan.contract.goal.kind
    lost = made < played if kind == "every_trick" else made > 0
    return None if lost else True


class _Questions:
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
            found = solve_cards(work, values, guess, steps)
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
        if _goal_open(play) is None:
            return dict.fromkeys(_lanes(play.legal(play.turn)), 0)
        return self.tricks(left)

    def solution(self, values: dict[int, int]) -> Solution:
        """The answer in the names of the cards."""
        play = self.play
        pick = max if play.turn in side_of(play) else min
        lanes = play.plan.lanes
        value = None if self.stopped or not values else pick(values.values())
        named = {NAMES[lanes.cards[lane]]: found for lane, found in values.items()}
        return Solution(play.turn, value, named, self.nodes, not self.stopped)

    def money(self, stakes: Stakes) -> Solution:
        """The declarer's amount."""
        values = self.climb(ladder_of(stakes, self.play))
        return self.solution({lane: amounts[stakes.declarer] for lane, amounts in values.items()})

    def climb(self, ladder: Ladder) -> dict[int, tuple[int, ...]]:
        """The amounts after each card."""
        play = self.play
        if play.plan.contract.goal.kind != "points":
            reached = ladder.everything if play.plan.contract.goal.kind == "every_trick" else ladder.nothing
            return {lane: reached if done else ladder.rungs[0] for lane, done in self.goal().items()}
        points, tricks = _made(play)
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
    plan, side = play.plan, side_of(play)
    dealt = dict(enumerate(plan.dealt))
    run, with_run = stakes.run(side, dealt, plan.lanes.trumps)
    return stakes.ladder(side, run, with_run, (plan.dealt[stakes.declarer] & plan.lanes.trumps).bit_count())


def _lanes(mask: int) -> Iterator[int]:
    while mask:
        lane = mask.bit_length() - 1
        yield lane
        mask ^= 1 << lane
