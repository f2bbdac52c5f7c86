"""Exact play with all cards in view: a null-window search over what the declarer's side makes from here to the end.

A state between two tricks is the set of lanes still held, who leads, and whether the called card is free; who holds
which lane follows from the deal. The table keeps bounds from both sides for such states.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from schafkopf.engine.compiled import kernel
from schafkopf.engine.kernels.bits import count, highest
from schafkopf.engine.kernels.certain import forced, sure
from schafkopf.engine.kernels.layout import (
    BUDGET,
    CALLED,
    DEALT,
    DEPTH,
    HANDS,
    LEFT,
    NODES,
    PLACES,
    REST,
    ROOM,
    SHUNNED,
    SIDE,
    STOPPED,
    SUIT,
    TRICK_VALUE,
    TRUMPS,
    VALUE,
    Numbers,
)
from schafkopf.engine.kernels.order import LEADS, rank
from schafkopf.engine.kernels.rules import beaters, beats, frees, legal, worth
from schafkopf.engine.kernels.table import keep, key, known, shape


@kernel("i8(i8[::1], i8)")
def last_trick(w: Numbers, leader: int) -> int:
    """What the declarer's side makes of the last trick, which plays itself."""
    n, lane = w[PLACES], highest(w[HANDS + leader])
    led, best, winner = w[SUIT + lane], lane, leader
    for step in range(1, n):
        place = (leader + step) % n
        lane = highest(w[HANDS + place])
        if beats(w, lane, best, led):
            best, winner = lane, place
    w[NODES] += n
    return w[REST] if w[SIDE] >> winner & 1 != w[SHUNNED] else 0


@kernel("i8(i8[::1], i8, i8, i8, i8, i8)")
def on_the_way(w: Numbers, place: int, best: int, winner: int, gained: int, taken: int) -> int:
    """What is certain within a trick: the least that the side of `place` makes, and 256 times the others' least.

    The trumps of one side above all trumps of the other, and the cards on the table if it is certain who takes them:
    `taken` is 1 for the side of `place`, -1 for the others, 0 if that is open.
    """
    side, ours, mine = w[SIDE], w[SIDE] >> place & 1, 0
    for other in range(w[PLACES]):
        if side >> other & 1 == ours:
            mine |= w[HANDS + other]
    trumps = w[LEFT] & w[TRUMPS]
    own, theirs = trumps & mine, trumps & ~mine
    top = w[TRUMPS] & 1 << best
    if side >> winner & 1 == ours:
        above_theirs, above_own = highest(theirs), highest(own | top)
    else:
        above_theirs, above_own = highest(theirs | top), highest(own)
    own_least = worth(w, own & (-1 << above_theirs + 1))
    their_least = worth(w, theirs & (-1 << above_own + 1))
    if taken > 0:
        own_least += gained
    elif taken < 0:
        their_least += gained
    return own_least + 256 * their_least


@kernel("i8(i8[::1], i8, i8, i8, i8, i8, i8, i8, i8)")
def descend(
    w: Numbers, place: int, table: int, led: int, best: int, winner: int, gained: int, need: int, freed: int
) -> int:
    """What the declarer's side makes from this trick on: a bound from below if it reaches `need`, else from above.

    place: who plays. table: cards in the open trick; led: mask of the suit led; best: the lane that wins it as it
    lies, winner: whose; gained: what the trick counts so far. Returns nonsense once STOPPED is set.
    """
    # A literal in a recursive call would make another type, and such a function cannot be loaded from the cache.
    zero: Any = np.int64(0)
    none: Any = np.int64(-1)
    n, side, hand, left, rest = w[PLACES], w[SIDE], w[HANDS + place], w[LEFT], w[REST]
    ours, shunned, size = side >> place & 1, w[SHUNNED], count(hand)
    state, lower, upper = zero, zero, rest
    if table == 0:
        if need <= 0:
            return 0
        if need > rest:
            return rest
        if size == 1:
            return last_trick(w, place)
        state = key(shape(w, left), place, freed)
        bounds = known(w, state)
        if bounds >= 0:
            lower, upper = bounds & 127, bounds >> 7
            if lower >= need:
                return lower
            if upper < need:
                return upper

    # Who may or must still beat what lies.
    foe_top, friend_top, foe_must, friend_must = none, none, none, none
    held = False
    blocked = left & ~hand
    if table:
        other = place
        for _ in range(n - 1 - table):
            other = other + 1 if other + 1 < n else zero
            may = highest(beaters(w, w[HANDS + other], best, led))
            must = forced(w, w[HANDS + other], best, led)
            if side >> other & 1 == ours:
                friend_top, friend_must = max(friend_top, may), max(friend_must, must)
            else:
                foe_top, foe_must = max(foe_top, may), max(foe_must, must)
        held = side >> winner & 1 == ours
        blocked |= 1 << best

    if not shunned and (table == 0 or w[TRICK_VALUE] == 0):
        if table == 0:
            certain = sure(w, place, freed)
        else:
            taken = 0
            if held:
                taken = 1 if foe_top < 0 else 0
            elif friend_top < 0 and not beaters(w, hand, best, led):
                taken = -1
            certain = on_the_way(w, place, best, winner, gained, taken)
        least = certain & 255 if ours else certain >> 8
        most = rest - (certain >> 8 if ours else certain & 255)
        if least >= need:
            return least
        if most < need:
            return most

    # Candidates. Adjacent cards take the same tricks, so only their points can make a difference: if it is certain who
    # gets this trick, only the best of them for that is tried.
    base = DEPTH + (count(left) - 1) * ROOM
    called = zero if freed else w[CALLED]
    number, run, kept, before = zero, zero, zero, none
    status, top, near = 0, foe_top, friend_top
    last = table == n - 1
    options = legal(w, hand, w[DEALT + place], led, best, freed)
    while options:
        lane = highest(options)
        options ^= 1 << lane
        value, suit = w[VALUE + lane], w[SUIT + lane]
        wins = table == 0 or beats(w, lane, best, led) == 1
        joined = (
            before >= 0
            and suit >> before & 1
            and not blocked & ((1 << before) - (1 << lane))
            and not called & (1 << before | 1 << lane)
        )
        if not joined:
            run += 1
            kept = number
            w[base + 8 + (run & 7)] = -1
            if table == 0:
                top, near, foe_must, friend_must = none, none, none, none
                for step in range(1, n):
                    other = place + step
                    if other >= n:
                        other -= n
                    may = highest(beaters(w, w[HANDS + other], lane, suit))
                    must = forced(w, w[HANDS + other], lane, suit)
                    if side >> other & 1 == ours:
                        near, friend_must = max(near, may), max(friend_must, must)
                    else:
                        top, foe_must = max(top, may), max(foe_must, must)
            # Whose the trick is for certain: 1 ours, -1 theirs, 0 open.
            head = lane if wins else best
            status = 0
            if not shunned:
                if ((held or wins) and top < head) or friend_must > max(top, head):
                    status = 1
                elif (not held and not wins and near < head) or foe_must > max(near, head):
                    status = -1
        before = lane
        trump = w[TRUMPS] >> lane & 1
        if table == 0:
            kind = 0 if status == 1 else 1 if near > top else 2
            row = ours * 6 + trump * 3 + kind
        else:
            if status == 1:
                kind = 1 if wins else 0
            elif wins:
                kind = 2 if top > near else 3
            elif status == -1:
                kind = 4
            else:
                kind = 5 if held else 6
            sort = 2 if trump else 1 if led >> lane & 1 else 0
            row = LEADS + ours * 21 + kind * 3 + sort
        score = rank(w, row, value, count(left & suit & ((1 << lane) - 1)), count(hand & suit))
        if shunned:
            # Cards that take the trick come last, and of the others the highest first.
            score = -lane if wins else lane
        entry = max(score + 4096, 0) << 12 | run << 6 | lane
        if not joined:
            w[base + number] = entry
            number += 1
        elif status:
            if (value - w[VALUE + (w[base + kept] & 63)]) * status > 0:
                w[base + kept] = entry
        else:
            same = False
            for other in range(kept, number):
                same |= w[VALUE + (w[base + other] & 63)] == value
            if not same:
                w[base + number] = entry
                number += 1

    if last and size > 2:
        # A card after which the table already knows enough needs no search.
        for index in range(number):
            lane = w[base + index] & 63
            bit = 1 << lane
            taker = place if beats(w, lane, best, led) else winner
            won = gained + w[VALUE + lane] + w[TRICK_VALUE] if side >> taker & 1 != shunned else zero
            bounds = known(w, key(shape(w, left ^ bit), taker, frees(w, freed, hand ^ bit, lane, led)))
            if bounds >= 0:
                if ours and won + (bounds & 127) >= need:
                    return won + (bounds & 127)
                if not ours and won + (bounds >> 7) < need:
                    return won + (bounds >> 7)

    found = none if ours else zero + (1 << 20)
    while number:
        pick = 0
        for other in range(1, number):
            if w[base + other] > w[base + pick]:
                pick = other
        entry = w[base + pick]
        number -= 1
        w[base + pick] = w[base + number]
        lane = entry & 63
        bit, value = 1 << lane, w[VALUE + lane]
        neighbour = base + 8 + (entry >> 6 & 7)
        tried = w[neighbour]
        if tried >= 0:
            # It brings at most the difference of their points more or less than the card next to it, which was tried.
            apart = abs(value - w[VALUE + (tried & 63)])
            bound = (tried >> 6) + apart if ours else (tried >> 6) - apart
            if ours and bound < need:
                found = max(found, bound)
                continue
            if not ours and bound >= need:
                found = min(found, bound)
                continue
        w[HANDS + place] = hand ^ bit
        w[LEFT] = left ^ bit
        w[NODES] += 1
        if w[NODES] > w[BUDGET]:
            w[STOPPED] = 1
        free = frees(w, freed, hand ^ bit, lane, led)
        suit, head, taker = led, best, winner
        if table == 0:
            suit, head, taker = w[SUIT + lane], lane, place
        elif beats(w, lane, best, led):
            head, taker = lane, place
        if last:
            total = gained + value + w[TRICK_VALUE]
            won = total if side >> taker & 1 != shunned else zero
            w[REST] = rest - total
            result = won + descend(w, taker, zero, zero, none, none, zero, need - won, free)
            w[REST] = rest
        else:
            after = place + 1 if place + 1 < n else zero
            result = descend(w, after, table + 1, suit, head, taker, gained + value, need, free)
        w[HANDS + place] = hand
        w[LEFT] = left
        if w[STOPPED]:
            return 0
        w[neighbour] = lane | result << 6
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
            keep(w, state, max(lower, found), upper)
        else:
            keep(w, state, lower, min(upper, found))
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
