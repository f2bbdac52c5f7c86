"""`schafkopf solve`: all hands open."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.problems.files import records_of

from schafkopf.cli import solve as command
from schafkopf.engine.solver import solve
from schafkopf.game import parse_record
from schafkopf.game.cards import NAMES
from schafkopf.text.catalog import LANGUAGES

UNKNOWN = "?? ?? ?? ?? ?? ?? ?? ??"


def problems(group: str, count: int) -> list[str]:
    return records_of(group).read_text(encoding="utf-8").splitlines()[:count]


LINES = [*problems("rufspiel", 2), *problems("chalk", 1), *problems("tout", 1)]


def changed(line: str, **changes: Any) -> str:
    return json.dumps({**json.loads(line), **changes})


def answers(
    capsys: pytest.CaptureFixture[str], folder: Path, lines: list[str], **options: Any
) -> tuple[int, list[dict[str, Any]]]:
    """The command on a file of these lines: exit code and what it printed as JSON."""
    file = folder / "records.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    given = {"money": False, "nodes": None, "jobs": 1, "as_json": True, "lang": "en", **options}
    code = command.run(str(file), **given)
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("money", [False, True], ids=["points", "money"])
def test_each_line_is_what_the_solver_says(capsys: pytest.CaptureFixture[str], tmp_path: Path, money: bool) -> None:
    code, lines = answers(capsys, tmp_path, LINES, money=money)
    assert code == 0
    for number, (line, text) in enumerate(zip(lines, LINES, strict=True), start=1):
        deal = parse_record(text).replay()
        found = solve(deal, money=money)
        assert set(line) == {"line", "ok", "seat", "unit", "value", "cards", "nodes", "complete"}
        assert (line["line"], line["ok"], line["seat"], line["complete"]) == (number, True, deal.turn, True)
        assert (line["value"], line["cards"], line["nodes"]) == (found.value, found.cards, found.nodes)
        assert set(line["cards"]) == {text for text in deal.options_of(deal.turn) if text in NAMES}
    units = ["amount", "amount", "strokes", "amount"] if money else ["points", "points", "points", "goal"]
    assert [line["unit"] for line in lines] == units


def test_a_finished_deal_has_its_result_and_no_cards(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    deal = parse_record(LINES[0]).replay()
    while not deal.finished:
        deal = deal.after(f"{deal.turn} {next(text for text in deal.options_of(deal.turn) if text in NAMES)}")
    ended = changed(LINES[0], actions=[str(action) for action in deal.log])
    _, (points,) = answers(capsys, tmp_path, [ended])
    _, (paid,) = answers(capsys, tmp_path, [ended], money=True)
    facts, bill = deal.facts(), deal.settlement()
    assert (points["seat"], points["cards"], points["value"]) == (None, {}, facts.side_points)
    assert paid["value"] == bill.amounts[facts.declarer]


def test_what_cannot_be_solved_has_a_code_and_the_rest_goes_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    said = json.loads(LINES[0])["actions"]
    hands = json.loads(LINES[0])["hands"]
    declarer = int(said[-1][0])
    other = (declarer + 1) % 4
    bad = [
        changed(LINES[0], actions=said[:1]),
        changed(LINES[0], actions=[f"{seat % 4} pass" for seat in range(1, 5)]),
        changed(LINES[0], hands=[UNKNOWN if seat == other else hand for seat, hand in enumerate(hands)]),
        "{",
        changed(LINES[0], actions=[*said, f"{other} EO", f"{other} EO"]),
    ]
    code, lines = answers(capsys, tmp_path, [LINES[0], "", *bad, LINES[1]])
    assert code == 1
    assert [(line["line"], line["ok"]) for line in lines] == [
        (number, number in (1, 8)) for number in (1, 3, 4, 5, 6, 7, 8)
    ]
    codes = [line["error"]["code"] for line in lines if not line["ok"]]
    assert codes[:4] == ["solve/not-in-play", "solve/not-in-play", "solve/unknown-cards", "record/syntax"]
    assert codes[4].startswith(("play/", "turn/"))


def test_a_budget_that_runs_out_is_said_and_no_value_is_invented(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, (line,) = answers(capsys, tmp_path, LINES[:1], nodes=50)
    assert (code, line["ok"], line["complete"], line["value"]) == (0, True, False, None)
    whole = solve(parse_record(LINES[0]).replay())
    assert line["nodes"] < whole.nodes
    assert line["cards"].items() <= whole.cards.items()


def test_answers_do_not_depend_on_how_many_lines_are_solved_at_once(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = [*problems("short", 12), "{", *problems("short", 3)]
    assert answers(capsys, tmp_path, lines, jobs=1) == answers(capsys, tmp_path, lines, jobs=3)


def test_a_line_from_a_pipe_is_answered_before_the_next_one_comes() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "schafkopf", "solve", "-", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    for number, text in enumerate(problems("short", 2), start=1):
        process.stdin.write(text.encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["line"] == number
    process.stdin.close()
    assert process.wait() == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_shows_the_value_and_marks_the_best_cards(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, lang: str
) -> None:
    file = tmp_path / "records.jsonl"
    shady = changed(LINES[0], names=["\x1b[31mEvil", "[bold]Ben", "Cleo", "Dora"])
    file.write_text(f"{shady}\n{LINES[3]}\n{{\n")
    assert command.run(str(file), money=False, nodes=None, jobs=1, as_json=False, lang=lang, cards="german") == 1
    out = capsys.readouterr().out
    found = solve(parse_record(LINES[0]).replay())
    assert "\x1b" not in out
    assert "[bold]Ben" in out
    assert f"{found.value}" in out
    assert "{" not in out
    rows = [line for line in out.splitlines() if "★" in line]
    best = sum(value == found.value for value in found.cards.values())
    assert len(rows) >= best + 1
    assert "record/syntax" in out


def test_the_message_of_a_wrong_language_names_those_there_are() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "schafkopf", "solve", "-", "--lang", "xx"], capture_output=True, input=b"", check=False
    )
    assert done.returncode == 2
    assert b"fi" in done.stderr
