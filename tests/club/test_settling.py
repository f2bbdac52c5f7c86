"""Settling up: everybody at 0, never a negative payment, and as few payments as there can be."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schafkopf.club.settling import EXACT_UP_TO, exact, payments


def fewest(balances: Sequence[int]) -> int:
    """The fewest payments, found the slow way: people less the most groups that settle among themselves."""

    def groups(people: tuple[int, ...]) -> int:
        if not people:
            return 0
        first, others = people[0], people[1:]
        best = 0
        for size in range(len(others) + 1):
            for chosen in combinations(others, size):
                if balances[first] + sum(balances[person] for person in chosen) == 0:
                    best = max(best, 1 + groups(tuple(person for person in others if person not in chosen)))
        return best

    people = tuple(person for person, balance in enumerate(balances) if balance)
    return len(people) - groups(people)


def check(balances: Sequence[int]) -> None:
    left = list(balances)
    found = payments(balances)
    for payer, payee, amount in found:
        # MO-02: nobody is ever asked for a negative amount, or for nothing.
        assert amount > 0
        assert balances[payer] < 0 < balances[payee]
        left[payer] += amount
        left[payee] -= amount
    assert not any(left), found
    assert found == sorted(found) == payments(balances)


amounts = st.lists(st.integers(-60, 60), min_size=0, max_size=7).map(lambda some: [*some, -sum(some)])


@given(amounts)
def test_everybody_ends_at_nothing_with_the_fewest_payments(balances: list[int]) -> None:
    check(balances)
    assert len(payments(balances)) == fewest(balances)


@given(st.lists(st.integers(-10_000, 10_000), min_size=EXACT_UP_TO + 1, max_size=40))
def test_many_people_settle_too(some: list[int]) -> None:
    balances = [*some, -sum(some)]
    check(balances)
    assert len(payments(balances)) <= max(0, sum(map(bool, balances)) - 1)


@pytest.mark.parametrize(
    ("balances", "expected"),
    [
        ([], []),
        ([0, 0, 0, 0], []),
        ([-135, 135, 0, 0], [(0, 1, 135)]),
        ([20, 20, -20, -20], [(2, 0, 20), (3, 1, 20)]),
        ([-7, -5, 6, 3, 3], [(0, 2, 6), (0, 4, 1), (1, 3, 3), (1, 4, 2)]),
        # Largest against largest all the way would need four.
        ([-6, -5, 5, 4, 2], [(0, 3, 4), (0, 4, 2), (1, 2, 5)]),
    ],
)
def test_settled(balances: list[int], expected: list[tuple[int, int, int]]) -> None:
    assert payments(balances) == expected
    assert len(expected) == fewest(balances)


def test_after_a_payment_that_was_too_much_the_debt_turns_round() -> None:
    """MO-02: who has paid more than he owed is owed the rest."""
    assert payments([30, -30]) == [(1, 0, 30)]
    assert payments([30 - 40, -30 + 40]) == [(0, 1, 10)]


def test_as_many_as_are_settled_exactly_take_no_time() -> None:
    rng = Random(4)
    some = [rng.randrange(-500, 500) * 10 for _ in range(EXACT_UP_TO - 1)]
    check([*some, -sum(some)])
    assert exact([*some, -sum(some)])


def test_who_is_even_does_not_count_for_the_limit() -> None:
    assert exact([10, -10, *[0] * 50])
    assert not exact([10, -10] * EXACT_UP_TO)


def test_balances_that_do_not_sum_to_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="sum to 5"):
        payments([10, -5])
