"""What the table on the network needs from outside and does not build itself; `cli.serve` fills it in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from schafkopf.game.view import View
from schafkopf.server import wire
from schafkopf.server.around.replay import Importer


class Mind(Protocol):
    """Bots and advice. It is given a View, never a deal, and must not block the event loop.

    Whatever it raises or answers, the table goes on: see `live.asking`.
    """

    @property
    def levels(self) -> tuple[str, ...]:
        """How strong bots can be, by name, the weakest first."""
        ...

    def thinks_s(self, level: str) -> float:
        """How long a bot of this level may need to think: it never answers sooner, whatever the pace of the table."""
        ...

    async def choose(self, level: str, view: View, seed: int) -> str:
        """One of `view.options`, for the seat whose turn it is."""
        ...

    async def double(self, level: str, view: View, seed: int) -> str | None:
        """The Kontra word among `view.options` if the bot wants to say it now, out of turn; else None."""
        ...

    async def hint(self, view: View, seed: int) -> wire.HintInfo:
        """Advice for the seat of the view, which has something to say or play."""
        ...

    def counts(self) -> Mapping[str, int]:
        """What it counts, for `/metrics`: names with underscores."""
        ...

    async def close(self) -> None:
        """End what it has started."""
        ...


@dataclass(frozen=True, slots=True)
class Ports:
    """All of them."""

    mind: Mind
    importer: Importer | None = None
    """Other programs' protocols in the replay page."""
