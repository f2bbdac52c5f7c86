"""Prices for a score sheet without a network: a table made from a ruleset, and an engine that knows the table only.

>>> from schafkopf.club import prices
>>> from schafkopf.game import load_ruleset
>>> table = prices.compile(load_ruleset("bavaria"), 4).to_dict()
>>> state = prices.start(table, dealer=3)
>>> ruf = {"contract": "rufspiel", "declarer": 0, "partner": 2, "points": 95, "laufende": 3}
>>> prices.check(table, state, ruf), prices.price(table, state, ruf).amounts
(None, (60, -60, 60, -60))
"""

from schafkopf.club.prices.compile import compile
from schafkopf.club.prices.evaluate import Bill, after, over, price, start
from schafkopf.club.prices.refusals import BLANK, check, refusal
from schafkopf.club.prices.table import VERSION, CannotTabulate, PriceTable, entry_data, state_data

__all__ = [
    "BLANK",
    "VERSION",
    "Bill",
    "CannotTabulate",
    "PriceTable",
    "after",
    "check",
    "compile",
    "entry_data",
    "over",
    "price",
    "refusal",
    "start",
    "state_data",
]
