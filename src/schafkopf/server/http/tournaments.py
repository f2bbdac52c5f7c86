"""Routes about tournaments."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter

from schafkopf.club.tournament import entries, settings
from schafkopf.club.tournament.ranking import MEASURES
from schafkopf.club.tournament.scoring import SCHEMES
from schafkopf.club.tournament.state import State
from schafkopf.server.books import tournament_sheet, tournament_view
from schafkopf.server.books.shelf import Seen
from schafkopf.server.books.tournaments import KIND, command_of, right_of
from schafkopf.server.errors import Refused
from schafkopf.server.http.books import BookKey, seen_book
from schafkopf.server.http.common import Asked, desk, fails, packed, plain, who
from schafkopf.server.wire import tournament_do as do
from schafkopf.server.wire import tournament_sheet as shows
from schafkopf.server.wire import tournaments as wire

Place = Annotated[int, PathParameter(ge=1, le=1000)]
_LONG = 600_000
_FILE = 25_000_000


async def seen(request: Asked, book: str) -> tuple[Seen, str]:
    """A tournament as the person who asks may come to it, and that person. Raises Refused."""
    return await seen_book(request, book, KIND)


async def _by(request: Asked, person: str) -> str:
    return await desk(request).house.people.name(person) or ""


def _setup(asked: do.TournamentSettings) -> settings.Settings:
    found = command_of({"do": "create", "settings": tournament_view.settings_data(asked)})
    return found.settings  # type: ignore[union-attr]


# -- set-up ----------------------------------------------------------------------------------------------------------


@get("/api/tournament-forms", responses=fails(), operation_id="tournamentForms", tags=["tournament"])
async def get_forms(request: Asked) -> Response[wire.TournamentForms]:
    """What a tournament can be set up with."""
    return plain(
        wire.TournamentForms(
            schemes=[tournament_view.scheme_info(scheme) for scheme in SCHEMES.values()],
            measures=list(MEASURES),
            most_rounds=settings.MOST_ROUNDS,
            most_games=settings.MOST_GAMES,
            most_players=settings.MOST_PLAYERS,
        )
    )


@post(
    "/api/tournament-forms",
    status_code=200,
    responses=fails(409, 422),
    operation_id="checkTournament",
    tags=["tournament"],
)
async def check_settings(request: Asked, data: JSONBody[do.TournamentAsked]) -> Response[wire.TournamentCheck]:
    """Would these settings do, and how would so many sit?"""
    at = desk(request)
    at.heavy.take(who(request).address)
    setup = _setup(data.settings)
    return plain(await at.work(tournament_view.check, setup, data.players))


@get("/api/tournaments", responses=fails(401), operation_id="tournaments", tags=["tournament"])
async def get_tournaments(request: Asked) -> Response[wire.Tournaments]:
    """One's tournaments, the latest first."""
    at, person = desk(request), who(request).person
    at.commands.take(person)
    mine = await at.house.shelf.mine(person, KIND)
    return plain(
        wire.Tournaments(
            [
                wire.TournamentCard(
                    id=one.book.id,
                    role=one.role,  # type: ignore[arg-type]
                    deletes=one.deletes,
                    changed_ms=one.book.changed_ms,
                    **card,
                )
                for one, card in mine
            ]
        )
    )


@post(
    "/api/tournaments",
    status_code=201,
    responses=fails(401, 409, 422),
    operation_id="newTournament",
    tags=["tournament"],
)
async def new_tournament(request: Asked, data: JSONBody[do.NewTournament]) -> Response[wire.TournamentDone]:
    """Set a tournament up; one is its host. Sent again it is the same one."""
    at, visit = desk(request), who(request)
    person = visit.person
    at.books.take(visit.address)
    made = await at.tournaments.make(data, person, await _by(request, person))
    return plain(wire.TournamentDone(made.book.seq), status=201)


@post(
    "/api/tournaments/restore",
    status_code=201,
    request_max_body_size=_FILE,
    responses=fails(401, 409, 422),
    operation_id="restoreTournament",
    tags=["tournament"],
)
async def restore(request: Asked, data: JSONBody[do.RestoreTournament]) -> Response[wire.TournamentDone]:
    """Make a tournament of a backup; one is its host."""
    at, visit = desk(request), who(request)
    person = visit.person
    at.books.take(visit.address)
    at.heavy.take(visit.address)
    made = await at.tournaments.restore(data.id, data.text, person)
    return plain(wire.TournamentDone(made.book.seq), status=201)


# -- to see ----------------------------------------------------------------------------------------------------------


@get("/api/tournaments/{book:str}", responses=fails(401, 404), operation_id="tournament", tags=["tournament"])
async def get_tournament(request: Asked, book: BookKey) -> Response[wire.TournamentView]:
    """A tournament as one may see it."""
    found, person = await seen(request, book)
    small = "gzip" in request.headers.get("accept-encoding", "")
    content = await desk(request).tournaments.answer(found, person, small=small)
    headers = {"Vary": "Accept-Encoding", **({"Content-Encoding": "gzip"} if small else {})}
    answer: Response[Any] = Response(content, media_type="application/json", headers=headers)
    return answer


@get(
    "/api/tournaments/{book:str}/history",
    responses=fails(401, 404),
    operation_id="tournamentHistory",
    tags=["tournament"],
)
async def get_history(request: Asked, book: BookKey) -> Response[wire.TournamentHistory]:
    """All that happened, for host and scorer."""
    state = await _trusted(request, book)
    return await packed(request, tournament_view.history, state)


async def _trusted(request: Asked, book: str) -> State:
    found, _ = await seen(request, book)
    if not right_of(found).trusted:
        raise Refused("tournament/forbidden", "for host and scorer")
    return await desk(request).tournaments.state(found)


@get(
    "/api/tournaments/{book:str}/rounds/{number:int}/tables/{table:int}",
    responses=fails(401, 404, 409),
    operation_id="tournamentSheet",
    tags=["tournament"],
)
async def get_sheet(request: Asked, book: BookKey, number: Place, table: Place) -> Response[shows.TournamentSheet]:
    """The sheet of a table, game by game: for host, scorer, and who scores there."""
    at = desk(request)
    found, _ = await seen(request, book)
    state = await at.tournaments.state(found)
    right = right_of(found)
    link = at.house.shelf.path(found, "table", f"{number}-{table}") if right.trusted else ""
    return plain(await at.work(tournament_sheet.sheet_info, state, book, number, table, right, link))


@post(
    "/api/tournaments/{book:str}/rounds/{number:int}/tables/{table:int}/price",
    status_code=200,
    responses=fails(401, 404, 409),
    operation_id="tournamentPrice",
    tags=["tournament"],
)
async def get_price(
    request: Asked, book: BookKey, number: Place, table: Place, data: JSONBody[do.TournamentPreview]
) -> Response[shows.TournamentPriced]:
    """What a game would bring at a table, by the tournament's scheme."""
    at = desk(request)
    found, person = await seen(request, book)
    at.commands.take(person)
    tournament_sheet.check_right(right_of(found), number, table)
    state = await at.tournaments.state(found)
    entry = tournament_sheet.plain_entry(data.entry)
    return plain(await at.work(tournament_sheet.priced, state, number, table, entry, data.game))


# -- to do -----------------------------------------------------------------------------------------------------------


@post(
    "/api/tournaments/{book:str}/commands",
    status_code=200,
    request_max_body_size=_LONG,
    responses=fails(401, 404, 409, 422),
    operation_id="tournamentCommand",
    tags=["tournament"],
)
async def command(request: Asked, book: BookKey, data: JSONBody[do.TournamentCommand]) -> Response[wire.TournamentDone]:
    """Do something in a tournament. Safe to send again: the same id has one effect."""
    found, person = await seen(request, book)
    at = desk(request)
    at.commands.take(person)
    return plain(wire.TournamentDone(await at.tournaments.perform(found, data, person, await _by(request, person))))


@post(
    "/api/tournaments/{book:str}/entries/check",
    status_code=200,
    request_max_body_size=_LONG,
    responses=fails(401, 404),
    operation_id="checkEntries",
    tags=["tournament"],
)
async def check_entries(
    request: Asked, book: BookKey, data: JSONBody[do.TournamentList]
) -> Response[wire.TournamentImport]:
    """How an entry list would be taken: the people, to be sent on with `enter`, and the rows that cannot be."""
    at = desk(request)
    state = await _trusted(request, book)
    at.heavy.take(who(request).person)
    return plain(await at.work(_read_list, data.text, state))


def _read_list(text: str, state: State) -> wire.TournamentImport:
    people, errors = entries.people(entries.cells(text), state.entrants.keys())
    return wire.TournamentImport(
        [do.TournamentPerson(one.name, one.number, one.club, one.team, one.pair) for one in people],
        [wire.TournamentRowError(one.row, one.code, one.field, one.value) for one in errors],
    )


ROUTES: tuple[Any, ...] = (
    *(get_forms, check_settings, get_tournaments, new_tournament, restore),
    *(get_tournament, get_history, get_sheet, get_price, command, check_entries),
)
