"""What a player at the table knows: the cards that are out, who showed out of what, who plays with whom.

Everything is worked out anew from a View, so nothing is left over from the deal before.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from schafkopf.game.alphabet import CARDS
from schafkopf.game.cards import NAMES, UNKNOWN
from schafkopf.game.compile import bids, hindrance
from schafkopf.game.compile import contract as compiled
from schafkopf.game.contract import Contract
from schafkopf.game.plan import Lanes, lanes
from schafkopf.game.view import View

# How many times its even share of the outstanding trumps a seat holds: who named the game, the others, a known partner.
# Counted in deals that these bots play among themselves.
_LEAN_CALLED = 1.33, 0.85, 0.7
_LEAN_ALONE = 1.65, 0.75, 0.75
_LEAN_HEADS = 2.4, 0.4, 0.4

# A trump led by somebody else speaks for the declarer's partner, the called suit led speaks against it.
_LED_TRUMP, _LED_CALLED = 2.5, 0.2


@dataclass(frozen=True)
class Table:
    """The play as one seat sees it, in lane masks (see `schafkopf.game.plan`)."""

    view: View
    me: int
    contract: Contract
    lanes: Lanes
    hand: int
    legal: int
    """What may be played now; 0 when it is somebody else's turn."""
    tricks: tuple[tuple[tuple[int, int], ...], ...]
    """Every trick, the open one last (empty if I lead): seats and lanes in the order of play."""

    @classmethod
    def of(cls, view: View) -> Table:
        """The table behind a View of the play. Raises ValueError for a spectator and for unknown own cards."""
        seen = view.contract
        if view.seat is None or seen is None or UNKNOWN in view.hand:
            raise ValueError("a bot plays for a seat, in a contract, and knows its own cards")
        card = None if seen.card is None else CARDS[seen.card]
        contract = compiled(view.rules, seen.name, suit=seen.suit, card=card, promise=seen.promise)
        table = lanes(contract.order, view.rules["deck.cards"])
        tricks = []
        for trick in (*view.tricks, *((view.trick,) if view.trick is not None else ())):
            start = view.seats.index(trick.leader)
            order = view.seats[start:] + view.seats[:start]
            played = (table.lane_of[CARDS[name]] for name in trick.cards)
            tricks.append(tuple(zip(order, played, strict=False)))
        if view.trick is None:
            tricks.append(())
        legal = [CARDS[text] for text in view.options if text in CARDS]
        return cls(
            view,
            view.seat,
            contract,
            table,
            table.mask([CARDS[name] for name in view.hand]),
            table.mask(legal),
            tuple(tricks),
        )

    # -- the cards -------------------------------------------------------------------------------------------------

    @property
    def trick(self) -> tuple[tuple[int, int], ...]:
        """The cards on the table."""
        return self.tricks[-1]

    @cached_property
    def played(self) -> int:
        """All lanes played."""
        mask = 0
        for trick in self.tricks:
            for _, lane in trick:
                mask |= 1 << lane
        return mask

    @cached_property
    def unseen(self) -> int:
        """The lanes the others hold."""
        return (1 << len(self.lanes.cards)) - 1 & ~(self.hand | self.played)

    @property
    def trumps(self) -> int:
        """All trump lanes."""
        return self.lanes.trumps

    @cached_property
    def called(self) -> int:
        """The bit of the called card, 0 without one."""
        card = self.contract.line.card
        return 0 if card is None else 1 << self.lanes.lane_of[card]

    @cached_property
    def called_suit(self) -> int:
        """The lanes of the called suit."""
        return self.lanes.suit[self.called.bit_length() - 1] if self.called else 0

    @cached_property
    def called_suit_led(self) -> bool:
        """Whether the called suit has been led."""
        return any(trick and self.called_suit >> trick[0][1] & 1 for trick in self.tricks)

    def name(self, lane: int) -> str:
        """The card of a lane."""
        return NAMES[self.lanes.cards[lane]]

    def above(self, lane: int) -> int:
        """The lanes of the same suit (or the trumps) that beat this one."""
        return self.lanes.suit[lane] & (-1 << lane + 1)

    def below(self, lane: int) -> int:
        """The lanes of the same suit (or the trumps) that this one beats."""
        return self.lanes.suit[lane] & ((1 << lane) - 1)

    def master(self, lane: int) -> bool:
        """Whether nobody else holds a higher card of the same suit."""
        return not self.above(lane) & self.unseen

    def worth(self, lane: int) -> int:
        """Card points, or 0 where the goal does not count them."""
        return self.lanes.points[lane] if self.contract.goal.kind in ("points", "fewest_points") else 0

    @cached_property
    def lying(self) -> int:
        """The points on the table."""
        return sum(self.worth(lane) for _, lane in self.trick)

    @cached_property
    def best(self) -> tuple[int, int] | None:
        """The seat and lane that win the trick as it lies; None on lead."""
        best = None
        for seat, lane in self.trick:
            if best is None or self.beats(lane, best[1]):
                best = (seat, lane)
        return best

    def beats(self, lane: int, best: int) -> bool:
        """Whether a card played later beats the one that is winning."""
        return lane > best and bool((self.lanes.suit[best] | self.trumps) >> lane & 1)

    @cached_property
    def later(self) -> tuple[int, ...]:
        """Who still plays to this trick after me."""
        seats = self.view.seats
        start = seats.index(self.me)
        order = seats[start + 1 :] + seats[:start]
        return order[: len(seats) - 1 - len(self.trick)]

    # -- the others ------------------------------------------------------------------------------------------------

    @cached_property
    def voids(self) -> dict[int, int]:
        """The lanes each seat has shown not to hold."""
        found = dict.fromkeys(self.view.seats, 0)
        for trick in self.tricks:
            for seat, lane in trick[1:]:
                led = self.lanes.suit[trick[0][1]]
                if not led >> lane & 1:
                    found[seat] |= led
        return found

    @cached_property
    def _held(self) -> dict[int, int]:
        held = {seat: self.unseen & ~self.voids[seat] for seat in self.view.seats}
        if (seen := self.view.contract) is not None and seen.declarer is not None:
            held[seen.declarer] &= ~self._told_by_call[0]
        if self.called & self.unseen:
            candidates = self.partner_odds
            for seat in held:
                if seat not in candidates:
                    held[seat] &= ~self.called
        return held

    def may_hold(self, seat: int) -> int:
        """The unseen lanes that this seat may have."""
        return self._held[seat]

    def none_of(self, seat: int, mask: int, *, without: int = 0) -> float:
        """How likely it is that a seat holds none of these lanes; who named the game is taken to hold more trumps.

        without: lanes that the seat is taken not to hold.
        """
        cards = self.may_hold(seat) & ~without
        wanted = cards & mask
        if not wanted:
            return 1.0
        if wanted & self.called and self.partner_odds.get(seat) == 1.0:
            return 0.0
        total, size = cards.bit_count(), self.view.sizes[seat]
        if size >= total:
            return 0.0
        lean = self._lean[seat]
        if lean == 1.0:
            return _missed(total, size, wanted.bit_count())
        trumps = (cards & self.trumps).bit_count()
        # More trumps than its share leave room for fewer plain cards.
        plain = size * (total - lean * trumps) / (total - trumps) if trumps < total else 0.0
        none = _missed(total, lean * size, (wanted & self.trumps).bit_count()) if wanted & self.trumps else 1.0
        return none * (_missed(total, plain, (wanted & ~self.trumps).bit_count()) if wanted & ~self.trumps else 1.0)

    @cached_property
    def _lean(self) -> dict[int, float]:
        """How many times its share of the trumps that are out each seat is taken to hold."""
        seen = self.view.contract
        assert seen is not None
        even = dict.fromkeys(self.view.seats, 1.0)
        kind = self.contract.line.kind
        if seen.declarer is None or kind not in ("called", "alone") or self.contract.goal.kind == "no_trick":
            return even
        if kind == "called":
            named, other, partner = _LEAN_CALLED
        else:
            named, other, partner = _LEAN_ALONE if self.contract.order.suit is not None else _LEAN_HEADS
        if self.me == seen.declarer:
            named, other = 1.0, 1.0
        found = {
            seat: named if seat == seen.declarer else partner if self.partner_odds.get(seat) == 1.0 else other
            for seat in even
        }
        trumps = self.unseen & self.trumps
        for seat, lean in found.items():
            # Nobody holds more of them than he has cards.
            cards = (self.may_hold(seat) & trumps).bit_count()
            if cards:
                found[seat] = min(lean, self.may_hold(seat).bit_count() / cards)
        return found

    @cached_property
    def hidden_partner(self) -> bool:
        """Whether the declarer may have a partner whom I do not know."""
        seen = self.view.contract
        assert seen is not None
        if self.contract.line.kind != "called" or seen.partner is not None or self.called & self.played:
            return False
        return not self.called & self.hand

    @cached_property
    def partner_odds(self) -> dict[int, float]:
        """For each seat that may be the declarer's partner, how likely it is; they sum to 1 (empty: alone)."""
        seen = self.view.contract
        assert seen is not None
        if seen.partner is not None:
            return {seen.partner: 1.0}
        if not self.hidden_partner or seen.declarer is None:
            return {}
        odds = {
            seat: 1.0
            for seat in self.view.seats
            if seat not in (seen.declarer, self.me)
            and seat not in self.view.without_called
            and not self.called & self.voids[seat]
        }
        if len(odds) > 1:
            for trick in self.tricks:
                if trick and trick[0][0] in odds:
                    seat, lane = trick[0]
                    odds[seat] *= (
                        _LED_TRUMP
                        if self.trumps >> lane & 1
                        else (_LED_CALLED if self.called_suit >> lane & 1 else 1.0)
                    )
        total = sum(odds.values())
        return {seat: chance / total for seat, chance in odds.items()}

    @cached_property
    def attacking(self) -> bool | None:
        """Whether I am on the declarer's side; None where that does not exist or is not known to me."""
        seen = self.view.contract
        assert seen is not None
        if seen.declarer is None:
            return None
        return self.me == seen.declarer or self.friends[seen.declarer] == 1.0

    @cached_property
    def friends(self) -> dict[int, float]:
        """For each seat, how likely it plays on my side."""
        seen = self.view.contract
        assert seen is not None
        seats, kind = self.view.seats, self.contract.line.kind
        found = dict.fromkeys(seats, 0.0)
        found[self.me] = 1.0
        if kind == "everyone":
            return found
        if kind == "opposite":
            # Also before anybody knows whose game it is, the seat across is on my side.
            found[seats[(seats.index(self.me) + 2) % len(seats)]] = 1.0
            return found
        partners = self.partner_odds
        if self.me == seen.declarer:
            found.update(partners)
        elif partners.get(self.me) == 1.0:
            found[seen.declarer if seen.declarer is not None else self.me] = 1.0
        else:
            for seat in seats:
                if seat not in (self.me, seen.declarer):
                    found[seat] = 1.0 - partners.get(seat, 0.0)
        return found

    @cached_property
    def foes(self) -> tuple[int, ...]:
        """Seats that more likely play against me than with me."""
        return tuple(seat for seat in self.view.seats if self.friends[seat] < 0.5)

    def can_beat(self, seat: int, best: int, led: int, *, without: int = 0) -> float:
        """How likely `seat`, still to play, can beat the lane that is winning; `led` is the mask of the led suit."""
        trumps = self.trumps
        if led & trumps:
            return 1.0 - self.none_of(seat, trumps & (-1 << best + 1), without=without)
        chance = 0.0
        if led >> best & 1:
            chance = 1.0 - self.none_of(seat, led & (-1 << best + 1), without=without)
        void = 0.0
        if not (led & self.called and self.follows_called(seat)):
            void = self.none_of(seat, led, without=without)
        if void > 0.0:
            chance += void * (1.0 - self.none_of(seat, trumps & (-1 << best + 1), without=without))
        return min(1.0, chance)

    def _beats_as(self, seat: int, best: int, led: int) -> tuple[float, float]:
        """How likely `seat` can beat the winning lane if it is my friend, and if it is my foe.

        To the first lead of its suit the called card must be played, so its holder beats what it beats, and nobody else
        has it.
        """
        holders = self.partner_odds if led & self.called & self.unseen and self.hidden_partner else {}
        if seat not in holders:
            chance = self.can_beat(seat, best, led)
            return chance, chance
        as_holder = float(bool(led >> best & 1) and self.called > 1 << best)
        otherwise = self.can_beat(seat, best, led, without=self.called)
        return (as_holder, otherwise) if self.attacking else (otherwise, as_holder)

    def follows_called(self, seat: int) -> bool:
        """Whether `seat` called a card of a suit of which he has not played one yet, and must have one."""
        seen = self.view.contract
        if seen is None or seat != seen.declarer or not self._told_by_call[1]:
            return False
        return not self.voids[seat] & self.called_suit and not any(
            self.called_suit >> lane & 1 for trick in self.tricks for who, lane in trick if who == seat
        )

    @cached_property
    def _told_by_call(self) -> tuple[int, bool]:
        """What his call tells of the declarer: lanes he was not dealt, and whether he was dealt some of the suit."""
        seen = self.view.contract
        named = bids(self.view.rules)
        said = (action.text for action in reversed(self.view.log) if seen is not None and action.seat == seen.declarer)
        bid = next((named[text] for text in said if text in named), None)
        if bid is None or not self.called:
            return 0, False
        rules, missing, others = self.view.rules, 0, 0
        for lane, card in enumerate(self.lanes.cards):
            if not self.called_suit >> lane & 1:
                others |= 1 << card
            elif hindrance(rules, bid, 1 << card, hidden=rules.hand_size - 1) is not None:
                missing |= 1 << lane
        return missing, hindrance(rules, bid, others) is not None

    def must_beat(self, seat: int, best: int, led: int) -> float:
        """How likely `seat` has to beat the winning lane, since all its cards of the led suit are higher."""
        if not led >> best & 1:
            return 0.0
        return max(0.0, self.none_of(seat, led & ((1 << best) - 1)) - self.none_of(seat, led))

    def keeps(self, mine: float, best: int, led: int, *, eager: float = 1.0) -> float:
        """How likely my side has the trick in the end.

        mine: how likely the seat winning it now is on my side. eager: how often who can beat the winning card does so
        (1.0), as opposed to beating it only when he must (0.0).
        """
        for seat in self.later:
            forced = (1.0 - eager) * self.must_beat(seat, best, led) if eager < 1.0 else 0.0
            as_friend, as_foe = (eager * chance + forced for chance in self._beats_as(seat, best, led))
            friend = self.friends[seat]
            mine = mine * (1.0 - (1.0 - friend) * as_foe) + (1.0 - mine) * friend * as_friend
        return mine


def _missed(total: int, size: float, wanted: int) -> float:
    """How likely so many cards out of a total all lie outside a hand that gets `size` of them."""
    chance = 1.0
    for drawn in range(wanted):
        chance *= max(0.0, total - size - drawn) / (total - drawn)
    return chance
