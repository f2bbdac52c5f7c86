"""A tournament in a file: what a command reads, and what it makes happen."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from pathlib import Path

from schafkopf.cli.books import files
from schafkopf.club.tournament import commands, exports
from schafkopf.club.tournament.decide import Asked, carry_out
from schafkopf.club.tournament.errors import Refused
from schafkopf.club.tournament.events import Undone
from schafkopf.club.tournament.rounds import drawn_round
from schafkopf.club.tournament.state import RoundState, State

BY = "Terminal"


def read_state(path: Path) -> State:
    """The tournament in a file. Raises FileFault and Refused `tournament/backup`."""
    return exports.restore(files.read(path))


@dataclass
class Desk:
    """A tournament that is written, by its host. Every write reads the file anew."""

    path: Path
    state: State
    by: str = BY
    read: bytes = b""
    """What the file held when `state` was read from it."""

    @classmethod
    def open(cls, path: Path, *, by: str = BY) -> Desk:
        """The tournament as it stands. Raises FileFault and Refused."""
        data = files.read(path)
        return cls(path, exports.restore(data), by, data)

    def do(self, *wanted: commands.Doing) -> State:
        """Carry commands out, all of them or none. They are decided with what is in the file by then.

        Raises FileFault and Refused; then nothing was written.
        """
        with files.held(self.path) as file:
            alone = file.data == self.read
            before = state = self.state if alone else exports.restore(file.data)
            for command in wanted:
                # What others wrote meanwhile nobody here has seen.
                seen = state.seq if alone else self.state.seq
                state = carry_out(state, command, asked(self.by, seen), at_ms=now_ms())
            if state.seq != before.seq:
                file.write(exports.backup(state))
            self.state, self.read = state, file.data
        return state


def begin(path: Path, command: commands.Create, *, by: str = BY) -> Desk:
    """A new tournament in a new file. Raises FileFault and Refused."""
    state = carry_out(None, command, asked(by, 0), at_ms=now_ms())
    data = exports.backup(state)
    files.create(path, data)
    return Desk(path, state, by, data)


def asked(by: str, seq: int) -> Asked:
    """Who asks: the host, with an id of the command and random bytes that nobody has had."""
    return Asked(new_id(), "host", by, seq, secrets.token_bytes(16))


def new_id() -> str:
    """An id of 22 signs."""
    return secrets.token_urlsafe(16)


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def the_round(state: State, number: int | None) -> tuple[int, RoundState]:
    """A round by its number, or the last one drawn. Raises Refused `tournament/no-round`."""
    wanted = len(state.rounds) if number is None else number
    return wanted, drawn_round(state, wanted)


def last_command(state: State) -> str:
    """The id of the last step that was not taken back. Raises Refused `tournament/nothing-to-undo`."""
    for stored in reversed(state.log[1:]):
        if stored.command not in state.undone and not isinstance(stored.event, Undone):
            if stored.command != state.log[0].command:
                return stored.command
    raise Refused("tournament/nothing-to-undo")
