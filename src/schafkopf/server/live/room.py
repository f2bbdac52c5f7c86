"""One table in memory."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from schafkopf.server.live.stream import Stream
from schafkopf.server.table import project
from schafkopf.server.table.events import Stored
from schafkopf.server.table.state import Table

ENCODER = msgspec.json.Encoder()
_COMMANDS = 256
"""Commands of a table kept in memory; older ones are asked of the database."""
_TOLD = 8
"""Of so many events the messages are kept; whoever has missed more has them made again."""


def now_ms() -> int:
    """The clock."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Step:
    """One event with the table before and after it; `told` keeps what was made of it for whoever sees the same."""

    before: Table
    stored: Stored
    after: Table
    told: dict[Hashable, bytes] = field(default_factory=dict)

    def message(self, person: str | None, now_ms: int) -> bytes:
        """The message for a person, as JSON."""
        old, new = project.viewer(self.before, person), project.viewer(self.after, person)
        found = self.told.get((old, new))
        if found is None:
            message = project.message_as(self.before, old, self.stored, self.after, new, now_ms)
            found = self.told[old, new] = ENCODER.encode(message)
        return found


class Room:
    """A table, its last events, who listens, what is going to happen.

    Whoever changes the table holds `lock`; `table` and `steps` change together, without a pause in between.
    """

    def __init__(self, table: Table, *, remembered: int) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.steps: deque[Step] = deque(maxlen=remembered)
        self.listeners: set[Stream] = set()
        self.commands: OrderedDict[tuple[str, str], int] = OrderedDict()
        """Command -> the event it led to."""
        self.snapshot_seq = 0
        self.rewrites = 0
        """As the store counts them: of the past from which `table` was read."""
        self.members: set[str] = set()
        self.face: tuple[Any, ...] = ()
        """What was last written for lists."""
        self.driver: str | None = None
        """The process that stored the last event; None: this one."""
        self.waiting: dict[Hashable, asyncio.Task[None]] = {}
        """What is going to happen by the clock."""
        self.asked: set[tuple[int, int | None]] = set()
        """Bots that have been asked and had nothing to say; see `due.dues`."""
        self.at_ms = 0
        """The time of the last event."""
        self.touched = 0.0
        """When somebody last wanted something of it, by the loop's clock."""
        self.closed = False
        """No longer the room of this table; look again."""

    def did(self, person: str, command: str, seq: int) -> None:
        """Remember the effect of a command."""
        self.commands[person, command] = seq
        if len(self.commands) > _COMMANDS:
            self.commands.popitem(last=False)

    def now(self) -> int:
        """The time for the next event: never before the last one."""
        return max(now_ms(), self.at_ms)

    def take(self, steps: Iterable[Step]) -> None:
        """Move on, and tell everybody who listens."""
        new = list(steps)
        for step in new:
            self.steps.append(step)
            if len(self.steps) > _TOLD:
                self.steps[-_TOLD - 1].told.clear()
        self.table = new[-1].after
        self.at_ms = max(self.at_ms, new[-1].stored.at_ms)

    def since(self, seq: int) -> Sequence[Step] | None:
        """What happened after `seq`; None if too much, or if nobody knows."""
        missing = self.table.seq - seq
        if missing < 0 or missing > len(self.steps) or seq == 0:
            return None
        return [self.steps[index] for index in range(len(self.steps) - missing, len(self.steps))]

    def news(self, person: str | None, seq: int, now_ms: int) -> list[bytes]:
        """What a person who has seen `seq` has to be told: messages, or a snapshot."""
        steps = self.since(seq)
        if steps is None:
            return [self.snapshot(person, now_ms)]
        found = [step.message(person, now_ms) for step in steps]
        forget(steps)
        return found

    def snapshot(self, person: str | None, now_ms: int) -> bytes:
        """The whole table for a person, as JSON."""
        return ENCODER.encode(project.snapshot(self.table, person, now_ms))


def forget(steps: Iterable[Step]) -> None:
    """Let go of what was worked out to tell of these steps: kept for every step of every table it would be much."""
    for step in steps:
        step.before.forget()


def steps_of(table: Table, stored: Iterable[Stored]) -> list[Step]:
    """The steps by which a table moves on through these events."""
    steps = []
    for one in stored:
        after = table.after(one)
        steps.append(Step(table, one, after))
        table = after
    return steps
