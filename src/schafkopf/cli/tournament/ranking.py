"""Rankings and prizes on the screen."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Group, RenderableType
from rich.table import Table

from schafkopf.cli.books.speech import Speech
from schafkopf.cli.books.tables import clean, coloured, grid
from schafkopf.cli.tournament.desk import read_state
from schafkopf.cli.tournament.seating import points_text
from schafkopf.club.tournament import standing
from schafkopf.club.tournament.ranking import Placed
from schafkopf.club.tournament.rounds import drawn_round
from schafkopf.club.tournament.state import State

REFRESH_SECONDS = 2.0


def show_ranking(state: State, number: int | None, speech: Speech) -> None:
    """Everybody by place, in a round or in all. Raises Refused `tournament/no-round`."""
    if number is not None:
        drawn_round(state, number)
    lines = standing.table_of(state, number)
    speech.out(_title(state, number, speech))
    speech.show(_table(state, lines, speech))
    if standing.lots_needed(state) and number is None:
        speech.out(speech.say("ranking", "lots"))
    rows = [{**asdict(line), "number": int(line.key), "name": state.entrants[int(line.key)].name} for line in lines]
    speech.data({"round": number, "lines": rows})


def _title(state: State, number: int | None, speech: Speech) -> str:
    if number is not None:
        return speech.say("round", "title", round=number, rounds=state.settings.rounds)
    return speech.say("ranking", "after", n=len(state.rounds), name=state.settings.name)


def _table(state: State, lines: Sequence[Placed], speech: Speech) -> Table:
    keys = ("number", "name", "club", "team")
    measures = ("points", "solos", "solos_won", "games_won")
    shown = grid(
        "", *(speech.say("entry", key) for key in keys), *(speech.say("measures", key) for key in measures),
        speech.say("ranking", "parted"), left=5,
    )  # fmt: skip
    for line in lines:
        e = state.entrants[int(line.key)]
        parted = speech.say("measures", line.parted) if line.parted not in ("", "points") else ""
        shown.add_row(
            f"{line.place}.",
            str(e.number),
            *map(clean, (e.name, e.club, e.team)),
            coloured(points_text(state, line.tally.points, speech), line.tally.points),
            *(str(getattr(line.tally, key)) for key in measures[1:]),
            clean(parted),
        )
    return shown


def show_teams(state: State, speech: Speech) -> None:
    """The teams by place, with their members."""
    lines = standing.team_table(state)
    shown = grid("", speech.say("entry", "team"), speech.say("measures", "points"), speech.say("ranking", "members"))
    shown.columns[3].justify = "left"
    for line in lines:
        members = ", ".join(state.entrants[int(key)].name for key in line.members)
        points = coloured(points_text(state, line.tally.points, speech), line.tally.points)
        shown.add_row(f"{line.place}.", clean(line.key), points, clean(members))
    speech.show(shown)
    speech.data([asdict(line) for line in lines])


def show_prizes(state: State, speech: Speech) -> None:
    """Who gets what as it stands."""
    found = standing.prizes(state)
    shown = grid("", speech.say("entry", "name"), speech.say("ranking", "amount"), speech.say("ranking", "thing"))
    shown.columns[3].justify = "left"
    for given in found.awards:
        e = state.entrants[int(given.key)]
        amount = speech.money(given.cents, "cent") if given.cents else ""
        shown.add_row(f"{given.place}.", clean(f"{e.number} {e.name}"), amount, clean(", ".join(given.things)))
    speech.show(shown)
    for key, cents in (("rest", found.rest), ("over", found.over)):
        if cents:
            speech.out(speech.say("ranking", key, amount=speech.money(cents, "cent")))
    for things in found.things_open:
        speech.out(speech.say("ranking", "open", things=", ".join(things)))
    awards = [{**asdict(given), "name": state.entrants[int(given.key)].name} for given in found.awards]
    speech.data({"awards": awards, "rest": found.rest, "over": found.over, "open": found.things_open})


def board(state: State, speech: Speech, *, rows: int | None = None) -> Group:
    """The ranking, and the tables of the running round that are still out."""
    lines = standing.table_of(state)[:rows]
    parts: list[RenderableType] = [clean(_title(state, None, speech), "bold"), _table(state, lines, speech)]
    if state.rounds and not state.rounds[-1].closed:
        out = [
            str(index)
            for index, table in enumerate(state.rounds[-1].tables, 1)
            if standing.result_of(state, table) is None
        ]
        told = speech.say("ranking", "out", round=len(state.rounds), tables=", ".join(out) or "–")
        parts.append(clean(told))
    return Group(*parts)


def watch(path: Path, speech: Speech) -> None:
    """The board, kept up to date until somebody ends it. What cannot be read just now is tried again."""
    from rich.live import Live

    from schafkopf.cli.streams import console
    from schafkopf.game.errors import SchafkopfError

    screen = console()
    state = read_state(path)
    shown = _fitting(state, speech, screen.height)
    with Live(shown, console=screen, screen=screen.is_terminal, auto_refresh=False) as live:
        try:
            while True:
                live.update(_fitting(state, speech, screen.height), refresh=True)
                time.sleep(REFRESH_SECONDS)
                try:
                    state = read_state(path)
                except SchafkopfError:
                    continue
        except KeyboardInterrupt:
            return


def _fitting(state: State, speech: Speech, height: int) -> Group:
    return board(state, speech, rows=max(3, height - 6))
