"""Routes about books of every kind: links, roles, what happens."""

from __future__ import annotations

from typing import Annotated, Any, cast

from litestar import Response, delete, get, post
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, HeaderParameter, JSONBody, PathParameter, QueryParameter

from schafkopf.server import wire
from schafkopf.server.around.qr import qr_svg
from schafkopf.server.books.kinds import Kind
from schafkopf.server.books.shelf import Seen, Shelf
from schafkopf.server.errors import Refused
from schafkopf.server.http.around import own_host
from schafkopf.server.http.common import NOTHING, Asked, desk, fails, plain, who
from schafkopf.server.http.events import Streaming, new_stream
from schafkopf.server.live.stream import Stream

BookKey = Annotated[str, PathParameter(pattern="^[A-Za-z0-9_-]{22}$", description="Id of the sheet or tournament")]
_SEQ = 10**9


async def seen_book(request: Asked, book: str, kind: Kind | None = None) -> tuple[Seen, str]:
    """A book that the person who asks may come to, and that person. Raises Refused."""
    person = who(request).person
    return await desk(request).house.shelf.seen(book, person, kind), person


@post("/api/books/{book:str}/join", status_code=200, responses=fails(401, 404), operation_id="joinBook", tags=["books"])
async def join(request: Asked, book: BookKey, data: JSONBody[wire.Join]) -> Response[wire.Joined]:
    """Come in by a link: from then on the person who asks has its role, and needs no key any more.

    A wrong key is answered as if there were no such book.
    """
    at, visit = desk(request), who(request)
    person = visit.person
    # Taken before looking, or many tries at the same instant would count as none.
    at.attempts.take(visit.address)
    seen, place = await at.house.shelf.join(book, data.key, person)
    at.attempts.give_back(visit.address)
    role = cast(wire.BookRole, seen.role)
    kind = cast(wire.BookKind, seen.kind.name)
    return plain(wire.Joined(book, kind, role, place if role == "table" else ""))


@get("/api/books/{book:str}/links", responses=fails(401, 404), operation_id="bookLinks", tags=["books"])
async def links(request: Asked, book: BookKey) -> Response[wire.BookLinks]:
    """The links that one may pass on."""
    seen, _ = await seen_book(request, book)
    return plain(wire.BookLinks(desk(request).house.shelf.links(seen)))


@post(
    "/api/books/{book:str}/links/{role:str}/renew",
    status_code=200,
    responses=fails(401, 404),
    operation_id="renewLink",
    tags=["books"],
)
async def renew(request: Asked, book: BookKey, role: FromPath[wire.BookRole]) -> Response[wire.BookLinks]:
    """Make the link of a role void, and throw out who came by it; only for those who may do everything.

    Who began the book, and who renews the link, stay.
    """
    at, shelf = desk(request), desk(request).house.shelf
    seen, person = await seen_book(request, book)
    at.commands.take(person)
    return plain(wire.BookLinks(shelf.links(await shelf.renew(seen, role, person))))


@get(
    "/api/books/{book:str}/links/{role:str}/qr",
    media_type="image/svg+xml",
    responses={
        200: ResponseSpec(bytes, media_type="image/svg+xml", generate_examples=False, description="The code"),
        **fails(401, 404),
    },
    operation_id="linkCode",
    tags=["books"],
)
async def code(
    request: Asked,
    book: BookKey,
    role: FromPath[wire.BookRole],
    origin: Annotated[
        str, QueryParameter(pattern=r"^https?://[^/?#\s]{1,200}$", description="Where this server is, for the browser")
    ],
) -> Response[Any]:
    """A link as a code for phones to scan. The key stands in no address that is asked for."""
    at = desk(request)
    if not own_host(origin.partition("//")[2], request):
        raise Refused("request/forbidden", "a code is made for links to this server only", where="origin")
    seen, person = await seen_book(request, book)
    path = next((link.path for link in at.house.shelf.links(seen) if link.role == role), None)
    if path is None:
        raise Refused("request/forbidden", "no such link to pass on", where="role")
    at.heavy.take(person)
    picture = await at.work(qr_svg, origin + path)
    return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


@post(
    "/api/books/{book:str}/leave",
    status_code=204,
    responses={**NOTHING, **fails(401, 404)},
    operation_id="leaveBook",
    tags=["books"],
)
async def leave(request: Asked, book: BookKey) -> Response[None]:
    """Want no more of a book. When the last person leaves it, it is deleted."""
    seen, person = await seen_book(request, book)
    await desk(request).house.shelf.leave(seen, person)
    return Response(None, status_code=204)


@delete(
    "/api/books/{book:str}",
    status_code=204,
    responses={**NOTHING, **fails(401, 404)},
    operation_id="deleteBook",
    tags=["books"],
)
async def remove(request: Asked, book: BookKey) -> Response[None]:
    """Delete a book for everybody: only for who began it."""
    seen, _ = await seen_book(request, book)
    await desk(request).house.shelf.remove(seen)
    return Response(None, status_code=204)


class _Book:
    """One book, from the entry after the one that was seen."""

    def __init__(self, shelf: Shelf, stream: Stream, book: str, after: int) -> None:
        self._parts = (stream, book)
        self._shelf = shelf
        self._after = after

    async def enter(self) -> None:
        """See `http.events.Followed`."""
        await self._shelf.follow(*self._parts, self._after)

    def leave(self) -> None:
        """See `http.events.Followed`."""
        self._shelf.unfollow(*self._parts)


@get(
    "/api/books/{book:str}/stream",
    media_type="text/event-stream",
    responses={
        200: ResponseSpec(
            wire.BookOps | wire.BookChanged | wire.BookGone | wire.Closing,
            media_type="text/event-stream",
            generate_examples=False,
            description="Server-sent events. `data` is one of these as JSON, `id` is `BOOK.SEQ`.",
        ),
        **fails(401, 404),
    },
    operation_id="followBook",
    tags=["books"],
)
async def stream(
    request: Asked,
    book: BookKey,
    after: Annotated[int, QueryParameter(ge=0, le=_SEQ, description="The last entry that was seen")] = 0,
    last_event_id: Annotated[str | None, HeaderParameter(name="Last-Event-ID", max_length=100)] = None,
) -> Response[Any]:
    """What happens in a book, after what was seen: of a sheet the ops, of a tournament that there is something new."""
    house, visit = desk(request).house, who(request)
    _, person = await seen_book(request, book)
    told, _, later = (last_event_id or "").rpartition(".")
    if told == book and later.isascii() and later.isdigit() and len(later) <= len(str(_SEQ)):
        after = int(later)
    found = new_stream(house, person)
    return Streaming(house, found, _Book(house.shelf, found, book, after), visit)


ROUTES = (join, links, renew, code, leave, remove, stream)
