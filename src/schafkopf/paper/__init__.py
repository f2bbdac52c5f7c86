"""A tournament on paper: PDF for the wall and for the tables, in six languages.

`seating(state, 1, "de")` is the seating plan of the first round; `document("ranking", state, "be")` is for callers that
have the name of a document. All answer with the bytes of a tagged PDF in A4 that depend on nothing but their arguments:
no clock, no random ids, so equal tournaments give equal files.

Texts of people are data to the typesetter, never markup.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from schafkopf.club.tournament.state import State
from schafkopf.paper import places, results
from schafkopf.paper.typeset import pdf

What = Literal["seating", "sheets", "cards", "ranking", "teams", "prizes"]
DOCUMENTS: tuple[What, ...] = get_args(What)
OF_A_ROUND: frozenset[What] = frozenset({"seating", "sheets", "cards"})
"""Documents that need the number of a round; a ranking may have one."""
Links = Mapping[int, str]
"""The address of each table's page by the table's number in the round, for the QR codes; what lacks has none."""

__all__ = [
    "DOCUMENTS",
    "OF_A_ROUND",
    "Links",
    "What",
    "cards",
    "document",
    "prizes",
    "ranking",
    "seating",
    "sheets",
    "teams",
]


def seating(state: State, number: int, language: str) -> bytes:
    """Who sits where in a round, by table and then by name.

    Raises Refused `tournament/no-round`, and KeyError for a language that there is not; so do all below.
    """
    return pdf("seating", places.seating(state, number, language))


def sheets(state: State, number: int, language: str, links: Links | None = None) -> bytes:
    """An empty sheet for each table of a round, with a row for each game and a QR code where there is a link."""
    return pdf("sheets", places.sheets(state, number, language, links or {}))


def cards(state: State, number: int, language: str, links: Links | None = None) -> bytes:
    """A page for each table of a round: the table's card to be set up, and below it a card for each seat, to cut."""
    return pdf("cards", places.cards(state, number, language, links or {}))


def ranking(state: State, language: str, number: int | None = None) -> bytes:
    """The ranking of the whole, or of one round that was drawn."""
    return pdf("ranking", results.ranking(state, language, number))


def teams(state: State, language: str) -> bytes:
    """The ranking of the teams."""
    return pdf("teams", results.teams(state, language))


def prizes(state: State, language: str) -> bytes:
    """Who gets what."""
    return pdf("prizes", results.prizes(state, language))


def document(what: What, state: State, language: str, number: int | None = None, links: Links | None = None) -> bytes:
    """Any of the documents. number: of a round; those of `OF_A_ROUND` take the last one that was drawn without it."""
    round_number = len(state.rounds) if number is None else number
    match what:
        case "seating":
            return seating(state, round_number, language)
        case "sheets":
            return sheets(state, round_number, language, links)
        case "cards":
            return cards(state, round_number, language, links)
        case "ranking":
            return ranking(state, language, number)
        case "teams":
            return teams(state, language)
        case "prizes":
            return prizes(state, language)
