"""The tables of one process, without a network in between."""

from __future__ import annotations

import asyncio
import itertools
import json
from pathlib import Path

import pytest
import sqlalchemy as sa
from tests.server.inside import Script, running
from tests.server.table.kit import Evening

from schafkopf.game import parse_record
from schafkopf.server import wire
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

            await asyncio.gather(tables.forget(room.table.id, "ben"), talk())
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
