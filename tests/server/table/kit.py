"""An evening at a table without network: commands, ticks and the time in one hand."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from typing import Any

from schafkopf.game.cards import NAMES
from schafkopf.server import wire
from schafkopf.server.errors import Refused
from schafkopf.server.table import arrive, project
from schafkopf.server.table.decide import decide
from schafkopf.server.table.due import Due, due, needs_mind, tick, view_for
from schafkopf.server.table.events import Event, Stored, decode, encode
from schafkopf.server.table.parts import Player
from schafkopf.server.table.state import Table

ANNA, BEN, CLEO, DORA, EMIL, FRITZ, GUEST = "anna", "ben", "cleo", "dora", "emil", "fritz", "guest"
PEOPLE = (ANNA, BEN, CLEO, DORA, EMIL, FRITZ)

Watch = Callable[[Table, Stored, Table], None]


class Evening:
    """A table with its history. `watch` is called with every event: before, stored, after."""

    def __init__(
        self, new: wire.NewTable | wire.Quick, *, seed: int = 0, watch: Watch | None = None, host: str = ANNA
    ) -> None:
        self.rng = random.Random(seed)
        self.now_ms = 1_000_000
        self.stored: list[Stored] = []
        self.asked: set[tuple[int, int | None]] = set()
        self.watch = watch
        first = arrive.create(
            new, host, table="T" * 22, code="QWERTZ", now_ms=self.now_ms, entropy=self.rng.randbytes(32)
        )
        self.stored = [Stored(seq, self.now_ms, event) for seq, event in enumerate(first, start=1)]
        self.table = Table.of(self.stored)

    def take(self, events: Sequence[Event]) -> int:
        """Store and fold events; how many there were."""
        for event in events:
            stored = Stored(self.table.seq + 1, self.now_ms, decode(encode(event)))
            before, self.table = self.table, self.table.after(stored)
            self.stored.append(stored)
            if self.watch is not None:
                self.watch(before, stored, self.table)
        return len(events)

    # -- what persons do ---------------------------------------------------------------------------------------------

    def do(self, person: str, do: wire.Doing, *, seq: int | None = None) -> int:
        """A command by somebody who has seen everything (or only up to `seq`). Raises Refused."""
        self.now_ms += 50
        seen = self.table.seq if seq is None else seq
        return self.take(decide(self.table, person, do, seq=seen, now_ms=self.now_ms, entropy=self.rng.randbytes(32)))

    def refused(self, person: str, do: wire.Doing, *, seq: int | None = None) -> str:
        """The code with which a command is refused; it must have changed nothing."""
        before = self.table.seq
        try:
            self.do(person, do, seq=seq)
        except Refused as error:
            assert self.table.seq == before
            return error.code
        raise AssertionError(f"{do} was not refused")

    def act(self, person: str, action: str) -> int:
        """Say or play."""
        return self.do(person, wire.Act(self.table.number, action))

    def come(self, *persons: str) -> None:
        """These take any seat."""
        for person in persons:
            self.do(person, wire.Sit(name=person.title()))

    def connect(self, person: str) -> int:
        """A stream is opened."""
        return self.take(arrive.connected(self.table, person, now_ms=self.now_ms, entropy=self.rng.randbytes(32)))

    def disconnect(self, person: str) -> int:
        """The last stream is closed."""
        return self.take(arrive.disconnected(self.table, person, now_ms=self.now_ms, entropy=self.rng.randbytes(32)))

    def state(self, person: str | None) -> wire.State:
        """What somebody sees."""
        return project.state_for(self.table, person)

    def person(self, seat: int) -> str:
        """Who sits there."""
        person = self.table.seats[seat].person
        assert person is not None
        return person

    def share_secrets(self) -> None:
        """Everybody who takes part in the shuffle sends hash and secret at once."""
        number = self.table.number
        while self.table.phase == "shuffle" and self.table.shuffle is not None:
            shuffle = self.table.shuffle
            entrant = next(e for e in shuffle.entrants if e.missing and (shuffle.stage == "reveal" or not e.hash))
            person = self.person(entrant.seat)
            secret = hashlib.sha256(f"{person} {number}".encode())
            if shuffle.stage == "commit":
                self.do(person, wire.Commit(number, hashlib.sha256(secret.digest()).hexdigest()))
                continue
            try:
                self.do(person, wire.Reveal(number, secret.hexdigest()))
            except Refused:
                # He had sent the hash of something else: then the clock leaves him out.
                self.tick()

    # -- the clock ---------------------------------------------------------------------------------------------------

    @property
    def due(self) -> Due | None:
        """What is to happen next by the clock."""
        return due(self.table, self.asked)

    def answer(self, found: Due) -> str | None:
        """What a bot that chooses at random answers: one of the options of its view."""
        options = view_for(self.table, found).options
        if found.kind == "double":
            return self.rng.choice((None, None, *options))
        return likely(options, self.rng)

    def tick(self, answer: str | None = "") -> Due | None:
        """Let the next due thing happen at its time, if there is one; "" lets a bot answer that chooses at random."""
        found = self.due
        if found is None:
            return None
        self.now_ms = max(self.now_ms, found.at_ms)
        if answer == "" and needs_mind(found) is not None:
            answer = self.answer(found)
        happened = self.take(
            tick(self.table, found, now_ms=self.now_ms, entropy=self.rng.randbytes(32), answer=answer or None)
        )
        if not happened:
            assert found.kind == "double", f"{found} did nothing"
            self.asked.add(found.key)
        return found

    def bots(self) -> None:
        """Bots play until a person is waited for."""
        while (found := self.due) is not None and found.kind in ("bot", "double"):
            self.tick()

    def step(self) -> bool:
        """One thing that somebody wants or the clock brings; False if the table waits for nobody."""
        table = self.table
        if table.phase == "shuffle" and table.shuffle is not None and table.running:
            self.share_secrets()
            return True
        for seat in table.seated:
            person = self.person(seat)
            state = self.state(person)
            if state.options and (table.deal is None or table.deal.turn == seat) and not table.seats[seat].stand_in:
                self.act(person, likely([option.action for option in state.options], self.rng))
                return True
            if "next" in state.can:
                self.do(person, wire.Next(table.number))
                return True
        return self.tick() is not None

    def play(self, deals: int = 1, *, steps: int = 20_000) -> None:
        """Until so many more deals have been booked or the evening is over."""
        end = len(self.table.history) + deals
        for _ in range(steps):
            if len(self.table.history) >= end or self.table.phase == "over":
                return
            assert self.step(), "the table is stuck"
        raise AssertionError("the evening does not end")

    def to(self, phase: str, step: str | None = None, *, steps: int = 5_000) -> None:
        """Until the table is in this phase (and the deal in this step)."""
        for _ in range(steps):
            deal = self.table.deal
            if self.table.phase == phase and (step is None or (deal is not None and deal.phase == step)):
                return
            assert self.step(), "the table is stuck"
        raise AssertionError(f"never came to {phase}")

    def to_turn(self, person: str, step: str | None = None) -> None:
        """Until a person is to say or play something in his turn."""
        for _ in range(5_000):
            deal, seat = self.table.deal, self.table.person_seat(person)
            if self.table.phase == "deal" and deal is not None and deal.turn == seat:
                if step is None or deal.phase == step:
                    return
            assert self.step(), "the table is stuck"
        raise AssertionError("never his turn")

    def balances(self) -> dict[str, int]:
        """The balance of each account, by name."""
        return {player.name: player.balance for player in self.table.players}


def likely(options: Sequence[str], rng: random.Random) -> str:
    """One of the options; each kind of word as likely as another, a card rather than a doubling."""
    cards = [text for text in options if text in NAMES]
    if cards and rng.random() < 0.9:
        return rng.choice(cards)
    heads = sorted({text.split()[0] for text in options})
    head = rng.choice(heads)
    return rng.choice([text for text in options if text.split()[0] == head])


def four_people(seed: int = 0, **new: Any) -> Evening:
    """Four persons at a table, begun, before the first shuffle."""
    evening = Evening(wire.NewTable(name="Anna", **new), seed=seed)
    evening.come(*PEOPLE[1:4])
    evening.do(ANNA, wire.Start())
    return evening


def quick(seed: int = 0, **new: Any) -> Evening:
    """Anna against bots, begun."""
    return Evening(wire.Quick(name="Anna", **new), seed=seed)


def sum_of(players: Sequence[Player]) -> int:
    """All balances together."""
    return sum(player.balance for player in players)


def to_rufspiel(evening: Evening) -> None:
    """Four people speak until somebody plays a Rufspiel: the first who can; or everybody passes."""
    for _ in range(12):
        deal = evening.table.deal
        if evening.table.phase != "deal" or deal is None or deal.phase != "auction" or deal.turn is None:
            return
        seat = deal.turn
        hand_can_call = any(t.startswith("rufspiel") for t in _after_play_word(evening, seat))
        options = deal.options_of(seat)
        calls = [text for text in options if text.startswith("rufspiel")]
        first = not any(action.text == "play" for action in deal.log)
        word = calls[0] if calls else "play" if "play" in options and hand_can_call and first else "pass"
        evening.act(evening.person(seat), word)


def _after_play_word(evening: Evening, seat: int) -> tuple[str, ...]:
    deal = evening.table.deal
    assert deal is not None
    if "play" not in deal.options_of(seat):
        return ()
    deal = deal.after(f"{seat} play")
    while deal.turn != seat and deal.turn is not None and deal.phase == "auction":
        deal = deal.after(f"{deal.turn} pass")
    return deal.options_of(seat)
