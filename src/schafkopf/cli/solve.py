"""`schafkopf solve`: what deals are worth with all cards in view."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from schafkopf.cli.mind import Speech
    from schafkopf.engine.solver import Solution
    from schafkopf.game.deal import Deal
    from schafkopf.game.errors import SchafkopfError
    from schafkopf.game.record import Record

    Judged = tuple[int, Record | None, Deal | SchafkopfError]
    Answer = tuple[int, Record | None, Deal | None, Solution | SchafkopfError]

_BIG_FILE = 1 << 16


def solve_command(
    file: Annotated[str, typer.Argument(help="A file of records, one a line; - is standard input.")],
    money: Annotated[bool, typer.Option("--money", help="Amounts instead of card points.")] = False,
    nodes: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="Stop the search of a line after so many cards, 0: never; default: never, but in Ramsch some seconds. "
            "In Ramsch the last three cards of each hand are searched to the end all the same.",
        ),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Lines of a file solved at the same time; as many as there are cores.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
    lang: Annotated[str | None, typer.Option(help="de, en, be, pt, fi or ru; default: the system's.")] = None,
    cards: Annotated[str | None, typer.Option(help="german or french.")] = None,
) -> None:
    """All hands open: what each deal is worth with best play by everybody, and each card that may be played now.

    Exit code 1 if any line fails.
    """
    raise typer.Exit(run(file, money=money, nodes=nodes, jobs=jobs, as_json=json, lang=lang, cards=cards))


def run(
    file: str,
    *,
    money: bool,
    nodes: int | None,
    jobs: int | None,
    as_json: bool,
    lang: str | None,
    cards: str | None = None,
) -> int:
    """Solve each record of a file and print what came of it; returns the exit code."""
    from schafkopf.cli.language import chosen
    from schafkopf.cli.mind import cores
    from schafkopf.cli.play.faces import STYLES
    from schafkopf.cli.replay import judged
    from schafkopf.cli.streams import console as new_console
    from schafkopf.cli.streams import opened, plain_output, refused, watched
    from schafkopf.game.errors import SchafkopfError

    language = chosen(lang)
    if cards is not None and cards not in STYLES:
        raise typer.BadParameter(f"{cards!r} is not one of {', '.join(STYLES)}")
    if as_json and cards is not None:
        return refused("--cards is for people; --json always names cards by two letters")
    # A line from a pipe is answered before the next one is waited for.
    threads = 1 if file == "-" else jobs or cores()
    failed = False
    console = None
    with plain_output(), opened(file) as stream, watched(stream, file, big=_BIG_FILE) as lines:
        for number, record, deal, answer in _answers(judged(lines), money, nodes, threads, language):
            failed |= isinstance(answer, SchafkopfError)
            if as_json:
                print(json.dumps(_line(number, deal, answer, money=money), ensure_ascii=False), flush=True)
                continue
            if console is None:
                console = new_console(markup=False)
            _show(console, number, record, deal, answer, language, money=money, cards=cards)
    return int(failed)


def _answers(lines: Iterable[Judged], money: bool, nodes: int | None, threads: int, language: str) -> Iterator[Answer]:
    """What the solver says of each line, in their order."""
    from schafkopf.game.deal import Deal

    solver: list[Callable[[Deal], Solution | SchafkopfError]] = []

    def solved(deal: Deal) -> Solution | SchafkopfError:
        return solver[0](deal)

    def ready(outcome: Deal | SchafkopfError) -> bool:
        if isinstance(outcome, Deal) and not solver:
            solver.append(_solver(money, nodes, language))
        return isinstance(outcome, Deal)

    if threads == 1:
        for number, record, outcome in lines:
            if isinstance(outcome, Deal):
                ready(outcome)
                yield number, record, outcome, solved(outcome)
            else:
                yield number, record, None, outcome
        return
    # Memory stays small however long the file is.
    waiting: deque[tuple[int, Record | None, Deal | None, Future[Any] | SchafkopfError]] = deque()

    def first() -> Answer:
        number, record, deal, found = waiting.popleft()
        return number, record, deal, found.result() if isinstance(found, Future) else found

    with ThreadPoolExecutor(threads) as pool:
        for number, record, outcome in lines:
            if isinstance(outcome, Deal):
                ready(outcome)
                waiting.append((number, record, outcome, pool.submit(solved, outcome)))
            else:
                waiting.append((number, record, None, outcome))
            while len(waiting) > 4 * threads:
                yield first()
        while waiting:
            yield first()


def _solver(money: bool, nodes: int | None, language: str) -> Callable[[Deal], Solution | SchafkopfError]:
    """The solver, loaded now; first the notice if that will take a while."""
    from schafkopf.cli.mind import announce_compiling

    announce_compiling(language, "solver")
    from schafkopf.engine.solver import Unsolvable, solve

    def solved(deal: Deal) -> Solution | SchafkopfError:
        if deal.contract is not None and deal.contract.line.kind == "everyone" and not deal.finished:
            announce_compiling(language, "ramsch")
        try:
            return solve(deal, money=money, nodes=nodes)
        except Unsolvable as error:
            return error

    return solved


def value_unit(deal: Deal, *, money: bool) -> str:
    """What the values of a deal are: `points`, `goal` (1: reached), `amount` or `strokes`."""
    assert deal.contract is not None
    kind = deal.contract.goal.kind
    if kind == "fewest_points" or (money and not deal.rules.chalk):
        return "amount"
    if money:
        return "strokes"
    return "points" if kind == "points" else "goal"


def _line(number: int, deal: Deal | None, answer: Solution | SchafkopfError, *, money: bool) -> dict[str, Any]:
    from schafkopf.game.errors import SchafkopfError

    if isinstance(answer, SchafkopfError) or deal is None:
        assert isinstance(answer, SchafkopfError)
        return {"line": number, "ok": False, "error": answer.as_dict()}
    return {
        "line": number,
        "ok": True,
        "seat": answer.seat,
        "unit": value_unit(deal, money=money),
        "value": answer.value,
        "cards": answer.cards,
        "nodes": answer.nodes,
        "complete": answer.complete,
    }


# -- for people --------------------------------------------------------------------------------------------------------


def _show(
    console: Console,
    number: int,
    record: Record | None,
    deal: Deal | None,
    answer: Solution | SchafkopfError,
    language: str,
    *,
    money: bool,
    cards: str | None,
) -> None:
    from rich.text import Text

    from schafkopf.cli.mind import Speech, unit_of
    from schafkopf.cli.streams import printable
    from schafkopf.game.errors import SchafkopfError
    from schafkopf.text.errors import error_text

    if isinstance(answer, SchafkopfError) or deal is None or record is None:
        assert isinstance(answer, SchafkopfError)
        names = () if record is None else record.names
        console.print(Text(printable(f"{number}: {answer.code}: {error_text(answer, language, names)}"), "red"))
        return
    speech = Speech(language, record.names, unit_of(deal), cards=cards)
    unit = value_unit(deal, money=money)
    head = f"{number}: {speech.game(deal)}"
    if speech.side(deal):
        head += f" ({speech.side(deal)})"
    if answer.seat is not None:
        head += f" · {speech.say('solve', 'to_play', name=speech.name(answer.seat))}"
    console.print(Text(head, "bold"))
    if not answer.complete:
        console.print(Text(speech.say("solve", "budget" if answer.value is None else "estimate"), "yellow"))
    if answer.value is not None:
        console.print(Text(_sentence(speech, deal, answer, unit)))
    elif answer.complete:
        # Ramsch at its end: nobody is to play, so there is no one value.
        bill = deal.settlement()
        assert bill is not None
        console.print(Text(speech.say("analyse", "played", text=speech.amounts(deal.seats, bill.amounts))))
    if answer.cards:
        console.print(_table(speech, answer, unit))
    console.print()


def _sentence(speech: Speech, deal: Deal, answer: Solution, unit: str) -> str:
    """What best play brings."""
    value = answer.value
    assert value is not None and deal.play is not None
    side = speech.side(deal)
    if unit == "points":
        return speech.say("solve", "points", value, names=side)
    if unit == "goal":
        return speech.say("solve", "reached" if value else "missed", names=side)
    seat = deal.play.plan.declarer if deal.play.plan.declarer is not None else answer.seat
    who = side if unit == "strokes" else speech.name(seat) if seat is not None else ""
    return speech.say("solve", "amount", names=who, amount=speech.amount(value)) if who else speech.amount(value)


def _table(speech: Speech, answer: Solution, unit: str) -> Any:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    table.add_column(speech.say("solve", "card"))
    table.add_column(speech.say("solve", f"col_{unit}" if unit in ("points", "goal") else "col_value"), justify="right")
    for card, value in answer.cards.items():
        best = value == answer.value
        shown = speech.words.term("settlement", "won" if value else "lost") if unit == "goal" else str(value)
        if unit in ("amount", "strokes"):
            shown = speech.amount(value)
        face = speech.words.faces.text(card)
        table.add_row(Text("★" if best else " ", "yellow"), face, Text(shown, "bold" if best else ""))
    return table
