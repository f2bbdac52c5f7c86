"""Random endings: deals of every contract under random rules, played until few cards are left, with class labels.

All randomness comes from the label and the number of an ending, so each can be made again alone.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import ceil
from typing import Any

from tests.laws.kit import any_action, any_carried, rules_for, samples, shaped_hands, steering_to

from schafkopf.game import Action, Deal, InvalidRuleset, Ruleset
from schafkopf.game.cards import NAMES, Card, cards_of, deck
from schafkopf.game.contract import CONTRACT_NAMES, KINDS
from schafkopf.game.dealing import Hand, seats_with_cards
from schafkopf.game.play import Play, winner

LARGEST = 5
"""Cards of the fullest hand in the largest endings."""
PACKS: dict[str, dict[str, Any]] = {
    "32 cards": {"deck": {"cards": 32}, "table": {"players": 4, "seated": 4}, "deal": {"packets": [4, 4]}},
    "24 cards": {"deck": {"cards": 24}, "table": {"players": 4, "seated": 4}, "deal": {"packets": [3, 3]}},
    "three players": {"deck": {"cards": 24}, "table": {"players": 3, "seated": 3}, "deal": {"packets": [4, 4]}},
}
LONE = tuple(name for name in CONTRACT_NAMES if KINDS[name].line == "alone")
CALLED = tuple(name for name in CONTRACT_NAMES if KINDS[name].line == "called")
SIDES = tuple(name for name in CONTRACT_NAMES if KINDS[name].line != "everyone")
"""Contracts with two sides: all but Ramsch."""


@dataclass(frozen=True)
class Recipe:
    """What an ending is to be like: its contract, and rules on top of random ones."""

    contract: str
    overrides: dict[str, Any] = field(default_factory=dict)
    wanted: str | None = None
    """A label that the deal must have at its first card."""


def _switches() -> Iterator[dict[str, Any]]:
    """Every combination of the switches of the called ace."""
    keys = {name: values for name, values in samples("schafkopf").items() if name.startswith("ace.")}
    for values in itertools.product(*keys.values()):
        yield {name.removeprefix("ace."): value for name, value in zip(keys, values, strict=True)}


def _duties(wanted: str | None = None) -> list[Recipe]:
    """Every combination of the switches with a called ace; the names of the contracts take turns."""
    names = itertools.cycle(("rufspiel", "rufspiel", "rufspiel", "muss", "rufspiel", "renonce", "rufspiel"))
    return [
        Recipe(name, {"ace": ace, "call": {"own_ace": "forbid"}}, wanted)
        for name, ace in zip(names, _switches(), strict=False)
        if wanted is None or ace["run_min"]
    ]


GROUPS: dict[str, tuple[list[Recipe], int]] = {
    "duties of the called ace": (_duties(), 2),
    "running away": (_duties("long called suit"), 2),
    "own ace": ([Recipe("rufspiel", {"call": {"own_ace": "silent_solo"}}, "own ace")], 150),
    "called ten or king": (
        [Recipe("rufspiel", {"call": {"lowest": card}}, "called ten or king") for card in ("ten", "king")],
        50,
    ),
    "contracts": ([Recipe(name) for name in SIDES], 40),
    "must win": (
        [
            Recipe(name, {"follow": {"must_win": [name]}})
            for name in ("rufspiel", "hochzeit", "solo", "wenz", "geier", "bettel", "solo-tout", "chalk")
        ],
        30,
    ),
    "bettel": ([Recipe("bettel", {"bettel": {"trumps": trumps}}) for trumps in ("none", "herz")], 50),
    "24 cards": (
        [
            Recipe(name, PACKS["24 cards"], "24 cards")
            for name in ("rufspiel", "hochzeit", "kreuz", "solo", "wenz", "farbgeier", "bettel", "wenz-tout")
        ],
        20,
    ),
    "three players": (
        [
            Recipe(name, PACKS["three players"], "three players")
            for name in ("solo", "wenz", "geier", "farbwenz", "bettel", "solo-tout")
        ],
        25,
    ),
    "ramsch": (
        [
            Recipe("ramsch"),
            Recipe("ramsch", {"follow": {"must_win": ["ramsch"]}}),
            Recipe("ramsch", PACKS["24 cards"], "24 cards"),
        ],
        20,
    ),
}
"""Recipes, and how many endings of each are compared by default."""


def rng_of(group: str, index: int, number: int) -> random.Random:
    """The randomness of one ending."""
    return random.Random(f"ending {group} {index} {number}")


def endings(group: str, *, low: int = 1, high: int = 4, times: float = 1.0) -> Iterator[tuple[Recipe, Deal]]:
    """The endings of a group with `low` to `high` cards in the hand of who leads.

    times: so many times the default number; below 1 a part of the recipes, spread evenly.
    """
    recipes, count = GROUPS[group]
    due = 0.0
    for number in range(ceil(count * max(1.0, times))):
        for index, recipe in enumerate(recipes):
            due += min(1.0, times)
            if due >= 1.0:
                due -= 1.0
                yield recipe, ending(recipe, rng_of(f"{group} {low} {high}", index, number), low, high)


def ending(recipe: Recipe, rng: random.Random, low: int = 1, high: int = 4) -> Deal:
    """A deal of the recipe with `low` to `high` cards in the hand of who leads the trick; rare states come often."""
    while True:
        deal = start(recipe, rng)
        found = [
            point
            for point in played(deal, rng, rng.choice(_moods(deal)))
            if not point.finished and low <= cards_left(point) <= high
        ]
        if found:
            return _pick(found, rng)
        if deal.finished:
            return deal


def _pick(found: list[Deal], rng: random.Random) -> Deal:
    """One of these positions: by a random label of a rare state, or any."""
    by_label: dict[str, list[Deal]] = {}
    for deal in found:
        for label in labels(deal).intersection(RARE):
            by_label.setdefault(label, []).append(deal)
    if by_label and rng.random() < 0.8:
        names = sorted(by_label, key=RARE.index)
        return rng.choice(by_label[names[0] if rng.random() < 0.5 else rng.choice(names)])
    # Few are compared at their last card: there is nothing to choose any more.
    several = [deal for deal in found if cards_left(deal) > 1]
    return rng.choice(several if several and rng.random() < 0.95 else found)


def start(recipe: Recipe, rng: random.Random) -> Deal:
    """A random deal of the recipe at its first card (a Sie laid down: at its end)."""
    choose = steering_to(recipe.contract)
    while True:
        try:
            rules = rules_for(recipe.contract, rng).with_overrides(recipe.overrides)
        except InvalidRuleset:
            continue
        for _ in range(20):
            deal = _deal(rules, recipe.contract, rng)
            while deal.play is None and deal.options():
                deal = deal.after(choose(deal, rng))
            if deal.contract is None or deal.contract.name != recipe.contract:
                continue
            if recipe.wanted is None or recipe.wanted in labels(deal):
                return deal


def _deal(rules: Ruleset, contract: str, rng: random.Random) -> Deal:
    at_table = rng.randint(rules["table.players"], rules["table.seated"])
    dealer = rng.randrange(at_table)
    make = _suited_hands if contract in CALLED and rng.random() < 0.7 else shaped_hands
    return Deal.new(rules, make(rules, at_table, dealer, rng), dealer=dealer, carried=any_carried(rules, rng))


def _suited_hands(rules: Ruleset, at_table: int, dealer: int, rng: random.Random) -> tuple[Hand, ...]:
    """Hands of which one has a long suit with its ace, so that who is called may run away."""
    pack = list(deck(rules["deck.cards"]))
    rng.shuffle(pack)
    suit = rng.choice("EGS")
    long = [card for card in pack if NAMES[card][0] == suit and NAMES[card][1] not in "OU"]
    long.sort(key=lambda card: NAMES[card][1] != "A")
    holder = rng.choice(seats := seats_with_cards(rules, at_table, dealer))
    size = rules.hand_size
    wanted = long[: rng.randint(3, min(5, len(long)))]
    rest = [card for card in pack if card not in wanted]
    hands: list[tuple[Card, ...]] = [() for _ in range(at_table)]
    for seat in seats:
        hand = [*(wanted if seat == holder else ())]
        while len(hand) < size:
            hand.append(rest.pop())
        rng.shuffle(hand)
        hands[seat] = tuple(hand)
    return tuple(hands)


# -- playing on ----------------------------------------------------------------------------------------------------

Mood = Callable[[Deal, Play, random.Random], int]


def _moods(deal: Deal) -> list[Mood | None]:
    """Ways to play that lead to states which random cards rarely reach."""
    assert deal.contract is not None
    if deal.contract.duty.called is not None:
        if "long called suit" in labels(deal):
            return [_run, _wait]
        return [None, _keep, _run, _wait]
    if deal.contract.goal.kind == "points":
        return [None]
    return [None, *([_for_the_goal] * 5)]


def played(deal: Deal, rng: random.Random, mood: Mood | None) -> Iterator[Deal]:
    """The deal at each point until it is finished."""
    yield deal
    while not deal.finished:
        action = any_action(deal, rng)
        play = deal.play
        if mood is not None and play is not None and action.text in NAMES and rng.random() < 0.9:
            action = Action(play.turn, NAMES[play.plan.lanes.cards[mood(deal, play, rng)]])
        deal = deal.after(action)
        yield deal


def _keep(deal: Deal, play: Play, rng: random.Random) -> int:
    """Nobody leads the called suit or throws it away, as long as there is anything else."""
    lanes = play.plan.lanes
    suit = lanes.suit[play.plan.called.bit_length() - 1]
    mask = play.legal(play.turn)
    return rng.choice(cards_of(mask & ~suit or mask & ~play.plan.called or mask))


def _run(deal: Deal, play: Play, rng: random.Random) -> int:
    """Who is called takes the lead and runs away; the others let him and do not touch his suit."""
    lanes = play.plan.lanes
    suit = lanes.suit[play.plan.called.bit_length() - 1]
    mask = play.legal(play.turn)
    if not play.hands[play.turn] & play.plan.called:
        mask = mask & ~suit or mask
        return (mask & -mask).bit_length() - 1
    others = mask & ~play.plan.called or mask
    if play.freed:
        return rng.choice(cards_of(others & ~suit or others))
    return rng.choice(cards_of(others & suit or 1 << others.bit_length() - 1))


def _wait(deal: Deal, play: Play, rng: random.Random) -> int:
    """Everybody keeps the called suit until few cards are left; then it is led, by whoever has it."""
    suit = play.plan.lanes.suit[play.plan.called.bit_length() - 1]
    mask = play.legal(play.turn)
    if cards_left(deal) > 4 + (play.plan.seats.index(play.turn) % 2):
        return rng.choice(cards_of(mask & ~suit or mask & ~play.plan.called or mask))
    return rng.choice(cards_of(mask & suit & ~play.plan.called or mask & suit or mask))


def _for_the_goal(deal: Deal, play: Play, rng: random.Random) -> int:
    """The declarer's side takes every trick, or none, if it can."""
    plan = play.plan
    mask = play.legal(play.turn)
    high, low = mask.bit_length() - 1, (mask & -mask).bit_length() - 1
    side = plan.side(play.holder) or frozenset()
    own = play.turn in side
    if plan.contract.goal.kind != "no_trick":
        return high if own else low
    if not own:
        return rng.choice((high, rng.choice(cards_of(mask))))
    under = [lane for lane in cards_of(mask) if play.trick and winner(plan, (*play.trick, lane)) != len(play.trick)]
    return max(under) if under else low


# -- labels --------------------------------------------------------------------------------------------------------

RARE = (
    "may run away under the suit",
    "running away now",
    "may run away on lead",
    "ran away and stays bound",
    "freed, suit led",
    "freed",
    "nothing else to lead",
    "ace must fall",
    "ace may not be led",
    "goal open",
    "must win narrows",
    "called suit led, ace to come",
    "ace may be thrown",
    "ace held back",
    "called suit not yet led",
)
"""Labels that decide which position of a deal is taken; the first are the rarest."""


def cards_left(deal: Deal) -> int:
    """Cards in the hand of who led or leads the trick, before he plays."""
    assert deal.play is not None
    return deal.play.plan.hand_size - len(deal.play.history)


def labels(deal: Deal) -> frozenset[str]:
    """What kind of position this is: contract, rules, place in the trick, and the state of the called ace."""
    play = deal.play
    assert play is not None
    plan = play.plan
    contract = plan.contract
    found = {contract.name, f"{cards_left(deal)} left", f"{len(play.trick)} on the table", *_rule_labels(deal, play)}
    if contract.duty.must_win and play.trick:
        free = play.hands[play.turn] & plan.lanes.suit[play.trick[0]] or play.hands[play.turn]
        # Where a called card lies in the hand, its duties narrow as well.
        if not free & plan.called and play.legal(play.turn) != free:
            found.add("must win narrows")
    if contract.goal.kind in ("every_trick", "no_trick"):
        side = plan.side(play.holder) or frozenset()
        tricks = [trick.winner in side for trick in play.history]
        if all(tricks) if contract.goal.kind == "every_trick" else not any(tricks):
            found.add("goal open")
    if contract.duty.called is not None:
        found.update(_called_labels(play))
    return frozenset(found)


def _rule_labels(deal: Deal, play: Play) -> Iterator[str]:
    plan, contract = play.plan, play.plan.contract
    if len(plan.seats) == 3:
        yield "three players"
    elif len(plan.lanes.cards) == 24:
        yield "24 cards"
    if len(deal.hands) > len(plan.seats):
        yield "others look on"
    if contract.duty.must_win:
        yield "must win"
    if contract.duty.declarer_leads:
        yield "declarer leads"
    if contract.goal.kind == "no_trick":
        yield "bettel with trumps" if plan.lanes.trumps and contract.order.heads else "bettel without trumps"
    if contract.goal.low_trumps >= 0:
        yield "muss with few trumps"
    if contract.goal.taken_over and len(deal.said) % 2:
        yield "taken over"
    if contract.promise:
        yield "promise"
    if plan.called and plan.dealt[plan.declarer or 0] & plan.called:
        yield "own ace"
    if contract.line.card is not None and NAMES[contract.line.card][1] != "A":
        yield "called ten or king"
    if plan.by_club_jack:
        yield "by the club jack"
    if deal.said:
        yield "kontra"
    if deal.carried.pot and contract.tariff.pot:
        yield "for the pot"
    if deal.carried.carry is not None:
        yield "carried tie"
    if contract.tariff.each_to_each and plan.side(play.holder):
        yield "each to each"


def _called_labels(play: Play) -> Iterator[str]:
    plan = play.plan
    duty = plan.contract.duty.called
    assert duty is not None
    suit = plan.lanes.suit[plan.called.bit_length() - 1]
    seats = plan.seats
    if 0 < duty.run_min <= max((hand & suit).bit_count() for hand in plan.dealt if hand & plan.called):
        yield "long called suit"
    holder = plan.find_holder(play.hands)
    if holder is None:
        yield "called card on the table" if any(plan.called >> lane & 1 for lane in play.trick) else "called card gone"
        return
    led_before = any(suit >> trick.lanes[0] & 1 for trick in play.history)
    led_now = bool(play.trick) and bool(suit >> play.trick[0] & 1)
    if not led_before and not led_now:
        yield "called suit not yet led"
    placed = (seats.index(holder) - seats.index(play.leader)) % len(seats)
    has_played = len(play.trick) > placed
    ran_now = led_now and has_played
    ran_before = any(
        suit >> trick.lanes[0] & 1
        and suit >> trick.lanes[(seats.index(holder) - seats.index(trick.leader)) % len(seats)] & 1
        for trick in play.history
    )
    if led_now and not has_played and not play.freed:
        yield "called suit led, ace to come"
    if play.freed:
        yield "running away now" if ran_now and not ran_before else "freed, suit led" if led_now else "freed"
    elif ran_now or ran_before:
        yield "ran away and stays bound"
    if play.turn == holder and not play.freed:
        yield from _holder_labels(play, suit, led_now)


def _holder_labels(play: Play, suit: int, led_now: bool) -> Iterator[str]:
    """The holder of the called card is to move and not free."""
    hand, called = play.hands[play.turn], play.plan.called
    mask = play.legal(play.turn)
    others = hand & suit & ~called
    if not play.trick:
        if mask & others:
            yield "may run away on lead"
        if hand & ~suit and not mask & called:
            yield "ace may not be led"
        if mask == called and others:
            yield "nothing else to lead"
    elif led_now:
        if others and mask == called:
            yield "ace must fall"
        if mask & others:
            yield "may run away under the suit"
    elif not hand & play.plan.lanes.suit[play.trick[0]] and hand != called:
        yield "ace may be thrown" if mask & called else "ace held back"
