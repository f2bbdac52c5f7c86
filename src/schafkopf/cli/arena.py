"""`schafkopf arena`: bots against bots on duplicate deals."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from schafkopf.research.arena import Settings
    from schafkopf.research.estimate import Estimate, Lineup, Report


@dataclass(frozen=True, kw_only=True)
class Options:
    """What was asked for."""

    a: str
    b: str
    deals: int
    rules: str
    seed: int
    ms: float | None
    nodes: int | None
    jobs: int | None
    lineup: str
    split: bool
    file: Path | None
    as_json: bool


def arena_command(
    a: Annotated[str, typer.Argument(help="The bot to measure: rules, rules:bold, random, ...; CARDS/WORDS for two.")],
    b: Annotated[str, typer.Argument(help="The bot to measure it against.")],
    deals: Annotated[int, typer.Option(help="How many deals; each is played once in every seating.")] = 1000,
    rules: Annotated[str, typer.Option(help="A ruleset, with named overrides after +, or a TOML file.")] = "bavaria",
    seed: Annotated[int, typer.Option(help="The same seed gives the same deals, and the same result.")] = 1,
    ms: Annotated[
        float | None,
        typer.Option(help="Milliseconds for an answer; the clock then decides, and a result cannot be had again."),
    ] = None,
    nodes: Annotated[int | None, typer.Option(help="Amount of search for an answer; gives the same anywhere.")] = None,
    jobs: Annotated[int | None, typer.Option(help="Processes; as many as there are cores if not given.")] = None,
    lineup: Annotated[
        str, typer.Option(help="one (one A among Bs, on each seat), opposite (ABAB and BABA), three; several with ','.")
    ] = "one",
    split: Annotated[
        bool, typer.Option("--split", help="Also measure A's cards alone (with B's words), and A's words alone.")
    ] = False,
    file: Annotated[
        Path | None, typer.Option(help="Keep the results of each deal here; the same command goes on from there.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Bots against bots on duplicate deals: amount per seat and deal, with 95 % bounds.

    Exit code 1 if a bot failed (an illegal answer or an error; that deal is not counted), 2 for bad input.
    """
    raise typer.Exit(
        run(
            Options(
                a=a,
                b=b,
                deals=deals,
                rules=rules,
                seed=seed,
                ms=ms,
                nodes=nodes,
                jobs=jobs,
                lineup=lineup,
                split=split,
                file=file,
                as_json=as_json,
            )
        )
    )


def run(options: Options) -> int:
    """Play what is missing and print what it says; returns the exit code."""
    from schafkopf.cli.mind import cores
    from schafkopf.cli.streams import plain_output, refused
    from schafkopf.research import arena
    from schafkopf.research.estimate import report
    from schafkopf.research.results import Results, WrongFile

    try:
        settings = _settings(options)
        jobs = options.jobs if options.jobs is not None else cores()
        if jobs < 1 or options.deals < 1:
            raise ValueError("--jobs and --deals are at least 1")
        results = Results(settings.header(), options.file)
    except (ValueError, WrongFile) as error:
        return refused(str(error))
    except OSError as error:
        return refused(f"{options.file}: {error.strerror}")
    missing = list(results.missing(options.deals))
    with results, plain_output():
        try:
            with _progress(len(missing), options.deals) as advance:
                for line in arena.run(settings, missing, jobs=min(jobs, max(1, len(missing)))):
                    results.add(line)
                    advance()
        except KeyboardInterrupt:
            kept = "" if options.file is None else f" are in {options.file}; the same command goes on from there"
            print(f"schafkopf: stopped; {len(results.lines)} deals{kept}", file=sys.stderr)
            return 130
        found = report(settings, results.of(options.deals))
        if options.as_json:
            print(json.dumps({**settings.header(), **found.as_dict()}, ensure_ascii=False))
        else:
            _show(settings, found)
    return int(bool(found.broken))


def _settings(options: Options) -> Settings:
    """Raises ValueError."""
    from schafkopf.cli.mind import announce_bots
    from schafkopf.cli.rules import read_ruleset
    from schafkopf.engine.bots.player import Budget
    from schafkopf.game.errors import InvalidRuleset
    from schafkopf.research.arena import Settings

    try:
        rules = read_ruleset(options.rules)
    except InvalidRuleset as error:
        raise ValueError(f"--rules: {error}") from None
    # To look at a bot is to load it: here it is compiled, before other processes need it.
    announce_bots("en", options.a, options.b)
    return Settings(
        options.a,
        options.b,
        rules,
        options.rules,
        seed=options.seed,
        budget=Budget(ms=options.ms, nodes=options.nodes),
        lineups=tuple(name.strip() for name in options.lineup.split(",")),
        split=options.split,
    )


@contextmanager
def _progress(missing: int, deals: int) -> Iterator[Callable[[], object]]:
    """A bar on standard error while somebody watches; yields what moves it on by a deal."""
    if not sys.stderr.isatty() or not missing:
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("deals", total=deals, completed=deals - missing)
        yield lambda: bar.advance(task)


# -- for people --------------------------------------------------------------------------------------------------------


def _show(settings: Settings, found: Report) -> None:
    from schafkopf.cli.streams import console as new_console

    console = new_console()
    counted = f"{found.deals} deals" if found.deals != 1 else "one deal"
    console.print(
        f"A = {settings.a}, B = {settings.b}; {settings.rules_name}, {counted}, seed {settings.seed}", markup=False
    )
    console.print(_amounts(settings, found))
    for name, lineup in found.lineups.items():
        console.print(_roles(name, lineup, found.unit))
    console.print(_efforts(settings, found))
    if found.broken:
        text = f"{found.broken} deals are not counted, since a bot failed in {len(found.errors)} of their games:"
        console.print(text, style="bold red", markup=False)
        for error in found.errors[:5]:
            console.print(f"  deal {error['deal']}, {error['seats']}: {error['error']}", style="red", markup=False)


def _table(title: str, *columns: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", pad_edge=False, padding=(0, 1, 0, 0))
    for place, column in enumerate(columns):
        # Where it gets narrow a name is folded, never a figure.
        table.add_column(column, justify="left" if place == 0 else "right", no_wrap=place > 0)
    return table


def _amounts(settings: Settings, found: Report) -> Table:
    from schafkopf.research.arena import LINEUPS

    table = _table(f"{found.unit} per seat and deal", "line-up", "mean", "error", "95 % bounds")

    def row(name: str, value: Estimate | None) -> None:
        if value is None:
            table.add_row(name, "–", "", "")
        elif value.error is None:
            table.add_row(name, f"{value.mean:+.2f}", "", "")
        else:
            table.add_row(name, f"{value.mean:+.2f}", f"{value.error:.2f}", f"{value.low:+.2f} … {value.high:+.2f}")

    for name, lineup in found.lineups.items():
        row(f"{name}: A", lineup.a)
        row("  B in the same games", lineup.b)
        row("  A less B", lineup.difference)
        if settings.split:
            row("  A's cards alone", lineup.parts["cards"])
            row("  A's words alone", lineup.parts["words"])
            row("  more by both together", lineup.parts["both"])
    table.caption = "; ".join(f"{name}: {LINEUPS[name]}" for name in found.lineups)
    table.caption_justify = "left"
    return table


def _roles(name: str, lineup: Lineup, unit: str) -> Table:
    table = _table(f"where it comes from ({name})", "role", "A: share", unit, "won", "B: share", unit, "won")
    roles = dict.fromkeys((*lineup.roles["A"], *lineup.roles["B"]))
    for role in roles:
        cells = []
        for letter in "AB":
            one = lineup.roles[letter].get(role)
            if one is None:
                cells += ["–", "", ""]
            else:
                cells += [f"{one.share:.1%}", f"{one.mean:+.1f}", "" if one.won is None else f"{one.won:.1%}"]
        table.add_row(role, *cells)
    return table


def _efforts(settings: Settings, found: Report) -> Table:
    columns = ("bot", "answers", "no choice", "fallbacks", "mean ms", "slowest ms")
    table = _table("what it took", *columns)
    for letter, effort in found.efforts.items():
        table.add_row(
            f"{letter} {settings.bots[letter]}",
            *(str(count) for count in (effort.answers, effort.forced, effort.fallbacks)),
            f"{effort.mean_ms:.3f}",
            f"{effort.slowest_ms:.1f}",
        )
    return table
