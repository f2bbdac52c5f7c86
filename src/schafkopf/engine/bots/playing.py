"""Which card to play: each legal card shows signs (`signs.py`), and the one whose signs are worth most is played.

For games that are won with points or with every trick. The other goals are in `ducking.py`.
"""

from __future__ import annotations

from schafkopf.engine.bots.memory import Table
from schafkopf.engine.bots.signs import Sight, Signs, following, leading, role
from schafkopf.engine.bots.thumbs import FOLLOW, LEAD

# In a Tout a trick is everything.
_ONE_TRICK = 3.0
# On top of what was fitted: nobody forgives a ten thrown on a lost trick, and running away is too rare to be learnt.
_BY_HAND = {"feed": -0.25, "run away thin": 0.4}


def weigh(table: Table) -> dict[int, float]:
    """A weight for every lane that may be played; the highest is the choice. Stakes, from an arbitrary zero."""
    sight = Sight.of(table)
    thumbs = (FOLLOW if table.trick else LEAD)[role(table)]
    signs = following if table.trick else leading
    found = {}
    for lane in range(table.legal.bit_length()):
        if table.legal >> lane & 1:
            seen = signs(sight, lane)
            found[lane] = worth(seen, thumbs) + worth(seen, _BY_HAND)
            if table.contract.goal.kind == "every_trick":
                found[lane] += _ONE_TRICK * seen["win"]
    return found


def worth(signs: Signs, thumbs: Signs) -> float:
    """What signs are worth by these weights; a sign without a weight says nothing."""
    return sum(thumbs[name] * value for name, value in signs.items() if name in thumbs)
