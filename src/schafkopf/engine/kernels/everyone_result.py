"""What a finished Ramsch comes to: losers, virgins, the march, amounts."""

from __future__ import annotations

from schafkopf.engine.compiled import kernel
from schafkopf.engine.kernels.bits import count, highest
from schafkopf.engine.kernels.everyone_layout import (
    AMOUNTS,
    DONE,
    HELD,
    MARCH,
    MARCH_PAYS,
    PAYS,
    POINTS,
    PRICES,
    TAKEN,
    TIES,
    TOP,
    TRICKS,
    VIRGIN,
)
from schafkopf.engine.kernels.layout import PLACES, TRUMPS, Numbers
from schafkopf.engine.kernels.rules import worth


@kernel("void(i8[::1])")
def outcome(w: Numbers) -> None:
    """The amounts of a finished deal. Must agree with `facts.facts_of` and `settlement.settle`."""
    n = w[PLACES]
    for place in range(4):
        w[AMOUNTS + place] = 0
    march = w[PRICES + MARCH]
    if march:
        marching, number = 0, 0
        for place in range(n):
            if (march == 1 and w[TRICKS + place] == w[DONE]) or (march > 1 and w[POINTS + place] >= march):
                marching = place
                number += 1
        if number == 1:
            for place in range(n):
                if place != marching:
                    w[AMOUNTS + place] -= w[PRICES + MARCH_PAYS]
                    w[AMOUNTS + marching] += w[PRICES + MARCH_PAYS]
            return
    losers = (1 << n) - 1
    for rule in range(w[PRICES + TIES] + 1):
        if count(losers) == 1:
            break
        kind = w[PRICES + TIES + rule] if rule else 0
        start = POINTS if kind == 0 else TRICKS if kind == 1 else TAKEN if kind == 2 else TOP if kind == 3 else HELD
        most = -1
        same = 0
        for place in range(n):
            if losers >> place & 1:
                measure = w[start + place]
                if measure > most:
                    most, same = measure, 0
                if measure == most:
                    same |= 1 << place
        losers = same
    virgins = 0
    for place in range(n):
        if w[TRICKS + place] == 0 and not losers >> place & 1:
            virgins |= 1 << place
    how = w[PRICES + VIRGIN]
    factor = 1
    if virgins and how:
        factor = 2 if how == 1 else 1 << count(virgins)
    for loser in range(n):
        if losers >> loser & 1:
            for place in range(n):
                if not losers >> place & 1:
                    own = w[PRICES + PAYS] * (factor if how == 3 or virgins >> place & 1 else 1)
                    w[AMOUNTS + loser] -= own
                    w[AMOUNTS + place] += own


@kernel("void(i8[::1], i8, i8)")
def gather(w: Numbers, taker: int, cards: int) -> None:
    """A trick goes to its taker."""
    trumps = cards & w[TRUMPS]
    w[POINTS + taker] += worth(w, cards)
    w[TRICKS + taker] += 1
    w[TAKEN + taker] += count(trumps)
    w[TOP + taker] = max(w[TOP + taker], highest(trumps))
    w[DONE] += 1
