"""Whether a round could be seated with fewer clashes and rematches: asked exhaustively, for few players."""

from __future__ import annotations

from itertools import combinations

from schafkopf.club.tournament.weigh import Matrix

EXACT_UP_TO = 16
"""Players for whom it is tried at all."""


def cheaper_round(weights: Matrix, sizes: tuple[int, ...], cost: int, *, nodes: int) -> bool | None:
    """Whether there is a round that costs less than this; None if it was not found out in so many nodes."""
    players = len(weights)
    if cost == 0:
        return False
    if players > EXACT_UP_TO:
        return None
    left = nodes

    def seat(free: tuple[int, ...], tables: tuple[int, ...], spent: int) -> bool | None:
        nonlocal left
        if not tables:
            return True
        first, others = free[0], free[1:]
        for size in sorted(set(tables)):
            rest = list(tables)
            rest.remove(size)
            for chosen in combinations(others, size - 1):
                left -= 1
                if left < 0:
                    return None
                table = (first, *chosen)
                now = spent + sum(weights[i][j] for k, i in enumerate(table) for j in table[:k])
                if now >= cost:
                    continue
                found = seat(tuple(p for p in others if p not in chosen), tuple(rest), now)
                if found is not False:
                    return found
        return False

    return seat(tuple(range(players)), sizes, 0)
