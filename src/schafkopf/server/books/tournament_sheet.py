"""The sheet of one table, game by game, as its phone sees it. Pure."""

from __future__ import annotations

from typing import Any

from schafkopf.club import prices
from schafkopf.club.tournament import settings, sheet
from schafkopf.club.tournament.errors import Refused
from schafkopf.club.tournament.rounds import drawn_round
from schafkopf.club.tournament.state import Game, State, TableState, Version
from schafkopf.game.errors import SchafkopfError
from schafkopf.game.settlement import Term
from schafkopf.server import wire as shared
from schafkopf.server.books import tournament_rights
from schafkopf.server.books.tournament_rights import Right
from schafkopf.server.books.tournament_view import entry_info, table_info
from schafkopf.server.shown import error_info
from schafkopf.server.wire import tournament_sheet as wire

_AT_A_TABLE = ("play", "change_game", "score", "protest", "choose", "undo")


def table_of(state: State, number: int, place: int) -> TableState:
    """A table of a round. Raises Refused `tournament/no-round`, `tournament/no-table`."""
    one = drawn_round(state, number)
    if not 1 <= place <= len(one.tables):
        raise Refused("tournament/no-table", f"{place}", where="table")
    return one.tables[place - 1]


def check_right(right: Right, number: int, place: int) -> None:
    """Raises Refused `tournament/forbidden` for who has nothing to do with this table's sheet."""
    if not right.trusted and (number, place) not in right.places:
        raise Refused("tournament/forbidden", "only at one's own table")


def sheet_info(state: State, book: str, number: int, place: int, right: Right, link: str) -> wire.TournamentSheet:
    """Everything about one table, for those who may see what is typed in there: who may not is refused.

    Raises Refused `tournament/forbidden` and as `table_of`.
    """
    check_right(right, number, place)
    table = table_of(state, number, place)
    one, setup = state.rounds[number - 1], state.settings
    seats = len(table.seats)
    written = sheet.sheet(setup, table)
    lines = {line.game: line for line in written.lines}
    prices_data = prices.compile(settings.rules_at(setup, seats), seats).to_dict()
    can = [name for name in tournament_rights.possible(state, right) if name in _AT_A_TABLE]
    return wire.TournamentSheet(
        id=book,
        seq=state.seq,
        round=number,
        draw=one.draw_seq,
        closed=one.closed,
        table=table_info(state, number, place, right),
        people=[entry_info(state.entrants[player], seated=True, trusted=right.trusted) for player in table.seats],
        games=[_game(game, lines.get(game.id)) for game in table.games],
        played=written.played,
        of=setup.games,
        sums=list(written.result.points),
        pot=written.pot,
        link=link,
        prices=prices_data,
        state=_state(prices_data, table, lines),
        can=can,
    )


def _state(data: dict[str, Any], table: TableState, lines: dict[str, sheet.Line]) -> dict[str, Any]:
    """Where the evening stands after the possible games, for the price table: the same as the session's."""
    found = prices.start(data, dealer=0)
    for game in table.games:
        line = lines.get(game.id)
        if line is not None and not line.error and game.now.entry is not None:
            found = prices.after(data, found, game.now.entry)
    return found


def _game(game: Game, line: sheet.Line | None) -> wire.TournamentGame:
    scored = None if line is None else line.scored
    return wire.TournamentGame(
        game=game.id,
        now=_version(game.now),
        dealer=None if line is None else line.dealer,
        points=[] if scored is None else list(scored.points),
        terms=[] if scored is None else _terms(scored.terms),
        carry=[] if line is None else list(line.carry),
        solo=None if scored is None else scored.solo,
        winners=[] if scored is None else list(scored.winners),
        passed=line is not None and line.passed,
        error="" if line is None else line.error,
        trace=[_version(version) for version in game.trace],
        rivals=[_version(version) for version in game.rivals],
    )


def _version(version: Version) -> wire.TournamentVersion:
    return wire.TournamentVersion(version.seq, version.at_ms, version.by, version.entry, version.reason)


def _terms(terms: tuple[Term, ...]) -> list[shared.TermInfo]:
    return [
        shared.TermInfo(term.name, count=term.count, amount=term.amount, factor=term.factor, seats=list(term.seats))
        for term in terms
    ]


def plain_entry(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry of docs/sheet-prices.md as the tournament keeps it: without `passed`, or nothing but that."""
    if "passed" not in entry:
        return entry
    if entry["passed"] is not None:
        return {"passed": entry["passed"]}
    return {key: value for key, value in entry.items() if key != "passed"}


def priced(state: State, number: int, place: int, entry: dict[str, Any], game: str) -> wire.TournamentPriced:
    """What a game would bring on a table's sheet; game: the one that it would take the place of."""
    table = table_of(state, number, place)
    games = [(one.id, one.now.entry) for one in table.games if one.now.entry is not None]
    at = next((index for index, (known, _) in enumerate(games) if known == game), len(games))
    games[at : at + 1] = [(game, entry)]
    line = sheet.priced(state.settings, len(table.seats), games).lines[at]
    if line.error:
        try:
            sheet.entry_of(entry)
        except SchafkopfError as fault:
            return wire.TournamentPriced([], [], list(line.carry), error_info(fault))
        return wire.TournamentPriced([], [], list(line.carry), error_info(Refused(line.error, where="entry")))
    assert line.scored is not None
    return wire.TournamentPriced(list(line.scored.points), _terms(line.scored.terms), list(line.carry), None)
