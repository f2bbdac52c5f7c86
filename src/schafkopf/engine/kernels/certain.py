"""What is certain before it is searched: tricks that cannot be lost, cards that cannot be held back."""

from __future__ import annotations

from schafkopf.engine.compiled import kernel
from schafkopf.engine.kernels.bits import count, highest, lowest
from schafkopf.engine.kernels.layout import (
    CALLED,
    CALLED_SUIT,
    CLASSES,
    HANDS,
    LEFT,
    PLACES,
    REST,
    SIDE,
    SUIT,
    TRICK_VALUE,
    TRUMPS,
    Numbers,
)
from schafkopf.engine.kernels.rules import worth


@kernel("i8(i8[::1], i8, i8, i8)")
def forced(w: Numbers, hand: int, best: int, led: int) -> int:
    """The lowest lane with which a hand beats the winning one whatever it plays; -1 if it can stay below."""
    cards = hand & led
    if cards == 0:
        cards = hand
        if hand & ~w[TRUMPS]:
            return -1
    low = lowest(cards)
    return low if low > best else -1


@kernel("i8(i8[::1], i8, i8)")
def least(w: Numbers, hand: int, number: int) -> int:
    """The least that so many cards of a hand can count."""
    total = 0
    for index in range(w[CLASSES]):
        if number <= 0:
            break
        have = min(number, count(hand & w[CLASSES + 1 + 2 * index]))
        total += have * w[CLASSES + 2 + 2 * index]
        number -= have
    return total


@kernel("i8(i8[::1], i8, i8)")
def sure(w: Numbers, leader: int, freed: int) -> int:
    """What is certain between two tricks: the least that the leader's side makes, and 256 times the others' least.

    The trumps of one side above all trumps of the other win their tricks whatever happens. The leader cashes the
    highest cards of plain suits that nobody can ruff, too.
    """
    n, side = w[PLACES], w[SIDE]
    mine = side >> leader & 1
    left, own = w[LEFT], w[HANDS + leader]
    trumps = left & w[TRUMPS]
    theirs = 0
    for place in range(n):
        if side >> place & 1 != mine:
            theirs |= w[HANDS + place]
    ours = left & ~theirs
    run = trumps & ours & (-1 << highest(trumps & theirs) + 1)
    other = trumps & theirs & (-1 << highest(trumps & ours) + 1)
    tricks = w[TRICK_VALUE]
    hand = own
    cashed = count(run & own)
    floor = worth(w, run)
    if not ours & ~own & trumps:
        # Nobody on the leader's side can take the lead away from him.
        plain = own & ~w[TRUMPS]
        if freed == 0 and own & w[CALLED]:
            plain &= ~w[CALLED_SUIT]
        while plain:
            suit = w[SUIT + highest(plain)]
            plain &= ~suit
            masters = own & suit & (-1 << highest(left & suit & ~own) + 1)
            if masters:
                number = count(masters)
                for place in range(n):
                    if side >> place & 1 != mine and count(w[HANDS + place] & trumps) > cashed:
                        number = min(number, count(w[HANDS + place] & suit))
                while count(masters) > number:
                    masters &= masters - 1
                floor += worth(w, masters)
                own ^= masters
    cashed += count(hand & ~own)
    if cashed >= count(hand):
        return w[REST]
    if tricks:
        return cashed + 256 * (1 if other else 0)
    # Each trick takes a card of everybody else, too.
    theirs_won = 0
    for place in range(n):
        if side >> place & 1 != mine:
            theirs_won = max(theirs_won, count(other & w[HANDS + place]))
    others = worth(w, other)
    for place in range(n):
        if side >> place & 1 != mine:
            floor += least(w, w[HANDS + place], cashed)
            continue
        if place != leader:
            mine_too = w[HANDS + place] & ~run
            floor += least(w, mine_too, cashed - count(run & w[HANDS + place]))
        if theirs_won:
            others += least(w, w[HANDS + place], theirs_won)
    return floor + 256 * others
