"""From a position and hands to values: for a whole deal, for each card, for many deals."""

from __future__ import annotations

from schafkopf.engine.compiled import kernel
from schafkopf.engine.kernels.bits import highest
from schafkopf.engine.kernels.layout import (
    CALLED,
    DEALT,
    FREED,
    HANDS,
    LEFT,
    NODES,
    ON_TABLE,
    PLACES,
    REST,
    SHUNNED,
    SIDE,
    STOPPED,
    SUIT,
    TRICK_VALUE,
    TURN,
    VALUE,
    Numbers,
)
from schafkopf.engine.kernels.prepare import prepare
from schafkopf.engine.kernels.rules import beats, frees, legal, open_trick
from schafkopf.engine.kernels.search import descend, exact


@kernel("i8(i8[::1], i8, i8, i8, i8, i8, i8, i8, i8, i8[::1], i8)")
def grade(
    w: Numbers,
    place: int,
    table: int,
    led: int,
    best: int,
    winner: int,
    gained: int,
    freed: int,
    made: int,
    steps: Numbers,
    guess: int,
) -> int:
    """How many of the `steps` (ascending) `made` and what follows from this state reach; -1 if the budget ran out."""
    low, high = 0, len(steps)
    middle = min(max(guess, 1), high)
    while low < high:
        need = steps[middle - 1] - made
        result = made + descend(w, place, table, led, best, winner, gained, need, freed)
        if w[STOPPED]:
            return -1
        if result >= steps[middle - 1]:
            while low < high and steps[low] <= result:
                low += 1
        else:
            while low < high and steps[high - 1] > result:
                high -= 1
        middle = (low + high + 1) // 2
    return low


@kernel("i8(i8[::1], i8, i8[::1], i8, i8[::1])")
def cards(w: Numbers, only: int, values: Numbers, guess: int, steps: Numbers) -> int:
    """The value of the legal cards among `only` (-1: all): `values[lane]`, -1 for other lanes. Returns the best one.

    Values are what the declarer's side makes from the open trick on; with `steps` (ascending, not empty) only how many
    of them it reaches. guess: where the search begins. -2 for the cards that were left when the budget ran out; then
    the result is -1.
    """
    n, place, table = w[PLACES], w[TURN], w[ON_TABLE]
    led, best, winner, gained = open_trick(w)
    hand, left, rest, freed = w[HANDS + place], w[LEFT], w[REST], w[FREED]
    options = only & legal(w, hand, w[DEALT + place], led, best, freed)
    ours = w[SIDE] >> place & 1
    for lane in range(32):
        values[lane] = -2 if options >> lane & 1 else -1
    # Next to a card that counts the same, a card takes the same tricks.
    blocked = left & ~hand
    if table:
        blocked |= 1 << best
    found = -1
    before = -1
    while options:
        lane = highest(options)
        bit = 1 << lane
        options ^= bit
        value = w[VALUE + lane]
        if (
            before >= 0
            and w[SUIT + lane] >> before & 1
            and w[VALUE + before] == value
            and not blocked & ((1 << before) - bit)
            and (freed or not w[CALLED] & (1 << before | bit))
        ):
            values[lane] = values[before]
            before = lane
            continue
        w[HANDS + place] = hand ^ bit
        w[LEFT] = left ^ bit
        w[NODES] += 1
        free = frees(w, freed, hand ^ bit, lane, led)
        suit, top, taker = led, best, winner
        if table == 0:
            suit, top, taker = w[SUIT + lane], lane, place
        elif beats(w, lane, best, led):
            top, taker = lane, place
        if table == n - 1:
            total = gained + value + w[TRICK_VALUE]
            won = total if w[SIDE] >> taker & 1 != w[SHUNNED] else 0
            w[REST] = rest - total
            if len(steps):
                result = grade(w, taker, 0, 0, -1, -1, 0, free, won, steps, guess)
            else:
                result = exact(w, taker, 0, 0, -1, -1, 0, free, guess - won)
                if result >= 0:
                    result += won
            w[REST] = rest
        else:
            after = (place + 1) % n
            if len(steps):
                result = grade(w, after, table + 1, suit, top, taker, gained + value, free, 0, steps, guess)
            else:
                result = exact(w, after, table + 1, suit, top, taker, gained + value, free, guess)
        w[HANDS + place] = hand
        w[LEFT] = left
        if w[STOPPED]:
            return -1
        values[lane] = result
        guess = result
        if found < 0 or (result > found if ours else result < found):
            found = result
        before = lane
    return found


@kernel("i8(i8[::1], i8[::1], i8[:, ::1], i8[:, ::1], i8[::1], i8, i8, i8[:, ::1], i8[::1])")
def many(
    w: Numbers,
    position: Numbers,
    hands: Numbers,
    steps: Numbers,
    lengths: Numbers,
    guess: int,
    budget: int,
    values: Numbers,
    nodes: Numbers,
) -> int:
    """`cards` for many deals behind one position: values[deal, lane] and nodes[deal]. Returns how many were solved.

    steps[deal, : lengths[deal]] are the steps of each deal. budget: nodes for all of them together, 0: no limit.
    """
    used = 0
    for deal in range(len(hands)):
        if budget and used >= budget:
            return deal
        prepare(w, position, hands[deal], budget - used if budget else 0)
        cards(w, -1, values[deal], guess, steps[deal, : lengths[deal]])
        nodes[deal] = w[NODES]
        used += w[NODES]
        if w[STOPPED]:
            return deal
    return len(hands)
