"""What a game is worth in a tournament: the amounts of its bill, or tournament points.

Points are a table of rows. The first row that fits a game gives its value: what each loser writes down and each
winner writes up for each who lost to him, so that a soloist wins or loses it three times. What is written is named
term by term.

Where only plus points are written, each who won writes the value of the game once, and who lost writes nothing.
Sources: the tournament rules of Donau-Ries (15/-5), Großreuth (6/-2, 9/-3, 12/-4), Niederfüllbach and Oberwallenstadt
(short pack 5-10-15, plus points only).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from schafkopf.club.tournament.errors import Refused
from schafkopf.game.facts import Facts
from schafkopf.game.ruleset import Ruleset
from schafkopf.game.settlement import Settlement, Term, laufende_counted, settle, value_of

Write = Literal["plus_minus", "plus"]
MOST_VALUE = 10_000
"""Of a game, a Laufender, or what each brings to a table."""


@dataclass(frozen=True, slots=True)
class Row:
    """Games of one kind and their values: plain, with Schneider, with Schwarz. Empty conditions fit everything."""

    values: tuple[int, int, int]
    lines: tuple[str, ...] = ()
    """`called`, `taker`, `opposite`, `alone`, `everyone`: who plays against whom."""
    goals: tuple[str, ...] = ()
    """`points`, `every_trick`, `no_trick`, `fewest_points`, `held`."""
    contracts: tuple[str, ...] = ()
    suit: str = ""
    """The suit that was named."""

    def fits(self, facts: Facts) -> bool:
        """Whether the row is about this game."""
        contract = facts.contract
        return (
            (not self.lines or contract.line.kind in self.lines)
            and (not self.goals or contract.goal.kind in self.goals)
            and (not self.contracts or contract.name in self.contracts)
            and (not self.suit or contract.suit == self.suit)
        )


@dataclass(frozen=True, slots=True)
class Scheme:
    """How games are scored. Without rows: the amounts of the bill.

    laufende: points for each Laufender that is paid. doublings: Kontra, knocking and the like count.
    per_player: what each brings to a table, so that its points sum to that times the players; 0 for plus and minus.
    """

    id: str
    rows: tuple[Row, ...] = ()
    write: Write = "plus_minus"
    laufende: int = 0
    doublings: bool = False
    per_player: int = 0

    @property
    def money(self) -> bool:
        """Whether points are amounts of money."""
        return not self.rows

    def expected(self, players: int) -> int | None:
        """What the points of a table must sum to; None where that depends on the games."""
        return None if self.write == "plus" else self.per_player * players


_PARTNERS = ("called", "taker", "opposite")

SCHEMES: dict[str, Scheme] = {
    scheme.id: scheme
    for scheme in (
        Scheme("money"),
        Scheme(
            "points-6",
            (
                Row((1, 2, 3), lines=_PARTNERS),
                Row((1, 1, 1), lines=("everyone",)),
                Row((8, 8, 8), goals=("held",)),
                Row((6, 6, 6), goals=("every_trick",)),
                Row((2, 3, 4)),
            ),
        ),
        Scheme(
            "points-15",
            (
                Row((1, 2, 3), lines=_PARTNERS),
                Row((1, 1, 1), lines=("everyone",)),
                Row((20, 20, 20), goals=("held",)),
                Row((10, 10, 10), goals=("every_trick",)),
                Row((5, 6, 7)),
            ),
        ),
        Scheme(
            "plus",
            (
                Row((1, 2, 3), lines=_PARTNERS),
                Row((1, 1, 1), lines=("everyone",)),
                Row((24, 24, 24), goals=("held",)),
                Row((18, 18, 18), goals=("every_trick",)),
                Row((6, 9, 12)),
            ),
            write="plus",
        ),
        Scheme(
            "short-5-10-15",
            (
                Row((5, 10, 15), lines=_PARTNERS),
                Row((5, 5, 5), lines=("everyone",)),
                Row((120, 120, 120), goals=("held",)),
                Row((60, 60, 60), goals=("every_trick",), contracts=("solo-tout",), suit="H"),
                Row((40, 40, 40), goals=("every_trick",)),
                Row((30, 30, 30), contracts=("solo",), suit="H"),
                Row((20, 20, 20)),
            ),
            write="plus",
        ),
    )
}


def scheme_of(data: Any) -> Scheme:
    """A scheme from its id, or from what `scheme_dict` wrote. Raises Refused `tournament/scheme`."""
    if isinstance(data, str):
        if data not in SCHEMES:
            raise Refused("tournament/scheme", f"{data!r} is not known", allowed=tuple(SCHEMES), where="scheme")
        return SCHEMES[data]
    try:
        rows = tuple(_row(row) for row in data.get("rows", ()))
        scheme = Scheme(str(data["id"]), rows, **{key: data[key] for key in _FIELDS if key in data})
        extra = set(data) - {"id", "rows", *_FIELDS}
    except (TypeError, KeyError, AttributeError, ValueError) as fault:
        raise Refused("tournament/scheme", "a scheme has an id and rows", where="scheme") from fault
    numbers = all(type(n) is int for n in (scheme.laufende, scheme.per_player))
    numbers = numbers and 0 <= scheme.laufende <= MOST_VALUE and 0 <= scheme.per_player <= MOST_VALUE
    if extra or not numbers or type(scheme.doublings) is not bool or scheme.write not in ("plus_minus", "plus"):
        raise Refused("tournament/scheme", "unknown key or wrong value", where="scheme")
    if rows and not _complete(rows):
        raise Refused("tournament/scheme", "the last row must fit every game", where="rows")
    return scheme


_FIELDS = ("write", "laufende", "doublings", "per_player")


def scheme_dict(scheme: Scheme) -> dict[str, Any]:
    """A scheme as JSON-ready data."""
    return {
        "id": scheme.id,
        "rows": [
            {"values": list(row.values), "lines": list(row.lines), "goals": list(row.goals)}
            | {"contracts": list(row.contracts), "suit": row.suit}
            for row in scheme.rows
        ],
        **{key: getattr(scheme, key) for key in _FIELDS},
    }


def _row(data: dict[str, Any]) -> Row:
    values = tuple(data["values"])
    if len(values) != 3 or any(type(value) is not int or not 0 <= value <= MOST_VALUE for value in values):
        raise ValueError("three values that are not negative")
    words = {key: tuple(map(str, data.get(key, ()))) for key in ("lines", "goals", "contracts")}
    if set(data) - {"values", "lines", "goals", "contracts", "suit"}:
        raise ValueError("unknown key")
    return Row((values[0], values[1], values[2]), suit=str(data.get("suit", "")), **words)


def _complete(rows: tuple[Row, ...]) -> bool:
    return any(row == Row(row.values) for row in rows)


@dataclass(frozen=True, slots=True)
class Scored:
    """What a game brings: points by seat at the table, and how they came about."""

    points: tuple[int, ...]
    terms: tuple[Term, ...]
    solo: int | None = None
    """Who played alone."""
    winners: tuple[int, ...] = ()


def score(scheme: Scheme, rules: Ruleset, facts: Facts, bill: Settlement | None = None) -> Scored:
    """The points of a finished game.

    bill: its settlement where the session has one (pot); else it is made. Chalk games are scored by their strokes,
    each of the team that writes them.
    """
    bill = bill or settle(rules, facts)
    solo = facts.declarer if facts.contract.line.kind == "alone" else None
    winners = _winners(facts, bill)
    if scheme.money:
        if bill.strokes is not None:
            points = tuple(bill.strokes[seat % 2] - bill.strokes[1 - seat % 2] for seat in range(facts.at_table))
            return Scored(points, bill.terms, solo, winners)
        return Scored(bill.amounts, bill.terms, solo, winners)
    terms = _terms(scheme, facts, bill)
    value = value_of(terms)
    points_of = [0] * facts.at_table
    losers = [seat for seat in facts.seats if seat not in winners]
    if scheme.write == "plus":
        for seat in winners:
            points_of[seat] = value
    elif winners and losers:
        if facts.side:
            # Three losers pay one winner, one pays three; two play for the same as two.
            share = max(len(winners), len(losers))
            for seat in winners:
                points_of[seat] = value * share // len(winners)
            for seat in losers:
                points_of[seat] = -value * share // len(losers)
        else:
            for seat in winners:
                points_of[seat] = value * len(losers)
            for seat in losers:
                points_of[seat] = -value * len(winners)
    return Scored(tuple(points_of), terms, solo, winners)


def _winners(facts: Facts, bill: Settlement) -> tuple[int, ...]:
    if facts.march is not None:
        return (facts.march,)
    if not facts.side:
        return tuple(sorted(seat for seat in facts.seats if seat not in facts.losers))
    if bill.terms and bill.terms[0].name == "tie":
        return ()
    return tuple(sorted(seat for seat in facts.seats if (seat in facts.side) == facts.won))


def _terms(scheme: Scheme, facts: Facts, bill: Settlement) -> tuple[Term, ...]:
    row = next(row for row in scheme.rows if row.fits(facts))
    plain, schneider, schwarz = row.values
    terms = [Term("base", plain)]
    if facts.schneider and schneider != plain:
        terms.append(Term("schneider", schneider - plain))
    if facts.schwarz and schwarz != schneider:
        terms.append(Term("schwarz", schwarz - schneider))
    for term in bill.terms:
        if term.name == "laufende" and scheme.laufende and term.amount:
            number = laufende_counted(facts) * (1 if term.amount > 0 else -1)
            terms.append(Term("laufende", scheme.laufende * number, count=abs(number)))
    if scheme.doublings:
        terms += [term for term in bill.terms if term.name in ("knock", "kontra", "double", "bock") and term.factor]
    return tuple(terms)


def renamed(scheme: Scheme, name: str) -> Scheme:
    """The same under another id, to be changed by a host."""
    return replace(scheme, id=name)
