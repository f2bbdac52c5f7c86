"""The tables of the next round by lot: nobody meets again, no two of one team or pair, as far as that goes.

The draw depends on the start numbers, teams and pairs of who plays, the earlier rounds, how many rounds are
announced, seed and attempt: never on the order of entry, the clock or the machine. For few players all rounds that
are still to come are planned together and one of them is taken by lot, because drawing round by round gets stuck; for
many that is not needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from schafkopf.club.tournament import patterns, places, proof, weigh
from schafkopf.club.tournament.lot import Lot, seed_hash
from schafkopf.club.tournament.search import Plan, search
from schafkopf.club.tournament.split import Odd, split

METHOD = 1
"""Which way of drawing this is; another number may seat otherwise from the same seed."""
PLAN_UP_TO = 64
"""Players for whom the rounds to come are planned together."""
PLAN_ROUNDS = 12
"""Rounds that are planned together at most."""
QUICK_STEPS = 50_000
STEPS = 400_000
NODES = 60_000


@dataclass(frozen=True, slots=True)
class Player:
    """Who takes part in a draw: a start number, and whom not to sit with."""

    number: int
    team: str = ""
    pair: str = ""


@dataclass(frozen=True, slots=True)
class Seating:
    """The tables of a round by table number from 1; each has the start numbers in the order of the seats A, B, C, D,
    E.
    """

    tables: tuple[tuple[int, ...], ...]

    def table_of(self, number: int) -> int | None:
        """The table number of a player."""
        return next((index + 1 for index, table in enumerate(self.tables) if number in table), None)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw, and how far it got."""

    seating: Seating
    attempt: int
    seed_hash: str
    rematches: tuple[tuple[int, int, int], ...]
    """Two start numbers that meet again, and how often they have met already."""
    clashes: tuple[tuple[int, int], ...]
    """Two of one team or pair at one table."""
    proven: bool
    """No seating of this round has fewer of them (clashes counted first)."""
    planned: int
    """Rounds that were planned together, this one included."""
    ahead: int
    """Rematches in all planned rounds, each meeting of two after their first counted with how often they had met."""
    method: int
    steps: int
    """Exchanges weighed in the search; 0 if the first lot would do or a known pattern was used."""


@dataclass(frozen=True, slots=True)
class Past:
    """What the earlier rounds say about who plays now."""

    met: Counter[tuple[int, int]]
    odd: Counter[int]
    tables: Counter[tuple[int, int]]
    seats: Counter[tuple[int, int]]


def past(earlier: Sequence[Seating], size: int = 4) -> Past:
    """Who has met whom, sat at an odd table, at which table and on which seat, how often."""
    found = Past(Counter(), Counter(), Counter(), Counter())
    for seating in earlier:
        for index, table in enumerate(seating.tables):
            found.met.update(combinations(sorted(table), 2))
            found.tables.update((number, index) for number in table)
            found.seats.update((number, seat) for seat, number in enumerate(table))
            if len(table) != size:
                found.odd.update(table)
    return found


def draw(
    players: Sequence[Player],
    earlier: Sequence[Seating],
    *,
    seed: str,
    rounds: int,
    attempt: int = 1,
    odd: Odd = "threes",
    size: int = 4,
    small_allowed: bool = True,
) -> Drawn:
    """The next round. rounds: how many are announced in all. Raises Refused if so many cannot be split into tables.

    >>> drawn = draw([Player(n) for n in range(1, 9)], [], seed="Maibock", rounds=1)
    >>> drawn.seating.tables
    ((3, 8, 7, 1), (6, 5, 2, 4))
    """
    sizes = split(len(players), odd, size, small_allowed=small_allowed)
    people = sorted(players, key=lambda player: player.number)
    index = {player.number: place for place, player in enumerate(people)}
    known = past(earlier, size)
    field = _field(people, index, known, sizes, size)
    lot = Lot(seed, f"round {len(earlier) + 1}, attempt {attempt}")
    plan = _plan(field, people, earlier, min(max(rounds - len(earlier), 1), PLAN_ROUNDS), lot)
    costs = [weigh.pair_cost(field.weights, tables) for tables in plan.rounds]
    chosen = lot.choice([r for r, cost in zip(plan.rounds, costs, strict=True) if cost == min(costs)])
    cost = min(costs)
    proven = len(sizes) == 1 or cost == _floor(people, earlier, sizes, 1)
    if not proven:
        proven = proof.cheaper_round(field.weights, sizes, cost, nodes=NODES) is False
    tables = places.numbered(
        [[people[place].number for place in table] for table in chosen], sizes, lambda n, t: known.tables[n, t], lot
    )
    seating = with_seats(tables, known, lot)
    return Drawn(
        seating,
        attempt,
        seed_hash(seed),
        rematches(seating, earlier),
        clashes(seating, people),
        proven,
        len(plan.rounds),
        _ahead(field, plan),
        METHOD,
        plan.steps,
    )


def with_seats(tables: Sequence[Sequence[int]], known: Past, lot: Lot) -> Seating:
    """The tables with their seats by lot."""
    return Seating(tuple(places.seated(table, lambda n, s: known.seats[n, s], lot) for table in tables))


def rematches(seating: Seating, earlier: Sequence[Seating]) -> tuple[tuple[int, int, int], ...]:
    """Who meets again, and how often they have met."""
    met = past(earlier).met
    pairs = sorted(pair for table in seating.tables for pair in combinations(sorted(table), 2))
    return tuple((a, b, met[a, b]) for a, b in pairs if met[a, b])


def clashes(seating: Seating, players: Sequence[Player]) -> tuple[tuple[int, int], ...]:
    """Who sits with one of his team or pair."""
    who = {player.number: player for player in players}
    pairs = sorted(pair for table in seating.tables for pair in combinations(sorted(table), 2))
    return tuple((a, b) for a, b in pairs if a in who and b in who and _together(who[a], who[b]))


def _together(a: Player, b: Player) -> bool:
    return bool(a.team and a.team == b.team) or bool(a.pair and a.pair == b.pair)


def _field(
    people: Sequence[Player], index: dict[int, int], known: Past, sizes: tuple[int, ...], size: int
) -> weigh.Field:
    met = [[0] * len(people) for _ in people]
    for (a, b), times in known.met.items():
        if a in index and b in index:
            met[index[a]][index[b]] = met[index[b]][index[a]] = times
    together = [(i, j) for i, j in combinations(range(len(people)), 2) if _together(people[i], people[j])]
    return weigh.field(sizes, met, together, [known.odd[player.number] for player in people], size)


def _floor(people: Sequence[Player], earlier: Sequence[Seating], sizes: tuple[int, ...], rounds: int) -> int:
    """What the clashes and rematches of so many rounds must cost at least."""
    playing = {player.number for player in people}
    total = 0
    for seating in earlier:
        tables = sum(not playing.isdisjoint(table) for table in seating.tables)
        seen = sum(number in playing for table in seating.tables for number in table)
        total += rounds * weigh.least_pairs(sizes, tables + len(people) - seen)
    total += rounds * (rounds - 1) // 2 * weigh.least_pairs(sizes, len(sizes))
    clashing = 0
    for kind in ("team", "pair"):
        groups = Counter(getattr(player, kind) for player in people if getattr(player, kind))
        clashing = max(clashing, weigh.least_pairs(groups.values(), len(sizes)))
    return total * weigh.REMATCH + clashing * rounds * weigh.CLASH


def _ahead(field: weigh.Field, plan: Plan) -> int:
    cost = 0
    for tables in plan.rounds:
        cost += sum(field.weights[i][j] % weigh.CLASH for table in tables for i, j in combinations(table, 2))
        field = weigh.after(field, [tables])
    return cost // weigh.REMATCH


def _plan(field: weigh.Field, people: Sequence[Player], earlier: Sequence[Seating], rounds: int, lot: Lot) -> Plan:
    if field.players > PLAN_UP_TO:
        rounds = 1
    floor = _floor(people, earlier, field.sizes, rounds)
    plan = search(field, rounds, lot, steps=QUICK_STEPS, floor=floor)
    if plan.cost - weigh.least_odd(field.odd, rounds * field.odd_seats) - floor < weigh.REMATCH:
        return plan
    if _ahead(field, plan) == 0 and not any(weigh.pair_cost(field.weights, tables) for tables in plan.rounds):
        return plan
    index = {player.number: place for place, player in enumerate(people)}
    tables = [[[index[n] for n in table if n in index] for table in seating.tables] for seating in earlier]
    known = patterns.fitted(field, rounds, tables, lot, nodes=NODES)
    if len(known) == rounds:
        return Plan(known, 0, 0)
    plans = [plan, search(field, rounds, lot, steps=STEPS, floor=floor)]
    if known:
        # A pattern for as long as it lasts, and what comes after as well as can be.
        rest = search(weigh.after(field, known), rounds - len(known), lot, steps=QUICK_STEPS)
        plans.append(Plan([*known, *rest.rounds], rest.cost, rest.steps))
    return min(plans, key=lambda found: found.cost)
