"""`club.codec` with the tournament's own refusal."""

from __future__ import annotations

from collections.abc import Mapping
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


class Tagged:
    """One of several types as JSON-ready data in which the key `tag` says which; `kinds`: what may stand there."""

    def __init__(self, tag: str, kinds: Mapping[str, type[Any]]) -> None:
        self._tag = tag
        self._kinds = kinds
        self._names = {kind: name for name, kind in kinds.items()}

    def encode(self, value: Any) -> dict[str, Any]:
        """A value of one of the types."""
        return {self._tag: self._names[type(value)], **to_data(value)}

    def decode(self, data: Any) -> Any:
        """The value that `encode` wrote. Raises Refused `tournament/syntax`."""
        name = data.get(self._tag) if isinstance(data, dict) else None
        if not isinstance(name, str) or name not in self._kinds:
            raise Refused("tournament/syntax", "unknown kind", allowed=tuple(self._kinds), where=self._tag)
        return from_data(self._kinds[name], {key: value for key, value in data.items() if key != self._tag})
