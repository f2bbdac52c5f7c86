"""What is printed is read back as it was: cards, actions, records, rulesets."""

from __future__ import annotations

import random
import string
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schafkopf.game import Action, InvalidRecord, load_ruleset, parse_card, parse_record, print_record
from schafkopf.game.alphabet import parse_action
from schafkopf.game.cards import NAMES
from schafkopf.game.compile import bids
from schafkopf.game.record import record_of, report
from schafkopf.game.ruleset import parse_toml

from .kit import FAMILIES, all_ids, any_deal, any_rules, any_values, harmonise, played_out, ruleset_of, samples, walk
from .test_bills import SEEDS

RANK_SPELLINGS = {"A": "AD", "Z": "ZXT", "K": "K", "O": "OQ", "U": "UJ", "9": "9", "8": "8", "7": "7"}
SUIT_SPELLINGS = {"E": "E♣", "G": "G♠", "H": "H♥", "S": "S♦"}
FRENCH_SUITS = {"E": "C♣", "G": "S♠", "H": "H♥", "S": "D♦"}
FRENCH_RANKS = {"A": "A", "Z": "T", "K": "K", "O": "Q", "U": "J", "9": "9", "8": "8", "7": "7"}
ACTION_WORDS = (
    *("knock", "keep", "pass", "play", "hochzeit", "accept", "ramsch", "double", "redeal", "trump H"),
    *("kontra", "re", "supra", "resupra", "rest", "concede", "throw-in", "claim", "cut"),
)


def spellings(name: str) -> set[str]:
    """Every way to write a card: ours with its other letters, and French with the rank first."""
    suit, rank = name[0], name[1]
    ranks = {*RANK_SPELLINGS[rank], *({"10"} if rank == "Z" else ())}
    ours = {s + r for s in SUIT_SPELLINGS[suit] for r in ranks}
    french = {r + s for s in FRENCH_SUITS[suit] for r in {FRENCH_RANKS[rank], *({"10"} if rank == "Z" else ())}}
    return ours | french


@pytest.mark.parametrize("name", NAMES)
def test_every_spelling_of_a_card_is_read(name: str) -> None:
    for text in spellings(name):
        for written in (text, text.lower(), f" {text} "):
            assert NAMES[parse_card(written)] == name
        assert parse_action(f"0 {text}") == Action(0, name)


def test_no_spelling_means_two_cards() -> None:
    owners: dict[str, set[str]] = {}
    for name in NAMES:
        for text in spellings(name):
            owners.setdefault(text, set()).add(name)
    assert {text: names for text, names in owners.items() if len(names) > 1} == {}


@given(text=st.text(alphabet=string.ascii_uppercase + string.digits + "♣♠♥♦", max_size=4))
def test_nothing_else_is_a_card(text: str) -> None:
    known = {spelling: name for name in NAMES for spelling in spellings(name)}
    name = known.get(text.strip().upper())
    if name is not None:
        assert NAMES[parse_card(text)] == name
        return
    with pytest.raises(InvalidRecord) as caught:
        parse_card(text)
    assert caught.value.code == "record/cards"


@given(seat=st.integers(0, 9), word=st.sampled_from(ACTION_WORDS + NAMES))
def test_an_action_is_read_as_it_was_printed(seat: int, word: str) -> None:
    action = Action(seat, word)
    assert parse_action(str(action)) == action


@pytest.mark.parametrize("id", ["bavaria+all-games+call-ten", "bavaria+steigern", "bavaria+renonce", "fi-table"])
def test_every_bid_is_read_as_it_was_printed(id: str) -> None:
    for text in bids(load_ruleset(id)):
        assert parse_action(str(Action(3, text))) == Action(3, text)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(seed=SEEDS, family=st.sampled_from(FAMILIES), stop=st.integers(0, 60), names=st.lists(st.text(), min_size=6))
def test_a_record_is_read_as_it_was_printed(seed: int, family: str, stop: int, names: list[str]) -> None:
    rng = random.Random(seed)
    for number, deal in enumerate(walk(any_deal(any_rules(rng, family), rng), rng)):
        point = deal
        if number == stop:
            break
    record = record_of(point, tuple(names[: len(point.hands)]))
    text = print_record(record)
    assert "\n" not in text
    assert parse_record(text) == record
    assert print_record(parse_record(text)) == text


@settings(max_examples=150, deadline=None, derandomize=True)
@given(seed=SEEDS, family=st.sampled_from(FAMILIES))
def test_a_record_replays_to_the_deal_it_was_made_of(seed: int, family: str) -> None:
    rng = random.Random(seed)
    deal = played_out(any_deal(any_rules(rng, family), rng), rng)
    record = parse_record(print_record(record_of(deal, ("a", "b", "c", "d", "e", "f")[: len(deal.hands)])))
    assert record.result is not None
    assert record.replay() == deal
    assert report(record.replay()) == report(deal)


def ruleset_values(family: str) -> st.SearchStrategy[dict[str, Any]]:
    """Values for every key, one drawn for each (so that Hypothesis can shrink them), then made to fit each other."""
    draws = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in samples(family).items()})
    return st.tuples(draws, SEEDS).map(lambda drawn: fitting(*drawn))


def fitting(values: dict[str, Any], seed: int) -> dict[str, Any]:
    harmonise(values, random.Random(seed))
    return values


@settings(max_examples=200, deadline=None, derandomize=True)
@given(values=st.sampled_from(FAMILIES).flatmap(ruleset_values), base=st.sampled_from(("bavaria", "be-1989", "three")))
def test_a_ruleset_is_read_as_it_was_printed(values: dict[str, Any], base: str) -> None:
    rules = ruleset_of(values)
    assert parse_toml(rules.to_toml()) == rules
    assert parse_toml(rules.to_toml()).nested() == rules.nested()
    parent = "ru-chalk" if rules.chalk else base
    assert parse_toml(rules.to_toml(base=parent)) == rules
    assert parse_toml(rules.to_toml(base=parent)).to_toml() == rules.to_toml()


@pytest.mark.parametrize("id", all_ids())
def test_a_shipped_ruleset_is_read_as_it_was_printed(id: str) -> None:
    rules = load_ruleset(id)
    base = id.partition("+")[0]
    assert parse_toml(rules.to_toml()) == rules
    assert parse_toml(rules.to_toml(base=base)) == rules
    assert load_ruleset(base).with_overrides(rules.nested()) == rules


def test_two_different_rulesets_are_not_equal() -> None:
    rng = random.Random("different")
    rows = [any_values("schafkopf", rng, sensible=1.0) for _ in range(40)]
    assert len({ruleset_of(row).to_toml() for row in rows}) == len(rows)
    assert ruleset_of(rows[0]) != ruleset_of(rows[1])
