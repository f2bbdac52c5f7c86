"""How far the search of a Ramsch gets: positions of deals played by the rules bot, by the cards left in each hand.

    .venv/bin/python -m bench.ramsch [deals] [ruleset]

For each number of cards: in how many positions everything was searched within the default budget, the cards that the
search played, and CPU seconds.
"""

from __future__ import annotations

import sys
from random import Random
from statistics import fmean, median
from time import thread_time

from schafkopf.engine.bots.rules import choose
from schafkopf.engine.everyone import NODES, outlook
from schafkopf.game import Deal, View, load_ruleset
from schafkopf.game.dealing import shuffled_hands
from schafkopf.game.ruleset import Ruleset


def positions(rules: Ruleset, number: int) -> list[Deal]:
    """A Ramsch before each of its tricks."""
    rng = Random(f"ramsch {number}")
    players = rules["table.players"]
    dealer = number % players
    deal = Deal.new(rules, shuffled_hands(rules, players, dealer, rng), dealer=dealer)
    found = []
    while not deal.finished:
        assert deal.turn is not None
        if deal.play is not None and not deal.play.trick:
            found.append(deal)
        view = View.of(deal, deal.turn)
        said = "pass" if deal.play is None and "pass" in view.options else choose(view, rng)
        deal = deal.after(f"{deal.turn} {said}")
    return found


def main() -> None:
    """Print a row for each number of cards."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    rules = load_ruleset(sys.argv[2] if len(sys.argv) > 2 else "bavaria").with_overrides({"all_pass": {"do": "ramsch"}})
    rows = [positions(rules, number) for number in range(deals)]
    print(f"{rules.id}, {deals} deals, a budget of {NODES:,} cards")
    print(f"{'in hand':>8}{'exact':>8}{'median':>14}{'mean':>14}{'seconds':>9}{'worst':>7}")
    for trick in reversed(range(len(rows[0]))):
        used, took, exact = [], [], 0
        for row in rows:
            start = thread_time()
            found = outlook(row[trick])
            took.append(thread_time() - start)
            used.append(found.nodes)
            exact += found.complete
        cards = len(rows[0]) - trick
        print(
            f"{cards:>8}{exact:>5}/{deals}{median(used):>14,.0f}{fmean(used):>14,.0f}{fmean(took):>9.2f}{max(took):>7.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
