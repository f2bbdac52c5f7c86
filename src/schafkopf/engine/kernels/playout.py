"""Playing a deal to its end with random legal cards."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from schafkopf.engine.compiled import kernel
from schafkopf.engine.kernels.bits import count, lowest
from schafkopf.engine.kernels.layout import (
    BY_CALL,
    CALLED,
    FREED,
    HANDS,
    HOLDER,
    MUST_WIN,
    ON_TABLE,
    PLACES,
    PLAYED,
    POSITION,
    SHUNNED,
    SIDE,
    SUIT,
    TRICK_VALUE,
    TRUMPS,
    TURN,
    VALUE,
    Numbers,
)
from schafkopf.engine.kernels.rules import frees, legal, open_trick

State = npt.NDArray[np.uint64]
ROOM = HANDS + 4
"""Length of the work array of `playouts`: the position, then the hands."""


@kernel("u8(u8[::1])")
def scrambled(state: State) -> np.uint64:
    """The next 64 bits. Moves the xorshift64* state."""
    x = state[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    state[0] = x
    return x * np.uint64(0x2545F4914F6CDD1D)


@kernel("i8(u8[::1], i8)")
def draw(state: State, number: int) -> int:
    """A number from 0 to number - 1, evenly but for one part in 2**32. Moves the xorshift64* state."""
    high = scrambled(state) >> np.uint64(32)
    found: int = np.int64((high * np.uint64(number)) >> np.uint64(32))  # type: ignore[assignment]
    return found


@kernel("i8(i8[::1], i8[::1], u8[::1])")
def playout(w: Numbers, hands: Numbers, state: State) -> int:
    """What the declarer's side makes from the open trick on if everybody plays any legal card, each as likely.

    w: a position in its first `POSITION` entries; hands: lanes that each place holds.
    """
    n, trumps, side, freed = w[PLACES], w[TRUMPS], w[SIDE], w[FREED]
    called, must_win = w[CALLED], w[MUST_WIN]
    for place in range(n):
        w[HANDS + place] = hands[place]
        if hands[place] & w[BY_CALL]:
            side |= 1 << place
    if w[HOLDER] >= 0 and w[BY_CALL]:
        side |= 1 << w[HOLDER]
    led, best, winner, gained = open_trick(w)
    made, table, place = 0, w[ON_TABLE], w[TURN]
    hand = w[HANDS + place]
    while hand:
        bound = called & hand and not freed
        if bound or must_win:
            options = legal(w, hand, hands[place] | w[PLAYED + place], led, best, freed)
        else:
            options = hand & led if hand & led else hand
        number = count(options)
        if number > 1:
            for _ in range(draw(state, number)):
                options &= options - 1
        lane = lowest(options)
        hand ^= 1 << lane
        w[HANDS + place] = hand
        if bound:
            freed = frees(w, freed, hand, lane, led)
        if table == 0:
            led, best, winner = w[SUIT + lane], lane, place
        elif lane > best and (led | trumps) >> lane & 1:
            best, winner = lane, place
        gained += w[VALUE + lane]
        table += 1
        if table == n:
            if side >> winner & 1 != w[SHUNNED]:
                made += gained + w[TRICK_VALUE]
            led, best, gained, table, place = 0, -1, 0, 0, winner
        else:
            place = place + 1 if place + 1 < n else 0
        hand = w[HANDS + place]
    return made


@kernel("void(i8[::1], i8[::1], i8[:, ::1], i8, u8[::1], i8[:, ::1])")
def playouts(w: Numbers, position: Numbers, hands: Numbers, times: int, state: State, made: Numbers) -> None:
    """`times` playouts of each of many deals behind one position: made[deal, time].

    w: `ROOM` numbers to work with. state: one number, not 0.
    """
    for index in range(POSITION):
        w[index] = position[index]
    for deal in range(len(hands)):
        for time in range(times):
            made[deal, time] = playout(w, hands[deal], state)
