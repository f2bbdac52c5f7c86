"""The parts of a table: who sits there, whose account it is, the shuffle, what was proposed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat as it is now."""

    kind: Literal["open", "person", "bot"] = "open"
    person: str | None = None
    """Person id."""
    name: str = ""
    level: str | None = None
    """Level of the bot that sits here, or stands in."""
    away_ms: int | None = None
    """Since when the person is not connected."""
    stand_in: bool = False
    """A bot plays for the person until he is back."""
    leaving: bool = False
    """The person has left, or was removed, or stands up: a bot plays on until the cards are gathered up."""
    ready: bool = False
    """The person has read the bill."""
    bot_ms: int = 0
    """Since when a bot plays here."""
    said_ms: int = 0
    """When the person last said a phrase."""

    @property
    def taken(self) -> bool:
        """A person sits here and has not left."""
        return self.kind == "person" and not self.leaving

    @property
    def automatic(self) -> bool:
        """A bot plays here."""
        return self.kind == "bot" or self.stand_in or self.leaving

    @property
    def present(self) -> bool:
        """A person sits here and is connected."""
        return self.taken and self.away_ms is None


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody with an account at this table. Accounts never move and never go."""

    name: str
    kind: Literal["person", "bot"]
    person: str | None = None
    balance: int = 0


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person's part in the shuffle."""

    seat: int
    hash: str | None = None
    secret: str | None = None
    left_out: bool = False

    @property
    def missing(self) -> bool:
        """Has not shown a secret and may still do so."""
        return not self.left_out and self.secret is None


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The secrets of one deal."""

    number: int
    secret: str
    entrants: tuple[Entrant, ...]
    stage: Literal["commit", "reveal", "done"]
    since_ms: int
    """When the stage began, or the table woke in it."""
    published: bool = False
    """The deal is over: everybody may know the server's secret."""

    def of(self, seat: int) -> Entrant | None:
        """The part of a seat, None if it has none."""
        return next((entrant for entrant in self.entrants if entrant.seat == seat), None)

    def with_entrant(self, entrant: Entrant) -> Shuffle:
        """The shuffle with this part in place of what the seat had."""
        return replace(self, entrants=tuple(entrant if e.seat == entrant.seat else e for e in self.entrants))


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something that needs the consent of every person."""

    what: Literal["throw_in", "open_hands"]
    by: int
    agreed: frozenset[int]
