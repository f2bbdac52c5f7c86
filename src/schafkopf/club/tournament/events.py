"""What happened in a tournament, as it is stored: complete, with the seed of a draw that is still to come.

The state is the fold of these; the first is `Created`. Rounds and tables are numbered from 1, people by start number.
Add events and fields with defaults, never change what is stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from schafkopf.club.tournament.codec import Tagged
from schafkopf.club.tournament.settings import Settings

Role = Literal["host", "scorer", "viewer"]
Tables = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Result:
    """The totals of a table by seat. Empty counts were not asked for."""

    points: tuple[int, ...]
    solos: tuple[int, ...] = ()
    solos_won: tuple[int, ...] = ()
    games_won: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Created:
    """A tournament was set up."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class Changed:
    """Other settings."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class Entered:
    """Somebody takes part, from this round on."""

    number: int
    name: str
    club: str = ""
    team: str = ""
    pair: str = ""
    since: int = 1


@dataclass(frozen=True, slots=True)
class Edited:
    """Name, club, team or pair were put right."""

    number: int
    name: str
    club: str = ""
    team: str = ""
    pair: str = ""


@dataclass(frozen=True, slots=True)
class Struck:
    """Somebody who has never been seated is off the list."""

    number: int


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody plays no more; `after` is his last round."""

    number: int
    after: int


@dataclass(frozen=True, slots=True)
class Returned:
    """Somebody who had left plays again, from this round on."""

    number: int
    since: int


@dataclass(frozen=True, slots=True)
class Substituted:
    """Somebody else plays on under this number and inherits its points."""

    number: int
    name: str
    round: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Committed:
    """The seed of the next draw is fixed; only its hash is shown before the draw."""

    round: int
    seed: str
    hash: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """The tables of a round. A later draw of the same round replaces this one; all remain in the log."""

    round: int
    seed: str
    attempt: int
    how: Literal["lot", "moves"]
    tables: Tables
    sizes: tuple[int, ...] = ()
    rematches: tuple[tuple[int, int, int], ...] = ()
    clashes: tuple[tuple[int, int], ...] = ()
    proven: bool = False
    planned: int = 1
    ahead: int = 0
    by_lot: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """With moves: table and equal players of whom the lot moved some."""
    method: int = 1
    """The way of drawing, `draw.METHOD`."""
    brought: bool = False
    """The host brought the seed (numbers drawn in public); else the server drew it."""


@dataclass(frozen=True, slots=True)
class Exchanged:
    """Two people changed places by hand."""

    round: int
    a: int
    b: int
    reason: str


@dataclass(frozen=True, slots=True)
class Scored:
    """The totals of a table were typed in. knew: the seq of the result that this replaces on purpose, 0 for none.

    draw: the seq of the draw that the sheet was made for; 0: two have changed places since, so it is nobody's result.
    """

    round: int
    table: int
    draw: int
    result: Result
    knew: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The host decided which of several results of a table counts: the one with this seq."""

    round: int
    table: int
    seq: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Played:
    """A game on the sheet of a table: an entry as `schafkopf.game.Entry`, or `{"passed": "redeal"}`."""

    round: int
    table: int
    draw: int
    game: str
    """An id that the phone made."""
    entry: dict[str, Any]


@dataclass(frozen=True, slots=True)
class GameChanged:
    """A game on a sheet was put right; None: struck out. knew: the seq of the version that was seen."""

    round: int
    table: int
    game: str
    entry: dict[str, Any] | None
    knew: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Adjusted:
    """The host gave somebody points or took some, outside a table's sheet."""

    round: int
    number: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Protested:
    """A protest was written down."""

    protest: str
    """An id."""
    round: int
    table: int
    text: str


@dataclass(frozen=True, slots=True)
class Ruled:
    """What the host decided about a protest."""

    protest: str
    text: str


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """A round is over; the reason says why although something was missing."""

    round: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RoundReopened:
    """Results of the round may change again."""

    round: int
    reason: str


@dataclass(frozen=True, slots=True)
class LotsDrawn:
    """The seed of the lots that part equal players."""

    seed: str
    brought: bool = False


@dataclass(frozen=True, slots=True)
class Finished:
    """The tournament is over."""


@dataclass(frozen=True, slots=True)
class Undone:
    """A step was taken back: all events of this command."""

    command: str


Event = (
    Created
    | Changed
    | Entered
    | Edited
    | Struck
    | Left
    | Returned
    | Substituted
    | Committed
    | Drawn
    | Exchanged
    | Scored
    | Chosen
    | Played
    | GameChanged
    | Adjusted
    | Protested
    | Ruled
    | RoundClosed
    | RoundReopened
    | LotsDrawn
    | Finished
    | Undone
)

_TAGS: dict[str, type[Any]] = {
    "created": Created,
    "changed": Changed,
    "entered": Entered,
    "edited": Edited,
    "struck": Struck,
    "left": Left,
    "returned": Returned,
    "substituted": Substituted,
    "committed": Committed,
    "drawn": Drawn,
    "exchanged": Exchanged,
    "scored": Scored,
    "chosen": Chosen,
    "played": Played,
    "game_changed": GameChanged,
    "adjusted": Adjusted,
    "protested": Protested,
    "ruled": Ruled,
    "round_closed": RoundClosed,
    "round_reopened": RoundReopened,
    "lots_drawn": LotsDrawn,
    "finished": Finished,
    "undone": Undone,
}
_TAGGED = Tagged("e", _TAGS)


@dataclass(frozen=True, slots=True)
class Envelope:
    """What is stored around an event."""

    seq: int
    at_ms: int
    command: str
    by: str
    role: Role


@dataclass(frozen=True, slots=True)
class Stored:
    """An event with its place in the history (from 1), its time in milliseconds since 1970, and whose command it
    was.
    """

    seq: int
    at_ms: int
    command: str
    by: str
    role: Role
    event: Event


def encode(event: Event) -> dict[str, Any]:
    """An event as JSON-ready data; `e` says which."""
    return _TAGGED.encode(event)


def decode(data: Any) -> Event:
    """The event that `encode` wrote. Raises Refused `tournament/syntax`."""
    event: Event = _TAGGED.decode(data)
    return event
