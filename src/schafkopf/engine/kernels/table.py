"""The transposition table: where the entry of a state lies, and which states are the same.

An entry is one 64-bit word: the lanes left (32 bits), who leads (2), whether the called card is free (1), bounds from
below and from above (7 each), and the round of the deal it belongs to.
"""

from __future__ import annotations

from schafkopf.engine.compiled import kernel
from schafkopf.engine.kernels.layout import ENTRIES, GROUP, GROUPS, ROUND, TABLE_BITS, Numbers


@kernel("i8(i8[::1], i8)")
def shape(w: Numbers, left: int) -> int:
    """The lanes that stand for what is left.

    In a group of adjacent lanes that count the same, which of them are gone matters only by who has the others.
    """
    found = left & w[GROUPS + 1]
    for number in range(w[GROUPS]):
        at = GROUPS + 2 + number * GROUP
        found |= w[at + 2 + (left >> w[at] & w[at + 1])]
    return found


@kernel("i8(i8, i8, i8)")
def key(shape: int, leader: int, freed: int) -> int:
    """A state in 35 bits."""
    return shape | leader << 32 | freed << 34


@kernel("i8(i8)")
def slot(key: int) -> int:
    """Where the entry of a state lies."""
    return ENTRIES + (((key * -7046029254386353131) >> 40) & ((1 << TABLE_BITS) - 1))


@kernel("i8(i8[::1], i8)")
def known(w: Numbers, key: int) -> int:
    """Both bounds of a state as they lie in its entry; -1 if it has none."""
    entry = w[slot(key)]
    return entry >> 35 & 16383 if entry & ((1 << 35) - 1) == key and entry >> 49 == w[ROUND] else -1


@kernel("void(i8[::1], i8, i8, i8)")
def keep(w: Numbers, key: int, lower: int, upper: int) -> None:
    """Write the bounds of a state."""
    w[slot(key)] = key | lower << 35 | upper << 42 | w[ROUND] << 49
