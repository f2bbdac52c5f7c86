"""From a deal to its analysis, step by step."""

from __future__ import annotations

from dataclasses import replace

from schafkopf.engine.analysis.bills import full_bill, result
from schafkopf.engine.analysis.found import Analysis, Doubling, Step, Value
from schafkopf.engine.analysis.judge import Judge
from schafkopf.engine.analysis.turning import line, turning_point
from schafkopf.engine.stakes import Unsolvable, by_seat
from schafkopf.game.alphabet import CARDS, LEVELS
from schafkopf.game.deal import Deal
from schafkopf.game.record import Record


def analyse(what: Deal | Record, *, nodes: int | None = None, lines: bool = True) -> Analysis:
    """What each card of a deal cost with open hands; the deal may be finished or stop anywhere in the play.

    nodes: how many cards the search may play for one position; the analysis begins where that is enough. Ramsch has a
    budget of its own if None is given. lines: also find how the deal would have gone with best play.
    Raises Unsolvable: no contract yet, nobody plays, unknown cards. Errors of a Record as in `Record.replay`.
    """
    deal = what.replay() if isinstance(what, Record) else what
    if deal.play is None:
        raise Unsolvable("solve/not-in-play", "there is no contract to play")
    points = positions(deal)
    if any(hidden for point in points for hidden in (point.play.hidden if point.play is not None else ())):
        raise Unsolvable("solve/unknown-cards", "all hands must be known")
    judge = Judge(nodes)
    end = result(deal) if deal.finished else judge.value(deal)
    if end is None:
        raise Unsolvable("solve/budget", "the budget was not enough for the last position")
    steps = _steps(deal, points, end, judge)
    settled = deal.settlement() if deal.finished else None
    unclaimed = (0,) * len(deal.hands)
    if settled is not None:
        paid = by_seat(settled, len(deal.hands))
        unclaimed = tuple(real - full for real, full in zip(paid, end.amounts, strict=True))
    turning, turned = turning_point(steps, end)
    found = Analysis(deal, steps, end, unclaimed, turning, turned, _doublings(deal, steps), 0)
    best = better = None
    if lines:
        first = found.exact_from
        if any(step.cost or step.cost_points for step in steps[first:]):
            best = line(points, steps, first, judge)
        if turning is not None and turning != first and not steps[turning].is_doubling:
            better = line(points, steps, turning, judge)
        elif turning is not None and turning == first:
            better = best
    return replace(found, best=best, better=better, nodes=judge.nodes)


def positions(deal: Deal) -> list[Deal]:
    """The deal before each step from the first card on, and as it is at last."""
    point = Deal.new(deal.rules, deal.hands, dealer=deal.dealer, carried=deal.carried)
    found = []
    for action in deal.log:
        point = point.ready_for(action)
        if point.phase == "play":
            found.append(point)
        point = point.after(action)
    if point.phase == "play" or not found:
        found.append(point)
    else:
        # A claim and the cut change nothing about the cards.
        found.append(deal)
    return found


def _steps(deal: Deal, points: list[Deal], end: Value, judge: Judge) -> tuple[Step, ...]:
    """From the last one to the first: what is known after a forced card is known before it."""
    found: list[Step] = []
    after: Value | None = end
    for point in reversed(points[:-1]):
        play = point.play
        assert play is not None
        action = deal.log[len(point.log)]
        card = CARDS.get(action.text)
        options = play.legal(play.turn)
        forced = card is not None and options.bit_count() == 1
        best: tuple[str, ...] = ()
        paid: tuple[str, ...] = ()
        before = None
        if after is not None and forced:
            before, best, paid = after, (action.text,), (action.text,)
        elif after is not None and card is not None:
            cards = judge.cards(point)
            if cards is not None:
                # The search and what came after it must agree, or one of them is wrong.
                assert cards[action.text] == after, (action, cards[action.text], after)
                before = judge.pick(point, cards)
                best = tuple(name for name, value in cards.items() if value.points == before.points)
                own = before.amounts[action.seat]
                paid = tuple(name for name, value in cards.items() if value.amounts[action.seat] == own)
                best = paid if before.points is None else best
        elif after is not None:
            before = judge.value(point)
        side = play.plan.side(play.holder)
        found.append(
            Step(
                len(point.log),
                action.seat,
                action.text,
                len(play.history),
                forced,
                before,
                after if before is not None else None,
                best,
                paid,
                action.seat in side if side else None,
            )
        )
        after = before
    return tuple(reversed(found))


def _doublings(deal: Deal, steps: tuple[Step, ...]) -> tuple[Doubling, ...]:
    found: list[Doubling] = []
    for number, step in enumerate(steps):
        if step.text not in LEVELS:
            continue
        paid = None
        if deal.finished:
            level = len(found)
            less, more = (by_seat(full_bill(deal, kontra), len(deal.hands)) for kontra in (level, level + 1))
            paid = tuple(b - a for a, b in zip(less, more, strict=True))
        found.append(Doubling(number, step.seat, step.text, step.change, paid))
    return tuple(found)
