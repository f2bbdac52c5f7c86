"""What a seating costs: the one place where rematches, clashes and odd tables are weighed against each other.

Players are indices here, in the order of their start numbers. All numbers are integers: a draw must not depend on how a
machine rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Table = list[int]
Round = list[Table]

ODD = (0, 8, 32, 160)
"""Sitting at an odd table after that many times: a third time is as bad as a rematch, a fourth as bad as five."""
REMATCH = 32
"""Meeting again, times how often one has already met."""
CLASH = 1 << 16
"""Two of one team or pair at one table: first of all as few of these as possible."""

Matrix = list[list[int]]


@dataclass(frozen=True, slots=True)
class Field:
    """Who is to be seated.

    weights[i][j]: what it costs now if i and j meet: CLASH if they belong together, and REMATCH for each time they
    have met. odd[i]: how often i has sat at an odd table. size: of an ordinary table.
    """

    sizes: tuple[int, ...]
    weights: Matrix
    odd: tuple[int, ...]
    size: int = 4

    @property
    def players(self) -> int:
        """How many."""
        return len(self.odd)

    @property
    def odd_seats(self) -> int:
        """Seats at odd tables in a round."""
        return sum(size for size in self.sizes if size != self.size)


def field(
    sizes: tuple[int, ...], met: Matrix, together: Iterable[tuple[int, int]], odd: Sequence[int], size: int
) -> Field:
    """A field from how often each two have met, who belongs together, and how often each sat at an odd table."""
    weights = [[REMATCH * times for times in row] for row in met]
    for i, j in set(together):
        weights[i][j] += CLASH
        weights[j][i] += CLASH
    return Field(sizes, weights, tuple(odd), size)


def after(field: Field, rounds: Iterable[Round]) -> Field:
    """The field after these rounds."""
    weights, odd = [row[:] for row in field.weights], list(field.odd)
    for tables in rounds:
        for table in tables:
            for i in table:
                odd[i] += len(table) != field.size
                for j in table:
                    weights[i][j] += REMATCH * (i != j)
    return Field(field.sizes, weights, tuple(odd), field.size)


def odd_again(times: int) -> int:
    """What it costs to sit at an odd table after so many times."""
    last = len(ODD) - 1
    return ODD[times] if times <= last else ODD[last] * (times - last + 1)


def pair_cost(weights: Matrix, tables: Iterable[Sequence[int]]) -> int:
    """Clashes and rematches of a round."""
    return sum(weights[i][j] for table in tables for k, i in enumerate(table) for j in table[:k])


def least_odd(odd: Sequence[int], sittings: int) -> int:
    """The least that so many sittings at odd tables can cost: each time those who had the fewest."""
    counts: dict[int, int] = {}
    for times in odd:
        counts[times] = counts.get(times, 0) + 1
    cost = 0
    while sittings > 0:
        fewest = min(counts)
        number = min(sittings, counts.pop(fewest))
        cost += number * odd_again(fewest)
        counts[fewest + 1] = counts.get(fewest + 1, 0) + number
        sittings -= number
    return cost


def least_pairs(sizes: Iterable[int], places: int) -> int:
    """A floor for the pairs that meet again: those who sit at a table come from so many places, and the first of each
    place meets nobody from there.

    places: the tables of an earlier round, each who was absent counted as one.
    """
    total = 0
    for size in sizes:
        share, rest = divmod(size, places)
        total += places * share * (share - 1) // 2 + rest * share
    return total
