"""Faults in shuffling and dealing."""

from random import Random, SystemRandom
from typing import Any

import pytest

from schafkopf.game import Deal, View, load_ruleset
from schafkopf.game.cards import NAMES, deck
from schafkopf.game.dealing import shuffled_hands

from .positions import varied

TABLES: list[tuple[str, dict[str, Any], int]] = [
    ("bavaria", {}, 4),
    ("bavaria", {"deal": {"packets": [2, 2, 2, 2]}}, 4),
    ("bavaria-short", {}, 4),
    ("three", {}, 3),
    ("ru-chalk", {}, 4),
    ("bavaria", {"table": {"seated": 6}}, 6),
]


class Unshuffled:
    """Leaves the pack as it is."""

    def shuffle(self, x: list[Any], /) -> None:
        pass


@pytest.mark.parametrize(("name", "overrides", "at_table"), TABLES)
def test_df_02_every_card_is_dealt_once(name: str, overrides: dict[str, Any], at_table: int) -> None:
    rules = varied(name, **overrides)
    pack = sorted(deck(rules["deck.cards"]))
    rng = Random(2)
    for number in range(200):
        hands = shuffled_hands(rules, at_table, number % at_table, rng)
        assert sorted(card for hand in hands for card in hand if card is not None) == pack
        assert sorted(map(len, hands))[-rules["table.players"] :] == [rules.hand_size] * rules["table.players"]
        Deal.new(rules, hands, dealer=number % at_table)


@pytest.mark.parametrize(("name", "overrides", "at_table"), TABLES)
def test_df_02_the_pack_is_dealt_in_packets_from_forehand_on(
    name: str, overrides: dict[str, Any], at_table: int
) -> None:
    rules = varied(name, **overrides)
    hands = shuffled_hands(rules, at_table, at_table - 1, Unshuffled())
    pack = iter(deck(rules["deck.cards"]))
    expected: list[list[int]] = [[] for _ in range(at_table)]
    playing = rules["table.players"]
    for size in rules["deal.packets"]:
        for seat in range(playing):
            expected[seat] += [next(pack) for _ in range(size)]
    assert [list(hand) for hand in hands] == expected


def test_df_03_the_deal_is_even() -> None:
    deals = 200_000
    rules = load_ruleset("bavaria")
    rng = Random(20_251)
    ober, first = NAMES.index("EO"), [0] * 32
    with_ober = 0
    for _ in range(deals):
        hand = shuffled_hands(rules, 4, 3, rng)[0]
        with_ober += ober in hand
        card = hand[0]
        assert card is not None
        first[card] += 1
    assert abs(with_ober / deals - 0.25) < 0.004
    expected = deals / 32
    # Chi square with 31 degrees of freedom: beyond 70 once in 10,000 fair shuffles.
    assert sum((count - expected) ** 2 / expected for count in first) < 70


def test_df_05_the_seed_makes_the_deal() -> None:
    rules = load_ruleset("bavaria")
    system = SystemRandom()
    assert shuffled_hands(rules, 4, 3, system) != shuffled_hands(rules, 4, 3, system)
    assert shuffled_hands(rules, 4, 3, Random(7)) == shuffled_hands(rules, 4, 3, Random(7))
    assert shuffled_hands(rules, 4, 3, Random(7)) != shuffled_hands(rules, 4, 3, Random(8))
    rng = Random(7)
    assert shuffled_hands(rules, 4, 3, rng) != shuffled_hands(rules, 4, 3, rng)


@pytest.mark.parametrize(
    ("name", "players", "first", "whole"), [("bavaria", 4, 4, 8), ("bavaria-short", 4, 3, 6), ("three", 3, 4, 8)]
)
def test_df_08_the_first_packet_is_that_of_the_hand_size(name: str, players: int, first: int, whole: int) -> None:
    rules = varied(name, knock={"who": "anyone"})
    position = Deal.new(rules, shuffled_hands(rules, players, players - 1, Random(8)), dealer=players - 1)
    seen = View.of(position, 0)
    assert (len(seen.dealt), len(seen.hand)) == (first, first)
    for seat in range(players):
        position = position.after(f"{seat} keep")
    seen = View.of(position, 0)
    assert (len(seen.dealt), len(seen.hand)) == (whole, whole)
