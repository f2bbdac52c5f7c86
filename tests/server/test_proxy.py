"""What matters to those who run a server: proxies, health checks, who may read the counters, an older version."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from tests.server.serving import Server


def test_head_is_answered_like_get_without_a_body(server: Server) -> None:
    for path in ("/healthz", "/metrics", "/api/me", "/schema/openapi.json", "/nowhere"):
        head, get = httpx.head(server.url + path), httpx.get(server.url + path)
        assert head.status_code == get.status_code, path
        assert head.headers["content-type"] == get.headers["content-type"], path
        assert head.content == b"", path
    assert int(httpx.head(f"{server.url}/healthz").headers["content-length"]) == len(b"ok\n")


def test_head_changes_nothing_and_opens_no_stream(server: Server) -> None:
    person = server.person()
    assert person.http.head("/api/quick").status_code == 405
    assert person.http.head("/api/events?at=x.0").status_code == 405
    assert server.metrics()["schafkopf_streams"] == 0


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory):  # type: ignore[no-untyped-def]
    """A server that is told of its origin and of who watches it."""
    args = ("--origin", "https://table.example", "--watcher", "203.0.113.0/24", "--secure")
    found = Server(tmp_path_factory.mktemp("behind"), args=args).start()
    yield found
    found.stop()


@pytest.mark.parametrize(
    ("forwarded", "status"),
    [
        ("203.0.113.9", 200),
        ("198.51.100.9", 403),
        ("2001:db8::9", 403),
        # What the visitor wrote himself stands before what the proxy adds.
        ("127.0.0.1, 198.51.100.9", 403),
        ("203.0.113.9, 198.51.100.9", 403),
    ],
)
def test_counters_are_for_those_who_are_named(behind: Server, forwarded: str, status: int) -> None:
    answer = httpx.get(f"{behind.url}/metrics", headers={"X-Forwarded-For": forwarded})
    assert answer.status_code == status


def test_named_origin_is_ones_own_though_the_proxy_changes_the_host(behind: Server) -> None:
    headers = {"Origin": "https://table.example", "X-Schafkopf": "1"}
    answer = httpx.get(f"{behind.url}/api/me", headers=headers)
    assert "Secure" in answer.headers["set-cookie"]
    assert "strict-transport-security" in answer.headers
    link = {"text": "https://table.example/t/ABCDEF"}
    assert httpx.get(f"{behind.url}/api/qr", params=link).status_code == 200
    assert httpx.get(f"{behind.url}/api/qr", params={"text": "https://table.example.evil/"}).status_code == 403
    headers["Origin"] = "https://table.example.evil"
    assert httpx.get(f"{behind.url}/api/me", headers=headers).status_code == 403


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
def test_old_version_does_not_touch_the_database_of_a_newer_one(make_server, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "tables.db"
    make_server(database=str(file)).stop()
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    before = file.read_bytes()
    command = [sys.executable, "-m", "schafkopf", "serve", "--port", "0", "--no-open", "--database", str(file)]
    command += ["--secret-file", str(tmp_path / "secret.key")]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 1
    assert "9999" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert file.read_bytes() == before
