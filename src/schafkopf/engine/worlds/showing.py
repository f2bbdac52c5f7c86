"""What the cards played and the doubling say about the hands, for each seat that may have the called card.

Must agree with `game.play.legal` and `game.kontra`; see tests/engine/test_worlds_laws.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from schafkopf.engine.worlds.seen import Seen
from schafkopf.game.contract import CalledDuty

Count = tuple[int, int, int]
"""A set of lanes, and how many of them there are at least and at most."""
_ANY = 99


@dataclass
class Limits:
    """What the hidden hands must be like now, in lanes, if `holder` has or had the called card."""

    holder: int | None
    without: list[int]
    """Lanes that each place does not hold."""
    counts: tuple[Count, ...] = ()
    """How many lanes of some sets the holder still has."""


class _Contradiction(Exception):
    """No hand with the called card would have been played like this."""


def shown(seen: Seen) -> list[Limits]:
    """What the hands are like, for each seat that may have the called card; the entries exclude each other."""
    contract, lanes = seen.contract, seen.lanes
    places = len(seen.sizes)
    if contract is None or lanes is None:
        return [Limits(None, [0] * places)]
    card = contract.line.card
    called = suit = 0
    caller = None
    holders: list[int | None] = [None]
    if contract.duty.called is not None and card is not None:
        called = 1 << lanes.lane_of[card]
        suit = lanes.suit[called.bit_length() - 1]
        declarer = seen.view.contract.declarer if seen.view.contract is not None else None
        caller = None if declarer is None else seen.place(declarer)
        played = [place for place in range(places) if seen.played[place] & called]
        holders = [*([seen.me] if seen.own & called else played or seen.hidden)]
        holders = [
            holder
            for holder in holders
            if (holder != caller or contract.duty.called.own) and _may_have_said(seen, holder, caller)
        ]
    found = []
    for holder in holders:
        try:
            found += _Reading(seen, holder, called, suit).limits()
        except _Contradiction:
            continue
    return found


def _may_have_said(seen: Seen, holder: int | None, declarer: int | None) -> bool:
    """Whether those who doubled sit on the sides they doubled for, if `holder` has the called card."""
    side = (holder, declarer)
    return all((seen.place(seat) in side) == (level % 2 == 1) for level, seat in enumerate(seen.view.kontra))


@dataclass
class _Reading:
    """One reading of all the cards played, in their order."""

    seen: Seen
    holder: int | None
    called: int
    suit: int
    known: list[int] = field(default_factory=list)
    """What each place has played from the card that is being read on: these it held, too."""
    without: list[int] = field(default_factory=list)
    owed: int = 0
    """Cards of the called suit that the holder still has at least."""
    either: tuple[tuple[Count, ...], ...] = ((),)
    """What the called card showed when it was played; one of these is true."""
    freed: bool = False
    gone: bool = False
    """The called card has been played."""

    def limits(self) -> list[Limits]:
        """What the cards say. Raises _Contradiction if the holder cannot be the one that is supposed."""
        seen = self.seen
        contract, lanes = seen.contract, seen.lanes
        assert contract is not None and lanes is not None
        self.known = list(seen.played)
        self.without = [0] * len(seen.sizes)
        duty = contract.duty.called
        for trick in seen.tricks:
            led = lanes.suit[trick[0][1]] if trick else 0
            contest = led | lanes.trumps
            best = -1
            for step, (place, lane) in enumerate(trick):
                binds = duty if place == self.holder and not self.gone and not self.freed else None
                if place != seen.me:
                    if step:
                        self._followed(place, lane, led, best, binds)
                    elif binds is not None:
                        self._led(place, lane, binds)
                if lane > best and contest >> lane & 1:
                    best = lane
                self.known[place] ^= 1 << lane
                if 1 << lane == self.called:
                    self.gone = True
                elif binds is not None and binds.after_run == "free" and led == self.suit:
                    self.freed = bool(self.suit >> lane & 1)
        if self.called and not self.gone:
            for place in seen.hidden:
                if place != self.holder:
                    self.without[place] |= self.called
        owed = ((self.suit, self.owed, _ANY),) if self.owed > 0 else ()
        return [Limits(self.holder, list(self.without), (*owed, *counts)) for counts in self.either]

    def _held(self, place: int) -> int:
        """How many cards the place held before the card that is being read."""
        return self.seen.sizes[place] + self.known[place].bit_count()

    def _exclude(self, place: int, lanes: int) -> None:
        if self.known[place] & lanes:
            raise _Contradiction
        self.without[place] |= lanes

    def _ran(self, place: int, lane: int, duty: CalledDuty) -> None:
        """He played another card of the called suit where only running away allowed it."""
        if duty.run_min == 0:
            raise _Contradiction
        counted = self.seen.played[place] if duty.run_count == "dealt" else self.known[place]
        self.owed = max(self.owed, duty.run_min - (counted & self.suit).bit_count())
        if duty.run_card == "lowest":
            self._exclude(place, self.suit & ((1 << lane) - 1) & ~self.called)

    def _lost(self, place: int, best: int, duty: CalledDuty) -> None:
        """He played the called card to a trick it does not take, so running away could not have taken it either.

        A called ten may rank below cards of its suit that the declarer need not have.
        """
        held = self.known[place] & self.suit
        counted = (self.seen.played[place] if duty.run_count == "dealt" else self.known[place]) & self.suit
        need = duty.run_min - counted.bit_count()
        above = self.suit & (-1 << best + 1)
        below = self.suit & ((1 << best) - 1) & ~self.called
        alternatives: list[tuple[Count, ...]] = [((self.suit, 0, need - 1),)] if need > 0 else []
        if duty.run_card == "lowest":
            lower = int(not held & below)
            alternatives.append(((self.suit, need, _ANY), (below, lower, _ANY)))
        elif not held & above:
            alternatives.append(((self.suit, need, _ANY), (above, 0, 0)))
        self.either = tuple(alternatives)

    def _led(self, place: int, lane: int, duty: CalledDuty) -> None:
        if 1 << lane == self.called:
            if duty.holder_lead == "ace_or_runaway":
                return
            # Led only for want of anything else: a hand of this suit alone, from which he could not run away.
            size = self._held(place)
            before = self.seen.played[place] & ~self.known[place] & self.suit
            counted = size + (before.bit_count() if duty.run_count == "dealt" else 0)
            if duty.run_min and counted >= duty.run_min and size > 1:
                raise _Contradiction
            everything = (1 << len(self.seen.lanes.cards)) - 1 if self.seen.lanes is not None else 0
            self._exclude(place, everything & ~self.suit)
        elif self.suit >> lane & 1:
            self._ran(place, lane, duty)

    def _followed(self, place: int, lane: int, led: int, best: int, duty: CalledDuty | None) -> None:
        """duty: the duties of the called card, if they bind this place now."""
        contract, lanes = self.seen.contract, self.seen.lanes
        assert contract is not None and lanes is not None
        must_win = contract.duty.must_win
        bit = 1 << lane
        if duty is not None and led & self.called:
            if bit == self.called:
                if must_win and lane < best and duty.run_on_follow and duty.run_min:
                    self._lost(place, best, duty)
                return
            if not led & bit or not duty.run_on_follow:
                raise _Contradiction
            self._ran(place, lane, duty)
            if must_win and lane < best:
                above = self.suit & (-1 << best + 1)
                if above & self.called:
                    raise _Contradiction
                if duty.run_card != "lowest":
                    self._exclude(place, above)
            return
        zone = led
        if not led & bit:
            self._exclude(place, led)
            zone = -1
            if duty is not None and bit == self.called:
                size = self._held(place)
                held_back = duty.discard == "last_trick" or (duty.discard == "last_two" and size > 2)
                if held_back and size > 1:
                    raise _Contradiction
        if must_win:
            above = zone & (led | lanes.trumps) & (-1 << best + 1)
            if not above & bit:
                self._exclude(place, above & ((1 << len(lanes.cards)) - 1))
