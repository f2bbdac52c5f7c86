"""A sheet in a file: what a command reads, and what it adds to the log."""

from __future__ import annotations

import getpass
import hashlib
import secrets
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from schafkopf.cli.books import files
from schafkopf.cli.books.speech import Misread
from schafkopf.club.sheet import Op, Refused, State, Stored, exports, fold, op_data, ops, read_op

BY = "Terminal"


def new_id() -> str:
    """An id that nobody has had: 22 signs."""
    return secrets.token_urlsafe(16)


def this_device() -> str:
    """An id of this computer and who works at it: undo goes by it. It says nothing about either."""
    try:
        who = f"{getpass.getuser()}@{socket.gethostname()}"
    except (OSError, KeyError, ImportError):
        who = socket.gethostname()
    return "terminal-" + hashlib.sha256(who.encode()).hexdigest()[:12]


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def read_log(path: Path) -> tuple[Stored, ...]:
    """The log in a file. Raises FileFault and Refused `sheet/backup`."""
    return exports.restore(files.read(path))


def read_state(path: Path) -> State:
    """What the sheet in a file shows."""
    return fold(read_log(path))


def read_states(paths: Sequence[Path]) -> list[State]:
    """Several sheets. Raises also Misread `say/same-sheet` for one that is there twice, under whatever name."""
    found: dict[str, State] = {}
    for path in paths:
        log = read_log(path)
        first = log[0].op.id if log else str(path.resolve())
        if first in found:
            raise Misread("say/same-sheet", where=str(path))
        found[first] = fold(log)
    return list(found.values())


@dataclass
class Desk:
    """A sheet that is written. Every write reads the file anew, so what others wrote meanwhile stays."""

    path: Path
    by: str = BY
    device: str = field(default_factory=this_device)
    log: tuple[Stored, ...] = ()
    state: State = field(default_factory=State)
    read: bytes = b""
    """What the file held when `state` was read from it."""

    @classmethod
    def open(cls, path: Path, *, by: str = BY, device: str = "") -> Desk:
        """The sheet as it stands. Raises FileFault and Refused."""
        desk = cls(path, by, device or this_device())
        desk.read = files.read(path)
        desk._take(exports.restore(desk.read))
        return desk

    def _take(self, log: tuple[Stored, ...]) -> None:
        self.log, self.state = log, fold(log)

    def made(self, *acts: ops.Act) -> list[Op]:
        """Ops for these acts, checked as if they came over the network. Raises Refused `sheet/syntax`."""
        return [read_op(op_data(Op(new_id(), self.device, now_ms(), act, self.by))) for act in acts]

    def preview(self, *acts: ops.Act) -> tuple[State, list[Op]]:
        """What the sheet would show. Raises Refused with the first thing that makes no sense."""
        made = self.made(*acts)
        state = fold(_appended(self.log, made))
        ids = {op.id for op in made}
        for fault in state.faults:
            if fault.op in ids:
                raise Refused(fault.code)
        return state, made

    def do(self, *acts: ops.Act) -> list[Op]:
        """Write acts. Raises FileFault and Refused; then nothing was written."""
        return self.write(lambda: acts)

    def write(self, acts: Callable[[], tuple[ops.Act, ...]], check: Callable[[State], None] | None = None) -> list[Op]:
        """Write what `acts` makes of the sheet as it then stands in `self.state`; `check` may refuse the outcome."""
        with files.held(self.path) as file:
            if file.data != self.read:
                self._take(exports.restore(file.data))
            state, made = self.preview(*acts())
            if check is not None:
                check(state)
            log = _appended(self.log, made)
            file.write(exports.backup(log))
            self.log, self.state, self.read = log, state, file.data
        return made


def begin(path: Path, *acts: ops.Act, by: str = BY, check: Callable[[State], None] | None = None) -> Desk:
    """A new sheet in a new file; `check` may refuse it. Raises FileFault and Refused."""
    desk = Desk(path, by)
    state, made = desk.preview(*acts)
    if check is not None:
        check(state)
    log = _appended((), made)
    files.create(path, exports.backup(log))
    desk.log, desk.state = log, state
    return desk


def _appended(log: tuple[Stored, ...], made: list[Op]) -> tuple[Stored, ...]:
    last = log[-1].seq if log else 0
    return (*log, *(Stored(seq, op) for seq, op in enumerate(made, last + 1)))
