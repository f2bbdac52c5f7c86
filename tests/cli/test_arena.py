"""`schafkopf arena`: its output for programs and for people, its file, and its refusals."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from schafkopf.cli import arena as command
from schafkopf.cli import mind
from schafkopf.engine import cache
from schafkopf.game import load_ruleset
from schafkopf.research.arena import Settings
from schafkopf.research.estimate import Effort, Estimate, Lineup, Report, Role


def arena(*arguments: str) -> tuple[int, str, str]:
    """Exit code, standard output, standard error."""
    command = [sys.executable, "-m", "schafkopf", "arena", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_json_says_settings_and_result_and_is_the_same_again(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    command = ("rules", "random", "--seed", "5", "--json", "--lineup", "one,opposite", "--jobs", "1")
    code, out, err = arena(*command, "--deals", "8")
    assert (code, err) == (0, "")
    first = json.loads(out)
    assert (first["a"], first["b"], first["rules"], first["seed"], first["deals"]) == (
        "rules",
        "random",
        "bavaria",
        5,
        8,
    )
    assert first["unit"] == "cent"
    assert first["lineup_names"] == list(first["lineups"]) == ["one", "opposite"]
    assert set(first["lineups"]["one"]["a"]) == {"mean", "error", "low", "high"}
    assert first["efforts"]["A"]["answers"] > 0
    assert (first["broken"], first["errors"]) == (0, [])
    arena(*command, "--deals", "3", "--file", str(file))
    assert len(file.read_text().splitlines()) == 4
    assert json.loads(file.read_text().splitlines()[0]).items() <= first.items()
    code, out, _ = arena(*command, "--deals", "8", "--file", str(file))
    assert code == 0
    assert json.loads(out)["lineups"] == first["lineups"]
    code, out, _ = arena(*command, "--deals", "3", "--file", str(file))
    assert json.loads(out)["deals"] == 3


def test_tables_for_people() -> None:
    code, out, err = arena("rules:bold", "rules", "--deals", "4", "--split", "--jobs", "1")
    assert (code, err) == (0, "")
    for text in ("A = rules:bold, B = rules; bavaria, 4 deals", "cent per seat and deal", "95 % bounds", "slowest ms"):
        assert text in out
    assert "A's cards alone" in out


def test_no_figure_is_cut_at_80_columns(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    whole = Role(seats=4, share=1.0, mean=-123.4, won=1.0)
    roles = {letter: {"declarer with partner": whole, "opponent of two": whole} for letter in "AB"}
    some = Estimate(-123.45, 123.45, -1234.56, +1234.56)
    lineup = Lineup(a=some, b=some, difference=some, parts={}, roles=roles)
    bot = "pimc:medium/rules:cautious"
    effort = Effort(answers=123456, forced=12345, fallbacks=1234, mean_ms=123.456, slowest_ms=12345.6)
    settings = Settings("random", bot, load_ruleset("bavaria"), "bavaria")
    found = Report(4, 0, "cent", {"one": lineup}, {"A": effort, "B": effort}, ())
    command._show(settings, found)
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80
    assert (out.count("100.0%"), out.count("-123.4 "), out.count("12345.6")) == (8, 4, 2)
    assert out.count("-1234.56 … +1234.56") == 3
    assert bot in out.split("slowest ms")[1]


@pytest.mark.parametrize(("bot", "parts"), [("pimc:easy/rules", ("solver", "ramsch", "worlds", "pimc")), ("rules", ())])
def test_compiling_is_announced_where_a_bot_needs_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, bot: str, parts: tuple[str, ...]
) -> None:
    monkeypatch.setattr(cache, "cache_folder", lambda: None)
    monkeypatch.setattr(mind, "_ANNOUNCED", set())
    options = command.Options(
        a=bot,
        b="random",
        deals=1,
        rules="bavaria",
        seed=1,
        ms=None,
        nodes=100,
        jobs=1,
        lineup="one",
        split=False,
        file=None,
        as_json=True,
    )
    assert command.run(options) == 0
    seconds = sum(cache.PARTS[part][1] for part in parts)
    said = capsys.readouterr().err
    assert said.count("seconds") == said.count(f"about {seconds} seconds") == bool(parts)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rules", "nobody"), "no bot is called 'nobody'"),
        (("rules", "random", "--rules", "nowhere"), "--rules: "),
        (("rules", "random", "--deals", "0"), "at least 1"),
        (("rules", "random", "--jobs", "0"), "at least 1"),
        (("rules", "random", "--ms", "-5"), "budget"),
        (("rules", "random", "--lineup", "two"), "no line-up"),
        (("rules", "random", "--rules", "three", "--lineup", "opposite"), "needs four players"),
        (("rules", "random", "--file", "."), "."),
        (("rules",), "Missing argument"),
        (("rules", "random", "--ms", "many"), "--ms"),
    ],
)
def test_bad_input_is_named_and_ends_with_2(arguments: tuple[str, ...], message: str) -> None:
    code, out, err = arena(*arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert "Traceback" not in err


def test_another_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("mine\n")
    code, _, err = arena("rules", "random", "--deals", "1", "--file", str(file))
    assert code == 2
    assert "does not hold results" in err
    assert file.read_text() == "mine\n"
