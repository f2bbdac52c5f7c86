"""Where a deal was decided, and how it could have gone."""

from __future__ import annotations

from schafkopf.engine.analysis.bills import result
from schafkopf.engine.analysis.found import Line, Step, Value
from schafkopf.engine.analysis.judge import Judge
from schafkopf.engine.questions import side_of
from schafkopf.game.alphabet import CARDS, LEVELS
from schafkopf.game.deal import Deal
from schafkopf.game.play import Play


def turning_point(steps: tuple[Step, ...], end: Value) -> tuple[int | None, bool]:
    """What changed for good who wins; if nothing did, what cost most: money, and of what cost
    the same, card points."""
    known = [number for number, step in enumerate(steps) if step.change is not None]
    if end.points is not None:
        for number in reversed(known):
            step = steps[number]
            assert step.before is not None and step.after is not None
            if step.before.won != step.after.won:
                return number, True
    cards = [number for number in known if steps[number].is_card or steps[number].text == "concede"]
    costs = {number: (steps[number].cost or 0, steps[number].cost_points or 0) for number in cards}
    most = max(costs, key=costs.__getitem__, default=None)
    return (most, False) if most is not None and costs[most] > (0, 0) else (None, False)


def line(points: list[Deal], steps: tuple[Step, ...], start: int, judge: Judge) -> Line | None:
    """Best play from the position before a step: no card costs money, then none costs points. Cards that were played
    stay while they are as good as any. What was doubled at the start stands; instead of giving up one plays on."""
    while start < len(steps) and steps[start].text in LEVELS:
        start += 1
    if start == len(steps):
        return None
    deal = points[start]
    value = judge.value(deal)
    cards: list[tuple[int, str]] = []
    played = [(step.seat, step.text) for step in steps[start:] if step.is_card]
    while not deal.finished:
        play = deal.play
        found = judge.cards(deal)
        if found is None or play is None or value is None:
            return None
        seat = play.turn
        still = cards == played[: len(cards)] and len(cards) < len(played)
        expected = played[len(cards)][1] if still else ""
        name = judge.best(deal) if play.plan.declarer is None else _choice(deal, play, found, expected)
        cards.append((seat, name))
        deal = deal.after(f"{seat} {name}")
    return Line(start, tuple(cards), result(deal))


def _choice(deal: Deal, play: Play, found: dict[str, Value], played: str) -> str:
    who = play.plan.declarer
    assert who is not None
    sign = 1 if play.turn in side_of(play) else -1
    lanes = play.plan.lanes

    def rank(name: str) -> tuple[int, int, bool, int]:
        value = found[name]
        lane = lanes.lane_of[CARDS[name]]
        # Of cards that are worth the same a leader takes the highest, the others the lowest.
        plain = lane if not play.trick else -32 * lanes.points[lane] - lane
        return sign * value.amounts[who], sign * (value.points or 0), name == played, plain

    return max(found, key=rank)
