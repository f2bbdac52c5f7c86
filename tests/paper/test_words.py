"""The words on paper: complete in six languages; names in the order in which readers look for them."""

from __future__ import annotations

import re
import tomllib
from importlib import resources
from typing import Any

import pytest

from schafkopf.paper import order
from schafkopf.paper.words import Words
from schafkopf.text.catalog import LANGUAGES

FORMS = {"be": 3, "ru": 3}


def tables(language: str) -> dict[str, dict[str, Any]]:
    path = resources.files("schafkopf.text") / "catalog" / language / "paper.toml"
    return tomllib.loads(path.read_text("utf-8"))


def holes(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_texts_with_the_same_placeholders(language: str) -> None:
    own, english = tables(language), tables("en")
    assert own.keys() == english.keys()
    for table, texts in english.items():
        assert own[table].keys() == texts.keys(), table
        for key, text in texts.items():
            mine = own[table][key]
            assert isinstance(mine, list) == isinstance(text, list), key
            if isinstance(mine, list):
                assert len(mine) == FORMS.get(language, 2), key
                assert all(holes(one) <= {"n"} for one in mine), key
                assert all(one.strip() for one in mine), key
            else:
                assert holes(mine) == holes(text), key
                assert mine.strip(), key


@pytest.mark.parametrize(
    ("language", "day", "time"),
    [
        ("de", "1. Mai 2026", "1. Mai 2026, 19:00 Uhr"),
        ("en", "1 May 2026", "1 May 2026, 19:00"),
        ("be", "1 мая 2026 г.", "1 мая 2026 г., 19:00"),
        ("ru", "1 мая 2026 г.", "1 мая 2026 г., 19:00"),
        ("pt", "1 de maio de 2026", "1 de maio de 2026, 19:00"),
        ("fi", "1. toukokuuta 2026", "1. toukokuuta 2026 klo 19:00"),
    ],
)
def test_dates(language: str, day: str, time: str) -> None:
    words = Words(language)
    assert (words.date("2026-05-01"), words.date("2026-05-01T19:00"), words.date("")) == (day, time, "")


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("de", ["Adam", "Ägid", "Anna", "Oskar", "Öttl", "Zoë", "Анна", "张伟"]),
        ("fi", ["Adam", "Anna", "Zoë", "Åke", "Äijä", "Öttl", "Анна"]),
        ("be", ["Еўка", "Ёлкін", "Жук", "Зося", "Ігнат", "Йоні", "Удава", "Ўласаў", "Шчур", "Anna"]),
        ("ru", ["Елкин", "Ёлкина", "Жук", "Иван", "Йод", "Щур", "Эмма", "Anna"]),
        ("en", ["7 of Bells", "Anna B", "annab", "Anna-Lena", "Łukasz", "Zoë"]),
    ],
)
def test_names_are_sorted_for_their_readers(language: str, names: list[str]) -> None:
    assert sorted(sorted(names, reverse=True), key=lambda name: order.key(name, language)) == names


def test_equal_letters_still_have_an_order() -> None:
    assert order.key("Müller", "de") != order.key("Muller", "de")
    assert order.key("Мюллер", "ru") < order.key("Muller", "ru")
