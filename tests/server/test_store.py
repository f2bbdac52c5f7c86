"""The store by itself: migrations, the writer, its lock."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from schafkopf.server.store.engine import HEAD, open_engine, upgrade, url_of
from schafkopf.server.store.rows import Append, Face, NewEvent, Taken
from schafkopf.server.store.schema import metadata
from schafkopf.server.store.store import Store


def _first(table: str) -> Append:
    face = Face(table[:6].upper(), "lobby", listed=False, asleep=False, card=b"{}")
    return Append(table, (NewEvent(1, 1_000, b"created"),), None, face=face, members=("p",))


def _next(table: str, seq: int, *, command: str | None = None) -> Append:
    person = None if command is None else "p"
    return Append(table, (NewEvent(seq, 1_000 + seq, b"x"),), 5_000, person=person, command=command)


def _with_store(database: str, use: Any) -> Any:
    async def run() -> Any:
        store = await asyncio.to_thread(Store.open, database)
        store.start(lambda process, table, seq: None, lambda: None)
        try:
            return await use(store)
        finally:
            await store.close()

    return asyncio.run(run())


async def _failed(append: Coroutine[Any, Any, None]) -> bool:
    try:
        await append
    except Taken:
        return True
    return False


def _check_migrations(database: str) -> None:
    engine = open_engine(url_of(database))
    upgrade(engine)
    upgrade(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() == HEAD
    engine.dispose()


def test_migrations_make_what_the_code_expects(tmp_path: Path) -> None:
    _check_migrations(str(tmp_path / "below" / "tables.db"))


def test_migrations_on_postgresql(postgresql: str) -> None:
    _check_migrations(postgresql)


async def _collide(store: Store) -> None:
    table = store.process + "1"
    await store.writer.append(_first(table))
    results = await asyncio.gather(*(_failed(store.writer.append(_next(table, 2))) for _ in range(5)))
    assert sorted(results) == [False, True, True, True, True]
    assert not await _failed(store.writer.append(_next(table, 3, command="c")))
    assert await _failed(store.writer.append(_next(table, 4, command="c")))
    assert not await _failed(store.writer.append(_next(table, 4, command="d")))
    found = store.reader.table(table)
    assert found is not None
    assert [row.seq for row in found[1]] == [1, 2, 3, 4]
    assert found[0].seq == 4
    assert store.reader.effect_of(table, "p", "c") == 3
    assert store.reader.effect_of(table, "q", "c") is None


def test_key_is_the_lock(tmp_path: Path) -> None:
    _with_store(str(tmp_path / "t.db"), _collide)


def test_key_is_the_lock_on_postgresql(postgresql: str) -> None:
    _with_store(postgresql, _collide)


async def _together(store: Store) -> None:
    names = [f"{store.process}{index:04}" for index in range(200)]
    for name in names:
        await store.writer.append(
            Append(name, _first(name).events, None, face=Face(name[-8:], "lobby", False, False, b""))
        )
    before = store.writer.commits
    good = (_failed(store.writer.append(_next(name, 2))) for name in names)
    bad = (_failed(store.writer.append(_next(name, 1))) for name in names[::20])
    results = await asyncio.gather(*good, *bad)
    # One that comes too late takes nobody else with it.
    assert results == [False] * 200 + [True] * 10
    assert store.writer.commits - before <= 210
    assert store.reader.latest(names) == dict.fromkeys(names, (2, 0))


def test_many_are_written_together_and_one_that_fails_fails_alone(tmp_path: Path) -> None:
    _with_store(str(tmp_path / "t.db"), _together)


@pytest.mark.parametrize("database", ["mysql://x/y", "sqlite://", "sqlite:///:memory:", "http://x"])
def test_other_databases_are_refused(database: str) -> None:
    with pytest.raises(ValueError, match="database"):
        url_of(database)
