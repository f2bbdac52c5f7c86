"""Screens of the terminal game, kept as text and looked at by a person.

Renew them after a wanted change with

    SCHAFKOPF_RENEW_SNAPSHOTS=1 pytest tests/cli/test_screens.py

and read the difference in `tests/cli/snapshots/` before keeping it: alignment, suit symbols, words.
"""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from rich.console import Console
from tests.cli.terminal import Person, Terminal

from schafkopf.cli.play.evening import FollowingConsole, Options
from schafkopf.cli.play.screen import Screen
from schafkopf.cli.play.setup import words_for
from schafkopf.game.contract import KINDS
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


def test_a_line_breaks_neither_inside_a_card_nor_inside_a_part_of_a_path() -> None:
    console = Console(file=io.StringIO(), width=30)
    screen = Screen(console, words_for("en", "german"), 0)
    path = "/somewhere/in-a-long-folder/evening-with-a-name.jsonl"
    for start in range(28):
        screen.line("x" * start + " ♣ E10, ♠ GO: " + path)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert text.count("♣ E10,") == text.count("♠ GO:") == 28
    assert all(text.count(part) == 28 for part in ("in-a-long-folder/", "evening-with-a-name.jsonl"))
    assert max(map(len, text.split("\n"))) <= 30


def test_the_width_follows_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    console = FollowingConsole(force_terminal=True)
    screen = Screen(console, words_for("en", "german"), 0)
    for columns, width in ((80, 80), (64, 64), (200, 100)):
        monkeypatch.setattr("os.get_terminal_size", lambda *_, found=columns: os.terminal_size((found, 24)))
        assert screen.width == width


@pytest.mark.parametrize(
    ("language", "action", "said"),
    [
        ("fi", "ramsch", "väistöpeli"),
        ("de", "give ??", "gibt eine verdeckte Karte"),
        ("ru", "give ??", "отдаёт карту рубашкой вверх"),
    ],
)
def test_what_is_said_is_said_in_words(language: str, action: str, said: str) -> None:
    words = words_for(language, "french")
    assert words.action(action) == said
    for name in KINDS:
        line = words.say("game", "plays", name="Anna", game=words.game(name, "G"))
        assert line.count(":") == 1


def test_rules_help_lists_the_variants_only_when_asked_twice(tmp_path: Path) -> None:
    shown = []
    for typed in (["?"], ["?", "?"]):
        terminal = Terminal(typed, width=100)
        assert terminal.run(Options(language="en", file=tmp_path / "evening.jsonl")) == 0
        shown.append(terminal.text)
    assert shown[0].count("fi-table") == 2
    assert "+all-games" not in shown[0]
    assert "+all-games" in shown[1]


def _compare(name: str, text: str) -> None:
    lines = "\n".join(line.rstrip() for line in text.rstrip().split("\n")) + "\n"
    path = SNAPSHOTS / name
    if os.environ.get("SCHAFKOPF_RENEW_SNAPSHOTS"):
        path.write_text(lines, "utf-8")
    assert path.read_text("utf-8") == lines
