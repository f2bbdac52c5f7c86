"""Persons, accounts, reports: jobs for the writer and reads. Everything here blocks and is run in a thread."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Any

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from schafkopf.server.store import book_reads
from schafkopf.server.store.schema import deals, members, persons, reports, streams, tables, visitors

HASHER = PasswordHasher()


class NameTaken(Exception):
    """Another account has this name."""


class Changed(Exception):
    """The account has another passphrase by now."""


@dataclass(frozen=True, slots=True)
class Person:
    """What is kept of somebody."""

    id: str
    name: str | None
    account: str | None


def key_of(name: str) -> str:
    """What two names of accounts must not share: case, width and accents written in two ways make no difference."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()


def person(connection: sa.Connection, key: str) -> Person:
    """The person, known or not."""
    row = connection.execute(sa.select(persons).where(persons.c.id == key)).first()
    return Person(key, None, None) if row is None else Person(row.id, row.name, row.account)


def set_name(connection: sa.Connection, key: str, name: str, now_ms: int) -> None:
    """Keep how somebody is called."""
    changed = connection.execute(sa.update(persons).where(persons.c.id == key).values(name=name, used_ms=now_ms))
    if not changed.rowcount:
        connection.execute(persons.insert().values(id=key, name=name, created_ms=now_ms, used_ms=now_ms))


def use(connection: sa.Connection, key: str, now_ms: int) -> None:
    """Somebody is still here."""
    connection.execute(sa.update(persons).where(persons.c.id == key).values(used_ms=now_ms))


def passphrase(engine: sa.Engine, key: str) -> str | None:
    """The hash of a person's passphrase; None without an account."""
    with engine.connect() as connection:
        return _passphrase(connection, key)


def _passphrase(connection: sa.Connection, key: str) -> str | None:
    found: str | None = connection.execute(sa.select(persons.c.passphrase).where(persons.c.id == key)).scalar()
    return found


def fits(hashed: str, passphrase: str) -> bool:
    """Whether it is the passphrase of this hash."""
    try:
        return HASHER.verify(hashed, passphrase)
    except (VerificationError, InvalidHashError):
        return False


def register(connection: sa.Connection, key: str, name: str, hashed: str, before: str | None, now_ms: int) -> None:
    """Make an account of a guest, or change name and passphrase of the account.

    before: the hash of the passphrase until now, None for a guest. Raises NameTaken or Changed.
    """
    if _passphrase(connection, key) != before:
        raise Changed
    owner = connection.execute(sa.select(persons.c.id).where(persons.c.account_key == key_of(name))).scalar()
    if owner is not None and owner != key:
        raise NameTaken
    values = {"account": name, "account_key": key_of(name), "passphrase": hashed}
    try:
        changed = connection.execute(sa.update(persons).where(persons.c.id == key).values(**values))
        if not changed.rowcount:
            connection.execute(persons.insert().values(id=key, name=name, created_ms=now_ms, used_ms=now_ms, **values))
        else:
            unnamed = sa.update(persons).where(persons.c.id == key, persons.c.name.is_(None))
            connection.execute(unnamed.values(name=name))
    except sa.exc.IntegrityError:
        raise NameTaken from None


def login(engine: sa.Engine, name: str, passphrase: str) -> str | None:
    """The person with this name and passphrase; takes as long when there is no such name."""
    with engine.connect() as connection:
        asked = sa.select(persons.c.id, persons.c.passphrase).where(persons.c.account_key == key_of(name))
        found = connection.execute(asked).first()
    good = fits(_nobody() if found is None or found.passphrase is None else found.passphrase, passphrase)
    return str(found.id) if good and found is not None else None


@cache
def _nobody() -> str:
    """The hash of a passphrase that nobody can have."""
    return HASHER.hash("")


def report(connection: sa.Connection, **values: Any) -> None:
    """Keep a report."""
    connection.execute(reports.insert().values(**values))


def export(engine: sa.Engine, key: str) -> dict[str, Any]:
    """All that is kept of a person, ready for JSON."""
    with engine.connect() as connection:
        who = person(connection, key)
        joined = sa.select(tables.c.id, tables.c.code, tables.c.card, members.c.since_ms, tables.c.changed_ms)
        joined = joined.join(members, members.c.table_id == tables.c.id).where(members.c.person == key)
        at = connection.execute(joined.order_by(members.c.since_ms)).all()
        there = deals.c.table_id.in_([row.id for row in at])
        played = sa.select(deals).where(there, deals.c.persons.contains(f'"{key}"', autoescape=True))
        played = played.order_by(deals.c.table_id, deals.c.number)
        watched = sa.select(visitors.c.table_id).where(visitors.c.person == key).order_by(visitors.c.table_id)
        said = sa.select(reports).where(reports.c.by_person == key).order_by(reports.c.id)
        return {
            "person": who.id,
            "name": who.name,
            "account": who.account,
            "tables": [
                {"table": row.id, "code": row.code, "since_ms": row.since_ms, "changed_ms": row.changed_ms}
                for row in at
            ],
            "watched": list(connection.execute(watched).scalars()),
            "deals": [
                {
                    "table": row.table_id,
                    "number": row.number,
                    "at_ms": row.at_ms,
                    "seat": json.loads(row.persons).index(key),
                    "record": json.loads(row.record),
                }
                for row in connection.execute(played)
            ],
            "books": book_reads.export(connection, key),
            "reports": [
                {"table": row.table_id, "reason": row.reason, "text": row.text, "about": row.name, "at_ms": row.at_ms}
                for row in connection.execute(said)
            ],
        }


def tables_of(engine: sa.Engine, key: str) -> list[str]:
    """The tables a person is or was at, also where he only looked on."""
    at = (sa.select(kept.c.table_id).where(kept.c.person == key) for kept in (members, visitors))
    with engine.connect() as connection:
        return list(connection.execute(sa.union(*at)).scalars())


def hand_over(connection: sa.Connection, key: str, account: str) -> None:
    """A guest is an account from now on; tables have been dealt with before."""
    connection.execute(sa.update(reports).where(reports.c.by_person == key).values(by_person=account))
    connection.execute(sa.update(reports).where(reports.c.about == key).values(about=account))
    for table in (members, visitors, streams):
        connection.execute(table.delete().where(table.c.person == key))
    connection.execute(persons.delete().where(persons.c.id == key))


def forget(connection: sa.Connection, key: str) -> None:
    """Delete a person; tables have been dealt with before."""
    for table in (members, visitors, streams):
        connection.execute(table.delete().where(table.c.person == key))
    connection.execute(reports.delete().where(reports.c.by_person == key))
    connection.execute(sa.update(reports).where(reports.c.about == key).values(about=None, name="?"))
    connection.execute(persons.delete().where(persons.c.id == key))
