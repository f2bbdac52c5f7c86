"""Running the server: uvicorn, told to end the streams before it waits for them."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import socket as sockets
import threading
from typing import Any

import uvicorn

from schafkopf.cli.serve.protocol import Protocol
from schafkopf.server.http.app import Application

log = logging.getLogger(__name__)
_GRACE_S = 2
"""After the streams have been told, so much time is left to what is still being answered."""
_ANSWERED_S = 1.5
"""After this time the rest is refused; uvicorn would cut it off and report faults."""
_HANGS_S = 20.0
"""A server that has not ended by then waits for a database that does not answer, and would for ever."""
_YOUNG, _MIDDLE, _OLD = 10_000, 10, 200
"""How many things are made before what is no longer needed is looked for. Tables hold many small ones and make no
circles: looking often finds nothing, and everybody waits meanwhile, the longer the more there is to look at at once.
"""


class Server(uvicorn.Server):
    """An event stream has no end of its own: uvicorn would wait for it."""

    def __init__(self, config: uvicorn.Config, app: Application) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: Any = None) -> None:
        """See `uvicorn.Server`."""
        self._app.closing()
        last = threading.Timer(_HANGS_S, _give_up)
        last.daemon = True
        last.start()
        asyncio.get_running_loop().call_later(_ANSWERED_S, self._app.end)
        await super().shutdown(sockets)


def _give_up() -> None:
    """End without the database. Nobody was told of anything that is not stored, so nothing is lost."""
    log.error("stop without the database")
    os._exit(1)


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
