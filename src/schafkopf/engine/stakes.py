"""What the results of a deal are worth: from points and tricks to amounts, before the deal is played out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from schafkopf.game.contract import Contract
from schafkopf.game.deal import Deal
from schafkopf.game.errors import SchafkopfError
from schafkopf.game.facts import Facts, judge, run_of
from schafkopf.game.ruleset import Ruleset
from schafkopf.game.settlement import Settlement, settle
from schafkopf.game.view import View

_ALL_POINTS = 120


class Unsolvable(SchafkopfError):
    """What cannot be solved. `solve/not-in-play`: no contract yet, or nobody plays; `solve/unknown-cards`;
    `solve/budget`: the budget was not enough; `solve/unordered`: more points or tricks would pay the declarer less."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """The amounts that a deal can come to, from the worst for the declarer to the best.

    Amounts are per seat in the ruleset's unit; in the chalk game each seat has the strokes of its team less those of
    the other.
    """

    steps: tuple[int, ...]
    """Card points of the declarer's side (Tout: tricks) from which the next rung is reached, ascending."""
    rungs: tuple[tuple[int, ...], ...]
    """One more than steps."""
    nothing: tuple[int, ...]
    """If the declarer's side takes no trick."""
    everything: tuple[int, ...]
    """If it takes every trick."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """All that a bill depends on beside the cards. Laufende that must be asked for count as asked for."""

    rules: Ruleset
    contract: Contract
    at_table: int
    seats: tuple[int, ...]
    declarer: int
    hand_size: int
    knocks: int = 0
    kontra: int = 0
    doubles: int = 0
    bock: int = 0
    pot: int = 0
    carry: tuple[int, int] | None = None
    by_club_jack: bool = False

    @classmethod
    def of(cls, deal: Deal) -> Stakes:
        """The stakes of a deal in play with a declarer; ValueError for any other."""
        plan = None if deal.play is None else deal.play.plan
        if plan is None or plan.declarer is None:
            raise ValueError("nobody plays this deal")
        return cls(
            deal.rules,
            plan.contract,
            len(deal.hands),
            plan.seats,
            plan.declarer,
            plan.hand_size,
            deal.knocks,
            len(deal.said),
            deal.carried.double,
            len(deal.carried.bock),
            deal.carried.pot,
            deal.carried.carry,
            plan.by_club_jack,
        )

    @classmethod
    def seen(cls, view: View, contract: Contract, declarer: int) -> Stakes:
        """The stakes of a deal as a seat sees it."""
        return cls(
            view.rules,
            contract,
            view.at_table,
            view.seats,
            declarer,
            view.rules.hand_size,
            len(view.knocks),
            len(view.kontra),
            view.carried.double,
            len(view.carried.bock),
            view.carried.pot,
            view.carried.carry,
            view.contract is not None and view.contract.by_club_jack,
        )

    def ladder(self, side: frozenset[int], run: int, with_run: bool, trumps: int) -> Ladder:
        """The amounts for this declarer's side.

        run, with_run: as of `facts.run_of`. trumps: how many the declarer was dealt.
        """
        poor = trumps <= self.contract.goal.low_trumps
        return _ladder(self, side, run, with_run, trumps if poor else 99)

    def run(self, side: frozenset[int], dealt: dict[int, int], trump_lanes: int) -> tuple[int, bool]:
        """Laufende in the hands as dealt (seat -> lanes)."""
        pool = side if self.contract.tariff.laufende_pool == "side" else frozenset((self.declarer,))
        own = others = 0
        for seat, mask in dealt.items():
            if seat in pool:
                own |= mask
            if seat not in side:
                others |= mask
        return run_of(trump_lanes, own, others)

    def bill(
        self, side: frozenset[int], run: int, with_run: bool, *, won: bool, schneider: bool, schwarz: bool, **more: int
    ) -> Settlement:
        """The bill for a result."""
        points, tricks = more["points"], more["tricks"]
        facts = Facts(
            self.contract,
            self.at_table,
            self.seats,
            self.declarer,
            side,
            won,
            schneider,
            schwarz,
            run,
            with_run,
            claimed=self.contract.tariff.claimable,
            knocks=self.knocks,
            kontra=self.kontra,
            doubles=self.doubles,
            bock=self.bock,
            side_points=points,
            sweep=tricks in (0, self.hand_size),
            by_club_jack=self.by_club_jack,
        )
        return settle(self.rules, facts, pot=self.pot, carry=self.carry)


@lru_cache(maxsize=4096)
def _ladder(stakes: Stakes, side: frozenset[int], run: int, with_run: bool, trumps: int) -> Ladder:
    goal, size = stakes.contract.goal, stakes.hand_size
    seen: dict[tuple[bool, bool, bool, bool, bool], tuple[int, ...]] = {}

    def amounts(points: int, tricks: int) -> tuple[int, ...]:
        won, schneider, schwarz = judge(goal, points, tricks, size, kontra=stakes.kontra, trumps=trumps)
        # Nothing else of the result can be in a bill: 60:60 and the sweep are the chalk game's.
        kind = (won, schneider, schwarz, points == 60, tricks in (0, size))
        if kind not in seen:
            bill = stakes.bill(
                side, run, with_run, won=won, schneider=schneider, schwarz=schwarz, points=points, tricks=tricks
            )
            seen[kind] = by_seat(bill, stakes.at_table)
        return seen[kind]

    nothing, everything = amounts(0, 0), amounts(_ALL_POINTS, size)
    if goal.kind in ("every_trick", "held"):
        return _ascending(stakes, Ladder((size,), (amounts(0, 1), everything), nothing, everything))
    if goal.kind == "no_trick":
        return _ascending(stakes, Ladder((), (amounts(0, 1),), nothing, everything))
    steps, rungs = [], [amounts(0, 1)]
    for points in range(1, _ALL_POINTS + 1):
        rung = amounts(points, 1)
        if rung != rungs[-1]:
            steps.append(points)
            rungs.append(rung)
    return _ascending(stakes, Ladder(tuple(steps), tuple(rungs), nothing, everything))


def _ascending(stakes: Stakes, ladder: Ladder) -> Ladder:
    """The ladder if each rung pays the declarer at least what the one below it pays; the questions rest on that."""
    rungs = [ladder.nothing, *ladder.rungs, ladder.everything]
    if stakes.contract.goal.kind == "no_trick":
        rungs = [*ladder.rungs, ladder.nothing]
    paid = [rung[stakes.declarer] for rung in rungs]
    if paid != sorted(paid):
        raise Unsolvable("solve/unordered", "more points or tricks would pay the declarer less under these rules")
    return ladder


def by_seat(bill: Settlement, at_table: int) -> tuple[int, ...]:
    """What each seat gets; chalk: the strokes of its team less those of the other."""
    if bill.strokes is None:
        return bill.amounts
    ahead = bill.strokes[0] - bill.strokes[1]
    return tuple(ahead if seat % 2 == 0 else -ahead for seat in range(at_table))
