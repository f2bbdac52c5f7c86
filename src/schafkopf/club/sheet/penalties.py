"""What a fault at the table costs, as data. A revoke and a misdeal are what the table agrees them to be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal


@dataclass(frozen=True, slots=True)
class Penalty:
    """One way to pay for a fault.

    much: the value of the game that it ended (`game`), a sum that is typed in (`sum`), or amounts by person (`free`).
    to: who is paid that much: everybody else with cards (`players`), the rest of the table too (`table`), the `pot`;
    `named`: as the amounts say. deal: the next one's dealer follows (`next`) or deals again (`same`); empty: the
    penalty stands beside a game that has a line of its own.
    """

    much: Literal["game", "sum", "free"]
    to: Literal["players", "table", "pot", "named"]
    deal: Literal["next", "same", ""] = ""


PENALTIES: Mapping[str, Penalty] = MappingProxyType(
    {
        "revoke-game": Penalty("game", "players", "next"),
        "revoke-sum": Penalty("sum", "players", "next"),
        "misdeal-sum": Penalty("sum", "table", "same"),
        "misdeal-pot": Penalty("sum", "pot", "same"),
        "sum": Penalty("sum", "table"),
        "free": Penalty("free", "named"),
    }
)
"""What a sheet offers."""
