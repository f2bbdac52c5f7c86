"""What is written together when something happens at a table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event to be stored; `body` as `table.events.encode` makes it."""

    seq: int
    at_ms: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Face:
    """How a table stands in lists; written only when it has changed."""

    code: str
    phase: str
    listed: bool
    asleep: bool
    card: bytes


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """A deal for the books; `persons`: JSON, who sat where."""

    number: int
    record: str
    fairness: str | None
    persons: str


@dataclass(frozen=True, slots=True)
class Append:
    """Events of one table, one after the other, and what they change in its row: all of it is stored, or nothing."""

    table_id: str
    events: tuple[NewEvent, ...]
    due_ms: int | None
    person: str | None = None
    command: str | None = None
    """Kept with the first event."""
    face: Face | None = None
    snapshot: bytes | None = None
    """The table after the last of the events."""
    members: tuple[str, ...] = ()
    """Persons who sit down."""
    left: tuple[str, ...] = ()
    """Persons who no longer sit."""
    visitors: tuple[str, ...] = ()
    """Others who are named in the events."""
    deals: tuple[FinishedDeal, ...] = ()
    taken_back: tuple[int, ...] = ()
    """Numbers of deals that are no longer finished."""
    rewrites: int = 0
    """See `TableRow`: of the past that these events follow."""


class Taken(Exception):
    """Another process stored that event, or the effect of that command, before."""


class Overwritten(Exception):
    """The past of the table has been rewritten, or the table is deleted."""


@dataclass(frozen=True, slots=True)
class StoredRow:
    """An event as it was read."""

    seq: int
    at_ms: int
    person: str | None
    command: str | None
    body: bytes


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """A finished deal and who sat where, as `FinishedDeal` has them."""

    number: int
    record: str
    persons: str


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What is stored of a table once somebody else is in a person's place in its past, which ends with event `seq`."""

    seq: int
    other: str
    known: bool
    """Whether the other one is a person too, or nobody any more."""
    bodies: tuple[tuple[int, bytes], ...]
    """Events that are different: seq, body."""
    snapshot: bytes
    card: bytes
    deals: tuple[PlayedRow, ...]


@dataclass(frozen=True, slots=True)
class TableRow:
    """Where the fold of a table begins."""

    id: str
    seq: int
    snapshot: bytes | None
    snapshot_seq: int
    changed_ms: int
    rewrites: int
    """How often somebody else was put into a person's place in what is stored."""
