"""What a person sees of a table."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from schafkopf.server.wire.basics import Can, Out, Pace, Phase


class RulesInfo(Out, frozen=True):
    """The rules of a table, as far as drawing it needs them; the rulebook has the rest."""

    id: str
    """Base with presets, `bavaria+ramsch`."""
    overrides: dict[str, Any]
    family: Literal["schafkopf", "chalk"]
    players: int
    seats: list[int]
    """How many may sit at the table."""
    hand_size: int
    packets: list[int]
    cards: list[str]
    """The pack, by suit and rank."""
    unit: Literal["cent", "stake", "stroke", "point"]
    head: int | None
    """Strokes of a sheep's head, in the chalk game."""
    teams: list[list[int]]
    """Seats of each team, in the chalk game; elsewhere there are none."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """How the table is kept; the rules of the game are not among it."""

    clock_s: Annotated[int, Meta(ge=5, le=600)] | None = None
    """Seconds for a turn, then a bot plays it."""
    grace_s: Annotated[int, Meta(ge=1, le=3600)] = 45
    """Seconds after which a bot sits in for somebody whose connection is lost."""
    pace: Pace = "normal"
    """How long bots seem to think."""
    listed: bool = False
    """Whether the table stands in the lobby for everybody."""
    watch: bool = True
    """Whether people without a seat may watch."""
    hints: bool = True
    """Whether a player may ask for advice."""


class SeatInfo(Out, frozen=True):
    """One seat."""

    kind: Literal["open", "person", "bot"]
    player: int | None
    """Index into `State.players`: whose account this seat plays on in this deal. Bills name this player: somebody else
    may have sat down since."""
    name: str
    level: str | None
    """Level of the bot that sits here."""
    connected: bool
    away_until_ms: int | None
    """When a bot sits in for somebody whose connection is lost."""
    stand_in: bool
    """A bot plays for the person who sits here."""
    ready: bool
    """Has said that the next deal may begin."""


class PlayerInfo(Out, frozen=True):
    """Somebody who has an account at this table, also one who has left."""

    name: str
    kind: Literal["person", "bot"]
    balance: int
    seat: int | None


class You(Out, frozen=True):
    """The person who asks."""

    seat: int | None
    player: int | None
    host: bool


class ContractInfo(Out, frozen=True):
    """What this person may know of the contract."""

    name: str
    suit: str | None
    card: str | None
    """The called card."""
    declarer: int | None
    partner: int | None
    promise: int
    by_club_jack: bool
    trumps: list[str]
    """All trumps from high to low."""


class TrickInfo(Out, frozen=True):
    """A trick, leader first; `winner` is None while it lies on the table."""

    leader: int
    cards: list[str]
    winner: int | None


class Option(Out, frozen=True):
    """One thing that may be said or played now."""

    action: str
    value: int | None
    """What the game costs plainly, for a game in the auction."""


class SaidInfo(Out, frozen=True):
    """Something that was said in this deal."""

    seat: int
    text: str


class TermInfo(Out, frozen=True):
    """A line of the bill: an amount that is added or a factor, for all or for some seats."""

    name: str
    count: int | None
    amount: int | None
    factor: int | None
    seats: list[int]


class BillInfo(Out, frozen=True):
    """What the deal cost."""

    terms: list[TermInfo]
    amounts: list[int]
    """By seat."""
    pot: int
    strokes: list[int] | None
    """Chalk game: strokes written for each team."""
    provisional: bool
    """Laufende may still be asked for."""
    passed: str | None
    """How the deal ended if nobody played: `redeal`, `pot`, `double`, `thrown_in`."""


class OutcomeInfo(Out, frozen=True):
    """What a played deal came down to."""

    side: list[int]
    """The declarer's side; empty in Ramsch."""
    won: bool | None
    losers: list[int]
    """Ramsch: who pays."""
    points: list[int]
    tricks: list[int]
    side_points: int
    schneider: bool
    schwarz: bool
    laufende: int
    """Counted for the bill; with or without, see `laufende_with`."""
    laufende_with: bool


class CarriedInfo(Out, frozen=True):
    """What earlier deals left."""

    pot: int
    double: int
    carry_seat: int | None
    ties: int
    strokes: list[int]
    heads: list[int]
    bock: int
    """Bock rounds in force."""


class SlateInfo(Out, frozen=True):
    """The slate of the chalk game after a deal; each list by team."""

    before: list[int]
    """Strokes that stood there before the deal."""
    fresh: list[int]
    """Strokes that the deal drew; what a head has no more room for is not drawn."""
    heads: list[int]
    """Heads, with one that is just finished."""
    finished: list[bool]
    """Whether the deal has finished the team's head."""


class PastDeal(Out, frozen=True):
    """A finished deal in the account of the evening."""

    number: int
    contract: ContractInfo | None
    declarer_name: str | None
    passed: str | None
    won: bool | None
    amounts: list[int]
    """By index into `State.players`; who came later is missing at the end."""
    strokes: list[int] | None
    slate: SlateInfo | None = None


class Entrant(Out, frozen=True):
    """A person's part in the shuffle."""

    seat: int
    hash: str | None
    secret: str | None
    """Shown once all hashes are in and it was sent."""
    left_out: bool


class ShuffleInfo(Out, frozen=True):
    """The shuffle of the present deal; docs/fairness.md says how the cards follow from it."""

    number: int
    stage: Literal["commit", "reveal", "done"]
    server_hash: str
    server_secret: str | None
    """Published after the deal."""
    entrants: list[Entrant]
    until_ms: int | None


class ProposalInfo(Out, frozen=True):
    """Something that needs everybody's consent."""

    kind: Literal["throw_in", "open_hands"]
    by: int
    agreed: list[int]
    waiting: list[int]


class ClockInfo(Out, frozen=True):
    """A running turn clock."""

    seat: int
    until_ms: int
    total_ms: int


class Payment(Out, frozen=True):
    """Who pays whom when the evening is settled; indices into `State.players`."""

    payer: int
    payee: int
    amount: int


class State(Out, frozen=True):
    """A table as one person sees it. A change is sent as those of these fields that differ, whole."""

    id: str
    code: str
    rules: RulesInfo
    settings: Settings
    you: You
    can: list[Can]
    phase: Phase
    paused: bool
    asleep: bool
    """Nobody who sits here is connected: no clock runs, no bot plays."""
    seats: list[SeatInfo]
    players: list[PlayerInfo]
    watchers: int
    dealer: int
    number: int
    """Number of the deal, from 1."""
    practice: bool
    """The same cards once more, without account."""
    carried: CarriedInfo
    shuffle: ShuffleInfo | None
    playing: list[int]
    """Seats with cards in this deal, forehand first."""
    step: str | None
    """Within `deal`: `knock`, `auction`, `give`, `trump`, `play`, `claim`, `over`."""
    turn: int | None
    clock: ClockInfo | None
    options: list[Option]
    """What you may say or play now, in the order to show it."""
    hand: list[str]
    """Your cards, in the order to show them."""
    sizes: list[int]
    """Cards in each seat's hand."""
    said: list[SaidInfo]
    knocks: list[int]
    kontra: list[int]
    """Seats that doubled, in order."""
    contract: ContractInfo | None
    trick: TrickInfo | None
    last_trick: TrickInfo | None
    tricks_taken: list[int]
    """Number of tricks of each seat."""
    tricks: list[TrickInfo]
    """All tricks, once the deal is over."""
    hands: list[list[str]]
    """All hands as dealt, once the deal is over. Before that for watchers, if everybody has agreed: what each seat
    holds, in the order to show it. Else empty."""
    open_hands: bool
    bill: BillInfo | None
    outcome: OutcomeInfo | None
    history: list[PastDeal]
    proposal: ProposalInfo | None
    payments: list[Payment]
    """When the evening is over."""
