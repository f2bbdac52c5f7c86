"""Documents of tournaments that were made, so that who prints again does not wait."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

from schafkopf import paper
from schafkopf.club.tournament.state import State
from schafkopf.server.books.printing import printed

_KEPT_BYTES = 48_000_000


class Papers:
    """Documents that were made; typesetting is done for one at a time."""

    def __init__(self) -> None:
        self._made: OrderedDict[tuple[Any, ...], bytes] = OrderedDict()
        self._size = 0
        self._one = asyncio.Semaphore(1)

    async def get(
        self,
        key: tuple[Any, ...],
        what: paper.What,
        state: State,
        language: str,
        number: int | None,
        links: paper.Links,
    ) -> bytes:
        """A document; key: all that it depends on. Raises Refused."""
        async with self._one:
            found = self._made.get(key)
            if found is None:
                found = await printed(what, state, language, number, links)
                self._made[key] = found
                self._size += len(found)
                while self._size > _KEPT_BYTES and len(self._made) > 1:
                    self._size -= len(self._made.popitem(last=False)[1])
            self._made.move_to_end(key)
            return found
