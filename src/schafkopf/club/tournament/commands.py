"""What people ask for. `decide` makes events of it or refuses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from schafkopf.club.tournament.codec import Tagged
from schafkopf.club.tournament.events import Result, Role
from schafkopf.club.tournament.settings import Settings


@dataclass(frozen=True, slots=True)
class Person:
    """A line of the entry list. number: the start number, if it is to be a certain one."""

    name: str
    number: int | None = None
    club: str = ""
    team: str = ""
    pair: str = ""


@dataclass(frozen=True, slots=True)
class Create:
    """Set a tournament up."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class Change:
    """Change the settings."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class Enter:
    """Put people on the list; once a round has been drawn they play from the next one on."""

    people: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class Edit:
    """Put an entry right."""

    number: int
    person: Person


@dataclass(frozen=True, slots=True)
class Leave:
    """Somebody leaves: off the list, or out after the round that is running."""

    number: int


@dataclass(frozen=True, slots=True)
class Return:
    """Somebody who left plays again from the next draw on."""

    number: int


@dataclass(frozen=True, slots=True)
class Substitute:
    """Somebody else plays on under a number."""

    number: int
    name: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Commit:
    """Fix the seed of the next draw and publish its hash."""

    round: int


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a round, or draw it anew while it has no result. seed: if the host brings one; else it is drawn."""

    round: int
    seed: str = ""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two people change places."""

    round: int
    a: int
    b: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """Type in the totals of a table, or put them right with a reason. draw: the draw that was on the screen."""

    round: int
    table: int
    draw: int
    result: Result
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Choose:
    """Decide which result of a table counts."""

    round: int
    table: int
    seq: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Play:
    """Write a game on the sheet of a table."""

    round: int
    table: int
    draw: int
    game: str
    entry: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ChangeGame:
    """Put a game right, or strike it out with None."""

    round: int
    table: int
    game: str
    entry: dict[str, Any] | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Adjust:
    """Give somebody points, or take some."""

    round: int
    number: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Protest:
    """Write a protest down."""

    protest: str
    round: int
    table: int
    text: str


@dataclass(frozen=True, slots=True)
class Rule:
    """Decide about a protest."""

    protest: str
    text: str


@dataclass(frozen=True, slots=True)
class CloseRound:
    """Close a round."""

    round: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReopenRound:
    """Open the last closed round again."""

    round: int
    reason: str


@dataclass(frozen=True, slots=True)
class DrawLots:
    """Draw the lots that part equal players."""

    seed: str = ""


@dataclass(frozen=True, slots=True)
class Finish:
    """End the tournament."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last step back; `command` names it, so that nobody takes back what he has not seen."""

    command: str


Doing = (
    Create
    | Change
    | Enter
    | Edit
    | Leave
    | Return
    | Substitute
    | Commit
    | Draw
    | Exchange
    | Score
    | Choose
    | Play
    | ChangeGame
    | Adjust
    | Protest
    | Rule
    | CloseRound
    | ReopenRound
    | DrawLots
    | Finish
    | Undo
)

_HOST: frozenset[Role] = frozenset({"host"})
_BOTH: frozenset[Role] = frozenset({"host", "scorer"})

RIGHTS: dict[type[Any], frozenset[Role]] = {
    Create: _HOST,
    Change: _HOST,
    Enter: _HOST,
    Edit: _HOST,
    Leave: _HOST,
    Return: _HOST,
    Substitute: _HOST,
    Commit: _HOST,
    Draw: _HOST,
    Exchange: _HOST,
    Score: _BOTH,
    Choose: _HOST,
    Play: _BOTH,
    ChangeGame: _BOTH,
    Adjust: _HOST,
    Protest: _BOTH,
    Rule: _HOST,
    CloseRound: _HOST,
    ReopenRound: _HOST,
    DrawLots: _HOST,
    Finish: _HOST,
    Undo: _BOTH,
}
"""Who may do what. A scorer takes back only his own last step."""

TAGS: dict[str, type[Any]] = {
    "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in kind.__name__).lstrip("_"): kind
    for kind in RIGHTS
}
_TAGGED = Tagged("do", TAGS)


def may(role: Role, command: Doing | type[Any]) -> bool:
    """Whether the role may ask for this."""
    return role in RIGHTS[command if isinstance(command, type) else type(command)]


def encode(command: Doing) -> dict[str, Any]:
    """A command as JSON-ready data; `do` says which."""
    return _TAGGED.encode(command)


def decode(data: Any) -> Doing:
    """The command that `encode` wrote. Raises Refused `tournament/syntax`."""
    command: Doing = _TAGGED.decode(data)
    return command
