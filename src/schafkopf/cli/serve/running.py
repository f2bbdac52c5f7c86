"""Running the server: uvicorn, told to end the streams before it waits for them."""

from __future__ import annotations

import gc
import logging
import socket as sockets
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from schafkopf.server.http.app import Application

log = logging.getLogger(__name__)
_GRACE_S = 2
"""After the streams have been told, so much time is left to what is still being answered."""
_YOUNG, _MIDDLE, _OLD = 20_000, 20, 50
"""How many things are made before what is no longer needed is looked for. Tables hold many small ones and make no
circles: looking often finds nothing, and everybody waits meanwhile."""
_MOST_HEAD = 65_536
"""Bytes of a request before its body; the parser itself knows no end."""


class Protocol(HttpToolsProtocol):
    """Reads requests, and refuses one whose head does not end."""

    _in_head = False
    _head = 0

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


class Server(uvicorn.Server):
    """An event stream has no end of its own: uvicorn would wait for it."""

    def __init__(self, config: uvicorn.Config, app: Application) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: Any = None) -> None:
        """See `uvicorn.Server`."""
        self._app.closing()
        await super().shutdown(sockets)


def run(app: Application, socket: sockets.socket, *, trust: str) -> None:
    """Serve until a signal says stop."""
    config = uvicorn.Config(
        app,
        http=Protocol,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=trust,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=_GRACE_S,
    )
    server = Server(config, app)
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _MIDDLE, _OLD)
    log.info("start", extra={"database": app.house.store.url.get_backend_name()})
    server.run(sockets=[socket])
    log.info("stop")
