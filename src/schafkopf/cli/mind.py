"""Shared by the commands that let the engine think: their texts, and what is said before kernels are compiled."""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from threading import Lock

from schafkopf.cli.firm import FirmFaces
from schafkopf.cli.play.words import Words, terminal
from schafkopf.cli.streams import printable
from schafkopf.game.cards import NAMES
from schafkopf.game.deal import Deal
from schafkopf.text.bill import amount_text, money
from schafkopf.text.catalog import Catalog

_BOTS = {"pimc": ("solver", "ramsch", "worlds", "pimc")}
"""What the kinds of bots need of `engine.cache.PARTS`; those that are not listed need nothing."""
_ANNOUNCED: set[str] = set()
_LOCK = Lock()


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def texts(language: str) -> Catalog:
    """The texts of these commands in one language."""
    path = resources.files("schafkopf.text") / "catalog" / language / "analysis.toml"
    return Catalog(language, tomllib.loads(path.read_text("utf-8")))


def announce_compiling(language: str, *parts: str) -> None:
    """Say on standard error that some of `engine.cache.PARTS` have to be compiled first, if they have.

    Once for each part, however often and by however many threads it is asked for.
    """
    from schafkopf.engine.cache import ahead

    with _LOCK:
        new = [part for part in parts if part not in _ANNOUNCED]
        _ANNOUNCED.update(new)
        seconds = ahead(*new)
        if seconds:
            text = texts(language).text("notice", "compiling").format(n=seconds)
            print(f"schafkopf: {text}", file=sys.stderr, flush=True)


def announce_bots(language: str, *names: str) -> None:
    """The same for bots by name (see `engine.bots.player`)."""
    kinds = {one.partition(":")[0] for name in names for one in name.split("/")}
    announce_compiling(language, *(part for kind in sorted(kinds) for part in _BOTS.get(kind, ())))


class Speech:
    """Texts, cards and amounts as the people at one table read them."""

    def __init__(self, language: str, names: Sequence[str], unit: str, *, cards: str | None = None) -> None:
        self.language = language
        style = cards or terminal(language).text("setup", "cards_default")
        # A name comes from a file: nothing in it may act on the terminal or be read as markup.
        self.words = Words(language, FirmFaces(style), tuple(printable(name) for name in names))
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

    def average(self, amount: float) -> str:
        """An average with its sign: whole cents, of larger units two decimals; empty if it rounds to nothing."""
        if self.unit == "cent":
            return self.amount(round(amount)) if round(amount) else ""
        shown = f"{amount:+.2f}"
        if not float(shown):
            return ""
        # A fraction has the form of the word that goes with 2: 0,3 очка, 0.3 stakes; in Belarusian that of many.
        word = self.words.terms.text("rules", "plurals", self.unit, n=5 if self.language == "be" else 2)
        return f"{shown if self.language == 'en' else shown.replace('.', ',')} {word}"

    def amounts(self, seats: Iterable[int], amounts: Sequence[int]) -> str:
        """What each of these seats gets."""
        return ", ".join(f"{self.name(seat)} {self.amount(amounts[seat])}" for seat in seats)

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
