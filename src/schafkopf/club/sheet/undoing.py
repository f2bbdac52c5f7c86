"""Which ops hold: each device takes back its own, in the order in which it did them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from schafkopf.club.sheet.ops import Redone, Stored, Undone
from schafkopf.club.sheet.state import Fault


@dataclass(frozen=True, slots=True)
class Holding:
    """The log without undos. undone: ids of ops that were taken back; undo, redo: what comes next, by device."""

    log: tuple[Stored, ...]
    undone: frozenset[str]
    faults: tuple[Fault, ...]
    undo: Mapping[str, str]
    redo: Mapping[str, str]


def holding(log: Sequence[Stored]) -> Holding:
    """Sort a log out. An op that comes twice, because its answer was lost on the way, is one op."""
    kept: list[Stored] = []
    faults: list[Fault] = []
    seen: set[str] = set()
    done: dict[str, list[str]] = {}
    back: dict[str, list[str]] = {}
    for stored in sorted(log, key=lambda one: one.seq):
        op = stored.op
        if op.id in seen:
            faults.append(Fault(stored.seq, op.id, "sheet/repeated"))
            continue
        seen.add(op.id)
        own_done, own_back = done.setdefault(op.device, []), back.setdefault(op.device, [])
        if isinstance(op.act, (Undone, Redone)):
            source, target = (own_done, own_back) if isinstance(op.act, Undone) else (own_back, own_done)
            if source:
                target.append(source.pop())
            else:
                faults.append(Fault(stored.seq, op.id, "sheet/nothing-to-undo"))
            continue
        kept.append(stored)
        own_done.append(op.id)
        # Once something new is done, what was taken back stays back, readable in the history.
        own_back.clear()
    held = {op for ops in done.values() for op in ops}
    return Holding(
        tuple(kept),
        frozenset(stored.op.id for stored in kept) - held,
        tuple(faults),
        {device: ops[-1] for device, ops in done.items() if ops},
        {device: ops[-1] for device, ops in back.items() if ops},
    )
