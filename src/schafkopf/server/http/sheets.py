"""Routes about score sheets."""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast

from litestar import Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import FromQuery, JSONBody, QueryParameter

from schafkopf.server import wire
from schafkopf.server.around.prices import price_table
from schafkopf.server.books import sheets
from schafkopf.server.books.sheets import SHEET
from schafkopf.server.books.shelf import Seen
from schafkopf.server.errors import Refused
from schafkopf.server.http.books import BookKey, seen_book
from schafkopf.server.http.common import Asked, desk, fails, packed, plain, raw, who
from schafkopf.server.live.room import ENCODER
from schafkopf.server.store.book_rows import Entry, NewEntry

_OPS = 2_000_000
_FILE = 12_000_000
"""Bytes of a request that brings ops, and of one that brings a file."""
_SEASON = 20_000
"""Ops of all sheets in a season together."""


def _info(request: Asked, seen: Seen, entries: list[Entry], status: int = 200) -> Response[Any]:
    links = desk(request).house.shelf.links(seen)
    role = cast(wire.BookRole, seen.role)
    seq = max(seen.book.seq, entries[-1].seq if entries else 0)
    info = wire.SheetInfo(seen.book.id, seq, role, seen.deletes, links, sheets.stored(entries))
    return raw(ENCODER.encode(info), status=status)


def _must_write(seen: Seen) -> None:
    if seen.role != "write":
        raise Refused("request/forbidden", "this link is for looking only")


async def _made(request: Asked, book: str, new: list[NewEntry]) -> tuple[Seen, list[Entry]]:
    at, visit = desk(request), who(request)
    at.books.take(visit.address)
    shelf = at.house.shelf
    seen = await shelf.make(SHEET, book, visit.person, new, begun=sheets.begins(new))
    return seen, await shelf.read(book)


@post(
    "/api/sheets",
    status_code=201,
    request_max_body_size=_OPS,
    responses=fails(401, 409, 422),
    operation_id="newSheet",
    tags=["sheets"],
)
async def new_sheet(request: Asked, data: JSONBody[wire.NewSheet]) -> Response[wire.SheetInfo]:
    """Begin a sheet. Safe to send again: the same person and id are the same sheet, with the ops of both."""
    at = desk(request)
    at.commands.take(who(request).person)
    new = await at.work(sheets.read_ops, data.ops)
    seen, entries = await _made(request, data.id, new)
    if not {one.command for one in entries}.issuperset(one.command for one in new):
        await at.house.shelf.append(seen, new, begun=sheets.begins(new))
        entries = await at.house.shelf.read(data.id)
    return _info(request, seen, entries, status=201)


@get("/api/sheets", responses=fails(401), operation_id="sheets", tags=["sheets"])
async def mine(request: Asked) -> Response[wire.Sheets]:
    """The sheets that one has begun or come to, the latest first."""
    at, person = desk(request), who(request).person
    at.commands.take(person)
    found = await at.house.shelf.mine(person, SHEET)
    cards = [
        wire.SheetCard(
            id=seen.book.id,
            **card,
            changed_ms=seen.book.changed_ms,
            role=cast(wire.BookRole, seen.role),
            made=seen.deletes,
        )
        for seen, card in found
    ]
    return plain(wire.Sheets(cards))


@get("/api/sheets/{book:str}", responses=fails(401, 404), operation_id="sheet", tags=["sheets"])
async def one(
    request: Asked,
    book: BookKey,
    after: Annotated[int, QueryParameter(ge=0, le=10**9, description="The last op that was seen")] = 0,
) -> Response[wire.SheetInfo]:
    """A sheet: one's role, the links to pass on, the ops after those that were seen.

    A `seq` below the one that was seen means that the server has an older state, from a backup: ask from 0, and send
    what is missing again.
    """
    seen, _ = await seen_book(request, book, SHEET)
    return _info(request, seen, await desk(request).house.shelf.read(book, after))


@post(
    "/api/sheets/{book:str}/ops",
    status_code=200,
    request_max_body_size=_OPS,
    responses=fails(401, 404, 409, 422),
    operation_id="addOps",
    tags=["sheets"],
)
async def add(request: Asked, book: BookKey, data: JSONBody[wire.AddOps]) -> Response[wire.OpsAdded]:
    """Add ops: all of them, or none if one does not fit. Safe to send again: an op has one effect."""
    at, shelf = desk(request), desk(request).house.shelf
    seen, person = await seen_book(request, book, SHEET)
    at.commands.take(person)
    _must_write(seen)
    new = await at.work(sheets.read_ops, data.ops)
    written = await shelf.append(seen, new, begun=sheets.begins(new))
    entries = await shelf.read(book, data.after)
    seq = entries[-1].seq if entries else written.seq
    return raw(ENCODER.encode(wire.OpsAdded(seq, sheets.stored(entries))))


@post(
    "/api/sheets/restore",
    status_code=201,
    request_max_body_size=_FILE,
    responses=fails(401, 409, 422),
    operation_id="restoreSheet",
    tags=["sheets"],
)
async def restore(request: Asked, data: JSONBody[wire.RestoreSheet]) -> Response[wire.SheetInfo]:
    """Make a sheet of a backup file; its backup is then the same file."""
    at, visit = desk(request), who(request)
    at.commands.take(visit.person)
    at.heavy.take(visit.address)
    seen, entries = await _made(request, data.id, await at.work(sheets.from_backup, data.text))
    return _info(request, seen, entries, status=201)


@post(
    "/api/sheets/{book:str}/import",
    status_code=200,
    request_max_body_size=_OPS,
    responses=fails(401, 404, 409, 422),
    operation_id="importResults",
    tags=["sheets"],
)
async def bring(request: Asked, book: BookKey, data: JSONBody[wire.ImportResults]) -> Response[wire.Imported]:
    """Bring a results list onto a sheet: who is new joins beside the table, every row is a free line."""
    at, shelf = desk(request), desk(request).house.shelf
    seen, _ = await seen_book(request, book, SHEET)
    at.heavy.take(who(request).address)
    _must_write(seen)
    results, new = await at.work(sheets.imported, await shelf.read(book), data)
    seq, added = seen.book.seq, 0
    if new and not data.check:
        written = await shelf.append(seen, new, begun=sheets.begins(new))
        seq, added = written.seq, written.added
    return plain(sheets.imported_info(results, seq, added))


def _attachment(kind: str, what: str, *statuses: int) -> dict[int, ResponseSpec]:
    return {
        200: ResponseSpec(
            dict[str, Any] if kind == "application/json" else bytes,
            media_type=kind,
            generate_examples=False,
            description=what,
        ),
        **fails(401, 404, *statuses),
    }


@get(
    "/api/sheets/{book:str}/csv",
    media_type="text/csv",
    responses=_attachment("text/csv", "UTF-8 with a byte order mark"),
    operation_id="sheetFile",
    tags=["sheets"],
)
async def games(request: Asked, book: BookKey, language: FromQuery[wire.Language] = "de") -> Response[Any]:
    """The games for a spreadsheet in this language."""
    at = desk(request)
    await seen_book(request, book, SHEET)
    at.heavy.take(who(request).address)
    return _file(await at.work(sheets.game_csv, await at.house.shelf.read(book), language), "csv", "schafkopf-games")


@get(
    "/api/sheets/{book:str}/backup",
    responses=_attachment("application/json", "For `restoreSheet`"),
    operation_id="sheetBackup",
    tags=["sheets"],
)
async def backup(request: Asked, book: BookKey) -> Response[dict[str, Any]]:
    """The whole sheet with its history as one file."""
    at = desk(request)
    await seen_book(request, book, SHEET)
    at.heavy.take(who(request).address)
    return _file(await at.work(sheets.backup, await at.house.shelf.read(book)), "json", "schafkopf-sheet")


def _file(content: bytes, form: Literal["csv", "json"], name: str) -> Response[Any]:
    kind = "text/csv" if form == "csv" else "application/json"
    headers = {"Content-Disposition": f'attachment; filename="{name}.{form}"'}
    return Response(content, media_type=kind, headers=headers)


async def _evenings(request: Asked, asked: wire.SeasonAsked) -> list[list[Entry]]:
    at, person = desk(request), who(request).person
    at.heavy.take(who(request).address)
    if len(set(asked.ids)) < len(asked.ids):
        raise Refused("request/syntax", "a sheet counts once", where="ids")
    seen = [await at.house.shelf.seen(book, person, SHEET) for book in asked.ids]
    if sum(one.book.entries for one in seen) > _SEASON:
        raise Refused("request/too-large", f"more than {_SEASON} ops together", where="ids")
    return [await at.house.shelf.read(book) for book in asked.ids]


@post("/api/sheets/season", status_code=200, responses=fails(401, 404, 422), operation_id="season", tags=["sheets"])
async def season(request: Asked, data: JSONBody[wire.SeasonAsked]) -> Response[wire.Season]:
    """The ranking over several sheets, and their statistics together."""
    evenings = await _evenings(request, data)
    return plain(await desk(request).work(sheets.ranking, evenings, data))


@post(
    "/api/sheets/season/csv",
    status_code=200,
    media_type="text/csv",
    responses=_attachment("text/csv", "UTF-8 with a byte order mark", 422),
    operation_id="seasonFile",
    tags=["sheets"],
)
async def season_file(request: Asked, data: JSONBody[wire.SeasonAsked]) -> Response[Any]:
    """The ranking over several sheets for a spreadsheet."""
    evenings = await _evenings(request, data)
    return _file(await desk(request).work(sheets.ranking_csv, evenings, data), "csv", "schafkopf-season")


@post("/api/prices", status_code=200, responses=fails(422), operation_id="prices", tags=["sheets"])
async def prices(request: Asked, data: JSONBody[wire.PricesAsked]) -> Response[dict[str, Any]]:
    """The price table of a ruleset (docs/sheet-prices.md). The same for everybody and for good: keep it."""
    at = desk(request)
    at.heavy.take(who(request).address)
    return await packed(request, price_table, data)


ROUTES = (new_sheet, mine, one, add, restore, bring, games, backup, season, season_file, prices)
