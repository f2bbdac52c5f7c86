"""`schafkopf bench`: how fast the solver, playouts and the bots are on this machine."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from schafkopf.research.speed import Figure


def bench_command(
    quick: Annotated[bool, typer.Option("--quick", help="A tenth of the deals, less time for each bot.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Measure this machine: exact solves on 200 fixed deals per contract, random playouts, moves of each bot.

    Node counts are the same everywhere; times are CPU time of one core.
    """
    raise typer.Exit(run(quick=quick, as_json=as_json))


def run(*, quick: bool, as_json: bool) -> int:
    """Measure and print; returns the exit code."""
    from schafkopf.cli.mind import announce_compiling
    from schafkopf.cli.streams import plain_output

    announce_compiling("en", "solver", "ramsch", "worlds", "playouts", "pimc")
    from schafkopf import __version__
    from schafkopf.research import speed

    with plain_output():
        found: list[Figure] = []
        with _progress(speed.figures()) as advance:
            for figure in speed.measure(quick=quick):
                found.append(figure)
                advance()
        groups: dict[str, list[Figure]] = {
            "solver": [figure for figure in found if isinstance(figure, speed.Solving)],
            "playouts": [figure for figure in found if isinstance(figure, speed.Playing)],
            "bots": [figure for figure in found if isinstance(figure, speed.Thinking)],
        }
        if as_json:
            lists = {name: [speed.as_dict(figure) for figure in group] for name, group in groups.items()}
            print(json.dumps({"schafkopf": __version__, **speed.machine(), "quick": quick, **lists}))
        else:
            _show(groups)
    return 0


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], object]]:
    """A bar on standard error while somebody watches; yields what moves it on."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("measuring", total=total)
        yield lambda: bar.advance(task)


def _show(groups: dict[str, list[Figure]]) -> None:
    from schafkopf.cli.streams import console as new_console
    from schafkopf.research import speed

    console = new_console()
    here = speed.machine()
    console.print(
        f"{here['cores']} cores ({here['machine']}), Python {here['python']}, Numba {here['numba']}", markup=False
    )
    table = _table("exact solver, CPU ms of one core", "median", "mean", "95 %", "worst", "nodes", "mean nodes")
    for figure in groups["solver"]:
        assert isinstance(figure, speed.Solving)
        if figure.question == next(iter(speed.QUESTIONS)):
            table.add_section()
            table.add_row(f"[bold]{figure.contract}[/bold], {figure.deals} deals")
        ms, nodes = figure.ms, figure.nodes
        times = (_ms(number) for number in (ms.median, ms.mean, ms.p95, ms.worst))
        table.add_row(f" {speed.QUESTIONS[figure.question]}", *times, f"{nodes.median:,.0f}", f"{nodes.mean:,.0f}")
    console.print(table)
    table = _table("random complete playouts, one core", "per second")
    for figure in groups["playouts"]:
        assert isinstance(figure, speed.Playing)
        table.add_row(figure.contract, f"{figure.per_second:,.0f}")
    console.print(table)
    table = _table("bots, bavaria", "answers per second", "slowest ms", "answers")
    for figure in groups["bots"]:
        assert isinstance(figure, speed.Thinking)
        table.add_row(figure.name, f"{figure.per_second:,.0f}", f"{figure.slowest_ms:.1f}", str(figure.answers))
    console.print(table)


def _ms(number: float) -> str:
    return f"{number:.2f}" if number < 10 else f"{number:.1f}" if number < 100 else f"{number:,.0f}"


def _table(title: str, *columns: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, column in enumerate((title, *columns)):
        table.add_column(column, justify="left" if place == 0 else "right")
    return table
