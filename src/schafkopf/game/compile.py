"""From a ruleset and what was named to the five values, and what a hand may name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from schafkopf.game.cards import NAMES, SUITS, Card, mask_of
from schafkopf.game.contract import KINDS, CalledDuty, Contract, Duty, Goal, Kind, Line, Order, Tariff
from schafkopf.game.errors import IllegalAction
from schafkopf.game.ruleset import Ruleset

_CALLABLE = {"ace": "A", "ten": "AZ", "king": "AZK"}
HOCHZEIT_TRUMPS = mask_of(
    i for i, name in enumerate(NAMES) if name[1] in KINDS["hochzeit"].heads or name[0] == KINDS["hochzeit"].trump
)
"""Of these the bride has exactly one, and gives it away."""
_TOP8 = mask_of(i for i, name in enumerate(NAMES) if name[1] in "OU")


@dataclass(frozen=True, slots=True)
class Bid:
    """A contract as it is named: `solo H`, `rufspiel G`, `rufspiel GZ`, `solo H 70`, `wenz-tout`."""

    text: str
    name: str
    kind: Kind
    suit: str | None
    card: Card | None
    """The called card."""
    promise: int
    rank: tuple[int, int, int]
    """Higher is higher: place in `auction.order`, points promised, Herz before other suits if so ruled."""

    @property
    def lone(self) -> bool:
        """One against all others."""
        return self.kind.line == "alone"

    def contract(self, *, must: bool) -> str:
        """Name of the contract it makes. Who must play calls at the price of a `muss`; a lone game keeps its own."""
        return "muss" if must and self.kind.line == "called" else self.name


@lru_cache(maxsize=1024)
def bids(rules: Ruleset) -> Mapping[str, Bid]:
    """Everything that can be named in the auction under these rules, by its text."""
    return MappingProxyType({bid.text: bid for bid in _all_bids(rules)})


def _all_bids(rules: Ruleset) -> list[Bid]:
    if rules.chalk:
        return []
    enabled = list(rules["contracts"])
    if rules["call.renonce"] != "off":
        enabled += [name for name, kind in KINDS.items() if kind.void and name not in enabled]
    order: tuple[str, ...] = rules["auction.order"]
    result = []
    for name in enabled:
        kind = KINDS[name]
        if not kind.named:
            continue
        stands_as = name if name in order else kind.ranked_as
        place = order.index(stands_as) if stands_as in order else -1
        steps: tuple[int, ...] = (0,)
        if rules["auction.mode"] == "steigern" and kind.goal == "points" and kind.line == "alone":
            steps = (0, *range(60 + rules["auction.raise"], 121, rules["auction.raise"]))
        for suit, card in _arguments(rules, kind):
            herz = int(rules["auction.equal"] == "herz_first" and kind.line == "alone" and suit == "H")
            words = [name]
            if suit is not None:
                words.append(suit if card is None or NAMES[card][1] == "A" else NAMES[card])
            for promise in steps:
                text = " ".join([*words, str(promise)] if promise else words)
                result.append(Bid(text, name, kind, suit, card, promise, (place, promise, herz)))
    return result


def _arguments(rules: Ruleset, kind: Kind) -> list[tuple[str | None, Card | None]]:
    if not kind.suited:
        return [(None, None)]
    if kind.line != "called":
        return [(suit, None) for suit in SUITS]
    ranks = "A" if kind.void else _CALLABLE[rules["call.lowest"]]
    return [(suit, NAMES.index(suit + rank)) for suit in SUITS if suit != kind.trump for rank in ranks]


@lru_cache(maxsize=1024)
def played(rules: Ruleset) -> frozenset[str]:
    """The names of the contracts that can come about under these rules."""
    if rules.chalk:
        return frozenset(rules["contracts"])
    brought = {
        "ramsch": ("ramsch",),
        "last_player_choice": ("ramsch",),
        "kreuz": ("kreuz",),
        "eichel_ober_must": ("muss",),
        "last_knocker_must": ("muss",),
    }
    named = {bid.name for bid in bids(rules).values()}
    if rules["sie.holding"] != "top_of_hand" and rules.hand_size != 8:
        # Six cards cannot be the eight that it takes.
        named.discard("sie")
    return frozenset(named.union(brought.get(rules["all_pass.do"], ())))


def parse_bid(rules: Ruleset, text: str) -> Bid:
    """The bid with this text. Raises IllegalAction: auction/not-enabled, call/trump-suit."""
    bid = bids(rules).get(text)
    if bid is not None:
        return bid
    name, _, argument = text.partition(" ")
    kind = KINDS.get(name)
    enabled = {bid.name for bid in bids(rules).values()}
    if kind is not None and kind.line == "called" and argument[:1] == kind.trump and name in enabled:
        raise IllegalAction("call/trump-suit", "the trump suit has no ace to call")
    raise IllegalAction("auction/not-enabled", f"{text!r} is not played here", allowed=tuple(bids(rules)))


def hindrance(rules: Ruleset, bid: Bid, hand: int, hidden: int = 0) -> str | None:
    """The code of the error if this hand may not name this, else None.

    hand: mask of the known cards; hidden: how many cards are not known (then only what is certain hinders).
    """
    kind = bid.kind
    if kind.line == "called":
        return _call_hindrance(rules, bid, hand, hidden)
    if kind.goal == "held":
        return None if _holds_sie(rules, hand, hidden) else "auction/not-eligible"
    if kind.line == "taker":
        trumps = (hand & HOCHZEIT_TRUMPS).bit_count()
        return None if trumps == 1 or (hidden and trumps == 0) else "auction/not-eligible"
    return None


def _call_hindrance(rules: Ruleset, bid: Bid, hand: int, hidden: int) -> str | None:
    assert bid.card is not None and bid.suit is not None
    called = 1 << bid.card
    suit = hand & plain_mask(bid.kind.heads, bid.suit)
    if hand & called and rules["call.own_ace"] == "forbid":
        return "call/own-ace"
    if bid.kind.void:
        return "auction/not-eligible" if suit else None
    for rank in "AZK"[: "AZK".index(NAMES[bid.card][1])]:
        # A ten or king is called only by who holds what stands above it.
        if not hand & 1 << NAMES.index(bid.suit + rank) and not hidden:
            return "auction/not-eligible"
    others = (suit & ~called).bit_count()
    if others < rules["call.min_cards"] and not hidden:
        return "call/no-card-of-suit"
    return None


def _holds_sie(rules: Ruleset, hand: int, hidden: int) -> bool:
    size = rules.hand_size
    holding = rules["sie.holding"]
    if holding != "top_of_hand" and size != 8:
        return False
    if holding == "any8":
        return any(hand & ~trump_mask("OU", suit) == 0 for suit in SUITS)
    top = _TOP8 if size == 8 else _top_trumps(size)
    return hand & ~top == 0 and hand.bit_count() + hidden == size


def _top_trumps(count: int) -> int:
    ranked = [NAMES.index(suit + rank) for rank in "OU" for suit in SUITS]
    return mask_of(ranked[:count])


def trump_mask(heads: str, suit: str | None) -> int:
    """The cards that are trumps with these heads and this suit."""
    return mask_of(i for i, name in enumerate(NAMES) if name[1] in heads or name[0] == suit)


def plain_mask(heads: str, suit: str) -> int:
    """The cards of a suit that are not heads."""
    return mask_of(i for i, name in enumerate(NAMES) if name[0] == suit and name[1] not in heads)


def contract(
    rules: Ruleset, name: str, *, suit: str | None = None, card: Card | None = None, promise: int = 0
) -> Contract:
    """The five values of a contract under these rules."""
    return _contract(rules, name, suit, card, promise)


@lru_cache(maxsize=8192)
def _contract(rules: Ruleset, name: str, suit: str | None, card: Card | None, promise: int) -> Contract:
    kind = KINDS[name]
    if rules.chalk:
        return Contract(
            name,
            suit,
            _order(rules, kind, suit),
            Line(kind.line),
            Duty(must_win=name in rules["follow.must_win"]),
            Goal(
                "points",
                rules["win.declarer"],
                rules["schneider.declarer_needs"],
                rules["schneider.defenders_need"],
            ),
            Tariff(0),
            "none",
        )
    low = rules["muss.low_trumps"]
    called = None
    if kind.line == "called":
        called = CalledDuty(
            rules["ace.holder_lead"],
            rules["ace.run_min"],
            rules["ace.run_card"],
            rules["ace.run_count"],
            rules["ace.run_on_follow"],
            rules["ace.discard"],
            rules["ace.after_run"],
            rules["call.own_ace"] != "forbid",
        )
    goal = kind.goal
    if goal == "held" and rules["sie.play"]:
        goal = "every_trick"
    kontra = kind.kontra
    if kontra == "own" and not rules["ramsch.kontra"]:
        kontra = "none"
    return Contract(
        name,
        suit,
        _order(rules, kind, suit),
        Line(kind.line, card, kind.shown_by),
        Duty(
            called,
            name in rules["follow.must_win"],
            kind.line == "alone" and rules["lead.first"] == "soloist",
        ),
        Goal(
            goal,
            max(rules["win.declarer"], promise),
            rules["schneider.declarer_needs"],
            rules["schneider.defenders_need"],
            low if kind.may_be_poor and low != "off" else -1,
            121 - rules["win.declarer"] if rules["kontra.takes_over"] else 0,
        ),
        _tariff(rules, kind, name, promise),
        kontra,
        promise,
    )


def _order(rules: Ruleset, kind: Kind, suit: str | None) -> Order:
    trump = suit if kind.trump == "*" else kind.trump
    heads = kind.heads
    if kind.goal == "no_trick":
        if rules["bettel.trumps"] == "none":
            return Order("", None, "AKOUZ987")
        heads, trump = "OU", "H"
    ranks = list("AZKOU987" if rules["deck.ten"] == "high" else "AKOZU987")
    if "O" not in heads and "deck.wenz_ober" in rules and rules["deck.wenz_ober"] == "below_ace":
        ranks.remove("O")
        ranks.insert(1, "O")
    return Order(heads, trump, "".join(ranks))


def _tariff(rules: Ruleset, kind: Kind, name: str, promise: int) -> Tariff:
    base = rules[f"tariff.{kind.price}"]
    special = kind.special
    factor = 1
    if special is not None:
        pays = rules[f"{special}.pay"]
        if isinstance(pays, int):
            base = pays
        else:
            factor = int(pays[1:])
    shortest = 0
    fixed = None
    claimable = rules["laufende.claim"] == "until_cut"
    if kind.run is not None and rules["laufende.pay"] != "off" and (special != "tout" or rules["laufende.in_tout"]):
        shortest = rules["laufende.min"][kind.run]
    if special == "sie":
        how = rules["sie.laufende"] if rules["laufende.pay"] != "off" else "none"
        claimable = how == "claimable"
        shortest = 0 if how == "none" else max(1, rules["laufende.min"]["solo"])
        fixed = rules.hand_size if how == "auto" else None
    longest = rules["laufende.max"]
    step = rules["auction.raise"]
    return Tariff(
        base=base,
        steps=kind.steps,
        schneider=rules["tariff.schneider"],
        schwarz=rules["tariff.schwarz"],
        laufende=rules["tariff.laufende"],
        laufende_min=shortest,
        laufende_max=None if longest == "none" else longest,
        laufende_pay=rules["laufende.pay"],
        # Where the partner is part of the contract from the start, one hand alone says nothing.
        laufende_pool=rules["laufende.pool"] if kind.line in ("called", "alone") else "side",
        laufende_doubled=rules["laufende.doubled"],
        laufende_fixed=fixed,
        claimable=claimable and shortest > 0,
        factor=factor,
        factor_name=special or "tout",
        factor_on=rules[f"{special}.on"] if special else "sum",
        raises=(promise - 60) // step * rules["auction.step"] if promise else 0,
        each_to_each=rules["settle.partnership"] == "each_to_each",
        pot=name in rules["pot.contracts"] or rules["pot.winner"] == "any_game",
    )
