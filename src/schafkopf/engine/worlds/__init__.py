"""Hidden hands: the deals that agree with what one seat knows, counted exactly and drawn evenly.

>>> import random
>>> from schafkopf.game import Deal, View, load_ruleset
>>> from schafkopf.game.dealing import shuffled_hands
>>> rules = load_ruleset("bavaria")
>>> deal = Deal.new(rules, shuffled_hands(rules, 4, 3, random.Random(1)), dealer=3)
>>> worlds = Worlds.of(View.of(deal, 0))
>>> worlds.count
9465511770
>>> worlds.draw(5, seed=7).shape
(5, 4)
"""

from schafkopf.engine.worlds.worlds import Policy, Worlds

__all__ = ["Policy", "Worlds"]
