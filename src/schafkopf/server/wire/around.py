"""Around the table: finding and making tables, persons, rules, records."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from schafkopf.server.wire.basics import Id, In, Name, Out, Pace, Phase, SeatIndex
from schafkopf.server.wire.commands import ErrorInfo
from schafkopf.server.wire.state import (
    BillInfo,
    ContractInfo,
    OutcomeInfo,
    RulesInfo,
    SaidInfo,
    SeatInfo,
    Settings,
    TrickInfo,
)


class NewTable(In, frozen=True):
    """A table to set up; who sets it up is its host and sits at seat 0."""

    rules: Annotated[str, Meta(max_length=400)] = "bavaria"
    overrides: dict[str, Any] = field(default_factory=dict)
    seats: Annotated[int, Meta(ge=3, le=6)] | None = None
    """How many sit at the table; None: as many as play."""
    bots: dict[str, Annotated[str, Meta(max_length=32)]] = field(default_factory=dict)
    """Seat number -> level."""
    name: Name | None = None
    settings: Settings = Settings()
    id: Id | None = None
    """Chosen by who sends it, to be able to send it again: the same person and id are the same table."""


class Quick(In, frozen=True):
    """Play now: a table with bots, begun at once."""

    rules: Annotated[str, Meta(max_length=400)] = "bavaria"
    overrides: dict[str, Any] = field(default_factory=dict)
    level: Annotated[str, Meta(max_length=32)] = "medium"
    name: Name | None = None
    pace: Pace = "normal"
    record: Annotated[str, Meta(max_length=20_000)] | None = None
    """Play the cards of this record instead of shuffled ones, as practice."""
    id: Id | None = None
    """As of `NewTable`."""


class TableCard(Out, frozen=True):
    """A table in a list."""

    id: str
    code: str
    rules: str
    phase: Phase
    seats: list[SeatInfo]
    number: int
    mine: bool
    listed: bool
    changed_ms: int


class Tables(Out, frozen=True):
    """The tables to go to."""

    mine: list[TableCard]
    open: list[TableCard]


class Me(Out, frozen=True):
    """Who is asking."""

    name: str | None
    account: str | None
    """The name of the account this browser is signed in to."""
    levels: list[str]
    """The levels that bots have here."""
    left: list[str] = field(default_factory=list)
    """After signing in: codes of tables where the account has a place of its own, so that the guest has left them."""


class Account(In, frozen=True):
    """Name and passphrase, to find one's tables again on another device."""

    name: Name
    passphrase: Annotated[str, Meta(min_length=8, max_length=200)]


class NewAccount(Account, frozen=True):
    """An account for the person who asks; or another name or passphrase for the one there is."""

    old: Annotated[str, Meta(max_length=200)] | None = None
    """The passphrase until now, if there is an account."""


class SetMe(In, frozen=True):
    """How one is called."""

    name: Name


class Report(In, frozen=True):
    """Somebody misbehaves at an open table."""

    seat: SeatIndex
    reason: Literal["name", "phrases", "play", "other"]
    text: Annotated[str, Meta(max_length=500)] = ""


class HintInfo(Out, frozen=True):
    """Advice for the seat that asks."""

    action: str | None
    options: list[HintOption]
    by_search: bool
    """False: a rule of thumb."""


class HintOption(Out, frozen=True):
    """What an option brings on average, in the ruleset's unit (None where it was not estimated)."""

    action: str
    mean: float | None


class RulesetCard(Out, frozen=True):
    """A ruleset that ships."""

    id: str
    title: str
    players: int
    unit: str


class PresetCard(Out, frozen=True):
    """A named variant; `bases`: the rulesets it is meant for (empty: all)."""

    id: str
    title: str
    bases: list[str]


class Rulesets(Out, frozen=True):
    """What a table can be set up with."""

    rulesets: list[RulesetCard]
    presets: list[PresetCard]


class RuleChoice(Out, frozen=True):
    """One value that a rule can have, or one item of a list."""

    value: Any
    text: str
    counts: bool = False
    """The word takes a number: the last word of `value`."""
    applies: bool = True
    """False: with the other rules as they are, this item makes no difference."""


class RulePart(Out, frozen=True):
    """One number of a value that has several."""

    path: list[str]
    """Where it stands in the value: names of objects, places in lists."""
    value: int


class RuleField(Out, frozen=True):
    """One rule in the form: what it is, what it is here, what it could be.

    `input`: `choice` (one of `choices`), `flag`, `number` (`low` to `high`, or one of `choices`), `counted` (one of
    `choices`, some with a number from `low` to `high`), `set` (some of `choices`), `list` (some of `choices`, in an
    order), `numbers` (each of `parts` from `low` to `high`).
    """

    key: str
    title: str
    input: Literal["choice", "flag", "number", "counted", "set", "list", "numbers"]
    value: Any
    base_value: Any
    changed: bool
    """By an override; presets belong to the base."""
    text: str
    """The sentence of the rulebook for the present value."""
    choices: list[RuleChoice]
    parts: list[RulePart]
    low: int | None
    high: int | None
    applies: bool
    """False: with the other rules as they are, this one makes no difference."""


class RuleChapter(Out, frozen=True):
    """A chapter of the form."""

    id: str
    title: str
    fields: list[RuleField]


class RuleFix(Out, frozen=True):
    """A way out of a contradiction."""

    changes: dict[str, Any]
    """Key by key (`deal.packets`), on top of what was asked."""
    texts: list[str]
    """What would be so then."""


class RuleProblem(Out, frozen=True):
    """Why a ruleset cannot be as it was asked for. `error.where` is the key, as in `RuleField.key`."""

    error: ErrorInfo
    title: str
    """The key's title; empty if it has none here."""
    fixes: list[RuleFix]


class RulesForm(Out, frozen=True):
    """A ruleset as a form in one language. With a `problem`, the rest is about the ruleset without overrides."""

    rules: RulesInfo
    """Its overrides are the least that say the same."""
    title: str
    chapters: list[RuleChapter]
    share: str
    """`rules` and `overrides` as text for a link."""
    problem: RuleProblem | None


class RulesAsked(In, frozen=True):
    """A ruleset with house rules: `rules` with presets, then overrides key by key."""

    rules: Annotated[str, Meta(max_length=400)] = "bavaria"
    overrides: dict[str, Any] = field(default_factory=dict)
    share: Annotated[str, Meta(max_length=8000)] | None = None
    """Text from a link instead."""
    lang: Annotated[str, Meta(max_length=16)] = "en"


class Rulebook(Out, frozen=True):
    """A ruleset as a rulebook."""

    rules: RulesInfo
    title: str
    markdown: str


class RecordsAsked(In, frozen=True):
    """Records to look at, a line each, or another program's protocol."""

    text: Annotated[str, Meta(max_length=2_000_000)]


class ReplayStep(Out, frozen=True):
    """One position of a recorded deal, all hands open."""

    action: SaidInfo | None
    step: str
    turn: int | None
    hands: list[list[str]]
    trick: TrickInfo | None
    last_trick: TrickInfo | None
    said: list[SaidInfo]
    contract: ContractInfo | None
    points: list[int]


class ReplayDeal(Out, frozen=True):
    """A recorded deal, every position of it; of a long evening's later deals only the last one (with `action`)."""

    line: int
    names: list[str]
    dealer: int
    rules: RulesInfo | None
    record: str
    steps: list[ReplayStep]
    bill: BillInfo | None
    outcome: OutcomeInfo | None
    error: ErrorInfo | None


class Replayed(Out, frozen=True):
    """The records that were asked for."""

    deals: list[ReplayDeal]
