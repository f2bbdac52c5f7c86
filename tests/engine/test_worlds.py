"""`Worlds`: what it promises to who calls it."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from tests.laws import kit

from schafkopf.engine.worlds import Worlds
from schafkopf.game import Deal, View, load_ruleset
from schafkopf.game.cards import NAMES, mask_of, parse_cards
from schafkopf.game.dealing import shuffled_hands

from .tables import lead_in, set_up
from .test_worlds_many import now

BAVARIA = load_ruleset("bavaria")
EIGHT_TRICKS = (
    *("EA E9 EZ E8", "GO H7 H8 H9", "SO HK HZ HA", "EU SU HU GU"),
    *("SA S8 SZ S9", "HO EO GZ GA", "GK G9 G7 SK", "EK E7 S7 G8"),
)


def opened(number: int = 1, seat: int = 0) -> Worlds:
    """The worlds of a seat before anybody has spoken."""
    deal = Deal.new(BAVARIA, shuffled_hands(BAVARIA, 4, 3, random.Random(number)), dealer=3)
    return Worlds.of(View.of(deal, seat))


def test_nothing_said_leaves_all_deals_of_the_unseen_cards() -> None:
    assert opened().count == 9_465_511_770  # 24! / 8!**3


@pytest.mark.parametrize("seed", [0, 1, 17])
def test_a_thousand_draws_from_an_early_state_are_different_worlds(seed: int) -> None:
    """DF-06."""
    assert len(np.unique(opened().draw(1000, seed), axis=0)) >= 990
    deal = set_up(BAVARIA, EIGHT_TRICKS, ("0 play", "1 pass", "2 pass", "3 pass", "0 rufspiel G"))
    assert len(np.unique(Worlds.of(View.of(deal, 1)).draw(1000, seed), axis=0)) >= 990


def test_a_fraction_is_no_seed() -> None:
    """DF-06: cut to a whole number, every seed between 0 and 1 gave the same world."""
    with pytest.raises(TypeError):
        opened().draw(1, 0.25)  # type: ignore[arg-type]


def test_the_same_seed_gives_the_same_worlds() -> None:
    worlds = opened()
    assert (worlds.draw(50, 3) == opened().draw(50, 3)).all()
    assert (worlds.draw(50, 3)[:10] == worlds.draw(10, 3)).all()
    assert (worlds.draw(50, random.Random(5)) == worlds.draw(50, random.Random(5))).all()
    for other in (4, -3, 3 + 2**64, 2**200):
        assert (worlds.draw(50, 3) != worlds.draw(50, other)).any()
    source = random.Random(5)
    assert (worlds.draw(50, source) != worlds.draw(50, source)).any()


def test_a_row_has_the_hands_of_the_places_and_the_own_hand() -> None:
    worlds = opened(2, seat=2)
    hands = worlds.draw(200, 1)
    assert hands.shape == (200, 4)
    assert hands.dtype == np.int64
    assert set(hands[:, 2].tolist()) == {mask_of(parse_cards(" ".join(worlds.view.hand)))}
    assert (np.bitwise_count(hands) == 8).all()
    assert (np.bitwise_or.reduce(hands, axis=1) == 2**32 - 1).all()
    assert worlds.draw(0, 1).shape == (0, 4)


def test_in_the_play_masks_are_lanes_held_now() -> None:
    deal = set_up(BAVARIA, EIGHT_TRICKS, ("0 play", "1 pass", "2 pass", "3 pass", "0 solo H"))
    deal = lead_in(deal, EIGHT_TRICKS[:3]).after("0 EU")
    worlds = Worlds.of(View.of(deal, 3))
    hands = worlds.draw(300, 2)
    assert np.bitwise_count(hands).max(axis=0).tolist() == [4, 5, 5, 5]
    dealt = worlds.dealt(hands)
    assert (np.bitwise_or.reduce(dealt, axis=1) == 2**32 - 1).all()
    played = [mask_of(parse_cards(" ".join(trick.split()[seat] for trick in EIGHT_TRICKS[:3]))) for seat in range(4)]
    assert (dealt & played == played).all()
    # All followed the first card, Eichel; nobody could but with Eichel.
    assert worlds.contains(now(deal))
    assert not worlds.contains(now(deal)[:3])
    assert not worlds.contains([0, *now(deal)[1:]])


def test_who_does_not_follow_has_none_of_the_suit() -> None:
    rules = load_ruleset("bavaria")
    tricks = ("EA GK E7 E8", *EIGHT_TRICKS[1:])
    hands = [list(parse_cards(" ".join(trick.split()[seat] for trick in EIGHT_TRICKS))) for seat in range(4)]
    # Seat 1 has no Eichel: its nine and seven against two cards of seats 0 and 2.
    for seat, mine, theirs in ((2, "E9", "HZ"), (0, "E7", "GK")):
        one, other = parse_cards(f"{mine} {theirs}")
        hands[1][hands[1].index(one)] = other
        hands[seat][hands[seat].index(other)] = one
    deal = Deal.new(rules, tuple(tuple(hand) for hand in hands), dealer=3)
    for action in ("0 play", "1 pass", "2 pass", "3 pass", "0 solo H", "0 EA", f"1 {tricks[0].split()[1]}"):
        deal = deal.after(action)
    worlds = Worlds.of(View.of(deal, 2))
    eichel = deal.play.plan.lanes.suit[deal.play.plan.lanes.lane_of[0]] if deal.play is not None else 0
    drawn = worlds.draw(2000, 9)
    assert not (drawn[:, 1] & eichel).any()
    assert (drawn[:, 3] & eichel).any()


def test_the_caller_has_the_suit_and_not_its_ace() -> None:
    deal = set_up(BAVARIA, EIGHT_TRICKS, ("0 play", "1 pass", "2 pass", "3 pass", "0 rufspiel G"))
    worlds = Worlds.of(View.of(deal, 1))
    lanes = worlds.seen.lanes
    assert lanes is not None
    ace = lanes.mask(parse_cards("GA"))
    gras = lanes.suit[lanes.lane_of[NAMES.index("GA")]]
    drawn = worlds.draw(2000, 4)
    assert not (drawn[:, 0] & ace).any()
    assert (drawn[:, 0] & gras).all()
    assert (np.bitwise_count(drawn[:, 2:] & ace).sum(axis=1) == 1).all()
    doubled = Worlds.of(View.of(deal.after("2 kontra"), 1))
    assert (doubled.draw(500, 4)[:, 3] & ace).all()
    assert doubled.count < worlds.count


def test_both_parties_of_a_hochzeit_know_what_lay_face_down() -> None:
    rules = load_ruleset("bavaria+hochzeit")
    bride = "EZ E9 GK G9 S9 S8 SK H7"
    rest = [card for card in range(32) if card not in parse_cards(bride)]
    hands = (parse_cards(bride), tuple(rest[:8]), tuple(rest[8:16]), tuple(rest[16:]))
    deal = Deal.new(rules, hands, dealer=3)
    while deal.phase == "auction":
        seat = deal.turn
        options = deal.options_of(seat) if seat is not None else ()
        word = "hochzeit" if seat == 0 else "accept" if "accept" in options and seat == 2 else "pass"
        deal = deal.after(f"{seat} {word}")
    deal = deal.after("0 give H7")
    own = next(NAMES[card] for card in hands[2] if NAMES[card][0] != "H" and NAMES[card][1] not in "OU")
    begun = deal.after(f"2 give {own}")
    counts = [Worlds.of(View.of(begun, seat)).count for seat in range(4)]
    # The bride knows nothing but where the trump lies that she gave; who took it, that she has no other.
    assert counts[0] == 9_465_511_770 // 3
    assert counts[2] < counts[0]
    for seat in (0, 2):
        worlds = Worlds.of(View.of(begun, seat))
        dealt = worlds.dealt(worlds.draw(300, 1))
        assert (dealt[:, 0] >> NAMES.index("H7") & 1).all()
        assert (dealt[:, 2] >> NAMES.index(own) & 1).all()
    outside = Worlds.of(View.of(begun, 1))
    dealt = outside.dealt(outside.draw(2000, 1), seed=2)
    given = dealt[:, 0] & mask_of(card for card in range(32) if NAMES[card][0] == "H" or NAMES[card][1] in "OU")
    assert (np.bitwise_count(given) == 1).all()
    assert len(np.unique(given)) > 5


def test_weights_sum_to_one_and_follow_the_policy() -> None:
    worlds = opened()
    bit, has = worlds.seen.unseen & -worlds.seen.unseen, 1
    hands, weights = worlds.weighted(400, 1, lambda view, hands: np.where(hands[:, has] & bit, 3.0, 1.0))
    assert (hands == worlds.draw(400, 1)).all()
    assert weights.sum() == pytest.approx(1.0)
    holding = (hands[:, has] & bit) != 0
    assert 0 < holding.sum() < 400
    assert weights[holding] == pytest.approx(3 * weights[~holding][0])


def test_a_policy_that_excludes_everything_tells_nothing() -> None:
    _, weights = opened().weighted(10, 1, lambda view, hands: np.zeros(len(hands)))
    assert weights == pytest.approx(np.full(10, 0.1))
    _, weights = opened().weighted(4, 1, lambda view, hands: np.array([0.0, 1e-320, 1e-320, 0.0]))
    assert weights == pytest.approx([0.0, 0.5, 0.5, 0.0])
    _, weights = opened().weighted(2, 1, lambda view, hands: np.array([1e308, 1e308]))
    assert weights == pytest.approx([0.5, 0.5])


@pytest.mark.parametrize("wrong", [[1.0, -0.1], [1.0, float("nan")], [1.0, float("inf")], [1.0], [[1.0, 1.0]]])
def test_weights_that_are_none_are_refused(wrong: object) -> None:
    with pytest.raises(ValueError, match="2 finite weights"):
        opened().weighted(2, 1, lambda view, hands: np.array(wrong))


def test_worlds_are_for_a_seat_that_holds_cards() -> None:
    deal = kit.any_deal(load_ruleset("bavaria+five"), random.Random(4))
    while len(deal.hands) == 4:
        deal = kit.any_deal(load_ruleset("bavaria+five"), random.Random(deal.dealer + 9))
    resting = next(seat for seat in range(len(deal.hands)) if seat not in deal.seats)
    for seat in (None, resting):
        with pytest.raises(ValueError, match="spectator"):
            Worlds.of(View.of(deal, seat))
    worlds = Worlds.of(View.of(deal, deal.seats[1]))
    assert worlds.draw(3, 1).shape == (3, 4)
    assert worlds.contains(now(deal))


def test_worlds_are_for_the_time_between_the_last_packet_and_the_last_card() -> None:
    knocking = kit.any_deal(load_ruleset("bavaria+knocking"), random.Random(1))
    with pytest.raises(ValueError, match="not all dealt"):
        Worlds.of(View.of(knocking, knocking.seats[0]))
    over = kit.played_out(kit.any_deal(BAVARIA, random.Random(1)), random.Random(1))
    with pytest.raises(ValueError, match="over"):
        Worlds.of(View.of(over, 0))


def test_own_cards_must_be_known_and_those_of_the_others_need_not() -> None:
    hand = parse_cards("EO GO HO SO EU GU HU SU")
    unknown: tuple[int | None, ...] = (None,) * 8
    deal = Deal.new(BAVARIA, (hand, unknown, unknown, unknown), dealer=3)
    with pytest.raises(ValueError, match="not known"):
        Worlds.of(View.of(deal, 1))
    assert Worlds.of(View.of(deal, 0)).count == 9_465_511_770


def test_a_position_that_no_deal_can_lead_to_is_said_to_be_none() -> None:
    """Only where cards are unknown: the referee does not hold it against a seat that it did not follow before."""
    hand = parse_cards("EO GO HO SO EU GU HU SU")
    unknown: tuple[int | None, ...] = (None,) * 8
    deal = Deal.new(BAVARIA, (unknown, unknown, unknown, hand), dealer=3)
    for text in ("0 play", "1 pass", "2 pass", "3 pass", "0 wenz", "0 EA", "1 S7", "2 E7", "3 EO", "0 EZ", "1 E8"):
        deal = deal.after(text)
    worlds = Worlds.of(View.of(deal, 3))
    assert worlds.count == 0
    with pytest.raises(ValueError, match="no deal agrees"):
        worlds.draw(1, 1)


def test_a_view_alone_is_enough() -> None:
    """Worlds ask for nothing that a View does not carry: equal views have equal worlds."""
    deal = set_up(BAVARIA, EIGHT_TRICKS, ("0 play", "1 pass", "2 pass", "3 pass", "0 rufspiel G"))
    swapped = ["EA E9 EZ E8", *EIGHT_TRICKS[1:6], "GK G9 SK G7", "EK E7 S7 G8"]
    other = set_up(BAVARIA, swapped, ("0 play", "1 pass", "2 pass", "3 pass", "0 rufspiel G"))
    one, two = View.of(deal, 1), View.of(other, 1)
    assert one == two
    assert (Worlds.of(one).draw(100, 1) == Worlds.of(replace(two)).draw(100, 1)).all()
