"""The tables of one process: commands and clocks in, events out. Store first, then publish."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from functools import partial

from schafkopf.server import wire
from schafkopf.server.config import Config
from schafkopf.server.errors import Refused
from schafkopf.server.live import books, forgetting
from schafkopf.server.live.forgetting import Other
from schafkopf.server.live.room import ENCODER, Room, Step, forget
from schafkopf.server.live.stream import Stream
from schafkopf.server.store import upkeep
from schafkopf.server.store.rows import Append, NewEvent, Overwritten, StoredRow, TableRow, Taken
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
        self._making: dict[str, asyncio.Task[Room]] = {}
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
        self._tell_moved(room)
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

    # -- changing --------------------------------------------------------------------------------------------------

    async def made(self, new: wire.NewTable | wire.Quick, person: str) -> Room | None:
        """The table that a person has made by the same id before, here or elsewhere."""
        if new.id is not None:
            with contextlib.suppress(Refused):
                return await self.room(self._id_of(person, new.id))
        return None

    async def create(self, new: wire.NewTable | wire.Quick, person: str) -> Room:
        """A new table; by the same id of the same person the same one. Raises Refused."""
        table_id = secrets.token_hex(16) if new.id is None else self._id_of(person, new.id)
        making = self._making.get(table_id)
        if making is None:
            making = self._making[table_id] = asyncio.create_task(self._make(new, person, table_id))
            making.add_done_callback(lambda _: self._making.pop(table_id, None))
        return await asyncio.shield(making)

    def _id_of(self, person: str, own: str) -> str:
        """The id of the table that a person made by an id of his own: it says who that was only to this server."""
        return hashlib.blake2b(f"{person}/{own}".encode(), key=self.config.secret[:64], digest_size=16).hexdigest()

    async def _make(self, new: wire.NewTable | wire.Quick, person: str, table_id: str) -> Room:
        for _ in range(_CODES):
            found = await self.made(new, person)
            if found is not None:
                return found
            try:
                return await self._create(new, person, table_id, _code())
            except Taken:
                # Another table has this code; or it is this table, made by another process.
                self.counts["conflicts"] += 1
        raise Refused("server/unavailable", "no short code is free")

    async def _create(self, new: wire.NewTable | wire.Quick, person: str, table_id: str, code: str) -> Room:
        now = now_ms()
        events = arrive.create(new, person, table=table_id, code=code, now_ms=now, entropy=secrets.token_bytes(32))
        first, *others = (Stored(index, now, event) for index, event in enumerate(events, start=1))
        table = Table.new(first)
        room = Room(table, remembered=self.config.remembered)
        room.touched = asyncio.get_running_loop().time()
        async with room.lock:
            steps = _steps(table, others)
            await self._store(room, table, [first, *others], steps, None, None)
            if table_id in self.rooms:
                # Somebody has read it at that very moment.
                return self.rooms[table_id]
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
        effect = await self.store.read(self.store.reader.effect_of, room.table.id, person, command)
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
            except Overwritten:
                self.counts["conflicts"] += 1
                if not await self._read_anew(room):
                    raise Refused("table/not-found") from None
                continue
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
        members, sat = books.members(after), books.members(before)
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
            members=tuple(members - (sat & room.members)),
            left=tuple(sat - members),
            visitors=books.visitors(stored, person, room.members | members),
            deals=books.finished(steps),
            taken_back=books.taken_back(steps),
            rewrites=room.rewrites,
        )
        await self.store.writer.append(append)
        self.counts["events"] += len(stored)
        room.members |= members
        room.face = face
        if append.snapshot is not None:
            room.snapshot_seq = after.seq

    async def _catch_up(self, room: Room) -> None:
        """Take in what others have stored. The caller holds the lock."""
        rows = await self.store.read(self.store.reader.events_after, room.table.id, room.table.seq)
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
        room = await self._loaded(table_id)
        if room is not None and room.table.seq < seq:
            async with room.lock:
                if room.table.seq < seq:
                    await self._catch_up(room)

    async def look(self) -> None:
        """Something may have been overheard: compare all tables in memory with the store."""
        known = [*self.rooms, *self._loading]
        latest = await self.store.read(self.store.reader.latest, known)
        for table_id in known:
            seq, rewrites = latest.get(table_id, (upkeep.REWRITTEN, 0))
            room = await self._loaded(table_id)
            anew = room is not None and room.rewrites < rewrites
            await self.hear(table_id, upkeep.REWRITTEN if anew else seq)

    # -- forgetting ------------------------------------------------------------------------------------------------

    async def forget(self, table_id: str, person: str) -> None:
        """Take a person out of a table: the seat is left, and nothing that is stored says who it was.

        A table where no other person ever sat goes as a whole.
        """
        with _gone_is_good():
            await self._forget(table_id, person)

    async def _forget(self, table_id: str, person: str) -> None:
        room = await self.room(table_id)
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
            await self._rewrite(room, person, Other(secrets.token_urlsafe(16), "–"))

    async def hand_over(self, table_id: str, person: str, account: str) -> tuple[Room, bool]:
        """What a person has at a table is an account's from now on: seat, balance, records.

        -> the table; False where the account has a place there itself, or may have none: one person plays on one
        seat. Then nothing has changed but that the person has left his. Raises Refused (table/not-found).
        """
        room = await self.room(table_id)

        def leave(table: Table) -> Sequence[Event]:
            now, entropy = room.now(), secrets.token_bytes(32)
            if not forgetting.has_place(table, account):
                return arrive.disconnected(table, account, now_ms=now, entropy=entropy)
            return decide.decide(table, person, wire.Leave(), seq=table.seq, now_ms=now, entropy=entropy)

        await self.change(room, leave)
        async with self._held(room) as room:
            return room, await self._rewrite(room, person, Other(account, None))

    async def _rewrite(self, room: Room, person: str, other: Other) -> bool:
        """Put somebody else into a person's place, in all that is stored. The caller holds the lock.

        False where he has a place of his own. Raises Refused (table/not-found).
        """
        table_id = room.table.id
        while True:
            await self._catch_up(room)
            if forgetting.has_place(room.table, other.id):
                return False
            # It takes a while for a long evening: not in the writer's transaction, where everybody waits.
            new = await self.store.read(self._changed, table_id, person, other)
            if new is None:
                self.close_room(table_id)
                raise Refused("table/not-found")
            job = partial(
                upkeep.rewrite,
                process=self.store.process,
                table_id=table_id,
                person=person,
                rewrites=room.rewrites,
                new=new,
            )
            if await self.store.writer.run(job):
                break
            if not await self._read_anew(room):
                raise Refused("table/not-found")
        room.rewrites += 1
        self._replace(room, new.table)
        room.members.discard(person)
        if new.known:
            room.members.add(other.id)
        for key in [key for key in room.commands if key[0] == person]:
            del room.commands[key]
        return True

    def _changed(self, table_id: str, person: str, other: Other) -> forgetting.Changed | None:
        rows, played = self.store.reader.whole(table_id, person)
        return forgetting.changed(rows, played, person=person, other=other) if rows else None

    async def remove(self, table_id: str, age: upkeep.Age | None = None) -> None:
        """Delete a table, if it is of that age; what somebody is doing there is done before, and nothing after."""
        room = await self._loaded(table_id)
        async with room.lock if room is not None else contextlib.nullcontext():
            job = partial(upkeep.remove_table, process=self.store.process, table_id=table_id, age=age)
            if await self.store.writer.run(job):
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
        """Another process has taken a person out of a table, or deleted it."""
        room = await self._loaded(table_id)
        if room is not None:
            async with room.lock:
                if not room.closed:
                    await self._read_anew(room)

    async def _read_anew(self, room: Room) -> bool:
        """Take in a past that has been rewritten; False: the table is deleted. The caller holds the lock."""
        found = await self.store.read(self._read, room.table.id)
        if found is None:
            self.close_room(room.table.id)
            return False
        row, _, table, _ = found
        room.rewrites = row.rewrites
        room.members = books.members(table)
        room.at_ms = max(room.at_ms, row.changed_ms)
        self._replace(room, table)
        return True

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


@contextlib.contextmanager
def _gone_is_good() -> Iterator[None]:
    """Where a table that is deleted in the meantime is all right."""
    try:
        yield
    except Refused as refused:
        if refused.code != "table/not-found":
            raise


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
