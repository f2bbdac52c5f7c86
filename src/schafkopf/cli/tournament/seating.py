"""Rounds and tables on the screen: who sits where, the proof of a draw, the sheet of a table."""

from __future__ import annotations

import re
from typing import Any

from schafkopf.cli.books.speech import Speech
from schafkopf.cli.books.tables import clean, coloured, grid
from schafkopf.cli.tournament.entry import cents, next_dealer, seat_names, told_text
from schafkopf.club.tournament import draw as draws
from schafkopf.club.tournament import settings, sheet, standing
from schafkopf.club.tournament.codec import to_data
from schafkopf.club.tournament.exports import SEATS
from schafkopf.club.tournament.lot import seed_hash
from schafkopf.club.tournament.state import State, TableState, Typed
from schafkopf.game.dealing import seats_with_cards
from schafkopf.game.errors import SchafkopfError
from schafkopf.text.bill import bill


def points_text(state: State, points: int, speech: Speech) -> str:
    """Points, or an amount where they are cents."""
    return speech.short(points, "cent" if cents(state) else "point")


# -- a round ---------------------------------------------------------------------------------------------------------


def show_draw(state: State, number: int, speech: Speech) -> None:
    """The tables of a round and the proof of its draw."""
    one = state.rounds[number - 1]
    speech.out(speech.say("round", "title", round=number, rounds=state.settings.rounds))
    widest = max(len(table.seats) for table in one.tables)
    shown = grid(speech.say("round", "table"), *SEATS[:widest], left=widest + 1)
    for index, table in enumerate(one.tables, 1):
        seats = [clean(f"{player} {state.entrants[player].name}") for player in table.seats]
        shown.add_row(str(index), *seats, *[""] * (widest - len(seats)))
    speech.show(shown)
    for text in proof_text(state, number, speech):
        speech.out(text)
    speech.data(round_data(state, number))


def met(state: State, number: int) -> dict[str, Any]:
    """Rematches and team mates at one table as the round is seated now, exchanges with it."""
    seating = state.rounds[number - 1].seating
    earlier = [one.seating for one in state.rounds[: number - 1]]
    return {
        "rematches": [list(pair) for pair in draws.rematches(seating, earlier)],
        "clashes": [list(pair) for pair in draws.clashes(seating, state.players(number))],
    }


def proof_text(state: State, number: int, speech: Speech) -> list[str]:
    """What makes the draw repeatable, and how far it could keep people apart."""
    one = state.rounds[number - 1]
    drawn = one.draw
    key = "brought" if drawn.brought else "seed"
    told: dict[str, Any] = {
        "seed": drawn.seed,
        "hash": seed_hash(drawn.seed),
        "attempt": drawn.attempt,
        "method": drawn.method,
    }
    found = [speech.say("draw", key, **told)]
    pairs = met(state, number)
    for kind in ("rematches", "clashes"):
        listed = ", ".join(_pair(pair, speech) for pair in pairs[kind])
        found.append(speech.say("draw", kind, n=len(pairs[kind]), pairs=f": {listed}" if listed else ""))
    if drawn.proven and (pairs["rematches"] or pairs["clashes"]) and not one.exchanged:
        found.append(speech.say("draw", "proven"))
    if drawn.planned > 1:
        found.append(speech.say("draw", "planned", n=drawn.planned, ahead=drawn.ahead))
    for table, equal in drawn.by_lot:
        found.append(speech.say("draw", "by_lot", table=table, numbers=", ".join(map(str, equal))))
    for a, b, reason in one.exchanged:
        found.append(speech.say("draw", "exchanged", a=a, b=b, reason=because(reason)))
    return found


def _pair(pair: list[int], speech: Speech) -> str:
    times = f" ({speech.say('draw', 'times', n=pair[2])})" if len(pair) > 2 and pair[2] > 1 else ""
    return f"{pair[0]} – {pair[1]}{times}"


def round_data(state: State, number: int) -> dict[str, Any]:
    """A round for programs."""
    one = state.rounds[number - 1]
    return {
        "round": number,
        "closed": one.closed,
        "reason": one.reason,
        "draw": {**to_data(one.draw), "hash": seed_hash(one.draw.seed), "seq": one.draw_seq, "draws": one.attempts},
        **met(state, number),
        "tables": [table_data(state, number, index) for index in range(1, len(one.tables) + 1)],
        "exchanged": [list(step) for step in one.exchanged],
        "adjusted": [to_data(step) for step in one.adjusted],
        "faults": [to_data(fault) for fault in standing.faults(state, number)],
    }


# -- a table ---------------------------------------------------------------------------------------------------------


def table_data(state: State, number: int, table: int) -> dict[str, Any]:
    """A table for programs."""
    place = state.rounds[number - 1].tables[table - 1]
    result = standing.result_of(state, place)
    games = None
    if place.games:
        found = sheet.sheet(state.settings, place)
        games = {
            "lines": [to_data(line) for line in found.lines],
            "result": to_data(found.result),
            "played": found.played,
            "pot": found.pot,
            "wrong": found.wrong,
        }
    return {
        "table": table,
        "seats": [
            {"seat": SEATS[seat], "number": player, "name": state.entrants[player].name}
            for seat, player in enumerate(place.seats)
        ],
        "result": None if result is None else to_data(result),
        "typed": None if place.typed is None else to_data(place.typed),
        "rivals": [to_data(typed) for typed in place.rivals],
        "trace": [to_data(typed) for typed in place.trace],
        "conflict": place.conflict,
        "games": games,
    }


def show_table(state: State, number: int, table: int, speech: Speech) -> None:
    """A table with everything that was written for it."""
    place = state.rounds[number - 1].tables[table - 1]
    names = seat_names(state, place.seats)
    speech.out(speech.say("round", "at", round=number, table=table))
    if place.games:
        _show_sheet(state, place, names, speech)
    result = standing.result_of(state, place)
    shown = grid("", speech.say("statistics", "name"), *(speech.say("measures", key) for key in _MEASURES))
    for seat, player in enumerate(place.seats):
        row = [clean(f"{SEATS[seat]} {player}"), clean(state.entrants[player].name)]
        if result is None:
            shown.add_row(*row, *["–"] * len(_MEASURES))
            continue
        counts = [str(count[seat]) if count else "" for count in (result.solos, result.solos_won, result.games_won)]
        points = result.points[seat]
        shown.add_row(*row, coloured(points_text(state, points, speech), points), *counts)
    speech.show(shown)
    for typed in place.rivals:
        told = _points(state, typed, speech)
        speech.out(speech.say("round", "rival", seq=typed.seq, by=typed.by, points=told, reason=because(typed.reason)))
    # What put a result right stands with the next one.
    for typed, later in zip(place.trace, (*place.trace[1:], place.typed), strict=False):
        told, reason = _points(state, typed, speech), "" if later is None else later.reason
        speech.out(speech.say("round", "old", seq=typed.seq, by=typed.by, points=told, reason=because(reason)))
    if place.rivals and place.typed is not None:
        speech.out(speech.say("round", "counts", seq=place.typed.seq))
    for game in place.games:
        if game.rivals:
            for version in (game.now, *game.rivals):
                told = "–" if version.entry is None else told_text(version.entry, names, speech, whole=True)
                speech.out(speech.say("round", "rival", seq=version.seq, by=version.by, points=told, reason=""))
    for fault in standing.faults(state, number):
        if fault.table == table:
            speech.out(fault_text(fault.code, fault.detail, speech))
    speech.data(table_data(state, number, table))


_MEASURES = ("points", "solos", "solos_won", "games_won")


def _show_sheet(state: State, place: TableState, names: dict[str, str], speech: Speech) -> None:
    found = sheet.sheet(state.settings, place)
    rules = settings.rules_at(state.settings, len(place.seats))
    unit = rules["tariff.unit"] if settings.scheme(state.settings).money else "point"
    shown = grid("", speech.say("lines", "game"), *names.values())
    written = [game for game in place.games if game.now.entry is not None]
    for index, (line, game) in enumerate(zip(found.lines, written, strict=True), 1):
        assert game.now.entry is not None
        told = told_text(game.now.entry, names, speech)
        if line.error:
            told += "\n" + speech.fault(SchafkopfError(line.error))
        elif line.scored is not None and line.scored.terms:
            terms = [term.as_dict() for term in line.scored.terms]
            told += "\n" + bill(terms, unit, speech.language, [*names.values()])
        amounts = line.scored.points if line.scored is not None else (0,) * len(place.seats)
        shown.add_row(
            str(index), clean(told), *(coloured(points_text(state, amount, speech), amount) for amount in amounts)
        )
    speech.show(shown)
    speech.out(speech.say("round", "played", n=found.played, games=state.settings.games))
    if found.played < state.settings.games:
        _tell_turn(state, place, [*names.values()], speech)


def _tell_turn(state: State, place: TableState, names: list[str], speech: Speech) -> None:
    """Who deals next, who leads, who sits out."""
    size, dealer = len(place.seats), next_dealer(state, place)
    playing = seats_with_cards(settings.rules_at(state.settings, size), size, dealer)
    told = speech.say("turn", "next", dealer=names[dealer], forehand=names[playing[0]])
    resting = [names[seat] for seat in range(size) if seat not in playing]
    if resting:
        told += " " + speech.say("turn", "resting", names=", ".join(resting))
    speech.out(told)


def _points(state: State, typed: Typed, speech: Speech) -> str:
    return ", ".join(points_text(state, points, speech) for points in typed.result.points)


def because(reason: str) -> str:
    """A reason in brackets behind what it is for, if there is one."""
    return f" ({reason})" if reason else ""


_DETAILS = {"instead": re.compile(r"(-?\d+), not (-?\d+)"), "of": re.compile(r"(\d+) of (\d+)")}
"""What the core says about a fault, for programs."""


def fault_text(code: str, detail: str, speech: Speech) -> str:
    """What stands against closing a round, as a sentence, with the numbers it is about."""
    sentence = speech.fault(SchafkopfError(code, detail))
    for key, pattern in _DETAILS.items():
        if found := pattern.fullmatch(detail):
            detail = speech.say("status", key, have=found[1], wanted=found[2])
    return sentence if not detail or detail in sentence else f"{sentence} ({detail})"
