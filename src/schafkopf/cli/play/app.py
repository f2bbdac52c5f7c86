"""The command with its options; everything else is imported when it runs."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import Annotated

import typer


def called_as(program: str) -> str:
    """How to call this program again from this folder: by its name where the shell finds it, else by its path."""
    path = Path(program)
    if path.name == "__main__.py":
        return f"{_from_here(sys.executable)} -m schafkopf"
    found = shutil.which(path.name)
    return path.name if found and path.exists() and os.path.samefile(found, path) else _from_here(program)


def _from_here(path: str) -> str:
    try:
        short = os.path.relpath(path)
    except ValueError:
        # On another drive.
        short = path
    return shlex.quote(os.path.abspath(path) if short.startswith(os.pardir) else short)


def play_command(
    rules: Annotated[
        str | None,
        typer.Option(help="Ruleset, named overrides after + (be-1989+pot), or a house ruleset as a TOML file."),
    ] = None,
    names: Annotated[str | None, typer.Option(help="Who sits at the table, clockwise: A,B,C,D.")] = None,
    seat: Annotated[int | None, typer.Option(min=0, max=5, help="Your place among the names, from 0.")] = None,
    lang: Annotated[str | None, typer.Option(help="de, en, be, pt, fi or ru; default: the system's.")] = None,
    cards: Annotated[str | None, typer.Option(help="german or french.")] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            help="Who plays the other seats: rules (or rules:bold, rules:cautious), pimc:easy, :medium, :hard."
        ),
    ] = None,
    file: Annotated[
        Path | None, typer.Option(help="Where the evening is kept; default: in the user's data folder.")
    ] = None,
    new: Annotated[bool, typer.Option("--new", help="Begin a new evening without asking.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the last evening without asking.")] = False,
    seed: Annotated[int | None, typer.Option(help="Makes the evening repeatable.")] = None,
    deals: Annotated[int | None, typer.Option(min=1, help="Stop after so many deals; a later call goes on.")] = None,
    width: Annotated[int | None, typer.Option(min=50, help="Width of the screen in characters.")] = None,
    fast: Annotated[bool, typer.Option("--fast", help="No pauses after the moves of the others.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="A bot plays your seat too; you look on.")] = False,
) -> None:
    """Play an evening in the terminal. Everything is saved at once; leave whenever you like."""
    from schafkopf.cli.language import chosen
    from schafkopf.cli.play.evening import Options, run
    from schafkopf.cli.streams import plain_output

    options = Options(
        rules=rules,
        names=names,
        seat=seat,
        language=None if lang is None else chosen(lang),
        cards=cards,
        bots=bots,
        file=file,
        new=new,
        resume=resume,
        seed=seed,
        deals=deals,
        width=width,
        fast=fast,
        watch=watch,
    )
    with plain_output():
        code = run(options, program=called_as(sys.argv[0]))
    raise typer.Exit(code)
