"""How cards look and how they are typed, German or French; and how a hand is sorted before there is a contract."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rich.text import Text

from schafkopf.game import compile
from schafkopf.game.cards import NAMES, RANKS, SUITS, UNKNOWN, parse_card
from schafkopf.game.errors import InvalidRecord
from schafkopf.game.plan import Lanes, lanes, resting
from schafkopf.game.ruleset import Ruleset
from schafkopf.game.view import SeenContract

STYLES = ("german", "french")
_GERMAN_SYMBOLS = dict(zip(SUITS, "♣♠♥●", strict=True))
_FRENCH_SYMBOLS = dict(zip(SUITS, "♣♠♥♦", strict=True))
_GERMAN_COLOURS = {"E": "", "G": "green", "H": "red", "S": "yellow"}
_FRENCH_COLOURS = {"E": "", "G": "", "H": "red", "S": "red"}
_GERMAN_RANKS = {rank: rank for rank in RANKS} | {"Z": "10"}
_FRENCH_RANKS = _GERMAN_RANKS | {"O": "Q", "U": "J"}


@dataclass(frozen=True, slots=True)
class Faces:
    """The cards of one style. A face is a symbol with text, so that it can be told without colours."""

    style: str

    @property
    def french(self) -> bool:
        """Whether these are French cards."""
        return self.style == "french"

    def symbol(self, suit: str) -> str:
        """The sign of a suit."""
        return (_FRENCH_SYMBOLS if self.french else _GERMAN_SYMBOLS)[suit]

    def colour(self, suit: str) -> str:
        """The Rich style of a suit."""
        return (_FRENCH_COLOURS if self.french else _GERMAN_COLOURS)[suit]

    def code(self, card: str) -> str:
        """What a person types for a card: `E10` or `10♣` without the sign, `10C`."""
        if card == UNKNOWN:
            return card
        if self.french:
            return _FRENCH_RANKS[card[1]] + "CSHD"[SUITS.index(card[0])]
        return card[0] + _GERMAN_RANKS[card[1]]

    def plain(self, card: str) -> str:
        """A card in running text.

        >>> Faces("german").plain("EZ"), Faces("french").plain("GO")
        ('♣ E10', '♠Q')
        """
        if card == UNKNOWN:
            return card
        if self.french:
            return self.symbol(card[0]) + _FRENCH_RANKS[card[1]]
        return f"{self.symbol(card[0])} {self.code(card)}"

    def text(self, card: str, *, trump: bool = False) -> Text:
        """A card in its colour."""
        colour = "" if card == UNKNOWN else self.colour(card[0])
        return Text(self.plain(card), style=f"bold {colour}".strip() if trump else colour)

    def inside(self, card: str) -> Text:
        """The four cells inside a drawn card."""
        if card == UNKNOWN:
            return Text(" ?? ")
        left = (_FRENCH_RANKS[card[1]] if self.french else self.code(card)).ljust(3)
        return Text(left + self.symbol(card[0]), style=f"bold {self.colour(card[0])}".strip())

    def parse(self, text: str) -> str | None:
        """The card a person typed, None if it is none.

        With French cards `S` and `D` are spades and diamonds, before or after the rank.

        >>> Faces("german").parse("sa"), Faces("french").parse("sa"), Faces("french").parse("10h")
        ('SA', 'GA', 'HZ')
        """
        wanted = "".join(text.split()).upper().replace("\ufe0f", "")
        if self.french and wanted in _FRENCH_SPELLINGS:
            return _FRENCH_SPELLINGS[wanted]
        try:
            return NAMES[parse_card(wanted.replace("●", "S"))]
        except InvalidRecord:
            return None


def _french_spellings() -> dict[str, str]:
    table = {}
    for suit, letter in zip(SUITS, "CSHD", strict=True):
        for rank in RANKS:
            for sign in (letter, _FRENCH_SYMBOLS[suit]):
                for value in {_FRENCH_RANKS[rank], "T" if rank == "Z" else _FRENCH_RANKS[rank]}:
                    table[sign + value] = table[value + sign] = suit + rank
    return table


_FRENCH_SPELLINGS = _french_spellings()


def table_of(rules: Ruleset, contract: SeenContract | None) -> Lanes:
    """The lanes of a contract; before there is one, those a hand is sorted by: a Rufspiel, or jacks and plain suits."""
    if contract is None:
        return resting(rules)
    made = compile.contract(rules, contract.name, suit=contract.suit, promise=contract.promise)
    return lanes(made.order, rules["deck.cards"])


def is_trump(table: Lanes, card: str) -> bool:
    """Whether a card is a trump."""
    return card != UNKNOWN and bool(table.trumps >> table.lane_of[NAMES.index(card)] & 1)


def sort_hand(table: Lanes, cards: Iterable[str]) -> tuple[str, ...]:
    """Trumps left, strongest first, then the plain suits; unknown cards last."""
    return tuple(sorted(cards, key=lambda card: 1 if card == UNKNOWN else -table.lane_of[NAMES.index(card)]))


def groups(table: Lanes, cards: Iterable[str]) -> list[list[str]]:
    """A sorted hand cut into trumps and suits."""
    found: list[list[str]] = []
    last = ""
    for card in cards:
        group = "trump" if is_trump(table, card) else card[0]
        if group != last:
            found.append([])
        found[-1].append(card)
        last = group
    return found
