"""What happens at a table: the events that a client is sent."""

from __future__ import annotations

from typing import Any, Literal

from schafkopf.server.wire.basics import Out
from schafkopf.server.wire.state import State, TrickInfo


class Happening(Out, frozen=True):
    """What happened, for bubbles, motion, sound and screen readers. What it changed stands beside it.

    `kind` and what else is filled (with a seat, also the name of who sits there):
    `created`; `started`; `sat` `stood` `left` `removed` `away` `back` `stand_in` `returned` (seat);
    `bot` (seat); `renamed` (seat); `settings`;
    `swapped` (seat, other; between deals: from the next one on); `slept`; `woke`; `paused`; `resumed`;
    `watching`; `unwatching` (somebody without a seat);
    `shuffle`; `hashed` (seat); `left_out` (seat); `shown` (seat); `dealt`;
    `acted` (seat, action, by; with the last card of a trick also trick);
    `settled`; `ready` (seat); `next`; `phrase` (seat, text); `proposed` (seat, text); `agreed` (seat);
    `declined` (seat); `opened` (watchers see all hands from now on); `thrown_in`;
    `undone`; `practice`; `practice_over`; `finished`.
    """

    kind: str
    seat: int | None = None
    other: int | None = None
    name: str | None = None
    action: str | None = None
    """As this person may know it: a card given face down is `give ??`."""
    by: Literal["person", "bot", "clock"] | None = None
    text: str | None = None
    trick: TrickInfo | None = None


class Message(Out, frozen=True, tag_field="type", tag="event"):
    """One event: what happened, and the fields of `State` that it changed."""

    table: str
    seq: int
    at_ms: int
    now_ms: int
    what: Happening
    changes: dict[str, Any]


class Snapshot(Out, frozen=True, tag_field="type", tag="snapshot"):
    """The whole table, when somebody comes or has missed too much."""

    table: str
    seq: int
    now_ms: int
    state: State


class Gone(Out, frozen=True, tag_field="type", tag="gone"):
    """The table is not there (any more), or not for this person."""

    table: str


class Closing(Out, frozen=True, tag_field="type", tag="closing"):
    """The server stops; come back a little later."""

    retry_ms: int


Streamed = Message | Snapshot | Gone | Closing
"""What the event stream carries, as `data` of a server-sent event."""
