"""Headings and words of the CSV files of sheets and tournaments, in one language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from schafkopf.text.catalog import catalog


@cache
def csv_words(language: str) -> Mapping[str, str]:
    """Key -> word; what has none stands as its key. Raises KeyError for a language that has no catalogue."""
    terms = catalog(language)
    found: dict[str, str] = {}
    for table in ("contracts", "settlement"):
        for key in terms.entry("terms", table):
            found[key] = terms.text("terms", table, key, n=2).split(" (")[0]
    path = resources.files("schafkopf.text") / "catalog" / language / "books.toml"
    if path.is_file():
        found |= _flat(tomllib.loads(path.read_text("utf-8")))
    return found


def _flat(tree: Mapping[str, object]) -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in tree.items():
        if isinstance(value, Mapping):
            found |= _flat(value)
        elif isinstance(value, str):
            found[key] = value
    return found
