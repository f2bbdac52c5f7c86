"""People who do anything at any time: what may be done, what may not be done, and what the line does to them."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence

from tests.server.table.kit import Evening, likely

from schafkopf.server import wire
from schafkopf.server.errors import Refused
from schafkopf.server.table.state import Table

PHRASES = ("hello", "thanks", "bye")


def invariants(table: Table) -> None:
    """What is so after each event, whatever happened."""
    if table.session is not None and not table.rules.chalk:
        assert sum(player.balance for player in table.players) + table.session.carried.pot == 0
    if table.phase == "deal":
        assert table.deal is not None
        assert not table.void
    seated = [seat.person for seat in table.seats if seat.taken]
    assert len(seated) == len(set(seated)), "nobody sits twice"
    names = [seat.name.casefold() for seat in table.seats if seat.kind != "open"]
    assert len(names) == len(set(names)), "no two have the same name"
    if table.accounts:
        assert len(set(table.accounts)) == len(table.accounts) == len(table.seats)


def something(evening: Evening, people: Sequence[str], rng: random.Random) -> None:
    """One thing that somebody does or that happens to him; a refusal must leave everything as it was."""
    person = rng.choice(people)
    roll = rng.random()
    if roll < 0.05:
        evening.disconnect(person)
    elif roll < 0.15:
        evening.connect(person)
    elif roll < 0.55:
        evening.now_ms += rng.choice((0, 100, 3_000, 70_000))
        found = evening.due
        if found is not None and (found.at_ms <= evening.now_ms or rng.random() < 0.7):
            evening.tick(rng.choice(("", "", "", None, "nonsense", "GO")))
    else:
        do = _wish(evening, person, rng)
        before = evening.table
        seq = evening.table.seq if rng.random() < 0.9 else rng.randrange(evening.table.seq)
        try:
            evening.do(person, do, seq=seq)
        except Refused:
            assert evening.table is before


def _wish(evening: Evening, person: str, rng: random.Random) -> wire.Doing:
    state = evening.state(person)
    number = state.number
    seats = len(state.seats)
    if state.options and rng.random() < 0.6:
        return wire.Act(number, likely([option.action for option in state.options], rng))
    if state.phase == "shuffle" and state.shuffle is not None and rng.random() < 0.6:
        secret = "ab" * 32
        hashed = hashlib.sha256(bytes.fromhex(secret)).hexdigest()
        return rng.choice((wire.Commit(number, hashed), wire.Reveal(number, secret)))
    offers: dict[str, wire.Doing] = {
        "sit": wire.Sit(rng.choice((None, rng.randrange(seats))), person),
        "stand": wire.Stand(),
        "leave": wire.Leave(),
        "back": wire.Back(),
        "rename": wire.Rename(rng.choice(("Anna", "Ben", "\u202eX"))),
        "add_bot": wire.AddBot(rng.randrange(seats), rng.choice(("easy", "medium"))),
        "remove": wire.Remove(rng.randrange(seats)),
        "swap": wire.Swap(rng.randrange(seats), rng.randrange(seats)),
        "set": wire.Set(wire.Settings(clock_s=rng.choice((None, 5)), pace=rng.choice(("normal", "instant")))),
        "start": wire.Start(),
        "next": wire.Next(number),
        "rest": wire.Act(number, "rest"),
        "concede": wire.Act(number, "concede"),
        "throw_in": wire.Act(number, "throw-in"),
        "propose_throw_in": wire.Propose("throw_in"),
        "propose_open_hands": wire.Propose("open_hands"),
        "answer": wire.Answer(rng.random() < 0.8),
        "undo": wire.Undo(),
        "practise": wire.Practise(),
        "finish_practice": wire.FinishPractice(),
        "say": wire.Phrase(rng.choice(PHRASES)),
        "pause": wire.Pause(),
        "resume": wire.Resume(),
    }
    rare = ("leave", "remove", "stand", "set", "pause", "rename")
    allowed = [name for name in state.can if name in offers and (name not in rare or rng.random() < 0.1)]
    if state.paused:
        allowed.append("resume")
    if allowed and rng.random() < 0.85:
        return offers[rng.choice(allowed)]
    return rng.choice(
        [*offers.values(), wire.Act(number + rng.choice((-1, 0, 1)), rng.choice(("pass", "EO", "kontra")))]
    )
