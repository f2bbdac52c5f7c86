"""What the first ten minutes in the browser teach is what the engine says; the prepared deal is good to learn with."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from schafkopf.engine.bots.player import Budget, player
from schafkopf.game import compile
from schafkopf.game.cards import POINTS_OF_RANK, parse_cards
from schafkopf.game.deal import Deal
from schafkopf.game.plan import lanes
from schafkopf.game.record import parse_record
from schafkopf.game.ruleset import load_ruleset
from schafkopf.game.view import View

LESSONS = json.loads((Path(__file__).parents[2] / "web" / "src" / "learn" / "lessons.json").read_text("utf-8"))
EXERCISES = [exercise for chapter in LESSONS["exercises"].values() for exercise in chapter]
UNKNOWN = " ".join(["??"] * 8)


def exercises(kind: str) -> Any:
    found = [exercise for exercise in EXERCISES if exercise["kind"] == kind]
    return pytest.mark.parametrize("exercise", found, ids=lambda exercise: exercise["id"])


def played(cards: list[str], hand: list[str], called: str) -> Deal:
    """Seat 0 leads; the seat after the last card holds `hand`. The dealer has called an ace."""
    to_move = len(cards)
    known = [[card] for card in cards] + [hand if to_move < 4 else []]
    hands = [" ".join([*own, *["??"] * (8 - len(own))]) for own in known] + [UNKNOWN] * 4
    caller = 3 if to_move != 3 else 2
    order = [f"{seat} {'play' if seat == caller else 'pass'}" for seat in range(4)]
    actions = [*order, f"{caller} rufspiel {called[0]}", *(f"{seat} {card}" for seat, card in enumerate(cards))]
    record = {
        "schafkopf": 1,
        "rules": "bavaria",
        "names": ["A", "B", "C", "D"],
        "dealer": 3,
        "hands": hands[:4],
        "actions": actions,
    }
    return parse_record(record).replay()


def test_ranks_points_and_trumps_are_those_of_the_game() -> None:
    assert LESSONS["points"] == POINTS_OF_RANK
    assert [card[1] for card in LESSONS["plain"]] == list("AZKOU987")
    contract = compile.contract(load_ruleset("bavaria"), "rufspiel", suit="E")
    assert LESSONS["enough"] == contract.goal.need
    order = lanes(contract.order, 32)
    assert LESSONS["trumps"] == list(order.names(order.trumps))


@exercises("winner")
def test_the_card_that_takes_the_trick(exercise: dict[str, Any]) -> None:
    # The called suit is one that has nothing to do with the trick.
    suits = {card[0] for card in exercise["trick"]}
    called = next(suit for suit in "EGS" if suit not in suits or suit != exercise["trick"][0][0])
    deal = played(exercise["trick"], [], f"{called}A")
    trick = View.of(deal, None).tricks[0]
    assert [trick.cards[(trick.winner - trick.leader) % 4]] == exercise["answer"]


@exercises("legal")
def test_the_cards_that_may_be_played(exercise: dict[str, Any]) -> None:
    led = exercise["trick"][0]
    called = exercise.get("called") or next(f"{s}A" for s in "EGS" if s != led[0] and f"{s}A" not in exercise["hand"])
    deal = played(exercise["trick"], exercise["hand"], called)
    seat = len(exercise["trick"])
    assert set(deal.options_of(seat)) & set(exercise["hand"]) == set(exercise["answer"])


@exercises("call")
def test_the_aces_that_may_be_called(exercise: dict[str, Any]) -> None:
    deal = Deal.new(
        load_ruleset("bavaria"),
        (parse_cards(" ".join(exercise["hand"])), *[(None,) * 8] * 3),
        dealer=3,
    )
    for action in ("0 play", "1 pass", "2 pass", "3 pass"):
        deal = deal.after(action)
    called = {text.split()[1] for text in deal.options_of(0) if text.startswith("rufspiel ")}
    assert called == set(exercise["answer"])


@exercises("sum")
def test_the_points(exercise: dict[str, Any]) -> None:
    cards = [card for trick in exercise["tricks"] for card in trick]
    assert sum(POINTS_OF_RANK[card[1]] for card in cards) == exercise["answer"]
    assert exercise["answer"] in exercise["choices"]
    assert len(set(cards)) == len(cards)


def follow_advice(seed: int, others: str) -> Deal:
    """The prepared deal, played to the end by rules of thumb on the learner's seat and bots on the others."""
    deal = parse_record(LESSONS["deal"]).start()
    rng = Random(seed)
    while not deal.finished:
        seat = deal.turn if deal.turn is not None else min(deal.options())
        bot = player("rules" if seat == 0 else others)
        deal = deal.after(f"{seat} {bot.choose(View.of(deal, seat), Random(rng.random()), Budget())}")
    return deal


@pytest.mark.parametrize("others", ["rules:cautious", "rules"])
@pytest.mark.parametrize("seed", range(5))
def test_the_prepared_deal_teaches_what_was_learnt(seed: int, others: str) -> None:
    deal = follow_advice(seed, others)
    assert deal.play is not None
    plan = deal.play.plan
    facts = deal.facts()
    assert facts is not None
    assert (plan.contract.name, plan.declarer) == ("rufspiel", 0)
    assert facts.won
    assert sorted(facts.side) == [0, 2], "the partner sits opposite"
    tricks = View.of(deal, None).tricks
    ace_fell = next(at for at, trick in enumerate(tricks) if "EA" in trick.cards)
    assert ace_fell <= 2, "who the partner is shows early"
    assert {trick.winner for trick in tricks} >= {0, 2}
    assert any(trick.winner not in facts.side for trick in tricks), "the opponents take something, too"
    bill = deal.settlement()
    assert bill is not None
    assert "laufende" not in {term.name for term in bill.terms}, "the bill is short"
