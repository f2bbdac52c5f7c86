"""The other way to seat a round: the first at a table moves one table up, the last one down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from schafkopf.club.tournament.draw import Seating, past, with_seats
from schafkopf.club.tournament.lot import Lot, seed_hash


@dataclass(frozen=True, slots=True)
class Moved:
    """The next round, and where the lot decided who moves."""

    seating: Seating
    seed_hash: str
    by_lot: tuple[tuple[int, tuple[int, ...]], ...]
    """Table number of the last round and the equal players of whom some moved and some did not."""


def move(
    players: Iterable[int],
    earlier: Sequence[Seating],
    points: Mapping[int, int],
    sizes: Sequence[int],
    *,
    seed: str,
    attempt: int = 1,
    movers: int = 1,
) -> Moved:
    """The next round from the last one.

    points: by start number, in the last round. movers: how many go up from each table, and as many down. Equal
    players at the edge are parted by lot. Who is new starts at the last table; if somebody left, the tables close up
    in order.
    """
    last = earlier[-1]
    lot = Lot(seed, f"round {len(earlier) + 1}, attempt {attempt}")
    playing = sorted(players)
    lots = {number: place for place, number in enumerate(lot.shuffled(playing))}
    target: dict[int, int] = {}
    by_lot = []
    for index, table in enumerate(last.tables):
        order = sorted((n for n in table if n in lots), key=lambda n: (-points.get(n, 0), lots[n]))
        goes = min(movers, len(order) // 2)
        for place, number in enumerate(order):
            up, down = place < goes, place >= len(order) - goes
            target[number] = index - up + down
        # Nobody moves up from the first table, nor down from the last.
        edges = [goes] * (index > 0) + [len(order) - goes] * (index + 1 < len(last.tables))
        for edge in edges:
            if 0 < edge < len(order) and points.get(order[edge - 1], 0) == points.get(order[edge], 0):
                equal = tuple(sorted(n for n in order if points.get(n, 0) == points.get(order[edge], 0)))
                by_lot.append((index + 1, equal))
    end = len(last.tables) - 1
    ordered = sorted(
        playing, key=lambda n: (min(max(target.get(n, end), 0), end), n not in target, -points.get(n, 0), lots[n])
    )
    tables = []
    for size in sizes:
        tables.append(ordered[:size])
        ordered = ordered[size:]
    return Moved(with_seats(tables, past(earlier), lot), seed_hash(seed), tuple(dict.fromkeys(by_lot)))
