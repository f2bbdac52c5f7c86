"""What hands promise and how players play, on many worlds at once: the numbers behind `weights.py` and `pimc_cards.py`.

A card that is played shows features; a weight for each, by role, makes a likelihood of every legal card (a softmax).
"""

from __future__ import annotations

import numpy as np

from schafkopf.engine.compiled import kernel
from schafkopf.engine.kernels.bits import count, highest, lowest
from schafkopf.engine.kernels.layout import (
    CALLED,
    CALLED_SUIT,
    DEALT,
    DECLARER,
    FREED,
    HANDS,
    LEFT,
    ON_TABLE,
    PLACES,
    PLAYED,
    SHUNNED,
    SIDE,
    SUIT,
    TRICK_VALUE,
    TRUMPS,
    TURN,
    VALUE,
    Numbers,
)
from schafkopf.engine.kernels.playout import State, scrambled
from schafkopf.engine.kernels.rules import beats, frees, legal, open_trick

FEATURES = 24
ROLES = 5
"""Declarer, partner and opponent where two play together; alone, and against one."""
CARD = 6
"""A row of the history: place, lane, place in the trick, mask of the led suit (0 on lead), winning lane and place."""


@kernel("f8(i8, i8, i8[::1], i8[::1], f8[::1])")
def promise(hand: int, size: int, order: Numbers, lengths: Numbers, weights: np.ndarray) -> float:
    """The card points a hand may expect; must agree with `judging.expected_points`.

    hand: cards. order: cards from strong to weak, trumps first, then suit by suit; lengths: of the trumps and of each
    suit. weights: base, share, power, masters, aces, tens, voids, short.
    """
    trumps = lengths[0]
    own = 0
    for place in range(trumps):
        own += hand >> order[place] & 1
    outside = trumps - own
    power, masters, unbroken, below = 0.0, 0, 1, outside
    for place in range(trumps):
        if hand >> order[place] & 1:
            masters += unbroken
            power += below / outside if outside else 1.0
        else:
            unbroken = 0
            below -= 1
    aces, voids, runs = 0, 0, 0
    start = trumps
    for suit in range(1, len(lengths)):
        held, unbroken = 0, 1
        for place in range(start, start + lengths[suit]):
            if hand >> order[place] & 1:
                held += 1
                runs += unbroken
                if place == start:
                    aces += 1
            else:
                unbroken = 0
        voids += held == 0
        start += lengths[suit]
    share = own / trumps if trumps else 0.0
    return (
        weights[0]
        + weights[1] * share
        + weights[2] * power / size
        + weights[3] * masters
        + weights[4] * aces
        + weights[5] * (runs - aces)
        + weights[6] * voids
        + (weights[7] if size < 7 else 0.0)
    )


@kernel("void(i8[::1], i8, i8[::1], i8[::1], f8[::1], f8[::1])")
def promises(
    hands: Numbers, size: int, order: Numbers, lengths: Numbers, weights: np.ndarray, found: np.ndarray
) -> None:
    """`promise` of many hands."""
    for index in range(len(hands)):
        found[index] = promise(hands[index], size, order, lengths, weights)


@kernel("void(i8[::1], i8, i8, i8, i8, i8, i8, i8, i8, f8[::1])")
def following(
    w: Numbers,
    lane: int,
    hand: int,
    cards: int,
    unseen: int,
    led: int,
    best: int,
    friend: int,
    last: int,
    f: np.ndarray,
) -> None:
    """The features of a card played to a trick. cards: the legal ones. friend: whether the winner so far is one."""
    for index in range(FEATURES):
        f[index] = 0.0
    trumps, bit = w[TRUMPS], 1 << lane
    suit = w[SUIT + lane]
    points = w[VALUE + lane] / 10.0
    takes = beats(w, lane, best, led)
    foe = 1 - friend
    above_best = unseen & ((led & (-1 << best + 1)) if led >> best & 1 else 0)
    if not trumps >> best & 1:
        above_best |= unseen & trumps
    else:
        above_best = unseen & trumps & (-1 << best + 1)
    safe = 1 if last or above_best == 0 else 0
    if takes:
        above = unseen & suit & (-1 << lane + 1)
        if not trumps & bit:
            above |= unseen & trumps
        sure = 1 if last or above == 0 else 0
        f[0] = foe
        f[1] = friend
        f[2] = friend * safe
        f[3] = sure
        f[4] = points
        f[5] = sure * points
        f[6] = count(cards & suit & ((1 << lane) - 1) & (-1 << best + 1)) if suit >> best & 1 else 0.0
    elif friend:
        f[7] = points
        f[8] = safe * points
    else:
        f[9] = points
        f[10] = safe * points
    if trumps & bit:
        out = unseen & trumps
        rank = count(out & (bit - 1)) / count(out) if out else 1.0
        f[11] = 0.0 if led & trumps else 1.0
        f[12] = rank
        f[13] = rank * takes
        f[14] = 1.0 if out & (-1 << lane + 1) == 0 else 0.0
    else:
        master = 1.0 if unseen & suit & (-1 << lane + 1) == 0 else 0.0
        length = count(hand & suit)
        if led & bit:
            f[15] = master
            f[16] = master * takes
        else:
            f[17] = master
            f[18] = 1.0 if length == 1 else 0.0
            f[19] = length / 4.0
    f[20] = 1.0 if lane == highest(cards) else 0.0
    f[21] = 1.0 if lane == lowest(cards) else 0.0
    f[22] = points
    f[23] = foe * takes * last


@kernel("void(i8[::1], i8, i8, i8, i8, i8, i8, f8[::1])")
def leading(w: Numbers, lane: int, hand: int, cards: int, unseen: int, played: int, away: int, f: np.ndarray) -> None:
    """The features of a card led. away: how many places after the leader the declarer plays."""
    for index in range(FEATURES):
        f[index] = 0.0
    trumps, bit = w[TRUMPS], 1 << lane
    suit = w[SUIT + lane]
    points = w[VALUE + lane] / 10.0
    time = (count(hand) - 1) / 7.0
    length = count(hand & suit)
    master = 1.0 if unseen & suit & (-1 << lane + 1) == 0 else 0.0
    if trumps & bit:
        out = unseen & trumps
        f[0] = 1.0
        f[1] = time
        f[2] = length / 4.0
        f[3] = master
        f[4] = count(out & (bit - 1)) / count(out) if out else 1.0
        f[5] = points
        f[6] = 1.0 if out == 0 else 0.0
    else:
        if w[CALLED_SUIT] & bit:
            if w[CALLED] & bit:
                f[7] = 1.0
            else:
                f[8] = 1.0 if w[CALLED] & ~played else 0.0
                f[9] = 1.0 if w[CALLED] & hand else 0.0
        f[10] = master
        f[11] = master * length / 4.0
        f[12] = master if suit & played == 0 else 0.0
        f[13] = points
        f[14] = length / 4.0
        f[15] = 1.0 if length == 1 else 0.0
        f[16] = 1.0 if suit & played else 0.0
        f[17] = count(suit & (bit - 1)) / 7.0
        f[18] = length / 4.0 if away == 1 else 0.0
        f[19] = length / 4.0 if away == w[PLACES] - 1 else 0.0
        f[20] = points * (1.0 - master)
    f[21] = 1.0 if lane == highest(cards) else 0.0
    f[22] = 1.0 if lane == lowest(cards) else 0.0


@kernel("i8(i8[::1], i8, i8)")
def role_of(w: Numbers, side: int, place: int) -> int:
    """The role of a place; side: the declarer's, as a mask of places."""
    together = count(side) > 1 or w[CALLED] != 0
    if not side >> place & 1:
        return 2 if together else 4
    if not together:
        return 3
    return 0 if place == w[DECLARER] else 1


@kernel("void(i8[::1], i8[:, ::1], i8[::1], i8[::1], i8, i8, f8[:, :, ::1], f8, f8[::1])")
def likelihood(
    w: Numbers,
    history: Numbers,
    hands: Numbers,
    before: Numbers,
    side: int,
    me: int,
    weights: np.ndarray,
    floor: float,
    found: np.ndarray,
) -> None:
    """The logarithm of how likely each card of the history is in a world; 0 for my own and for forced ones.

    w: a position of which only what holds for the whole play is used. hands: lanes each place was dealt. before: room
    for four. weights: (role, 0 following or 1 leading, feature). floor: share of players who play any card.
    found: one number per card.
    """
    n = w[PLACES]
    f = np.empty(FEATURES)
    everything = 0
    for place in range(n):
        before[place] = hands[place]
        everything |= hands[place]
    played, freed = 0, 0
    for row in range(len(history)):
        place, lane, turn, led, best, winner = history[row]
        hand = before[place]
        found[row] = 0.0
        if place != me:
            cards = legal(w, hand, hands[place], led, best, freed)
            number = count(cards)
            if cards >> lane & 1 == 0:
                found[row] = -50.0
            elif number > 1:
                role = role_of(w, side, place)
                unseen = everything & ~played & ~hand
                away = (w[DECLARER] - place + n) % n
                friend = 1 if winner >= 0 and side >> winner & 1 == side >> place & 1 else 0
                total, mine = 0.0, 0.0
                rest = cards
                while rest:
                    card = highest(rest)
                    rest ^= 1 << card
                    score = 0.0
                    if led:
                        following(w, card, hand, cards, unseen, led, best, friend, turn == n - 1, f)
                        for index in range(FEATURES):
                            score += weights[role, 0, index] * f[index]
                    else:
                        leading(w, card, hand, cards, unseen, played, away, f)
                        for index in range(FEATURES):
                            score += weights[role, 1, index] * f[index]
                    score = np.exp(score)
                    total += score
                    if card == lane:
                        mine = score
                found[row] = np.log((1.0 - floor) * mine / total + floor / number)
        freed = frees(w, freed, hand ^ (1 << lane), lane, led)
        before[place] = hand ^ (1 << lane)
        played |= 1 << lane


@kernel("void(i8[::1], i8[:, ::1], i8[:, ::1], i8[::1], i8, f8[:, :, ::1], f8, f8[:, ::1])")
def likelihoods(
    w: Numbers,
    history: Numbers,
    hands: Numbers,
    sides: Numbers,
    me: int,
    weights: np.ndarray,
    floor: float,
    found: np.ndarray,
) -> None:
    """`likelihood` of many worlds: found[world, card]."""
    before = np.zeros(4, np.int64)
    for world in range(len(hands)):
        likelihood(w, history, hands[world], before, sides[world], me, weights, floor, found[world])


@kernel("f8(u8[::1])")
def chance(state: State) -> float:
    """A number from 0 to 1. Moves the xorshift64* state."""
    return np.float64(scrambled(state) >> np.uint64(11)) / 9007199254740992.0


@kernel("i8(i8[::1], i8, f8[:, :, ::1], u8[::1], i8[::1], f8[::1], f8[::1])")
def playout(
    w: Numbers, first: int, weights: np.ndarray, state: State, hands: Numbers, f: np.ndarray, likely: np.ndarray
) -> int:
    """A deal that was prepared, played to its end as players are wont to.

    first: the lane that is played now; -1: that too is left to habit. hands, f, likely: room for 4, FEATURES and 32.
    Returns 16 times what the declarer's side makes from the open trick on, and how many tricks it takes.
    """
    n, place, table, freed, side = w[PLACES], w[TURN], w[ON_TABLE], w[FREED], w[SIDE]
    led, best, winner, gained = open_trick(w)
    made, tricks = 0, 0
    played, everything = 0, w[LEFT]
    for other in range(n):
        hands[other] = w[HANDS + other]
        played |= w[PLAYED + other]
    everything |= played
    while hands[place]:
        hand = hands[place]
        lane = first
        first = -1
        if lane < 0:
            cards = legal(w, hand, w[DEALT + place], led, best, freed)
            lane = highest(cards)
            if cards ^ 1 << lane:
                role = role_of(w, side, place)
                unseen = everything & ~played & ~hand
                away = (w[DECLARER] - place + n) % n
                friend = 1 if winner >= 0 and side >> winner & 1 == side >> place & 1 else 0
                total, rest = 0.0, cards
                while rest:
                    card = highest(rest)
                    rest ^= 1 << card
                    score = 0.0
                    if led:
                        following(w, card, hand, cards, unseen, led, best, friend, table == n - 1, f)
                        for index in range(FEATURES):
                            score += weights[role, 0, index] * f[index]
                    else:
                        leading(w, card, hand, cards, unseen, played, away, f)
                        for index in range(FEATURES):
                            score += weights[role, 1, index] * f[index]
                    likely[card] = np.exp(score)
                    total += likely[card]
                mark, rest = total * chance(state), cards
                while rest:
                    card = highest(rest)
                    rest ^= 1 << card
                    lane = card
                    mark -= likely[card]
                    if mark < 0.0:
                        break
        freed = frees(w, freed, hand ^ (1 << lane), lane, led)
        hands[place] = hand ^ (1 << lane)
        played |= 1 << lane
        if table == 0:
            led, best, winner = w[SUIT + lane], lane, place
        elif beats(w, lane, best, led):
            best, winner = lane, place
        gained += w[VALUE + lane]
        table += 1
        if table == n:
            if side >> winner & 1 != w[SHUNNED]:
                made += gained + w[TRICK_VALUE]
            tricks += side >> winner & 1
            place = winner
            led, best, winner, gained, table = 0, -1, -1, 0, 0
        else:
            place = place + 1 if place + 1 < n else 0
    return made << 4 | tricks


@kernel("void(i8[::1], i8[::1], f8[:, :, ::1], u8[::1], i8[:, ::1])")
def playouts(w: Numbers, lanes: Numbers, weights: np.ndarray, state: State, made: Numbers) -> None:
    """`playout` of a deal that was prepared, after each of these lanes: made[lane, time]."""
    hands, f, likely = np.empty(4, np.int64), np.empty(FEATURES), np.empty(32)
    for index in range(len(lanes)):
        for time in range(made.shape[1]):
            made[index, time] = playout(w, lanes[index], weights, state, hands, f, likely)
