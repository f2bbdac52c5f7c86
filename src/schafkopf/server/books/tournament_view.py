"""What a tournament looks like to one who may see it. Pure: a state and a role in, what goes over the wire out.

Nothing here reads `State.pending` but `State.published`: the seed of a draw to come is in no view. Reasons, who typed
what and protests are for host and scorer only.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import msgspec

from schafkopf.club.tournament import events, settings, standing
from schafkopf.club.tournament.errors import Refused
from schafkopf.club.tournament.lot import seed_hash
from schafkopf.club.tournament.ranking import Placed, Tally
from schafkopf.club.tournament.scoring import Scheme, scheme_dict
from schafkopf.club.tournament.state import Complaint, Entrant, RoundState, State, TableState, Typed
from schafkopf.game.errors import SchafkopfError
from schafkopf.server.books.tournament_rights import Right, possible
from schafkopf.server.shown import error_info
from schafkopf.server.wire import tournament_do as do
from schafkopf.server.wire import tournaments as wire


def view(state: State, book: str, right: Right) -> wire.TournamentView:
    """The tournament as this role sees it; what depends on the person (`deletes`, `undo`) is filled in later."""
    setup = state.settings
    trusted, sat = right.trusted, seated(state)
    return wire.TournamentView(
        id=book,
        seq=state.seq,
        role=right.role,
        deletes=False,
        at=[wire.TournamentPlace(*place) for place in sorted(right.places)],
        settings=settings_info(setup),
        scheme=scheme_info(settings.scheme(setup)),
        unit=unit(setup),
        seats=settings.main_size(setup),
        entries=[
            entry_info(entrant, seated=number in sat, trusted=trusted)
            for number, entrant in sorted(state.entrants.items())
        ],
        rounds=[_round(state, number, right) for number in range(1, len(state.rounds) + 1)],
        next=_next(state),
        ranking=_total(state),
        teams=[_team(line) for line in standing.team_table(state)],
        prizes=_prizes(state),
        lots_needed=standing.lots_needed(state),
        lot_seed=state.lot_seed,
        protests=[_complaint(line) for line in state.protests] if trusted else [],
        protests_open=sum(not line.ruling for line in state.protests) if trusted else 0,
        finished=state.finished,
        undo=None,
        can=list(possible(state, right)),
    )


def at_tables(state: State, shown: wire.TournamentView, right: Right) -> wire.TournamentView:
    """What a viewer sees, as somebody sees it who scores some tables: the same as `view`, sooner."""
    rounds = list(shown.rounds)
    for number, place in right.places:
        if number <= len(rounds) and place <= len(rounds[number - 1].tables):
            tables = list(rounds[number - 1].tables)
            tables[place - 1] = table_info(state, number, place, right)
            rounds[number - 1] = msgspec.structs.replace(rounds[number - 1], tables=tables)
    at = [wire.TournamentPlace(*place) for place in sorted(right.places)]
    return msgspec.structs.replace(shown, role=right.role, at=at, rounds=rounds, can=list(possible(state, right)))


# -- set-up ----------------------------------------------------------------------------------------------------------


def settings_info(setup: settings.Settings) -> do.TournamentSettings:
    """The settings as they go over the wire."""
    data = asdict(setup)
    data["ties"] = list(setup.ties)
    data["prizes"] = [do.TournamentPrize(prize.cents, prize.thing) for prize in setup.prizes]
    return do.TournamentSettings(**data)


def settings_data(setup: do.TournamentSettings) -> dict[str, Any]:
    """Settings from the wire as data of a command."""
    found: dict[str, Any] = msgspec.to_builtins(setup)
    return found


def scheme_info(scheme: Scheme) -> wire.TournamentScheme:
    """A scheme with all its numbers."""
    data = scheme_dict(scheme)
    rows = [wire.TournamentSchemeRow(**row) for row in data.pop("rows")]
    return wire.TournamentScheme(rows=rows, **data)


def unit(setup: settings.Settings) -> wire.TournamentUnit:
    """What points are."""
    if not settings.scheme(setup).money:
        return "point"
    rules = settings.rules_at(setup, settings.main_size(setup))
    if rules.chalk:
        return "stroke"
    found: wire.TournamentUnit = rules["tariff.unit"]
    return found


def check(setup: settings.Settings, players: int) -> wire.TournamentCheck:
    """How so many would sit. Raises Refused for settings that will not do."""
    settings.check(setup)
    sizes, problem = _sizes(setup, players)
    return wire.TournamentCheck(sizes, unit(setup), problem)


def _sizes(setup: settings.Settings, players: int) -> tuple[list[int], wire.ErrorInfo | None]:
    try:
        return list(settings.sizes(setup, players)), None
    except SchafkopfError as fault:
        return [], error_info(fault)


def _next(state: State) -> wire.TournamentNext | None:
    number = len(state.rounds) + 1
    if state.finished or number > state.settings.rounds:
        return None
    players = len(state.players(number))
    sizes, problem = _sizes(state.settings, players)
    if problem is None and state.rounds and not state.rounds[-1].closed:
        problem = error_info(Refused("tournament/round-open", f"round {number - 1}", where="round"))
    fixed = state.published
    return wire.TournamentNext(
        number, players, sizes, fixed[1] if fixed is not None and fixed[0] == number else None, problem
    )


# -- people ----------------------------------------------------------------------------------------------------------


def seated(state: State) -> frozenset[int]:
    """Who has ever sat at a table."""
    return frozenset(player for one in state.rounds for table in one.tables for player in table.seats)


def entry_info(entrant: Entrant, *, seated: bool, trusted: bool) -> wire.TournamentEntry:
    """Somebody on the list."""
    spells = entrant.spells
    if entrant.left:
        status = "left"
    elif len(spells) > 1:
        status = "back"
    else:
        status = "late" if spells[0][0] > 1 else "in"
    return wire.TournamentEntry(
        number=entrant.number,
        name=entrant.name,
        club=entrant.club,
        team=entrant.team,
        pair=entrant.pair,
        status=status,  # type: ignore[arg-type]
        spells=list(spells),
        before=[
            wire.TournamentSubstituted(name, number, reason if trusted else "")
            for name, number, reason in entrant.before
        ],
        seated=seated,
    )


# -- rounds ----------------------------------------------------------------------------------------------------------


def _round(state: State, number: int, right: Right) -> wire.TournamentRound:
    one = state.rounds[number - 1]
    trusted = right.trusted
    ranked = standing.table_of(state, number)
    return wire.TournamentRound(
        number=number,
        closed=one.closed,
        draw=_drawn(state, number, one, trusted=trusted),
        tables=[table_info(state, number, table, right) for table in range(1, len(one.tables) + 1)],
        faults=[
            wire.TournamentFault(fault.code, fault.table, fault.detail if trusted else "")
            for fault in standing.faults(state, number)
        ],
        reason=one.reason if trusted else "",
        adjusted=[
            wire.TournamentAdjusted(one.number, one.points, one.reason if trusted else "") for one in one.adjusted
        ],
        ranking=[_line(line, []) for line in ranked],
        strays=[_stray(stored) for stored in one.strays] if trusted else [],
    )


def _drawn(state: State, number: int, one: RoundState, *, trusted: bool) -> wire.TournamentDrawn:
    draw = one.draw
    rematches, clashes = standing.how_far(state, number)
    return wire.TournamentDrawn(
        seq=one.draw_seq,
        how=draw.how,
        seed=draw.seed,
        seed_hash=seed_hash(draw.seed),
        attempt=draw.attempt,
        attempts=one.attempts,
        brought=draw.brought,
        method=draw.method,
        rematches=[wire.TournamentRematch(*pair) for pair in rematches],
        clashes=[wire.TournamentClash(*pair) for pair in clashes],
        proven=draw.proven,
        planned=draw.planned,
        ahead=draw.ahead,
        by_lot=[wire.TournamentByLot(table, list(numbers)) for table, numbers in draw.by_lot],
        exchanged=[wire.TournamentExchanged(a, b, reason if trusted else "") for a, b, reason in one.exchanged],
    )


def table_info(state: State, number: int, place: int, right: Right) -> wire.TournamentTable:
    """A table in a round."""
    table = state.rounds[number - 1].tables[place - 1]
    result = standing.result_of(state, table)
    told = right.trusted or (number, place) in right.places
    versions = [] if table.typed is None or not table.rivals else [table.typed, *table.rivals]
    return wire.TournamentTable(
        table=place,
        seats=list(table.seats),
        expected=settings.scheme(state.settings).expected(len(table.seats)),
        state=_state_of(table, result),
        result=None if result is None else result_info(result),
        typed=table.typed is not None,
        games=sum(game.now.entry is not None for game in table.games),
        corrected=bool(table.trace) or any(game.trace for game in table.games),
        current=None if table.typed is None or not told else _typed(table.typed),
        versions=[_typed(typed) for typed in versions] if told else [],
        trace=[_typed(typed) for typed in table.trace] if told else [],
    )


def _state_of(table: TableState, result: events.Result | None) -> wire.TournamentTableState:
    if table.conflict:
        return "conflict"
    if result is not None:
        return "in"
    return "playing" if table.games else "empty"


def result_info(result: events.Result) -> do.TournamentResult:
    """The totals of a table."""
    return do.TournamentResult(list(result.points), list(result.solos), list(result.solos_won), list(result.games_won))


def _typed(typed: Typed) -> wire.TournamentTyped:
    return wire.TournamentTyped(typed.seq, typed.at_ms, typed.by, result_info(typed.result), typed.reason)


def _stray(stored: events.Stored) -> wire.TournamentStray:
    event = stored.event
    assert isinstance(event, events.Scored | events.Played)
    return wire.TournamentStray(
        seq=stored.seq,
        at_ms=stored.at_ms,
        by=stored.by,
        table=event.table,
        result=result_info(event.result) if isinstance(event, events.Scored) else None,
        entry=event.entry if isinstance(event, events.Played) else None,
    )


# -- rankings --------------------------------------------------------------------------------------------------------


def _total(state: State) -> list[wire.TournamentLine]:
    by_round = []
    for number, one in enumerate(state.rounds, 1):
        seated = {player for table in one.tables for player in table.seats}
        tallies = standing.tallies(state, number)
        by_round.append({player: tally.points if player in seated else None for player, tally in tallies.items()})
    return [_line(line, [points.get(int(line.key)) for points in by_round]) for line in standing.table_of(state)]


def _line(line: Placed, by_round: list[int | None]) -> wire.TournamentLine:
    tally = line.tally
    return wire.TournamentLine(
        place=line.place,
        shared=line.shared,
        number=int(line.key),
        points=tally.points,
        solos=tally.solos,
        solos_won=tally.solos_won,
        games_won=tally.games_won,
        parted=line.parted,
        rounds=by_round,
    )


def _team(line: Placed) -> wire.TournamentTeam:
    tally: Tally = line.tally
    return wire.TournamentTeam(
        place=line.place,
        shared=line.shared,
        team=line.key,
        points=tally.points,
        solos=tally.solos,
        solos_won=tally.solos_won,
        games_won=tally.games_won,
        parted=line.parted,
        members=[int(member) for member in line.members],
    )


def _prizes(state: State) -> wire.TournamentAwards:
    found = standing.prizes(state)
    return wire.TournamentAwards(
        awards=[
            wire.TournamentAward(int(given.key), given.place, given.cents, list(given.things)) for given in found.awards
        ],
        rest=found.rest,
        over=found.over,
        things_open=[list(things) for things in found.things_open],
    )


# -- what happened ---------------------------------------------------------------------------------------------------


def _complaint(line: Complaint) -> wire.TournamentComplaint:
    return wire.TournamentComplaint(**asdict(line))


def step_info(state: State, last: events.Stored) -> wire.TournamentStep:
    """A step that may be taken back."""
    kinds = [_kind(stored) for stored in state.log if stored.command == last.command]
    return wire.TournamentStep(last.command, kinds, last.by, last.role, last.at_ms)


def _kind(stored: events.Stored) -> str:
    return str(events.encode(stored.event)["e"])


def history(state: State) -> wire.TournamentHistory:
    """All that happened, for host and scorer: of a seed that was fixed before its draw the hash only."""
    found = []
    for stored in state.log:
        data = events.encode(stored.event)
        if isinstance(stored.event, events.Committed):
            del data["seed"]
        found.append(
            wire.TournamentEvent(
                stored.seq, stored.at_ms, stored.command, stored.by, stored.role, data, stored.command in state.undone
            )
        )
    return wire.TournamentHistory(state.seq, found)
