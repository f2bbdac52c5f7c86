"""Compiled kernels are kept: the second start loads them, wherever they lie and whoever came first."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from schafkopf.engine import cache

RECORD = json.dumps(
    {
        "schafkopf": 1,
        "rules": "bavaria",
        "names": ["Anna", "Ben", "Cleo", "Dora"],
        "dealer": 3,
        "hands": [
            "SO G7 E7 G8 EU E9 SU HU",
            "GZ H7 HA HK GK H8 HZ GU",
            "E8 EA S9 SZ EZ S7 S8 G9",
            "GO H9 SK HO SA EK GA EO",
        ],
        "actions": ["0 pass", "1 play", "2 pass", "3 pass", "1 rufspiel G", "0 G7", "1 GK", "2 G9", "3 GA"],
    }
)
HITS = """
import sys
from schafkopf.engine.kernels import bits, rules, search, solve
made = [thing for module in (bits, rules, search, solve) for thing in vars(module).values() if hasattr(thing, "stats")]
loaded = sum(sum(thing.stats.cache_hits.values()) for thing in made)
missed = sum(sum(thing.stats.cache_misses.values()) for thing in made)
print(loaded, missed)
"""
NOTICE = "first use: compiling the solver"


def places(home: Path, temporary: Path) -> dict[str, str]:
    """The surroundings of a process that keeps its files there."""
    kept = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    return {**kept, "XDG_CACHE_HOME": str(home), "LOCALAPPDATA": str(home), "TMPDIR": str(temporary), "LANG": "C"}


def start(surroundings: dict[str, str]) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "schafkopf", "solve", "-", "--json", "--lang", "en"]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=surroundings)
    assert process.stdin is not None
    # At once: nothing is compiled before the first record is there.
    process.stdin.write(RECORD.encode())
    process.stdin.close()
    process.stdin = None
    return process


def answer(process: subprocess.Popen[bytes]) -> tuple[dict[str, object], str]:
    out, err = process.communicate()
    assert process.returncode == 0, err.decode()
    return json.loads(out), err.decode()


def files(folder: Path) -> dict[str, tuple[int, int]]:
    """Every file below a folder with its size and time."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): (path.stat().st_size, path.stat().st_mtime_ns) for path in found}


Compiled = tuple[Path, Path, list[tuple[dict[str, object], str]]]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    """A cache that was empty when two processes began at once; their answers."""
    home, temporary = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("temporary")
    both = [start(places(home, temporary)) for _ in range(2)]
    return home, temporary, [answer(process) for process in both]


def test_two_first_starts_at_once_both_give_the_right_answer(compiled: Compiled) -> None:
    home, temporary, answers = compiled
    for line, said in answers:
        assert (line["ok"], line["seat"], line["complete"]) == (True, 3, True)
        assert NOTICE in said
        assert line["cards"].keys() == {"EO", "GO", "HO", "H9", "SA", "SK", "EK"}
    assert answers[0][0] == answers[1][0]
    assert files(home)
    assert not files(temporary)


def test_the_second_start_loads_every_kernel(compiled: Compiled) -> None:
    home, temporary, answers = compiled
    before = files(home)
    line, said = answer(start(places(home, temporary)))
    assert line == answers[0][0]
    assert said == ""
    assert files(home) == before
    done = subprocess.run(
        [sys.executable, "-c", HITS], env=places(home, temporary), capture_output=True, check=True, text=True
    )
    loaded, missed = map(int, done.stdout.split())
    assert loaded > 10
    assert missed == 0
    assert files(home) == before


def test_where_the_cache_cannot_be_written_a_temporary_folder_serves(compiled: Compiled, tmp_path: Path) -> None:
    home, _, answers = compiled
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, so that no folder can be made below it")
    temporary = tmp_path / "temporary"
    own = temporary / f"schafkopf-{os.getuid() if hasattr(os, 'getuid') else 0}"
    # What was compiled elsewhere stands for a compilation here, which would be the same again.
    shutil.copytree(home / "schafkopf", own)
    own.chmod(0o700)
    before = files(own)
    line, said = answer(start(places(blocked, temporary)))
    assert line == answers[0][0]
    assert said == ""
    assert files(own) == before


def test_what_is_compiled_is_known_part_by_part() -> None:
    # Whatever was loaded lies in the cache afterwards, and only then is it no longer ahead.
    from importlib import import_module

    modules = ("solver", "everyone", "worlds", "kernels.playout", "bots.pimc")
    for part, module in zip(cache.PARTS, modules, strict=True):
        import_module(f"schafkopf.engine.{module}")
        assert cache.ahead(part) == 0
    assert cache.ahead(*cache.PARTS) == 0
    assert not cache.first_use()


@pytest.fixture
def forgetful() -> Iterator[None]:
    """`cache_folder` decides anew."""
    cache.cache_folder.cache_clear()
    yield
    cache.cache_folder.cache_clear()


@pytest.mark.usefixtures("forgetful")
def test_without_any_folder_there_is_none_and_every_use_is_a_first_use(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(blocked))
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(blocked))
    assert cache.cache_folder() is None
    assert cache.first_use()
    assert cache.ahead(*cache.PARTS) == sum(seconds for _, seconds in cache.PARTS.values())


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="users and modes are those of Unix")
@pytest.mark.usefixtures("forgetful")
def test_a_temporary_folder_that_others_may_write_is_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(blocked))
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    folder = tmp_path / f"schafkopf-{os.getuid()}"
    assert cache.cache_folder() is not None
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    folder.chmod(0o777)
    cache.cache_folder.cache_clear()
    assert cache.cache_folder() is None
    shutil.rmtree(folder)
    folder.symlink_to(tmp_path, target_is_directory=True)
    cache.cache_folder.cache_clear()
    assert cache.cache_folder() is None


@pytest.mark.usefixtures("forgetful")
def test_a_change_in_any_kernel_makes_another_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    copy = tmp_path / "engine"
    shutil.copytree(Path(cache.__file__).parent, copy)
    monkeypatch.setattr(cache, "__file__", str(copy / "cache.py"))
    named = set()
    kernels = [path for pattern in cache.SOURCES for path in sorted(copy.glob(pattern))]
    assert {"search.py", "kernel.py", "compiled.py"} <= {path.name for path in kernels}
    for path in [copy / "cache.py", *kernels]:
        path.write_text(path.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
        cache._fingerprint.cache_clear()
        named.add(cache._fingerprint())
    cache._fingerprint.cache_clear()
    # A change of cache.py itself is none of a kernel.
    assert len(named) == len(kernels) + 1


@pytest.mark.parametrize(
    "program",
    [
        "import schafkopf",
        "import schafkopf.engine.cache",
        "import schafkopf.cli.app",
        "from schafkopf.cli import main; import sys; sys.argv = ['schafkopf', '--help']; main()",
        "from schafkopf.cli import main; import sys; sys.argv = ['schafkopf', 'solve', '--help']; main()",
        "from schafkopf.cli import main; import sys; sys.argv = ['schafkopf', 'analyse', '--help']; main()",
        "from schafkopf.cli import main; import sys; sys.argv = ['schafkopf', 'bench', '--help']; main()",
        "from schafkopf.cli import main; import sys; sys.argv = ['schafkopf', 'rules', 'bavaria']; main()",
        "import schafkopf.engine.bots.rules, schafkopf.text, schafkopf.formats.netschafkopf",
    ],
)
def test_what_needs_no_kernel_loads_neither_numba_nor_numpy(program: str) -> None:
    check = "import atexit, sys; atexit.register(lambda: print(sorted({'numba', 'numpy'} & set(sys.modules))))\n"
    done = subprocess.run([sys.executable, "-c", check + program], capture_output=True, check=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"
