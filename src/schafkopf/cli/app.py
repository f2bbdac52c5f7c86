"""The command line. Command bodies import what they need, so that `--help` stays quick."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from schafkopf.cli.analyse import analyse_command
from schafkopf.cli.arena import arena_command
from schafkopf.cli.bench import bench_command
from schafkopf.cli.later import later
from schafkopf.cli.play.app import play_command
from schafkopf.cli.serve.bot import bot_command
from schafkopf.cli.serve.command import serve_command
from schafkopf.cli.solve import solve_command

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="Schafkopf: play it, referee it, read its rules.",
    pretty_exceptions_enable=False,
)
importing = typer.Typer(no_args_is_help=True, help="Turn another program's files into records.")
app.add_typer(importing, name="import")
sheet = typer.Typer(
    no_args_is_help=True,
    cls=later("schafkopf.cli.sheet.app"),
    help="A score sheet for a real table, kept in a file. The same file can be restored at the web table.",
)
tournament = typer.Typer(
    no_args_is_help=True,
    cls=later("schafkopf.cli.tournament.app"),
    help="A tournament for a club, kept in a file. The same file can be restored at the web table.",
)
app.add_typer(sheet, name="sheet")
app.add_typer(tournament, name="tournament")

Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Language = Annotated[str | None, typer.Option("--lang", help="de, en, be, pt, fi or ru; default: the system's.")]

app.command("play")(play_command)
app.command("serve")(serve_command)
app.command("bot")(bot_command)
app.command("solve")(solve_command)
app.command("analyse")(analyse_command)
app.command("arena")(arena_command)
app.command("bench")(bench_command)


def _print_version(wanted: bool) -> None:
    if wanted:
        from schafkopf import __version__

        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and stop.", is_eager=True, callback=_print_version),
    ] = False,
) -> None:
    """Schafkopf: play it, referee it, read its rules."""


@app.command()
def replay(
    file: Annotated[str, typer.Argument(help="A file of records, one a line; - is standard input.")],
    json: Json = False,
    session: Annotated[
        bool, typer.Option("--session", help="Also check that each line follows from the line before.")
    ] = False,
    lang: Language = None,
) -> None:
    """Referee: replay records, check each step, price each deal. Exit code 1 if any line fails."""
    from schafkopf.cli.replay import run

    raise typer.Exit(run(file, as_json=json, follow=session, lang=lang))


@app.command()
def rules(
    ruleset: Annotated[
        str | None, typer.Argument(help="A ruleset, with named overrides after +, or a TOML file; none: list them.")
    ] = None,
    lang: Language = None,
    json: Json = False,
    toml: Annotated[bool, typer.Option("--toml", help="Print the ruleset as a TOML file.")] = False,
) -> None:
    """The rulesets; one of them as a rulebook in any of the six languages, or as data."""
    from schafkopf.cli.rules import run

    raise typer.Exit(run(ruleset, lang=lang, as_json=json, as_toml=toml))


@app.command()
def verify(
    file: Annotated[str, typer.Argument(help="A file of shuffles, one a line; - is standard input.")],
    json: Json = False,
    lang: Language = None,
) -> None:
    """Deal shuffles of the web table again from everybody's secrets. Exit code 1 if any does not check."""
    from schafkopf.cli.verify import run

    raise typer.Exit(run(file, as_json=json, lang=lang))


@importing.command("netschafkopf")
def import_netschafkopf(
    file: Annotated[str, typer.Argument(help="A protocol of NetSchafkopf; - is standard input.")],
    json: Annotated[
        bool, typer.Option("--json", help="Report hands that are not ours as JSON lines among the records.")
    ] = False,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write the records to this file.")] = None,
) -> None:
    """Protocols of NetSchafkopf -> records, one a line. Exit code 1 if a hand could not be turned into one."""
    from schafkopf.cli.importing import run

    raise typer.Exit(run(file, as_json=json, output=output))
