"""Shuffling and dealing: who gets cards, which hands are a deal, and what earlier deals leave to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from schafkopf.game.cards import NAMES, RANKS, Card, deck
from schafkopf.game.errors import InvalidRecord
from schafkopf.game.ruleset import Ruleset

MOST_IN_POT = 10**12
MOST_DOUBLES = 64
MOST_BOCK_ROUNDS = 16
"""No evening gets here; beyond them a session stops growing, so that numbers stay numbers."""

Hand = tuple[Card | None, ...]
"""Cards in dealt order; None for a card that is not known."""


@dataclass(frozen=True, slots=True)
class Carried:
    """What earlier deals leave to the next one."""

    pot: int = 0
    double: int = 0
    """Doublings brought in."""
    carry: tuple[int, int] | None = None
    """Chalk: the seat that named trumps in the tied deal, ties in a row."""
    strokes: tuple[int, int] = (0, 0)
    heads: tuple[int, int] = (0, 0)
    bock: tuple[int, ...] = ()
    """One entry per Bock round in force: deals left in it, this one included."""


class Shuffler(Protocol):
    """A source of randomness, such as `random.Random` or `random.SystemRandom`."""

    def shuffle(self, x: list[Any], /) -> None:
        """Bring a list into random order, in place."""


def table_sizes(rules: Ruleset) -> range:
    """How many may sit at the table: as many as play, and but for the chalk game up to two more who take turns."""
    players = rules["table.players"]
    return range(players, players + (1 if rules.chalk else 3))


def seats_with_cards(rules: Ruleset, at_table: int, dealer: int) -> tuple[int, ...]:
    """Who gets cards, forehand first: with one too many the dealer sits out, with two the cutter (his right) too."""
    extra = at_table - rules["table.players"]
    if at_table not in table_sizes(rules):
        raise InvalidRecord("record/cards", f"{at_table} names for {rules['table.players']} players")
    resting = {dealer} if extra == 1 else {dealer, (dealer - 1) % at_table} if extra == 2 else set()
    order = ((dealer + 1 + step) % at_table for step in range(at_table))
    return tuple(seat for seat in order if seat not in resting)


def shuffled_hands(rules: Ruleset, at_table: int, dealer: int, rng: Shuffler) -> tuple[Hand, ...]:
    """Hands of a shuffled pack, dealt in the ruleset's packets; who sits out has none."""
    pack = list(deck(rules["deck.cards"]))
    rng.shuffle(pack)
    hands: list[list[Card]] = [[] for _ in range(at_table)]
    order = seats_with_cards(rules, at_table, dealer)
    for size in rules["deal.packets"]:
        for seat in order:
            hands[seat] += pack[:size]
            del pack[:size]
    return tuple(tuple(hand) for hand in hands)


def first_dealer(rules: Ruleset, at_table: int, rng: Shuffler) -> int:
    """Who deals first: seat 0, a lot, or who draws the highest card (equal ranks draw again)."""
    if rules["dealer.first"] == "seat":
        return 0
    drawing = list(range(at_table))
    if rules["dealer.first"] == "lot":
        rng.shuffle(drawing)
        return drawing[0]
    while len(drawing) > 1:
        pack = list(deck(rules["deck.cards"]))
        rng.shuffle(pack)
        # The chalk game ranks every suit jack, ace, king, queen, ten.
        ranks = "UAKOZ987" if rules.chalk else RANKS
        drawn = {seat: ranks.index(NAMES[pack[seat]][1]) for seat in drawing}
        drawing = [seat for seat in drawing if drawn[seat] == min(drawn.values())]
    return drawing[0]


def check_hands(rules: Ruleset, hands: tuple[Hand, ...], seats: tuple[int, ...]) -> None:
    """Raise InvalidRecord (record/cards) unless these hands are a deal for these seats."""
    size = rules.hand_size
    pack = set(deck(rules["deck.cards"]))
    seen: set[Card] = set()
    for seat, hand in enumerate(hands):
        expected = size if seat in seats else 0
        if len(hand) != expected:
            raise InvalidRecord("record/cards", f"seat {seat} has {len(hand)} cards instead of {expected}", seat=seat)
        for card in hand:
            if card is None:
                continue
            if card not in pack:
                raise InvalidRecord("record/cards", f"{NAMES[card]} is not in this pack", seat=seat)
            if card in seen:
                raise InvalidRecord("record/cards", f"{NAMES[card]} is there twice", seat=seat)
            seen.add(card)
