"""How amounts are written in each language, and examples of it for the client's tests; both as Python writes them."""

from __future__ import annotations

import json

from schafkopf.text.bill import amount_text, money
from schafkopf.text.catalog import LANGUAGES, plural_form

UNITS = ("cent", "stake", "stroke", "point")
_AMOUNTS = (0, 1, 2, 3, 4, 5, 7, 10, 11, 12, 14, 20, 21, 22, 25, 50, 100, 101, 105, 111, 112, 120, 135, 1000, 123456)


def texts(language: str) -> dict[str, str | list[str]]:
    """The decimal sign, euros with a place for the amount, and amounts of each unit by plural form, as texts for the
    client."""
    before, after = money(105, "cent", language).split("1", 1)
    sign, after = after[0], after.removeprefix(after[0] + "05")
    forms = sorted({plural_form(language, n): n for n in reversed(range(1, 30))}.items())
    units = {unit: [amount_text(n, unit, language).replace(str(n), "{n}") for _, n in forms] for unit in UNITS}
    return {"decimal": sign, "euros": f"{before}{{amount}}{after}", **units}


def cases() -> str:
    """Amounts in every language and unit: amount, unit, language, as money, with the sign of a gain, in words."""
    rows = [
        [amount, unit, language, money(amount, unit, language), money(amount, unit, language, sign=True), worded]
        for language in LANGUAGES
        for unit in UNITS
        for positive in _AMOUNTS
        for amount, worded in ((positive, amount_text(positive, unit, language)), (-positive, None))
    ]
    return json.dumps(rows, ensure_ascii=False, indent=0)
