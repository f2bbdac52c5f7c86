"""Commands about results: totals, games, what stands beside the sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from schafkopf.cli.books.speech import Speech
from schafkopf.cli.tournament import options as o
from schafkopf.cli.tournament.command import reading, writing

if TYPE_CHECKING:
    from schafkopf.cli.tournament.desk import Desk
    from schafkopf.club.tournament.state import State

NEGATIVE = {"ignore_unknown_options": True}
"""So that -5 is points and no option."""

Counts = Annotated[str | None, typer.Option(help="By seat: 1,0,2,0.")]


def register(app: typer.Typer) -> None:
    """Put the commands there."""
    app.command("score", context_settings=NEGATIVE)(score)
    app.command("adjust", context_settings=NEGATIVE)(adjust)
    for one in (choose, table, game, protest, protests, rule):
        app.command(one.__name__)(one)


@writing
def score(
    desk: Desk,
    speech: Speech,
    table: o.Table,
    points: Annotated[list[str], typer.Argument(help="By seat: 20 -5 -10 -5; or by start number: 17=20 4=-5 ...")],
    solos: Counts = None,
    solos_won: Counts = None,
    games_won: Counts = None,
    round: o.Round = None,
    reason: o.Reason = "",
) -> None:
    """The totals of a table. To put them right it takes a reason; the old ones stay in the history."""
    from schafkopf.cli.tournament.desk import the_round
    from schafkopf.cli.tournament.entry import read_totals
    from schafkopf.cli.tournament.seating import show_table
    from schafkopf.club.tournament.commands import Score

    number, one = the_round(desk.state, round)
    counts = {"solos": solos, "solos_won": solos_won, "games_won": games_won}
    result = read_totals(desk.state, number, table, points, counts)
    desk.do(Score(number, table, one.draw_seq, result, reason))
    show_table(desk.state, number, table, speech)


@writing
def choose(
    desk: Desk,
    speech: Speech,
    table: o.Table,
    which: Annotated[int, typer.Argument(help="The number in brackets of the result or game that counts.")],
    round: o.Round = None,
    reason: o.Reason = "",
) -> None:
    """Decide between two results that were typed in at once."""
    from schafkopf.cli.tournament.desk import the_round
    from schafkopf.cli.tournament.seating import show_table
    from schafkopf.club.tournament.commands import Choose

    number = the_round(desk.state, round)[0]
    desk.do(Choose(number, table, which, reason))
    show_table(desk.state, number, table, speech)


@reading
def table(state: State, speech: Speech, table: o.Table, round: o.Round = None) -> None:
    """A table with its sheet: the games, the sums, what was put right."""
    from schafkopf.cli.tournament.desk import the_round
    from schafkopf.cli.tournament.entry import the_table
    from schafkopf.cli.tournament.seating import show_table

    number = the_round(state, round)[0]
    the_table(state, number, table)
    show_table(state, number, table, speech)


@writing
def game(
    desk: Desk,
    speech: Speech,
    table: o.Table,
    words: Annotated[
        list[str] | None, typer.Argument(help="The game as one says it, with names or seats A to E: solo Anna won.")
    ] = None,
    edit: Annotated[int | None, typer.Option(min=1, help="Put this game of the sheet right.")] = None,
    strike: Annotated[int | None, typer.Option(min=1, help="Strike this game out.")] = None,
    round: o.Round = None,
    reason: o.Reason = "",
) -> None:
    """Write a game on the sheet of a table, put one right, or strike one out."""
    from schafkopf.cli.tournament.desk import the_round
    from schafkopf.cli.tournament.entry import Place, game_command
    from schafkopf.cli.tournament.seating import show_table

    number = the_round(desk.state, round)[0]
    place = Place(number, table, edit or strike)
    said = None if strike else tuple(words or ())
    desk.do(game_command(desk.state, place, said, reason, speech.language))
    show_table(desk.state, number, table, speech)


@writing
def adjust(
    desk: Desk,
    speech: Speech,
    number: o.Entrant,
    points: Annotated[str, typer.Argument(help="Points to give, or with - to take.")],
    reason: Annotated[str, typer.Option(help="Why; it stays in the history.")],
    round: o.Round = None,
) -> None:
    """Give somebody points or take some, outside a table's sheet."""
    from schafkopf.cli.tournament.desk import the_round
    from schafkopf.cli.tournament.entry import read_points
    from schafkopf.cli.tournament.ranking import show_ranking
    from schafkopf.club.tournament.commands import Adjust

    desk.do(Adjust(the_round(desk.state, round)[0], number, read_points(desk.state, points), reason))
    show_ranking(desk.state, None, speech)


@writing
def protest(
    desk: Desk,
    speech: Speech,
    table: Annotated[int, typer.Argument(min=0, help="The number of the table; 0: of none.")],
    text: Annotated[str, typer.Argument(help="What it is about.")],
    round: o.Round = None,
) -> None:
    """Write a protest down."""
    from schafkopf.cli.tournament.desk import new_id, the_round
    from schafkopf.cli.tournament.showing import show_protests
    from schafkopf.club.tournament.commands import Protest

    desk.do(Protest(new_id(), the_round(desk.state, round)[0], table, text))
    show_protests(desk.state, speech)


@reading
def protests(state: State, speech: Speech) -> None:
    """The protests and what was decided."""
    from schafkopf.cli.tournament.showing import show_protests

    show_protests(state, speech)


@writing
def rule(
    desk: Desk,
    speech: Speech,
    number: Annotated[int, typer.Argument(min=1, help="The number of the protest.")],
    text: Annotated[str, typer.Argument(help="What is decided.")],
) -> None:
    """Decide about a protest."""
    from schafkopf.cli.tournament.showing import show_protests
    from schafkopf.club.tournament.commands import Rule
    from schafkopf.club.tournament.errors import Refused

    if number > len(desk.state.protests):
        raise Refused("tournament/no-protest", str(number), where="protest")
    desk.do(Rule(desk.state.protests[number - 1].id, text))
    show_protests(desk.state, speech)
