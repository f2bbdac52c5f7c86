"""The keys of a ruleset: which values each takes. One table, from which loading, printing and texts are made."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from schafkopf.game.contract import CONTRACT_NAMES, ORDERED_NAMES

Value = Any
BOTH = ("schafkopf", "chalk")
SCHAFKOPF = ("schafkopf",)
CHALK = ("chalk",)
_MOST_STROKES = 99


class BadValue(ValueError):
    """A value its key does not take; the message says why."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key: `accepted` is shown to people, `read` returns the canonical value or raises BadValue."""

    name: str
    accepted: tuple[str, ...]
    read: Callable[[Value], Value]
    families: tuple[str, ...] = SCHAFKOPF
    samples: tuple[Value, ...] = ()
    """Values that tests and forms try; for a choice, all of them."""
    chalk_only: tuple[Value, ...] | None = None
    """In the chalk game, the only values it may have."""
    kind: str = "choice"
    """`choice` (one of `samples`), `number` (`low` to `high` or one of `words`), `pay` (a number, or `x` and a factor),
    `list` (some of `words`, the order counts), `set` (the order does not count), `counted` (one of `plain`, or one of
    `words` with a number), `packets`, `table` (a number for each of `words`), `pair`, `carry`."""
    low: int | None = None
    high: int | None = None
    words: tuple[str, ...] = ()
    plain: tuple[str, ...] = ()
    beside: tuple[str, Value] | None = None
    """Another key and a value of it: forms try it where no other value of this one ends a contradiction."""


def _is_int(value: Value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def choice(name: str, *values: Value, families: tuple[str, ...] = SCHAFKOPF, chalk: Value = None) -> Key:
    """One of some values."""

    def read(value: Value) -> Value:
        for known in values:
            if type(value) is type(known) and value == known:
                return known
        raise BadValue

    only = None if chalk is None else (chalk,)
    shown = tuple(_shown(v) for v in values)
    return Key(name, shown, read, families, tuple(values), only)


def flag(name: str) -> Key:
    """true or false."""
    return choice(name, True, False)


def number(
    name: str,
    low: int,
    high: int,
    *words: str,
    families: tuple[str, ...] = SCHAFKOPF,
    samples: tuple[Value, ...],
    chalk: Value = None,
) -> Key:
    """An integer in a range, or one of the words (also null for `none`)."""

    def read(value: Value) -> Value:
        if value is None and "none" in words:
            return "none"
        if isinstance(value, str) and value in words:
            return value
        if _is_int(value) and low <= value <= high:
            return value
        raise BadValue

    only = None if chalk is None else (chalk,)
    shown = (f"{low} to {high}", *words)
    return Key(name, shown, read, families, samples, only, "number", low, high, words)


def names_list(
    name: str,
    values: tuple[str, ...],
    *,
    empty: bool = True,
    off: bool = False,
    ordered: bool = False,
    families: tuple[str, ...] = SCHAFKOPF,
    samples: tuple[Value, ...],
) -> Key:
    """A list of different names; with `off`, the word stands for the empty list; `ordered`: their order counts."""

    def read(value: Value) -> Value:
        if off and (value == "off" or value == []):
            return "off"
        if not isinstance(value, list | tuple) or (not value and not empty):
            raise BadValue
        unknown = [v for v in value if v not in values]
        if unknown:
            raise BadValue(f"{unknown[0]!r} is not known")
        if len(set(value)) != len(value):
            raise BadValue("a name is there twice")
        return tuple(value)

    accepted = ("off",) if off else ()
    shown = (*accepted, f"a list of {', '.join(values)}")
    return Key(name, shown, read, families, samples, kind="list" if ordered else "set", words=values, plain=accepted)


def pay(name: str, *, samples: tuple[Value, ...]) -> Key:
    """`"x2"` for a factor or a number for a fixed amount (also `{factor = 2}`, `{fixed = 10}`, `"fixed 10"`)."""

    def read(value: Value) -> Value:
        if isinstance(value, dict) and len(value) == 1:
            what, amount = next(iter(value.items()))
            if what in ("factor", "fixed") and _is_int(amount):
                value = f"x{amount}" if what == "factor" else amount
        if isinstance(value, str):
            if match := re.fullmatch(r"(?:x|factor )([1-9][0-9]?)", value):
                return f"x{int(match[1])}"
            if match := re.fullmatch(r"fixed ([0-9]{1,6})", value):
                return int(match[1])
        if _is_int(value) and 0 <= value <= 1_000_000:
            return value
        raise BadValue

    shown = ('"x2" (a factor)', "10 (a fixed amount)")
    return Key(name, shown, read, SCHAFKOPF, samples, kind="pay", low=0, high=1_000_000)


def counted(
    name: str,
    plain: tuple[str, ...],
    with_number: tuple[str, ...],
    *,
    families: tuple[str, ...] = SCHAFKOPF,
    samples: tuple[Value, ...],
    low: int = 1,
    high: int = 9999,
) -> Key:
    """A word, or a word with a number: `"points 91"` (also `{points = 91}`)."""

    def read(value: Value) -> Value:
        if isinstance(value, dict) and len(value) == 1:
            word, amount = next(iter(value.items()))
            value = f"{word} {amount}" if _is_int(amount) else value
        if isinstance(value, str):
            if value in plain:
                return value
            match = re.fullmatch(r"([a-z_]+) ([1-9][0-9]{0,3})", value)
            if match and match[1] in with_number and low <= int(match[2]) <= high:
                return f"{match[1]} {int(match[2])}"
        raise BadValue

    shown = (*plain, *(f'"{w} {low} to {high}"' for w in with_number))
    return Key(name, shown, read, families, samples, None, "counted", low, high, with_number, plain)


def packets(name: str) -> Key:
    """Sizes of the packets that are dealt, in order."""

    def read(value: Value) -> Value:
        if isinstance(value, list | tuple) and value and all(_is_int(v) and 1 <= v <= 8 for v in value):
            return tuple(value)
        raise BadValue

    samples = ((4, 4), (3, 3), (2, 2, 2, 2), (3, 2, 3), (2, 2, 2))
    return Key(name, ("a list of packet sizes",), read, BOTH, samples, kind="packets")


def per_contract(name: str, contracts: tuple[str, ...], low: int, high: int, samples: tuple[Value, ...]) -> Key:
    """A table with a number for each of some contracts."""

    def read(value: Value) -> Value:
        if isinstance(value, Mapping) and set(value) == set(contracts):
            if all(_is_int(v) and low <= v <= high for v in value.values()):
                return MappingProxyType({c: value[c] for c in contracts})
        raise BadValue

    shown = (f"a table with {', '.join(contracts)} = {low} to {high}",)
    return Key(name, shown, read, SCHAFKOPF, samples, None, "table", low, high, contracts)


def strokes(name: str, samples: tuple[Value, ...]) -> Key:
    """Strokes for a simple and a double win."""

    def read(value: Value) -> Value:
        return _pair(value)

    return Key(name, ("[simple, double]",), read, CHALK, samples, kind="pair", low=0, high=_MOST_STROKES)


def _pair(value: Value) -> tuple[int, int]:
    if (
        isinstance(value, list | tuple)
        and len(value) == 2
        and all(_is_int(v) and 0 <= v <= _MOST_STROKES for v in value)
    ):
        return (value[0], value[1])
    raise BadValue


def carry(name: str) -> Key:
    """Strokes after a tie: the same team names again, or the other."""

    def read(value: Value) -> Value:
        if isinstance(value, Mapping) and set(value) == {"same", "other"}:
            rows = {}
            for who in ("same", "other"):
                row = value[who]
                if not isinstance(row, Mapping) or set(row) != {"win", "lose"}:
                    raise BadValue
                rows[who] = MappingProxyType({"win": _pair(row["win"]), "lose": _pair(row["lose"])})
            return MappingProxyType(rows)
        raise BadValue

    accepted = ("{same = {win = [2, 3], lose = [4, 6]}, other = {win = [2, 3], lose = [3, 5]}}",)
    sample = {"same": {"win": [2, 3], "lose": [4, 6]}, "other": {"win": [2, 3], "lose": [3, 5]}}
    return Key(name, accepted, read, CHALK, (sample,), kind="carry", low=0, high=_MOST_STROKES)


def _shown(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


RUN_CONTRACTS = ("rufspiel", "solo", "farbwenz", "farbgeier", "wenz", "geier")
TIE_BREAKS = ("tricks", "trumps_taken", "highest_trump_taken", "highest_trump_dealt", "all_pay")
BOCK_EVENTS = ("solo_lost", "schwarz", "sixty", "kontra", "kontra_lost", "ramsch", "passed_out")
WINDOWS = (
    "before_1st_card",
    "before_2nd_card",
    "own_cards_complete",
    "before_1st_card_trick2",
    "before_2nd_card_trick2",
    "whole_hand",
)
_BAVARIAN_ORDER = (
    *("rufspiel", "bettel", "farbgeier", "geier", "farbwenz", "wenz", "solo"),
    *("farbgeier-tout", "geier-tout", "farbwenz-tout", "wenz-tout", "solo-tout", "sie"),
)


def _amount(name: str, *samples: int) -> Key:
    return number(f"tariff.{name}", 0, 1_000_000, samples=samples or (20, 50))


_ALL = (
    choice("family", "schafkopf", "chalk", families=BOTH),
    choice("deck.cards", 32, 24, families=BOTH, chalk=32),
    choice("deck.ten", "high", "below_queen", families=BOTH),
    choice("deck.wenz_ober", "below_king", "below_ace"),
    choice("table.players", 4, 3, families=BOTH, chalk=4),
    choice("table.seated", 3, 4, 5, 6, families=BOTH),
    replace(packets("deal.packets"), beside=("deck.cards", 24)),
    choice("deal.cut", "right", "none", families=BOTH),
    number("deal.throw_in", 0, 60, samples=(0, 10)),
    choice("dealer.first", "lot", "high_card", "seat", families=BOTH),
    choice("partners.mode", "called_ace", "fixed_opposite", families=BOTH, chalk="fixed_opposite"),
    choice("partners.draw", "lot", "two_high", families=CHALK),
    names_list(
        "contracts",
        CONTRACT_NAMES,
        empty=False,
        families=BOTH,
        samples=(
            ("rufspiel", "wenz", "solo", "wenz-tout", "solo-tout", "sie"),
            ("rufspiel", "solo"),
            ("wenz", "solo"),
            ("rufspiel", "bettel", "hochzeit", "geier", "wenz", "solo", "geier-tout"),
            ORDERED_NAMES,
        ),
    ),
    choice(
        "auction.mode",
        *("announce_then_name", "name_at_once", "first_come", "steigern", "duty_longest"),
        families=BOTH,
        chalk="duty_longest",
    ),
    names_list(
        "auction.order",
        (*ORDERED_NAMES, "renonce"),
        empty=False,
        ordered=True,
        samples=(_BAVARIAN_ORDER, tuple(reversed(_BAVARIAN_ORDER))),
    ),
    choice("auction.equal", "earlier_seat", "herz_first"),
    number("auction.step", 0, 1_000_000, samples=(0, 10)),
    choice("auction.raise", 10, 5),
    choice("call.own_ace", "forbid", "silent_solo"),
    choice("call.min_cards", 1, 0),
    choice("call.renonce", "off", "after_all_pass", "announced"),
    choice("call.lowest", "ace", "ten", "king"),
    choice("ace.holder_lead", "ace_or_runaway", "runaway_only"),
    choice("ace.run_min", 4, 3, 0),
    choice("ace.run_card", "any_other", "lowest"),
    choice("ace.run_count", "now", "dealt"),
    flag("ace.run_on_follow"),
    choice("ace.discard", "last_trick", "last_two", "free"),
    choice("ace.after_run", "free", "bound"),
    choice("hochzeit.card", "face_down", "face_up"),
    choice("bettel.trumps", "none", "herz"),
    choice("lead.first", "forehand", "soloist", families=BOTH, chalk="forehand"),
    names_list(
        "follow.must_win",
        CONTRACT_NAMES,
        families=BOTH,
        samples=((), ("bettel",), ("ramsch", "bettel"), ("rufspiel", "solo")),
    ),
    choice("kontra.max", 0, 1, 2, 4, 99, families=BOTH, chalk=0),
    choice("kontra.window", *WINDOWS),
    choice("kontra.reply", "immediate", "one_card_later", "one_trick_later", "same_window"),
    flag("kontra.takes_over"),
    number("win.declarer", 1, 120, families=BOTH, samples=(61, 60, 66), chalk=61),
    choice("schneider.declarer_needs", 91, 90, families=BOTH),
    choice("schneider.defenders_need", 90, 91, families=BOTH),
    choice("tariff.unit", "cent", "stake", "stroke", "point", families=BOTH, chalk="stroke"),
    _amount("rufspiel"),
    _amount("solo"),
    _amount("wenz"),
    _amount("geier"),
    _amount("farbwenz"),
    _amount("farbgeier"),
    _amount("bettel"),
    _amount("hochzeit"),
    _amount("muss"),
    _amount("kreuz"),
    _amount("ramsch", 20, 7),
    _amount("schneider", 10, 0),
    _amount("schwarz", 20, 0),
    _amount("laufende", 10, 0),
    pay("tout.pay", samples=("x2", "x4", 10)),
    choice("tout.on", "base", "sum"),
    choice("sie.holding", "top8", "any8", "top_of_hand"),
    pay("sie.pay", samples=("x4", 20)),
    choice("sie.on", "base", "sum"),
    flag("sie.play"),
    choice("sie.laufende", "none", "claimable", "auto"),
    per_contract(
        "laufende.min",
        RUN_CONTRACTS,
        1,
        14,
        (
            {"rufspiel": 3, "solo": 3, "farbwenz": 3, "farbgeier": 3, "wenz": 2, "geier": 2},
            {"rufspiel": 1, "solo": 4, "farbwenz": 2, "farbgeier": 2, "wenz": 1, "geier": 4},
        ),
    ),
    choice("laufende.pay", "off", "winners_only", "either_side", "holder", "without_only"),
    choice("laufende.pool", "side", "declarer_hand"),
    choice("laufende.claim", "automatic", "until_cut"),
    flag("laufende.doubled"),
    number("laufende.max", 0, 14, "none", samples=("none", 14, 4)),
    flag("laufende.in_tout"),
    choice("settle.partnership", "one_to_one", "each_to_each"),
    replace(
        choice(
            "all_pass.do",
            *("redeal", "ramsch", "pot", "double_next", "last_player_choice"),
            *("eichel_ober_must", "last_knocker_must", "kreuz"),
        ),
        beside=("knock.who", "anyone"),
    ),
    choice("all_pass.dealer", "next", "same"),
    names_list(
        "ramsch.tie",
        TIE_BREAKS,
        ordered=True,
        samples=(
            ("tricks", "trumps_taken", "highest_trump_taken"),
            ("highest_trump_dealt",),
            ("all_pay",),
            ("tricks", "all_pay"),
            (),
        ),
    ),
    choice("ramsch.virgin", "none", "double_own", "double_own_per_virgin", "double_all"),
    counted(
        "ramsch.march",
        ("none", "all_tricks"),
        ("points",),
        samples=("none", "all_tricks", "points 91"),
        low=60,
        high=120,
    ),
    choice("ramsch.march_pay", "ramsch", "solo_schwarz", "tout"),
    flag("ramsch.kontra"),
    number("pot.ante", 0, 1_000_000, samples=(20, 1)),
    choice("pot.payers", "active", "all_seated"),
    names_list("pot.contracts", CONTRACT_NAMES, samples=(("rufspiel",), ("rufspiel", "solo", "wenz"), ())),
    choice("pot.winner", "declarer", "both", "any_game"),
    choice("pot.loss", "declarer_doubles", "both_double"),
    number("pot.cap", 0, 1_000_000, "none", samples=("none", 200)),
    choice("double_next.stack", "no", "multiply"),
    choice("knock.who", "off", "anyone", "first_only", "one_only", "chain"),
    choice("knock.factor", "double", "add_one", "fibonacci"),
    names_list("bock.after", BOCK_EVENTS, off=True, samples=("off", ("solo_lost",), BOCK_EVENTS)),
    number("bock.deals", 1, 99, samples=(4, 8)),
    number("muss.low_trumps", 0, 8, "off", samples=("off", 3)),
    number("chalk.head", 1, 99, families=CHALK, samples=(12, 9)),
    strokes("chalk.win", ((1, 2),)),
    strokes("chalk.lose", ((2, 4),)),
    strokes("chalk.lose_club_jack", ((1, 2),)),
    carry("chalk.carry"),
    choice("chalk.carry_club_jack", "additive", "table", "override", families=CHALK),
    choice("chalk.second_tie", "replace", "keep_first", "accumulate", families=CHALK),
    choice("chalk.sweep", "whole_head", "none", families=CHALK),
    number("trump.min", 1, 8, families=CHALK, samples=(5, 6)),
    choice("trump.namer", "longest", "earliest", families=CHALK),
    choice("trump.tie_points", "suit_only", "with_jacks", families=CHALK),
    choice("trump.tie_last", "earlier_seat", families=CHALK),
    choice("trump.suit", "own_longest", "any", families=CHALK),
    counted(
        "session.length",
        ("endless",),
        ("deals", "rounds", "heads"),
        families=BOTH,
        samples=("endless", "deals 24", "rounds 4", "heads 1"),
    ),
)
KEYS: Mapping[str, Key] = MappingProxyType({key.name: key for key in _ALL})
