"""Exact play with all cards in view: a null-window search over what the declarer's side makes from here to the end.

A state between two tricks is the set of lanes still held, who leads, and whether the called card is free; who holds
which lane follows from the deal. The table keeps bounds from both sides for such states in one 64-bit word each.
"""

from __future__ import annotations

import numpy as np

from schafkopf.engine.compiled import kernel
from schafkopf.engine.kernels.bits import count, highest
from schafkopf.engine.kernels.layout import (
    BUDGET,
    CALLED,
    CALLED_SUIT,
    DEALT,
    DEPTH,
    ENTRIES,
    HANDS,
    LEFT,
    NODES,
    PLACES,
    REST,
    ROUND,
    SIDE,
    STOPPED,
    SUIT,
    TABLE_BITS,
    TRICK_VALUE,
    TRUMPS,
    VALUE,
    Numbers,
)
from schafkopf.engine.kernels.rules import beaters, frees, legal, worth


@kernel("i8(i8, i8, i8)")
def slot(left: int, leader: int, freed: int) -> int:
    """Where the entry of a state lies."""
    mixed = (left * 8 + leader * 2 + freed) * -7046029254386353131
    return ENTRIES + ((mixed >> 40) & ((1 << TABLE_BITS) - 1))


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
                # `cashed` grows by plain tricks only after the trumps were counted.
                while count(masters) > number:
                    masters &= masters - 1
                floor += worth(w, masters)
                own ^= masters
    if cashed + count(w[HANDS + leader] & ~own) >= count(w[HANDS + leader]):
        return w[REST]
    if tricks:
        return cashed + count(w[HANDS + leader] & ~own) + 256 * (1 if other else 0)
    return floor + 256 * worth(w, other)


@kernel("i8(i8[::1], i8, i8, i8, i8, i8, i8, i8, i8)")
def descend(
    w: Numbers, place: int, table: int, led: int, best: int, winner: int, gained: int, need: int, freed: int
) -> int:
    """What the declarer's side makes from this trick on: a bound from below if it reaches `need`, else from above.

    place: who plays. table: cards in the open trick; led: mask of the suit led; best: the lane that wins it as it
    lies, winner: whose; gained: what the trick counts so far. Returns nonsense once STOPPED is set.
    """
    n, side, hand, left, rest = w[PLACES], w[SIDE], w[HANDS + place], w[LEFT], w[REST]
    ours = side >> place & 1
    # A literal in a recursive call would make another type, and such a function cannot be loaded from the cache.
    zero, none = np.int64(0), np.int64(-1)
    index = 0
    lower, upper = 0, rest
    if table == 0:
        if need <= 0:
            return 0
        if need > rest:
            return rest
        cards = count(hand)
        if cards == 1:
            # The last trick plays itself.
            led, best, winner, total = w[SUIT + highest(hand)], highest(hand), place, rest
            for step in range(1, n):
                other = place + step
                if other >= n:
                    other -= n
                lane = highest(w[HANDS + other])
                if lane > best and (led | w[TRUMPS]) >> lane & 1:
                    best, winner = lane, other
            w[NODES] += n
            return total if side >> winner & 1 else 0
        index = slot(left, place, freed)
        entry = w[index]
        if entry & ((1 << 35) - 1) == left | place << 32 | freed << 34 and entry >> 49 == w[ROUND]:
            lower = entry >> 35 & 127
            upper = entry >> 42 & 127
            if lower >= need:
                return lower
            if upper < need:
                return upper
        certain = sure(w, place, freed)
        if ours:
            if certain & 255 >= need:
                return certain & 255
            if rest - (certain >> 8) < need:
                return rest - (certain >> 8)
        else:
            if certain >> 8 >= need:
                return certain >> 8
            if rest - (certain & 255) < need:
                return rest - (certain & 255)

    # Who may still beat what lies or what is played now.
    options = legal(w, hand, w[DEALT + place], led, best, freed)
    foe_top = -1
    friend_top = -1
    if table:
        other = place
        for _ in range(n - 1 - table):
            other = other + 1 if other + 1 < n else 0
            top = highest(beaters(w, w[HANDS + other], best, led))
            if side >> other & 1 == ours:
                friend_top = max(friend_top, top)
            else:
                foe_top = max(foe_top, top)
    held = table > 0 and side >> winner & 1 == ours
    blocked = left & ~hand
    if table:
        blocked |= 1 << best
    called = 0 if freed else w[CALLED]

    # Candidates: of adjacent cards only those that can differ.
    base = DEPTH + (count(left) - 1) * 16
    number = 0
    run = 0
    before = -1
    status = 0
    kept = -1
    last = table == n - 1
    mask = options
    top = foe_top
    while mask:
        lane = highest(mask)
        mask ^= 1 << lane
        value = w[VALUE + lane]
        suit = w[SUIT + lane]
        joined = (
            before >= 0
            and suit >> before & 1
            and not blocked & ((1 << before) - (1 << lane))
            and not called & (1 << before | 1 << lane)
        )
        if not joined:
            run += 1
            kept = number
            # Whose the trick is for certain: 1 mine, -1 theirs, 0 open.
            if table == 0:
                top = -1
                for step in range(1, n):
                    other = place + step
                    if other >= n:
                        other -= n
                    if side >> other & 1 != ours:
                        top = max(top, highest(beaters(w, w[HANDS + other], lane, suit)))
                status = 1 if top < 0 else 0
            else:
                wins = lane > best and (led | w[TRUMPS]) >> lane & 1
                if (held and foe_top < 0) or (wins and lane > foe_top):
                    status = 1
                elif not wins and not held and friend_top < 0:
                    status = -1
                else:
                    status = 0
        before = lane
        score = 0
        trump = w[TRUMPS] >> lane & 1
        # What is likely good comes first; docs/engine.md says how the numbers were found.
        if table == 0:
            if trump:
                score = 260 + 4 * value if status == 1 else 180 - 4 * value
                if ours == 0:
                    score -= 60
            else:
                score = 240 + 6 * value if status == 1 else 200 - 6 * value
        elif status == 1:
            score = 400 + 8 * value - (40 if trump else 0)
        elif status == -1:
            score = 400 - 8 * value - (40 if trump else 0)
        else:
            wins = lane > best and (led | w[TRUMPS]) >> lane & 1
            if wins:
                score = 350 + 2 * value
            elif held:
                score = 330 + 2 * value - (30 if trump else 0)
            else:
                score = 300 - 4 * value - (30 if trump else 0)
        key = score << 12 | run << 6 | lane
        if not joined:
            w[base + number] = key
            number += 1
            w[base + 8 + (run & 7)] = -1
        elif status == 1:
            if value > w[VALUE + (w[base + kept] & 63)]:
                w[base + kept] = key
        elif status == -1:
            if value < w[VALUE + (w[base + kept] & 63)]:
                w[base + kept] = key
        else:
            same = False
            for other in range(kept, number):
                if w[VALUE + (w[base + other] & 63)] == value:
                    same = True
            if not same:
                w[base + number] = key
                number += 1

    found = -1 if ours else 1 << 20
    while number:
        pick = 0
        for other in range(1, number):
            if w[base + other] > w[base + pick]:
                pick = other
        key = w[base + pick]
        number -= 1
        w[base + pick] = w[base + number]
        lane = key & 63
        value = w[VALUE + lane]
        memory = base + 8 + (key >> 6 & 7)
        tried = w[memory]
        if tried >= 0:
            # A card next to one that was tried brings at most the difference of their points more or less.
            apart = abs(value - w[VALUE + (tried & 63)])
            bound = (tried >> 6) + apart if ours else (tried >> 6) - apart
            if ours:
                if bound < need:
                    found = max(found, bound)
                    continue
            elif bound >= need:
                found = min(found, bound)
                continue
        bit = 1 << lane
        w[HANDS + place] = hand ^ bit
        w[LEFT] = left ^ bit
        w[NODES] += 1
        if w[NODES] >= w[BUDGET]:
            w[STOPPED] = 1
        free = frees(w, freed, hand ^ bit, lane, led)
        suit, top, taker = led, best, winner
        if table == 0:
            suit, top, taker = w[SUIT + lane], lane, place
        elif lane > best and (led | w[TRUMPS]) >> lane & 1:
            top, taker = lane, place
        if last:
            total = gained + value + w[TRICK_VALUE]
            w[REST] = rest - total
            if side >> taker & 1:
                result = total + descend(w, taker, zero, zero, none, none, zero, need - total, free)
            else:
                result = descend(w, taker, zero, zero, none, none, zero, need, free)
            w[REST] = rest
        else:
            after = place + 1 if place + 1 < n else 0
            result = descend(w, after, table + 1, suit, top, taker, gained + value, need, free)
        w[HANDS + place] = hand
        w[LEFT] = left
        if w[STOPPED]:
            return 0
        w[memory] = lane | result << 6
        if ours:
            found = max(found, result)
            if found >= need:
                break
        else:
            found = min(found, result)
            if found < need:
                break
    if table == 0:
        if found >= need:
            lower = max(lower, found)
        else:
            upper = min(upper, found)
        w[index] = left | place << 32 | freed << 34 | lower << 35 | upper << 42 | w[ROUND] << 49
    return found


@kernel("i8(i8[::1], i8, i8, i8, i8, i8, i8, i8, i8)")
def exact(
    w: Numbers, place: int, table: int, led: int, best: int, winner: int, gained: int, freed: int, guess: int
) -> int:
    """The exact value of a state by null windows, the first of them at `guess`; -1 if the budget ran out."""
    low, high = 0, w[REST]
    need = min(max(guess, 1), high)
    stride = 4
    while low < high:
        result = descend(w, place, table, led, best, winner, gained, need, freed)
        if w[STOPPED]:
            return -1
        if result >= need:
            low = result
            need = min(low + stride, (low + high + 1) // 2)
        else:
            high = result
            need = max(high + 1 - stride, (low + high + 1) // 2)
        need = min(max(need, low + 1), high)
        stride *= 2
    return low
