"""Checking an entry with a price table alone.

Written so that it can be said line by line in TypeScript: dicts, lists and integers, no rule of the game. The order of
the checks is that of `schafkopf.game.entry`. docs/sheet-prices.md describes the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Data = dict[str, Any]
Read = Mapping[str, Any]
Refusal = tuple[str, str]
"""(code, the field of the entry that it is about)."""

BLANK: Data = {
    "passed": None,
    "contract": None,
    "declarer": None,
    "suit": None,
    "partner": None,
    "points": None,
    "won": None,
    "schneider": None,
    "schwarz": False,
    "laufende": 0,
    "claimed": True,
    "knocks": 0,
    "kontra": 0,
    "promise": 0,
    "losers": [],
    "virgins": [],
    "march": None,
    "by_club_jack": False,
}
"""What an entry says that says nothing. `passed`: how a deal ended that nobody played, a key of the table's `ends`."""


def check(table: Read, state: Read, entry: Read) -> str | None:
    """The code of what is wrong with this entry, None if it may be booked."""
    refused = refusal(table, state, entry)
    return None if refused is None else refused[0]


def refusal(table: Read, state: Read, entry: Read) -> Refusal | None:
    """What is wrong with this entry and in which field, None if it may be booked."""
    entry = {**BLANK, **entry}
    if entry["passed"] is not None:
        known = entry["passed"] in table["ends"] and entry["passed"] != "played"
        return None if known else ("entry/contract", "passed")
    row = table["contracts"].get(entry["contract"])
    if row is None:
        return ("entry/contract", "contract")
    if entry["suit"] is not None and entry["suit"] not in row["suits"]:
        return ("entry/contract", "suit")
    if not 0 <= entry["knocks"] <= table["knocks"]:
        return ("entry/doubling", "knocks")
    if not 0 <= entry["kontra"] <= row["kontra"]:
        return ("entry/doubling", "kontra")
    if promised(row, entry) < 0:
        return ("entry/contract", "promise")
    points = entry["points"]
    if points is not None and (type(points) is not int or not 0 <= points <= table["points"]):
        return ("entry/points", "points")
    seats = table["seats"][state["dealer"]]
    if row["result"] == "losers":
        return _everyone_refused(row, entry, seats)
    if entry["declarer"] not in seats:
        return ("entry/seat", "declarer")
    side = side_of(row, entry, seats)
    if side is None:
        return ("entry/seat", "partner")
    refused, _, _ = result_of(table, row, entry)
    if refused is not None:
        return refused
    longest = row["laufende"][str(len(side))][0 if entry["laufende"] >= 0 else 1]
    if abs(entry["laufende"]) > longest:
        return ("entry/laufende", "laufende")
    return None


def promised(row: Read, entry: Read) -> int:
    """Which of the contract's promises it is; -1 if none."""
    for index, promise in enumerate(row["promises"]):
        if promise[0] == entry["promise"]:
            return index
    return -1


def _everyone_refused(row: Read, entry: Read, seats: list[int]) -> Refusal | None:
    march, losers, virgins = entry["march"], entry["losers"], entry["virgins"]
    for seat in [*losers, *virgins]:
        if seat not in seats:
            return ("entry/seat", "losers")
    if march is not None and march not in seats:
        return ("entry/seat", "losers")
    if march is not None and (len(losers) > 0 or len(virgins) > 0):
        return ("entry/result", "march")
    marches = len(row["march"]) > 0
    if march is not None and not marches:
        return ("entry/result", "march")
    if march is None and len(losers) == 0:
        return ("entry/result", "losers")
    for seat in losers:
        if seat in virgins:
            return ("entry/result", "virgins")
    if marches and len(set(virgins)) == len(seats) - 1:
        return ("entry/result", "virgins")
    return None


def side_of(row: Read, entry: Read, seats: list[int]) -> list[int] | None:
    """The declarer's side, the declarer first; None if the partner is not as this contract needs him."""
    declarer, partner = entry["declarer"], entry["partner"]
    place = seats.index(declarer)
    if partner is None:
        if row["unnamed"] is None:
            return None
        return [declarer] + [seats[(place + step) % len(seats)] for step in row["unnamed"]]
    if partner not in seats:
        return None
    if (seats.index(partner) + len(seats) - place) % len(seats) not in row["partner"]:
        return None
    return [declarer, partner]


def result_of(table: Read, row: Read, entry: Read) -> tuple[Refusal | None, bool, bool]:
    """(refusal, won, Schneider)."""
    won, points = entry["won"], entry["points"]
    if row["result"] == "always":
        return (("entry/result", "won") if won is False else None, True, False)
    if row["result"] == "won" or points is None:
        if won is None:
            return (("entry/result", "won"), False, False)
        if row["result"] == "won":
            return (None, won, False)
        if entry["schwarz"] and entry["schneider"] is False:
            return (("entry/result", "schneider"), False, False)
        return (None, won, entry["schneider"] is True or entry["schwarz"])
    judges = row["promises"][promised(row, entry)]
    odd = entry["kontra"] % 2
    found = _judged(table, judges[1 + odd], points)
    if won is not None and won != found[0]:
        # Only the hand itself tells whether fewer points sufficed.
        found = _judged(table, judges[3 + odd], points)
    if won is not None and won != found[0]:
        return (("entry/result", "won"), False, False)
    if entry["schneider"] is not None and entry["schneider"] != found[1]:
        return (("entry/result", "schneider"), False, False)
    if entry["schwarz"] and points not in table["schwarz_at"]:
        return (("entry/result", "schwarz"), False, False)
    return (None, found[0], found[1] or entry["schwarz"])


def _judged(table: Read, judge: int, points: int) -> tuple[bool, bool]:
    """(won, Schneider): the last step of the judge that begins at or below so many points."""
    found = (False, False)
    for begin, won, schneider in table["judges"][judge]:
        if begin <= points:
            found = (won == 1, schneider == 1)
    return found
