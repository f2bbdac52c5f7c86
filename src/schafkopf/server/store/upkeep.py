"""What keeps the database in order: who is connected, which process lives, what is too old.

What takes a connection is a job for the writer; what takes an engine reads, and is run in a thread.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from schafkopf.server.store.rows import Rewritten
from schafkopf.server.store.schema import (
    deals,
    events,
    members,
    persons,
    processes,
    reports,
    streams,
    tables,
    visitors,
)


def beat(connection: sa.Connection, process: str, now_ms: int) -> None:
    """This process lives."""
    changed = connection.execute(sa.update(processes).where(processes.c.id == process).values(beat_ms=now_ms))
    if not changed.rowcount:
        connection.execute(processes.insert().values(id=process, beat_ms=now_ms))


def enter(connection: sa.Connection, process: str, seen: Iterable[tuple[str, str]]) -> None:
    """These persons are connected to these tables here: (table, person)."""
    rows = [{"process": process, "table_id": table, "person": person} for table, person in seen]
    if rows:
        leave(connection, process, [(row["table_id"], row["person"]) for row in rows])
        connection.execute(streams.insert(), rows)


def leave(connection: sa.Connection, process: str, seen: Iterable[tuple[str, str]]) -> None:
    """They no longer are."""
    rows = [{"p": process, "t": table, "who": person} for table, person in seen]
    if rows:
        connection.execute(_LEAVE, rows)


_LEAVE = streams.delete().where(
    streams.c.process == sa.bindparam("p"),
    streams.c.table_id == sa.bindparam("t"),
    streams.c.person == sa.bindparam("who"),
)


def bury(connection: sa.Connection, dead_before_ms: int) -> None:
    """Forget processes that are dead and have left no streams behind."""
    left = sa.select(streams.c.process)
    connection.execute(processes.delete().where(processes.c.beat_ms < dead_before_ms, processes.c.id.not_in(left)))


@dataclass(frozen=True, slots=True)
class Age:
    """From when on nobody will miss a table: one that never got beyond the lobby, and any other; times in ms."""

    empty_before_ms: int
    any_before_ms: int

    def by_phases(self) -> Iterator[tuple[tuple[str, ...], int]]:
        """Phases, and since when nothing has happened at tables in them."""
        yield ("lobby",), self.empty_before_ms
        yield _BEGUN, self.any_before_ms
        yield ("over",), self.any_before_ms


def remove_table(connection: sa.Connection, process: str, table_id: str, age: Age | None = None) -> bool:
    """Delete a table with all that belongs to it; age: only if it is that old now. -> whether it was deleted."""
    gone = tables.delete().where(tables.c.id == table_id)
    if age is not None:
        gone = gone.where(sa.or_(*(_old(phases, before_ms) for phases, before_ms in age.by_phases())))
    # First of all: its row is what everybody waits for who writes something of the table.
    if not connection.execute(gone).rowcount:
        return False
    for kept in (events, members, visitors, deals, streams):
        connection.execute(kept.delete().where(kept.c.table_id == table_id))
    _tell_rewritten(connection, process, table_id)
    return True


def outdated(engine: sa.Engine, age: Age, *, most: int = 500) -> list[str]:
    """Tables that nobody will miss."""
    found: list[str] = []
    with engine.connect() as connection:
        for phases, before_ms in age.by_phases():
            found += list(connection.execute(older(phases, before_ms, most)).scalars())
    return found


def forsaken(engine: sa.Engine, *, before_ms: int, most: int = 50) -> list[str]:
    """Evenings that are not over and to which nobody has come for so long."""
    with engine.connect() as connection:
        return list(connection.execute(older(_BEGUN, before_ms, most)).scalars())


_BEGUN = ("shuffle", "deal", "between")


def older(phases: Sequence[str], before_ms: int, most: int) -> sa.Select[Any]:
    """Tables in these phases where nothing has happened since; by the index."""
    return sa.select(tables.c.id).where(_old(phases, before_ms)).limit(most)


def _old(phases: Sequence[str], before_ms: int) -> sa.ColumnElement[bool]:
    return sa.and_(tables.c.phase.in_(phases), tables.c.changed_ms < before_ms)


def remove_persons(connection: sa.Connection, before_ms: int, most: int = 500) -> None:
    """Forget how guests are called who have not been here since and are named at no table; and reports as old."""
    at = [sa.exists().where(kept.c.person == persons.c.id) for kept in (members, visitors)]
    guest = sa.and_(persons.c.account.is_(None), persons.c.used_ms < before_ms, *(sa.not_(one) for one in at))
    connection.execute(persons.delete().where(persons.c.id.in_(sa.select(persons.c.id).where(guest).limit(most))))
    connection.execute(reports.delete().where(reports.c.at_ms < before_ms))


def rewrite(
    connection: sa.Connection, process: str, table_id: str, person: str, *, rewrites: int, new: Rewritten
) -> bool:
    """Put somebody else into a person's place; False if something has happened at the table since `new` was made.

    rewrites: of the past that `new` was made from.
    """
    now = sa.select(tables.c.seq, tables.c.rewrites).where(tables.c.id == table_id).with_for_update()
    if connection.execute(now).first() != (new.seq, rewrites):
        return False
    own_events = events.c.table_id == table_id
    for seq, body in new.bodies:
        connection.execute(sa.update(events).where(own_events, events.c.seq == seq).values(body=body))
    connection.execute(sa.update(events).where(own_events, events.c.person == person).values(person=new.other))
    values: dict[str, Any] = {"snapshot": new.snapshot, "snapshot_seq": new.seq, "card": new.card}
    values["rewrites"] = rewrites + 1
    connection.execute(sa.update(tables).where(tables.c.id == table_id).values(**values))
    for kept in (members, visitors):
        where = (kept.c.table_id == table_id, kept.c.person == person)
        if new.known:
            connection.execute(kept.delete().where(kept.c.table_id == table_id, kept.c.person == new.other))
            connection.execute(sa.update(kept).where(*where).values(person=new.other))
        else:
            connection.execute(kept.delete().where(*where))
    for deal in new.deals:
        where = (deals.c.table_id == table_id, deals.c.number == deal.number)
        connection.execute(sa.update(deals).where(*where).values(record=deal.record, persons=deal.persons))
    _tell_rewritten(connection, process, table_id)
    return True


def _tell_rewritten(connection: sa.Connection, process: str, table_id: str) -> None:
    """Other processes read the table anew."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_notify("schafkopf", f"{process} {table_id} {REWRITTEN}")))


REWRITTEN = -1
"""In place of a seq: what was stored before has changed, or is gone."""
