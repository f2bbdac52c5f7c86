"""How real results lie around those of open play: the numbers in `schafkopf.engine.bots.pimc_cards.Drift`.

    .venv/bin/python bench/calibrate_pimc.py [deals]

Bots play deals by rules of thumb; the card points of the declarer's side are compared with what the exact solver gives
it with all cards in view, for each kind of game.
"""

from __future__ import annotations

import sys
from collections import defaultdict

import numpy as np

from schafkopf.engine.bots.player import player
from schafkopf.engine.bots.referee import dice, finish
from schafkopf.engine.solver import solve
from schafkopf.game import load_ruleset
from schafkopf.research.arena import deal_of


def main() -> None:
    """Print a line for each kind of game."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    rules, bots = load_ruleset("bavaria"), [player("rules")] * 4
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number in range(deals):
        deal = finish(deal_of(rules, 9, number), bots, dice(9, number))
        facts = deal.facts()
        if facts is None or facts.contract.goal.kind != "points" or deal.play is None:
            continue
        value = solve(deal.play.plan).value
        assert value is not None
        assert facts.side_points is not None
        kind = "together" if len(facts.side) > 1 else "suit" if facts.contract.order.suit else "heads only"
        found[kind].append((value, facts.side_points))
    for kind, pairs in found.items():
        open_play, real = np.array(pairs, np.float64).T
        off = real - open_play
        print(
            f"{kind}: {len(pairs)} deals, open play {open_play.mean():.1f}, real {real.mean():.1f}, "
            f"shift {off.mean():.1f} (error {off.std() / len(off) ** 0.5:.1f}), spread {off.std():.1f}"
        )


if __name__ == "__main__":
    main()
