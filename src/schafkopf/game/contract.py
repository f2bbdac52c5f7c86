"""A contract is five values: Order, Line, Duty, Goal, Tariff. Its name is a label for people and files.

`KINDS` is the table from which `compile.contract` makes them; after that nobody reads a name to decide a rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from schafkopf.game.cards import NAMES, Card


@dataclass(frozen=True, slots=True)
class Order:
    """Who beats whom."""

    heads: str
    """Ranks that are trumps in every suit, high to low: `OU`, `U`, `O` or nothing."""
    suit: str | None
    """The suit whose other cards are trumps below the heads, if any."""
    plain: str
    """All eight ranks from high to low as they stand inside a suit; heads are skipped there."""


@dataclass(frozen=True, slots=True)
class Line:
    """Who plays against whom.

    `called`: declarer and the holder of a card. `taker`: declarer and who accepted him. `alone`. `opposite`: declarer
    and the seat across. `everyone`: each for himself.
    """

    kind: str
    card: Card | None = None
    """The called card."""
    shown_by: Card | None = None
    """A card whose holder is the declarer by rule, so that nobody knows him before it has been played (Kreuz)."""


@dataclass(frozen=True, slots=True)
class CalledDuty:
    """What the called card imposes on its holder: the `ace.*` keys of the ruleset."""

    holder_lead: str
    run_min: int
    run_card: str
    run_count: str
    run_on_follow: bool
    discard: str
    after_run: str
    own: bool = False
    """The declarer may have called a card he holds himself."""


@dataclass(frozen=True, slots=True)
class Duty:
    """Obligations beyond following suit."""

    called: CalledDuty | None = None
    must_win: bool = False
    declarer_leads: bool = False


@dataclass(frozen=True, slots=True)
class Goal:
    """What wins: `points`, `every_trick`, `no_trick`, `fewest_points` or `held` (laid down, nothing is played)."""

    kind: str
    need: int = 61
    """Card points the declarer's side needs."""
    schneider_own: int = 91
    """Points the declarer's side needs to make the others Schneider."""
    schneider_other: int = 90
    low_trumps: int = -1
    """With so many trumps in the declarer's hand or fewer, 60 points win (`muss.low_trumps`); -1: never."""
    taken_over: int = 0
    """What the declarer's side needs when the others have doubled last and so must make the points themselves; 0: that
    changes nothing."""


@dataclass(frozen=True, slots=True)
class Tariff:
    """What it pays, in the ruleset's unit."""

    base: int
    steps: bool = False
    """Schneider and Schwarz are paid."""
    schneider: int = 0
    schwarz: int = 0
    """What Schwarz adds in all, Schneider included."""
    laufende: int = 0
    laufende_min: int = 0
    """Shortest run that pays; 0: Laufende are not paid."""
    laufende_max: int | None = None
    laufende_pay: str = "either_side"
    laufende_pool: str = "side"
    laufende_doubled: bool = True
    laufende_fixed: int | None = None
    """A number of Laufende counted whatever the hands hold (Sie)."""
    claimable: bool = False
    """Laufende are paid only if somebody asks for them before the cut."""
    factor: int = 1
    factor_name: str = "tout"
    factor_on: str = "sum"
    raises: int = 0
    """What the declarer's own raises add (`steigern`)."""
    each_to_each: bool = False
    pot: bool = False
    """Plays for the pot, if there is one."""


@dataclass(frozen=True, slots=True)
class Contract:
    """The five values, and what people call them.

    `kontra` says who may double: `sides` (defenders, then the declarer's side), `own` (each before his first card),
    `none`.
    """

    name: str
    suit: str | None
    order: Order
    line: Line
    duty: Duty
    goal: Goal
    tariff: Tariff
    kontra: str = "sides"
    promise: int = 0


@dataclass(frozen=True, slots=True)
class Kind:
    """A row of the contract table: how the five values follow from a ruleset and what was named."""

    heads: str = "OU"
    trump: str | None = "H"
    """A suit, `*` for the one that was named, or None."""
    line: str = "alone"
    goal: str = "points"
    price: str = "solo"
    """The key of `tariff` with its base price."""
    run: str | None = None
    """The key of `laufende.min` that applies; None: no Laufende."""
    steps: bool = True
    special: str | None = None
    """The table with its own way to pay: `tout` or `sie`."""
    may_be_poor: bool = False
    """`muss.low_trumps` applies."""
    kontra: str = "sides"
    suited: bool = False
    """Its action carries a suit (a trump suit or the suit of the called ace)."""
    void: bool = False
    """The called suit must be missing in the hand (Renonce)."""
    shown_by: Card | None = None
    """The card that makes its holder the declarer."""
    biddable: bool = True
    """Stands in `auction.order`."""
    named: bool = True
    """A seat can name it; else it comes about by itself."""
    ranked_as: str | None = None
    """The contract beside which it stands if `auction.order` has no place for it; None: below everything."""


_KINDS: dict[str, Kind] = {
    "rufspiel": Kind(line="called", price="rufspiel", run="rufspiel", suited=True),
    "solo": Kind(trump="*", price="solo", run="solo", suited=True),
    "wenz": Kind(heads="U", trump=None, price="wenz", run="wenz"),
    "geier": Kind(heads="O", trump=None, price="geier", run="geier"),
    "farbwenz": Kind(heads="U", trump="*", price="farbwenz", run="farbwenz", suited=True),
    "farbgeier": Kind(heads="O", trump="*", price="farbgeier", run="farbgeier", suited=True),
    "bettel": Kind(heads="", trump=None, goal="no_trick", price="bettel", steps=False),
    "hochzeit": Kind(line="taker", price="hochzeit", run="rufspiel", biddable=False),
    "renonce": Kind(
        line="called",
        price="rufspiel",
        run="rufspiel",
        suited=True,
        void=True,
        biddable=False,
        ranked_as="rufspiel",
    ),
    "muss": Kind(
        line="called", price="muss", run="rufspiel", suited=True, may_be_poor=True, biddable=False, named=False
    ),
    "kreuz": Kind(
        line="opposite",
        price="kreuz",
        run="rufspiel",
        kontra="none",
        shown_by=NAMES.index("EO"),
        biddable=False,
        named=False,
    ),
    "ramsch": Kind(
        line="everyone", goal="fewest_points", price="ramsch", steps=False, kontra="own", biddable=False, named=False
    ),
    "chalk": Kind(
        heads="U", trump="*", line="opposite", price="", kontra="none", suited=True, biddable=False, named=False
    ),
    "sie": Kind(goal="held", price="solo", run="solo", steps=False, special="sie"),
}
TOUTS = ("solo", "wenz", "geier", "farbwenz", "farbgeier")
for _name in TOUTS:
    _KINDS[f"{_name}-tout"] = replace(_KINDS[_name], goal="every_trick", steps=False, special="tout")
KINDS: Mapping[str, Kind] = MappingProxyType(_KINDS)

CONTRACT_NAMES: tuple[str, ...] = tuple(KINDS)
ORDERED_NAMES: tuple[str, ...] = tuple(name for name, kind in KINDS.items() if kind.biddable)
PARTNER_LINES = frozenset({"called", "taker", "opposite"})
