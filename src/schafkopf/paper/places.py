"""Who sits where: the seating plan, the sheets and the cards of the tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from schafkopf.club.tournament import settings, standing
from schafkopf.club.tournament.exports import SEATS
from schafkopf.club.tournament.rounds import drawn_round
from schafkopf.club.tournament.state import RoundState, State
from schafkopf.paper import codes, order
from schafkopf.paper.page import page
from schafkopf.paper.words import Words

_COUNTED = ("solos", "solos_won", "games_won")
"""Measures that a table has to count beside its points."""


def seating(state: State, number: int, language: str) -> dict[str, Any]:
    """Data of the seating plan."""
    words = Words(language)
    one = drawn_round(state, number)
    tables = _tables(state, one)
    people = [
        {"name": who["name"], "number": who["number"], "table": table["number"], "seat": who["seat"]}
        for table in tables
        for who in table["people"]
    ]
    people.sort(key=lambda who: (order.key(who["name"], language), who["number"]))
    return {
        **page(state, words, "seating", number),
        "head": words.table("head"),
        "by_table": words.say("title", "by_table"),
        "by_name": words.say("title", "by_name"),
        "seats": list(SEATS[: max(len(table.seats) for table in one.tables)]),
        "tables": tables,
        "people": people,
        "notes": _drawn(state, number, words),
    }


def _tables(state: State, one: RoundState) -> list[dict[str, Any]]:
    return [
        {
            "number": index + 1,
            "people": [
                {"seat": SEATS[seat], "number": player, "name": state.entrants[player].name}
                for seat, player in enumerate(table.seats)
            ],
        }
        for index, table in enumerate(one.tables)
    ]


def _drawn(state: State, number: int, words: Words) -> list[str]:
    """How the tables came about, and how far nobody meets twice."""
    draw = state.rounds[number - 1].draw
    rematches, clashes = standing.how_far(state, number)
    notes = [words.say("note", f"drawn_{draw.how}", seed=draw.seed)]
    if number > 1:
        notes.append(words.say("note", "rematches", n=len(rematches)) if rematches else words.say("note", "all_new"))
    if clashes:
        notes.append(words.say("note", "clashes", n=len(clashes)))
    return notes


def sheets(state: State, number: int, language: str, links: Mapping[int, str]) -> dict[str, Any]:
    """Data of the sheets of the tables."""
    words = Words(language)
    setup = state.settings
    scheme = settings.scheme(setup)
    tables = _tables(state, drawn_round(state, number))
    for table in tables:
        expected = scheme.expected(len(table["people"]))
        start = words.points(setup, scheme.per_player) if scheme.per_player else ""
        table["start"] = start
        table["sum"] = "" if expected is None else words.say("sheet", "together", sum=words.points(setup, expected))
        table["code"] = _code(links, table["number"])
    return {
        **page(state, words, "sheets", number),
        "head": words.table("head"),
        "sheet": words.table("sheet"),
        "games": setup.games,
        "plus": scheme.write == "plus",
        "counts": [words.say("head", measure) for measure in setup.ties if measure in _COUNTED],
        "tables": tables,
    }


def cards(state: State, number: int, language: str, links: Mapping[int, str]) -> dict[str, Any]:
    """Data of the cards of the tables and seats."""
    words = Words(language)
    tables = _tables(state, drawn_round(state, number))
    for table in tables:
        table["code"] = _code(links, table["number"])
    return {
        **page(state, words, "cards", number),
        "head": words.table("head"),
        "sheet": words.table("sheet"),
        "tables": tables,
    }


def _code(links: Mapping[int, str], table: int) -> str:
    return codes.svg(links[table]) if table in links else ""
