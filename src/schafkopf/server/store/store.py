"""The store of one process: writer, reader, ear, and who it is among the processes."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import sqlalchemy as sa

from schafkopf.game.errors import SchafkopfError
from schafkopf.server.store.engine import open_engine, upgrade, url_of
from schafkopf.server.store.hearing import Ear, PostgresEar, SqliteEar
from schafkopf.server.store.reading import Reader
from schafkopf.server.store.writer import Writer

_T = TypeVar("_T")
_READERS = 6
"""Threads that read. Not those that do other work: a database that hangs holds up nobody who does not need it."""
_PATIENCE_S = 10.0
"""Whoever has waited so long for the database to be read is told that it is not there."""
_PING_S = 1.5


class Unavailable(SchafkopfError):
    """The database does not answer; the code is server/unavailable."""


class Store:
    """Open with `Store.open`, in a thread: it may have to migrate."""

    def __init__(self, database: str) -> None:
        self.url = url_of(database)
        self.process = secrets.token_hex(8)
        self.engine = open_engine(self.url)
        self.writer = Writer(self.engine, self.process)
        self.reader = Reader(self.engine)
        self._threads = ThreadPoolExecutor(_READERS, thread_name_prefix="reader")
        self._pinging: asyncio.Future[bool] | None = None
        self._ear: Ear | None = None

    @classmethod
    def open(cls, database: str) -> Store:
        """The store with an up-to-date database. Raises ValueError for an address that is none."""
        store = cls(database)
        upgrade(store.engine)
        return store

    @property
    def shared(self) -> bool:
        """Whether other processes are to be expected."""
        return self.url.get_backend_name() == "postgresql"

    def start(self, heard: Callable[[str, str, int], None], missed: Callable[[], None]) -> None:
        """Begin to write and to listen; see `hearing.Ear`."""
        self.writer.start()
        if self.url.get_backend_name() == "postgresql":
            self._ear = PostgresEar(self.url, asyncio.get_running_loop(), heard, missed)
        else:
            self._ear = SqliteEar(self.writer, missed)
        self._ear.start()

    async def read(self, function: Callable[..., _T], *values: Any) -> _T:
        """`function(*values)`, which reads, in a thread. Raises Unavailable, or the database's error."""
        try:
            async with asyncio.timeout(_PATIENCE_S):
                return await asyncio.get_running_loop().run_in_executor(self._threads, function, *values)
        except TimeoutError:
            raise Unavailable("server/unavailable", "the database does not answer") from None

    async def answers(self) -> bool:
        """Whether the database does, within two seconds. However often this is asked, one thread waits for it."""
        if self._pinging is None or self._pinging.done():
            self._pinging = asyncio.ensure_future(asyncio.to_thread(self._ping))
        done, _ = await asyncio.wait((self._pinging,), timeout=_PING_S)
        return bool(done) and self._pinging.result()

    def _ping(self) -> bool:
        try:
            self.reader.ping()
        except sa.exc.SQLAlchemyError:
            return False
        return True

    async def close(self) -> None:
        """Write what is waiting and let go of the database."""
        if self._ear is not None:
            self._ear.close()
        await self.writer.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self.engine.dispose()
