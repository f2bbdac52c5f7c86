"""`schafkopf bot`: a bot on another machine, a player like any other."""

from __future__ import annotations

from typing import Annotated

import typer


def bot_command(
    server: Annotated[str, typer.Option(help="Address of the server: https://...")],
    table: Annotated[str, typer.Option(help="Code or id of the table.")],
    level: Annotated[str, typer.Option(help="easy, medium, hard, or a bot of the engine by name.")] = "medium",
    name: Annotated[str | None, typer.Option(help="How it is called at the table.")] = None,
    key: Annotated[
        str | None, typer.Option(help="Who it is: the value of the cookie; none: a new guest.", envvar="SCHAFKOPF_KEY")
    ] = None,
) -> None:
    """A bot that takes a free seat at a table of a server and plays there until the evening is over."""
    from schafkopf.cli.serve.botting import run

    raise typer.Exit(run(server, table, level=level, name=name, key=key))
