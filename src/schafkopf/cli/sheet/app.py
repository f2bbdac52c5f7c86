"""`schafkopf sheet` with its commands; their bodies import what they need."""

from __future__ import annotations

import typer

from schafkopf.cli.sheet import looking, people, writing

app = typer.Typer()
for group in (people, writing, looking):
    group.register(app)
