"""Bots and hints for the table on the network: fills the port `server.ports.Mind` from the engine.

Rules of thumb answer in a thread. Whoever searches does so in a process of its own; until the kernels there are
compiled, rules of thumb answer in its place, and are counted.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any, TypeVar

from schafkopf.cli.mind import cores
from schafkopf.cli.serve.workers import Lost, Workers
from schafkopf.engine.bots.player import Budget, player
from schafkopf.game.alphabet import LEVELS as DOUBLINGS
from schafkopf.game.view import View
from schafkopf.server import wire

log = logging.getLogger(__name__)
_T = TypeVar("_T")
BOTS = {"easy": "rules:cautious", "medium": "rules", "hard": "pimc"}
"""The levels of the table and the bots of the engine behind them; those of `SEARCHING` need compiled kernels."""
SEARCHING = frozenset({"hard"})
_MS = 250.0
"""What a search may take if nobody else wants to think; with many at work it takes less."""
_LEAST_MS = 40.0
_HINT_MS = 400.0
_THINKS_S = 0.5
"""A search, with others of the same table waiting to be asked whether they double."""
_THUMBS_S = 0.02
"""A rule of thumb, which takes about a hundredth of this: with a choice a little more than without one."""


class EngineMind:
    """See the module."""

    def __init__(self, workers: int | None = None) -> None:
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="thumbs")
        self._workers = Workers(workers or max(1, cores() - 1))
        self._warming: asyncio.Task[None] | None = None
        self._ready = False
        self._counts = {"thumbs": 0, "searched": 0, "lost": 0, "hints": 0}

    @property
    def levels(self) -> tuple[str, ...]:
        """See `Mind`."""
        return tuple(BOTS)

    def thinks_s(self, level: str) -> float:
        """See `Mind`."""
        return _THINKS_S if level in SEARCHING else _THUMBS_S

    async def choose(self, level: str, view: View, seed: int) -> str:
        """See `Mind`."""
        if level in SEARCHING and self._warm():
            try:
                self._counts["searched"] += 1
                return str(await self._workers.ask(_choose, BOTS[level], view, seed, self._ms()))
            except Lost:
                self._counts["lost"] += 1
        return await self._thumbs(_choose, self._thumb(level), view, seed, None)

    async def double(self, level: str, view: View, seed: int) -> str | None:
        """See `Mind`."""
        if level in SEARCHING and self._warm():
            try:
                said: str | None = await self._workers.ask(_double, BOTS[level], view, seed, self._ms() / 2)
                return said
            except Lost:
                self._counts["lost"] += 1
        # Not counted: who is asked this is a secret.
        return await self._thumbs(_double, BOTS["medium" if level in SEARCHING else level], view, seed, None)

    async def hint(self, view: View, seed: int) -> wire.HintInfo:
        """See `Mind`."""
        self._counts["hints"] += 1
        if self._warm():
            try:
                found: wire.HintInfo = await self._workers.ask(_hint, view, seed)
                return found
            except Lost:
                self._counts["lost"] += 1
        return await self._thumbs(_thumb_hint, view, seed)

    def counts(self) -> Mapping[str, int]:
        """See `Mind`."""
        return dict(self._counts)

    async def close(self) -> None:
        """See `Mind`."""
        if self._warming is not None:
            self._warming.cancel()
        self._workers.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _thumbs(self, function: Callable[..., _T], *values: Any) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *values)

    def _thumb(self, level: str) -> str:
        if level in SEARCHING:
            self._counts["thumbs"] += 1
            return BOTS["medium"]
        return BOTS[level]

    def _ms(self) -> float:
        """The more want to think at the same time, the shorter each does."""
        return max(_LEAST_MS, _MS / (1 + self._workers.waiting // self._workers.count))

    def _warm(self) -> bool:
        """Whether the workers are ready; if not, they are made so."""
        if not self._ready and self._warming is None:
            self._warming = asyncio.create_task(self._warm_up())
        return self._ready

    async def _warm_up(self) -> None:
        try:
            # One compiles, the others then find it in the cache.
            for _ in range(self._workers.count):
                await self._workers.ask(_load)
            self._ready = True
        except Exception as error:
            # Whatever it is: rules of thumb answer until it works.
            log.warning("kernels", extra={"kind": type(error).__name__})
            self._counts["lost"] += 1
            await asyncio.sleep(10.0)
            self._warming = None


# -- in a worker or a thread -------------------------------------------------------------------------------------------


def _choose(name: str, view: View, seed: int, ms: float | None) -> str:
    return player(name).choose(view, Random(seed), Budget(ms=ms))


def _double(name: str, view: View, seed: int, ms: float | None) -> str | None:
    return player(name).double(view, Random(seed), Budget(ms=ms))


def _load() -> None:
    """Load the kernels, compiled if need be; yield to the server for that."""
    if hasattr(os, "nice"):
        os.nice(5)
    player("pimc")
    import schafkopf.engine.hints  # noqa: F401


def _hint(view: View, seed: int) -> wire.HintInfo:
    from schafkopf.engine.hints import hint

    found = hint(view, Budget(ms=_HINT_MS), Random(seed))
    options = [wire.HintOption(action, mean) for action, mean in found.options.items()]
    return wire.HintInfo(found.best, options, by_search=found.worlds > 0)


def _thumb_hint(view: View, seed: int) -> wire.HintInfo:
    from schafkopf.engine.bots import rules

    words = [text for text in view.options if text not in DOUBLINGS]
    best = rules.choose(view, Random(seed)) if words else rules.double(view, Random(seed))
    return wire.HintInfo(best, [], by_search=False)
