"""The tables in the memory of one process: read from the store, kept up with what others do there, let go again."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from functools import partial

from schafkopf.server.config import Config
from schafkopf.server.errors import Refused
from schafkopf.server.live import books, telling
from schafkopf.server.live.room import Room, Step, now_ms, steps_of
from schafkopf.server.store import upkeep
from schafkopf.server.store.rows import StoredRow, TableRow
from schafkopf.server.store.store import Store
from schafkopf.server.table import due
from schafkopf.server.table.events import Stored, decode
from schafkopf.server.table.state import Table

Moved = Callable[[Room], None]
_SOON_MS = 20_000


class Rooms:
    """See the module. `moved` is told of every room that has moved on: the clocks have to be wound anew."""

    def __init__(self, store: Store, config: Config) -> None:
        self.store = store
        self.config = config
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self.moved: list[Moved] = []
        self.counts = {"commands": 0, "refused": 0, "repeated": 0, "events": 0, "conflicts": 0, "loaded": 0}
        """What has happened since the start, for `/metrics`."""

    # -- finding ---------------------------------------------------------------------------------------------------

    async def room(self, table_id: str) -> Room:
        """The table, from memory or the store. Raises Refused (table/not-found)."""
        room = self.rooms.get(table_id)
        if room is None:
            task = self._loading.get(table_id)
            if task is None:
                task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
                task.add_done_callback(lambda _: self._loading.pop(table_id, None))
            # Who goes away while it loads does not take it from those who wait for the same table.
            room = await asyncio.shield(task)
            if room is None:
                raise Refused("table/not-found")
        room.touched = asyncio.get_running_loop().time()
        return room

    def knows(self, table_id: str) -> bool:
        """Whether the table is in memory, or about to be."""
        return table_id in self.rooms or table_id in self._loading

    async def _loaded(self, table_id: str) -> Room | None:
        """The table if it is in memory, or will be in a moment."""
        task = self._loading.get(table_id)
        if task is not None:
            await asyncio.wait((task,))
        return self.rooms.get(table_id)

    async def _load(self, table_id: str) -> Room | None:
        found = await self.store.read(self._read, table_id)
        if found is None:
            return None
        row, rows, table, steps = found
        if table_id in self.rooms:
            # It was made in the meantime.
            return self.rooms[table_id]
        room = Room(table, remembered=self.config.remembered)
        room.at_ms = row.changed_ms
        room.snapshot_seq = row.snapshot_seq
        room.rewrites = row.rewrites
        room.steps.extend(steps)
        room.members = books.members(table)
        room.face = books.face_key(table)
        for event in rows:
            if event.person is not None and event.command is not None:
                room.did(event.person, event.command, event.seq)
        # Somebody drove it until now, and may still do so.
        room.driver = "?" if self.store.shared else None
        self.rooms[table_id] = room
        self.counts["loaded"] += 1
        self.tell_moved(room)
        return room

    def _read(self, table_id: str) -> tuple[TableRow, list[StoredRow], Table, list[Step]] | None:
        """What is stored of a table, folded; in a thread, since a long evening takes a while."""
        found = self.store.reader.table(table_id)
        if found is None:
            return None
        row, rows = found
        table = None if row.snapshot is None else Table.restore(row.snapshot)
        steps: list[Step] = []
        for stored in _stored(rows):
            after = Table.new(stored) if table is None else table.after(stored)
            if table is not None:
                steps.append(Step(table, stored, after))
            table = after
        return None if table is None else (row, rows, table, steps)

    async def find(self, key: str) -> Room:
        """A table by id or short code. Raises Refused (table/not-found)."""
        if len(key) < 16:
            found = await self.store.read(self.store.reader.id_of_code, key.upper())
            if found is None:
                raise Refused("table/not-found")
            key = found
        return await self.room(key)

    @contextlib.asynccontextmanager
    async def held(self, room: Room) -> AsyncIterator[Room]:
        """The room, locked; the present one of the table if this was let go. Raises Refused (table/not-found)."""
        while True:
            async with room.lock:
                if not room.closed:
                    yield room
                    return
            room = await self.room(room.table.id)

    # -- keeping up ------------------------------------------------------------------------------------------------

    async def catch_up(self, room: Room) -> None:
        """Take in what others have stored. The caller holds the lock."""
        rows = await self.store.read(self.store.reader.events_after, room.table.id, room.table.seq)
        steps = steps_of(room.table, _stored(rows))
        if not steps:
            return
        for row in rows:
            if row.person is not None and row.command is not None:
                room.did(row.person, row.command, row.seq)
        room.members |= books.members(steps[-1].after)
        room.face = books.face_key(steps[-1].after)
        room.driver = "?"
        self.publish(room, steps)

    async def read_anew(self, room: Room) -> bool:
        """Take in a past that has been rewritten; False: the table is deleted. The caller holds the lock."""
        found = await self.store.read(self._read, room.table.id)
        if found is None:
            self.close_room(room.table.id)
            return False
        row, _, table, _ = found
        room.rewrites = row.rewrites
        room.members = books.members(table)
        room.at_ms = max(room.at_ms, row.changed_ms)
        self.replace(room, table)
        return True

    def replace(self, room: Room, table: Table) -> None:
        """Go on from a table whose past has changed: everybody is sent the whole of it."""
        room.table = table
        room.steps.clear()
        room.face = books.face_key(table)
        room.snapshot_seq = table.seq
        telling.tell_whole(room)
        self.tell_moved(room)

    async def hear(self, table_id: str, seq: int) -> None:
        """Another process has stored an event."""
        if seq == upkeep.REWRITTEN:
            await self.reload(table_id)
            return
        room = await self._loaded(table_id)
        if room is not None and room.table.seq < seq:
            async with room.lock:
                if room.table.seq < seq:
                    await self.catch_up(room)

    async def reload(self, table_id: str) -> None:
        """Another process has taken a person out of a table, or deleted it."""
        room = await self._loaded(table_id)
        if room is not None:
            async with room.lock:
                if not room.closed:
                    await self.read_anew(room)

    async def look(self) -> None:
        """Something may have been overheard: compare all tables in memory with the store."""
        known = [*self.rooms, *self._loading]
        latest = await self.store.read(self.store.reader.latest, known)
        for table_id in known:
            seq, rewrites = latest.get(table_id, (upkeep.REWRITTEN, 0))
            room = await self._loaded(table_id)
            anew = room is not None and room.rewrites < rewrites
            await self.hear(table_id, upkeep.REWRITTEN if anew else seq)

    def publish(self, room: Room, steps: Sequence[Step]) -> None:
        """Let a table move on by what has been stored. The caller holds the lock."""
        if steps:
            telling.publish(room, steps)
            self.tell_moved(room)

    def tell_moved(self, room: Room) -> None:
        """A room has moved on, or is closed."""
        for moved in self.moved:
            moved(room)

    # -- letting go ------------------------------------------------------------------------------------------------

    async def remove(self, table_id: str, age: upkeep.Age | None = None) -> None:
        """Delete a table, if it is of that age; what somebody is doing there is done before, and nothing after."""
        room = await self._loaded(table_id)
        async with room.lock if room is not None else contextlib.nullcontext():
            job = partial(upkeep.remove_table, process=self.store.process, table_id=table_id, age=age)
            if await self.store.writer.run(job):
                self.close_room(table_id)

    def close_room(self, table_id: str) -> None:
        """Forget a table that is deleted."""
        room = self.rooms.pop(table_id, None)
        if room is not None:
            room.closed = True
            for stream in list(room.listeners):
                telling.dismiss(room, stream)
            self.tell_moved(room)

    def evict(self, idle_s: float) -> int:
        """Let go of tables that nobody looks at and where nothing will happen soon; -> how many."""
        loop_now, now = asyncio.get_running_loop().time(), now_ms()
        idle = [
            room
            for room in self.rooms.values()
            if not room.listeners
            and not room.lock.locked()
            and loop_now - room.touched >= idle_s
            and _quiet(due.due(room.table, room.asked), now)
        ]
        for room in idle:
            del self.rooms[room.table.id]
            room.closed = True
            self.tell_moved(room)
        return len(idle)


def _quiet(upcoming: due.Due | None, now: int) -> bool:
    return upcoming is None or upcoming.at_ms > now + _SOON_MS


def _stored(rows: Iterable[StoredRow]) -> list[Stored]:
    return [Stored(row.seq, row.at_ms, decode(row.body)) for row in rows]
