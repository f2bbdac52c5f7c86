"""Searching a seating that costs little: tabu search over the rounds that are still to come, by lot and in whole
numbers.

The work is limited by steps, never by time, so a slow machine finds the same seating as a fast one.
"""

from __future__ import annotations

from dataclasses import dataclass

from schafkopf.club.tournament.lot import Lot
from schafkopf.club.tournament.weigh import REMATCH, Field, Round, least_odd, odd_again, pair_cost


@dataclass(frozen=True, slots=True)
class Plan:
    """Seatings for some rounds. cost: of all of them together; steps: exchanges that were tried out."""

    rounds: list[Round]
    cost: int
    steps: int


class _State:
    """The rounds being worked on; `weights` contains what these rounds themselves add."""

    def __init__(self, field: Field, rounds: list[Round]) -> None:
        self.field = field
        self.rounds = rounds
        self.where = [[0] * field.players for _ in rounds]
        self.weights = [row[:] for row in field.weights]
        self.odd = list(field.odd)
        self.is_odd = [size != field.size for size in field.sizes]
        self.cost = 0
        for number, tables in enumerate(rounds):
            self.cost += pair_cost(self.weights, tables)
            for index, table in enumerate(tables):
                for player in table:
                    self.where[number][player] = index
                    if self.is_odd[index]:
                        self.cost += odd_again(self.odd[player])
                        self.odd[player] += 1
                    self._meet(player, [other for other in table if other != player], REMATCH, both=False)

    def _meet(self, player: int, others: list[int], change: int, *, both: bool = True) -> None:
        row = self.weights[player]
        for other in others:
            row[other] += change
            if both:
                self.weights[other][player] += change

    def in_trouble(self, number: int, player: int, often: int) -> bool:
        """Whether something could be better for him: he meets somebody again, or sits at an odd table too often."""
        index = self.where[number][player]
        row = self.weights[player]
        # Meeting once costs nothing: its own entry is in the matrix already.
        again = any(row[other] > REMATCH for other in self.rounds[number][index])
        return again or (self.is_odd[index] and self.odd[player] > often)

    def trouble(self, lot: Lot) -> tuple[int, int] | None:
        """By lot one of those (round, player) for whom something could be better; None if there is nobody."""
        often = min(self.odd) + 1
        players, rounds = self.field.players, len(self.rounds)
        for _ in range(10):
            place = lot.below(players * rounds)
            if self.in_trouble(place // players, place % players, often):
                return place // players, place % players
        found = [(r, p) for r in range(rounds) for p in range(players) if self.in_trouble(r, p, often)]
        return lot.choice(found) if found else None

    def exchange(self, number: int, a: int, b: int) -> None:
        """Two players of a round change places."""
        where = self.where[number]
        first, second = where[a], where[b]
        tables = self.rounds[number]
        left = [player for player in tables[first] if player != a]
        right = [player for player in tables[second] if player != b]
        self._meet(a, left, -REMATCH)
        self._meet(b, right, -REMATCH)
        self._meet(a, right, REMATCH)
        self._meet(b, left, REMATCH)
        tables[first] = [*left, b]
        tables[second] = [*right, a]
        where[a], where[b] = second, first
        if self.is_odd[first] != self.is_odd[second]:
            joins, goes = (a, b) if self.is_odd[second] else (b, a)
            self.odd[joins] += 1
            self.odd[goes] -= 1


def search(field: Field, rounds: int, lot: Lot, *, steps: int, floor: int = 0) -> Plan:
    """Seatings for the next rounds together; stops at the first that costs no more than can be hoped for.

    floor: what clashes and rematches must cost at least. steps: exchanges to be weighed, the measure of the work.
    """
    state = _State(field, [_by_lot(field, lot) for _ in range(rounds)])
    hoped = least_odd(field.odd, rounds * field.odd_seats) + floor
    best, best_cost = [[table[:] for table in tables] for tables in state.rounds], state.cost
    barred: dict[tuple[int, int, int], int] = {}
    used = turn = stale = 0
    while used < steps and best_cost > hoped and len(field.sizes) > 1:
        found = state.trouble(lot)
        if found is None:
            break
        number, a = found
        delta, b = _best_partner(state, number, a, barred, turn, best_cost, lot)
        used += field.players
        turn += 1
        if b >= 0:
            first, second = state.where[number][a], state.where[number][b]
            state.exchange(number, a, b)
            state.cost += delta
            barred[number, a, first] = turn + 3 + lot.below(7)
            barred[number, b, second] = turn + 3 + lot.below(7)
        stale += 1
        if state.cost < best_cost:
            best, best_cost, stale = [[table[:] for table in tables] for tables in state.rounds], state.cost, 0
        elif stale > 40 * (len(field.sizes) + rounds):
            # Stuck: some chance exchanges lead elsewhere.
            stale = 0
            for _ in range(1 + lot.below(max(2, len(field.sizes)))):
                _stir(state, lot)
    return Plan(best, best_cost, used)


def _by_lot(field: Field, lot: Lot) -> Round:
    order = lot.shuffled(range(field.players))
    tables = []
    for size in field.sizes:
        tables.append(order[:size])
        order = order[size:]
    return tables


def _stir(state: _State, lot: Lot) -> None:
    number = lot.below(len(state.rounds))
    a, b = lot.below(state.field.players), lot.below(state.field.players)
    if state.where[number][a] != state.where[number][b]:
        state.cost += _delta(state, number, a, b)
        state.exchange(number, a, b)


def _delta(state: _State, number: int, a: int, b: int) -> int:
    tables, where = state.rounds[number], state.where[number]
    left, right = tables[where[a]], tables[where[b]]
    row_a, row_b = state.weights[a], state.weights[b]
    delta = REMATCH * (len(left) + len(right) - 2) - row_b[a] - row_a[b]
    delta += sum(row_b[x] - row_a[x] for x in left) + sum(row_a[y] - row_b[y] for y in right)
    return delta + _odd_delta(state, where[a], where[b], a, b)


def _odd_delta(state: _State, first: int, second: int, a: int, b: int) -> int:
    if state.is_odd[first] == state.is_odd[second]:
        return 0
    joins, goes = (a, b) if state.is_odd[second] else (b, a)
    return odd_again(state.odd[joins]) - odd_again(state.odd[goes] - 1)


def _best_partner(
    state: _State, number: int, a: int, barred: dict[tuple[int, int, int], int], turn: int, best_cost: int, lot: Lot
) -> tuple[int, int]:
    """With whom to change places: what it costs more, and who; -1 if all are barred. Among equals the lot decides."""
    tables, where, weights = state.rounds[number], state.where[number], state.weights
    first = where[a]
    row_a = weights[a]
    left = [player for player in tables[first] if player != a]
    leaves = sum([row_a[x] for x in left])
    found: list[int] = []
    best = 1 << 60
    for second, table in enumerate(tables):
        if second == first:
            continue
        a_barred = barred.get((number, a, second), -1) > turn
        comes = sum([row_a[y] for y in table]) - leaves + REMATCH * (len(left) + len(table) - 1)
        odd = state.is_odd[first] != state.is_odd[second]
        for b in table:
            row_b = weights[b]
            delta = comes - row_a[b]
            for x in left:
                delta += row_b[x]
            for y in table:
                delta -= row_b[y]
            if odd:
                delta += _odd_delta(state, first, second, a, b)
            if delta > best:
                continue
            if a_barred or barred.get((number, b, first), -1) > turn:
                if state.cost + delta >= best_cost:
                    continue
            if delta < best:
                best, found = delta, []
            found.append(b)
    return (best, lot.choice(found)) if found else (0, -1)
