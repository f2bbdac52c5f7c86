"""The exact solver against plain minimax: the value and that of every legal card, in every kind of ending.

`SCHAFKOPF_ENDINGS=10` compares ten times as many.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from schafkopf.engine.solver import solve
from schafkopf.game import Deal, print_record
from schafkopf.game.record import record_of

from .endings import GROUPS, cards_left, endings, labels
from .oracle import Answer, answer, everyone, prove

MANY = float(os.environ.get("SCHAFKOPF_ENDINGS", "1"))
SIDED = [group for group in GROUPS if group != "ramsch"]
MODES = pytest.mark.parametrize("money", [False, True], ids=["points", "money"])


def solved(deal: Deal, *, money: bool) -> Answer:
    """What the solver says, as the oracle would."""
    found = solve(deal, money=money)
    assert found.complete
    assert deal.finished or found.seat == deal.turn
    return Answer(found.value, found.cards)


def text_of(deal: Deal) -> str:
    """The record of a position, to find it again."""
    return print_record(record_of(deal, [f"Seat {seat}" for seat in range(len(deal.hands))]))


@MODES
@pytest.mark.parametrize("group", SIDED)
def test_up_to_four_cards(group: str, money: bool) -> None:
    compared = 0
    for _, deal in endings(group, times=MANY * (0.6 if money else 1.0)):
        compared += 1
        assert solved(deal, money=money) == answer(deal, money=money), text_of(deal)
    assert compared >= 50


@MODES
@pytest.mark.parametrize("group", SIDED)
def test_five_cards(group: str, money: bool) -> None:
    for _, deal in endings(group, low=5, high=5, times=MANY * (0.04 if money else 0.08)):
        assert solved(deal, money=money) == prove(deal, money=money), text_of(deal)


def test_money_often_prefers_another_card_than_points() -> None:
    """Else the comparison in money would show nothing of its own."""
    found: Counter[str] = Counter()
    for group in SIDED:
        for _, deal in endings(group, times=0.3):
            points, money = solved(deal, money=False), solved(deal, money=True)
            found["other"] += not money.best <= points.best and deal.contract.goal.kind == "points"
            found["wider"] += money.best > points.best
            if "goal open" in labels(deal) and len(set(points.cards.values())) == 2:
                found["decides the goal"] += 1
    assert found["other"] >= 100
    assert found["wider"] >= 100
    assert found["decides the goal"] >= 3


def test_in_ramsch_each_card_brings_what_some_choice_among_equals_brings() -> None:
    alone = compared = 0
    for _, deal in endings("ramsch", high=3, times=2 * MANY):
        possible, found = everyone(deal), solve(deal)
        assert found.seat == deal.turn
        assert found.cards.keys() == possible.keys()
        for name, amounts in possible.items():
            assert found.cards[name] in amounts, text_of(deal)
            alone += len(amounts) == 1
            compared += 1
        assert found.value == max(found.cards.values())
    assert alone > compared / 2 > 80


def test_in_ramsch_with_four_cards() -> None:
    for _, deal in endings("ramsch", low=4, high=4, times=0.15 * MANY):
        possible, found = everyone(deal), solve(deal)
        assert all(found.cards[name] in amounts for name, amounts in possible.items()), text_of(deal)
        assert cards_left(deal) == 4
