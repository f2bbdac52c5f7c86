"""Which table gets which number, and who sits where at it: by lot, spread over the rounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations

from schafkopf.club.tournament.lot import Lot

Tables = list[list[int]]
Count = Callable[[int, int], int]
"""(player, table index or seat) -> how often so far."""


def numbered(tables: Tables, sizes: Sequence[int], been: Count, lot: Lot) -> Tables:
    """The tables in the order of their numbers, each player where he has sat as rarely as possible.

    Tables change numbers only with tables of the same size, so the odd ones stay the last.
    """
    order: list[list[int]] = []
    for size in dict.fromkeys(sizes):
        order += lot.shuffled([table for table in tables if len(table) == size])
    cost = [[sum(been(player, index) ** 2 for player in table) for index in range(len(order))] for table in order]
    at = list(range(len(order)))  # the number of each table in `order`
    better = True
    while better:
        better = False
        for i in range(len(order)):
            if not cost[i][at[i]]:
                continue
            for j in range(len(order)):
                if len(order[i]) != len(order[j]):
                    continue
                now = cost[i][at[i]] + cost[j][at[j]]
                if cost[i][at[j]] + cost[j][at[i]] < now:
                    at[i], at[j] = at[j], at[i]
                    better = True
    found: Tables = [[] for _ in order]
    for table, index in zip(order, at, strict=True):
        found[index] = table
    return found


def seated(table: Sequence[int], been: Count, lot: Lot) -> tuple[int, ...]:
    """The players of a table by seat, each where he has sat as rarely as possible."""
    order = lot.shuffled(table)
    cost = {player: [been(player, seat) ** 2 for seat in range(len(order))] for player in order}
    return min(permutations(order), key=lambda seats: sum(cost[player][seat] for seat, player in enumerate(seats)))
