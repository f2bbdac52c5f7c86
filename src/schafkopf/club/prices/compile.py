"""From a ruleset to its price table, by asking the game."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from schafkopf.club.prices import evening
from schafkopf.club.prices.asking import Game
from schafkopf.club.prices.bills import doublings
from schafkopf.club.prices.contracts import POINTS, Pools, row
from schafkopf.club.prices.table import VERSION, CannotTabulate, Data, PriceTable
from schafkopf.game.dealing import MOST_BOCK_ROUNDS, MOST_DOUBLES, seats_with_cards, table_sizes
from schafkopf.game.ruleset import Ruleset
from schafkopf.game.settlement import Term

_FIELDS = {"knocks": "knocks", "kontra": "kontra", "double": "doubles", "bock": "bock"}
"""Axis -> field of Facts."""


@lru_cache(maxsize=64)
def compile(rules: Ruleset, at_table: int) -> PriceTable:
    """The table of a ruleset for so many people at the table.

    Raises InvalidRecord if so many cannot sit, and CannotTabulate if the game answers what the format cannot hold.
    """
    game = Game(rules, at_table)
    pools = Pools()
    knocks = _knocks(game)
    factors: Data = {} if rules.chalk else _doublings(game, knocks)
    names = {doubling["term"]: axis for axis, doubling in factors.items()}
    rows = {name: row(game, name, names, pools) for name in game.names}
    if len(pools.schwarz_at.lists) > 1:
        raise CannotTabulate("Schwarz at different points")
    return PriceTable.of(
        {
            "version": VERSION,
            "rules": rules.id,
            "unit": rules["tariff.unit"],
            "at_table": at_table,
            "sizes": list(table_sizes(rules)),
            "seats": [list(seats_with_cards(rules, at_table, dealer)) for dealer in range(at_table)],
            "contracts": rows,
            "knocks": knocks,
            "points": POINTS,
            "schwarz_at": next(iter(pools.schwarz_at.lists), []),
            "judges": pools.judges.lists,
            "runs": pools.runs.lists,
            "doublings": factors,
            "pot": None if rules.chalk else evening.pot(game, rows),
            "bock": None if rules.chalk else evening.bock(game),
            "ends": evening.ends(game),
            "strokes": evening.slate(game),
            "length": evening.length(game),
        }
    )


def _knocks(game: Game) -> int:
    """How many may knock."""
    most = {game.most(game.plain(name)[0], "knocks") for name in game.names}
    if len(most) != 1:
        raise CannotTabulate("the contract says how many may knock")
    return most.pop()


def _doublings(game: Game, knocks: int) -> Data:
    """The factors of all doublings, as far as they may be entered or brought in."""
    facts = game.plain(game.names[0])[1]

    def ask(axis: str, number: int) -> tuple[Term, ...]:
        changed: Any = {_FIELDS[axis]: number}
        return game.settled(replace(facts, **changed)).terms

    kontra = max(game.most(game.plain(name)[0], "kontra") for name in game.names)
    most = {
        "knocks": max(1, knocks),
        "kontra": max(1, kontra),
        "double": MOST_DOUBLES,
        "bock": MOST_BOCK_ROUNDS,
    }
    return doublings(ask, most)
