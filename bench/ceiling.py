"""What card play can bring at most: one seat sees all hands and plays the best card for its money.

    .venv/bin/python -m bench.ceiling [deals] [ruleset]

Everything that is said, and all other cards, are the rules bot's, as in `schafkopf arena pimc/rules rules`, and the
estimate is the arena's. The solver expects best play from everybody; only who plays on the faults of the others could
get further.
"""

from __future__ import annotations

import sys
from math import sqrt
from statistics import fmean, stdev

from schafkopf.engine.bots.player import OWN, decide, player
from schafkopf.engine.bots.referee import dice
from schafkopf.engine.questions import side_of
from schafkopf.engine.solver import solve
from schafkopf.game import Deal, load_ruleset
from schafkopf.game.alphabet import CARDS
from schafkopf.research.arena import Settings, deal_of


def seeing(deal: Deal, number: int, seat: int) -> Deal:
    """The deal at its end, with this seat looking into all hands."""
    bot, rolls = player("rules"), dice(1, number)
    while deal.phase != "over":
        turn = deal.turn
        if deal.phase == "claim" or turn is None:
            deal = deal.after(f"{deal.seats[-1]} cut")
            continue
        options = deal.options_of(turn)
        cards = [text for text in options if text in CARDS]
        everybody = deal.play is not None and deal.play.plan.contract.line.kind == "everyone"
        if turn == seat and deal.phase == "play" and len(cards) > 1 and not everybody:
            assert deal.play is not None
            found, points = solve(deal, money=True).cards, solve(deal).cards
            sign = 1 if seat in side_of(deal.play) else -1
            text = max(cards, key=lambda card: (sign * found[card], sign * points[card]))
        else:
            answer = decide(bot, deal, turn, rolls(deal, turn), OWN).text
            assert answer is not None
            text = answer
        deal = deal.after(f"{turn} {text}")
    return deal


def main(arguments: list[str]) -> None:
    """Measure and print."""
    deals = int(arguments[0]) if arguments else 300
    name = arguments[1] if len(arguments) > 1 else "bavaria"
    settings = Settings("rules", "rules", load_ruleset(name), name)
    means = []
    for number in range(deals):
        amounts = []
        for seat in range(settings.players):
            bill = seeing(deal_of(settings.rules, settings.seed, number), number, seat).settlement()
            assert bill is not None
            amounts.append(bill.amounts[seat])
        means.append(fmean(amounts))
    error = stdev(means) / sqrt(deals)
    print(f"one seat sees all hands, {name}: {fmean(means):+.2f} ± {error:.2f} per seat and deal ({deals} deals)")


if __name__ == "__main__":
    main(sys.argv[1:])
