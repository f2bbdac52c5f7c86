"""What a tournament gives to take along: lists for spreadsheets, paper, the date, and everything as one file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from litestar import Response, get
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery, QueryParameter

from schafkopf import paper
from schafkopf.club import spreadsheet
from schafkopf.club.spreadsheet import Cells
from schafkopf.club.tournament import calendar, exports
from schafkopf.club.tournament.rounds import drawn_round
from schafkopf.club.tournament.state import State
from schafkopf.server import wire
from schafkopf.server.books.shelf import Seen
from schafkopf.server.books.tournaments import right_of
from schafkopf.server.errors import Refused
from schafkopf.server.http.books import BookKey
from schafkopf.server.http.common import Asked, desk, fails, who
from schafkopf.server.http.tournaments import seen
from schafkopf.text.csvwords import csv_words

List = Literal["entrants", "seating", "results", "ranking", "teams", "prizes"]
Document = Literal["seating.pdf", "sheets.pdf", "cards.pdf", "ranking.pdf", "teams.pdf", "prizes.pdf"]
Round = Annotated[
    int | None,
    QueryParameter(name="round", ge=1, le=20, description="Without it the last one; for a ranking the total"),
]
_TO_HAND_OUT = ("sheets", "cards")
"""Paper with links to the tables' sheets: for those who may pass them on."""


def _file(kind: str, description: str, content: Any = bytes) -> dict[int, ResponseSpec]:
    return {
        200: ResponseSpec(content, media_type=kind, generate_examples=False, description=description),
        **fails(401, 404, 409, 422),
    }


def _attached(content: bytes, name: str, kind: str, *, shown: bool = False) -> Response[Any]:
    how = "inline" if shown else "attachment"
    return Response(content, media_type=kind, headers={"Content-Disposition": f'{how}; filename="{name}"'})


@get(
    "/api/tournaments/{book:str}/csv",
    media_type="text/csv",
    responses=_file("text/csv", "UTF-8 with a byte order mark"),
    operation_id="tournamentCsv",
    tags=["tournament"],
)
async def get_csv(
    request: Asked,
    book: BookKey,
    what: FromQuery[List],
    number: Round = None,
    language: FromQuery[wire.Language] = "de",
) -> Response[Any]:
    """A list for a spreadsheet in this language."""
    at = desk(request)
    found, person = await seen(request, book)
    at.heavy.take(person)
    state = await at.tournaments.state(found)
    content = await at.work(_csv, state, what, number, language)
    return _attached(content, f"{what}{'' if number is None else f'-{number}'}.csv", "text/csv")


def _csv(state: State, what: List, number: int | None, language: str) -> bytes:
    return spreadsheet.csv(_cells(state, what, number, language, csv_words(language)), language)


def _cells(state: State, what: List, number: int | None, language: str, words: Mapping[str, str]) -> Cells:
    of_round = len(state.rounds) if number is None else number
    if what in ("seating", "results") or number is not None:
        drawn_round(state, of_round)
    match what:
        case "entrants":
            return exports.entrants(state, words)
        case "seating":
            return exports.seating(state, of_round, words)
        case "results":
            return exports.results(state, of_round, words, language)
        case "ranking":
            return exports.ranking(state, words, number, language)
        case "teams":
            return exports.teams(state, words, language)
        case "prizes":
            return exports.prizes(state, words, language)


@get(
    "/api/tournaments/{book:str}/paper/{document:str}",
    media_type="application/pdf",
    responses=_file("application/pdf", "A4"),
    operation_id="tournamentPaper",
    tags=["tournament"],
)
async def get_paper(
    request: Asked,
    book: BookKey,
    document: FromPath[Document],
    number: Round = None,
    language: FromQuery[wire.Language] = "de",
) -> Response[Any]:
    """A document to print. Sheets and cards have codes that lead to the tables' own pages: for host and scorer."""
    at = desk(request)
    found, person = await seen(request, book)
    what: paper.What = document.removesuffix(".pdf")  # type: ignore[assignment]
    right = right_of(found)
    if what in _TO_HAND_OUT and not right.trusted:
        raise Refused("tournament/forbidden", "for host and scorer")
    at.heavy.take(person)
    state = await at.tournaments.state(found)
    if what in paper.OF_A_ROUND or number is not None:
        drawn_round(state, len(state.rounds) if number is None else number)
    links = _links(request, found, state, number) if what in _TO_HAND_OUT else {}
    key = (book, found.book.created_ms, state.seq, what, number, language, next(iter(links.values()), ""))
    content = await at.papers.get(key, what, state, language, number, links)
    return _attached(content, f"{what}{'' if number is None else f'-{number}'}.pdf", "application/pdf", shown=True)


def _links(request: Asked, found: Seen, state: State, number: int | None) -> dict[int, str]:
    """The address of the page of each table of a round."""
    of_round = len(state.rounds) if number is None else number
    tables = len(drawn_round(state, of_round).tables)
    origin = f"{'https' if who(request).secure else 'http'}://{request.headers.get('host', '')}"
    shelf = desk(request).house.shelf
    return {table: origin + shelf.path(found, "table", f"{of_round}-{table}") for table in range(1, tables + 1)}


@get(
    "/api/tournaments/{book:str}/calendar.ics",
    media_type="text/calendar",
    responses=_file("text/calendar", "An entry for calendars"),
    operation_id="tournamentCalendar",
    tags=["tournament"],
)
async def get_calendar(request: Asked, book: BookKey) -> Response[Any]:
    """The date for a calendar."""
    found, _ = await seen(request, book)
    state = await desk(request).tournaments.state(found)
    if not state.settings.start:
        raise Refused("request/not-found", "the tournament has no date")
    content = calendar.ics(state.settings, f"{book}@schafkopf", stamp_ms=state.log[-1].at_ms)
    return _attached(content, "tournament.ics", "text/calendar")


@get(
    "/api/tournaments/{book:str}/backup",
    media_type="application/json",
    responses=_file("application/json", "For `restoreTournament`", dict[str, Any]),
    operation_id="tournamentBackup",
    tags=["tournament"],
)
async def get_backup(request: Asked, book: BookKey) -> Response[Any]:
    """Everything that happened, with the seed of a draw to come: for the host."""
    at = desk(request)
    found, person = await seen(request, book)
    if right_of(found).role != "host":
        raise Refused("tournament/forbidden", "for the host")
    at.heavy.take(person)
    state = await at.tournaments.state(found)
    return _attached(await at.work(exports.backup, state), "tournament.json", "application/json")


ROUTES: tuple[Any, ...] = (get_csv, get_paper, get_calendar, get_backup)
