"""Price tables, as phones fetch them to do the sums without a network."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from schafkopf.club import prices
from schafkopf.game.dealing import table_sizes
from schafkopf.game.ruleset import Ruleset
from schafkopf.server import wire
from schafkopf.server.around.rulesets import base_rules, with_overrides
from schafkopf.server.errors import Refused


def price_table(asked: wire.PricesAsked) -> msgspec.Raw:
    """The table, as JSON. Raises InvalidRuleset, or Refused (request/syntax) where so many cannot sit."""
    rules = with_overrides(base_rules(asked.rules), asked.overrides)
    sizes = table_sizes(rules)
    if asked.at_table not in sizes:
        raise Refused("request/syntax", "so many cannot sit", allowed=tuple(map(str, sizes)), where="at_table")
    return msgspec.Raw(_table(rules, asked.at_table))


@lru_cache(maxsize=256)
def _table(rules: Ruleset, at_table: int) -> bytes:
    return prices.compile(rules, at_table).text.encode()
