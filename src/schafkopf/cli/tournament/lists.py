"""The lists of a tournament as CSV and as PDF."""

from __future__ import annotations

from collections.abc import Callable

from schafkopf.cli.books.speech import Misread
from schafkopf.cli.tournament.desk import the_round
from schafkopf.club.spreadsheet import Cells, csv
from schafkopf.club.tournament import exports
from schafkopf.club.tournament.state import State
from schafkopf.text.csvwords import csv_words

LISTS = ("entrants", "seating", "results", "ranking", "teams", "prizes")


def csv_of(state: State, what: str, number: int | None, language: str) -> bytes:
    """A list as CSV. number: of this round; seating and results are of the last one without it.

    Raises Misread for a list that there is not and Refused for a round that was not drawn.
    """
    words = csv_words(language)
    rows: dict[str, Callable[[], Cells]] = {
        "entrants": lambda: exports.entrants(state, words),
        "seating": lambda: exports.seating(state, the_round(state, number)[0], words),
        "results": lambda: exports.results(state, the_round(state, number)[0], words, language),
        "ranking": lambda: exports.ranking(state, words, number and the_round(state, number)[0], language),
        "teams": lambda: exports.teams(state, words, language),
        "prizes": lambda: exports.prizes(state, words, language),
    }
    if what not in rows:
        raise Misread("say/word", action=what, allowed=LISTS)
    return csv(rows[what](), language)


def pdf_of(state: State, what: str, number: int | None, language: str) -> bytes:
    """A list as PDF. number: of this round; what is of one round is of the last one without it.

    Raises Misread for a list that there is not and Refused for a round that was not drawn.
    """
    from schafkopf import paper

    wanted = next((name for name in paper.DOCUMENTS if name == what), None)
    if wanted is None:
        raise Misread("say/word", action=what, allowed=paper.DOCUMENTS)
    if wanted in paper.OF_A_ROUND or number is not None:
        number = the_round(state, number)[0]
    return paper.document(wanted, state, language, number)
