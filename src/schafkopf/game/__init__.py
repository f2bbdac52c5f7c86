"""The rules of Schafkopf as values: no I/O, no clock, no randomness, standard library only.

>>> from schafkopf.game import load_ruleset
>>> load_ruleset("bavaria")["tariff.solo"]
50
"""

from schafkopf.game.alphabet import Action, parse_action
from schafkopf.game.cards import Card, card_name, parse_card, parse_cards, print_cards
from schafkopf.game.deal import Deal
from schafkopf.game.dealing import Carried, first_dealer, shuffled_hands
from schafkopf.game.entry import Entry
from schafkopf.game.errors import IllegalAction, InvalidRecord, InvalidRuleset, SchafkopfError
from schafkopf.game.record import Record, parse_record, print_record
from schafkopf.game.ruleset import Ruleset, load_ruleset, ruleset_ids
from schafkopf.game.session import Session
from schafkopf.game.settlement import Settlement
from schafkopf.game.view import View

__all__ = [
    "Action",
    "Card",
    "Carried",
    "Deal",
    "Entry",
    "IllegalAction",
    "InvalidRecord",
    "InvalidRuleset",
    "Record",
    "Ruleset",
    "SchafkopfError",
    "Session",
    "Settlement",
    "View",
    "card_name",
    "first_dealer",
    "load_ruleset",
    "parse_action",
    "parse_card",
    "parse_cards",
    "parse_record",
    "print_cards",
    "print_record",
    "ruleset_ids",
    "shuffled_hands",
]
