"""Everybody for himself, with all cards in view: each player takes the card that is best for himself (max-n).

The work array begins like the one of `layout` (position, hands); what follows there is replaced by the entries below.
A player's utility is his amount times `SCALE` less the card points that he still takes: of equal amounts he prefers
fewer points. Of equal utilities he plays the weakest card.
"""

from __future__ import annotations

from schafkopf.engine.compiled import kernel
from schafkopf.engine.kernels.bits import count, highest, lowest
from schafkopf.engine.kernels.everyone_layout import (
    ALIKE,
    AMOUNTS,
    BY_TRICKS,
    DONE,
    ENDING,
    ENTRIES,
    FOUND,
    HELD,
    HORIZON,
    PAST,
    POINTS,
    PRICES,
    SCALE,
    SEARCHED_AGAIN,
    SUMMIT,
    TABLE_BITS,
    TAKEN,
    TERMS,
    TIES,
    TOP,
    TRICKS,
)
from schafkopf.engine.kernels.everyone_past import memory, survey
from schafkopf.engine.kernels.everyone_result import gather, outcome
from schafkopf.engine.kernels.layout import (
    BUDGET,
    DEALT,
    HANDS,
    LEFT,
    NODES,
    ON_TABLE,
    PLACES,
    PLAYED,
    POSITION,
    REST,
    ROUND,
    STOPPED,
    SUIT,
    TABLE,
    TRUMPS,
    TURN,
    VALUE,
    Numbers,
)
from schafkopf.engine.kernels.rules import beaters, legal, open_trick, worth


@kernel("i8(i8[::1], i8, i8, i8, i8)")
def ducked(w: Numbers, place: int, table: int, led: int, best: int) -> int:
    """The lane that rule of thumb plays: duck, and then throw away what is dangerous or counts.

    It knows all hands, but looks at this trick only.
    """
    n = w[PLACES]
    hand = w[HANDS + place]
    mask = legal(w, hand, w[DEALT + place], led, best, 0)
    others = w[LEFT] & ~hand
    chosen, top = -1, -1 << 40
    while mask:
        lane = lowest(mask)
        mask &= mask - 1
        suit = w[SUIT + lane]
        follows = suit if table == 0 else led
        mine = table == 0 or (lane > best and (led | w[TRUMPS]) >> lane & 1)
        open_to, safe = 0, not mine
        if mine:
            other = place
            for _ in range(n - 1 - table):
                other = other + 1 if other + 1 < n else 0
                above = beaters(w, w[HANDS + other], lane, follows)
                if above:
                    open_to += 1
                    if above == legal(w, w[HANDS + other], w[DEALT + other], follows, lane, 0):
                        safe = True
        below = count(others & suit & ((1 << lane) - 1))
        beyond = count(others & suit) - below
        # Nobody else has the suit: the card takes its trick whenever it is led, but only who leads it decides that.
        risk = 8 * below // (below + beyond) if below + beyond else 4
        if safe:
            score = 1000 + 6 * w[VALUE + lane] + 10 * risk
        elif open_to:
            score = 500 + 20 * open_to - 4 * w[VALUE + lane] - 10 * risk
        else:
            # Taken for certain: the points of the card stay here, its strength is gone.
            score = 10 * risk - 6 * w[VALUE + lane]
        if score > top:
            chosen, top = lane, score
    return chosen


@kernel("i8(i8[::1], i8)")
def ducking(w: Numbers, leader: int) -> int:
    """Play one trick by rule of thumb. Returns its cards and, 32 bits higher, the place that takes it."""
    n = w[PLACES]
    led, best, winner, cards = 0, -1, leader, 0
    place = leader
    for table in range(n):
        lane = ducked(w, place, table, led, best)
        if table == 0:
            led, best = w[SUIT + lane], lane
        elif lane > best and (led | w[TRUMPS]) >> lane & 1:
            best, winner = lane, place
        w[HANDS + place] ^= 1 << lane
        w[LEFT] ^= 1 << lane
        cards |= 1 << lane
        place = place + 1 if place + 1 < n else 0
    w[NODES] += n
    return cards | winner << 32


@kernel("void(i8[::1], i8)")
def finish(w: Numbers, leader: int) -> None:
    """The utilities when everybody has one card left."""
    n, left, done = w[PLACES], w[LEFT], w[DONE]
    lane = highest(w[HANDS + leader])
    led, best, winner = w[SUIT + lane], lane, leader
    for place in range(n):
        lane = highest(w[HANDS + place])
        if lane > best and (led | w[TRUMPS]) >> lane & 1:
            best, winner = lane, place
    points, trumps, top = w[POINTS + winner], w[TAKEN + winner], w[TOP + winner]
    w[NODES] += n
    gather(w, winner, left)
    outcome(w)
    out = FOUND + 4 * n
    for place in range(4):
        w[out + place] = w[AMOUNTS + place] * SCALE
    w[out + winner] -= w[POINTS + winner] - points
    w[POINTS + winner], w[TAKEN + winner], w[TOP + winner] = points, trumps, top
    w[TRICKS + winner] -= 1
    w[DONE] = done


@kernel("i8(i8[::1], i8, i8, i8, i8, i8, i8)")
def visit(w: Numbers, place: int, table: int, led: int, best: int, winner: int, cards: int) -> int:
    """Write the utilities of a state at `FOUND + 4 * cards held`. Returns 0 if the budget ran out.

    cards: those on the table.
    """
    n, left = w[PLACES], w[LEFT]
    out = FOUND + 4 * count(left)
    hand = w[HANDS + place]
    # A recursive call must not get a literal: Numba would compile it a second time and not find that in its cache.
    none = n - n
    index, first, second, state = 0, 0, 0, 0
    if table == 0:
        size = count(hand)
        if size == 1:
            finish(w, place)
            return 1
        memory(w, w[REST])
        first, second = w[PAST], w[PAST + 1]
        state = left | place << 32 | w[ROUND] << 34
        # Without the round: an answer must not depend on how many were given before.
        mixed = (
            left ^ place << 32 ^ first * -7070675565921424023 ^ second * -4417276706812531889
        ) * -7046029254386353131
        mixed ^= mixed >> 29 & 0x7FFFFFFFF
        index = ENTRIES + 8 * ((mixed * -4658895280553007687 >> 40) & ((1 << TABLE_BITS) - 1))
        if w[index] == state and w[index + 1] == first and w[index + 2] == second:
            for other in range(4):
                w[out + other] = w[index + 4 + other]
            return 1
        if w[ENDING] < size <= w[HORIZON]:
            trick = ducking(w, place)
            cards, taker = trick & 0xFFFFFFFF, trick >> 32
            points, trumps, high = w[POINTS + taker], w[TAKEN + taker], w[TOP + taker]
            gather(w, taker, cards)
            won = w[POINTS + taker] - points
            w[REST] -= won
            visit(w, taker, none, none, none - 1, none - 1, none)
            for other in range(4):
                w[out + other] = w[out - 4 * n + other]
            w[out + taker] -= won
            w[REST] += won
            w[POINTS + taker], w[TAKEN + taker], w[TOP + taker] = points, trumps, high
            w[TRICKS + taker] -= 1
            w[DONE] -= 1
            w[LEFT] = left
            for other in range(n):
                w[HANDS + other] |= cards & w[DEALT + other]
            if w[NODES] > w[BUDGET]:
                w[STOPPED] = 1
            if w[STOPPED]:
                return 0
            w[index], w[index + 1], w[index + 2] = state, first, second
            for other in range(4):
                w[index + 4 + other] = w[out + other]
            return 1
        survey(w)
    done = w[DONE]
    highest_utility = w[SUMMIT + 4 * done + place]
    alike = w[ALIKE + done]
    options = legal(w, hand, w[DEALT + place], led, best, none)
    blocked = left & ~hand
    if table:
        blocked |= 1 << best
    chosen = -1 << 62
    before = -1
    last = table == n - 1
    child = out - 4
    while options:
        lane = lowest(options)
        bit = 1 << lane
        options ^= bit
        suit = w[SUIT + lane]
        value = w[VALUE + lane]
        if (
            before >= 0
            and alike & bit
            and suit >> before & 1
            and w[VALUE + before] == value
            and not blocked & (bit - (1 << before))
        ):
            before = lane
            continue
        before = lane
        w[HANDS + place] = hand ^ bit
        w[LEFT] = left ^ bit
        w[NODES] += 1
        if w[NODES] > w[BUDGET]:
            w[STOPPED] = 1
        follows, top, taker = led, best, winner
        if table == 0:
            follows, top, taker = suit, lane, place
        elif lane > best and (led | w[TRUMPS]) >> lane & 1:
            top, taker = lane, place
        if last:
            points, trumps, high = w[POINTS + taker], w[TAKEN + taker], w[TOP + taker]
            gather(w, taker, cards | bit)
            won = w[POINTS + taker] - points
            w[REST] -= won
            if left == bit:
                outcome(w)
                for other in range(4):
                    w[child + other] = w[AMOUNTS + other] * SCALE
            else:
                visit(w, taker, none, none, none - 1, none - 1, none)
            w[child + taker] -= won
            w[REST] += won
            w[POINTS + taker], w[TAKEN + taker], w[TOP + taker] = points, trumps, high
            w[TRICKS + taker] -= 1
            w[DONE] = done
        else:
            visit(w, place + 1 if place + 1 < n else none, table + 1, follows, top, taker, cards | bit)
        w[HANDS + place] = hand
        w[LEFT] = left
        if w[STOPPED]:
            return 0
        if w[child + place] > chosen:
            chosen = w[child + place]
            for other in range(4):
                w[out + other] = w[child + other]
            if chosen >= highest_utility:
                break
    if table == 0:
        w[index], w[index + 1], w[index + 2] = state, first, second
        for other in range(4):
            w[index + 4 + other] = w[out + other]
    return 1


@kernel("void(i8[::1], i8[::1], i8[::1], i8[::1], i8[::1])")
def arrange(w: Numbers, position: Numbers, terms: Numbers, taken: Numbers, hands: Numbers) -> None:
    """Put a position, the terms, the lanes taken by each place and one deal's hands into a work array."""
    for index in range(POSITION):
        w[index] = position[index]
    for index in range(TERMS):
        w[PRICES + index] = terms[index]
    n = w[PLACES]
    left, table = 0, 0
    w[DONE] = 0
    for rule in range(3):
        w[BY_TRICKS + rule] = 0
    for rule in range(w[PRICES + TIES]):
        kind = w[PRICES + TIES + 1 + rule]
        if kind < 4:
            w[BY_TRICKS + kind - 1] = 1
    for place in range(4):
        w[POINTS + place], w[TRICKS + place], w[TAKEN + place] = 0, 0, 0
        w[TOP + place] = w[HELD + place] = -1
        w[HANDS + place] = 0
    for place in range(n):
        w[HANDS + place] = hands[place]
        w[DEALT + place] = hands[place] | w[PLAYED + place]
        left |= hands[place]
        trumps = taken[place] & w[TRUMPS]
        w[POINTS + place] = worth(w, taken[place])
        w[TRICKS + place] = count(taken[place]) // n
        w[TAKEN + place] = count(trumps)
        w[TOP + place] = highest(trumps)
        w[HELD + place] = highest(w[DEALT + place] & w[TRUMPS])
        w[DONE] += w[TRICKS + place]
    w[LEFT] = left
    for index in range(w[ON_TABLE]):
        table |= 1 << w[TABLE + index]
    w[REST] = worth(w, left | table)
    w[NODES] = 0
    w[STOPPED] = 0


@kernel("i8(i8[::1], i8[:, ::1])")
def choices(w: Numbers, utilities: Numbers) -> int:
    """The utilities of all places after each legal card: utilities[lane, place]. Returns 0 if the budget ran out."""
    n, place, table = w[PLACES], w[TURN], w[ON_TABLE]
    led, best, winner, _ = open_trick(w)
    cards = 0
    for index in range(table):
        cards |= 1 << w[TABLE + index]
    w[ROUND] += 1
    survey(w)
    hand, left, done, rest = w[HANDS + place], w[LEFT], w[DONE], w[REST]
    options = legal(w, hand, w[DEALT + place], led, best, 0)
    child = FOUND + 4 * (count(left) - 1)
    while options:
        lane = lowest(options)
        bit = 1 << lane
        options ^= bit
        w[HANDS + place] = hand ^ bit
        w[LEFT] = left ^ bit
        w[NODES] += 1
        follows, top, taker = led, best, winner
        if table == 0:
            follows, top, taker = w[SUIT + lane], lane, place
        elif lane > best and (led | w[TRUMPS]) >> lane & 1:
            top, taker = lane, place
        if table == n - 1:
            points, trumps, high = w[POINTS + taker], w[TAKEN + taker], w[TOP + taker]
            gather(w, taker, cards | bit)
            won = w[POINTS + taker] - points
            w[REST] = rest - won
            if left == bit:
                outcome(w)
                for other in range(4):
                    w[child + other] = w[AMOUNTS + other] * SCALE
            else:
                visit(w, taker, 0, 0, -1, -1, 0)
            w[child + taker] -= won
            w[REST] = rest
            w[POINTS + taker], w[TAKEN + taker], w[TOP + taker] = points, trumps, high
            w[TRICKS + taker] -= 1
            w[DONE] = done
        else:
            visit(w, (place + 1) % n, table + 1, follows, top, taker, cards | bit)
        w[HANDS + place] = hand
        w[LEFT] = left
        if w[STOPPED]:
            return 0
        for other in range(4):
            utilities[lane, other] = w[child + other]
    return 1


@kernel("i8(i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8, i8, i8[:, ::1])")
def deepen(
    w: Numbers,
    position: Numbers,
    terms: Numbers,
    taken: Numbers,
    hands: Numbers,
    budget: int,
    deepest: int,
    utilities: Numbers,
) -> int:
    """The utilities after each card, searched ever further: first this trick only, then one trick more each time.

    What comes after that is played by rule of thumb. Ends when everything is searched, or so many tricks as `deepest`
    says (0: no limit), or when the budget (cards played; 0: no limit) does not allow the next step; the first is always
    done. Returns how many tricks at the end were not searched: 0 if the answer is exact.
    """
    arrange(w, position, terms, taken, hands)
    most = 0
    for place in range(w[PLACES]):
        most = max(most, count(w[HANDS + place]))
    tricks = most
    # Whoever searches to the ending has searched everything.
    w[ENDING] = SEARCHED_AGAIN
    if tricks <= SEARCHED_AGAIN + 1 or (budget == 0 and deepest == 0):
        w[HORIZON], w[BUDGET] = 0, 1 << 62
        choices(w, utilities)
        return 0
    trial = utilities.copy()
    horizon = tricks - 1
    reached = horizon
    w[BUDGET] = 1 << 62
    while True:
        w[HORIZON] = horizon if horizon > SEARCHED_AGAIN else 0
        before = w[NODES]
        if not choices(w, trial):
            break
        utilities[:] = trial
        reached = w[HORIZON]
        if reached == 0 or (deepest and tricks - reached >= deepest):
            break
        horizon -= 1
        w[BUDGET] = budget if budget else 1 << 62
        # The next step costs several times as much as this one.
        if budget and w[NODES] + 3 * (w[NODES] - before) > budget:
            break
    return reached
