"""Ops to JSON-ready data and back, strictly. This is the only door: what comes through it is kept for good."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from schafkopf.club.codec import from_data, to_data
from schafkopf.club.sheet import ops
from schafkopf.club.sheet.errors import Refused
from schafkopf.club.sheet.ops import Op, Stored
from schafkopf.game.errors import SchafkopfError

Data = dict[str, Any]

LONGEST_ID = 64
LONGEST_NAME = 60
LONGEST_TEXT = 500
LARGEST = 10**9
"""Of any number that somebody types in, so that sums stay exact in every client."""
LARGEST_OVERRIDES = 20_000
MOST_PEOPLE = 200
_UNSEEN = ("Cc", "Cs")

CONTENTS: dict[str, type] = {
    "played": ops.Played,
    "passed": ops.Passed,
    "corrected": ops.Corrected,
    "penalised": ops.Penalised,
    "paid": ops.Paid,
}
ACTS: dict[str, type] = {
    "named": ops.Named,
    "joined": ops.Joined,
    "left": ops.Left,
    "renamed": ops.Renamed,
    "seated": ops.Seated,
    "ruled": ops.Ruled,
    "dealer": ops.DealerSet,
    "deleted": ops.Deleted,
    "restored": ops.Restored,
    "placed": ops.Placed,
    "distinct": ops.Distinct,
    "undone": ops.Undone,
    "redone": ops.Redone,
    "closed": ops.Closed,
    "reopened": ops.Reopened,
}
"""Entered and edited lines are not in it: they carry a content."""

_CONTENT_NAMES = {kind: name for name, kind in CONTENTS.items()}
_ACT_NAMES = {kind: name for name, kind in ACTS.items()}
_TEXTS = {
    "note": LONGEST_TEXT,
    "title": LONGEST_TEXT,
    "place": LONGEST_TEXT,
    "date": LONGEST_NAME,
    "name": LONGEST_NAME,
    "by": LONGEST_NAME,
}
"""Fields that people write into; all other strings are ids or words of the game."""


def kind_of(content: ops.Content) -> str:
    """The word for this kind of line: a key of `CONTENTS`."""
    return _CONTENT_NAMES[type(content)]


def content_data(content: ops.Content) -> Data:
    """What a line says as JSON-ready data, its kind under `line`."""
    return {"line": kind_of(content), **to_data(content)}


def op_data(op: Op) -> Data:
    """An op as JSON-ready data.

    >>> op_data(Op("x1", "phone", 5, ops.Deleted("x0")))
    {'id': 'x1', 'device': 'phone', 'at_ms': 5, 'do': 'deleted', 'entry': 'x0'}
    """
    head = {"id": op.id, "device": op.device, "at_ms": op.at_ms, **({"by": op.by} if op.by else {})}
    act = op.act
    if isinstance(act, ops.Entered):
        return {**head, "do": "entered", "after": act.after, "content": content_data(act.content)}
    if isinstance(act, ops.Edited):
        return {**head, "do": "edited", "entry": act.entry, "base": act.base, "content": content_data(act.content)}
    return {**head, "do": _ACT_NAMES[type(act)], **to_data(act)}


def read_op(data: Any) -> Op:
    """The op that `op_data` wrote. Raises Refused `sheet/syntax` with the place that does not fit."""
    if not isinstance(data, dict):
        raise Refused("sheet/syntax", "expected an object")
    rest = dict(data)
    head = {name: rest.pop(name, None) for name in ("id", "device", "at_ms")}
    head["by"] = rest.pop("by", "")
    for name, kind in (("id", str), ("device", str), ("at_ms", int), ("by", str)):
        if type(head[name]) is not kind:
            raise Refused("sheet/syntax", f"expected {kind.__name__}", where=name)
    op = Op(head["id"], head["device"], head["at_ms"], _act(rest), head["by"])
    _check(op, "")
    return op


def stored_data(stored: Stored) -> Data:
    """An op of the log as JSON-ready data."""
    return {"seq": stored.seq, **op_data(stored.op)}


def read_stored(data: Any) -> Stored:
    """What `stored_data` wrote. Raises Refused `sheet/syntax`."""
    if not isinstance(data, dict) or type(data.get("seq")) is not int or data["seq"] < 1:
        raise Refused("sheet/syntax", "expected a sequence number", where="seq")
    return Stored(data["seq"], read_op({name: value for name, value in data.items() if name != "seq"}))


def _act(data: Data) -> ops.Act:
    do = data.pop("do", None)
    if do in ("entered", "edited"):
        content = _content(data.pop("content", None))
        made = _read(_Entered if do == "entered" else _Edited, data)
        if isinstance(made, _Entered):
            return ops.Entered(content, made.after)
        return ops.Edited(made.entry, content, made.base)
    if not isinstance(do, str) or do not in ACTS:
        raise Refused("sheet/syntax", "unknown act", allowed=("entered", "edited", *ACTS), where="do")
    act: ops.Act = _read(ACTS[do], data)
    return act


@dataclass(frozen=True, slots=True)
class _Entered:
    after: str = ""


@dataclass(frozen=True, slots=True)
class _Edited:
    entry: str
    base: str = ""


def _content(data: Any) -> ops.Content:
    if not isinstance(data, dict) or not isinstance(data.get("line"), str) or data["line"] not in CONTENTS:
        raise Refused("sheet/syntax", "unknown kind of line", allowed=tuple(CONTENTS), where="content.line")
    rest = {name: value for name, value in data.items() if name != "line"}
    content: ops.Content = _read(CONTENTS[data["line"]], rest, "content")
    return content


def _read(kind: type, data: Data, where: str = "") -> Any:
    try:
        return from_data(kind, data, where)
    except SchafkopfError as fault:
        raise Refused("sheet/syntax", fault.detail, where=fault.where) from None


def _check(value: Any, where: str) -> None:
    """Refuse what would burst a sheet: endless texts, control characters, numbers without end."""
    if isinstance(value, str):
        name = where.rpartition(".")[2]
        if len(value) > _TEXTS.get(name, LONGEST_ID) or any(unicodedata.category(sign) in _UNSEEN for sign in value):
            raise Refused("sheet/syntax", "a text too long, or with signs that nobody sees", where=where)
        if name in ("name", "id", "device", "person", "entry") and not value.strip():
            raise Refused("sheet/syntax", "must not be empty", where=where)
    elif isinstance(value, int):
        if abs(value) > (LARGEST if where != "at_ms" else 10**15):
            raise Refused("sheet/syntax", "too large a number", where=where)
    elif isinstance(value, dict):
        if where.endswith("overrides"):
            if len(json.dumps(value)) > LARGEST_OVERRIDES:
                raise Refused("sheet/syntax", "too many overrides", where=where)
            return
        for key, inner in value.items():
            _check(key, f"{where}.")
            _check(inner, where)
        _short(value, where)
    elif isinstance(value, tuple):
        for inner in value:
            _check(inner, where)
        _short(value, where)
    elif is_dataclass(value):
        for part in fields(value):
            own = "" if part.name in ("act",) else part.name
            _check(getattr(value, part.name), ".".join(name for name in (where, own) if name))


def _short(value: Any, where: str) -> None:
    if len(value) > MOST_PEOPLE:
        raise Refused("sheet/syntax", "too many", where=where)
