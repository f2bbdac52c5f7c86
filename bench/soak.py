"""Bots at all seats of every ruleset, for many deals: illegal answers, crashes, fallbacks, the slowest answer.

    .venv/bin/python -m bench.soak BOT [deals] [ms=MILLISECONDS | nodes=NODES] [ruleset ...]

One process per ruleset, as many at once as there are cores. Ends with 1 if anything went wrong.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from schafkopf.cli.mind import cores
from schafkopf.engine.bots.player import Budget, player
from schafkopf.engine.bots.referee import Effort, Incident, dice, finish
from schafkopf.game import load_ruleset, ruleset_ids
from schafkopf.research.arena import deal_of


@dataclass(frozen=True)
class Soaked:
    """What came of the deals of one ruleset."""

    rules: str
    deals: int
    incidents: tuple[str, ...]
    answers: int
    fallbacks: int
    mean_ms: float
    slowest_ms: float


def soak(bot: str, rules: str, deals: int, budget: Budget) -> Soaked:
    """Play the deals of one ruleset."""
    ruleset = load_ruleset(rules)
    seats = [player(bot)] * ruleset["table.players"]
    effort = Effort()
    incidents = []
    for number in range(deals):
        try:
            finish(
                deal_of(ruleset, 1, number),
                seats,
                dice("soak", number),
                budget=budget,
                efforts=[effort] * len(seats),
            )
        except Incident as incident:
            incidents.append(f"{rules} {number}: {incident}")
    mean = 1000 * effort.seconds / max(1, effort.answers)
    return Soaked(rules, deals, tuple(incidents), effort.answers, effort.fallbacks, mean, 1000 * effort.slowest)


def main(arguments: list[str]) -> int:
    """Measure and print."""
    bot = arguments[0] if arguments else "rules"
    deals, budget, names = 2000, Budget(), []
    for word in arguments[1:]:
        key, _, value = word.partition("=")
        if word.isdigit():
            deals = int(word)
        elif key == "ms":
            budget = Budget(ms=float(value))
        elif key == "nodes":
            budget = Budget(nodes=int(value))
        else:
            names.append(word)
    rulesets = tuple(names) or ruleset_ids()
    failed = False
    with ProcessPoolExecutor(cores()) as pool:
        for found in pool.map(soak, [bot] * len(rulesets), rulesets, [deals] * len(rulesets), [budget] * len(rulesets)):
            failed |= bool(found.incidents or found.fallbacks)
            print(
                f"{bot} {found.rules:14} {found.deals} deals, {found.answers} answers: "
                f"{len(found.incidents)} incidents, "
                f"{found.fallbacks} fallbacks, {found.mean_ms:.2f} ms on average, slowest {found.slowest_ms:.1f} ms",
                flush=True,
            )
            for incident in found.incidents[:5]:
                print("   ", incident, flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
