"""Commands that only look at a tournament, or write it down elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from schafkopf.cli.books.command import document
from schafkopf.cli.books.options import Out
from schafkopf.cli.books.speech import Speech
from schafkopf.cli.tournament import options as o
from schafkopf.cli.tournament.command import reading

if TYPE_CHECKING:
    from schafkopf.club.tournament.state import State

OfRound = Annotated[int | None, typer.Option("--round", "-r", min=1, help="Of this round; default: of all together.")]


def register(app: typer.Typer) -> None:
    """Put the commands there."""
    for one in (status, ranking, teams, prizes, board, history, export, paper, calendar):
        app.command(one.__name__)(one)


@reading
def status(state: State, speech: Speech) -> None:
    """How it stands: the rounds, what is missing, what does not add up."""
    from schafkopf.cli.tournament.showing import show_status

    show_status(state, speech)


@reading
def ranking(state: State, speech: Speech, round: OfRound = None) -> None:
    """Everybody by place; the last column says what put somebody behind the one above."""
    from schafkopf.cli.tournament.ranking import show_ranking

    show_ranking(state, round, speech)


@reading
def teams(state: State, speech: Speech) -> None:
    """The ranking of the teams."""
    from schafkopf.cli.tournament.ranking import show_teams

    show_teams(state, speech)


@reading
def prizes(state: State, speech: Speech) -> None:
    """Who gets what as it stands."""
    from schafkopf.cli.tournament.ranking import show_prizes

    show_prizes(state, speech)


@document
def board(
    speech: Speech,
    file: o.File,
    watch: Annotated[bool, typer.Option("--watch", help="Keep it up to date until Ctrl-C.")] = False,
) -> None:
    """The ranking as it stands, and which tables are still out."""
    from schafkopf.cli.tournament import ranking as rankings
    from schafkopf.cli.tournament.desk import read_state

    if watch:
        rankings.watch(file, speech)
    else:
        speech.show(rankings.board(read_state(file), speech))


@reading
def history(state: State, speech: Speech) -> None:
    """Everything that happened, what was taken back too."""
    from schafkopf.cli.tournament.past import show_history

    show_history(state, speech)


@document
def export(
    speech: Speech,
    file: o.File,
    what: Annotated[str, typer.Argument(help="entrants, seating, results, ranking, teams or prizes.")],
    round: o.Round = None,
    out: Out = None,
) -> None:
    """A list as CSV for spreadsheets."""
    from schafkopf.cli.books.options import deliver
    from schafkopf.cli.tournament.desk import read_state
    from schafkopf.cli.tournament.lists import csv_of

    deliver(csv_of(read_state(file), what, round, speech.language), out, file)


@document
def paper(
    speech: Speech,
    file: o.File,
    what: Annotated[str, typer.Argument(help="seating, sheets, cards, ranking, teams or prizes.")],
    round: o.Round = None,
    out: Out = None,
) -> None:
    """A list as PDF, to print."""
    from schafkopf.cli.books.options import deliver
    from schafkopf.cli.tournament.desk import read_state
    from schafkopf.cli.tournament.lists import pdf_of

    deliver(pdf_of(read_state(file), what, round, speech.language), out, file)


@document
def calendar(speech: Speech, file: o.File, out: Out = None) -> None:
    """The tournament as an entry for calendars (ICS)."""
    from schafkopf.cli.books.options import deliver
    from schafkopf.cli.books.speech import Misread
    from schafkopf.cli.tournament.desk import read_state
    from schafkopf.club.tournament.calendar import ics

    state = read_state(file)
    if not state.settings.start:
        raise Misread("say/no-date")
    first = state.log[0]
    # The same entry again replaces the old one in a calendar; it is as old as the last change of the tournament.
    deliver(ics(state.settings, f"{first.command}@schafkopf", stamp_ms=state.log[-1].at_ms), out, file)
