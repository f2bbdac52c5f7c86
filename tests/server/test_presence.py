"""Who is there: what is noticed of lost connections, and that one fault keeps nobody from being missed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.server.inside import Script
from tests.server.serving import PATIENCE_S

from schafkopf.server import wire
from schafkopf.server.config import Config
from schafkopf.server.live import presence
from schafkopf.server.live.house import House
from schafkopf.server.live.room import Room
from schafkopf.server.ports import Ports
from schafkopf.server.store import upkeep
from schafkopf.server.store.store import Store


@asynccontextmanager
async def _house(folder: Path, **changes: float) -> AsyncIterator[House]:
    config = Config(str(folder / "tables.db"), b"x" * 32, **changes)  # type: ignore[arg-type]
    house = House(config, Ports(Script()), await asyncio.to_thread(Store.open, config.database))
    house.start()
    try:
        yield house
    finally:
        await house.close()


async def _missed(room: Room) -> None:
    """Until the host is away."""
    async with asyncio.timeout(PATIENCE_S):
        while room.table.seats[0].present:
            await asyncio.sleep(0.01)


def test_who_is_lost_twice_in_a_row_has_the_whole_time_again(tmp_path: Path) -> None:
    async def run() -> None:
        async with _house(tmp_path, gone_s=1.5) as house:
            room = await house.hub.create(wire.NewTable(), "person")
            for pause_s in (0.9, 0.0):
                await house.presence.enter(room, "person")
                lost = time.monotonic()
                house.presence.leave(room.table.id, "person")
                await asyncio.sleep(pause_s)
            await _missed(room)
            assert time.monotonic() - lost > 1.4, "counted from the second loss, not from the first"

    asyncio.run(run())


def test_who_was_at_a_table_that_cannot_be_read_holds_up_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "_FIRST_REAP_S", 0.2)
    monkeypatch.setattr(presence, "_BEAT_S", 0.2)

    async def run() -> None:
        async with _house(tmp_path) as house:
            room = await house.hub.create(wire.NewTable(), "person")
            table_id = room.table.id
            # An id before the other one.
            broken = "-" + table_id[1:]
            tried: list[str] = []

            async def load(key: str) -> Room:
                tried.append(key)
                if key == broken:
                    raise ValueError("no table at all")
                return room

            monkeypatch.setattr(house.hub, "room", load)
            seen = [(broken, "somebody"), (table_id, "person")]
            await house.store.writer.run(lambda connection: upkeep.enter(connection, "dead", seen))
            await _missed(room)
            async with asyncio.timeout(PATIENCE_S):
                # It is tried again, once the other one is done with.
                while tried[tried.index(table_id) :].count(broken) < 2:
                    await asyncio.sleep(0.01)
            left = await asyncio.to_thread(house.store.reader.orphans, house.store.process, 0)
            assert left == [("dead", broken, "somebody")]
            assert tried.count(table_id) == 1

    asyncio.run(run())


def test_a_process_whose_first_beat_fails_beats_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "_FIRST_REAP_S", 0.1)
    monkeypatch.setattr(presence, "_BEAT_S", 0.1)
    beat, failing = upkeep.beat, [True]

    def first_fails(connection, process: str, now_ms: int) -> None:  # type: ignore[no-untyped-def]
        if failing.pop() if failing else False:
            raise ValueError("not now")
        beat(connection, process, now_ms)

    monkeypatch.setattr(upkeep, "beat", first_fails)

    async def run() -> None:
        async with _house(tmp_path) as house:
            room = await house.hub.create(wire.NewTable(), "person")
            await house.presence.enter(room, "person")
            async with asyncio.timeout(PATIENCE_S):
                # As another process sees it.
                while not house.store.reader.connected_elsewhere(room.table.id, "person", "other", 1):
                    await asyncio.sleep(0.05)

    asyncio.run(run())
