"""The database: what an upgrade finds, what is looked for by an index, and what happens while it does not answer."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import time
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import psycopg
import pytest
import sqlalchemy as sa
from tests.server.serving import LONG_S, Server, eventually

from schafkopf.server.store import persons, upkeep
from schafkopf.server.store.engine import _UPGRADING, open_engine, patience, upgrade, url_of


def _first_version(engine: sa.Engine) -> None:
    """A database as the first migration left it."""
    from alembic import command
    from alembic.config import Config

    from schafkopf.server.store import engine as opening

    with engine.connect().execution_options(writes=True) as connection:
        config = Config()
        config.set_main_option("script_location", str(opening._MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.commit()


def _upgraded(database: str) -> None:
    engine = open_engine(url_of(database))
    _first_version(engine)
    bodies = (b'{"e":"created"}', b'{"e":"watching","person":"passer-by"}', b'{"e":"unwatching","person":"passer-by"}')
    insert = sa.text("INSERT INTO events (table_id, seq, at_ms, body) VALUES ('t', :seq, 1, :body)")
    with engine.connect().execution_options(writes=True) as connection:
        connection.execute(insert, [{"seq": seq, "body": body} for seq, body in enumerate((*bodies, bodies[1]), 1)])
        connection.commit()
    upgrade(engine)
    assert persons.tables_of(engine, "passer-by") == ["t"]
    engine.dispose()


def test_upgrade_finds_who_looked_on_before(tmp_path: Path) -> None:
    _upgraded(str(tmp_path / "t.db"))


def test_upgrade_finds_who_looked_on_before_on_postgresql(postgresql: str) -> None:
    _upgraded(postgresql)


def test_upgrade_takes_no_more_memory_where_more_was_played(tmp_path: Path) -> None:
    engine = open_engine(url_of(str(tmp_path / "t.db")))
    _first_version(engine)
    insert = sa.text("INSERT INTO events (table_id, seq, at_ms, body) VALUES ('t', :seq, 1, :body)")
    body = b'{"e":"watching","person":"%d"}' + b" " * 10_000
    with engine.connect().execution_options(writes=True) as connection:
        for start in range(1, 4001, 500):
            connection.execute(insert, [{"seq": seq, "body": body % (seq % 7)} for seq in range(start, start + 500)])
        connection.commit()
    tracemalloc.start()
    upgrade(engine)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 4001 * len(body) / 2
    assert [persons.tables_of(engine, str(person)) for person in range(7)] == [["t"]] * 7
    engine.dispose()


def test_upgrade_waits_for_whoever_upgrades(cluster) -> None:  # type: ignore[no-untyped-def]
    database = cluster.database()
    engine = open_engine(url_of(f"{database}&options=-c%20statement_timeout%3D200"))
    with psycopg.connect(database) as other, ThreadPoolExecutor(1) as beside:
        other.execute("SELECT pg_advisory_xact_lock(%s)", [_UPGRADING])
        upgrading = beside.submit(upgrade, engine)
        time.sleep(1.0)
        assert not upgrading.done()
        other.commit()
        upgrading.result()
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SHOW statement_timeout").scalar() == "200ms"
    engine.dispose()


def _told_of_a_fault(database: str) -> str:
    engine = open_engine(url_of(database))
    upgrade(engine)
    with engine.connect() as connection, pytest.raises(sa.exc.SQLAlchemyError) as found:
        connection.execute(sa.text("INSERT INTO nowhere VALUES (:name)"), {"name": "Zirngibl"})
    engine.dispose()
    return str(found.value)


def test_an_error_names_no_values(tmp_path: Path) -> None:
    told = _told_of_a_fault(str(tmp_path / "t.db"))
    assert "nowhere" in told
    assert "Zirngibl" not in told


def test_an_error_names_no_values_on_postgresql(postgresql: str) -> None:
    told = _told_of_a_fault(postgresql)
    assert "nowhere" in told
    assert "Zirngibl" not in told


def test_what_nobody_needs_any_more_is_found_by_an_index(tmp_path: Path) -> None:
    engine = open_engine(url_of(str(tmp_path / "t.db")))
    upgrade(engine)
    for phases in (("lobby",), ("shuffle", "deal", "between"), ("over",)):
        asked = upkeep.older(phases, 1, 10).compile(engine, compile_kwargs={"literal_binds": True})
        with engine.connect() as connection:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {asked}").all()
        assert "SEARCH tables USING INDEX ix_tables_phase (phase=? AND changed_ms<?)" in str(plan)
    engine.dispose()


def test_what_nobody_needs_any_more_is_found_by_an_index_on_postgresql(postgresql: str) -> None:
    engine = open_engine(url_of(postgresql))
    upgrade(engine)
    asked = upkeep.older(("shuffle", "deal", "between"), 1, 10).compile(engine, compile_kwargs={"literal_binds": True})
    with engine.connect() as connection:
        connection.exec_driver_sql("SET enable_seqscan = off")
        plan = str(connection.exec_driver_sql(f"EXPLAIN {asked}").all())
    assert "ix_tables_phase" in plan
    engine.dispose()


def test_postgresql_is_waited_for_so_long_and_its_address_may_say_otherwise() -> None:
    usual = patience(url_of("postgresql://host/name"))
    assert usual["connect_timeout"] == 4
    assert "statement_timeout" in usual["options"]
    own = patience(url_of("postgresql://host/name?connect_timeout=30&options=-c%20x%3D1"))
    assert "connect_timeout" not in own
    assert "options" not in own
    assert own["tcp_user_timeout"] == usual["tcp_user_timeout"]


def test_a_statement_that_does_not_end_is_ended(postgresql: str) -> None:
    engine = open_engine(url_of(f"{postgresql}&options=-c%20statement_timeout%3D300"))
    with engine.connect() as connection, pytest.raises(sa.exc.OperationalError, match="statement timeout"):
        connection.exec_driver_sql("SELECT pg_sleep(20)")
    engine.dispose()


@contextmanager
def _stopped(cluster_folder: Path) -> Iterator[None]:
    """PostgreSQL as if it hung: it takes connections and never answers."""
    head = int((cluster_folder / "data" / "postmaster.pid").read_text().splitlines()[0])
    children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(head)], capture_output=True, text=True, check=True)
    all_of_it = [head, *(int(pid) for pid in children.stdout.split())]
    for pid in all_of_it:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in reversed(all_of_it):
            os.kill(pid, signal.SIGCONT)


@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
def test_a_server_ends_although_its_database_hangs(make_server, cluster) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server()
    table = server.person().new_table()
    assert server.process is not None
    with _stopped(cluster.folder):
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(LONG_S) == 1
    assert "stop without the database" in server.log
    server.start()
    assert table.look()["phase"] == "lobby"


@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
def test_database_that_hangs_holds_up_nobody_who_does_not_need_it(make_server, cluster) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server()
    person = server.person()
    table = person.new_table()
    assert httpx.get(f"{server.url}/healthz").status_code == 200
    waiting = []
    with _stopped(cluster.folder), httpx.Client(timeout=20) as http:
        for _ in range(12):
            began = time.monotonic()
            answer = http.get(f"{server.url}/healthz")
            assert (answer.status_code, answer.text) == (503, "not now\n")
            # Others, who need the database, wait for 10 s.
            assert time.monotonic() - began < 8.0
        # More than there are threads wait for the database, and are told in the end.
        with ThreadPoolExecutor(12) as many:
            waiting = [many.submit(person.http.get, "/api/tables") for _ in range(12)]
            time.sleep(0.5)
            began = time.monotonic()
            assert http.get(f"{server.url}/").status_code == 200
            assert http.get(f"{server.url}/api/rulesets").status_code == 200
            assert person.at(table.id).id == table.id
            assert time.monotonic() - began < 8.0
            assert {answer.result().status_code for answer in waiting} == {503}
            assert waiting[0].result().json()["error"]["code"] == "server/unavailable"
    eventually(lambda: httpx.get(f"{server.url}/healthz").status_code == 200)
    eventually(lambda: person.http.get("/api/tables").status_code == 200)
    assert person.post("/api/quick").status_code == 201


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
def test_locked_file_is_no_fault_of_ours(make_server) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server()
    file = server.folder / "schafkopf" / "tables.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("BEGIN EXCLUSIVE")
        answer = server.person().post("/api/quick")
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "server/unavailable")
        database.execute("ROLLBACK")
    assert server.person().post("/api/quick").status_code == 201
