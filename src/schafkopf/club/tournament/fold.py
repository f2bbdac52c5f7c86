"""What each event changes. Nothing is decided here: an event has happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from schafkopf.club.tournament import events
from schafkopf.club.tournament.events import Stored
from schafkopf.club.tournament.state import (
    Complaint,
    Entrant,
    Game,
    RoundState,
    State,
    TableState,
    Typed,
    Version,
)


def fold(stored: Iterable[Stored]) -> State:
    """The state after these events; the first is `Created`."""
    state: State | None = None
    for one in stored:
        state = after(state, one)
    if state is None:
        raise ValueError("a tournament begins with an event")
    return state


def after(state: State | None, stored: Stored) -> State:
    """The state after one more event."""
    event = stored.event
    if state is None:
        if not isinstance(event, events.Created):
            raise ValueError("the first event sets the tournament up")
        return State(event.settings, log=(stored,))
    log = (*state.log, stored)
    if isinstance(event, events.Undone):
        # A step is taken back by doing all others again, so nothing of it can remain.
        undone = state.undone | {event.command}
        again = fold(one for one in state.log if one.command not in undone and not isinstance(one.event, events.Undone))
        return replace(again, log=log, undone=undone)
    return replace(_FOLDS[type(event)](state, event, stored), log=log)


def _entrant(state: State, number: int, **changes: Any) -> State:
    return replace(state, entrants={**state.entrants, number: replace(state.entrants[number], **changes)})


def _round(state: State, number: int, **changes: Any) -> State:
    rounds = list(state.rounds)
    rounds[number - 1] = replace(rounds[number - 1], **changes)
    return replace(state, rounds=tuple(rounds))


def _table(state: State, number: int, table: int, **changes: Any) -> State:
    tables = list(state.rounds[number - 1].tables)
    tables[table - 1] = replace(tables[table - 1], **changes)
    return _round(state, number, tables=tuple(tables))


def _changed(state: State, event: events.Changed, stored: Stored) -> State:
    return replace(state, settings=event.settings)


def _entered(state: State, event: events.Entered, stored: Stored) -> State:
    entrant = Entrant(event.number, event.name, event.club, event.team, event.pair, ((event.since, None),))
    return replace(state, entrants={**state.entrants, event.number: entrant})


def _edited(state: State, event: events.Edited, stored: Stored) -> State:
    return _entrant(state, event.number, name=event.name, club=event.club, team=event.team, pair=event.pair)


def _struck(state: State, event: events.Struck, stored: Stored) -> State:
    return replace(state, entrants={n: entrant for n, entrant in state.entrants.items() if n != event.number})


def _left(state: State, event: events.Left, stored: Stored) -> State:
    spells = state.entrants[event.number].spells
    return _entrant(state, event.number, spells=(*spells[:-1], (spells[-1][0], event.after)))


def _returned(state: State, event: events.Returned, stored: Stored) -> State:
    spells = state.entrants[event.number].spells
    return _entrant(state, event.number, spells=(*spells, (event.since, None)))


def _substituted(state: State, event: events.Substituted, stored: Stored) -> State:
    old = state.entrants[event.number]
    spells = old.spells
    if spells[-1][1] is not None:
        spells = (*spells, (event.round, None))
    before = (*old.before, (old.name, event.round, event.reason))
    return _entrant(state, event.number, name=event.name, before=before, spells=spells)


def _committed(state: State, event: events.Committed, stored: Stored) -> State:
    return replace(state, pending=(event.round, event.seed, event.hash))


def _drawn(state: State, event: events.Drawn, stored: Stored) -> State:
    tables = tuple(TableState(seats) for seats in event.tables)
    old = state.round(event.round)
    drawn = RoundState(event, stored.seq, tables, attempts=old.attempts + 1 if old else 1)
    if old:
        drawn = replace(drawn, strays=old.strays, adjusted=old.adjusted)
    return replace(state, rounds=(*state.rounds[: event.round - 1], drawn), pending=None)


def _exchanged(state: State, event: events.Exchanged, stored: Stored) -> State:
    other = {event.a: event.b, event.b: event.a}
    one = state.rounds[event.round - 1]
    tables = tuple(
        replace(table, seats=tuple(other.get(n, n) for n in table.seats), seated_seq=stored.seq)
        if other.keys() & set(table.seats)
        else table
        for table in one.tables
    )
    exchanged = (*one.exchanged, (event.a, event.b, event.reason))
    return _round(state, event.round, tables=tables, exchanged=exchanged)


def _scored(state: State, event: events.Scored, stored: Stored) -> State:
    one = state.rounds[event.round - 1]
    if event.draw != one.draw_seq:
        return _round(state, event.round, strays=(*one.strays, stored))
    table = one.tables[event.table - 1]
    typed = Typed(stored.seq, stored.at_ms, stored.by, event.result, event.reason)
    old = table.typed
    if old is None:
        return _table(state, event.round, event.table, typed=typed)
    if event.knew == old.seq:
        return _table(state, event.round, event.table, typed=typed, trace=(*table.trace, old))
    if any(event.result == known.result for known in (old, *table.rivals)):
        return state
    return _table(state, event.round, event.table, rivals=(*table.rivals, typed))


def _chosen(state: State, event: events.Chosen, stored: Stored) -> State:
    table = state.rounds[event.round - 1].tables[event.table - 1]
    if table.typed is not None:
        all_typed = (table.typed, *table.rivals)
        for typed in all_typed:
            if typed.seq == event.seq:
                rest = tuple(other for other in all_typed if other is not typed)
                trace = (*table.trace, *rest)
                return _table(state, event.round, event.table, typed=typed, rivals=(), trace=trace)
    games = []
    for game in table.games:
        for version in (game.now, *game.rivals):
            if version.seq == event.seq:
                other = tuple(v for v in (game.now, *game.rivals) if v is not version)
                game = Game(game.id, version, (*game.trace, *other))
                break
        games.append(game)
    return _table(state, event.round, event.table, games=tuple(games))


def _played(state: State, event: events.Played, stored: Stored) -> State:
    one = state.rounds[event.round - 1]
    if event.draw != one.draw_seq:
        return _round(state, event.round, strays=(*one.strays, stored))
    version = Version(stored.seq, stored.at_ms, stored.by, event.entry)
    games = one.tables[event.table - 1].games
    if any(game.id == event.game for game in games):
        return _version(state, event.round, event.table, event.game, version, 0)
    return _table(state, event.round, event.table, games=(*games, Game(event.game, version)))


def _game_changed(state: State, event: events.GameChanged, stored: Stored) -> State:
    version = Version(stored.seq, stored.at_ms, stored.by, event.entry, event.reason)
    return _version(state, event.round, event.table, event.game, version, event.knew)


def _version(state: State, number: int, table: int, game_id: str, version: Version, knew: int) -> State:
    games = []
    for game in state.rounds[number - 1].tables[table - 1].games:
        if game.id == game_id:
            if knew == game.now.seq:
                game = replace(game, now=version, trace=(*game.trace, game.now))
            elif all(version.entry != known.entry for known in (game.now, *game.rivals)):
                game = replace(game, rivals=(*game.rivals, version))
        games.append(game)
    return _table(state, number, table, games=tuple(games))


def _adjusted(state: State, event: events.Adjusted, stored: Stored) -> State:
    return _round(state, event.round, adjusted=(*state.rounds[event.round - 1].adjusted, event))


def _protested(state: State, event: events.Protested, stored: Stored) -> State:
    line = Complaint(event.protest, event.round, event.table, event.text, stored.by, stored.at_ms)
    return replace(state, protests=(*state.protests, line))


def _ruled(state: State, event: events.Ruled, stored: Stored) -> State:
    protests = tuple(
        replace(line, ruling=event.text, ruled_by=stored.by) if line.id == event.protest else line
        for line in state.protests
    )
    return replace(state, protests=protests)


def _closed(state: State, event: events.RoundClosed, stored: Stored) -> State:
    return _round(state, event.round, closed_seq=stored.seq, reason=event.reason)


def _reopened(state: State, event: events.RoundReopened, stored: Stored) -> State:
    return replace(_round(state, event.round, closed_seq=0, reason=event.reason), finished=False)


def _lots(state: State, event: events.LotsDrawn, stored: Stored) -> State:
    return replace(state, lot_seed=event.seed)


def _finished(state: State, event: events.Finished, stored: Stored) -> State:
    return replace(state, finished=True)


_FOLDS: dict[type, Callable[[State, Any, Stored], State]] = {
    events.Changed: _changed,
    events.Entered: _entered,
    events.Edited: _edited,
    events.Struck: _struck,
    events.Left: _left,
    events.Returned: _returned,
    events.Substituted: _substituted,
    events.Committed: _committed,
    events.Drawn: _drawn,
    events.Exchanged: _exchanged,
    events.Scored: _scored,
    events.Chosen: _chosen,
    events.Played: _played,
    events.GameChanged: _game_changed,
    events.Adjusted: _adjusted,
    events.Protested: _protested,
    events.Ruled: _ruled,
    events.RoundClosed: _closed,
    events.RoundReopened: _reopened,
    events.LotsDrawn: _lots,
    events.Finished: _finished,
}
