"""Every deal ends, and what it costs adds up: amounts and pot sum to 0, the chalk game writes strokes instead."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schafkopf.game import load_ruleset
from schafkopf.game.settlement import value_of

from .kit import FAMILIES, all_ids, any_deal, any_rules, check_bill, ended_early, evening, played_out, walk

SEEDS = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize("id", all_ids())
def test_every_deal_of_every_ruleset_ends_and_adds_up(id: str) -> None:
    rng = random.Random(f"evening {id}")
    for deal in evening(load_ruleset(id), rng, deals=12):
        assert deal.phase == "over"
        assert deal.turn is None
        check_bill(deal)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(seed=SEEDS, family=st.sampled_from(FAMILIES))
def test_deals_of_any_ruleset_add_up(seed: int, family: str) -> None:
    rng = random.Random(seed)
    rules = any_rules(rng, family)
    for deal in evening(rules, rng, deals=3):
        check_bill(deal)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(seed=SEEDS, family=st.sampled_from(FAMILIES))
def test_deals_that_end_early_add_up(seed: int, family: str) -> None:
    rng = random.Random(seed)
    for point in walk(any_deal(any_rules(rng, family), rng), rng):
        ended = ended_early(point, rng)
        if ended is not None:
            assert ended.finished
            check_bill(played_out(ended, rng))


@settings(max_examples=300, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_the_terms_of_a_bill_add_up_to_what_one_opponent_pays(seed: int) -> None:
    rng = random.Random(seed)
    deal = played_out(any_deal(any_rules(rng), rng), rng)
    bill, facts = deal.settlement(), deal.facts()
    assert bill is not None
    if facts is None or facts.declarer is None:
        return
    # Against the pot only the declarer's side plays, so an opponent's amount is the bare price of the game.
    price = value_of(bill.terms) * (1 if facts.won else -1)
    each_to_each = deal.rules["settle.partnership"] == "each_to_each"
    times = len(facts.side) if each_to_each else 1
    assert {bill.amounts[seat] for seat in facts.opponents} == {-price * times}


@settings(max_examples=200, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_a_claim_only_adds_laufende(seed: int) -> None:
    rng = random.Random(seed)
    rules = any_rules(rng).with_overrides({"laufende": {"claim": "until_cut"}, "sie": {"laufende": "claimable"}})
    for point in walk(any_deal(rules, rng), rng):
        claimants = [seat for seat, texts in point.options().items() if "claim" in texts]
        if point.phase != "claim" or not claimants:
            continue
        cut, claimed = point.after(f"{claimants[0]} cut"), point.after(f"{claimants[0]} claim")
        before, after = cut.settlement(), claimed.settlement()
        assert before is not None
        assert after is not None
        assert before.terms == tuple(term for term in after.terms if term.name != "laufende")
        assert all(after.amounts[seat] > before.amounts[seat] for seat in claimants)
