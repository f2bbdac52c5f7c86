"""Simple, decent play from what a seat may know: take the dear tricks, give the partner points, duck where one must."""

from __future__ import annotations

from schafkopf.game import Action, Deal, View
from schafkopf.game.cards import NAMES, cards_of
from schafkopf.game.play import Play, winner

from .bidding import word


def next_action(deal: Deal) -> Action:
    """What happens next at a table of such players."""
    if deal.phase == "claim":
        for seat, texts in deal.options().items():
            if "claim" in texts:
                return Action(seat, "claim")
        return Action(deal.seats[0], "cut")
    if deal.play is None:
        return word(deal)
    doubling = _doubling(deal)
    if doubling is not None:
        return doubling
    turn = deal.turn
    assert turn is not None
    lane = _card(deal, deal.play, turn)
    return Action(turn, NAMES[deal.play.plan.lanes.cards[lane]])


def played_greedily(deal: Deal) -> Deal:
    """The deal at its end."""
    while deal.options():
        deal = deal.after(next_action(deal))
    return deal


def _doubling(deal: Deal) -> Action | None:
    """Kontra with five trumps or with four and the highest; Re with seven."""
    play = deal.play
    assert play is not None
    trumps = play.plan.lanes.trumps
    for seat, texts in deal.options().items():
        number = (play.hands[seat] & trumps).bit_count()
        best = play.hands[seat] >> max(trumps.bit_length() - 1, 0) & 1
        if "kontra" in texts and trumps and (number >= 5 or (number >= 4 and best)):
            return Action(seat, "kontra")
        if "re" in texts and number >= 7:
            return Action(seat, "re")
    return None


def _friends(deal: Deal, seat: int) -> set[int]:
    """Whom the seat knows to be on its side, itself included."""
    seen = View.of(deal, seat).contract
    assert seen is not None
    if seen.line == "everyone" or seen.declarer is None:
        return {seat}
    side = {seen.declarer} if seen.partner is None else {seen.declarer, seen.partner}
    if seat in side:
        return side
    others = set(deal.seats) - side
    return others if seen.line != "called" or seen.partner is not None else {seat}


def _card(deal: Deal, play: Play, seat: int) -> int:
    goal = play.plan.contract.goal.kind
    legal = cards_of(play.legal(seat))
    if goal == "fewest_points" or (goal == "no_trick" and seat == play.plan.declarer):
        return _duck(play, legal)
    if goal == "no_trick":
        # Low cards leave the trick to the declarer.
        return min(legal)
    return _follow(deal, play, seat, legal) if play.trick else _lead(deal, play, seat, legal)


def _points(play: Play, lane: int) -> int:
    return play.plan.lanes.points[lane]


def _best(play: Play) -> int:
    return play.trick[winner(play.plan, play.trick)]


def _wins(play: Play, lane: int) -> bool:
    contest = play.plan.lanes.suit[play.trick[0]] | play.plan.lanes.trumps
    return bool(contest >> lane & 1) and lane > _best(play)


def _duck(play: Play, legal: tuple[int, ...]) -> int:
    if not play.trick:
        return min(legal, key=lambda lane: (_height(play, lane), lane))
    under = [lane for lane in legal if not _wins(play, lane)]
    if under:
        return max(under, key=lambda lane: (_points(play, lane), _height(play, lane), lane))
    last = len(play.trick) == len(play.plan.seats) - 1
    return max(legal) if last else min(legal)


def _height(play: Play, lane: int) -> int:
    """The place of a card in its suit, from below."""
    suit = play.plan.lanes.suit[lane]
    return (suit & ((1 << lane) - 1)).bit_count()


def _highest_left(play: Play, lane: int) -> bool:
    """Whether no card of its suit that is still out beats it."""
    above = play.plan.lanes.suit[lane] & ~((2 << lane) - 1)
    return not above & ~play.played & ~play.hands[play.turn]


def _lead(deal: Deal, play: Play, seat: int, legal: tuple[int, ...]) -> int:
    plan = play.plan
    trumps = plan.lanes.trumps
    own = [lane for lane in legal if trumps >> lane & 1]
    plain = [lane for lane in legal if not trumps >> lane & 1]
    friends = _friends(deal, seat)
    out = trumps & ~play.played & ~play.hands[seat]
    safe = [lane for lane in plain if _highest_left(play, lane)]
    if plan.declarer in friends:
        if own and out and (_highest_left(play, max(own)) or len(own) > 2):
            return max(own)
        if safe:
            return max(safe, key=lambda lane: _points(play, lane))
        return max(own) if own and not out else min(plain or own, key=lambda lane: (_points(play, lane), lane))
    if plan.called and not play.played & plan.called:
        seeking = [lane for lane in plain if plan.lanes.suit[lane] & plan.called]
        if seeking:
            return min(seeking)
    if safe:
        return max(safe, key=lambda lane: _points(play, lane))
    return min(plain or own, key=lambda lane: (_points(play, lane), lane))


def _follow(deal: Deal, play: Play, seat: int, legal: tuple[int, ...]) -> int:
    plan = play.plan
    place = winner(plan, play.trick)
    start = plan.seats.index(play.leader)
    holder = plan.seats[(start + place) % len(plan.seats)]
    last = len(play.trick) == len(plan.seats) - 1
    friends = _friends(deal, seat)
    if holder in friends and (last or _highest_left(play, _best(play))):
        # Points for the partner, but no high trump for them.
        return max(legal, key=lambda lane: (_points(play, lane) - 3 * bool(plan.lanes.trumps >> lane & 1), -lane))
    winning = [lane for lane in legal if _wins(play, lane)]
    lying = sum(_points(play, lane) for lane in play.trick)
    if winning and last:
        plain = [lane for lane in winning if not plan.lanes.trumps >> lane & 1]
        return max(plain, key=lambda lane: _points(play, lane)) if plain else min(winning)
    if winning and (lying >= 10 or _highest_left(play, max(winning))):
        return max(winning)
    if winning and lying >= 4:
        return min(winning)
    return min(legal, key=lambda lane: (_points(play, lane), lane))
