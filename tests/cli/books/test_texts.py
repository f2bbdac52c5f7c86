"""What the books say in the terminal: in every language everything, and nothing that is never said."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import schafkopf.cli.books
import schafkopf.cli.sheet
import schafkopf.cli.tournament
from schafkopf.cli.books.phrase import vocabulary
from schafkopf.cli.books.speech import Speech
from schafkopf.club.sheet.ops import Act
from schafkopf.club.sheet.penalties import PENALTIES
from schafkopf.club.sheet.pricing import ENDINGS
from schafkopf.club.tournament.events import Event
from schafkopf.club.tournament.settings import Settings
from schafkopf.game.contract import CONTRACT_NAMES
from schafkopf.game.errors import SchafkopfError
from schafkopf.text.catalog import LANGUAGES, plural_form

LANGUAGE = pytest.mark.parametrize("lang", LANGUAGES)
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_OWN = [Path(package.__path__[0]) for package in (schafkopf.cli.books, schafkopf.cli.sheet, schafkopf.cli.tournament)]
SOURCE = "\n".join(path.read_text("utf-8") for folder in _OWN for path in folder.glob("*.py"))
TYPED = "words"
"""The table of what may be typed: its words need not be as many in every language."""


@cache
def texts(lang: str) -> dict[tuple[str, ...], Any]:
    path = resources.files("schafkopf.text") / "catalog" / lang / "books_terminal.toml"
    return dict(_leaves(tomllib.loads(path.read_text("utf-8"))))


def _leaves(tree: Any, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], Any]]:
    if not isinstance(tree, dict):
        return [(path, tree)]
    return [leaf for name, inner in tree.items() for leaf in _leaves(inner, (*path, name))]


def forms(text: Any) -> list[str]:
    return text if isinstance(text, list) else [text]


@LANGUAGE
def test_the_ids_are_those_of_english(lang: str) -> None:
    wanted = {path for path in texts("en") if path[0] != TYPED}
    assert {path for path in texts(lang) if path[0] != TYPED} == wanted
    tables = {path[:2] for path in texts("en") if path[0] == TYPED}
    assert {path[:2] for path in texts(lang) if path[0] == TYPED} == tables


@LANGUAGE
def test_placeholders_and_plural_forms_are_those_of_english(lang: str) -> None:
    many = 1 + max(plural_form(lang, n) for n in range(200))
    for path, original in texts("en").items():
        if path[0] == TYPED:
            continue
        text = texts(lang)[path]
        assert isinstance(text, list) == isinstance(original, list), path
        assert len(forms(text)) == (many if isinstance(text, list) else 1), path
        wanted = {name for form in forms(original) for name in _PLACEHOLDER.findall(form)}
        mine = [set(_PLACEHOLDER.findall(form)) for form in forms(text)]
        # "one seat": a number that is a word.
        assert set.union(*mine) | {"n"} == wanted | {"n"}, path
        assert all(form.count("[") == form.count("]") for form in forms(text)), path


@LANGUAGE
def test_what_may_be_typed_means_one_thing(lang: str) -> None:
    words = vocabulary(lang)
    assert set(words.contracts.values()) == set(CONTRACT_NAMES)
    assert set(words.ends.values()) == set(ENDINGS)
    for path, text in texts(lang).items():
        if path[0] == TYPED:
            for word in text.casefold().split():
                known = {"contracts": words.contracts, "ends": words.ends, "marks": words.marks, "keys": words.keys}
                assert known[path[1]][word] == path[2], (word, path)
    # A word that stands alone must not be a game, an end and a mark at once.
    assert not set(words.marks) & set(words.contracts)
    assert not set(words.marks) & set(words.ends)
    assert not set(words.ends) & set(words.contracts)


def test_everything_that_is_said_has_its_text_and_every_text_is_said() -> None:
    known = {path for path in texts("en") if path[0] not in (TYPED, "faults")}
    asked = set(re.findall(r"""say\(\s*["'](\w+)["'], ["']([\w-]+)["']""", SOURCE))
    assert asked <= known
    tables = set(re.findall(r"""say\(\s*["'](\w+)["'], (?!["'])""", SOURCE))
    silent = {path for path in known - asked if path[0] not in tables}
    assert not silent


@LANGUAGE
def test_what_the_core_names_has_its_word(lang: str) -> None:
    speech = Speech(lang)
    for kind in PENALTIES:
        assert speech.say("penalties", kind)
    for end in ENDINGS:
        assert speech.say("ends", end)
    for act in Act.__args__:
        key = {"DealerSet": "dealer"}.get(act.__name__, act.__name__.lower())
        assert ("did", key) in texts(lang)
    for event in Event.__args__:
        key = re.sub(r"(?<!^)(?=[A-Z])", "_", event.__name__).lower()
        assert ("events", key) in texts(lang)
    for name in Settings.__dataclass_fields__:
        assert speech.say("settings", name)


@LANGUAGE
def test_every_code_has_a_sentence(lang: str) -> None:
    """All that the terminal and the books refuse with: no code without words for people."""
    folders = [*_OWN, Path(schafkopf.__path__[0]) / "club"]
    found = {
        code
        for folder in folders
        for path in folder.rglob("*.py")
        for code in re.findall(r'"((?:say|file|sheet|tournament|entry|ruleset)/[a-z-]+)"', path.read_text("utf-8"))
    }
    assert {"say/word", "file/busy", "sheet/closed", "tournament/reason"} <= found
    for code in sorted(found):
        said = Speech(lang).fault(SchafkopfError(code, action="ab", where="cd"))
        assert said.endswith((".", "?", "ab", "cd")), (code, said)
        assert "{" not in said
        assert code not in said
