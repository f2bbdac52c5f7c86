"""The counting and the drawing of deals, on arrays. What the arrays hold: `cases.Cases`.

A case is a list of atoms (sets of cards that the same hands may hold and that count alike) and of counters. Its table
has, for each atom, for each number of cards that the first two hidden hands still need and for each state of the
counters, in how many ways the cards of this atom and the later ones can lie. All numbers stay far below 2**63: 24 cards
go into three hands in 9.5e9 ways, and the weights of a counter add a factor of 100 at most.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from schafkopf.engine.compiled import kernel

_NUMBERS = nb.int64[::1]
_STATE = nb.uint64[::1]
_SPLITMIX = np.uint64(0x9E3779B97F4A7C15)


@kernel(nb.int64(_STATE, nb.int64))
def below(state, limit):
    """A random integer in 0 <= x < limit (splitmix64); none is likelier than another."""
    bound = np.uint64(limit)
    # 2**64 modulo the bound: the lowest numbers would come once too often.
    surplus = (np.uint64(0) - bound) % bound
    while True:
        state[0] += _SPLITMIX
        z = state[0]
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z = z ^ (z >> np.uint64(31))
        if z >= surplus:
            return np.int64(z % bound)


@kernel(nb.int64(nb.int64, nb.int64))
def choose(n, k):
    """The binomial coefficient."""
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


@kernel(nb.int64(nb.int64, nb.int64, nb.int64, nb.int64, nb.int64, nb.int64, nb.int64, _NUMBERS, _NUMBERS, _NUMBERS))
def counted(code, atom, first, last, d0, d1, d2, seat, members, digits):
    """The state of the counters after an atom has given d0, d1, d2 cards to the hidden hands.

    digits: for each counter its stride in the code, then its radix; the highest digit means `or more`.
    """
    after = code
    for k in range(first, last):
        if members[k] >> atom & 1:
            dealt = d0 if seat[k] == 0 else d1 if seat[k] == 1 else d2
            stride, radix = digits[2 * k], digits[2 * k + 1]
            now = code // stride % radix
            after += stride * (min(now + dealt, radix - 1) - now)
    return after


@kernel(
    nb.void(
        *(_NUMBERS,) * 5,  # atoms
        *(_NUMBERS,) * 5,  # counters
        _NUMBERS,
        *(_NUMBERS,) * 2,
    )
)
def fill(atom_of, size, holders, codes, table_of, counter_of, seat, members, digits, weights, needs, table, totals):
    """Fill the tables of all cases and write the number of deals of each into `totals`.

    atom_of, counter_of: for each case where its atoms and counters begin (one entry more than cases). size, holders: of
    each atom, holders as a mask of the hidden hands. codes, table_of: per case. weights: ten per counter.
    needs: cards of each of the three hidden hands.
    """
    wide = needs[1] + 1
    tall = needs[0] + 1
    for case in range(len(totals)):
        begin, end = atom_of[case], atom_of[case + 1]
        first, last = counter_of[case], counter_of[case + 1]
        kinds = codes[case]
        base = table_of[case]
        layer = tall * wide * kinds
        top = base + (end - begin) * layer
        for code in range(kinds):
            ways = 1
            for k in range(first, last):
                ways *= weights[10 * k + code // digits[2 * k] % digits[2 * k + 1]]
            table[top + code] = ways
        left = 0
        for atom in range(end - 1, begin - 1, -1):
            n = size[atom]
            left += n
            place = base + (atom - begin) * layer
            for a in range(tall):
                for b in range(wide):
                    c = left - a - b
                    if c < 0 or c > needs[2]:
                        continue
                    for code in range(kinds):
                        ways = 0
                        for d0 in range((min(n, a) if holders[atom] & 1 else 0) + 1):
                            for d1 in range((min(n - d0, b) if holders[atom] & 2 else 0) + 1):
                                d2 = n - d0 - d1
                                if d2 > c or (d2 and not holders[atom] & 4):
                                    continue
                                after = counted(code, atom - begin, first, last, d0, d1, d2, seat, members, digits)
                                rest = table[place + layer + ((a - d0) * wide + b - d1) * kinds + after]
                                if rest:
                                    ways += choose(n, d0) * choose(n - d0, d1) * rest
                        table[place + (a * wide + b) * kinds + code] = ways
        totals[case] = table[base + ((tall - 1) * wide + wide - 1) * kinds]


@kernel(
    nb.void(
        *(_NUMBERS,) * 5,
        *(_NUMBERS,) * 4,
        _NUMBERS,
        *(_NUMBERS,) * 2,
        _NUMBERS,
        _STATE,
        nb.int64[:, ::1],
    )
)
def draw(
    atom_of,
    size,
    holders,
    codes,
    table_of,
    counter_of,
    seat,
    members,
    digits,
    needs,
    table,
    totals,
    lanes,
    state,
    hands,
):
    """Draw deals into the rows of `hands` (one column for each of the three hidden hands).

    lanes: the cards of the atoms, one atom after the other, in their order over all cases.
    """
    wide = needs[1] + 1
    tall = needs[0] + 1
    everything = 0
    for case in range(len(totals)):
        everything += totals[case]
    starts = np.zeros(len(size) + 1, np.int64)
    for atom in range(len(size)):
        starts[atom + 1] = starts[atom] + size[atom]
    deck = np.zeros(32, np.int64)
    for row in range(len(hands)):
        ticket = below(state, everything)
        case = 0
        while ticket >= totals[case]:
            ticket -= totals[case]
            case += 1
        begin, end = atom_of[case], atom_of[case + 1]
        first, last = counter_of[case], counter_of[case + 1]
        kinds = codes[case]
        layer = tall * wide * kinds
        a, b, c, code = needs[0], needs[1], needs[2], 0
        hand0, hand1, hand2 = 0, 0, 0
        for atom in range(begin, end):
            n = size[atom]
            place = table_of[case] + (atom - begin) * layer
            ticket = below(state, table[place + (a * wide + b) * kinds + code])
            took0, took1, after = -1, 0, 0
            for d0 in range((min(n, a) if holders[atom] & 1 else 0) + 1):
                for d1 in range((min(n - d0, b) if holders[atom] & 2 else 0) + 1):
                    d2 = n - d0 - d1
                    if d2 > c or (d2 and not holders[atom] & 4):
                        continue
                    after = counted(code, atom - begin, first, last, d0, d1, d2, seat, members, digits)
                    rest = table[place + layer + ((a - d0) * wide + b - d1) * kinds + after]
                    ticket -= choose(n, d0) * choose(n - d0, d1) * rest
                    if ticket < 0:
                        took0, took1 = d0, d1
                        break
                if ticket < 0:
                    break
            for i in range(n):
                deck[i] = lanes[starts[atom] + i]
            for i in range(n):
                if i < took0 + took1:
                    other = i + below(state, n - i)
                    deck[i], deck[other] = deck[other], deck[i]
                bit = np.int64(1) << deck[i]
                if i < took0:
                    hand0 |= bit
                elif i < took0 + took1:
                    hand1 |= bit
                else:
                    hand2 |= bit
            a, b, c, code = a - took0, b - took1, c - (n - took0 - took1), after
        hands[row, 0], hands[row, 1], hands[row, 2] = hand0, hand1, hand2


@kernel(_NUMBERS(_STATE, nb.int64[:]))
def one_bit_of(state, masks):
    """One of the bits of each mask, each as likely as another; 0 for an empty mask."""
    found = np.zeros(len(masks), np.int64)
    for row in range(len(masks)):
        mask = masks[row]
        count = 0
        while mask:
            mask &= mask - 1
            count += 1
        if count:
            skip = below(state, count)
            mask = masks[row]
            for _ in range(skip):
                mask &= mask - 1
            found[row] = mask & -mask
    return found
