"""Commands about rounds: draws, seats, closing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from schafkopf.cli.books.options import By, Json, Lang
from schafkopf.cli.tournament import options as o

if TYPE_CHECKING:
    from schafkopf.cli.tournament.desk import Desk


def register(app: typer.Typer) -> None:
    """Put the commands there."""
    for command in (commit, draw, seats, move, close, reopen, lots, finish, undo):
        app.command(command.__name__)(command)


def commit(file: o.File, by: By = "Terminal", lang: Lang = None, json: Json = False) -> None:
    """Fix the seed of the next draw and publish its hash, before anybody can know how it will come out."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.tournament.desk import Desk
    from schafkopf.club.tournament.commands import Commit

    with speaking(lang, as_json=json) as speech:
        desk = Desk.open(file, by=by)
        published = desk.do(Commit(len(desk.state.rounds) + 1)).published
        assert published is not None
        speech.out(speech.say("draw", "published", round=published[0], hash=published[1]))
        speech.data({"round": published[0], "hash": published[1]})


def draw(
    file: o.File,
    again: Annotated[
        bool, typer.Option("--again", help="Draw the round anew that was drawn last, while it has no result.")
    ] = False,
    seed: o.Seed = "",
    by: By = "Terminal",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Draw the next round; shows the tables and how far rematches and team mates at one table could be avoided."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.tournament.desk import Desk
    from schafkopf.cli.tournament.seating import show_draw
    from schafkopf.club.tournament.commands import Draw

    with speaking(lang, as_json=json) as speech:
        desk = Desk.open(file, by=by)
        number = len(desk.state.rounds) + (not again)
        desk.do(Draw(number, seed))
        show_draw(desk.state, number, speech)


def seats(file: o.File, round: o.Round = None, lang: Lang = None, json: Json = False) -> None:
    """Who sits where, and the proof of the draw."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.tournament.desk import read_state, the_round
    from schafkopf.cli.tournament.seating import show_draw

    with speaking(lang, as_json=json) as speech:
        state = read_state(file)
        show_draw(state, the_round(state, round)[0], speech)


def move(
    file: o.File,
    a: Annotated[int, typer.Argument(help="A start number.")],
    b: Annotated[int, typer.Argument(help="Another one: the two change places.")],
    round: o.Round = None,
    reason: o.Reason = "",
    by: By = "Terminal",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Two people change places, while their tables have no result."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.tournament.desk import Desk, the_round
    from schafkopf.cli.tournament.seating import show_draw
    from schafkopf.club.tournament.commands import Exchange

    with speaking(lang, as_json=json) as speech:
        desk = Desk.open(file, by=by)
        number = the_round(desk.state, round)[0]
        desk.do(Exchange(number, a, b, reason))
        show_draw(desk.state, number, speech)


def close(
    file: o.File,
    round: o.Round = None,
    reason: o.Reason = "",
    by: By = "Terminal",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Close a round. Where something is missing or does not add up it takes a reason."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.tournament.desk import Desk, the_round
    from schafkopf.cli.tournament.showing import show_status
    from schafkopf.club.tournament.commands import CloseRound

    with speaking(lang, as_json=json) as speech:
        desk = Desk.open(file, by=by)
        desk.do(CloseRound(the_round(desk.state, round)[0], reason))
        show_status(desk.state, speech)


def reopen(
    file: o.File,
    reason: Annotated[str, typer.Option(help="Why; it stays in the history.")],
    by: By = "Terminal",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Open the last round again."""
    from schafkopf.cli.tournament.desk import the_round
    from schafkopf.club.tournament.commands import ReopenRound

    _do(file, lambda desk: desk.do(ReopenRound(the_round(desk.state, None)[0], reason)), by, lang, json)


def lots(file: o.File, seed: o.Seed = "", by: By = "Terminal", lang: Lang = None, json: Json = False) -> None:
    """Draw the lots that part equal players; anybody can check them from the seed."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.tournament.desk import Desk
    from schafkopf.cli.tournament.ranking import show_ranking
    from schafkopf.club.tournament.commands import DrawLots

    with speaking(lang, as_json=json) as speech:
        desk = Desk.open(file, by=by)
        desk.do(DrawLots(seed))
        speech.out(speech.say("draw", "lots", seed=desk.state.lot_seed))
        show_ranking(desk.state, None, speech)


def finish(file: o.File, by: By = "Terminal", lang: Lang = None, json: Json = False) -> None:
    """The tournament is over."""
    from schafkopf.club.tournament.commands import Finish

    _do(file, lambda desk: desk.do(Finish()), by, lang, json)


def undo(file: o.File, by: By = "Terminal", lang: Lang = None, json: Json = False) -> None:
    """Take the last step back, whatever it was; the history keeps it."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.tournament.desk import Desk, last_command
    from schafkopf.cli.tournament.past import event_text
    from schafkopf.cli.tournament.showing import show_status
    from schafkopf.club.tournament.commands import Undo

    with speaking(lang, as_json=json) as speech:
        desk = Desk.open(file, by=by)
        before = desk.state
        command = last_command(before)
        desk.do(Undo(command))
        what = "; ".join(event_text(one.event, before, speech) for one in before.log if one.command == command)
        speech.out(speech.say("step", "undone", what=what))
        show_status(desk.state, speech)


def _do(file: Path, act, by: str, lang: str | None, json: bool) -> None:  # type: ignore[no-untyped-def]
    """Do something, and show how the tournament stands."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.tournament.desk import Desk
    from schafkopf.cli.tournament.showing import show_status

    with speaking(lang, as_json=json) as speech:
        desk: Desk = Desk.open(file, by=by)
        act(desk)
        show_status(desk.state, speech)
