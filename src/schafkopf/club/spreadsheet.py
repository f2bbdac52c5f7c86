"""CSV as spreadsheets read and write it.

It follows RFC 4180, in UTF-8 with a byte order mark, so that spreadsheets take it for UTF-8. A text that a spreadsheet
would take for a formula gets an apostrophe before it; numbers stay numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

HARMLESS = "'"
"""Stands before a text in an export that a spreadsheet would take for a formula."""
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r")


class Amount(str):
    """A number that is no integer, as the language writes it."""

    __slots__ = ()


Cells = list[list[str | int]]
Words = Mapping[str, str]
"""Labels of columns and of measures by key; what lacks stands as its key."""


def separator(language: str) -> str:
    """What stands between the cells: `,` where the decimal sign is a point.

    >>> separator("en"), separator("de")
    (',', ';')
    """
    return "," if language == "en" else ";"


def money(cents: int, language: str) -> Amount:
    """An amount as a spreadsheet in this language reads it.

    >>> money(-135, "de"), money(5, "en")
    ('-1,35', '0.05')
    """
    whole, rest = divmod(abs(cents), 100)
    return Amount(f"{'-' if cents < 0 else ''}{whole}{'.' if language == 'en' else ','}{rest:02}")


def harmless(value: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return HARMLESS + value if value.startswith(FORMULA) else value


def csv(rows: Iterable[Sequence[str | int]], language: str = "de") -> bytes:
    """Rows as CSV: numbers as they are, texts harmless."""
    sign = separator(language)
    lines = (sign.join(_cell(cell, sign) for cell in row) for row in rows)
    return "".join(["\ufeff", *(f"{line}\r\n" for line in lines)]).encode()


def _cell(cell: str | int, sign: str) -> str:
    if isinstance(cell, int):
        return str(cell)
    value = cell if isinstance(cell, Amount) else harmless(cell)
    return '"' + value.replace('"', '""') + '"' if any(c in value for c in (sign, '"', "\r", "\n")) else value


def plain(cell: str) -> str:
    """A text from a cell: without the apostrophe of `harmless`, and with single spaces."""
    inner = " ".join(cell.split())
    return inner[1:] if inner.startswith(HARMLESS) and inner[1:2] in FORMULA else inner
