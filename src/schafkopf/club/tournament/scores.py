"""Commands about results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schafkopf.club.tournament import commands, events, settings, sheet
from schafkopf.club.tournament.errors import Refused
from schafkopf.club.tournament.events import Event, Result
from schafkopf.club.tournament.rounds import drawn_round, known
from schafkopf.club.tournament.settings import text
from schafkopf.club.tournament.state import Game, RoundState, State, TableState
from schafkopf.game import SchafkopfError

if TYPE_CHECKING:
    from schafkopf.club.tournament.decide import Asked

MOST = 1_000_000
"""Points that anybody may have at a table."""
_MOST_LINES = 3 * settings.MOST_GAMES
"""On a sheet, those that were struck out and those that were passed out among them."""


def _place(
    state: State, command: commands.Score | commands.Play, asked: Asked
) -> tuple[RoundState, TableState | None, int]:
    """Round, table, and the draw that the sheet was made for; no table if others sit there by now.

    That is so after another draw, and after an exchange that he had not seen; then the draw is 0.
    """
    number, table, draw = command.round, command.table, command.draw
    one = drawn_round(state, number)
    if draw != one.draw_seq:
        drawn = [s.seq for s in state.log if isinstance(s.event, events.Drawn) and s.event.round == number]
        if draw not in drawn:
            raise Refused("tournament/no-draw", f"{draw}", where="draw")
        return one, None, draw
    if not 1 <= table <= len(one.tables):
        raise Refused("tournament/no-table", f"{table}", where="table")
    found = one.tables[table - 1]
    return (one, None, 0) if found.seated_seq > asked.seq else (one, found, draw)


def _still_open(one: RoundState, asked: Asked) -> bool:
    """Whether he may put something right here. False: the round was closed while he typed, so the host has to decide.

    Raises Refused `tournament/closed` if he knew.
    """
    if not one.closed or asked.role == "host":
        return True
    if asked.seq >= one.closed_seq:
        raise Refused("tournament/closed", where="round")
    return False


def _check_result(state: State, result: Result, seats: int) -> None:
    counts = (result.solos, result.solos_won, result.games_won)
    if len(result.points) != seats or any(len(count) not in (0, seats) for count in counts):
        raise Refused("tournament/result", f"{seats} sit here", where="points")
    if any(abs(points) > MOST for points in result.points):
        raise Refused("tournament/result", "too many points", where="points")
    if settings.scheme(state.settings).write == "plus" and min(result.points) < 0:
        raise Refused("tournament/result", "only plus points are written", where="points")
    if any(number < 0 for count in counts for number in count):
        raise Refused("tournament/result", "a number of games is not negative", where="solos")
    # One plays a solo, and three may win a game.
    games = state.settings.games
    for name, total in (("solos", sum(result.solos)), ("solos_won", sum(result.solos_won))):
        if total > games:
            raise Refused("tournament/result", f"{total} solos in {games} games", where=name)
    if any(won > games for won in result.games_won):
        raise Refused("tournament/result", f"more than {games} games won", where="games_won")
    if any(won > played for won, played in zip(result.solos_won, result.solos, strict=False)):
        raise Refused("tournament/result", "more solos won than played", where="solos_won")


def enter_totals(state: State, command: commands.Score, asked: Asked) -> list[Event]:
    one, table, draw = _place(state, command, asked)
    reason = text(command.reason, "reason")
    typed = events.Scored(command.round, command.table, draw, command.result, 0, reason)
    if table is None:
        return [typed]
    _check_result(state, command.result, len(table.seats))
    old = table.typed
    if old is None:
        return [typed]
    if any(command.result == other.result for other in (old, *table.rivals)):
        return []
    if old.seq > asked.seq:
        # He has not seen it: two people typed the same table in, and the host has to see both.
        return [typed]
    if not reason:
        raise Refused("tournament/reason", "a correction needs a reason", where="reason")
    if not _still_open(one, asked):
        return [typed]
    return [events.Scored(command.round, command.table, command.draw, command.result, old.seq, reason)]


def choose(state: State, command: commands.Choose, asked: Asked) -> list[Event]:
    one = drawn_round(state, command.round)
    if not 1 <= command.table <= len(one.tables):
        raise Refused("tournament/no-table", f"{command.table}", where="table")
    table = one.tables[command.table - 1]
    seqs = {typed.seq for typed in table.rivals} | {v.seq for game in table.games for v in game.rivals}
    seqs |= {table.typed.seq} if table.typed is not None and table.rivals else set()
    seqs |= {game.now.seq for game in table.games if game.rivals}
    if command.seq not in seqs:
        raise Refused("tournament/no-result", f"{command.seq}", where="seq")
    return [events.Chosen(command.round, command.table, command.seq, text(command.reason, "reason"))]


# -- game by game ----------------------------------------------------------------------------------------------------


def play(state: State, command: commands.Play, asked: Asked) -> list[Event]:
    _, table, draw = _place(state, command, asked)
    _id(command.game, "game")
    played = events.Played(command.round, command.table, draw, command.game, command.entry)
    if table is None:
        return [played]
    old = _game(table, command.game)
    if old is not None:
        return [] if _same(old, command.entry) else [played]
    if len(table.games) >= _MOST_LINES:
        raise Refused("tournament/length", f"at most {_MOST_LINES}", where="game")
    _check_entry(state, table, command.game, command.entry)
    return [played]


def change_game(state: State, command: commands.ChangeGame, asked: Asked) -> list[Event]:
    one = drawn_round(state, command.round)
    if not 1 <= command.table <= len(one.tables):
        raise Refused("tournament/no-table", f"{command.table}", where="table")
    table = one.tables[command.table - 1]
    old = _game(table, command.game)
    if old is None:
        raise Refused("tournament/no-game", command.game, where="game")
    if _same(old, command.entry):
        return []
    still_open = _still_open(one, asked)
    if command.entry is not None:
        _check_entry(state, table, command.game, command.entry)
    knew = old.now.seq if old.now.seq <= asked.seq and still_open else 0
    reason = text(command.reason, "reason")
    return [events.GameChanged(command.round, command.table, command.game, command.entry, knew, reason)]


def _game(table: TableState, game: str) -> Game | None:
    return next((one for one in table.games if one.id == game), None)


def _same(game: Game, entry: dict[str, Any] | None) -> bool:
    return any(entry == version.entry for version in (game.now, *game.rivals))


def _check_entry(state: State, table: TableState, game: str, entry: dict[str, Any]) -> None:
    """Refuses what could not be a game here, with the code of the game. A place in the rotation may still change."""
    written = [(one.id, one.now.entry) for one in table.games if one.now.entry is not None]
    index = next((i for i, (known_id, _) in enumerate(written) if known_id == game), len(written))
    written[index : index + 1] = [(game, entry)]
    try:
        sheet.entry_of(entry)
    except SchafkopfError as fault:
        raise Refused(fault.code, fault.detail, allowed=fault.allowed, where=fault.where) from fault
    line = sheet.priced(state.settings, len(table.seats), written).lines[index]
    # Games of others may have come between, so that another deals now: kept, and shown as what it is.
    if line.error and line.error != "entry/seat":
        raise Refused(line.error, where="entry")
    if any(abs(points) > MOST for points in line.carry):
        raise Refused("tournament/result", "too many points", where="entry")


# -- beside the sheets -----------------------------------------------------------------------------------------------


def _id(value: str, where: str) -> None:
    if not value or len(value) > 64 or not value.isprintable():
        raise Refused("tournament/text", "an id of up to 64 characters", where=where)


def adjust(state: State, command: commands.Adjust, asked: Asked) -> list[Event]:
    drawn_round(state, command.round)
    known(state, command.number)
    reason = text(command.reason, "reason", needed=True)
    if command.points == 0 or abs(command.points) > MOST:
        raise Refused("tournament/result", "some points", where="points")
    return [events.Adjusted(command.round, command.number, command.points, reason)]


def protest(state: State, command: commands.Protest, asked: Asked) -> list[Event]:
    one = drawn_round(state, command.round)
    _id(command.protest, "protest")
    if any(line.id == command.protest for line in state.protests):
        return []
    if not 0 <= command.table <= len(one.tables):
        raise Refused("tournament/no-table", f"{command.table}", where="table")
    words = text(command.text, "text", needed=True, longest=1000)
    return [events.Protested(command.protest, command.round, command.table, words)]


def rule(state: State, command: commands.Rule, asked: Asked) -> list[Event]:
    if all(line.id != command.protest for line in state.protests):
        raise Refused("tournament/no-protest", command.protest, where="protest")
    return [events.Ruled(command.protest, text(command.text, "text", needed=True, longest=1000))]
