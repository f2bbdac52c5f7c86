"""Amounts as people type them."""

from __future__ import annotations

import re

from schafkopf.cli.books.speech import Misread

_NUMBER = re.compile(r"([+-]?)(\d{1,12})(?:[.,](\d{1,2}))?")
_SIGNS = str.maketrans({"\u2212": "-", "\u2013": "-", "\u2012": "-"})


def read_amount(text: str, unit: str) -> int:
    """An amount in the unit of a sheet. Where it is cents, `1,20`, `1.20` and `1€` are euros, and `120` is cents.

    Raises Misread `say/amount`.

    >>> read_amount("1,20", "cent"), read_amount("120", "cent"), read_amount("-2€", "cent"), read_amount("+3", "stake")
    (120, 120, -200, 3)
    """
    plain = text.translate(_SIGNS).replace(" ", "").replace("\u00a0", "")
    euros = "€" in plain and unit == "cent"
    match = _NUMBER.fullmatch(plain.replace("€", "", 1) if euros else plain)
    if match is None or (match[3] is not None and unit != "cent"):
        raise Misread("say/amount", action=text)
    whole, part = int(match[2]), match[3]
    amount = whole * 100 + int(part.ljust(2, "0")) if part is not None else whole * 100 if euros else whole
    return -amount if match[1] == "-" else amount
