"""What holds for the exact solver whatever the deal, checked on positions that are too large for minimax."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from tests.laws.kit import deal_for
from tests.problems import files as problems

from schafkopf.engine.solver import Unsolvable, solve
from schafkopf.game import Deal, IllegalAction
from schafkopf.game.cards import NAMES
from schafkopf.game.play import start as start_play

from .endings import SIDES, Recipe, ending, endings, labels, rng_of, start
from .oracle import finished_value, maximising, result

PLAYED = [name for name in SIDES if name != "sie"]
MODES = pytest.mark.parametrize("money", [False, True], ids=["points", "money"])


def deals(name: str, count: int, low: int, high: int) -> list[Deal]:
    """Deals of a contract with so many cards left, always the same."""
    return [ending(Recipe(name), rng_of(f"laws {name}", low, number), low, high) for number in range(count)]


@MODES
@pytest.mark.parametrize("name", PLAYED)
def test_the_value_is_that_of_the_best_card(name: str, money: bool) -> None:
    for deal in deals(name, 6, 5, 8):
        found = solve(deal, money=money)
        choose = max if maximising(deal.play) else min
        assert found.complete
        assert set(found.cards) == {text for text in deal.options_of(deal.turn) if text in NAMES}
        assert found.value == choose(found.cards.values())


@MODES
@pytest.mark.parametrize("name", PLAYED)
def test_a_card_is_worth_what_the_position_after_it_is_worth(name: str, money: bool) -> None:
    for deal in deals(name, 3, 5, 7):
        for card, value in solve(deal, money=money).cards.items():
            assert solve(deal.after(f"{deal.turn} {card}"), money=money).value == value


@MODES
@pytest.mark.parametrize("name", PLAYED)
def test_best_cards_keep_the_value_until_it_is_on_the_bill(name: str, money: bool) -> None:
    rng = random.Random(name)
    for deal in deals(name, 2, 6, 8):
        value = solve(deal, money=money).value
        while not deal.finished:
            found = solve(deal, money=money)
            assert found.value == value
            best = [card for card, worth in found.cards.items() if worth == value]
            deal = deal.after(f"{deal.turn} {rng.choice(best)}")
        assert finished_value(deal, money=money) == value
        last = solve(deal, money=money)
        assert (last.value, last.cards) == (value, {})


@pytest.mark.parametrize("name", PLAYED)
def test_a_play_and_a_plan_are_solved_like_the_deal(name: str) -> None:
    for deal in deals(name, 3, 4, 7):
        assert solve(deal.play).cards == solve(deal).cards
        assert solve(deal.play).value == solve(deal).value
    rng = random.Random(name)
    deal = deal_for(name, rng)
    for _ in range(4):
        # In the first tricks the whole search would take long; a plan is a play before its first card.
        if deal.play.plan.hand_size == 6:
            break
        deal = deal_for(name, rng)
    whole = solve(deal)
    assert (solve(deal.play.plan).value, solve(deal.play.plan).cards) == (whole.value, whole.cards)
    assert start_play(deal.play.plan) == deal.play


@MODES
def test_a_search_whose_budget_runs_out_says_so(money: bool) -> None:
    said = 0
    for name in ("rufspiel", "solo", "wenz", "chalk"):
        for deal in deals(name, 3, 7, 8):
            whole = solve(deal, money=money)
            if whole.nodes < 200:
                continue
            cut = solve(deal, money=money, nodes=whole.nodes // 20)
            assert not cut.complete
            said += 1
            enough = solve(deal, money=money, nodes=10 * whole.nodes + 1000)
            assert enough.complete
            assert (enough.value, enough.cards, enough.nodes) == (whole.value, whole.cards, whole.nodes)
    assert said >= 6


def test_the_same_question_takes_the_same_nodes_whatever_was_asked_before() -> None:
    questions = [deal for group in ("rufspiel", "solo", "wenz", "bettel") for deal in problems.deals(group)[:4]]
    first = [solve(deal) for deal in questions]
    assert max(found.nodes for found in first) > 20_000, "too easy to crowd out anything that is remembered"
    assert [solve(deal) for deal in reversed(questions)] == first[::-1]


@pytest.mark.parametrize("name", PLAYED)
def test_a_deal_that_ended_early_is_worth_what_was_awarded(name: str) -> None:
    found = 0
    for deal in deals(name, 40, 2, 6):
        for word in ("concede", "rest"):
            try:
                ended = deal.after(f"{deal.turn} {word}")
            except IllegalAction:
                continue
            found += 1
            answer = solve(ended)
            assert (answer.value, answer.cards) == (result(ended.play, ended.facts()), {})
            assert solve(ended, money=True).value == finished_value(ended, money=True)
    assert found >= 1


def test_a_sie_laid_down_is_won() -> None:
    rng = random.Random(11)
    laid = []
    while len(laid) < 3:
        deal = start(Recipe("sie"), rng)
        if deal.finished:
            laid.append(deal)
    for deal in laid:
        assert (solve(deal).value, solve(deal).cards) == (1, {})
        assert solve(deal, money=True).value == finished_value(deal, money=True) > 0


def test_what_cannot_be_solved_is_refused_with_a_code() -> None:
    rng = random.Random(5)
    deal = deal_for("rufspiel", rng)
    before = Deal.new(deal.rules, deal.hands, dealer=deal.dealer, carried=deal.carried)
    unknown = (None,) * len(deal.hands[deal.turn])
    hands = tuple(unknown if seat != deal.turn and hand else hand for seat, hand in enumerate(deal.hands))
    half = Deal.new(deal.rules, hands, dealer=deal.dealer)
    for action in deal.log:
        half = half.after(action)
    assert half.play is not None
    for what, code in (
        (before, "solve/not-in-play"),
        (half, "solve/unknown-cards"),
        (half.play, "solve/unknown-cards"),
    ):
        with pytest.raises(Unsolvable) as refused:
            solve(what)
        assert refused.value.code == code


def test_doublings_do_not_change_what_is_best() -> None:
    """A factor on everything orders the ends as before; the pot is no factor and stays out."""
    for name in ("rufspiel", "solo", "wenz"):
        for deal in deals(name, 8, 4, 6):
            if not deal.contract.tariff.laufende_doubled or deal.contract.goal.taken_over:
                continue
            plain = replace(deal, carried=replace(deal.carried, pot=0, double=0))
            twice = replace(deal, carried=replace(deal.carried, pot=0, double=1))
            ones, twos = solve(plain, money=True), solve(twice, money=True)
            assert {card: 2 * value for card, value in ones.cards.items()} == twos.cards


def test_a_free_called_ace_is_worth_at_least_as_much_to_its_side() -> None:
    """More to choose from never hurts who chooses."""
    compared = 0
    for _, deal in endings("duties of the called ace", low=4, high=5, times=0.3):
        if "called suit not yet led" not in labels(deal) or deal.play.freed:
            continue
        compared += 1
        assert solve(replace(deal.play, freed=True)).value >= solve(deal.play).value
    assert compared > 20
