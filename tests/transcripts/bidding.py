"""What somebody with these cards might reasonably say. No strength is claimed: it makes deals that look like deals."""

from __future__ import annotations

from schafkopf.game import Action, Deal
from schafkopf.game.cards import NAMES, cards_of
from schafkopf.game.compile import Bid, bids, contract, hindrance
from schafkopf.game.contract import KINDS
from schafkopf.game.plan import lanes

OBER_AND_UNTER = "OU"


def names_of(mask: int) -> list[str]:
    return [NAMES[card] for card in cards_of(mask)]


def worth(deal: Deal, seat: int, bid: Bid) -> float:
    """How much this hand likes the contract; below 0: not at all."""
    rules = deal.rules
    hand = deal.masks[seat]
    made = contract(rules, bid.name, suit=bid.suit, card=bid.card, promise=bid.promise)
    table = lanes(made.order, rules["deck.cards"])
    own = table.mask(cards_of(hand))
    trumps = names_of(hand)
    trumps = [name for name in trumps if table.lane_of[NAMES.index(name)] >= 0]
    trumps = [name for name in trumps if table.trumps >> table.lane_of[NAMES.index(name)] & 1]
    plain = [name for name in names_of(hand) if name not in trumps]
    heads = sum(name[1] in made.order.heads for name in trumps)
    size = rules.hand_size
    if bid.name == "sie":
        return 100
    if bid.name == "bettel":
        return 30 if ducks(table.lane_of, plain) and not trumps else -1
    top = run_from_top(table.trumps, own)
    aces = sum(name[1] == "A" for name in plain)
    if bid.kind.special == "tout":
        solid = all_in_runs_from_the_ace(plain)
        enough = top >= 4 and len(trumps) >= size - 2 if made.order.suit else top >= 2 and heads >= 3
        return 60 + top if solid and enough else -1
    if bid.promise:
        return -1
    if bid.kind.line == "called":
        enough = len(trumps) >= size - 3 and heads >= 2
        return len(trumps) + heads - 2 * len(of_suit(plain, bid.suit)) / 10 if enough else -1
    if made.order.suit is None:
        colourless = 2 * heads + aces + top
        good = heads >= 2 and top >= 1 and heads + aces >= 5 and colourless >= 8
        return 10 + colourless if good else -1
    score = len(trumps) + heads / 2 + aces + top
    return 12 + score if len(trumps) >= size - 2 and top >= 1 and heads + aces >= 4 and score >= size + 2 else -1


def of_suit(names: list[str], suit: str | None) -> list[str]:
    return [name for name in names if name[0] == suit]


def ducks(lane_of: tuple[int, ...], plain: list[str]) -> bool:
    """Whether every suit is held from below: the lowest or the next, then at most two steps further each."""
    for suit in "EGHS":
        heights = sorted(lane_of[NAMES.index(name)] % 8 for name in of_suit(plain, suit))
        if any(height > 2 * place + (place > 0) for place, height in enumerate(heights)):
            return False
    return True


def run_from_top(trumps: int, own: int) -> int:
    length = 0
    while trumps:
        top = 1 << trumps.bit_length() - 1
        if not own & top:
            break
        length += 1
        trumps ^= top
    return length


def all_in_runs_from_the_ace(plain: list[str]) -> bool:
    for suit in "EGHS":
        ranks = {name[1] for name in of_suit(plain, suit)}
        if any(rank not in ranks for rank in "AZKO"[: len(ranks)]):
            return False
    return True


def wishes(deal: Deal, seat: int) -> list[str]:
    """The contracts this hand would like to play, the best first."""
    hand = deal.masks[seat]
    able = [bid for bid in bids(deal.rules).values() if bid.kind.line != "taker" and not bid.kind.void]
    rated = [(worth(deal, seat, bid), bid.text) for bid in able if hindrance(deal.rules, bid, hand) is None]
    return [text for value, text in sorted(rated, reverse=True) if value >= 0]


def word(deal: Deal) -> Action:
    """What the seat to speak says before play."""
    seat = deal.turn
    assert seat is not None
    options = deal.options_of(seat)
    return Action(seat, _word(deal, seat, options))


def _word(deal: Deal, seat: int, options: tuple[str, ...]) -> str:
    hand = names_of(deal.masks[seat])
    trumps = [name for name in hand if name[1] in OBER_AND_UNTER or name[0] == "H"]
    if deal.phase == "knock":
        first = [NAMES[card] for card in deal.hands[seat][: deal.rules["deal.packets"][0]] if card is not None]
        return "knock" if sum(name in trumps for name in first) >= len(first) - 1 else "keep"
    if deal.phase == "give":
        # Away with what is short; never the ace.
        given = [text.removeprefix("give ") for text in options]
        given.sort(key=lambda name: (name[1] == "A", len(of_suit(hand, name[0])), name[1] != "Z", name))
        return f"give {given[0]}"
    if deal.phase == "trump":
        return max(options, key=lambda text: sum(name[0] == text[-1] for name in hand))
    assert deal.auction is not None
    if deal.auction.stage == "choice":
        return "ramsch"
    if deal.auction.stage == "accept":
        return "accept" if "accept" in options and len(trumps) >= 4 else "pass"
    liked = wishes(deal, seat)
    if deal.auction.stage == "renonce":
        void = [text for text in options if text.startswith("renonce") and len(trumps) >= 5]
        return void[0] if void else "pass"
    if "play" in options:
        lone = [text for text in liked if KINDS[text.split()[0]].line == "alone"]
        return "play" if (lone if deal.auction.playing else liked) else "hochzeit" if "hochzeit" in options else "pass"
    for text in liked:
        if text in options:
            return text
    if "pass" in options:
        return "pass"
    # He has to name something: the Rufspiel with the shortest called suit, else what is lowest.
    calls = [text for text in options if text.startswith("rufspiel")]
    return min(calls, key=lambda text: len(of_suit(hand, text[-1])), default=options[0])
