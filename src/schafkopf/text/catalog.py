"""The catalogues: the texts of one language, read when they are first asked for."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

LANGUAGES = ("de", "en", "be", "pt", "fi", "ru")
FILES = ("rules", "terms", "errors")
_THREE_FORMS = frozenset({"be", "ru"})


@dataclass(frozen=True, slots=True)
class Catalog:
    """The texts of one language. An id is a path such as `"terms", "suits", "E"`; the first part is the file."""

    language: str
    tables: Mapping[str, Any]

    def entry(self, *path: str) -> Any:
        """What stands under an id. Raises KeyError that names the language and the id."""
        found: Any = self.tables
        for part in path:
            if not isinstance(found, Mapping) or part not in found:
                raise KeyError(f"{self.language}: {'/'.join(path)}")
            found = found[part]
        return found

    def text(self, *path: str, n: int = 1) -> str:
        """The text under an id; where it has plural forms, the one for `n`.

        >>> catalog("en").text("terms", "ranks", "A"), catalog("en").text("rules", "plurals", "stake", n=3)
        ('ace', 'stakes')
        """
        found = self.entry(*path)
        if isinstance(found, list):
            found = found[plural_form(self.language, n)] if len(found) > plural_form(self.language, n) else None
        if not isinstance(found, str):
            raise KeyError(f"{self.language}: {'/'.join(path)}")
        return found


@cache
def catalog(language: str) -> Catalog:
    """The catalogue of a language. Raises KeyError for a language that has none."""
    if language not in LANGUAGES:
        raise KeyError(f"{language}: no such language")
    folder = resources.files("schafkopf.text") / "catalog" / language
    return Catalog(language, {name: tomllib.loads((folder / f"{name}.toml").read_text("utf-8")) for name in FILES})


def plural_form(language: str, n: int) -> int:
    """Which of the plural forms goes with a number: 0, 1 or (Belarusian, Russian) 2.

    >>> [plural_form("ru", n) for n in (1, 2, 5, 11, 21, 12, 24)]
    [0, 1, 2, 2, 0, 2, 1]
    >>> plural_form("de", 1), plural_form("de", 0)
    (0, 1)
    """
    n = abs(n)
    if language not in _THREE_FORMS:
        return 0 if n == 1 else 1
    if n % 10 == 1 and n % 100 != 11:
        return 0
    return 1 if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else 2


def negotiate(wanted: str | None) -> str:
    """The best language for a locale (`de_DE.UTF-8`), a list of them (`be:ru`) or an Accept-Language header.

    >>> negotiate("de_DE.UTF-8"), negotiate("fr-FR,pt;q=0.8,en;q=0.5"), negotiate("C"), negotiate(None)
    ('de', 'pt', 'en', 'en')
    """
    found: list[tuple[float, int, str]] = []
    for place, part in enumerate((wanted or "").replace(":", ",").split(",")):
        tag, _, quality = part.partition(";")
        language = tag.strip().replace("-", "_").split("_")[0].split(".")[0].lower()
        if language in LANGUAGES:
            found.append((-_weight(quality), place, language))
    best = min(found, default=(0.0, 0, "en"))
    return best[2] if best[0] < 0 or not found else "en"


def _weight(quality: str) -> float:
    name, _, number = quality.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(number)
    except ValueError:
        return 0.0
