"""The rulesets that a table can be set up with, and house rules as they come from outside."""

from __future__ import annotations

import binascii
import json
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Mapping
from functools import cache
from typing import Any

from schafkopf.game.errors import InvalidRuleset
from schafkopf.game.ruleset import Ruleset, load_ruleset, preset, preset_ids, ruleset_ids
from schafkopf.server import wire
from schafkopf.text.catalog import catalog, negotiate

_DEEPEST = 5
"""Tables in tables; the deepest value has four (`chalk.carry.same.win`)."""
_LONGEST_DETAIL = 200


@cache
def _rulesets(lang: str) -> wire.Rulesets:
    texts = catalog(lang)
    shipped = [(id, load_ruleset(id)) for id in ruleset_ids()]
    return wire.Rulesets(
        rulesets=[
            wire.RulesetCard(
                id,
                title=texts.text("terms", "rulesets", id),
                players=rules["table.players"],
                unit=rules["tariff.unit"],
            )
            for id, rules in shipped
        ],
        presets=[
            wire.PresetCard(name, title=texts.text("terms", "presets", name), bases=list(preset(name)[0]))
            for name in preset_ids()
        ],
    )


def rulesets(lang: str | None) -> wire.Rulesets:
    """What ships, with titles in the best language for what was asked (an Accept-Language header will do)."""
    return _rulesets(negotiate(lang))


def base_rules(name: str) -> Ruleset:
    """A shipped ruleset with presets after `+`. Raises InvalidRuleset with the key alone as `where`."""
    try:
        return load_ruleset(name)
    except InvalidRuleset as error:
        raise _told(error) from None


def with_overrides(base: Ruleset, overrides: Mapping[str, Any]) -> Ruleset:
    """A ruleset with house rules from outside on top. Raises InvalidRuleset with the key alone as `where`."""
    if _too_deep(overrides):
        raise InvalidRuleset("ruleset/bad-value", "nested too deeply")
    try:
        return base.with_overrides(overrides)
    except InvalidRuleset as error:
        raise _told(error) from None


def asked_rules(asked: wire.RulesAsked) -> Ruleset:
    """The ruleset that is asked for. Raises InvalidRuleset."""
    name, overrides = wanted(asked)
    return with_overrides(base_rules(name), overrides)


def wanted(asked: wire.RulesAsked) -> tuple[str, dict[str, Any]]:
    """The name and the overrides that are asked for, from the text of a link if there is one. Raises InvalidRuleset."""
    return (asked.rules, asked.overrides) if asked.share is None else unshare(asked.share)


def share(name: str, overrides: Mapping[str, Any]) -> str:
    """A ruleset as text for a link: letters, digits, `-` and `_`.

    >>> unshare(share("bavaria+ramsch", {"kontra": {"max": 4}}))
    ('bavaria+ramsch', {'kontra': {'max': 4}})
    """
    data = {"rules": name, "overrides": overrides} if overrides else {"rules": name}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def unshare(text: str) -> tuple[str, dict[str, Any]]:
    """Name and overrides of `share`; whether they are a ruleset is not checked. Raises InvalidRuleset."""
    try:
        data = json.loads(b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError):
        raise InvalidRuleset("ruleset/bad-value", "not the text of a ruleset", where="share") from None
    match data:
        case {"rules": str() as name, "overrides": dict() as overrides, **more} if not more:
            return name, overrides
        case {"rules": str() as name, **more} if not more:
            return name, {}
    raise InvalidRuleset("ruleset/bad-value", "not the text of a ruleset", where="share")


def _too_deep(value: Any, depth: int = 0) -> bool:
    if depth > _DEEPEST:
        return True
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    return any(_too_deep(item, depth + 1) for item in inner)


def _told(error: InvalidRuleset) -> InvalidRuleset:
    """The error as it goes out: the key without a file before it, and no long echo of what was sent."""
    where = (error.where or "").rpartition(": ")[2][:_LONGEST_DETAIL]
    return InvalidRuleset(error.code, error.detail[:_LONGEST_DETAIL], where=where or None, allowed=error.allowed)
