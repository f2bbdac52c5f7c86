"""The texts of the client in six languages, with the terms: the same keys, and none left in English. I18-01.

Their form is looked at in tests/text/test_web_texts.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from tests.web.words import LANGUAGES, ORIGINAL, areas

OTHERS = [language for language in LANGUAGES if language != ORIGINAL]
GERMAN_WORDS = r"terms\.(contracts|game|settlement)\..+|table\.(suits|suits_of|ranks)\.german\.\w"
BOOK_WORDS = (
    r"sheet\.fields\.(schneider|schwarz|laufende|kontra|march)|"
    r"tournament\.scheme\.(schneider|schwarz|held|every_trick)"
)
ALLOWED = {
    # Language -> addresses (a pattern) -> why the text may be the English one.
    "de": {
        GERMAN_WORDS: "the words of the game are German in English too",
        r"table\.cards\.german": "so are the names of the cards",
        r"home\.(bot|level)|lobby\.seat_bot|new\.seats\.bot": "a bot is a Bot",
        r"lobby\.invite\.(code|link)|me\.account\.passphrase|table\.menu\.pause|table\.reasons\.name": "the same word",
        BOOK_WORDS: "the words of the game again",
        r"sheet\.(new|season|people)\.name|sheet\.(result|numbers)\.person|tournament\.(players|ranking)\.name": "name",
        r"(sheet|tournament)\.share\.link|tournament\.(tabs\.share|table\.protest)": "words of both languages",
    },
    "pt": {
        GERMAN_WORDS: "the game keeps its German words",
        r"after\.bill\.subtotal|lobby\.invite\.link|shell\.menu": "the same word",
        BOOK_WORDS: "also in the books",
        r"(sheet|tournament)\.share\.link|tournament\.tabs\.share|tournament\.prizes\.amount": "words of both",
        r"sheet\.(season|numbers)\.total|tournament\.(ties|ranking)\.solos": "sums and lone games",
    },
    "fi": {
        GERMAN_WORDS: "the game keeps its German words",
        r"table\.cards\.german": "and German cards their names",
        BOOK_WORDS: "also in the books",
    },
    "ru": {
        r"terms\.(contracts|settlement)\.(sie|tout|tie)": "German words in Latin letters, and a score",
        r"tournament\.scheme\.(held|every_trick)": "the same words",
    },
    "be": {r"terms\.settlement\.(sie|tout|tie)": "German words in Latin letters, and a score"},
}
NAME_OF_THE_GAME = "shell.title"


def texts(language: str) -> dict[str, Any]:
    """Address -> text or forms."""
    return {f"{area}.{address}": text for area, tables in areas(language).items() for address, text in _flat(tables)}


def _flat(tables: dict[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in tables.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{path}{name}.")
        else:
            yield path + name, value


def has_words(text: Any) -> bool:
    """Whether anything is left to translate when the places are taken out: `{name}: {card}` says nothing."""
    forms = text if isinstance(text, list) else [text]
    return any(re.search(r"[^\W\d_]", re.sub(r"\{\w+\}", "", form)) for form in forms)


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_there_and_none_is_left_in_english(language: str) -> None:
    english, own = texts(ORIGINAL), texts(language)
    assert own.keys() == english.keys()
    same = {address for address, text in own.items() if text == english[address] and has_words(text)}
    allowed = re.compile("|".join(f"({pattern})" for pattern in (re.escape(NAME_OF_THE_GAME), *ALLOWED[language])))
    assert {address for address in same if not allowed.fullmatch(address)} == set()


@pytest.mark.parametrize("language", OTHERS)
def test_no_exception_is_left_over(language: str) -> None:
    english, own = texts(ORIGINAL), texts(language)
    for pattern, why in ALLOWED[language].items():
        assert any(re.fullmatch(pattern, address) and own[address] == english[address] for address in own), why
