"""The one thread that writes. It takes what has come together in the meantime and commits it in one go."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import sqlalchemy as sa

from schafkopf.server.store.rows import Append, Overwritten, Taken
from schafkopf.server.store.schema import deals, events, members, tables, visitors

_T = TypeVar("_T")
_MOST = 500
"""Appends in one transaction."""
_BUSY_S = 0.01
_GATHER_S = 0.002
"""Who has just committed waits so long for others to come: each commit takes the interpreter from those who decide."""


@dataclass(slots=True)
class Work:
    """Something to write, and who waits for it."""

    what: Append | Callable[[sa.Connection], Any]
    done: asyncio.Future[Any]


class Writer:
    """Writes for one process.

    `append` raises Taken if the key is there already, Overwritten if the table is no longer what it was. `commits` and
    `appended` count; `seconds` is the time that commits took in all.
    """

    def __init__(self, engine: sa.Engine, process: str) -> None:
        self._engine = engine.execution_options(writes=True)
        self._postgresql = engine.dialect.name == "postgresql"
        self._events_sql, self._seen_sql = (_spelled(statement, engine.dialect) for statement in (_EVENTS, _SEEN))
        self._process = process
        self._queue: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._connection: sa.Connection | None = None
        self.commits = 0
        self.appended = 0
        self.seconds = 0.0
        self.failures = 0

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    async def close(self) -> None:
        """Write what is waiting, then end."""
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    async def append(self, what: Append) -> None:
        """Store these events. Raises Taken, Overwritten, or the database's error."""
        await self._ask(what)

    async def run(self, job: Callable[[sa.Connection], _T]) -> _T:
        """Run a job in a transaction of its own, after all that was asked before."""
        result: _T = await self._ask(job)
        return result

    async def _ask(self, what: Append | Callable[[sa.Connection], Any]) -> Any:
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._queue.put(Work(what, done))
        return await done

    # -- in the thread ---------------------------------------------------------------------------------------------

    def _run(self) -> None:
        ending, ended = False, 0.0
        while not ending:
            works: list[Work] = []
            first = self._queue.get()
            if time.monotonic() - ended < _BUSY_S:
                time.sleep(_GATHER_S)
            while first is not None:
                works.append(first)
                if len(works) >= _MOST:
                    break
                try:
                    first = self._queue.get_nowait()
                except queue.Empty:
                    break
            else:
                ending = True
            self._write(works)
            ended = time.monotonic()
        if self._connection is not None:
            self._connection.close()

    def _write(self, works: Sequence[Work]) -> None:
        appends = [work for work in works if isinstance(work.what, Append)]
        # Two processes that lock rows in different orders would wait for each other.
        appends.sort(key=lambda work: work.what.table_id if isinstance(work.what, Append) else "")
        answers: list[tuple[Work, Any, BaseException | None]] = []
        if appends:
            try:
                self._commit([work.what for work in appends if isinstance(work.what, Append)])
                answers += [(work, None, None) for work in appends]
            except Exception:
                answers += [self._alone(work) for work in appends]
        answers += [self._alone(work) for work in works if not isinstance(work.what, Append)]
        _deliver(answers)

    def _alone(self, work: Work) -> tuple[Work, Any, BaseException | None]:
        try:
            if isinstance(work.what, Append):
                self._commit([work.what])
                return work, None, None
            with self._transaction() as connection:
                return work, work.what(connection), None
        except Overwritten as error:
            return work, None, error
        except sa.exc.IntegrityError as error:
            return work, None, Taken() if isinstance(work.what, Append) else error
        except Exception as error:
            self.failures += 1
            return work, None, error

    def _transaction(self) -> Any:
        if self._connection is None or self._connection.closed or self._connection.invalidated:
            self._connection = self._engine.connect()
        return _Transaction(self._connection)

    def _commit(self, appends: Sequence[Append]) -> None:
        began = time.perf_counter()
        with self._transaction() as connection:
            connection.exec_driver_sql(self._events_sql, [row for append in appends for row in _event_rows(append)])
            seen = [_seen_row(append) for append in appends if append.events[0].seq > 1]
            if seen and connection.exec_driver_sql(self._seen_sql, seen).rowcount != len(seen):
                raise Overwritten
            for statement, rows in _rarer(appends):
                if rows:
                    connection.execute(statement, rows)
            if self._postgresql:
                told = [f"{self._process} {append.table_id} {append.events[-1].seq}" for append in appends]
                connection.execute(_TELL, {"told": told})
        self.commits += 1
        self.appended += len(appends)
        self.seconds += time.perf_counter() - began


class _Transaction:
    """A transaction on a connection that stays open; a broken connection is let go."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self._transaction: Any = None

    def __enter__(self) -> sa.Connection:
        self._transaction = self._connection.begin()
        return self._connection

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _trace: object) -> None:
        if kind is None:
            try:
                self._transaction.commit()
            except Exception:
                self._give_up()
                raise
        else:
            self._give_up()

    def _give_up(self) -> None:
        try:
            self._transaction.rollback()
        except Exception:
            self._connection.invalidate()
            self._connection.close()


def _deliver(answers: Sequence[tuple[Work, Any, BaseException | None]]) -> None:
    if not answers:
        return
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[Work, Any, BaseException | None]]] = {}
    for answer in answers:
        by_loop.setdefault(answer[0].done.get_loop(), []).append(answer)
    for loop, some in by_loop.items():
        # One wake-up of the loop for the whole group. A loop that is closed has nobody left who waits.
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, some)


def _resolve(answers: Sequence[tuple[Work, Any, BaseException | None]]) -> None:
    for work, result, error in answers:
        if work.done.done():
            continue
        if error is None:
            work.done.set_result(result)
        else:
            work.done.set_exception(error)


# -- statements --------------------------------------------------------------------------------------------------------

_EVENTS = events.insert()
_SEEN = (
    tables.update()
    .where(tables.c.id == sa.bindparam("t"), tables.c.rewrites == sa.bindparam("r"))
    .values(seq=sa.bindparam("s"), changed_ms=sa.bindparam("c"), due_ms=sa.bindparam("d"))
)
_FACE = (
    tables.update()
    .where(tables.c.id == sa.bindparam("t"))
    .values(phase=sa.bindparam("p"), listed=sa.bindparam("l"), asleep=sa.bindparam("a"), card=sa.bindparam("k"))
)
_NEW = tables.insert()
_SNAPSHOT = (
    tables.update()
    .where(tables.c.id == sa.bindparam("t"))
    .values(snapshot=sa.bindparam("b"), snapshot_seq=sa.bindparam("s"))
)
_MEMBERS = members.insert()
_OLD_MEMBERS = members.delete().where(members.c.table_id == sa.bindparam("t"), members.c.person == sa.bindparam("p"))
_LEFT = (
    members.update()
    .where(members.c.table_id == sa.bindparam("t"), members.c.person == sa.bindparam("p"))
    .values(sits=False)
)
_VISITORS = visitors.insert()
_OLD_VISITORS = visitors.delete().where(
    visitors.c.table_id == sa.bindparam("t"), visitors.c.person == sa.bindparam("p")
)
_OLD_DEALS = deals.delete().where(deals.c.table_id == sa.bindparam("t"), deals.c.number == sa.bindparam("n"))
_DEALS = deals.insert()
_TELL = sa.text("SELECT pg_notify('schafkopf', told) FROM unnest(CAST(:told AS text[])) AS told")


def _spelled(statement: sa.ClauseElement, dialect: sa.Dialect) -> str:
    """A statement as the driver takes it, values by name: SQLAlchemy would look it up anew for every commit.

    The values go to the driver as they are.
    """
    style = "named" if dialect.name == "sqlite" else "pyformat"
    return str(statement.compile(dialect=type(dialect)(paramstyle=style)))  # type: ignore[call-arg]


def _event_rows(append: Append) -> list[dict[str, Any]]:
    return [
        {
            "table_id": append.table_id,
            "seq": event.seq,
            "at_ms": event.at_ms,
            "person": append.person if index == 0 else None,
            "command": append.command if index == 0 else None,
            "body": event.body,
        }
        for index, event in enumerate(append.events)
    ]


def _seen_row(append: Append) -> dict[str, Any]:
    last = append.events[-1]
    return {"t": append.table_id, "s": last.seq, "c": last.at_ms, "d": append.due_ms, "r": append.rewrites}


def _rarer(appends: Sequence[Append]) -> list[tuple[Any, list[dict[str, Any]]]]:
    """The statements that most events do not need."""
    new, faces, snapshots, joined, left, looked, booked, undone = [], [], [], [], [], [], [], []
    for append in appends:
        key, last = append.table_id, append.events[-1]
        face = append.face
        if face is not None and append.events[0].seq == 1:
            new.append(
                {
                    "id": key,
                    "code": face.code,
                    "created_ms": append.events[0].at_ms,
                    "changed_ms": last.at_ms,
                    "seq": last.seq,
                    "snapshot": None,
                    "snapshot_seq": 0,
                    "due_ms": append.due_ms,
                    "phase": face.phase,
                    "listed": face.listed,
                    "asleep": face.asleep,
                    "card": face.card,
                }
            )
        elif face is not None:
            faces.append({"t": key, "p": face.phase, "l": face.listed, "a": face.asleep, "k": face.card})
        if append.snapshot is not None:
            snapshots.append({"t": key, "b": append.snapshot, "s": last.seq})
        joined += [(key, person, last.at_ms) for person in append.members]
        left += [{"t": key, "p": person} for person in append.left]
        looked += [(key, person) for person in append.visitors]
        booked += [(key, last.at_ms, deal) for deal in append.deals]
        undone += [{"t": key, "n": number} for number in append.taken_back]
    return [
        (_NEW, new),
        (_FACE, faces),
        (_SNAPSHOT, snapshots),
        # The key is there already where somebody comes back: then it is made anew.
        (_OLD_MEMBERS, [{"t": key, "p": person} for key, person, _ in joined]),
        (_MEMBERS, [{"table_id": key, "person": person, "since_ms": at_ms} for key, person, at_ms in joined]),
        (_LEFT, left),
        (_OLD_VISITORS, [{"t": key, "p": person} for key, person in looked]),
        (_VISITORS, [{"table_id": key, "person": person} for key, person in looked]),
        (_OLD_DEALS, undone + [{"t": key, "n": deal.number} for key, _, deal in booked]),
        (
            _DEALS,
            [
                {
                    "table_id": key,
                    "number": deal.number,
                    "at_ms": at_ms,
                    "record": deal.record,
                    "fairness": deal.fairness,
                    "persons": deal.persons,
                }
                for key, at_ms, deal in booked
            ],
        ),
    ]
