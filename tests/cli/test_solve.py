"""`schafkopf solve`: all hands open."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.laws.kit import any_action, deal_for
from tests.problems.files import records_of
from typer.testing import CliRunner

from schafkopf.cli import mind
from schafkopf.cli import solve as command
from schafkopf.cli.app import app
from schafkopf.cli.mind import Speech, unit_of
from schafkopf.engine import cache
from schafkopf.engine.solver import solve
from schafkopf.game import Deal, parse_record, print_record
from schafkopf.game.cards import NAMES
from schafkopf.game.record import record_of
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


def ramsch(cards_left: int) -> Deal:
    """A Ramsch with so many cards left in all hands together; 0: at its end."""
    rng = random.Random("solve a ramsch")
    deal = deal_for("ramsch", rng)
    while sum(map(int.bit_count, deal.play.hands)) > cards_left:
        deal = deal.after(any_action(deal, rng))
    return deal


def line_of(deal: Deal) -> str:
    return print_record(record_of(deal, ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz")[: len(deal.hands)]))


def test_a_finished_ramsch_has_no_value_of_one_seat(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _, (line,) = answers(capsys, tmp_path, [line_of(ramsch(0))])
    assert (line["seat"], line["value"], line["cards"], line["complete"]) == (None, None, {}, True)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_finished_ramsch_shows_what_everybody_got_and_no_spent_budget(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    deal = ramsch(0)
    file = tmp_path / "records.jsonl"
    file.write_text(line_of(deal) + "\n", encoding="utf-8")
    assert command.run(str(file), money=False, nodes=None, jobs=1, as_json=False, lang=lang, cards="german") == 0
    out = capsys.readouterr().out
    speech = Speech(lang, ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz"), unit_of(deal), cards="german")
    bill = deal.settlement()
    assert any(bill.amounts)
    for seat in deal.seats:
        assert f"{speech.name(seat)} {speech.amount(bill.amounts[seat])}" in out
    assert speech.say("solve", "budget") not in out
    assert speech.say("solve", "estimate") not in out


def test_a_ramsch_that_was_not_searched_to_its_end_is_called_an_estimate(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "records.jsonl"
    file.write_text(f"{line_of(ramsch(20))}\n{line_of(ramsch(8))}\n", encoding="utf-8")
    options = {"money": False, "jobs": 1, "lang": "en", "cards": "german"}
    assert command.run(str(file), nodes=50, as_json=False, **options) == 0
    early, late = capsys.readouterr().out.split("\n2: ")
    assert "these are estimates" in early
    assert "estimates" not in late
    assert all("Best play: " in one for one in (early, late))


def test_no_budget_is_no_limit(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines = [LINES[0], line_of(ramsch(12))]
    assert answers(capsys, tmp_path, lines, nodes=0) == answers(capsys, tmp_path, lines)


def test_cards_for_people_are_refused_where_programs_read(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    file.write_text(LINES[0] + "\n", encoding="utf-8")
    done = CliRunner().invoke(app, ["solve", str(file), "--json", "--cards", "french"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert "--json" in done.stderr


@pytest.fixture
def still_to_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was compiled or announced so far, and nothing can be kept."""
    monkeypatch.setattr(cache, "cache_folder", lambda: None)
    monkeypatch.setattr(mind, "_ANNOUNCED", set())


@pytest.mark.usefixtures("still_to_compile")
def test_compiling_is_announced_once_for_each_part(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines = [*problems("short", 2), *[line_of(ramsch(12))] * 6]
    file = tmp_path / "records.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert command.run(str(file), money=False, nodes=None, jobs=3, as_json=True, lang="en") == 0
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2
    for line, part in zip(said, ("solver", "ramsch"), strict=True):
        assert f"about {cache.PARTS[part][1]} seconds" in line


@pytest.mark.usefixtures("still_to_compile")
def test_threads_that_ask_at_once_are_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    together = threading.Barrier(8)

    def ask() -> None:
        together.wait()
        mind.announce_compiling("en", "solver", "worlds")

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = cache.PARTS["solver"][1] + cache.PARTS["worlds"][1]
    assert capsys.readouterr().err.count(f"about {seconds} seconds") == 1
    mind.announce_compiling("en", "worlds", "ramsch")
    assert f"about {cache.PARTS['ramsch'][1]} seconds" in capsys.readouterr().err


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
