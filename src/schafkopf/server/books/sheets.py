"""Score sheets on the network: ops as they come and go, and what is made of a whole sheet.

The server keeps ops whatever they say; it folds a sheet only to make something of it (docs/sheet.md). What folds takes
time and is run in a thread.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any, cast

import msgspec

from schafkopf.club import sheet
from schafkopf.club.sheet import exports, ops, reading, results_list, season, statistics
from schafkopf.game.errors import SchafkopfError
from schafkopf.server import wire
from schafkopf.server.books.kinds import KINDS, Kind
from schafkopf.server.errors import Refused
from schafkopf.server.live.room import ENCODER
from schafkopf.server.store.book_rows import LARGEST_SEQ, Entry, Most, NewEntry
from schafkopf.text.csvwords import csv_words

LONGEST_OP = 32_768
"""Bytes of one op."""
_DEEPEST = 12
"""Lists and objects in each other in one op."""
MOST = Most(entries=5_000, size=3_000_000, by_kind={"ruled": 100})
_MOST_SUMS = 200_000
"""People times lines in what is worked out for one request: seconds. An evening has hundreds, a year ten thousand."""
_GAMES = (ops.Played, ops.Passed)


# -- in and out ------------------------------------------------------------------------------------------------------


def read_ops(found: Sequence[Any]) -> list[NewEntry]:
    """Ops as a phone sends them. Raises Refused `sheet/syntax`, `where` the first that does not fit: `ops/3`."""
    return [_read(data, f"ops/{place}") for place, data in enumerate(found)]


def _read(data: Any, where: str) -> NewEntry:
    if _too_deep(data):
        raise Refused("sheet/syntax", "nested too deeply", where=where)
    try:
        op = sheet.read_op(data)
        return new_entry(op)
    except SchafkopfError as fault:
        detail = ": ".join(part for part in (fault.where, fault.detail) if part)
        raise Refused("sheet/syntax", detail[:300], where=where) from None


def new_entry(op: ops.Op, seq: int | None = None, *, again: bool = False) -> NewEntry:
    """An op to be stored. again: its id was there before. Raises Refused `sheet/syntax` for what no JSON can hold."""
    data = sheet.op_data(op)
    try:
        body = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    except ValueError as fault:
        raise Refused("sheet/syntax", str(fault)[:200]) from None
    if len(body) > LONGEST_OP:
        raise Refused("sheet/syntax", f"more than {LONGEST_OP} bytes")
    return NewEntry(body, None if again else op.id, str(data["do"]), seq)


def begins(new: Iterable[NewEntry]) -> bool:
    """Whether somebody would miss a sheet with these ops."""
    return any(one.kind == "entered" for one in new)


def _too_deep(value: Any) -> bool:
    level = [value]
    for _ in range(_DEEPEST):
        inner: list[Any] = []
        for item in level:
            if isinstance(item, dict):
                inner += item.values()
            elif isinstance(item, list):
                inner += item
        if not inner:
            return False
        level = inner
    return True


def stored(entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """Stored ops for an answer; they are encoded already."""
    return cast(list[dict[str, Any]], [msgspec.Raw(_with_seq(entry)) for entry in entries])


def _with_seq(entry: Entry) -> bytes:
    return b'{"seq":%d,%b' % (entry.seq, entry.body[1:])


def log_of(entries: Iterable[Entry]) -> list[ops.Stored]:
    """The log of a sheet, to fold it."""
    return [ops.Stored(entry.seq, sheet.read_op(json.loads(entry.body))) for entry in entries]


# -- as a book -------------------------------------------------------------------------------------------------------


def _path(book_id: str, role: str, place: str) -> str:
    return f"/sheet/{book_id}"


def _news(book_id: str, seq: int, entries: Sequence[Entry]) -> bytes:
    return ENCODER.encode(wire.BookOps(book_id, seq, stored(entries)))


def _card(entries: Sequence[Entry]) -> dict[str, Any]:
    found = reading.draft(log_of(entries))
    lines = [line for line in found.lines.values() if not line.deleted]
    people = [person.name for person in found.people.values() if person.here]
    return {
        "title": found.title,
        "place": found.place,
        "date": found.date,
        "people": people[:12],
        "games": sum(isinstance(line.content, _GAMES) for line in lines),
        "closed": found.closed,
    }


SHEET = KINDS["sheet"] = Kind(
    name="sheet",
    roles=("write", "view"),
    passes={"write": ("write", "view"), "view": ("view",)},
    path=_path,
    news=_news,
    card=_card,
    most=MOST,
)


# -- the whole sheet -------------------------------------------------------------------------------------------------


def game_csv(entries: Sequence[Entry], language: str) -> bytes:
    """The games for a spreadsheet. Raises Refused (request/too-large)."""
    return exports.game_csv(_states([entries])[0], csv_words(language), language)


def backup(entries: Sequence[Entry]) -> bytes:
    """The whole sheet as one file."""
    return exports.backup(log_of(entries))


def from_backup(text: str) -> list[NewEntry]:
    """What is in a backup, each op where it stood. Raises Refused (sheet/backup)."""
    try:
        log = exports.restore(text.encode())
        if log and log[-1].seq > LARGEST_SEQ:
            raise Refused("sheet/backup", "too large a number", where="ops")
        known: set[str] = set()
        found = []
        for one in log:
            if _too_deep(sheet.op_data(one.op)):
                raise Refused("sheet/backup", "nested too deeply", where="ops")
            found.append(new_entry(one.op, one.seq, again=one.op.id in known))
            known.add(one.op.id)
    except (SchafkopfError, UnicodeEncodeError, RecursionError) as fault:
        detail = fault.detail if isinstance(fault, SchafkopfError) else str(fault)
        raise Refused("sheet/backup", detail[:300]) from None
    return found


def imported(entries: Sequence[Entry], asked: wire.ImportResults) -> tuple[results_list.Results, list[NewEntry]]:
    """How a results list is understood, and what brings it onto the sheet.

    Ids follow from the id of the request and the row, so that the same list sent again has no effect.
    """
    results = results_list.read_results(asked.text)
    people = [(person.id, person.name) for person in reading.draft(log_of(entries)).people.values()]
    known = {name for _, name in people}
    fresh = [index for index, name in enumerate(results.names) if name not in known]
    ids = iter(f"{asked.id[:48]}-p{index}" for index in fresh)
    acts = results_list.acts_of(results, lambda: next(ids), people)
    places = (*(f"j{index}" for index in fresh), *map(str, range(len(results.rows))))
    return results, [
        new_entry(ops.Op(f"{asked.id[:48]}-{place}", asked.device, asked.at_ms, act, asked.by))
        for place, act in zip(places, acts, strict=True)
    ]


def imported_info(results: results_list.Results, seq: int, added: int) -> wire.Imported:
    """For the answer."""
    return wire.Imported(
        names=list(results.names),
        rows=[wire.ImportRow(label, list(amounts)) for label, amounts in results.rows],
        errors=[wire.ImportFault(one.row, one.code, one.column, one.value) for one in results.errors],
        decimals=results.decimals,
        seq=seq,
        added=added,
    )


def _states(sheets: Sequence[Sequence[Entry]]) -> list[sheet.State]:
    """Sheets, folded. Raises Refused (request/too-large) for what nobody writes in years."""
    logs = [log_of(entries) for entries in sheets]
    people, lines = (
        set().union(*map(_people, logs)),
        sum(isinstance(one.op.act, ops.Entered) for log in logs for one in log),
    )
    if len(people) * lines > _MOST_SUMS:
        raise Refused("request/too-large", f"{len(people)} people and {lines} lines")
    return [sheet.fold(log) for log in logs]


def _people(log: Iterable[ops.Stored]) -> set[str]:
    """Whoever is named in a log, and sometimes more than there are."""
    found: set[str] = set()
    for act in (one.op.act for one in log):
        if isinstance(act, ops.Joined):
            found.add(act.person)
        elif isinstance(act, (ops.Entered, ops.Edited)):
            content = act.content
            found.update(getattr(content, "players", ()), getattr(content, "resting", ()))
            found.update(getattr(content, "amounts", ()), (getattr(content, "offender", ""),))
    return found


def ranking(sheets: Sequence[Sequence[Entry]], asked: wire.SeasonAsked) -> wire.Season:
    """The ranking over some sheets. Raises Refused (sheet/unit, request/too-large)."""
    states = _states(sheets)
    rows = season.season(states, best=asked.best, at_least=asked.at_least)
    found = statistics.statistics(states, statistics.by_name)
    return wire.Season(
        unit=found.unit,
        evenings=[wire.SeasonEvening(id, state.title, state.date) for id, state in zip(asked.ids, states, strict=True)],
        rows=[
            wire.SeasonRow(row.place, row.key, row.name, row.total, row.games, list(row.evenings), list(row.counted))
            for row in rows
        ],
        statistics=msgspec.convert(asdict(found), wire.SheetStatistics),
    )


def ranking_csv(sheets: Sequence[Sequence[Entry]], asked: wire.SeasonAsked) -> bytes:
    """The same for a spreadsheet."""
    states = _states(sheets)
    rows = season.season(states, best=asked.best, at_least=asked.at_least)
    titles = [state.date or state.title or str(number) for number, state in enumerate(states, 1)]
    unit = next((state.unit for state in states if state.unit), "")
    return exports.season_csv(rows, titles, unit, csv_words(asked.language), asked.language)
