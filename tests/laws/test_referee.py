"""The engine against the naive referee, which was written from the rule documents and shares no code with it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests import naive
from tests.naive.chalk import longest_suits

from schafkopf.game import Deal, load_ruleset, ruleset_ids
from schafkopf.game.auction import chalk_namer
from schafkopf.game.cards import NAMES, cards_of, mask_of
from schafkopf.game.compile import bids as engine_bids
from schafkopf.game.compile import hindrance
from schafkopf.game.contract import CONTRACT_NAMES
from schafkopf.game.play import winner

from .kit import any_deal, any_rules, deal_for, samples, walk
from .referee import describe, hands_of, plain_contract, plain_rules, trick_of, tricks_of

POSITIONS = 5300
"""Per contract: more than 100,000 in all."""


def check_position(deal: Deal, rules: dict[str, Any], contract: dict[str, Any]) -> None:
    """The same cards are legal, and the same seat has the trick."""
    play = deal.play
    assert play is not None
    plan = play.plan
    dealt, hands = hands_of(plan, plan.dealt), hands_of(plan, play.hands)
    trick = trick_of(plan, play.leader, play.trick)
    theirs = naive.legal_cards(rules, contract, hands, dealt, tricks_of(play), trick, play.turn)
    ours = set(plan.lanes.names(play.legal(play.turn)))
    assert ours == theirs, describe(deal)
    if trick:
        has_it = trick[winner(plan, play.trick)][0]
        assert has_it == naive.trick_winner(rules, contract, trick), describe(deal)


def check_price(deal: Deal, rules: dict[str, Any], contract: dict[str, Any]) -> None:
    """The same amounts, pot, points and tricks."""
    bill, facts, play = deal.settlement(), deal.facts(), deal.play
    assert bill is not None
    assert facts is not None
    assert play is not None
    theirs = naive.price(
        rules,
        contract,
        hands_of(play.plan, play.plan.dealt),
        tricks_of(play),
        knocks=deal.knocks,
        kontra=len(deal.said),
        doubles_in=deal.carried.double + len(deal.carried.bock),
        pot_in=deal.carried.pot,
        seats=len(deal.hands),
        claimed=deal.claimed,
    )
    ours = {"amounts": list(bill.amounts), "pot": bill.pot, "points": list(facts.points), "tricks": list(facts.tricks)}
    assert ours == theirs, describe(deal)
    if deal.rules.chalk:
        check_strokes(deal, rules)


def check_strokes(deal: Deal, rules: dict[str, Any]) -> None:
    """The same strokes for the same team."""
    bill, facts = deal.settlement(), deal.facts()
    assert bill is not None
    assert facts is not None
    assert facts.declarer is not None
    assert bill.strokes is not None
    team = facts.declarer % 2
    points = sum(facts.points[team::2])
    tricks = sum(facts.tricks[team::2])
    carry = deal.carried.carry
    theirs = naive.chalk_strokes(
        rules,
        points,
        tricks,
        8,
        facts.by_club_jack,
        None if carry is None else carry[0] % 2 == team,
        0 if carry is None else carry[1],
    )
    assert (bill.strokes[team], bill.strokes[1 - team]) == theirs, describe(deal)


def beyond_the_naive_referee(deal: Deal) -> bool:
    """It knows the Ober below the ace and the ten below the Ober, but not both at once."""
    rules, contract = deal.rules, deal.contract
    assert contract is not None
    return (
        "wenz" in contract.name
        and bool(rules["deck.ten"] == "below_queen")
        and bool(rules["deck.wenz_ober"] == "below_ace")
    )


@pytest.mark.parametrize("name", CONTRACT_NAMES)
def test_legal_cards_trick_winners_and_prices_agree(name: str) -> None:
    rng = random.Random(f"referee {name}")
    positions = 0
    while positions < POSITIONS:
        deal = deal_for(name, rng)
        if beyond_the_naive_referee(deal):
            continue
        assert deal.play is not None
        rules, contract = plain_rules(deal.rules), plain_contract(deal.play.plan)
        for point in walk(deal, rng):
            deal = point
            if point.phase == "play":
                check_position(point, rules, contract)
                positions += 1
        check_price(deal, rules, contract)


@pytest.mark.parametrize("id", ruleset_ids())
def test_shipped_rulesets_agree_on_whole_deals(id: str) -> None:
    rng = random.Random(f"shipped {id}")
    rules = load_ruleset(id)
    for _ in range(60):
        deal = any_deal(rules, rng)
        for point in walk(deal, rng):
            deal = point
            if point.play is not None and point.phase == "play":
                check_position(point, plain_rules(point.rules), plain_contract(point.play.plan))
        if deal.play is not None:
            check_price(deal, plain_rules(deal.rules), plain_contract(deal.play.plan))


@pytest.mark.parametrize("chunk", range(4))
def test_what_a_hand_may_name_agrees(chunk: int) -> None:
    rng = random.Random(f"bids {chunk}")
    for _ in range(500):
        rules = any_rules(rng)
        tree = plain_rules(rules)
        deal = any_deal(rules, rng)
        for seat in deal.seats:
            hand = [NAMES[card] for card in deal.hands[seat] if card is not None]
            mask = mask_of(NAMES.index(name) for name in hand)
            ours = {bid.text for bid in engine_bids(rules).values() if hindrance(rules, bid, mask) is None}
            assert plain_bids(ours) == naive.bids(tree, hand), f"{hand} {rules.overrides}"


def plain_bids(texts: set[str]) -> set[str]:
    """Without promises (`solo H 70`) and called tens and kings (`rufspiel GZ`): it knows nothing of them."""
    return {text for text in texts if not text[-1].isdigit() and len(text.split()[-1]) != 2}


@pytest.mark.parametrize("mode", ["name_at_once", "announce_then_name", "first_come"])
def test_what_is_higher_agrees(mode: str) -> None:
    rng = random.Random(f"higher {mode}")
    compared = overcalls = 0
    while compared < 1500:
        rules = any_rules(rng).with_overrides({"auction": {"mode": mode}})
        tree = plain_rules(rules)
        ordered = set(tree["auction"]["order"])
        for deal in walk(any_deal(rules, rng), rng):
            auction = deal.auction
            if deal.phase != "auction" or auction is None or auction.stage not in ("say", "name"):
                continue
            if mode == "announce_then_name" and auction.stage == "say":
                continue
            seat = deal.turn
            assert seat is not None
            hand = [NAMES[card] for card in cards_of(deal.masks[seat])]
            ours = {text for text in plain_bids(set(deal.options_of(seat))) if text.split()[0] in ordered}
            said = {text for text in naive.bids(tree, hand) if text.split()[0] in ordered}
            if auction.best is not None:
                if auction.best.name not in ordered:
                    continue
                said = {text for text in said if naive.higher(tree, text, auction.best.text)}
                overcalls += 1
            if auction.stage == "name" and seat != auction.first:
                said = {text for text in said if text.split()[0] != "rufspiel"}
            assert ours == said, describe(deal)
            compared += 1
    assert (overcalls > 200) == (mode != "first_come")


@pytest.mark.parametrize("chunk", range(2))
def test_chalk_namer_agrees(chunk: int) -> None:
    rng = random.Random(f"namer {chunk}")
    by_club_jack = 0
    for _ in range(2500):
        rules = any_rules(rng, "chalk")
        deal = any_deal(rules, rng)
        tree = plain_rules(rules)
        hands = [[NAMES[card] for card in hand if card is not None] for hand in deal.hands]
        forehand = deal.seats[0]
        ours = chalk_namer(rules, deal.seats, deal.masks)
        assert ours is not None
        seat, suits, club_jack = naive.chalk_namer(tree, hands, forehand)
        if rules["trump.namer"] == "earliest" and not club_jack:
            long = [seat for seat in deal.seats if longest_suits(hands[seat])[1] >= tree["trump"]["min"]]
            seat = long[0]
            suits = set("EGHS") if tree["trump"]["suit"] == "any" else set(longest_suits(hands[seat])[0])
        assert (ours.seat, set(ours.suits), ours.by_club_jack) == (seat, suits, club_jack), describe(deal)
        by_club_jack += club_jack
    assert by_club_jack > 100


@pytest.mark.parametrize("id", ruleset_ids())
def test_shipped_rulesets_hold_what_the_list_of_switches_says(id: str) -> None:
    def compare(ours: Any, theirs: Any, path: str) -> int:
        if isinstance(ours, dict) and isinstance(theirs, dict):
            return sum(compare(ours[key], theirs[key], f"{path}.{key}") for key in ours.keys() & theirs.keys())
        if path.endswith("contracts"):
            ours, theirs = sorted(ours), sorted(theirs)
        assert ours == theirs, path
        return 1

    assert compare(load_ruleset(id).nested(), naive.RULESETS[id], id) > 25


def test_every_value_of_the_switches_of_play_was_drawn() -> None:
    rng = random.Random("drawn")
    seen: dict[str, set[str]] = {}
    for _ in range(300):
        rules = any_rules(rng)
        for key in rules:
            seen.setdefault(key, set()).add(repr(rules[key]))
    for key, values in samples("schafkopf").items():
        if key.startswith(("ace.", "call.", "follow.", "ramsch.", "laufende.", "knock.", "pot.", "tout.", "sie.")):
            assert len(seen[key]) == len(values), key
