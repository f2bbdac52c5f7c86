"""The application: routes, the gate in front of them, and what runs behind."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from litestar import Litestar
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from schafkopf.game.errors import SchafkopfError
from schafkopf.server.config import Config
from schafkopf.server.http import (
    around,
    books,
    events,
    failures,
    pages,
    persons,
    sheets,
    tables,
    tournament_files,
    tournaments,
)
from schafkopf.server.http.common import Desk
from schafkopf.server.http.direct import Direct
from schafkopf.server.http.gate import Gate
from schafkopf.server.http.keys import Keys
from schafkopf.server.http.metrics import Metrics
from schafkopf.server.http.static import Static
from schafkopf.server.live.house import House
from schafkopf.server.ports import Ports
from schafkopf.server.store.store import Store

STATIC = Path(__file__).parent.parent / "static"
_MOST_BYTES = 65_536
_ROUTES = (
    *persons.ROUTES,
    *tables.ROUTES,
    *events.ROUTES,
    *around.ROUTES,
    *books.ROUTES,
    *sheets.ROUTES,
    *tournaments.ROUTES,
    *tournament_files.ROUTES,
    *pages.ROUTES,
)


class Application:
    """An ASGI application; `house` is what runs behind it; before a stop call `closing`, then `end`."""

    def __init__(self, config: Config, ports: Ports, store: Store) -> None:
        self.house = House(config, ports, store)
        keys, metrics = Keys(config.secret), Metrics()
        metrics.collect(self.house.counts)
        desk = Desk(self.house, keys)
        state = {"desk": desk, "metrics": metrics, "static": Static(config.static or STATIC)}
        self.litestar = Litestar(
            _ROUTES,
            state=State(state),
            lifespan=[self._lifespan],
            openapi_config=_DESCRIPTION,
            exception_handlers={
                SchafkopfError: failures.refused,
                HTTPException: failures.by_framework,
                Exception: failures.fault,
            },
            request_max_body_size=_MOST_BYTES,
            logging_config=None,
        )
        self._at_start: list[Callable[[], None]] = []
        direct = Direct(self.litestar, desk, most_bytes=_MOST_BYTES)
        self._gate = Gate(direct, config, keys, self.house.sessions, metrics)

    def on_start(self, do: Callable[[], None]) -> None:
        """Something to do when the server has started."""
        self._at_start.append(do)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """See ASGI."""
        await self._gate(scope, receive, send)

    def closing(self) -> None:
        """The server is about to stop: tell every stream."""
        self.house.end_streams()

    def end(self) -> None:
        """It stops now: refuse what has not been answered."""
        self._gate.end()

    @contextlib.asynccontextmanager
    async def _lifespan(self, _app: Litestar) -> AsyncIterator[None]:
        await self.house.sessions.load()
        self.house.start()
        for do in self._at_start:
            do()
        try:
            yield
        finally:
            await self.house.close()


_DESCRIPTION = OpenAPIConfig(
    title="Schafkopf",
    version="1",
    description=(
        "The table on the network. A person is whoever has the cookie that `GET /api/me` hands out; programs send its "
        "value as `Authorization: Bearer`. Requests that change something need that, or the header `X-Schafkopf: 1`."
    ),
    path="/schema",
    render_plugins=[JsonRenderPlugin(path="/openapi.json")],
    use_handler_docstrings=True,
    components=Components(
        security_schemes={
            "cookie": SecurityScheme(type="apiKey", name="schafkopf", security_scheme_in="cookie"),
            "bearer": SecurityScheme(type="http", scheme="bearer"),
        }
    ),
    security=[{"cookie": []}, {"bearer": []}],
)


def build_app(config: Config, ports: Ports) -> Application:
    """The application with its database open and up to date.

    Raises ValueError for a database address that is none, and the database's error if it cannot be reached.
    """
    return Application(config, ports, Store.open(config.database))
