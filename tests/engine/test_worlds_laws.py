"""The counting against the rules: every small position enumerated, large ones asked deal by deal."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.laws import kit

from schafkopf.engine.worlds import Worlds
from schafkopf.engine.worlds.cases import Case, cases
from schafkopf.engine.worlds.reference import ways
from schafkopf.game import Action, Deal, Ruleset, View, load_ruleset
from schafkopf.game.cards import NAMES, parse_cards
from schafkopf.game.contract import KINDS
from schafkopf.game.dealing import shuffled_hands

from .test_worlds_many import disturbed, now

Hands = tuple[int, ...]


def lyings(cards: list[int], sizes: list[int]) -> Iterator[Hands]:
    """Every way to give these cards to hands of these sizes."""
    if not sizes:
        yield ()
        return
    for chosen in itertools.combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in chosen]
        for others in lyings(rest, sizes[1:]):
            yield (sum(1 << card for card in chosen), *others)


def hidden_cards(worlds: Worlds) -> tuple[list[int], list[int]]:
    """The unseen cards and the sizes of the hidden hands."""
    seen = worlds.seen
    return [bit for bit in range(32) if seen.unseen >> bit & 1], [seen.sizes[place] for place in seen.hidden]


def lyings_count(worlds: Worlds) -> int:
    """In how many ways the unseen cards could lie if nothing but the sizes of the hands were known."""
    _, sizes = hidden_cards(worlds)
    total = math.factorial(sum(sizes))
    for size in sizes:
        total //= math.factorial(size)
    return total


def enumerated(worlds: Worlds) -> dict[Hands, int]:
    """All hands that agree with the view, each with the number of deals it stands for, by trying everything."""
    seen = worlds.seen
    cards, sizes = hidden_cards(worlds)
    found = {}
    for lying in lyings(cards, sizes):
        hands = [seen.own] * len(seen.sizes)
        for place, mask in zip(seen.hidden, lying, strict=True):
            hands[place] = mask
        deals = ways(seen, tuple(hands))
        if deals:
            found[tuple(hands)] = deals
    return found


def open_points(deal: Deal, rng: random.Random, choose: kit.Choice = kit.any_action) -> Iterator[Deal]:
    """The points of a deal from which worlds can be thought of."""
    return (point for point in kit.walk(deal, rng, choose) if not point.finished and point.phase != "knock")


def small_points(
    deal: Deal, rng: random.Random, limit: int, choose: kit.Choice = kit.any_action, least: int = 6
) -> Iterator[tuple[Deal, Worlds]]:
    """Points of a deal, each with the worlds of one seat, where `enumerated` has little to do."""
    for point in open_points(deal, rng, choose):
        worlds = Worlds.of(View.of(point, rng.choice(point.seats)))
        if least <= lyings_count(worlds) <= limit:
            yield point, worlds


@pytest.mark.parametrize("name", KINDS)
def test_the_count_is_that_of_full_enumeration(name: str) -> None:
    """At least 25 small positions of each contract: the same number of deals, and nothing is drawn besides them."""
    rng = random.Random(f"exact {name}")
    tried = told = 0
    while tried < 25:
        deal = kit.deal_for(name, rng)
        if deal.finished:
            # A Sie laid down without play.
            continue
        # After an exchange that was not seen each of them is tried.
        for point, worlds in small_points(deal, rng, 60 if name == "hochzeit" else 300):
            found = enumerated(worlds)
            assert worlds.count == sum(found.values()), point.log
            assert {tuple(row) for row in worlds.draw(40, rng).tolist()} <= set(found), point.log
            tried += 1
            told += len(found) < lyings_count(worlds)
    assert told > 0


def called_rules(rng: random.Random) -> Ruleset:
    """Rules of the called card in every combination, also those that no table plays: it may be a ten below the king,
    and the trick may have to be won."""
    values: dict[str, Any] = kit.any_values("schafkopf", rng, sensible=1.0)
    values.update(
        {
            "deck.cards": 32,
            "table.players": 4,
            "table.seated": 4,
            "deal.packets": (4, 4),
            "contracts": ("rufspiel",),
            "all_pass.do": "redeal",
            "call.renonce": "off",
            "call.lowest": rng.choice(("ten", "ten", "king", "ace")),
            "deck.ten": rng.choice(("below_queen", "high")),
            "ace.run_on_follow": rng.random() < 0.85,
            "ace.run_min": rng.choice((3, 3, 3, 4, 0)),
            "ace.holder_lead": rng.choice(("runaway_only", "ace_or_runaway")),
            "follow.must_win": rng.choice((("rufspiel",), ("rufspiel",), ("rufspiel",), ())),
        }
    )
    kit.harmonise(values, rng, keep=("contracts", "table.players", "deck.cards"))
    return kit.ruleset_of(values)


def keeping_the_called_suit(deal: Deal, rng: random.Random) -> Action:
    """The called suit last, the called card's holder the highest and the others the lowest: so he must lead from it."""
    turn, play = deal.turn, deal.play
    if play is None or deal.contract is None or turn is None:
        return kit.any_action(deal, rng)
    cards = [text for text in deal.options_of(turn) if text in NAMES]
    order = [text for text in cards if text[0] != deal.contract.suit or text[1] in "OU"] or cards
    return Action(turn, order[0] if play.holder == turn else order[-1])


@pytest.mark.parametrize(("choose", "least"), [(kit.any_action, 250), (keeping_the_called_suit, 100)])
def test_every_duty_of_the_called_card_is_read_from_the_cards(choose: kit.Choice, least: int) -> None:
    rng = random.Random("called")
    tried = told = 0
    while tried < least:
        rules = called_rules(rng)
        points = list(small_points(kit.any_deal(rules, rng), rng, 100, choose, least=2))
        for point, worlds in rng.sample(points, min(2, len(points))):
            if point.phase != "play":
                continue
            found = enumerated(worlds)
            assert worlds.count == sum(found.values()), (rules.overrides, point.log)
            tried += 1
            told += len(found) < lyings_count(worlds)
    assert told > least // 3


@pytest.mark.parametrize("counted", ["now", "dealt"])
def test_the_called_ace_is_led_against_its_duty_only_from_a_hand_of_its_suit(counted: str) -> None:
    """ace.holder_lead = runaway_only: else it may not be led itself."""
    overrides = {"ace": {"holder_lead": "runaway_only", "run_min": 3, "run_count": counted}}
    rules = load_ruleset("bavaria").with_overrides(overrides)
    texts = (
        "HK HZ HA H9 H8 GK EA EZ",
        "EO GO HO SO EU GU GA G9",
        "HU SU H7 EK E9 E8 SA SK",
        "E7 SZ S9 S8 S7 GZ G8 G7",
    )
    deal = Deal.new(rules, tuple(parse_cards(text) for text in texts), dealer=0)
    for action in ("1 pass", "2 pass", "3 pass", "0 play", "0 rufspiel G"):
        deal = deal.after(action)
    rng = random.Random(5)
    for trump in ("EO", "GO", "HO", "SO", "EU", "GU"):
        deal = deal.after(f"1 {trump}")
        while deal.turn != 1:
            deal = deal.after(keeping_the_called_suit(deal, rng))
    deal = deal.after("1 GA")
    for seat in (0, 2, 3):
        worlds = Worlds.of(View.of(deal, seat))
        found = enumerated(worlds)
        gras = worlds.seen.lanes.suit[worlds.seen.lanes.lane_of[NAMES.index("GA")]] if worlds.seen.lanes else 0
        assert all(hands[0] & ~gras == 0 for hands in found)
        assert worlds.count == len(found) < lyings_count(worlds)


def test_who_runs_away_with_his_lowest_card_has_no_lower_one() -> None:
    """ace.run_card = lowest. Who has not the ace may have led any card."""
    rules = load_ruleset("bavaria").with_overrides({"ace": {"run_card": "lowest"}})
    texts = (
        "HK HZ HA H9 H8 GZ EA EZ",
        "EO GO HO SO GK G9 G8 GA",
        "HU SU H7 EK E9 E8 SA SK",
        "E7 SZ S9 S8 S7 EU GU G7",
    )
    deal = Deal.new(rules, tuple(parse_cards(text) for text in texts), dealer=0)
    for action in ("1 pass", "2 pass", "3 pass", "0 play", "0 rufspiel G", "1 G8"):
        deal = deal.after(action)
    worlds = Worlds.of(View.of(deal, 2))
    assert worlds.seen.lanes is not None
    ace, seven = (worlds.seen.lanes.mask(parse_cards(name)) for name in ("GA", "G7"))
    gras = worlds.seen.lanes.suit[worlds.seen.lanes.lane_of[NAMES.index("GA")]]
    leader = worlds.draw(5000, 1)[:, 0]
    holds = leader & ace != 0
    assert 0.05 < holds.mean() < 0.95
    assert not (leader[holds] & seven).any()
    assert (np.bitwise_count(leader[holds] & gras) >= 3).all()
    assert (leader[~holds] & seven).any()


@pytest.mark.parametrize("number", range(12))
def test_every_deal_of_the_chalk_game_has_one_hand_that_names(number: int) -> None:
    """So the deals in which each of the four names are together all 24! / 8!**3, ties of length and points included."""
    rng = random.Random(f"one names {number}")
    trump = {
        "min": rng.choice((1, 4, 5, 6)),
        "namer": ("longest", "longest", "earliest")[number % 3],
        "tie_points": rng.choice(("suit_only", "with_jacks")),
    }
    rules = load_ruleset("ru-chalk").with_overrides({"trump": trump})
    deal = Deal.new(rules, shuffled_hands(rules, 4, number % 4, rng), dealer=number % 4)
    view = View.of(deal, rng.choice(deal.seats))
    counts = [Worlds.of(replace(view, turn=seat)).count for seat in deal.seats]
    assert sum(counts) == 9_465_511_770


@pytest.mark.parametrize("said", ["play", "sie"])
def test_a_sie_of_any_suit_is_counted_once(said: str) -> None:
    """sie.holding = any8: Obers and Unters alone are trumps of all four suits, and yet one hand."""
    mode = "announce_then_name" if said == "play" else "name_at_once"
    rules = load_ruleset("bavaria").with_overrides(
        {"contracts": ["sie"], "sie": {"holding": "any8"}, "auction": {"mode": mode}}
    )
    own = parse_cards("EO GO EU HA HZ S7 S8 G9")
    sie = parse_cards("HO SO GU HU SU H9 H8 H7")
    rest = [card for card in range(32) if card not in own + sie]
    deal = Deal.new(rules, (sie, own, tuple(rest[:8]), tuple(rest[8:])), dealer=3).after(f"0 {said}")
    worlds = Worlds.of(View.of(deal, 1))
    assert worlds.count == _sies(own) * math.comb(16, 8)
    plain = parse_cards("EA EZ EK GA GZ SA SZ SK")
    rest = [card for card in range(32) if card not in plain + sie]
    deal = Deal.new(rules, (sie, plain, tuple(rest[:8]), tuple(rest[8:])), dealer=3).after(f"0 {said}")
    assert Worlds.of(View.of(deal, 1)).count == _sies(plain) * math.comb(16, 8)


def _sies(own: tuple[int, ...]) -> int:
    """How many hands of eight trumps of some suit there are besides these cards."""
    unseen = [NAMES[card] for card in range(32) if card not in own]
    heads = sum(name[1] in "OU" for name in unseen)
    alone = math.comb(heads, 8)
    suits = [sum(name[0] == suit and name[1] not in "OU" for name in unseen) for suit in "EGHS"]
    return alone + sum(math.comb(heads + count, 8) - alone for count in suits)


def agreeing_cases(worlds: Worlds, found: list[Case], hands: Hands) -> int:
    """The weights of these hands in all cases, added up."""
    held = [hands[place] for place in worlds.seen.hidden]
    total = 0
    for case in found:
        if all(not mask & ~may for mask, may in zip(held, case.may, strict=True)):
            total += math.prod(
                counter.weights[(held[counter.hand] & counter.mask).bit_count()] for counter in case.counters
            )
    return total


@pytest.mark.parametrize("family", range(8))
def test_every_deal_lies_in_exactly_one_case(family: int) -> None:
    """Also with all cards in the hands: the true deal and deals that differ from a drawn one by two cards."""
    rng = random.Random(f"cases {family}")
    names = [name for name in KINDS if name != "chalk"]
    points = 0
    answers: Counter[bool] = Counter()
    while points < 250:
        name = rng.choice(names)
        rules = kit.any_rules(rng) if rng.random() < 0.4 else kit.rules_for(name, rng)
        for point in open_points(kit.any_deal(rules, rng), rng, kit.steering_to(name)):
            if rng.random() < (0.5 if point.play is None else 0.85):
                continue
            worlds = Worlds.of(View.of(point, rng.choice(point.seats)))
            found = cases(worlds.seen)
            drawn = worlds.draw(1, rng)
            true = now(point)
            assert agreeing_cases(worlds, found, true) == ways(worlds.seen, true) > 0, point.log
            for row in (*drawn.tolist(), *disturbed(worlds, drawn, rng).tolist()):
                deals = ways(worlds.seen, tuple(row))
                assert agreeing_cases(worlds, found, tuple(row)) == deals, point.log
                answers[deals > 0] += 1
            points += 1
    assert answers[False] > 20


@pytest.mark.parametrize("rules_id", kit.all_ids())
def test_the_true_deal_is_always_among_the_worlds(rules_id: str) -> None:
    """From every seat at every third point of some deals of every ruleset that ships, with each named override."""
    rng = random.Random(f"true {rules_id}")
    rules = load_ruleset(rules_id)
    for _ in range(3):
        for number, point in enumerate(open_points(kit.any_deal(rules, rng), rng)):
            for seat in point.seats if number % 3 == 0 else ():
                worlds = Worlds.of(View.of(point, seat))
                assert worlds.count >= 1, point.log
                assert worlds.contains(now(point)), point.log
                if not rules.chalk:
                    assert agreeing_cases(worlds, cases(worlds.seen), now(point)) > 0, point.log


def departure(counts: list[int], expected: list[float]) -> float:
    """How many standard deviations chi-square lies from what evenness gives (Wilson and Hilferty)."""
    freedom = len(counts) - 1
    square = sum((count - wanted) ** 2 / wanted for count, wanted in zip(counts, expected, strict=True))
    return ((square / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / math.sqrt(2 / (9 * freedom))


@pytest.mark.parametrize(
    "name", ["rufspiel", "renonce", "hochzeit", "bettel", "ramsch", "wenz", "kreuz", "chalk", "muss"]
)
def test_small_positions_are_drawn_evenly(name: str) -> None:
    """Chi-square against full enumeration. Where cards were given unseen, hands count for each way it may have been."""
    rng = random.Random(f"even {name}")
    departures = []
    while len(departures) < 8:
        for _, worlds in small_points(kit.deal_for(name, rng), rng, 100 if name == "hochzeit" else 400):
            found = enumerated(worlds)
            if not 12 <= len(found) < lyings_count(worlds) or len(departures) == 8:
                continue
            n = 40 * worlds.count
            drawn = Counter(tuple(row) for row in worlds.draw(n, rng).tolist())
            assert set(drawn) <= set(found)
            departures.append(departure([drawn[hands] for hands in found], [40.0 * deals for deals in found.values()]))
    assert max(map(abs, departures)) < 4
    assert abs(sum(departures)) / math.sqrt(len(departures)) < 4


def test_three_players_before_the_first_card_are_drawn_evenly() -> None:
    """All 12,870 ways in which sixteen cards can lie in two hands."""
    rules = load_ruleset("three")
    deal = kit.any_deal(rules, random.Random(3))
    worlds = Worlds.of(View.of(deal, deal.seats[0]))
    assert worlds.count == 12_870
    drawn = Counter(tuple(row) for row in worlds.draw(20 * 12_870, 5).tolist())
    assert len(drawn) == 12_870
    assert abs(departure(list(drawn.values()), [20.0] * 12_870)) < 4


def test_what_is_drawn_first_does_not_tell_what_is_drawn_next() -> None:
    """The chalk game draws its rows in another order than it writes them."""
    rng = random.Random(8)
    while True:
        deal = kit.any_deal(load_ruleset("ru-chalk"), rng)
        worlds = Worlds.of(View.of(deal, next(seat for seat in deal.seats if seat != deal.turn)))
        club_jack = worlds.draw(20_000, 4)[:, worlds.seen.hidden[0]] >> 4 & 1
        early, late = club_jack[:10_000].mean(), club_jack[10_000:].mean()
        spread = math.sqrt(2 * max(early * (1 - early), 1e-9) / 10_000)
        if 0.05 < early < 0.95:
            assert abs(early - late) < 4 * spread
            return


@pytest.mark.parametrize("name", ["rufspiel", "hochzeit", "chalk", "renonce", "muss", "bettel"])
def test_what_was_said_has_the_share_it_has_among_all_deals(name: str) -> None:
    """Before many cards are out nothing can be enumerated: of shuffled deals as many agree as the count says."""
    rng = random.Random(f"share {name}")
    tests = []
    while len(tests) < 8:
        rules = kit.rules_for(name, rng)
        points = [
            point
            for point in open_points(kit.any_deal(rules, rng), rng, kit.steering_to(name))
            if point.play is None or point.play.count < 9
        ]
        if not points:
            continue
        before = [point for point in points if point.play is None]
        point = rng.choice(before if before and rng.random() < 0.6 else points)
        worlds = Worlds.of(View.of(point, rng.choice(point.seats)))
        share = worlds.count / lyings_count(worlds)
        if worlds.count == lyings_count(worlds) or share < 0.01:
            continue
        cards, sizes = hidden_cards(worlds)
        found = []
        for _ in range(400):
            rng.shuffle(cards)
            hands = [worlds.seen.own] * len(worlds.seen.sizes)
            rest = iter(cards)
            for place, size in zip(worlds.seen.hidden, sizes, strict=True):
                hands[place] = sum(1 << card for card in itertools.islice(rest, size))
            found.append(ways(worlds.seen, tuple(hands)))
        # Where each agreeing hand stands for several deals the spread is that of what was found.
        spread = max(float(np.std(found)), math.sqrt(share * max(1 - share, 0.0025)))
        tests.append((float(np.mean(found)) - share) / (spread / math.sqrt(len(found))))
    assert max(map(abs, tests)) < 4.5
