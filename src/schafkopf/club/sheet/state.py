"""What a sheet shows: everything that follows from its log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from schafkopf.club.sheet.carried import Carried
from schafkopf.club.sheet.ops import Content, Ruled
from schafkopf.club.sheet.pricing import Bill


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on the list. here: has not gone home."""

    id: str
    name: str
    here: bool = True


@dataclass(frozen=True, slots=True)
class Ruling:
    """Rules that were set. error: why they never came into force."""

    op: str
    ruled: Ruled
    unit: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """A step in the history of a line. did: `entered`, `edited`, `deleted`, `restored`, `placed` or `distinct`.

    content: the facts that it brought. undone: it was taken back, and says only what was once written.
    stale: an edit or deletion of facts that were no longer those of the line.
    """

    seq: int
    op: str
    device: str
    at_ms: int
    did: str
    content: Content | None = None
    undone: bool = False
    stale: bool = False
    by: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the sheet, deleted ones too. number: counts what counts, from 1; 0 for deleted lines.

    before: what lay on the table. balances: after it. doubles: lines that are probably the same game, typed in on
    another device. contested: two people changed it at once, or one deleted what another one changed. late: it came
    after the evening had been closed.
    """

    id: str
    number: int
    content: Content
    ruling: int
    bill: Bill
    before: Carried
    balances: Mapping[str, int]
    history: tuple[Change, ...]
    deleted: bool = False
    doubles: tuple[str, ...] = ()
    contested: bool = False
    late: bool = False

    @property
    def counts(self) -> bool:
        """Whether it is part of the sum."""
        return not self.deleted and not self.bill.error


@dataclass(frozen=True, slots=True)
class Turn:
    """The next deal: who deals, who holds cards (forehand first), who rests.

    error: why nobody can deal (`sheet/table`: too few or too many sit there for these rules; `sheet/rules`).
    """

    dealer: str = ""
    players: tuple[str, ...] = ()
    resting: tuple[str, ...] = ()
    error: str = ""

    @property
    def forehand(self) -> str:
        """Who leads; empty if nobody can deal."""
        return self.players[0] if self.players else ""


@dataclass(frozen=True, slots=True)
class Payment:
    """Who pays whom how much, which is above 0."""

    payer: str
    payee: str
    amount: int


@dataclass(frozen=True, slots=True)
class Closing:
    """How the evening is settled as it stands.

    shares: each person's part of what lies in the pot. due: what each still gets, after the shares and what was paid
    already. payments: the fewest after which nothing is due.
    """

    shares: Mapping[str, int] = field(default_factory=dict)
    due: Mapping[str, int] = field(default_factory=dict)
    payments: tuple[Payment, ...] = ()


@dataclass(frozen=True, slots=True)
class Fault:
    """An op that changed nothing, and why."""

    seq: int
    op: str
    code: str


@dataclass(frozen=True, slots=True)
class State:
    """A whole sheet.

    people: in the order of their coming. table: who sits there, clockwise. ruling: index of the rules in force, -1:
    none. curve: by person, from 0, one more point for every line that is not deleted. undo, redo: what the next one
    would take back, or bring back, by device.
    """

    title: str = ""
    place: str = ""
    date: str = ""
    people: Mapping[str, Person] = field(default_factory=dict)
    table: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    ruling: int = -1
    lines: tuple[Line, ...] = ()
    carried: Carried = field(default_factory=Carried)
    turn: Turn = field(default_factory=Turn)
    balances: Mapping[str, int] = field(default_factory=dict)
    curve: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    closed: bool = False
    closing: Closing = field(default_factory=Closing)
    faults: tuple[Fault, ...] = ()
    undo: Mapping[str, str] = field(default_factory=dict)
    redo: Mapping[str, str] = field(default_factory=dict)
    seq: int = 0

    @property
    def unit(self) -> str:
        """The unit of the amounts; empty before there are rules."""
        return self.rulings[self.ruling].unit if self.ruling >= 0 else ""

    def line(self, id: str) -> Line | None:
        """The line with this id."""
        return next((line for line in self.lines if line.id == id), None)
