"""How a tournament is set up and what people do in it. It is what `schafkopf.club.tournament.commands` reads."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from schafkopf.server.wire.basics import Id, In
from schafkopf.server.wire.books import BookId

Measure = Literal["points", "solos", "solos_won", "games_won", "lot"]
Line = Annotated[str, Meta(max_length=240)]
"""A name or a remark; the tournament has its own, narrower bounds."""
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
"""A start number, a round, a table."""
Amount = Annotated[int, Meta(ge=-(10**9), le=10**9)]
Seq = Annotated[int, Meta(ge=0, le=2**40)]
Many = Annotated[list[Amount], Meta(max_length=5)]
"""A value for each seat."""


class _Both(Struct, frozen=True, forbid_unknown_fields=True):
    """A value that goes both ways."""


class TournamentPrize(_Both, frozen=True):
    """What a place gets: money, a thing, or both."""

    cents: Annotated[int, Meta(ge=0, le=10**9)] = 0
    thing: Line = ""


class TournamentSettings(_Both, frozen=True):
    """The tournament as it was announced."""

    name: Line
    rounds: Annotated[int, Meta(ge=1, le=20)] = 2
    games: Annotated[int, Meta(ge=1, le=200)] = 30
    """Games in a round at each table."""
    rules: Annotated[str, Meta(max_length=400)] = "bavaria"
    overrides: dict[str, Any] | None = None
    three_rules: Annotated[str, Meta(max_length=400)] = "three"
    """The ruleset at tables with one player fewer; empty: there are none."""
    three_overrides: dict[str, Any] | None = None
    scheme: Annotated[str, Meta(max_length=64)] | dict[str, Any] = "points-6"
    """The id of a scheme, or one of one's own: a `TournamentScheme`."""
    ties: Annotated[list[Measure], Meta(min_length=1, max_length=5)] = field(
        default_factory=lambda: ["points", "solos_won", "lot"]
    )
    split: Literal["threes", "fives"] = "threes"
    seating: Literal["lot", "moves"] = "lot"
    movers: Annotated[int, Meta(ge=1, le=2)] = 1
    team_best: Annotated[int, Meta(ge=1, le=1000)] | None = None
    leavers: Literal["ranked", "out"] = "out"
    prizes: Annotated[list[TournamentPrize], Meta(max_length=1000)] = field(default_factory=list)
    prize_ties: Literal["share", "full"] = "share"
    place: Line = ""
    start: Annotated[str, Meta(max_length=32)] = ""
    """Local date and time, `2026-05-01T19:00`."""
    minutes: Annotated[int, Meta(ge=1, le=1440)] = 240
    zone: Annotated[str, Meta(max_length=64)] = "Europe/Berlin"


class TournamentPerson(_Both, frozen=True):
    """A line of the entry list; number: the start number, if it is to be a certain one."""

    name: Line
    number: Number | None = None
    club: Line = ""
    team: Line = ""
    pair: Line = ""


class TournamentResult(_Both, frozen=True):
    """The totals of a table by seat. Empty counts were not asked for."""

    points: Many
    solos: Many = field(default_factory=list)
    solos_won: Many = field(default_factory=list)
    games_won: Many = field(default_factory=list)


class TournamentDo(In, frozen=True, tag_field="do"):
    """Something to do in a tournament."""


class TournamentChange(TournamentDo, frozen=True, tag="change"):
    """Host: other settings."""

    settings: TournamentSettings


class TournamentEnter(TournamentDo, frozen=True, tag="enter"):
    """Host: put people on the list; once a round has been drawn they play from the next one on."""

    people: Annotated[list[TournamentPerson], Meta(min_length=1, max_length=1000)]


class TournamentEdit(TournamentDo, frozen=True, tag="edit"):
    """Host: put an entry right."""

    number: Number
    person: TournamentPerson


class TournamentLeave(TournamentDo, frozen=True, tag="leave"):
    """Host: somebody leaves: off the list, or out after the round that is running."""

    number: Number


class TournamentReturn(TournamentDo, frozen=True, tag="return"):
    """Host: somebody who left plays again from the next draw on."""

    number: Number


class TournamentSubstitute(TournamentDo, frozen=True, tag="substitute"):
    """Host: somebody else plays on under a number and inherits its points."""

    number: Number
    name: Line
    reason: Line = ""


class TournamentCommit(TournamentDo, frozen=True, tag="commit"):
    """Host: fix the seed of the next draw and publish its hash."""

    round: Number


class TournamentDraw(TournamentDo, frozen=True, tag="draw"):
    """Host: draw a round, or draw it anew while it has no result. seed: if the host brings one."""

    round: Number
    seed: Line = ""


class TournamentExchange(TournamentDo, frozen=True, tag="exchange"):
    """Host: two people change places."""

    round: Number
    a: Number
    b: Number
    reason: Line = ""


class TournamentScore(TournamentDo, frozen=True, tag="score"):
    """Type in the totals of a table, or put them right with a reason. draw: `TournamentDraw.seq` on the screen."""

    round: Number
    table: Number
    draw: Seq
    result: TournamentResult
    reason: Line = ""


class TournamentChoose(TournamentDo, frozen=True, tag="choose"):
    """Host: decide which of two results, or of two versions of a game, counts."""

    round: Number
    table: Number
    seq: Seq
    reason: Line = ""


class TournamentPlay(TournamentDo, frozen=True, tag="play"):
    """Write a game on the sheet of a table: an entry of docs/sheet-prices.md, or `{"passed": ...}`."""

    round: Number
    table: Number
    draw: Seq
    game: Id
    """Made by the phone."""
    entry: dict[str, Any]


class TournamentChangeGame(TournamentDo, frozen=True, tag="change_game"):
    """Put a game right, or strike it out with null."""

    round: Number
    table: Number
    game: Id
    entry: dict[str, Any] | None
    reason: Line = ""


class TournamentAdjust(TournamentDo, frozen=True, tag="adjust"):
    """Host: give somebody points, or take some."""

    round: Number
    number: Number
    points: Amount
    reason: Line


class TournamentProtest(TournamentDo, frozen=True, tag="protest"):
    """Write a protest down. table 0: about no table."""

    protest: Id
    round: Number
    table: Number
    text: Annotated[str, Meta(max_length=2000)]


class TournamentRule(TournamentDo, frozen=True, tag="rule"):
    """Host: decide about a protest."""

    protest: Id
    text: Annotated[str, Meta(max_length=2000)]


class TournamentCloseRound(TournamentDo, frozen=True, tag="close_round"):
    """Host: close a round; with a reason also while something is missing."""

    round: Number
    reason: Line = ""


class TournamentReopenRound(TournamentDo, frozen=True, tag="reopen_round"):
    """Host: open the last closed round again."""

    round: Number
    reason: Line


class TournamentDrawLots(TournamentDo, frozen=True, tag="draw_lots"):
    """Host: draw the lots that part equal players."""

    seed: Line = ""


class TournamentFinish(TournamentDo, frozen=True, tag="finish"):
    """Host: end the tournament."""


class TournamentUndo(TournamentDo, frozen=True, tag="undo"):
    """Take the last step back; `command` names it: `TournamentView.undo`."""

    command: Annotated[str, Meta(max_length=64)]


TournamentDoing = (
    TournamentChange
    | TournamentEnter
    | TournamentEdit
    | TournamentLeave
    | TournamentReturn
    | TournamentSubstitute
    | TournamentCommit
    | TournamentDraw
    | TournamentExchange
    | TournamentScore
    | TournamentChoose
    | TournamentPlay
    | TournamentChangeGame
    | TournamentAdjust
    | TournamentProtest
    | TournamentRule
    | TournamentCloseRound
    | TournamentReopenRound
    | TournamentDrawLots
    | TournamentFinish
    | TournamentUndo
)


class TournamentCommand(In, frozen=True):
    """Something to do, safe to send again: the same id has one effect."""

    id: Id
    seq: Seq
    """The last event seen (`TournamentView.seq`): who has not seen another's result writes beside it, not over it."""
    do: TournamentDoing


class NewTournament(In, frozen=True):
    """A tournament to set up; who sets it up is its host."""

    id: BookId
    """Made by who sends it, to be able to send it again."""
    settings: TournamentSettings


class TournamentAsked(In, frozen=True):
    """Would this do? players: how many would come."""

    settings: TournamentSettings
    players: Annotated[int, Meta(ge=0, le=1000)] = 0


class TournamentPreview(In, frozen=True):
    """What would a game bring? game: the one on the sheet that it would take the place of; empty: a new one."""

    entry: dict[str, Any]
    game: Annotated[str, Meta(max_length=64)] = ""


class TournamentList(In, frozen=True):
    """An entry list as text: CSV, or a name a line."""

    text: Annotated[str, Meta(max_length=500_000)]


class RestoreTournament(In, frozen=True):
    """A backup file to make a tournament of; sent again by the same person it is the same one."""

    id: BookId
    text: Annotated[str, Meta(max_length=24_000_000)]
