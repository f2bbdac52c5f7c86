"""Commands, which are nearly all requests, past the framework: it takes as long as the rest of the answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from schafkopf.game.errors import SchafkopfError
from schafkopf.server import wire
from schafkopf.server.http import failures
from schafkopf.server.http.common import Desk
from schafkopf.server.http.gate import visitor
from schafkopf.server.http.tables import obey

_PATH = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,64})/commands")
_COMMAND = msgspec.json.Decoder(wire.Command)


class Direct:
    """An ASGI application that obeys commands by itself and leaves everything else to another one.

    That is also whatever cannot be read: the route of the framework, which describes this one, says what is wrong.
    """

    def __init__(self, inner: Any, desk: Desk, *, most_bytes: int) -> None:
        self._inner = inner
        self._desk = desk
        self._most_bytes = most_bytes

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """See ASGI."""
        path = _PATH.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        if path is None:
            await self._inner(scope, receive, send)
            return
        received: list[Any] = []
        try:
            command = _COMMAND.decode(await self._body(receive, received))
        except (msgspec.MsgspecError, ValueError, RecursionError):
            await self._inner(scope, _again(received, receive), send)
            return
        try:
            content = await obey(self._desk, visitor(scope), path[1], command)
        except SchafkopfError as error:
            await failures.send(send, error)
        except Exception as error:
            await failures.send(send, failures.logged(scope, error))
        else:
            headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(content))]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": content})

    async def _body(self, receive: Any, received: list[Any]) -> bytes:
        """The whole body. Raises ValueError if it is too long, or does not come."""
        size = 0
        while True:
            message = await receive()
            received.append(message)
            if message["type"] != "http.request":
                raise ValueError("nobody is there any more")
            size += len(message.get("body", b""))
            if size > self._most_bytes:
                raise ValueError("too long")
            if not message.get("more_body"):
                return b"".join(one.get("body", b"") for one in received)


def _again(received: list[Any], receive: Any) -> Any:
    """What has been received, once more, and then what follows."""
    before: Iterator[Any] = iter(received)

    async def again() -> Any:
        message = next(before, None)
        return await receive() if message is None else message

    return again
