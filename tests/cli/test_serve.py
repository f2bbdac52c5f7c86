"""`schafkopf serve` where it cannot start: what is wrong is named, and what to do."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import pytest
from typer.testing import CliRunner

from schafkopf.cli.app import app
from schafkopf.cli.serve import door


@pytest.fixture
def client(tmp_path: Path) -> Path:
    """A folder that passes for a built client."""
    folder = tmp_path / "client"
    folder.mkdir()
    (folder / "index.html").write_text("<!doctype html>")
    return folder


def _refused(tmp_path: Path, *args: str, code: int = 1) -> str:
    environment = {"XDG_DATA_HOME": str(tmp_path / "data"), "COLUMNS": "300", "NO_COLOR": "1"}
    ran = CliRunner().invoke(app, ["serve", "--no-open", *args], env=environment)
    assert ran.exit_code == code, ran
    assert isinstance(ran.exception, SystemExit)
    return ran.stderr


def test_a_port_that_is_none(tmp_path: Path) -> None:
    said = _refused(tmp_path, "--port", "99999", code=2)
    assert "--port" in said
    assert "65535" in said


def test_a_port_that_is_taken(tmp_path: Path, client: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = _refused(tmp_path, "--static", str(client), "--port", str(port))
    assert f"port {port} of 127.0.0.1 is taken; --port" in said


@pytest.mark.parametrize("host", ["no-such-host.invalid", "192.0.2.1", "a..b"])
def test_a_host_that_is_none(host: str) -> None:
    with pytest.raises(OSError, match=f"{re.escape(repr(host))} is no address of this machine; --host"):
        door.listen(host, None, preferred=8032)


def test_a_database_that_is_none(tmp_path: Path, client: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("no database, but long enough to be read as the head of one " * 20)
    for path, reason in ((client, "is a folder"), (text, "file is not a database")):
        said = _refused(tmp_path, "--static", str(client), "--port", "0", "--database", str(path))
        assert str(path) in said
        assert reason in said


def test_a_client_that_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = tmp_path / "nowhere"
    said = _refused(tmp_path, "--port", "0", "--static", str(nowhere))
    assert f"no web client in {nowhere}; --static" in said
    monkeypatch.setattr("schafkopf.server.http.app.STATIC", nowhere)
    assert "make client" in _refused(tmp_path, "--port", "0")
