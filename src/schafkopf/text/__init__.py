"""What people read: rulebook sentences, error texts, bills and terms, in six languages.

    rulebook(load_ruleset("be-1989"), "be")     a ruleset as a rulebook, in Markdown
    error_text(error, "fi", names)              what went wrong, said to the player
    bill(terms, "cent", "de")                   Spiel 20 + Schneider 10, Kontra ×2 = 60 Cent
    money(-135, "cent", "de")                   -1,35 €
    catalog("pt").text("terms", "suits", "E")   one word

The sentences lie in `catalog/<language>/`: `rules.toml`, `terms.toml`, `errors.toml`; how they are written stands at the
top of the English ones.
"""

from schafkopf.text.bill import amount_text, bill, money
from schafkopf.text.catalog import LANGUAGES, Catalog, catalog, negotiate
from schafkopf.text.errors import error_text
from schafkopf.text.rulebook import rulebook

__all__ = ["LANGUAGES", "Catalog", "amount_text", "bill", "catalog", "error_text", "money", "negotiate", "rulebook"]
