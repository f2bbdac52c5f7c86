"""How bots' games go among themselves: shares of games, how many are won, Kontra, how fast they answer.

    .venv/bin/python bench/bots.py [deals] [ruleset] [bot]

All seats are played by the same bot (`rules`, `rules:bold`, ...). For one bot against another see `schafkopf arena`.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from time import perf_counter

from schafkopf.engine.bots.player import player
from schafkopf.engine.bots.referee import Effort, dice, finish
from schafkopf.game import load_ruleset
from schafkopf.research.arena import deal_of

SEED = 99


def main(arguments: list[str]) -> None:
    """Measure and print."""
    deals = int(arguments[0]) if arguments else 1000
    rules = load_ruleset(arguments[1] if len(arguments) > 1 else "bavaria")
    name = arguments[2] if len(arguments) > 2 else "rules"
    seats = [player(name)] * rules["table.players"]
    effort = Effort()
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    points: defaultdict[str, int] = defaultdict(int)
    amounts: defaultdict[str, int] = defaultdict(int)
    doubled = doubled_lost = knocks = 0
    start = perf_counter()
    for number in range(deals):
        deal = finish(deal_of(rules, SEED, number), seats, dice(SEED, number), efforts=[effort] * len(seats))
        knocks += deal.knocks
        facts, bill = deal.facts(), deal.settlement()
        if facts is None or bill is None:
            played["passed out"] += 1
            continue
        contract = facts.contract.name
        played[contract] += 1
        if facts.declarer is None or facts.side_points is None:
            continue
        won[contract] += facts.won
        points[contract] += facts.side_points
        amounts[contract] += bill.amounts[facts.declarer]
        if facts.kontra and facts.contract.kontra == "sides":
            doubled += 1
            doubled_lost += not facts.won
    seconds = perf_counter() - start
    print(f"{rules.id}, {deals} deals, {name}: {deals / seconds:.0f} deals per second")
    print(f"  {1000 * effort.seconds / effort.answers:.3f} ms an answer, slowest {1000 * effort.slowest:.1f} ms")
    for contract, count in played.most_common():
        rest = ""
        if contract in won:
            mean = f"{amounts[contract] / count:+.1f} {rules['tariff.unit']} for the declarer"
            rest = f"won {won[contract] / count:6.1%}, {points[contract] / count:5.1f} points, {mean}"
        print(f"  {contract:14} {count / deals:6.1%}  {rest}")
    print(f"  doubled {doubled / deals:.1%}, then the defenders won {doubled_lost / max(1, doubled):.1%}")
    if knocks:
        print(f"  knocked {knocks / deals / len(seats):.1%} of the first packets")


if __name__ == "__main__":
    main(sys.argv[1:])
