"""The alphabet of actions: what a seat can say or play, as it stands in records, on the wire and in memory."""

from __future__ import annotations

import re
from typing import NamedTuple

from schafkopf.game.cards import NAMES, UNKNOWN, parse_card
from schafkopf.game.contract import KINDS
from schafkopf.game.errors import IllegalAction, InvalidRecord

LEVELS = ("kontra", "re", "supra", "resupra")
"""The words of doubling, in order; after the fourth they begin again."""

CARDS = {name: card for card, name in enumerate(NAMES)}


class Action(NamedTuple):
    """What a seat says or plays: `Action(2, "G8")`, `Action(1, "rufspiel G")`."""

    seat: int
    text: str

    def __str__(self) -> str:
        return f"{self.seat} {self.text}"


def _pattern() -> re.Pattern[str]:
    words = [
        *("pass", "play", "knock", "keep", "accept", "hochzeit", *LEVELS),
        *("ramsch", "double", "redeal", "rest", "concede", "throw-in", "claim", "cut", "trump [EGHS]"),
    ]
    for name, kind in KINDS.items():
        if kind.line == "called" and kind.named:
            words.append(f"{name} [EGHS][ZK]?")
        elif kind.biddable:
            words.append(name + (" [EGHS]" if kind.suited else "") + r"(?: [1-9]\d{1,2})?")
    return re.compile("|".join(f"(?:{word})" for word in words))


_WORDS = _pattern()


def parse_action(text: str) -> Action:
    """An action from `seat verb [argument]`; cards in any accepted spelling.

    Raises IllegalAction (record/syntax) for what is no action anywhere.

    >>> parse_action("2 G8"), parse_action("1 rufspiel GA").text, parse_action("0 QC").text
    (Action(seat=2, text='G8'), 'rufspiel G', 'EO')
    """
    seat, _, rest = text.partition(" ")
    if len(seat) != 1 or seat not in "0123456789":
        raise IllegalAction("record/syntax", "an action is 'seat verb [argument]'", action=text)
    if rest in CARDS or _WORDS.fullmatch(rest):
        return Action(int(seat), rest)
    return Action(int(seat), _normal(rest.strip(), text))


def is_action(text: str) -> bool:
    """Whether this is the text of an action, in its plain spelling.

    >>> is_action("solo H"), is_action("solo"), is_action("H10")
    (True, False, False)
    """
    return text in CARDS or _WORDS.fullmatch(text) is not None or (text.startswith("give ") and _is_gift(text[5:]))


def _is_gift(card: str) -> bool:
    return card == UNKNOWN or card in CARDS


def _normal(rest: str, text: str) -> str:
    """The plain spelling of an action that is spelled in another way."""
    verb, _, argument = rest.partition(" ")
    try:
        if verb == "give":
            return f"give {argument if argument == UNKNOWN else NAMES[parse_card(argument)]}"
        if verb in KINDS and re.fullmatch("[EGHS]A", argument):
            rest = f"{verb} {argument[0]}"
        if _WORDS.fullmatch(rest):
            return rest
        return NAMES[parse_card(rest)]
    except InvalidRecord:
        raise IllegalAction("record/syntax", f"{rest!r} is no action", action=text) from None
