"""Commands that only look at a tournament, or write it down elsewhere."""

from __future__ import annotations

from typing import Annotated

import typer

from schafkopf.cli.books.options import Json, Lang, Out
from schafkopf.cli.tournament import options as o

OfRound = Annotated[int | None, typer.Option("--round", "-r", min=1, help="Of this round; default: of all together.")]


def register(app: typer.Typer) -> None:
    """Put the commands there."""
    for command in (status, ranking, teams, prizes, board, history, export, paper, calendar):
        app.command(command.__name__)(command)


def status(file: o.File, lang: Lang = None, json: Json = False) -> None:
    """How it stands: the rounds, what is missing, what does not add up."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.tournament.desk import read_state
    from schafkopf.cli.tournament.showing import show_status

    with speaking(lang, as_json=json) as speech:
        show_status(read_state(file), speech)


def ranking(file: o.File, round: OfRound = None, lang: Lang = None, json: Json = False) -> None:
    """Everybody by place; the last column says what put somebody behind the one above."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.tournament.desk import read_state
    from schafkopf.cli.tournament.ranking import show_ranking

    with speaking(lang, as_json=json) as speech:
        show_ranking(read_state(file), round, speech)


def teams(file: o.File, lang: Lang = None, json: Json = False) -> None:
    """The ranking of the teams."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.tournament.desk import read_state
    from schafkopf.cli.tournament.ranking import show_teams

    with speaking(lang, as_json=json) as speech:
        show_teams(read_state(file), speech)


def prizes(file: o.File, lang: Lang = None, json: Json = False) -> None:
    """Who gets what as it stands."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.tournament.desk import read_state
    from schafkopf.cli.tournament.ranking import show_prizes

    with speaking(lang, as_json=json) as speech:
        show_prizes(read_state(file), speech)


def board(
    file: o.File,
    watch: Annotated[bool, typer.Option("--watch", help="Keep it up to date until Ctrl-C.")] = False,
    lang: Lang = None,
) -> None:
    """The ranking as it stands, and which tables are still out."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.tournament import ranking as rankings
    from schafkopf.cli.tournament.desk import read_state

    with speaking(lang) as speech:
        if watch:
            rankings.watch(file, speech)
        else:
            speech.show(rankings.board(read_state(file), speech))


def history(file: o.File, lang: Lang = None, json: Json = False) -> None:
    """Everything that happened, what was taken back too."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.tournament.desk import read_state
    from schafkopf.cli.tournament.past import show_history

    with speaking(lang, as_json=json) as speech:
        show_history(read_state(file), speech)


def export(
    file: o.File,
    what: Annotated[str, typer.Argument(help="entrants, seating, results, ranking, teams or prizes.")],
    round: o.Round = None,
    out: Out = None,
    lang: Lang = None,
) -> None:
    """A list as CSV for spreadsheets."""
    from schafkopf.cli.books.options import deliver
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.tournament.desk import read_state
    from schafkopf.cli.tournament.lists import csv_of

    with speaking(lang) as speech:
        deliver(csv_of(read_state(file), what, round, speech.language), out, file)


def paper(
    file: o.File,
    what: Annotated[str, typer.Argument(help="seating, sheets, cards, ranking, teams or prizes.")],
    round: o.Round = None,
    out: Out = None,
    lang: Lang = None,
) -> None:
    """A list as PDF, to print."""
    from schafkopf.cli.books.options import deliver
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.tournament.desk import read_state
    from schafkopf.cli.tournament.lists import pdf_of

    with speaking(lang) as speech:
        deliver(pdf_of(read_state(file), what, round, speech.language), out, file)


def calendar(file: o.File, out: Out = None, lang: Lang = None) -> None:
    """The tournament as an entry for calendars (ICS)."""
    from schafkopf.cli.books.options import deliver
    from schafkopf.cli.books.speech import Misread, speaking
    from schafkopf.cli.tournament.desk import read_state
    from schafkopf.club.tournament.calendar import ics

    with speaking(lang):
        state = read_state(file)
        if not state.settings.start:
            raise Misread("say/no-date")
        first = state.log[0]
        # The same entry again replaces the old one in a calendar; it is as old as the last change of the tournament.
        deliver(ics(state.settings, f"{first.command}@schafkopf", stamp_ms=state.log[-1].at_ms), out, file)
