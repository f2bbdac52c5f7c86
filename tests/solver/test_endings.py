"""The endings that the solver is compared on are of every kind: a generator that misses one is found here."""

from __future__ import annotations

from collections import Counter

import pytest

from schafkopf.game.contract import CONTRACT_NAMES

from .endings import GROUPS, Recipe, endings, labels, rng_of, start

AT_LEAST = {
    # contracts
    **dict.fromkeys(CONTRACT_NAMES, 30),
    "rufspiel": 600,
    "sie": 20,
    # rules
    "24 cards": 400,
    "three players": 150,
    "must win": 300,
    "bettel with trumps": 50,
    "bettel without trumps": 50,
    "declarer leads": 150,
    "own ace": 120,
    "called ten or king": 120,
    "muss with few trumps": 30,
    "taken over": 100,
    "promise": 30,
    "by the club jack": 10,
    "kontra": 300,
    "for the pot": 200,
    "carried tie": 15,
    "each to each": 300,
    "others look on": 300,
    # where the position stands
    "1 left": 50,
    "2 left": 300,
    "3 left": 400,
    "4 left": 500,
    "0 on the table": 300,
    "1 on the table": 300,
    "2 on the table": 300,
    "3 on the table": 200,
    # the called ace and other duties
    "called suit not yet led": 300,
    "called suit led, ace to come": 120,
    "ace must fall": 40,
    "ace held back": 60,
    "ace may be thrown": 60,
    "ace may not be led": 30,
    "nothing else to lead": 12,
    "may run away on lead": 15,
    "may run away under the suit": 8,
    "running away now": 8,
    "freed": 40,
    "freed, suit led": 8,
    "ran away and stays bound": 40,
    "called card on the table": 5,
    "called card gone": 60,
    "must win narrows": 80,
    "goal open": 80,
}


def test_every_kind_of_ending_is_compared() -> None:
    found: Counter[str] = Counter()
    for group in GROUPS:
        for _, deal in endings(group):
            found.update(labels(deal))
    missing = {label: (found[label], least) for label, least in AT_LEAST.items() if found[label] < least}
    assert missing == {}
    assert sum(found[label] for label in ("2 left", "3 left", "4 left")) > 2000


def test_every_combination_of_the_switches_of_the_called_ace_is_compared() -> None:
    def switches(recipes: list[Recipe]) -> set[tuple[object, ...]]:
        return {tuple(recipe.overrides["ace"].values()) for recipe in recipes}

    everything = switches(GROUPS["duties of the called ace"][0])
    assert len(everything) == 2 * 3 * 2 * 2 * 2 * 3 * 2
    assert switches(GROUPS["running away"][0]) == {values for values in everything if values[1] != 0}


@pytest.mark.parametrize("group", GROUPS)
def test_an_ending_is_what_its_recipe_says(group: str) -> None:
    recipes, _ = GROUPS[group]
    for index in range(0, len(recipes), 1 + len(recipes) // 20):
        recipe = recipes[index]
        deal = start(recipe, rng_of(group, index, 999))
        assert deal.contract is not None
        assert deal.contract.name == recipe.contract
        assert recipe.wanted is None or recipe.wanted in labels(deal)
        for table, values in recipe.overrides.items():
            for key, value in values.items():
                assert deal.rules[f"{table}.{key}"] == (tuple(value) if isinstance(value, list) else value)


def test_endings_can_be_made_again() -> None:
    for group in ("running away", "bettel"):
        first = [deal.log for _, deal in endings(group, times=0.1)]
        assert first == [deal.log for _, deal in endings(group, times=0.1)]
