"""From observed bills to slots: which term stands where, and what its amount or factor depends on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from schafkopf.club.prices.table import CannotTabulate, Data
from schafkopf.game.settlement import Term

Axes = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Seen:
    """A bill that the game made out, and what for."""

    axes: Axes
    terms: tuple[Term, ...]


@dataclass(slots=True)
class Pool:
    """Lists that many contracts share, each kept once."""

    lists: list[Any] = field(default_factory=list)

    def place(self, item: Any) -> int:
        """Where this list stands."""
        if item not in self.lists:
            self.lists.append(item)
        return self.lists.index(item)


def order_of(bills: Iterable[tuple[Term, ...]]) -> list[str]:
    """The names of all terms in the one order that agrees with every bill. Raises CannotTabulate if there is none."""
    sequences = {tuple(term.name for term in terms) for terms in bills}
    names = {name for sequence in sequences for name in sequence}
    result: list[str] = []
    while len(result) < len(names):
        open_names = [name for name in sorted(names) if name not in result]
        ready = [
            name
            for name in open_names
            if not any(
                name in sequence and before in open_names
                for sequence in sequences
                for before in (sequence[: sequence.index(name)] if name in sequence else ())
            )
        ]
        if not ready:
            raise CannotTabulate(f"terms in no order: {open_names}")
        result.append(ready[0])
    return result


def slots(
    seen: list[Seen], names: Mapping[str, str], axes: tuple[str, ...], runs: Pool | None = None, longest: int = 0
) -> list[Data]:
    """The slots of a bill, in order.

    names: terms of doublings -> their axis in the table's `doublings`. axes: what a term may depend on, tried in turn;
    `run` needs the pool and the longest run.
    """
    result = []
    for name in order_of(bill.terms for bill in seen):
        if name in names:
            result.append({"by": names[name]})
            continue
        cells = [(bill.axes, next((term for term in bill.terms if term.name == name), None)) for bill in seen]
        slot = next((found for axis in axes if (found := _plain(name, cells, axis)) is not None), None)
        if slot is None and runs is not None:
            slot = _run(name, cells, runs, longest)
        if slot is None:
            raise CannotTabulate(f"{name} depends on too much")
        result.append(slot)
    return result


def _plain(name: str, cells: list[tuple[Axes, Term | None]], axis: str) -> Data | None:
    """A term that depends on one axis only, None if this is not it."""
    by_value: dict[int, Term | None] = {}
    for axes, term in cells:
        value = axes[axis]
        if value not in by_value:
            by_value[value] = term
        elif not _equal(by_value[value], term):
            return None
    terms = [term for term in by_value.values() if term is not None]
    what = "amount" if all(term.factor is None for term in terms) else "factor"
    counts = [term.count == value for value, term in by_value.items() if term is not None]
    if any(term.count is not None for term in terms) and not all(counts):
        return None
    values = [by_value.get(value) for value in range(max(by_value) + 1)]
    slot: Data = {
        "term": name,
        "by": axis,
        what: [None if term is None else getattr(term, what) for term in values],
        "count": all(counts),
    }
    if any(term.seats for term in terms):
        slot["own"] = True
    return slot


def _equal(one: Term | None, other: Term | None) -> bool:
    if one is None or other is None:
        return one is other
    return (one.amount, one.factor, one.count, bool(one.seats)) == (
        other.amount,
        other.factor,
        other.count,
        bool(other.seats),
    )


def _run(name: str, cells: list[tuple[Axes, Term | None]], runs: Pool, longest: int) -> Data | None:
    """A term that depends on who won, who held the run of trumps and how long it is, perhaps if claimed only."""
    columns: list[list[Any]] = [[None] * (longest + 1) for _ in range(4)]
    claim = all(term is None for axes, term in cells if not axes["claimed"])
    for axes, term in cells:
        if term is not None and term.factor is not None:
            return None
        if axes["claimed"]:
            column = (0 if axes["won"] else 2) + (0 if axes["with"] else 1)
            new = None if term is None else [term.count, term.amount]
            old = columns[column][axes["length"]]
            if old is not None and old != new:
                return None
            columns[column][axes["length"]] = new
    for axes, term in cells:
        column = (0 if axes["won"] else 2) + (0 if axes["with"] else 1)
        wanted = columns[column][axes["length"]] if axes["claimed"] or not claim else None
        if wanted != (None if term is None else [term.count, term.amount]):
            return None
    return {"term": name, "run": [runs.place(column) for column in columns], "claim": claim}


def doublings(ask: Callable[[str, int], tuple[Term, ...]], most: Mapping[str, int]) -> Data:
    """The factors of each doubling by its number. ask: the terms with this axis at this number, the others at 0."""
    result: Data = {}
    bare = ask(next(iter(most)), 0)
    for axis, last in most.items():
        factors: list[int | None] = [None]
        name = axis
        for number in range(1, last + 1):
            new = [term for term in ask(axis, number) if term not in bare]
            if len(new) != 1 or new[0].factor is None or new[0].count != number:
                raise CannotTabulate(f"{axis} {number} is no factor")
            name = new[0].name
            factors.append(new[0].factor)
        result[axis] = {"term": name, "factor": factors, "count": True}
    return result
