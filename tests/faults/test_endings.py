"""How a deal ends: claims and the cut, the rest, giving up, throwing in; and what nobody may learn on the way."""

from __future__ import annotations

from typing import Any

import pytest

from schafkopf.game import Deal, IllegalAction, InvalidRecord, Session, View, load_ruleset, parse_record
from schafkopf.game.record import report
from schafkopf.game.session import finished

UNKNOWN = "?? ?? ?? ?? ?? ?? ?? ??"
TOPS = ["E7 E8 E9 G7 G8 G9 S7 S8", "EO GO HO SO EU GU HU SU", "EA EZ EK GA GZ GK SA SZ", "HA HZ HK H9 H8 H7 SK S9"]
"""Seat 1 holds the eight highest trumps."""


def played(rules: str, hands: list[str], *actions: str, **more: Any) -> Deal:
    """The position after these actions, with dealer 3."""
    data = {"schafkopf": 1, "rules": rules, "names": ["A", "B", "C", "D"], "dealer": 3, "hands": hands, **more}
    return parse_record({**data, "actions": list(actions)}).replay()


def refused(deal: Deal, action: str) -> str:
    with pytest.raises(IllegalAction) as refusal:
        deal.after(action)
    return refusal.value.code


SIE = ("0 pass", "1 play", "2 pass", "3 pass", "1 sie")
SOLO = ("0 pass", "1 play", "2 pass", "3 pass", "1 solo H")


def test_laufende_are_claimed_once_and_before_the_cut() -> None:
    deal = played("be-1989", TOPS, *SIE)
    assert report(deal)["provisional"] is True
    assert refused(deal, "0 claim") == "claim/nothing"
    claimed = deal.after("1 claim")
    assert report(claimed)["amounts"] == [-28, 84, -28, -28]
    assert report(claimed)["provisional"] is False
    assert refused(claimed, "1 claim") == "claim/nothing"
    assert claimed.after("2 cut").phase == "over"
    cut = deal.after("0 cut")
    assert report(cut)["amounts"] == [-20, 60, -20, -20]
    assert report(cut)["provisional"] is False
    assert "options" not in report(cut)
    assert refused(cut, "1 claim") == "claim/too-late"
    assert refused(cut, "1 EO") == "turn/over"


def test_the_rest_can_be_claimed_on_lead_and_within_a_trick() -> None:
    within = played("bavaria", TOPS, *SOLO, "0 E7")
    assert refused(within, "0 rest") == "rest/not-certain"
    assert refused(within, "2 rest") == "rest/not-certain"
    ended = within.after("1 rest")
    assert report(ended)["tricks"] == [0, 8, 0, 0]
    assert report(ended)["points"] == [0, 120, 0, 0]
    on_lead = played("bavaria", TOPS, *SOLO, "0 E7", "1 SU", "2 EA", "3 H7")
    assert report(on_lead.after("1 rest"))["amounts"] == report(ended)["amounts"]


def test_a_refused_rest_tells_nothing_of_the_other_hands() -> None:
    # GO beats all; the Herz-Sau may be with anybody, so whoever has it, the answer for HZ is the same.
    mine = "EO GO HO SO EU GU HU HZ"
    for others in (["HA", "E7", "E8"], ["E7", "HA", "E8"], ["E7", "E8", "HA"]):
        rest = ["E9 EK EZ EA G7 G8 G9", "GK GZ GA S7 S8 S9 SK", "SZ SA SU HK H9 H8 H7"]
        hands = [mine, *(f"{card} {hand}" for card, hand in zip(others, rest, strict=True))]
        deal = played("bavaria", hands, "0 play", "1 pass", "2 pass", "3 pass", "0 solo H")
        assert refused(deal, "0 rest") == "rest/not-certain"


def test_nothing_is_priced_while_cards_are_unknown() -> None:
    position = played("bavaria", [UNKNOWN, TOPS[1], UNKNOWN, UNKNOWN], *SOLO, "0 E7")
    assert refused(position, "1 rest") == "rest/not-certain"
    assert refused(position, "1 concede") == "rest/not-certain"


def test_the_declarer_gives_up_at_his_turn_once_nobody_can_double() -> None:
    start = played("bavaria", TOPS, *SOLO)
    assert refused(start, "1 concede") == "rest/not-certain"
    assert refused(start.after("0 E7"), "1 concede") == "rest/not-certain"
    later = played("bavaria", TOPS, *SOLO, "0 E7", "1 SU", "2 EA", "3 H7")
    assert refused(later, "0 concede") == "rest/not-certain"
    given_up = later.after("1 concede")
    assert report(given_up)["points"][1] == 13
    assert report(given_up)["amounts"][1] < 0
    early = played("bavaria", TOPS, *SOLO, "0 E7", overrides={"kontra": {"max": 0}})
    assert early.after("1 concede").finished


def test_a_deal_that_is_thrown_in_is_void() -> None:
    session = {"double": 1, "bock": [2], "pot": 40}
    deal = played("bavaria+throw-in", TOPS, session=session).after("0 throw-in")
    said = report(deal)
    assert said["amounts"] == [0, 0, 0, 0]
    assert said["next_dealer"] == 3
    assert {key: said["session"][key] for key in session} == session
    after = Session.new(load_ruleset("bavaria+throw-in"), 4, dealer=3).after_result(finished(deal))
    assert (after.dealer, after.deals) == (3, 0)


@pytest.mark.parametrize("word", ["0 pass", "0 play", "0 rufspiel G", "0 EO", "0 throw-in"])
def test_nobody_speaks_before_all_have_answered_whether_they_knock(word: str) -> None:
    rules = load_ruleset("bavaria+knocking").with_overrides({"deal": {"throw_in": 20}})
    hands = tuple(parse_record({**blank(), "hands": TOPS}).hands)
    deal = Deal.new(rules, hands, dealer=3)
    assert refused(deal, word) == "turn/not-yours"
    assert refused(deal.after("0 knock"), "0 knock") == "knock/closed"
    assert View.of(deal, 1).sizes == (4, 4, 4, 4)


def blank() -> dict[str, Any]:
    return {"schafkopf": 1, "rules": "bavaria", "names": ["A", "B", "C", "D"], "dealer": 3, "hands": [UNKNOWN] * 4}


def test_near_the_cap_all_pay_equally_into_the_pot() -> None:
    for before, stake in ((960, 10), (980, 5), (999, 0), (1000, 0)):
        overrides = {"all_pass": {"do": "pot"}, "pot": {"cap": 1000}}
        passes = [f"{seat} pass" for seat in range(4)]
        deal = played("bavaria", TOPS, *passes, overrides=overrides, session={"pot": before})
        assert report(deal)["amounts"] == [-stake] * 4
        assert report(deal)["pot"] == 4 * stake


def test_at_the_end_everybody_sees_who_the_partner_was() -> None:
    hands = ["EO GO HO SO EU GU HU S7", "SA E7 E8 E9 G7 G8 G9 SK", "EA EZ EK GA GZ GK S8 SZ", "HA HZ HK H9 H8 H7 SU S9"]
    deal = played("bavaria", hands, "0 play", "1 pass", "2 pass", "3 pass", "0 rufspiel S")
    tricks = ["0 EO", "1 E7", "2 EA", "3 H7", "0 GO", "1 E8", "2 EZ", "3 H8"]
    for action in tricks:
        deal = deal.after(action)
    contract = View.of(deal, 3).contract
    assert contract is not None
    assert contract.partner is None
    over = View.of(deal.after("0 concede"), 3)
    assert over.contract is not None
    assert over.contract.partner == 1


@pytest.mark.parametrize("seat", [-1, 4])
def test_there_is_no_view_for_a_seat_that_does_not_exist(seat: int) -> None:
    with pytest.raises(ValueError, match="no seat"):
        View.of(played("bavaria", TOPS), seat)


@pytest.mark.parametrize(
    ("name", "people", "dealer"), [("ru-chalk", 5, 0), ("bavaria", 7, 0), ("three", 2, 0), ("bavaria", 4, 4)]
)
def test_a_session_needs_as_many_people_as_its_game(name: str, people: int, dealer: int) -> None:
    with pytest.raises(InvalidRecord):
        Session.new(load_ruleset(name), people, dealer=dealer)


def test_a_chalk_deal_is_never_passed_out() -> None:
    with pytest.raises(ValueError, match="redeal"):
        Session.new(load_ruleset("ru-chalk"), 4).after_passed_out("redeal")
