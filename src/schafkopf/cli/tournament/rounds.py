"""Commands about rounds: draws, seats, closing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from schafkopf.cli.books.speech import Speech
from schafkopf.cli.tournament import options as o
from schafkopf.cli.tournament.command import reading, writing

if TYPE_CHECKING:
    from schafkopf.cli.tournament.desk import Desk
    from schafkopf.club.tournament.state import State


def register(app: typer.Typer) -> None:
    """Put the commands there."""
    for one in (commit, draw, seats, move, close, reopen, lots, finish, undo):
        app.command(one.__name__)(one)


@writing
def commit(desk: Desk, speech: Speech) -> None:
    """Fix the seed of the next draw and publish its hash, before anybody can know how it will come out."""
    from schafkopf.club.tournament.commands import Commit

    published = desk.do(Commit(len(desk.state.rounds) + 1)).published
    assert published is not None
    speech.out(speech.say("draw", "published", round=published[0], hash=published[1]))
    speech.data({"round": published[0], "hash": published[1]})


@writing
def draw(
    desk: Desk,
    speech: Speech,
    again: Annotated[
        bool, typer.Option("--again", help="Draw the round anew that was drawn last, while it has no result.")
    ] = False,
    seed: o.Seed = "",
) -> None:
    """Draw the next round; shows the tables and how far rematches and team mates at one table could be avoided."""
    from schafkopf.cli.tournament.seating import show_draw
    from schafkopf.club.tournament.commands import Draw

    number = len(desk.state.rounds) + (not again)
    desk.do(Draw(number, seed))
    show_draw(desk.state, number, speech)


@reading
def seats(state: State, speech: Speech, round: o.Round = None) -> None:
    """Who sits where, and the proof of the draw."""
    from schafkopf.cli.tournament.desk import the_round
    from schafkopf.cli.tournament.seating import show_draw

    show_draw(state, the_round(state, round)[0], speech)


@writing
def move(
    desk: Desk,
    speech: Speech,
    a: Annotated[int, typer.Argument(help="A start number.")],
    b: Annotated[int, typer.Argument(help="Another one: the two change places.")],
    round: o.Round = None,
    reason: o.Reason = "",
) -> None:
    """Two people change places, while their tables have no result."""
    from schafkopf.cli.tournament.desk import the_round
    from schafkopf.cli.tournament.seating import show_draw
    from schafkopf.club.tournament.commands import Exchange

    number = the_round(desk.state, round)[0]
    desk.do(Exchange(number, a, b, reason))
    show_draw(desk.state, number, speech)


@writing
def close(desk: Desk, speech: Speech, round: o.Round = None, reason: o.Reason = "") -> None:
    """Close a round. Where something is missing or does not add up it takes a reason."""
    from schafkopf.cli.tournament.desk import the_round
    from schafkopf.cli.tournament.showing import show_status
    from schafkopf.club.tournament.commands import CloseRound

    desk.do(CloseRound(the_round(desk.state, round)[0], reason))
    show_status(desk.state, speech)


@writing
def reopen(
    desk: Desk,
    speech: Speech,
    reason: Annotated[str, typer.Option(help="Why; it stays in the history.")],
) -> None:
    """Open the last round again."""
    from schafkopf.cli.tournament.desk import the_round
    from schafkopf.cli.tournament.showing import show_status
    from schafkopf.club.tournament.commands import ReopenRound

    desk.do(ReopenRound(the_round(desk.state, None)[0], reason))
    show_status(desk.state, speech)


@writing
def lots(desk: Desk, speech: Speech, seed: o.Seed = "") -> None:
    """Draw the lots that part equal players; anybody can check them from the seed."""
    from schafkopf.cli.tournament.ranking import show_ranking
    from schafkopf.club.tournament.commands import DrawLots

    desk.do(DrawLots(seed))
    speech.out(speech.say("draw", "lots", seed=desk.state.lot_seed))
    show_ranking(desk.state, None, speech)


@writing
def finish(desk: Desk, speech: Speech) -> None:
    """The tournament is over."""
    from schafkopf.cli.tournament.showing import show_status
    from schafkopf.club.tournament.commands import Finish

    desk.do(Finish())
    show_status(desk.state, speech)


@writing
def undo(desk: Desk, speech: Speech) -> None:
    """Take the last step back, whatever it was; the history keeps it."""
    from schafkopf.cli.tournament.desk import last_command
    from schafkopf.cli.tournament.past import event_text
    from schafkopf.cli.tournament.showing import show_status
    from schafkopf.club.tournament.commands import Undo

    before = desk.state
    command = last_command(before)
    desk.do(Undo(command))
    what = "; ".join(event_text(one.event, before, speech) for one in before.log if one.command == command)
    speech.out(speech.say("step", "undone", what=what))
    show_status(desk.state, speech)
