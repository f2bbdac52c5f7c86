"""The files in deploy/, as far as the programs that read them are on this machine."""

from __future__ import annotations

import contextlib
import json
import random
import re
import shutil
import socket
import ssl
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.server.serving import Server, eventually

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
NAME = "schafkopf.example.org"


def _free() -> int:
    """A port below those that are given to whoever asks for any: nobody is given it in the meantime."""
    while True:
        port = random.randrange(10_000, 30_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("server"), args=("--tune", "heartbeat_s=1")).start()
    yield found
    found.stop()


@pytest.fixture(scope="module")
def proxied(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A browser's way to the server, through nginx as deploy/nginx.conf sets it up."""
    nginx, openssl = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin"), shutil.which("openssl")
    if nginx is None or openssl is None:
        pytest.skip("nginx or openssl is not installed")
    folder, port = tmp_path_factory.mktemp("nginx"), _free()
    certificate = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    certificate += ["-addext", "subjectAltName=DNS:localhost", "-keyout", "privkey.pem", "-out", "fullchain.pem"]
    subprocess.run(certificate, cwd=folder, check=True, capture_output=True)
    site = (DEPLOY / "nginx.conf").read_text("utf-8")
    for old, new in (
        ("server 127.0.0.1:8032;", f"server 127.0.0.1:{server.port};"),
        ("listen 80;", f"listen 127.0.0.1:{_free()};"),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("/etc/ssl/schafkopf", str(folder)),
    ):
        assert old in site
        site = site.replace(old, new)
    site = re.sub(r"^ *listen \[::\].*\n", "", site, flags=re.M)
    own = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    head = f"daemon off; pid {folder}/pid; error_log stderr; events {{}}\n"
    (folder / "nginx.conf").write_text(f"{head}http {{ access_log off; {own}\n{site}\n}}", "utf-8")
    with (folder / "log").open("w") as log:
        process = subprocess.Popen([nginx, "-p", str(folder), "-c", str(folder / "nginx.conf")], stderr=log)
    try:
        context = ssl.create_default_context(cafile=str(folder / "fullchain.pem"))
        with httpx.Client(base_url=f"https://localhost:{port}", verify=context, headers={"X-Schafkopf": "1"}) as client:

            def answers() -> bool:
                assert process.poll() is None, (folder / "log").read_text()
                try:
                    return client.get("/healthz").status_code == 200
                except httpx.TransportError:
                    return False

            eventually(answers)
            yield client
    finally:
        process.terminate()
        process.wait(10)


def test_behind_nginx_cookies_are_secure_and_the_origin_is_our_own(proxied: httpx.Client) -> None:
    proxied.cookies.clear()
    answer = proxied.get("/api/me")
    assert "; Secure" in answer.headers["set-cookie"]
    assert "strict-transport-security" in answer.headers
    own = str(proxied.base_url).rstrip("/")
    for origin, status in ((own, 201), (own.replace("https", "http"), 403), ("https://localhost", 403)):
        assert proxied.post("/api/quick", json={}, headers={"Origin": origin}).status_code == status, origin
    assert proxied.get("/metrics", headers={"X-Forwarded-For": "127.0.0.1"}).status_code == 404


def test_behind_nginx_events_come_at_once_and_silence_is_broken(proxied: httpx.Client) -> None:
    proxied.get("/api/me")
    made = proxied.post("/api/tables", json={}).json()
    table, beats, heard = made["news"][0]["table"], 0, None
    with proxied.stream("GET", f"/api/events?at={table}.{made['seq']}", timeout=20) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        for line in stream.iter_lines():
            if line == ":" and heard is None:
                beats += 1
                if beats == 2:
                    command = {"id": "one", "seq": made["seq"], "do": {"kind": "say", "phrase": "hello"}}
                    said = time.monotonic()
                    assert proxied.post(f"/api/tables/{table}/commands", json=command).status_code == 200
            elif line.startswith("data:") and json.loads(line[5:])["what"]["kind"] == "phrase":
                heard = time.monotonic() - said
                break
    assert heard is not None
    # Were it kept back until there is more, it would not have come at all.
    assert heard < 10.0


def test_systemd_reads_the_unit_without_a_complaint(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not installed")
    text = (DEPLOY / "schafkopf@.service").read_text("utf-8")
    program = tmp_path / "schafkopf"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert "/opt/schafkopf/bin/schafkopf" in text
    unit = tmp_path / "schafkopf@8032.service"
    unit.write_text(text.replace("/opt/schafkopf/bin/schafkopf", str(program)), "utf-8")
    ran = subprocess.run([analyze, "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False)
    assert [line for line in ran.stderr.splitlines() if "schafkopf" in line] == []
    assert ran.returncode == 0


def test_containers_base_is_a_name_and_what_is_copied_is_there() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    assert re.search(r"^ARG BASE=python:[0-9.]+-slim$", text, re.M)
    assert set(re.findall(r"^FROM (\S+)", text, re.M)) == {"${BASE}"}
    for line in re.findall(r"^COPY (?!--)(.*) \S+$", text, re.M):
        assert all((ROOT / name).exists() for name in line.split()), line
    wanted = [line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line.startswith("!")]
    assert [name for name in wanted if not (ROOT / name).exists()] == []
    build = {"hatch_build.py", "pyproject.toml", "README.md", "LICENSE", "src", "web", "requirements-serve.lock"}
    assert build <= set(wanted)


def test_the_page_names_options_and_files_that_there_are() -> None:
    from typer.testing import CliRunner

    from schafkopf.cli import app

    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    shown = CliRunner().invoke(app.app, ["serve", "--help"], env={"COLUMNS": "200", "NO_COLOR": "1"}).output
    named = set(
        re.findall(r"(?<![\w-])--(?:lan|origin|secure|trust|watcher|tune|workers|log-level|[a-z]+-file)\b", page)
    )
    assert {"--lan", "--origin", "--secure", "--trust", "--watcher", "--tune", "--log-level"} <= named
    assert [option for option in sorted(named) if option not in shown] == []
    for variable in set(re.findall(r"SCHAFKOPF_[A-Z_]+", page)):
        assert variable in shown, variable
    for file in re.findall(r"\bdeploy/([\w@.]+\w)", page):
        assert (DEPLOY / file).exists(), file


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_who_has_lost_his_passphrase_gets_a_new_one_as_the_page_says(server: Server) -> None:
    person = server.person()
    for account in ({"passphrase": "the first one"}, {"passphrase": "forgotten", "old": "the first one"}):
        assert person.post("/api/account", {"name": "Cleo", **account}).status_code == 200
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    words = textwrap.dedent(page.partition("Somebody who has lost his passphrase")[2].split("\n\n")[1])
    words, comment, _ = words.partition("# what is kept")
    for old, new in (
        ("/var/lib/private/schafkopf", str(server.folder / "schafkopf")),
        ("/opt/schafkopf/bin/python", sys.executable),
        ("http://127.0.0.1:8032", server.url),
        ("curl ", "curl --silent --show-error --fail "),
    ):
        assert old in words
        words = words.replace(old, new)
    # What the program of this name does here, which not every machine has.
    shim = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()"
    script = f"sqlite3() {{ {sys.executable} -c '{shim}' \"$@\"; }}\n{words}"
    ran = subprocess.run(["bash", "-ec", script], capture_output=True, text=True, check=False)
    assert comment
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["account"] == "Cleo"
    other = server.person()
    assert other.post("/api/login", {"name": "Cleo", "passphrase": "forgotten"}).status_code == 403
    assert other.post("/api/login", {"name": "Cleo", "passphrase": "a new one for him"}).status_code == 200
