"""`schafkopf analyse`: what each card of a deal cost."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from schafkopf.engine.analysis import Analysis, Judged, Line, Value
    from schafkopf.game.deal import Deal
    from schafkopf.game.errors import SchafkopfError
    from schafkopf.game.record import Record

_BIG_FILE = 1 << 14


def analyse_command(
    file: Annotated[str, typer.Argument(help="A file of records, one a line; - is standard input.")],
    line: Annotated[int | None, typer.Option(min=1, help="Only this line of the file.")] = None,
    points: Annotated[
        bool | None, typer.Option("--points/--money", help="Show costs in card points, or (default) in money.")
    ] = None,
    known: Annotated[
        bool, typer.Option("--known", help="Also judge each card by what its player could know; slower.")
    ] = False,
    worlds: Annotated[
        int | None, typer.Option(min=1, help="With --known: possible deals for each card; default: as for a hint.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="With --known: the same seed draws the same deals.")] = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="Stop the search of a position after so many cards, 0: never; default: never, but in Ramsch some "
            "seconds. In Ramsch the last three cards of each hand are searched to the end all the same.",
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
    lang: Annotated[str | None, typer.Option(help="de, en, be, pt, fi or ru; default: the system's.")] = None,
    cards: Annotated[str | None, typer.Option(help="german or french.")] = None,
) -> None:
    """What each card of a deal cost with all hands open, where the deal turned, and how it could have gone.

    Exit code 1 if any line fails.
    """
    from schafkopf.cli.streams import refused

    if not known and (worlds is not None or seed is not None):
        raise typer.Exit(refused("--worlds and --seed are for --known, which was not asked for"))
    if json and (points is not None or cards is not None):
        raise typer.Exit(
            refused("--points, --money and --cards are for people; --json has both measures, cards by letters")
        )
    raise typer.Exit(
        run(
            file,
            only=line,
            in_points=bool(points),
            known=known,
            worlds=worlds,
            seed=seed or 0,
            nodes=nodes,
            as_json=json,
            lang=lang,
            cards=cards,
        )
    )


def run(
    file: str,
    *,
    only: int | None,
    in_points: bool,
    known: bool,
    worlds: int | None,
    seed: int,
    nodes: int | None,
    as_json: bool,
    lang: str | None,
    cards: str | None = None,
) -> int:
    """Analyse each record of a file and print what came of it; returns the exit code.

    worlds: with `known`, how many possible deals for each card; None: `hints.WORLDS`.
    """
    from schafkopf.cli.language import chosen
    from schafkopf.cli.play.faces import STYLES
    from schafkopf.cli.replay import judged
    from schafkopf.cli.streams import opened, plain_output, refused, watched
    from schafkopf.game.deal import Deal

    language = chosen(lang)
    if cards is not None and cards not in STYLES:
        raise typer.BadParameter(f"{cards!r} is not one of {', '.join(STYLES)}")
    failed = found = False
    with plain_output(), opened(file) as stream, watched(stream, file, big=_BIG_FILE) as lines:
        for number, record, outcome in judged(lines):
            if only is not None and number != only:
                continue
            found = True
            answer: Analysis | SchafkopfError
            guesses: tuple[Judged, ...] | None = None
            if isinstance(outcome, Deal):
                answer, guesses = _analysed(outcome, nodes, known, worlds, seed, language)
            else:
                answer = outcome
            failed |= isinstance(answer, Exception)
            if as_json:
                print(json.dumps({"line": number, **_line(answer, guesses)}, ensure_ascii=False), flush=True)
            else:
                _show(number, record, answer, guesses, language, in_points=in_points, limited=bool(nodes), cards=cards)
            if only is not None:
                break
    if only is not None and not found:
        return refused(f"{file}: there is no record in line {only}")
    return int(failed)


def _analysed(
    deal: Deal, nodes: int | None, known: bool, worlds: int | None, seed: int, language: str
) -> tuple[Analysis | SchafkopfError, tuple[Judged, ...] | None]:
    """The analysis, and each card by what its player could know if that was asked for."""
    from schafkopf.cli.mind import announce_compiling

    ramsch = deal.contract is not None and deal.contract.line.kind == "everyone"
    announce_compiling(language, "solver", *(["ramsch"] if ramsch else []), *(["worlds"] if known else []))
    from schafkopf.engine.analysis import analyse, judged
    from schafkopf.engine.solver import Unsolvable

    try:
        found = analyse(deal, nodes=nodes)
    except Unsolvable as error:
        return error, None
    return found, judged(found, worlds=worlds, seed=seed) if known else None


# -- for programs ------------------------------------------------------------------------------------------------------


def _line(answer: Analysis | SchafkopfError, guesses: tuple[Judged, ...] | None) -> dict[str, Any]:
    from schafkopf.cli.mind import unit_of
    from schafkopf.game.errors import SchafkopfError
    from schafkopf.game.record import report

    if isinstance(answer, SchafkopfError):
        return {"ok": False, "error": answer.as_dict()}
    by_step = {guess.step: guess for guess in guesses or ()}
    steps = []
    for number, step in enumerate(answer.steps):
        guess = by_step.get(number)
        data: dict[str, Any] = {
            "at": step.at,
            "seat": step.seat,
            "action": step.text,
            "trick": step.trick,
            "forced": step.forced,
            "before": _value(step.before),
            "after": _value(step.after),
            "cost": step.cost,
            "cost_points": step.cost_points,
            "best": list(step.best_paid),
            "best_points": list(step.best),
        }
        if guess is not None:
            data["known"] = {"cost": round(guess.cost, 4), "best": guess.best, "worlds": guess.worlds}
        steps.append(data)
    turning = None if answer.turning is None else {"step": answer.turning, "decides": answer.turned}
    # A Ramsch has no two sides and is not judged that way.
    asked = {} if guesses is None else {"known": answer.end.points is not None}
    return {
        "ok": True,
        "contract": report(answer.deal)["contract"],
        "unit": unit_of(answer.deal),
        "exact_from": answer.exact_from,
        "start": _value(answer.start),
        "end": _value(answer.end),
        "unclaimed": list(answer.unclaimed),
        "steps": steps,
        **asked,
        "turning": turning,
        "best_line": _line_dict(answer.best),
        "better_line": _line_dict(answer.better),
        "doublings": [
            {
                "step": one.step,
                "open": None if one.open is None else list(one.open),
                "result": None if one.paid is None else list(one.paid),
            }
            for one in answer.doublings
        ],
        "totals": [
            {"seat": one.seat, "cost": one.cost, "cost_points": one.points, "costly": one.cards, "free": one.free}
            for one in answer.totals
        ],
        "nodes": answer.nodes,
    }


def _value(value: Value | None) -> dict[str, Any] | None:
    if value is None:
        return None
    return {
        "points": value.points,
        "won": value.won,
        "amounts": list(value.amounts),
    }


def _line_dict(line: Line | None) -> dict[str, Any] | None:
    if line is None:
        return None
    return {"step": line.start, "cards": [f"{seat} {card}" for seat, card in line.cards], **(_value(line.value) or {})}


# -- for people --------------------------------------------------------------------------------------------------------


def _show(
    number: int,
    record: Record | None,
    answer: Analysis | SchafkopfError,
    guesses: tuple[Judged, ...] | None,
    language: str,
    *,
    in_points: bool,
    limited: bool,
    cards: str | None,
) -> None:
    from rich.text import Text

    from schafkopf.cli.analysis_page import Page
    from schafkopf.cli.mind import Speech, unit_of
    from schafkopf.cli.streams import console as new_console
    from schafkopf.cli.streams import printable
    from schafkopf.game.errors import SchafkopfError
    from schafkopf.text.errors import error_text

    console = new_console(markup=False)
    if isinstance(answer, SchafkopfError) or record is None:
        assert isinstance(answer, SchafkopfError)
        names = () if record is None else record.names
        console.print(Text(printable(f"{number}: {answer.code}: {error_text(answer, language, names)}"), "red"))
        return
    speech = Speech(language, record.names, unit_of(answer.deal), cards=cards)
    Page(console, speech, answer, in_points=in_points, limited=limited).print(number, guesses)
