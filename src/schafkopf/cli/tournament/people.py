"""Commands about who takes part."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from schafkopf.cli.books.speech import Speech
from schafkopf.cli.tournament import options as o
from schafkopf.cli.tournament.command import reading, writing

if TYPE_CHECKING:
    from schafkopf.cli.tournament.desk import Desk
    from schafkopf.club.tournament.commands import Doing
    from schafkopf.club.tournament.state import State

Club = Annotated[str | None, typer.Option(help="The club.")]
Team = Annotated[str | None, typer.Option(help="The team, ranked together.")]
Pair = Annotated[str | None, typer.Option(help="A mark that two share who shall not sit at one table.")]


def register(app: typer.Typer) -> None:
    """Put the commands there."""
    for one in (entries, enter, edit, leave, substitute):
        app.command(one.__name__)(one)
    app.command("return")(return_)
    app.command("import")(import_)


@reading
def entries(state: State, speech: Speech) -> None:
    """The entry list."""
    from schafkopf.cli.tournament.showing import show_entries

    show_entries(state, speech)


@writing
def enter(
    desk: Desk,
    speech: Speech,
    names: Annotated[list[str], typer.Argument(help="Who takes part; several names of one club, team or pair.")],
    number: Annotated[int | None, typer.Option(min=1, help="The start number, of a single entry.")] = None,
    club: Club = None,
    team: Team = None,
    pair: Pair = None,
) -> None:
    """Put people on the list, late ones too: once a round has been drawn they play from the next one on."""
    from schafkopf.cli.books.speech import Misread
    from schafkopf.club.tournament.commands import Enter, Person

    def command(state: State) -> Doing:
        if number is not None and len(names) > 1:
            raise Misread("say/too-many", action=str(number))
        return Enter(tuple(Person(name, number, club or "", team or "", pair or "") for name in names))

    _do(desk, speech, command)


@writing
def import_(
    desk: Desk,
    speech: Speech,
    table: Annotated[Path, typer.Argument(help="CSV with a column of names; number, club, team, pair if there are.")],
    strict: Annotated[bool, typer.Option("--strict", help="Take nobody if any row cannot be taken.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only look at the list.")] = False,
) -> None:
    """Take an entry list over from a spreadsheet. Exit code 1 if a row was not taken."""
    from schafkopf.cli.tournament.importing import run

    raise typer.Exit(run(desk, table, speech, strict=strict, dry_run=dry_run))


@writing
def edit(
    desk: Desk,
    speech: Speech,
    number: o.Entrant,
    name: Annotated[str | None, typer.Option(help="The name as it should be; for somebody else: substitute.")] = None,
    club: Club = None,
    team: Team = None,
    pair: Pair = None,
) -> None:
    """Put an entry right; what is not given stays, '' takes it away."""
    from schafkopf.club.tournament.commands import Edit, Person
    from schafkopf.club.tournament.rounds import known

    def command(state: State) -> Doing:
        old = known(state, number)
        pairs = ((old.name, name), (old.club, club), (old.team, team), (old.pair, pair))
        words = [was if now is None else now for was, now in pairs]
        return Edit(number, Person(words[0], None, *words[1:]))

    _do(desk, speech, command)


@writing
def leave(desk: Desk, speech: Speech, number: o.Entrant) -> None:
    """Somebody leaves: off the list, or after the round that is running."""
    from schafkopf.club.tournament.commands import Leave
    from schafkopf.club.tournament.rounds import known

    _do(desk, speech, lambda state: Leave(known(state, number).number))


@writing
def return_(desk: Desk, speech: Speech, number: o.Entrant) -> None:
    """Somebody who left plays again from the next draw on."""
    from schafkopf.club.tournament.commands import Return

    _do(desk, speech, lambda state: Return(number))


@writing
def substitute(
    desk: Desk,
    speech: Speech,
    number: o.Entrant,
    name: Annotated[str, typer.Argument(help="Who plays on under the number and inherits its points.")],
    reason: o.Reason = "",
) -> None:
    """Somebody else plays on under a start number."""
    from schafkopf.club.tournament.commands import Substitute

    _do(desk, speech, lambda state: Substitute(number, name, reason))


def _do(desk: Desk, speech: Speech, command: Callable[[State], Doing]) -> None:
    """Do what `command` makes of the tournament, and show the list."""
    from schafkopf.cli.tournament.showing import show_entries

    desk.do(command(desk.state))
    show_entries(desk.state, speech)
