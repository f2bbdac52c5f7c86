"""The oracle checks itself: the slow way and the faster ones give the same values."""

from __future__ import annotations

import pytest

from .endings import GROUPS, cards_left, endings
from .oracle import answer, by_hand, everyone, finished_value, prove

SIDED = [group for group in GROUPS if group != "ramsch"]


@pytest.mark.parametrize("money", [False, True], ids=["points", "money"])
@pytest.mark.parametrize("group", SIDED)
def test_a_memory_of_full_states_changes_no_value(group: str, money: bool) -> None:
    compared = 0
    for _, deal in endings(group, low=2, high=3, times=0.15):
        if cards_left(deal) == 3 and len(deal.seats) == 4 and len(deal.play.trick) < 2:
            continue
        compared += 1
        assert answer(deal, money=money) == by_hand(deal, money=money)
    assert compared >= 8


@pytest.mark.parametrize("money", [False, True], ids=["points", "money"])
@pytest.mark.parametrize("group", SIDED)
def test_asking_for_bounds_changes_no_value(group: str, money: bool) -> None:
    for _, deal in endings(group, low=3, high=4, times=0.08):
        assert prove(deal, money=money) == answer(deal, money=money)


def test_both_ways_agree_on_five_cards() -> None:
    for group in SIDED:
        for _, deal in endings(group, low=5, high=5, times=0.006):
            assert prove(deal) == answer(deal)


@pytest.mark.parametrize("group", SIDED)
def test_the_value_is_reached_along_the_best_cards(group: str) -> None:
    for _, deal in endings(group, times=0.04):
        for money in (False, True):
            found = value = answer(deal, money=money)
            line = deal
            while not line.finished:
                line = line.after(f"{line.turn} {min(found.best)}")
                found = answer(line, money=money)
                assert found.value == value.value
            assert finished_value(line, money=money) == value.value


def test_in_ramsch_the_last_cards_are_priced_as_they_fall() -> None:
    for _, deal in endings("ramsch", low=1, high=1):
        found = everyone(deal)
        seat = deal.turn
        while not deal.finished:
            deal = deal.after(f"{deal.turn} {deal.options_of(deal.turn)[0]}")
        bill = deal.settlement()
        assert list(found.values()) == [frozenset([bill.amounts[seat]])]
