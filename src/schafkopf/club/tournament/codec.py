"""`club.codec` with the tournament's own refusal."""

from __future__ import annotations

from typing import Any, TypeVar

from schafkopf.club import codec
from schafkopf.club.tournament.errors import Refused

to_data = codec.to_data
T = TypeVar("T")


def from_data(kind: type[T], data: Any, where: str = "") -> T:
    """The value of this type. Raises Refused `tournament/syntax` with the place that does not fit."""
    try:
        return codec.from_data(kind, data, where)
    except codec.Malformed as fault:
        raise Refused("tournament/syntax", fault.detail, where=fault.where) from None
