"""A ruleset as a rulebook."""

from __future__ import annotations

import pytest

from schafkopf.game.errors import InvalidRuleset
from schafkopf.game.ruleset import load_ruleset, parse_toml, preset, preset_ids, ruleset_ids
from schafkopf.text.catalog import LANGUAGES, catalog
from schafkopf.text.rulebook import CHAPTERS, about, applies, games, rulebook, sentence

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


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ruleset_ids())
def test_every_game_is_explained_in_the_order_of_the_auction(name: str, lang: str) -> None:
    rules = load_ruleset(name)
    titles = [
        line[4:].split("**:")[0] for line in chapter(rulebook(rules, lang), lang, "games").splitlines() if "**" in line
    ]
    assert [title.lower() for title in titles] == [
        catalog(lang).text("terms", "contracts", game).lower() for game in games(rules)
    ]
    if not rules.chalk:
        in_order = [game for game in rules["auction.order"] if game in games(rules)]
        assert list(games(rules))[: len(in_order)] == in_order


def test_games_that_nobody_names_are_explained_where_the_table_plays_them() -> None:
    assert games(load_ruleset("bavaria+renonce+ramsch"))[-2:] == ("renonce", "ramsch")
    assert games(load_ruleset("bavaria+muss"))[-1] == "muss"
    assert games(load_ruleset("bavaria+kreuz"))[-1] == "kreuz"
    assert "ramsch" in games(load_ruleset("fi-table"))
    assert games(load_ruleset("ru-chalk")) == ("chalk",)
    assert not {"ramsch", "muss", "kreuz", "renonce", "hochzeit"} & set(games(load_ruleset("bavaria")))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("ruleset", "game", "trumps"),
    [
        ("bavaria", "rufspiel", 14),
        ("bavaria", "solo", 14),
        ("bavaria", "wenz", 4),
        ("bavaria+farbwenz", "farbwenz", 11),
        ("bavaria-short", "rufspiel", 12),
        ("bavaria-short+farbwenz", "farbwenz", 9),
        ("three", "solo", 12),
        ("ru-chalk", "chalk", 11),
    ],
)
def test_number_of_trumps(ruleset: str, game: str, trumps: int, lang: str) -> None:
    assert str(trumps) in about(load_ruleset(ruleset), game, lang)


def test_a_game_is_explained_by_the_rules_of_the_table() -> None:
    assert "no trumps in a Bettel" in about(load_ruleset("bavaria+bettel"), "bettel", "en")
    assert "those of a Herz-Solo" in about(load_ruleset("bavaria+bettel-herz"), "bettel", "en")
    assert "face down" in about(load_ruleset("bavaria+hochzeit"), "hochzeit", "en")
    assert "without play" in about(load_ruleset("bavaria"), "sie", "en")
    played = load_ruleset("bavaria").with_overrides({"sie": {"play": True}})
    assert "card by card" in about(played, "sie", "en")


def test_variant_explains_the_game_it_adds() -> None:
    variants = chapter(rulebook(load_ruleset("bavaria"), "en"), "en", "variants")
    geier = variants.partition("(`bavaria+geier`)")[2].partition("\n### ")[0]
    assert "**Geier**: The declarer plays alone" in geier
    assert "**Wenz**" not in geier


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("holding", ["top8", "any8"])
def test_no_sie_with_six_cards(holding: str, lang: str) -> None:
    rules = load_ruleset("bavaria-short").with_overrides({"sie": {"holding": holding}})
    assert "sie" not in games(rules)
    assert not applies(rules, "sie.pay")
    name = catalog(lang).text("terms", "contracts", "sie")
    for key in ("contracts", "auction.order"):
        assert name not in sentence(rules, key, lang)
    six = rules.with_overrides({"sie": {"holding": "top_of_hand"}})
    assert "sie" in games(six)
    assert name in sentence(six, "contracts", lang)
    assert "sie" in games(load_ruleset("three"))


def test_list_of_games_is_left_out_if_none_can_be_named() -> None:
    rules = load_ruleset("bavaria-short").with_overrides({"contracts": ["sie"], "all_pass": {"do": "ramsch"}})
    assert games(rules) == ("ramsch",)
    assert chapter(rulebook(rules, "en"), "en", "games").strip().startswith("- **Ramsch**")


def test_named_house_ruleset_has_title_and_variants_of_its_base() -> None:
    house = parse_toml('base = "be-1989+ramsch"\n[kontra]\nmax = 4\n', where="house.toml", id="stammtisch")
    book = rulebook(house, "be")
    assert book.startswith(f"# {catalog('be').text('terms', 'rulesets', 'be-1989')}\n")
    variants = chapter(book, "be", "variants")
    assert f"### {catalog('be').text('terms', 'presets', 'matadors-single')}\n" in variants
    assert f"### {catalog('be').text('terms', 'presets', 'kontra-four')}\n" not in variants
    assert f"### {catalog('be').text('terms', 'presets', 'geier')}\n" not in variants
    assert "`" not in book


def test_house_ruleset_that_stands_on_nothing_is_called_by_its_name() -> None:
    alone = parse_toml(load_ruleset("bavaria").to_toml(), where="house.toml", id="stammtisch")
    book = rulebook(alone, "en")
    assert book.startswith("# stammtisch\n")
    assert chapter(book, "en", "variants") == ""


def test_pot_is_described_only_where_something_comes_into_it() -> None:
    assert load_ruleset("bavaria")["pot.contracts"]
    assert chapter(rulebook(load_ruleset("bavaria"), "en"), "en", "pot") == ""
    assert "share the pot" in chapter(rulebook(load_ruleset("bavaria+stock-pot"), "en"), "en", "pot")


def test_pot_that_no_game_plays_for_has_no_winner() -> None:
    # Three players have no Rufspiel, the only game that plays for this pot.
    rules = load_ruleset("three").with_overrides({"all_pass": {"do": "pot"}})
    pot = chapter(rulebook(rules, "en"), "en", "pot")
    assert "No game plays for the pot." in pot
    assert "takes the pot" not in pot
    assert "double what lies" not in pot
    any_game = rules.with_overrides({"pot": {"winner": "any_game"}})
    assert "Every game plays for the pot" in chapter(rulebook(any_game, "en"), "en", "pot")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_pays_a_lone_game_is_said_where_there_are_any(lang: str) -> None:
    line = f"- {catalog(lang).text('rules', 'pay_alone')}"
    assert line in chapter(rulebook(load_ruleset("three"), lang), lang, "tariff")
    assert line not in rulebook(load_ruleset("ru-chalk"), lang)
    partners_only = load_ruleset("bavaria").with_overrides({"contracts": ["rufspiel"]})
    assert line not in chapter(rulebook(partners_only, lang), lang, "tariff")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sentences_name_no_points_that_another_key_sets(lang: str) -> None:
    rules = load_ruleset("bavaria+kreuz").with_overrides({"win": {"declarer": 66}})
    assert "66" in sentence(rules, "win.declarer", lang)
    book = rulebook(rules, lang).partition(f"## {catalog(lang).text('rules', 'chapters', 'variants')}")[0]
    assert "61" not in book


def test_packets_are_added_up() -> None:
    assert sentence(load_ruleset("ru-chalk"), "deal.packets", "en").endswith("3 + 2 + 3.")
