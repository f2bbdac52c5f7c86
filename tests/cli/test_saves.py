"""The save file: every card at once, nothing lost, nothing damaged overwritten."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.cli.terminal import Person, Terminal

from schafkopf.cli.play.evening import Options
from schafkopf.cli.play.saves import Save, SaveFault, load, next_path


def evening(folder: Path, deals: int = 2) -> Path:
    """A saved evening with finished deals and one that is being played."""
    path = folder / "evening.jsonl"
    given = Options(
        rules="bavaria", names="Anna,Ben,Cleo,Dora", language="en", cards="german", seed=8, file=path, deals=deals
    )
    assert Terminal(Person(1)).run(given) == 0
    Terminal(Person(1, patience=2)).run(Options(file=path, resume=True))
    lines = path.read_text("utf-8").splitlines()
    assert ["result" in json.loads(line) for line in lines] == [True] * deals + [False]
    return path


def change(line: str, **values: object) -> str:
    return json.dumps({**json.loads(line), **values})


DAMAGES = {
    "torn in the middle of a line": lambda lines: [*lines[:-1], lines[-1][:60]],
    "an empty line": lambda lines: [lines[0], "", *lines[1:]],
    "not JSON": lambda lines: ["hello", *lines],
    "another result": lambda lines: [change(lines[0], result={"amounts": [1, -1, 0, 0]}), *lines[1:]],
    "an action that is not legal": lambda lines: [*lines[:-1], change(lines[-1], actions=["2 SA"])],
    "a deal left out": lambda lines: lines[1:-1] + lines[:1],
    "other rules in between": lambda lines: [lines[0], change(lines[1], rules="bavaria+10-50"), *lines[2:]],
    "other names in between": lambda lines: [lines[0], change(lines[1], names=list("wxyz")), *lines[2:]],
    "another dealer": lambda lines: [lines[0], change(lines[1], dealer=json.loads(lines[0])["dealer"]), *lines[2:]],
    "a pot from nowhere": lambda lines: [lines[0], change(lines[1], session={"pot": 20}), *lines[2:]],
    "an unfinished deal before another": lambda lines: [lines[2], lines[0]],
    "a later version": lambda lines: [change(lines[0], schafkopf=2), *lines[1:]],
    "nothing at all": lambda lines: [],
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_save_is_explained_and_left_alone(damage: str, tmp_path: Path) -> None:
    path = evening(tmp_path)
    lines = DAMAGES[damage](path.read_text("utf-8").splitlines())
    path.write_text("\n".join(lines) + "\n" if lines else "", "utf-8")
    before = path.read_bytes()
    for options in (Options(file=path), Options(file=path, resume=True), Options(file=path, new=True)):
        terminal = Terminal([])
        assert terminal.run(options) == 1
        assert path.name in terminal.text
        assert path.read_bytes() == before
    assert sorted(file.name for file in tmp_path.iterdir()) == ["evening.jsonl", "evening.table.json"]


def test_a_damaged_save_is_cut_after_its_last_good_deal_if_the_person_says_so(tmp_path: Path) -> None:
    path = evening(tmp_path)
    lines = path.read_text("utf-8").splitlines()
    path.write_bytes("\n".join(lines).encode()[:-40] + b"\xff\xfe")
    whole = path.read_bytes()
    given = Options(file=path, resume=True, language="en")
    assert Terminal(["n"]).run(given) == 1
    assert path.read_bytes() == whole
    for kept in ("evening.jsonl.damaged", "evening.jsonl-2.damaged"):
        terminal = Terminal(["y", "q"])
        assert terminal.run(given) == 0
        assert f"The damaged file is kept as {kept}" in " ".join(terminal.text.split())
        assert (tmp_path / kept).read_bytes() == whole
        assert path.read_text("utf-8").splitlines()[:2] == lines[:2]
        assert load(path)[1].records == 2
        path.write_bytes(whole)


def test_what_to_do_with_a_damaged_save_can_be_done(tmp_path: Path) -> None:
    path = evening(tmp_path)
    path.write_text("hello\n" + path.read_text("utf-8"), "utf-8")
    terminal = Terminal([], width=300)
    assert terminal.run(Options(file=path, language="en")) == 1
    assert "--resume" not in terminal.text
    # Where the line breaks depends on how long the path is.
    assert f"--new --file {tmp_path / 'evening-2.jsonl'}" in " ".join(terminal.text.split())


@pytest.mark.parametrize("place", [".", "/dev/full"])
def test_a_place_that_is_no_ordinary_file_is_refused_at_once(place: str, tmp_path: Path) -> None:
    path = tmp_path / place
    if not path.exists():
        pytest.skip("no such device")
    terminal = Terminal([])
    assert terminal.run(Options(file=path, language="en")) == 1
    assert "not an ordinary file" in " ".join(terminal.text.split())
    assert "Which language" not in terminal.text


def test_a_save_that_is_not_text(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    terminal = Terminal([])
    assert terminal.run(Options(file=path, language="en")) == 1
    assert "something other than text" in " ".join(terminal.text.split())
    assert path.read_bytes() == b"\xff\xfe\x00"


@pytest.mark.parametrize("text", ["", "[]", '{"seat": 9}', "{"])
def test_a_damaged_seating_is_not_guessed(text: str, tmp_path: Path) -> None:
    """It says which hand is the person's: a guess would show him another one."""
    path = evening(tmp_path)
    path.with_name("evening.table.json").write_text(text, "utf-8")
    terminal = Terminal([])
    assert terminal.run(Options(file=path, resume=True, language="en")) == 1
    assert "evening.table.json" in terminal.text


def test_a_save_that_another_program_changed_is_not_overwritten(tmp_path: Path) -> None:
    path = evening(tmp_path)
    person = Person(1)

    def meddling(fresh: str) -> str:
        path.write_text("somebody else was here\n", "utf-8")
        return person(fresh)

    terminal = Terminal(meddling)
    assert terminal.run(Options(file=path, resume=True)) == 1
    assert "changed by another program" in " ".join(terminal.text.split())
    assert path.read_text("utf-8") == "somebody else was here\n"


def test_a_file_that_is_there_is_never_overwritten(tmp_path: Path) -> None:
    path = evening(tmp_path)
    before = path.read_bytes()
    for options in (Options(file=path, new=True), Options(file=path, rules="three")):
        terminal = Terminal([])
        assert terminal.run(options) == 1
        assert path.read_bytes() == before
    save = Save(path)
    _, saved, _ = load(path)
    assert saved.deal is not None
    with pytest.raises(SaveFault) as fault:
        save.write(saved.deal, saved.names)
    assert fault.value.key == "exists"
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", "utf-8")
    terminal = Terminal([])
    given = Options(
        rules="bavaria", names="A,B,C,D", language="en", cards="german", file=blocked / "evening.jsonl", seed=1
    )
    assert terminal.run(given) == 1
    assert "cannot be written" in " ".join(terminal.text.split())
    assert "Every move is saved" not in terminal.text


def test_evenings_in_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last unfinished one is offered; Enter goes on with it, n or --new begins the next."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "schafkopf"
    begin = {"rules": "bavaria", "names": "Anna,Ben,Cleo,Dora", "language": "en", "cards": "german", "seed": 3}
    assert Terminal([]).run(Options(**begin)) == 0  # type: ignore[arg-type]
    first = folder / "evening-001.jsonl"
    assert first.exists()
    before = first.read_text("utf-8")

    terminal = Terminal(["", "q"])
    assert terminal.run(Options(language="en")) == 0
    assert "Go on with it?" in terminal.text
    assert first.read_text("utf-8") == before

    terminal = Terminal(["n", "7", "Zoe", "", "1", "q"])
    assert terminal.run(Options(language="en")) == 0
    record = json.loads((folder / "evening-002.jsonl").read_text("utf-8"))
    assert (record["rules"], record["names"]) == ("ru-chalk", ["Zoe", "Anna", "Ben", "Cleo"])
    assert Terminal([]).run(Options(new=True, **begin)) == 0  # type: ignore[arg-type]
    assert next_path(folder).name == "evening-004.jsonl"
    assert first.read_text("utf-8") == before


def test_resuming_with_another_language_and_other_cards(tmp_path: Path) -> None:
    path = evening(tmp_path)
    terminal = Terminal(["q"])
    assert terminal.run(Options(file=path, resume=True, language="fi", cards="french")) == 0
    assert "Näkemiin" in terminal.text
    assert re.search("[♣♠♥♦][AKQJ1987]", terminal.text)
    seating = json.loads(path.with_name("evening.table.json").read_text("utf-8"))
    assert seating == {"seat": 0, "language": "fi", "cards": "french", "bots": "rules", "seed": 8}


def test_leaving_before_anything_has_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for typed in ([], ["2"], ["2", "q"], ["2", "1", "Anna"]):
        assert Terminal(typed).run(Options()) == 0
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_keeps_everything(tmp_path: Path) -> None:
    path = evening(tmp_path)
    before = path.read_text("utf-8")

    def interrupt(fresh: str) -> str:
        raise KeyboardInterrupt

    terminal = Terminal(interrupt)
    assert terminal.run(Options(file=path, resume=True, language="en")) == 0
    assert "Everything is saved" in terminal.text
    assert path.read_text("utf-8") == before
