"""How well the bots of `schafkopf.engine.bots.rules` play: shares of games, win rates, points, moves per second.

    .venv/bin/python bench/bots.py [deals] [ruleset] [style]

Four (or three) bots of one style play each deal among themselves; then the same deals are played with the bot on one
seat against players who choose at random, and the other way round.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from random import Random
from time import perf_counter

from schafkopf.engine.bots.rules import choose, double
from schafkopf.game import Deal, Ruleset, View, load_ruleset
from schafkopf.game.dealing import shuffled_hands


def by_chance(view: View, rng: Random) -> str:
    """Any option, a card rather than a Kontra."""
    return rng.choice(view.options)


def finish(deal: Deal, styles: tuple[str | None, ...], rng: Random) -> tuple[Deal, int]:
    """The deal at its end, and how many choices it took; a seat without style plays at random."""
    moves = 0
    while not deal.finished:
        for seat in deal.seats:
            style = styles[seat]
            if deal.phase == "play" and style is not None:
                word = double(View.of(deal, seat), rng, style)
                if word is not None:
                    deal = deal.after(f"{seat} {word}")
        seat = deal.turn
        assert seat is not None
        style = styles[seat]
        view = View.of(deal, seat)
        deal = deal.after(f"{seat} {by_chance(view, rng) if style is None else choose(view, rng, style)}")
        moves += 1
    return deal, moves


def fresh(rules: Ruleset, number: int) -> Deal:
    """The deal with this number, always the same."""
    players = rules["table.players"]
    return Deal.new(rules, shuffled_hands(rules, players, number % players, Random(number)), dealer=number % players)


def among_themselves(rules: Ruleset, deals: int, style: str) -> None:
    """Shares and win rates when all seats play the same style."""
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    points: defaultdict[str, int] = defaultdict(int)
    doubled = doubled_won = knocks = moves = 0
    styles = (style,) * rules["table.players"]
    start = perf_counter()
    for number in range(deals):
        deal, count = finish(fresh(rules, number), styles, Random(number))
        moves += count
        knocks += deal.knocks
        facts = deal.facts()
        if facts is None or deal.outcome is None:
            played["passed out"] += 1
            continue
        name = facts.contract.name
        played[name] += 1
        if facts.side_points is None:
            continue
        won[name] += facts.won
        points[name] += facts.side_points
        if facts.kontra and facts.contract.kontra == "sides":
            doubled += 1
            doubled_won += not facts.won
    seconds = perf_counter() - start
    print(f"{rules.id}, {deals} deals, {style}: {moves / seconds:.0f} moves per second")
    for name, count in played.most_common():
        rate = f"won {won[name] / count:6.1%}, {points[name] / count:5.1f} points" if name in won else ""
        print(f"  {name:14} {count / deals:6.1%}  {rate}")
    print(f"  doubled {doubled / deals:.1%}, then the defenders won {doubled_won / max(1, doubled):.1%}")
    if knocks:
        print(f"  knocked {knocks / deals / len(styles):.1%} of the first packets")


def against(rules: Ruleset, deals: int, one: str | None, others: str | None) -> float:
    """Amount per deal of `one` on a seat among `others`, each deal once from every seat."""
    players = rules["table.players"]
    total = 0
    for number in range(deals):
        for seat in range(players):
            styles = tuple(one if at == seat else others for at in range(players))
            deal, _ = finish(fresh(rules, number), styles, Random(number))
            bill = deal.settlement()
            assert bill is not None
            total += bill.amounts[seat]
    return total / deals / players


def main(arguments: list[str]) -> None:
    """Measure and print."""
    deals = int(arguments[0]) if arguments else 1000
    rules = load_ruleset(arguments[1] if len(arguments) > 1 else "bavaria")
    style = arguments[2] if len(arguments) > 2 else "steady"
    among_themselves(rules, deals, style)
    some = max(1, deals // 8)
    for one, others in ((style, None), (None, style), ("bold", "steady"), ("cautious", "steady")):
        names = [name or "at random" for name in (one, others)]
        print(
            f"  {names[0]} against {names[1]}: {against(rules, some, one, others):+.1f} {rules['tariff.unit']} a deal"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
