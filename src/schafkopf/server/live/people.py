"""Persons: their names, accounts, and the deletion of all that is known of them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from functools import partial
from typing import Any

from schafkopf.server.errors import Refused
from schafkopf.server.live.hub import Hub, now_ms
from schafkopf.server.store import persons
from schafkopf.server.store.persons import Person
from schafkopf.server.store.store import Store

_CACHED = 10_000
_HASHING = 2
"""Passphrases that are hashed at the same time: each takes 64 MB."""


class People:
    """Everything about persons that is not about a table."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self._store = store
        self._hub = hub
        self._names: OrderedDict[str, str | None] = OrderedDict()
        self._hashing = asyncio.Semaphore(_HASHING)

    async def get(self, key: str) -> Person:
        """What is known of a person."""

        def read() -> Person:
            with self._store.engine.connect() as connection:
                return persons.person(connection, key)

        found = await asyncio.to_thread(read)
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

    async def register(self, key: str, name: str, passphrase: str, old: str | None) -> None:
        """Give a person an account, or with its old passphrase another name and passphrase.

        Raises Refused (person/name-taken, person/passphrase).
        """
        before = await asyncio.to_thread(persons.passphrase, self._store.engine, key)
        async with self._hashing:
            if before is not None and not await asyncio.to_thread(persons.fits, before, old or ""):
                raise Refused("person/passphrase", where="old")
            hashed = await asyncio.to_thread(persons.HASHER.hash, passphrase)
        job = partial(persons.register, key=key, name=name, hashed=hashed, before=before, now_ms=now_ms())
        try:
            await self._store.writer.run(job)
        except persons.NameTaken:
            raise Refused("person/name-taken") from None
        except persons.Changed:
            raise Refused("person/passphrase", where="old") from None
        self._names.pop(key, None)

    async def login(self, name: str, passphrase: str) -> str:
        """The person of an account. Raises Refused (person/passphrase)."""
        async with self._hashing:
            found = await asyncio.to_thread(persons.login, self._store.engine, name, passphrase)
        if found is None:
            raise Refused("person/passphrase")
        return found

    async def export(self, key: str) -> dict[str, Any]:
        """All that is kept of a person."""
        return await asyncio.to_thread(persons.export, self._store.engine, key)

    async def forget(self, key: str) -> None:
        """Leave every table, and delete everything that says who that was."""
        for table_id in await asyncio.to_thread(persons.tables_of, self._store.engine, key):
            await self._hub.forget(table_id, key)
        await self._store.writer.run(partial(persons.forget, key=key))
        self._names.pop(key, None)
