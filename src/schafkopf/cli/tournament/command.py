"""Commands that read a tournament in a file, or write it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from schafkopf.cli.books.command import command
from schafkopf.cli.tournament.options import File

if TYPE_CHECKING:
    from schafkopf.cli.tournament.desk import Desk
    from schafkopf.club.tournament.state import State


def _desk(path: Path, by: str) -> Desk:
    from schafkopf.cli.tournament.desk import Desk

    return Desk.open(path, by=by)


def _state(path: Path, _: str) -> State:
    from schafkopf.cli.tournament.desk import read_state

    return read_state(path)


writing = partial(command, file=File, opens=_desk, writes=True)
"""The body takes a Desk first."""
reading = partial(command, file=File, opens=_state)
"""The body takes a State first."""
