"""Cards, suits, ranks and their points.

A `Card` is an index 0..31: suit in the order E G H S, inside a suit the rank in the order A Z K O U 9 8 7.
A mask is an int with one bit per card.
"""

from __future__ import annotations

from collections.abc import Iterable

from schafkopf.game.errors import InvalidRecord

Card = int

SUITS = "EGHS"
RANKS = "AZKOU987"
POINTS_OF_RANK = {"A": 11, "Z": 10, "K": 4, "O": 3, "U": 2, "9": 0, "8": 0, "7": 0}
NAMES: tuple[str, ...] = tuple(suit + rank for suit in SUITS for rank in RANKS)
POINTS: tuple[int, ...] = tuple(POINTS_OF_RANK[name[1]] for name in NAMES)
UNKNOWN = "??"

_INDEX = {name: card for card, name in enumerate(NAMES)}
_SUIT_SPELLINGS = {**{suit: suit for suit in SUITS}, "♣": "E", "♠": "G", "♥": "H", "♦": "S"}
_FRENCH_SUITS = {"C": "E", "S": "G", "H": "H", "D": "S"}
_RANK_SPELLINGS = {**{rank: rank for rank in RANKS}, "X": "Z", "T": "Z", "10": "Z", "D": "A", "Q": "O", "J": "U"}
_FRENCH_RANKS = {"A": "A", "K": "K", "Q": "O", "J": "U", "T": "Z", "10": "Z", "9": "9", "8": "8", "7": "7"}


def _spellings() -> dict[str, Card]:
    table: dict[str, Card] = {}
    for suit_text, suit in _SUIT_SPELLINGS.items():
        for rank_text, rank in _RANK_SPELLINGS.items():
            table[suit_text + rank_text] = _INDEX[suit + rank]
    for rank_text, rank in _FRENCH_RANKS.items():
        for suit_text, suit in {**_FRENCH_SUITS, **{s: _SUIT_SPELLINGS[s] for s in "♣♠♥♦"}}.items():
            table[rank_text + suit_text] = _INDEX[suit + rank]
    return table


_SPELLINGS = _spellings()


def card_name(card: Card) -> str:
    """The two letters of a card.

    >>> card_name(0), card_name(31)
    ('EA', 'S7')
    """
    return NAMES[card]


def parse_card(text: str) -> Card:
    """A card from its two letters; also `X`, `T`, `10` for the ten, `D` for the Sau, and French `QC` or `♣Q`.

    Raises InvalidRecord (record/cards) for anything else.

    >>> [card_name(parse_card(t)) for t in ("EO", "QC", "♣Q", "hx", "H10", "SD")]
    ['EO', 'EO', 'EO', 'HZ', 'HZ', 'SA']
    """
    card = _INDEX.get(text)
    if card is None:
        card = _SPELLINGS.get(text.strip().upper())
    if card is None:
        raise InvalidRecord("record/cards", f"{text!r} is not a card", allowed=NAMES)
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """Several cards, separated by spaces.

    >>> parse_cards("EA EZ")
    (0, 1)
    """
    return tuple(parse_card(word) for word in text.split())


def print_cards(cards: Iterable[Card | None]) -> str:
    """Several cards as `parse_cards` reads them; `??` for one that is not known.

    >>> print_cards((0, 1, None))
    'EA EZ ??'
    """
    return " ".join(UNKNOWN if card is None else NAMES[card] for card in cards)


def mask_of(cards: Iterable[Card]) -> int:
    """One bit per card."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of a mask, in card order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def deck(size: int) -> tuple[Card, ...]:
    """The pack: 32 cards, or 24 without the sevens and eights."""
    return tuple(c for c in range(32) if size == 32 or NAMES[c][1] not in "87")
