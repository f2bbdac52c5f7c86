"""An entry list from a table of cells: people, and what is wrong in which row."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from schafkopf.club.spreadsheet import plain
from schafkopf.club.tournament.commands import Person
from schafkopf.club.tournament.errors import Refused
from schafkopf.club.tournament.settings import text

FIELDS = ("number", "name", "club", "team", "pair")
HEADERS: dict[str, tuple[str, ...]] = {
    "number": (
        "number",
        "no",
        "no.",
        "nr",
        "nr.",
        "nummer",
        "startnummer",
        "start-nr.",
        "нумар",
        "номер",
        "№",
        "número",
    ),
    "name": ("name", "spieler", "player", "імя", "имя", "фио", "игрок", "nome", "jogador", "nimi", "pelaaja"),
    "club": ("club", "verein", "ort", "wohnort", "клуб", "clube", "seura"),
    "team": ("team", "mannschaft", "каманда", "команда", "equipa", "equipe", "joukkue"),
    "pair": ("pair", "paar", "пара", "par", "dupla", "pari"),
}
"""How the columns may be called; in any case."""


@dataclass(frozen=True, slots=True)
class RowError:
    """A row that was not taken: its number from 1, a code (`import/name`, `import/number`, `import/taken`,
    `import/twice`, `import/column`), the column, and what stands there."""

    row: int
    code: str
    field: str
    value: str = ""


def cells(data: str) -> list[list[str]]:
    """The cells of a CSV text with `;`, `,` or tabs between them, whichever its first line has most of."""
    plain = data.removeprefix("\ufeff")
    first = plain.split("\n", 1)[0]
    separator = max(";,\t", key=first.count)
    return list(csv.reader(io.StringIO(plain, newline=""), delimiter=separator))


def people(
    rows: Sequence[Sequence[str]], taken: Collection[int] = ()
) -> tuple[tuple[Person, ...], tuple[RowError, ...]]:
    """The people of a list and the rows that cannot be taken.

    The first row may name the columns, in any order; without names they are number, name, club, team, pair, or from the
    name on if the first cell is no number. taken: start numbers that are given away. Empty rows are passed over.

    >>> people([["Name", "Nr."], ["Anna", "7"], ["", "8"]])[1]
    (RowError(row=3, code='import/name', field='name', value=''),)
    """
    columns, start = _columns(rows)
    found: list[Person] = []
    errors: list[RowError] = []
    if "name" not in columns:
        return (), (RowError(1, "import/column", "name"),)
    used = set(taken)
    for index, row in enumerate(rows[start:], start + 1):
        if not any(cell.strip() for cell in row):
            continue
        values = {name: plain(row[at]) if at < len(row) else "" for name, at in columns.items()}
        error = _wrong(values, used, taken)
        if error is not None:
            errors.append(RowError(index, f"import/{error[0]}", error[1], values.get(error[1], "")))
            continue
        number = int(values["number"]) if values.get("number") else None
        if number is not None:
            used.add(number)
        found.append(Person(values["name"], number, *(values.get(name, "") for name in FIELDS[2:])))
    return tuple(found), tuple(errors)


def _columns(rows: Sequence[Sequence[str]]) -> tuple[dict[str, int], int]:
    first = [cell.strip().lower() for cell in rows[0]] if rows else []
    named = {name: at for name, words in HEADERS.items() for at, cell in enumerate(first) if cell in words}
    if "name" in named:
        return named, 1
    if first and not first[0].isdecimal() and first[0] != "":
        return {name: at for at, name in enumerate(FIELDS[1:])}, 0
    return {name: at for at, name in enumerate(FIELDS)}, 0


def _wrong(values: dict[str, str], used: set[int], taken: Collection[int]) -> tuple[str, str] | None:
    for name in FIELDS[1:]:
        try:
            text(values.get(name, ""), name, needed=name == "name")
        except Refused:
            return ("name" if name == "name" else "text"), name
    number = values.get("number", "")
    if number and not (number.isascii() and number.isdecimal() and 1 <= int(number) <= 99_999):
        return "number", "number"
    if number and int(number) in used:
        return ("taken" if int(number) in taken else "twice"), "number"
    return None
