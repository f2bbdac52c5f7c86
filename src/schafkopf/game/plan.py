"""A contract compiled with the hands: the deck permuted into lanes.

A lane is a bit position: plain suits below, trumps on top, the strongest card of each highest. So the winner of a trick
is the highest lane among the trumps and the led suit, and Laufende are the run of leading bits in the trump lanes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from schafkopf.game import compile
from schafkopf.game.cards import NAMES, POINTS, SUITS, Card, deck
from schafkopf.game.contract import Contract, Order
from schafkopf.game.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Lanes:
    """The deck in the order of one contract."""

    cards: tuple[Card, ...]
    """Lane -> card, weakest first."""
    lane_of: tuple[int, ...]
    """Card -> lane; -1 for a card that is not in the pack."""
    trumps: int
    """Mask of the trump lanes: the top bits."""
    suit: tuple[int, ...]
    """Lane -> mask of all lanes that must follow it."""
    points: tuple[int, ...]
    """Lane -> card points."""

    def mask(self, cards: tuple[Card, ...] | list[Card]) -> int:
        """The lanes of some cards."""
        mask = 0
        for card in cards:
            mask |= 1 << self.lane_of[card]
        return mask

    def names(self, mask: int) -> tuple[str, ...]:
        """The names of the cards in a lane mask, strongest lane first."""
        found = []
        while mask:
            lane = mask.bit_length() - 1
            found.append(NAMES[self.cards[lane]])
            mask ^= 1 << lane
        return tuple(found)

    def points_in(self, mask: int) -> int:
        """Card points in a lane mask."""
        total = 0
        while mask:
            low = mask & -mask
            total += self.points[low.bit_length() - 1]
            mask ^= low
        return total


@lru_cache(maxsize=256)
def lanes(order: Order, deck_size: int) -> Lanes:
    """The lanes of an order.

    >>> from schafkopf.game.contract import Order
    >>> wenz = lanes(Order("U", None, "AZKOU987"), 32)
    >>> wenz.names(wenz.trumps)
    ('EU', 'GU', 'HU', 'SU')
    """
    cards = deck(deck_size)
    plain_ranks = [rank for rank in reversed(order.plain) if rank not in order.heads]
    plain_suits = [suit for suit in reversed(SUITS) if suit != order.suit]
    groups = [[suit + rank for rank in plain_ranks] for suit in plain_suits]
    trumps = [order.suit + rank for rank in plain_ranks] if order.suit else []
    trumps += [suit + rank for rank in reversed(order.heads) for suit in reversed(SUITS)]
    groups.append(trumps)
    in_pack = {NAMES[card]: card for card in cards}
    by_lane: list[Card] = []
    suits: list[int] = []
    trump_mask = 0
    for group in groups:
        present = [in_pack[name] for name in group if name in in_pack]
        mask = ((1 << len(present)) - 1) << len(by_lane)
        by_lane += present
        suits += [mask] * len(present)
        trump_mask = mask
    lane_of = [-1] * 32
    for lane, card in enumerate(by_lane):
        lane_of[card] = lane
    return Lanes(tuple(by_lane), tuple(lane_of), trump_mask, tuple(suits), tuple(POINTS[card] for card in by_lane))


def resting(rules: Ruleset) -> Lanes:
    """The lanes a hand is sorted by before there is a contract: a Rufspiel's, or the chalk game's without a suit."""
    return lanes(compile.contract(rules, "chalk" if rules.chalk else "rufspiel").order, rules["deck.cards"])


@dataclass(frozen=True, slots=True)
class Plan:
    """What play and settlement need to know, as plain integers and tuples.

    Per-seat tuples have one entry per name at the table; who sits out has an empty hand.
    """

    contract: Contract
    lanes: Lanes
    seats: tuple[int, ...]
    """Seats that hold cards, in playing order from forehand."""
    declarer: int | None
    """Who plays the game; None in Ramsch."""
    partner: int | None
    """The declarer's partner where the Line fixes him (opposite, taker)."""
    dealt: tuple[int, ...]
    """Known lanes of each seat at the start of play."""
    hidden: tuple[int, ...]
    """Number of unknown cards of each seat."""
    called: int
    """Bit of the called card, 0 without one."""
    leader: int
    by_club_jack: bool = False

    @property
    def hand_size(self) -> int:
        """Cards per hand."""
        return len(self.lanes.cards) // len(self.seats)

    def after_seat(self, seat: int) -> int:
        """The next seat with cards, clockwise."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def find_holder(self, hands: tuple[int, ...]) -> int | None:
        """Who has the called card among the known lanes of these hands."""
        if self.called:
            for seat in self.seats:
                if hands[seat] & self.called:
                    return seat
        return None

    def side(self, holder: int | None) -> frozenset[int] | None:
        """The declarer's side; None while the holder of the called card is not known. Empty in Ramsch."""
        kind = self.contract.line.kind
        if self.declarer is None:
            return frozenset()
        if kind == "called":
            return None if holder is None else frozenset((self.declarer, holder))
        if self.partner is not None:
            return frozenset((self.declarer, self.partner))
        return frozenset((self.declarer,))
