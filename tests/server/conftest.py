"""Real servers for the tests here."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from tests.server.serving import Server, eventually

_POSTGRES = Path("/usr/lib/postgresql")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Whatever starts a server runs on SQLite and on PostgreSQL, unless it says for which database it is meant."""
    said = any("backend" in mark.args[0] for mark in metafunc.definition.iter_markers("parametrize"))
    if "backend" in metafunc.fixturenames and not said:
        names = ["sqlite"] if "postgresql" in metafunc.fixturenames else ["sqlite", "postgresql"]
        metafunc.parametrize("backend", names, indirect=True, scope="module")


@pytest.fixture(scope="module")
def backend(request: pytest.FixtureRequest) -> Callable[[], str | None]:
    """Makes empty databases; None: the server's default, a SQLite file in its folder."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return lambda: None
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.database


@pytest.fixture
def make_server(tmp_path: Path, backend: Callable[[], str | None]) -> Iterator[object]:
    """Starts servers; each with a folder and a database of its own unless one is given. All are stopped in the end."""
    servers: list[Server] = []

    def make(*args: str, folder: Path | None = None, database: str | None = None) -> Server:
        if folder is None:
            folder = tmp_path / f"server-{len(servers)}"
            folder.mkdir()
        server = Server(folder, database=database or backend(), args=args).start()
        servers.append(server)
        return server

    yield make
    for server in servers:
        server.stop()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, backend: Callable[[], str | None]) -> Iterator[Server]:
    """One server for all tests of a module."""
    found = Server(tmp_path_factory.mktemp("server"), database=backend(), args=("--tune", "gone_s=0.3")).start()
    yield found
    found.stop()


class Cluster:
    """A PostgreSQL server in a temporary folder, on a socket there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._made = 0

    def database(self) -> str:
        """URL of a new, empty database."""
        self._made += 1
        name = f"test_{self._made}"
        with psycopg.connect(self._url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE template0")
        return self._url(name)

    def _url(self, name: str) -> str:
        return f"postgresql://schafkopf@/{name}?host={self.folder}"


def _binaries() -> Path | None:
    named = shutil.which("initdb")
    if named is not None:
        return Path(named).parent
    found = sorted(_POSTGRES.glob("*/bin/initdb"))
    return found[-1].parent if found else None


@pytest.fixture(scope="module")
def postgresql(cluster: Cluster) -> str:
    """URL of an empty database."""
    return cluster.database()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """PostgreSQL; tests that need it are skipped where its programs are missing."""
    binaries = _binaries()
    if binaries is None:
        pytest.skip("PostgreSQL's programs (initdb, pg_ctl) are not installed")
    as_user: list[str] = []
    folder = Path(tempfile.mkdtemp(prefix="schafkopf-postgresql-"))
    if os.geteuid() == 0:
        # It refuses to run as root.
        as_user = ["runuser", "-u", "postgres", "--"]
        if subprocess.run([*as_user, "true"], capture_output=True).returncode != 0:
            pytest.skip("PostgreSQL does not run as root, and there is no user postgres")
        shutil.chown(folder, "postgres")
    data = folder / "data"

    def run(program: str, *args: str) -> None:
        subprocess.run([*as_user, str(binaries / program), *args], check=True, capture_output=True, cwd=folder)

    run("initdb", "-D", str(data), "-A", "trust", "-U", "schafkopf", "-E", "UTF8", "--locale=C", "--no-sync")
    options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"
    run("pg_ctl", "-D", str(data), "-o", options, "-l", str(folder / "log"), "-w", "start")
    try:
        eventually(lambda: (folder / ".s.PGSQL.5432").exists())
        yield Cluster(folder)
    finally:
        run("pg_ctl", "-D", str(data), "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder, ignore_errors=True)
