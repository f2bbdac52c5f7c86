"""The tables of one process, without a network in between."""

from __future__ import annotations

import asyncio
import dataclasses
import gzip
import itertools
import json
import threading
from pathlib import Path

import pytest
import sqlalchemy as sa
from tests.server.inside import Listening, Script, running
from tests.server.inside import _scope as inside_scope
from tests.server.serving import PATIENCE_S
from tests.server.table.kit import Evening

from schafkopf.game import parse_record
from schafkopf.server import wire
from schafkopf.server.config import Limits
from schafkopf.server.errors import Refused
from schafkopf.server.live import books, hub
from schafkopf.server.live.room import Step
from schafkopf.server.store.schema import events
from schafkopf.server.table.events import Stored
from schafkopf.server.table.state import Table


def test_a_short_code_that_is_taken_is_not_given_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def make() -> list[str]:
        async with running(tmp_path, Script()) as inside:
            codes = itertools.chain(["AAAAAA", "AAAAAA", "AAAAAA", "BBBBBB"], itertools.repeat("BBBBBB"))
            monkeypatch.setattr(hub, "_code", lambda: next(codes))
            found = []
            for _ in range(2):
                room = await inside.app.house.hub.create(wire.NewTable(), "anna")
                assert (await inside.app.house.hub.find(room.table.code)) is room
                found.append(room.table.code)
            with pytest.raises(Refused) as refused:
                await inside.app.house.hub.create(wire.NewTable(), "anna")
            assert refused.value.code == "server/unavailable"
            return found

    assert asyncio.run(make()) == ["AAAAAA", "BBBBBB"]


def test_what_is_done_while_a_table_is_deleted_leaves_nothing_behind(tmp_path: Path) -> None:
    async def act() -> tuple[object, int]:
        async with running(tmp_path, Script()) as inside:
            tables = inside.app.house.hub
            room = await tables.create(wire.NewTable(), "anna")
            command = wire.Command("one", room.table.seq, wire.Rename("Anna B."))
            _, done = await asyncio.gather(
                tables.remove(room.table.id), tables.perform(room, "anna", command), return_exceptions=True
            )
            with inside.app.house.store.engine.connect() as connection:
                left = connection.execute(sa.select(sa.func.count()).select_from(events)).scalar_one()
            return done, left

    done, left = asyncio.run(act())
    assert isinstance(done, Refused)
    assert done.code == "table/not-found"
    assert left == 0


def test_a_person_is_taken_out_while_others_go_on(tmp_path: Path) -> None:
    async def forget() -> None:
        async with running(tmp_path, Script()) as inside:
            tables = inside.app.house.hub
            room = await tables.create(wire.NewTable(), "anna")
            for number, do in enumerate((wire.Sit(name="Ben"), wire.Sit(name="Cleo"))):
                person = ("ben", "cleo")[number]
                await tables.perform(room, person, wire.Command("sit", room.table.seq, do))

            async def talk() -> None:
                for number in range(20):
                    name = wire.Rename(f"Cleo {number}")
                    await tables.perform(room, "cleo", wire.Command(f"n{number}", room.table.seq, name))

            await asyncio.gather(inside.app.house.past.forget(room.table.id, "ben"), talk())
            rows, _ = await asyncio.to_thread(inside.app.house.store.reader.whole, room.table.id, "ben")
            assert b"ben" not in b"".join(row.body for row in rows).lower()
            assert [row.seq for row in rows] == list(range(1, room.table.seq + 1))
            assert room.table.watchers == frozenset()
            assert [seat.name for seat in room.table.seats] == ["Gast 1", "", "Cleo 19", ""]

    asyncio.run(forget())


def test_a_record_has_its_result_also_while_laufende_may_be_asked_for() -> None:
    steps: list[Step] = []

    def watch(before: Table, stored: Stored, after: Table) -> None:
        steps.append(Step(before, stored, after))

    rules = {"laufende": {"claim": "until_cut"}}
    evening = Evening(
        wire.NewTable(name="Anna", overrides=rules, bots={str(i): "easy" for i in (1, 2, 3)}), watch=watch
    )
    evening.do("anna", wire.Start())
    waited = 0
    for _ in range(20):
        steps.clear()
        evening.to("between")
        (found,) = books.finished(steps)
        assert evening.table.deal is not None
        waited += evening.table.deal.phase == "claim"
        parse_record(found.record).replay()
        assert len(json.loads(found.record)["result"]["amounts"]) == 4
        evening.do("anna", wire.Next(evening.table.number))
    assert waited


def test_a_table_is_loaded_once_however_many_want_it(tmp_path: Path) -> None:
    async def load() -> None:
        async with running(tmp_path, Script()) as inside:
            tables = inside.app.house.hub
            table_id = (await tables.create(wire.NewTable(), "anna")).table.id
            tables.evict(-1.0)
            assert tables.rooms == {}
            wanted = (tables.room(table_id), tables.hear(table_id, 99), tables.reload(table_id), tables.room(table_id))
            first, _, _, second = await asyncio.gather(*wanted)
            assert first is second
            assert tables.counts["loaded"] == 1

    asyncio.run(load())


def test_what_another_process_does_while_a_table_is_loaded_is_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading and folding take a while, and in the meantime it goes on elsewhere."""
    read, go_on = threading.Event(), threading.Event()

    async def act() -> None:
        async with running(tmp_path, Script()) as inside, running(tmp_path, Script()) as other:
            house = inside.app.house
            # It does not look by itself, as with PostgreSQL.
            house.store._ear.close()
            room = await other.app.house.hub.create(wire.NewTable(), "anna")
            table_id = room.table.id
            slowly = house.hub._read

            def reading(key: str) -> object:
                found = slowly(key)
                read.set()
                assert go_on.wait(20)
                return found

            monkeypatch.setattr(house.hub, "_read", reading)
            loading = asyncio.create_task(house.hub.room(table_id))
            await asyncio.to_thread(read.wait, 20)
            await other.app.house.hub.perform(room, "anna", wire.Command("one", room.table.seq, wire.Rename("Anna B.")))
            # It is told of it now, when it does not have the table yet.
            house._heard("another", table_id, room.table.seq)
            await asyncio.sleep(0.1)
            go_on.set()
            here = await loading
            async with asyncio.timeout(PATIENCE_S):
                while here.table.seq < room.table.seq:
                    await asyncio.sleep(0.01)
            assert here.table.seats[0].name == "Anna B."

    asyncio.run(act())


def test_large_answers_are_made_and_packed_beside_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compress, threads = gzip.compress, []

    def packing(*values: object, **more: object) -> bytes:
        threads.append(threading.current_thread())
        return compress(*values, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(gzip, "compress", packing)

    async def ask() -> None:
        async with running(tmp_path, Script()) as inside:
            for method, path, body in (
                ("GET", "/api/rulesets?lang=de", None),
                ("POST", "/api/rules/book", {"rules": "bavaria", "lang": "de"}),
            ):
                answer = await inside.ask(method, path, "a" * 22, body, {"accept-encoding": "gzip"})
                assert answer.status == 200
                assert json.loads(gzip.decompress(answer.body))

    asyncio.run(ask())
    assert len(threads) == 2
    assert threading.main_thread() not in threads


def test_streams_that_are_asked_for_at_once_are_counted(tmp_path: Path) -> None:
    async def ask() -> list[int]:
        limits = dataclasses.replace(Limits.none(), streams=3)
        async with running(tmp_path, Script(), limits=limits) as inside:
            table_id = (await inside.app.house.hub.create(wire.NewTable(), "a" * 22)).table.id
            found = [Listening(inside, "a" * 22, f"{table_id}.0", None) for _ in range(8)]
            for one in found:
                await one.until(lambda start=one.start: start)
            statuses = [one.start["status"] for one in found]
            for one in found:
                await one.close()
            # Those that are closed do not count any more.
            again = await inside.listen("a" * 22, f"{table_id}.0")
            assert again.start["status"] == 200
            await again.close()
            return statuses

    assert sorted(asyncio.run(ask())) == [200] * 3 + [429] * 5


@pytest.mark.parametrize("removed", [True, False])
def test_table_that_goes_while_somebody_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, removed: bool) -> None:
    """It is deleted, or let go of, when he has found it and does not listen yet."""

    async def come() -> None:
        async with running(tmp_path, Script()) as inside:
            tables = inside.app.house.hub
            table_id = (await tables.create(wire.NewTable(), "a" * 22)).table.id
            hear = tables.hear

            async def hearing(key: str, seq: int) -> None:
                await hear(key, seq)
                if removed:
                    await tables.remove(key)
                else:
                    tables.evict(-1.0)

            monkeypatch.setattr(tables, "hear", hearing)
            listening = Listening(inside, "a" * 22, f"{table_id}.0", None)
            await listening.until(lambda: b"data:" in listening.data)
            if removed:
                assert b'"gone"' in listening.data
            else:
                assert len(tables.rooms[table_id].listeners) == 1
            await listening.close()

    asyncio.run(come())


def test_command_whose_body_comes_in_pieces_that_are_left_out(tmp_path: Path) -> None:
    """A server may leave out a body that is empty, and whether there is more."""

    async def ask() -> None:
        async with running(tmp_path, Script()) as inside:
            room = await inside.app.house.hub.create(wire.NewTable(), "a" * 22)
            command = {"id": "one", "seq": room.table.seq, "do": {"kind": "rename", "name": "Anna B."}}
            whole = json.dumps(command).encode()
            pieces = [
                {"type": "http.request", "more_body": True},
                {"type": "http.request", "body": whole[:20], "more_body": True},
                {"type": "http.request", "body": whole[20:], "more_body": True},
                {"type": "http.request"},
            ]
            sent: list[dict[str, object]] = []

            async def receive() -> dict[str, object]:
                return pieces.pop(0)

            async def send(message: dict[str, object]) -> None:
                sent.append(message)

            path = f"/api/tables/{room.table.id}/commands"
            headers = {"x-schafkopf": "1", "content-type": "application/json"}
            await inside.app(inside_scope("POST", path, "a" * 22, headers, len(whole)), receive, send)
            assert sent[0]["status"] == 200
            assert room.table.seats[0].name == "Anna B."

    asyncio.run(ask())
