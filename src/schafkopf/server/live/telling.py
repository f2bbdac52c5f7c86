"""What those who look on are told of a table."""

from __future__ import annotations

from collections.abc import Sequence

from schafkopf.server import wire
from schafkopf.server.live.room import ENCODER, Room, Step, forget, now_ms
from schafkopf.server.live.stream import Stream
from schafkopf.server.table.state import Table


def may_watch(table: Table, person: str) -> bool:
    """Whether a person may look at a table: who sits or sat there, else if watchers are allowed."""
    if table.settings.watch or table.phase == "lobby" or person == table.host:
        return True
    return table.person_seat(person) is not None or table.player_of(person) is not None


def listen(room: Room, stream: Stream, seq: int) -> None:
    """Begin to tell a stream of a table, with what it has missed since `seq` (0: a snapshot)."""
    now = now_ms()
    steps = room.since(seq)
    if steps is None:
        stream.push(room.table.id, room.table.seq, room.snapshot(stream.person, now))
    else:
        for step in steps:
            stream.push(room.table.id, step.stored.seq, step.message(stream.person, now))
        forget(steps)
        if not steps:
            stream.seen(room.table.id, seq)
    room.listeners.add(stream)


def publish(room: Room, steps: Sequence[Step]) -> None:
    """Move a table on, and tell of each step whoever listens and still may."""
    room.take(steps)
    now = now_ms()
    for stream in list(room.listeners):
        if not may_watch(room.table, stream.person):
            dismiss(room, stream)
            continue
        for step in steps:
            stream.push(room.table.id, step.stored.seq, step.message(stream.person, now))
        if stream.closed:
            room.listeners.discard(stream)
    forget(steps)


def tell_whole(room: Room) -> None:
    """Send everybody who listens the whole table."""
    for stream in list(room.listeners):
        stream.push(room.table.id, room.table.seq, room.snapshot(stream.person, now_ms()))


def dismiss(room: Room, stream: Stream) -> None:
    """This reader may not see the table any more."""
    room.listeners.discard(stream)
    stream.drop(room.table.id, ENCODER.encode(wire.Gone(room.table.id)))
