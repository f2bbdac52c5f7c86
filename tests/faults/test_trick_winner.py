"""Faults in who takes a trick."""

from random import Random

import pytest
from tests.cases.table import code, deal, named, tricks

from schafkopf.game import Deal, Session, load_ruleset
from schafkopf.game.dealing import shuffled_hands
from schafkopf.game.record import report

from .positions import ALL_GAMES, any_action, dealt, plan_of

RUF_TRUMPS = "EO GO HO SO EU GU HU SU HA HZ HK H9 H8 H7"


def taker(contract: str, declarer: int, trick: str) -> int:
    """Who takes this trick when it is the first of a deal."""
    leader = int(trick[0])
    dealer = (leader - 1) % 4
    said = named(contract, declarer, dealer=dealer)
    position = deal("bavaria", {}, said, tricks(trick), dealer=dealer, overrides=ALL_GAMES)
    winner: int = report(position)["last_trick"]["winner"]
    assert position.turn == winner
    return winner


def test_tw_01_a_trump_takes_a_trick_of_a_plain_suit() -> None:
    assert taker("rufspiel G", 0, "1: SK SZ H7 SA") == 3


def test_tw_03_ten_above_king() -> None:
    assert taker("geier", 0, "2: EK EZ EU E9") == 3
    assert taker("wenz", 1, "0: GO GK GZ G9") == 2
    assert taker("solo G", 0, "1: HA G7 HZ HK") == 2


@pytest.mark.parametrize("leader", range(4))
def test_tw_04_the_leader_names_the_suit(leader: int) -> None:
    turned = (leader + 2) % 4
    assert taker("rufspiel G", 0, f"{leader}: S9 EA SZ S7") == turned
    assert taker("rufspiel G", 0, "3: S9 EA SZ S7") == 1


def test_tw_06_the_taker_leads_the_next_trick() -> None:
    rules = load_ruleset("bavaria").with_overrides(ALL_GAMES)
    rng = Random(6)
    changes = 0
    for _ in range(80):
        position = Deal.new(rules, shuffled_hands(rules, 4, 3, rng), dealer=3)
        while not position.finished:
            play = position.play
            if play is not None and play.history and not play.trick:
                last = play.history[-1]
                assert position.turn == play.leader == last.winner
                if last.leader != last.winner:
                    changes += 1
                    card = play.plan.lanes.names(play.hands[last.leader])[0]
                    assert code(position, f"{last.leader} {card}") == "turn/not-yours"
            position = position.after(any_action(position, rng))
    assert changes > 100


def test_tw_07_the_order_of_trumps() -> None:
    assert taker("rufspiel G", 2, "0: SU SO HA EU") == 1
    lanes = plan_of("rufspiel G").lanes
    assert lanes.names(lanes.trumps) == tuple(RUF_TRUMPS.split())
    short = plan_of("rufspiel G", overrides={"deck": {"cards": 24}, "deal": {"packets": [3, 3]}}).lanes
    assert short.names(short.trumps) == tuple(RUF_TRUMPS.replace(" H8 H7", "").split())


def test_tw_09_each_deal_is_judged_by_its_own_contract() -> None:
    hands = dealt(
        "EZ GA GK G9 SA SK HA H9",
        "EO GO HU SU HZ HK GZ S9",
        "EK HO SO EU GU H8 H7 S8",
        "E9 E8 E7 EA G8 G7 SZ S7",
    )
    session = Session.new(load_ruleset("bavaria"), 4, dealer=3)
    winners = []
    for contract, cards in (("wenz", "EZ EO EK E9"), ("rufspiel E", "GZ HO G8 GA")):
        position = session.deal(hands)
        for action in named(contract, 2, dealer=position.dealer):
            position = position.after(action)
        for action in tricks(f"{position.turn}: {cards}"):
            position = position.after(action)
        winners.append(report(position)["last_trick"]["winner"])
        while not position.finished:
            position = position.after(any_action(position, Random(9)))
        session = session.after(position)
    # In Wenz the Ober of another suit would not have taken the second trick either.
    assert winners == [0, 2]
