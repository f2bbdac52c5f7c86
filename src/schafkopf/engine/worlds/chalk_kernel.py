"""Counting and drawing deals where the longest suit names trumps. What the arrays hold: `chalk.Namings`.

A naming fixes how many Unters each hidden hand was dealt, and limits the length and the points of every suit in every
hand. Then the suits are independent of each other but for the number of cards they give to each hand.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from schafkopf.engine.compiled import kernel
from schafkopf.engine.worlds.kernel import below

_NUMBERS = nb.int64[::1]
_ROWS = nb.int64[:, ::1]
_STATE = nb.uint64[::1]

# A row of `namings`: needs of the three hands without their Unters, Unters dealt to them, longest length and most
# points at that length allowed to each, the hand that names (-1: none that is hidden), its length, its points
# (-1: any), its suit (-1: any of that length), the number of the deal of Unters.
NEEDS, JACKS, LENGTH, POINTS, NAMER, REACH, WORTH, SUIT, GROUP = 0, 3, 6, 9, 12, 13, 14, 15, 16
WIDE = 9
LAYER = 2 * WIDE * WIDE


@kernel(nb.int64(_NUMBERS, _ROWS, _NUMBERS, _NUMBERS, _NUMBERS, _NUMBERS))
def sort_out(naming, splits, suit_of, code, edge, inside):
    """What holds for all namings with the same deal of Unters, lengths and suit; the number of rows in `edge`.

    splits: every way in which the unseen cards of a suit can lie: three masks, three numbers of these cards, three
    numbers of cards of the suit as dealt, three sums of their points; the suits one after the other, each beginning at
    suit_of. Fills `code` with -1 where a suit is too long for a hand and with the entry of `ways` where all are short
    enough whatever their points (these are counted in `inside`), and `edge` with the rows for which points matter.
    """
    for at in range(4 * LAYER):
        inside[at] = 0
    found = 0
    for suit in range(4):
        named = naming[NAMER] >= 0 and naming[SUIT] == suit
        for row in range(suit_of[suit], suit_of[suit + 1]):
            at_limit, fits = False, True
            for hand in range(3):
                held = splits[row, 6 + hand]
                if held:
                    length = held + naming[JACKS + hand]
                    fits = fits and length <= naming[LENGTH + hand]
                    at_limit = at_limit or length == naming[LENGTH + hand]
            code[row] = -1
            if not fits:
                continue
            if at_limit:
                edge[found] = row * 4 + suit
                found += 1
            elif not named:
                at = int(naming[NAMER] < 0) * WIDE * WIDE + splits[row, 3] * WIDE + splits[row, 4]
                code[row] = at
                inside[suit * LAYER + at] += 1
    return found


@kernel(nb.int64(_NUMBERS, _ROWS, _NUMBERS, nb.int64, _NUMBERS, nb.int64, _NUMBERS, _NUMBERS, _NUMBERS, _NUMBERS))
def tabulate(naming, splits, suit_of, jack_points, edge, edges, inside, code, ways, table):
    """Count the deals of one naming, after `sort_out`; 0 if there is none.

    jack_points: what an Unter adds to the points of a suit. Completes `code`, and fills `ways`: for each suit, by
    whether the namer's length is reached in it and by the cards given to the first two hands; `table`: the same for
    this suit and the later ones, by what is still needed.
    """
    for at in range(4 * LAYER):
        ways[at] = inside[at]
    for at in range(5 * LAYER):
        table[at] = 0
    namer, reach = naming[NAMER], naming[REACH]
    ever = namer < 0
    for number in range(edges):
        row, suit = edge[number] // 4, edge[number] % 4
        fits, reached = True, namer < 0
        for hand in range(3):
            held = splits[row, 6 + hand]
            length = held + naming[JACKS + hand]
            if held == 0 or length < naming[LENGTH + hand]:
                continue
            points = splits[row, 9 + hand] + jack_points * naming[JACKS + hand]
            if points > naming[POINTS + hand]:
                fits = False
            elif hand == namer and (naming[WORTH] < 0 or points == naming[WORTH]):
                reached = True
        if namer >= 0 and naming[SUIT] == suit:
            held = splits[row, 6 + namer]
            fits = fits and held > 0 and held + naming[JACKS + namer] == reach
        code[row] = -1
        if fits:
            at = int(reached) * WIDE * WIDE + splits[row, 3] * WIDE + splits[row, 4]
            code[row] = at
            ways[suit * LAYER + at] += 1
            ever = ever or reached
    if not ever:
        return 0
    for flag in range(2):
        if flag or namer < 0:
            table[4 * LAYER + flag * WIDE * WIDE] = 1
    left = 0
    for suit in range(3, -1, -1):
        row = suit_of[suit]
        if row == suit_of[suit + 1]:
            return 0
        n = splits[row, 3] + splits[row, 4] + splits[row, 5]
        left += n
        # Of the first suit only the whole need is asked for.
        from0 = naming[NEEDS] if suit == 0 else 0
        from1 = naming[NEEDS + 1] if suit == 0 else 0
        for reached in range(2):
            for d0 in range(min(n, naming[NEEDS]) + 1):
                for d1 in range(min(n - d0, naming[NEEDS + 1]) + 1):
                    here = ways[suit * LAYER + reached * WIDE * WIDE + d0 * WIDE + d1]
                    if here == 0:
                        continue
                    for flag in range(2):
                        into = suit * LAYER + flag * WIDE * WIDE
                        after = (suit + 1) * LAYER + (flag | reached) * WIDE * WIDE
                        for a in range(max(d0, from0), naming[NEEDS] + 1):
                            # What is left for the third hand lies between its share of this suit and its needs.
                            low = max(d1, from1, left - a - naming[NEEDS + 2])
                            high = min(naming[NEEDS + 1], left - a - (n - d0 - d1))
                            for b in range(low, high + 1):
                                table[into + a * WIDE + b] += here * table[after + (a - d0) * WIDE + b - d1]
    if left != naming[NEEDS] + naming[NEEDS + 1] + naming[NEEDS + 2]:
        return 0
    return table[naming[NEEDS] * WIDE + naming[NEEDS + 1]]


@kernel(nb.void(_ROWS, _ROWS, _NUMBERS, nb.int64, _NUMBERS, _NUMBERS))
def count(namings, splits, suit_of, jack_points, jack_ways, totals):
    """Count the deals of all namings into `totals`. jack_ways: in how many ways each deal of Unters can come about."""
    code = np.zeros(len(splits), np.int64)
    edge = np.zeros(len(splits), np.int64)
    inside = np.zeros(4 * LAYER, np.int64)
    ways = np.zeros(4 * LAYER, np.int64)
    table = np.zeros(5 * LAYER, np.int64)
    edges = 0
    for number in range(len(namings)):
        naming = namings[number]
        same = number > 0
        for key in (JACKS, JACKS + 1, JACKS + 2, LENGTH, LENGTH + 1, LENGTH + 2, NAMER, SUIT):
            same = same and naming[key] == namings[number - 1, key]
        if not same:
            edges = sort_out(naming, splits, suit_of, code, edge, inside)
        here = tabulate(naming, splits, suit_of, jack_points, edge, edges, inside, code, ways, table)
        totals[number] = here * jack_ways[namings[number, GROUP]]


@kernel(nb.void(_ROWS, _ROWS, _NUMBERS, nb.int64, _NUMBERS, _ROWS, _NUMBERS, _STATE, _ROWS))
def draw(namings, splits, suit_of, jack_points, jack_of, jacks, totals, state, hands):
    """Draw deals into the rows of `hands`. jacks: the hands' Unters for each deal of them, grouped by `jack_of`."""
    code = np.zeros(len(splits), np.int64)
    edge = np.zeros(len(splits), np.int64)
    inside = np.zeros(4 * LAYER, np.int64)
    ways = np.zeros(4 * LAYER, np.int64)
    table = np.zeros(5 * LAYER, np.int64)
    everything = 0
    for number in range(len(totals)):
        everything += totals[number]
    # The rows are drawn naming by naming, since each needs its tables, but each row has drawn its naming for itself.
    chosen = np.zeros(len(hands), np.int64)
    begin = np.zeros(len(totals) + 1, np.int64)
    for row in range(len(hands)):
        ticket = below(state, everything)
        number = 0
        while ticket >= totals[number]:
            ticket -= totals[number]
            number += 1
        chosen[row] = number
        begin[number + 1] += 1
    for number in range(len(totals)):
        begin[number + 1] += begin[number]
    order = np.zeros(len(hands), np.int64)
    for row in range(len(hands)):
        order[begin[chosen[row]]] = row
        begin[chosen[row]] += 1
    last = -1
    for step in range(len(order)):
        row = order[step]
        naming = namings[chosen[row]]
        if chosen[row] != last:
            last = chosen[row]
            edges = sort_out(naming, splits, suit_of, code, edge, inside)
            tabulate(naming, splits, suit_of, jack_points, edge, edges, inside, code, ways, table)
        group = naming[GROUP]
        pick = jack_of[group] + below(state, jack_of[group + 1] - jack_of[group])
        for hand in range(3):
            hands[row, hand] = jacks[pick, hand]
        a, b, flag = naming[NEEDS], naming[NEEDS + 1], 0
        for suit in range(4):
            ticket = below(state, table[suit * LAYER + flag * WIDE * WIDE + a * WIDE + b])
            at = -1
            while ticket >= 0:
                at += 1
                here = ways[suit * LAYER + at]
                if here:
                    reached, d0, d1 = at // (WIDE * WIDE), at // WIDE % WIDE, at % WIDE
                    if d0 <= a and d1 <= b:
                        after = (flag | reached) * WIDE * WIDE + (a - d0) * WIDE + b - d1
                        ticket -= here * table[(suit + 1) * LAYER + after]
            skip = below(state, ways[suit * LAYER + at])
            for split in range(suit_of[suit], suit_of[suit + 1]):
                if code[split] == at:
                    if skip == 0:
                        for hand in range(3):
                            hands[row, hand] |= splits[split, hand]
                        break
                    skip -= 1
            flag |= at // (WIDE * WIDE)
            a -= at // WIDE % WIDE
            b -= at % WIDE
