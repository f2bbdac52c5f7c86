"""What is offered is accepted, what is not offered is refused, and a deal never changes."""

from __future__ import annotations

import copy
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schafkopf.game import Action, Deal, IllegalAction
from schafkopf.game.cards import NAMES
from schafkopf.game.contract import CONTRACT_NAMES
from schafkopf.game.record import record_of, report

from .kit import (
    FAMILIES,
    FREE_WORDS,
    any_deal,
    any_rules,
    check_bill,
    deal_for,
    ended_early,
    played_out,
    refusal_of,
    walk,
)
from .test_bills import SEEDS

NAMED = [f"{name}{suit}" for name in CONTRACT_NAMES for suit in ("", " E", " G", " H", " S")]
SAID = (
    *("knock", "keep", "pass", "play", "accept", "double", "redeal", "claim", "cut"),
    *("kontra", "re", "supra", "resupra", "rufspiel GZ", "rufspiel SK", "solo H 70", "wenz 120", "solo 61"),
    *(f"trump {suit}" for suit in "EGHS"),
    *(f"give {name}" for name in ("EO", "H7", "S9", "GA", "EZ")),
    *("give ??", "??", "", "G", "kontra kontra", "solo X", "rufspiel", "trump"),
)
TEXTS = (*NAMES, *NAMED, *SAID)


def check_offers(deal: Deal) -> None:
    """Somebody can do something in an unfinished deal, and every offer is accepted."""
    options = deal.options()
    assert bool(options) == (deal.phase != "over")
    if deal.turn is not None:
        assert options.get(deal.turn)
    for seat, texts in options.items():
        assert len(set(texts)) == len(texts)
        for text in texts:
            after = deal.after(Action(seat, text))
            assert after.log == (*deal.log, Action(seat, text))


def check_refusals(deal: Deal, texts: list[str]) -> None:
    """What is not among the options is refused with what would be accepted."""
    options = deal.options()
    for seat in range(-1, len(deal.hands) + 1):
        for text in texts:
            if text in options.get(seat, ()):
                continue
            with pytest.raises(IllegalAction) as caught:
                deal.after(Action(seat, text))
            refusal = caught.value
            assert "/" in refusal.code
            assert refusal.at == len(deal.log)
            # What cannot be read as an action may have no seat either.
            assert refusal.seat == seat or (refusal.seat is None and refusal.code == "record/syntax")
            assert refusal.allowed == options.get(seat, ())


@settings(max_examples=250, deadline=None, derandomize=True)
@given(seed=SEEDS, family=st.sampled_from(FAMILIES))
def test_every_option_is_accepted(seed: int, family: str) -> None:
    rng = random.Random(seed)
    for point in walk(any_deal(any_rules(rng, family), rng), rng):
        check_offers(point)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(seed=SEEDS, family=st.sampled_from(FAMILIES))
def test_what_is_not_offered_is_refused(seed: int, family: str) -> None:
    rng = random.Random(seed)
    for point in walk(any_deal(any_rules(rng, family), rng), rng):
        check_refusals(point, rng.sample(TEXTS, 12))


@pytest.mark.parametrize("name", CONTRACT_NAMES)
def test_a_hand_with_cards_always_has_a_legal_card(name: str) -> None:
    rng = random.Random(f"legal {name}")
    for _ in range(60):
        for point in walk(deal_for(name, rng), rng):
            if point.phase != "play":
                continue
            check_refusals(point, rng.sample(TEXTS, 4))
            assert point.play is not None
            for seat in point.seats:
                # Also out of turn: nobody's hand may get stuck on the cards that lie now.
                if point.play.hands[seat]:
                    legal = point.play.legal(seat)
                    assert legal
                    assert legal & ~point.play.hands[seat] == 0


@settings(max_examples=60, deadline=None, derandomize=True)
@given(seed=SEEDS, family=st.sampled_from(FAMILIES))
def test_a_deal_never_changes(seed: int, family: str) -> None:
    rng = random.Random(seed)
    for point in walk(any_deal(any_rules(rng, family), rng), rng):
        before, shown = copy.deepcopy(point), repr(point)
        for seat, texts in point.options().items():
            for text in texts:
                point.after(Action(seat, text))
        check_refusals(point, rng.sample(TEXTS, 6))
        ended_early(point, rng)
        assert point == before
        assert repr(point) == shown


@settings(max_examples=100, deadline=None, derandomize=True)
@given(seed=SEEDS, family=st.sampled_from(FAMILIES))
def test_a_record_cut_anywhere_replays_to_that_position(seed: int, family: str) -> None:
    rng = random.Random(seed)
    points = list(walk(any_deal(any_rules(rng, family), rng), rng))
    names = tuple("abcdef"[: len(points[-1].hands)])
    whole = record_of(points[-1], names)
    for number, point in enumerate(points):
        record = record_of(point, names)
        assert record.actions == whole.actions[:number]
        replayed = record.replay()
        assert replayed == point
        assert bool(replayed.options()) == (number < len(points) - 1)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(seed=SEEDS, family=st.sampled_from(FAMILIES))
def test_the_report_is_json_at_every_point(seed: int, family: str) -> None:
    rng = random.Random(seed)
    for point in walk(any_deal(any_rules(rng, family), rng), rng):
        said = report(point)
        assert json.loads(json.dumps(said)) == said
        assert ("options" in said) == (said["phase"] != "over")
        assert (said["amounts"] is None) == (not point.finished)
        assert sum(said["tricks"]) <= point.rules.hand_size
        assert sum(said["points"]) <= 120


@pytest.mark.parametrize("word", FREE_WORDS)
def test_words_that_end_a_deal_early_end_it(word: str) -> None:
    rng = random.Random(word)
    ended = 0
    for _ in range(400):
        rules = any_rules(rng).with_overrides({"deal": {"throw_in": 40}})
        for point in walk(any_deal(rules, rng), rng):
            for seat in point.seats:
                refusal = refusal_of(point, Action(seat, word))
                if refusal is not None:
                    assert refusal.code.split("/")[0] in ("auction", "turn", "rest", "claim", "knock")
                    continue
                after = point.after(Action(seat, word))
                assert after.finished
                check_bill(played_out(after, rng))
                ended += 1
        if ended > 100:
            return
    assert ended > 30
