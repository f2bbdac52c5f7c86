"""From the results of the tables to what is missing, to rankings and to prizes."""

from __future__ import annotations

from dataclasses import dataclass

from schafkopf.club.tournament import draw, ranking, settings, sheet
from schafkopf.club.tournament.events import Result
from schafkopf.club.tournament.ranking import Awards, Placed, Tally
from schafkopf.club.tournament.state import State, TableState


@dataclass(frozen=True, slots=True)
class Fault:
    """What stands against closing a round: `tournament/missing`, `sum`, `conflict`, `differs`, `game` (an impossible
    one) or `length` (too many games); the table."""

    code: str
    table: int
    detail: str = ""


def result_of(state: State, table: TableState) -> Result | None:
    """The result that counts: the totals that were typed in, else a complete sheet."""
    if table.typed is not None:
        return table.typed.result
    if not table.games:
        return None
    found = sheet.sheet(state.settings, table)
    return found.result if found.played >= state.settings.games and not found.wrong else None


def faults(state: State, number: int) -> tuple[Fault, ...]:
    """What is not right in a round, table by table."""
    one = state.rounds[number - 1]
    found = []
    for index, table in enumerate(one.tables):
        place = index + 1
        if table.conflict:
            found.append(Fault("tournament/conflict", place))
        written = sheet.sheet(state.settings, table) if table.games else None
        if written is not None and written.wrong:
            found.append(Fault("tournament/game", place))
        if written is not None and written.played > state.settings.games:
            found.append(Fault("tournament/length", place, f"{written.played} of {state.settings.games}"))
        result = result_of(state, table)
        if result is None:
            played = f"{written.played} of {state.settings.games}" if written is not None else ""
            found.append(Fault("tournament/missing", place, played))
            continue
        if table.typed is not None and written is not None and written.played >= state.settings.games:
            if written.result.points != table.typed.result.points:
                found.append(Fault("tournament/differs", place))
        expected = settings.scheme(state.settings).expected(len(table.seats))
        total = sum(result.points)
        if expected is not None and total != expected:
            found.append(Fault("tournament/sum", place, f"{total}, not {expected}"))
    return tuple(found)


def how_far(state: State, number: int) -> tuple[tuple[tuple[int, int, int], ...], tuple[tuple[int, int], ...]]:
    """Rematches (two numbers, times met before) and clashes of a round as it is seated now, exchanges by hand
    included.
    """
    seating = state.rounds[number - 1].seating
    earlier = [one.seating for one in state.rounds[: number - 1]]
    return draw.rematches(seating, earlier), draw.clashes(seating, state.players(number))


def tallies(state: State, number: int | None = None) -> dict[int, Tally]:
    """What everybody has, in one round or in all; who has not played has nothing."""
    found = {entrant: Tally() for entrant in state.entrants}
    for one in state.rounds if number is None else state.rounds[number - 1 : number]:
        for table in one.tables:
            result = result_of(state, table)
            if result is None:
                continue
            for seat, player in enumerate(table.seats):
                counts = (result.solos, result.solos_won, result.games_won)
                more = Tally(result.points[seat], *(count[seat] if count else 0 for count in counts))
                found[player] += more
        for adjusted in one.adjusted:
            found[adjusted.number] += Tally(adjusted.points)
    return found


def counted(state: State) -> dict[int, Tally]:
    """The totals of those who have a place in the ranking."""
    out = state.settings.leavers == "out"
    return {n: tally for n, tally in tallies(state).items() if not (out and state.entrants[n].left)}


def table_of(state: State, number: int | None = None) -> tuple[Placed, ...]:
    """The ranking of one round (who played in it) or of the whole; keys are start numbers."""
    if number is None:
        some = counted(state)
    else:
        playing = {player for table in state.rounds[number - 1].tables for player in table.seats}
        some = {player: tally for player, tally in tallies(state, number).items() if player in playing}
    return ranking.ranking({str(n): tally for n, tally in some.items()}, state.settings.ties, state.lot_seed)


def team_table(state: State) -> tuple[Placed, ...]:
    """The ranking of the teams; who left counts as far as he played."""
    some = {str(n): tally for n, tally in tallies(state).items()}
    team_of = {str(n): entrant.team for n, entrant in state.entrants.items()}
    return ranking.teams(some, team_of, state.settings.ties, state.lot_seed, best=state.settings.team_best)


def prizes(state: State) -> Awards:
    """Who gets what as it stands."""
    return ranking.award(table_of(state), state.settings.prizes, ties=state.settings.prize_ties)


def lots_needed(state: State) -> bool:
    """Whether equal players wait for the lot."""
    wanted = "lot" in state.settings.ties and not state.lot_seed
    return wanted and any(line.shared for line in table_of(state))
