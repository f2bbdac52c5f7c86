"""Rounds in which nobody meets twice, from geometry, for numbers where a search would take too long.

With tables of s and q tables, q a prime (or 4) and not below s, the players are points (g, a) with g < s and a < q.
In round r the point (g, a) sits at table a - g*r, in the arithmetic of the field with q elements. Two points with
different g meet in exactly one round, those with the same g never: q rounds. With q = s the points with the same g
make one round more: this is the affine plane, five rounds of 16 players. What has been played already, and who
belongs together, is fitted into the pattern by search.
"""

from __future__ import annotations

from collections.abc import Callable

from schafkopf.club.tournament.lot import Lot
from schafkopf.club.tournament.weigh import Field, Round

_PRIMES = (3, 5, 7, 11, 13)


def _times(q: int, a: int, b: int) -> int:
    if q != 4:
        return a * b % q
    product = (a if b & 1 else 0) ^ (a << 1 if b & 2 else 0)
    return product ^ 7 if product & 4 else product


def _minus(q: int, a: int, b: int) -> int:
    return a ^ b if q == 4 else (a - b) % q


def pattern(players: int, size: int) -> list[list[int]]:
    """For each round the table of each point; empty if there is no pattern for so many.

    >>> len(pattern(16, 4)), len(pattern(20, 4)), pattern(24, 4)
    (5, 5, [])
    """
    q, rest = divmod(players, size)
    if rest or q < size or (q not in _PRIMES and q != 4):
        return []
    points = [(g, a) for g in range(size) for a in range(q)]
    rounds = [[_minus(q, a, _times(q, g, r)) for g, a in points] for r in range(q)]
    return [*rounds, [g for g, _ in points]] if q == size else rounds


def fitted(field: Field, rounds: int, earlier: list[Round], lot: Lot, *, nodes: int) -> list[Round]:
    """So many rounds of a pattern in which nobody meets whom he shall not; empty if none was found in so many nodes.

    earlier: the tables so far of those who play now. Fewer rounds come back if the pattern has no more.
    """
    if len(set(field.sizes)) != 1:
        return []
    known = pattern(field.players, field.sizes[0])
    rounds = min(rounds, len(known) - len(earlier))
    if rounds <= 0:
        return []
    tries = 12
    if earlier and all(sorted(map(len, tables)) == sorted(field.sizes) for tables in earlier):
        # If these were rounds of the pattern, it is enough to find out which.
        for _ in range(3 * tries):
            order = lot.shuffled(range(len(known)))
            past = [known[index] for index in order[: len(earlier)]]
            chosen = [known[index] for index in order[len(earlier) : len(earlier) + rounds]]
            points = _recognised(field, earlier, past, chosen, lot, nodes // (30 * tries))
            if points:
                return [_seated(field, table_of, points) for table_of in chosen]
    for _ in range(tries):
        chosen = [known[index] for index in lot.shuffled(range(len(known)))[:rounds]]
        points = _fit(field, chosen, lot, nodes // tries)
        if points:
            return [_seated(field, table_of, points) for table_of in chosen]
    return []


def _seated(field: Field, table_of: list[int], points: list[int]) -> Round:
    tables: Round = [[] for _ in field.sizes]
    for player, point in enumerate(points):
        tables[table_of[point]].append(player)
    return tables


def _recognised(
    field: Field, earlier: list[Round], past: list[list[int]], chosen: list[list[int]], lot: Lot, nodes: int
) -> list[int]:
    """A point for each player, so that the earlier rounds are these rounds of the pattern."""
    number = field.players
    together = [[0] * number for _ in range(number)]
    for bit, tables in enumerate(earlier):
        for table in tables:
            for i in table:
                for j in table:
                    together[i][j] |= 1 << bit
    like = [[0] * (1 << len(earlier)) for _ in range(number)]
    for p in range(number):
        for q in range(number):
            if p != q:
                like[p][sum(1 << bit for bit, table_of in enumerate(past) if table_of[p] == table_of[q])] |= 1 << q
    apart = _apart(number, chosen)
    forbidden = [[field.weights[i][j] > 0 for j in range(number)] for i in range(number)]

    def narrowed(domains: list[int], player: int, point: int) -> list[int]:
        row, masks, avoid = together[player], like[point], forbidden[player]
        return [
            domain & masks[row[other]] & (apart[point] if avoid[other] else -1) for other, domain in enumerate(domains)
        ]

    return _placed(number, narrowed, [0] * number, lot, nodes)


def _apart(number: int, chosen: list[list[int]]) -> list[int]:
    """For each point those that it does not meet in the chosen rounds."""
    return [
        sum(1 << other for other in range(number) if other != point and all(t[other] != t[point] for t in chosen))
        for point in range(number)
    ]


def _fit(field: Field, chosen: list[list[int]], lot: Lot, nodes: int) -> list[int]:
    """A point for each player, so that two with a weight between them do not meet in the chosen rounds."""
    number = field.players
    apart = _apart(number, chosen)
    avoid = [[j for j in range(number) if field.weights[i][j]] for i in range(number)]

    def narrowed(domains: list[int], player: int, point: int) -> list[int]:
        free = ~(1 << point)
        after = [domain & free for domain in domains]
        for other in avoid[player]:
            after[other] &= apart[point]
        return after

    return _placed(number, narrowed, [len(some) for some in avoid], lot, nodes)


def _placed(
    number: int,
    narrowed: Callable[[list[int], int, int], list[int]],
    bound: list[int],
    lot: Lot,
    nodes: int,
) -> list[int]:
    """A point for each player by search: who has the fewest left comes first, points by lot; empty if none is found.

    narrowed(domains, player, point): the points left for each once the player has this one.
    """
    order = [lot.shuffled(range(number)) for _ in range(number)]
    found = [-1] * number
    left = nodes

    def place(domains: list[int]) -> bool:
        nonlocal left
        open_players = [player for player in range(number) if found[player] < 0]
        if not open_players:
            return True
        player = min(open_players, key=lambda p: (domains[p].bit_count(), -bound[p], p))
        for point in order[player]:
            if not domains[player] >> point & 1:
                continue
            left -= 1
            if left < 0:
                return False
            after = narrowed(domains, player, point)
            found[player] = point
            if all(after[p] or found[p] >= 0 for p in open_players) and place(after):
                return True
            found[player] = -1
        return False

    return found if place([(1 << number) - 1] * number) else []
