"""Faults in what may be played. Positions of a few cards: the rest has been played."""

from itertools import permutations
from random import Random

import pytest
from tests.cases.table import code, deal, named, options

from schafkopf.game import Deal, IllegalAction, InvalidRuleset, load_ruleset
from schafkopf.game.dealing import shuffled_hands

from .positions import any_action, legal_cards, plan_of, seen_names, varied

RUF = plan_of("rufspiel G")


def test_lm_01_a_trump_does_not_follow_its_printed_suit() -> None:
    assert legal_cards(RUF, "EU E7", "EK") == {"E7"}
    assert legal_cards(RUF, "EU SA", "EK") == {"EU", "SA"}
    assert legal_cards(plan_of("rufspiel S"), "EU GA", "EK") == {"EU", "GA"}
    assert legal_cards(plan_of("solo G"), "SO H7 EA", "GU") == {"SO"}


def test_lm_02_the_order_of_the_hand_makes_no_difference() -> None:
    for order in permutations(["E7", "EU", "GZ", "SA", "HA"]):
        hand = " ".join([*order, "S8", "S9", "SZ"])
        position = deal("bavaria", {1: hand}, named("rufspiel G", 3), "0 EK")
        assert options(position, 1)[:1] == ["E7"]
        assert code(position, f"1 {order[0] if order[0] != 'E7' else 'EU'}") == "play/follow-suit"


@pytest.mark.parametrize(("rules", "cards"), [("bavaria", 8), ("bavaria-short", 6)])
def test_lm_04_played_cards_are_gone(rules: str, cards: int) -> None:
    rng = Random(4)
    for _ in range(60):
        position = Deal.new(load_ruleset(rules), shuffled_hands(load_ruleset(rules), 4, 3, rng), dealer=3)
        while not position.finished:
            gone = seen_names(position)
            if position.phase == "play":
                left = cards - len(gone) // 4
                for seat in range(4):
                    held = [text for text in options(position, seat) if text not in ("kontra", "re")]
                    assert len(held) <= left
                    assert not set(held) & set(gone)
                if gone:
                    assert code(position, f"{position.turn} {rng.choice(gone)}") == "play/not-held"
            position = position.after(any_action(position, rng))


def test_lm_05_a_void_hand_may_play_anything() -> None:
    assert legal_cards(plan_of("rufspiel E"), "GA SA", "E9") == {"GA", "SA"}


def test_lm_07_bettel_has_no_trumps() -> None:
    assert legal_cards(plan_of("bettel"), "SO S9 EA", "S7") == {"SO", "S9"}


def test_lm_08_a_refused_card_changes_nothing() -> None:
    position = deal("bavaria", {1: "EK E9 GZ GK HO SU S9 S8"}, named("rufspiel S", 3), "0 EZ")
    before = (position, position.log, position.turn, position.options(), position.settlement())
    for action, expected in (
        ("1 GZ", "play/follow-suit"),
        ("1 EA", "play/not-held"),
        ("2 E7", "turn/not-yours"),
        ("1 EZ", "play/not-held"),
        ("1 1", "record/syntax"),
    ):
        with pytest.raises(IllegalAction) as refusal:
            position.after(action)
        assert refusal.value.code == expected
        assert refusal.value.at == len(position.log)
    assert (position, position.log, position.turn, position.options(), position.settlement()) == before
    assert position.after("1 EK").turn == 2


def test_lm_10_three_players_have_no_partner() -> None:
    rules = load_ruleset("three")
    assert rules.hand_size == 8
    rng = Random(10)
    phases = set()
    for _ in range(40):
        position = Deal.new(rules, shuffled_hands(rules, 3, 2, rng), dealer=2)
        while not position.finished:
            phases.add(position.phase)
            for seat in range(3):
                assert not [text for text in options(position, seat) if text.startswith(("rufspiel", "hochzeit"))]
            position = position.after(any_action(position, rng))
    assert phases == {"auction", "play"}
    position = deal("three", ["??" + " ??" * 7] * 3, "0 play", "1 pass", "2 pass", dealer=2)
    assert code(position, "0 rufspiel E") == "auction/not-enabled"
    with pytest.raises(InvalidRuleset) as refusal:
        varied("three", contracts=["rufspiel", "solo"])
    assert refusal.value.code == "ruleset/contradiction"
