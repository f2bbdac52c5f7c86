"""The sheet of one table of a tournament, game by game."""

from __future__ import annotations

from typing import Any

from schafkopf.server.wire.basics import Out
from schafkopf.server.wire.commands import ErrorInfo
from schafkopf.server.wire.state import TermInfo
from schafkopf.server.wire.tournaments import TournamentEntry, TournamentTable


class TournamentVersion(Out, frozen=True):
    """A game as somebody wrote it down; without entry: struck out."""

    seq: int
    at_ms: int
    by: str
    entry: dict[str, Any] | None
    reason: str


class TournamentGame(Out, frozen=True):
    """A game on a sheet. points and carry by seat, carry after it; error: why it is impossible here."""

    game: str
    now: TournamentVersion
    dealer: int | None
    """Null: it is struck out."""
    points: list[int]
    terms: list[TermInfo]
    carry: list[int]
    solo: int | None
    winners: list[int]
    passed: bool
    error: str
    trace: list[TournamentVersion]
    rivals: list[TournamentVersion]
    """Written at once; the host has to choose, by `seq`."""


class TournamentSheet(Out, frozen=True):
    """The sheet of a table, game by game."""

    id: str
    seq: int
    round: int
    draw: int
    closed: bool
    table: TournamentTable
    people: list[TournamentEntry]
    """By seat."""
    games: list[TournamentGame]
    played: int
    """Games that count towards the round's."""
    of: int
    sums: list[int]
    """By seat, with what each brings."""
    pot: int
    link: str
    """For the card on the table, for those who may pass it on; else empty."""
    prices: dict[str, Any]
    """The price table: docs/sheet-prices.md."""
    state: dict[str, Any]
    """Where the evening stands for the next entry, as the price table takes it."""
    can: list[str]


class TournamentPriced(Out, frozen=True):
    """What a game would bring: points and sums by seat, or why it is impossible."""

    points: list[int]
    terms: list[TermInfo]
    carry: list[int]
    error: ErrorInfo | None
