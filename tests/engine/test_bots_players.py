"""Bots as others seat them: by name, one decision, a whole deal; and what happens when one fails (BX)."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from schafkopf.engine.bots.player import Budget, ByRules, IllegalAnswer, Together, decide, names, player
from schafkopf.engine.bots.referee import Effort, Incident, dice, finish, steps
from schafkopf.engine.bots.rules import choose
from schafkopf.game import Deal, View, load_ruleset
from schafkopf.game.alphabet import CARDS, LEVELS

from .tables import fresh

BAVARIA = load_ruleset("bavaria")


@dataclass
class Watched:
    """Plays by the rules of thumb, and remembers what it was asked."""

    doubles: bool = False
    chosen: list[View] = field(default_factory=list)
    offered: list[View] = field(default_factory=list)

    def choose(self, view: View, rng: Random, budget: Budget) -> str:
        self.chosen.append(view)
        return choose(view, rng)

    def double(self, view: View, rng: Random, budget: Budget) -> str | None:
        self.offered.append(view)
        return next(text for text in view.options if text in LEVELS) if self.doubles else None


class Answers:
    """Says the same whatever it is asked."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, view: View, rng: Random, budget: Budget) -> str:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer  # type: ignore[no-any-return]

    def double(self, view: View, rng: Random, budget: Budget) -> str | None:
        return None


@pytest.mark.parametrize("name", names())
def test_every_bot_that_is_listed_can_be_made(name: str) -> None:
    assert callable(player(name).choose)
    assert isinstance(player(f"{name}/rules"), Together)


@pytest.mark.parametrize("name", ["", "rule", "rules:", "rules:wild", "random:x", "/rules", "rules/", "a/b/c", ":bold"])
def test_unknown_bots_are_refused_and_known_ones_listed(name: str) -> None:
    with pytest.raises(ValueError, match=r"there are .*bold|no 'x'"):
        player(name)


@pytest.mark.parametrize("amounts", [{"ms": 0}, {"ms": -1.0}, {"ms": float("nan")}, {"nodes": 0}])
def test_a_budget_is_a_positive_amount(amounts: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="budget"):
        Budget(**amounts)


def test_forced_moves_are_not_asked_for() -> None:
    bots = [Watched() for _ in range(4)]
    efforts = [Effort() for _ in range(4)]
    moves = 0
    for number in range(20):
        deal = finish(fresh(BAVARIA, number), bots, dice(1, number), efforts=efforts)
        moves += len(deal.log)
    assert all(len(view.options) > 1 for bot in bots for view in bot.chosen)
    assert [len(bot.chosen) + len(bot.offered) for bot in bots] == [effort.answers for effort in efforts]
    # Who declines Kontra out of turn has been asked, and nothing is logged.
    declined = sum(len(bot.offered) for bot in bots)
    assert sum(effort.answers + effort.forced for effort in efforts) - declined == moves
    assert sum(effort.forced for effort in efforts) > moves / 10


def test_cards_by_one_and_words_by_another() -> None:
    """`cards/words`: the first is asked for cards only and never sees a Kontra word, the second for all the rest."""
    cards, words = Watched(), Watched(doubles=True)
    both = Together(cards, words)
    deals = [finish(fresh(BAVARIA, number), [both] * 4, dice(1, number)) for number in range(30)]
    assert {view.phase for view in cards.chosen} == {"play"}
    assert all(text in CARDS for view in cards.chosen for text in view.options)
    assert not cards.offered
    assert {view.phase for view in words.chosen} == {"auction"}
    assert sum(len(deal.said) for deal in deals) == len(words.offered) >= 10


def test_random_bids_and_doubles_like_rules() -> None:
    """The player of random cards differs from `rules` by its cards alone."""
    chance, rules = player("random"), player("rules")
    played: Counter[bool] = Counter()
    for number in range(25):
        for deal in steps(fresh(BAVARIA, number), [rules] * 4, dice(3, number)):
            for seat in deal.seats:
                if not View.of(deal, seat).options:
                    continue
                answers = [decide(bot, deal, seat, Random(5)).text for bot in (chance, rules)]
                if deal.phase != "play" or any(text in LEVELS for text in answers):
                    assert answers[0] == answers[1]
                elif None not in answers:
                    assert answers[0] in View.of(deal, seat).options
                    played[answers[0] == answers[1]] += 1
    assert played[False] > 100


@pytest.mark.parametrize("answer", ["EO", "", "pass ", None, 3, "kontra", KeyError("lost")])
def test_an_illegal_answer_ends_the_deal_and_is_never_replaced(answer: Any) -> None:
    """BX-01, BX-02: nothing is played in a bot's place; where it failed is said."""
    rules = ByRules()
    deal = next(
        deal
        for number in range(20)
        for deal in steps(fresh(BAVARIA, number), [rules] * 4, dice(1))
        if deal.phase == "play"
        and deal.turn == 2
        and "EO" not in (options := View.of(deal, 2).options)
        and "kontra" not in options
        and len(options) > 1
    )
    bots = [rules, rules, Answers(answer), rules]
    with pytest.raises(Incident, match=f"seat 2, action {len(deal.log)}: ") as found:
        finish(deal, bots, dice(1))
    assert found.value.deal == deal
    assert type(found.value.__cause__) is (KeyError if isinstance(answer, KeyError) else IllegalAnswer)


def test_who_may_double_is_asked_at_the_last_moment() -> None:
    """With a window that closes for all at the second card, the others are asked before it, and once."""
    rules = BAVARIA.with_overrides({"kontra": {"window": "before_2nd_card"}})
    bots = [Watched() for _ in range(4)]
    for number in range(40):
        finish(fresh(rules, number), bots, dice(1, number))
    asked = [view for bot in bots for view in bot.offered]
    assert len(asked) > 40
    assert all(view.turn != view.seat and len(view.trick.cards) == 1 for view in asked if view.trick is not None)
    assert all(view.trick is not None for view in asked)
    doubling = [Watched(doubles=True) for _ in range(4)]
    deals = [finish(fresh(rules, number), doubling, dice(1, number)) for number in range(40)]
    assert max(len(deal.said) for deal in deals) == rules["kontra.max"]


@pytest.mark.parametrize("claim", [True, False])
def test_laufende_are_claimed_by_who_may(claim: bool) -> None:
    """With Laufende that must be asked for, the deals still end, and bots ask for theirs."""
    rules = BAVARIA.with_overrides({"laufende": {"claim": "until_cut" if claim else "automatic"}})
    deals = [finish(fresh(rules, number), [ByRules()] * 4, dice(1, number)) for number in range(60)]
    assert all(deal.phase == "over" for deal in deals)
    assert any(action.text == "claim" for deal in deals for action in deal.log) == claim


def test_dice_depend_on_place_seat_and_progress_only() -> None:
    deal = fresh(BAVARIA, 1)
    later = deal.after(f"{deal.turn} pass")
    draws = {dice(*place)(at, seat).random() for place in ((1, 2), (1, 3)) for at in (deal, later) for seat in (0, 1)}
    assert len(draws) == 8
    assert dice(1, 2)(deal, 0).random() == dice(1, 2)(Deal.new(BAVARIA, deal.hands, dealer=0), 0).random()


def test_bots_by_rules_need_no_compiled_parts() -> None:
    code = (
        "import sys; from schafkopf.engine.bots.player import player; import schafkopf.engine.bots.referee;"
        "player('rules'), player('random'); import schafkopf.engine.bots.rules;"
        "print(sorted({'numba', 'numpy', 'llvmlite'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
