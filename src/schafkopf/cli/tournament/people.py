"""Commands about who takes part."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from schafkopf.cli.books.options import By, Json, Lang
from schafkopf.cli.tournament import options as o

if TYPE_CHECKING:
    from schafkopf.club.tournament.commands import Doing
    from schafkopf.club.tournament.state import State

Club = Annotated[str | None, typer.Option(help="The club.")]
Team = Annotated[str | None, typer.Option(help="The team, ranked together.")]
Pair = Annotated[str | None, typer.Option(help="A mark that two share who shall not sit at one table.")]


def register(app: typer.Typer) -> None:
    """Put the commands there."""
    for command in (entries, enter, edit, leave, substitute):
        app.command(command.__name__)(command)
    app.command("return")(return_)
    app.command("import")(import_)


def entries(file: o.File, lang: Lang = None, json: Json = False) -> None:
    """The entry list."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.tournament.desk import read_state
    from schafkopf.cli.tournament.showing import show_entries

    with speaking(lang, as_json=json) as speech:
        show_entries(read_state(file), speech)


def enter(
    file: o.File,
    names: Annotated[list[str], typer.Argument(help="Who takes part; several names of one club, team or pair.")],
    number: Annotated[int | None, typer.Option(min=1, help="The start number, of a single entry.")] = None,
    club: Club = None,
    team: Team = None,
    pair: Pair = None,
    by: By = "Terminal",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Put people on the list, late ones too: once a round has been drawn they play from the next one on."""
    from schafkopf.cli.books.speech import Misread
    from schafkopf.club.tournament.commands import Enter, Person

    def command(state: State) -> Doing:
        if number is not None and len(names) > 1:
            raise Misread("say/too-many", action=str(number))
        return Enter(tuple(Person(name, number, club or "", team or "", pair or "") for name in names))

    _do(file, command, by, lang, json)


def import_(
    file: o.File,
    table: Annotated[Path, typer.Argument(help="CSV with a column of names; number, club, team, pair if there are.")],
    strict: Annotated[bool, typer.Option("--strict", help="Take nobody if any row cannot be taken.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only look at the list.")] = False,
    by: By = "Terminal",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Take an entry list over from a spreadsheet. Exit code 1 if a row was not taken."""
    from schafkopf.cli.tournament.importing import run

    raise typer.Exit(run(file, table, strict=strict, dry_run=dry_run, by=by, lang=lang, as_json=json))


def edit(
    file: o.File,
    number: o.Entrant,
    name: Annotated[str | None, typer.Option(help="The name as it should be; for somebody else: substitute.")] = None,
    club: Club = None,
    team: Team = None,
    pair: Pair = None,
    by: By = "Terminal",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Put an entry right; what is not given stays, '' takes it away."""
    from schafkopf.club.tournament.commands import Edit, Person
    from schafkopf.club.tournament.rounds import known

    def command(state: State) -> Doing:
        old = known(state, number)
        pairs = ((old.name, name), (old.club, club), (old.team, team), (old.pair, pair))
        words = [was if now is None else now for was, now in pairs]
        return Edit(number, Person(words[0], None, *words[1:]))

    _do(file, command, by, lang, json)


def leave(file: o.File, number: o.Entrant, by: By = "Terminal", lang: Lang = None, json: Json = False) -> None:
    """Somebody leaves: off the list, or after the round that is running."""
    from schafkopf.club.tournament.commands import Leave
    from schafkopf.club.tournament.rounds import known

    _do(file, lambda state: Leave(known(state, number).number), by, lang, json)


def return_(file: o.File, number: o.Entrant, by: By = "Terminal", lang: Lang = None, json: Json = False) -> None:
    """Somebody who left plays again from the next draw on."""
    from schafkopf.club.tournament.commands import Return

    _do(file, lambda state: Return(number), by, lang, json)


def substitute(
    file: o.File,
    number: o.Entrant,
    name: Annotated[str, typer.Argument(help="Who plays on under the number and inherits its points.")],
    reason: o.Reason = "",
    by: By = "Terminal",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Somebody else plays on under a start number."""
    from schafkopf.club.tournament.commands import Substitute

    _do(file, lambda state: Substitute(number, name, reason), by, lang, json)


def _do(file: Path, command, by: str, lang: str | None, json: bool) -> None:  # type: ignore[no-untyped-def]
    """Do what `command` makes of the tournament, and show the list."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.tournament.desk import Desk
    from schafkopf.cli.tournament.showing import show_entries

    with speaking(lang, as_json=json) as speech:
        desk = Desk.open(file, by=by)
        desk.do(command(desk.state))
        show_entries(desk.state, speech)
