"""One browser's event stream: what waits to be sent, and where its reader would have to go on."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Mapping
from typing import Any

_PIECE = 65_536
"""About as many bytes are handed over at once."""
_STUCK_S = 20.0
"""A reader that takes nothing for so long is not there any more."""


class Stream:
    """Messages of one or several tables for one person, in order, each with the whole vector as its id.

    A reader that is too slow loses the stream and comes back with `Last-Event-ID`; nothing is left out in between.
    Somebody has to call `beat` now and then.
    """

    def __init__(self, person: str, *, most: int, heartbeat_s: float) -> None:
        self.person = person
        self._most = most
        self._heartbeat_s = heartbeat_s
        self._seen: dict[str, int] = {}
        self._waiting: deque[bytes] = deque()
        self._idle: asyncio.Future[None] | None = None
        """Done as soon as there is something to send, or nothing will come."""
        self._sender: asyncio.Task[Any] | None = None
        self._sent = 0.0
        self._handing = False
        self.closed = False
        self.overrun = False
        """Closed because the reader was too slow."""

    def at(self, table: str) -> int | None:
        """The last event of a table that this stream has been given."""
        return self._seen.get(table)

    def seen(self, table: str, seq: int) -> None:
        """The reader has this event already."""
        self._seen[table] = seq

    def push(self, table: str, seq: int, data: bytes) -> None:
        """A message or snapshot of a table at `seq`."""
        if self.closed:
            return
        self._seen[table] = seq
        self._put(b"id: %b\ndata: %b\n\n" % (vector(self._seen), data))

    def drop(self, table: str, data: bytes) -> None:
        """The table is gone for this reader."""
        self._seen.pop(table, None)
        if not self.closed:
            self._put(b"id: %b\ndata: %b\n\n" % (vector(self._seen), data))

    def close(self, last: bytes | None = None) -> None:
        """End the stream after what waits; `last` is a final message without an id."""
        if not self.closed:
            if last is not None:
                self._waiting.append(b"data: %b\n\n" % last)
            self.closed = True
            self._rouse()

    def beat(self, now: float) -> None:
        """Break a silence, so that proxies keep the stream open; end a stream whose reader takes nothing any more.

        now: by the loop's clock.
        """
        silent = now - self._sent
        if self._handing and silent >= _STUCK_S and self._sender is not None:
            self._cut()
            self._sender.cancel()
        elif not self._handing and not self._waiting and not self.closed and silent >= self._heartbeat_s:
            self._put(b":\n\n")

    def _put(self, frame: bytes) -> None:
        if len(self._waiting) >= self._most:
            self._cut()
        else:
            self._waiting.append(frame)
        self._rouse()

    def _rouse(self) -> None:
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)

    def _cut(self) -> None:
        self._waiting.clear()
        self.overrun = self.closed = True

    async def pieces(self) -> AsyncIterator[bytes]:
        """What to send, until the stream is closed. Whoever iterates is cancelled if his sending does not end."""
        loop = asyncio.get_running_loop()
        self._sender, self._sent = asyncio.current_task(), loop.time()
        while True:
            while self._waiting:
                piece, size = [], 0
                while self._waiting and size < _PIECE:
                    frame = self._waiting.popleft()
                    piece.append(frame)
                    size += len(frame)
                self._handing, self._sent = True, loop.time()
                yield b"".join(piece)
                self._handing = False
            if self.closed:
                return
            self._idle = loop.create_future()
            await self._idle


def vector(seen: Mapping[str, int]) -> bytes:
    """Tables with the last event of each as one id: `ID.SEQ,ID.SEQ`."""
    return ",".join(f"{table}.{seq}" for table, seq in seen.items()).encode()


def parse_vector(text: str, *, most: int = 16) -> dict[str, int]:
    """The vector again; `ID` alone means from the beginning. Raises ValueError."""
    seen: dict[str, int] = {}
    for part in text.split(","):
        table, dot, seq = part.strip().rpartition(".")
        if not dot:
            table, seq = seq, "0"
        good = table and len(table) <= 64 and table.replace("-", "").replace("_", "").isalnum() and table.isascii()
        if not good or not (seq.isascii() and seq.isdigit() and len(seq) <= 9):
            raise ValueError("a vector is ID.SEQ,ID.SEQ")
        seen[table] = int(seq)
    if len(seen) > most:
        raise ValueError(f"more than {most} tables in one stream")
    return seen
