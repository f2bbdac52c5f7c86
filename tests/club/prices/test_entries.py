"""What the table refuses, and evenings in which it keeps the books."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from tests.club.prices.kit import any_state, evening, refused, rubbish, session_of, sizes
from tests.laws.kit import FAMILIES, any_rules

from schafkopf.club import prices
from schafkopf.game import Entry, Ruleset, load_ruleset, ruleset_ids

CODES = {"entry/contract", "entry/seat", "entry/points", "entry/result", "entry/laufende", "entry/doubling"}


def refusals(rules: Ruleset, rng: random.Random, number: int) -> Counter[str | None]:
    """Random rubbish gets the same code, about the same field."""
    seen: Counter[str | None] = Counter()
    for at_table in rng.sample(sizes(rules), 1):
        table = prices.compile(rules, at_table).to_dict()
        for _ in range(number):
            session = session_of(rules, at_table, rng.randrange(at_table), any_state(rules, rng))
            state = prices.state_data(session)
            entry = rubbish(table, state, rng)
            data = prices.entry_data(entry)
            wrong = refused(session, entry)
            assert prices.refusal(table, state, data) == wrong, entry
            code = prices.check(table, state, data)
            assert code == (None if wrong is None else wrong[0])
            seen[code] += 1
    return seen


@pytest.mark.parametrize("name", ruleset_ids())
def test_rubbish_is_refused_with_the_code_of_the_game(name: str) -> None:
    seen = refusals(load_ruleset(name), random.Random(name), 6000)
    assert seen.keys() >= CODES | {None}


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("seed", range(10))
def test_rubbish_is_refused_alike_under_random_rules(seed: int, family: str) -> None:
    rng = random.Random(f"rubbish {family} {seed}")
    refusals(any_rules(rng, family), rng, 300)


@pytest.mark.parametrize("name", ruleset_ids())
def test_evenings_of_two_hundred_games_end_alike(name: str) -> None:
    rules = load_ruleset(name)
    for at_table in sizes(rules):
        evening(rules, at_table, random.Random(f"evening {name} {at_table}"), 200)


def test_an_unknown_ending_is_refused() -> None:
    table = prices.compile(load_ruleset("bavaria"), 4).to_dict()
    state = prices.start(table)
    assert prices.check(table, state, {"passed": "played"}) == "entry/contract"
    assert prices.check(table, state, {"passed": "never"}) == "entry/contract"


def test_who_passes_out_the_chalk_game_is_refused() -> None:
    table = prices.compile(load_ruleset("ru-chalk"), 4).to_dict()
    assert prices.check(table, prices.start(table), {"passed": "redeal"}) == "entry/contract"


def test_an_entry_needs_to_say_only_what_is_not_usual() -> None:
    table = prices.compile(load_ruleset("bavaria"), 4).to_dict()
    state = prices.start(table, dealer=3)
    short = {"contract": "solo", "declarer": 1, "won": True}
    full = prices.entry_data(Entry("solo", 1, won=True))
    assert prices.price(table, state, short) == prices.price(table, state, full)
