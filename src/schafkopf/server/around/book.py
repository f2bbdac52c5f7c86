"""A ruleset as a rulebook for the browser."""

from __future__ import annotations

from functools import lru_cache

from schafkopf.game.ruleset import Ruleset, ruleset_ids
from schafkopf.server import wire
from schafkopf.server.around.rulesets import asked_rules
from schafkopf.server.shown import rules_info
from schafkopf.text import rulebook as texts
from schafkopf.text.catalog import catalog, negotiate


def rulebook(asked: wire.RulesAsked) -> wire.Rulebook:
    """The rules of a table in Markdown: headings, paragraphs and lists. Raises InvalidRuleset."""
    return _book(asked_rules(asked), negotiate(asked.lang))


@lru_cache(maxsize=64)
def _written(rules: Ruleset, id: str, lang: str) -> str:
    """`id` is in the text, and rulesets that differ by it alone are equal."""
    return texts.rulebook(rules, lang)


def _book(rules: Ruleset, lang: str) -> wire.Rulebook:
    return wire.Rulebook(rules=rules_info(rules), title=title(rules, lang), markdown=_written(rules, rules.id, lang))


def title(rules: Ruleset, lang: str) -> str:
    """What the shipped ruleset that a ruleset stands on is called."""
    return catalog(lang).text("terms", "rulesets", rules.base) if rules.base in ruleset_ids() else rules.id
