"""Everything that is said before the first card: knocking, the auction in its modes, and doubling."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from schafkopf.engine.bots.judging import WITH_PARTNER, Judgement, expected_points, features, judge
from schafkopf.engine.bots.memory import Table
from schafkopf.game.cards import NAMES, POINTS
from schafkopf.game.compile import bids, contract, trump_mask
from schafkopf.game.contract import KINDS
from schafkopf.game.plan import lanes
from schafkopf.game.view import View

_CARD = {name: card for card, name in enumerate(NAMES)}


@dataclass(frozen=True, slots=True)
class Style:
    """A temperament: how much a bot wants to be sure of before it speaks up."""

    name: str
    partner: float
    """Chance to win from which a game with a partner is named."""
    alone: float
    """The same for a lone game."""
    double: float
    """Strength from which Kontra is said (see `wants_to_double`)."""
    knock: float
    """Strength of the first packet from which it knocks."""


STYLES = {
    style.name: style
    for style in (
        Style("steady", partner=0.52, alone=0.60, double=4.0, knock=5.0),
        Style("bold", partner=0.46, alone=0.53, double=3.5, knock=4.0),
        Style("cautious", partner=0.60, alone=0.70, double=4.6, knock=6.0),
    )
}


def say(view: View, rng: Random, style: Style) -> str:
    """What to say in the auction."""
    options = view.options
    if options == ("ramsch", "double", "redeal"):
        return _after_all_passed(view, style)
    if "accept" in options:
        return _accept(view, style)
    named = bids(view.rules)
    judged = [judge(view.rules, named[text], view.hand) for text in options if text in named]
    if "play" in options:
        return _announce(view, style)
    if "pass" not in options:
        # Who has announced a game, or must play, names the best one there is.
        return max(judged, key=lambda found: (found.gain, found.bid.rank)).bid.text
    best = _best(judged, style)
    return "pass" if best is None else best.bid.text


def _announce(view: View, style: Style) -> str:
    if "hochzeit" in view.options:
        return "hochzeit"
    # Who speaks after another `play` promises a lone game.
    promised = any(action.text == "play" for action in view.log)
    void = any(KINDS[name].void for name in view.rules["contracts"])
    judged = [
        judge(view.rules, bid, view.hand)
        for bid in bids(view.rules).values()
        if (bid.lone or not promised) and not (void and bid.kind.void) and bid.kind.line != "taker"
    ]
    return "pass" if _best(judged, style) is None else "play"
