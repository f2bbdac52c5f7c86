"""The game's answers, one question at a time. Nothing here knows a rule; it only asks."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from schafkopf.club.prices.table import CannotTabulate
from schafkopf.game import compile
from schafkopf.game.alphabet import Action
from schafkopf.game.contract import KINDS
from schafkopf.game.deal import Deal
from schafkopf.game.dealing import Carried, shuffled_hands
from schafkopf.game.entry import Entry, ImpossibleEntry, facts_of_entry
from schafkopf.game.facts import Facts
from schafkopf.game.ruleset import Ruleset
from schafkopf.game.session import Finished, Session
from schafkopf.game.settlement import Settlement, settle

ENDINGS = ("redeal", "pot", "double", "thrown_in")
"""How a deal may end that nobody plays."""
_PASSING = ("keep", "pass", "ramsch", "double", "redeal")
_DEALS = 8
MOST = 10**13
"""Above whatever a ruleset may hold as an amount."""


class Game:
    """One ruleset with so many at the table, seat 0 the dealer."""

    def __init__(self, rules: Ruleset, at_table: int) -> None:
        self.rules = rules
        self.at_table = at_table
        self.session = Session.new(rules, at_table)
        self.seats = self.session.seats
        names = compile.played(rules)
        self.names = tuple(name for name in KINDS if name in names)
        """The contracts that can come about, always in one order."""
        self._sides: dict[str, dict[int, tuple[Entry, Facts]]] = {}

    def facts(self, entry: Entry) -> Facts | None:
        """What an entry comes down to; None if it is refused."""
        try:
            return facts_of_entry(self.rules, entry, at_table=self.at_table, seats=self.seats)
        except ImpossibleEntry:
            return None

    def refused(self, entry: Entry) -> tuple[str, str | None] | None:
        """The code and the field an entry is refused for; None if it is accepted."""
        try:
            facts_of_entry(self.rules, entry, at_table=self.at_table, seats=self.seats)
        except ImpossibleEntry as refusal:
            return refusal.code, refusal.where
        return None

    def most(self, entry: Entry, field: str, sign: int = 1) -> int:
        """The largest number up to which this field may be set; -1 if not even to 0."""

        def accepted(number: int) -> bool:
            changed: Any = {field: sign * number}
            return self.facts(replace(entry, **changed)) is not None

        return longest(accepted)

    def settled(self, facts: Facts, *, pot: int = 0, carry: tuple[int, int] | None = None) -> Settlement:
        """The bill of a deal."""
        return settle(self.rules, facts, pot=pot, carry=carry)

    def with_carried(self, carried: Carried) -> Session:
        """The first deal of an evening, with something brought in."""
        return replace(self.session, carried=carried)

    def left(self, facts: Facts, carried: Carried | None = None) -> Session:
        """The evening after a deal."""
        carried = carried or Carried()
        bill = self.settled(facts, pot=carried.pot, carry=carried.carry)
        return self.with_carried(carried).after_result(Finished(bill, facts))

    def plain(self, name: str) -> tuple[Entry, Facts]:
        """The simplest result of a contract that is accepted, with a partner if there can be one."""
        sides = self.sides(name)
        return sides[max(sides)]

    def sides(self, name: str) -> dict[int, tuple[Entry, Facts]]:
        """For each size that the declarer's side may have, the simplest result: won, or (0) the first seat lost."""
        if name not in self._sides:
            self._sides[name] = self._found_sides(name)
        return self._sides[name]

    def _found_sides(self, name: str) -> dict[int, tuple[Entry, Facts]]:
        first, *others = self.seats
        found: dict[int, tuple[Entry, Facts]] = {}
        for entry in (
            Entry(name, losers=(first,)),
            *(Entry(name, first, partner=partner, won=True) for partner in (None, *others)),
        ):
            facts = self.facts(entry)
            if facts is not None:
                found.setdefault(len(facts.side), (entry, facts))
        if not found:
            raise CannotTabulate(f"no result of {name} is accepted")
        return found

    def endings(self) -> list[str]:
        """How deals end in which everybody passes, found by passing; a deal may always be thrown in."""
        found = {"thrown_in"}
        rng = random.Random(0)
        for _ in range(_DEALS):
            hands = shuffled_hands(self.rules, self.at_table, 0, rng)
            self._pass(self.session.deal(hands), found)
        return [how for how in ENDINGS if how in found]

    def _pass(self, deal: Deal, found: set[str]) -> None:
        if deal.outcome is not None:
            if deal.play is None:
                found.add(deal.outcome.kind)
            return
        turn, options = deal.turn, deal.options()
        seat = turn if turn in options else next(iter(options), None)
        if seat is not None:
            for word in options[seat]:
                if word in _PASSING:
                    self._pass(deal.after(Action(seat, word)), found)


def longest(accepted: Callable[[int], bool]) -> int:
    """The largest n up to which 0, 1, 2 ... are all accepted; -1 if not even 0 is."""
    number = 0
    while accepted(number):
        number += 1
        if number > 10_000:
            raise CannotTabulate("no end of numbers")
    return number - 1


def first(reached: Callable[[int], bool], low: int, high: int) -> int | None:
    """The smallest n from low to high for which it is reached, where it stays so; None if there is none."""
    if not reached(high):
        return None
    while low < high:
        middle = (low + high) // 2
        if reached(middle):
            high = middle
        else:
            low = middle + 1
    return low
