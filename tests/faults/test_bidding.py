"""Faults in the order of speaking, in who must play, and in getting the next deal started."""

from itertools import combinations
from random import Random
from typing import Any

import pytest
from tests.cases.table import amounts, code, contracts, deal, from_the_top, named, options, order, passed, terms

from schafkopf.game import Deal, Session, View, load_ruleset
from schafkopf.game.cards import deck, mask_of, parse_cards
from schafkopf.game.dealing import shuffled_hands
from schafkopf.game.record import report

from .positions import played_out, varied

KNOCK = {"knock": {"who": "anyone"}}
BRIDE = ["E9 E8 G9 G8 S9 S8 S7 HU", "EO GO EU HA H9 H8 EA EK", "HO SO GU SU HZ HK H7 EZ", "GA GZ GK G7 SA SZ SK E7"]
HOCHZEIT = {"contracts": {"add": ["hochzeit"]}}


@pytest.mark.parametrize("leader", range(4))
@pytest.mark.parametrize("interested", [who for size in (2, 3, 4) for who in combinations(range(4), size)])
def test_bi_02_the_last_who_wants_to_play_may_not_pass(leader: int, interested: tuple[int, ...]) -> None:
    dealer = (leader - 1) % 4
    seats = order(dealer)
    said = [f"{seat} {'play' if seat in interested else 'pass'}" for seat in seats]
    position = deal("bavaria", {}, said, dealer=dealer)
    speaking = [seat for seat in seats if seat in interested]
    assert len(seats) == 4
    for seat in speaking[:-1]:
        assert position.turn == seat
        assert "pass" in options(position, seat)
        position = position.after(f"{seat} pass")
    last = speaking[-1]
    assert position.turn == last
    assert "pass" not in options(position, last)
    assert code(position, f"{last} pass") == "auction/must-name"
    contract = report(position.after(f"{last} wenz"))["contract"]
    assert (contract["name"], contract["declarer"]) == ("wenz", last)


def test_bi_02_seat_3_withdraws_and_seat_1_plays() -> None:
    position = deal("bavaria", {}, "2 pass", "3 play", "0 pass", "1 play", "3 pass", dealer=1)
    assert "pass" not in options(position, 1)
    assert code(position, "1 pass") == "auction/must-name"


def test_bi_03_who_was_overcalled_is_asked_again() -> None:
    hands = {0: "EO GO HO SO EU GU EA G9", 1: "HU SU GA GZ GK SA SZ SK"}
    said = ["0 play", "1 play", "2 pass", "3 pass"]
    asked = deal("bavaria", hands, said, "0 rufspiel G", "1 wenz")
    assert asked.turn == 0
    assert contracts(asked, 0) >= {"solo E", "solo G", "solo H", "solo S"}
    assert not contracts(asked, 0) & {"wenz", "rufspiel G", "rufspiel S"}
    contract = report(asked.after("0 solo E").after("1 pass"))["contract"]
    assert (contract["name"], contract["declarer"]) == ("solo", 0)


def test_bi_03_what_was_meant_and_not_said_stays_hidden() -> None:
    strong, weak = "EO GO HO SO EU GU EA E9", "HA HZ HK H9 H8 G9 S9 EZ"
    rest = ["HU SU GA GZ GK SA SZ SK", "E8 E7 EK H7 G8 G7 S8 S7"]
    said = ["0 play", "1 play", "2 pass", "3 pass"]
    for spoken in range(len(said) + 1):
        first = deal("bavaria", [strong, rest[0], weak, rest[1]], said[:spoken])
        other = deal("bavaria", [weak, rest[0], strong, rest[1]], said[:spoken])
        for seat in (1, 3, None):
            assert View.of(first, seat) == View.of(other, seat)


def test_bi_05_answers_do_not_survive_the_deal() -> None:
    rules = varied("bavaria", **KNOCK)
    session = Session.new(rules, 4, dealer=3)
    rng = Random(5)
    first = session.deal(shuffled_hands(rules, 4, 3, rng))
    for action in ["0 knock", "1 keep", "2 keep", "3 keep", *named("solo E", 0)]:
        first = first.after(action)
    session = session.after(played_out(first, rng))
    second = session.deal(shuffled_hands(rules, 4, session.dealer, rng))
    assert second.log == second.knocking == second.said == ()
    assert second.knocks == 0
    assert {seat: options(second, seat) for seat in range(4)} == {seat: ["knock", "keep"] for seat in range(4)}
    for seat in range(4):
        second = second.after(f"{seat} keep")
    assert second.turn == 1
    for action in named("wenz", 1, dealer=0):
        second = second.after(action)
    assert not {"knock", "kontra"} & set(terms(from_the_top(second)))


def test_bi_06_fifty_passed_out_deals() -> None:
    rules = load_ruleset("bavaria")
    session = Session.new(rules, 4, dealer=2)
    rng = Random(50)
    for number in range(50):
        assert session.dealer == (2 + number) % 4
        position = session.deal(shuffled_hands(rules, 4, session.dealer, rng))
        for step in range(4):
            seat = (session.dealer + 1 + step) % 4
            assert position.turn == seat
            assert list(position.options()) == [seat]
            assert code(position, f"{(seat + 1) % 4} pass") == "turn/not-yours"
            position = position.after(f"{seat} pass")
        assert position.phase == "over"
        session = session.after(position)
    assert session.balances == (0, 0, 0, 0)


HOUSE_RULES: dict[str, dict[str, Any]] = {
    "knocking": KNOCK,
    "ramsch": {"all_pass": {"do": "ramsch"}, "ramsch": {"kontra": True}, "follow": {"must_win": ["ramsch"]}},
    "hochzeit": HOCHZEIT,
    "bettel": {"contracts": {"add": ["bettel"]}, "bettel": {"trumps": "herz"}},
    "all games": {"contracts": {"add": ["geier", "farbwenz", "farbgeier", "farbwenz-tout"]}},
    "renonce": {"call": {"renonce": "after_all_pass"}},
    "own ace": {"call": {"own_ace": "silent_solo", "min_cards": 0}},
    "claims": {"laufende": {"claim": "until_cut"}, "sie": {"laufende": "claimable"}},
    "bock": {"bock": {"after": ["solo_lost", "sixty", "kontra_lost", "passed_out"]}},
    "throw-in": {"deal": {"throw_in": 20}},
    "at once": {"auction": {"mode": "name_at_once"}},
    "soloist leads": {"lead": {"first": "soloist"}},
    "kontra": {"kontra": {"max": 99, "window": "whole_hand", "reply": "same_window", "takes_over": True}},
    "five": {"table": {"seated": 5}},
    "short": {"deck": {"cards": 24}, "deal": {"packets": [3, 3]}},
    "must": {"muss": {"low_trumps": 3}, "schneider": {"declarer_needs": 90}},
}


@pytest.mark.parametrize("first", HOUSE_RULES)
def test_bi_08_ten_deals_with_any_two_house_rules(first: str) -> None:
    names = list(HOUSE_RULES)
    for second in names[names.index(first) :]:
        rules = load_ruleset("bavaria").with_overrides(HOUSE_RULES[first]).with_overrides(HOUSE_RULES[second])
        at_table = rules["table.seated"]
        rng = Random(f"{first} {second}")
        session = Session.new(rules, at_table)
        for number in range(10):
            position = session.deal(shuffled_hands(rules, at_table, session.dealer, rng))
            finished = played_out(position, rng)
            assert len(finished.log) < 250
            session = session.after(finished)
            assert session.dealer == (number + 1) % at_table
        assert sum(session.balances) == 0


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("answers", [(1, 3), (3, 1)])
def test_bi_09_who_knocked_last_in_speaking_order_must_play(dealer: int, answers: tuple[int, int]) -> None:
    rules = {**KNOCK, "all_pass": {"do": "last_knocker_must"}}
    knocked = [f"{seat} knock" for seat in answers] + ["0 keep", "2 keep"]
    position = deal("bavaria", {}, knocked, passed(dealer=dealer), dealer=dealer, overrides=rules)
    last = max(answers, key=order(dealer).index)
    assert position.turn == last
    assert list(position.options()) == [last]
    assert "pass" not in options(position, last)
    assert code(position, f"{last} pass") == "auction/must-name"
    if dealer == 3:
        assert last == 3


def hochzeit(*then: str, overrides: dict[str, Any] | None = None) -> Deal:
    said = ["0 hochzeit", "1 pass", "2 pass", "3 pass", *then]
    return deal("bavaria", BRIDE, said, overrides={**HOCHZEIT, **(overrides or {})})


def test_bi_11_the_first_who_accepts_has_it() -> None:
    offered = hochzeit()
    assert (offered.turn, options(offered, 1)) == (1, ["accept", "pass"])
    accepted = offered.after("1 accept")
    assert accepted.turn == 0
    assert code(accepted, "3 accept") == "turn/not-yours"
    second = offered.after("1 pass").after("2 pass")
    assert second.turn == 3


def test_bi_11_the_exchange_moves_two_chosen_cards() -> None:
    accepted = hochzeit("1 accept")
    assert options(accepted, 0) == ["give HU"]
    given = accepted.after("0 give HU")
    assert options(given, 1) == ["give EA", "give EK"]
    assert code(given, "1 give HA") == "auction/not-eligible"
    play = given.after("1 give EK").play
    assert play is not None
    lanes = play.plan.lanes
    assert all(hand.bit_count() == 8 for hand in play.hands)
    assert sum(play.hands) == lanes.mask(deck(32))
    assert play.hands[0] == lanes.mask(parse_cards("E9 E8 G9 G8 S9 S8 S7 EK"))
    assert play.hands[1] == lanes.mask(parse_cards("EO GO EU HA H9 H8 EA HU"))
    assert [mask_of(parse_cards(hand)).bit_count() for hand in BRIDE] == [8] * 4
    assert play.plan.side(play.holder) == {0, 1}


def test_bi_11_nobody_accepts() -> None:
    nobody = ["1 pass", "2 pass", "3 pass"]
    redeal = hochzeit(*nobody)
    assert (redeal.phase, amounts(redeal), redeal.contract) == ("over", [0] * 4, None)
    ramsch = hochzeit(*nobody, overrides={"all_pass": {"do": "ramsch"}}).contract
    assert ramsch is not None
    assert ramsch.name == "ramsch"


def test_bi_12_a_game_is_booked_as_what_was_named() -> None:
    assert hochzeit("1 pass", "2 pass", "3 pass").facts() is None
    forced = from_the_top(deal("bavaria", BRIDE, passed(), overrides={"all_pass": {"do": "ramsch"}})).facts()
    assert forced is not None
    assert (forced.contract.name, forced.declarer, forced.side) == ("ramsch", None, frozenset())
    hands = ["EA E7 EO GO HO SO G9 S9", "EU GU HU SU HA HZ HK H9", "EZ EK E9 E8 GA GZ GK G8", "H8 H7 SA SZ SK S8 S7 G7"]
    silent = deal("bavaria", hands, named("rufspiel E", 0), overrides={"call": {"own_ace": "silent_solo"}})
    alone = from_the_top(silent).facts()
    assert alone is not None
    assert (alone.contract.name, alone.side) == ("rufspiel", frozenset({0}))
    # Nobody but he himself knows that he is alone.
    assert [View.of(silent, seat).contract for seat in (1, 2, 3)] == [View.of(silent, None).contract] * 3
    tout = from_the_top(deal("bavaria", hands, named("solo-tout E", 0))).facts()
    assert tout is not None
    assert tout.contract.name == "solo-tout"
