"""`rest` (the remaining tricks are mine) is accepted exactly where every continuation says so."""

from __future__ import annotations

import random

import pytest

from schafkopf.game import Action, Deal
from schafkopf.game.cards import NAMES, cards_of
from schafkopf.game.contract import CONTRACT_NAMES
from schafkopf.game.play import Play

from .kit import any_action, check_bill, deal_for, played_out, refusal_of
from .referee import describe


def takes_all(play: Play, seat: int) -> bool:
    """Whether `seat` wins every trick still to come, whatever anybody plays: all continuations, one by one."""
    return every_continuation(play, seat, {})


def every_continuation(play: Play, seat: int, known: dict[tuple[tuple[int, ...], bool], bool]) -> bool:
    if not play.trick:
        if play.turn != seat:
            return False
        if play.over:
            return True
        key = (play.hands, play.freed)
        if key not in known:
            known[key] = one_card_on(play, seat, known)
        return known[key]
    return one_card_on(play, seat, known)


def one_card_on(play: Play, seat: int, known: dict[tuple[tuple[int, ...], bool], bool]) -> bool:
    return all(every_continuation(play.after(lane), seat, known) for lane in cards_of(play.legal(play.turn)))


@pytest.mark.parametrize("name", CONTRACT_NAMES)
def test_rest_is_accepted_where_every_continuation_wins(name: str) -> None:
    rng = random.Random(f"rest {name}")
    sure = unsure = 0
    for _ in range(150):
        deal = deal_for(name, rng)
        left = rng.randint(1, 3)
        lying = rng.choice((0, 0, 1, 2, 3))
        while not deal.finished:
            play = deal.play
            assert play is not None
            if play.plan.hand_size - len(play.history) == left and len(play.trick) == lying % len(deal.seats):
                break
            deal = deal.after(any_action(deal, rng))
        if deal.finished:
            continue
        play = deal.play
        assert play is not None
        expected = takes_all(play, play.turn)
        for seat in deal.seats:
            refusal = refusal_of(deal, Action(seat, "rest"))
            if refusal is not None:
                assert refusal.code == "rest/not-certain"
                assert not (expected and seat == play.turn), describe(deal)
                continue
            ended = deal.after(Action(seat, "rest"))
            assert seat == play.turn
            assert expected, describe(deal)
            facts = played_out(ended, rng).facts()
            assert facts is not None
            assert facts.tricks[seat] == play.tricks()[seat] + left
            check_bill(ended)
            # It costs what it costs when the cards are played.
            check_same_bill(ended, deal, rng)
        sure += expected
        unsure += not expected
    assert sure >= 10
    assert unsure >= 10


def check_same_bill(ended: Deal, deal: Deal, rng: random.Random) -> None:
    while not deal.finished:
        turn = deal.turn
        assert turn is not None
        cards = [text for text in deal.options_of(turn) if text in NAMES]
        deal = deal.after(Action(turn, rng.choice(cards)))
    first, second = ended.settlement(), deal.settlement()
    assert first is not None
    assert second is not None
    assert (first.amounts, first.pot, first.strokes) == (second.amounts, second.pot, second.strokes), describe(deal)
