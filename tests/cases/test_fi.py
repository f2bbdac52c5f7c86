"""The rule cases of the Finnish document (`fi-table`). P1 to P4 are seats 0 to 3, the dealer is seat 3."""

import pytest

from schafkopf.game import Deal
from schafkopf.game.record import report

from .table import (
    amounts,
    code,
    contracts,
    deal,
    from_the_top,
    game,
    game_record,
    named,
    options,
    passed,
    replay,
    terms,
    tricks,
)

FI = "fi-table"
SOLOS = {f"solo {suit}" for suit in "EGHS"}
TOUTS = {"geier-tout", "wenz-tout", *(f"solo-tout {suit}" for suit in "EGHS")}
LONE = SOLOS | TOUTS | {"geier", "wenz"}


def test_f01_blocked_by_his_own_aces() -> None:
    """F01, Finnish document: Blocked by his own aces."""
    naming = deal(FI, {0: "EO HA HK H8 EA E9 SA SZ"}, "0 play", "1 pass", "2 pass", "3 pass")
    assert contracts(naming, 0) == LONE
    assert code(naming, "0 rufspiel E") == code(naming, "0 rufspiel S") == "call/own-ace"
    assert code(naming, "0 rufspiel G") == "call/no-card-of-suit"


def test_f02_a_hand_of_trumps_only() -> None:
    """F02, Finnish document: A hand of trumps only."""
    naming = deal(FI, {1: "EO GO SO EU GU HZ HK H9"}, "0 pass", "1 play", "2 pass", "3 pass")
    assert contracts(naming, 1) == LONE
    assert {code(naming, f"1 rufspiel {suit}") for suit in "EGS"} == {"call/no-card-of-suit"}
    assert code(naming, "1 rufspiel H") == "call/trump-suit"


def test_f04_over_calling() -> None:
    """F04, Finnish document: Over-calling."""
    said = ["0 play", "1 pass", "2 play", "3 pass", "0 wenz"]
    position = deal(FI, {2: "EO GO HA HZ EA E9 S9 S8"}, said)
    assert position.turn == 2
    assert contracts(position, 2) == SOLOS | TOUTS
    assert "pass" in options(position, 2)
    for lower in ("geier", "wenz", "rufspiel S"):
        assert code(position, f"2 {lower}") == "auction/not-higher"
    given_way = report(position.after("2 pass"))["contract"]
    assert (given_way["name"], given_way["declarer"]) == ("wenz", 0)
    with_all_eight = deal(FI, {2: "EO GO HO SO EU GU HU SU"}, said)
    assert contracts(with_all_eight, 2) == SOLOS | TOUTS | {"sie"}


def test_f05_all_pass_the_last_player_decides() -> None:
    """F05, Finnish document: All pass: the last player decides."""
    position = deal(FI, {}, passed())
    assert report(position)["options"] == {"3": ["ramsch", "double", "redeal"]}
    assert {code(position, f"{seat} ramsch") for seat in range(3)} == {"turn/not-yours"}
    assert code(deal(FI, {}, passed()[:3]), "3 ramsch") == "auction/not-enabled"
    ramsch = report(position.after("3 ramsch"))
    assert (ramsch["contract"]["name"], ramsch["contract"]["declarer"]) == ("ramsch", None)
    stock = report(position.after("3 double"))
    assert (stock["phase"], stock["amounts"], stock["session"]["double"]) == ("over", [0] * 4, 1)
    redeal = report(position.after("3 redeal"))
    assert (redeal["phase"], redeal["amounts"], redeal["session"]["double"]) == ("over", [0] * 4, 0)
    official = report(deal(FI, {}, passed(), overrides={"all_pass": {"do": "redeal"}}))
    assert (official["phase"], official["amounts"], official["session"]["double"]) == ("over", [0] * 4, 0)
    doubled = replay(game_record(game("F10a"), session={"double": 1}))
    assert amounts(doubled) == [-18, 6, 6, 6]
    assert report(doubled)["session"]["double"] == 0


def test_f07_ramsch_one_player_without_a_trick() -> None:
    """F07, Finnish document: Ramsch, one player without a trick."""
    finished = replay(game_record(game("F07")))
    facts = finished.facts()
    assert facts is not None
    assert (facts.points, facts.losers, facts.virgins) == ((0, 47, 16, 57), (3,), (0,))
    assert amounts(finished) == [4, 2, 2, -8]


def test_f08_ramsch_two_without_a_trick() -> None:
    """F08, Finnish document: Ramsch, two without a trick."""
    finished = replay(game_record(game("F08")))
    facts = finished.facts()
    assert facts is not None
    assert (facts.points[2], facts.losers, facts.virgins) == (64, (2,), (0, 3))
    assert amounts(finished) == [4, 2, -10, 4]


@pytest.mark.parametrize(
    ("case", "points", "settled", "bill"),
    [
        ("F10a", 30, [-9, 3, 3, 3], {"base": 2, "schneider": 1}),
        ("F10b", 31, [2, 2, 2, -6], {"base": 2}),
    ],
)
def test_f10_30_and_31(case: str, points: int, settled: list[int], bill: dict[str, int]) -> None:
    """F10, Finnish document: 30 and 31."""
    finished = replay(game_record(game(case)))
    facts = finished.facts()
    assert facts is not None
    assert facts.side_points == points
    assert amounts(finished) == settled
    assert terms(finished) == bill


def test_f11_tout_lost_with_116_points() -> None:
    """F11, Finnish document: Tout lost with 116 points."""
    hands = ["SU EZ EK E9 HA HZ H8 SZ", "EU GU HU EA GA GZ SA H9", "EO E8 GK GO G9 SK SO H7", "E7 HK HO G8 G7 S9 S8 S7"]
    finished = deal(
        FI,
        hands,
        named("wenz-tout", 1),
        tricks("0: EZ EA EO E7", "1: EU SO S7 SU", "1: GU SK S8 HA", "1: HU E8 S9 HZ"),
        tricks("1: GA GO G7 EK", "1: GZ GK G8 E9", "1: SA G9 HO SZ", "1: H9 H7 HK H8"),
    )
    assert report(finished)["points"] == [0, 116, 0, 4]
    assert report(finished)["tricks"] == [0, 7, 0, 1]
    facts = finished.facts()
    assert facts is not None
    assert (facts.laufende, facts.laufende_with, facts.won) == (3, True, False)
    assert amounts(finished) == [6, -18, 6, 6]
    assert "laufende" not in terms(finished)


def fourteen(*doubled: str) -> Deal:
    hands = ["EO HO EU HU HA HK H8 E9", "EZ EK E8 GA GZ GK SA SZ", "GO SO GU SU HZ H9 H7 EA", "E7 G9 G8 G7 SK S9 S8 S7"]
    return from_the_top(deal(FI, hands, named("rufspiel E", 0), doubled))


def test_f13_fourteen_runners() -> None:
    """F13, Finnish document: Fourteen runners."""
    finished = fourteen()
    assert terms(finished) == {"base": 1, "schneider": 1, "schwarz": 1, "laufende": 14}
    assert amounts(finished) == [17, -17, 17, -17]
    facts = finished.facts()
    assert facts is not None
    assert (facts.laufende, facts.schwarz) == (14, True)


def test_f13_four_levels() -> None:
    """F13, Finnish document: Fourteen runners, doubled four times."""
    finished = fourteen("1 kontra", "2 re", "3 supra", "0 resupra")
    assert terms(finished)["kontra"] == 16
    assert amounts(finished) == [272, -272, 272, -272]
    all_said = deal(FI, {}, named("rufspiel E", 0), "1 kontra", "0 re", "1 supra", "0 resupra")
    assert code(all_said, "1 kontra") == "kontra/limit"
