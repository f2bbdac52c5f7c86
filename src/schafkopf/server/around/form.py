"""House rules as a form: made from the schema of rulesets and the sentences of the rulebook, so no rule is missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from schafkopf.game.compile import played
from schafkopf.game.errors import InvalidRuleset
from schafkopf.game.ruleset import Ruleset
from schafkopf.game.schema import KEYS, Key
from schafkopf.server import wire
from schafkopf.server.around.book import title
from schafkopf.server.around.offers import contradicting, fixes, laid_over, nested, offers, plain
from schafkopf.server.around.rulesets import base_rules, share, wanted, with_overrides
from schafkopf.server.shown import error_info, rules_info
from schafkopf.text import rulebook
from schafkopf.text.catalog import Catalog, catalog, negotiate

_INPUTS: Mapping[str, Any] = {
    **{"choice": "choice", "packets": "choice", "number": "number", "pay": "number", "counted": "counted"},
    **{"list": "list", "set": "set", "table": "numbers", "pair": "numbers", "carry": "numbers"},
}
_OF_GAMES = ("contracts", "auction.order", "follow.must_win", "pot.contracts")
_MENDABLE = ("ruleset/contradiction", "ruleset/bad-value")


def rules_form(asked: wire.RulesAsked) -> wire.RulesForm:
    """A ruleset as a form. A contradiction or a wrong value is a `problem` in it, with the key and ways out.

    Raises InvalidRuleset for a ruleset, preset or key that is not known.
    """
    lang = negotiate(asked.lang)
    name, overrides = wanted(asked)
    try:
        base = base_rules(name)
    except InvalidRuleset as error:
        # Presets that contradict each other.
        if error.code not in _MENDABLE:
            raise
        bare = base_rules(name.split("+")[0])
        return _form(bare, bare, lang, _problem(bare, {}, error, lang, mend=False))
    try:
        rules = with_overrides(base, overrides)
    except InvalidRuleset as error:
        if error.code not in _MENDABLE or contradicting(error) not in KEYS:
            raise
        return _form(base, base, lang, _problem(base, overrides, error, lang, mend=True))
    return _form(base, rules, lang, None)


def _form(base: Ruleset, rules: Ruleset, lang: str, problem: wire.RuleProblem | None) -> wire.RulesForm:
    least = nested({key: plain(rules[key]) for key in rules if rules[key] != base[key]})
    chapters = [
        wire.RuleChapter(chapter, title=catalog(lang).text("rules", "chapters", chapter), fields=fields)
        for chapter, keys in rulebook.CHAPTERS.items()
        if (fields := [_field(base, rules, key, lang) for key in keys if _has_choice(rules, key)])
    ]
    return wire.RulesForm(
        rules=rules_info(base.with_overrides(least)),
        title=title(rules, lang),
        chapters=chapters,
        share=share(rules.id, least),
        problem=problem,
    )


def _has_choice(rules: Ruleset, key: str) -> bool:
    if key not in rules or (rules.chalk and KEYS[key].chalk_only is not None):
        return False
    if rules.chalk and key == "contracts":
        return False
    return KEYS[key].kind not in ("choice", "packets") or len(offers(rules)[key]) > 1


def _field(base: Ruleset, rules: Ruleset, key: str, lang: str) -> wire.RuleField:
    shape = KEYS[key]
    flag = shape.samples[0] is True
    value = rules[key]
    return wire.RuleField(
        key=key,
        title=_title(key, lang),
        input="flag" if flag else _INPUTS[shape.kind],
        value=_as_list(shape, value),
        base_value=_as_list(shape, base[key]),
        changed=value != base[key],
        text=_sentence(rules, key, lang),
        choices=list(_choices(rules, shape, lang)),
        parts=[wire.RulePart(path, number) for path, number in _numbers(rules, shape)],
        low=shape.low,
        high=shape.high,
        applies=rulebook.applies(rules, key),
    )


def _title(key: str, lang: str) -> str:
    return catalog(lang).text("rules", "rule", key, "title")


def _as_list(shape: Key, value: Any) -> Any:
    """As JSON has it; a list that is off is an empty one."""
    return [] if shape.kind in ("list", "set") and value in shape.plain else plain(value)


def _sentence(rules: Ruleset, key: str, lang: str) -> str:
    if rulebook.applies(rules, key):
        return rulebook.sentence(rules, key, lang)
    # What cannot come about here is not cut out of a list that would otherwise be empty.
    return rulebook.value_sentence(key, rules[key], lang, unit=rules["tariff.unit"], chalk=rules.chalk)


def _choices(rules: Ruleset, shape: Key, lang: str) -> Iterator[wire.RuleChoice]:
    unit = rules["tariff.unit"]
    for value in offers(rules)[shape.name]:
        if shape.kind in ("list", "set"):
            yield _item(rules, shape, value, catalog(lang))
            continue
        text = rulebook.value_sentence(shape.name, value, lang, unit=unit, chalk=rules.chalk)
        counts = shape.kind == "counted" and value not in shape.plain
        yield wire.RuleChoice(plain(value), text=text, counts=counts)


def _item(rules: Ruleset, shape: Key, name: str, texts: Catalog) -> wire.RuleChoice:
    if shape.name not in _OF_GAMES:
        return wire.RuleChoice(name, text=texts.text("rules", "items", name))
    applies = shape.name == "contracts" or name in played(rules)
    return wire.RuleChoice(name, text=texts.text("terms", "contracts", name), applies=applies)


def _numbers(rules: Ruleset, shape: Key) -> Iterator[tuple[list[str], int]]:
    if _INPUTS[shape.kind] == "numbers":
        yield from _leaves(rules[shape.name], [])


def _leaves(value: Any, path: list[str]) -> Iterator[tuple[list[str], int]]:
    if isinstance(value, int):
        yield path, value
        return
    for name, inner in value.items() if isinstance(value, Mapping) else enumerate(value):
        yield from _leaves(inner, [*path, str(name)])


def _problem(
    base: Ruleset, overrides: Mapping[str, Any], error: InvalidRuleset, lang: str, *, mend: bool
) -> wire.RuleProblem:
    key = contradicting(error)
    ways = fixes(base, overrides, key) if mend and error.code == "ruleset/contradiction" else []
    return wire.RuleProblem(
        error=msgspec.structs.replace(error_info(error), where=key or None),
        title=_title(key, lang) if key in KEYS else "",
        fixes=[_fix(base, overrides, changes, lang) for changes in ways],
    )


def _fix(base: Ruleset, overrides: Mapping[str, Any], changes: dict[str, Any], lang: str) -> wire.RuleFix:
    rules = base.with_overrides(laid_over(overrides, changes))
    return wire.RuleFix(changes=changes, texts=[_sentence(rules, key, lang) for key in changes])
