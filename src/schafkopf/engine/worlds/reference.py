"""Whether a deal agrees with a view, by playing it with the rules of the game: slow, independent of the counting."""

from __future__ import annotations

from collections.abc import Iterator

from schafkopf.engine.worlds.seen import Seen
from schafkopf.game.alphabet import CARDS, Action
from schafkopf.game.cards import NAMES, cards_of, deck
from schafkopf.game.compile import HOCHZEIT_TRUMPS
from schafkopf.game.deal import Deal
from schafkopf.game.dealing import Hand
from schafkopf.game.errors import SchafkopfError
from schafkopf.game.view import View


def agrees(seen: Seen, hands: tuple[int, ...]) -> bool:
    """Whether there is a deal in which the places hold these cards now (masks as in Seen) and the view is the same."""
    return next(_deals(seen, hands), None) is not None


def ways(seen: Seen, hands: tuple[int, ...]) -> int:
    """How many such deals there are: more than one where cards were given face down."""
    return sum(1 for _ in _deals(seen, hands))


def _deals(seen: Seen, hands: tuple[int, ...]) -> Iterator[Deal]:
    cards = [_cards(seen, held | played) for held, played in zip(hands, seen.played, strict=True)]
    together = [card for hand in cards for card in hand]
    if sorted(together) == list(deck(seen.view.rules["deck.cards"])):
        for dealt, gifts in _before_exchange(seen, cards):
            deal = _replayed(seen.view, dealt, gifts)
            if deal is not None:
                yield deal


def _cards(seen: Seen, mask: int) -> set[int]:
    return set(cards_of(mask)) if seen.lanes is None else {seen.lanes.cards[lane] for lane in cards_of(mask)}


def _before_exchange(seen: Seen, cards: list[set[int]]) -> Iterator[tuple[list[set[int]], list[int]]]:
    """The hands as dealt and the cards given, for each exchange that may have led to these hands."""
    if seen.parties is None or not seen.gifts:
        yield cards, []
        return
    bride, taker = seen.parties
    trumps = [card for card in cards[taker] if HOCHZEIT_TRUMPS >> card & 1 and seen.gifts[0] in (None, card)]
    for trump in trumps:
        dealt = [set(hand) for hand in cards]
        dealt[taker].discard(trump)
        dealt[bride].add(trump)
        if len(seen.gifts) == 1:
            yield dealt, [trump]
            continue
        for card in cards[bride]:
            if seen.gifts[1] in (None, card):
                again = [set(hand) for hand in dealt]
                again[bride].discard(card)
                again[taker].add(card)
                yield again, [trump, card]


def _replayed(view: View, dealt: list[set[int]], gifts: list[int]) -> Deal | None:
    """The deal of these hands after the same words and cards, if it looks the same."""
    own = [CARDS[name] for name in view.dealt]
    place = view.seats.index(view.seat) if view.seat is not None else -1
    if set(own) != dealt[place]:
        return None
    hands: list[Hand] = [()] * view.at_table
    for number, seat in enumerate(view.seats):
        hands[seat] = tuple(own) if number == place else tuple(sorted(dealt[number]))
    left = list(gifts)
    try:
        deal = Deal.new(view.rules, tuple(hands), dealer=view.dealer, carried=view.carried)
        for action in view.log:
            deal = deal.ready_for(action)
            if action.text.startswith("give "):
                action = Action(action.seat, f"give {NAMES[left.pop(0)]}")
            deal = deal.after(action)
    except SchafkopfError:
        return None
    return deal if View.of(deal, view.seat) == view else None
