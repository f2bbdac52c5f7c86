"""What a View says about the cards, as masks: by places (indices into the seats with cards), in one order of bits.

In the play a bit is a lane of the contract, before it a card.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from schafkopf.game.alphabet import CARDS
from schafkopf.game.cards import UNKNOWN, cards_of, deck, mask_of
from schafkopf.game.compile import contract as compiled
from schafkopf.game.contract import Contract
from schafkopf.game.plan import Lanes, lanes
from schafkopf.game.view import View


@dataclass(frozen=True)
class Seen:
    """The public facts and the own hand."""

    view: View
    me: int
    """The own place."""
    contract: Contract | None
    lanes: Lanes | None
    own: int
    """The cards I hold now."""
    own_dealt: int
    """My hand as dealt, as a mask of cards."""
    unseen: int
    """The cards in the hands of the others."""
    sizes: tuple[int, ...]
    """Cards that each place holds now."""
    tricks: tuple[tuple[tuple[int, int], ...], ...]
    """Every trick, an open one last: places and lanes in the order of play."""
    played: tuple[int, ...]
    """The lanes that each place has played."""
    gifts: tuple[int | None, ...]
    """The cards given in a Hochzeit so far, the bride's trump first; None for one that lay face down for me."""
    parties: tuple[int, int] | None
    """The places of the bride and of who accepted her, once he has."""

    @classmethod
    def of(cls, view: View) -> Seen:
        """The facts of a View. Raises ValueError where there are no hidden hands to be thought of."""
        if view.seat is None or view.seat not in view.seats:
            raise ValueError("a spectator has no hand to think from")
        if UNKNOWN in view.hand or UNKNOWN in view.dealt:
            raise ValueError("the own cards are not known")
        if view.phase == "knock":
            raise ValueError("the cards are not all dealt")
        if view.phase in ("claim", "over"):
            raise ValueError("the deal is over")
        place = {seat: number for number, seat in enumerate(view.seats)}
        contract, table = None, None
        if view.contract is not None:
            seen = view.contract
            card = None if seen.card is None else CARDS[seen.card]
            contract = compiled(view.rules, seen.name, suit=seen.suit, card=card, promise=seen.promise)
            table = lanes(contract.order, view.rules["deck.cards"])
        tricks = []
        played = [0] * len(view.seats)
        if table is not None:
            for trick in (*view.tricks, *((view.trick,) if view.trick is not None else ())):
                start = place[trick.leader]
                cards = []
                for step, name in enumerate(trick.cards):
                    who, lane = (start + step) % len(view.seats), table.lane_of[CARDS[name]]
                    played[who] |= 1 << lane
                    cards.append((who, lane))
                tricks.append(tuple(cards))
        own_cards = [CARDS[name] for name in view.hand]
        own = mask_of(own_cards) if table is None else table.mask(own_cards)
        pack = mask_of(deck(view.rules["deck.cards"]))
        unseen = (pack if table is None else (1 << len(table.cards)) - 1) & ~own
        for mask in played:
            unseen &= ~mask
        gifts, parties = _exchange(view, place)
        return cls(
            view,
            place[view.seat],
            contract,
            table,
            own,
            mask_of(CARDS[name] for name in view.dealt),
            unseen,
            tuple(view.sizes[seat] for seat in view.seats),
            tuple(tricks),
            tuple(played),
            gifts,
            parties,
        )

    @cached_property
    def hidden(self) -> tuple[int, ...]:
        """The places whose cards I do not see."""
        return tuple(place for place in range(len(self.sizes)) if place != self.me)

    def bits(self, cards: int) -> int:
        """A mask of cards in the order of bits that is used here."""
        return cards if self.lanes is None else self.lanes.mask(cards_of(cards))

    def place(self, seat: int) -> int:
        """The place of a seat."""
        return self.view.seats.index(seat)


def _exchange(view: View, place: dict[int, int]) -> tuple[tuple[int | None, ...], tuple[int, int] | None]:
    gifts: list[int | None] = []
    taker = bride = None
    for action in view.log:
        if action.text == "accept":
            taker = action.seat
        elif action.text.partition(" ")[0] == "hochzeit":
            bride = action.seat
        elif action.text.startswith("give "):
            gifts.append(CARDS.get(action.text[5:]))
    parties = (place[bride], place[taker]) if taker is not None and bride is not None else None
    return tuple(gifts), parties
