"""Rulesets: strict loading of TOML, overrides, contradictions, printing.

A ruleset is a flat table of the keys in `schema.KEYS`. It comes from a shipped file, from a shipped file with named
overrides (`bavaria+10-50`), or from a house file: `base = "bavaria"` and what differs.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Any

from schafkopf.game.contract import KINDS, PARTNER_LINES
from schafkopf.game.errors import InvalidRuleset
from schafkopf.game.schema import BOTH, KEYS, BadValue, Key, Value

_SHIPPED = ("bavaria", "bavaria-short", "three", "be-1989", "pt-units", "fi-table", "ru-chalk")
_TABLES_AS_VALUES = frozenset(("laufende.min", "chalk.carry"))


class Ruleset:
    """All values of one ruleset, read by key: `rules["kontra.max"]`. Never changes; equal by its values.

    `id` is the name it was loaded by, `base` the shipped ruleset it stands on, `overrides` the nested table of what was
    changed on top of `id`. Equal rulesets have equal values, whatever they are called.
    """

    __slots__ = ("_hash", "_overrides", "_values", "base", "id")

    id: str
    base: str
    _values: Mapping[str, Value]
    _overrides: Mapping[str, Any]
    _hash: int

    def __init__(
        self,
        id: str,
        values: Mapping[str, Value],
        overrides: Mapping[str, Any] | None = None,
        *,
        base: str | None = None,
    ) -> None:
        # Read-only all through: players and bots get it with their View.
        set_once = object.__setattr__
        set_once(self, "id", id)
        set_once(self, "base", base or id)
        set_once(self, "_values", MappingProxyType(dict(values)))
        set_once(self, "_overrides", dict(overrides or {}))
        set_once(self, "_hash", hash(repr(sorted((key, repr(_plain(value))) for key, value in values.items()))))

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a ruleset does not change: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a ruleset does not change: {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (self.id, self.nested(), self.overrides, self.base)

    @property
    def overrides(self) -> dict[str, Any]:
        """What was changed on top of `id`, as nested tables (a copy)."""
        return deepcopy(dict(self._overrides))

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ruleset):
            return NotImplemented
        return self is other or (self._hash == other._hash and self._values == other._values)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Ruleset({self.id!r})"

    @property
    def chalk(self) -> bool:
        """Whether strokes are written instead of money."""
        return bool(self._values["family"] == "chalk")

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each team, where partners are fixed for the evening; else there are none."""
        return ((0, 2), (1, 3)) if self.chalk else ()

    @property
    def hand_size(self) -> int:
        """Cards per hand."""
        return sum(self._values["deal.packets"])

    def nested(self) -> dict[str, Any]:
        """The values as nested tables, the way a TOML file spells them.

        >>> load_ruleset("bavaria").nested()["kontra"]["max"]
        2
        """
        tree: dict[str, Any] = {}
        for key, value in self._values.items():
            table, _, name = key.rpartition(".")
            target = tree.setdefault(table, {}) if table else tree
            target[name] = _plain(value)
        return tree

    def with_overrides(self, overrides: Mapping[str, Any], *, where: str = "overrides") -> Ruleset:
        """This ruleset with some values changed. Raises InvalidRuleset naming the key.

        A list is replaced, or changed by `{"add": [...], "remove": [...]}`.

        >>> load_ruleset("bavaria").with_overrides({"kontra": {"max": 4}})["kontra.max"]
        4
        """
        if not overrides:
            return self
        values = {**self._values, **_read(_flatten(overrides, where), where, self._values)}
        _check(values, where)
        return Ruleset(self.id, values, _merged(self._overrides, deepcopy(dict(overrides))), base=self.base)

    def to_toml(self, *, base: str | None = None) -> str:
        """This ruleset as a TOML file; with `base`, only what differs from that shipped ruleset."""
        return print_toml(self, base=base)


def _rebuilt(id: str, nested: dict[str, Any], overrides: dict[str, Any], base: str) -> Ruleset:
    values = _read(_flatten(nested, id), id, {})
    return Ruleset(id, {key: values[key] for key in KEYS if key in values}, overrides, base=base)


def ruleset_ids() -> tuple[str, ...]:
    """The rulesets that ship."""
    return _SHIPPED


def preset_ids() -> tuple[str, ...]:
    """The named overrides that ship: tariffs and the variants of the source documents."""
    folder = resources.files("schafkopf.game") / "rulesets" / "presets"
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))


@cache
def preset(name: str) -> tuple[tuple[str, ...], dict[str, Any]]:
    """A named override: the rulesets it is meant for (empty: all) and its nested values."""
    path = resources.files("schafkopf.game") / "rulesets" / "presets" / f"{name}.toml"
    if name not in preset_ids():
        known = preset_ids()
        raise InvalidRuleset("ruleset/unknown", f"no override is called {name!r}{_hint(name, known)}", allowed=known)
    tree = tomllib.loads(path.read_text("utf-8"))
    return tuple(tree.pop("for", ())), tree


@lru_cache(maxsize=512)
def load_ruleset(name: str = "bavaria") -> Ruleset:
    """A shipped ruleset, with named overrides after `+`: `bavaria`, `bavaria+10-50`, `be-1989+pot+ramsch`.

    Raises InvalidRuleset (ruleset/unknown) for any other name, also for an override that is named twice.
    """
    base, *extra = name.split("+")
    if len(set(extra)) < len(extra):
        raise InvalidRuleset("ruleset/unknown", "an override is named twice", allowed=preset_ids())
    if base not in _SHIPPED:
        raise InvalidRuleset(
            "ruleset/unknown", f"no ruleset is called {base!r}{_hint(base, _SHIPPED)}", allowed=_SHIPPED
        )
    text = (resources.files("schafkopf.game") / "rulesets" / f"{base}.toml").read_text("utf-8")
    rules = parse_toml(text, where=f"{base}.toml", id=base)
    for word in extra:
        rules = with_preset(rules, word)
    return Ruleset(name, {key: rules[key] for key in rules}, base=base)


def with_preset(rules: Ruleset, name: str) -> Ruleset:
    """A ruleset with a named override on top. Raises InvalidRuleset if it is meant for other rulesets."""
    meant_for, tree = preset(name)
    if meant_for and rules.base not in meant_for:
        raise InvalidRuleset("ruleset/unknown", f"{name!r} is not meant for {rules.base!r}", allowed=meant_for)
    return rules.with_overrides(tree, where=f"{name}.toml")


def parse_toml(text: str, *, where: str = "ruleset", id: str | None = None) -> Ruleset:
    """A ruleset from the text of a TOML file: complete, or `base = "..."` and what differs.

    Raises InvalidRuleset naming file and key, with what would be accepted.
    """
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise InvalidRuleset("ruleset/bad-value", f"not TOML: {fault}", where=where) from None
    base = tree.pop("base", None)
    if base is not None:
        if not isinstance(base, str):
            raise InvalidRuleset("ruleset/bad-value", "must name a ruleset", where=f"{where}: base", allowed=_SHIPPED)
        parent = load_ruleset(base)
        derived = parent.with_overrides(tree, where=where)
        if id is None:
            return derived
        return Ruleset(id, {key: derived[key] for key in derived}, base=id if id in _SHIPPED else parent.base)
    values = _read(_flatten(tree, where), where, {})
    _check(values, where)
    return Ruleset(id or where, {key: values[key] for key in KEYS if key in values})


def _flatten(tree: Mapping[str, Any], where: str) -> dict[str, Value]:
    flat: dict[str, Value] = {}
    for name, value in tree.items():
        if name in KEYS:
            if name in flat:
                raise InvalidRuleset("ruleset/contradiction", "is there twice", where=f"{where}: {name}")
            flat[name] = value
        elif isinstance(value, Mapping) and any(key.startswith(f"{name}.") for key in KEYS):
            for inner, inner_value in value.items():
                if f"{name}.{inner}" in flat:
                    raise InvalidRuleset("ruleset/contradiction", "is there twice", where=f"{where}: {name}.{inner}")
                flat[f"{name}.{inner}"] = inner_value
        elif isinstance(value, Mapping):
            for inner in value or ("",):
                raise _unknown(f"{name}.{inner}".rstrip("."), where)
        else:
            raise _unknown(name, where)
    return flat


def _unknown(key: str, where: str) -> InvalidRuleset:
    table = key.split(".")[0]
    near = tuple(k for k in KEYS if k.split(".")[0] == table) or tuple(dict.fromkeys(k.split(".")[0] for k in KEYS))
    return InvalidRuleset(
        "ruleset/unknown-key", f"no such key{_hint(key, KEYS)}", where=f"{where}: {key}", allowed=near
    )


def _hint(word: str, known: Iterable[str]) -> str:
    found = get_close_matches(word, list(known), 1, 0.75)
    return f"; is {found[0]} meant?" if found else ""


def _read(flat: Mapping[str, Value], where: str, parent: Mapping[str, Value]) -> dict[str, Value]:
    values: dict[str, Value] = {}
    for name, value in flat.items():
        key = KEYS.get(name)
        if key is None:
            raise _unknown(name, where)
        try:
            if name in _TABLES_AS_VALUES and name in parent and isinstance(value, Mapping):
                value = _merged(_plain(parent[name]), value)
            elif (
                isinstance(parent.get(name), tuple) and isinstance(value, Mapping) and value.keys() <= {"add", "remove"}
            ):
                value = _changed_list(key, parent[name], value, where)
            values[name] = key.read(value)
        except BadValue as fault:
            detail = str(fault) or f"{_plain(value)!r} is not accepted"
            raise InvalidRuleset("ruleset/bad-value", detail, where=f"{where}: {name}", allowed=key.accepted) from None
    return values


def _changed_list(key: Key, present: tuple[Value, ...], change: Mapping[str, Any], where: str) -> list[Value]:
    added, removed = change.get("add", []), change.get("remove", [])
    if not isinstance(added, list) or not isinstance(removed, list):
        raise InvalidRuleset("ruleset/bad-value", "add and remove are lists", where=f"{where}: {key.name}")
    for value in removed:
        key.read([value])
    return [value for value in present if value not in removed] + [value for value in added if value not in present]


def _merged(base: Mapping[str, Any], extra: Mapping[str, Any]) -> dict[str, Any]:
    result = dict(base)
    for name, value in extra.items():
        old = result.get(name)
        result[name] = _merged(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return result


def _check(values: Mapping[str, Value], where: str) -> None:
    """Raise for a missing key, a key of the other family, or a contradiction; the key to change is named."""
    family = values.get("family")
    if family is None:
        detail = 'missing; a house ruleset begins with base, such as base = "bavaria"'
        raise InvalidRuleset("ruleset/bad-value", detail, where=f"{where}: family", allowed=BOTH)
    for name, key in KEYS.items():
        if family in key.families:
            if name not in values:
                raise InvalidRuleset("ruleset/bad-value", "missing", where=f"{where}: {name}", allowed=key.accepted)
        elif name in values:
            raise _contradiction(name, f"has no meaning in the {family} family", where)

    def need(condition: bool, name: str, why: str, *accepted: str) -> None:
        if not condition:
            raise _contradiction(name, why, where, accepted)

    players = values["table.players"]
    each = sum(values["deal.packets"])
    pack = values["deck.cards"]
    need(each * players == pack, "deal.packets", f"{players} hands of {each} cards do not make a pack of {pack}")
    need(values["table.seated"] >= players, "table.seated", f"{players} play", str(players))
    need(
        values["table.seated"] <= players + 2,
        "table.seated",
        "only the dealer and the cutter may sit out",
        *(str(players + extra) for extra in range(3)),
    )
    if family == "chalk":
        for name, key in KEYS.items():
            if key.chalk_only is not None:
                need(
                    values[name] == key.chalk_only[0],
                    name,
                    "the chalk game knows only one value",
                    str(key.chalk_only[0]),
                )
        need(values["contracts"] == ("chalk",), "contracts", "the chalk game has one contract", "chalk")
        need(values["table.seated"] == 4, "table.seated", "fixed partners are four", "4")
        return
    _check_schafkopf(values, need)


def _check_schafkopf(values: Mapping[str, Value], need: Any) -> None:
    contracts = values["contracts"]
    need(
        values["partners.mode"] == "called_ace",
        "partners.mode",
        "fixed partners belong to the chalk game",
        "called_ace",
    )
    need(values["auction.mode"] != "duty_longest", "auction.mode", "belongs to the chalk game")
    need(values["tariff.unit"] != "stroke", "tariff.unit", "strokes belong to the chalk game", "cent", "stake", "point")
    need("chalk" not in contracts, "contracts", "chalk is a family of its own")
    need(not values["session.length"].startswith("heads"), "session.length", "heads belong to the chalk game")
    missing = [name for name in contracts if KINDS[name].biddable and name not in values["auction.order"]]
    need(not missing, "auction.order", f"has no place for {', '.join(missing)}")
    need(any(KINDS[name].biddable for name in contracts), "contracts", "none of them can be named in the auction")
    do = values["all_pass.do"]
    if values["table.players"] == 3:
        partners = [name for name in contracts if KINDS[name].line in PARTNER_LINES]
        need(not partners, "contracts", f"three players have no partner for {', '.join(partners)}")
        need(do not in ("eichel_ober_must", "last_knocker_must", "kreuz"), "all_pass.do", f"{do} needs four players")
        need(values["call.renonce"] == "off", "call.renonce", "three players have no partner to call", "off")
    need(
        do != "last_knocker_must" or values["knock.who"] != "off",
        "all_pass.do",
        "nobody can have knocked: knock.who is off",
    )
    need(
        "renonce" not in contracts or values["call.renonce"] != "off",
        "call.renonce",
        "contracts has renonce",
        "after_all_pass",
        "announced",
    )
    need(values["tariff.schwarz"] >= values["tariff.schneider"], "tariff.schwarz", "Schwarz includes Schneider")
    need(
        values["sie.holding"] != "any8" or not values["sie.play"],
        "sie.play",
        "eight trumps of any suit are laid down, not played",
        "false",
    )
    need(
        values["laufende.max"] == "none" or values["laufende.max"] > 0 or values["laufende.pay"] == "off",
        "laufende.max",
        "no Laufende at all is laufende.pay = off",
    )


def _contradiction(name: str, why: str, where: str, accepted: tuple[str, ...] = ()) -> InvalidRuleset:
    return InvalidRuleset("ruleset/contradiction", why, where=f"{where}: {name}", allowed=accepted)


def _plain(value: Value) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    return value


def print_toml(rules: Ruleset, *, base: str | None = None) -> str:
    """A ruleset as TOML that `parse_toml` reads back to an equal ruleset.

    >>> rules = load_ruleset("bavaria").with_overrides({"kontra": {"max": 4}})
    >>> print(print_toml(rules, base="bavaria"))
    base = "bavaria"
    <BLANKLINE>
    [kontra]
    max = 4
    <BLANKLINE>
    """
    parent = load_ruleset(base) if base else None
    lines = [f"base = {_toml(base)}"] if base else []
    table = ""
    keys = [key for key in KEYS if key in rules and (parent is None or parent[key] != rules[key])]
    for key in sorted(keys, key=lambda k: "." in k):
        head, _, name = key.rpartition(".")
        if head != table:
            lines += ["", f"[{head}]"] if lines else [f"[{head}]"]
            table = head
        lines.append(f"{name} = {_toml(_plain(rules[key]))}")
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_toml(item)}" for name, item in value.items()) + " }"
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
