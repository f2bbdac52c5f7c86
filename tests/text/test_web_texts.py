"""The texts of the client: each language says all of it, with the same placeholders, and tidily.

That nothing is left in English is asked in tests/web/test_catalogues.py, with what may be.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import schafkopf.text
from schafkopf.text.catalog import LANGUAGES, plural_form

CATALOG = Path(schafkopf.text.__file__).parent / "catalog"
AREAS = sorted(path.stem for path in (CATALOG / "en" / "web").glob("*.toml"))
OTHERS = [language for language in LANGUAGES if language != "en"]
LANGUAGE = pytest.mark.parametrize("lang", LANGUAGES)
OTHER = pytest.mark.parametrize("lang", OTHERS)
AREA = pytest.mark.parametrize("area", AREAS)

Path_ = tuple[str, ...]
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_HEADER = re.compile(r"^\[([^\[\]]+)\]\s*$")
_KEY = re.compile(r'^(?:"([^"]+)"|([A-Za-z0-9_-]+)) = ')

# Latin words in a Cyrillic text: names of keys, files and programs, and of two games in Russian.
_LATIN = """
Enter Home End PageUp PageDown QR NetSchafkopf docs fairness md schafkopf verify CSV JSON PDF SHA Sie Tout
"""
LATIN = frozenset(_LATIN.split())
# Letters of one of the two Cyrillic alphabets that the other does not have.
FOREIGN = {"be": "ИиЩщЪъ", "ru": "ІіЎў"}
QUOTES = {"de": "„“", "en": "“”", "be": "«»", "pt": "«»", "fi": "””", "ru": "«»"}


@cache
def texts(lang: str, area: str) -> dict[Path_, str | list[str]]:
    """Every text of a file by its path."""
    found: dict[Path_, str | list[str]] = {}

    def walk(tree: dict[str, Any], path: Path_) -> None:
        for name, inner in tree.items():
            if isinstance(inner, dict):
                walk(inner, (*path, name))
            else:
                found[*path, name] = inner

    walk(tomllib.loads((CATALOG / lang / "web" / f"{area}.toml").read_text("utf-8")), ())
    return found


def forms(text: str | list[str]) -> list[str]:
    return [text] if isinstance(text, str) else text


def said(lang: str) -> list[tuple[str, str]]:
    """Every form of every text, with its id."""
    return [
        ("/".join((area, *path)), form)
        for area in AREAS
        for path, text in texts(lang, area).items()
        for form in forms(text)
    ]


@LANGUAGE
def test_every_area_is_there_in_every_language(lang: str) -> None:
    assert sorted(path.name for path in (CATALOG / lang / "web").iterdir()) == [f"{area}.toml" for area in AREAS]


@OTHER
@AREA
def test_the_ids_are_those_of_english(lang: str, area: str) -> None:
    assert texts(lang, area).keys() == texts("en", area).keys()


@LANGUAGE
@AREA
def test_no_id_stands_twice_in_a_file(lang: str, area: str) -> None:
    found: list[Path_] = []
    table: Path_ = ()
    for line in (CATALOG / lang / "web" / f"{area}.toml").read_text("utf-8").splitlines():
        if header := _HEADER.match(line):
            table = tuple(header[1].split("."))
            found.append(table)
        elif key := _KEY.match(line):
            found.append((*table, key[1] or key[2]))
    assert len(found) == len(set(found))
    assert set(texts(lang, area)) <= set(found)


@LANGUAGE
@AREA
def test_a_text_has_the_forms_of_its_language_where_english_has_forms(lang: str, area: str) -> None:
    wanted = 1 + max(plural_form(lang, n) for n in range(200))
    for path, original in texts("en", area).items():
        text = texts(lang, area)[path]
        assert isinstance(text, list) == isinstance(original, list), path
        if isinstance(text, list):
            assert len(text) == wanted, path


@LANGUAGE
@AREA
def test_the_placeholders_are_those_of_english(lang: str, area: str) -> None:
    for path, original in texts("en", area).items():
        wanted = {name for form in forms(original) for name in _PLACEHOLDER.findall(form)}
        mine = [set(_PLACEHOLDER.findall(form)) for form in forms(texts(lang, area)[path])]
        # "one seat": a number that is a word.
        assert all(found | {"n"} == wanted | {"n"} for found in mine), path
        assert any("n" in found for found in mine) == ("n" in wanted), path


@pytest.mark.parametrize("lang", ["be", "ru"])
def test_cyrillic_texts_have_no_latin_words(lang: str) -> None:
    for id, form in said(lang):
        words = set(re.findall(r"[A-Za-z]+", _PLACEHOLDER.sub("", form)))
        assert words <= LATIN, id
        assert not set(form) & set(FOREIGN[lang]), id


@LANGUAGE
def test_texts_are_tidy(lang: str) -> None:
    for id, form in said(lang):
        assert form, id
        assert form == form.strip(), id
        assert "  " not in form, id
        assert "\n" not in form, id
        assert "..." not in form, id
        assert set(re.findall('["„“”«»]', form)) <= set(QUOTES[lang]), id
        if lang != "fi":
            assert form.count(QUOTES[lang][0]) == form.count(QUOTES[lang][1]), id
