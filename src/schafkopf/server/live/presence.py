"""Who is connected: counted here, written down for other processes, and missed when a process dies."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import Counter
from collections.abc import Coroutine
from functools import partial
from typing import Any

import sqlalchemy as sa

from schafkopf.server.errors import Refused
from schafkopf.server.live.hub import Hub
from schafkopf.server.live.room import Room, now_ms
from schafkopf.server.store import upkeep
from schafkopf.server.table import arrive

log = logging.getLogger(__name__)
_BEAT_S = 4.0
_DEAD_MS = 13_000
"""A process that has not beaten for so long is dead."""
_FIRST_REAP_S = 6.0
"""After a start, browsers get this long to come back before those that do not are missed."""


class Presence:
    """See the module."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._store = hub.store
        self._here: Counter[tuple[str, str]] = Counter()
        self._left: dict[tuple[str, str], object] = {}
        """Who has just gone, with a mark of that time: whoever goes again is waited for anew."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._reaping: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to beat."""
        self._reaping = asyncio.create_task(self._reap())

    async def close(self) -> None:
        """Stop; who is connected now is missed by whoever starts next, if they do not come back there."""
        tasks = [*self._tasks, *([] if self._reaping is None else [self._reaping])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        # Without a database it is found out a little later.
        with contextlib.suppress(sa.exc.SQLAlchemyError):
            await self._store.writer.run(lambda connection: upkeep.beat(connection, self._store.process, 0))

    @property
    def connected(self) -> int:
        """Persons at tables, by streams of this process."""
        return len(self._here)

    async def enter(self, room: Room, person: str) -> None:
        """A stream of this person for this table is open."""
        key = (room.table.id, person)
        self._here[key] += 1
        self._left.pop(key, None)
        if self._here[key] == 1:
            await self._store.writer.run(partial(upkeep.enter, process=self._store.process, seen=[key]))
            await self._say_connected(room, person)

    async def _say_connected(self, room: Room, person: str) -> None:
        await self._hub.change(
            room,
            lambda table: arrive.connected(table, person, now_ms=room.now(), entropy=secrets.token_bytes(32)),
        )

    def leave(self, table_id: str, person: str) -> None:
        """It is closed."""
        key = (table_id, person)
        self._here[key] -= 1
        if self._here[key] <= 0:
            del self._here[key]
            left = self._left[key] = object()
            self._later(self._gone(table_id, person, self._hub.config.gone_s, left))

    def expect(self, table_id: str, person: str) -> None:
        """Somebody counts as connected and perhaps has no stream yet: he is missed if none comes."""
        if not self._here[table_id, person]:
            self._later(self._expected(table_id, person))

    async def _expected(self, table_id: str, person: str) -> None:
        # Written down, so that he is missed also if this process dies before it can do so.
        seen = [(table_id, person)]
        try:
            await self._store.writer.run(partial(upkeep.enter, process=self._store.process, seen=seen))
        except sa.exc.SQLAlchemyError:
            log.exception("presence", extra={"table": table_id})
        await self._gone(table_id, person, self._hub.config.gone_s * 4, None)

    def _later(self, what: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(what)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _gone(self, table_id: str, person: str, after_s: float, left: object | None) -> None:
        await asyncio.sleep(after_s)
        key = (table_id, person)
        if self._here[key] or self._left.get(key) is not left:
            return
        self._left.pop(key, None)
        try:
            await self._store.writer.run(partial(upkeep.leave, process=self._store.process, seen=[key]))
            await self._miss(table_id, person)
        except Refused:
            pass  # the table is gone too
        except Exception:
            log.exception("presence", extra={"table": table_id})

    async def _miss(self, table_id: str, person: str) -> None:
        alive = now_ms() - _DEAD_MS
        process = self._store.process
        if await self._store.read(self._store.reader.connected_elsewhere, table_id, person, process, alive):
            return
        room = await self._hub.room(table_id)
        await self._hub.change(
            room,
            lambda table: (
                ()
                if (table_id, person) in self._here
                else arrive.disconnected(table, person, now_ms=room.now(), entropy=secrets.token_bytes(32))
            ),
        )

    async def _reap(self) -> None:
        burying = False
        while True:
            try:
                await self._beat()
                if burying:
                    await self._bury()
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("presence")
            await asyncio.sleep(_BEAT_S if burying else _FIRST_REAP_S)
            burying = True

    async def _beat(self) -> None:
        await self._store.writer.run(lambda connection: upkeep.beat(connection, self._store.process, now_ms()))

    async def _bury(self) -> None:
        dead = now_ms() - _DEAD_MS
        for process, table_id, person in await self._store.read(self._store.reader.orphans, self._store.process, dead):
            try:
                if (table_id, person) not in self._here:
                    await self._miss(table_id, person)
            except Refused:
                pass  # the table is gone too
            except Exception:
                # Only who has been missed is forgotten: it is done again. One table holds up no other.
                log.exception("presence", extra={"table": table_id})
                continue
            await self._store.writer.run(partial(upkeep.leave, process=process, seen=[(table_id, person)]))
        await self._store.writer.run(partial(upkeep.bury, dead_before_ms=dead))
