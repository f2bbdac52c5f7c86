"""Lists of a tournament for spreadsheets, and everything as one file for backup and restore."""

from __future__ import annotations

import json
from typing import Any

from schafkopf.club.spreadsheet import Cells, Words, money
from schafkopf.club.tournament import events, settings, standing
from schafkopf.club.tournament.codec import from_data, to_data
from schafkopf.club.tournament.errors import Refused
from schafkopf.club.tournament.events import Envelope, Stored
from schafkopf.club.tournament.fold import fold
from schafkopf.club.tournament.ranking import Placed
from schafkopf.club.tournament.state import State
from schafkopf.game import SchafkopfError

SEATS = "ABCDE"


def _points(state: State, points: int, language: str) -> str | int:
    """Points, or an amount where they are cents."""
    setup = state.settings
    cents = (
        settings.scheme(setup).money and settings.rules_at(setup, settings.main_size(setup))["tariff.unit"] == "cent"
    )
    return money(points, language) if cents else points


def _head(words: Words, *keys: str) -> list[str | int]:
    return [words.get(key, key) for key in keys]


def entrants(state: State, words: Words) -> Cells:
    """The entry list by start number."""
    rows: Cells = [_head(words, "number", "name", "club", "team", "pair", "left")]
    for _, e in sorted(state.entrants.items()):
        rows.append([e.number, e.name, e.club, e.team, e.pair, words.get("yes", "yes") if e.left else ""])
    return rows


def seating(state: State, number: int, words: Words) -> Cells:
    """Who sits where in a round."""
    rows: Cells = [_head(words, "round", "table", "seat", "number", "name", "club", "team")]
    for index, table in enumerate(state.rounds[number - 1].tables):
        for seat, player in enumerate(table.seats):
            e = state.entrants[player]
            rows.append([number, index + 1, SEATS[seat], player, e.name, e.club, e.team])
    return rows


def results(state: State, number: int, words: Words, language: str = "de") -> Cells:
    """What each table brought in a round; empty where nothing is in yet."""
    rows: Cells = [_head(words, "round", "table", "seat", "number", "name", "score", "solos", "solos_won", "games_won")]
    for index, table in enumerate(state.rounds[number - 1].tables):
        found = standing.result_of(state, table)
        for seat, player in enumerate(table.seats):
            row: list[str | int] = [number, index + 1, SEATS[seat], player, state.entrants[player].name]
            if found is None:
                rows.append([*row, "", "", "", ""])
                continue
            counts = (found.solos, found.solos_won, found.games_won)
            rows.append(
                [
                    *row,
                    _points(state, found.points[seat], language),
                    *(count[seat] if count else "" for count in counts),
                ]
            )
    return rows


def ranking(state: State, words: Words, number: int | None = None, language: str = "de") -> Cells:
    """The ranking of a round or of the whole; the last column says what put somebody behind the one above."""
    columns = ("place", "number", "name", "club", "team", "score", "solos", "solos_won", "games_won", "decided_by")
    rows: Cells = [_head(words, *columns)]
    for line in standing.table_of(state, number):
        e = state.entrants[int(line.key)]
        tally = _tally(state, line, language)
        rows.append([line.place, e.number, e.name, e.club, e.team, *tally, _parted(line, words)])
    return rows


def teams(state: State, words: Words, language: str = "de") -> Cells:
    """The ranking of the teams."""
    rows: Cells = [_head(words, "place", "team", "members", "score", "solos", "solos_won", "games_won", "decided_by")]
    for line in standing.team_table(state):
        tally = _tally(state, line, language)
        rows.append([line.place, line.key, ", ".join(line.members), *tally, _parted(line, words)])
    return rows


def prizes(state: State, words: Words, language: str = "de") -> Cells:
    """Who gets what."""
    rows: Cells = [_head(words, "place", "number", "name", "amount", "prize")]
    for given in standing.prizes(state).awards:
        e = state.entrants[int(given.key)]
        amount = money(given.cents, language) if given.cents else ""
        rows.append([given.place, e.number, e.name, amount, ", ".join(given.things)])
    return rows


def _tally(state: State, line: Placed, language: str) -> tuple[str | int, int, int, int]:
    return _points(state, line.tally.points, language), line.tally.solos, line.tally.solos_won, line.tally.games_won


def _parted(line: Placed, words: Words) -> str:
    return words.get(line.parted, line.parted) if line.parted not in ("", "points") else ""


# -- everything ------------------------------------------------------------------------------------------------------

FORMAT = "schafkopf-tournament"
VERSION = 1


def backup(state: State) -> bytes:
    """Everything that happened, as one JSON file; with the seed of a draw to come, so it is for the host only."""
    log = [
        {**to_data(Envelope(s.seq, s.at_ms, s.command, s.by, s.role)), "event": events.encode(s.event)}
        for s in state.log
    ]
    data = {FORMAT: VERSION, "events": log}
    return (json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def restore(data: bytes) -> State:
    """The tournament that `backup` wrote. Raises Refused `tournament/backup`."""
    try:
        found = json.loads(data.decode("utf-8-sig"))
        if not isinstance(found, dict) or found.get(FORMAT) != VERSION or not isinstance(found["events"], list):
            raise Refused("tournament/backup", f"not a {FORMAT} file of version {VERSION}")
        log = [_stored(line) for line in found["events"]]
        if [one.seq for one in log] != list(range(1, len(log) + 1)):
            raise Refused("tournament/backup", "events are missing", where="events")
        state = fold(log)
        settings.check(state.settings)
        for number in range(1, len(state.rounds) + 1):
            standing.faults(state, number)
        standing.prizes(state)
        return state
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as fault:
        if isinstance(fault, SchafkopfError) and fault.code == "tournament/backup":
            raise
        raise Refused("tournament/backup", str(fault)) from fault


def _stored(line: Any) -> Stored:
    if not isinstance(line, dict):
        raise Refused("tournament/backup", "not an event", where="events")
    event = events.decode(line.get("event"))
    kept = from_data(Envelope, {key: value for key, value in line.items() if key != "event"})
    return Stored(kept.seq, kept.at_ms, kept.command, kept.by, kept.role, event)
