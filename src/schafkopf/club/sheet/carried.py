"""What earlier deals leave to the next one, by person: people may change seats between two deals."""

from __future__ import annotations

from dataclasses import dataclass, replace

from schafkopf.game.dealing import Carried as Seats

Pair = tuple[str, str]
Ring = tuple[str, ...]
"""Ids of the people at the table, as a session numbers them: clockwise, who has dealt last."""


@dataclass(frozen=True, slots=True)
class Team:
    """What two partners have on the slate."""

    people: Pair
    strokes: int = 0
    heads: int = 0


@dataclass(frozen=True, slots=True)
class Carried:
    """What lies on the table between two deals. Money and slate do not mix, so rules may change in an evening."""

    pot: int = 0
    double: int = 0
    bock: tuple[int, ...] = ()
    tie: tuple[str, int] | None = None
    """Who named trumps in the tied deal, ties in a row."""
    teams: tuple[Team, ...] = ()
    """In the order of their first deal."""

    def seated(self, ring: Ring, *, chalk: bool) -> Seats:
        """The same by seat, for one deal."""
        if not chalk:
            return Seats(pot=self.pot, double=self.double, bock=self.bock)
        ours, theirs = (self._team(pair) for pair in pairs(ring))
        tie = None if self.tie is None or self.tie[0] not in ring else (ring.index(self.tie[0]), self.tie[1])
        return Seats(carry=tie, strokes=(ours.strokes, theirs.strokes), heads=(ours.heads, theirs.heads))

    def after(self, ring: Ring, seats: Seats, *, chalk: bool) -> Carried:
        """What lies there after a deal that left this by seat."""
        if not chalk:
            return replace(self, pot=seats.pot, double=seats.double, bock=seats.bock)
        new = {team.people: team for team in self.teams}
        for place, pair in enumerate(pairs(ring)):
            new[pair] = Team(pair, seats.strokes[place], seats.heads[place])
        tie = None if seats.carry is None else (ring[seats.carry[0]], seats.carry[1])
        return replace(self, tie=tie, teams=tuple(new.values()))

    def _team(self, pair: Pair) -> Team:
        return next((team for team in self.teams if team.people == pair), Team(pair))


def pairs(ring: Ring) -> tuple[Pair, Pair]:
    """The partners who sit across from each other, each pair in an order that does not depend on the dealer.

    >>> pairs(("d", "a", "b", "c"))
    (('b', 'd'), ('a', 'c'))
    """
    first, second = sorted((ring[0], ring[2])), sorted((ring[1], ring[3]))
    return (first[0], first[1]), (second[0], second[1])
