"""Places: 1, 1, 3, by a chain of measures that the host has chosen; never by the order of entry."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Measure = Literal["points", "solos", "solos_won", "games_won", "lot"]
MEASURES: tuple[Measure, ...] = ("points", "solos", "solos_won", "games_won", "lot")


@dataclass(frozen=True, slots=True)
class Tally:
    """What somebody (or a team) has: more is better in each."""

    points: int = 0
    solos: int = 0
    solos_won: int = 0
    games_won: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.points + other.points,
            self.solos + other.solos,
            self.solos_won + other.solos_won,
            self.games_won + other.games_won,
        )


@dataclass(frozen=True, slots=True)
class Placed:
    """A line of a ranking. `parted`: the measure that put it behind the line above; "" for the first and for a tie."""

    place: int
    key: str
    tally: Tally
    parted: Measure | Literal[""] = ""
    shared: bool = False
    """Others have the same place."""
    members: tuple[str, ...] = ()


def lot_of(seed: str, key: str) -> int:
    """The lot that somebody has: who has the higher one is before his equals. Anybody can check it from the seed."""
    return int.from_bytes(hashlib.sha256(f"{seed}/tie/{key}".encode()).digest(), "big")


def ranking(tallies: Mapping[str, Tally], chain: Sequence[Measure], lot_seed: str = "") -> tuple[Placed, ...]:
    """Everybody by place. Equal in the whole chain means the same place; the next one counts those before it (1, 1, 3).

    The lot parts nobody before its seed is known. Lines of one place stand in the order of their keys, numbers as
    numbers.

    >>> [line.place for line in ranking({k: Tally(p) for k, p in zip("abcd", (40, 40, 30, 10))}, ("points",))]
    [1, 1, 3, 4]
    """
    order: dict[str, tuple[int, ...]] = {}
    used = [measure for measure in chain if measure != "lot" or lot_seed]
    for key, tally in tallies.items():
        order[key] = tuple(lot_of(lot_seed, key) if m == "lot" else getattr(tally, m) for m in used)
    keys = sorted(tallies, key=lambda key: (tuple(-number for number in order[key]), *sort_key(key)))
    found: list[Placed] = []
    for index, key in enumerate(keys):
        before = keys[index - 1] if index else None
        tied = before is not None and order[before] == order[key]
        next_tied = index + 1 < len(keys) and order[keys[index + 1]] == order[key]
        parted: Measure | Literal[""] = ""
        if before is not None and not tied:
            parted = next(m for m, a, b in zip(used, order[before], order[key], strict=True) if a != b)
        place = found[-1].place if tied else index + 1
        found.append(Placed(place, key, tallies[key], parted, tied or next_tied))
    return tuple(found)


def sort_key(key: str) -> tuple[int, str]:
    """Numbers as numbers, then texts."""
    return (int(key), "") if key.isdecimal() else (1 << 62, key)


def teams(
    tallies: Mapping[str, Tally],
    team_of: Mapping[str, str],
    chain: Sequence[Measure],
    lot_seed: str = "",
    *,
    best: int | None = None,
) -> tuple[Placed, ...]:
    """The ranking of teams: the sum of the members, or of the best so many of them by points, then along the chain."""
    lines = ranking({key: tally for key, tally in tallies.items() if team_of.get(key)}, chain, lot_seed)
    members: dict[str, list[Placed]] = {}
    for line in lines:
        members.setdefault(team_of[line.key], []).append(line)
    sums = {team: sum((line.tally for line in some[:best]), Tally()) for team, some in members.items()}
    return tuple(
        Placed(line.place, line.key, line.tally, line.parted, line.shared, tuple(m.key for m in members[line.key]))
        for line in ranking(sums, chain, lot_seed)
    )


@dataclass(frozen=True, slots=True)
class Prize:
    """What a place gets: money, a thing, or both."""

    cents: int = 0
    thing: str = ""


@dataclass(frozen=True, slots=True)
class Award:
    """What somebody gets. `things`: what the equal ones at his place have to share out among themselves."""

    key: str
    place: int
    cents: int
    things: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Awards:
    """All prizes. `rest`: cents that did not divide and stay in the till; with what was paid they are the sum."""

    awards: tuple[Award, ...] = ()
    rest: int = 0
    over: int = 0
    """Cents paid more than was set out, where equal ones get the full prize each."""
    things_open: tuple[tuple[str, ...], ...] = field(default=())
    """Things over which equal players have to agree or draw."""


def award(lines: Iterable[Placed], prizes: Sequence[Prize], *, ties: Literal["share", "full"] = "share") -> Awards:
    """Who gets what. The prizes of the places that equal players take up are shared evenly, or all get that of their
    place.

    >>> lines = ranking({"1": Tally(5), "2": Tally(5), "3": Tally(1)}, ("points",))
    >>> [(given.key, given.cents) for given in award(lines, [Prize(1001), Prize(500), Prize(10)]).awards]
    [('1', 750), ('2', 750), ('3', 10)]
    """
    places: dict[int, list[Placed]] = {}
    for line in lines:
        places.setdefault(line.place, []).append(line)
    found: list[Award] = []
    rest = over = 0
    open_things = []
    for place, tied in sorted(places.items()):
        taken = prizes[place - 1 : place - 1 + len(tied)]
        if not taken:
            continue
        total = sum(prize.cents for prize in taken)
        each = taken[0].cents if ties == "full" else total // len(tied)
        difference = total - each * len(tied)
        rest, over = rest + max(difference, 0), over + max(-difference, 0)
        things = tuple(prize.thing for prize in taken if prize.thing)
        if things and len(tied) > 1:
            open_things.append(things)
        found += [Award(line.key, place, each, things) for line in tied]
    return Awards(tuple(found), rest, over, tuple(open_things))
