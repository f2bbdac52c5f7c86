"""The kernels and the readable reference agree on a million positions: what is legal, who wins, who plays with whom.

A position is one hand before one trick as it lies, with what the hand was as dealt and whether the called card is free.
Half of them come up in the play of random deals (every place's hand, whoever's turn it is), half are made up: any
hand of unplayed cards, free or not, before the cards that lie there or any others.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from schafkopf.engine.kernels import layout as at
from schafkopf.engine.kernels import rules as kernels
from schafkopf.engine.kernels.bits import count, highest, lowest
from schafkopf.engine.kernels.prepare import prepare
from schafkopf.engine.position import by_tricks, position_of
from schafkopf.game import InvalidRuleset, Ruleset
from schafkopf.game import play as reference
from schafkopf.game.cards import NAMES, cards_of
from schafkopf.game.contract import CONTRACT_NAMES, KINDS
from schafkopf.game.plan import Plan
from schafkopf.game.play import Play

from .kit import any_deal, rules_for, samples, steering_to

CALLED = ("rufspiel", "renonce", "muss")
PARTS = {name: 6 if name == "rufspiel" else 3 if name in CALLED else 1 for name in CONTRACT_NAMES}
"""Each contract is looked at in so many tests of as many positions each."""
POSITIONS = 36_000
"""Per test: over a million in all."""
PLAYOUTS_A_DEAL = 2
PACKS: tuple[dict[str, Any], ...] = (
    {"deck": {"cards": 32}, "table": {"players": 4, "seated": 4}, "deal": {"packets": [4, 4]}},
    {"deck": {"cards": 24}, "table": {"players": 4, "seated": 5}, "deal": {"packets": [3, 3]}},
    {"deck": {"cards": 24}, "table": {"players": 3, "seated": 4}, "deal": {"packets": [4, 4]}},
)


def _switches() -> tuple[dict[str, Any], ...]:
    """Every combination of the switches of the called ace, well mixed."""
    offered = {name: values for name, values in samples("schafkopf").items() if name.startswith("ace.")}
    names = [name.removeprefix("ace.") for name in offered]
    found = [dict(zip(names, values, strict=True)) for values in itertools.product(*offered.values())]
    random.Random("switches").shuffle(found)
    return tuple(found)


SWITCHES = _switches()
WORK = np.zeros(at.WORK, np.int64)

_DUTIES = {
    "free": 2000,
    "runs away on lead": 120,
    "runs away under the suit": 20,
    "long as dealt, short now": 80,
    "called card forced": 220,
    "called card may not be led": 700,
    "nothing else to lead": 45,
    "held back": 900,
    "may be thrown": 350,
    "must win narrows": 900,
    "own ace": 600,
    "ran away in play": 5,
    "of the suit, but thrown": 40,
    "lead": 5000,
}
_PLAIN = {"must win narrows": 1000, "lead": 5000}
LEAST: dict[str, dict[str, int]] = {name: _PLAIN | {"24 cards": 4000} for name in CONTRACT_NAMES}
"""How often what is rare must have come up in each test of a contract."""
LEAST |= {
    name: _PLAIN | {"three players": 4000} for name in CONTRACT_NAMES if KINDS[name].line in ("alone", "everyone")
}
LEAST |= {
    "rufspiel": _DUTIES | {"24 cards": 4000, "called ten or king": 2000},
    "renonce": _DUTIES,
    "muss": _DUTIES | {"called ten or king": 2000},
    "chalk": _PLAIN,
    "bettel": _PLAIN | {"no trumps": 5000, "trumps": 5000, "three players": 4000},
}


def any_plan(name: str, number: int, rng: random.Random) -> Plan:
    """A contract with hands, under random rules; the packs, the switches and the duty to overtake take turns."""
    choose = steering_to(name)
    while True:
        overrides: dict[str, Any] = {}
        if name in CALLED:
            overrides["ace"] = SWITCHES[number % len(SWITCHES)]
            overrides["call"] = {"lowest": rng.choice(samples("schafkopf")["call.lowest"])}
        if name != "chalk":
            overrides |= PACKS[0 if KINDS[name].line in ("called", "taker", "opposite") else number % 3]
            if name in ("rufspiel", "hochzeit", "kreuz") and number % 3 == 1:
                overrides |= PACKS[1]
        if rng.random() < 0.5:
            overrides["follow"] = {"must_win": [name]}
        if name == "sie":
            overrides["sie"] = {"play": True}
        plan = _plan(name, overrides, choose, rng)
        if plan is not None:
            return plan


def _plan(name: str, overrides: dict[str, Any], choose: Any, rng: random.Random) -> Plan | None:
    try:
        rules: Ruleset = rules_for(name, rng).with_overrides(overrides)
    except InvalidRuleset:
        return None
    for _ in range(20):
        deal = any_deal(rules, rng)
        while deal.play is None and deal.options():
            deal = deal.after(choose(deal, rng))
        if deal.play is not None and deal.play.plan.contract.name == name:
            return deal.play.plan
    return None


def dealt_again(plan: Plan, rng: random.Random) -> Plan:
    """The same contract with other hands; who is called often has a long suit."""
    pack = list(range(len(plan.lanes.cards)))
    rng.shuffle(pack)
    hands = dict.fromkeys(plan.seats, 0)
    if plan.called:
        duty = plan.contract.duty.called
        others = [seat for seat in plan.seats if seat != plan.declarer or (duty is not None and duty.own)]
        holder = rng.choice(others)
        suit = plan.lanes.suit[plan.called.bit_length() - 1] & ~plan.called
        mine = [plan.called.bit_length() - 1]
        mine += rng.sample(cards_of(suit), min(suit.bit_count(), rng.choice((0, 1, 2, 3, 4))))
        for lane in mine:
            hands[holder] |= 1 << lane
            pack.remove(lane)
    for seat in plan.seats:
        while hands[seat].bit_count() < plan.hand_size:
            hands[seat] |= 1 << pack.pop()
    return replace(plan, dealt=tuple(hands.get(seat, 0) for seat in range(len(plan.dealt))))


def made_up(plan: Plan, play: Play, rng: random.Random) -> Iterator[tuple[int, int, tuple[int, ...], bool]]:
    """Any hands of unplayed cards: hand, as dealt, trick, free or not."""
    everything = (1 << len(plan.lanes.cards)) - 1
    for number in range(len(plan.seats)):
        trick = play.trick
        unplayed = everything & ~play.played
        if number % 2:
            lanes = rng.sample(range(len(plan.lanes.cards)), rng.randrange(len(plan.seats)))
            trick = tuple(lanes)
            unplayed = everything & ~sum(1 << lane for lane in lanes)
        hand = 0
        for lane in rng.sample(cards_of(unplayed), min(unplayed.bit_count(), rng.randint(1, plan.hand_size))):
            hand |= 1 << lane
        if rng.random() < 0.7:
            hand |= plan.called & unplayed
        if not hand:
            continue
        gone = cards_of(everything & ~unplayed)
        dealt = hand | sum(1 << lane for lane in rng.sample(gone, min(len(gone), rng.randint(0, 3))))
        yield hand, dealt, trick, bool(plan.called) and rng.random() < 0.3


def classes(plan: Plan, hand: int, dealt: int, trick: tuple[int, ...], freed: bool, cards: int) -> Iterator[str]:
    """What kind of position this is, from the rule and the legal cards."""
    duty = plan.contract.duty
    if not trick:
        yield "lead"
    if duty.must_win and trick:
        follow = hand & plan.lanes.suit[trick[0]] or hand
        if cards != follow and not hand & plan.called:
            yield "must win narrows"
    if duty.called is None or not hand & plan.called:
        return
    if freed:
        yield "free"
        return
    suit = plan.lanes.suit[plan.called.bit_length() - 1]
    others = hand & suit & ~plan.called
    led = plan.lanes.suit[trick[0]] if trick else 0
    if (
        duty.called.run_count == "dealt"
        and (hand & suit).bit_count() < duty.called.run_min <= (dealt & suit).bit_count()
    ):
        yield "long as dealt, short now"
    if not trick:
        if cards & others:
            yield "runs away on lead"
        if not cards & plan.called:
            yield "called card may not be led"
        if cards == plan.called and others:
            yield "nothing else to lead"
    elif led & plan.called:
        if others and cards == plan.called:
            yield "called card forced"
        if cards & others:
            yield "runs away under the suit"
    elif not hand & led and hand != plan.called:
        yield "may be thrown" if cards & plan.called else "held back"


def as_it_lies(position: at.Numbers, trick: tuple[int, ...]) -> tuple[int, int, int]:
    """Mask of the suit led, winning lane and its place in the trick, by the kernel."""
    led, best, winner = 0, -1, 0
    for place, lane in enumerate(trick):
        if place == 0:
            led, best = int(position[at.SUIT + lane]), lane
        elif kernels.beats(position, lane, best, led):
            best, winner = lane, place
    return led, best, winner


def check_legal(
    plan: Plan,
    position: at.Numbers,
    hand: int,
    dealt: int,
    trick: tuple[int, ...],
    freed: bool,
    found: Counter[str],
) -> None:
    """The same cards are legal, and the same card has the trick."""
    led, best, winner = as_it_lies(position, trick)
    theirs = reference.legal(plan, hand, trick, freed=freed, dealt=dealt)
    ours = kernels.legal(position, hand, dealt, led, best, int(freed))
    names = plan.lanes.names
    assert ours == theirs, (plan.contract, names(hand), names(dealt), trick, freed, names(theirs), names(ours))
    if trick:
        assert winner == reference.winner(plan, trick), (plan.contract, trick)
    found["positions"] += 1
    found.update(classes(plan, hand, dealt, trick, freed, theirs))


def check_position(play: Play) -> at.Numbers:
    """The position says what the play says, and the work array made of it whose cards count for whom."""
    plan = play.plan
    places = len(plan.seats)
    position = position_of(play)
    hands = np.array([play.hands[seat] for seat in plan.seats], np.int64)
    lanes = plan.lanes
    assert position[at.PLACES] == places
    assert position[at.TRUMPS] == lanes.trumps
    assert plan.seats[position[at.LEADER]] == play.leader
    if not play.over:
        assert plan.seats[position[at.TURN]] == play.turn
    assert tuple(position[at.TABLE : at.TABLE + position[at.ON_TABLE]]) == play.trick
    assert bool(position[at.FREED]) == play.freed
    for place, seat in enumerate(plan.seats):
        # What was dealt is what is held and what was played.
        assert hands[place] | position[at.PLAYED + place] == plan.dealt[seat]
        assert hands[place] & position[at.PLAYED + place] == 0
    prepare(WORK, position, hands, 0)
    side = plan.side(play.holder)
    assert side is not None
    assert {plan.seats[place] for place in range(places) if WORK[at.SIDE] >> place & 1} == side
    left = sum(play.hands)
    assert WORK[at.LEFT] == left
    lying = left | sum(1 << lane for lane in play.trick)
    tricks = plan.hand_size - len(play.history)
    points = plan.contract.goal.kind in ("points", "fewest_points")
    assert WORK[at.REST] == (lanes.points_in(lying) if points else tricks)
    prepare(WORK, by_tricks(position), hands, 0)
    assert WORK[at.REST] == tricks
    return position


def check_playout(plan: Plan, rng: random.Random, found: Counter[str]) -> None:
    """Random cards to the end, by the reference and by the kernels side by side."""
    play = reference.start(plan)
    position = check_position(play)
    constants = position.copy()
    freed, turn = 0, int(position[at.TURN])
    hands = [play.hands[seat] for seat in plan.seats]
    duty = plan.contract.duty.called
    while not play.over:
        trick = play.trick
        for place, seat in enumerate(plan.seats):
            if hands[place]:
                check_legal(plan, constants, hands[place], plan.dealt[seat], trick, play.freed, found)
        for hand, dealt, lying, free in made_up(plan, play, rng):
            check_legal(plan, constants, hand, dealt, lying, free, found)
        options = cards_of(play.legal(play.turn))
        suit = plan.lanes.suit[plan.called.bit_length() - 1] & ~plan.called if plan.called else 0
        holds = bool(hands[turn] & plan.called)
        running = [lane for lane in options if suit >> lane & 1] if holds and not freed and not trick else []
        lane = rng.choice(running or options)
        led = as_it_lies(constants, trick)[0]
        hands[turn] ^= 1 << lane
        free = kernels.frees(constants, freed, hands[turn], lane, led)
        play = play.after(lane)
        assert bool(free) == play.freed, (plan.contract, plan.lanes.names(1 << lane), trick)
        if duty is not None and holds and suit >> lane & 1:
            found["ran away in play" if free and not freed else "stays as it was"] += 1
            if not freed and not free and trick and not plan.called & plan.lanes.suit[trick[0]]:
                found["of the suit, but thrown"] += 1
        freed = free
        if play.trick:
            turn = (turn + 1) % len(hands)
        else:
            taker = as_it_lies(constants, (*trick, lane))[2]
            turn = (turn + 1 + taker) % len(hands)
            assert plan.seats[turn] == play.leader == play.history[-1].winner
        assert [play.hands[seat] for seat in plan.seats] == hands
        position = check_position(play)
        changing = (*range(at.FREED, at.DECLARER), at.HOLDER, *range(at.PLAYED, at.SUIT))
        assert np.array_equal(np.delete(position, changing), np.delete(constants, changing))
        # By call the side grows once the called card has shown its holder; nothing else changes it.
        assert position[at.HOLDER] == (
            plan.seats.index(play.holder) if play.played & plan.called and play.holder is not None else -1
        )


@pytest.mark.parametrize(("name", "part"), [(name, part) for name, parts in PARTS.items() for part in range(parts)])
def test_kernels_equal_the_reference_rules(name: str, part: int) -> None:
    rng = random.Random(f"kernels {name} {part}")
    found: Counter[str] = Counter()
    number = part * len(SWITCHES) // PARTS[name]
    while found["positions"] < POSITIONS:
        plan = any_plan(name, number, rng)
        number += 1
        lanes = plan.lanes
        for _ in range(PLAYOUTS_A_DEAL):
            before = found["positions"]
            check_playout(plan, rng, found)
            of_these = found["positions"] - before
            found["three players" if len(plan.seats) == 3 else f"{len(lanes.cards)} cards"] += of_these
            found["trumps" if lanes.trumps else "no trumps"] += of_these
            if plan.called and NAMES[lanes.cards[plan.called.bit_length() - 1]][1] != "A":
                found["called ten or king"] += of_these
            if plan.declarer is not None and plan.called & plan.dealt[plan.declarer]:
                found["own ace"] += of_these
            plan = dealt_again(plan, rng)
    for what, least in LEAST.get(name, {}).items():
        assert found[what] >= least, (what, found)


def test_a_million_positions() -> None:
    assert POSITIONS * sum(PARTS.values()) >= 1_000_000


def test_every_switch_of_the_called_ace_is_looked_at() -> None:
    # Each test takes its share of the combinations, and a deal is at most 32 times (4 and 4) positions a playout.
    deals = POSITIONS // (PLAYOUTS_A_DEAL * 32 * 8)
    assert deals >= -(-len(SWITCHES) // PARTS["rufspiel"])


def test_bits_are_counted_and_found() -> None:
    rng = random.Random("bits")
    for _ in range(2000):
        mask = rng.getrandbits(32) & rng.getrandbits(32)
        assert count(mask) == mask.bit_count()
        assert highest(mask) == mask.bit_length() - 1
        assert lowest(mask) == ((mask & -mask).bit_length() - 1 if mask else 64)


def test_what_beats_and_what_follows() -> None:
    rng = random.Random("beaters")
    seen: Counter[bool] = Counter()
    for number in range(60):
        plan = any_plan(rng.choice(("solo", "wenz", "bettel", "ramsch", "chalk")), number, rng)
        position = position_of(reference.start(plan))
        everything = list(range(len(plan.lanes.cards)))
        for _ in range(100):
            lanes = rng.sample(everything, rng.randint(2, 12))
            trick, hand = tuple(lanes[:1]), sum(1 << lane for lane in lanes[1:])
            if len(lanes) > 4:
                trick, hand = tuple(lanes[:3]), sum(1 << lane for lane in lanes[3:])
            led, best, _ = as_it_lies(position, trick)
            # Who has to follow suit and nothing else: the duty to overtake would only narrow it to these.
            plain = replace(plan, contract=replace(plan.contract, duty=replace(plan.contract.duty, must_win=False)))
            cards = cards_of(reference.legal(plain, hand, trick))
            theirs = sum(1 << lane for lane in cards if reference.winner(plan, (*trick, lane)) == len(trick))
            assert kernels.beaters(position, hand, best, led) == theirs
            assert kernels.worth(position, hand) == (plan.lanes.points_in(hand) if position[at.TRICK_VALUE] == 0 else 0)
            seen[bool(theirs)] += 1
    assert min(seen.values()) > 1000
