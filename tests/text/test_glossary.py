"""docs/glossary.md agrees with the terms of the catalogues."""

from __future__ import annotations

from pathlib import Path

import pytest

from schafkopf.text.catalog import LANGUAGES, catalog

GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"


def rows() -> list[list[str]]:
    lines = GLOSSARY.read_text("utf-8").splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]


HEADER = ["term", "meaning", *LANGUAGES, "in the documents"]


def test_every_table_has_the_same_columns() -> None:
    assert all(len(row) == len(HEADER) for row in rows())
    assert all(row == HEADER for row in rows() if row[0] == "term")


def test_every_term_stands_once_with_a_meaning_and_six_forms() -> None:
    terms = [row for row in rows() if row != HEADER]
    names = [row[0] for row in terms]
    assert len(names) == len(set(names))
    for row in terms:
        assert all(row[:-1]), row


@pytest.mark.parametrize("table", ["suits", "ranks", "contracts"])
def test_words_of_the_catalogues_stand_in_their_row(table: str) -> None:
    by_name = {row[0]: row for row in rows()}
    for lang in LANGUAGES:
        for id, word in catalog(lang).entry("terms", table).items():
            assert by_name[f"`{id}`"][HEADER.index(lang)] == word
