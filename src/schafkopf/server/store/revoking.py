"""Keys that are no longer good: single ones, and all those of a person up to some time.

A person's keys carry the epoch in which they were made; beginning another one ends all of the earlier epochs. What is
kept is a hash of the person, or of the person and one sign-in: who has deleted his data is not named here either.
Everything here blocks and is run in a thread, or is a job for the writer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import sqlalchemy as sa

from schafkopf.server.store.schema import revoked

NEVER = 2**31 - 1
"""The epoch of a person who is gone: no key is good."""
REVOKED = -2
"""In place of a seq, where processes tell each other: the id stands in place of the table's."""


def id_of(person: str, session: str = "") -> str:
    """The row of a person, or of one sign-in of his."""
    return hashlib.blake2b(f"{person}/{session}".encode(), person=b"revoked", digest_size=16).hexdigest()


def revoke(
    connection: sa.Connection, process: str, key: str, *, epoch: int | None, now_ms: int, until_ms: int | None
) -> int:
    """Write it down and tell the others; -> the epoch. None: the one after the present one."""
    if epoch is None:
        now = sa.select(revoked.c.epoch).where(revoked.c.id == key).with_for_update()
        epoch = (connection.execute(now).scalar() or 0) + 1
    values = {"epoch": epoch, "at_ms": now_ms, "until_ms": until_ms}
    if not connection.execute(sa.update(revoked).where(revoked.c.id == key).values(**values)).rowcount:
        connection.execute(revoked.insert().values(id=key, **values))
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_notify("schafkopf", f"{process} {key} {REVOKED}")))
    return epoch


def read(engine: sa.Engine, *, since_ms: int = 0, keys: Iterable[str] | None = None) -> dict[str, int]:
    """Ids with their epochs: all written since then, or these."""
    which = revoked.c.at_ms >= since_ms if keys is None else revoked.c.id.in_(list(keys))
    with engine.connect() as connection:
        return {row.id: row.epoch for row in connection.execute(sa.select(revoked.c.id, revoked.c.epoch).where(which))}


def expire(connection: sa.Connection, now_ms: int) -> None:
    """Forget what has expired."""
    connection.execute(revoked.delete().where(revoked.c.until_ms < now_ms))
