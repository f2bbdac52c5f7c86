"""Score sheets. Ops and what they add up to are described in docs/sheet.md, price tables in docs/sheet-prices.md."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from schafkopf.server.wire.basics import Id, In, Out
from schafkopf.server.wire.books import BookId, BookLink, BookRole

Language = Literal["de", "en", "be", "pt", "fi", "ru"]
Ops = Annotated[list[dict[str, Any]], Meta(max_length=500)]
"""Ops as docs/sheet.md has them, at most 32 kB each; what does not fit is `sheet/syntax`, `where` `ops/3`."""


class NewSheet(In, frozen=True):
    """A sheet to begin, with what is on it already. Sent again by the same person it is the same sheet."""

    id: BookId
    ops: Ops = field(default_factory=list)


class SheetInfo(Out, frozen=True):
    """A sheet for one person."""

    id: str
    seq: int
    """The last op there is."""
    role: BookRole
    made: bool
    """Whether it is this person's own, to delete."""
    links: list[BookLink]
    """Those that this person may pass on."""
    log: list[dict[str, Any]]
    """Stored ops (each with its `seq`) after the one asked for."""


class SheetCard(Out, frozen=True):
    """A sheet in a list."""

    id: str
    title: str
    place: str
    date: str
    people: list[str]
    games: int
    closed: bool
    changed_ms: int
    role: BookRole
    made: bool


class Sheets(Out, frozen=True):
    """One's sheets, the latest first."""

    sheets: list[SheetCard]


class AddOps(In, frozen=True):
    """Ops to add, and the last one that the sender has seen. An op that is there already has no effect."""

    ops: Ops
    after: Annotated[int, Meta(ge=0, le=10**9)] = 0


class OpsAdded(Out, frozen=True):
    """The sheet is at `seq`; `log`: what the sender has not seen, his own ops among it."""

    seq: int
    log: list[dict[str, Any]]


class PricesAsked(In, frozen=True):
    """A ruleset as in an op `ruled`, and how many sit at the table."""

    rules: Annotated[str, Meta(max_length=400)] = "bavaria"
    overrides: dict[str, Any] = field(default_factory=dict)
    at_table: Annotated[int, Meta(ge=3, le=6)] = 4


class RestoreSheet(In, frozen=True):
    """A backup file to make a sheet of; sent again by the same person it is the same sheet."""

    id: BookId
    text: Annotated[str, Meta(max_length=12_000_000)]


class ImportResults(In, frozen=True):
    """A list of results: names in the first row, then amounts, a row for each game."""

    id: Id
    """Chosen by who sends it, to be able to send it again."""
    device: Id
    text: Annotated[str, Meta(max_length=400_000)]
    at_ms: Annotated[int, Meta(ge=0, le=10**15)] = 0
    by: Annotated[str, Meta(max_length=60)] = ""
    check: bool = False
    """Only say how the list is understood."""


class ImportFault(Out, frozen=True):
    """A row that is not taken, from 1. `code`: `import/names` (none, or `column` twice or too long), `import/columns`
    (`value` cells, more or fewer than names), `import/amount` (`value` in `column` is no amount), `import/sum` (the row
    sums to `value` instead of 0), `import/long` (too many rows)."""

    row: int
    code: str
    column: str
    value: str


class ImportRow(Out, frozen=True):
    """A row that is taken."""

    label: str
    amounts: list[int]


class Imported(Out, frozen=True):
    """How a list was understood, and what it brought onto the sheet."""

    names: list[str]
    rows: list[ImportRow]
    errors: list[ImportFault]
    decimals: bool
    """Some amount had a decimal sign: all were taken as whole coins, and stand here in hundredths."""
    seq: int
    added: int
    """Ops that were added."""


class SeasonAsked(In, frozen=True):
    """Sheets to rank people by; who has the same name is the same person."""

    ids: Annotated[list[BookId], Meta(min_length=1, max_length=100)]
    best: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """So many of the best evenings count; all without it."""
    at_least: Annotated[int, Meta(ge=0, le=1000)] = 0
    """Who came to fewer evenings is not ranked."""
    language: Language = "de"
    """Of the CSV."""


class SeasonEvening(Out, frozen=True):
    """One of the sheets."""

    id: str
    title: str
    date: str


class SeasonRow(Out, frozen=True):
    """One person. Who is equal shares a place."""

    place: int
    key: str
    """Who it is across the sheets: the name, however it was written."""
    name: str
    total: int
    games: int
    evenings: list[int | None]
    """By sheet what it came to; null where he was not there."""
    counted: list[int]
    """Indices of the evenings that make up the total."""


class TallyInfo(Out, frozen=True):
    """Games of one sort, and what they brought."""

    games: int
    won: int
    lost: int
    drawn: int
    amount: int


class PeakInfo(Out, frozen=True):
    """A best or worst: how much, on which sheet (index), and the line if it is a game."""

    amount: int
    sheet: int
    line: str


class PersonalInfo(Out, frozen=True):
    """What the games say about one person. Amounts in the unit of the sheets, in the chalk game strokes written minus
    strokes suffered.

    `total`: all that the account came to. `games`: where cards were held. `declared`: own games by contract; `kinds`:
    all that were taken part in. `roles`: `declarer`, `partner`, `opponent`, `everyone`. `runs`: own games `with` and
    `without`. `steps`: `schneider+` (made), `schneider-` (suffered), `schwarz+`, `schwarz-`. `partners`: by key of the
    other person.
    """

    name: str
    evenings: int
    total: int
    games: TallyInfo
    rested: int
    roles: dict[str, TallyInfo]
    kinds: dict[str, TallyInfo]
    declared: dict[str, TallyInfo]
    runs: dict[str, TallyInfo]
    steps: dict[str, int]
    kontra: TallyInfo
    knocked: int
    penalties: int
    partners: dict[str, TallyInfo]
    best_game: PeakInfo | None
    worst_game: PeakInfo | None
    best_evening: PeakInfo | None
    worst_evening: PeakInfo | None


class SheetStatistics(Out, frozen=True):
    """Some sheets together. `passed`: deals that nobody played, by how. `broken`: lines that cannot be priced."""

    unit: str
    evenings: int
    played: int
    passed: dict[str, int]
    corrected: int
    penalised: int
    broken: int
    people: dict[str, PersonalInfo]
    """By key, as in `SeasonRow.key`."""


class Season(Out, frozen=True):
    """The ranking over many evenings, and what else the games say."""

    unit: str
    evenings: list[SeasonEvening]
    rows: list[SeasonRow]
    statistics: SheetStatistics
