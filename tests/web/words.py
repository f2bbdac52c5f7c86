"""The texts of the client by their address in the catalogues: what tests look for on the screen."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

CATALOG = Path(__file__).resolve().parents[2] / "src" / "schafkopf" / "text" / "catalog"
LANGUAGES = ("de", "en", "be", "pt", "fi", "ru")
ORIGINAL = "en"
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@cache
def areas(language: str) -> dict[str, Any]:
    """Area (a file's name) -> its tables, as the client has them."""
    folder = CATALOG / language
    paths = [folder / "terms.toml", *sorted((folder / "web").glob("*.toml"))]
    return {path.stem: tomllib.loads(path.read_text("utf-8")) for path in paths}


class Words:
    """The texts of one language; where it lacks one, English stands in, as on the screen."""

    def __init__(self, language: str = ORIGINAL) -> None:
        self.language = language

    def forms(self, address: str) -> list[str]:
        """The forms of a text, `table.bar.deal`."""
        for language in (self.language, ORIGINAL):
            found: Any = areas(language)
            for part in address.split("."):
                found = found.get(part) if isinstance(found, dict) else None
            if isinstance(found, str):
                return [found]
            if isinstance(found, list):
                return found
        raise KeyError(address)

    def __call__(self, address: str, **values: object) -> str:
        """A text with everything put in."""
        (form,) = self.forms(address)
        return _PLACEHOLDER.sub(lambda match: str(values[match[1]]), form)

    def pattern(self, address: str, **values: object) -> re.Pattern[str]:
        """The text whatever stands in its places, but for those that are named; a group for each place."""
        return re.compile("|".join(f"^{self._source(form, values)}$" for form in self.forms(address)))

    def within(self, address: str, **values: object) -> re.Pattern[str]:
        """The same anywhere in a longer text."""
        return re.compile("|".join(self._source(form, values) for form in self.forms(address)))

    def any(self, *addresses: str) -> re.Pattern[str]:
        """One of several texts."""
        return re.compile("|".join(self.pattern(address).pattern for address in addresses))

    def table(self, address: str) -> dict[str, str]:
        """All texts of a table."""
        found: Any = areas(self.language)
        for part in address.split("."):
            found = found[part]
        return dict(found)

    def card(self, card: str) -> str:
        """A card's name; without a choice Germans see the Bavarian deck, others the French one."""
        deck = "german" if self.language == "de" else "french"
        suit, rank = self(f"table.suits_of.{deck}.{card[0]}"), self(f"table.ranks.{deck}.{card[1]}")
        return self(f"table.cards.{deck}", suit=suit, rank=rank)

    @property
    def cards(self) -> dict[str, str]:
        """Name of a card -> the card."""
        return {self.card(suit + rank): suit + rank for suit in "EGHS" for rank in "AZKOU987"}

    @staticmethod
    def _source(form: str, values: dict[str, object]) -> str:
        parts = _PLACEHOLDER.split(form)
        source = re.escape(parts[0])
        for name, text in zip(parts[1::2], parts[2::2], strict=True):
            source += (re.escape(str(values[name])) if name in values else "(.+?)") + re.escape(text)
        return source
