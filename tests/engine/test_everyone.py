"""Ramsch: everybody for himself. The kernel against the rules and against a plain max-n search."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.laws.kit import any_action, any_deal, deal_for, played_out, rules_for, samples, steering_to

from schafkopf.engine.everyone import (
    NOT_LEGAL,
    Outlook,
    Terms,
    amounts,
    everyone_values,
    outlook,
    solve_everyone,
    taken_by,
)
from schafkopf.engine.kernels import everyone_layout as at
from schafkopf.engine.kernels import layout
from schafkopf.engine.kernels.everyone import arrange
from schafkopf.engine.kernels.everyone_result import outcome
from schafkopf.engine.kernels.layout import VALUE
from schafkopf.engine.position import position_of
from schafkopf.engine.solver import Unsolvable, solve
from schafkopf.game import Action, Deal, View, load_ruleset
from schafkopf.game import play as playing
from schafkopf.game.cards import NAMES, cards_of
from schafkopf.game.facts import Facts, facts_of
from schafkopf.game.plan import Plan
from schafkopf.game.play import Play, Trick
from schafkopf.game.settlement import settle

SWITCHES = tuple(
    {"tie": tie, "virgin": virgin, "march": march}
    for tie in (*samples("schafkopf")["ramsch.tie"], ("trumps_taken",), ("highest_trump_taken",), ("tricks",))
    for virgin in samples("schafkopf")["ramsch.virgin"]
    for march in (*samples("schafkopf")["ramsch.march"], "points 60", "points 75")
)
"""Ways to price a Ramsch: every value of every switch, and more."""


def ramsch(rng: random.Random, number: int) -> Deal:
    """A Ramsch at its first card under random rules; what prices it takes turns."""
    switches = {**SWITCHES[number % len(SWITCHES)], "march_pay": rng.choice(("ramsch", "solo_schwarz", "tout"))}
    choose = steering_to("ramsch")
    while True:
        rules = rules_for("ramsch", rng).with_overrides({"ramsch": switches})
        for _ in range(10):
            deal = any_deal(rules, rng)
            while deal.play is None and deal.options():
                deal = deal.after(choose(deal, rng))
            if deal.play is not None:
                return deal


def played_to(deal: Deal, rng: random.Random, left: int, *, duck: float = 0.5) -> Deal:
    """The deal with so many cards in the fullest hand; many play low, so that somebody may end without a trick."""
    assert deal.play is not None
    low = rng.random() < duck
    marcher = rng.choice(deal.seats) if rng.random() < 0.4 else None
    while max(hand.bit_count() for hand in play_of(deal).hands) > left:
        play, action = play_of(deal), any_action(deal, rng)
        if action.text in NAMES and rng.random() < 0.9:
            mask = play.legal(play.turn)
            if play.turn == marcher:
                action = Action(play.turn, NAMES[play.plan.lanes.cards[mask.bit_length() - 1]])
            elif low:
                action = Action(play.turn, NAMES[play.plan.lanes.cards[(mask & -mask).bit_length() - 1]])
        deal = deal.after(action)
    return deal


def play_of(deal: Deal) -> Play:
    assert deal.play is not None
    return deal.play


# -- the price of a result -----------------------------------------------------------------------------------------


def any_result(plan: Plan, rng: random.Random) -> Play:
    """Tricks of any cards for any takers; often by whole suits, so that several have equally many points."""
    seats, size = plan.seats, len(plan.seats)
    pack = list(range(len(plan.lanes.cards)))
    rng.shuffle(pack)
    by_suit = rng.random() < 0.5
    if by_suit:
        pack.sort(key=lambda lane: NAMES[plan.lanes.cards[lane]][0])
    takers = rng.sample(seats, rng.randint(1, size))
    hands, taken = [0] * len(plan.dealt), [0] * len(plan.dealt)
    history = []
    taker = rng.choice(takers)
    for number in range(plan.hand_size):
        lanes = pack[number * size : number * size + size]
        rng.shuffle(lanes)
        if not by_suit or number % 2 == 0:
            taker = rng.choice(takers)
        history.append(Trick(seats[0], tuple(lanes), taker))
        for seat, lane in zip(seats, lanes, strict=True):
            hands[seat] |= 1 << lane
            taken[taker] |= 1 << lane
    plan = replace(plan, dealt=tuple(hands))
    everything = (1 << len(pack)) - 1
    none = (0,) * len(hands)
    return Play(plan, none, none, taker, taker, (), tuple(history), tuple(taken), everything, None)


def facts_in(deal: Deal, play: Play) -> Facts:
    """The facts of another play of this deal."""
    rules = deal.rules
    return facts_of(
        play,
        rules["ramsch.tie"],
        rules["ramsch.march"],
        at_table=len(deal.hands),
        knocks=deal.knocks,
        kontra=len(deal.said),
        doubles=deal.carried.double,
        bock=len(deal.carried.bock),
    )


@pytest.mark.parametrize("part", range(5))
def test_the_kernel_prices_a_ramsch_like_the_settlement(part: int) -> None:
    rng = random.Random(f"prices {part}")
    work = np.zeros(at.WORK, np.int64)
    none = np.zeros(4, np.int64)
    found: Counter[str] = Counter()
    for number in range(160):
        deal = played_to(ramsch(rng, part * 67 + number), rng, 7)
        plan, terms = play_of(deal).plan, Terms.of(deal)
        position = position_of(play_of(deal))
        for _ in range(125):
            play = any_result(plan, rng)
            for place, seat in enumerate(plan.seats):
                position[layout.PLAYED + place] = play.plan.dealt[seat]
            taken = np.array([play.taken[seat] for seat in plan.seats], np.int64)
            arrange(work, position, terms.packed(), taken, none)
            outcome(work)
            facts = facts_in(deal, play)
            bill = settle(deal.rules, facts)
            priced = [int(units) * terms.unit for units in work[at.AMOUNTS : at.AMOUNTS + len(plan.seats)]]
            assert [bill.amounts[seat] for seat in plan.seats] == priced
            found["results"] += 1
            found["march"] += facts.march is not None
            found["several pay"] += 1 < len(facts.losers) < len(plan.seats)
            found["all equal"] += len(facts.losers) == len(plan.seats)
            most = max(facts.points)
            found["tie broken"] += sum(facts.points[seat] == most for seat in plan.seats) > len(facts.losers) > 0
            found["virgins"] += bool(facts.virgins) and facts.march is None
    assert found["results"] == 20_000
    for what, least in {"march": 2000, "several pay": 500, "all equal": 20, "tie broken": 800, "virgins": 3000}.items():
        assert found[what] >= least, (what, found)


def test_any_number_of_doublings_can_be_priced() -> None:
    rng = random.Random(3)
    deal = played_to(ramsch(rng, 1), rng, 3)
    doubled = replace(deal, carried=replace(deal.carried, double=64))
    plain, many = outlook(deal), outlook(doubled)
    factor = 2 ** (64 - deal.carried.double)
    assert any(plain.amounts)
    assert many.amounts == tuple(amount * factor for amount in plain.amounts)
    assert solve(doubled).value == many.amounts[play_of(deal).turn]


# -- best play -----------------------------------------------------------------------------------------------------

Result = tuple[tuple[int, ...], tuple[int, ...]]


def plain_search(deal: Deal, play: Play, known: dict[Any, Result], *, money: bool = True) -> Result:
    """Amounts and card points by seat if everybody plays his best card: max-n without any shortcut."""
    key = (play.hands, play.trick, play.turn, play.taken)
    if key not in known:
        if play.over:
            points = tuple(play.plan.lanes.points_in(mask) for mask in play.taken)
            known[key] = settle(deal.rules, facts_in(deal, play)).amounts if money else (0,) * len(points), points
        else:
            seat = play.turn
            results = [plain_search(deal, play.after(lane), known, money=money) for lane in cards_of(play.legal(seat))]
            # The first of equals: `cards_of` begins with the weakest.
            known[key] = max(results, key=lambda result: (result[0][seat], -result[1][seat]))
    return known[key]


def check_against_plain(deal: Deal, *, money: bool = True) -> Outlook:
    """The same amounts and points for everybody after each card."""
    play = play_of(deal)
    found = outlook(deal if money else play, nodes=0)
    assert found.complete
    assert found.seat == play.turn
    known: dict[Any, Result] = {}
    theirs = {
        lane: plain_search(deal, play.after(lane), known, money=money) for lane in cards_of(play.legal(play.turn))
    }
    names = {NAMES[play.plan.lanes.cards[lane]]: result for lane, result in theirs.items()}
    assert found.cards == {name: result[0] for name, result in names.items()}
    assert found.points == {name: result[1] for name, result in names.items()}
    best = max(theirs.values(), key=lambda result: (result[0][play.turn], -result[1][play.turn]))
    assert found.best is not None
    assert names[found.best] == best
    assert found.amounts == best[0]
    return found


def endings(label: str, count: int, left: int) -> Iterator[Deal]:
    for number in range(count):
        rng = random.Random(f"{label} {number}")
        yield played_to(ramsch(rng, number), rng, left)


@pytest.mark.parametrize("part", range(4))
def test_best_play_equals_a_plain_search(part: int) -> None:
    found: Counter[str] = Counter()
    for deal in endings(f"three cards {part}", 250, 3):
        check_against_plain(deal)
        rng = random.Random(deal.log[-1].text)
        # And in the middle of a trick.
        deal = deal.after(Action(play_of(deal).turn, rng.choice(list(outlook(deal).cards))))
        ahead = check_against_plain(deal)
        play = play_of(deal)
        found["three players"] += len(play.plan.seats) == 3
        found["must win"] += play.plan.contract.duty.must_win
        found["others look on"] += len(deal.hands) > len(play.plan.seats)
        found["doubled"] += bool(deal.said)
        found["no trick yet"] += any(play.tricks()[seat] == 0 for seat in deal.seats)
        found["all tricks so far"] += any(play.tricks()[seat] == len(play.history) for seat in deal.seats)
        found["it matters"] += len(set(ahead.cards.values())) > 1
    least = {
        "three players": 40,
        "must win": 50,
        "others look on": 40,
        "doubled": 10,
        "no trick yet": 50,
        "all tricks so far": 15,
        "it matters": 15,
    }
    for what, number in least.items():
        assert found[what] >= number, (what, found)


def test_best_play_with_four_cards_equals_a_plain_search() -> None:
    for deal in endings("four cards", 20, 4):
        check_against_plain(deal)


def test_without_a_deal_everybody_takes_as_few_points_as_he_can() -> None:
    for deal in endings("points", 150, 3):
        check_against_plain(deal, money=False)
        play = play_of(deal)
        solution, found = solve_everyone(play), outlook(play)
        assert solution.value is not None
        assert found.best is not None
        assert solution.value == min(solution.cards.values()) == found.points[found.best][play.turn]


def test_solve_gives_the_amounts_of_who_is_to_play() -> None:
    for deal in endings("solve", 60, 4):
        found, solution = outlook(deal), solve(deal)
        assert solution.seat == play_of(deal).turn
        assert solution.complete
        assert solution.cards == {name: values[solution.seat] for name, values in found.cards.items()}
        assert list(solution.cards) == list(play_of(deal).plan.lanes.names(play_of(deal).legal(solution.seat)))
        assert solution.value == max(solution.cards.values()) == amounts(deal)[solution.seat]


def test_amounts_sum_to_nothing_and_best_play_brings_what_it_promised() -> None:
    for deal in endings("promise", 60, 4):
        promised = amounts(deal)
        assert sum(promised) == 0
        while not deal.finished:
            found = outlook(deal, nodes=0)
            assert all(sum(values) == 0 for values in found.cards.values())
            assert found.amounts == promised
            assert found.best is not None
            deal = deal.after(Action(play_of(deal).turn, found.best))
        bill = deal.settlement()
        assert bill is not None
        assert bill.amounts == promised == amounts(deal)
        assert solve(deal).seat is None


# -- budgets and batches -------------------------------------------------------------------------------------------


def first_card(label: str) -> Deal:
    rules = load_ruleset("bavaria").with_overrides({"all_pass": {"do": "ramsch"}})
    rng = random.Random(label)
    while True:
        deal = any_deal(rules, rng)
        while deal.play is None and deal.options():
            deal = deal.after(Action(deal.turn or 0, "pass"))
        if deal.play is not None:
            return deal


def test_a_budget_limits_the_search_and_every_card_has_its_value() -> None:
    deal = first_card("budget")
    play = play_of(deal)
    before = 0
    for nodes in (1, 30_000, 1_000_000):
        found = outlook(deal, nodes=nodes)
        assert not found.complete
        assert set(found.cards) == set(play.plan.lanes.names(play.legal(play.turn)))
        assert found == outlook(deal, nodes=nodes)
        # It cannot refuse the open trick, and what is being played out when it ends is played to the end.
        assert before < found.nodes <= max(nodes + 32, 20_000)
        before = found.nodes
    assert not solve(deal, nodes=1).complete
    assert outlook(deal, nodes=0, tricks=1) == outlook(deal, nodes=1)
    four = played_to(deal, random.Random("four"), 4)
    assert not outlook(four, nodes=0, tricks=1).complete
    assert outlook(four, nodes=0, tricks=2).complete
    # With three cards in a hand even the smallest budget is enough.
    assert outlook(played_to(deal, random.Random("three"), 3), nodes=1).complete


def test_the_answer_does_not_depend_on_what_was_asked_before() -> None:
    deals = list(endings("any order", 12, 4))
    forwards = [outlook(deal) for deal in deals]
    assert [outlook(deal) for deal in reversed(deals)] == forwards[::-1]


def worlds(deal: Deal, rng: random.Random, number: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Other hands for those who are not to play."""
    play = play_of(deal)
    seats = play.plan.seats
    rows = []
    for _ in range(number):
        pool = [lane for seat in seats if seat != play.turn for lane in cards_of(play.hands[seat])]
        rng.shuffle(pool)
        hands = []
        for seat in seats:
            size = play.hands[seat].bit_count()
            own = play.hands[seat] if seat == play.turn else sum(1 << pool.pop() for _ in range(size))
            hands.append(own)
        rows.append(hands)
    return np.array(rows, np.int64)


@pytest.mark.parametrize(("left", "nodes"), [(4, 0), (7, 20_000)])
def test_many_deals_are_each_solved_as_if_alone(left: int, nodes: int) -> None:
    rng = random.Random(f"worlds {left}")
    for number in range(6):
        deal = played_to(ramsch(rng, 13 * number), rng, left)
        play = play_of(deal)
        plan = play.plan
        hands = worlds(deal, rng, 20)
        taken = np.array([play.taken[seat] for seat in plan.seats], np.int64)
        position, terms = position_of(play), Terms.of(deal)
        found = everyone_values(position, hands, taken=taken, terms=terms, nodes=nodes)
        both = everyone_values(position, hands, taken=taken, terms=terms, nodes=nodes, threads=2)
        assert np.array_equal(found.amounts, both.amounts)
        assert np.array_equal(found.points, both.points)
        assert found.complete.all() == (nodes == 0)
        for row, one in enumerate(hands):
            there = list(play.hands)
            for place, seat in enumerate(plan.seats):
                there[seat] = int(one[place])
            dealt = tuple(plan.dealt[s] & ~play.hands[s] | there[s] for s in range(len(there)))
            world = replace(play, hands=tuple(there), plan=replace(plan, dealt=dealt))
            alone = outlook(replace(deal, play=world), nodes=nodes)
            legal = world.legal(world.turn)
            for lane in range(32):
                name = NAMES[plan.lanes.cards[lane]] if lane < len(plan.lanes.cards) else ""
                if legal >> lane & 1:
                    assert found.amounts[row, lane] == alone.cards[name][play.turn]
                    so_far = plan.lanes.points_in(play.taken[play.turn])
                    assert found.points[row, lane] == alone.points[name][play.turn] - so_far
                else:
                    assert found.amounts[row, lane] == NOT_LEGAL
                    assert found.points[row, lane] == -1


def test_a_view_tells_the_terms_and_who_took_what() -> None:
    rng = random.Random("views")
    for number in range(40):
        deal = played_to(ramsch(rng, 7 * number), rng, rng.randint(2, 6))
        play = play_of(deal)
        for seat in (*deal.seats, None):
            view = View.of(deal, seat)
            assert Terms.seen(view) == Terms.of(deal)
            taken = taken_by(view, play.plan.lanes)
            assert list(taken) == [play.taken[s] for s in play.plan.seats]
            values = position_of(play)[VALUE:]
            points = [sum(int(values[lane]) for lane in cards_of(int(mask))) for mask in taken]
            assert points == [view.points[s] for s in play.plan.seats]


def test_a_short_search_loses_less_than_any_card() -> None:
    lost: Counter[str] = Counter()
    for number in range(40):
        rng = random.Random(f"depth {number}")
        deal = played_to(first_card(f"depth {number}"), rng, 5, duck=0.0)
        seat = play_of(deal).turn
        exact = outlook(deal, nodes=0)
        best = exact.amounts[seat]
        lost["any"] += sum(best - values[seat] for values in exact.cards.values()) // len(exact.cards)
        for tricks in (1, 2, 3):
            card = outlook(deal, nodes=0, tricks=tricks).best
            assert card is not None
            lost[f"{tricks}"] += best - exact.cards[card][seat]
    assert lost["1"] < lost["any"]
    assert lost["2"] < lost["any"]
    # The last two cards are always searched: three tricks of five are all.
    assert lost["3"] == 0


def test_what_cannot_be_solved() -> None:
    rng = random.Random("not in play")
    deal = any_deal(load_ruleset("bavaria"), rng)
    with pytest.raises(Unsolvable) as refusal:
        outlook(deal)
    assert refusal.value.code == "solve/not-in-play"
    with pytest.raises(Unsolvable) as refusal:
        outlook(deal_for("solo", rng))
    assert refusal.value.code == "solve/not-in-play"
    play = play_of(first_card("unknown"))
    plan = play.plan
    unknown = replace(plan, dealt=(0, *plan.dealt[1:]), hidden=(plan.hand_size, *plan.hidden[1:]))
    with pytest.raises(Unsolvable) as refusal:
        outlook(playing.start(unknown))
    assert refusal.value.code == "solve/unknown-cards"


def test_a_finished_ramsch_brings_its_bill() -> None:
    rng = random.Random("finished")
    deal = played_out(first_card("finished"), rng)
    bill = deal.settlement()
    assert bill is not None
    assert outlook(deal).amounts == bill.amounts
    assert outlook(deal).seat is None
