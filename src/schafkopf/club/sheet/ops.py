"""What people do to a sheet, as values. A sheet is nothing but the log of these.

A phone makes an `Op` with an id of its own, without asking anybody, and sends it when there is a network. The server
gives it the next sequence number (`Stored`) and keeps it, whatever it says. People are named by ids that a phone makes
too; a line of the sheet has the id of the op that entered it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

# -- what a line says ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the fields of `schafkopf.game.Entry`, with ids of people in place of seats."""

    contract: str
    declarer: str | None = None
    suit: str | None = None
    partner: str | None = None
    points: int | None = None
    won: bool | None = None
    schneider: bool | None = None
    schwarz: bool = False
    laufende: int = 0
    claimed: bool = True
    knocks: int = 0
    """How many knocked, where nobody noted who."""
    kontra: int = 0
    promise: int = 0
    losers: tuple[str, ...] = ()
    virgins: tuple[str, ...] = ()
    march: str | None = None
    by_club_jack: bool = False
    knockers: tuple[str, ...] = ()
    """Who knocked; then they count, and `knocks` does not."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game. It says by itself who was there, so nothing that happens to the table later touches it.

    players: who held cards, forehand first. resting: who sat at the table without cards; the dealer among them if he
    has none. ruled: the op that set the rules which the phone knew; empty: those in force when it arrives.
    """

    dealer: str
    players: tuple[str, ...]
    result: Result
    resting: tuple[str, ...] = ()
    ruled: str = ""


@dataclass(frozen=True, slots=True)
class Passed:
    """A deal that nobody played. how: `redeal`, `pot`, `double` or `thrown_in`."""

    dealer: str
    players: tuple[str, ...]
    how: str
    resting: tuple[str, ...] = ()
    ruled: str = ""


@dataclass(frozen=True, slots=True)
class Corrected:
    """A free line: amounts by person that sum to 0."""

    amounts: dict[str, int]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Penalised:
    """Somebody pays for a fault.

    kind: a key of `penalties.PENALTIES`. result: the game that the value is taken from. amount: what each gets, or the
    pot. amounts: where the table says it freely.
    """

    kind: str
    offender: str
    dealer: str = ""
    players: tuple[str, ...] = ()
    resting: tuple[str, ...] = ()
    result: Result | None = None
    amount: int = 0
    amounts: dict[str, int] = field(default_factory=dict)
    note: str = ""
    ruled: str = ""


@dataclass(frozen=True, slots=True)
class Paid:
    """Money changed hands: it settles, and is won or lost by nobody."""

    payer: str
    payee: str
    amount: int
    note: str = ""


Content = Played | Passed | Corrected | Penalised | Paid

# -- what is done ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Named:
    """The title, place and date (as in 2026-11-30) of the evening, all three anew."""

    title: str = ""
    place: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Joined:
    """A person comes to the list, and to the table unless not `seated`. seat: his place there from 0; none: last."""

    person: str
    name: str
    seat: int | None = None
    seated: bool = True


@dataclass(frozen=True, slots=True)
class Left:
    """A person goes home. His account stays."""

    person: str


@dataclass(frozen=True, slots=True)
class Renamed:
    """A person is called otherwise."""

    person: str
    name: str


@dataclass(frozen=True, slots=True)
class Seated:
    """A person moves to this place at the table, or stands up (none)."""

    person: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Ruled:
    """What is played from now on. Games keep the rules that they were entered under."""

    rules: str
    overrides: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DealerSet:
    """Who deals next."""

    person: str


@dataclass(frozen=True, slots=True)
class Entered:
    """A new line. after: the last line that the phone saw."""

    content: Content
    after: str = ""


@dataclass(frozen=True, slots=True)
class Edited:
    """Other facts for a line. base: the op whose facts the phone showed when they were changed."""

    entry: str
    content: Content
    base: str = ""


@dataclass(frozen=True, slots=True)
class Deleted:
    """A line no longer counts. base: as for an edit."""

    entry: str
    base: str = ""


@dataclass(frozen=True, slots=True)
class Restored:
    """A deleted line counts again."""

    entry: str


@dataclass(frozen=True, slots=True)
class Placed:
    """A line moves before another one, or to the end (empty)."""

    entry: str
    before: str = ""


@dataclass(frozen=True, slots=True)
class Distinct:
    """This line is no double of anything."""

    entry: str


@dataclass(frozen=True, slots=True)
class Undone:
    """The last thing done on this device that still holds is taken back."""


@dataclass(frozen=True, slots=True)
class Redone:
    """What was taken back last on this device holds again."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The evening is over."""


@dataclass(frozen=True, slots=True)
class Reopened:
    """It goes on after all."""


Act = (
    Named
    | Joined
    | Left
    | Renamed
    | Seated
    | Ruled
    | DealerSet
    | Entered
    | Edited
    | Deleted
    | Restored
    | Placed
    | Distinct
    | Undone
    | Redone
    | Closed
    | Reopened
)


@dataclass(frozen=True, slots=True)
class Op:
    """One thing somebody did.

    id: made by the device, never twice. device: an id of its own, since undo goes by it. at_ms: what its clock said.
    by: what people call it.
    """

    id: str
    device: str
    at_ms: int
    act: Act
    by: str = ""


@dataclass(frozen=True, slots=True)
class Stored:
    """An op with its place in the log, from 1."""

    seq: int
    op: Op
