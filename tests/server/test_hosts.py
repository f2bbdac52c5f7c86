"""By which names a server may be asked for: a foreign page cannot make itself ours with a name of its own."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from tests.server.serving import Server

from schafkopf.server.http.hosts import Hosts

OURS = ("localhost", "127.0.0.1", "127.1.2.3", "[::1]", "10.0.0.20", "[fe80::1]", "stube", "stube.local", "a.localhost")
"""Nobody else's, whoever asks and however the server was started."""


@pytest.mark.parametrize("public", [(), ("table.example",)])
@pytest.mark.parametrize("name", OURS)
def test_address_and_name_of_this_machine_is_ours(name: str, public: tuple[str, ...]) -> None:
    for host in (name, name.upper(), f"{name}:8032", f"{name}:443"):
        assert Hosts(public).own(host, 8032), host


@pytest.mark.parametrize(
    ("host", "port", "good"),
    [
        # Straight to us, by a name that somebody has pointed here.
        ("evil.example:8032", 8032, False),
        ("127.0.0.1.evil.example:8032", 8032, False),
        ("localhost.evil.example:8032", 8032, False),
        ("evil.example", 80, False),
        ("evil.example:80", 80, False),
        # Through a proxy: its name and port.
        ("table.example", 8032, True),
        ("table.example:8443", 8032, True),
        # No host at all.
        ("user@localhost", 8032, False),
        ("local host", 8032, False),
        ("localhost:x", 8032, False),
        ("[localhost", 8032, False),
    ],
)
def test_without_a_name_of_our_own_the_port_tells_a_proxy_from_a_foreign_page(host: str, port: int, good: bool) -> None:
    assert Hosts(()).own(host, port) is good


@pytest.mark.parametrize(
    ("host", "good"),
    [
        ("table.example", True),
        ("TABLE.example.:443", True),
        ("old.example:8032", True),
        ("evil.example", False),
        ("table.example.evil.example", False),
        ("x.table.example", False),
    ],
)
def test_with_names_of_our_own_only_those_are_ours(host: str, good: bool) -> None:
    hosts = Hosts(("table.example", "old.example"), ("https://origin.example",))
    assert hosts.own(host, 8032) is good
    assert hosts.own("origin.example", 8032)


def _ask(server: Server, path: str = "/api/me", **headers: str) -> httpx.Response:
    return httpx.get(server.url + path, headers={name.replace("_", "-"): value for name, value in headers.items()})


def test_page_whose_name_was_pointed_here_is_refused(server: Server) -> None:
    """DNS rebinding: origin, host and fetch metadata all agree, but the name is not ours."""
    host = f"evil.example:{server.port}"
    for path in ("/api/me", "/api/tables", "/", "/metrics", "/schema"):
        answer = _ask(server, path, Host=host, Origin=f"http://{host}", Sec_Fetch_Site="same-origin")
        assert answer.status_code == 403, path
        assert answer.json()["error"]["code"] == "request/host"
        assert "set-cookie" not in answer.headers
    # It may say what it likes of proxies.
    for said in ("localhost", "127.0.0.1"):
        assert _ask(server, Host=host, X_Forwarded_Host=said).status_code == 403
    # Whether the server lives is nobody's secret, and asked for by machines.
    assert _ask(server, "/healthz", Host=host).status_code == 200


def test_phone_and_proxy_come_in_without_being_named(server: Server) -> None:
    for host in (f"192.168.1.20:{server.port}", f"stube.local:{server.port}", "table.example", "table.example:8443"):
        for origin in ({}, {"Origin": f"http://{host}"}):
            assert _ask(server, Host=host, X_Forwarded_Host=host, **origin).status_code == 200, host


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory):  # type: ignore[no-untyped-def]
    """A server that is told its name."""
    found = Server(tmp_path_factory.mktemp("named"), args=("--public-host", "table.example")).start()
    yield found
    found.stop()


def test_server_that_was_told_its_name_has_no_other(named: Server, tmp_path: Path) -> None:
    assert _ask(named, Host="table.example").status_code == 200
    assert _ask(named, Host=f"127.0.0.1:{named.port}").status_code == 200
    for host in ("other.example", f"other.example:{named.port}"):
        assert _ask(named, Host=host).json()["error"]["code"] == "request/host"
    assert _ask(named, Host="table.example", X_Forwarded_Host="table.example").status_code == 200
    answer = _ask(named, Host="table.example", X_Forwarded_Host="other.example")
    assert answer.json()["error"]["code"] == "request/host"
