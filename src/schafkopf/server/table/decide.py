"""Commands of persons: what they make happen at a table, or why they are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from schafkopf.server import wire
from schafkopf.server.table import flow, playing, seating
from schafkopf.server.table.actor import Actor
from schafkopf.server.table.events import Event
from schafkopf.server.table.flow import Draft
from schafkopf.server.table.state import Table


def decide(table: Table, person: str, do: wire.Doing, *, seq: int, now_ms: int, entropy: bytes) -> tuple[Event, ...]:
    """The events that follow from a person's command, to be stored with the next seqs; none: it is done already.

    seq: the last event the person had seen. entropy: 32 fresh random bytes, read only where secrets are drawn.
    Raises Refused with a code of the table or of the game.
    """
    draft = Draft(table, now_ms, entropy)
    _DECISIONS[type(do)](draft, Actor(table, person, seq), do)
    if draft.events:
        flow.push(draft)
    return draft.found


_DECISIONS: dict[type, Callable[[Draft, Actor, Any], None]] = {
    wire.Sit: seating.sit,
    wire.Stand: seating.stand,
    wire.Leave: seating.leave,
    wire.Back: seating.back,
    wire.Rename: seating.rename,
    wire.AddBot: seating.add_bot,
    wire.Remove: seating.remove,
    wire.Swap: seating.swap,
    wire.Set: seating.change,
    wire.Start: seating.start,
    wire.Commit: playing.commit,
    wire.Reveal: playing.reveal,
    wire.Act: playing.act,
    wire.Next: playing.go_on,
    wire.Propose: playing.propose,
    wire.Answer: playing.answer,
    wire.Undo: playing.undo,
    wire.Practise: playing.practise,
    wire.FinishPractice: playing.finish_practice,
    wire.Phrase: playing.say,
    wire.Pause: seating.pause,
    wire.Resume: seating.resume,
    wire.Finish: seating.finish,
}
