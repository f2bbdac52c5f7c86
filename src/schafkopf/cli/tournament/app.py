"""`schafkopf tournament` with its commands; their bodies import what they need."""

from __future__ import annotations

import typer

from schafkopf.cli.tournament import looking, people, results, rounds, setup

app = typer.Typer()
for group in (setup, people, rounds, results, looking):
    group.register(app)
