"""The rules of play on masks. Must agree with `schafkopf.game.play`; see tests/laws/test_kernels.py."""

from __future__ import annotations

from schafkopf.engine.compiled import kernel
from schafkopf.engine.kernels.bits import count, highest
from schafkopf.engine.kernels.layout import (
    CALLED,
    CALLED_SUIT,
    DISCARD,
    LEAD_CALLED,
    LEADER,
    MUST_WIN,
    ON_TABLE,
    PLACES,
    RUN_DEALT,
    RUN_FREES,
    RUN_LOWEST,
    RUN_MIN,
    RUN_ON_FOLLOW,
    SUIT,
    TABLE,
    TRUMPS,
    VALUE,
    Numbers,
)


@kernel("i8(i8[::1], i8, i8)")
def runaways(w: Numbers, hand: int, dealt: int) -> int:
    """The cards below the called one that its holder may lead."""
    suit = w[CALLED_SUIT]
    counted = (dealt if w[RUN_DEALT] else hand) & suit
    if w[RUN_MIN] == 0 or count(counted) < w[RUN_MIN]:
        return 0
    others = hand & suit & ~w[CALLED]
    return others & -others if w[RUN_LOWEST] else others


@kernel("i8(i8[::1], i8, i8, i8, i8, i8)")
def legal(w: Numbers, hand: int, dealt: int, led: int, best: int, freed: int) -> int:
    """The lanes of `hand` that may be played.

    led: mask of the suit led, 0 on lead. best: the lane that wins the trick as it lies. freed: the holder of the called
    card has run away.
    """
    called = 0 if freed else hand & w[CALLED]
    if led == 0:
        if called == 0:
            return hand
        cards = hand & ~w[CALLED_SUIT] | runaways(w, hand, dealt)
        if w[LEAD_CALLED]:
            cards |= called
        return cards if cards else called
    cards = hand & led
    if cards == 0:
        cards = hand
        if called and (w[DISCARD] == 2 or (w[DISCARD] == 1 and count(hand) > 2)) and hand != called:
            cards = hand & ~called
    elif called & led:
        cards = called
        if w[RUN_ON_FOLLOW]:
            cards |= runaways(w, hand, dealt)
    if w[MUST_WIN]:
        better = cards & (led | w[TRUMPS]) & (-1 << best + 1)
        if better:
            cards = better
    return cards


@kernel("i8(i8[::1], i8, i8, i8, i8)")
def frees(w: Numbers, freed: int, hand: int, lane: int, led: int) -> int:
    """Whether the called card is free after `lane` was played from a hand that now is `hand`. led: 0 for the leader."""
    if freed == 0 and w[RUN_FREES] and hand & w[CALLED]:
        if w[SUIT + lane] & (led if led else w[SUIT + lane]) & w[CALLED]:
            return 1
    return freed


@kernel("i8(i8[::1], i8, i8, i8)")
def beats(w: Numbers, lane: int, best: int, led: int) -> int:
    """Whether a lane beats the one that wins the trick as it lies."""
    return 1 if lane > best and (led | w[TRUMPS]) >> lane & 1 else 0


@kernel("i8(i8[::1], i8, i8, i8)")
def beaters(w: Numbers, hand: int, best: int, led: int) -> int:
    """The lanes of a hand that beat the winning one and may be played by who has to follow suit and nothing else."""
    follow = hand & led
    above = -1 << best + 1
    return follow & above if follow else hand & w[TRUMPS] & above


@kernel("i8(i8[::1], i8)")
def worth(w: Numbers, mask: int) -> int:
    """What the lanes of a mask count together."""
    total = 0
    while mask:
        lane = highest(mask)
        total += w[VALUE + lane]
        mask ^= 1 << lane
    return total


@kernel("UniTuple(i8, 4)(i8[::1])")
def open_trick(w: Numbers) -> tuple[int, int, int, int]:
    """The open trick of a position: mask of the suit led, the lane that wins as it lies, whose, what its cards count.

    On lead 0, -1, -1, 0.
    """
    led, best, winner, gained = 0, -1, -1, 0
    for index in range(w[ON_TABLE]):
        lane = w[TABLE + index]
        if index == 0:
            led = w[SUIT + lane]
        if index == 0 or beats(w, lane, best, led):
            best, winner = lane, (w[LEADER] + index) % w[PLACES]
        gained += w[VALUE + lane]
    return led, best, winner, gained
