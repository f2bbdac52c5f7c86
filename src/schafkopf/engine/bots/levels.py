"""How strong `pimc` plays.

The weaker levels look at fewer possible deals, read nothing from what the others say and play, and forget which small
plain cards are gone; they bid and double by rules of thumb, since who does not ask what a bid means doubles every Solo.
`easy` trusts its few deals alone. They do not look less deep: each deal is solved to its last card. And they do not
throw dice: no card is played that did not seem best.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """What a level of `pimc` does with its time."""

    name: str
    ms: float
    """Milliseconds for an answer if nobody says otherwise."""
    draws: int
    """Worlds that are drawn and weighed; those that are solved are taken from them."""
    worlds: int
    """Most worlds that are solved."""
    inference: bool = True
    """Whether what the others said and played tells it something beyond what they were allowed to."""
    floor: float = 0.1
    """Share of the others who play any card."""
    trust: float = 0.9
    """How far the likelihood of a card is believed; 1: as if all choices were independent."""
    memory: int | None = None
    """Tricks that it remembers card by card; of older ones it knows the trumps, the aces and who was out of a suit, but
    not which small plain cards are gone. None: all."""
    spread: float = 4.0
    """How far, in card points for each further card in hand, the play is thought to stray from the search's."""
    drift: float = 1.0
    """How much of `pimc_cards.Drift` is taken into account at the first card; it shrinks to nothing at the last."""
    tilt: float = 1.0
    """See `pimc_cards.scale`."""
    habit: float = 0.1
    """Share of what is usual (the rules of thumb, in stakes) in the choice of a card, however much was searched."""
    prior: float = 4.0
    """As how many worlds what is usual counts beside those that were solved."""
    search_bids: bool = True
    """Whether games and doubling are valued by search; else by the rules of thumb."""
    bid_worlds: int = 60
    """Most deals that are solved for what is said."""
    bid_prior: float = 6.0
    """As how many of them the features of the hand count (`judging`)."""
    passing: float = 0.25
    """What passing costs with a hand that might as well play, in called games."""
    double: float = 0.5
    """What a lone game must be expected to bring who doubles it, in parts of its price."""
    double_called: float = 1.2
    """The same where two play together: who doubles there shows a side, and the partner may still be anybody."""


HARD = Level("hard", ms=100.0, draws=1000, worlds=1000)
LEVELS = {
    level.name: level
    for level in (
        # A few possible deals and the last two tricks in mind, nothing read from what others say and play.
        Level("easy", ms=30.0, draws=100, worlds=4, inference=False, memory=1, prior=0.0, habit=0.0, search_bids=False),
        Level("medium", ms=50.0, draws=300, worlds=6, inference=False, memory=2, prior=1.0, search_bids=False),
        HARD,
    )
}


def check_level(name: str) -> Level:
    """The level of this name, the strongest without one. Raises ValueError that lists the levels."""
    if name and name not in LEVELS:
        raise ValueError(f"pimc has no {name!r}; there are {', '.join(LEVELS)}")
    return LEVELS[name] if name else HARD
