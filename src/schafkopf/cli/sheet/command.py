"""Commands that read a sheet in a file, or write it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from schafkopf.cli.books.command import command
from schafkopf.cli.sheet.options import File

if TYPE_CHECKING:
    from schafkopf.cli.sheet.desk import Desk
    from schafkopf.club.sheet import State


def _desk(path: Path, by: str) -> Desk:
    from schafkopf.cli.sheet.desk import Desk

    return Desk.open(path, by=by)


def _state(path: Path, _: str) -> State:
    from schafkopf.cli.sheet.desk import read_state

    return read_state(path)


writing = partial(command, file=File, opens=_desk, writes=True)
"""The body takes a Desk first."""
reading = partial(command, file=File, opens=_state)
"""The body takes a State first."""
