"""Values of the positions of a deal, each searched once."""

from __future__ import annotations

from schafkopf.engine.analysis.bills import wins
from schafkopf.engine.analysis.found import Amounts, Value
from schafkopf.engine.questions import NO_STEPS, Questions, ladder_of, made_so_far, side_of
from schafkopf.engine.stakes import Ladder, Stakes
from schafkopf.game.cards import NAMES
from schafkopf.game.deal import Deal
from schafkopf.game.play import Play


class Judge:
    """Values of positions, each searched once."""

    def __init__(self, nodes: int | None) -> None:
        self.budget = nodes
        self.nodes = 0
        self._known: dict[object, dict[str, Value] | None] = {}
        self._best: dict[object, str] = {}

    def cards(self, deal: Deal) -> dict[str, Value] | None:
        """The value after each legal card, strongest card first; None if the budget was not enough."""
        play = deal.play
        assert play is not None
        key = _key(deal)
        if key not in self._known:
            self._known[key] = self._everyone(deal) if not side_of(play) else self._search(deal, play)
        return self._known[key]

    def value(self, deal: Deal) -> Value | None:
        """The value of a position before a card."""
        cards = self.cards(deal)
        return None if cards is None else self.pick(deal, cards)

    def best(self, deal: Deal) -> str:
        """In Ramsch: the card of best play, after `cards`."""
        return self._best[_key(deal)]

    def pick(self, deal: Deal, cards: dict[str, Value]) -> Value:
        """What the best card for who is to play brings. Points and money are each the best for themselves."""
        play = deal.play
        assert play is not None
        side, seat, declarer = side_of(play), play.turn, play.plan.declarer
        if declarer is None:
            return cards[self.best(deal)]
        choose = max if seat in side else min
        points = choose(value.points for value in cards.values() if value.points is not None)
        paid = choose((value.amounts for value in cards.values()), key=lambda amounts: amounts[declarer])
        return Value(points, wins(deal, points), paid)

    def _search(self, deal: Deal, play: Play) -> dict[str, Value] | None:
        asked = Questions(play, self.budget or 0)
        ladder = ladder_of(Stakes.of(deal), play)
        found: dict[int, Value]
        if play.plan.contract.goal.kind == "points":
            made = made_so_far(play)[0]
            points = {lane: value + made for lane, value in asked.points(NO_STEPS).items()}
            paid = _paid(asked, ladder, points)
            found = {lane: Value(points[lane], wins(deal, points[lane]), paid[lane]) for lane in points} if paid else {}
        else:
            reached = asked.goal()
            every = play.plan.contract.goal.kind == "every_trick"
            won, lost = (ladder.everything if every else ladder.nothing), ladder.rungs[0]
            found = {lane: Value(done, bool(done), won if done else lost) for lane, done in reached.items()}
        self.nodes += asked.nodes
        if asked.stopped:
            return None
        return {NAMES[play.plan.lanes.cards[lane]]: value for lane, value in found.items()}

    def _everyone(self, deal: Deal) -> dict[str, Value] | None:
        from schafkopf.engine.everyone import outlook

        found = outlook(deal, nodes=self.budget)
        self.nodes += found.nodes
        if not found.complete or found.best is None:
            return None
        self._best[_key(deal)] = found.best
        return {name: Value(None, None, amounts) for name, amounts in found.cards.items()}


def _key(deal: Deal) -> object:
    """What two positions of one deal may differ in."""
    play = deal.play
    assert play is not None
    return play.hands, play.trick, play.turn, play.taken, play.freed, len(deal.said)


def _paid(asked: Questions, ladder: Ladder, points: dict[int, int]) -> dict[int, Amounts]:
    """The amounts that go with exact card points: more points never pay less, so what is best for one is for the other.
    Only Schwarz is not a number of points."""
    play = asked.play
    rungs = {lane: sum(step <= value for step in ladder.steps) for lane, value in points.items()}
    paid = {lane: ladder.rungs[rung] for lane, rung in rungs.items()}
    tricks, played = made_so_far(play)[1], len(play.history)
    top = len(ladder.steps)
    if tricks == played and ladder.everything != ladder.rungs[-1] and top in rungs.values():
        for lane, won in asked.tricks(play.plan.hand_size - played).items():
            if won and rungs[lane] == top:
                paid[lane] = ladder.everything
    if tricks == 0 and ladder.nothing != ladder.rungs[0] and 0 in rungs.values():
        for lane, won in asked.tricks(1).items():
            if not won and rungs[lane] == 0:
                paid[lane] = ladder.nothing
    return {} if asked.stopped else paid
