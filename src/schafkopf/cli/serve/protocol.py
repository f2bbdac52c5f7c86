"""HTTP as uvicorn speaks it, with an end to how long a head may be, and answers in one piece."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

_MOST_HEAD = 65_536
"""Bytes of a request before its body; the parser itself knows no end."""
_ANSWER = b"HTTP/1.1 "


class Protocol(HttpToolsProtocol):
    """Reads requests, and refuses one whose head does not end."""

    _in_head = False
    _head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See `asyncio.Protocol`."""
        super().connection_made(cast(asyncio.Transport, Whole(transport)))

    def on_message_begin(self) -> None:
        """See `httptools`."""
        self._in_head, self._head = True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """See `httptools`."""
        self._in_head = False
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        super().data_received(data)
        if self._in_head:
            self._head += len(data)
            if self._head > _MOST_HEAD and not self.transport.is_closing():
                self.send_400_response("The head of the request is too long.")


class Whole:
    """A transport that holds the head of an answer back until its body is there, or until the loop goes round.

    Each write is a call of the system that wakes up the reader; half an answer is of no use to him.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._held = b""

    def write(self, data: bytes) -> None:
        """See `asyncio.Transport`."""
        if self._held:
            data, self._held = self._held + data, b""
        elif data.startswith(_ANSWER):
            self._held = data
            asyncio.get_running_loop().call_soon(self._flush)
            return
        self._transport.write(data)

    def _flush(self) -> None:
        if self._held:
            held, self._held = self._held, b""
            self._transport.write(held)

    def close(self) -> None:
        """See `asyncio.Transport`."""
        self._flush()
        self._transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)
