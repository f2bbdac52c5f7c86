"""Frozen values to JSON-ready data and back, strictly: what does not fit its type is refused."""

from __future__ import annotations

import dataclasses
import types
import typing
from functools import lru_cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

from schafkopf.game.errors import SchafkopfError

T = TypeVar("T")


class Malformed(SchafkopfError):
    """Data that does not fit its type; `where` names the place. The code is `club/syntax`."""


def to_data(value: Any) -> Any:
    """Dataclasses as objects without the fields that are empty by default and in fact, tuples as lists.

    A default that says something is written, so that it may be another one day.
    """
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        found = {}
        for field in dataclasses.fields(value):
            own = getattr(value, field.name)
            if field.default is dataclasses.MISSING or field.default or own != field.default:
                found[field.name] = to_data(own)
        return found
    if isinstance(value, (list, tuple)):
        return [to_data(item) for item in value]
    if isinstance(value, dict):
        return {key: to_data(item) for key, item in value.items()}
    return value


def from_data(kind: type[T], data: Any, where: str = "") -> T:
    """The value of this type. Raises Malformed."""
    return typing.cast(T, _read(kind, data, where))


def _refuse(where: str, wanted: str) -> Malformed:
    return Malformed("club/syntax", f"expected {wanted}", where=where or None)


@lru_cache(maxsize=256)
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _read(kind: Any, data: Any, where: str) -> Any:
    if kind is Any:
        return data
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        if data is None and type(None) in args:
            return None
        for option in args:
            if option is not type(None):
                try:
                    return _read(option, data, where)
                except Malformed as fault:
                    last = fault
        raise last
    if origin is Literal:
        if type(data) is not str or data not in args:
            raise _refuse(where, " or ".join(map(repr, args)))
        return data
    if origin is tuple:
        if not isinstance(data, (list, tuple)):
            raise _refuse(where, "a list")
        if len(args) == 2 and args[1] is Ellipsis:
            return tuple(_read(args[0], item, f"{where}[{i}]") for i, item in enumerate(data))
        if len(data) != len(args):
            raise _refuse(where, f"{len(args)} values")
        return tuple(_read(k, item, f"{where}[{i}]") for i, (k, item) in enumerate(zip(args, data, strict=True)))
    if origin is dict:
        if not isinstance(data, dict) or any(type(key) is not str for key in data):
            raise _refuse(where, "an object")
        return {key: _read(args[1], item, f"{where}.{key}") for key, item in data.items()}
    if dataclasses.is_dataclass(kind):
        return _object(kind, data, where)
    if type(data) is not kind:
        raise _refuse(where, kind.__name__)
    return data


def _object(kind: Any, data: Any, where: str) -> Any:
    if not isinstance(data, dict):
        raise _refuse(where, "an object")
    prefix = f"{where}." if where else ""
    hints = _hints(kind)
    fields = {field.name: field for field in dataclasses.fields(kind)}
    for key in data:
        if key not in fields:
            raise _refuse(f"{prefix}{key}", "no such key")
    found = {}
    for name, field in fields.items():
        if name in data:
            found[name] = _read(hints[name], data[name], f"{prefix}{name}")
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise _refuse(f"{prefix}{name}", "a value")
    return kind(**found)
