"""The commands for programs and for reading: what they print, and how they end."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from schafkopf import __version__
from schafkopf.game.ruleset import load_ruleset, parse_toml, preset_ids, ruleset_ids

DATA = Path(__file__).parent.parent / "formats" / "data"
UNKNOWN = "?? ?? ?? ?? ?? ?? ?? ??"


def run(*arguments: str, text: str | bytes = b"") -> tuple[int, str, str]:
    """A command in a process of its own: exit code, standard output, standard error."""
    given = text.encode() if isinstance(text, str) else text
    command = [sys.executable, "-m", "schafkopf", *arguments]
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def record(**changes: Any) -> dict[str, Any]:
    """A Rufspiel on Gras by seat 2, forehand about to lead, all other hands unknown."""
    return {
        "schafkopf": 1,
        "rules": "be-1989",
        "names": ["Anna", "Ben", "Cleo", "Dora"],
        "dealer": 3,
        "hands": ["GO HU HZ GA GK G8 EZ S9", UNKNOWN, UNKNOWN, UNKNOWN],
        "actions": ["0 pass", "1 pass", "2 play", "3 pass", "2 rufspiel G"],
        **changes,
    }


def replayed(*lines: Any, session: bool = False) -> tuple[int, list[dict[str, Any]]]:
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    code, out, _ = run("replay", "-", "--json", *(["--session"] if session else []), text=text)
    return code, [json.loads(line) for line in out.splitlines()]


def test_replay_prints_a_position_with_its_options() -> None:
    code, (line,) = replayed(record())
    assert code == 0
    assert line["line"] == 1
    assert line["ok"] is True
    assert line["contract"] == {"name": "rufspiel", "suit": "G", "declarer": 2, "partner": 0, "by_club_jack": False}
    assert line["amounts"] is None
    assert set(line["options"]["0"]) == {"EZ", "G8", "GA", "GO", "HU", "HZ", "S9"}


def test_replay_reports_a_broken_line_and_goes_on() -> None:
    illegal = record(actions=[*record()["actions"], "0 GK"])
    code, lines = replayed(
        record(), "", "{", illegal, {"schafkopf": 2}, record(rules="nowhere"), record(extra=1), record()
    )
    assert code == 1
    assert [(line["line"], line["ok"]) for line in lines] == [
        *((1, True), (3, False), (4, False), (5, False), (6, False), (7, False), (8, True))
    ]
    codes = [line["error"]["code"] for line in lines if not line["ok"]]
    assert codes == ["record/syntax", "play/called-ace", "record/version", "ruleset/unknown", "record/syntax"]
    error = lines[2]["error"]
    assert (error["seat"], error["action"], error["at"]) == (0, "GK", 5)
    assert set(error["allowed"]) == {"EZ", "G8", "GA", "GO", "HU", "HZ", "S9"}


def test_replay_checks_the_result_and_the_session() -> None:
    passed = record(rules="be-1989+pot", actions=["0 pass", "1 pass", "2 pass", "3 pass"])
    code, (line,) = replayed({**passed, "result": {"amounts": [-1, -1, -1, -1], "pot": 4}})
    assert code == 0
    assert line["session"]["pot"] == 4
    assert line["next_dealer"] == 0
    code, (line,) = replayed({**passed, "result": {"amounts": [0, 0, 0, 0]}})
    assert (code, line["error"]["code"]) == (1, "record/result-differs")
    hands = [UNKNOWN] * 4
    follows = record(rules="be-1989+pot", dealer=0, hands=hands, session={"pot": 4}, actions=[])
    assert replayed(passed, follows, session=True)[0] == 0
    for wrong in ({"dealer": 1}, {"session": {"pot": 3}}, {"session": {}}):
        code, lines = replayed(passed, {**follows, **wrong}, session=True)
        assert (code, lines[1]["error"]["code"]) == (1, "record/result-differs")


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe\x00",
        b"[1, 2]",
        b'{"schafkopf": 1, "schafkopf": 1}',
        b"[" * 2000 + b"]" * 2000,
        b"1" * 5000,
        json.dumps(record(overrides={"contracts": {"add": [[[[[[[[["geier"]]]]]]]]]}})).encode(),
        b'{"schafkopf": 1, "rules": "' + b"x" * (1 << 20) + b'"}',
        json.dumps(record(actions=["0 foo"])).encode(),
        json.dumps(record(actions=["9 pass", 3])).encode(),
        json.dumps(record(session=None)).encode(),
    ],
    ids=["encoding", "list", "twice", "deep", "long-number", "deep-override", "long-line", "word", "type", "null"],
)
def test_replay_survives_any_line(line: bytes) -> None:
    good = json.dumps(record()).encode()
    code, out, err = run("replay", "-", "--json", text=line + b"\n" + good)
    lines = [json.loads(text) for text in out.splitlines()]
    assert code == 1
    assert [entry["ok"] for entry in lines] == [False, True]
    assert lines[0]["error"]["code"] == "record/syntax"
    assert err == ""


def test_replay_for_people_shows_no_control_characters() -> None:
    shady = record(names=["\x1b[31mEvil", "B\nok", "C", "D"], actions=["0 pass", "1 pass", "2 pass", "3 pass"])
    _, out, _ = run("replay", "-", "--lang", "de", text=json.dumps(shady))
    assert "\x1b" not in out
    assert len(out.splitlines()) == 1
    _, out, _ = run("replay", "-", text=json.dumps(record(overrides={"kontra": {"\x1b[31m\nmax": 4}})))
    assert "\x1b" not in out
    assert len(out.splitlines()) == 1


def test_replay_says_what_file_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "none.jsonl", tmp_path):
        code, out, err = run("replay", str(path))
        assert (code, out) == (2, "")
        assert str(path) in err


def test_rules_lists_everything_that_ships() -> None:
    code, out, _ = run("rules", "--json")
    listed = json.loads(out)
    assert code == 0
    assert [row["id"] for row in listed["rulesets"]] == list(ruleset_ids())
    assert [row["id"] for row in listed["presets"]] == list(preset_ids())


@pytest.mark.parametrize("name", ruleset_ids())
def test_rules_prints_a_ruleset_as_data_and_as_toml(name: str) -> None:
    _, out, _ = run("rules", name, "--json")
    assert json.loads(out) == {"id": name, "base": name, **load_ruleset(name).nested()}
    _, out, _ = run("rules", name, "--toml")
    assert parse_toml(out) == load_ruleset(name)


def test_rules_reads_a_house_ruleset_and_names_its_faults(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('base = "bavaria"\n[kontra]\nmax = 4\n', "utf-8")
    code, out, _ = run("rules", f"{house}+knocking", "--json")
    assert code == 0
    assert (json.loads(out)["kontra"]["max"], json.loads(out)["knock"]["who"]) == (4, "anyone")
    for text, code_wanted, word in (
        ('base = "bavaria"\n[kontar]\nmax = 4\n', "ruleset/unknown-key", "kontar.max"),
        ('base = "bavaria"\n[kontra]\nmax = 3\n', "ruleset/bad-value", "kontra.max"),
        ('base = "bavaria"\n[table]\nplayers = 3\n', "ruleset/contradiction", "deal.packets"),
        ("", "ruleset/bad-value", "family"),
        ("= nonsense", "ruleset/bad-value", "house.toml"),
    ):
        house.write_text(text, "utf-8")
        code, _, err = run("rules", str(house))
        assert code == 1
        assert code_wanted in err
        assert word in err
        code, out, _ = run("rules", str(house), "--json")
        assert json.loads(out)["error"]["code"] == code_wanted


def test_an_unknown_language_is_refused() -> None:
    code, _, err = run("rules", "bavaria", "--lang", "xx")
    assert code == 2
    assert "de, en, be, pt, fi, ru" in err


def test_import_prints_records_that_replay_accepts(tmp_path: Path) -> None:
    source = str(DATA / "Schafkopfprotokoll_vom_16.05.20.txt")
    code, out, err = run("import", "netschafkopf", source)
    assert code == 1  # four hands of another game are in it
    assert err.count("import/unsupported") == 4
    assert run("replay", "-", text=out)[0] == 0
    target = tmp_path / "records.jsonl"
    run("import", "netschafkopf", source, "-o", str(target))
    assert target.read_text("utf-8") == out
    _, mixed, _ = run("import", "netschafkopf", source, "--json")
    faults = [line for line in map(json.loads, mixed.splitlines()) if "schafkopf" not in line]
    assert [fault["error"]["code"] for fault in faults] == ["import/unsupported"] * 4


def test_version() -> None:
    assert run("--version") == (0, f"{__version__}\n", "")
