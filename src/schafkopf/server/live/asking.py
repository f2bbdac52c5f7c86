"""Asking a bot so that the table goes on whatever it does."""

from __future__ import annotations

import asyncio
import logging
import secrets

from schafkopf.game.view import View
from schafkopf.server.ports import Mind

log = logging.getLogger(__name__)


class Asker:
    """Asks bots and counts what went wrong; see `counts`."""

    def __init__(self, mind: Mind, patience_s: float) -> None:
        self._mind = mind
        self._patience_s = patience_s
        self.counts = {"asked": 0, "late": 0, "raised": 0, "illegal": 0}

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels, the weakest first."""
        return self._mind.levels

    def thinks_s(self, level: str | None) -> float:
        """How long a bot of this level takes at least."""
        return self._mind.thinks_s(self.level(level))

    def level(self, wanted: str | None) -> str:
        """A level that there is: the wanted one, else the one in the middle."""
        levels = self._mind.levels
        return wanted if wanted in levels else levels[len(levels) // 2]

    async def answer(self, level: str | None, view: View, *, doubling: bool) -> str | None:
        """What a bot says or plays; None: nothing legal came, or (doubling) it has nothing to say.

        It is asked also where there is only one answer: a bot that was quicker then would tell of its cards.
        """
        # Who is asked whether he doubles is a secret: who holds the called ace is not.
        self.counts["asked"] += not doubling
        seed = secrets.randbits(63)
        try:
            async with asyncio.timeout(self._patience_s):
                if doubling:
                    said = await self._mind.double(self.level(level), view, seed)
                else:
                    said = await self._mind.choose(self.level(level), view, seed)
        except TimeoutError:
            self._failed("late", view)
            return None
        except Exception as error:
            # Neither text nor trace of the error: they may name cards.
            self._failed("raised", view, type(error).__name__)
            return None
        if said is None and doubling:
            return None
        if said not in view.options:
            self._failed("illegal", view, type(said).__name__)
            return None
        return said

    def _failed(self, how: str, view: View, kind: str = "") -> None:
        self.counts[how] += 1
        log.warning("bot", extra={"fault": how, "seat": view.seat, "phase": view.phase, "kind": kind})
