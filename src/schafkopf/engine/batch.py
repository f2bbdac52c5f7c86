"""Many deals at once, on all cores. A deal is solved by itself, so the answers do not depend on who solves it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from schafkopf.engine.desk import desk
from schafkopf.engine.kernels.layout import Numbers
from schafkopf.engine.kernels.solve import many

_CHUNK = 16


@dataclass(frozen=True, slots=True)
class Batch:
    """The answers for many deals."""

    values: npt.NDArray[np.int64]
    """(deals, 32): per lane what the declarer's side makes from the open trick on after this card, or how many of the
    deal's steps it reaches; -1: not legal, -2: not solved."""
    nodes: npt.NDArray[np.int64]
    """(deals,): cards played by the search; -1: not begun."""

    @property
    def solved(self) -> npt.NDArray[np.bool_]:
        """(deals,): for which deals every legal card has its value."""
        return np.asarray((self.nodes >= 0) & (self.values != -2).all(axis=1))


def solve_batch(
    position: Numbers,
    hands: Numbers,
    *,
    steps: Sequence[Sequence[int]] | None = None,
    guess: int = 40,
    nodes: int = 0,
    threads: int | None = None,
) -> Batch:
    """Every legal card of who is to play, in each of many deals behind one position.

    position: as `engine.position` makes it. hands: (deals, places) lanes held now. steps: per deal the numbers, counted
    from the open trick on and ascending, of which only whether they are reached is asked. nodes: budget per deal, 0:
    none. threads: as many as there are cores if None; the answers are the same for any number.
    """
    deals = len(hands)
    values = np.full((deals, 32), -2, np.int64)
    used = np.full(deals, -1, np.int64)
    lengths = np.array([0 if steps is None else len(one) for one in (steps or [()] * deals)], np.int64)
    table = np.zeros((deals, max(1, int(lengths.max(initial=0)))), np.int64)
    for row, one in enumerate(steps or ()):
        table[row, : len(one)] = one
    hands = np.ascontiguousarray(hands, np.int64)

    def work(start: int) -> None:
        with desk() as own:
            for deal in range(start, min(deals, start + _CHUNK)):
                one = slice(deal, deal + 1)
                many(own, position, hands[one], table[one], lengths[one], guess, nodes, values[one], used[one])

    starts = range(0, deals, _CHUNK)
    workers = min(threads or os.cpu_count() or 1, len(starts))
    if workers <= 1:
        for start in starts:
            work(start)
    else:
        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(work, starts))
    return Batch(values, used)
