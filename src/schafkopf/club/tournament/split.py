"""How many sit at which table."""

from __future__ import annotations

from typing import Literal

from schafkopf.club.tournament.errors import Refused

Odd = Literal["threes", "fives"]


def split(players: int, odd: Odd, size: int = 4, *, small_allowed: bool = True) -> tuple[int, ...]:
    """The sizes of the tables: as many of `size` as possible, then those that are one smaller or one larger.

    odd: what the host wants where the number does not divide: `threes` (one fewer) or `fives` (one more; who deals sits
    out). small_allowed: whether a game with one fewer is played at all. There is always exactly one number of odd
    tables that is the fewest. Five players sit at one table of five, whatever was wanted: there is no other way.
    Raises Refused `tournament/too-few` and `tournament/cannot-split` (`allowed`: what would do instead).

    >>> split(13, "threes"), split(13, "fives"), split(8, "threes"), split(5, "threes")
    ((4, 3, 3, 3), (4, 4, 5), (4, 4), (5,))
    """
    if players < size - (odd == "threes" and small_allowed):
        raise Refused("tournament/too-few", f"{players} cannot sit at tables of {size}", where="players")
    smaller, larger = -players % size, players % size
    can_small = small_allowed and smaller * (size - 1) <= players
    can_large = larger * (size + 1) <= players
    if odd == "threes" and can_small:
        return _tables(players, size, size - 1, smaller)
    if can_large and (odd == "fives" or players == size + 1):
        return _tables(players, size, size + 1, larger)
    instead = ("threes",) if odd == "fives" and can_small else ("fives",) if odd == "threes" and can_large else ()
    raise Refused("tournament/cannot-split", f"{players} players, {odd}", allowed=instead, where="players")


def _tables(players: int, size: int, odd_size: int, number: int) -> tuple[int, ...]:
    return (size,) * ((players - number * odd_size) // size) + (odd_size,) * number
