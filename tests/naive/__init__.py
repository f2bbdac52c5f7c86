"""A naive referee for Schafkopf: slow, obvious, and written apart from the engine it is compared with.

Cards are strings ("EO"), hands are lists of them, a trick is a list of (seat, card), a ruleset is a plain nested dict.
"""

from .chalk import chalk_namer, chalk_strokes
from .play import legal_cards, trick_winner
from .price import price
from .rules_data import RULESETS
from .table import bids, higher

__all__ = ["RULESETS", "bids", "chalk_namer", "chalk_strokes", "higher", "legal_cards", "price", "trick_winner"]
