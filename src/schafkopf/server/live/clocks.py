"""What happens by the clock: bots, turn clocks, grace times, shuffles that somebody leaves open."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence

from schafkopf.server.live.asking import Asker
from schafkopf.server.live.hub import Hub
from schafkopf.server.live.room import Room, now_ms
from schafkopf.server.table import due as dues
from schafkopf.server.table.due import Due
from schafkopf.server.table.events import Event
from schafkopf.server.table.state import Table

log = logging.getLogger(__name__)
_MOST = 200
"""Tables that are loaded at a time."""
_SECOND_S = 2.0
"""How much later a process acts where another one has acted last: that one is nearer, unless it is dead."""
_RETRY_S = 1.0
_LOOK_S = 1.0
_UNREADABLE_S = 600.0
"""After this time at the latest it is tried once more whether a table can be read."""


class Clocks:
    """Winds the clocks of every room that has moved."""

    def __init__(self, hub: Hub, asker: Asker) -> None:
        self._hub = hub
        self._asker = asker
        self.struck = 0
        self.stuck = 0
        """Things that were due and led to nothing."""
        self._unreadable: dict[str, tuple[float, float]] = {}
        """Tables that could not be read: when that is tried again, by the loop's clock, and how long it was waited."""
        self._looking: asyncio.Task[None] | None = None
        self._striking: set[asyncio.Task[None]] = set()
        self._closed = False
        hub.moved.append(self.wind)

    def start(self) -> None:
        """Also see to tables that are not in memory."""
        self._looking = asyncio.create_task(self._look())

    async def close(self) -> None:
        """Stop all clocks; they go on when the tables are loaded again. What has begun to happen happens."""
        self._closed = True
        tasks = [task for room in self._hub.rooms.values() for task in room.waiting.values()]
        tasks += [] if self._looking is None else [self._looking]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, *self._striking, return_exceptions=True)

    def wind(self, room: Room) -> None:
        """Let happen what is due now and nothing else."""
        upcoming = () if room.closed or self._closed else dues.dues(room.table, room.asked)
        wanted = {(one.kind, one.key): one for one in upcoming}
        for key in [key for key in room.waiting if key not in wanted]:
            room.waiting.pop(key).cancel()
        for key, one in wanted.items():
            if key not in room.waiting:
                room.waiting[key] = asyncio.create_task(self._wait(room, one, 0.0))

    async def _wait(self, room: Room, one: Due, extra_s: float) -> None:
        table = room.table
        seat = dues.needs_mind(one)
        answer: str | None = None
        answering: asyncio.Task[str | None] | None = None
        try:
            if room.driver is not None:
                extra_s += _SECOND_S
            if seat is not None and one.kind != "clock" and room.driver is None:
                # What it thinks while it has to wait anyway nobody can see.
                answering = asyncio.create_task(self._ask(table, one))
            delay = (one.at_ms - now_ms()) / 1000 + extra_s
            if seat is not None:
                # Whether it has thought or had no choice must not be seen, at whatever pace. Who may double does so
                # before the next card falls.
                thinks_s = self._asker.thinks_s(table.seats[seat].level)
                delay = max(delay, thinks_s / 2 if one.kind == "double" else thinks_s)
            if delay > 0:
                await asyncio.sleep(delay)
            if seat is not None:
                answer = await (answering if answering is not None else self._ask(table, one))
        except asyncio.CancelledError:
            if answering is not None:
                answering.cancel()
            raise
        except Exception:
            # Whatever it was, the table goes on with the default.
            log.exception("clock", extra={"table": room.table.id, "due": one.kind})
            answer = None
        # From here on it is done, and no longer waited for: what follows from it winds the clocks anew.
        task = room.waiting.pop((one.kind, one.key), None) or asyncio.current_task()
        assert task is not None
        self._striking.add(task)
        try:
            await self._strike(room, one, answer)
        finally:
            self._striking.discard(task)

    async def _ask(self, table: Table, one: Due) -> str | None:
        assert one.seat is not None
        view = dues.view_for(table, one)
        return await self._asker.answer(table.seats[one.seat].level, view, doubling=one.kind == "double")

    async def _strike(self, room: Room, one: Due, answer: str | None) -> None:
        def make(table: Table) -> Sequence[Event]:
            if not any((found.kind, found.key) == (one.kind, one.key) for found in dues.dues(table, room.asked)):
                return ()
            return dues.tick(table, one, now_ms=room.now(), entropy=secrets.token_bytes(32), answer=answer)

        self.struck += one.kind != "double"
        try:
            moved = await self._hub.change(room, make)
        except Exception:
            if not room.closed:
                log.exception("clock", extra={"table": room.table.id, "due": one.kind})
            moved = False
        if moved or room.closed:
            return
        if one.kind == "double":
            if len(room.asked) > 256:
                room.asked.clear()
            room.asked.add(one.key)
        self.wind(room)
        again = room.waiting.get((one.kind, one.key))
        if again is not None:
            # It should have led to something: try again, but not at once.
            self.stuck += 1
            again.cancel()
            room.waiting[one.kind, one.key] = asyncio.create_task(self._wait(room, one, _RETRY_S))

    async def _look(self) -> None:
        """Tables that another process left, or that were not in memory when something became due."""
        late_ms = 0
        while True:
            try:
                most = _MOST + len(self._unreadable)
                due = await self._hub.store.read(self._hub.store.reader.due, now_ms() - late_ms, most)
                self._unreadable = {key: self._unreadable[key] for key in due if key in self._unreadable}
                for table_id in due:
                    if table_id not in self._hub.rooms:
                        await self._load(table_id)
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("clock")
            late_ms = int(_LOOK_S * 1000)
            await asyncio.sleep(_LOOK_S)

    async def _load(self, table_id: str) -> None:
        """Into memory, where its clocks are wound; one that cannot be read holds up no other, and is tried seldom."""
        now = asyncio.get_running_loop().time()
        again, waited_s = self._unreadable.get(table_id, (now, _LOOK_S / 2))
        if now < again:
            return
        try:
            await self._hub.room(table_id)
        except Exception:
            log.exception("clock", extra={"table": table_id})
            waited_s = min(2 * waited_s, _UNREADABLE_S)
            self._unreadable[table_id] = (now + waited_s, waited_s)
        else:
            self._unreadable.pop(table_id, None)
