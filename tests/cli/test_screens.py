"""Screens of the terminal game, kept as text and looked at by a person.

Renew them after a wanted change with

    SCHAFKOPF_RENEW_SNAPSHOTS=1 pytest tests/cli/test_screens.py

and read the difference in `tests/cli/snapshots/` before keeping it: alignment, suit symbols, words.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.cli.terminal import Person, Terminal

from schafkopf.cli.play.evening import Options
from schafkopf.game.ruleset import load_ruleset

SNAPSHOTS = Path(__file__).parent / "snapshots"
_PEOPLE = {"de": "Vroni,Sepp,Kathi,Xaver,Lenz", "fi": "Aino,Eero,Helmi,Väinö,Kerttu"}


def _evening(rules: str, language: str, cards: str, width: int, *, seed: int, deals: int) -> Terminal:
    terminal = Terminal(Person(seed), width=width)
    given = Options(
        rules=rules,
        names=",".join(_PEOPLE[language].split(",")[: load_ruleset(rules)["table.seated"]]),
        language=language,
        cards=cards,
        seed=seed,
        deals=deals,
        file=Path("abend.jsonl"),
    )
    assert terminal.run(given) == 0
    return terminal


@pytest.mark.parametrize(
    ("name", "rules", "language", "cards", "width", "seed", "deals"),
    [
        ("bavaria-60", "bavaria", "de", "german", 60, 104, 2),
        ("bavaria-60", "bavaria", "fi", "french", 60, 104, 2),
        ("bavaria-100", "bavaria", "de", "french", 100, 450, 1),
        ("fi-table-60", "fi-table", "fi", "french", 60, 29, 2),
        ("fi-table-60", "fi-table", "de", "german", 60, 29, 2),
        ("chalk-60", "ru-chalk", "de", "german", 60, 3, 3),
        ("chalk-60", "ru-chalk", "fi", "french", 60, 3, 3),
        ("ramsch-60", "bavaria+ramsch+knocking", "de", "german", 60, 30, 1),
        ("hochzeit-60", "bavaria+hochzeit", "de", "german", 60, 167, 1),
        ("five-60", "be-1989+five", "de", "german", 60, 49, 2),
        ("three-60", "three", "de", "german", 60, 2, 1),
    ],
)
def test_deals(
    name: str,
    rules: str,
    language: str,
    cards: str,
    width: int,
    seed: int,
    deals: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    terminal = _evening(rules, language, cards, width, seed=seed, deals=deals)
    assert terminal.widest() <= width
    _compare(f"{name}.{language}.txt", terminal.text)


@pytest.mark.parametrize("language", ["de", "fi"])
def test_setup_help_and_goodbye(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    number = {"de": "1", "fi": "5"}[language]
    own, *others = _PEOPLE[language].split(",")[:4]
    typed = [number, "be-1989+pot", own, ", ".join(others), "", "?", "h", "b", "l", "k", "xx", "q"]
    terminal = Terminal(typed, width=60)
    assert terminal.run(Options(seed=2, file=Path("abend.jsonl"))) == 0
    assert terminal.widest() <= 60
    _compare(f"setup-60.{language}.txt", terminal.text)


def _compare(name: str, text: str) -> None:
    lines = "\n".join(line.rstrip() for line in text.rstrip().split("\n")) + "\n"
    path = SNAPSHOTS / name
    if os.environ.get("SCHAFKOPF_RENEW_SNAPSHOTS"):
        path.write_text(lines, "utf-8")
    assert path.read_text("utf-8") == lines
