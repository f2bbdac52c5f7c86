"""The catalogues: every value of every key, every term and every error code has its text in each language."""

from __future__ import annotations

import itertools
import re
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import schafkopf.game
from schafkopf.game.cards import RANKS, SUITS
from schafkopf.game.contract import CONTRACT_NAMES
from schafkopf.game.ruleset import load_ruleset, preset_ids, ruleset_ids
from schafkopf.game.schema import BOCK_EVENTS, CHALK, KEYS, TIE_BREAKS
from schafkopf.text.catalog import LANGUAGES, Catalog, catalog, negotiate, plural_form
from schafkopf.text.rulebook import CHAPTERS, CONDITIONS, value_sentence

_CODES = """
record/syntax record/version record/cards record/result-differs ruleset/unknown ruleset/unknown-key
ruleset/bad-value ruleset/contradiction turn/not-yours turn/over auction/not-higher auction/not-enabled
auction/must-name auction/not-eligible call/own-ace call/no-card-of-suit call/trump-suit
kontra/window-closed kontra/own-side kontra/limit play/not-held play/follow-suit play/called-ace
play/called-ace-held play/must-win rest/not-certain claim/too-late claim/nothing knock/closed
import/unsupported import/syntax
entry/contract entry/seat entry/points entry/result entry/laufende entry/doubling
solve/not-in-play solve/unknown-cards solve/budget solve/unordered
fairness/syntax fairness/version fairness/server-hash fairness/hash fairness/hands
table/not-found table/full table/seat-taken table/not-host table/not-seated table/already-seated table/phase table/stale
table/paused table/bad-shuffle table/too-late table/limit person/unknown person/name-taken person/passphrase
request/syntax request/too-large request/too-many request/forbidden request/host request/not-found server/fault
server/unavailable
"""
_SETTLEMENT = """
base schneider schwarz laufende tout sie knock kontra double bock pot virgin march raise total won lost
with without double_win carry sweep tie
"""
_GAME = """
seat declarer partner defenders dealer forehand trick trump hand points stroke pot deal round pass play
knock keep kontra re supra resupra accept hochzeit claim cut rest concede ramsch double redeal throw_in
"""
_BOOKS = """
book/full book/limit book/not-found book/taken club/syntax import/amount import/column import/columns import/long
import/name import/names import/number import/sum import/taken import/twice sheet/backup sheet/full sheet/no-entry
sheet/no-person sheet/nothing-to-undo sheet/payment sheet/penalty sheet/repeated sheet/rules sheet/seats sheet/sum
sheet/syntax sheet/table sheet/too-large sheet/unit tournament/backup tournament/busy tournament/cannot-split
tournament/closed tournament/conflict tournament/differs tournament/drawn tournament/exists tournament/forbidden
tournament/game tournament/has-results tournament/length tournament/limit tournament/missing tournament/no-draw
tournament/no-entrant tournament/no-game tournament/no-protest tournament/no-result tournament/no-round
tournament/no-table tournament/not-found tournament/not-last tournament/number tournament/number-taken tournament/over
tournament/reason tournament/result tournament/round-drawn tournament/round-open tournament/rules tournament/scheme
tournament/seed tournament/setting tournament/sum tournament/syntax tournament/text tournament/too-few
"""
CODES, SETTLEMENT, GAME = (frozenset(words.split()) for words in (_CODES + _BOOKS, _SETTLEMENT, _GAME))
TERMS = {
    "suits": frozenset(SUITS),
    "ranks": frozenset(RANKS),
    "contracts": frozenset(CONTRACT_NAMES),
    "settlement": SETTLEMENT,
    "rulesets": frozenset(ruleset_ids()),
    "game": GAME,
    "presets": frozenset(preset_ids()),
}
UNITS = frozenset({"cent", "stake", "stroke", "point"})
LANGUAGE = pytest.mark.parametrize("lang", LANGUAGES)


def leaves(tree: Any, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], str]]:
    if isinstance(tree, dict):
        return [leaf for name, inner in tree.items() for leaf in leaves(inner, (*path, name))]
    if isinstance(tree, list):
        return [(path, text) for text in tree]
    return [(path, tree)]


def rule_values() -> list[tuple[str, Any]]:
    return [(name, sample) for name, key in KEYS.items() for sample in key.samples]


@LANGUAGE
def test_every_value_of_every_key_has_its_sentence(lang: str) -> None:
    for key, value in rule_values():
        read = KEYS[key].read(value)
        for chalk in {"chalk" in KEYS[key].families, KEYS[key].families == CHALK}:
            text = value_sentence(key, read, lang, unit="stroke" if chalk else "stake", chalk=chalk)
            assert text.strip(), (key, value)
            assert "{" not in text, text
            assert text[-1] in '.!?»")', text


@LANGUAGE
def test_different_values_of_a_choice_have_different_sentences(lang: str) -> None:
    for name, key in KEYS.items():
        texts = [value_sentence(name, key.read(sample), lang) for sample in key.samples]
        assert len(set(texts)) == len(texts), (name, texts)


@LANGUAGE
def test_every_key_has_a_title(lang: str) -> None:
    for key in KEYS:
        assert catalog(lang).text("rules", "rule", key, "title").strip()


@LANGUAGE
def test_rules_have_no_unknown_ids(lang: str) -> None:
    rules = catalog(lang).entry("rules")
    assert set(rules) == {
        *("intro_schafkopf", "intro_chalk", "pay_alone"),
        *("chapters", "plurals", "about", "items", "rule"),
    }
    assert set(rules["chapters"]) == {*CHAPTERS, "variants"}
    assert set(rules["plurals"]) == UNITS
    assert set(rules["about"]) == set(CONTRACT_NAMES)
    assert set(rules["items"]) == {*TIE_BREAKS, *BOCK_EVENTS}
    assert set(rules["rule"]) == set(KEYS)
    kinds = {"title", "number", "list", "empty", "table", "pair", "factor", "fixed"}
    for key, texts in rules["rule"].items():
        words = {word.split()[0] for accepted in KEYS[key].accepted for word in accepted.replace('"', "").split(", ")}
        for name in texts:
            plain = name.removesuffix("_chalk")
            assert plain in kinds | words or plain.isdigit(), (key, name)


@LANGUAGE
def test_terms_are_complete_and_have_no_unknown_ids(lang: str) -> None:
    terms = catalog(lang).entry("terms")
    assert {name: frozenset(table) for name, table in terms.items()} == TERMS


@LANGUAGE
def test_every_error_code_has_its_text(lang: str) -> None:
    assert set(catalog(lang).entry("errors")) == CODES


@pytest.mark.parametrize("package", ["game", "club"])
def test_every_code_that_is_used_is_known(package: str) -> None:
    folder = Path(schafkopf.game.__file__).parent.parent / package
    paths = list(folder.rglob("*.py"))
    used = {code for path in paths for code in re.findall(r'"([a-z]+/[a-z-]+)"', path.read_text("utf-8"))}
    assert paths
    assert used <= CODES


@LANGUAGE
def test_error_texts_use_only_known_placeholders(lang: str) -> None:
    for code, text in catalog(lang).entry("errors").items():
        assert set(re.findall(r"\{(.*?)\}", text)) <= {"seat", "action", "allowed", "where", "detail"}, code
        assert text.count("[") == text.count("]"), code


@LANGUAGE
def test_plural_forms_are_as_many_as_the_language_has(lang: str) -> None:
    forms = {plural_form(lang, n) for n in range(30)}

    def check(tree: Any, path: tuple[str, ...] = ()) -> None:
        if isinstance(tree, dict):
            for name, inner in tree.items():
                check(inner, (*path, name))
        elif isinstance(tree, list):
            assert len(tree) == len(forms), path

    check(catalog(lang).tables)


@LANGUAGE
def test_texts_are_tidy(lang: str) -> None:
    for path, text in leaves(catalog(lang).tables):
        assert isinstance(text, str), path
        assert text == text.strip(), path
        assert text, path
        assert "  " not in text, path
        assert "\n" not in text, path


@LANGUAGE
def test_every_language_has_the_same_ids(lang: str) -> None:
    def ids(language: str) -> set[tuple[str, ...]]:
        found = {path for path, _ in leaves(catalog(language).tables)}
        # Sentences for the chalk game alone, and for one number alone, are each language's own choice.
        return {path for path in found if path[:2] != ("rules", "rule") or path[-1].isidentifier()} - {
            path for path in found if path[-1].endswith("_chalk")
        }

    assert ids(lang) == ids("en")


def test_no_two_languages_say_the_same() -> None:
    sentences = {
        lang: {text for path, text in leaves(catalog(lang).tables["rules"]["rule"]) if path[-1] != "title"}
        for lang in LANGUAGES
    }
    for one, other in itertools.combinations(LANGUAGES, 2):
        assert not sentences[one] & sentences[other], (one, other)


def test_every_catalogue_file_belongs_to_a_language() -> None:
    folder = resources.files("schafkopf.text") / "catalog"
    assert {entry.name for entry in folder.iterdir()} == set(LANGUAGES)
    for lang in LANGUAGES:
        for entry in (folder / lang).iterdir():
            if entry.name != "web":
                tomllib.loads(entry.read_text("utf-8"))


def test_every_key_stands_in_one_chapter() -> None:
    keys = [key for chapter in CHAPTERS.values() for key in chapter]
    assert len(keys) == len(set(keys))
    assert set(keys) == set(KEYS) - {"family"}
    assert set(CONDITIONS) <= set(keys)


def test_a_missing_id_names_language_and_id() -> None:
    with pytest.raises(KeyError, match="fi: terms/suits/X"):
        catalog("fi").text("terms", "suits", "X")
    with pytest.raises(KeyError, match="de: rules/chapters"):
        catalog("de").text("rules", "chapters")
    with pytest.raises(KeyError, match="xx"):
        catalog("xx")
    with pytest.raises(KeyError, match="ru: rules/a"):
        Catalog("ru", {"rules": {"a": ["one form"]}}).text("rules", "a", n=5)


def test_a_catalogue_is_read_once() -> None:
    assert catalog("be") is catalog("be")


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("C", "en"),
        ("C.UTF-8", "en"),
        ("POSIX", "en"),
        ("fr_FR.UTF-8", "en"),
        ("de_DE.UTF-8", "de"),
        ("de_AT@euro", "de"),
        ("be", "be"),
        ("BE_BY", "be"),
        ("pt-BR", "pt"),
        ("fi_FI", "fi"),
        ("xx:ru:de", "ru"),
        ("fr-FR,de;q=0.8,en;q=0.9", "en"),
        ("fr-FR, pt;q=0.5, fi ; q=0.7", "fi"),
        ("ru;q=0, de;q=0.1", "de"),
        ("ru;q=0", "en"),
        ("ru;q=x", "en"),
    ],
)
def test_negotiate(wanted: str | None, language: str) -> None:
    assert negotiate(wanted) == language


def test_plural_forms() -> None:
    assert [plural_form("be", n) for n in (0, 1, 2, 4, 5, 11, 14, 21, 22, 61, 101, 111)] == [
        2,
        0,
        1,
        1,
        2,
        2,
        2,
        0,
        1,
        0,
        0,
        2,
    ]
    assert [plural_form("fi", n) for n in (0, 1, 2)] == [1, 0, 1]


def test_shipped_values_are_among_what_was_checked() -> None:
    # Each shipped ruleset's own values have a sentence too, not only the samples.
    for name in ruleset_ids():
        rules = load_ruleset(name)
        for lang in LANGUAGES:
            for key in rules:
                assert value_sentence(key, rules[key], lang, unit=rules["tariff.unit"], chalk=rules.chalk)
