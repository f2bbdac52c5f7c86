"""Many deals at once: the answers of a batch are those of each deal, whoever solves it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from tests.laws.kit import any_action

from schafkopf.engine.batch import solve_batch
from schafkopf.engine.position import position_of
from schafkopf.engine.solver import solve
from schafkopf.engine.worlds import Worlds
from schafkopf.game import Deal, View, load_ruleset
from schafkopf.game.dealing import shuffled_hands
from schafkopf.game.play import Play


def a_position(name: str, seed: int, cards: int) -> Deal:
    """Some deal in play with so many cards in each hand, before the first card of a trick, played for points."""
    rules, rng = load_ruleset(name), Random(seed)
    while True:
        players = rules["table.players"]
        deal = Deal.new(rules, shuffled_hands(rules, players, 0, rng), dealer=0)
        while not deal.finished:
            play = deal.play
            if play is not None and play.plan.contract.goal.kind != "points":
                break
            if play is not None and not play.trick and play.plan.hand_size - len(play.history) == cards:
                return deal
            deal = deal.after(any_action(deal, rng))


def playing(deal: Deal) -> Play:
    assert deal.play is not None
    return deal.play


@pytest.mark.parametrize("name", ["bavaria", "bavaria-short", "three"])
def test_a_batch_answers_like_the_solver(name: str) -> None:
    deal = a_position(name, 5, 5)
    play = playing(deal)
    hands = Worlds.of(View.of(deal, play.turn)).draw(24, 3)
    batch = solve_batch(position_of(play), hands)
    assert batch.solved.all()
    own = [play.hands[seat] for seat in play.plan.seats]
    real = solve_batch(position_of(play), np.array([own]))
    made = solve(deal)
    side = play.plan.side(play.holder)
    assert side is not None
    taken = sum(play.plan.lanes.points_in(play.taken[seat]) for seat in side)
    lanes = play.plan.lanes
    found = {
        lanes.names(1 << lane)[0]: int(real.values[0, lane]) + taken for lane in range(32) if real.values[0, lane] >= 0
    }
    assert found == made.cards


@pytest.mark.parametrize("threads", [2, 3, 7])
def test_the_answers_do_not_depend_on_the_number_of_threads(threads: int) -> None:
    deal = a_position("bavaria", 8, 6)
    position = position_of(playing(deal))
    hands = Worlds.of(View.of(deal, playing(deal).turn)).draw(70, 1)
    alone, shared = (solve_batch(position, hands, threads=number) for number in (1, threads))
    assert (alone.values == shared.values).all()
    assert (alone.nodes == shared.nodes).all()


def test_steps_count_what_the_values_reach() -> None:
    deal = a_position("bavaria", 11, 5)
    position = position_of(playing(deal))
    hands = Worlds.of(View.of(deal, playing(deal).turn)).draw(40, 2)
    values = solve_batch(position, hands).values
    steps = [[1 + row % 7, 12, 30 + row] for row in range(len(hands))]
    reached = solve_batch(position, hands, steps=steps).values
    for row, wanted in enumerate(steps):
        for lane in range(32):
            exact = values[row, lane]
            assert reached[row, lane] == (exact if exact < 0 else sum(exact >= step for step in wanted))


def test_a_budget_leaves_the_hard_deals_unsolved_and_says_so() -> None:
    deal = a_position("bavaria", 13, 7)
    position = position_of(playing(deal))
    hands = Worlds.of(View.of(deal, playing(deal).turn)).draw(40, 2)
    full = solve_batch(position, hands)
    limit = int(np.median(full.nodes))
    some = solve_batch(position, hands, nodes=limit)
    assert (some.solved == (full.nodes <= limit)).all()
    assert (some.values[some.solved] == full.values[some.solved]).all()
    assert 0 < some.solved.sum() < len(hands)


def test_nothing_to_solve_is_no_fault() -> None:
    deal = a_position("bavaria", 5, 4)
    empty = np.zeros((0, 4), np.int64)
    assert solve_batch(position_of(playing(deal)), empty).values.shape == (0, 32)
