"""Bots that play by rules of thumb, from a View only.

They hold no state: every call works out from the View what has been played and said, so the same View always meets
the same judgement. `rng` only decides between cards that weigh the same.
"""

from __future__ import annotations

from random import Random

from schafkopf.engine.bots import bidding
from schafkopf.engine.bots.bidding import STYLES, Style
from schafkopf.engine.bots.ducking import weigh_bettel, weigh_ramsch
from schafkopf.engine.bots.memory import Table
from schafkopf.engine.bots.playing import weigh
from schafkopf.game.cards import UNKNOWN
from schafkopf.game.view import View

__all__ = ["STYLES", "choose", "double"]

_SAME = 1e-9


def choose(view: View, rng: Random, style: str = "steady") -> str:
    """What the seat of this View says or plays: one of `view.options`, in any phase.

    A card, a word of the auction, `knock`, `give H9`, `trump H`, `claim`, or a Kontra word where the bot wants to
    double on its own turn. style: one of `STYLES`.
    Raises ValueError if the seat has nothing to say, does not know its own cards, or the style is unknown.
    """
    temper = _style(style)
    if not view.options:
        raise ValueError(f"seat {view.seat} has nothing to say in the phase {view.phase!r}")
    if UNKNOWN in view.hand or UNKNOWN in view.dealt:
        raise ValueError(f"seat {view.seat} does not know its own cards")
    if view.phase == "play":
        return bidding.doubling(view, temper) or _card(view, rng)
    if view.phase == "knock":
        return bidding.knock(view, temper)
    if view.phase == "auction":
        return bidding.say(view, temper)
    if view.phase == "give":
        return bidding.give(view)
    if view.phase == "trump":
        return bidding.name_trump(view)
    return "claim" if "claim" in view.options else "cut"


def double(view: View, rng: Random, style: str = "steady") -> str | None:
    """The Kontra word if the bot wants to double now, also out of turn; else None."""
    temper = _style(style)
    return bidding.doubling(view, temper) if view.phase == "play" else None


def _style(name: str) -> Style:
    if name not in STYLES:
        raise ValueError(f"no bot is called {name!r}; there are {', '.join(STYLES)}")
    return STYLES[name]


def _card(view: View, rng: Random) -> str:
    table = Table.of(view)
    if not table.legal:
        raise ValueError(f"seat {view.seat} is not to play")
    goal = table.contract.goal.kind
    if goal == "no_trick":
        weights = weigh_bettel(table)
    elif goal == "fewest_points":
        weights = weigh_ramsch(table)
    else:
        weights = weigh(table)
    top = max(weights.values())
    return table.name(rng.choice([lane for lane, weight in weights.items() if weight >= top - _SAME]))
