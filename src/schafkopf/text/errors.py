"""Coded errors in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from schafkopf.game.errors import SchafkopfError
from schafkopf.text.catalog import catalog

_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")


def error_text(error: SchafkopfError, lang: str, names: Sequence[str] = ()) -> str:
    """An error as a sentence to the player. `names`: who sits where; without them seats are called by number.

    >>> from schafkopf.game.errors import IllegalAction
    >>> error_text(IllegalAction("play/follow-suit", seat=1, allowed=("GA", "G7")), "en")
    'You must follow the suit that was led: GA, G7.'
    """
    texts = catalog(lang)
    seat = ""
    if error.seat is not None:
        known = 0 <= error.seat < len(names)
        seat = names[error.seat] if known else f"{texts.text('terms', 'game', 'seat')} {error.seat}"
    values = {
        "seat": seat,
        "action": error.action or "",
        "allowed": ", ".join(error.allowed),
        "where": error.where or "",
        "detail": error.detail,
    }
    return fill(texts.text("errors", error.code), values)


def fill(template: str, values: Mapping[str, str]) -> str:
    """Fill the placeholders; a part in square brackets goes if one of its own is empty."""

    def optional(part: re.Match[str]) -> str:
        return part[1] if all(values[name] for name in _PLACEHOLDER.findall(part[1])) else ""

    return _PLACEHOLDER.sub(lambda found: values[found[1]], _OPTIONAL.sub(optional, template))
