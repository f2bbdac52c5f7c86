"""What another process deletes, or writes anew: nobody goes on with a table as it was."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.inside import Inside, Script, running
from tests.server.serving import PATIENCE_S

from schafkopf.server import wire
from schafkopf.server.errors import Refused
from schafkopf.server.live import clocks, hub
from schafkopf.server.live.forgetting import Other
from schafkopf.server.live.room import Room, now_ms
from schafkopf.server.store import schema
from schafkopf.server.store.upkeep import Age

Backend = Callable[[], str | None]
ANNA, BEN, CLEO = ("anna" + "_" * 18, "ben" + "_" * 19, "cleo" + "_" * 18)


@asynccontextmanager
async def _two(folder: Path, backend: Backend, *, deaf: bool) -> AsyncIterator[tuple[Inside, Inside]]:
    """Two processes on one database; deaf: the first does not hear of the second."""
    database = backend() or str(folder / "tables.db")
    async with (
        running(folder / "one", Script(), database=database) as here,
        running(folder / "two", Script(), database=database) as there,
    ):
        if deaf:
            here.app.house.store._ear.close()
            # What the ear has heard until now.
            await asyncio.sleep(0.7)
        yield here, there


async def _table(here: Inside) -> Room:
    """A table where Anna, Ben and Cleo sit."""
    tables = here.app.house.hub
    room = await tables.create(wire.NewTable(name="Anna"), ANNA)
    for person, name in ((BEN, "Zwirnstein"), (CLEO, "Zirngibl")):
        await tables.perform(room, person, wire.Command("sit", room.table.seq, wire.Sit(name=name)))
    return room


async def _rename(here: Inside, room: Room, name: str) -> None:
    await here.app.house.hub.perform(room, ANNA, wire.Command(name, room.table.seq, wire.Rename(name)))


def _everything_in(house: Any) -> bytes:
    kept, found = sa.MetaData(), []
    with house.store.engine.connect() as connection:
        kept.reflect(connection)
        for table in kept.sorted_tables:
            for row in connection.execute(table.select()):
                found += [value if isinstance(value, bytes) else str(value).encode() for value in row]
    return b"\n".join(found)


async def _soon(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not true():
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("deaf", [True, False])
def test_table_that_another_process_deletes_is_gone_here(tmp_path: Path, backend: Backend, deaf: bool) -> None:
    async def act() -> None:
        async with _two(tmp_path, backend, deaf=deaf) as (here, there):
            room = await _table(here)
            listening = await here.listen(ANNA, f"{room.table.id}.0")
            await there.app.house.hub.remove(room.table.id)
            if deaf:
                answer = await here.do(room.table.id, ANNA, room.table.seq, {"kind": "rename", "name": "Anna B."})
                assert (answer.status, answer.json()["error"]["code"]) == (404, "table/not-found")
            await listening.until(lambda: b'"gone"' in listening.data)
            assert room.closed
            assert here.app.house.hub.rooms == {}
            await listening.close()
            assert room.table.id.encode() not in _everything_in(here.app.house)

    asyncio.run(act())


def test_person_who_is_forgotten_by_another_process_stays_forgotten(
    tmp_path: Path, backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This one has not heard of it when it stores what happens next, the whole table with it."""
    monkeypatch.setattr(hub, "_SNAPSHOT_EVERY", 1)

    async def act() -> None:
        async with _two(tmp_path, backend, deaf=True) as (here, there):
            room = await _table(here)
            listening = await here.listen(ANNA, f"{room.table.id}.0")
            assert b"Zwirnstein" in _everything_in(here.app.house)
            await there.app.house.past.forget(room.table.id, BEN)
            await _rename(here, room, "Anna B.")
            assert [seat.name for seat in room.table.seats] == ["Anna B.", "", "Zirngibl", ""]
            found = _everything_in(here.app.house)
            assert b"Zwirnstein" not in found
            assert BEN.encode() not in found
            assert b"Anna B." in found
            # Who listens is sent the table anew, then what has happened there.
            await listening.until(lambda: b"Anna B." in listening.data)
            assert listening.data.count(b'"type":"snapshot"') == 2
            assert listening.seq == room.table.seq
            await listening.close()
            await _rename(here, room, "Anna C.")
            assert (await there.app.house.hub.room(room.table.id)).table.id == room.table.id
            here.app.house.hub.evict(-1.0)
            assert (await here.app.house.hub.room(room.table.id)).table.seats[0].name == "Anna C."

    asyncio.run(act())


def test_process_that_does_nothing_hears_of_it(tmp_path: Path, backend: Backend) -> None:
    async def act() -> None:
        async with _two(tmp_path, backend, deaf=False) as (here, there):
            room = await _table(here)
            other = await there.app.house.hub.room(room.table.id)
            # Nothing happens at the table, so that only its past is different.
            async with other.lock:
                await there.app.house.past.rewrite(other, BEN, Other("somebody", "–"))
            assert room.table.seq == other.table.seq
            await _soon(lambda: room.table.seats[1].person == "somebody")
            assert BEN not in room.members
            assert room.table == other.table

    asyncio.run(act())


def test_two_who_are_forgotten_by_two_processes_at_once(tmp_path: Path, backend: Backend) -> None:
    async def act() -> None:
        async with _two(tmp_path, backend, deaf=True) as (here, there):
            room = await _table(here)
            await there.app.house.hub.room(room.table.id)
            await asyncio.gather(
                here.app.house.past.forget(room.table.id, BEN), there.app.house.past.forget(room.table.id, CLEO)
            )
            found = _everything_in(here.app.house)
            for left in (b"Zwirnstein", b"Zirngibl", BEN.encode(), CLEO.encode()):
                assert left not in found
            assert ANNA.encode() in found

    asyncio.run(act())


def test_person_is_forgotten_where_another_process_has_deleted_the_table(tmp_path: Path, backend: Backend) -> None:
    async def act() -> None:
        async with _two(tmp_path, backend, deaf=True) as (here, there):
            room = await _table(here)
            async with room.lock:
                await there.app.house.hub.remove(room.table.id)
                async with asyncio.timeout(10):
                    with pytest.raises(Refused, match="table/not-found"):
                        await here.app.house.past.rewrite(room, BEN, Other("somebody", "–"))
            async with asyncio.timeout(10):
                await here.app.house.past.forget(room.table.id, BEN)
            assert room.closed

    asyncio.run(act())


# -- what nobody needs any more ----------------------------------------------------------------------------------------


def test_table_that_begins_at_the_last_moment_is_not_deleted(tmp_path: Path, backend: Backend) -> None:
    async def act() -> None:
        async with running(tmp_path, Script(), database=backend() or str(tmp_path / "tables.db")) as inside:
            tables = inside.app.house.hub
            room = await _table(inside)
            old = Age(empty_before_ms=now_ms() + 60_000, any_before_ms=now_ms() - 60_000)
            young = Age(empty_before_ms=now_ms() - 60_000, any_before_ms=now_ms() + 60_000)
            await tables.remove(room.table.id, young)
            assert tables.rooms[room.table.id] is room
            # It is old enough as long as it has not begun; then it begins.
            await tables.perform(room, ANNA, wire.Command("bot", room.table.seq, wire.AddBot(3, "easy")))
            await tables.perform(room, ANNA, wire.Command("start", room.table.seq, wire.Start()))
            await tables.remove(room.table.id, old)
            assert tables.rooms[room.table.id] is room
            assert room.table.id.encode() in _everything_in(inside.app.house)
            await tables.remove(room.table.id, young)
            assert tables.rooms == {}
            assert room.table.id.encode() not in _everything_in(inside.app.house)

    asyncio.run(act())


def test_guest_who_is_not_here_any_more_is_forgotten(tmp_path: Path, backend: Backend) -> None:
    database = backend() or str(tmp_path / "tables.db")

    async def act() -> None:
        async with running(tmp_path, Script(), database=database) as inside:
            house = inside.app.house
            for person in (ANNA, BEN, CLEO, "account", "here"):
                await house.people.rename(person, f"name of {person}")
            await house.people.register("account", "Account", "drei Obere", None)
            await house.hub.create(wire.NewTable(name="Anna"), ANNA)
            watched = await house.hub.create(wire.NewTable(name="Anna"), ANNA)
            listening = await inside.listen(BEN, f"{watched.table.id}.0")
            await _soon(lambda: BEN in watched.table.watchers)
            await listening.close()
            report = {"table_id": "t", "by_person": CLEO, "about": None, "name": "x", "reason": "name", "text": "old"}

            def age(connection: sa.Connection) -> None:
                connection.execute(sa.text("UPDATE persons SET used_ms = 1000"))
                for at_ms in (1000, now_ms()):
                    connection.execute(schema.reports.insert().values(at_ms=at_ms, **report))

            await house.store.writer.run(age)
            await house.people.use("here")
            await house._tidy(now_ms())
            with house.store.engine.connect() as connection:
                left = set(connection.execute(sa.select(schema.persons.c.id)).scalars())
                reported = list(connection.execute(sa.select(schema.reports.c.at_ms)).scalars())
            assert left == {ANNA, BEN, "account", "here"}
            assert [at_ms > 1000 for at_ms in reported] == [True]

    asyncio.run(act())


def test_table_that_one_has_left_does_not_count(tmp_path: Path, backend: Backend) -> None:
    async def act() -> None:
        async with running(tmp_path, Script(), database=backend() or str(tmp_path / "tables.db")) as inside:
            tables, reader = inside.app.house.hub, inside.app.house.store.reader
            room = await _table(inside)
            assert [reader.count_open(person) for person in (ANNA, BEN, CLEO)] == [1, 1, 1]
            await tables.perform(room, BEN, wire.Command("leave", room.table.seq, wire.Leave()))
            assert [reader.count_open(person) for person in (ANNA, BEN, CLEO)] == [1, 0, 1]
            tables.evict(-1.0)
            room = await tables.room(room.table.id)
            await tables.perform(room, CLEO, wire.Command("leave", room.table.seq, wire.Leave()))
            await tables.perform(room, BEN, wire.Command("again", room.table.seq, wire.Sit(name="Ben")))
            assert [reader.count_open(person) for person in (ANNA, BEN, CLEO)] == [1, 1, 0]
            # It is still among those where he was.
            assert {one.id for one in reader.lists(CLEO, open_since_ms=0, limit=9)[0]} == {room.table.id}

    asyncio.run(act())


def test_table_that_cannot_be_read_is_tried_less_and_less_often(
    tmp_path: Path, backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "_LOOK_S", 0.05)
    monkeypatch.setattr(clocks, "_MOST", 1)
    tried: list[tuple[float, str]] = []

    async def act() -> tuple[str, str]:
        async with running(tmp_path, Script(), database=backend() or str(tmp_path / "tables.db")) as inside:
            tables = inside.app.house.hub
            bad, good = [(await tables.create(wire.NewTable(), ANNA)).table.id for _ in range(2)]
            tables.evict(-1.0)
            room = tables.room

            async def trying(table_id: str) -> Room:
                tried.append((time.monotonic(), table_id))
                return await room(table_id)

            monkeypatch.setattr(tables, "room", trying)

            def spoil(connection: sa.Connection) -> None:
                connection.execute(sa.update(schema.events).where(schema.events.c.table_id == bad).values(body=b"{"))
                for due_ms, table_id in ((1, bad), (2, good)):
                    connection.execute(
                        sa.update(schema.tables).where(schema.tables.c.id == table_id).values(due_ms=due_ms)
                    )

            await inside.app.house.store.writer.run(spoil)
            await _soon(lambda: [one for _, one in tried].count(bad) >= 6)
            return bad, good

    bad, good = asyncio.run(act())
    # After about 0.05, 0.1, 0.2, 0.4 and 0.8 s more.
    at_s = [at for at, one in tried if one == bad]
    waited_s = [after - before for before, after in itertools.pairwise(at_s)]
    assert all(waited > 0.04 * 2**place for place, waited in enumerate(waited_s)), waited_s
    # It stands before the other one, and does not hide it.
    assert [one for _, one in tried].count(good) == 1
