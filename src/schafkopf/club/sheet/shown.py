"""A sheet as JSON-ready data, for screens and for whoever computes it elsewhere and compares. docs/sheet.md."""

from __future__ import annotations

from typing import Any

from schafkopf.club.sheet.carried import Carried
from schafkopf.club.sheet.codec import content_data
from schafkopf.club.sheet.state import Change, Line, State

Data = dict[str, Any]


def state_data(state: State) -> Data:
    """Everything a sheet shows. Who computes the same from the same ops gets equal data."""
    turn, closing = state.turn, state.closing
    return {
        "seq": state.seq,
        "title": state.title,
        "place": state.place,
        "date": state.date,
        "people": [{"id": one.id, "name": one.name, "here": one.here} for one in state.people.values()],
        "table": list(state.table),
        "rulings": [
            {"op": one.op, "rules": one.ruled.rules, "overrides": one.ruled.overrides}
            | {"unit": one.unit, "error": one.error}
            for one in state.rulings
        ],
        "ruling": state.ruling,
        "unit": state.unit,
        "lines": [line_data(line) for line in state.lines],
        "carried": carried_data(state.carried),
        "turn": {
            "dealer": turn.dealer,
            "forehand": turn.forehand,
            "players": list(turn.players),
            "resting": list(turn.resting),
            "error": turn.error,
        },
        "balances": dict(state.balances),
        "curve": {person: list(points) for person, points in state.curve.items()},
        "closed": state.closed,
        "closing": {
            "shares": dict(closing.shares),
            "due": dict(closing.due),
            "payments": [{"payer": p.payer, "payee": p.payee, "amount": p.amount} for p in closing.payments],
        },
        "faults": [{"seq": fault.seq, "op": fault.op, "code": fault.code} for fault in state.faults],
        "undo": dict(state.undo),
        "redo": dict(state.redo),
    }


def line_data(line: Line) -> Data:
    """One line with its bill and its history."""
    bill = line.bill
    return {
        "id": line.id,
        "number": line.number,
        "content": content_data(line.content),
        "ruling": line.ruling,
        "terms": [term.as_dict() for term in bill.terms],
        "value": bill.value,
        "amounts": dict(bill.amounts),
        "pot": bill.pot,
        "strokes": None if bill.strokes is None else dict(bill.strokes),
        "provisional": bill.provisional,
        "error": bill.error,
        "where": bill.where,
        "ring": list(bill.ring),
        "before": carried_data(line.before),
        "balances": dict(line.balances),
        "history": [_change(change) for change in line.history],
        "deleted": line.deleted,
        "doubles": list(line.doubles),
        "contested": line.contested,
        "late": line.late,
    }


def carried_data(carried: Carried) -> Data:
    """What lies on the table."""
    return {
        "pot": carried.pot,
        "double": carried.double,
        "bock": list(carried.bock),
        "tie": None if carried.tie is None else list(carried.tie),
        "teams": [
            {"people": list(team.people), "strokes": team.strokes, "heads": team.heads} for team in carried.teams
        ],
    }


def _change(change: Change) -> Data:
    data: Data = {
        "seq": change.seq,
        "op": change.op,
        "device": change.device,
        "by": change.by,
        "at_ms": change.at_ms,
        "did": change.did,
        "undone": change.undone,
        "stale": change.stale,
    }
    return data if change.content is None else {**data, "content": content_data(change.content)}
