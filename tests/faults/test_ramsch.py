"""Faults in the Ramsch: ties, virgins, and getting it started."""

from random import Random

import pytest
from tests.cases.table import amounts, deal, from_the_top, game, game_record, passed, replay

from schafkopf.game import Session, View, load_ruleset, parse_record, print_record
from schafkopf.game.dealing import shuffled_hands
from schafkopf.game.record import record_of

from .positions import RAMSCH, any_action, played, played_out, varied

TIES = ("ramsch-40-40-20-20", "ramsch-60-60-0-0", "ramsch-30-30-30-30")


@pytest.mark.parametrize("name", TIES)
@pytest.mark.parametrize("tie", ["tricks", "trumps_taken", "highest_trump_taken", "highest_trump_dealt", "all_pay"])
def test_ra_01_equal_points_are_decided_by_the_rule(name: str, tie: str) -> None:
    finished = played(name, overrides={"ramsch": {"tie": [tie], "virgin": "none"}})
    facts, play = finished.facts(), finished.play
    assert facts is not None
    assert play is not None
    equal = [seat for seat in range(4) if facts.points[seat] == max(facts.points)]
    assert len(equal) == 4 if name.endswith("30") else len(equal) == 2
    trumps = play.plan.lanes.trumps
    measure = {
        "tricks": lambda seat: facts.tricks[seat],
        "trumps_taken": lambda seat: bin(play.taken[seat] & trumps).count("1"),
        "highest_trump_taken": lambda seat: (play.taken[seat] & trumps).bit_length(),
        "highest_trump_dealt": lambda seat: (play.plan.dealt[seat] & trumps).bit_length(),
        "all_pay": lambda seat: 0,
    }[tie]
    losers = {seat for seat in equal if measure(seat) == max(map(measure, equal))}
    assert set(facts.losers) == losers
    assert sum(amounts(finished)) == 0
    assert {seat for seat in range(4) if amounts(finished)[seat] < 0} == (losers if len(losers) < 4 else set())


def test_ra_01_the_order_of_the_rules_decides() -> None:
    finished = played("ramsch-60-60-0-0")
    facts = finished.facts()
    assert facts is not None
    assert len(facts.losers) == 1
    both = played("ramsch-60-60-0-0", overrides={"ramsch": {"tie": [], "virgin": "none"}})
    assert sorted(amounts(both)) == [-40, -40, 40, 40]


def test_ra_02_one_loser_whoever_asks() -> None:
    finished = played("ramsch-60-60-0-0")
    bill = finished.settlement()
    assert bill is not None
    for _ in range(100):
        assert {View.of(finished, seat).bill for seat in (0, 1, 2, 3, None)} == {bill}
    reloaded = parse_record(print_record(record_of(finished, ("A", "B", "C", "D")))).replay()
    assert reloaded.settlement() == bill
    assert reloaded.facts() == finished.facts()


def test_ra_04_who_took_no_trick_does_not_lose() -> None:
    for virgin, factors in (("none", 1), ("double_own", 2), ("double_all", 2)):
        finished = played("ramsch-60-60-0-0", overrides={"ramsch": {"virgin": virgin}})
        facts = finished.facts()
        assert facts is not None
        assert sorted(zip(facts.points, map(bool, facts.tricks), strict=True))[:2] == [(0, False), (0, True)]
        (free,) = facts.virgins
        (loser,) = facts.losers
        assert facts.points[loser] == 60
        expected = [20] * 4
        expected[free] = 20 * factors
        if virgin == "double_all":
            expected = [40] * 4
        expected[loser] = -sum(amount for seat, amount in enumerate(expected) if seat != loser)
        assert amounts(finished) == expected


@pytest.mark.parametrize(
    ("virgin", "one", "two"),
    [
        ("none", [10, 10, 10, -30], [10, 10, -30, 10]),
        ("double_own", [20, 10, 10, -40], [20, 10, -50, 20]),
        ("double_own_per_virgin", [20, 10, 10, -40], [40, 10, -90, 40]),
        ("double_all", [20, 20, 20, -60], [40, 40, -120, 40]),
    ],
)
def test_ra_05_virgins_are_paid_as_configured(virgin: str, one: list[int], two: list[int]) -> None:
    overrides = {"tariff": {"ramsch": 10}, "ramsch": {"virgin": virgin}, **RAMSCH}
    for case, expected in (("F07", one), ("F08", two)):
        settled = amounts(replay(game_record(game(case), rules="bavaria", overrides=overrides)))
        assert settled == expected
        assert sum(settled) == 0


@pytest.mark.parametrize(
    ("virgin", "each"), [("none", 10), ("double_own", 20), ("double_own_per_virgin", 80), ("double_all", 80)]
)
def test_ra_05_three_virgins(virgin: str, each: int) -> None:
    hands = ["EO GO HO SO EU GU HU SU", "HA HZ EA EZ EK E9 E8 E7", "HK H9 GA GZ GK G9 G8 G7", "H8 H7 SA SZ SK S9 S8 S7"]
    overrides = {**RAMSCH, "tariff": {"ramsch": 10}, "ramsch": {"virgin": virgin, "march": "none"}}
    finished = from_the_top(deal("bavaria", hands, passed(), overrides=overrides))
    assert amounts(finished) == [-3 * each, each, each, each]


def test_ra_07_a_ramsch_begins_when_the_last_one_has_passed() -> None:
    position = deal("bavaria", {0: "E9 E8 E7 G9 G8 G7 S8 S7"}, passed(), overrides=RAMSCH)
    assert (position.phase, position.turn) == ("play", 0)
    assert position.after("0 E9").turn == 1
    rules = varied("bavaria", **RAMSCH)
    session = Session.new(rules, 4)
    rng = Random(7)
    for _ in range(20):
        position = session.deal(shuffled_hands(rules, 4, session.dealer, rng))
        for seat in position.seats:
            position = position.after(f"{seat} pass")
        contract = position.contract
        assert contract is not None
        assert contract.name == "ramsch"
        assert position.turn == position.seats[0]
        session = session.after(played_out(position.after(any_action(position, rng)), rng))
    assert session.deals == 20


def test_ra_07_without_ramsch_a_passed_out_deal_is_over() -> None:
    assert deal("bavaria", {}, passed()).phase == "over"
    assert load_ruleset("bavaria")["all_pass.do"] == "redeal"
