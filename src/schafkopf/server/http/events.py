"""The event stream."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated, Any, Protocol

from litestar import Response, get
from litestar.openapi import ResponseSpec
from litestar.params import HeaderParameter, QueryParameter
from litestar.response.base import ASGIResponse

from schafkopf.server import wire
from schafkopf.server.errors import Refused
from schafkopf.server.http.common import Asked, desk, fails, who
from schafkopf.server.http.gate import Visitor
from schafkopf.server.live.house import House
from schafkopf.server.live.room import ENCODER, Room
from schafkopf.server.live.stream import Stream, parse_vector
from schafkopf.server.live.telling import dismiss, listen, may_watch

_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store, no-transform"),
    (b"x-accel-buffering", b"no"),
]
_BEGIN = b"retry: 1000\n\n"


class Followed(Protocol):
    """What a stream tells of."""

    async def enter(self) -> None:
        """Begin to tell."""

    def leave(self) -> None:
        """The stream is over."""


class Streaming(Response[Any]):
    """A stream as an answer."""

    def __init__(self, house: House, stream: Stream, followed: Followed, visit: Visitor) -> None:
        super().__init__(None)
        self._parts = (house, stream, followed, visit)

    def to_asgi_response(self, *_: Any, **__: Any) -> ASGIResponse:
        """See `litestar.Response`."""
        return _Sending(*self._parts)


class _Sending(ASGIResponse):
    """Sends until the reader goes, is too slow, or the server stops."""

    def __init__(self, house: House, stream: Stream, followed: Followed, visit: Visitor) -> None:
        super().__init__()
        self._house = house
        self._stream = stream
        self._followed = followed
        self._visit = visit

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        house, stream = self._house, self._stream
        assert self._visit.known is not None
        with house.counted(stream, self._visit.known, self._visit.address):
            leaving = asyncio.create_task(_until_gone(receive, stream))
            try:
                await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
                await send({"type": "http.response.body", "body": _BEGIN, "more_body": True})
                await self._followed.enter()
                if house.closing:
                    house.end_streams()
                # He may have signed out while it was read.
                house.end_revoked()
                # In a task of its own, which wakes up faster than one that is deep in the framework.
                await asyncio.create_task(self._send(send))
            except asyncio.CancelledError:
                if not stream.overrun:
                    raise
            finally:
                stream.close()
                leaving.cancel()
                self._followed.leave()

    async def _send(self, send: Any) -> None:
        async for piece in self._stream.pieces():
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


class _Tables:
    """Tables, each from the event after the one that was seen."""

    def __init__(self, house: House, stream: Stream, seen: dict[str, int]) -> None:
        self._house = house
        self._stream = stream
        self._seen = seen
        self._rooms: list[Room] = []

    async def enter(self) -> None:
        """See `Followed`."""
        house, stream = self._house, self._stream
        for table_id, seq in self._seen.items():
            try:
                room = await house.hub.room(table_id)
                # Through another process he may have seen more than is known here.
                await house.hub.hear(table_id, seq)
                while room.closed:
                    # It was deleted at that moment, or let go.
                    room = await house.hub.room(table_id)
            except Refused:
                stream.drop(table_id, ENCODER.encode(wire.Gone(table_id)))
                continue
            if not may_watch(room.table, stream.person):
                dismiss(room, stream)
                continue
            listen(room, stream, seq)
            self._rooms.append(room)
            await house.presence.enter(room, stream.person)

    def leave(self) -> None:
        """See `Followed`."""
        for room in self._rooms:
            room.listeners.discard(self._stream)
            room.touched = asyncio.get_running_loop().time()
            self._house.presence.leave(room.table.id, self._stream.person)


async def _until_gone(receive: Any, stream: Stream) -> None:
    with contextlib.suppress(asyncio.CancelledError):
        while (await receive())["type"] != "http.disconnect":
            pass
        stream.close()


@get(
    "/api/events",
    media_type="text/event-stream",
    responses={
        200: ResponseSpec(
            wire.Message | wire.Snapshot | wire.Gone | wire.Closing,
            media_type="text/event-stream",
            generate_examples=False,
            description="Server-sent events. `data` is one of these as JSON, `id` the whole vector `ID.SEQ,ID.SEQ`.",
        ),
        **fails(401),
    },
    operation_id="events",
    tags=["table"],
)
async def events(
    request: Asked,
    at: Annotated[
        str, QueryParameter(max_length=1200, description="The tables and the last event seen of each: `ID.SEQ,ID.SEQ`")
    ],
    last_event_id: Annotated[str | None, HeaderParameter(name="Last-Event-ID", max_length=1200)] = None,
) -> Response[Any]:
    """What happens at some tables, from the events after those that have been seen. SEQ 0: a snapshot first."""
    house, visit = desk(request).house, who(request)
    person = visit.person
    try:
        seen = parse_vector(at)
        later = parse_vector(last_event_id) if last_event_id else {}
    except ValueError as error:
        raise Refused("request/syntax", str(error), where="at") from None
    seen = {table: max(seq, later.get(table, 0)) for table, seq in seen.items()}
    stream = new_stream(house, person)
    return Streaming(house, stream, _Tables(house, stream, seen), visit)


def new_stream(house: House, person: str) -> Stream:
    """A stream for somebody. Raises Refused while the server is about to stop."""
    if house.closing:
        raise Refused("server/unavailable")
    config = house.config
    return Stream(person, most=config.stream_messages, heartbeat_s=config.heartbeat_s)


ROUTES = (events,)
