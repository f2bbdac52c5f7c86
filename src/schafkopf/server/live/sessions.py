"""Which keys are still good: all that are revoked, in memory, as every process hears of them."""

from __future__ import annotations

from functools import partial
from typing import Protocol

import sqlalchemy as sa

from schafkopf.server.config import KEY_LIFE_S
from schafkopf.server.live.room import now_ms
from schafkopf.server.store import revoking
from schafkopf.server.store.store import Store

_LIFE_MS = KEY_LIFE_S * 1000
_AGAIN_MS = 3_600_000
"""What was written so long before the last look is looked at again: clocks of machines differ."""


class Known(Protocol):
    """What a key says: whose it is, when he was given it."""

    @property
    def person(self) -> str:
        """Whose it is."""

    @property
    def epoch(self) -> int:
        """The person's epoch in which it was made."""

    @property
    def session(self) -> str:
        """The sign-in from which it comes; a renewed key has the same."""


class Sessions:
    """Asked of every request, so without waiting; told of by `hear`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._epochs: dict[str, int] = {}
        self._looked_ms = 0

    async def load(self) -> None:
        """Read what is revoked: all of it, later only what is new."""
        since = max(0, self._looked_ms - _AGAIN_MS)
        self._looked_ms = now_ms()
        self._epochs |= await self._store.read(partial(revoking.read, self._store.engine, since_ms=since))

    async def hear(self, key: str) -> None:
        """Another process has revoked this."""
        self._epochs |= await self._store.read(partial(revoking.read, self._store.engine, keys=[key]))

    def good(self, known: Known) -> bool:
        """Whether a key still is."""
        if not self._epochs:
            return True
        if known.epoch < self.epoch(known.person):
            return False
        return revoking.id_of(known.person, known.session) not in self._epochs

    def epoch(self, person: str) -> int:
        """The person's present epoch, for new keys."""
        return self._epochs.get(revoking.id_of(person), 0)

    async def end(self, known: Known) -> None:
        """This sign-in is over, wherever its key may be."""
        key, process, now = revoking.id_of(known.person, known.session), self._store.process, now_ms()
        until_ms = now + _LIFE_MS
        job = partial(revoking.revoke, process=process, key=key, epoch=0, now_ms=now, until_ms=until_ms)
        self._epochs[key] = await self._store.writer.run(job)

    def ending_all(self, connection: sa.Connection, person: str, *, gone: bool = False) -> int:
        """In a job for the writer: all keys of a person made until now are void; `gone`: no other will be good.

        When it is committed, call `ended_all` with what this returns.
        """
        key, process, now = revoking.id_of(person), self._store.process, now_ms()
        epoch, until_ms = (revoking.NEVER, now + _LIFE_MS) if gone else (None, None)
        return revoking.revoke(connection, process, key, epoch=epoch, now_ms=now, until_ms=until_ms)

    def ended_all(self, person: str, epoch: int) -> None:
        """See `ending_all`."""
        self._epochs[revoking.id_of(person)] = epoch
