"""What is read of tables and events. Everything here blocks and is run in a thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from schafkopf.server.store.rows import PlayedRow, StoredRow, TableRow
from schafkopf.server.store.schema import deals, events, members, processes, streams, tables


@dataclass(frozen=True, slots=True)
class Listed:
    """A table in a list; `card` as it was written."""

    id: str
    card: bytes
    listed: bool
    mine: bool
    changed_ms: int


class Reader:
    """Reads of one database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def table(self, key: str) -> tuple[TableRow, list[StoredRow]] | None:
        """A table by its id: where to begin and the events after that; None if there is none."""
        with self._engine.connect() as connection:
            found = connection.execute(_TABLE, {"key": key}).first()
            if found is None:
                return None
            row = TableRow(found.id, found.seq, found.snapshot, found.snapshot_seq, found.changed_ms, found.rewrites)
            return row, _events(connection, row.id, row.snapshot_seq)

    def id_of_code(self, code: str) -> str | None:
        """The table with this short code."""
        with self._engine.connect() as connection:
            found: str | None = connection.execute(_BY_CODE, {"code": code}).scalar()
            return found

    def events_after(self, table_id: str, seq: int) -> list[StoredRow]:
        """What was stored after `seq`."""
        with self._engine.connect() as connection:
            return _events(connection, table_id, seq)

    def whole(self, table_id: str, person: str) -> tuple[list[StoredRow], list[PlayedRow]]:
        """All events of a table, and the deals that a person played there."""
        played = sa.select(deals.c.number, deals.c.record, deals.c.persons).where(
            deals.c.table_id == table_id, deals.c.persons.contains(f'"{person}"', autoescape=True)
        )
        with self._engine.connect() as connection:
            rows = _events(connection, table_id, 0)
            return rows, [PlayedRow(row.number, row.record, row.persons) for row in connection.execute(played)]

    def effect_of(self, table_id: str, person: str, command: str) -> int | None:
        """The event that a command led to."""
        with self._engine.connect() as connection:
            asked = {"table": table_id, "person": person, "command": command}
            found: int | None = connection.execute(_EFFECT, asked).scalar()
            return found

    def due(self, until_ms: int, limit: int) -> list[str]:
        """Tables where something was due before `until_ms`."""
        with self._engine.connect() as connection:
            return list(connection.execute(_DUE, {"until": until_ms, "most": limit}).scalars())

    def latest(self, ids: Sequence[str]) -> dict[str, tuple[int, int]]:
        """The last event of each of these tables, and its rewrites; those that are gone are missing."""
        found: dict[str, tuple[int, int]] = {}
        with self._engine.connect() as connection:
            for start in range(0, len(ids), 500):
                some = tables.c.id.in_(ids[start : start + 500])
                rows = connection.execute(sa.select(tables.c.id, tables.c.seq, tables.c.rewrites).where(some))
                found.update((row.id, (row.seq, row.rewrites)) for row in rows)
        return found

    def lists(self, person: str, *, open_since_ms: int, limit: int) -> tuple[list[Listed], list[Listed]]:
        """The person's tables, and the open ones that are awake or were since then; the latest first."""
        with self._engine.connect() as connection:
            mine = connection.execute(_MINE, {"person": person, "most": limit}).all()
            known = {row.id for row in mine}
            others = connection.execute(_OPEN, {"since": open_since_ms, "most": limit}).all()
        return (
            [Listed(row.id, row.card, row.listed, True, row.changed_ms) for row in mine],
            [Listed(row.id, row.card, True, row.id in known, row.changed_ms) for row in others],
        )

    def count_open(self, person: str) -> int:
        """At how many tables that are not over the person sits."""
        with self._engine.connect() as connection:
            return int(connection.execute(_COUNT, {"person": person}).scalar_one())

    def deals(self, table_id: str) -> list[tuple[int, str, str | None]]:
        """The finished deals of a table in order: number, record, fairness line."""
        with self._engine.connect() as connection:
            return [(row.number, row.record, row.fairness) for row in connection.execute(_DEALS, {"table": table_id})]

    def connected_elsewhere(self, table_id: str, person: str, process: str, alive_since_ms: int) -> bool:
        """Whether the person has a stream of this table at another living process."""
        asked = {"table": table_id, "person": person, "process": process, "alive": alive_since_ms}
        with self._engine.connect() as connection:
            return connection.execute(_ELSEWHERE, asked).first() is not None

    def orphans(self, process: str, alive_since_ms: int) -> list[tuple[str, str, str]]:
        """Streams of dead processes: process, table, person."""
        with self._engine.connect() as connection:
            asked = {"process": process, "alive": alive_since_ms}
            return [(row.process, row.table_id, row.person) for row in connection.execute(_ORPHANS, asked)]

    def ping(self) -> None:
        """Raise if the database does not answer."""
        with self._engine.connect() as connection:
            connection.execute(sa.select(1))


def _events(connection: sa.Connection, table_id: str, seq: int) -> list[StoredRow]:
    rows = connection.execute(_EVENTS, {"table": table_id, "seq": seq})
    return [StoredRow(row.seq, row.at_ms, row.person, row.command, row.body) for row in rows]


_TABLE = sa.select(
    tables.c.id, tables.c.seq, tables.c.snapshot, tables.c.snapshot_seq, tables.c.changed_ms, tables.c.rewrites
).where(tables.c.id == sa.bindparam("key"))
_BY_CODE = sa.select(tables.c.id).where(tables.c.code == sa.bindparam("code"))
_EVENTS = (
    sa.select(events.c.seq, events.c.at_ms, events.c.person, events.c.command, events.c.body)
    .where(events.c.table_id == sa.bindparam("table"), events.c.seq > sa.bindparam("seq"))
    .order_by(events.c.seq)
)
_EFFECT = sa.select(events.c.seq).where(
    events.c.table_id == sa.bindparam("table"),
    events.c.person == sa.bindparam("person"),
    events.c.command == sa.bindparam("command"),
)
_DUE = (
    sa.select(tables.c.id)
    .where(tables.c.due_ms < sa.bindparam("until"))
    .order_by(tables.c.due_ms)
    .limit(sa.bindparam("most"))
)
_MINE = (
    sa.select(tables.c.id, tables.c.card, tables.c.listed, tables.c.changed_ms)
    .join(members, members.c.table_id == tables.c.id)
    .where(members.c.person == sa.bindparam("person"))
    .order_by(tables.c.changed_ms.desc())
    .limit(sa.bindparam("most"))
)
_OPEN = (
    sa.select(tables.c.id, tables.c.card, tables.c.changed_ms)
    .where(
        tables.c.listed,
        tables.c.phase != "over",
        sa.or_(sa.not_(tables.c.asleep), tables.c.changed_ms >= sa.bindparam("since")),
    )
    .order_by(tables.c.changed_ms.desc())
    .limit(sa.bindparam("most"))
)
_COUNT = (
    sa.select(sa.func.count())
    .select_from(members.join(tables, members.c.table_id == tables.c.id))
    .where(members.c.person == sa.bindparam("person"), members.c.sits, tables.c.phase != "over")
)
_DEALS = (
    sa.select(deals.c.number, deals.c.record, deals.c.fairness)
    .where(deals.c.table_id == sa.bindparam("table"))
    .order_by(deals.c.number)
)
_ELSEWHERE = (
    sa.select(streams.c.process)
    .join(processes, processes.c.id == streams.c.process)
    .where(
        streams.c.table_id == sa.bindparam("table"),
        streams.c.person == sa.bindparam("person"),
        streams.c.process != sa.bindparam("process"),
        processes.c.beat_ms >= sa.bindparam("alive"),
    )
)
_ORPHANS = (
    sa.select(streams.c.process, streams.c.table_id, streams.c.person)
    .outerjoin(processes, processes.c.id == streams.c.process)
    .where(
        streams.c.process != sa.bindparam("process"),
        sa.or_(processes.c.beat_ms.is_(None), processes.c.beat_ms < sa.bindparam("alive")),
    )
)
