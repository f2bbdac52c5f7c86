"""A simple list of results from a spreadsheet: names in the first row, then amounts, a row for each game.

Read as people have them: `;`, `,` or tabs between the cells, decimal commas or points, signs of every kind, a byte
order mark, a first column with numbers or dates, a last row with sums left as an error to look at.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from schafkopf.club import spreadsheet
from schafkopf.club.sheet.codec import LARGEST, LONGEST_NAME
from schafkopf.club.sheet.ops import Act, Corrected, Entered, Joined

MOST_ROWS = 5_000


@dataclass(frozen=True, slots=True)
class RowError:
    """A row that was not taken: its number from 1, and why.

    code: `import/names` (none, or one twice, or too long), `import/columns` (more or fewer cells than names),
    `import/amount` (no number, in `value`), `import/sum` (the row does not sum to 0; `value` is what it sums to),
    `import/long` (too many rows).
    """

    row: int
    code: str
    column: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Results:
    """A list as it was understood. rows: (what stood in the first column, an amount by name).

    decimals: some amount had a decimal sign, so all of them were taken as whole coins and stand here in hundredths.
    """

    names: tuple[str, ...] = ()
    rows: tuple[tuple[str, tuple[int, ...]], ...] = ()
    errors: tuple[RowError, ...] = ()
    decimals: bool = False


_NUMBER = re.compile(r"([+-]?)(\d{1,3}(?:[ .’']\d{3})+|\d+)(?:([,.])(\d{1,2}))?")
_MINUS = str.maketrans({"\u2212": "-", "\u2013": "-", "\u2012": "-", "\u00a0": " ", "\u202f": " "})
_UNITS = re.compile(r"\s*(€|EUR|eur|ct|Ct|zł|р\.?|₽)\s*")


def read_results(text: str) -> Results:
    """Read a list. What cannot be read is an error of its row, and the others are taken all the same.

    >>> read_results("\\ufeffNr;Änne;Bo\\n1;+1,20;-1,20\\n2;5;-4\\n")
    Results(names=('Änne', 'Bo'), rows=(('1', (120, -120)),), errors=(RowError(row=3, code='import/sum', column='', \
value='100'),), decimals=True)
    """
    table = _cells(text)
    if len(table) < 2:
        return Results(errors=(RowError(1, "import/names"),))
    if len(table) > MOST_ROWS:
        return Results(errors=(RowError(MOST_ROWS, "import/long"),))
    first = 1 if _labelled(table) else 0
    names = tuple(spreadsheet.plain(cell) for cell in table[0][first:])
    for name in names:
        if not name or len(name) > LONGEST_NAME or names.count(name) > 1:
            return Results(errors=(RowError(1, "import/names", name),))
    decimals = any(_decimal(cell) for row in table[1:] for cell in row[first:])
    rows: list[tuple[str, tuple[int, ...]]] = []
    errors: list[RowError] = []
    for number, row in enumerate(table[1:], 2):
        if not any(cell.strip() for cell in row):
            continue
        found = _row(row[first:], names, number, 100 if decimals else 1)
        if isinstance(found, RowError):
            errors.append(found)
        else:
            rows.append((spreadsheet.plain(row[0]) if first else "", found))
    return Results(names, tuple(rows), tuple(errors), decimals)


def acts_of(results: Results, new_id: Callable[[], str], people: Sequence[tuple[str, str]] = ()) -> tuple[Act, ...]:
    """What brings a list onto a sheet: who is not there yet joins (beside the table), and every row is a free line.

    people: (id, name) of who is on the sheet already.
    """
    known = {name: id for id, name in people}
    joined: list[Act] = []
    for name in results.names:
        if name not in known:
            known[name] = new_id()
            joined.append(Joined(known[name], name, seated=False))
    ids = [known[name] for name in results.names]
    lines = [
        Entered(Corrected({id: amount for id, amount in zip(ids, amounts, strict=True) if amount}, label))
        for label, amounts in results.rows
    ]
    return (*joined, *lines)


def _cells(text: str) -> list[list[str]]:
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").lstrip("\n")
    head = re.sub(r'"[^"]*"', "", plain.split("\n", 1)[0])
    sign = max("\t;,", key=head.count)
    table = list(csv.reader(io.StringIO(plain, newline=""), delimiter=sign))
    # A last empty cell in every row is only a separator at the end of the line.
    while table and len(table[0]) > 1 and all(len(row) < len(table[0]) or not row[-1].strip() for row in table):
        width = len(table[0])
        table = [row[:-1] if len(row) == width else row for row in table]
    return table


def _match(cell: str) -> re.Match[str] | None:
    return _NUMBER.fullmatch(_UNITS.sub("", cell.translate(_MINUS).strip()).strip().removeprefix(spreadsheet.HARMLESS))


def _decimal(cell: str) -> bool:
    match = _match(cell)
    return match is not None and match[3] is not None


def _amount(cell: str, scale: int) -> int | None:
    """A cell as a whole number; an empty one is 0. None if it is no number."""
    if not cell.strip():
        return 0
    match = _match(cell)
    if match is None or len(match[2]) > 15 or (match[2][0] == "0" and not match[2].isdecimal()):
        return None
    whole = int(re.sub(r"\D", "", match[2]))
    part = int((match[4] or "").ljust(2, "0")) if scale == 100 else 0
    amount = (whole * scale + part) * (-1 if match[1] == "-" else 1)
    return amount if abs(amount) <= LARGEST else None


def _row(cells: Sequence[str], names: Sequence[str], number: int, scale: int) -> tuple[int, ...] | RowError:
    if len(cells) != len(names):
        return RowError(number, "import/columns", value=str(len(cells)))
    amounts = []
    for name, cell in zip(names, cells, strict=True):
        amount = _amount(cell, scale)
        if amount is None:
            return RowError(number, "import/amount", name, cell)
        amounts.append(amount)
    if sum(amounts):
        return RowError(number, "import/sum", value=str(sum(amounts)))
    return tuple(amounts)


def _labelled(table: Sequence[Sequence[str]]) -> bool:
    """Whether the first column is no person: no heading, not numbers, or the rows counted."""
    if not table[0][0].strip():
        return True
    column = [row[0] for row in table[1:] if row and any(cell.strip() for cell in row)]
    if 2 * sum(_amount(cell, 1) is None for cell in column) > len(column):
        return True
    counted = [cell.strip().removesuffix(".") for cell in column if cell.strip()]
    return counted == [str(n) for n in range(1, len(counted) + 1)] and any(
        sum(_amount(cell, 1) or 0 for cell in row) for row in table[1:]
    )
