"""`schafkopf arena`: its output for programs and for people, its file, and its refusals."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest


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
    assert set(first["lineups"]["one"]["a"]) == {"mean", "error", "low", "high"}
    assert first["efforts"]["A"]["answers"] > 0
    assert (first["broken"], first["errors"]) == (0, [])
    arena(*command, "--deals", "3", "--file", str(file))
    assert len(file.read_text().splitlines()) == 4
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
