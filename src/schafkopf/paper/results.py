"""Who has won: rankings and prizes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from schafkopf.club.tournament import standing
from schafkopf.club.tournament.ranking import Placed, Tally
from schafkopf.club.tournament.rounds import drawn_round
from schafkopf.club.tournament.state import State
from schafkopf.paper import fit
from schafkopf.paper.page import page
from schafkopf.paper.words import Words

FEW = 44
"""People whose ranking stands on one page in large text."""
MISSING = "–"
"""Stands where somebody has no result of a round."""


def ranking(state: State, language: str, number: int | None) -> dict[str, Any]:
    """Data of the ranking of the whole or of a round."""
    words = Words(language)
    if number is not None:
        drawn_round(state, number)
    lines = standing.table_of(state, number)
    rounds = range(1, len(state.rounds) + 1) if number is None and len(state.rounds) > 1 else range(0)
    brought = [_brought(state, one) for one in rounds]
    rows = [
        {
            **_line(state, words, line),
            "number": state.entrants[int(line.key)].number,
            "name": state.entrants[int(line.key)].name,
            "club": state.entrants[int(line.key)].club,
            "rounds": [
                words.figure(state.settings, points[int(line.key)]) if int(line.key) in points else MISSING
                for points in brought
            ],
        }
        for line in lines
    ]
    shown = _results_page(state, words, "ranking", number, lines)
    columns = [words.say("head", "round_short", number=one) for one in rounds]
    form = _form(shown, columns, rows)
    if form.left_out:
        shown["notes"].append(words.say("note", "left_out", n=form.left_out))
    return {
        **shown,
        "columns": columns[form.left_out :],
        "rows": [{**row, "rounds": row["rounds"][form.left_out :]} for row in rows],
        "two": form.columns == 2,
        "across": form.across,
        "size": form.size,
    }


def _form(shown: dict[str, Any], columns: Sequence[str], rows: Sequence[dict[str, Any]]) -> fit.Form:
    head = shown["head"]
    figures = [
        (head["place"], [str(row["place"]) for row in rows]),
        (head["number"], [str(row["number"]) for row in rows]),
        (head["points"], [row["points"] for row in rows]),
        *((head[measure], [str(row["tally"].get(measure, "0.")) for row in rows]) for measure in shown["measures"]),
    ]
    of_rounds = [(word, [row["rounds"][index] for row in rows]) for index, word in enumerate(columns)]
    return fit.form([*of_rounds, *figures], len(of_rounds), few=len(rows) <= FEW)


def _results_page(
    state: State, words: Words, document: str, number: int | None, lines: Sequence[Placed]
) -> dict[str, Any]:
    """What rankings have in common."""
    shown = page(state, words, document, number)
    if number is None:
        shown["round"] = _how_far(state, words)
    notes = []
    open_tables = _missing(state, range(1, len(state.rounds) + 1) if number is None else (number,))
    if open_tables:
        notes.append(words.say("note", "missing", n=open_tables))
    if any(line.shared for line in lines):
        waits = "lot" in state.settings.ties and not state.lot_seed
        notes.append(words.say("note", "lot_to_come" if waits else "shared"))
    if any(line.parted == "lot" for line in lines):
        notes.append(words.say("note", "lot_drawn", seed=state.lot_seed))
    measures = [measure for measure in state.settings.ties if measure not in ("points", "lot")]
    by_lot = any(line.parted == "lot" for line in lines)
    lots = _lots(lines)
    return {
        **shown,
        "head": words.table("head"),
        "measures": [*measures, *(["lot"] if by_lot else [])],
        "lots": lots,
        "notes": notes,
    }


def _how_far(state: State, words: Words) -> str:
    if state.finished:
        return words.say("page", "final")
    closed = sum(one.closed for one in state.rounds)
    return words.say("page", "after", number=closed, rounds=state.settings.rounds) if closed else ""


def _missing(state: State, numbers: Sequence[int]) -> int:
    """How many tables of these rounds have brought nothing yet."""
    return sum(
        standing.result_of(state, table) is None for number in numbers for table in state.rounds[number - 1].tables
    )


def _brought(state: State, number: int) -> dict[int, int]:
    """What everybody who has a result of a round, or was given points in it, has from it."""
    one = state.rounds[number - 1]
    some = {player for table in one.tables if standing.result_of(state, table) for player in table.seats}
    some |= {adjusted.number for adjusted in one.adjusted}
    return {player: tally.points for player, tally in standing.tallies(state, number).items() if player in some}


def _line(state: State, words: Words, line: Placed) -> dict[str, Any]:
    return {
        "place": line.place,
        "points": words.points(state.settings, line.tally.points),
        "tally": _counts(line.tally),
        "parted": line.parted,
        "key": line.key,
    }


def _counts(tally: Tally) -> dict[str, int]:
    return {"solos": tally.solos, "solos_won": tally.solos_won, "games_won": tally.games_won}


def _lots(lines: Sequence[Placed]) -> dict[str, int]:
    """The order that the lot gave to equal ones, by key: 1, 2, 3."""
    found: dict[str, int] = {}
    for before, line in pairwise(lines):
        if line.parted == "lot":
            found.setdefault(before.key, 1)
            found[line.key] = found[before.key] + 1
    return found


def teams(state: State, language: str) -> dict[str, Any]:
    """Data of the ranking of the teams."""
    words = Words(language)
    lines = standing.team_table(state)
    each = standing.tallies(state)
    best = state.settings.team_best
    rows = [
        {
            **_line(state, words, line),
            "name": line.key,
            "members": [
                {
                    "name": state.entrants[int(member)].name,
                    "points": words.points(state.settings, each[int(member)].points),
                    "counts": best is None or index < best,
                }
                for index, member in enumerate(line.members)
            ],
        }
        for line in lines
    ]
    shown = _results_page(state, words, "teams", None, lines)
    if not rows:
        shown["notes"] = [words.say("note", "no_teams")]
    elif best is not None:
        shown["notes"] = [words.say("note", "team_best", n=best), *shown["notes"]]
    return {**shown, "rows": rows}


def prizes(state: State, language: str) -> dict[str, Any]:
    """Data of the prize list."""
    words = Words(language)
    awards = standing.prizes(state)
    rows = [
        {
            "place": given.place,
            "number": state.entrants[int(given.key)].number,
            "name": state.entrants[int(given.key)].name,
            "amount": words.cents(given.cents) if given.cents else "",
            "things": list(given.things),
        }
        for given in awards.awards
    ]
    shown = page(state, words, "prizes")
    shown["round"] = _how_far(state, words)
    paid = sum(given.cents for given in awards.awards)
    notes = [] if rows else [words.say("note", "no_prizes")]
    if awards.rest:
        notes.append(words.say("note", "rest", amount=words.cents(awards.rest)))
    if awards.over:
        notes.append(words.say("note", "over", amount=words.cents(awards.over)))
    notes += [words.say("note", "things", things=", ".join(things)) for things in awards.things_open]
    return {
        **shown,
        "head": words.table("head"),
        "rows": rows,
        "total": words.cents(paid) if paid else "",
        "sum": words.say("page", "sum"),
        "notes": notes,
    }
