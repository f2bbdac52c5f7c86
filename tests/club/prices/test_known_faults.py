"""Faults that real score sheets had, each impossible with the price table. The names begin with the check's code."""

from __future__ import annotations

from typing import Any

import pytest

from schafkopf.club import prices
from schafkopf.game import load_ruleset


def bill(entry: dict[str, Any], name: str = "bavaria", **overrides: Any) -> prices.Bill:
    table = prices.compile(load_ruleset(name).with_overrides(overrides), 4).to_dict()
    state = prices.start(table, dealer=3)
    assert prices.check(table, state, entry) is None
    return prices.price(table, state, entry)


RUF = {"contract": "rufspiel", "declarer": 0, "partner": 1}
SOLO = {"contract": "solo", "declarer": 0}


@pytest.mark.parametrize(
    ("points", "amounts"),
    [
        (30, (-30, -30, 30, 30)),
        (31, (-20, -20, 20, 20)),
        (60, (-20, -20, 20, 20)),
        (61, (20, 20, -20, -20)),
        (75, (20, 20, -20, -20)),
        (90, (20, 20, -20, -20)),
        (91, (30, 30, -30, -30)),
    ],
)
def test_se01_se03_sn01_sn02_points_decide_who_pays_what(points: int, amounts: tuple[int, ...]) -> None:
    assert bill({**RUF, "points": points}).amounts == amounts


def test_se04_schneider_and_schwarz_are_each_counted_once() -> None:
    assert bill({**RUF, "points": 120, "schwarz": True}).amounts == (40, 40, -40, -40)
    assert bill({**RUF, "won": True, "schwarz": True}).amounts == (40, 40, -40, -40)


def test_se06_a_tout_has_no_schneider_and_is_lost_by_a_trick() -> None:
    tout = {"contract": "solo-tout", "declarer": 0, "schneider": True, "schwarz": True}
    assert bill({**tout, "won": True}).amounts == (300, -100, -100, -100)
    assert bill({**tout, "won": False, "points": 120}).amounts == (-300, 100, 100, 100)


def test_se07_a_tout_is_another_contract_than_its_solo() -> None:
    assert bill({**SOLO, "won": True}).amounts != bill({"contract": "solo-tout", "declarer": 0, "won": True}).amounts


def test_se09_nothing_of_one_result_is_left_in_the_next() -> None:
    table = prices.compile(load_ruleset("bavaria+ramsch").with_overrides({"tariff": {"ramsch": 7}}), 4).to_dict()
    state = prices.start(table, dealer=3)
    lost = {**RUF, "points": 10, "laufende": 4}
    assert prices.price(table, state, lost).amounts == (-70, -70, 70, 70)
    assert prices.price(table, prices.after(table, state, lost), {**RUF, "points": 61}).amounts == (20, 20, -20, -20)
    assert prices.price(table, state, {"contract": "ramsch", "losers": [2]}).amounts == (7, 7, -21, 7)


def test_se12_the_winners_are_paid_for_the_losers_run() -> None:
    assert bill({**RUF, "points": 45, "laufende": 3}).amounts == (-50, -50, 50, 50)


def test_se13_the_terms_multiply_out_to_the_amount() -> None:
    told = bill({**RUF, "points": 95, "laufende": 3, "kontra": 2, "knocks": 1}, knock={"who": "anyone"})
    assert [(term["name"], term.get("amount"), term.get("factor"), term.get("count")) for term in told.terms] == [
        ("base", 20, None, None),
        ("schneider", 10, None, None),
        ("laufende", 30, None, 3),
        ("knock", None, 2, 1),
        ("kontra", None, 4, 2),
    ]
    assert told.amounts == (480, 480, -480, -480)


def test_se16_odd_amounts_sum_to_nothing() -> None:
    told = bill({"contract": "ramsch", "losers": [1], "virgins": [0]}, "bavaria+ramsch", tariff={"ramsch": 7})
    assert told.amounts == (14, -42, 14, 14)


def test_se19_doublings_are_counted_not_collected() -> None:
    def value(knocks: int) -> int:
        return bill({**SOLO, "won": True, "knocks": knocks}, knock={"who": "anyone"}).amounts[1]

    assert [value(knocks) for knocks in (3, 2, 0)] == [-400, -200, -50]


@pytest.mark.parametrize(
    ("contract", "run", "paid"),
    [
        ("rufspiel", 2, 0),
        ("rufspiel", 3, 3),
        ("rufspiel", 14, 14),
        ("rufspiel", -14, 14),
        ("wenz", 2, 2),
        ("wenz", 4, 4),
    ],
)
def test_la02_la05_runs_are_paid_from_the_minimum_of_their_game_to_all_trumps(
    contract: str, run: int, paid: int
) -> None:
    partner = {"partner": 1} if contract == "rufspiel" else {}
    told = bill({"contract": contract, "declarer": 0, **partner, "won": True, "laufende": run})
    assert [term["count"] for term in told.terms if term["name"] == "laufende"] == ([paid] if paid else [])


def test_la06_a_game_without_trumps_has_no_run() -> None:
    table = prices.compile(load_ruleset("bavaria+bettel"), 4).to_dict()
    state = prices.start(table, dealer=3)
    bettel = {"contract": "bettel", "declarer": 0, "won": True}
    assert [prices.check(table, state, {**bettel, "laufende": run}) for run in (0, 1, -1)] == [
        None,
        "entry/laufende",
        "entry/laufende",
    ]


def test_st05_a_deal_thrown_in_costs_nothing_and_does_not_count() -> None:
    table = prices.compile(load_ruleset("bavaria"), 4).to_dict()
    state = prices.start(table, dealer=2)
    assert prices.price(table, state, {"passed": "thrown_in"}).amounts == (0, 0, 0, 0)
    assert prices.after(table, state, {"passed": "thrown_in"}) == state
