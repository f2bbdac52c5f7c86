"""The exact solver: what a deal is worth with all cards in view, and each card that may be played next.

Points are searched as they are; a goal (every trick, no trick) is one question; money is a ladder of questions, since
only a few numbers of points change the bill. Everybody for himself (Ramsch) is in `engine.everyone`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from schafkopf.engine.questions import NO_STEPS, Questions, ladder_of, lost, made_so_far, side_of
from schafkopf.engine.stakes import Stakes, Unsolvable
from schafkopf.game import play as playing
from schafkopf.game.cards import NAMES
from schafkopf.game.deal import Deal
from schafkopf.game.plan import Plan
from schafkopf.game.play import Play
from schafkopf.game.settlement import settle

__all__ = ["Solution", "Unsolvable", "solve"]


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
        made = made_so_far(play)[0] if goal == "points" else int(goal == "held" or not lost(play))
        return Solution(None, made, {}, 0, True)
    asked = Questions(play, nodes or 0)
    if money:
        assert deal is not None
        stakes = Stakes.of(deal)
        climbed = asked.climb(ladder_of(stakes, play))
        return _answer(asked, {lane: amounts[stakes.declarer] for lane, amounts in climbed.items()})
    if goal != "points":
        return _answer(asked, asked.goal())
    made = made_so_far(play)[0]
    return _answer(asked, {lane: value + made for lane, value in asked.points(NO_STEPS).items()})


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


def _answer(asked: Questions, values: dict[int, int]) -> Solution:
    """The answer in the names of the cards."""
    play = asked.play
    pick = max if play.turn in side_of(play) else min
    lanes = play.plan.lanes
    value = None if asked.stopped or not values else pick(values.values())
    named = {NAMES[lanes.cards[lane]]: found for lane, found in values.items()}
    return Solution(play.turn, value, named, asked.nodes, not asked.stopped)
