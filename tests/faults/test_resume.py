"""Faults after a reload: what was not dealt yet, the last trick, a deal that was thrown in."""

from random import Random
from typing import Any

import pytest
from tests.cases.table import amounts, code, deal, from_the_top, named, passed

from schafkopf.game import Deal, Session, View, load_ruleset, parse_record, print_record
from schafkopf.game.cards import NAMES
from schafkopf.game.dealing import shuffled_hands
from schafkopf.game.record import parse_session, record_of, report, session_dict

from .positions import SHORT, played_out, varied

FOUR = ("A", "B", "C", "D")
BASE: dict[str, Any] = {"schafkopf": 1, "rules": "bavaria", "names": list(FOUR), "dealer": 3}
HANDS = ["EZ GO HU HA GK S9 S8 G7", "EO E9 SU HZ GA SA S7 H7", "EA HO GU HK GZ SZ H9 G8", "EK E8 E7 SO EU H8 SK G9"]


def reloaded(position: Deal) -> Deal:
    return parse_record(print_record(record_of(position, FOUR))).replay()


def mentioned(value: object) -> set[str]:
    """All cards that are named anywhere in a value as a program or a person would read it."""
    text = repr(value)
    return {name for name in NAMES if f"'{name}'" in text}


@pytest.mark.parametrize(("name", "first"), [("bavaria", 4), ("bavaria-short", 3)])
def test_rc_01_knocking_shows_the_first_packet_only(name: str, first: int) -> None:
    rules = varied(name, knock={"who": "anyone"})
    hands = shuffled_hands(rules, 4, 3, Random(1))
    position = Deal.new(rules, hands, dealer=3)
    for answer in (None, "3 knock", "0 keep", "1 knock"):
        position = position if answer is None else position.after(answer)
        for _ in range(5):
            position = reloaded(position)
            for seat in range(4):
                packet = tuple(NAMES[card] for card in hands[seat][:first] if card is not None)
                seen = View.of(position, seat)
                assert seen.phase == "knock"
                assert seen.dealt == seen.hand == packet
                assert mentioned(seen) == set(packet)
            assert mentioned(View.of(position, None)) == set()
    # The last answer releases the rest for all at once.
    released = position.after("2 keep")
    for seat in range(4):
        seen = View.of(released, seat)
        assert seen.phase == "auction"
        assert len(seen.dealt) == len(seen.hand) == rules.hand_size


def test_rc_01_nobody_is_said_to_hold_more_than_the_first_packet() -> None:
    position = deal("bavaria", {}, overrides={"knock": {"who": "anyone"}})
    assert View.of(position, 0).sizes == View.of(position, None).sizes == (4, 4, 4, 4)


@pytest.mark.parametrize("overrides", [{}, SHORT])
def test_sr_01_the_last_trick_is_shown_after_the_last_card(overrides: dict[str, Any]) -> None:
    rules = load_ruleset("bavaria").with_overrides(overrides)
    position = Deal.new(rules, shuffled_hands(rules, 4, 3, Random(3)), dealer=3)
    for action in named("solo G", 0):
        position = position.after(action)
    tricks = 0
    while not position.finished:
        position = position.after(f"{position.turn} {position.options_of(position.turn or 0)[0]}")
        play = position.play
        assert play is not None
        if len(play.history) > tricks:
            tricks = len(play.history)
            for shown in (position, reloaded(position)):
                last = report(shown)["last_trick"]
                assert last["cards"] == [action.text for action in position.log[-4:]]
                assert View.of(shown, 2).tricks[-1].cards == tuple(last["cards"])
                assert View.of(shown, 2).tricks[-1].winner == last["winner"]
    assert tricks == rules.hand_size


def test_sr_04_a_deal_that_was_dealt_again_is_the_new_one() -> None:
    rules = varied("bavaria", deal={"throw_in": 10}, all_pass={"dealer": "same"})
    session = Session.new(rules, 4, dealer=3)
    poor = ["E9 E8 E7 G9 G8 S9 S8 SO", "EA EZ EK GA GZ GK G7 S7", "EO GO HO EU GU HU SU HA", "HZ HK H9 H8 H7 SA SZ SK"]
    old = parse_record({**BASE, "overrides": rules.overrides, "hands": poor}).start()
    assert code(old, "1 throw-in") == "turn/not-yours"
    thrown_in = old.after("0 throw-in")
    assert (thrown_in.phase, amounts(thrown_in)) == ("over", [0] * 4)
    assert code(old.after("0 pass"), "1 throw-in") == "auction/not-eligible"
    session = session.after(thrown_in)
    assert (session.dealer, session.deals, session.balances) == (3, 0, (0, 0, 0, 0))
    again = session.deal(shuffled_hands(rules, 4, session.dealer, Random(4)))
    again = again.after("0 pass")
    loaded = reloaded(again)
    assert loaded == again
    assert loaded.hands != thrown_in.hands
    assert loaded.dealer == 3
    assert [str(action) for action in loaded.log] == ["0 pass"]
    assert [str(action) for action in reloaded(thrown_in).log] == ["0 throw-in"]


def test_sr_04_a_session_is_what_was_carried_into_its_next_deal() -> None:
    rules = varied("bavaria", all_pass={"do": "pot"}, bock={"after": ["passed_out", "solo_lost"]})
    rng = Random(44)
    session = Session.new(rules, 4, dealer=3)
    for _ in range(30):
        position = session.deal(shuffled_hands(rules, 4, session.dealer, rng))
        assert reloaded(position).carried == session.carried
        assert parse_session(session_dict(session.carried), 4) == session.carried
        session = session.after(reloaded(played_out(position, rng)))
    assert sum(session.balances) + session.carried.pot == 0


@pytest.mark.parametrize("dealer", ["next", "same"])
def test_st_05_a_passed_out_deal_has_no_winner(dealer: str) -> None:
    rules = varied("bavaria", all_pass={"dealer": dealer})
    session = Session.new(rules, 4, dealer=3)
    won = from_the_top(deal("bavaria", HANDS, named("rufspiel E", 1)))
    session = session.after(won)
    out = session.deal(parse_record({**BASE, "hands": HANDS}).hands)
    for action in passed(dealer=0):
        out = out.after(action)
    assert out.facts() is None
    assert out.contract is None
    assert amounts(out) == [0] * 4
    after = session.after(out)
    assert after.balances == session.balances == tuple(amounts(won))
    assert after.carried == session.carried
    assert (after.dealer, after.deals) == ((1, 2) if dealer == "next" else (0, 1))
