"""The history of a sheet in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from schafkopf.cli.books.speech import Speech
from schafkopf.cli.sheet.telling import content_text, line_label
from schafkopf.club.sheet import State, Stored, fold, ops, stored_data
from schafkopf.club.sheet.exports import labels
from schafkopf.club.sheet.undoing import holding


def when(at_ms: int) -> str:
    """A time as the clock here shows it."""
    try:
        return datetime.fromtimestamp(at_ms / 1000).strftime("%Y-%m-%d %H:%M")
    except (OverflowError, OSError, ValueError):
        # A phone may have had any clock.
        return "?"


def show_history(log: Sequence[Stored], speech: Speech) -> None:
    """Every op with its number, time, who, and what became of it."""
    state = fold(log)
    held = holding(log)
    faults = {fault.op: fault.code for fault in state.faults}
    found = []
    for stored in log:
        op = stored.op
        flags = []
        if op.id in held.undone:
            flags.append(speech.say("did", "undone_mark"))
        if op.id in faults:
            flags.append(faults[op.id])
        told = act_text(stored, state, speech)
        speech.out(" · ".join([f"{stored.seq}", when(op.at_ms), op.by or op.device, told, *flags]))
        found.append({**stored_data(stored), "undone": op.id in held.undone, "fault": faults.get(op.id, "")})
    speech.data(found)


def act_text(stored: Stored, state: State, speech: Speech) -> str:
    """What somebody did."""
    act = stored.op.act
    names = labels(state)

    def name(person: str) -> str:
        return names.get(person, person)

    def line(entry: str) -> str:
        found = state.line(entry)
        return entry if found is None else line_label(found, state)

    if isinstance(act, ops.Named):
        return speech.say("did", "named", title=" · ".join(part for part in (act.title, act.place, act.date) if part))
    if isinstance(act, ops.Joined):
        return speech.say("did", "joined", name=act.name)
    if isinstance(act, ops.Renamed):
        return speech.say("did", "renamed", name=act.name)
    if isinstance(act, (ops.Left, ops.DealerSet)):
        return speech.say("did", "left" if isinstance(act, ops.Left) else "dealer", name=name(act.person))
    if isinstance(act, ops.Seated):
        if act.seat is None:
            return speech.say("did", "stood", name=name(act.person))
        return speech.say("did", "seated", name=name(act.person), place=act.seat + 1)
    if isinstance(act, ops.Ruled):
        return speech.say("did", "ruled", rules=act.rules)
    if isinstance(act, (ops.Entered, ops.Edited)):
        entry = stored.op.id if isinstance(act, ops.Entered) else act.entry
        key = "entered" if isinstance(act, ops.Entered) else "edited"
        return f"{speech.say('did', key)} {line(entry)}: {content_text(act.content, state, speech, whole=True)}"
    if isinstance(act, (ops.Deleted, ops.Restored, ops.Placed, ops.Distinct)):
        return f"{speech.say('did', type(act).__name__.lower())} {line(act.entry)}"
    return speech.say("did", type(act).__name__.lower())
