"""What a rule could be instead: the values that are on offer, and ways out of a contradiction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from schafkopf.game.compile import played
from schafkopf.game.contract import KINDS, PARTNER_LINES
from schafkopf.game.errors import InvalidRuleset
from schafkopf.game.ruleset import Ruleset
from schafkopf.game.schema import KEYS, Key

_MOST_STEPS = 6
"""Rules that one change can drag along."""
_MOST_FIXES = 3
_FACTORS = ("x2", "x3", "x4")


def nested(flat: Mapping[str, Any]) -> dict[str, Any]:
    """Overrides as tables, from overrides by key.

    >>> nested({"kontra.max": 4, "contracts": ["solo"]})
    {'kontra': {'max': 4}, 'contracts': ['solo']}
    """
    tree: dict[str, Any] = {}
    for key, value in flat.items():
        table, _, name = key.rpartition(".")
        (tree.setdefault(table, {}) if table else tree)[name] = value
    return tree


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return {name: plain(item) for name, item in value.items()} if isinstance(value, Mapping) else value


@lru_cache(maxsize=256)
def offers(rules: Ruleset) -> Mapping[str, tuple[Any, ...]]:
    """Per key of the ruleset the values to offer, the present one among them; for lists, their items.

    Left out is what is wrong by itself here. A value that needs other rules changed as well is on offer: the
    contradiction then names those.
    """
    return MappingProxyType({key: tuple(_offered(rules, KEYS[key])) for key in KEYS if key in rules})


def _offered(rules: Ruleset, key: Key) -> Iterator[Any]:
    if rules.chalk and key.chalk_only is not None:
        yield rules[key.name]
    elif key.name == "contracts":
        yield from (name for name in key.words if _may_be_played(rules, name))
    elif key.name in ("follow.must_win", "pot.contracts"):
        yield from (name for name in key.words if name in played(rules) or name in rules[key.name])
    elif key.kind in ("list", "set"):
        yield from key.words
    else:
        present = rules[key.name]
        for value in dict.fromkeys(_values(rules, key)):
            if value == present or _possible(rules, key, value):
                yield value


def _values(rules: Ruleset, key: Key) -> Iterator[Any]:
    """Candidates, in an order that does not change with the present value as far as possible."""
    present = rules[key.name]
    if key.kind in ("choice", "packets"):
        known = [key.read(plain(sample)) for sample in key.samples]
        yield from known
        if present not in known:
            yield present
    elif key.kind == "number":
        yield from key.words
    elif key.kind == "pay":
        yield from _FACTORS
        if isinstance(present, str):
            yield present
    elif key.kind == "counted":
        yield from key.plain
        for word in key.words:
            same = isinstance(present, str) and present.split()[0] == word
            usual = (value for value in key.samples if value.split()[0] == word)
            yield present if same else next(usual, f"{word} {key.low}")


def _possible(rules: Ruleset, key: Key, value: Any) -> bool:
    error = _fault(rules, {}, {key.name: plain(value)})
    if error is not None and contradicting(error) == key.name and key.beside is not None:
        beside, helpful = key.beside
        error = _fault(rules, {}, {key.name: plain(value), beside: helpful}) if beside in rules else error
        return error is None
    return error is None or contradicting(error) != key.name


def _may_be_played(rules: Ruleset, name: str) -> bool:
    kind = KINDS[name]
    if rules["table.players"] == 3 and kind.line in PARTNER_LINES:
        return name in rules["contracts"]
    return kind.named


def contradicting(error: InvalidRuleset) -> str:
    """The key that an error names."""
    return (error.where or "").rpartition(": ")[2]


def fixes(base: Ruleset, overrides: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    """Ways out of a contradiction at `key`: changes by key, on top of the overrides, that make a ruleset of them.

    Few, the usual values first; empty if none is found.
    """
    found: list[dict[str, Any]] = []
    begun = [{key: value} for value in _ways(base, overrides, {}, key)]
    beside, helpful = (KEYS[key].beside if key in KEYS else None) or ("", None)
    if beside in base and _asked(base, overrides, beside) != helpful:
        begun.insert(0, {beside: helpful})
    for start in begun:
        changes = _chain(base, overrides, start)
        if changes is not None and changes not in found:
            found.append(changes)
        if len(found) == _MOST_FIXES:
            break
    return found


def _chain(base: Ruleset, overrides: Mapping[str, Any], changes: dict[str, Any]) -> dict[str, Any] | None:
    """The changes with what they drag along, or None if they lead nowhere."""
    for _ in range(_MOST_STEPS):
        error = _fault(base, overrides, changes)
        if error is None:
            return changes
        key = contradicting(error)
        if key in changes:
            return None
        for value in _ways(base, overrides, changes, key):
            after = _fault(base, overrides, {**changes, key: value})
            if after is None or contradicting(after) != key:
                changes = {**changes, key: value}
                break
        else:
            return None
    return None


def _fault(base: Ruleset, overrides: Mapping[str, Any], changes: Mapping[str, Any]) -> InvalidRuleset | None:
    try:
        base.with_overrides(laid_over(overrides, changes))
    except InvalidRuleset as error:
        return error
    return None


def laid_over(overrides: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Overrides with changes by key on top; a value is replaced whole."""
    tree = {name: dict(value) if isinstance(value, Mapping) else value for name, value in overrides.items()}
    for key, value in changes.items():
        tree.pop(key, None)
        table, _, name = key.rpartition(".")
        target = tree.setdefault(table, {}) if table else tree
        if not isinstance(target, dict):
            target = tree[table] = {}
        target[name] = value
    return tree


def _lone(base: Ruleset) -> list[str]:
    """Games that one plays alone: those of the ruleset, else all that may be named there."""
    found = [name for name in KEYS["contracts"].words if KINDS[name].named and KINDS[name].line not in PARTNER_LINES]
    return [name for name in found if name in base["contracts"]] or found


def _asked(base: Ruleset, overrides: Mapping[str, Any], key: str) -> Any:
    """The value that is asked for, whether it is one or not."""
    table, _, name = key.rpartition(".")
    held = overrides.get(table) if table else overrides
    found = overrides.get(key, held.get(name) if isinstance(held, Mapping) else None)
    return plain(base[key]) if found is None and key in base else found


def _ways(base: Ruleset, overrides: Mapping[str, Any], changes: Mapping[str, Any], key: str) -> Iterator[Any]:
    """Values to try for a key whose present one contradicts the others."""
    if key not in KEYS:
        return
    asked = laid_over(overrides, changes)
    if key == "contracts":
        present = _asked(base, asked, key)
        if isinstance(present, list):
            alone = [name for name in present if name in KINDS and KINDS[name].line not in PARTNER_LINES]
            yield alone or _lone(base)
    elif key == "auction.order":
        order, games = _asked(base, asked, key), _asked(base, asked, "contracts")
        if isinstance(order, list) and isinstance(games, list):
            yield [*(name for name in games if name in KINDS and KINDS[name].biddable and name not in order), *order]
    elif key == "tariff.schwarz":
        schneider = _asked(base, asked, "tariff.schneider")
        if isinstance(schneider, int):
            yield from (schneider * 2, schneider)
    else:
        yield from (plain(KEYS[key].read(plain(sample))) for sample in KEYS[key].samples)
