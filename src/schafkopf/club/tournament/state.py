"""A tournament as it stands: the fold of its events."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from schafkopf.club.tournament.draw import Player, Seating
from schafkopf.club.tournament.events import Adjusted, Drawn, Result, Stored
from schafkopf.club.tournament.settings import Settings


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody with a start number. spells: (first round, last round or None) in which he plays."""

    number: int
    name: str
    club: str = ""
    team: str = ""
    pair: str = ""
    spells: tuple[tuple[int, int | None], ...] = ((1, None),)
    before: tuple[tuple[str, int, str], ...] = ()
    """Who had the number before a substitute: name, the round of the change, the reason."""

    def plays(self, number: int) -> bool:
        """Whether he takes part in this round."""
        return any(first <= number and (last is None or number <= last) for first, last in self.spells)

    @property
    def left(self) -> bool:
        """Whether he plays no more."""
        return self.spells[-1][1] is not None


@dataclass(frozen=True, slots=True)
class Typed:
    """A result as somebody typed it in."""

    seq: int
    at_ms: int
    by: str
    result: Result
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Version:
    """A game as somebody wrote it down; without entry: struck out."""

    seq: int
    at_ms: int
    by: str
    entry: dict[str, Any] | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    """A game on a table's sheet. trace: earlier versions; rivals: versions written at once, to be decided by the
    host.
    """

    id: str
    now: Version
    trace: tuple[Version, ...] = ()
    rivals: tuple[Version, ...] = ()


@dataclass(frozen=True, slots=True)
class TableState:
    """A table of a round. trace: what was put right; rivals: results typed in at once, to be decided by the host.

    seated_seq: the exchange that last changed who sits here; 0: they sit as drawn.
    """

    seats: tuple[int, ...]
    seated_seq: int = 0
    typed: Typed | None = None
    trace: tuple[Typed, ...] = ()
    rivals: tuple[Typed, ...] = ()
    games: tuple[Game, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing was written for it."""
        return self.typed is None and not self.games

    @property
    def conflict(self) -> bool:
        """Whether the host has to decide between two."""
        return bool(self.rivals) or any(game.rivals for game in self.games)


@dataclass(frozen=True, slots=True)
class RoundState:
    """A round that was drawn. draw_seq: the draw that counts; attempts: draws so far; strays: results for an older
    draw.
    """

    draw: Drawn
    draw_seq: int
    tables: tuple[TableState, ...]
    attempts: int = 1
    exchanged: tuple[tuple[int, int, str], ...] = ()
    closed_seq: int = 0
    """The event that closed it; 0: it is open."""
    reason: str = ""
    adjusted: tuple[Adjusted, ...] = ()
    strays: tuple[Stored, ...] = ()

    @property
    def closed(self) -> bool:
        """Whether it is over."""
        return self.closed_seq > 0

    @property
    def seating(self) -> Seating:
        """Who sits where."""
        return Seating(tuple(table.seats for table in self.tables))


@dataclass(frozen=True, slots=True)
class Complaint:
    """A line of the protest log."""

    id: str
    round: int
    table: int
    text: str
    by: str
    at_ms: int
    ruling: str = ""
    ruled_by: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """A tournament."""

    settings: Settings
    entrants: dict[int, Entrant] = field(default_factory=dict)
    rounds: tuple[RoundState, ...] = ()
    pending: tuple[int, str, str] | None = None
    """Round, seed and published hash of a draw to come. The seed is nobody's to see before the draw."""
    protests: tuple[Complaint, ...] = ()
    lot_seed: str = ""
    finished: bool = False
    log: tuple[Stored, ...] = ()
    """Everything that happened, what was undone too."""
    undone: frozenset[str] = frozenset()

    @property
    def published(self) -> tuple[int, str] | None:
        """Round and hash of the seed of a draw to come: all of `pending` that may be shown."""
        return None if self.pending is None else (self.pending[0], self.pending[2])

    @property
    def seq(self) -> int:
        """The last event's."""
        return self.log[-1].seq if self.log else 0

    def players(self, number: int) -> tuple[Player, ...]:
        """Who takes part in a round, by start number."""
        return tuple(
            Player(entrant.number, entrant.team, entrant.pair)
            for _, entrant in sorted(self.entrants.items())
            if entrant.plays(number)
        )

    def round(self, number: int) -> RoundState | None:
        """A round that was drawn."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def seated(self, number: int) -> bool:
        """Whether somebody has ever been seated."""
        return any(number in table.seats for one in self.rounds for table in one.tables)
