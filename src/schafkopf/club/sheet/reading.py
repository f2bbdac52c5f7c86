"""From the log to a draft: who is there, which rules, which lines in which order. Nothing is priced here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from schafkopf.club.sheet import ops
from schafkopf.club.sheet.ops import Content, Op, Stored
from schafkopf.club.sheet.pricing import rules_of
from schafkopf.club.sheet.state import Change, Fault, Person, Ruling
from schafkopf.club.sheet.undoing import holding
from schafkopf.game.errors import SchafkopfError

MOST_AT_TABLE = 6


@dataclass(slots=True)
class DraftLine:
    """A line with its history, before it is priced."""

    id: str
    device: str
    at_ms: int
    after: str
    content: Content
    source: str
    """The op that brought the content."""
    ruling: int
    deleted: bool
    late: bool
    distinct: bool = False
    contested: bool = False
    """The last edit was of facts that the line no longer had."""
    crossed: bool = False
    """One person deleted it while another one changed it."""
    history: list[Change] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Mark:
    """Somebody was made dealer here."""

    person: str


@dataclass(slots=True)
class Draft:
    """What the log says so far."""

    title: str = ""
    place: str = ""
    date: str = ""
    people: dict[str, Person] = field(default_factory=dict)
    table: list[str] = field(default_factory=list)
    follow: dict[str, str] = field(default_factory=dict)
    """For who left the table: who sat after him."""
    rulings: list[Ruling] = field(default_factory=list)
    ruling: int = -1
    ruled: dict[str, int] = field(default_factory=dict)
    """Op that set rules -> index."""
    lines: dict[str, DraftLine] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    """Ids of lines and of marks."""
    marks: dict[str, Mark] = field(default_factory=dict)
    closed: bool = False
    faults: list[Fault] = field(default_factory=list)
    undo: dict[str, str] = field(default_factory=dict)
    redo: dict[str, str] = field(default_factory=dict)
    seq: int = 0


def draft(log: Sequence[Stored]) -> Draft:
    """Read a log. Never raises: an op that makes no sense is a fault, and changes nothing."""
    held = holding(log)
    found = Draft(undo=dict(held.undo), redo=dict(held.redo), faults=list(held.faults))
    found.seq = max((stored.seq for stored in log), default=0)
    for stored in held.log:
        undone = stored.op.id in held.undone
        code = _READ[type(stored.op.act)](found, stored, stored.op.act, undone)
        if code:
            found.faults.append(Fault(stored.seq, stored.op.id, code))
    found.faults.sort(key=lambda fault: fault.seq)
    return found


# -- people ----------------------------------------------------------------------------------------------------------


def _named(found: Draft, stored: Stored, act: ops.Named, undone: bool) -> str:
    if not undone:
        found.title, found.place, found.date = act.title, act.place, act.date
    return ""


def _joined(found: Draft, stored: Stored, act: ops.Joined, undone: bool) -> str:
    if undone:
        # His lines may be there all the same, and shall have a name.
        found.people.setdefault(act.person, Person(act.person, act.name, here=False))
        return ""
    found.people[act.person] = Person(act.person, act.name)
    return _sit(found, act.person, len(found.table) if act.seat is None else act.seat) if act.seated else ""


def _sit(found: Draft, person: str, seat: int) -> str:
    if person not in found.table and len(found.table) >= MOST_AT_TABLE:
        return "sheet/full"
    if person in found.table:
        found.table.remove(person)
    found.table.insert(max(0, min(seat, len(found.table))), person)
    return ""


def _stand_up(found: Draft, person: str) -> None:
    if person in found.table:
        place = found.table.index(person)
        found.follow[person] = found.table[(place + 1) % len(found.table)]
        found.table.remove(person)


def _left(found: Draft, stored: Stored, act: ops.Left, undone: bool) -> str:
    if undone:
        return ""
    if act.person not in found.people:
        return "sheet/no-person"
    _stand_up(found, act.person)
    found.people[act.person] = Person(act.person, found.people[act.person].name, here=False)
    return ""


def _renamed(found: Draft, stored: Stored, act: ops.Renamed, undone: bool) -> str:
    if undone:
        return ""
    if act.person not in found.people:
        return "sheet/no-person"
    found.people[act.person] = Person(act.person, act.name, found.people[act.person].here)
    return ""


def _seated(found: Draft, stored: Stored, act: ops.Seated, undone: bool) -> str:
    if undone:
        return ""
    if act.person not in found.people or not found.people[act.person].here:
        return "sheet/no-person"
    if act.seat is None:
        _stand_up(found, act.person)
        return ""
    return _sit(found, act.person, act.seat)


def _dealer(found: Draft, stored: Stored, act: ops.DealerSet, undone: bool) -> str:
    if undone:
        return ""
    if act.person not in found.table:
        return "sheet/no-person"
    found.marks[stored.op.id] = Mark(act.person)
    found.order.append(stored.op.id)
    return ""


# -- rules and the evening -------------------------------------------------------------------------------------------


def _ruled(found: Draft, stored: Stored, act: ops.Ruled, undone: bool) -> str:
    if undone:
        return ""
    unit = code = ""
    try:
        unit = rules_of(act)["tariff.unit"]
    except SchafkopfError as fault:
        code = fault.code
    if not code and found.ruling >= 0 and found.lines and unit != found.rulings[found.ruling].unit:
        # Sums of cents and stakes would mean nothing: that is another sheet.
        code = "sheet/unit"
    found.rulings.append(Ruling(stored.op.id, act, unit, code))
    if not code:
        found.ruling = len(found.rulings) - 1
        found.ruled[stored.op.id] = found.ruling
    return code


def _closed(found: Draft, stored: Stored, act: ops.Closed, undone: bool) -> str:
    found.closed = found.closed or not undone
    return ""


def _reopened(found: Draft, stored: Stored, act: ops.Reopened, undone: bool) -> str:
    found.closed = found.closed and undone
    return ""


# -- lines -----------------------------------------------------------------------------------------------------------


def _change(stored: Stored, did: str, content: Content | None = None, *, undone: bool, stale: bool = False) -> Change:
    op: Op = stored.op
    return Change(stored.seq, op.id, op.device, op.at_ms, did, content, undone, stale, op.by)


def _entered(found: Draft, stored: Stored, act: ops.Entered, undone: bool) -> str:
    op = stored.op
    # Who pays his debts after the end is not late.
    late = found.closed and not isinstance(act.content, ops.Paid)
    line = DraftLine(op.id, op.device, op.at_ms, act.after, act.content, op.id, found.ruling, deleted=undone, late=late)
    line.history.append(_change(stored, "entered", act.content, undone=undone))
    found.lines[op.id] = line
    found.order.append(op.id)
    return ""


def _edited(found: Draft, stored: Stored, act: ops.Edited, undone: bool) -> str:
    line = found.lines.get(act.entry)
    if line is None:
        return "sheet/no-entry"
    stale = act.base not in ("", line.source)
    line.history.append(_change(stored, "edited", act.content, undone=undone, stale=stale))
    if not undone:
        line.content, line.source, line.contested = act.content, stored.op.id, stale
        line.crossed = line.crossed or line.deleted
    return ""


def _deleted(found: Draft, stored: Stored, act: ops.Deleted, undone: bool) -> str:
    line = found.lines.get(act.entry)
    if line is None:
        return "sheet/no-entry"
    stale = act.base not in ("", line.source)
    line.history.append(_change(stored, "deleted", undone=undone, stale=stale))
    if not undone:
        line.deleted, line.crossed = True, stale
    return ""


def _restored(found: Draft, stored: Stored, act: ops.Restored, undone: bool) -> str:
    line = found.lines.get(act.entry)
    if line is None:
        return "sheet/no-entry"
    line.history.append(_change(stored, "restored", undone=undone))
    if not undone:
        line.deleted = line.crossed = False
    return ""


def _distinct(found: Draft, stored: Stored, act: ops.Distinct, undone: bool) -> str:
    line = found.lines.get(act.entry)
    if line is None:
        return "sheet/no-entry"
    line.history.append(_change(stored, "distinct", undone=undone))
    line.distinct = line.distinct or not undone
    return ""


def _placed(found: Draft, stored: Stored, act: ops.Placed, undone: bool) -> str:
    line = found.lines.get(act.entry)
    if line is None or act.before == act.entry or (act.before and act.before not in found.lines):
        return "sheet/no-entry"
    line.history.append(_change(stored, "placed", undone=undone))
    if not undone:
        found.order.remove(act.entry)
        found.order.insert(found.order.index(act.before) if act.before else len(found.order), act.entry)
    return ""


_READ: dict[type, Callable[[Draft, Stored, Any, bool], str]] = {
    ops.Named: _named,
    ops.Joined: _joined,
    ops.Left: _left,
    ops.Renamed: _renamed,
    ops.Seated: _seated,
    ops.Ruled: _ruled,
    ops.DealerSet: _dealer,
    ops.Closed: _closed,
    ops.Reopened: _reopened,
    ops.Entered: _entered,
    ops.Edited: _edited,
    ops.Deleted: _deleted,
    ops.Restored: _restored,
    ops.Placed: _placed,
    ops.Distinct: _distinct,
}
