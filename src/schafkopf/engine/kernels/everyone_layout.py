"""Where everything lies in the work array of `kernels.everyone`, and the terms on which a result is priced.

The array begins like the one of `layout` (position, hands); what follows there is replaced.
"""

from __future__ import annotations

SCALE = 128
"""More than all card points, so that an amount outweighs them."""

SEARCHED_AGAIN = 2
"""Cards in each hand at the end of the play that are searched even where what comes before them is not."""

# -- the terms: how a result is priced -------------------------------------------------------------------------------
PAYS = 0
"""What a loser pays each other player, doublings included; 0 where only points are counted."""
MARCH_PAYS = 1
VIRGIN = 2
"""`ramsch.virgin`: 0 none, 1 double_own, 2 double_own_per_virgin, 3 double_all."""
MARCH = 3
"""`ramsch.march`: 0 none, 1 all_tricks, else the points that are needed."""
TIES = 4
"""How many tie breaks follow: 1 tricks, 2 trumps_taken, 3 highest_trump_taken, 4 highest_trump_dealt (at most 4)."""
TERMS = 9
"""Length of the terms."""

# -- the work array --------------------------------------------------------------------------------------------------
PRICES = 128
"""The terms."""
POINTS = 140
"""Card points taken by each place."""
TRICKS = 144
TAKEN = 148
"""Trumps taken by each place."""
TOP = 152
"""The highest trump that each place has taken, -1 without one."""
HELD = 156
"""The highest trump that each place was dealt."""
AMOUNTS = 160
"""What `outcome` found."""
HORIZON = 164
"""From so many cards in each hand on tricks are played by rule of thumb; 0: never."""
BY_TRICKS = 165
"""Whether a tie is broken by tricks, by trumps taken (next), by the highest of them (next)."""
DONE = 168
"""Tricks finished."""
ENDING = 169
"""With so many cards in each hand left everything is searched again, behind the horizon too."""
SUMMIT = 192
"""For each number of tricks finished: no utility of these four places can be higher."""
ALIKE = 240
"""For each number of tricks finished: in which lanes cards of equal points side by side are alike."""
FOUND = 256
"""Utilities of four places for each number of cards still held (0 to 32)."""
PAST = 390
"""Two words of what `memory` found."""
ENTRIES = 392
"""The table begins here: left and leader, two words of what else matters, one unused, four utilities."""
TABLE_BITS = 15
WORK = ENTRIES + (8 << TABLE_BITS)
"""Length of a work array."""
