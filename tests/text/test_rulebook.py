"""A ruleset as a rulebook."""

from __future__ import annotations

import pytest

from schafkopf.game.errors import InvalidRuleset
from schafkopf.game.ruleset import load_ruleset, preset, preset_ids, ruleset_ids
from schafkopf.text.catalog import LANGUAGES, catalog
from schafkopf.text.rulebook import CHAPTERS, applies, rulebook, sentence

PRESETS = [(base, name) for name in preset_ids() for base in preset(name)[0] or ruleset_ids()]


def chapter(book: str, lang: str, name: str) -> str:
    """One chapter of a rulebook, empty if it has none."""
    heading = f"\n## {catalog(lang).text('rules', 'chapters', name)}\n"
    return book.partition(heading)[2].partition("\n## ")[0]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ruleset_ids())
def test_rulebook_of_each_ruleset(name: str, lang: str) -> None:
    book = rulebook(load_ruleset(name), lang)
    assert "{" not in book
    assert "  " not in book
    headings = [line.removeprefix("## ") for line in book.splitlines() if line.startswith("## ")]
    order = [catalog(lang).text("rules", "chapters", chapter) for chapter in [*CHAPTERS, "variants"]]
    assert headings == [heading for heading in order if heading in headings]
    assert headings[-1] == catalog(lang).text("rules", "chapters", "variants")
    assert book.startswith(f"# {catalog(lang).text('terms', 'rulesets', name)}\n")


@pytest.mark.parametrize(("base", "name"), PRESETS)
def test_preset_loads_for_what_it_is_meant_for(base: str, name: str) -> None:
    assert load_ruleset(f"{base}+{name}").id == f"{base}+{name}"


def test_preset_is_refused_elsewhere() -> None:
    with pytest.raises(InvalidRuleset, match="ruleset/unknown"):
        load_ruleset("ru-chalk+ramsch")


@pytest.mark.parametrize("name", preset_ids())
def test_preset_changes_something_and_the_rulebook_says_so(name: str) -> None:
    # 20-50 is what Bavaria pays anyway: it undoes another tariff.
    base = "bavaria+10-50" if name == "20-50" else preset(name)[0][0]
    rules, changed = load_ruleset(base), load_ruleset(f"{base}+{name}")
    assert rules != changed
    # Doublings can only stack where a deal can be doubled, and so on: each says at least one new sentence.
    assert f"`{base}+{name}`" in rulebook(rules, "en")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("base", "name"), PRESETS)
def test_rulebook_of_each_preset(base: str, name: str, lang: str) -> None:
    book = rulebook(load_ruleset(f"{base}+{name}"), lang)
    assert "{" not in book
    assert f"\n*{catalog(lang).text('terms', 'presets', name)}*\n" in book
    assert f"+{name}+{name}`" not in book


def test_variant_shows_the_sentences_it_puts_in_place() -> None:
    variants = chapter(rulebook(load_ruleset("be-1989"), "en"), "en", "variants")
    assert (
        "### Four doublings in turn: Kontra, Re, Supra, Resupra (`be-1989+kontra-four`)\n\n"
        "- The stakes may be doubled four times, by the two sides in turn: Kontra, Re, Supra, Resupra.\n"
    ) in variants
    assert "bavaria" not in variants


def test_what_cannot_happen_is_left_out() -> None:
    rules = load_ruleset("bavaria")
    assert not applies(rules, "ramsch.tie")
    assert not applies(rules, "pot.ante")
    assert not applies(rules, "knock.factor")
    assert not applies(rules, "tariff.geier")
    assert not applies(rules, "hochzeit.card")
    assert not applies(rules, "auction.step")
    assert not applies(rules, "chalk.head")
    assert applies(load_ruleset("bavaria+ramsch"), "ramsch.tie")
    assert applies(load_ruleset("fi-table"), "ramsch.tie")
    assert applies(load_ruleset("be-1989+pot"), "pot.ante")
    assert not applies(load_ruleset("be-1989+pot-any-game"), "pot.contracts")
    assert applies(load_ruleset("bavaria+knocking"), "knock.factor")
    assert applies(load_ruleset("bavaria+geier"), "tariff.geier")
    assert applies(load_ruleset("bavaria+muss"), "muss.low_trumps")
    assert applies(load_ruleset("bavaria+steigern"), "auction.step")
    assert applies(load_ruleset("ru-chalk"), "chalk.head")
    assert not applies(load_ruleset("ru-chalk"), "ramsch.tie")


def test_a_table_without_partners_needs_no_ace() -> None:
    book = rulebook(load_ruleset("three"), "en")
    assert chapter(book, "en", "calling") == ""
    assert chapter(book, "en", "called_ace") == ""
    assert "partnership" not in book
    assert "Rufspiel" not in chapter(book, "en", "tariff")


def test_lists_show_only_games_that_can_come_about() -> None:
    rules = load_ruleset("bavaria")
    assert sentence(rules, "auction.order", "en") == (
        "From the lowest game to the highest: Rufspiel, Wenz, Solo, Wenz-Tout, Solo-Tout, Sie."
    )
    assert "Geier" not in sentence(rules, "laufende.min", "en")


def test_amounts_are_in_the_unit_of_the_ruleset() -> None:
    assert sentence(load_ruleset("bavaria"), "tariff.solo", "de") == "Ein Solo kostet 50 Cent."
    assert sentence(load_ruleset("be-1989"), "tariff.rufspiel", "en") == "A Rufspiel costs 1 stake."
    assert sentence(load_ruleset("fi-table"), "tariff.solo", "en") == "A Solo costs 2 points."
    dear = load_ruleset("bavaria").with_overrides({"tariff": {"solo": 150}})
    assert sentence(dear, "tariff.solo", "de") == "Ein Solo kostet 1,50 €."


def test_house_ruleset_has_a_rulebook() -> None:
    house = load_ruleset("be-1989").with_overrides({"all_pass": {"do": "ramsch"}, "kontra": {"max": 99}})
    book = rulebook(house, "en")
    assert "without limit" in chapter(book, "en", "kontra")
    assert chapter(book, "en", "ramsch")


def test_variant_that_contradicts_a_house_rule_is_left_out() -> None:
    house = load_ruleset("bavaria").with_overrides(
        {"table": {"players": 3}, "deal": {"packets": [4, 4]}, "deck": {"cards": 24}, "contracts": ["wenz", "solo"]}
    )
    book = rulebook(house, "en")
    assert "bavaria+kreuz" not in book
    assert "bavaria+knocking" in book
