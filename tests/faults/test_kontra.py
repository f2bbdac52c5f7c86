"""Faults in who may double, and until when."""

from itertools import combinations

import pytest
from tests.cases.table import code, deal, named, options, terms, tricks

from schafkopf.game import IllegalAction, View

HANDS = ["EZ GO HU HA GK S9 S8 G7", "EO E9 SU HZ GA SA S7 H7", "EA HO GU HK GZ SZ H9 G8", "EK E8 E7 SO EU H8 SK G9"]
RUF = named("rufspiel E", 1)
FIRST_TRICK = "0: GK GA G8 G9"


def speakers(*actions: str, **overrides: object) -> dict[str, list[int]]:
    """Who may say what now."""
    position = deal("bavaria", HANDS, RUF, actions, overrides={"kontra": overrides})
    words = {text for seat in range(4) for text in options(position, seat)} & {"kontra", "re", "supra", "resupra"}
    return {word: [seat for seat in range(4) if word in options(position, seat)] for word in words}


def test_ko_01_only_opponents_say_kontra_only_the_declarers_side_re() -> None:
    assert speakers() == {"kontra": [0, 3]}
    assert speakers("3 kontra") == {"re": [1, 2]}
    position = deal("bavaria", HANDS, RUF)
    assert code(position, "1 kontra") == code(position, "2 kontra") == "kontra/own-side"
    said = position.after("0 kontra")
    assert code(said, "0 re") == code(said, "3 re") == "kontra/own-side"


def test_ko_01_a_refusal_does_not_tell_who_holds_the_ace() -> None:
    exchanged = [HANDS[0], HANDS[1], HANDS[2].replace("EA", "EK"), HANDS[3].replace("EK", "EA")]

    def answers(hands: list[str], seat: int, *actions: str) -> list[str]:
        position = deal("bavaria", hands, RUF, actions)
        found = []
        for word in ("kontra", "re", "supra", "resupra"):
            try:
                position.after(f"{seat} {word}")
                found.append("accepted")
            except IllegalAction as refusal:
                found.append(str(refusal))
        return found

    for said in ((), ("0 kontra",), ("0 kontra", "1 re")):
        for seat in (0, 1):
            assert answers(HANDS, seat, *said) == answers(exchanged, seat, *said)
    assert answers(HANDS, 2) != answers(exchanged, 2)


@pytest.mark.parametrize(
    ("window", "last"),
    [("before_1st_card", 0), ("before_2nd_card", 1), ("before_1st_card_trick2", 4), ("before_2nd_card_trick2", 5)],
)
def test_ko_03_the_window_closes_with_its_card(window: str, last: int) -> None:
    cards = tricks(FIRST_TRICK, "1: SA SZ SK S8")
    for played in range(8):
        position = deal("bavaria", HANDS, RUF, cards[:played], overrides={"kontra": {"window": window}})
        if played <= last:
            assert len(position.after("3 kontra").said) == 1
        else:
            assert code(position, "3 kontra") == "kontra/window-closed"


def test_ko_03_own_cards_complete_is_asked_of_each_seat() -> None:
    cards = tricks(FIRST_TRICK)
    window = {"window": "own_cards_complete"}
    assert speakers(**window) == {"kontra": [0, 3]}
    assert speakers(*cards[:1], **window) == {"kontra": [3]}
    assert speakers(*cards[:3], **window) == {"kontra": [3]}
    assert speakers(*cards[:4], **window) == {}


@pytest.mark.parametrize(("first", "second"), [(0, 3), (3, 0)])
def test_ko_04_only_one_of_two_kontras_counts(first: int, second: int) -> None:
    position = deal("bavaria", HANDS, RUF, f"{first} kontra")
    assert code(position, f"{second} kontra") == "kontra/limit"
    assert code(position, f"{first} kontra") == "kontra/limit"
    finished = deal(
        "bavaria",
        HANDS,
        RUF,
        f"{first} kontra",
        tricks(FIRST_TRICK, "1: SA SZ SK S8", "1: EO HO H8 HU", "1: E9 EA EK EZ", "2: GU EU GO SU"),
        tricks("0: HA H7 H9 SO", "3: E8 S9 HZ GZ", "1: S7 HK E7 G7"),
    )
    assert terms(finished)["kontra"] == 2


def test_ko_06_a_silent_player_holds_up_nothing() -> None:
    position = deal("bavaria", HANDS, RUF, overrides={"kontra": {"window": "before_2nd_card"}})
    assert "kontra" in options(position, 0)
    assert position.turn == 0
    led = position.after("0 GK")
    assert "kontra" in options(led, 3)
    assert led.turn == 1
    closed = led.after("1 GA")
    assert not [seat for seat in range(4) if "kontra" in options(closed, seat)]


def test_ko_06_an_immediate_reply_ends_with_the_next_card() -> None:
    immediate = {"window": "before_2nd_card", "reply": "immediate"}
    assert speakers("0 kontra", **immediate) == {"re": [1, 2]}
    assert speakers("0 kontra", "0 GK", **immediate) == {}
    assert speakers("0 GK", "0 kontra", **immediate) == {"re": [1, 2]}
    assert speakers("0 kontra", "0 GK", window="before_2nd_card", reply="one_card_later") == {"re": [1, 2]}
    assert speakers("0 kontra", "0 GK", "1 GA", window="before_2nd_card", reply="one_card_later") == {}
    assert speakers("0 kontra", *tricks(FIRST_TRICK), reply="one_trick_later") == {"re": [1, 2]}
    assert speakers("0 kontra", *tricks(FIRST_TRICK), "1 SA", reply="one_trick_later") == {}
    same = {"window": "before_1st_card_trick2", "reply": "same_window"}
    assert speakers("0 kontra", *tricks(FIRST_TRICK), **same) == {"re": [1, 2]}
    assert speakers("0 kontra", *tricks(FIRST_TRICK), "1 SA", **same) == {}


@pytest.mark.parametrize("speaker", [0, 3])
def test_ko_07_every_view_shows_the_seat_that_doubled(speaker: int) -> None:
    position = deal("bavaria", HANDS, RUF, f"{speaker} kontra")
    assert {View.of(position, seat).kontra for seat in (0, 1, 2, 3, None)} == {(speaker,)}
    answered = position.after("2 re")
    assert {View.of(answered, seat).kontra for seat in (0, 1, 2, 3, None)} == {(speaker, 2)}


def test_ko_01_of_all_pairs_exactly_one_are_the_opponents() -> None:
    for partners in combinations(range(4), 2):
        declarer, holder = partners
        order = [seat for seat in range(4) if seat not in partners]
        seating = {declarer: HANDS[1], holder: HANDS[2], order[0]: HANDS[0], order[1]: HANDS[3]}
        hands = [seating[seat] for seat in range(4)]
        position = deal("bavaria", hands, named("rufspiel E", declarer))
        assert [seat for seat in range(4) if "kontra" in options(position, seat)] == order
