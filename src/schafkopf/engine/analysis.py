"""What each card of a deal cost, with all hands open: where the deal was won or lost, and how it could have gone.

The value of a position is what it comes to when everybody plays best from there. A card costs its player the value
before it less the value after it, so the value of the deal at its first card and what all its cards changed add up to
what it came to, exactly.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from schafkopf.engine.solver import NO_STEPS, Unsolvable, _made, _Questions, ladder_of, side_of
from schafkopf.engine.stakes import Ladder, Stakes
from schafkopf.game import settlement
from schafkopf.game.alphabet import CARDS, LEVELS
from schafkopf.game.cards import NAMES
from schafkopf.game.deal import Deal
from schafkopf.game.facts import facts_of, judge_points
from schafkopf.game.play import Play
from schafkopf.game.record import Record
from schafkopf.game.settlement import Settlement

Amounts = tuple[int, ...]
"""Per seat, in the ruleset's unit; chalk: the strokes of the seat's team less those of the other."""


@dataclass(frozen=True, slots=True)
class Value:
    """What a position comes to with best play by everybody."""

    points: int | None
    """Card points of the declarer's side in the whole deal; where tricks are the goal 1 if it is reached, else 0; None
    in Ramsch."""
    amounts: Amounts
    """Laufende that must be asked for count as asked for; what was doubled so far is in, later doublings are not."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was done from the first card on: a card, a doubling, `rest` or `concede`."""

    at: int
    """Index in `deal.log`."""
    seat: int
    text: str
    trick: int
    """From 0."""
    forced: bool
    """There was no other legal card."""
    before: Value | None
    """None if the search was not exact from here on (Ramsch with many cards, or a budget)."""
    after: Value | None
    best: tuple[str, ...] = ()
    """The cards that cost no card points (Ramsch: no money), strongest first; empty for other steps."""
    best_paid: tuple[str, ...] = ()
    """The cards that cost no money."""
    on_side: bool | None = None
    """The seat is on the declarer's side; None in Ramsch."""

    @property
    def is_card(self) -> bool:
        """Whether a card was played."""
        return self.text in CARDS

    @property
    def change(self) -> Amounts | None:
        """What it changed, per seat; for its own seat negative if it cost something."""
        if self.before is None or self.after is None:
            return None
        return tuple(after - before for before, after in zip(self.before.amounts, self.after.amounts, strict=True))

    @property
    def cost(self) -> int | None:
        """What it cost its own seat in money: never negative for a card, negative for a doubling that was worth it."""
        return None if self.change is None else -self.change[self.seat]

    @property
    def cost_points(self) -> int | None:
        """What it cost its own side in card points (goal: 1 if it gave the goal away); None in Ramsch."""
        if self.before is None or self.after is None or self.before.points is None or self.after.points is None:
            return None
        lost = self.before.points - self.after.points
        return lost if self.on_side else -lost


@dataclass(frozen=True, slots=True)
class Doubling:
    """What a doubling was worth."""

    step: int
    """Index in `Analysis.steps`."""
    seat: int
    word: str
    open: Amounts | None
    """What it changed when it was said, with best play afterwards."""
    paid: Amounts | None
    """What it changed on the bill as the deal went; None before the deal is finished."""


@dataclass(frozen=True, slots=True)
class Line:
    """How a deal goes on with best play by everybody."""

    start: int
    """Index in `Analysis.steps` of the card in whose place the line begins."""
    cards: tuple[tuple[int, str], ...]
    """Seats and cards."""
    value: Value


@dataclass(frozen=True, slots=True)
class Total:
    """What one seat's cards cost it in all."""

    seat: int
    cost: int
    points: int | None
    cards: int
    """Cards that cost money or card points."""
    free: int
    """Cards for which there was a choice."""


@dataclass(frozen=True)
class Analysis:
    """All that there is to say of a deal with open hands."""

    deal: Deal
    steps: tuple[Step, ...]
    end: Value
    """What the deal came to: of a finished deal its result, of another the value where it stops."""
    unclaimed: Amounts
    """What the bill differs by from `end` because nobody asked for Laufende."""
    turning: int | None
    """Index in `steps` of what decided the deal, see `turned`; None if nothing cost anything."""
    turned: bool
    """The turning point changed who wins, for good; else it is only what cost most."""
    doublings: tuple[Doubling, ...]
    nodes: int
    """Cards played by the search."""
    best: Line | None = None
    """From the first exact position on, if something cost something there."""
    better: Line | None = None
    """In place of the turning point, if that is a card."""

    @property
    def exact_from(self) -> int:
        """Index in `steps` of the first one whose values are known; their number if none is."""
        return next((n for n, step in enumerate(self.steps) if step.before is not None), len(self.steps))

    @property
    def start(self) -> Value:
        """The value at the first exact position."""
        first = self.exact_from
        found = self.steps[first].before if first < len(self.steps) else self.end
        assert found is not None
        return found

    @cached_property
    def totals(self) -> tuple[Total, ...]:
        """Per seat with cards, in playing order from forehand."""
        found = []
        for seat in self.deal.seats:
            own = [step for step in self.steps if step.seat == seat and step.is_card and step.change is not None]
            points = None if self.end.points is None else sum(step.cost_points or 0 for step in own)
            costly = sum(bool(step.cost or step.cost_points) for step in own)
            free = sum(not step.forced for step in own)
            found.append(Total(seat, sum(step.cost or 0 for step in own), points, costly, free))
        return tuple(found)


def analyse(what: Deal | Record, *, nodes: int | None = None, lines: bool = True) -> Analysis:
    """What each card of a deal cost with open hands; the deal may be finished or stop anywhere in the play.

    nodes: how many cards the search may play for one position; the analysis begins where that is enough. Ramsch has a
    budget of its own if None is given. lines: also find how the deal would have gone with best play.
    Raises Unsolvable: no contract yet, nobody plays, unknown cards. Errors of a Record as in `Record.replay`.
    """
    deal = what.replay() if isinstance(what, Record) else what
    if deal.play is None:
        raise Unsolvable("solve/not-in-play", "there is no contract to play")
    points, end_bill = _positions(deal), None
    if any(hidden for point in points for hidden in (point.play.hidden if point.play is not None else ())):
        raise Unsolvable("solve/unknown-cards", "all hands must be known")
    judge = _Judge(nodes)
    if deal.finished:
        end_bill = _bill(deal, len(deal.said))
        end: Value | None = Value(_points_at_end(deal), _per_seat(deal, end_bill))
    else:
        end = judge.value(deal)
    if end is None:
        raise Unsolvable("solve/budget", "the budget was not enough for the last position")
    steps = _steps(deal, points, end, judge)
    settled = deal.settlement() if deal.finished else None
    unclaimed = (0,) * len(deal.hands)
    if settled is not None:
        paid = _per_seat(deal, settled)
        unclaimed = tuple(real - full for real, full in zip(paid, end.amounts, strict=True))
    turning, turned = _turning_point(points, steps, end)
    found = Analysis(deal, steps, end, unclaimed, turning, turned, _doublings(deal, steps), 0)
    best = better = None
    if lines:
        first = found.exact_from
        if any(step.cost or step.cost_points for step in steps[first:]):
            best = _line(points, steps, first, judge)
        if turning is not None and turning != first and steps[turning].is_card:
            better = _line(points, steps, turning, judge)
        elif turning is not None and turning == first:
            better = best
    return replace(found, best=best, better=better, nodes=judge.nodes)


def _positions(deal: Deal) -> list[Deal]:
    """The deal before each step from the first card on, and as it is at last."""
    point = Deal.new(deal.rules, deal.hands, dealer=deal.dealer, carried=deal.carried)
    found = []
    for action in deal.log:
        if point.phase == "knock" and action.text not in ("knock", "keep"):
            point = point.released()
        if point.phase == "play":
            found.append(point)
        point = point.after(action)
    if point.phase == "play" or not found:
        found.append(point)
    else:
        # A claim and the cut change nothing about the cards.
        found.append(deal)
    return found


def _steps(deal: Deal, points: list[Deal], end: Value, judge: _Judge) -> tuple[Step, ...]:
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


class _Judge:
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
        return Value(
            choose(value.points for value in cards.values() if value.points is not None),
            choose((value.amounts for value in cards.values()), key=lambda amounts: amounts[declarer]),
        )

    def _search(self, deal: Deal, play: Play) -> dict[str, Value] | None:
        asked = _Questions(play, self.budget or 0)
        ladder = ladder_of(Stakes.of(deal), play)
        found: dict[int, Value]
        if play.plan.contract.goal.kind == "points":
            made = _made(play)[0]
            points = {lane: value + made for lane, value in asked.points(NO_STEPS).items()}
            paid = _paid(asked, ladder, points)
            found = {lane: Value(points[lane], paid[lane]) for lane in points} if paid else {}
        else:
            reached = asked.goal()
            every = play.plan.contract.goal.kind == "every_trick"
            won, lost = (ladder.everything if every else ladder.nothing), ladder.rungs[0]
            found = {lane: Value(done, won if done else lost) for lane, done in reached.items()}
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
        return {name: Value(None, amounts) for name, amounts in found.cards.items()}


def _key(deal: Deal) -> object:
    """What two positions of one deal may differ in."""
    play = deal.play
    assert play is not None
    return play.hands, play.trick, play.turn, play.taken, play.freed, len(deal.said)


def _paid(asked: _Questions, ladder: Ladder, points: dict[int, int]) -> dict[int, Amounts]:
    """The amounts that go with exact card points: more points never pay less, so what is best for one is for the other.
    Only Schwarz is not a number of points."""
    play = asked.play
    rungs = {lane: sum(step <= value for step in ladder.steps) for lane, value in points.items()}
    paid = {lane: ladder.rungs[rung] for lane, rung in rungs.items()}
    tricks, played = _made(play)[1], len(play.history)
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


# -- bills -------------------------------------------------------------------------------------------------------------


def _bill(deal: Deal, kontra: int) -> Settlement:
    """The bill of a finished deal with so many doublings and with Laufende asked for."""
    rules = deal.rules
    assert deal.play is not None
    facts = facts_of(
        deal.play,
        () if rules.chalk else rules["ramsch.tie"],
        "none" if rules.chalk else rules["ramsch.march"],
        at_table=len(deal.hands),
        award=deal.award,
        claimed=deal.play.plan.contract.tariff.claimable,
        knocks=deal.knocks,
        kontra=kontra,
        doubles=deal.carried.double,
        bock=len(deal.carried.bock),
    )
    return settlement.settle(rules, facts, pot=deal.carried.pot, carry=deal.carried.carry)


def _per_seat(deal: Deal, bill: Settlement) -> Amounts:
    if bill.strokes is None:
        return bill.amounts
    ahead = bill.strokes[0] - bill.strokes[1]
    return tuple(ahead if seat % 2 == 0 else -ahead for seat in range(len(deal.hands)))


def _points_at_end(deal: Deal) -> int | None:
    facts = deal.facts()
    assert facts is not None
    kind = facts.contract.goal.kind
    if kind == "points":
        return facts.side_points
    return None if kind == "fewest_points" else int(facts.won)


def _doublings(deal: Deal, steps: tuple[Step, ...]) -> tuple[Doubling, ...]:
    found: list[Doubling] = []
    for number, step in enumerate(steps):
        if step.text not in LEVELS:
            continue
        paid = None
        if deal.finished:
            level = len(found)
            less, more = (_per_seat(deal, _bill(deal, kontra)) for kontra in (level, level + 1))
            paid = tuple(b - a for a, b in zip(less, more, strict=True))
        found.append(Doubling(number, step.seat, step.text, step.change, paid))
    return tuple(found)


# -- the turning point and the lines -----------------------------------------------------------------------------------


def _turning_point(points: list[Deal], steps: tuple[Step, ...], end: Value) -> tuple[int | None, bool]:
    """What changed for good who wins; if nothing did, what cost most: money, else card points."""
    known = [number for number, step in enumerate(steps) if step.change is not None]
    if end.points is not None:
        for number in reversed(known):
            step = steps[number]
            assert step.before is not None and step.after is not None
            if _standing(points[number], step.before) != _standing(points[number + 1], step.after):
                return number, True
    cards = [number for number in known if steps[number].is_card or steps[number].text == "concede"]
    for cost in (lambda number: steps[number].cost or 0, lambda number: steps[number].cost_points or 0):
        most = max(cards, key=cost, default=None)
        if most is not None and cost(most) > 0:
            return most, False
    return None, False


def _standing(deal: Deal, value: Value) -> int:
    """Who wins with so many points: 2 the declarer's side, 0 the others, 1 nobody."""
    play = deal.play
    assert play is not None and value.points is not None
    plan = play.plan
    if plan.contract.goal.kind != "points":
        return 2 * value.points
    if deal.rules.chalk and value.points == 60:
        return 1
    assert plan.declarer is not None
    trumps = (plan.dealt[plan.declarer] & plan.lanes.trumps).bit_count()
    won, _ = judge_points(plan.contract.goal, value.points, kontra=len(deal.said), trumps=trumps)
    return 2 * won


def _line(points: list[Deal], steps: tuple[Step, ...], start: int, judge: _Judge) -> Line | None:
    """Best play from the position before a step: no card costs money, then none costs points. Cards that were played
    stay while they are as good as any."""
    while start < len(steps) and not steps[start].is_card:
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
    return Line(start, tuple(cards), Value(_points_at_end(deal), _per_seat(deal, _bill(deal, len(deal.said)))))


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


# -- against what the player could know --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Judged:
    """A card judged by what its player could know."""

    step: int
    """Index in `Analysis.steps`."""
    cost: float
    """What the best card brings on average over the possible deals, less what this one brings."""
    best: str
    worlds: int
    """Possible deals that were solved."""


def judged(
    analysis: Analysis, *, worlds: int | None = None, seed: int = 0, ms: float | None = None
) -> tuple[Judged, ...]:
    """Each card for which there was a choice, judged over possible deals drawn from the player's View before it.

    worlds: how many for each card, `hints.WORLDS` if None. ms: stop drawing for a card when so many milliseconds are
    over. The same seed draws the same. Empty for Ramsch, where there are no two sides.
    """
    from schafkopf.engine.hints import WORLDS, prospects
    from schafkopf.game.view import View

    if analysis.end.points is None:
        return ()
    found = []
    for number, (point, step) in enumerate(zip(_positions(analysis.deal), analysis.steps, strict=False)):
        if not step.is_card or step.forced:
            continue
        many = worlds if worlds is not None else WORLDS
        seen = prospects(View.of(point, step.seat), seed=seed * 1000 + step.at, worlds=many, ms=ms)
        if seen.worlds:
            best = max(seen.amounts.values())
            cost = best - seen.amounts[step.text]
            better = step.text if cost == 0 else next(card for card, worth in seen.amounts.items() if worth == best)
            found.append(Judged(number, cost, better, seen.worlds))
    return tuple(found)
