"""Routes for browsers and for those who run the server: the client, health, metrics."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
from typing import Any

from litestar import Response, get

from schafkopf.server.errors import Refused
from schafkopf.server.http.ahead import PAGES, link_header
from schafkopf.server.http.common import Asked, desk, who
from schafkopf.server.http.metrics import Metrics
from schafkopf.server.http.static import Static

_NOT_FOR_READING = ("api", "schema", "assets", "cards")
_NOT_BUILT = b"The web client is not built; see the README. The interface for programs is at /schema.\n"


@get("/healthz", include_in_schema=False)
async def healthz(request: Asked) -> Response[Any]:
    """Whether the server can do its work."""
    house = desk(request).house
    good = not house.closing and await house.store.answers()
    headers = {"Cache-Control": "no-store"}
    return Response(
        b"ok\n" if good else b"not now\n", status_code=200 if good else 503, media_type="text/plain", headers=headers
    )


@get("/metrics", include_in_schema=False)
async def metrics(request: Asked) -> Response[Any]:
    """Counters, for this machine and those that are named."""
    with contextlib.suppress(ValueError):
        address, named = ipaddress.ip_address(who(request).address), desk(request).house.config.watchers
        if address.is_loopback or any(address in network for network in named):
            found: Metrics = request.app.state["metrics"]
            kind = "text/plain; version=0.0.4"
            return Response(found.text().encode(), media_type=kind, headers={"Cache-Control": "no-store"})
    raise Refused("request/forbidden", "for other machines only if they are named")


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: Asked) -> Response[Any]:
    """A file of the client; its index for the client's own routes."""
    static: Static = request.app.state["static"]
    path = name = request.scope["path"].strip("/")
    first = path.partition("/")[0]
    if first in PAGES:
        name = "index.html"
        if not static.built:
            return Response(_NOT_BUILT, status_code=503, media_type="text/plain")
    headers = request.headers
    found = None
    if first != "api":
        read = (name, headers.get("accept-encoding", ""), headers.get("if-none-match"))
        found = await asyncio.to_thread(static.answer, *read)
    if found is not None and name == "index.html":
        ahead = link_header(static.folder, path, headers.get("accept-language", ""))
        if ahead is not None:
            found.headers["Link"] = ahead
            found.headers["Vary"] = "Accept-Encoding, Accept-Language"
    if found is None and "text/html" in headers.get("accept", "") and first not in _NOT_FOR_READING:
        # Somebody at a browser: the client says that there is no such page.
        found = await asyncio.to_thread(static.answer, "index.html", headers.get("accept-encoding", ""), None)
        if found is not None:
            found.status_code = 404
    if found is None:
        raise Refused("request/not-found")
    return found


ROUTES = (healthz, metrics, page)
