"""How much anybody may ask for: buckets that fill up again."""

from __future__ import annotations

import time
from collections import OrderedDict

from schafkopf.server.config import Rate
from schafkopf.server.errors import Refused

_MOST = 50_000
"""Buckets kept; the ones not used for longest go first."""


class Bucket:
    """Buckets of one kind, by whose they are."""

    def __init__(self, rate: Rate | None) -> None:
        self._rate = rate
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, whose: str) -> None:
        """Take one. Raises Refused (request/too-many)."""
        if not self.has(whose, take=True):
            raise Refused("request/too-many")

    def give_back(self, whose: str) -> None:
        """It was not needed."""
        if self._rate is not None and whose in self._left:
            left, then = self._left[whose]
            self._left[whose] = (min(float(self._rate.burst), left + 1.0), then)

    def has(self, whose: str, *, take: bool = False) -> bool:
        """Whether there is one."""
        rate = self._rate
        if rate is None:
            return True
        now = time.monotonic()
        left, then = self._left.get(whose, (float(rate.burst), now))
        left = min(float(rate.burst), left + (now - then) * rate.a_second)
        if left < 1.0:
            return False
        if take:
            self._left[whose] = (left - 1.0, now)
            self._left.move_to_end(whose)
            if len(self._left) > _MOST:
                self._left.popitem(last=False)
        return True
