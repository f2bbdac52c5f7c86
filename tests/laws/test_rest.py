"""`rest` (the remaining tricks are mine) is accepted exactly where every continuation says so."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

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


def layouts(play: Play, seat: int, rng: random.Random, number: int) -> Iterator[Play]:
    """The table as it lies, then with the cards that `seat` has not seen dealt anew among the others."""
    yield play
    others = [other for other in play.plan.seats if other != seat]
    unseen = [lane for other in others for lane in cards_of(play.hands[other])]
    for _ in range(number):
        rng.shuffle(unseen)
        hands, cards = list(play.hands), iter(unseen)
        for other in others:
            hands[other] = sum(1 << next(cards) for _ in range(play.hands[other].bit_count()))
        yield replace(play, hands=tuple(hands))


def a_trump_is_out(play: Play, seat: int) -> bool:
    """A trump that `seat` has not seen makes its plain cards unsure, also where its holder would have to follow."""
    trumps = play.plan.lanes.trumps
    unseen = sum(play.hands[other] for other in play.plan.seats if other != seat)
    return bool(unseen & trumps) and bool(play.hands[seat] & ~trumps)


def at_the_end(name: str, left: int, rng: random.Random) -> Deal | None:
    """A deal with so many cards in the hand that plays next, somewhere in a trick; None if it was over before."""
    deal = deal_for(name, rng)
    lying = rng.choice((0, 0, 1, 2, 3)) % len(deal.seats)
    while not deal.finished:
        play = deal.play
        assert play is not None
        if play.plan.hand_size - len(play.history) == left and len(play.trick) == lying:
            return deal
        deal = deal.after(any_action(deal, rng))
    return None


@pytest.mark.parametrize("name", CONTRACT_NAMES)
def test_rest_is_accepted_where_every_continuation_of_every_layout_wins(name: str) -> None:
    rng = random.Random(f"rest {name}")
    sure = unsure = 0
    for _ in range(100):
        left = rng.randint(1, 3)
        deal = at_the_end(name, left, rng)
        if deal is None:
            continue
        play = deal.play
        assert play is not None
        turn = play.turn
        wins = all(takes_all(layout, turn) for layout in layouts(play, turn, rng, 20))
        for seat in deal.seats:
            refusal = refusal_of(deal, Action(seat, "rest"))
            if refusal is not None:
                assert refusal.code == "rest/not-certain"
                assert seat != turn or not wins or a_trump_is_out(play, turn), describe(deal)
                continue
            assert seat == turn
            assert wins, describe(deal)
            ended = deal.after(Action(seat, "rest"))
            facts = played_out(ended, rng).facts()
            assert facts is not None
            assert facts.tricks[seat] == play.tricks()[seat] + left
            check_bill(ended)
            # It costs what it costs when the cards are played.
            check_same_bill(ended, deal, rng)
            sure += 1
        unsure += not wins
    assert sure >= 10
    assert unsure >= 10


@pytest.mark.parametrize("name", CONTRACT_NAMES)
def test_the_answer_to_rest_tells_nothing_about_the_unseen_cards(name: str) -> None:
    rng = random.Random(f"answer {name}")
    answers = set()
    for _ in range(40):
        deal = at_the_end(name, rng.randint(1, 4), rng)
        if deal is None or deal.play is None:
            continue
        answer = {layout.sure(deal.play.turn) for layout in layouts(deal.play, deal.play.turn, rng, 10)}
        assert len(answer) == 1, describe(deal)
        answers |= answer
    assert answers == {True, False}


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
