"""What happens at the tables of one process: commands and clocks in, events out. Store first, then publish."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import secrets
from collections.abc import Callable, Sequence

from schafkopf.server import wire
from schafkopf.server.config import Config
from schafkopf.server.errors import Refused
from schafkopf.server.live import books
from schafkopf.server.live.room import Room, Step, now_ms, steps_of
from schafkopf.server.live.rooms import Rooms
from schafkopf.server.store.rows import Append, NewEvent, Overwritten, Taken
from schafkopf.server.store.store import Store
from schafkopf.server.table import arrive, decide, due
from schafkopf.server.table.events import Event, Stored, encode
from schafkopf.server.table.state import Table

_SNAPSHOT_EVERY = 200
"""Events after which a fold would take too long."""


class Hub(Rooms):
    """See the module."""

    def __init__(self, store: Store, config: Config) -> None:
        super().__init__(store, config)
        self._making: dict[str, asyncio.Task[Room]] = {}

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
            steps = steps_of(table, others)
            await self._store(room, table, [first, *others], steps, None, None)
            if table_id in self.rooms:
                # Somebody has read it at that very moment.
                return self.rooms[table_id]
            self.publish(room, steps)
            self.rooms[table_id] = room
        self.tell_moved(room)
        return room

    async def perform(self, room: Room, person: str, command: wire.Command) -> tuple[int, list[bytes]]:
        """Do something at a table, once. -> where the table is, and what the person has not seen of it.

        Raises Refused; then nothing has changed.
        """
        self.counts["commands"] += 1
        async with self.held(room) as room:
            if command.seq > room.table.seq:
                await self.catch_up(room)

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
        await self.catch_up(room)
        room.did(person, command, effect)
        return True

    async def change(self, room: Room, make: Callable[[Table], Sequence[Event]]) -> bool:
        """Let something happen that nobody commanded; -> whether anything did. Raises what `make` raises."""
        async with self.held(room) as room:
            return await self._advance(room, make, None, None)

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
            steps = steps_of(table, stored)
            try:
                await self._store(room, table, stored, steps, person, command)
            except Overwritten:
                self.counts["conflicts"] += 1
                if not await self.read_anew(room):
                    raise Refused("table/not-found") from None
                continue
            except Taken:
                # Another process was faster: see what it did, and decide anew.
                self.counts["conflicts"] += 1
                await self.catch_up(room)
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
            self.publish(room, steps)
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


def _code() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(6))


_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""For short codes: none that is easily taken for another."""
_CODES = 8
"""So many are tried for a new table."""
