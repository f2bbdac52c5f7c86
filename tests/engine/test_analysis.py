"""What cards cost: the identity that gives the word its meaning, and what follows from it."""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from tests.laws.kit import any_action, deal_for, ended_early, played_out

from schafkopf.engine.analysis import Analysis, Step, Value, analyse, judged
from schafkopf.engine.analysis.turning import turning_point
from schafkopf.engine.bots.player import Budget
from schafkopf.engine.bots.rules import choose
from schafkopf.engine.hints import hint, play_of, prospects
from schafkopf.engine.solver import Unsolvable, solve
from schafkopf.engine.worlds import Worlds
from schafkopf.engine.worlds.seen import Seen
from schafkopf.formats.netschafkopf import import_protocol
from schafkopf.game import Deal, IllegalAction, View, load_ruleset, parse_record
from schafkopf.game.alphabet import CARDS, LEVELS
from schafkopf.game.contract import KINDS
from schafkopf.game.dealing import shuffled_hands

DATA = Path(__file__).parent.parent / "formats" / "data"
PLAYED = tuple(KINDS)
"""Contracts; a Sie may end without a card."""
TWO_SIDES = tuple(name for name, kind in KINDS.items() if kind.line != "everyone")


def random_deal(name: str, number: int) -> Deal:
    """A random deal of a contract at its end, now and then ended early; always the same."""
    rng = random.Random(f"analysis {name} {number}")
    deal = deal_for(name, rng)
    while not deal.finished:
        early = ended_early(deal, rng) if number % 3 == 0 and rng.random() < 0.3 else None
        deal = early if early is not None else deal.after(any_action(deal, rng))
    return played_out(deal, rng)


@cache
def found(name: str, number: int) -> Analysis:
    # A Ramsch is exact from about five cards on whatever the budget.
    return analyse(random_deal(name, number), nodes=100_000 if name == "ramsch" else None, lines=False)


@cache
def real_deals() -> tuple[Deal, ...]:
    """Every sixth hand of the protocols that is a game between two sides."""
    hands = (hand for file in sorted(DATA.glob("*.txt")) for hand in import_protocol(file.read_bytes()))
    deals = (parse_record(json.dumps(hand.record)).replay() for hand in hands if hand.record is not None)
    played = [deal for deal in deals if deal.contract is not None and deal.contract.line.kind != "everyone"]
    return tuple(played[::6])


def check_identity(result: Analysis) -> None:
    """The value at the start and what each step changed come to the result, in money and in points."""
    deal = result.deal
    first = result.exact_from
    known = result.steps[first:]
    assert all(step.change is not None for step in known)
    for seat in range(len(deal.hands)):
        changed = sum(step.change[seat] for step in known)
        assert result.start.amounts[seat] + changed == result.end.amounts[seat]
    if result.end.points is not None:
        lost = sum(step.cost_points if step.on_side else -step.cost_points for step in known)
        assert result.start.points - lost == result.end.points
    for one, other in pairwise(known):
        assert one.after == other.before
    for step in known:
        if step.is_card:
            assert step.cost >= 0
            assert (step.cost_points or 0) >= 0
            assert (step.text in step.best_paid) == (step.cost == 0)
            if step.cost_points is not None:
                assert (step.text in step.best) == (step.cost_points == 0)
            assert not step.forced or (step.cost, step.cost_points or 0) == (0, 0)
    bill = deal.settlement()
    if bill is not None and bill.strokes is None:
        paid = tuple(a + b for a, b in zip(result.end.amounts, result.unclaimed, strict=True))
        assert paid == bill.amounts
    elif bill is not None:
        assert result.end.amounts[0] == bill.strokes[0] - bill.strokes[1]


@pytest.mark.parametrize("name", PLAYED)
def test_costs_explain_the_difference_between_the_played_and_the_best_result(name: str) -> None:
    seen = Counter()
    for number in range(9):
        result = found(name, number)
        check_identity(result)
        facts = result.deal.facts()
        if result.end.points is not None and facts.contract.goal.kind == "points":
            assert result.end.points == facts.side_points
        elif result.end.points is not None:
            assert result.end.points == facts.won
        seen["exact"] += result.exact_from == 0
        seen["costly"] += any(step.cost or step.cost_points for step in result.steps)
        seen["cards"] += any(step.is_card for step in result.steps)
    if name != "sie":
        assert seen["cards"] >= 6
        assert seen["costly"] >= 1
    if name != "ramsch":
        assert seen["exact"] == 9


def test_costs_explain_real_hands() -> None:
    costly = 0
    for deal in real_deals():
        result = analyse(deal, lines=False)
        check_identity(result)
        costly += any(step.cost for step in result.steps)
    assert len(real_deals()) > 60
    assert costly > 20


@pytest.mark.parametrize("name", TWO_SIDES)
def test_values_are_those_of_the_solver_for_money_as_for_points(name: str) -> None:
    # Amounts follow from exact points here, and from a ladder of questions there.
    for number in range(2):
        result = found(name, number)
        deal = result.deal
        declarer = deal.play.plan.declarer
        point = Deal.new(deal.rules, deal.hands, dealer=deal.dealer, carried=deal.carried)
        before = {step.at: step.before for step in result.steps}
        for at, action in enumerate(deal.log):
            if at in before and at % 3 == 0:
                assert solve(point, money=True).value == before[at].amounts[declarer]
                assert solve(point).value == before[at].points
            if point.phase == "knock" and action.text not in ("knock", "keep"):
                point = point.released()
            point = point.after(action)


@pytest.mark.parametrize("name", [name for name in TWO_SIDES if name != "sie"])
def test_the_best_line_costs_nothing_and_reaches_the_value(name: str) -> None:
    lines = 0
    for number in range(3):
        result = analyse(random_deal(name, number))
        for line in {result.best, result.better} - {None}:
            lines += 1
            step = result.steps[line.start]
            assert line.value == step.before
            said = [str(action) for action in result.deal.log[: step.at]]
            deal = Deal.new(
                result.deal.rules, result.deal.hands, dealer=result.deal.dealer, carried=result.deal.carried
            )
            for action in [*said, *(f"{seat} {card}" for seat, card in line.cards)]:
                deal = deal.released() if deal.phase == "knock" and action[2:] not in ("knock", "keep") else deal
                deal = deal.after(action)
            assert deal.finished
            again = analyse(deal, lines=False)
            after = [one for one in again.steps if one.at >= step.at]
            assert not any(one.cost or one.cost_points for one in after)
    # Random hands lose a Tout at once.
    assert lines or name.endswith("-tout")


def test_a_deal_without_a_costly_card_has_no_turning_point() -> None:
    result = next(one for one in (analyse(random_deal("solo", number)) for number in range(9)) if one.best is not None)
    assert result.turning is not None
    said = result.deal.log[: result.steps[result.best.start].at]
    deal = Deal.new(result.deal.rules, result.deal.hands, dealer=result.deal.dealer, carried=result.deal.carried)
    for action in said:
        deal = deal.released() if deal.phase == "knock" and action.text not in ("knock", "keep") else deal
        deal = deal.after(action)
    for seat, card in result.best.cards:
        deal = deal.after(f"{seat} {card}")
    again = analyse(deal)
    assert (again.turning, again.turned, again.best, again.better) == (None, False, None, None)
    assert all(total.cost == 0 and total.points == 0 for total in again.totals)


def test_the_turning_point_is_the_last_step_that_changed_who_wins() -> None:
    turned = 0
    for name in ("rufspiel", "solo", "wenz", "geier", "kreuz"):
        for number in range(9):
            result = found(name, number)
            goal = result.deal.contract.goal
            if goal.taken_over or goal.low_trumps >= 0:
                continue
            standing = [step.before.points >= goal.need for step in result.steps]
            standing.append(result.end.points >= goal.need)
            changes = [place for place in range(len(result.steps)) if standing[place] != standing[place + 1]]
            assert result.turned == bool(changes)
            if changes:
                turned += 1
                assert result.turning == changes[-1]
            elif result.turning is not None:
                most = max(step.cost for step in result.steps if step.is_card or step.text == "concede")
                assert result.steps[result.turning].cost == most
    assert turned >= 5


def sixty_with_a_kontra(*, after: int = 0) -> Deal:
    """A Rufspiel worth 60 points where who doubles last must make 61, played as well as can be; Kontra after so many
    cards."""
    rules = load_ruleset("bavaria+kontra-takes-over").with_overrides({"kontra": {"window": "whole_hand"}})
    deal = Deal.new(rules, shuffled_hands(rules, 4, 3, random.Random(28)), dealer=3)
    for action in ("0 play", "1 pass", "2 pass", "3 pass", "0 rufspiel G"):
        deal = deal.after(action)
    while not deal.finished:
        if deal.play.count == after and not deal.said:
            others = [seat for seat in deal.seats if "kontra" in deal.options().get(seat, ())]
            deal = deal.after(f"{others[0]} kontra")
        best = solve(deal)
        card = next(card for card, value in best.cards.items() if value == best.value)
        deal = deal.after(f"{deal.turn} {card}")
    return deal


def test_a_kontra_that_takes_the_game_over_can_be_what_loses_it() -> None:
    result = analyse(sixty_with_a_kontra())
    assert {value.points for step in result.steps for value in (step.before, step.after)} == {60}
    kontra = result.steps[0]
    assert (kontra.text, kontra.before.won, kontra.after.won) == ("kontra", False, True)
    assert result.deal.facts().won
    assert result.end.won
    assert (result.turning, result.turned) == (0, True)


@pytest.mark.parametrize("name", PLAYED)
def test_values_say_who_wins_as_the_rules_do(name: str) -> None:
    for number in range(4):
        result = found(name, number)
        facts = result.deal.facts()
        tied = result.deal.rules.chalk and facts.side_points == 60
        assert result.end.won == (None if facts.declarer is None or tied else facts.won)


def given_up(name: str) -> Analysis:
    """The first random deal whose declarer lost money by giving up."""
    results = (found(name, number) for number in range(0, 60, 3))
    return next(one for one in results if one.steps and one.steps[-1].text == "concede" and one.steps[-1].cost > 0)


@pytest.mark.parametrize("name", ["solo", "rufspiel", "wenz", "bettel"])
def test_giving_up_counts_among_the_costs_and_the_better_line_plays_on(name: str) -> None:
    result = analyse(given_up(name).deal)
    step = result.steps[-1]
    total = next(total for total in result.totals if total.seat == step.seat)
    cards = [one for one in result.steps if one.is_card and one.seat == step.seat]
    assert total.cost == step.cost + sum(one.cost for one in cards)
    assert total.cards == 1 + sum(bool(one.cost or one.cost_points) for one in cards)
    assert result.turning == len(result.steps) - 1
    assert result.better.start == result.turning
    assert result.better.value == step.before
    played = [one.text for one in result.steps if one.is_card]
    line = [card for _, card in result.better.cards]
    assert result.better.cards[0][0] == step.seat
    assert len(set(played + line)) == len(played) + len(line)


def test_of_cards_that_cost_the_same_money_the_turning_point_cost_most_points() -> None:
    # (card points, amount of the declarer) after each card of his; he has lost all the time.
    after_each = [(55, -20), (40, -20), (38, -30), (29, -40), (17, -40), (13, -50)]
    values = [Value(points, False, (amount, -amount)) for points, amount in after_each]
    steps = tuple(
        Step(at, 0, "EO", at, False, before, after, on_side=True) for at, (before, after) in enumerate(pairwise(values))
    )
    assert [(step.cost, step.cost_points) for step in steps] == [(0, 15), (10, 2), (10, 9), (0, 12), (10, 4)]
    assert turning_point(steps, values[-1]) == (2, False)
    assert turning_point(steps[:1], values[1]) == (0, False)


def test_totals_are_the_sums_of_each_seats_cards() -> None:
    for name in ("rufspiel", "chalk", "solo-tout"):
        result = found(name, 2)
        for total in result.totals:
            own = [step for step in result.steps if step.text not in LEVELS and step.seat == total.seat]
            assert total.cost == sum(step.cost for step in own)
            assert total.points == sum(step.cost_points for step in own)
            assert total.free == sum(step.is_card and not step.forced for step in own)
        assert [total.seat for total in result.totals] == list(result.deal.seats)


# -- words -------------------------------------------------------------------------------------------------------------


def test_a_doubling_is_worth_what_it_changed() -> None:
    said = 0
    for name in ("rufspiel", "solo", "wenz", "farbwenz", "muss", "ramsch"):
        for number in range(9):
            result = found(name, number)
            words = [step for step in result.steps if step.text in LEVELS]
            assert [result.steps[one.step] for one in result.doublings] == words
            assert [one.word for one in result.doublings] == [step.text for step in words]
            for one in result.doublings:
                said += 1
                assert one.open == result.steps[one.step].change
                if not result.deal.contract.goal.taken_over and not result.deal.carried.pot:
                    level = sum(other.step < one.step for other in result.doublings)
                    rest = len(result.doublings) - level
                    # Each level doubles what the one before it made, so the last one brought half of everything.
                    doubled = [amount for amount in result.end.amounts if amount]
                    if result.deal.contract.tariff.laufende_doubled and doubled:
                        assert [2**rest * amount for amount in one.paid] == list(result.end.amounts)
    assert said > 10


def test_a_kontra_on_a_lost_game_costs_who_says_it() -> None:
    deal = parse_record(README_DEAL).replay()
    result = analyse(deal)
    (kontra,) = result.doublings
    assert (kontra.seat, kontra.word) == (0, "kontra")
    assert kontra.paid == (-60, 60, -60, 60)
    assert result.end.amounts == deal.settlement().amounts == (-120, 120, -120, 120)


_ACTIONS = (
    "0 pass,1 play,2 pass,3 pass,1 rufspiel G,0 kontra,0 G7,1 GK,2 G9,3 GA,3 EO,0 SU,1 HA,2 S7,3 GO,0 HU,1 HZ,"
    "2 S8,3 HO,0 EU,1 HK,2 S9,3 H9,0 SO,1 H7,2 EA,0 G8,1 GZ,2 E8,3 SA,1 GU,2 SZ,3 SK,0 E7,1 H8,2 EZ,3 EK,0 E9"
)
README_DEAL = json.dumps(
    {
        "schafkopf": 1,
        "rules": "bavaria",
        "names": ["Anna", "Ben", "Cleo", "Dora"],
        "dealer": 3,
        "hands": [
            "SO G7 E7 G8 EU E9 SU HU",
            "GZ H7 HA HK GK H8 HZ GU",
            "E8 EA S9 SZ EZ S7 S8 G9",
            "GO H9 SK HO SA EK GA EO",
        ],
        "actions": _ACTIONS.split(","),
    }
)


def test_rest_costs_nothing_and_conceding_only_what_could_still_be_made() -> None:
    seen = Counter()
    for name in ("rufspiel", "solo", "wenz", "bettel", "chalk", "solo-tout"):
        for number in range(0, 45, 3):
            last = found(name, number).steps[-1]
            if last.text == "rest":
                assert (last.cost, last.cost_points) == (0, 0)
                seen["rest"] += 1
            elif last.text == "concede":
                assert last.cost_points >= 0
                seen["concede"] += 1
                seen["gave something"] += last.cost_points > 0
    assert seen["rest"] >= 3
    assert seen["gave something"] >= 3


def test_laufende_that_nobody_asked_for_stand_apart() -> None:
    apart = 0
    for name in ("rufspiel", "solo", "wenz", "hochzeit", "geier", "farbwenz", "kreuz"):
        for number in range(9):
            result = found(name, number)
            if any(result.unclaimed):
                assert result.deal.contract.tariff.claimable
                assert not result.deal.claimed
                apart += 1
    assert apart


# -- where it stops or cannot begin ------------------------------------------------------------------------------------


def test_a_deal_that_stops_is_worth_what_best_play_makes_of_it() -> None:
    whole = parse_record(README_DEAL)
    for cut in (5, 6, 9, 20, 33):
        deal = parse_record({**json.loads(README_DEAL), "actions": [str(one) for one in whole.actions[:cut]]}).replay()
        result = analyse(deal)
        check_identity(result)
        assert result.end.points == solve(deal).value
        assert len(result.steps) == max(0, cut - 5)
        assert all(one.paid is None for one in result.doublings)


def test_with_a_small_budget_the_analysis_begins_later_and_stays_exact() -> None:
    deal = parse_record(README_DEAL).replay()
    whole, late = analyse(deal), analyse(deal, nodes=300)
    assert 0 < late.exact_from < len(late.steps)
    check_identity(late)
    assert late.steps[late.exact_from :] == whole.steps[late.exact_from :]
    assert all(step.before is None and step.cost is None for step in late.steps[: late.exact_from])
    with pytest.raises(Unsolvable, match="solve/budget"):
        analyse(parse_record({**json.loads(README_DEAL), "actions": json.loads(README_DEAL)["actions"][:5]}), nodes=10)


def test_an_early_ramsch_is_exact_only_near_its_end() -> None:
    deal = next(
        deal for deal in (random_deal("ramsch", number) for number in range(50)) if deal.play.plan.hand_size == 8
    )
    result = analyse(deal, nodes=20_000)
    assert result.exact_from > 0
    assert result.steps[result.exact_from].trick >= 1
    check_identity(result)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"actions": ["0 pass"]}, "solve/not-in-play"),
        ({"actions": ["0 pass", "1 pass", "2 pass", "3 pass"]}, "solve/not-in-play"),
        ({"hands": ["?? " * 8] * 4}, "solve/unknown-cards"),
    ],
)
def test_what_cannot_be_analysed_is_said(changes: dict[str, object], code: str) -> None:
    record = {**json.loads(README_DEAL), **changes}
    if code == "solve/unknown-cards":
        record["actions"] = record["actions"][:12]
    with pytest.raises(Unsolvable, match=code):
        analyse(parse_record(record))


# -- against what the player could know --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in TWO_SIDES if name != "sie"])
def test_the_play_made_from_a_view_and_the_real_hands_is_the_real_one(name: str) -> None:
    rng = random.Random(f"views {name}")
    for _ in range(2):
        deal = deal_for(name, rng)
        while not deal.finished:
            if deal.phase == "play":
                seen = Seen.of(View.of(deal, deal.turn))
                assert play_of(seen, tuple(deal.play.hands[seat] for seat in deal.seats)) == deal.play
            deal = deal.after(any_action(deal, rng))


def test_cards_are_judged_the_same_with_the_same_seed_and_never_below_nothing() -> None:
    result = analyse(parse_record(README_DEAL), lines=False)
    first, again = (judged(result, worlds=8, seed=5) for _ in range(2))
    assert first == again
    assert first != judged(result, worlds=8, seed=6)
    free = [number for number, step in enumerate(result.steps) if step.is_card and not step.forced]
    assert [one.step for one in first] == free
    assert all(one.cost >= 0 and one.worlds == 8 for one in first)
    for one in first:
        assert (one.cost == 0) == (one.best == result.steps[one.step].text)


def test_with_one_possible_deal_left_what_could_be_known_is_all() -> None:
    exact = 0
    for name, number in ((name, number) for name in ("wenz", "solo", "rufspiel") for number in range(9)):
        result = found(name, number)
        deal = result.deal
        point = Deal.new(deal.rules, deal.hands, dealer=deal.dealer, carried=deal.carried)
        steps = {step.at: step for step in result.steps}
        for at, action in enumerate(deal.log):
            step = steps.get(at)
            if step is not None and step.is_card and not step.forced:
                view = View.of(point, step.seat)
                if Worlds.of(view).count == 1:
                    exact += 1
                    seen = prospects(view, seed=1, worlds=2)
                    assert max(seen.amounts.values()) - seen.amounts[step.text] == step.cost
            if point.phase == "knock" and action.text not in ("knock", "keep"):
                point = point.released()
            point = point.after(action)
    assert exact >= 2


def test_a_hint_is_an_option_and_forced_moves_cost_nothing() -> None:
    rng = random.Random(8)
    seen = Counter()
    for name in ("rufspiel", "wenz", "ramsch"):
        deal = deal_for(name, rng)
        start = Deal.new(deal.rules, deal.hands, dealer=deal.dealer, carried=deal.carried)
        for point in (start, deal):
            while not point.finished and seen[name] < 16:
                turn = point.turn if point.phase != "knock" else next(iter(point.options()))
                view = View.of(point, turn)
                told = hint(view, Budget(nodes=3_000), random.Random(1))
                assert told.best in view.options
                assert told == hint(view, Budget(nodes=3_000), random.Random(1))
                if told.options:
                    seen["with amounts"] += 1
                    assert set(told.options) == {text for text in view.options if text in CARDS}
                    assert list(told.options.values()) == sorted(told.options.values(), reverse=True)
                    assert all(0 <= share <= 1 for share in told.gains.values())
                    assert told.best in LEVELS or told.options[told.best] == max(told.options.values())
                elif len(view.options) == 1:
                    assert told.worlds == 0
                seen[name] += 1
                point = point.after(f"{turn} {choose(view, rng)}")
    assert seen["with amounts"] > 8


def test_nothing_is_hinted_to_who_has_nothing_to_say() -> None:
    deal = parse_record(README_DEAL).replay()
    with pytest.raises(ValueError, match="nothing to say"):
        hint(View.of(deal, 0))
    with pytest.raises(IllegalAction):
        deal.after("0 G7")
