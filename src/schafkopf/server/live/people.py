"""Persons: their names, accounts, and the deletion of all that is known of them."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any

import sqlalchemy as sa

from schafkopf.server.errors import Refused
from schafkopf.server.live.past import Past
from schafkopf.server.live.room import Room, now_ms
from schafkopf.server.live.sessions import Sessions
from schafkopf.server.store import books, persons
from schafkopf.server.store.persons import Person
from schafkopf.server.store.store import Store

_CACHED = 10_000
_HASHING = 2
"""Passphrases that are hashed at the same time: each takes 64 MB."""


class People:
    """Everything about persons that is not about a table."""

    def __init__(self, store: Store, past: Past, sessions: Sessions) -> None:
        self._store = store
        self._past = past
        self._sessions = sessions
        self._names: OrderedDict[str, str | None] = OrderedDict()
        self._hashing = asyncio.Semaphore(_HASHING)

    async def get(self, key: str) -> Person:
        """What is known of a person."""

        def read() -> Person:
            with self._store.engine.connect() as connection:
                return persons.person(connection, key)

        found = await self._store.read(read)
        self._keep(key, found.name)
        return found

    async def name(self, key: str) -> str | None:
        """How somebody is called; remembered, since it is wanted with every table."""
        if key in self._names:
            return self._names[key]
        return (await self.get(key)).name

    def _keep(self, key: str, name: str | None) -> None:
        self._names[key] = name
        self._names.move_to_end(key)
        if len(self._names) > _CACHED:
            self._names.popitem(last=False)

    async def rename(self, key: str, name: str) -> None:
        """Call somebody by another name from now on."""
        await self._store.writer.run(partial(persons.set_name, key=key, name=name, now_ms=now_ms()))
        self._keep(key, name)

    async def use(self, key: str) -> None:
        """Somebody is still here: what is kept of guests who are not is deleted in the end."""
        await self._store.writer.run(partial(persons.use, key=key, now_ms=now_ms()))

    async def register(self, key: str, name: str, passphrase: str, old: str | None) -> bool:
        """Give a person an account, or with its old passphrase another name and passphrase.

        -> whether there was one; then all keys made until now are void. Raises Refused (person/name-taken,
        person/passphrase).
        """
        before = await self._store.read(persons.passphrase, self._store.engine, key)
        async with self._hashing:
            if before is not None and not await asyncio.to_thread(persons.fits, before, old or ""):
                raise Refused("person/passphrase", where="old")
            hashed = await asyncio.to_thread(persons.HASHER.hash, passphrase)

        def job(connection: sa.Connection) -> int | None:
            had = persons.person(connection, key).account is not None
            persons.register(connection, key=key, name=name, hashed=hashed, before=before, now_ms=now_ms())
            return self._sessions.ending_all(connection, key) if had else None

        try:
            epoch = await self._store.writer.run(job)
        except persons.NameTaken:
            raise Refused("person/name-taken") from None
        except persons.Changed:
            raise Refused("person/passphrase", where="old") from None
        self._names.pop(key, None)
        if epoch is not None:
            self._sessions.ended_all(key, epoch)
        return epoch is not None

    async def login(self, name: str, passphrase: str) -> str:
        """The person of an account. Raises Refused (person/passphrase)."""
        async with self._hashing:
            found = await asyncio.to_thread(persons.login, self._store.engine, name, passphrase)
        if found is None:
            raise Refused("person/passphrase")
        return found

    async def bring_along(self, guest: str, account: str) -> tuple[list[Room], list[str]]:
        """What a guest has played is an account's from now on, and the guest is gone.

        -> the tables, and the codes of those where the account has a place of its own: the guest has left there.
        Nothing happens if it is no guest.
        """
        moved: list[Room] = []
        left: list[str] = []
        if (await self.get(guest)).account is not None:
            return moved, left
        for table_id in await self._store.read(persons.tables_of, self._store.engine, guest):
            with contextlib.suppress(Refused):
                room, good = await self._past.hand_over(table_id, guest, account)
                if good:
                    moved.append(room)
                elif room.table.phase != "over":
                    left.append(room.table.code)

        def job(connection: sa.Connection) -> None:
            persons.hand_over(connection, key=guest, account=account)
            books.hand_over(connection, self._store.process, guest, account)

        await self._end(guest, job)
        return moved, left

    async def export(self, key: str) -> dict[str, Any]:
        """All that is kept of a person."""
        return await self._store.read(persons.export, self._store.engine, key)

    async def forget(self, key: str) -> None:
        """Leave every table, and delete everything that says who that was."""
        for table_id in await self._store.read(persons.tables_of, self._store.engine, key):
            await self._past.forget(table_id, key)
        no_books = partial(books.forget, process=self._store.process, person=key)

        def job(connection: sa.Connection) -> None:
            persons.forget(connection, key)
            no_books(connection)

        await self._end(key, job)
        # Where he has come to in the meantime; from here on he comes nowhere.
        for table_id in await self._store.read(persons.tables_of, self._store.engine, key):
            await self._past.forget(table_id, key)
        await self._store.writer.run(no_books)

    async def _end(self, key: str, last: Callable[[sa.Connection], None]) -> None:
        def job(connection: sa.Connection) -> int:
            last(connection)
            return self._sessions.ending_all(connection, key, gone=True)

        self._sessions.ended_all(key, await self._store.writer.run(job))
        self._names.pop(key, None)
