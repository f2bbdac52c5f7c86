"""A sheet as CSV for spreadsheets, and as one JSON file that is the sheet again when it is read."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from schafkopf.club.sheet.codec import kind_of, read_stored, stored_data
from schafkopf.club.sheet.errors import Refused
from schafkopf.club.sheet.ops import Corrected, Paid, Passed, Penalised, Played, Stored
from schafkopf.club.sheet.season import Row
from schafkopf.club.sheet.state import Line, State
from schafkopf.club.sheet.statistics import score, scores
from schafkopf.club.spreadsheet import Cells, Words, csv, money
from schafkopf.game.settlement import Term

FORMAT = "schafkopf-sheet"
VERSION = 1


def labels(state: State) -> dict[str, str]:
    """A heading for each person: the name, with a number where two have the same."""
    found: dict[str, str] = {}
    for id, person in state.people.items():
        label, number = person.name or id, 1
        while label in found.values():
            number += 1
            label = f"{person.name or id} ({number})"
        found[id] = label
    return found


def game_rows(state: State, words: Words, language: str = "de") -> Cells:
    """Every line that is not deleted: what it was, how its price came about, what it brought whom; then the sums."""
    names = labels(state)
    keys = ("number", "dealer", "line", "contract", "declarer", "partner", "points", "result", "terms", "value", "pot")
    rows: Cells = [[*(words.get(key, key) for key in keys), *names.values()]]
    for line in state.lines:
        if not line.deleted:
            told = _told(line, names, words)
            value = "" if line.bill.value is None else _amount(state, line.bill.value, language)
            pot = _amount(state, line.bill.pot, language) if line.bill.pot else ""
            amounts = [_amount(state, score(line, person), language) for person in names]
            terms = said(line.bill.terms, words, lambda amount: f"{_amount(state, amount, language)}")
            rows.append([line.number, *told, terms, value, pot, *amounts])
    sums = [_amount(state, total, language) for total in scores(state).values()]
    pot = _amount(state, state.carried.pot, language)
    rows.append([words.get("sum", "sum"), *[""] * (len(keys) - 2), pot, *sums])
    return rows


def _told(line: Line, names: Mapping[str, str], words: Words) -> list[str | int]:
    """dealer, kind of line, contract, declarer, partner, points, result."""
    content = line.content

    def name(person: str | None) -> str:
        return names.get(person, "") if person else ""

    kind = kind_of(content)
    head: list[str | int] = ["", words.get(kind, kind)]
    if isinstance(content, (Played, Passed, Penalised)):
        head[0] = name(content.dealer)
    if isinstance(content, Played):
        result = content.result
        points: str | int = "" if result.points is None else result.points
        contract = words.get(result.contract, result.contract)
        return [*head, contract, name(result.declarer), name(result.partner), points, _ending(line, names, words)]
    what = {
        Passed: lambda: words.get(content.how, content.how) if isinstance(content, Passed) else "",
        Penalised: lambda: words.get(content.kind, content.kind) if isinstance(content, Penalised) else "",
    }.get(type(content), lambda: "")()
    note = content.note if isinstance(content, (Corrected, Paid, Penalised)) else ""
    first = content.offender if isinstance(content, Penalised) else content.payer if isinstance(content, Paid) else ""
    second = content.payee if isinstance(content, Paid) else ""
    if line.bill.error:
        note = f"{line.bill.error} {note}".strip()
    return [*head, what, name(first), name(second), "", note]


def _ending(line: Line, names: Mapping[str, str], words: Words) -> str:
    facts, ring = line.bill.facts, line.bill.ring
    if facts is None:
        return line.bill.error
    if facts.march is not None:
        return f"{words.get('march', 'march')}: {names[ring[facts.march]]}"
    if not facts.side:
        return f"{words.get('lost', 'lost')}: {', '.join(names[ring[seat]] for seat in facts.losers)}"
    if line.bill.strokes is not None and not line.bill.strokes:
        return words.get("tie", "tie")
    return words.get("won", "won") if facts.won else words.get("lost", "lost")


def said(terms: Sequence[Term], words: Words, shown: Callable[[int], str] = str) -> str:
    """A bill in one cell: every term, so that it can be done over by hand; amounts as `shown` writes them.

    >>> said((Term("base", 20), Term("laufende", 30, count=3), Term("kontra", factor=2, count=1)), {})
    'base 20; laufende (3) 30; kontra (1) ×2'
    """
    parts = []
    for term in terms:
        count = "" if term.count is None else f" ({term.count})"
        number = f" ×{term.factor}" if term.amount is None else f" {shown(term.amount)}"
        parts.append(words.get(term.name, term.name) + count + number)
    return "; ".join(parts)


def _amount(state: State, amount: int, language: str) -> str | int:
    return money(amount, language) if state.unit == "cent" else amount


def game_csv(state: State, words: Words, language: str = "de") -> bytes:
    """The games as CSV (RFC 4180, UTF-8 with a byte order mark); texts that look like formulas are made harmless."""
    return csv(game_rows(state, words, language), language)


def season_csv(rows: Sequence[Row], titles: Sequence[str], unit: str, words: Words, language: str = "de") -> bytes:
    """The ranking of many evenings as CSV. titles: what the evenings are called."""
    table: Cells = [[*(words.get(key, key) for key in ("place", "name", "sum", "games")), *titles]]

    def amount(number: int | None) -> str | int:
        return "" if number is None else money(number, language) if unit == "cent" else number

    for row in rows:
        table.append([row.place, row.name, amount(row.total), row.games, *map(amount, row.evenings)])
    return csv(table, language)


def backup(log: Sequence[Stored]) -> bytes:
    """The whole sheet as a JSON file, its history with it."""
    ordered = sorted(log, key=lambda stored: stored.seq)
    data = {FORMAT: VERSION, "ops": [stored_data(stored) for stored in ordered]}
    return (json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def restore(data: bytes) -> tuple[Stored, ...]:
    """The log that `backup` wrote. Raises Refused `sheet/backup`."""
    try:
        found = json.loads(data.decode("utf-8-sig"))
        if not isinstance(found, dict) or found.get(FORMAT) != VERSION or not isinstance(found.get("ops"), list):
            raise Refused("sheet/backup", f"not a {FORMAT} file of version {VERSION}")
        log = tuple(read_stored(line) for line in found["ops"])
    except (ValueError, RecursionError) as fault:
        if isinstance(fault, Refused) and fault.code == "sheet/backup":
            raise
        raise Refused("sheet/backup", str(fault)) from fault
    if any(b.seq <= a.seq for a, b in pairwise(log)):
        raise Refused("sheet/backup", "not in the order of the sequence numbers", where="ops")
    return log
