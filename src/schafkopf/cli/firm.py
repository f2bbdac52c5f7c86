"""Cards that are not torn at the end of a line.

Rich ends lines at every kind of space, also at those that say not to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from schafkopf.cli.play.faces import Faces

if TYPE_CHECKING:
    from rich.console import Console, JustifyMethod, OverflowMethod
    from rich.containers import Lines

_FIRM = "\N{NO-BREAK SPACE}"
_HELD = "\ue000"
"""Stands for the no-break space while lines are broken. `streams.printable` lets no name have it."""


class FirmFaces(Faces):
    """Faces whose sign and name stay together in a `FirmText`."""

    def plain(self, card: str) -> str:
        """A card in running text."""
        return super().plain(card).replace(" ", _FIRM)


class FirmText(Text):
    """A text that is not broken at its no-break spaces."""

    def wrap(
        self,
        console: Console,
        width: int,
        *,
        justify: JustifyMethod | None = None,
        overflow: OverflowMethod | None = None,
        tab_size: int = 8,
        no_wrap: bool | None = None,
    ) -> Lines:
        """The lines of the text in this width."""
        held = self.copy()
        held.plain = held.plain.replace(_FIRM, _HELD)
        lines = held.wrap(console, width, justify=justify, overflow=overflow, tab_size=tab_size, no_wrap=no_wrap)
        for line in lines:
            line.plain = line.plain.replace(_HELD, _FIRM)
        return lines
