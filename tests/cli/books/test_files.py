"""The file of a book: whole or not at all, one writer at a time, and nothing that is no book."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.cli.books.kit import code, data, ok, run, sheet

from schafkopf.cli.books import files
from schafkopf.cli.books.files import FileFault
from schafkopf.cli.sheet import booking
from schafkopf.cli.sheet.desk import Desk
from schafkopf.club.sheet.ops import Corrected


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return sheet(tmp_path / "evening.json")


def correct(desk: Desk, amount: int) -> None:
    anna, beni, *_ = desk.state.people
    booking.enter(desk, lambda state: Corrected({anna: amount, beni: -amount}))


def test_two_who_write_at_once_are_both_kept(file: Path) -> None:
    """Each reads, thinks and writes many times; nothing is lost, and the order is one that all see."""
    begin = threading.Barrier(4)

    def write(name: int) -> None:
        desk = Desk.open(file, device=f"device{name}")
        begin.wait()
        for step in range(8):
            correct(desk, 100 * name + step)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(1, 5)))
    lines = data("sheet", "list", file)["lines"]
    found = [max(line["amounts"].values()) for line in lines]
    assert sorted(found) == sorted(100 * name + step for name in range(1, 5) for step in range(8))
    for name in range(1, 5):
        own = [amount for amount in found if amount // 100 == name]
        assert own == sorted(own)
    assert os.listdir(file.parent) == [file.name]


def test_two_processes_on_one_file_lose_nothing(file: Path) -> None:
    command = [sys.executable, "-m", "schafkopf", "sheet", "add", str(file), "solo", "Anna", "won"]
    running = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(2)]
    assert [one.wait() for one in running] == [0, 0]
    assert len(data("sheet", "list", file)["lines"]) == 2


def test_what_others_wrote_meanwhile_stays(file: Path) -> None:
    """Two had the sheet before them; the second one's line goes behind the first one's, with its true number."""
    one, two = Desk.open(file), Desk.open(file)
    correct(one, 5)
    correct(two, 7)
    assert [max(line.bill.amounts.values()) for line in two.state.lines] == [5, 7]
    assert [stored.seq for stored in two.log] == list(range(1, len(two.log) + 1))


def test_a_crash_while_writing_leaves_the_old_state(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = file.read_bytes()
    desk = Desk.open(file)

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(FileFault) as refusal:
        correct(desk, 5)
    assert refusal.value.code == "file/unwritable"
    monkeypatch.setattr("os.fsync", lambda handle: None)
    monkeypatch.setattr("os.replace", lambda a, b: full(0))
    with pytest.raises(FileFault):
        correct(desk, 5)
    assert file.read_bytes() == before
    assert os.listdir(file.parent) == [file.name]


def test_rights_and_links_of_a_file_stay(file: Path) -> None:
    file.chmod(0o600)
    link = file.with_name("link.json")
    link.symlink_to(file)
    ok("sheet", "add", link, "solo", "Anna", "won")
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o600
    assert len(data("sheet", "list", file)["lines"]) == 1


def test_what_is_no_book_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    assert code("sheet", "list", file) == "file/missing"
    assert code("sheet", "add", file, "solo", "Anna", "won") == "file/missing"
    assert code("tournament", "status", file) == "file/missing"
    assert code("sheet", "list", tmp_path) == "file/kind"
    texts = (
        b"",
        b"\xff\xfe",
        b"{}",
        b"[1]",
        b"[" * 5000,
        b'{"schafkopf-sheet": 2, "ops": []}',
        b'{"schafkopf-sheet": 1, "ops": [1]}',
    )
    for text in texts:
        file.write_bytes(text)
        assert code("sheet", "list", file) == "sheet/backup"
        assert code("sheet", "add", file, "solo", "Anna", "won") == "sheet/backup"
        assert code("tournament", "status", file) == "tournament/backup"
        assert code("tournament", "enter", file, "Anna") == "tournament/backup"
        assert file.read_bytes() == text
    sheet(tmp_path / "s.json")
    assert code("tournament", "status", tmp_path / "s.json") == "tournament/backup"
    ok("tournament", "new", tmp_path / "t.json", "T")
    assert code("sheet", "list", tmp_path / "t.json") == "sheet/backup"


def test_a_lost_or_doubled_op_in_a_file_is_noticed(file: Path) -> None:
    found = json.loads(file.read_text("utf-8"))
    found["ops"][1]["seq"] = found["ops"][0]["seq"]
    file.write_text(json.dumps(found), "utf-8")
    assert code("sheet", "list", file) == "sheet/backup"


@pytest.mark.skipif(files.fcntl is None, reason="no locks here")
def test_a_file_that_is_kept_by_another_process_is_busy(file: Path) -> None:
    with files.held(file), pytest.raises(FileFault) as refusal, files.held(file, patience=0.05):
        pass
    assert refusal.value.code == "file/busy"


def test_without_locks_a_file_that_changed_meanwhile_is_left_alone(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "fcntl", None)
    with files.held(file) as mine:
        ok("sheet", "add", file, "solo", "Anna", "won")
        with pytest.raises(FileFault) as refusal:
            mine.write(b"{}")
    assert refusal.value.code == "file/changed"
    assert len(data("sheet", "list", file)["lines"]) == 1


def test_errors_name_code_and_file_in_the_language(tmp_path: Path) -> None:
    done = run("sheet", "list", tmp_path / "x.json", "--lang", "de")
    assert done.err == f"schafkopf: file/missing: Es gibt keine Datei {tmp_path / 'x.json'}.\n"
    assert (done.code, done.out) == (1, "")
