"""Jobs for the writer that keep the database in order: who is connected, which process lives, what is too old."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from schafkopf.server.store.rows import Rewritten
from schafkopf.server.store.schema import deals, events, members, processes, streams, tables


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


def remove_tables(connection: sa.Connection, ids: Iterable[str]) -> None:
    """Delete tables with all that belongs to them."""
    wanted = list(ids)
    for start in range(0, len(wanted), 500):
        some = wanted[start : start + 500]
        for table, column in (
            (events, events.c.table_id),
            (members, members.c.table_id),
            (deals, deals.c.table_id),
            (streams, streams.c.table_id),
            (tables, tables.c.id),
        ):
            connection.execute(table.delete().where(column.in_(some)))


def outdated(connection: sa.Connection, *, empty_before_ms: int, any_before_ms: int, most: int = 500) -> list[str]:
    """Tables that nobody will miss: those that never got beyond the lobby, and very old ones."""
    empty = sa.and_(tables.c.phase == "lobby", tables.c.changed_ms < empty_before_ms)
    wanted = sa.select(tables.c.id).where(sa.or_(empty, tables.c.changed_ms < any_before_ms)).limit(most)
    return list(connection.execute(wanted).scalars())


def forsaken(connection: sa.Connection, *, before_ms: int, most: int = 50) -> list[str]:
    """Evenings that are not over and to which nobody has come for so long."""
    begun = tables.c.phase.not_in(("lobby", "over"))
    wanted = sa.select(tables.c.id).where(tables.c.changed_ms < before_ms, begun).limit(most)
    return list(connection.execute(wanted).scalars())


def rewrite(connection: sa.Connection, process: str, table_id: str, person: str, *, alias: str, new: Rewritten) -> bool:
    """Take a person out of what is stored of a table; False if something has happened there since `new` was made."""
    now = sa.select(tables.c.seq).where(tables.c.id == table_id).with_for_update()
    if connection.execute(now).scalar() != new.seq:
        return False
    own_events = events.c.table_id == table_id
    for seq, body in new.bodies:
        connection.execute(sa.update(events).where(own_events, events.c.seq == seq).values(body=body))
    connection.execute(sa.update(events).where(own_events, events.c.person == person).values(person=alias))
    values: dict[str, Any] = {"snapshot": new.snapshot, "snapshot_seq": new.seq, "card": new.card}
    connection.execute(sa.update(tables).where(tables.c.id == table_id).values(**values))
    connection.execute(members.delete().where(members.c.table_id == table_id, members.c.person == person))
    for deal in new.deals:
        where = (deals.c.table_id == table_id, deals.c.number == deal.number)
        connection.execute(sa.update(deals).where(*where).values(record=deal.record, persons=deal.persons))
    if connection.dialect.name == "postgresql":
        # Other processes read the table anew.
        connection.execute(sa.select(sa.func.pg_notify("schafkopf", f"{process} {table_id} {REWRITTEN}")))
    return True


REWRITTEN = -1
"""In place of a seq: what was stored before has changed."""
