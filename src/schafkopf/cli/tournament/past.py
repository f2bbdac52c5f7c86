"""The history of a tournament in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from schafkopf.cli.books.speech import Speech
from schafkopf.cli.sheet.past import when
from schafkopf.cli.tournament.seating import because
from schafkopf.club.tournament import events
from schafkopf.club.tournament.codec import to_data
from schafkopf.club.tournament.events import Envelope, Event, encode
from schafkopf.club.tournament.state import State


def show_history(state: State, speech: Speech) -> None:
    """Every event with its number, time, who, and whether it was taken back. Without the seed of a draw to come."""
    found = []
    for stored in state.log:
        undone = stored.command in state.undone
        told = event_text(stored.event, state, speech)
        flags = [speech.say("did", "undone_mark")] if undone else []
        who = f"{stored.by} ({speech.say('roles', stored.role)})"
        speech.out(" · ".join([f"{stored.seq}", when(stored.at_ms), who, told, *flags]))
        envelope = to_data(Envelope(stored.seq, stored.at_ms, stored.command, stored.by, stored.role))
        found.append({**envelope, "event": _public(stored.event, state), "undone": undone})
    speech.data(found)


def _public(event: Event, state: State) -> dict[str, Any]:
    data = encode(event)
    if isinstance(event, events.Committed) and _waiting(event, state):
        data.pop("seed")
    return data


def _waiting(event: events.Committed, state: State) -> bool:
    """Whether its draw is still to come: one that was committed and taken back may be committed again."""
    drawn = {stored.event.seed for stored in state.log if isinstance(stored.event, events.Drawn)}
    return event.seed not in drawn


def event_text(event: Event, state: State, speech: Speech) -> str:
    """What happened."""
    tag = encode(event)["e"]
    return speech.say("events", tag, **_values(event, state, speech))


def _values(event: Event, state: State, speech: Speech) -> Mapping[str, Any]:
    def name(number: int) -> str:
        known = state.entrants.get(number)
        return f"{number} {known.name}" if known is not None else f"{number}"

    if isinstance(event, (events.Created, events.Changed)):
        return {"name": event.settings.name}
    if isinstance(event, (events.Entered, events.Edited)):
        return {"who": f"{event.number} {event.name}"}
    if isinstance(event, (events.Struck, events.Left, events.Returned)):
        return {"who": name(event.number)}
    if isinstance(event, events.Substituted):
        return {"number": event.number, "name": event.name, "reason": because(event.reason)}
    if isinstance(event, events.Committed):
        return {"round": event.round, "hash": event.hash}
    if isinstance(event, events.Drawn):
        return {"round": event.round, "attempt": event.attempt, "rematches": len(event.rematches)}
    if isinstance(event, events.Exchanged):
        return {"a": name(event.a), "b": name(event.b), "round": event.round, "reason": because(event.reason)}
    if isinstance(event, events.Scored):
        points = " ".join(f"{points:+d}" if points else "0" for points in event.result.points)
        return {"round": event.round, "table": event.table, "points": points, "reason": because(event.reason)}
    if isinstance(event, events.Chosen):
        return {"round": event.round, "table": event.table, "seq": event.seq}
    if isinstance(event, (events.Played, events.GameChanged)):
        told = speech.say("events", "struck_out") if event.entry is None else _entry(event.entry, speech)
        return {"round": event.round, "table": event.table, "game": told}
    if isinstance(event, events.Adjusted):
        return {"who": name(event.number), "points": f"{event.points:+d}", "reason": because(event.reason)}
    if isinstance(event, events.Protested):
        return {"round": event.round, "table": event.table, "text": event.text}
    if isinstance(event, events.Ruled):
        return {"text": event.text}
    if isinstance(event, (events.RoundClosed, events.RoundReopened)):
        return {"round": event.round, "reason": because(event.reason)}
    if isinstance(event, events.LotsDrawn):
        return {"seed": event.seed}
    if isinstance(event, events.Undone):
        return {"seqs": ", ".join(str(one.seq) for one in state.log if one.command == event.command)}
    return {}


def _entry(entry: Mapping[str, Any], speech: Speech) -> str:
    from schafkopf.cli.tournament.entry import told_text
    from schafkopf.club.tournament.exports import SEATS

    return told_text(entry, {seat: seat for seat in SEATS}, speech, whole=True)
