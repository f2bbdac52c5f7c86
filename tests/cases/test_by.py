"""The rule case of the Bavarian club rules (`bavaria`). P1 to P4 are seats 0 to 3, the dealer is seat 3."""

import pytest

from .table import amounts, code, game, game_record, replay, terms


def test_y01_without_four_kontra() -> None:
    """Y01, Bavarian club rules: Ohne vier, Kontra (tariff 10-20-50)."""
    finished = replay(game_record(game("Y01"), "0 kontra"))
    assert amounts(finished) == [-180, -180, -180, 540]
    assert terms(finished) == {"base": 50, "laufende": 40, "kontra": 2}
    facts = finished.facts()
    assert facts is not None
    assert (facts.side_points, facts.laufende, facts.laufende_with) == (65, 4, False)


@pytest.mark.parametrize("rules", ["pt-units", "fi-table"])
def test_y01_winners_are_not_paid_for_the_four_of_the_losers(rules: str) -> None:
    """Y01, note: the Portuguese and the Finnish document pay nothing for these four."""
    finished = replay(game_record(game("Y01"), "0 kontra", rules=rules))
    assert terms(finished) == {"base": 2, "kontra": 2}
    assert amounts(finished) == [-4, -4, -4, 12]


def test_y01_four_of_the_losers_are_paid_when_asked_for() -> None:
    """Y01, note: the Belarusian document pays them only with the option, and only if somebody claims."""
    played = replay(game_record(game("Y01"), "0 kontra", rules="be-1989"))
    assert amounts(played.after("3 claim")) == [-18, -18, -18, 54]
    assert amounts(played.after("3 cut")) == [-10, -10, -10, 30]
    without = {"laufende": {"pay": "winners_only"}}
    unpaid = replay(game_record(game("Y01"), "0 kontra", rules="be-1989", overrides=without))
    assert code(unpaid, "3 claim") == "claim/nothing"
    assert amounts(unpaid.after("3 cut")) == [-10, -10, -10, 30]
