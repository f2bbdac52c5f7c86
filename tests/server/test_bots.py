"""Bots that misbehave, behind a real hub: the table goes on whatever they do."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import sqlite3
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from schafkopf.cli.serve.mind import EngineMind
from schafkopf.engine.bots import rules as thumbs
from schafkopf.game.alphabet import LEVELS
from schafkopf.game.view import View
from schafkopf.server import wire
from schafkopf.server.config import Config, Limits
from schafkopf.server.live import asking
from schafkopf.server.live.house import House
from schafkopf.server.live.room import Room
from schafkopf.server.ports import Ports
from schafkopf.server.store.store import Store
from schafkopf.server.table import due


class Mind:
    """Bots that do what a function says."""

    levels = ("easy", "medium", "hard")

    def __init__(self, choose: Callable[[View], Any], double: Callable[[View], Any] = lambda view: None) -> None:
        self._choose = choose
        self._double = double
        self.seen: list[View] = []

    async def choose(self, level: str, view: View, seed: int) -> Any:
        self.seen.append(view)
        found = self._choose(view)
        return await found if asyncio.iscoroutine(found) else found

    async def double(self, level: str, view: View, seed: int) -> Any:
        return self._double(view)

    def thinks_s(self, level: str) -> float:
        return 0.0

    async def hint(self, view: View, seed: int) -> wire.HintInfo:
        return wire.HintInfo(None, [], False)

    def counts(self) -> Mapping[str, int]:
        return {}

    async def close(self) -> None:
        return None


def _good(view: View) -> str:
    return thumbs.choose(view, random.Random(1))


def _bold(view: View) -> str:
    """Plays alone whenever it may: then there is somebody to double against."""
    return next((text for text in view.options if text == "play" or text.startswith("solo ")), None) or _good(view)


def _raise(view: View) -> str:
    raise RuntimeError(f"I hold {view.hand}")


async def _hang(view: View) -> str:
    await asyncio.sleep(3600)
    return view.options[0]


def _spoil(view: View) -> str:
    """Writes into everything it was given."""
    for name in ("hand", "options", "sizes", "turn", "log", "dealt"):
        object.__setattr__(view, name, ())
    return "EO"


async def _evening(
    mind: Mind, folder: Path, deals: int, *, rules: str = "bavaria", within_s: float = 180.0, patience_s: float = 8.0
) -> tuple[House, Room]:
    """A table with a person who plays by the first option, and three bots; until so many deals are done."""
    config = Config(str(folder / "tables.db"), b"x" * 32, limits=Limits.none(), patience_s=patience_s)
    house = House(config, Ports(mind), await asyncio.to_thread(Store.open, config.database))
    house.start()
    try:
        room = await house.hub.create(wire.Quick(rules=rules, pace="instant"), "person")
        await house.presence.enter(room, "person")
        end = time.monotonic() + within_s
        index = 0
        while room.table.number <= deals:
            assert time.monotonic() < end, (room.table.phase, room.table.number, house.asker.counts)
            do = _wanted(room)
            if do is not None:
                index += 1
                command = wire.Command(f"c{index}", room.table.seq, do)
                await house.hub.perform(room, "person", command)
            else:
                await asyncio.sleep(0.002)
    finally:
        await house.close()
    return house, room


def _wanted(room: Room) -> wire.Doing | None:
    table = room.table
    if table.phase == "shuffle" and table.shuffle is not None:
        return wire.Reveal(table.shuffle.number, "ab" * 32) if table.shuffle.entrants[0].missing else None
    if table.phase == "between" and not table.seats[0].ready:
        return wire.Next(table.number)
    if table.phase == "deal" and table.deal is not None and table.deal.turn == 0:
        options = [text for text in table.deal.options_of(0) if text not in LEVELS]
        return wire.Act(table.number, options[0]) if options else None
    return None


@pytest.mark.parametrize(
    ("choose", "how"),
    [
        (lambda view: "XX", "illegal"),
        (lambda view: "E7" if "E7" not in view.options else "kontra", "illegal"),
        (lambda view: None, "illegal"),
        (lambda view: 7, "illegal"),
        (lambda view: ["EO"], "illegal"),
        (_spoil, "illegal"),
        (_raise, "raised"),
        (_hang, "late"),
    ],
)
def test_bot_that_does_not_answer_legally_does_not_stop_the_table(
    choose: Callable[[View], Any],
    how: str,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """BX-01, SX-08: a legal default falls in time, the incident is counted and logged without cards."""
    house, room = asyncio.run(_evening(Mind(choose), tmp_path, 2, patience_s=0.02 if how == "late" else 8.0))
    assert house.asker.counts[how] > 5
    assert sum(player.balance for player in room.table.players) + _pot(room) == 0
    said = [record for record in caplog.records if record.name == asking.__name__]
    assert said
    for record in said:
        assert not any(card in str(vars(record)) for card in ("EO", "GU", "H7", "I hold"))


def _pot(room: Room) -> int:
    return 0 if room.table.session is None else room.table.session.carried.pot


@pytest.mark.parametrize("double", [_raise, lambda view: "EO", lambda view: 3])
def test_bot_that_doubles_wrongly_says_nothing(double: Callable[[View], Any], tmp_path: Path) -> None:
    house, _ = asyncio.run(_evening(Mind(_bold, double), tmp_path, 2, rules="bavaria+knocking"))
    assert house.asker.counts["raised"] + house.asker.counts["illegal"] > 0


def test_good_bots_never_need_the_default(tmp_path: Path) -> None:
    """BX-02: the count of defaults is 0, and it is a count, not an absence of one."""
    mind = Mind(_good, lambda view: thumbs.double(view, random.Random(1)))
    house, room = asyncio.run(_evening(mind, tmp_path, 12, rules="bavaria+ramsch"))
    counts = house.asker.counts
    assert counts["asked"] > 100
    assert (counts["late"], counts["raised"], counts["illegal"]) == (0, 0, 0)
    assert house.clocks.stuck == 0
    assert room.table.number > 12


def test_bot_is_given_its_own_hand_and_public_facts_only(tmp_path: Path) -> None:
    """SX-08."""
    mind = Mind(_good)
    asyncio.run(_evening(mind, tmp_path, 3, rules="bavaria+ramsch"))
    assert len(mind.seen) > 50
    for view in mind.seen:
        assert view.seat in (1, 2, 3)
        assert view.hands == () or view.phase in ("claim", "over")
        assert set(view.hand) <= set(view.dealt)


def test_bots_answer_at_their_own_pace_whatever_they_think(tmp_path: Path) -> None:
    """SX-04: how long a bot thinks is not to be seen: it thinks before its time has come, and speaks when it has."""
    answered: list[int] = []

    async def slow(view: View) -> str:
        await asyncio.sleep(0.3)
        answered.append(time.time_ns() // 1_000_000)
        return _good(view)

    async def times() -> tuple[int, int]:
        config = Config(str(tmp_path / "t.db"), b"x" * 32, limits=Limits.none())
        house = House(config, Ports(Mind(slow)), await asyncio.to_thread(Store.open, config.database))
        house.start()
        try:
            upcoming = None
            # Where the person is forehand nothing is due; then there is another table.
            while upcoming is None or upcoming.kind != "bot":
                room = await house.hub.create(wire.Quick(pace="slow"), "person")
                await house.presence.enter(room, "person")
                await house.hub.perform(room, "person", wire.Command("c", room.table.seq, wire.Reveal(1, "ab" * 32)))
                upcoming = due.due(room.table)
            first = room.table.seq
            while room.table.seq == first:
                await asyncio.sleep(0.01)
            return room.at_ms, upcoming.at_ms
        finally:
            await house.close()

    at_ms, due_ms = asyncio.run(times())
    assert answered[0] < due_ms <= at_ms


def test_at_the_quickest_pace_too_nobody_sees_whether_a_bot_had_a_choice(tmp_path: Path) -> None:
    """SX-04: a bot with one card to play answers no earlier than one that has to think."""
    tick_s = 0.2
    thought: list[bool] = []

    class Ticking(Mind):
        def thinks_s(self, level: str) -> float:
            return tick_s

    async def think(view: View) -> str:
        thought.append(len(view.options) > 1)
        if thought[-1]:
            await asyncio.sleep(tick_s * 0.9)
        return _good(view)

    asyncio.run(_evening(Ticking(think), tmp_path, 1, rules="bavaria+ramsch"))
    with closing(sqlite3.connect(tmp_path / "tables.db")) as database:
        rows = database.execute("SELECT at_ms, body FROM events ORDER BY seq").fetchall()
    said = [(row[0] - before[0], json.loads(row[1]), json.loads(before[1])) for before, row in itertools.pairwise(rows)]
    steps = [(ms, before["e"] == "acted") for ms, event, before in said if event.get("by") == "bot"]
    assert len(thought) >= len(steps)
    steps_ms: dict[bool, list[int]] = {choice: [] for choice in (True, False)}
    for choice, (ms, after_another) in zip(thought, steps, strict=False):
        if after_another:
            steps_ms[choice].append(ms)
    assert len(steps_ms[True] + steps_ms[False]) > 15
    assert min(steps_ms[True] + steps_ms[False]) >= tick_s * 1000 - 1
    # And it is a pace, not the sum of it and of what they think: the quickest of those who think shows it, also on a
    # machine that has other things to do.
    assert min(steps_ms[True]) < tick_s * 1750


def test_every_level_has_such_a_pace() -> None:
    mind = EngineMind(1)
    try:
        assert min(mind.thinks_s(level) for level in mind.levels) > 0
    finally:
        asyncio.run(mind.close())
