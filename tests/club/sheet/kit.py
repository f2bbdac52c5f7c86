"""Sheets for tests: a desk on which devices write, and evenings of random games kept by a session as well."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from schafkopf.club.sheet import Op, State, Stored, fold, ops
from schafkopf.game import Entry, Ruleset, Session, compile
from schafkopf.game.contract import KINDS
from schafkopf.game.entry import ImpossibleEntry

NAMES = ("anna", "beni", "cilli", "dora", "emil", "fritz")
ENDINGS = ("redeal", "pot", "double", "thrown_in")
MINUTE = 60_000


@dataclass
class Desk:
    """A server that keeps whatever comes, in the order in which it comes."""

    log: list[Stored] = field(default_factory=list)

    def __call__(self, act: ops.Act, device: str = "phone", *, at: int | None = None, id: str = "") -> str:
        seq = len(self.log) + 1
        op = Op(id or f"op{seq}", device, 20 * MINUTE * seq if at is None else at, act)
        self.log.append(Stored(seq, op))
        return op.id

    def enter(self, content: ops.Content, device: str = "phone", **how: Any) -> str:
        """A new line, seen by the phone after the last one."""
        lines = [stored.op.id for stored in self.log if isinstance(stored.op.act, ops.Entered)]
        return self(ops.Entered(content, lines[-1] if lines else ""), device, **how)

    @property
    def state(self) -> State:
        return fold(self.log)


def desk(rules: str = "bavaria", people: int = 4, **overrides: Any) -> Desk:
    """A sheet with rules and people at the table."""
    found = Desk()
    found(ops.Ruled(rules, overrides))
    for name in NAMES[:people]:
        found(ops.Joined(name, name.capitalize()))
    return found


def numbered(made: Sequence[Op]) -> list[Stored]:
    """Ops in the order of their arrival."""
    return [Stored(seq, op) for seq, op in enumerate(made, 1)]


def played(dealer: str, *players: str, resting: tuple[str, ...] = (), ruled: str = "", **result: Any) -> ops.Played:
    """A game; players without the dealer have him last."""
    seats = players if dealer in players or resting else (*players, dealer)
    return ops.Played(dealer, seats, ops.Result(**{"contract": "rufspiel", **result}), resting, ruled)


def ruf(declarer: str, partner: str, points: int = 61, **more: Any) -> ops.Played:
    """A Ruf of the four, dealt by Dora."""
    return played("dora", "anna", "beni", "cilli", "dora", declarer=declarer, partner=partner, points=points, **more)


def solo(declarer: str, *, won: bool = True, contract: str = "solo", **more: Any) -> ops.Played:
    """A Solo of the four, dealt by Dora."""
    return played("dora", "anna", "beni", "cilli", "dora", contract=contract, declarer=declarer, won=won, **more)


def by_person(session: Session, entry: Entry, people: Sequence[str]) -> ops.Played:
    """An entry of a session as a phone writes it; people: who sits on which seat."""

    def name(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(people[seat] for seat in value)
        return None if value is None else people[value]

    data = {part.name: getattr(entry, part.name) for part in fields(Entry)}
    for who in ("declarer", "partner", "losers", "virgins", "march"):
        data[who] = name(data[who])
    return ops.Played(*_there(session, people), ops.Result(**data), _resting(session, people))


def passed(session: Session, how: str, people: Sequence[str]) -> ops.Passed:
    """A deal that nobody played, as a phone writes it."""
    return ops.Passed(*_there(session, people), how, _resting(session, people))


def _there(session: Session, people: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    return people[session.dealer], tuple(people[seat] for seat in session.seats)


def _resting(session: Session, people: Sequence[str]) -> tuple[str, ...]:
    return tuple(person for seat, person in enumerate(people) if seat not in session.seats)


def any_entry(session: Session, rng: random.Random) -> Entry:
    """A random result that can be booked."""
    while True:
        entry = _guess(session.rules, session.seats, rng)
        try:
            session.price(entry)
        except ImpossibleEntry:
            continue
        return entry


def _guess(rules: Ruleset, seats: tuple[int, ...], rng: random.Random) -> Entry:
    name = rng.choice(sorted(compile.played(rules)))
    doublings = {"knocks": rng.choice((0, 0, 1, 2)), "kontra": rng.choice((0, 0, 0, 1, 2))}
    if KINDS[name].line == "everyone":
        kinds = [rng.choice((0, 0, 1, 2)) for _ in seats]
        if rng.random() < 0.2:
            return Entry(name, march=rng.choice(seats), **doublings)
        named = [tuple(seat for seat, kind in zip(seats, kinds, strict=True) if kind == n) for n in (1, 2)]
        return Entry(name, losers=named[0], virgins=named[1], **doublings)
    declarer, partner = rng.sample(seats, 2)
    result: dict[str, Any] = {"won": rng.random() < 0.6}
    if rng.random() < 0.5:
        result = {"points": rng.choice((0, 30, 31, 60, 60, 61, 90, 91, 120, rng.randint(0, 120)))}
    promises = sorted({0} | {bid.promise for bid in compile.bids(rules).values() if bid.name == name})
    return Entry(
        name,
        declarer=declarer,
        suit=rng.choice((None, *"EGHS")),
        promise=rng.choice(promises),
        partner=None if KINDS[name].line in ("alone", "opposite") else partner,
        laufende=rng.choice((0, 0, 0, 3, 4, -2, -3, 5)),
        claimed=rng.random() < 0.8,
        schwarz=rng.random() < 0.1,
        by_club_jack=rng.random() < 0.3,
        **result,
        **doublings,
    )


def evening(rules: Ruleset, at_table: int, rng: random.Random, deals: int) -> tuple[list[ops.Content], list[Session]]:
    """Lines of a random evening, and how a session stands before the first and after each."""
    people = NAMES[:at_table]
    session = Session.new(rules, at_table)
    lines: list[ops.Content] = []
    stood = [session]
    for _ in range(deals):
        if not rules.chalk and rng.random() < 0.25:
            how = rng.choice(ENDINGS)
            lines.append(passed(session, how, people))
            session = session.after_passed_out(how)
        else:
            entry = any_entry(session, rng)
            lines.append(by_person(session, entry, people))
            session = session.after_entry(entry)
        stood.append(session)
    return lines, stood
