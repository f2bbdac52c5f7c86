"""Where everything lies in the one array of 64-bit integers that a kernel gets.

First the position (what all possible deals behind it share), then one deal's hands, then what the search keeps. Places
are indices into `plan.seats`.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]

# -- the position ------------------------------------------------------------------------------------------------------
PLACES = 0
"""Hands: 3 or 4."""
TRUMPS = 1
"""Trump lanes."""
CALLED = 2
"""Bit of the called card; 0 without one, or where it imposes no duty."""
CALLED_SUIT = 3
RUN_MIN = 4
"""`ace.run_min`; 0: the holder never runs away."""
RUN_LOWEST = 5
RUN_DEALT = 6
RUN_ON_FOLLOW = 7
DISCARD = 8
"""`ace.discard`: 0 free, 1 last_two, 2 last_trick."""
LEAD_CALLED = 9
"""The holder may lead the called card."""
RUN_FREES = 10
"""Who has run away may do as he likes afterwards."""
MUST_WIN = 11
FREED = 12
"""The holder has run away before this point."""
TURN = 13
ON_TABLE = 14
"""Cards in the open trick."""
TABLE = 15
"""Their lanes, up to three."""
LEADER = 18
SIDE = 19
"""Places of the declarer's side as a mask, as far as the line fixes it."""
DECLARER = 20
"""Place of the declarer; -1 without one."""
HOLDER = 21
"""Place of who has played the called card; -1 if it has not been played or there is none."""
BY_CALL = 22
"""Whoever holds the called card is on the declarer's side; the bit of that card, else 0."""
TRICK_VALUE = 23
"""What a trick counts beside its cards: 0 where card points matter, 1 where tricks do."""
PLAYED = 24
"""Lanes that each place has played (four numbers)."""
SHUNNED = 28
"""1 where the declarer's side wants to lose the tricks (Bettel): a trick counts for it if the others take it."""
SUIT = 32
"""Lane -> mask of the lanes that must follow it."""
VALUE = 64
"""Lane -> what it counts in a trick."""
POSITION = 96
"""Length of a position."""

# -- one deal ----------------------------------------------------------------------------------------------------------
HANDS = 96
"""Lanes that each place holds."""
DEALT = 100
"""Lanes that each place held before the first card."""
LEFT = 104
"""All lanes still held."""
NODES = 105
"""Cards played by the search so far."""
BUDGET = 106
"""The search stops when `NODES` would exceed this."""
STOPPED = 107
"""1 after it ran out."""
ROUND = 108
"""Marks the table entries of this deal."""
REST = 109
"""What all lanes still held and the open trick count."""
CLASSES = 110
"""How many different values there are; then, from the lowest, the mask of the lanes and their value for each."""
GROUPS = 136
"""How many groups of adjacent lanes that count the same there are; the mask of the lanes in none; then for each group
its lowest lane, the mask of its subsets, and for each of 16 subsets the lanes that stand for it."""
GROUP = 18
"""Numbers for one group."""
DEPTH = 336
"""Scratch room of each ply, by the number of cards still held (1 to 32): 8 moves, then what their runs brought."""
ROOM = 16
"""Numbers for one ply."""
ORDER = 848
"""The numbers of `kernels.order`."""
ENTRIES = 1088
"""The transposition table begins here."""
TABLE_BITS = 17
WORK = ENTRIES + (1 << TABLE_BITS)
"""Length of a work array."""
