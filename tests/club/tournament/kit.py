"""Tournaments for tests: a small driver around `decide` and `fold`, as a server would be one."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from schafkopf.club.tournament import commands as do
from schafkopf.club.tournament.decide import Asked, carry_out
from schafkopf.club.tournament.draw import Drawn, Player, Seating, draw
from schafkopf.club.tournament.events import Result, Role
from schafkopf.club.tournament.settings import Settings
from schafkopf.club.tournament.state import State


@dataclass
class Desk:
    """Laptops around one tournament."""

    state: State | None = None
    count: int = 0
    ids: list[str] = field(default_factory=list)

    def __call__(
        self, command: Any, *, role: Role = "host", by: str = "desk", seq: int | None = None, id: str = ""
    ) -> State:
        self.count += 1
        name = id or f"c{self.count}"
        seen = self.now.seq if seq is None and self.state is not None else seq or 0
        asked = Asked(name, role, by, seen, hashlib.sha256(name.encode()).digest())
        self.state = carry_out(self.state, command, asked, at_ms=1_000 * self.count)
        self.ids.append(name)
        return self.state

    @property
    def now(self) -> State:
        assert self.state is not None
        return self.state


def set_up(players: int, **settings: Any) -> Desk:
    desk = Desk()
    desk(do.Create(Settings("Preisschafkopf", **{"rounds": 3, "games": 4, **settings})))
    if players:
        desk(do.Enter(tuple(do.Person(f"Spieler {n}", n) for n in range(1, players + 1))))
    return desk


def score(desk: Desk, number: int, table: int, points: Sequence[int], **asked: Any) -> State:
    one = desk.now.rounds[number - 1]
    reason = asked.pop("reason", "")
    return desk(do.Score(number, table, one.draw_seq, Result(tuple(points)), reason), **asked)


def even(size: int) -> list[int]:
    return [size * 3 - 3, *[-3] * (size - 1)]


def play_round(desk: Desk, number: int) -> None:
    desk(do.Draw(number))
    for index, table in enumerate(desk.now.rounds[number - 1].tables):
        score(desk, number, index + 1, even(len(table.seats)))
    desk(do.CloseRound(number))


def rounds_of(
    players: Sequence[Player], rounds: int, seed: str = "seed", **options: Any
) -> tuple[list[Drawn], list[Seating]]:
    drawn: list[Drawn] = []
    for number in range(rounds):
        earlier = [one.seating for one in drawn]
        drawn.append(draw(players, earlier, seed=f"{seed} {number}", rounds=rounds, **options))
    return drawn, [one.seating for one in drawn]


def numbers(count: int) -> list[Player]:
    return [Player(number) for number in range(1, count + 1)]
