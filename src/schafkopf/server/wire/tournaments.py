"""What people see of a tournament.

Entrants are named by their start numbers, rounds and tables count from 1, lists by seat go A, B, C, D, E. Points are
in `TournamentView.unit`. What only host and scorer see (reasons, who typed what, protests) is empty for others.
"""

from __future__ import annotations

from typing import Any, Literal

from schafkopf.server.wire.basics import Out
from schafkopf.server.wire.commands import ErrorInfo
from schafkopf.server.wire.tournament_do import (
    TournamentPerson,
    TournamentResult,
    TournamentSettings,
)

TournamentRole = Literal["host", "scorer", "viewer", "table"]
"""`table`: a scorer of one table in one round."""
TournamentUnit = Literal["cent", "stake", "stroke", "point"]
TournamentTableState = Literal["empty", "playing", "in", "conflict"]


class TournamentSchemeRow(Out, frozen=True):
    """Games of one kind and their values: plain, with Schneider, with Schwarz. Empty conditions fit everything."""

    values: list[int]
    lines: list[str]
    """`called`, `taker`, `opposite`, `alone`, `everyone`: who plays against whom."""
    goals: list[str]
    """`points`, `every_trick`, `no_trick`, `fewest_points`, `held`."""
    contracts: list[str]
    suit: str


class TournamentScheme(Out, frozen=True):
    """How games are scored; without rows by the amounts of the bill."""

    id: str
    rows: list[TournamentSchemeRow]
    write: Literal["plus_minus", "plus"]
    laufende: int
    doublings: bool
    per_player: int
    """What each brings to a table, so that its points sum to that times the players."""


class TournamentForms(Out, frozen=True):
    """What a tournament can be set up with."""

    schemes: list[TournamentScheme]
    measures: list[str]
    most_rounds: int
    most_games: int
    most_players: int


class TournamentCheck(Out, frozen=True):
    """How so many would sit. `problem`: why they cannot."""

    sizes: list[int]
    """Of the tables by number."""
    unit: TournamentUnit
    problem: ErrorInfo | None


class TournamentRowError(Out, frozen=True):
    """A row of a list that was not taken: its number from 1, `import/...`, the column, what stands there."""

    row: int
    code: str
    field: str
    value: str


class TournamentImport(Out, frozen=True):
    """An entry list as it would be taken, to be sent on with `enter`."""

    people: list[TournamentPerson]
    errors: list[TournamentRowError]


class TournamentSubstituted(Out, frozen=True):
    """Who had a number before, and the round of the change."""

    name: str
    round: int
    reason: str


class TournamentEntry(Out, frozen=True):
    """Somebody with a start number.

    status: `in`; `late` (came after the first draw); `left`; `back` (had left and returned). spells: first and last
    round in which he plays, last null: to the end.
    """

    number: int
    name: str
    club: str
    team: str
    pair: str
    status: Literal["in", "late", "left", "back"]
    spells: list[tuple[int, int | None]]
    before: list[TournamentSubstituted]
    seated: bool
    """Whether he ever sat at a table: else `leave` strikes him off the list."""


class TournamentRematch(Out, frozen=True):
    """Two who meet again; times: how often they had met."""

    a: int
    b: int
    times: int


class TournamentClash(Out, frozen=True):
    """Two of one team or pair at a table."""

    a: int
    b: int


class TournamentByLot(Out, frozen=True):
    """With moves: equal players of a table of which the lot moved some."""

    table: int
    numbers: list[int]


class TournamentExchanged(Out, frozen=True):
    """Two changed places by hand."""

    a: int
    b: int
    reason: str


class TournamentDrawn(Out, frozen=True):
    """How a round was drawn, and how far it got; rematches and clashes as it is seated now."""

    seq: int
    """Of the draw; goes with every result, so that a sheet of an older draw is known."""
    how: Literal["lot", "moves"]
    seed: str
    seed_hash: str
    attempt: int
    attempts: int
    """Draws of this round so far."""
    brought: bool
    """The host brought the seed; else the server drew it."""
    method: int
    rematches: list[TournamentRematch]
    clashes: list[TournamentClash]
    proven: bool
    """As it was drawn there is no better seating of this round."""
    planned: int
    """Rounds that were planned together."""
    ahead: int
    """Rematches in all of them."""
    by_lot: list[TournamentByLot]
    exchanged: list[TournamentExchanged]


class TournamentTyped(Out, frozen=True):
    """A result as somebody typed it in."""

    seq: int
    at_ms: int
    by: str
    result: TournamentResult
    reason: str


class TournamentTable(Out, frozen=True):
    """A table in a round.

    state: `empty`; `playing` (a sheet has been begun); `in` (a result counts); `conflict` (two were typed in, or two
    versions of a game: the host has to choose).
    """

    table: int
    seats: list[int]
    expected: int | None
    """What the points must sum to; null: that depends on the games."""
    state: TournamentTableState
    result: TournamentResult | None
    """What counts now."""
    typed: bool
    """Totals were typed in; else the result is from the sheet."""
    games: int
    """Written on its sheet."""
    corrected: bool
    current: TournamentTyped | None
    """The totals that count, who typed them in and why they were put right: for host, scorer, and who scores here."""
    versions: list[TournamentTyped]
    """What totals there are to choose from in a conflict, the one that counts for now first."""
    trace: list[TournamentTyped]
    """What was put right."""


class TournamentFault(Out, frozen=True):
    """What stands against closing a round at a table."""

    code: str
    table: int
    detail: str


class TournamentAdjusted(Out, frozen=True):
    """Points that the host gave or took."""

    number: int
    points: int
    reason: str


class TournamentStray(Out, frozen=True):
    """A result for a draw that no longer counts."""

    seq: int
    at_ms: int
    by: str
    table: int
    result: TournamentResult | None
    entry: dict[str, Any] | None


class TournamentLine(Out, frozen=True):
    """A line of a ranking. parted: the measure that put it behind the line above; "" for the first and for a tie."""

    place: int
    shared: bool
    number: int
    points: int
    solos: int
    solos_won: int
    games_won: int
    parted: Literal["", "points", "solos", "solos_won", "games_won", "lot"]
    rounds: list[int | None]
    """Points by round, in the total; null: did not play. In a round's ranking empty."""


class TournamentTeam(Out, frozen=True):
    """A team's line."""

    place: int
    shared: bool
    team: str
    points: int
    solos: int
    solos_won: int
    games_won: int
    parted: Literal["", "points", "solos", "solos_won", "games_won", "lot"]
    members: list[int]


class TournamentRound(Out, frozen=True):
    """A round that was drawn."""

    number: int
    closed: bool
    draw: TournamentDrawn
    tables: list[TournamentTable]
    faults: list[TournamentFault]
    """What stands against closing it."""
    reason: str
    """Why it was closed although something was missing, or opened again."""
    adjusted: list[TournamentAdjusted]
    ranking: list[TournamentLine]
    strays: list[TournamentStray]


class TournamentAward(Out, frozen=True):
    """What somebody gets. things: what the equal ones at his place share out among themselves."""

    number: int
    place: int
    cents: int
    things: list[str]


class TournamentAwards(Out, frozen=True):
    """All prizes as it stands. rest: cents that did not divide; over: cents paid more than was set out."""

    awards: list[TournamentAward]
    rest: int
    over: int
    things_open: list[list[str]]


class TournamentComplaint(Out, frozen=True):
    """A line of the protest log; without a ruling it is open."""

    id: str
    round: int
    table: int
    text: str
    by: str
    at_ms: int
    ruling: str
    ruled_by: str


class TournamentNext(Out, frozen=True):
    """The round that may be drawn next, and how those who would play now sit. hash: of its seed, if it is fixed."""

    round: int
    players: int
    sizes: list[int]
    hash: str | None
    problem: ErrorInfo | None


class TournamentStep(Out, frozen=True):
    """The last step, which may be taken back. do: what was commanded."""

    command: str
    events: list[str]
    """Kinds of what it made happen: `scored`, `drawn`, ..."""
    by: str
    role: str
    at_ms: int


class TournamentPlace(Out, frozen=True):
    """A table of a round."""

    round: int
    table: int


class TournamentView(Out, frozen=True):
    """A tournament as one may see it. The links to pass on are at `/api/books/{id}/links`."""

    id: str
    seq: int
    role: TournamentRole
    deletes: bool
    """Whether one may delete it: who set it up."""
    at: list[TournamentPlace]
    """Of role `table`: whose results one may enter."""
    settings: TournamentSettings
    scheme: TournamentScheme
    unit: TournamentUnit
    seats: int
    """At an ordinary table."""
    entries: list[TournamentEntry]
    """By start number."""
    rounds: list[TournamentRound]
    next: TournamentNext | None
    """Null: there is none to be drawn."""
    ranking: list[TournamentLine]
    teams: list[TournamentTeam]
    prizes: TournamentAwards
    lots_needed: bool
    """Equal players wait for the lot."""
    lot_seed: str
    """Of the lots that part equal players; empty before they are drawn."""
    protests: list[TournamentComplaint]
    protests_open: int
    finished: bool
    undo: TournamentStep | None
    """What one may take back now."""
    can: list[str]
    """What one may do now: values of `do`."""


class TournamentCard(Out, frozen=True):
    """A tournament in a list."""

    id: str
    title: str
    place: str
    start: str
    players: int
    rounds: int
    """That were drawn."""
    of: int
    finished: bool
    changed_ms: int
    role: TournamentRole
    deletes: bool


class Tournaments(Out, frozen=True):
    """One's tournaments, the latest first."""

    tournaments: list[TournamentCard]


class TournamentDone(Out, frozen=True):
    """What became of a command: the tournament is at `seq`."""

    seq: int


class TournamentEvent(Out, frozen=True):
    """Something that happened; event: `e` says what. undone: it was taken back."""

    seq: int
    at_ms: int
    command: str
    by: str
    role: str
    event: dict[str, Any]
    undone: bool


class TournamentHistory(Out, frozen=True):
    """All that happened, without the seed of a draw to come."""

    seq: int
    events: list[TournamentEvent]
