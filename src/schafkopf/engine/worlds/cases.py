"""From what is known to the arrays that the kernels count and draw from: cases that exclude each other.

In each case every hidden card has a set of hands that may hold it, and some sets of cards in one hand have weights by
how many there are: 0 forbids a number, 1 allows it, more counts it several times.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from schafkopf.engine.worlds import bidding, kernel
from schafkopf.engine.worlds.bidding import Wish
from schafkopf.engine.worlds.seen import Seen
from schafkopf.engine.worlds.showing import Limits, shown
from schafkopf.game.compile import HOCHZEIT_TRUMPS

Numbers = npt.NDArray[np.int64]
Weights = tuple[int, ...]
"""Weight of 0, 1, 2, ... cards."""

WIDTH = 10
"""Weights of one counter in the arrays."""


@dataclass(frozen=True)
class Counter:
    """In one hidden hand, the cards of a set count by their number."""

    hand: int
    mask: int
    weights: Weights


@dataclass(frozen=True)
class Case:
    """may: for each hidden hand the cards it may hold."""

    may: tuple[int, ...]
    counters: tuple[Counter, ...]


@dataclass
class Draft:
    """A case while conditions are still put on it. Places and bits as in Seen."""

    seen: Seen
    may: dict[int, int]
    counts: list[tuple[int, int, Weights]]
    """Place, set of cards, weights by the number of them held now."""

    def take(self, place: int, cards: int) -> bool:
        """The place has these cards now or has played them. False if that cannot be."""
        cards &= ~self.seen.played[place]
        if place == self.seen.me:
            return not cards & ~self.seen.own
        if cards & ~self.may[place]:
            return False
        for other in self.may:
            if other != place:
                self.may[other] &= ~cards
        return True

    def weigh(self, place: int, cards: int, weights: Weights) -> bool:
        """Weights by the number of these cards that the place had before the first card. False if none is possible."""
        had = (cards & self.seen.played[place]).bit_count()
        rest = weights[had:]
        if place == self.seen.me:
            held = (cards & self.seen.own).bit_count()
            return held < len(rest) and rest[held] > 0
        self.counts.append((place, cards & self.seen.unseen, rest))
        return any(rest)

    def done(self) -> Case | None:
        """The case with all that follows at once from its counts; None if no deal is left."""
        order = self.seen.hidden
        counters = []
        for place, cards, weights in self.counts:
            size = self.seen.sizes[place]
            free = cards & self.may[place]
            longest = min(free.bit_count(), size)
            weights = tuple(weights[k] if k < len(weights) else 0 for k in range(longest + 1))
            if not any(weights):
                return None
            if not any(weights[1:]) and weights[0] == 1:
                self.may[place] &= ~free
            elif any(weight != 1 for weight in weights):
                counters.append(Counter(order.index(place), free, weights))
        return Case(tuple(self.may[place] for place in order), tuple(counters))


def cases(seen: Seen) -> list[Case]:
    """All cases; together they hold every deal that agrees with the view, each once (or as often as cards could have
    been given face down)."""
    words = {} if seen.parties is not None and seen.gifts else bidding.told(seen)
    alternatives = [(place, wishes) for place, said in words.items() for wishes in said if wishes != [()]]
    found = []
    for limits in shown(seen):
        for choice in itertools.product(*(wishes for _, wishes in alternatives)):
            wishes = [(place, wish) for (place, _), wish in zip(alternatives, choice, strict=True)]
            draft = _draft(seen, limits, wishes)
            case = draft.done() if draft is not None else None
            if case is not None:
                found.append(case)
    return found


def _draft(seen: Seen, limits: Limits, wishes: list[tuple[int, Wish]]) -> Draft | None:
    draft = Draft(seen, {place: seen.unseen & ~limits.without[place] for place in seen.hidden}, [])
    if limits.holder is not None:
        assert seen.lanes is not None and seen.contract is not None and seen.contract.line.card is not None
        called = 1 << seen.lanes.lane_of[seen.contract.line.card]
        if not draft.take(limits.holder, called):
            return None
        if limits.holder != seen.me:
            for lanes, least, most in limits.counts:
                weights = tuple(int(least <= k <= most) for k in range(WIDTH))
                draft.counts.append((limits.holder, lanes & seen.unseen, weights))
    for place, wish in wishes:
        for cards, allowed in wish:
            if place == seen.me:
                if not allowed >> (cards & seen.own_dealt).bit_count() & 1:
                    return None
                continue
            weights = tuple(allowed >> k & 1 for k in range(WIDTH))
            if not draft.weigh(place, seen.bits(cards), weights):
                return None
    return draft if _exchanged(seen, draft) else None


def _exchanged(seen: Seen, draft: Draft) -> bool:
    """Put on what the cards given in a Hochzeit say."""
    if seen.parties is None or not seen.gifts:
        return True
    bride, taker = seen.parties
    pack = bidding.pack_of(seen.view.rules)
    trumps, plain = seen.bits(HOCHZEIT_TRUMPS & pack), seen.bits(pack & ~HOCHZEIT_TRUMPS)
    exact = tuple(int(k == 0) for k in range(WIDTH))
    if not draft.weigh(bride, trumps, exact):
        return False
    trump = seen.gifts[0]
    if trump is not None:
        if not draft.take(taker, seen.bits(1 << trump)):
            return False
    else:
        # Any of the taker's trumps may be the one, and any of the bride's cards the one she got for it.
        ways = 1 if len(seen.gifts) == 1 else seen.view.rules.hand_size
        if not draft.weigh(taker, trumps, tuple(ways * k for k in range(WIDTH))):
            return False
    if len(seen.gifts) == 1:
        # He has accepted, so he has a plain card to give.
        return draft.weigh(taker, plain, (0,) + (1,) * (WIDTH - 1))
    given = seen.gifts[1]
    return given is None or draft.take(bride, seen.bits(1 << given))


@dataclass(frozen=True)
class Tables:
    """The cases as arrays, counted. See `kernel.fill` for their meaning."""

    arrays: tuple[Numbers, ...]
    lanes: Numbers
    needs: Numbers
    table: Numbers
    totals: Numbers

    @classmethod
    def of(cls, seen: Seen) -> Tables:
        """The cases that agree with what is known."""
        *arrays, lanes, length = packed(seen, cases(seen))
        needs = np.array([*(seen.sizes[place] for place in seen.hidden), 0][:3], np.int64)
        table = np.zeros(max(1, int(length[0])), np.int64)
        totals = np.zeros(len(arrays[0]) - 1, np.int64)
        kernel.fill(*arrays, needs, table, totals)
        return cls(tuple(arrays), lanes, needs, table, totals)

    @property
    def count(self) -> int:
        """The number of deals."""
        return sum(int(total) for total in self.totals)

    def draw(self, n: int, state: npt.NDArray[np.uint64]) -> Numbers:
        """Deals drawn evenly: the cards of the three hidden hands (a column of zeros where there are two)."""
        hands = np.empty((n, 3), np.int64)
        kernel.draw(*self.arrays[:9], self.needs, self.table, self.totals, self.lanes, state, hands)
        return hands


def packed(seen: Seen, found: list[Case]) -> tuple[Numbers, ...]:
    """The arrays of `kernel.fill`, up to and including `weights`, then the lanes of the atoms and the table size."""
    size_of = [seen.sizes[place] for place in seen.hidden] + [0, 0, 0]
    atom_of, sizes, holders, codes, table_of = [0], [], [], [], []
    counter_of, seats, members, digits, weights, lanes = [0], [], [], [], [], []
    length = 0
    for case in found:
        atoms: dict[tuple[int, int], list[int]] = {}
        rest = seen.unseen
        while rest:
            low = rest & -rest
            rest ^= low
            may = sum(1 << hand for hand, cards in enumerate(case.may) if cards & low)
            counts = sum(1 << k for k, counter in enumerate(case.counters) if counter.mask & low)
            atoms.setdefault((counts, may), []).append(low.bit_length() - 1)
        kinds = 1
        # Counted cards first: afterwards only states that pass are left.
        ordered = sorted(atoms.items(), key=lambda item: (-item[0][0], item[0][1]))
        for k, counter in enumerate(case.counters):
            values = list(counter.weights)
            while len(values) > 1 and values[-1] == values[-2]:
                values.pop()
            seats.append(counter.hand)
            members.append(sum(1 << a for a, ((counts, _), _) in enumerate(ordered) if counts >> k & 1))
            digits += [kinds, len(values)]
            weights += values + [0] * (WIDTH - len(values))
            kinds *= len(values)
        for (_, may), cards in ordered:
            sizes.append(len(cards))
            holders.append(may)
            lanes += cards
        codes.append(kinds)
        table_of.append(length)
        length += (len(ordered) + 1) * (size_of[0] + 1) * (size_of[1] + 1) * kinds
        atom_of.append(len(sizes))
        counter_of.append(len(seats))
    lists = (atom_of, sizes, holders, codes, table_of, counter_of, seats, members, digits, weights, lanes, [length])
    return tuple(np.array(numbers, np.int64) for numbers in lists)
