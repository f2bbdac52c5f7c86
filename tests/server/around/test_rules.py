"""Rules around the table: the form, the rulebook, links and codes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schafkopf.game.errors import InvalidRuleset
from schafkopf.game.ruleset import load_ruleset, preset, preset_ids, ruleset_ids
from schafkopf.game.schema import KEYS
from schafkopf.server import wire
from schafkopf.server.around.book import rulebook
from schafkopf.server.around.form import rules_form
from schafkopf.server.around.offers import laid_over, nested, plain
from schafkopf.server.around.qr import LONGEST, qr_svg
from schafkopf.server.around.rulesets import asked_rules, rulesets, share, unshare
from schafkopf.server.errors import Refused
from schafkopf.text.catalog import LANGUAGES

LANGUAGE = pytest.mark.parametrize("lang", LANGUAGES)
RULESET = pytest.mark.parametrize("base", ruleset_ids())


def form(base: str = "bavaria", overrides: dict[str, Any] | None = None, lang: str = "en") -> wire.RulesForm:
    return rules_form(wire.RulesAsked(rules=base, overrides=overrides or {}, lang=lang))


def fields(shown: wire.RulesForm) -> dict[str, wire.RuleField]:
    found = [field for chapter in shown.chapters for field in chapter.fields]
    assert len({field.key for field in found}) == len(found)
    return {field.key: field for field in found}


def problem(base: str, overrides: dict[str, Any]) -> wire.RuleProblem:
    found = form(base, overrides).problem
    assert found is not None
    return found


@LANGUAGE
@RULESET
def test_the_form_has_every_rule_that_can_be_different(base: str, lang: str) -> None:
    rules = load_ruleset(base)
    shown = form(base, lang=lang)
    found = fields(shown)
    assert shown.problem is None
    assert shown.rules.id == base
    fixed = {key for key, shape in KEYS.items() if rules.chalk and shape.chalk_only is not None}
    for key in rules:
        if key in found or key in fixed or key in ("family", "contracts" if rules.chalk else ""):
            continue
        # What is not in the form has one value only, whatever else is changed one at a time.
        assert KEYS[key].kind == "choice", key
        for sample in KEYS[key].samples:
            if sample != rules[key]:
                with pytest.raises(InvalidRuleset, match=re.escape(key)):
                    rules.with_overrides(nested({key: sample}))
    for key, field in found.items():
        assert field.title.strip(), key
        assert field.text.strip(), key
        assert "{" not in field.text + "".join(choice.text for choice in field.choices), key
        assert all(choice.text.strip() for choice in field.choices), key
        assert field.value == field.base_value, key
        assert not field.changed, key
        texts = [choice.text for choice in field.choices]
        assert len(set(texts)) == len(texts), key


@RULESET
def test_what_is_on_offer_is_taken_or_names_another_rule_with_a_way_out(base: str) -> None:
    for key, field in fields(form(base)).items():
        for value in offered(field):
            after = form(base, nested({key: value}))
            if after.problem is None:
                assert fields(after)[key].value == (value if field.input != "set" else in_order(key, value)), key
                continue
            assert after.problem.fixes, (key, value)
            for fix in after.problem.fixes:
                assert form(base, laid_over(nested({key: value}), fix.changes)).problem is None
                assert len(fix.texts) == len(fix.changes)


def offered(field: wire.RuleField) -> Iterator[Any]:
    """Values that somebody could choose in the browser."""
    if field.input in ("choice", "flag", "number", "counted"):
        yield from (choice.value for choice in field.choices)
    if field.input == "number":
        assert field.low is not None
        assert field.high is not None
        yield from (field.low + 1, field.high)
    if field.input == "list":
        yield field.value[::-1]
    if field.input == "set":
        yield [choice.value for choice in field.choices if choice.value in field.value]
    if field.input == "numbers":
        assert {part.value for part in field.parts} <= set(range(field.low or 0, (field.high or 0) + 1))


def in_order(key: str, value: list[str]) -> Any:
    read = KEYS[key].read(value)
    return [] if read == "off" else plain(read)


def test_numbers_say_where_they_stand() -> None:
    field = fields(form("ru-chalk"))["chalk.carry"]
    assert [(part.path, part.value) for part in field.parts][:4] == [
        (["same", "win", "0"], 2),
        (["same", "win", "1"], 3),
        (["same", "lose", "0"], 4),
        (["same", "lose", "1"], 6),
    ]


def test_a_changed_rule_is_marked_and_its_sentence_follows() -> None:
    field = fields(form("bavaria", {"kontra": {"max": 4}}))["kontra.max"]
    assert (field.value, field.base_value, field.changed) == (4, 2, True)
    assert "four times" in field.text


def test_presets_belong_to_the_base() -> None:
    shown = form("bavaria+ramsch", {"tariff": {"ramsch": 7}})
    found = fields(shown)
    assert not found["all_pass.do"].changed
    assert found["tariff.ramsch"].applies
    assert not fields(form("bavaria"))["tariff.ramsch"].applies
    assert shown.rules.id == "bavaria+ramsch"


def test_overrides_come_back_as_the_least_that_says_the_same() -> None:
    shown = form("bavaria", {"kontra": {"max": 2, "window": "whole_hand"}, "contracts": {"add": ["geier"]}})
    assert shown.rules.overrides == {
        "contracts": ["rufspiel", "wenz", "solo", "wenz-tout", "solo-tout", "sie", "geier"],
        "kontra": {"window": "whole_hand"},
    }
    assert unshare(shown.share) == ("bavaria", shown.rules.overrides)
    again = rules_form(wire.RulesAsked(share=shown.share))
    assert again == shown


@pytest.mark.parametrize(
    ("base", "overrides", "key"),
    [
        ("bavaria", {"deck": {"cards": 24}}, "deal.packets"),
        ("bavaria", {"table": {"players": 3}}, "deal.packets"),
        ("bavaria", {"deck": {"cards": 24}, "table": {"players": 3}}, "contracts"),
        ("bavaria", {"contracts": ["rufspiel", "renonce"]}, "call.renonce"),
        ("bavaria", {"tariff": {"schneider": 30}}, "tariff.schwarz"),
        ("bavaria", {"all_pass": {"do": "last_knocker_must"}}, "all_pass.do"),
        ("bavaria", {"sie": {"holding": "any8", "play": True}}, "sie.play"),
        ("bavaria", {"table": {"seated": 3}}, "table.seated"),
        ("be-1989", {"auction": {"order": ["rufspiel", "solo"]}}, "auction.order"),
        ("three", {"deck": {"cards": 32}}, "deal.packets"),
        ("ru-chalk", {"table": {"seated": 5}}, "table.seated"),
    ],
)
def test_a_contradiction_names_the_key_and_ways_out(base: str, overrides: dict[str, Any], key: str) -> None:
    found = problem(base, overrides)
    assert (found.error.code, found.error.where) == ("ruleset/contradiction", key)
    assert found.title
    shown = form(base, overrides)
    # Nothing of what was asked is taken over in part.
    assert shown.rules.overrides == {}
    assert not any(field.changed for field in fields(shown).values())
    if (base, key) != ("three", "deal.packets"):
        assert found.fixes
    for fix in found.fixes:
        asked_rules(wire.RulesAsked(rules=base, overrides=laid_over(overrides, fix.changes)))


@pytest.mark.parametrize(
    ("overrides", "key"),
    [
        ({"kontra": {"max": 3}}, "kontra.max"),
        ({"tariff": {"solo": -5}}, "tariff.solo"),
        ({"tariff": {"solo": "much"}}, "tariff.solo"),
        ({"laufende": {"min": {"solo": 99}}}, "laufende.min"),
        ({"contracts": []}, "contracts"),
        ({"contracts": ["solo", "solo"]}, "contracts"),
        ({"session": {"length": "deals 0"}}, "session.length"),
        ({"kontra": {"max": "x" * 5000}}, "kontra.max"),
    ],
)
def test_a_wrong_value_names_the_key_and_what_would_be_taken(overrides: dict[str, Any], key: str) -> None:
    found = problem("bavaria", overrides)
    assert (found.error.code, found.error.where) == ("ruleset/bad-value", key)
    assert found.error.allowed
    assert len(found.error.detail) <= 200


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (wire.RulesAsked(rules="nowhere"), "ruleset/unknown"),
        (wire.RulesAsked(rules="../../etc/passwd"), "ruleset/unknown"),
        (wire.RulesAsked(rules="bavaria+nothing"), "ruleset/unknown"),
        (wire.RulesAsked(rules="bavaria+ramsch+ramsch"), "ruleset/unknown"),
        (wire.RulesAsked(overrides={"kontra": {"most": 1}}), "ruleset/unknown-key"),
        (wire.RulesAsked(overrides={"chalk": {"head": 9}}), "ruleset/contradiction"),
        (wire.RulesAsked(share="!"), "ruleset/bad-value"),
        (wire.RulesAsked(share=share("bavaria", {})[:-3]), "ruleset/bad-value"),
        (wire.RulesAsked(share="W10"), "ruleset/bad-value"),
    ],
)
def test_what_is_not_known_is_refused(asked: wire.RulesAsked, code: str) -> None:
    with pytest.raises(InvalidRuleset) as caught:
        asked_rules(asked)
    assert caught.value.code == code
    if code != "ruleset/contradiction":
        with pytest.raises(InvalidRuleset):
            rules_form(asked)


def test_tables_in_tables_without_end_are_refused() -> None:
    deep: dict[str, Any] = {}
    for _ in range(5000):
        deep = {"min": deep}
    with pytest.raises(InvalidRuleset, match="too deeply"):
        asked_rules(wire.RulesAsked(overrides={"laufende": deep}))


def test_presets_that_contradict_each_other_are_a_problem() -> None:
    for name in preset_ids():
        meant_for, _ = preset(name)
        for base in meant_for or ruleset_ids():
            assert form(f"{base}+{name}").problem is None
    found = problem("pt-units+three-players+short-pack", {})
    assert (found.error.code, found.error.where) == ("ruleset/contradiction", "deal.packets")
    assert form("pt-units+three-players+short-pack").rules.id == "pt-units"


@LANGUAGE
def test_every_preset_says_for_which_rulesets_it_is(lang: str) -> None:
    cards = rulesets(lang)
    assert [card.id for card in cards.rulesets] == list(ruleset_ids())
    assert [card.id for card in cards.presets] == list(preset_ids())
    assert all(card.title for card in (*cards.rulesets, *cards.presets))
    for card in cards.presets:
        for base in card.bases or ruleset_ids():
            load_ruleset(f"{base}+{card.id}")
    assert {card.id: card.players for card in cards.rulesets}["three"] == 3


def test_a_language_that_is_not_there_falls_back() -> None:
    assert rulesets("fr") == rulesets("en") == rulesets(None)
    assert rulesets("de-AT,de;q=0.9") == rulesets("de") != rulesets("en")


@LANGUAGE
@RULESET
def test_the_rulebook_is_headings_paragraphs_and_lists(base: str, lang: str) -> None:
    book = rulebook(wire.RulesAsked(rules=base, lang=lang))
    assert book.title in book.markdown
    for line in book.markdown.splitlines():
        # What the page's own renderer knows.
        assert re.match(r"$|#{1,3} \S|- \S|[^\s#\-<>|]", line), line


def test_a_house_ruleset_has_its_own_rulebook() -> None:
    plain_book = rulebook(wire.RulesAsked(rules="bavaria"))
    house = rulebook(wire.RulesAsked(rules="bavaria", overrides={"tariff": {"solo": 99}}))
    assert "99" in house.markdown
    assert "99" not in plain_book.markdown
    assert rulebook(wire.RulesAsked(rules="bavaria+ramsch")).markdown != plain_book.markdown


def test_forms_and_books_go_over_the_wire() -> None:
    for answer in (form(), form("ru-chalk"), form("bavaria", {"deck": {"cards": 24}})):
        assert msgspec.json.decode(msgspec.json.encode(answer), type=wire.RulesForm) == answer


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from(sorted(KEYS)), json_values, st.sampled_from(ruleset_ids()))
def test_whatever_is_sent_there_is_an_answer(key: str, value: Any, base: str) -> None:
    try:
        shown = form(base, nested({key: value}))
    except InvalidRuleset:
        return
    assert shown.problem is None or shown.problem.error.where


@given(st.text(max_size=40))
def test_no_link_breaks_it(text: str) -> None:
    try:
        name, overrides = unshare(text)
    except InvalidRuleset:
        return
    assert unshare(share(name, overrides)) == (name, overrides)


def test_a_code_is_a_picture_of_its_own() -> None:
    root = ElementTree.fromstring(qr_svg("http://192.168.0.20:8000/t/ABCDEF"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert {child.tag.rpartition("}")[2] for child in root} == {"path"}
    assert "style" not in ElementTree.tostring(root, "unicode")
    assert qr_svg("http://192.168.0.20:8000/t/ABCDEF") != qr_svg("http://192.168.0.20:8000/t/ABCDEG")


@pytest.mark.parametrize("text", ["", "x" * (LONGEST + 1), "ü" * LONGEST])
def test_a_code_holds_a_link_and_no_more(text: str) -> None:
    with pytest.raises(Refused) as caught:
        qr_svg(text)
    assert caught.value.code == "request/too-large"
