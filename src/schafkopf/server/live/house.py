"""All that runs in one server process, from start to end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Awaitable, Mapping
from functools import partial

from schafkopf.server import wire
from schafkopf.server.books.shelf import Shelf
from schafkopf.server.config import Config
from schafkopf.server.errors import Refused
from schafkopf.server.live.asking import Asker
from schafkopf.server.live.clocks import Clocks
from schafkopf.server.live.hub import Hub
from schafkopf.server.live.past import Past
from schafkopf.server.live.people import People
from schafkopf.server.live.presence import Presence
from schafkopf.server.live.room import ENCODER, now_ms
from schafkopf.server.live.sessions import Known, Sessions
from schafkopf.server.live.stream import Stream
from schafkopf.server.ports import Ports
from schafkopf.server.store import revoking, upkeep
from schafkopf.server.store.store import Store
from schafkopf.server.table import arrive

log = logging.getLogger(__name__)
_SWEEP_S = 5.0
_OLD_S = 60.0
"""Looking for what is too old costs the database something."""
_RETRY_MS = 1000


class House:
    """Holds the parts together; `start` needs a running event loop."""

    def __init__(self, config: Config, ports: Ports, store: Store) -> None:
        self.config = config
        self.ports = ports
        self.store = store
        self.hub = Hub(store, config)
        self.past = Past(self.hub)
        self.asker = Asker(ports.mind, config.patience_s)
        self.clocks = Clocks(self.hub, self.asker)
        self.presence = Presence(self.hub)
        self.sessions = Sessions(store)
        self.shelf = Shelf(store, config)
        self.people = People(store, self.past, self.sessions)
        self.streams: dict[Stream, Known] = {}
        self.closing = False
        self._by_person: Counter[str] = Counter()
        self._by_address: Counter[str] = Counter()
        self._orderly: list[asyncio.Task[None]] = []
        self._hearing: set[asyncio.Task[None]] = set()

    # -- start and end ---------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to listen, to look at clocks, to count who is there. The sessions have been loaded."""
        self.store.start(self._heard, self._missed)
        self.clocks.start()
        self.presence.start()
        self._orderly = [asyncio.create_task(self._sweep()), asyncio.create_task(self._beat())]

    def end_streams(self) -> None:
        """The server is about to stop: every stream is told, and ends."""
        self.closing = True
        last = ENCODER.encode(wire.Closing(_RETRY_MS))
        for stream in list(self.streams):
            stream.close(last)

    async def close(self) -> None:
        """Stop everything, in the reverse order."""
        self.end_streams()
        for task in self._orderly:
            task.cancel()
        await asyncio.gather(*self._orderly, *self._hearing, return_exceptions=True)
        await self.clocks.close()
        await self.presence.close()
        await self.ports.mind.close()
        await self.store.close()

    # -- other processes -------------------------------------------------------------------------------------------

    def _heard(self, process: str, table_id: str, seq: int) -> None:
        if process == self.store.process:
            return
        if seq == revoking.REVOKED:
            self._later(self._revoked(self.sessions.hear(table_id)))
        elif self.hub.knows(table_id):
            self._later(self.hub.hear(table_id, seq))
        elif self.shelf.knows(table_id):
            self._later(self.shelf.hear(table_id))

    def _missed(self) -> None:
        self._later(self.hub.look())
        self._later(self.shelf.look())
        self._later(self._revoked(self.sessions.load()))

    async def _revoked(self, heard: Awaitable[None]) -> None:
        try:
            await heard
        except Exception:
            # Asked again with the next thing that is heard.
            log.exception("sessions")
        self.end_revoked()

    def end_revoked(self) -> None:
        """Somebody has signed out: his streams end."""
        for stream, known in list(self.streams.items()):
            if not self.sessions.good(known):
                stream.close()

    def _later(self, what: object) -> None:
        task = asyncio.ensure_future(what)  # type: ignore[call-overload]
        self._hearing.add(task)
        task.add_done_callback(self._hearing.discard)

    # -- persons ---------------------------------------------------------------------------------------------------

    async def bring_along(self, guest: str, account: str) -> list[str]:
        """See `People.bring_along`; -> the codes of the tables that the guest has left."""
        moved, left = await self.people.bring_along(guest, account)
        for room in moved:
            if room.table.phase != "over":
                # The guest's streams end: the account is missed if it opens none.
                self.presence.expect(room.table.id, account)
        asyncio.get_running_loop().call_later(1.0, self.end_revoked)
        return left

    # -- streams ---------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def counted(self, stream: Stream, known: Known, address: str):  # type: ignore[no-untyped-def]
        """While it is open. Raises Refused (request/too-many) where one more is too many."""
        limits = self.config.limits
        of_person, of_address = self._by_person[stream.person], self._by_address[address]
        if of_person >= limits.streams or of_address >= limits.streams_of_address:
            raise Refused("request/too-many", "too many streams")
        self.streams[stream] = known
        self._by_person[stream.person] += 1
        self._by_address[address] += 1
        try:
            yield
        finally:
            del self.streams[stream]
            for counter, key in ((self._by_person, stream.person), (self._by_address, address)):
                counter[key] -= 1
                if counter[key] <= 0:
                    del counter[key]

    async def _beat(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(min(1.0, self.config.heartbeat_s))
            for stream in list(self.streams):
                stream.beat(loop.time())

    # -- order -----------------------------------------------------------------------------------------------------

    async def _sweep(self) -> None:
        config, loop = self.config, asyncio.get_running_loop()
        times_s = (config.keep_empty_s, config.expire_s, config.keep_s, config.keep_unused_books_s, config.keep_books_s)
        every_s = min(_OLD_S, *(time_s / 2 for time_s in times_s))
        looked = -every_s
        while True:
            await asyncio.sleep(min(_SWEEP_S, config.idle_s, every_s))
            try:
                self.hub.evict(config.idle_s)
                if loop.time() - looked >= every_s:
                    looked = loop.time()
                    await self._tidy(now_ms())
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("sweep")

    async def _tidy(self, now: int) -> None:
        """Delete and settle what is too old."""
        config, store = self.config, self.store
        age = upkeep.Age(
            empty_before_ms=now - int(config.keep_empty_s * 1000), any_before_ms=now - int(config.keep_s * 1000)
        )
        for table_id in await store.read(upkeep.outdated, store.engine, age):
            if not self._wanted(table_id):
                await self.hub.remove(table_id, age)
        forsaken = partial(upkeep.forsaken, store.engine, before_ms=now - int(config.expire_s * 1000))
        for table_id in await store.read(forsaken):
            await self._expire(table_id)
        await self.shelf.tidy(now)
        await store.writer.run(partial(upkeep.remove_persons, before_ms=age.any_before_ms))
        await store.writer.run(partial(revoking.expire, now_ms=now))

    def _wanted(self, table_id: str) -> bool:
        room = self.hub.rooms.get(table_id)
        return room is not None and bool(room.listeners)

    async def _expire(self, table_id: str) -> None:
        """Settle an evening to which nobody has come back; one that cannot be settled holds up no other."""
        try:
            room = await self.hub.room(table_id)
            await self.hub.change(room, lambda table: arrive.expire(table, now_ms=room.now()))
        except Exception:
            log.exception("sweep", extra={"table": table_id})

    def counts(self) -> Mapping[str, float]:
        """For `/metrics`."""
        hub, asker, writer = self.hub.counts, self.asker.counts, self.store.writer
        return {
            "tables_in_memory": len(self.hub.rooms),
            "streams": len(self.streams),
            "books_followed": self.shelf.followed,
            "persons_at_tables": self.presence.connected,
            **{f"{name}_total": count for name, count in hub.items()},
            **{f"bot_{name}_total": count for name, count in asker.items()},
            "bot_stuck_total": self.clocks.stuck,
            "due_total": self.clocks.struck,
            "commits_total": writer.commits,
            "commit_seconds_total": writer.seconds,
            "write_failures_total": writer.failures,
            **{f"mind_{name}_total": count for name, count in self.ports.mind.counts().items()},
        }
