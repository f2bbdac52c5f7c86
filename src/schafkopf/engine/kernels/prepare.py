"""From a position and one deal's hands to a work array that is ready to be searched."""

from __future__ import annotations

from schafkopf.engine.compiled import kernel
from schafkopf.engine.kernels.bits import count
from schafkopf.engine.kernels.layout import (
    BUDGET,
    BY_CALL,
    CALLED,
    CLASSES,
    DEALT,
    ENTRIES,
    GROUP,
    GROUPS,
    HANDS,
    HOLDER,
    LEFT,
    NODES,
    ON_TABLE,
    PLACES,
    PLAYED,
    POSITION,
    REST,
    ROUND,
    SIDE,
    STOPPED,
    SUIT,
    TABLE,
    TRICK_VALUE,
    VALUE,
    WORK,
    Numbers,
)
from schafkopf.engine.kernels.rules import worth

LAST_ROUND = (1 << 14) - 1
_WIDEST = 4
_VALUES = 12


@kernel("void(i8[::1])")
def classify(w: Numbers) -> None:
    """Which lanes have which value."""
    number = 0
    for value in range(_VALUES):
        mask = 0
        for lane in range(32):
            if w[SUIT + lane] and w[VALUE + lane] == value:
                mask |= 1 << lane
        if mask:
            w[CLASSES + 1 + 2 * number] = mask
            w[CLASSES + 2 + 2 * number] = value
            number += 1
    w[CLASSES] = number


@kernel("i8(i8[::1], i8, i8, i8)")
def owners(w: Numbers, lane: int, size: int, subset: int) -> int:
    """Who holds the lanes of a subset of a group, from the lowest up: a number to the base 8."""
    found = 0
    for step in range(size):
        if subset >> step & 1:
            owner = 7
            for place in range(w[PLACES]):
                if w[HANDS + place] >> (lane + step) & 1:
                    owner = place + 1
            found = found * 8 + owner
    return found


@kernel("void(i8[::1])")
def group(w: Numbers) -> None:
    """The groups of adjacent lanes that count the same; for each subset the highest with the same owners in order."""
    number, lane, alone = 0, 0, 0
    while lane < 32 and w[SUIT + lane]:
        size = 1
        while (
            size < _WIDEST
            and lane + size < 32
            and w[SUIT + lane] >> (lane + size) & 1
            and w[VALUE + lane + size] == w[VALUE + lane]
            and not w[CALLED] & (1 << lane | 1 << lane + size)
        ):
            size += 1
        if size == 1:
            alone |= 1 << lane
        else:
            at = GROUPS + 2 + number * GROUP
            w[at] = lane
            w[at + 1] = (1 << size) - 1
            for subset in range(1 << size):
                best = subset
                for other in range(subset + 1, 1 << size):
                    if owners(w, lane, size, other) == owners(w, lane, size, subset):
                        best = other
                w[at + 2 + subset] = best << lane
            number += 1
        lane += size
    w[GROUPS] = number
    w[GROUPS + 1] = alone


@kernel("void(i8[::1], i8[::1], i8[::1], i8)")
def prepare(w: Numbers, position: Numbers, hands: Numbers, budget: int) -> None:
    """Put a position and one deal's hands into a work array. budget: cards the search may play; 0: no limit."""
    for index in range(POSITION):
        w[index] = position[index]
    n = w[PLACES]
    left = 0
    for place in range(n):
        hand = hands[place]
        w[HANDS + place] = hand
        w[DEALT + place] = hand | w[PLAYED + place]
        left |= hand
        if hand & w[BY_CALL]:
            w[SIDE] |= 1 << place
    if w[HOLDER] >= 0 and w[BY_CALL]:
        w[SIDE] |= 1 << w[HOLDER]
    w[LEFT] = left
    open_trick = 0
    for index in range(w[ON_TABLE]):
        open_trick |= 1 << w[TABLE + index]
    w[REST] = worth(w, left | open_trick) + w[TRICK_VALUE] * ((w[ON_TABLE] + count(left)) // n)
    classify(w)
    group(w)
    w[NODES] = 0
    w[STOPPED] = 0
    w[BUDGET] = budget if budget else 1 << 62
    w[ROUND] += 1
    if w[ROUND] > LAST_ROUND:
        w[ROUND] = 1
        for index in range(ENTRIES, WORK):
            w[index] = 0
