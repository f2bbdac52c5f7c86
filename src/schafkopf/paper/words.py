"""What stands on paper, in one language."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from importlib import resources
from typing import Any

from schafkopf.club import spreadsheet
from schafkopf.club.tournament import settings
from schafkopf.club.tournament.settings import Settings
from schafkopf.text.bill import money
from schafkopf.text.catalog import Catalog, catalog


@cache
def _texts(language: str) -> Catalog:
    path = resources.files("schafkopf.text") / "catalog" / catalog(language).language / "paper.toml"
    return Catalog(language, tomllib.loads(path.read_text("utf-8")))


@dataclass(frozen=True)
class Words:
    """Texts, amounts and dates."""

    language: str
    texts: Catalog = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "texts", _texts(self.language))

    def say(self, table: str, key: str, n: int = 1, **values: object) -> str:
        """A text with its placeholders filled; `n` also chooses the plural form."""
        return self.texts.text(table, key, n=n).format(n=n, **values)

    def table(self, name: str) -> dict[str, Any]:
        """All texts of a table, as they are written."""
        return dict(self.texts.entry(name))

    def date(self, start: str) -> str:
        """`2026-05-01T19:00` as a date, with the time where one was given; empty without a date."""
        if not start:
            return ""
        when = datetime.fromisoformat(start)
        day = self.say("date", "day", day=when.day, month=self.texts.text("months", str(when.month)), year=when.year)
        return self.say("date", "time", date=day, time=f"{when:%H:%M}") if len(start) > 10 else day

    def cents(self, amount: int) -> str:
        """An amount of money."""
        return money(amount, "cent", self.language)

    def points(self, setup: Settings, points: int) -> str:
        """Points, or an amount where they are cents."""
        return self.cents(points) if in_cents(setup) else str(points)

    def figure(self, setup: Settings, points: int) -> str:
        """The same without the sign of the currency, for narrow columns."""
        return spreadsheet.money(points, self.language) if in_cents(setup) else str(points)


def in_cents(setup: Settings) -> bool:
    """Whether the points of a tournament are cents."""
    rules = settings.rules_at(setup, settings.main_size(setup))
    return settings.scheme(setup).money and bool(rules["tariff.unit"] == "cent")
