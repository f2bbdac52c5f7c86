"""Commands that only look at a sheet, or write it down elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from schafkopf.cli.books.options import Json, Lang, Out
from schafkopf.cli.sheet.options import File, Number

Files = Annotated[list[Path], typer.Argument(help="The files of the sheets.")]


def register(app: typer.Typer) -> None:
    """Put the commands there."""
    app.command("list")(list_)
    for command in (show, balance, curve, settle, statistics, season, history, export):
        app.command(command.__name__)(command)
    app.command("print")(print_)


def list_(
    file: File,
    deleted: Annotated[bool, typer.Option("--deleted", help="Deleted lines too.")] = False,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """All lines with their amounts, the balances, and who deals next."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.sheet.desk import read_state
    from schafkopf.cli.sheet.showing import show_sheet

    with speaking(lang, as_json=json) as speech:
        show_sheet(read_state(file), speech, deleted=deleted)


def show(file: File, number: Number, lang: Lang = None, json: Json = False) -> None:
    """One line with its bill and its history."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.sheet import booking
    from schafkopf.cli.sheet.desk import read_state
    from schafkopf.cli.sheet.showing import show_changes
    from schafkopf.cli.sheet.telling import line_facts, tell_line

    with speaking(lang, as_json=json) as speech:
        state = read_state(file)
        line = booking.numbered(state, number)
        tell_line(line, state, speech)
        show_changes(line, state, speech)
        speech.data(line_facts(line, state))


def balance(file: File, lang: Lang = None, json: Json = False) -> None:
    """How everybody stands, and how it came to that."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.sheet.desk import read_state
    from schafkopf.cli.sheet.showing import balance_data, show_balance

    with speaking(lang, as_json=json) as speech:
        state = read_state(file)
        show_balance(state, speech)
        speech.data(balance_data(state))


def curve(file: File, lang: Lang = None, json: Json = False) -> None:
    """The balances after every line, drawn small."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.sheet.desk import read_state
    from schafkopf.cli.sheet.showing import balance_data, show_curve

    with speaking(lang, as_json=json) as speech:
        state = read_state(file)
        show_curve(state, speech)
        speech.data(balance_data(state))


def settle(file: File, lang: Lang = None, json: Json = False) -> None:
    """Who pays whom, in the fewest payments, as it stands."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.sheet.desk import read_state
    from schafkopf.cli.sheet.showing import show_settling

    with speaking(lang, as_json=json) as speech:
        show_settling(read_state(file), speech)


def statistics(
    files: Files,
    person: Annotated[str | None, typer.Option(help="Only this person.")] = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """What the games say about people, on one sheet or on many; people of one name are one person."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.sheet.desk import read_states
    from schafkopf.cli.sheet.many import show_statistics

    with speaking(lang, as_json=json) as speech:
        show_statistics(read_states(files), person, speech)


def season(
    files: Files,
    best: Annotated[int | None, typer.Option(min=1, help="Only so many of the best evenings count.")] = None,
    at_least: Annotated[int, typer.Option(min=0, help="Who came to fewer evenings is not ranked.")] = 0,
    csv: Annotated[bool, typer.Option("--csv", help="As CSV for spreadsheets.")] = False,
    out: Out = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """The ranking over many evenings."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.sheet.desk import read_states
    from schafkopf.cli.sheet.many import show_season

    with speaking(lang, as_json=json) as speech:
        show_season(read_states(files), files, best, at_least, csv=csv, out=out, speech=speech)


def history(file: File, lang: Lang = None, json: Json = False) -> None:
    """Everything that was ever done on the sheet, what was taken back too."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.sheet.desk import read_log
    from schafkopf.cli.sheet.past import show_history

    with speaking(lang, as_json=json) as speech:
        show_history(read_log(file), speech)


def export(
    file: File,
    form: Annotated[str, typer.Option("--as", help="csv or json (the whole sheet, to be restored anywhere).")] = "csv",
    out: Out = None,
    lang: Lang = None,
) -> None:
    """Write the sheet down for a spreadsheet, or whole."""
    from schafkopf.cli.books.options import deliver
    from schafkopf.cli.books.speech import Misread, speaking
    from schafkopf.cli.sheet.desk import read_log
    from schafkopf.club.sheet import exports, fold
    from schafkopf.text.csvwords import csv_words

    with speaking(lang) as speech:
        log = read_log(file)
        if form not in ("csv", "json"):
            raise Misread("say/word", action=form, allowed=("csv", "json"))
        if form == "json":
            deliver(exports.backup(log), out, file)
        else:
            deliver(exports.game_csv(fold(log), csv_words(speech.language), speech.language), out, file)


def print_(file: File, out: Out = None, lang: Lang = None) -> None:
    """The sheet as a page of plain text, as wide as paper."""
    from schafkopf.cli.books.options import deliver
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.sheet.desk import read_state
    from schafkopf.cli.sheet.showing import page

    with speaking(lang) as speech:
        deliver(page(read_state(file), speech).encode(), out, file)
