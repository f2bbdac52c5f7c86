"""The ranking over many evenings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from schafkopf.club.sheet.state import State
from schafkopf.club.sheet.statistics import Key, by_name, statistics


@dataclass(frozen=True, slots=True)
class Row:
    """One person. evenings: by sheet what it came to, None where he was not there. counted: those that make up the
    total."""

    place: int
    key: str
    name: str
    total: int
    games: int
    evenings: tuple[int | None, ...]
    counted: tuple[int, ...]


def season(
    sheets: Sequence[State], key: Key = by_name, *, best: int | None = None, at_least: int = 0
) -> tuple[Row, ...]:
    """The ranking by total; who is equal shares a place, and the next place is left out.

    best: so many of the best evenings count, all without it. at_least: who came to fewer evenings is not ranked.
    Equals stand in the order of their names. Raises Refused `sheet/unit` for sheets of different units.
    """
    found = statistics(sheets, key)
    evenings: dict[str, list[int | None]] = {person: [None] * len(sheets) for person in found.people}
    for index, state in enumerate(sheets):
        for person, own in statistics([state], key).people.items():
            evenings[person][index] = own.total
    rows = []
    for person, own in found.people.items():
        came = [index for index, amount in enumerate(evenings[person]) if amount is not None]
        if len(came) < max(1, at_least):
            continue
        best_first = sorted((-(evenings[person][index] or 0), index) for index in came)
        counted = tuple(sorted(index for _, index in best_first[:best]))
        total = sum(evenings[person][index] or 0 for index in counted)
        rows.append(Row(0, person, own.name, total, own.games.games, tuple(evenings[person]), counted))
    rows.sort(key=lambda row: (-row.total, row.name, row.key))
    places = {total: place for place, total in reversed(list(enumerate((row.total for row in rows), 1)))}
    return tuple(
        Row(places[row.total], row.key, row.name, row.total, row.games, row.evenings, row.counted) for row in rows
    )
