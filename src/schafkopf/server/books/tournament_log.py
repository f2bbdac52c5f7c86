"""A tournament as it lies in the store: an entry for each event, with all secrets."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from schafkopf.club.tournament import events
from schafkopf.club.tournament.events import Stored
from schafkopf.club.tournament.fold import after
from schafkopf.club.tournament.state import State
from schafkopf.server.store.book_rows import Entry, NewEntry


class _Body(msgspec.Struct, frozen=True):
    """`who` is no name: it tells whether the same person asks again."""

    at_ms: int
    command: str
    by: str
    role: events.Role
    event: dict[str, Any]
    who: str = ""


_DECODE = msgspec.json.Decoder(_Body).decode
_ENCODE = msgspec.json.Encoder().encode


def who(book: str, person: str) -> str:
    """What is kept of who gave a command."""
    return hashlib.sha256(f"{book}/{person}".encode()).hexdigest()[:16]


def new_entry(stored: Stored, whose: str = "") -> NewEntry:
    """An event to be stored."""
    event = events.encode(stored.event)
    body = _Body(stored.at_ms, stored.command, stored.by, stored.role, event, whose)
    return NewEntry(_ENCODE(body), kind=str(event["e"]))


@dataclass(slots=True)
class Kept:
    """A tournament in memory. whose: by the seq of an event, who gave the command, as far as that is known here."""

    state: State | None = None
    whose: dict[int, str] = field(default_factory=dict)

    @property
    def seq(self) -> int:
        """The last event's; 0 before the first."""
        return 0 if self.state is None else self.state.seq

    @property
    def now(self) -> State:
        """The state; there is one after the first event."""
        assert self.state is not None
        return self.state

    def take(self, entries: Iterable[Entry]) -> Kept:
        """The same after more events; those that are there already are passed over."""
        state = self.state
        for entry in entries:
            if entry.seq == (0 if state is None else state.seq) + 1:
                body = _DECODE(entry.body)
                self.whose[entry.seq] = body.who
                event = events.decode(body.event)
                state = after(state, Stored(entry.seq, body.at_ms, body.command, body.by, body.role, event))
        self.state = state
        return self
