"""The price table as a value, and what else is given to the engine that reads it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any, cast

from schafkopf.game.entry import Entry
from schafkopf.game.session import Session

VERSION = 1
"""Of the format. A reader refuses a table of another version."""

Data = dict[str, Any]
"""JSON-ready."""


class CannotTabulate(Exception):
    """The game answered what this format has no place for: the format must grow, no user is at fault."""


@dataclass(frozen=True, slots=True)
class PriceTable:
    """All that a phone needs to check and price results under one ruleset, for so many people at the table.

    `text` is compact JSON: equal rulesets of one name have equal texts. docs/sheet-prices.md describes it.
    """

    text: str

    @classmethod
    def of(cls, data: Data) -> PriceTable:
        """The table with these contents."""
        return cls(json.dumps(data, separators=(",", ":")))

    def to_dict(self) -> Data:
        """The contents, JSON-ready; each call gives a copy of its own."""
        return cast(Data, json.loads(self.text))

    @property
    def size(self) -> int:
        """Bytes of the text, which is ASCII."""
        return len(self.text)


def entry_data(entry: Entry) -> Data:
    """A typed-in result as the engine takes it: the fields of `Entry`, JSON-ready."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(entry).items()}


def state_data(session: Session) -> Data:
    """Where a session stands, as the engine takes it."""
    carried = session.carried
    return {
        "dealer": session.dealer,
        "deals": session.deals,
        "pot": carried.pot,
        "double": carried.double,
        "bock": list(carried.bock),
        "carry": None if carried.carry is None else list(carried.carry),
        "strokes": list(carried.strokes),
        "heads": list(carried.heads),
    }
