"""Commands that only look at a sheet, or write it down elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from schafkopf.cli.books.command import command, document
from schafkopf.cli.books.options import Out
from schafkopf.cli.books.speech import Speech
from schafkopf.cli.sheet.command import reading
from schafkopf.cli.sheet.options import File, Number

if TYPE_CHECKING:
    from schafkopf.club.sheet import State

Files = Annotated[list[Path], typer.Argument(help="The files of the sheets.")]


def register(app: typer.Typer) -> None:
    """Put the commands there."""
    app.command("list")(list_)
    for one in (show, balance, curve, settle, statistics, season, history, export):
        app.command(one.__name__)(one)
    app.command("print")(print_)


@reading
def list_(
    state: State,
    speech: Speech,
    deleted: Annotated[bool, typer.Option("--deleted", help="Deleted lines too.")] = False,
) -> None:
    """All lines with their amounts, the balances, and who deals next."""
    from schafkopf.cli.sheet.showing import show_sheet

    show_sheet(state, speech, deleted=deleted)


@reading
def show(state: State, speech: Speech, number: Number) -> None:
    """One line with its bill and its history."""
    from schafkopf.cli.sheet import booking
    from schafkopf.cli.sheet.showing import show_changes
    from schafkopf.cli.sheet.telling import line_facts, tell_line

    line = booking.numbered(state, number)
    tell_line(line, state, speech)
    show_changes(line, state, speech)
    speech.data(line_facts(line, state))


@reading
def balance(state: State, speech: Speech) -> None:
    """How everybody stands, and how it came to that."""
    from schafkopf.cli.sheet.showing import balance_data, show_balance

    show_balance(state, speech)
    speech.data(balance_data(state))


@reading
def curve(state: State, speech: Speech) -> None:
    """The balances after every line, drawn small."""
    from schafkopf.cli.sheet.showing import balance_data, show_curve

    show_curve(state, speech)
    speech.data(balance_data(state))


@reading
def settle(state: State, speech: Speech) -> None:
    """Who pays whom, in the fewest payments, as it stands."""
    from schafkopf.cli.sheet.showing import show_settling

    show_settling(state, speech)


@command
def statistics(
    speech: Speech,
    files: Files,
    person: Annotated[str | None, typer.Option(help="Only this person.")] = None,
) -> None:
    """What the games say about people, on one sheet or on many; people of one name are one person."""
    from schafkopf.cli.sheet.desk import read_states
    from schafkopf.cli.sheet.many import show_statistics

    show_statistics(read_states(files), person, speech)


@command
def season(
    speech: Speech,
    files: Files,
    best: Annotated[int | None, typer.Option(min=1, help="Only so many of the best evenings count.")] = None,
    at_least: Annotated[int, typer.Option(min=0, help="Who came to fewer evenings is not ranked.")] = 0,
    csv: Annotated[bool, typer.Option("--csv", help="As CSV for spreadsheets.")] = False,
    out: Out = None,
) -> None:
    """The ranking over many evenings."""
    from schafkopf.cli.sheet.desk import read_states
    from schafkopf.cli.sheet.many import show_season

    show_season(read_states(files), files, best, at_least, csv=csv, out=out, speech=speech)


@command
def history(speech: Speech, file: File) -> None:
    """Everything that was ever done on the sheet, what was taken back too."""
    from schafkopf.cli.sheet.desk import read_log
    from schafkopf.cli.sheet.past import show_history

    show_history(read_log(file), speech)


@document
def export(
    speech: Speech,
    file: File,
    form: Annotated[str, typer.Option("--as", help="csv or json (the whole sheet, to be restored anywhere).")] = "csv",
    out: Out = None,
) -> None:
    """Write the sheet down for a spreadsheet, or whole."""
    from schafkopf.cli.books.options import deliver
    from schafkopf.cli.books.speech import Misread
    from schafkopf.cli.sheet.desk import read_log
    from schafkopf.club.sheet import exports, fold
    from schafkopf.text.csvwords import csv_words

    log = read_log(file)
    if form not in ("csv", "json"):
        raise Misread("say/word", action=form, allowed=("csv", "json"))
    if form == "json":
        deliver(exports.backup(log), out, file)
    else:
        deliver(exports.game_csv(fold(log), csv_words(speech.language), speech.language), out, file)


@document
def print_(speech: Speech, file: File, out: Out = None) -> None:
    """The sheet as a page of plain text, as wide as paper."""
    from schafkopf.cli.books.options import deliver
    from schafkopf.cli.sheet.desk import read_state
    from schafkopf.cli.sheet.showing import page

    deliver(page(read_state(file), speech).encode(), out, file)
