"""What the words of the auction say about the hands as dealt.

A `Wish` is a condition on one hand: for some sets of cards, how many of them it may hold. What was said gives for a
place several wishes that exclude each other; one of them is true. Must agree with `game.compile.hindrance` and
`game.auction`; see tests/engine/test_worlds_laws.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from schafkopf.engine.worlds.seen import Seen
from schafkopf.game import auction as auctions
from schafkopf.game.auction import Auction
from schafkopf.game.cards import NAMES, SUITS, deck, mask_of
from schafkopf.game.compile import HOCHZEIT_TRUMPS, Bid, bids, plain_mask, trump_mask
from schafkopf.game.ruleset import Ruleset

Wish = tuple[tuple[int, int], ...]
"""Pairs of a mask of cards and the allowed numbers of them in the hand (bit k: k cards)."""

_EICHEL_OBER = 1 << NAMES.index("EO")
_NONE, _ONE, _SOME = 1, 2, -2
_OUTSIDE = frozenset(("knock", "keep"))


def told(seen: Seen) -> dict[int, list[list[Wish]]]:
    """For each place what its words say: a list of alternatives, of each of which exactly one wish is true."""
    view = seen.view
    rules = view.rules
    found: dict[int, list[list[Wish]]] = {}
    if rules.chalk:
        return found
    auction = _opened(seen)
    named = {action.seat for action in view.log if action.text in bids(rules)}
    for action in view.log:
        if action.text in _OUTSIDE:
            continue
        if auction.outcome is not None:
            break
        seat, text = action
        said: Iterable[Wish] | None = None
        stage = auction.stage
        if text in bids(rules) and stage != "choice":
            said = naming(rules, bids(rules)[text])
        elif text == "play" and seat not in named:
            said = _one_of(rules, (bid for bid in _playable(auction)))
        elif text == "accept":
            said = [((pack_of(rules) & ~HOCHZEIT_TRUMPS, _SOME),)]
        if stage == "must" and rules["all_pass.do"] == "eichel_ober_must":
            found.setdefault(seen.place(seat), []).append([((_EICHEL_OBER, _ONE),)])
        if said is not None:
            found.setdefault(seen.place(seat), []).append(list(said))
        auction = auction.after(seat, text)
    if auction.stage == "must" and auction.turn is not None:
        place = seen.place(auction.turn)
        found.setdefault(place, []).append(list(_one_of(rules, _forced(auction))))
        if rules["all_pass.do"] == "eichel_ober_must":
            found[place].append([((_EICHEL_OBER, _ONE),)])
    return found


def _opened(seen: Seen) -> Auction:
    """The auction before the first word, as if nobody's cards were known."""
    view = seen.view
    size = view.rules.hand_size
    hands = [0] * view.at_table
    hidden = [size if seat in view.seats else 0 for seat in range(view.at_table)]
    if view.rules["all_pass.do"] == "eichel_ober_must":
        # Only there the cards say whose turn it is. Whoever had to play is the declarer, or it is his turn now.
        holder = view.contract.declarer if view.contract is not None else view.turn
        if holder is not None:
            hands[holder], hidden[holder] = _EICHEL_OBER, size - 1
    last = next((seat for seat in reversed(view.seats) if seat in view.knocks), None)
    return auctions.start(view.rules, view.seats, tuple(hands), tuple(hidden), last)


def pack_of(rules: Ruleset) -> int:
    """The whole pack as a mask of cards."""
    return mask_of(deck(rules["deck.cards"]))


def naming(rules: Ruleset, bid: Bid) -> list[Wish]:
    """What a hand must be like to name this; an empty list if no hand can."""
    pack = pack_of(rules)
    kind = bid.kind
    if kind.line == "called":
        assert bid.card is not None and bid.suit is not None
        called = 1 << bid.card
        suit = plain_mask(kind.heads, bid.suit) & pack
        wish = [(called, _NONE)] if rules["call.own_ace"] == "forbid" else []
        if kind.void:
            return [(*wish, (suit, _NONE))]
        for rank in "AZK"[: "AZK".index(NAMES[bid.card][1])]:
            wish.append((1 << NAMES.index(bid.suit + rank), _ONE))
        if rules["call.min_cards"]:
            wish.append((suit & ~called, _SOME))
        return [tuple(wish)]
    if kind.goal == "held":
        return _sie(rules, pack)
    if kind.line == "taker":
        return [((HOCHZEIT_TRUMPS & pack, _ONE),)]
    return [()]


def _sie(rules: Ruleset, pack: int) -> list[Wish]:
    size = rules.hand_size
    heads = trump_mask("OU", None)
    if rules["sie.holding"] == "top_of_hand":
        ranked = [NAMES.index(suit + rank) for rank in "OU" for suit in SUITS]
        return [((pack & ~mask_of(ranked[:size]), _NONE),)]
    if size != 8:
        return []
    if rules["sie.holding"] == "top8":
        return [((pack & ~heads, _NONE),)]
    # All trumps of some suit; the Obers and Unters alone are trumps of every suit and counted once.
    wishes: list[Wish] = [((pack & ~heads, _NONE),)]
    for suit in SUITS:
        wishes.append(((pack & ~trump_mask("OU", suit), _NONE), (plain_mask("OU", suit) & pack, _SOME)))
    return wishes


def _playable(auction: Auction) -> Iterator[Bid]:
    """What who says `play` now may have in mind: mirrors Auction._may_play."""
    rules = auction.rules
    promised = bool(auction.playing)
    for bid in bids(rules).values():
        if bid.kind.void and rules["call.renonce"] == "after_all_pass":
            continue
        if bid.lone or not promised:
            yield bid


def _forced(auction: Auction) -> Iterator[Bid]:
    """What who must play may name."""
    for bid in bids(auction.rules).values():
        if not bid.kind.void and not bid.promise and bid.kind.line != "taker":
            yield bid


def _one_of(rules: Ruleset, choices: Iterable[Bid]) -> list[Wish]:
    """Wishes that exclude each other and together say that the hand may name at least one of these."""
    open_wishes: list[Wish] = [()]
    found: list[Wish] = []
    tried = set()
    for bid in sorted(choices, key=lambda bid: bid.kind.line == "called" or bid.kind.goal == "held"):
        for wish in naming(rules, bid):
            if wish in tried:
                continue
            tried.add(wish)
            refused: list[Wish] = []
            for before in open_wishes:
                granted = _both(before, wish)
                if granted is not None:
                    found.append(granted)
                sofar = before
                for mask, allowed in wish:
                    without = _both(sofar, ((mask, ~allowed),))
                    if without is not None:
                        refused.append(without)
                    met = _both(sofar, ((mask, allowed),))
                    if met is None:
                        break
                    sofar = met
            open_wishes = refused
    return found


def _both(one: Wish, other: Wish) -> Wish | None:
    """Both wishes together; None if they contradict each other on the face of it."""
    joined = dict(one)
    for mask, allowed in other:
        joined[mask] = joined.get(mask, -1) & allowed
        if not joined[mask] & ((2 << mask.bit_count()) - 1):
            return None
    return tuple(joined.items())
