"""The tables of one process: commands and clocks in, events out. Store first, then publish."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from functools import partial

from schafkopf.server import wire
from schafkopf.server.config import Config
from schafkopf.server.errors import Refused
from schafkopf.server.live import books, forgetting
from schafkopf.server.live.room import ENCODER, Room, Step, forget
from schafkopf.server.live.stream import Stream
from schafkopf.server.store import upkeep
from schafkopf.server.store.rows import Append, NewEvent, StoredRow, Taken
from schafkopf.server.store.store import Store
from schafkopf.server.table import arrive, decide, due
from schafkopf.server.table.events import Event, Stored, decode, encode
from schafkopf.server.table.state import Table

log = logging.getLogger(__name__)
_SNAPSHOT_EVERY = 200
"""Events after which a fold would take too long."""
Moved = Callable[[Room], None]


def now_ms() -> int:
    """The clock."""
    return time.time_ns() // 1_000_000


class Hub:
    """See the module. `moved` is told of every room that has moved on: the clocks have to be wound anew."""

    def __init__(self, store: Store, config: Config) -> None:
        self.store = store
        self.config = config
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self.moved: list[Moved] = []
        self.counts = {"commands": 0, "refused": 0, "repeated": 0, "events": 0, "conflicts": 0, "loaded": 0}

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

    async def _load(self, table_id: str) -> Room | None:
        found = await asyncio.to_thread(self.store.reader.table, table_id)
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
        if table is None:
            return None
        room = Room(table, remembered=self.config.remembered)
        room.at_ms = row.changed_ms
        room.snapshot_seq = row.snapshot_seq
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
        self._tell_moved(room)
        return room

    async def find(self, key: str) -> Room:
        """A table by id or short code. Raises Refused (table/not-found)."""
        if len(key) < 16:
            found = await asyncio.to_thread(self.store.reader.id_of_code, key.upper())
            if found is None:
                raise Refused("table/not-found")
            key = found
        return await self.room(key)

    # -- changing --------------------------------------------------------------------------------------------------

    async def create(self, new: wire.NewTable | wire.Quick, person: str) -> Room:
        """A new table. Raises Refused."""
        for _ in range(_CODES):
            try:
                return await self._create(new, person, _code())
            except Taken:
                # Another table has this code.
                self.counts["conflicts"] += 1
        raise Refused("server/unavailable", "no short code is free")

    async def _create(self, new: wire.NewTable | wire.Quick, person: str, code: str) -> Room:
        table_id, now = secrets.token_hex(16), now_ms()
        events = arrive.create(new, person, table=table_id, code=code, now_ms=now, entropy=secrets.token_bytes(32))
        first, *others = (Stored(index, now, event) for index, event in enumerate(events, start=1))
        table = Table.new(first)
        room = Room(table, remembered=self.config.remembered)
        room.touched = asyncio.get_running_loop().time()
        async with room.lock:
            steps = _steps(table, others)
            await self._store(room, table, [first, *others], steps, None, None)
            self._publish(room, steps)
            self.rooms[table_id] = room
        self._tell_moved(room)
        return room

    async def perform(self, room: Room, person: str, command: wire.Command) -> tuple[int, list[bytes]]:
        """Do something at a table, once. -> where the table is, and what the person has not seen of it.

        Raises Refused; then nothing has changed.
        """
        self.counts["commands"] += 1
        async with self._held(room) as room:
            if command.seq > room.table.seq:
                await self._catch_up(room)

            def decided(table: Table) -> Sequence[Event]:
                if (person, command.id) in room.commands:
                    self.counts["repeated"] += 1
                    return ()
                return decide.decide(
                    table,
                    person,
                    command.do,
                    seq=command.seq,
                    now_ms=room.now(),
                    entropy=secrets.token_bytes(32),
                )

            try:
                await self._advance(room, decided, person, command.id)
            except Refused:
                if not await self._known(room, person, command.id):
                    self.counts["refused"] += 1
                    raise
            return room.table.seq, room.news(person, command.seq, now_ms())

    async def _known(self, room: Room, person: str, command: str) -> bool:
        """Whether a command that is refused now had its effect before, perhaps by way of another process."""
        effect = await asyncio.to_thread(self.store.reader.effect_of, room.table.id, person, command)
        if effect is None:
            return False
        await self._catch_up(room)
        room.did(person, command, effect)
        return True

    async def change(self, room: Room, make: Callable[[Table], Sequence[Event]]) -> bool:
        """Let something happen that nobody commanded; -> whether anything did. Raises what `make` raises."""
        async with self._held(room) as room:
            return await self._advance(room, make, None, None)

    @contextlib.asynccontextmanager
    async def _held(self, room: Room) -> AsyncIterator[Room]:
        """The room, locked; the present one of the table if this was let go. Raises Refused (table/not-found)."""
        while True:
            async with room.lock:
                if not room.closed:
                    yield room
                    return
            room = await self.room(room.table.id)

    async def _advance(
        self, room: Room, make: Callable[[Table], Sequence[Event]], person: str | None, command: str | None
    ) -> bool:
        while True:
            table = room.table
            events = make(table)
            if not events:
                return False
            at_ms = room.now()
            stored = [Stored(table.seq + index, at_ms, event) for index, event in enumerate(events, start=1)]
            steps = _steps(table, stored)
            try:
                await self._store(room, table, stored, steps, person, command)
            except Taken:
                # Another process was faster: see what it did, and decide anew.
                self.counts["conflicts"] += 1
                await self._catch_up(room)
                if room.table is table:
                    # Nobody was: then it is the command that has had its effect, too long ago to be remembered here.
                    if person is None or command is None or not await self._known(room, person, command):
                        raise
                    self.counts["repeated"] += 1
                    return False
                continue
            if person is not None and command is not None:
                room.did(person, command, stored[0].seq)
            room.driver = None
            self._publish(room, steps)
            return True

    async def _store(
        self,
        room: Room,
        before: Table,
        stored: Sequence[Stored],
        steps: Sequence[Step],
        person: str | None,
        command: str | None,
    ) -> None:
        after = steps[-1].after if steps else before
        upcoming = due.due(after, room.asked)
        members = books.members(after)
        face = books.face_key(after)
        far = after.seq - room.snapshot_seq >= _SNAPSHOT_EVERY
        rest = books.at_rest(after) and not books.at_rest(before)
        append = Append(
            table_id=after.id,
            events=tuple(NewEvent(one.seq, one.at_ms, encode(one.event)) for one in stored),
            due_ms=None if upcoming is None else upcoming.at_ms,
            person=person,
            command=command,
            face=books.face(after) if face != room.face else None,
            snapshot=after.snapshot() if far or rest else None,
            members=tuple(members - room.members),
            deals=books.finished(steps),
            taken_back=books.taken_back(steps),
        )
        await self.store.writer.append(append)
        self.counts["events"] += len(stored)
        room.members |= members
        room.face = face
        if append.snapshot is not None:
            room.snapshot_seq = after.seq

    async def _catch_up(self, room: Room) -> None:
        """Take in what others have stored. The caller holds the lock."""
        rows = await asyncio.to_thread(self.store.reader.events_after, room.table.id, room.table.seq)
        steps = _steps(room.table, _stored(rows))
        if not steps:
            return
        for row in rows:
            if row.person is not None and row.command is not None:
                room.did(row.person, row.command, row.seq)
        room.members |= books.members(steps[-1].after)
        room.face = books.face_key(steps[-1].after)
        room.driver = "?"
        self._publish(room, steps)

    async def hear(self, table_id: str, seq: int) -> None:
        """Another process has stored an event."""
        if seq == upkeep.REWRITTEN:
            await self.reload(table_id)
            return
        room = self.rooms.get(table_id)
        if room is not None and room.table.seq < seq:
            async with room.lock:
                if room.table.seq < seq:
                    await self._catch_up(room)

    async def look(self) -> None:
        """Something may have been overheard: compare all tables in memory with the store."""
        known = list(self.rooms)
        latest = await asyncio.to_thread(self.store.reader.latest, known)
        for table_id in known:
            if table_id in latest:
                await self.hear(table_id, latest[table_id])
            else:
                self.close_room(table_id)

    # -- forgetting ------------------------------------------------------------------------------------------------

    async def forget(self, table_id: str, person: str) -> None:
        """Take a person out of a table: the seat is left, and nothing that is stored says who it was.

        A table where no other person ever sat goes as a whole.
        """
        try:
            room = await self.room(table_id)
        except Refused:
            return
        if forgetting.alone(room.table, room.members, person):
            await self.remove(table_id)
            return

        def leave(table: Table) -> Sequence[Event]:
            now, entropy = room.now(), secrets.token_bytes(32)
            return decide.decide(table, person, wire.Leave(), seq=table.seq, now_ms=now, entropy=entropy)

        def look_away(table: Table) -> Sequence[Event]:
            # Nobody could do so later, when the id is another.
            return arrive.disconnected(table, person, now_ms=room.now(), entropy=secrets.token_bytes(32))

        await self.change(room, leave)
        await self.change(room, look_away)
        async with self._held(room) as room:
            alias = secrets.token_urlsafe(16)
            written = False
            while not written:
                await self._catch_up(room)
                # It takes a while for a long evening: not in the writer's transaction, where everybody waits.
                new = await asyncio.to_thread(self._without, table_id, person, alias)
                job = partial(
                    upkeep.rewrite, process=self.store.process, table_id=table_id, person=person, alias=alias, new=new
                )
                written = await self.store.writer.run(job)
            self._replace(room, new.table)
            room.members.discard(person)
            for key in [key for key in room.commands if key[0] == person]:
                del room.commands[key]

    def _without(self, table_id: str, person: str, alias: str) -> forgetting.Without:
        return forgetting.without(*self.store.reader.whole(table_id, person), person=person, alias=alias)

    async def remove(self, table_id: str) -> None:
        """Delete a table; what somebody is doing there is done before, and nothing after."""
        room = self.rooms.get(table_id)
        async with room.lock if room is not None else contextlib.nullcontext():
            await self.store.writer.run(partial(upkeep.remove_tables, ids=[table_id]))
            self.close_room(table_id)

    def _replace(self, room: Room, table: Table) -> None:
        """Go on from a table whose past has changed: everybody is sent the whole of it."""
        room.table = table
        room.steps.clear()
        room.face = books.face_key(table)
        room.snapshot_seq = table.seq
        for stream in list(room.listeners):
            stream.push(table.id, table.seq, room.snapshot(stream.person, now_ms()))
        self._tell_moved(room)

    async def reload(self, table_id: str) -> None:
        """Another process has taken a person out of a table."""
        room = self.rooms.get(table_id)
        if room is None:
            return
        async with room.lock:
            found = await asyncio.to_thread(self.store.reader.table, table_id)
            if found is not None and found[0].snapshot is not None:
                table = Table.restore(found[0].snapshot)
                for stored in _stored(found[1]):
                    table = table.after(stored)
                self._replace(room, table)

    # -- listening -------------------------------------------------------------------------------------------------

    def _publish(self, room: Room, steps: Sequence[Step]) -> None:
        if not steps:
            return
        room.take(steps)
        now = now_ms()
        for stream in list(room.listeners):
            if not may_watch(room.table, stream.person):
                self.dismiss(room, stream)
                continue
            for step in steps:
                stream.push(room.table.id, step.stored.seq, step.message(stream.person, now))
            if stream.closed:
                room.listeners.discard(stream)
        forget(steps)
        self._tell_moved(room)

    def listen(self, room: Room, stream: Stream, seq: int) -> None:
        """Begin to tell a stream of a table, with what it has missed since `seq` (0: a snapshot)."""
        now = now_ms()
        steps = room.since(seq)
        if steps is None:
            stream.push(room.table.id, room.table.seq, room.snapshot(stream.person, now))
        else:
            for step in steps:
                stream.push(room.table.id, step.stored.seq, step.message(stream.person, now))
            forget(steps)
            if not steps:
                stream.seen(room.table.id, seq)
        room.listeners.add(stream)

    def dismiss(self, room: Room, stream: Stream) -> None:
        """This reader may not see the table any more."""
        room.listeners.discard(stream)
        stream.drop(room.table.id, ENCODER.encode(wire.Gone(room.table.id)))

    def _tell_moved(self, room: Room) -> None:
        for moved in self.moved:
            moved(room)

    # -- letting go ------------------------------------------------------------------------------------------------

    def close_room(self, table_id: str) -> None:
        """Forget a table that is deleted."""
        room = self.rooms.pop(table_id, None)
        if room is not None:
            room.closed = True
            for stream in list(room.listeners):
                self.dismiss(room, stream)
            self._tell_moved(room)

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
            self._tell_moved(room)
        return len(idle)


def _code() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(6))


def may_watch(table: Table, person: str) -> bool:
    """Whether a person may look at a table: who sits or sat there, else if watchers are allowed."""
    if table.settings.watch or table.phase == "lobby" or person == table.host:
        return True
    return table.person_seat(person) is not None or table.player_of(person) is not None


_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""For short codes: none that is easily taken for another."""
_CODES = 8
"""So many are tried for a new table."""
_SOON_MS = 20_000


def _quiet(upcoming: due.Due | None, now: int) -> bool:
    return upcoming is None or upcoming.at_ms > now + _SOON_MS


def _stored(rows: Iterable[StoredRow]) -> list[Stored]:
    return [Stored(row.seq, row.at_ms, decode(row.body)) for row in rows]


def _steps(table: Table, stored: Iterable[Stored]) -> list[Step]:
    steps = []
    for one in stored:
        after = table.after(one)
        steps.append(Step(table, one, after))
        table = after
    return steps
