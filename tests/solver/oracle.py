"""Best play found the plain way: every legal card is tried to the end, by the readable rules of `schafkopf.game`.

Three of them, from slow to fast, each checked against the one before it:

- `by_hand`: walks real deals and plays, remembers nothing.
- `answer`: the same with a memory of full states, for endings of up to five cards.
- `prove`: asks `at least so much?` of positions and remembers what is proved, for larger endings and whole hands.

The declarer's side maximises, the others minimise. Values are those of `schafkopf.engine.solver.solve`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace

from schafkopf.game import Deal
from schafkopf.game.cards import NAMES, cards_of
from schafkopf.game.facts import Facts, facts_of
from schafkopf.game.play import Play, legal, winner
from schafkopf.game.settlement import Settlement

State = tuple[int, ...]
INFINITE = 1_000_000_000


@dataclass(frozen=True)
class Answer:
    """The value of a position and of each legal card of the seat to move, by name."""

    value: int
    cards: dict[str, int]

    @property
    def best(self) -> frozenset[str]:
        """The cards that keep the value."""
        return frozenset(name for name, value in self.cards.items() if value == self.value)


def declarers_side(play: Play) -> frozenset[int]:
    """The seats of the declarer's side in a position with all cards known."""
    side = play.plan.side(play.holder)
    assert side, "everybody plays for himself, or the holder of the called card is not known"
    return side


def maximising(play: Play) -> bool:
    """Whether the seat to move belongs to the declarer's side."""
    return play.turn in declarers_side(play)


def result(play: Play, facts: Facts) -> int:
    """What a finished deal is worth to the declarer's side without money: points, or whether the goal is reached."""
    if play.plan.contract.goal.kind == "points":
        assert facts.side_points is not None
        return facts.side_points
    return int(facts.won)


def paid(deal: Deal, bill: Settlement) -> int:
    """What a finished deal brings the declarer: his amount, or the strokes of his team less those of the other."""
    assert deal.play is not None
    declarer = deal.play.plan.declarer
    assert declarer is not None
    if bill.strokes is not None:
        return bill.strokes[declarer % 2] - bill.strokes[1 - declarer % 2]
    return bill.amounts[declarer]


def asked_for(deal: Deal) -> Deal:
    """The deal at its end with its Laufende claimed by who gets them, where they must be asked for in time."""
    if deal.phase == "claim":
        for seat in deal.seats:
            if "claim" in deal.options_of(seat):
                return deal.after(f"{seat} claim")
    return deal


def finished_value(deal: Deal, *, money: bool) -> int:
    """The value of a deal that is over."""
    facts, bill = deal.facts(), asked_for(deal).settlement()
    assert deal.play is not None
    assert facts is not None
    assert bill is not None
    return paid(deal, bill) if money else result(deal.play, facts)


def by_hand(deal: Deal, *, money: bool = False) -> Answer:
    """Minimax over real deals: `options`, `after`, `settlement`, nothing remembered. For two or three cards a hand."""
    if deal.finished:
        return Answer(finished_value(deal, money=money), {})
    play = deal.play
    assert play is not None
    texts = [text for text in deal.options_of(play.turn) if text in NAMES]
    cards = {text: by_hand(deal.after(f"{play.turn} {text}"), money=money).value for text in texts}
    choose = max if maximising(play) else min
    return Answer(choose(cards.values()), cards)


def answer(deal: Deal, *, money: bool = False) -> Answer:
    """Minimax with a memory of full states. For up to five cards a hand."""
    if deal.finished:
        return Answer(finished_value(deal, money=money), {})
    return _Search(*_game(deal, money)).answer()


def _game(deal: Deal, money: bool) -> tuple[Play, Callable[[Play], int] | None, bool]:
    """What `_Search` takes: the position, what an end is worth, and whether that depends on the points so far."""
    play = deal.play
    assert play is not None
    if money:
        return play, lambda final: paid(deal, _bill(deal, final)), True
    if play.plan.contract.goal.kind == "points":
        return play, None, False
    return play, lambda final: result(final, facts_of(final, at_table=len(deal.hands))), False


def _bill(deal: Deal, final: Play) -> Settlement:
    bill = asked_for(replace(deal, play=final, phase="claim")).settlement()
    assert bill is not None
    return bill


class _Search:
    """Plain minimax from a position; a state between two tricks is searched once.

    Such a state is the hands, who leads, whether the called card is free, and the tricks and (`points`) the card points
    that the declarer's side has taken so far. Without a utility the value is the card points; then what has been taken
    does not belong to the state, and the values in between are the points still to come.
    """

    def __init__(self, play: Play, utility: Callable[[Play], int] | None, points: bool):
        plan = play.plan
        side = declarers_side(play)
        self.root = play
        self.plan = plan
        self.utility = utility
        self.sum_points = utility is None
        self.count_points = points
        self.size = len(plan.seats)
        self.own = tuple(seat in side for seat in plan.seats)
        self.dealt = tuple(plan.dealt[seat] for seat in plan.seats)
        duty = plan.contract.duty.called
        self.run_frees = plan.called if duty is not None and duty.after_run == "free" else 0
        self.known: dict[State, int] = {}
        self.ends: dict[tuple[int, int], int] = {}
        self.asked: dict[tuple[int, ...], tuple[int, ...]] = {}
        self.won: dict[tuple[int, ...], tuple[int, int]] = {}
        self.path: list[int] = []
        seats = [seat for seat in plan.seats if seat in side]
        self.taken = sum(plan.lanes.points_in(play.taken[seat]) for seat in seats)
        self.tricks = 0 if self.sum_points else sum(play.tricks()[seat] for seat in seats)
        self.hands = [play.hands[seat] for seat in plan.seats]
        self.place = plan.seats.index(play.turn)

    def answer(self) -> Answer:
        """The value of the root and of each of its cards."""
        play, cards = self.root, {}
        for lane in cards_of(play.legal(play.turn)):
            points = self.taken if self.count_points else 0
            value = self.card(self.place, play.trick, lane, play.freed, points, self.tricks)
            cards[NAMES[self.plan.lanes.cards[lane]]] = value + (self.taken if self.sum_points else 0)
        choose = max if self.own[self.place] else min
        return Answer(choose(cards.values()), cards)

    def card(self, place: int, trick: tuple[int, ...], lane: int, freed: bool, points: int, tricks: int) -> int:
        """The value after a card."""
        freed = freed or self.runs(place, trick, lane)
        self.hands[place] ^= 1 << lane
        self.path.append(lane)
        trick = (*trick, lane)
        following = (place + 1) % self.size
        if len(trick) < self.size:
            value = self.move(following, trick, freed, points, tricks)
        else:
            takes, gain, points, tricks = self.trick(following, trick, points, tricks)
            value = gain + self.between(takes, freed, points, tricks)
        self.path.pop()
        self.hands[place] ^= 1 << lane
        return value

    def runs(self, place: int, trick: tuple[int, ...], lane: int) -> bool:
        """Whether this card is led or thrown under the called card by its holder, and that frees it."""
        if not self.run_frees & self.hands[place] or self.run_frees == 1 << lane:
            return False
        led = trick[0] if trick else lane
        return bool(self.plan.lanes.suit[lane] & self.plan.lanes.suit[led] & self.run_frees)

    def trick(self, leader: int, trick: tuple[int, ...], points: int, tricks: int) -> tuple[int, int, int, int]:
        """A full trick: who takes it, what it adds to the value, and what the declarer's side has taken after it."""
        found = self.won.get(trick)
        if found is None:
            found = winner(self.plan, trick), sum(self.plan.lanes.points[lane] for lane in trick)
            self.won[trick] = found
        takes = (leader + found[0]) % self.size
        gain = found[1] if self.own[takes] else 0
        if self.sum_points:
            return takes, gain, 0, 0
        return takes, 0, points + gain if self.count_points else 0, tricks + self.own[takes]

    def legal(self, place: int, trick: tuple[int, ...], freed: bool) -> tuple[int, ...]:
        """The legal lanes; asked once for each hand and trick."""
        hand = self.hands[place]
        key = (place, hand, freed, *trick)
        lanes = self.asked.get(key)
        if lanes is None:
            lanes = cards_of(legal(self.plan, hand, trick, freed=freed, dealt=self.dealt[place]))
            self.asked[key] = lanes
        return lanes

    def move(self, place: int, trick: tuple[int, ...], freed: bool, points: int, tricks: int) -> int:
        """The best of the legal cards."""
        lanes = self.legal(place, trick, freed)
        values = [self.card(place, trick, lane, freed, points, tricks) for lane in lanes]
        return max(values) if self.own[place] else min(values)

    def between(self, leader: int, freed: bool, points: int, tricks: int) -> int:
        """The value of a state between two tricks."""
        if not self.hands[leader]:
            return self.end(points, tricks)
        key = (*self.hands, leader, freed, points, tricks)
        value = self.known.get(key)
        if value is None:
            value = self.known[key] = self.move(leader, (), freed, points, tricks)
        return value

    def end(self, points: int, tricks: int) -> int:
        """The value of an end: the path is played by the rules and priced."""
        if self.utility is None:
            return 0
        value = self.ends.get((points, tricks))
        if value is None:
            final = self.root
            for lane in self.path:
                final = final.after(lane)
            value = self.ends[points, tricks] = self.utility(final)
        return value


def prove(deal: Deal, *, money: bool = False, first: int | None = None) -> Answer:
    """Alpha-beta with bounds on known states. For six cards a hand in a second or two, whole hands in minutes.

    first: a guess at the value; it changes the time only.
    """
    if deal.finished:
        return Answer(finished_value(deal, money=money), {})
    return _Prover(*_game(deal, money)).answer(first)


class _Prover(_Search):
    """Asks of a position whether it is worth `at_least` so much, and remembers per state what is proved."""

    def __init__(self, play: Play, utility: Callable[[Play], int] | None, points: bool):
        super().__init__(play, utility, points)
        self.bounds: dict[State, tuple[int, int]] = {}

    def answer(self, first: int | None = None) -> Answer:
        """The value of the root and of each of its cards, each found by two questions or more."""
        cards, guess = {}, first if first is not None else 60 - self.taken
        points = self.taken if self.count_points else 0
        lanes = self.legal(self.place, self.root.trick, self.root.freed)
        for lane in sorted(lanes, key=self.weight(self.place, self.root.trick)):
            low, high = -INFINITE, INFINITE
            while low < high:
                target = guess + 1 if guess == low else guess
                value = self.test(self.place, self.root.trick, lane, self.root.freed, points, self.tricks, target)
                low, high = (value, high) if value >= target else (low, value)
                guess = value
            cards[NAMES[self.plan.lanes.cards[lane]]] = low + (self.taken if self.sum_points else 0)
        choose = max if self.own[self.place] else min
        return Answer(choose(cards.values()), cards)

    def weight(self, place: int, trick: tuple[int, ...]) -> Callable[[int], float]:
        """An order in which to try cards: it changes the time only. High cards first; who cannot win throws low."""
        lanes = self.plan.lanes
        if not trick:
            return lambda lane: -lane
        contest = lanes.suit[trick[0]] | lanes.trumps
        best = winner(self.plan, trick)
        ours = self.own[(place - len(trick) + best) % self.size] == self.own[place]

        def of(lane: int) -> float:
            takes = contest >> lane & 1 and lane > trick[best]
            worth = lanes.points[lane]
            if takes and not ours:
                return -100 - worth + lane / 100
            return (-worth if ours else worth) + lane / 100 + (20 if takes else 0)

        return of

    def test(
        self, place: int, trick: tuple[int, ...], lane: int, freed: bool, points: int, tricks: int, target: int
    ) -> int:
        """A bound on the value after a card: a lower one if it is at least `target`, else an upper one."""
        freed = freed or self.runs(place, trick, lane)
        self.hands[place] ^= 1 << lane
        self.path.append(lane)
        trick = (*trick, lane)
        following = (place + 1) % self.size
        if len(trick) < self.size:
            value = self.best(following, trick, freed, points, tricks, target)
        else:
            takes, gain, points, tricks = self.trick(following, trick, points, tricks)
            value = gain + self.bound(takes, freed, points, tricks, target - gain)
        self.path.pop()
        self.hands[place] ^= 1 << lane
        return value

    def best(self, place: int, trick: tuple[int, ...], freed: bool, points: int, tricks: int, target: int) -> int:
        """The bound that the seat to move can reach; the first card that answers the question ends the search."""
        lanes = self.legal(place, trick, freed)
        if len(lanes) > 1:
            lanes = self.different(place, trick, lanes)
            lanes = tuple(sorted(lanes, key=self.weight(place, trick)))
        own = self.own[place]
        found = -INFINITE if own else INFINITE
        for lane in lanes:
            value = self.test(place, trick, lane, freed, points, tricks, target)
            found = max(found, value) if own else min(found, value)
            if (found >= target) == own:
                break
        return found

    def missed(self, tricks: int, leader: int) -> bool:
        """Whether a goal that is asked for (every trick, no trick) cannot be reached any more."""
        goal = self.plan.contract.goal.kind
        if self.sum_points or self.count_points or goal == "points":
            return False
        fallen = self.plan.hand_size - self.hands[leader].bit_count()
        return tricks > 0 if goal == "no_trick" else tricks < fallen

    def different(self, place: int, trick: tuple[int, ...], lanes: tuple[int, ...]) -> tuple[int, ...]:
        """One lane of each row of equals: same suit, same points, and no card of another hand or the trick in between.

        The called card is like no other.
        """
        table = self.plan.lanes
        between = sum(1 << lane for lane in trick) | self.plan.called
        for other, hand in enumerate(self.hands):
            between |= hand if other != place else 0
        kept = [lanes[0]]
        for last, lane in itertools.pairwise(lanes):
            same = table.suit[last] == table.suit[lane] and table.points[last] == table.points[lane]
            if not same or between & ((2 << lane) - (1 << last)):
                kept.append(lane)
        return tuple(kept)

    def bound(self, leader: int, freed: bool, points: int, tricks: int, target: int) -> int:
        """The same for a state between two tricks."""
        if not self.hands[leader]:
            return self.end(points, tricks)
        if self.missed(tricks, leader):
            return 0
        key = (*self.hands, leader, freed, points, tricks)
        low, high = self.bounds.get(key, (-INFINITE, INFINITE))
        if self.sum_points:
            low, high = max(low, 0), min(high, sum(self.plan.lanes.points_in(hand) for hand in self.hands))
        if low >= target:
            return low
        if high < target or low == high:
            return high
        value = self.best(leader, (), freed, points, tricks, target)
        self.bounds[key] = (value, high) if value >= target else (low, value)
        return value


Amounts = tuple[int, ...]


def everyone(deal: Deal) -> dict[str, frozenset[int]]:
    """Ramsch, each for himself (max-n): for each card what the seat to move may get after it.

    Where a seat has several cards that bring it the same, theory does not say which it plays, and the others may get
    different amounts. So values are sets: everything that comes about by some choice among equals. For three or four
    cards a hand.
    """
    play = deal.play
    assert play is not None
    known: dict[tuple[object, ...], frozenset[Amounts]] = {}
    found = {}
    for lane in cards_of(play.legal(play.turn)):
        after = _everyone(deal, play.after(lane), known)
        found[NAMES[play.plan.lanes.cards[lane]]] = frozenset(amounts[play.turn] for amounts in after)
    return found


def _everyone(deal: Deal, play: Play, known: dict[tuple[object, ...], frozenset[Amounts]]) -> frozenset[Amounts]:
    key = (play.hands, play.turn, play.trick, play.taken, play.tricks())
    found = known.get(key)
    if found is None:
        if play.over:
            found = frozenset([_bill(deal, play).amounts])
        else:
            found = _chosen(play.turn, [_everyone(deal, play.after(n), known) for n in cards_of(play.legal(play.turn))])
        known[key] = found
    return found


def _chosen(seat: int, cards: list[frozenset[Amounts]]) -> frozenset[Amounts]:
    """What may come of a seat's choice: an outcome of a card that is not worse than some outcome of each other card."""
    least = [min(amounts[seat] for amounts in outcomes) for outcomes in cards]
    return frozenset(
        amounts
        for number, outcomes in enumerate(cards)
        for amounts in outcomes
        if all(amounts[seat] >= low for other, low in enumerate(least) if other != number)
    )
