"""The cards of `pimc` where everybody plays for himself: each world is searched by max-n (`engine.everyone`)."""

from __future__ import annotations

import numpy as np

from schafkopf.engine.bots.pimc_cards import Floats, Meter, Scene
from schafkopf.engine.everyone import Terms, everyone_values, taken_by
from schafkopf.engine.kernels.layout import Numbers
from schafkopf.engine.position import position

NODES = 20_000
"""Cards that the search of a world may play; it looks as many tricks ahead as that allows."""
_AT_ONCE = 4
_POINT = 0.015
"""What a card point taken costs beside the bill, in parts of what a loser pays each."""


class RamschSolver:
    """Searches worlds, a few at a time, within a budget."""

    def __init__(self, scene: Scene, meter: Meter) -> None:
        table = scene.table
        self.meter = meter
        self.terms = Terms.seen(table.view)
        self.taken = taken_by(table.view, table.lanes)
        self.position = position(
            table.contract,
            table.lanes,
            places=len(scene.seats),
            turn=scene.turn,
            leader=scene.leader,
            trick=tuple(lane for _, lane in table.trick),
            played=scene.played,
            declarer=None,
            partner=None,
            freed=False,
            holder=None,
        )

    def worth(self, hands: Numbers) -> Floats:
        """For every world and lane what I get after it, NaN if it is not legal."""
        nodes = max(1000, min(NODES, self.meter.left() // len(hands)))
        found = everyone_values(self.position, hands, taken=self.taken, terms=self.terms, nodes=nodes)
        # How much of its budget a search has used is not told: it is taken for all of it.
        self.meter.used += nodes * len(hands)
        legal = found.points >= 0
        worth = found.amounts - _POINT * max(1, self.terms.pays) * found.points
        return np.where(legal, worth, np.nan)

    def chunks(self, order: Numbers) -> list[Numbers]:
        """The worlds in the order in which they are to be searched, a few at a time."""
        return [order[start : start + _AT_ONCE] for start in range(0, len(order), _AT_ONCE)]
