"""What people and bots are called at a table."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

LONGEST = 32

BOTS = ("Vroni", "Sepp", "Resi", "Xaver", "Zenzi", "Wastl", "Burgl", "Girgl", "Kathi", "Schorsch", "Leni", "Bartl")
"""Bavarian short names, in the order in which bots come to a table."""


def clean(name: str | None) -> str:
    """A name without what could disturb the others: control and direction marks, line ends, stacks of accents."""
    letters: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", name or ""):
        kind = unicodedata.category(letter)
        if kind[0] == "C" or kind in ("Zl", "Zp"):
            continue
        marks = marks + 1 if kind[0] == "M" else 0
        if marks <= 2:
            letters.append(" " if kind == "Zs" else letter)
    return " ".join("".join(letters).split())[:LONGEST].strip()


def own(name: str | None, taken: Collection[str], fallback: str) -> str:
    """A name that nobody else at the table has: with a number behind it if need be.

    >>> own("Anna", ("anna",), "?"), own(" \\u202e ", (), "Gast")
    ('Anna 2', 'Gast')
    """
    wanted = clean(name) or fallback
    others = {other.casefold() for other in taken}
    found, number = wanted, 1
    while found.casefold() in others:
        number += 1
        end = f" {number}"
        found = wanted[: LONGEST - len(end)].rstrip() + end
    return found


def for_bot(taken: Collection[str]) -> str:
    """The next bot's name."""
    others = {other.casefold() for other in taken}
    free = (name for name in BOTS if name.casefold() not in others)
    return next(free, None) or own(BOTS[0], taken, BOTS[0])
