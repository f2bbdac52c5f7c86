"""Everything that is said before the first card: knocking, the auction in its modes, and doubling."""

from __future__ import annotations

from dataclasses import dataclass

from schafkopf.engine.bots.judging import Judgement, chance, expected_points, features, judge
from schafkopf.engine.bots.memory import Table
from schafkopf.game.alphabet import CARDS, LEVELS
from schafkopf.game.auction import start
from schafkopf.game.cards import POINTS, mask_of
from schafkopf.game.compile import Bid, bids, contract
from schafkopf.game.plan import Lanes, lanes
from schafkopf.game.view import View


@dataclass(frozen=True, slots=True)
class Style:
    """A temperament: how much a bot wants to be sure of before it speaks up."""

    name: str
    partner: float
    """Chance to win from which a game with a partner is named."""
    alone: float
    """The same for a lone game."""
    double: float
    """Strength of a defender with eight cards (`defence`) from which Kontra against a called game is said."""
    re: float
    """Chance to win from which the declarer's side answers."""
    knock: float
    """Strength of a first packet of four from which it knocks."""
    accept: float
    """Points above the need from which a Hochzeit is taken."""
    ramsch: float
    """Strength up to which the hand is weak enough for a Ramsch."""


STYLES = {
    style.name: style
    for style in (
        Style("steady", partner=0.52, alone=0.52, double=4.5, re=0.85, knock=3.7, accept=0.0, ramsch=0.8),
        Style("bold", partner=0.46, alone=0.46, double=4.1, re=0.78, knock=3.2, accept=-5.0, ramsch=1.1),
        Style("cautious", partner=0.60, alone=0.62, double=5.0, re=0.92, knock=4.4, accept=6.0, ramsch=0.5),
    )
}


def say(view: View, style: Style) -> str:
    """What to say in the auction."""
    options = view.options
    if "redeal" in options:
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
    judged = [judge(view.rules, bid, view.hand) for bid in after_play(view)]
    if _best(judged, style) is not None:
        return "play"
    return "hochzeit" if "hochzeit" in view.options else "pass"


def after_play(view: View) -> list[Bid]:
    """What the auction lets this seat name once it has said `play` and everybody else passes."""
    assert view.seat is not None
    own = mask_of(CARDS[name] for name in view.hand)
    everybody = range(view.at_table)
    hands = tuple(own if seat == view.seat else 0 for seat in everybody)
    hidden = tuple(0 if seat == view.seat else view.sizes[seat] for seat in everybody)
    auction = start(view.rules, view.seats, hands, hidden)
    for action in view.log:
        if action.text not in ("knock", "keep"):
            auction = auction.after(action.seat, action.text)
    auction = auction.after(view.seat, "play")
    while auction.turn is not None and auction.turn != view.seat:
        auction = auction.after(auction.turn, "pass")
    named = bids(view.rules)
    return [named[text] for text in auction.options() if text in named]


def _best(judged: list[Judgement], style: Style) -> Judgement | None:
    """The most promising of the bids that are likely enough; a Hochzeit only needs its one trump."""
    sure = [found for found in judged if found.chance >= (style.alone if found.alone else style.partner)]
    if sure:
        return max(sure, key=lambda found: (found.gain, found.bid.rank))
    return next((found for found in judged if found.bid.kind.line == "taker"), None)


def _after_all_passed(view: View, style: Style) -> str:
    strength = _ducking_strength(view)
    return "ramsch" if strength <= style.ramsch else "double" if strength >= 2.2 else "redeal"


def _ducking_strength(view: View) -> float:
    """How hard it will be to stay below the others in a Ramsch; 0 for the weakest hand."""
    table = lanes(contract(view.rules, "ramsch").order, view.rules["deck.cards"])
    found = features(table, table.mask([CARDS[name] for name in view.dealt]))
    return found.power + 0.4 * found.aces


def _accept(view: View, style: Style) -> str:
    """Who takes a Hochzeit gets one trump more and a partner without any."""
    made = contract(view.rules, "hochzeit")
    table = lanes(made.order, view.rules["deck.cards"])
    found = features(table, table.mask([CARDS[name] for name in view.hand]))
    return "accept" if expected_points(made, found, alone=False) >= made.goal.need + style.accept else "pass"


def give(view: View) -> str:
    """The card for the other side of a Hochzeit: the lowest of the shortest plain suit, and no ace if it can be."""
    names = [text.split()[1] for text in view.options]
    length = {name: sum(other[0] == name[0] for other in names) for name in names}
    return "give " + min(names, key=lambda name: (name[1] == "A", length[name], -POINTS[CARDS[name]], CARDS[name]))


def name_trump(view: View) -> str:
    """The trump suit of the chalk game that promises the most points."""
    cards = [CARDS[name] for name in view.hand]

    def points(text: str) -> float:
        made = contract(view.rules, "chalk", suit=text.split()[1])
        table = lanes(made.order, view.rules["deck.cards"])
        return expected_points(made, features(table, table.mask(cards)), alone=False)

    return max(view.options, key=points)


def knock(view: View, style: Style) -> str:
    """Knock on a first packet of high cards: Ober count two, Unter and aces one, other Herz cards a half."""
    value = {"O": 2.0, "U": 1.2, "A": 1.0}
    strength = sum(value.get(name[1], 0.5 if name[0] == "H" else 0.0) for name in view.dealt)
    return "knock" if strength >= style.knock * len(view.dealt) / 4 else "keep"


def doubling(view: View, style: Style) -> str | None:
    """The Kontra word to say now, or None."""
    word = next((text for text in view.options if text in LEVELS), None)
    return word if word is not None and _wants_to_double(view, style) else None


def _wants_to_double(view: View, style: Style) -> bool:
    table = Table.of(view)
    if table.contract.kontra == "own":
        return _ducking_strength(view) <= style.ramsch - 0.3
    own = table.hand
    for trick in table.tricks:
        for seat, lane in trick:
            own |= (seat == table.me) << lane
    higher = len(view.kontra) // 2
    if table.attacking:
        alone = not any(friend for seat, friend in table.friends.items() if seat != table.me)
        likely = chance(table.contract, table.lanes, own, alone=alone)
        return likely >= min(0.97, style.re + 0.06 * higher)
    if table.contract.goal.kind == "no_trick":
        return False
    alone = table.contract.line.kind == "alone"
    needed = style.double * own.bit_count() / 8 + (0.6 if alone else 0.0) + 0.7 * higher
    return defence(table.lanes, own) >= needed


def defence(table: Lanes, hand: int) -> float:
    """How strong a hand is against a contract: its trumps, above all the high ones, and its plain aces."""
    found = features(table, hand)
    # Where only the heads are trumps, the aces win the tricks.
    ace = 1.0 if table.trumps.bit_count() <= 4 else 0.5
    return found.power + 0.3 * found.trumps + ace * found.aces
