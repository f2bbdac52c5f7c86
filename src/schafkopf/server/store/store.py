"""The store of one process: writer, reader, ear, and who it is among the processes."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

from schafkopf.server.store.engine import open_engine, upgrade, url_of
from schafkopf.server.store.hearing import Ear, PostgresEar, SqliteEar
from schafkopf.server.store.reading import Reader
from schafkopf.server.store.writer import Writer


class Store:
    """Open with `Store.open`, in a thread: it may have to migrate."""

    def __init__(self, database: str) -> None:
        self.url = url_of(database)
        self.process = secrets.token_hex(8)
        self.engine = open_engine(self.url)
        self.writer = Writer(self.engine, self.process)
        self.reader = Reader(self.engine)
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

    async def close(self) -> None:
        """Write what is waiting and let go of the database."""
        if self._ear is not None:
            self._ear.close()
        await self.writer.close()
        self.engine.dispose()
