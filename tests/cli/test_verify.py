"""`schafkopf verify`: shuffles checked from the command line."""

from __future__ import annotations

import json
import shutil
import tomllib
from importlib import resources
from pathlib import Path

import pytest
from typer.testing import CliRunner

from schafkopf.cli.app import app
from schafkopf.text.catalog import LANGUAGES

VECTORS = Path(__file__).parents[2] / "docs" / "fairness-vectors.jsonl"


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """The vectors, the second of them with two cards exchanged, and one that somebody has cut off."""
    lines = VECTORS.read_text("utf-8").splitlines()
    second = json.loads(lines[1])
    second["hands"][0], second["hands"][1] = second["hands"][1], second["hands"][0]
    path = tmp_path / "shuffles.jsonl"
    path.write_text("\n\n".join([lines[0], json.dumps(second), lines[2], lines[3][:80]]), "utf-8")
    return path


def test_the_vectors_check() -> None:
    result = CliRunner().invoke(app, ["verify", "--json", str(VECTORS)])
    assert result.exit_code == 0
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["line"] for line in found] == list(range(1, len(VECTORS.read_text("utf-8").splitlines()) + 1))
    assert all(line["ok"] for line in found)
    assert found[2] == {"line": 3, "ok": True, "table": "vector-3", "number": 1, "took_part": [1, 2], "left_out": [4]}


def test_what_does_not_check_has_its_code_and_leaves_other_lines_alone(mixed: Path) -> None:
    result = CliRunner().invoke(app, ["verify", "--json", str(mixed)])
    assert result.exit_code == 1
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(line["line"], line["ok"]) for line in found] == [(1, True), (3, False), (5, True), (7, False)]
    assert [line["error"]["code"] for line in found if not line["ok"]] == ["fairness/hands", "fairness/syntax"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_speaks_six_languages(mixed: Path, lang: str) -> None:
    result = CliRunner().invoke(app, ["verify", "--lang", lang, str(mixed)])
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert "vector-1" in lines[0]
    assert "fairness/hands" in lines[1]
    assert "1, 2" in lines[2]
    assert "{" not in result.stdout
    if lang != "en":
        assert lines != CliRunner().invoke(app, ["verify", "--lang", "en", str(mixed)]).stdout.splitlines()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_records_are_told_from_shuffles(tmp_path: Path, lang: str) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text('{"schafkopf": 1, "rules": "three"}\n' * 2, "utf-8")
    result = CliRunner().invoke(app, ["verify", "--lang", lang, str(path)])
    assert result.exit_code == 1
    catalog = resources.files("schafkopf.text") / "catalog" / lang
    texts = tomllib.loads((catalog / "verify.toml").read_text("utf-8"))
    button = tomllib.loads((catalog / "web" / "after.toml").read_text("utf-8"))["settle"]["shuffles"]
    assert result.stdout.splitlines() == [f"{number}: fairness/syntax: {texts['record']}" for number in (1, 2)]
    assert result.stderr.splitlines() == [texts["records"]]
    assert button in texts["records"]


def test_nothing_to_check_is_no_success(tmp_path: Path) -> None:
    path = tmp_path / "empty"
    path.write_text("\n\n")
    result = CliRunner().invoke(app, ["verify", "--lang", "en", str(path)])
    assert result.exit_code == 1
    assert not result.stdout
    assert "no line about a shuffle" in result.stderr


def test_standard_input_and_a_byte_order_mark() -> None:
    result = CliRunner().invoke(app, ["verify", "-"], input="\ufeff" + VECTORS.read_text("utf-8"))
    assert result.exit_code == 0


@pytest.mark.parametrize("raw", [b"\xff\xfe\n", b"x" * 100_000])
def test_bytes_that_are_no_text(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "bytes"
    path.write_bytes(raw)
    result = CliRunner().invoke(app, ["verify", "--json", str(path)])
    assert result.exit_code == 1
    assert json.loads(result.stdout)["error"]["code"] == "fairness/syntax"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert CliRunner().invoke(app, ["verify", str(tmp_path / "none")]).exit_code == 2


def test_an_unknown_language_is_refused(tmp_path: Path) -> None:
    shutil.copy(VECTORS, tmp_path / "copy")
    assert CliRunner().invoke(app, ["verify", "--lang", "xx", str(tmp_path / "copy")]).exit_code == 2
