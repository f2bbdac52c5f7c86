"""What every document has: language, title, head and foot."""

from __future__ import annotations

from typing import Any

from schafkopf.club.tournament.state import State
from schafkopf.paper.words import Words


def page(state: State, words: Words, document: str, number: int | None = None) -> dict[str, Any]:
    """The common part of a document's data; number: the round that it is about."""
    setup = state.settings
    title = words.say("title", document)
    of_round = "" if number is None else words.say("page", "round", number=number, rounds=setup.rounds)
    date = words.date(setup.start)
    return {
        "language": words.language,
        "name": setup.name,
        "title": title,
        "round": of_round,
        "where": " · ".join(part for part in (date, setup.place) if part),
        "date": date,
        "page": words.table("page")["page"],
        "page-table": words.table("page")["table"],
    }
