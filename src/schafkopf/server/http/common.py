"""Shared by the routes."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Request, Response
from litestar.openapi import ResponseSpec
from litestar.params import PathParameter

from schafkopf.server import wire
from schafkopf.server.books.tournament_papers import Papers
from schafkopf.server.books.tournaments import Tournaments
from schafkopf.server.errors import Refused
from schafkopf.server.http.gate import Visitor, visitor
from schafkopf.server.http.keys import Keys
from schafkopf.server.http.limits import Bucket
from schafkopf.server.live.house import House
from schafkopf.server.live.room import ENCODER, Room
from schafkopf.server.live.telling import may_watch

Asked = Request[Any, Any, Any]
TableKey = Annotated[
    str,
    PathParameter(pattern="^[A-Za-z0-9_-]+$", min_length=1, max_length=64, description="Id or short code of the table"),
]
_PACK_FROM = 2_000
_WORKING = 2
_T = TypeVar("_T")


class Desk:
    """What routes work with."""

    def __init__(self, house: House, keys: Keys) -> None:
        limits = house.config.limits
        self.house = house
        self.keys = keys
        self.commands = Bucket(limits.commands)
        self.tables = Bucket(limits.tables)
        self.attempts = Bucket(limits.attempts)
        self.accounts = Bucket(limits.accounts)
        self.books = Bucket(limits.books)
        self.heavy = Bucket(limits.heavy)
        self.leaving = Bucket(limits.logouts)
        self.tournaments = Tournaments(house.shelf)
        self.papers = Papers()
        self._working = asyncio.Semaphore(_WORKING)

    async def work(self, function: Callable[..., _T], *values: Any) -> _T:
        """`function(*values)` in a thread, with few others like it: the rest of the threads read the database."""
        async with self._working:
            return await asyncio.to_thread(function, *values)

    async def room(self, visit: Visitor, key: str) -> Room:
        """A table by id or short code that this visitor may look at. Raises Refused."""
        person = visit.person
        guess = len(key) < 16
        if guess:
            # Taken before looking, or many tries at the same instant would count as none.
            self.attempts.take(visit.address)
        room = await self.house.hub.find(key)
        if guess:
            # Somebody who tries codes is slowed down; who knows one is not.
            self.attempts.give_back(visit.address)
        if not may_watch(room.table, person):
            raise Refused("request/forbidden", "the table may not be watched")
        return room


def desk(request: Asked) -> Desk:
    """The desk of the application that answers."""
    found: Desk = request.app.state["desk"]
    return found


def who(request: Asked) -> Visitor:
    """Who asks."""
    return visitor(request.scope)


def raw(content: bytes, *, status: int = 200) -> Response[Any]:
    """Finished JSON."""
    return Response(content, status_code=status, media_type="application/json")


async def packed(request: Asked, function: Callable[..., Any], *values: Any) -> Response[Any]:
    """What `function(*values)` makes, in a thread: a larger answer, compressed where that is welcome.

    For what holds no secrets only.
    """
    welcome = "gzip" in request.headers.get("accept-encoding", "")

    def make() -> tuple[bytes, bool]:
        content = ENCODER.encode(function(*values))
        smaller = welcome and len(content) >= _PACK_FROM
        return (gzip.compress(content, compresslevel=5, mtime=0) if smaller else content), smaller

    content, smaller = await desk(request).work(make)
    headers = {"Vary": "Accept-Encoding", **({"Content-Encoding": "gzip"} if smaller else {})}
    return Response(content, media_type="application/json", headers=headers)


async def seen_room(request: Asked, key: str) -> tuple[Room, str]:
    """A table that the person who asks may look at, and that person. Raises Refused."""
    visit = who(request)
    return await desk(request).room(visit, key), visit.person


def done(seq: int, news: list[bytes]) -> bytes:
    """`Done` from messages that are encoded already."""
    return b'{"seq":%d,"news":[%b]}' % (seq, b",".join(news))


def plain(value: msgspec.Struct, *, status: int = 200) -> Response[Any]:
    """A small answer."""
    return raw(ENCODER.encode(value), status=status)


def fails(*statuses: int) -> dict[int, ResponseSpec]:
    """The errors of a route for its description, beside those that every route has."""
    return {
        status: ResponseSpec(wire.Failure, description=_MEANING[status], generate_examples=False)
        for status in sorted({400, 401, 403, 413, 429, 500, *statuses})
    }


NOTHING = {204: ResponseSpec(None, description="Done; there is nothing to say", generate_examples=False)}
"""The answer of a route that answers nothing, for its description."""
_MEANING = {
    400: "The request cannot be read (request/syntax)",
    401: "No valid cookie or bearer token (person/unknown)",
    403: "Not for this person, or from a foreign page (request/forbidden)",
    404: "There is no such thing",
    405: "Not by this method",
    409: "Refused by the rules, or by the state of the table",
    413: "Too long (request/too-large)",
    422: "Rules or records that cannot be used",
    429: "Too many requests (request/too-many)",
    500: "A fault of the server (server/fault)",
    503: "Not now (server/unavailable)",
}
