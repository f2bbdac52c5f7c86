"""Shared by the commands that let the engine think: their texts, and what is said before kernels are compiled."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources

from schafkopf.cli.play.faces import Faces
from schafkopf.cli.play.words import Words, terminal
from schafkopf.cli.streams import printable
from schafkopf.game.cards import NAMES
from schafkopf.game.deal import Deal
from schafkopf.text.bill import amount_text, money
from schafkopf.text.catalog import Catalog


@cache
def texts(language: str) -> Catalog:
    """The texts of these commands in one language."""
    path = resources.files("schafkopf.text") / "catalog" / language / "analysis.toml"
    return Catalog(language, tomllib.loads(path.read_text("utf-8")))


def announce_compiling(language: str, *parts: str) -> None:
    """Say on standard error that some of `engine.cache.PARTS` have to be compiled first, if they have."""
    from schafkopf.engine.cache import ahead

    seconds = ahead(*parts)
    if seconds:
        text = texts(language).text("notice", "compiling").format(n=seconds)
        print(f"schafkopf: {text}", file=sys.stderr, flush=True)


class Speech:
    """Texts, cards and amounts as the people at one table read them."""

    def __init__(self, language: str, names: Sequence[str], unit: str, *, cards: str | None = None) -> None:
        self.language = language
        style = cards or terminal(language).text("setup", "cards_default")
        # A name comes from a file: nothing in it may act on the terminal or be read as markup.
        self.words = Words(language, Faces(style), tuple(printable(name) for name in names))
        self.own = texts(language)
        self.unit = unit

    def say(self, table: str, key: str, n: int = 1, /, **values: object) -> str:
        """A text with its placeholders filled; `n` also chooses the plural form."""
        return self.own.text(table, key, n=n).format(n=n, **values)

    def card(self, card: str) -> str:
        """A card in running text."""
        return self.words.faces.plain(card)

    def name(self, seat: int) -> str:
        """Who sits there."""
        return self.words.name(seat)

    def amount(self, amount: int, *, sign: bool = True) -> str:
        """An amount in the unit of the table; chalk: strokes."""
        return money(amount, self.unit, self.language, sign=sign)

    def counted(self, amount: int) -> str:
        """An amount without a sign, cents as cents."""
        return amount_text(amount, self.unit, self.language)

    def game(self, deal: Deal) -> str:
        """The contract as it is named."""
        contract = deal.contract
        if contract is None:
            return ""
        card = contract.line.card
        return self.words.game(contract.name, contract.suit, None if card is None else NAMES[card], contract.promise)

    def side(self, deal: Deal) -> str:
        """The declarer's side by name; empty in Ramsch."""
        play = deal.play
        side = None if play is None else play.plan.side(play.holder)
        return self.words.team(side) if side else ""


def unit_of(deal: Deal) -> str:
    """The word for the amounts of a deal."""
    return "stroke" if deal.rules.chalk else str(deal.rules["tariff.unit"])
