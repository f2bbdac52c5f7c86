"""All books of the server, as people come to them: begun, opened, written into, followed, passed on."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import sqlalchemy as sa

from schafkopf.server import wire
from schafkopf.server.books.kinds import KINDS, Kind
from schafkopf.server.books.links import LinkKeys
from schafkopf.server.config import Config
from schafkopf.server.errors import Refused
from schafkopf.server.live.room import ENCODER, now_ms
from schafkopf.server.live.stream import Stream
from schafkopf.server.store import book_reads, books
from schafkopf.server.store.book_rows import Age, BookRow, Entry, Holding, NewEntry, News, Written
from schafkopf.server.store.rows import Taken
from schafkopf.server.store.store import Store

log = logging.getLogger(__name__)
_LISTED = 200
_FRESH = 40
"""Cards made anew for one list; the others are shown as they were."""
_PIECE = 200
"""Entries in one message at most."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A book, and what one person may do there: his strongest role, the places of the role `table`."""

    book: BookRow
    kind: Kind
    role: str
    places: frozenset[str]
    deletes: bool
    """He made the book; or nobody else did who is still there, and he may do everything else."""


@dataclass(slots=True)
class _Followed:
    """A book that somebody follows."""

    streams: set[Stream] = field(default_factory=set)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    seq: int = 0
    roles: int = -1
    """As of the last look."""


class Shelf:
    """See the module; everything raises Refused `book/not-found` for a book that is not there, or not his."""

    def __init__(self, store: Store, config: Config) -> None:
        self._store = store
        self._config = config
        self._keys = LinkKeys(config.secret)
        self._followed: dict[str, _Followed] = {}
        self._drawing = asyncio.Semaphore(1)

    @property
    def followed(self) -> int:
        """Books that somebody follows through this process."""
        return len(self._followed)

    # -- to come to a book -------------------------------------------------------------------------------------------

    async def make(
        self, kind: Kind, book_id: str, person: str, new: Sequence[NewEntry], *, begun: bool = False
    ) -> Seen:
        """Begin a book; again by the same person it is the one there is.

        Raises Refused (book/taken: somebody else's, book/limit, book/full).
        """
        if await self._store.read(book_reads.book, self._store.engine, book_id, person) is None:
            made = await self._store.read(book_reads.count_made, self._store.engine, person)
            if made >= self._config.limits.books_of_person:
                raise Refused("book/limit")
        job = partial(
            books.make,
            book_id=book_id,
            kind=kind.name,
            person=person,
            role=kind.roles[0],
            new=new,
            begun=begun,
            now_ms=now_ms(),
            most=kind.most,
        )
        try:
            written = await self._store.writer.run(job)
        except sa.exc.IntegrityError:
            # At the same time through another process.
            written = await self._store.writer.run(job)
        _check(written)
        return await self.seen(book_id, person)

    async def seen(self, book_id: str, person: str, kind: Kind | None = None) -> Seen:
        """A book as this person may come to it. kind: any other is not found."""
        found = await self._store.read(book_reads.book, self._store.engine, book_id, person)
        seen = None if found is None else _seen(*found)
        if seen is None or (kind is not None and seen.kind is not kind):
            raise Refused("book/not-found")
        return seen

    async def mine(self, person: str, kind: Kind) -> list[tuple[Seen, dict[str, Any]]]:
        """Somebody's books with how they look, the latest first."""
        rows = await self._store.read(book_reads.of_person, self._store.engine, person, kind.name, _LISTED)
        found, fresh = [], 0
        for row in rows:
            seen = _seen(*row)
            if seen is None:
                continue
            book, card = seen.book, seen.book.card
            if card is None or (book.card_seq < book.seq and fresh < _FRESH):
                fresh += 1
                card = await self._card(book)
            found.append((seen, json.loads(card)))
        return found

    async def _card(self, book: BookRow) -> bytes:
        entries = await self.read(book.id)
        async with self._drawing:
            found = await asyncio.to_thread(KINDS[book.kind].card, entries)
        card = json.dumps(found, ensure_ascii=False).encode()
        seq = entries[-1].seq if entries else 0
        await self._store.writer.run(partial(books.keep_card, book_id=book.id, card=card, seq=seq))
        return card

    # -- what is in it -----------------------------------------------------------------------------------------------

    async def read(self, book_id: str, after: int = 0) -> list[Entry]:
        """What was written down after `after`."""
        return await self._store.read(book_reads.entries_after, self._store.engine, book_id, after)

    async def append(
        self, seen: Seen, new: Sequence[NewEntry], *, expected: int | None = None, begun: bool = False
    ) -> Written:
        """Write down after all that is there; what was there by its command is left out.

        expected: raises `Taken` if the book is no longer there. begun: from now on somebody would miss it.
        Raises Refused (book/full).
        """
        job = partial(
            books.append,
            process=self._store.process,
            book_id=seen.book.id,
            new=new,
            expected=expected,
            begun=begun,
            now_ms=now_ms(),
            most=seen.kind.most,
        )
        written = await self._store.writer.run(job)
        if written.outcome == "taken":
            raise Taken
        _check(written)
        if written.added:
            await self.hear(seen.book.id)
        return written

    # -- links and roles ---------------------------------------------------------------------------------------------

    def links(self, seen: Seen) -> list[wire.BookLink]:
        """The links that somebody may pass on."""
        roles: Any = seen.kind.passes.get(seen.role, ())
        return [wire.BookLink(role, self.path(seen, role)) for role in roles]

    def path(self, seen: Seen, role: str, place: str = "") -> str:
        """A link into a book, from `/` on; place: of the role `table`."""
        book = seen.book
        key = self._keys.make(book.id, role, place, book.epochs.get(role, 0))
        return f"{seen.kind.path(book.id, role, place)}#{key}"

    async def join(self, book_id: str, key: str, person: str) -> tuple[Seen, str]:
        """Come in by a link; -> what one may do now, and the place that the key was for."""
        found = await self._store.read(book_reads.book, self._store.engine, book_id, person)
        book = None if found is None else found[0]
        good = None if book is None else self._keys.role_of(key, book_id, KINDS[book.kind], book.epochs)
        if book is None or good is None:
            raise Refused("book/not-found")
        role, place = good
        job = partial(
            books.let_in,
            process=self._store.process,
            book_id=book_id,
            person=person,
            role=role,
            place=place,
            epoch=book.epochs.get(role, 0),
            now_ms=now_ms(),
        )
        if not await self._store.writer.run(job):
            raise Refused("book/not-found")
        return await self.seen(book_id, person), place

    async def renew(self, seen: Seen, role: str, person: str) -> Seen:
        """Make a link void, and those who came by it strangers. Raises Refused (request/forbidden)."""
        if seen.role != seen.kind.roles[0] or role not in seen.kind.roles:
            raise Refused("request/forbidden", "only who may do everything renews links")
        renew = partial(books.renew, process=self._store.process, book_id=seen.book.id, role=role, person=person)
        await self._store.writer.run(renew)
        await self.hear(seen.book.id)
        return await self.seen(seen.book.id, person)

    async def leave(self, seen: Seen, person: str) -> None:
        """Want no more of a book. The last one to leave it takes it with him."""
        await self._store.writer.run(
            partial(books.leave, process=self._store.process, book_id=seen.book.id, person=person)
        )
        await self.hear(seen.book.id)

    async def remove(self, seen: Seen) -> None:
        """Delete it. Raises Refused (request/forbidden) for somebody else's."""
        if not seen.deletes:
            raise Refused("request/forbidden", "only who began it deletes it")
        await self._store.writer.run(partial(books.remove, process=self._store.process, book_id=seen.book.id))
        await self.hear(seen.book.id)

    async def tidy(self, now: int) -> None:
        """Delete what nobody will miss."""
        config = self._config
        age = Age(now - int(config.keep_unused_books_s * 1000), now - int(config.keep_books_s * 1000))
        for book_id in await self._store.read(book_reads.outdated, self._store.engine, age):
            if book_id not in self._followed:
                job = partial(books.remove, process=self._store.process, book_id=book_id, age=age)
                await self._store.writer.run(job)

    # -- to follow ---------------------------------------------------------------------------------------------------

    async def follow(self, stream: Stream, book_id: str, after: int) -> None:
        """Send a stream what is written down after `after`, from now on until `unfollow`."""
        stream.seen(book_id, after)
        self._followed.setdefault(book_id, _Followed()).streams.add(stream)
        await self.hear(book_id)

    def unfollow(self, stream: Stream, book_id: str) -> None:
        """No more."""
        followed = self._followed.get(book_id)
        if followed is not None:
            followed.streams.discard(stream)
            if not followed.streams:
                del self._followed[book_id]

    def knows(self, book_id: str) -> bool:
        """Whether somebody follows it through this process."""
        return book_id in self._followed

    async def hear(self, book_id: str) -> None:
        """Something has happened there: tell those who follow it."""
        followed = self._followed.get(book_id)
        if followed is None:
            return
        async with followed.lock:
            at = min((stream.at(book_id) or 0 for stream in followed.streams), default=0)
            found = await self._store.read(book_reads.news, self._store.engine, book_id, at)
            ahead = (
                [] if found is None else [one for one in followed.streams if (one.at(book_id) or 0) > found.book.seq]
            )
            if ahead:
                # The database is an older one: whoever has seen more is told everything, and brings it back.
                for stream in ahead:
                    stream.seen(book_id, 0)
                found = await self._store.read(book_reads.news, self._store.engine, book_id, 0)
            for stream in list(followed.streams):
                if found is None or stream.person not in found.persons:
                    stream.drop(book_id, ENCODER.encode(wire.BookGone(book_id)))
                    stream.close()
                else:
                    _tell(stream, found)
            if found is not None:
                followed.seq, followed.roles = found.book.seq, found.book.roles

    async def look(self) -> None:
        """Something may have happened anywhere."""
        some = list(self._followed)
        if not some:
            return
        found = await self._store.read(book_reads.latest, self._store.engine, some)
        for book_id in some:
            followed = self._followed.get(book_id)
            if followed is not None and found.get(book_id) != (followed.seq, followed.roles):
                try:
                    await self.hear(book_id)
                except Exception:
                    # Asked again with the next thing that is heard.
                    log.exception("book", extra={"book": book_id})


def _tell(stream: Stream, found: News) -> None:
    book_id = found.book.id
    at = stream.at(book_id)
    fresh = [entry for entry in found.entries if entry.seq > (at or 0)]
    if stream.closed:
        return
    for start in range(0, len(fresh), _PIECE):
        some = fresh[start : start + _PIECE]
        stream.push(book_id, some[-1].seq, KINDS[found.book.kind].news(book_id, some[-1].seq, some))


def _seen(book: BookRow, own: Sequence[Holding], maker_is_there: bool) -> Seen | None:
    kind = KINDS.get(book.kind)
    if kind is None or not own:
        return None
    role = min((holding.role for holding in own), key=kind.roles.index)
    places = frozenset(holding.place for holding in own if holding.place)
    made = any(holding.made for holding in own)
    return Seen(book, kind, role, places, made or (not maker_is_there and role == kind.roles[0]))


def _check(written: Written) -> None:
    if written.outcome != "done":
        raise Refused({"gone": "book/not-found", "taken": "book/taken", "full": "book/full"}[written.outcome])
