"""What a game costs before it is played."""

from __future__ import annotations

from functools import lru_cache

from schafkopf.game import Ruleset, compile
from schafkopf.game.facts import Facts
from schafkopf.game.settlement import settle, value_of


@lru_cache(maxsize=16384)
def plain_price(rules: Ruleset, text: str, must: bool = False) -> int | None:
    """What each opponent of a lone player, or each of two, pays if this game is just won; None for what is no game.

    Without Schneider, Laufende that depend on the cards, and doublings. must: by somebody who has to play.

    >>> from schafkopf.game import load_ruleset
    >>> [plain_price(load_ruleset("bavaria"), text) for text in ("pass", "rufspiel G", "solo H", "wenz-tout")]
    [None, 20, 50, 100]
    """
    bid = compile.bids(rules).get(text)
    if bid is None:
        return None
    contract = compile.contract(rules, bid.contract(must=must), suit=bid.suit, card=bid.card, promise=bid.promise)
    players = rules["table.players"]
    facts = Facts(contract, players, tuple(range(players)), 0, frozenset((0,)), won=True, claimed=True)
    return value_of(settle(rules, facts).terms)
