"""`schafkopf serve` where it cannot start: what is wrong is named, and what to do."""

from __future__ import annotations

import asyncio
import gc
import json
import re
import socket
from pathlib import Path

import pytest
from typer.testing import CliRunner

from schafkopf.cli.app import app
from schafkopf.cli.serve import door, secret
from schafkopf.cli.serve.command import tuned
from schafkopf.cli.serve.logs import Lines
from schafkopf.cli.serve.secret import read_secret
from schafkopf.server.config import Config, Rate


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


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("requests=5", "BURST:PER_SECOND"),
        ("requests=5:", "could not convert"),
        ("streams=5:2", "invalid literal"),
        ("heartbeat_s=0", "not above 0"),
        ("patience_s=-1", "not above 0"),
        ("keep_s=nan", "not above 0"),
        ("idle_s=inf", "not above 0"),
        ("idle=5", "there are accounts, "),
    ],
)
def test_a_number_that_is_none(tmp_path: Path, client: Path, text: str, reason: str) -> None:
    said = _refused(tmp_path, "--static", str(client), "--port", "0", "--tune", f"gone_s=1.5,{text}")
    assert f"--tune {text}: " in said
    assert reason in said


def test_numbers_that_are_changed() -> None:
    config = tuned(Config("unused", bytes(32)), ["gone_s=1.5,commands=5:0.01", "streams=2"])
    assert (config.gone_s, config.limits.commands, config.limits.streams) == (1.5, Rate(5, 0.01), 2)


def test_of_an_error_that_nobody_waited_for_only_its_kind_and_place_are_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fail(card: str) -> None:
        raise KeyError(card)

    async def forget() -> None:
        loop = asyncio.get_running_loop()
        loop.call_soon(lambda card: {}[card], "GO")
        task = asyncio.create_task(fail("GO"))
        await asyncio.sleep(0)
        del task
        gc.collect()

    asyncio.run(forget())
    lines = [Lines().format(record) for record in caplog.records if record.name == "asyncio"]
    said = {json.loads(line)["what"].partition(" test_")[0] for line in lines}
    assert said == {"Task exception was never retrieved", "Exception in callback"}
    assert all(json.loads(line)["error"] == "KeyError" for line in lines)
    assert "GO" not in "".join(lines)


def test_a_key_that_another_process_is_about_to_write_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "secret.key"
    path.touch()
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 4:
            path.write_text(f"{'ab' * 32}\n")

    monkeypatch.setattr(secret.time, "sleep", sleep)
    assert read_secret(path) == b"\xab" * 32
    assert len(slept) == 4
    assert min(slept) > 0


@pytest.mark.parametrize("text", ["", "ab" * 31, "no key"])
def test_a_file_that_holds_no_key(tmp_path: Path, text: str) -> None:
    path = tmp_path / "secret.key"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"secret\.key holds no key"):
        read_secret(path)
