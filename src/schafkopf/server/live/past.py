"""The past of tables, written anew: somebody is forgotten, or what a guest has played is an account's from now on."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterator, Sequence
from functools import partial

from schafkopf.server import wire
from schafkopf.server.errors import Refused
from schafkopf.server.live import forgetting
from schafkopf.server.live.forgetting import Other
from schafkopf.server.live.hub import Hub
from schafkopf.server.live.room import Room
from schafkopf.server.store import upkeep
from schafkopf.server.table import arrive, decide
from schafkopf.server.table.events import Event
from schafkopf.server.table.state import Table


class Past:
    """See the module; how events change is said by `live.forgetting`."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._store = hub.store

    async def forget(self, table_id: str, person: str) -> None:
        """Take a person out of a table: the seat is left, and nothing that is stored says who it was.

        A table where no other person ever sat goes as a whole.
        """
        with _gone_is_good():
            await self._forget(table_id, person)

    async def _forget(self, table_id: str, person: str) -> None:
        room = await self._hub.room(table_id)
        if forgetting.alone(room.table, room.members, person):
            await self._hub.remove(table_id)
            return

        def leave(table: Table) -> Sequence[Event]:
            now, entropy = room.now(), secrets.token_bytes(32)
            return decide.decide(table, person, wire.Leave(), seq=table.seq, now_ms=now, entropy=entropy)

        def look_away(table: Table) -> Sequence[Event]:
            # Nobody could do so later, when the id is another.
            return arrive.disconnected(table, person, now_ms=room.now(), entropy=secrets.token_bytes(32))

        await self._hub.change(room, leave)
        await self._hub.change(room, look_away)
        async with self._hub.held(room) as room:
            await self.rewrite(room, person, Other(secrets.token_urlsafe(16), "–"))

    async def hand_over(self, table_id: str, person: str, account: str) -> tuple[Room, bool]:
        """What a person has at a table is an account's from now on: seat, balance, records.

        -> the table; False where the account has a place there itself, or may have none: one person plays on one
        seat. Then nothing has changed but that the person has left his. Raises Refused (table/not-found).
        """
        room = await self._hub.room(table_id)

        def leave(table: Table) -> Sequence[Event]:
            now, entropy = room.now(), secrets.token_bytes(32)
            if not forgetting.has_place(table, account):
                return arrive.disconnected(table, account, now_ms=now, entropy=entropy)
            return decide.decide(table, person, wire.Leave(), seq=table.seq, now_ms=now, entropy=entropy)

        await self._hub.change(room, leave)
        async with self._hub.held(room) as room:
            return room, await self.rewrite(room, person, Other(account, None))

    async def rewrite(self, room: Room, person: str, other: Other) -> bool:
        """Put somebody else into a person's place, in all that is stored. The caller holds the lock.

        False where he has a place of his own. Raises Refused (table/not-found).
        """
        table_id = room.table.id
        while True:
            await self._hub.catch_up(room)
            if forgetting.has_place(room.table, other.id):
                return False
            # It takes a while for a long evening: not in the writer's transaction, where everybody waits.
            new = await self._store.read(self._changed, table_id, person, other)
            if new is None:
                self._hub.close_room(table_id)
                raise Refused("table/not-found")
            job = partial(
                upkeep.rewrite,
                process=self._store.process,
                table_id=table_id,
                person=person,
                rewrites=room.rewrites,
                new=new,
            )
            if await self._store.writer.run(job):
                break
            if not await self._hub.read_anew(room):
                raise Refused("table/not-found")
        room.rewrites += 1
        self._hub.replace(room, new.table)
        room.members.discard(person)
        if new.known:
            room.members.add(other.id)
        for key in [key for key in room.commands if key[0] == person]:
            del room.commands[key]
        return True

    def _changed(self, table_id: str, person: str, other: Other) -> forgetting.Changed | None:
        rows, played = self._store.reader.whole(table_id, person)
        return forgetting.changed(rows, played, person=person, other=other) if rows else None


@contextlib.contextmanager
def _gone_is_good() -> Iterator[None]:
    """Where a table that is deleted in the meantime is all right."""
    try:
        yield
    except Refused as refused:
        if refused.code != "table/not-found":
            raise
