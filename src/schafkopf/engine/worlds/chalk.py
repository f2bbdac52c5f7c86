"""Deals where the hand with the longest suit names trumps: who named compares all hands with each other.

The deals are cut into namings: how many Unters each hidden hand has, and how long and how good the namer's longest suit
is. In each of them the limits of a hand no longer depend on the others. Must agree with `game.auction.chalk_namer`; see
tests/engine/test_worlds_laws.py.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from schafkopf.engine.worlds import chalk_kernel as kernels
from schafkopf.engine.worlds.cases import Numbers
from schafkopf.engine.worlds.seen import Seen
from schafkopf.engine.worlds.showing import shown
from schafkopf.game.cards import NAMES, POINTS, SUITS, cards_of, mask_of
from schafkopf.game.compile import plain_mask, trump_mask

_JACKS = trump_mask("U", None)
_SUITS = tuple(plain_mask("U", suit) for suit in SUITS)
_CLUB_JACK = NAMES.index("EU")
_FREE = 99
"""A length or a number of points that no hand has."""


@dataclass(frozen=True)
class Namings:
    """The namings as arrays, counted. See `chalk_kernel` for their meaning."""

    namings: Numbers
    splits: Numbers
    suit_of: Numbers
    jack_points: int
    jack_of: Numbers
    jacks: Numbers
    totals: Numbers

    @classmethod
    def of(cls, seen: Seen) -> Namings:
        """The namings that agree with what is known."""
        limits = shown(seen)
        may = [seen.unseen & ~limits[0].without[place] if limits else 0 for place in seen.hidden]
        splits, suit_of = _splits(seen, may)
        groups = _jack_groups(seen, may)
        points = 2 if seen.view.rules["trump.tie_points"] == "with_jacks" else 0
        own = _own(seen, points)
        rows = []
        for number, dealt in enumerate(groups):
            rows += _Compared(seen, dealt, number, splits, points, own).rows()
        jacks = [masks for several in groups.values() for masks in several]
        jack_of = np.cumsum([0, *(len(several) for several in groups.values())]).astype(np.int64)
        namings = np.array(rows, np.int64).reshape(-1, kernels.GROUP + 1)
        totals = np.zeros(len(namings), np.int64)
        kernels.count(namings, splits, suit_of, points, np.diff(jack_of), totals)
        return cls(namings, splits, suit_of, points, jack_of, np.array(jacks, np.int64).reshape(-1, 3), totals)

    @property
    def count(self) -> int:
        """The number of deals."""
        return sum(int(total) for total in self.totals)

    def draw(self, n: int, state: npt.NDArray[np.uint64]) -> Numbers:
        """Deals drawn evenly: the cards of the three hidden hands."""
        hands = np.empty((n, 3), np.int64)
        kernels.draw(
            self.namings,
            self.splits,
            self.suit_of,
            self.jack_points,
            self.jack_of,
            self.jacks,
            self.totals,
            state,
            hands,
        )
        return hands


def _played(seen: Seen, place: int) -> int:
    """The cards that a place has played."""
    return 0 if seen.lanes is None else mask_of(seen.lanes.cards[lane] for lane in cards_of(seen.played[place]))


def _splits(seen: Seen, may: list[int]) -> tuple[Numbers, Numbers]:
    """For each suit every way in which its unseen cards can lie: see `chalk_kernel.tabulate`."""
    blocks = []
    suit_of = [0]
    for cards in _SUITS:
        block = np.zeros((1, 12), np.int64)
        for hand, place in enumerate(seen.hidden):
            before = cards_of(cards & _played(seen, place))
            block[0, 6 + hand] = len(before)
            block[0, 9 + hand] = sum(POINTS[card] for card in before)
        for card in cards_of(cards):
            bit = seen.bits(1 << card)
            if not bit & seen.unseen:
                continue
            grown = []
            for hand in range(3):
                if may[hand] & bit:
                    given = block.copy()
                    given[:, hand] |= bit
                    given[:, 3 + hand] += 1
                    given[:, 6 + hand] += 1
                    given[:, 9 + hand] += POINTS[card]
                    grown.append(given)
            block = np.concatenate(grown) if grown else block[:0]
        blocks.append(block)
        suit_of.append(suit_of[-1] + len(block))
    return np.concatenate(blocks), np.array(suit_of, np.int64)


def _own(seen: Seen, jack_points: int) -> tuple[int, int]:
    """The length of my longest suit as dealt and the most points in one of that length."""
    jacks = (seen.own_dealt & _JACKS).bit_count()
    suits = [cards_of(seen.own_dealt & suit) for suit in _SUITS]
    return max(
        (len(suit) + jacks if suit else 0, sum(POINTS[card] for card in suit) + jack_points * jacks) for suit in suits
    )


def _jack_groups(seen: Seen, may: list[int]) -> dict[tuple[int, ...], list[tuple[int, ...]]]:
    """Every way in which the unseen Unters can lie (masks of the three hands), by how many each hand was dealt."""
    club_jack = seen.bits(1 << _CLUB_JACK)
    cards = [1 << bit for bit in cards_of(seen.bits(_JACKS) & seen.unseen)]
    had = [(_JACKS & _played(seen, place)).bit_count() for place in seen.hidden]
    found: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for lying in itertools.product(range(3), repeat=len(cards)):
        if all(may[hand] & card for hand, card in zip(lying, cards, strict=True)):
            masks = tuple(sum(card for at, card in zip(lying, cards, strict=True) if at == hand) for hand in range(3))
            dealt = tuple(had[hand] + masks[hand].bit_count() for hand in range(3))
            holder = next((hand for hand in range(3) if masks[hand] & club_jack), -1)
            found.setdefault((*dealt, holder), []).append(masks)
    return found


@dataclass
class _Compared:
    """One deal of the Unters: which longest suits the namer may have, and what that leaves to the others."""

    seen: Seen
    dealt: tuple[int, ...]
    """Unters dealt to the hidden hands, and which of them holds the club jack now (-1: none)."""
    group: int
    splits: Numbers
    jack_points: int
    own: tuple[int, int]
    """The length of my longest suit and the most points in one of that length."""

    def rows(self) -> list[list[int]]:
        """The rows of `namings`."""
        seen = self.seen
        view, rules = seen.view, seen.view.rules
        seat = view.turn if view.contract is None else view.contract.declarer
        assert seat is not None
        namer = seen.place(seat)
        least = rules["trump.min"]
        rows = []
        if view.contract is None or view.contract.by_club_jack:
            holds = self._has_club_jack(namer)
            if holds and self._own_fits(least, -1):
                # Nobody's suit was long enough.
                rows.append(self._row(dict.fromkeys(seen.hidden, (least, -1)), -1))
        if view.contract is not None and view.contract.by_club_jack:
            return rows
        named = -1 if view.contract is None or rules["trump.suit"] == "any" else SUITS.index(view.contract.suit or "")
        earliest = rules["trump.namer"] == "earliest"
        for length, points in self._longest(namer, least, named, earliest):
            limits = {}
            for place in range(4):
                if earliest:
                    limits[place] = (least, -1) if place < namer else (_FREE, _FREE)
                else:
                    # Equal in length and points, the earlier place names.
                    limits[place] = (length, points - (place < namer))
            if namer != seen.me and not self._own_fits(*limits[seen.me]):
                continue
            limits[namer] = (length, _FREE if points < 0 else points)
            rows.append(self._row(limits, namer, length, points, named))
        return rows

    def _longest(self, namer: int, least: int, named: int, earliest: bool) -> list[tuple[int, int]]:
        """The lengths and points (-1: whatever they are) that the namer's longest suit may have."""
        if namer == self.seen.me:
            return [self.own] if self.own[0] >= least else []
        hand = self.seen.hidden.index(namer)
        jacks = self.dealt[hand]
        held = self.splits[:, 6 + hand]
        fits = (held > 0) & (held + jacks >= least)
        lengths = held[fits] + jacks
        if earliest:
            return [(int(length), -1) for length in np.unique(lengths)]
        worth = self.splits[fits, 9 + hand] + self.jack_points * jacks
        both = np.unique(lengths * 100 + worth)
        return [(int(value) // 100, int(value) % 100) for value in both]

    def _own_fits(self, length: int, points: int) -> bool:
        return self.own <= (length, points)

    def _has_club_jack(self, namer: int) -> bool:
        seen = self.seen
        if seen.own_dealt >> _CLUB_JACK & 1:
            return namer == seen.me
        for place in seen.hidden:
            if _played(seen, place) >> _CLUB_JACK & 1:
                return namer == place
        return namer != seen.me and seen.hidden.index(namer) == self.dealt[3]

    @cached_property
    def _needs(self) -> list[int]:
        """The cards that each hidden hand gets besides its unseen Unters, then the Unters that each was dealt."""
        before = [(_JACKS & _played(self.seen, place)).bit_count() for place in self.seen.hidden]
        sizes = [self.seen.sizes[place] for place in self.seen.hidden]
        return [size + had - dealt for size, had, dealt in zip(sizes, before, self.dealt, strict=False)] + [
            *self.dealt[:3]
        ]

    def _row(
        self, limits: dict[int, tuple[int, int]], namer: int, length: int = 0, points: int = -1, named: int = -1
    ) -> list[int]:
        hidden = self.seen.hidden
        return [
            *self._needs,
            *(limits[place][0] for place in hidden),
            *(limits[place][1] for place in hidden),
            hidden.index(namer) if namer in hidden else -1,
            length,
            points,
            named,
            self.group,
        ]
