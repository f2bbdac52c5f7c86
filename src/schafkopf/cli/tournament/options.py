"""Arguments that the commands of a tournament share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from schafkopf.cli.books.options import Setting

File = Annotated[Path, typer.Argument(help="The file of the tournament.")]
Entrant = Annotated[int, typer.Argument(min=1, help="A start number.")]
Table = Annotated[int, typer.Argument(min=1, help="The number of a table.")]
Round = Annotated[int | None, typer.Option("--round", "-r", min=1, help="Which round; default: the last one drawn.")]
Reason = Annotated[str, typer.Option(help="Why; it stays in the history.")]
Seed = Annotated[str, typer.Option(help="A seed that was drawn in public; default: drawn by this computer.")]

# What the host sets up; None: as it is, or as usual.
Rounds = Annotated[int | None, typer.Option(help="How many rounds.")]
Games = Annotated[int | None, typer.Option(help="Games in a round at each table.")]
Rules = Annotated[str | None, typer.Option(help="A ruleset, with named overrides after +, or a TOML file.")]
ThreeRules = Annotated[
    str | None, typer.Option(help="The ruleset at tables with one player fewer; '' for no such tables.")
]
ThreeSet = Annotated[list[str] | None, typer.Option("--three-set", help="A switch of those rules; repeat it.")]
SchemeOf = Annotated[
    str | None,
    typer.Option(help="money, points-6, points-15, plus, short-5-10-15, or a JSON file with a scheme of your own."),
]
Ties = Annotated[
    str | None, typer.Option(help="Who is better among equals: points,solos,solos_won,games_won,lot in your order.")
]
Split = Annotated[str | None, typer.Option(help="Where the number does not divide: threes or fives.")]
Seating = Annotated[str | None, typer.Option(help="lot, or moves: up and down after each round.")]
Movers = Annotated[int | None, typer.Option(help="With moves: how many go up and down from each table, 1 or 2.")]
TeamBest = Annotated[int | None, typer.Option(min=0, help="How many members count for a team; 0: all.")]
Leavers = Annotated[str | None, typer.Option(help="Whether who left keeps a place: ranked or out.")]
Prizes = Annotated[
    list[str] | None,
    typer.Option("--prize", help="What a place gets: 150 (euros), a thing, or 12,50+ham; repeat it."),
]
PrizeTies = Annotated[str | None, typer.Option(help="Equal players share their prizes, or each gets the full one.")]
Place = Annotated[str | None, typer.Option(help="Where it is.")]
Start = Annotated[str | None, typer.Option(help="When it begins, local time: 2026-05-01T19:00.")]
Minutes = Annotated[int | None, typer.Option(help="How long it lasts.")]
Zone = Annotated[str | None, typer.Option(help="The time zone: Europe/Berlin.")]
SETTINGS = {
    "rounds": Rounds,
    "games": Games,
    "rules": Rules,
    "set_": Setting,
    "three_rules": ThreeRules,
    "three_set": ThreeSet,
    "scheme": SchemeOf,
    "ties": Ties,
    "split": Split,
    "seating": Seating,
    "movers": Movers,
    "team_best": TeamBest,
    "leavers": Leavers,
    "prize": Prizes,
    "prize_ties": PrizeTies,
    "place": Place,
    "start": Start,
    "minutes": Minutes,
    "zone": Zone,
}
"""What stands for a switch of `new` and `change`: its name in Python, and its option."""
