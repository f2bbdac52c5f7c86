"""In which order cards are tried. What is likely good comes first; a wrong order costs time and changes no value.

The numbers were found by changing one at a time and keeping what made the search of some 590 positions with six or
seven cards left smaller; see docs/engine.md.
"""

from __future__ import annotations

import numpy as np

from schafkopf.engine.compiled import kernel
from schafkopf.engine.kernels.layout import ENTRIES, ORDER, WORK, Numbers

# Each row: a number to begin with, then per point of the card, per lower card of its suit that anybody still holds, and
# per own card of its suit.
_LEAD = (
    288,
    24,
    16,
    -8,  # the others, plain, takes the trick for certain
    218,
    3,
    0,
    -8,  # the others, plain, a friend may take it
    184,
    -16,
    3,
    -8,  # the others, plain, a foe may take it
    232,
    9,
    0,
    -9,  # the others, trump, takes the trick for certain
    172,
    6,
    -6,
    -9,  # the others, trump, a friend may take it
    216,
    -6,
    -1,
    -9,  # the others, trump, a foe may take it
    288,
    19,
    0,
    -6,  # the declarer's side, plain, takes the trick for certain
    218,
    2,
    3,
    -6,  # the declarer's side, plain, a friend may take it
    152,
    9,
    15,
    -6,  # the declarer's side, plain, a foe may take it
    220,
    -1,
    0,
    -3,  # the declarer's side, trump, takes the trick for certain
    296,
    16,
    3,
    -3,  # the declarer's side, trump, a friend may take it
    212,
    -1,
    0,
    -3,  # the declarer's side, trump, a foe may take it
)
_PLAY = (
    448,
    50,
    -3,
    -10,  # the others, the trick is ours, discard
    400,
    8,
    3,
    0,  # the others, the trick is ours, follows suit
    440,
    14,
    -9,
    0,  # the others, the trick is ours, trump
    400,
    8,
    -3,
    -10,  # the others, this card makes it ours, discard
    448,
    8,
    -3,
    0,  # the others, this card makes it ours, follows suit
    430,
    3,
    -3,
    0,  # the others, this card makes it ours, trump
    340,
    2,
    -3,
    -10,  # the others, wins as it lies, a foe may beat it, discard
    340,
    -7,
    6,
    0,  # the others, wins as it lies, a foe may beat it, follows suit
    340,
    5,
    -1,
    0,  # the others, wins as it lies, a foe may beat it, trump
    350,
    2,
    -3,
    -10,  # the others, wins as it lies, a friend may help, discard
    318,
    6,
    -3,
    0,  # the others, wins as it lies, a friend may help, follows suit
    350,
    6,
    -15,
    0,  # the others, wins as it lies, a friend may help, trump
    392,
    -2,
    -9,
    -10,  # the others, the trick is theirs, discard
    392,
    -8,
    3,
    0,  # the others, the trick is theirs, follows suit
    336,
    1,
    -15,
    0,  # the others, the trick is theirs, trump
    354,
    -1,
    8,
    -10,  # the others, stays below a friend, open, discard
    322,
    12,
    10,
    0,  # the others, stays below a friend, open, follows suit
    412,
    -2,
    -8,
    0,  # the others, stays below a friend, open, trump
    362,
    11,
    16,
    -10,  # the others, stays below a foe, open, discard
    330,
    -4,
    -4,
    0,  # the others, stays below a foe, open, follows suit
    396,
    6,
    -2,
    0,  # the others, stays below a foe, open, trump
    464,
    22,
    13,
    -13,  # the declarer's side, the trick is ours, discard
    400,
    8,
    3,
    0,  # the declarer's side, the trick is ours, follows suit
    432,
    16,
    -9,
    0,  # the declarer's side, the trick is ours, trump
    400,
    8,
    -3,
    -13,  # the declarer's side, this card makes it ours, discard
    448,
    0,
    -3,
    0,  # the declarer's side, this card makes it ours, follows suit
    430,
    2,
    -4,
    0,  # the declarer's side, this card makes it ours, trump
    340,
    2,
    -3,
    -13,  # the declarer's side, wins as it lies, a foe may beat it, discard
    340,
    -7,
    -3,
    0,  # the declarer's side, wins as it lies, a foe may beat it, follows suit
    356,
    -1,
    0,
    0,  # the declarer's side, wins as it lies, a foe may beat it, trump
    350,
    2,
    -3,
    -13,  # the declarer's side, wins as it lies, a friend may help, discard
    350,
    3,
    -3,
    0,  # the declarer's side, wins as it lies, a friend may help, follows suit
    382,
    10,
    3,
    0,  # the declarer's side, wins as it lies, a friend may help, trump
    352,
    -5,
    -4,
    -13,  # the declarer's side, the trick is theirs, discard
    392,
    -8,
    -3,
    0,  # the declarer's side, the trick is theirs, follows suit
    256,
    -14,
    -5,
    0,  # the declarer's side, the trick is theirs, trump
    354,
    1,
    7,
    -13,  # the declarer's side, stays below a friend, open, discard
    362,
    0,
    10,
    0,  # the declarer's side, stays below a friend, open, follows suit
    380,
    3,
    -2,
    0,  # the declarer's side, stays below a friend, open, trump
    378,
    1,
    28,
    -13,  # the declarer's side, stays below a foe, open, discard
    282,
    2,
    5,
    0,  # the declarer's side, stays below a foe, open, follows suit
    348,
    12,
    -2,
    0,  # the declarer's side, stays below a foe, open, trump
)
LEADS = 12


def new_work() -> Numbers:
    """A work array for `prepare`: one for each thread."""
    work = np.zeros(WORK, np.int64)
    numbers = np.array((*_LEAD, *_PLAY)).ravel()
    assert ORDER + len(numbers) <= ENTRIES
    work[ORDER : ORDER + len(numbers)] = numbers
    return work


@kernel("i8(i8[::1], i8, i8, i8, i8)")
def rank(w: Numbers, row: int, value: int, below: int, own: int) -> int:
    """How early to try a card: the higher the earlier. row: of the leads, then of the other plays."""
    at = ORDER + row * 4
    return w[at] + w[at + 1] * value + w[at + 2] * below + w[at + 3] * own
