"""What the games of one evening or of many say about people. Only what was written down: no game, no number.

Deleted lines and lines that cannot be priced are not there. A deal that nobody played is counted by itself, and is
nobody's win or loss.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from schafkopf.club.sheet.errors import Refused
from schafkopf.club.sheet.ops import Corrected, Passed, Penalised, Played
from schafkopf.club.sheet.state import Line, State
from schafkopf.game.settlement import laufende_counted

Key = Callable[[State, str], str]
"""Who a person of a sheet is, from his id: the same key is the same person."""

ROLES = ("declarer", "partner", "opponent", "everyone")


@dataclass(slots=True)
class Tally:
    """Games of one sort and what they brought a person."""

    games: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    amount: int = 0

    @property
    def mean(self) -> float | None:
        """Amount by game; None without games."""
        return self.amount / self.games if self.games else None

    @property
    def rate(self) -> float | None:
        """The part of the decided games that was won; None if none was decided."""
        decided = self.won + self.lost
        return self.won / decided if decided else None

    def add(self, won: bool | None, amount: int) -> None:
        """Count a game; won is None for a draw."""
        self.games += 1
        self.won += won is True
        self.lost += won is False
        self.drawn += won is None
        self.amount += amount


@dataclass(frozen=True, slots=True)
class Peak:
    """A best or worst: how much, and where: index of the sheet, and the line if it is a game."""

    amount: int
    sheet: int
    line: str = ""


@dataclass(slots=True)
class Personal:
    """One person. Amounts are in the unit of the sheets, in the chalk game strokes written minus strokes suffered.

    total: all that his account came to, with corrections and penalties, and his part of the pot where the evening was
    closed. games: what he held cards in. declared: his own games by contract; kinds: all he took part in. runs: his
    own games with Laufende that count, `with` and `without`. steps: `schneider`, `schwarz` made (`+`) and suffered
    (`-`). partners: with whom, and what it brought him.
    """

    name: str
    evenings: int = 0
    total: int = 0
    games: Tally = field(default_factory=Tally)
    rested: int = 0
    roles: dict[str, Tally] = field(default_factory=lambda: {role: Tally() for role in ROLES})
    kinds: dict[str, Tally] = field(default_factory=dict)
    declared: dict[str, Tally] = field(default_factory=dict)
    runs: dict[str, Tally] = field(default_factory=lambda: {"with": Tally(), "without": Tally()})
    steps: dict[str, int] = field(
        default_factory=lambda: dict.fromkeys(("schneider+", "schneider-", "schwarz+", "schwarz-"), 0)
    )
    kontra: Tally = field(default_factory=Tally)
    knocked: int = 0
    penalties: int = 0
    partners: dict[str, Tally] = field(default_factory=dict)
    best_game: Peak | None = None
    worst_game: Peak | None = None
    best_evening: Peak | None = None
    worst_evening: Peak | None = None


@dataclass(slots=True)
class Statistics:
    """Some sheets together. passed: deals that nobody played, by how. broken: lines that cannot be priced."""

    unit: str = ""
    evenings: int = 0
    played: int = 0
    passed: dict[str, int] = field(default_factory=dict)
    corrected: int = 0
    penalised: int = 0
    broken: int = 0
    people: dict[str, Personal] = field(default_factory=dict)


def by_id(state: State, person: str) -> str:
    """People are who they are on one sheet."""
    return person


def by_name(state: State, person: str) -> str:
    """People are who they are called, however it is written; a second one of a name on a sheet is somebody else."""
    name = _plain(state.people[person].name)
    same = [other for other, known in state.people.items() if _plain(known.name) == name]
    place = same.index(person)
    return name if not place else f"{name} ({place + 1})"


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()


def unit_of(sheets: Sequence[State]) -> str:
    """The unit that the sheets have in common; empty if none has any. Raises Refused `sheet/unit`."""
    units = {state.unit for state in sheets} - {""}
    if len(units) > 1:
        raise Refused("sheet/unit", "sums of different units mean nothing", allowed=tuple(sorted(units)))
    return units.pop() if units else ""


def result_of(state: State) -> Mapping[str, int]:
    """What each person's evening came to: strokes in the chalk game, else the balance and, once closed, the share."""
    found = scores(state)
    if state.closed:
        found = {person: amount + state.closing.shares[person] for person, amount in found.items()}
    return found


def scores(state: State) -> dict[str, int]:
    """What all lines together bring each person."""
    return {person: sum(score(line, person) for line in state.lines if line.counts) for person in state.people}


def score(line: Line, person: str) -> int:
    """What a line brings a person: an amount, or strokes against the other team."""
    bill = line.bill
    if not bill.strokes or person not in bill.ring:
        return bill.amounts.get(person, 0)
    return bill.strokes.get(person, -max(bill.strokes.values()))


def statistics(sheets: Sequence[State], key: Key = by_id) -> Statistics:
    """Count. Raises Refused `sheet/unit` for sheets of different units."""
    found = Statistics(unit_of(sheets), len(sheets))
    for index, state in enumerate(sheets):
        keys = {person: key(state, person) for person in state.people}
        there: set[str] = set()
        for line in state.lines:
            if not line.deleted:
                there |= {keys[person] for person in _count(found, state, index, line, keys)}
        came: dict[str, int] = {}
        for person, amount in result_of(state).items():
            if keys[person] in there:
                _personal(found, state, person, keys)
                came[keys[person]] = came.get(keys[person], 0) + amount
        for own, amount in came.items():
            _evening(found.people[own], Peak(amount, index))
    return found


def _personal(found: Statistics, state: State, person: str, keys: Mapping[str, str]) -> Personal:
    return found.people.setdefault(keys[person], Personal(state.people[person].name))


def _evening(person: Personal, peak: Peak) -> None:
    person.evenings += 1
    person.total += peak.amount
    person.best_evening = _better(person.best_evening, peak, 1)
    person.worst_evening = _better(person.worst_evening, peak, -1)


def _better(old: Peak | None, new: Peak, sign: int) -> Peak:
    return new if old is None or sign * new.amount > sign * old.amount else old


def _count(found: Statistics, state: State, index: int, line: Line, keys: Mapping[str, str]) -> Sequence[str]:
    """Count a line; returns whom it was about."""
    content = line.content
    if line.bill.error:
        found.broken += 1
        return ()
    if isinstance(content, Passed):
        found.passed[content.how] = found.passed.get(content.how, 0) + 1
        return (*content.players, *content.resting)
    if isinstance(content, Corrected):
        found.corrected += 1
        return tuple(content.amounts)
    if isinstance(content, Penalised):
        found.penalised += 1
        _personal(found, state, content.offender, keys).penalties += 1
        return (content.offender, *line.bill.amounts)
    if not isinstance(content, Played):
        return ()
    found.played += 1
    for person in content.players:
        _game(_personal(found, state, person, keys), index, line, content, person, keys)
    for person in content.resting:
        _personal(found, state, person, keys).rested += 1
    return (*content.players, *content.resting)


def _game(own: Personal, index: int, line: Line, content: Played, person: str, keys: Mapping[str, str]) -> None:
    facts, ring = line.bill.facts, line.bill.ring
    assert facts is not None
    amount = score(line, person)
    seat = ring.index(person)
    role = _role(line, seat)
    won = _won(line, seat)
    contract = content.result.contract
    own.games.add(won, amount)
    own.roles[role].add(won, amount)
    own.kinds.setdefault(contract, Tally()).add(won, amount)
    peak = Peak(amount, index, line.id)
    own.best_game = _better(own.best_game, peak, 1)
    own.worst_game = _better(own.worst_game, peak, -1)
    own.knocked += person in content.result.knockers
    if facts.kontra:
        own.kontra.add(won, amount)
    for name, made in (("schneider", facts.schneider), ("schwarz", facts.schwarz)):
        if made and won is not None:
            own.steps[name + ("+" if won else "-")] += 1
    if role == "declarer":
        own.declared.setdefault(contract, Tally()).add(won, amount)
        if laufende_counted(facts):
            own.runs["with" if facts.laufende_with else "without"].add(won, amount)
    if seat in facts.side:
        for other in facts.side - {seat}:
            own.partners.setdefault(keys[ring[other]], Tally()).add(won, amount)


def _role(line: Line, seat: int) -> str:
    facts = line.bill.facts
    assert facts is not None
    if not facts.side:
        return "everyone"
    if seat == facts.declarer:
        return "declarer"
    return "partner" if seat in facts.side else "opponent"


def _won(line: Line, seat: int) -> bool | None:
    facts = line.bill.facts
    assert facts is not None
    if line.bill.strokes is not None and not line.bill.strokes:
        return None
    if facts.march is not None:
        return seat == facts.march
    if not facts.side:
        return seat not in facts.losers
    return (seat in facts.side) == facts.won
