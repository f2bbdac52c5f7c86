"""Jobs for the writer that keep the database in order: who is connected, which process lives, what is too old."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

import sqlalchemy as sa

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


def rewrite(
    connection: sa.Connection,
    table_id: str,
    person: str,
    *,
    alias: str,
    change: Callable[[list[tuple[int, int, bytes]]], tuple[list[bytes], bytes, bytes]],
    blank: Callable[[str, int], str],
) -> None:
    """Take a person out of what is stored of a table.

    change: the events as (seq, time, body) -> the same without the person, the snapshot after them, the card for
    lists. blank: a record and the person's seat -> the record without the name.
    """
    own_events = events.c.table_id == table_id
    rows = connection.execute(
        sa.select(events.c.seq, events.c.at_ms, events.c.body).where(own_events).order_by(events.c.seq)
    ).all()
    bodies, snapshot, card = change([(row.seq, row.at_ms, row.body) for row in rows])
    for row, body in zip(rows, bodies, strict=True):
        if body != row.body:
            connection.execute(sa.update(events).where(own_events, events.c.seq == row.seq).values(body=body))
    connection.execute(sa.update(events).where(own_events, events.c.person == person).values(person=alias))
    values: dict[str, Any] = {"snapshot": snapshot, "snapshot_seq": rows[-1].seq, "card": card}
    connection.execute(sa.update(tables).where(tables.c.id == table_id).values(**values))
    connection.execute(members.delete().where(members.c.table_id == table_id, members.c.person == person))
    played = sa.select(deals).where(deals.c.table_id == table_id)
    for row in connection.execute(played.where(deals.c.persons.contains(f'"{person}"', autoescape=True))).all():
        sat = json.loads(row.persons)
        seat = sat.index(person)
        sat[seat] = None
        new = {"record": blank(row.record, seat), "persons": json.dumps(sat)}
        where = (deals.c.table_id == table_id, deals.c.number == row.number)
        connection.execute(sa.update(deals).where(*where).values(**new))


def tell_rewritten(connection: sa.Connection, process: str, table_id: str) -> None:
    """Let other processes read the table anew."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_notify("schafkopf", f"{process} {table_id} {REWRITTEN}")))


REWRITTEN = -1
"""In place of a seq: what was stored before has changed."""
