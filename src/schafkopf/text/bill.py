"""Amounts and itemised bills in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from schafkopf.text.catalog import Catalog, catalog

_EURO = {
    "de": (",", "{} €"),
    "en": (".", "€{}"),
    "be": (",", "{} €"),
    "pt": (",", "{} €"),
    "fi": (",", "{} €"),
    "ru": (",", "{} €"),
}
_COUNTED = frozenset({"laufende", "knock", "virgin"})
"""Terms that are shown with their number: 3 Laufende."""


def money(amount: int, unit: str, lang: str, sign: bool = False) -> str:
    """An amount in its unit, cents as euros; `sign` puts a plus before gains.

    >>> money(-135, "cent", "de"), money(-135, "cent", "en"), money(5, "stake", "en", sign=True), money(0, "cent", "de")
    ('-1,35 €', '-€1.35', '+5 stakes', '0,00 €')
    """
    prefix = "-" if amount < 0 else "+" if sign and amount > 0 else ""
    if unit != "cent":
        return prefix + amount_text(abs(amount), unit, lang)
    point, pattern = _EURO[catalog(lang).language]
    euros, cents = divmod(abs(amount), 100)
    return prefix + pattern.format(f"{euros}{point}{cents:02}")


def amount_text(amount: int, unit: str, lang: str) -> str:
    """An amount with the word for its unit, cents as cents.

    >>> amount_text(20, "cent", "de"), amount_text(1, "stake", "en")
    ('20 Cent', '1 stake')
    """
    word = catalog(lang).text("rules", "plurals", unit, n=amount)
    return word.replace("{n}", str(amount)) if "{n}" in word else f"{amount} {word}"


def bill(
    settlement_terms: Iterable[Mapping[str, Any]],
    unit: str,
    lang: str,
    names: Sequence[str] = (),
    *,
    game: str | None = None,
) -> str:
    """The terms of a settlement (`Term.as_dict()`) as one line that adds up from left to right.

    game: name of the contract, to stand instead of the word for "game". What concerns only some seats and what goes to
    the pot follows after the total.

    >>> terms = [{"name": "base", "amount": 20}, {"name": "laufende", "count": 3, "amount": 30}, {"name": "kontra", "factor": 2}]
    >>> bill(terms, "cent", "de", game="rufspiel")
    'Rufspiel 20 + 3 Laufende 30, Kontra ×2 = 100 Cent'
    """
    texts = catalog(lang)
    total = 0
    line = ""
    after = []
    for term in settlement_terms:
        name, amount, factor = term["name"], term.get("amount"), term.get("factor")
        word = _word(texts, term, game)
        if name == "pot":
            after.append(f"{word} {money(amount or 0, unit, lang, sign=True)}")
        elif term.get("seats"):
            who = ", ".join(_seat(texts, seat, names) for seat in term["seats"])
            after.append(f"{word} ×{factor} ({who})")
        elif factor is not None:
            total *= factor
            line += f", {word} ×{factor}"
        else:
            assert isinstance(amount, int), term
            minus = amount < 0
            joint = (" - " if minus else " + ") if line else ("-" if minus else "")
            line += f"{joint}{word} {abs(amount)}"
            total += amount
    whole = [f"{line} = {'-' if total < 0 else ''}{amount_text(abs(total), unit, lang)}"] if line else []
    return "; ".join([*whole, *after])


def _word(texts: Catalog, term: Mapping[str, Any], game: str | None) -> str:
    name, count = term["name"], term.get("count")
    if name == "base" and game is not None:
        return texts.text("terms", "contracts", game)
    if name == "double" and term.get("factor") is None:
        # In the chalk game the word stands for a win that counts double.
        name = "double_win"
    word = texts.text("terms", "settlement", name, n=1 if count is None else count)
    return f"{count} {word}" if name in _COUNTED and count is not None else word


def _seat(texts: Catalog, seat: int, names: Sequence[str]) -> str:
    return names[seat] if 0 <= seat < len(names) else f"{texts.text('terms', 'game', 'seat')} {seat}"
