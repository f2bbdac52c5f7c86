"""The rule cases of the Russian document (`ru-chalk`). P1 to P4 are seats 0 to 3, the dealer is seat 3."""

import json
from pathlib import Path
from typing import Any

import pytest

from schafkopf.game import Deal, Session, parse_record
from schafkopf.game.record import report

from .table import cards, code, deal, game, game_record, options, record, replay, ruleset, strokes, terms, tricks

RU = "ru-chalk"
PLAYED = json.loads((Path(__file__).parent / "data" / "chalk-deals.json").read_text(encoding="utf-8"))


def chalk_record(name: str, session: dict[str, Any] | None = None, head: int = 12) -> dict[str, Any]:
    """One of the found deals, as a record."""
    one = next(one for one in PLAYED if one["name"] == name)
    return record(
        RU,
        one["hands"],
        f"{one['namer']} trump {one['suit']}",
        tricks(*one["tricks"]),
        dealer=one["dealer"],
        overrides={"chalk": {"head": head}},
        session=session,
    )


def check_named(finished: Deal, team: int, points: int, *, by_club_jack: bool = False) -> None:
    """The deal is what the case speaks of: who named trumps, by what right, and what his team took."""
    facts = finished.facts()
    assert facts is not None
    assert facts.declarer is not None
    assert (facts.declarer % 2, facts.side_points, facts.by_club_jack) == (team, points, by_club_jack)


def naming(hands: list[str]) -> dict[int, tuple[str, ...]]:
    return {int(seat): tuple(texts) for seat, texts in report(deal(RU, hands))["options"].items()}


def by_club_jack(hands: list[str], action: str) -> tuple[bool, int | None]:
    """Whether the club jack alone gave the right to name, and who leads."""
    named = deal(RU, hands, action)
    return report(named)["contract"]["by_club_jack"], named.turn


def test_r01_more_cards_beat_the_earlier_hand() -> None:
    """R01, Russian document: More cards beat the earlier hand."""
    hands = ["EZ EO E9 E7 GU G9 H9 S7", "HA HO HU SA SZ SO S9 S8", "EA EK E8 GA GZ G8 H8 SK", "EU GK GO G7 HZ HK H7 SU"]
    assert naming(hands) == {1: ("trump S",)}
    assert code(deal(RU, hands), "0 trump E") == "turn/not-yours"
    assert code(deal(RU, hands), "1 trump H") == "auction/not-eligible"
    assert by_club_jack(hands, "1 trump S") == (False, 0)


def test_r03_only_the_fourth_hand_has_five() -> None:
    """R03, Russian document: Only the fourth hand has five."""
    hands = ["EO E7 G7 HZ HU H8 SA S9", "EK G9 HA H9 H7 SZ SK SO", "EA EZ E9 GK GO GU S8 S7", "EU E8 GA GZ G8 HK HO SU"]
    assert naming(hands) == {3: ("trump G",)}
    assert by_club_jack(hands, "3 trump G") == (False, 0)


def test_r04_nobody_has_five_club_jack() -> None:
    """R04, Russian document: Nobody has five: club jack."""
    hands = ["EO E8 G9 HU H9 H7 SK S9", "EA EZ GK G7 HK HO SZ SU", "EU E9 GO GU HA H8 SO S7", "EK E7 GA GZ G8 HZ SA S8"]
    assert naming(hands) == {2: ("trump E", "trump G", "trump H", "trump S")}
    assert by_club_jack(hands, "2 trump S") == (True, 0)
    # Two other deals named by the club jack, lost with 30 and with 50.
    assert strokes(replay(game_record(game("R12")))) == [2, 0]
    assert strokes(replay(chalk_record("R12-simple"))) == [1, 0]


def test_r06_two_suits_of_five_in_one_hand() -> None:
    """R06, Russian document: Two suits of five in one hand."""
    hands = ["E9 E7 GZ GK HO H8 SU S9", "EA GA G9 G8 G7 H9 H7 SA", "EO E8 GO HA HK SZ SK SO", "EZ EK EU GU HZ HU S8 S7"]
    assert naming(hands) == {3: ("trump E", "trump S")}
    assert code(deal(RU, hands), "3 trump G") == code(deal(RU, hands), "3 trump H") == "auction/not-eligible"
    assert by_club_jack(hands, "3 trump E") == by_club_jack(hands, "3 trump S") == (False, 0)


def test_r07_ten_below_queen() -> None:
    """R07, Russian document: Ten below queen."""
    found = report(deal(RU, {}, "0 trump H", tricks("0: SZ SO S9 S7")))
    assert found["last_trick"]["winner"] == 1
    assert found["points"] == [0, 13, 0, 0]


@pytest.mark.parametrize(("led", "legal"), [("SA", {"SU", "G8", "EA", "H7"}), ("GA", {"G8"}), ("H9", {"SU", "H7"})])
def test_r09_following_suit_and_jacks(led: str, legal: set[str]) -> None:
    """R09, Russian document: Following suit and jacks."""
    hand = {1: "SU G8 EA H7 E7 E8 G7 S7"}
    first_four = tricks("0: EK E7 EO EZ", "0: E9 E8 S8 S9", "0: GK G7 GO GZ", "0: SK S7 SO SZ")
    position = deal(RU, hand, "0 trump H", first_four, f"0 {led}")
    assert cards(position, 1) == legal
    assert options(position, 1) == [card for card in options(position, 1) if card in legal]


def test_r10_ninety_is_double_here() -> None:
    """R10, Russian document: Ninety is double here."""
    ninety = replay(game_record(game("R10")))
    check_named(ninety, 1, 90)
    assert strokes(ninety) == [0, 2]
    less = replay(chalk_record("R10-89"))
    check_named(less, 1, 89)
    assert strokes(less) == [0, 1]


def test_r12_club_jack_naming_lost() -> None:
    """R12, Russian document: Club-jack naming lost."""
    double = replay(game_record(game("R12")))
    check_named(double, 1, 30, by_club_jack=True)
    assert strokes(double) == [2, 0]
    simple = replay(chalk_record("R12-simple"))
    check_named(simple, 1, 50, by_club_jack=True)
    assert strokes(simple) == [1, 0]
    won = replay(chalk_record("R12-won"))
    check_named(won, 1, 65, by_club_jack=True)
    assert strokes(won) == [0, 1]
    won_double = replay(chalk_record("R12-won-double"))
    check_named(won_double, 1, 95, by_club_jack=True)
    assert strokes(won_double) == [0, 2]


def test_r12_lost_without_the_club_jack_it_would_be_double() -> None:
    """R12, Russian document: instead of 4 and 2, which a team pays that named with five cards."""
    for name, points, written in (("R15-5", 45, [0, 2]), ("R15-6", 25, [0, 4])):
        lost = replay(chalk_record(name))
        check_named(lost, 0, points)
        assert strokes(lost) == written


@pytest.mark.parametrize(
    ("name", "team", "points", "written"),
    [
        ("R13a", 0, 70, [2, 0]),
        ("R13b", 0, 90, [3, 0]),
        ("R13c", 0, 50, [0, 4]),
        ("R13d", 0, 30, [0, 6]),
        ("R13e", 1, 65, [0, 2]),
        ("R13f", 1, 95, [0, 3]),
        ("R13g", 1, 58, [3, 0]),
        ("R13h", 1, 20, [5, 0]),
    ],
)
def test_r13_60_60_and_the_next_deal(name: str, team: int, points: int, written: list[int]) -> None:
    """R13, Russian document: 60:60 and the next deal."""
    tie = replay(game_record(game("R13")))
    check_named(tie, 0, 60)
    assert strokes(tie) == [0, 0]
    assert terms(tie) == {"tie": 0}
    session = Session.new(ruleset(RU), 4, dealer=3).after(tie)
    assert session.carried.carry == (0, 1)
    next_deal = replay(chalk_record(name, report(tie)["session"]))
    assert next_deal.dealer == session.dealer == 0
    check_named(next_deal, team, points)
    assert strokes(next_deal) == written
    after = session.after(next_deal).carried
    assert (list(after.strokes), after.carry) == (written, None)


PARTY = [
    # naming team, its points, by club jack, score after the deal
    (0, 65, False, [1, 0]),
    (1, 92, False, [1, 2]),
    (0, 50, True, [1, 3]),
    (1, 60, False, [1, 3]),
    (0, 45, False, [1, 6]),
    (0, 25, False, [1, 10]),
    (1, 61, False, [1, 11]),
    (0, 90, False, [3, 11]),
    (0, 59, False, [3, 13]),
]


@pytest.mark.parametrize(("head", "deals"), [(12, 9), (9, 6)])
def test_r15_a_whole_party(head: int, deals: int) -> None:
    """R15, Russian document: A whole party."""
    session = Session.new(ruleset(RU, {"chalk": {"head": head}}), 4, dealer=3)
    score = [0, 0]
    for number, (team, points, jack, expected) in enumerate(PARTY[:deals], start=1):
        assert not session.over
        taken = parse_record(chalk_record(f"R15-{number}", head=head))
        position = session.deal(taken.hands)
        for action in taken.actions:
            position = position.after(action)
        check_named(position, team, points, by_club_jack=jack)
        score = [before + written for before, written in zip(score, strokes(position), strict=True)]
        assert score == expected
        session = session.after(position)
        if number < deals:
            assert list(session.carried.strokes) == score
    assert score[1] >= head
    assert session.over
    assert session.carried.heads == (0, 1)
