"""Routes about tables."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody

from schafkopf.game.view import View
from schafkopf.server import wire
from schafkopf.server.errors import Refused
from schafkopf.server.http.common import NOTHING, Asked, Desk, TableKey, desk, done, fails, plain, raw, seen_room, who
from schafkopf.server.http.gate import Visitor
from schafkopf.server.live import books
from schafkopf.server.live.room import now_ms
from schafkopf.server.store import persons
from schafkopf.server.table import project

_LISTED = 50


@get("/api/tables", responses=fails(401), operation_id="tables", tags=["table"])
async def tables(request: Asked) -> Response[wire.Tables]:
    """The tables where one sits or sat, and those that stand open."""
    house, person = desk(request).house, who(request).person
    since = now_ms() - int(house.config.lobby_s * 1000)
    read = partial(house.store.reader.lists, person, open_since_ms=since, limit=_LISTED)
    mine, others = await house.store.read(read)
    return plain(
        wire.Tables(
            mine=[books.card(one.card, mine=True, changed_ms=one.changed_ms) for one in mine],
            open=[books.card(one.card, mine=one.mine, changed_ms=one.changed_ms) for one in others],
        )
    )


@post("/api/tables", status_code=201, responses=fails(401, 409, 422), operation_id="newTable", tags=["table"])
async def new_table(request: Asked, data: JSONBody[wire.NewTable]) -> Response[wire.Done]:
    """Set up a table; one is its host and sits at seat 0."""
    for level in data.bots.values():
        _check_level(desk(request), level)
    return await _made(request, data)


@post("/api/quick", status_code=201, responses=fails(401, 409, 422), operation_id="quick", tags=["table"])
async def quick(request: Asked, data: JSONBody[wire.Quick]) -> Response[wire.Done]:
    """Play at once, against bots."""
    _check_level(desk(request), data.level)
    return await _made(request, data)


async def _made(request: Asked, data: wire.NewTable | wire.Quick) -> Response[wire.Done]:
    at, visit = desk(request), who(request)
    person, house = visit.person, at.house
    room = await house.hub.made(data, person)
    if room is None:
        at.tables.take(visit.address)
        if await house.store.read(house.store.reader.count_open, person) >= house.config.limits.tables_of_person:
            raise Refused("table/limit")
        if data.name is None:
            data = msgspec.structs.replace(data, name=await house.people.name(person))
        room = await house.hub.create(data, person)
    house.presence.expect(room.table.id, person)
    return raw(done(room.table.seq, [room.snapshot(person, now_ms())]), status=201)


def _check_level(at: Desk, level: str) -> None:
    levels = at.house.asker.levels
    if level not in levels:
        raise Refused("request/syntax", "there is no such level", allowed=levels, where="level")


@get("/api/tables/{table:str}", responses=fails(401, 404), operation_id="table", tags=["table"])
async def table(request: Asked, table: TableKey) -> Response[wire.Snapshot]:
    """A table as one may see it."""
    room, person = await seen_room(request, table)
    return raw(room.snapshot(person, now_ms()))


@post(
    "/api/tables/{table:str}/commands",
    status_code=200,
    responses=fails(404, 409, 422),
    operation_id="command",
    tags=["table"],
)
async def command(request: Asked, table: TableKey, data: JSONBody[wire.Command]) -> Response[wire.Done]:
    """Do something at a table. Safe to send again: the same id has one effect."""
    return raw(await obey(desk(request), who(request), table, data))


async def obey(at: Desk, visit: Visitor, table: str, data: wire.Command) -> bytes:
    """Do what somebody commands; -> `Done` as JSON. Raises Refused."""
    at.commands.take(visit.person)
    room = await at.room(visit, table)
    doing = data.do
    if isinstance(doing, wire.AddBot):
        _check_level(at, doing.level)
    elif isinstance(doing, wire.Sit) and doing.name is None:
        named = msgspec.structs.replace(doing, name=await at.house.people.name(visit.person))
        data = msgspec.structs.replace(data, do=named)
    seq, news = await at.house.hub.perform(room, visit.person, data)
    if isinstance(doing, wire.Sit | wire.Back):
        at.house.presence.expect(room.table.id, visit.person)
    return done(seq, news)


@post(
    "/api/tables/{table:str}/hint", status_code=200, responses=fails(401, 404, 409), operation_id="hint", tags=["table"]
)
async def hint(request: Asked, table: TableKey) -> Response[wire.HintInfo]:
    """Advice for what one may say or play now."""
    at = desk(request)
    room, person = await seen_room(request, table)
    now = room.table
    seat = now.person_seat(person)
    if seat is None:
        raise Refused("table/not-seated")
    if now.deal is None or "hint" not in project.state_for(now, person).can:
        raise Refused("table/phase")
    view = View.of(now.deal, seat)
    if not view.options:
        raise Refused("table/phase")
    at.heavy.take(person)
    return plain(await at.house.ports.mind.hint(view, secrets.randbits(63)))


@post(
    "/api/tables/{table:str}/report",
    status_code=204,
    responses={**NOTHING, **fails(404, 409)},
    operation_id="report",
    tags=["table"],
)
async def report(request: Asked, table: TableKey, data: JSONBody[wire.Report]) -> Response[None]:
    """Tell those who run the server that somebody misbehaves."""
    at = desk(request)
    room, person = await seen_room(request, table)
    at.heavy.take(person)
    if data.seat >= len(room.table.seats) or room.table.seats[data.seat].kind == "open":
        raise Refused("request/syntax", "nobody sits there", where="seat")
    seat = room.table.seats[data.seat]
    job = partial(
        persons.report,
        table_id=room.table.id,
        by_person=person,
        about=seat.person,
        name=seat.name,
        reason=data.reason,
        text="".join(letter for letter in data.text if letter.isprintable() or letter == "\n"),
        at_ms=now_ms(),
    )
    await at.house.store.writer.run(job)
    return Response(None, status_code=204)


async def _lines(request: Asked, table: str, *, fairness: bool) -> Response[Any]:
    room, _ = await seen_room(request, table)
    store = desk(request).house.store
    rows = await store.read(store.reader.deals, room.table.id)
    lines = [line for _, *both in rows if (line := both[fairness])]
    name = f"{room.table.code}{'-fairness' if fairness else ''}.jsonl"
    return Response(
        "".join(f"{line}\n" for line in lines).encode(),
        media_type="application/jsonl",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@get(
    "/api/tables/{table:str}/records",
    media_type="application/jsonl",
    responses=fails(401, 404),
    operation_id="records",
    tags=["table"],
)
async def records(request: Asked, table: TableKey) -> Response[str]:
    """The finished deals of a table as records, one a line."""
    return await _lines(request, table, fairness=False)


@get(
    "/api/tables/{table:str}/fairness",
    media_type="application/jsonl",
    responses=fails(401, 404),
    operation_id="fairness",
    tags=["table"],
)
async def fairness(request: Asked, table: TableKey) -> Response[str]:
    """What `schafkopf verify` checks the shuffles of a table by, one line for each finished deal."""
    return await _lines(request, table, fairness=True)


ROUTES = (tables, new_table, quick, table, command, hint, report, records, fairness)
