"""The lot: a stream of numbers that follows from a published seed and is the same on every machine.

Block number k (k = 0, 1, 2, ...) of the stream is SHA-256 of the UTF-8 text `seed/purpose/k`, read as eight numbers
of 32 bits, the most significant byte first. A number below n is the next number w of the stream with w < 2**32 -
2**32 mod n, taken mod n; a larger w is thrown away, so that every result is equally likely. To shuffle, the last
place is exchanged with one drawn from all places up to it, then the one before it, down to the second (Fisher and
Yates).
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_WORD = 1 << 32
_EIGHT = struct.Struct(">8I")


def seed_hash(seed: str) -> str:
    """What is published before a draw: SHA-256 of the seed's text, in hex.

    >>> seed_hash("Maibock")[:16]
    '5b03e7a03742ea7b'
    """
    return hashlib.sha256(seed.encode()).hexdigest()


class Lot:
    """A stream of lots; `purpose` keeps streams from one seed apart (`round 2, attempt 1`)."""

    def __init__(self, seed: str, purpose: str) -> None:
        self._prefix = f"{seed}/{purpose}/".encode()
        self._block = 0
        self._words: list[int] = []

    def word(self) -> int:
        """The next 32 bits."""
        if not self._words:
            digest = hashlib.sha256(self._prefix + str(self._block).encode()).digest()
            self._words = list(_EIGHT.unpack(digest))[::-1]
            self._block += 1
        return self._words.pop()

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, each equally likely; 0 < limit <= 2**32."""
        if not 0 < limit <= _WORD:
            raise ValueError(f"no lot below {limit}")
        fair = _WORD - _WORD % limit
        while (word := self.word()) >= fair:
            pass
        return word % limit

    def choice(self, some: Sequence[T]) -> T:
        """One of them."""
        return some[self.below(len(some))]

    def shuffled(self, some: Sequence[T]) -> list[T]:
        """All of them in an order by lot."""
        order = list(some)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
