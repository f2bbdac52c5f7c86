"""How a process hears that another one has stored something: notifications of PostgreSQL, or looking at SQLite."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Protocol

import psycopg
import sqlalchemy as sa

from schafkopf.server.store.engine import patience
from schafkopf.server.store.writer import Writer


class Ear(Protocol):
    """Listens until it is closed.

    It calls `heard(process, table, seq)` in the event loop, and `missed()` where it may have overheard something.
    """

    def start(self) -> None:
        """Begin to listen."""

    def close(self) -> None:
        """Stop soon."""


class PostgresEar:
    """`LISTEN` on a connection of its own."""

    def __init__(
        self,
        url: sa.URL,
        loop: asyncio.AbstractEventLoop,
        heard: Callable[[str, str, int], None],
        missed: Callable[[], None],
    ) -> None:
        self._where = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._patience = patience(url)
        self._loop = loop
        self._heard = heard
        self._missed = missed
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ear", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def close(self) -> None:
        """Stop soon."""
        self._stop.set()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                with psycopg.connect(self._where, autocommit=True, **self._patience) as connection:
                    connection.execute("LISTEN schafkopf")
                    self._tell(self._missed)
                    while not self._stop.is_set():
                        for notice in connection.notifies(timeout=0.5):
                            process, table, seq = notice.payload.split()
                            self._tell(self._heard, process, table, int(seq))
            except psycopg.Error:
                self._stop.wait(1.0)

    def _tell(self, what: Callable[..., None], *values: object) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(what, *values)


class SqliteEar:
    """Asks SQLite now and then whether another connection than the writer's has written; that costs next to nothing."""

    def __init__(self, writer: Writer, missed: Callable[[], None], every_s: float = 0.5) -> None:
        self._writer = writer
        self._missed = missed
        self._every_s = every_s
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    def close(self) -> None:
        """Stop soon."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        seen = None
        while True:
            await asyncio.sleep(self._every_s)
            with contextlib.suppress(sa.exc.SQLAlchemyError):
                version = await self._writer.run(_data_version)
                if seen is not None and version != seen:
                    self._missed()
                seen = version


def _data_version(connection: sa.Connection) -> int:
    return int(connection.exec_driver_sql("PRAGMA data_version").scalar_one())
