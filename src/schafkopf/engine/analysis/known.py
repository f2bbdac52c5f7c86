"""Cards judged by what their player could know, not by the open hands."""

from __future__ import annotations

from dataclasses import dataclass

from schafkopf.engine.analysis.found import Analysis
from schafkopf.engine.analysis.walk import positions


@dataclass(frozen=True, slots=True)
class Judged:
    """A card judged by what its player could know."""

    step: int
    """Index in `Analysis.steps`."""
    cost: float
    """What the best card brings on average over the possible deals, less what this one brings."""
    best: str
    worlds: int
    """Possible deals that were solved."""


def judged(
    analysis: Analysis, *, worlds: int | None = None, seed: int = 0, ms: float | None = None
) -> tuple[Judged, ...]:
    """Each card for which there was a choice, judged over possible deals drawn from the player's View before it.

    worlds: how many for each card, `hints.WORLDS` if None. ms: stop drawing for a card when so many milliseconds are
    over. The same seed draws the same. Empty for Ramsch, where there are no two sides.
    """
    from schafkopf.engine.hints import WORLDS, prospects
    from schafkopf.game.view import View

    if analysis.end.points is None:
        return ()
    found = []
    for number, (point, step) in enumerate(zip(positions(analysis.deal), analysis.steps, strict=False)):
        if not step.is_card or step.forced:
            continue
        many = worlds if worlds is not None else WORLDS
        seen = prospects(View.of(point, step.seat), seed=seed * 1000 + step.at, worlds=many, ms=ms)
        if seen.worlds:
            best = max(seen.amounts.values())
            cost = best - seen.amounts[step.text]
            better = step.text if cost == 0 else next(card for card, worth in seen.amounts.items() if worth == best)
            found.append(Judged(number, cost, better, seen.worlds))
    return tuple(found)
