"""Every byte that leaves the server for seat 0 and for a spectator is the same when cards they have not seen lie
elsewhere: streams, snapshots, answers, refusals, headers, lists, page source, logs, counters.

The same deal is played in several applications, each with a store of its own. Only what was dealt differs: it is put
into the store before the table is first asked for, which nobody can do from outside.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from tests.laws.test_views import seen, unseen_swaps, with_cards_swapped
from tests.server.inside import Answer, Cue, Inside, Listening, Script, heard, running, timeless
from tests.server.serving import PATIENCE_S
from tests.server.table.kit import Evening, likely

from schafkopf.cli.serve.logs import Lines
from schafkopf.game import Deal, IllegalAction, View
from schafkopf.game.alphabet import LEVELS
from schafkopf.game.cards import NAMES
from schafkopf.server import wire
from schafkopf.server.table import arrive
from schafkopf.server.table.events import Dealt, Stored
from schafkopf.server.table.state import Table

RULES = (
    *("bavaria", "bavaria", "bavaria", "bavaria-short", "three", "be-1989", "pt-units", "fi-table", "ru-chalk"),
    *("bavaria+hochzeit", "bavaria+knocking", "be-1989+ramsch", "bavaria+kreuz", "bavaria+five", "bavaria+muss"),
    *("bavaria+whole-hand-kontra", "bavaria+own-ace", "bavaria+kontra-four"),
)
DEALS = 200
GROUPS = 8
WORDS = (*NAMES, *LEVELS, "pass", "play", "rest", "rest", "concede", "throw-in", "claim", "cut", "knock", "keep")
WORDS = (*WORDS, "accept", "rufspiel G", "rufspiel E", "solo H", "wenz", "hochzeit", "trump E", "give EO", "give ??")
REFUSED = (
    *({"kind": kind} for kind in ("practise", "finish", "start", "stand")),
    *({"kind": "next", "number": number} for number in (0, 1, 7)),
    {"kind": "commit", "number": 1, "hash": "0" * 64},
    {"kind": "reveal", "number": 1, "secret": "0" * 64},
    {"kind": "answer", "agree": True},
    {"kind": "swap", "a": 1, "b": 2},
    {"kind": "add_bot", "seat": 1},
)
COUNTED = ("requests_total", "command_seconds_count", "bot_late", "bot_raised", "bot_illegal", "refused_", "mind_")


@dataclass
class Play:
    """A deal with what is said and played in it, up to some point before its end."""

    seed: int
    stored: list[Stored]
    """Up to the cards."""
    deal: Deal
    people: dict[int, str]
    """Seat -> person; bots sit elsewhere."""
    words: list[tuple[int, str]]
    tries: list[str]
    """What seat 0 and the spectator say in vain at the end."""
    aside: dict[int, dict[str, Any]]
    """Step -> something else that seat 0 does before it."""
    come_back: int
    """The step before which seat 0 loses the connection and comes back."""

    @property
    def table(self) -> str:
        """Its id."""
        event: Any = self.stored[0].event
        return str(event.table)


class Laid(Evening):
    """An evening up to the first cards, with ids of its own."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(f"secrecy {seed}")
        self.now_ms = time.time_ns() // 1_000_000
        self.asked = set()
        self.watch = None
        rules = RULES[seed % len(RULES)]
        settings = wire.Settings(pace="instant")
        names = [f"{name}{seed}".ljust(22, "_") for name in ("anna", "ben", "cleo", "dora", "emil")]
        code = "".join("ABCDEFGH"[seed >> 3 * place & 7] for place in range(6))
        new = wire.NewTable(rules=rules, name="Anna", settings=settings)
        ids = {"table": f"{seed:032x}", "code": code}
        first = arrive.create(new, names[0], **ids, now_ms=self.now_ms, entropy=self.rng.randbytes(32))
        self.stored = [Stored(seq, self.now_ms, event) for seq, event in enumerate(first, start=1)]
        self.table = Table.of(self.stored)
        people = self.rng.choice((1, 2, len(self.table.seats)))
        for person in names[1 : min(people, len(self.table.seats))]:
            self.do(person, wire.Sit(name=person.rstrip("_")))
        self.do(names[0], wire.Start())
        self.share_secrets()


def some_play(seed: int) -> Play:
    """A random deal by some rules, played at random to some point before its end."""
    evening = Laid(seed)
    rng, deal, table = evening.rng, evening.table.deal, evening.table
    assert deal is not None
    assert isinstance(evening.stored[-1].event, Dealt)
    words: list[tuple[int, str]] = []
    most = rng.randint(1, 30) if rng.random() < 0.8 else rng.randint(1, 6)
    calls = rng.random() < 0.6
    while len(words) < most:
        step = _step(deal, rng, calls=calls)
        if step is None:
            break
        after = deal.after(f"{step[0]} {step[1]}")
        if after.finished:
            break
        words.append(step)
        deal = after
    people = {seat: str(table.seats[seat].person) for seat in table.seated}
    aside: dict[int, dict[str, Any]] = {
        rng.randrange(len(words) + 1): {"kind": "say", "phrase": "hurry"},
        rng.randrange(len(words) + 1): {"kind": "rename", "name": "Änn"},
    }
    if len(people) > 1:
        aside[rng.randrange(len(words) + 1)] = {"kind": "propose", "what": "throw_in"}
    tries = [word for word in rng.sample(WORDS, 9) if not _legal(deal, 0, word)]
    if not _legal(deal, 0, "rest"):
        tries.append("rest")
    return Play(seed, evening.stored, deal, people, words, tries, aside, rng.randrange(len(words) + 1))


def _step(deal: Deal, rng: random.Random, *, calls: bool) -> tuple[int, str] | None:
    if deal.phase == "play" and rng.random() < 0.15:
        others = [seat for seat in deal.seats if seat != deal.turn and deal.options_of(seat)]
        if others:
            seat = rng.choice(others)
            return seat, rng.choice(deal.options_of(seat))
    if deal.turn is None:
        return None
    options = deal.options_of(deal.turn)
    called = [text for text in options if text.startswith(("rufspiel", "call", "hochzeit", "accept"))]
    if calls and called:
        return deal.turn, rng.choice(called)
    if calls and deal.phase == "auction" and "play" in options and not any(a.text == "play" for a in deal.log):
        return deal.turn, "play"
    return deal.turn, likely(options, rng)


def _legal(deal: Deal, seat: int, word: str) -> bool:
    try:
        deal.after(f"{seat} {word}")
    except IllegalAction:
        return False
    return True


@dataclass
class Sent:
    """What was sent in one world, by who got it."""

    anna: list[object] = field(default_factory=list)
    guest: list[object] = field(default_factory=list)
    """The spectator, and whoever has no cookie; what is logged and counted."""


async def world(inside: Inside, play: Play, hands: tuple[Any, ...], exchange: dict[str, str]) -> Sent:
    """Let the deal happen with these hands."""
    sent, table, anna = Sent(), play.table, play.people[0]
    # Another one for each deal: a world where he has been before would list those tables too.
    guest = f"guest{play.seed}".ljust(22, "_")
    texts = [" ".join(NAMES[card] for card in hand) for hand in hands]
    *before, last = play.stored
    await inside.put([*before, Stored(last.seq, last.at_ms, Dealt(texts))])
    cues = _told(play, hands, exchange)
    inside.mind.learn({cue: word for cue, word in cues if cue[0] not in play.people})
    logged = _Log()
    counted = await _counters(inside)
    own = await inside.listen(anna, f"{table}.0")
    other = await inside.listen(guest, f"{table}.0")
    number = 0

    async def do(person: str, do: dict[str, Any]) -> Answer:
        nonlocal number
        number += 1
        seq = own.seq if person == anna else other.seq if person == guest else inside.table(table).seq
        return await inside.do(table, person, seq, do, id=f"c{number}")

    def up_to_date(stream: Listening) -> Any:
        return lambda: stream.seq == inside.table(table).seq

    for index, (seat, text) in enumerate(play.words):
        if index in play.aside:
            sent.anna.append((await do(anna, play.aside[index])).timeless)
            if play.aside[index]["kind"] == "propose":
                decliner = play.people[max(play.people)]
                await do(decliner, {"kind": "answer", "agree": False})
        if index == play.come_back:
            sent.anna.append(timeless(own.data))
            await own.close()
            own = await _again(inside, own, anna, table)
        if seat in play.people:
            word = exchange.get(text, text)
            answer = await do(play.people[seat], {"kind": "act", "number": 1, "action": word})
            assert answer.status == 200, (play.seed, index, seat, word, answer.body)
            if seat == 0:
                sent.anna.append(answer.timeless)
        else:
            inside.mind.cue(cues[index][0])
        await _wait(lambda index=index: len(_log_of(inside, table)) == index + 1)  # type: ignore[misc]
        await own.until(up_to_date(own))
        await other.until(up_to_date(other))
    for person, told in ((anna, sent.anna), (guest, sent.guest)):
        for word in play.tries:
            told.append((word, (await do(person, {"kind": "act", "number": 1, "action": word})).timeless))
        for what in REFUSED if person == guest or len(play.people) > 1 else ():
            told.append((what["kind"], (await do(person, what)).timeless))
        told.append((await inside.ask("POST", f"/api/tables/{table}/hint", person, {})).timeless)
    sent.anna.append((await do(anna, {"kind": "pause"})).timeless)
    await own.until(up_to_date(own))
    await other.until(up_to_date(other))
    code = inside.table(table).code
    for person, told in ((anna, sent.anna), (guest, sent.guest), (None, sent.guest)):
        paths = [f"/api/tables/{key}{more}" for key in (table, code) for more in ("", "/records", "/fairness")]
        paths += ["/api/me/export", "/", f"/t/{code}", "/assets/app-1.js"]
        # Others have other evenings too.
        paths += ["/api/tables"] if person == anna else []
        for path in paths:
            told.append((path, (await inside.ask("GET", path, person)).timeless))
    await own.close()
    await other.close()
    sent.anna += [timeless(own.data), own.start["headers"]]
    sent.guest += [timeless(other.data), other.start["headers"], logged.close()]
    after = await _counters(inside)
    sent.guest.append({name: value - counted.get(name, 0.0) for name, value in after.items()})
    return sent


def _told(play: Play, hands: tuple[Any, ...], exchange: dict[str, str]) -> list[tuple[Cue, str]]:
    """The words, with who says them and what has been heard before."""
    deal = Deal.new(play.deal.rules, hands, dealer=play.deal.dealer, carried=play.deal.carried)
    found = []
    for seat, text in play.words:
        found.append(((seat, heard(View.of(deal, None))), exchange.get(text, text)))
        deal = deal.after(f"{seat} {exchange.get(text, text)}")
    return found


def _log_of(inside: Inside, table: str) -> tuple[Any, ...]:
    deal = inside.table(table).deal
    assert deal is not None
    return deal.log


async def _again(inside: Inside, old: Listening, person: str, table: str) -> Listening:
    """Come back by the last id: there is nothing that was missed, so nothing comes at first."""
    found = Listening(inside, person, f"{table}.0", old.last)
    found.data = b"id: %b\n" % old.last.encode()
    await found.until(lambda: b"retry" in found.data)
    return found


async def _wait(true: Any) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not true():
            await asyncio.sleep(0.001)


async def _counters(inside: Inside) -> dict[str, float]:
    text = (await inside.ask("GET", "/metrics", None)).body.decode()
    pairs = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in pairs if any(word in name for word in COUNTED)}


class _Log(logging.Handler):
    """Every line that is logged."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(Lines())
        self.lines: list[str] = []
        self._level = logging.getLogger().level
        logging.getLogger().addHandler(self)
        logging.getLogger().setLevel(logging.INFO)

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith(("schafkopf", "uvicorn")):
            record.created, record.msecs = 0.0, 0.0
            self.lines.append(self.format(record))

    def close(self) -> list[str]:  # type: ignore[override]
        logging.getLogger().removeHandler(self)
        logging.getLogger().setLevel(self._level)
        return self.lines


def twin(play: Play, seat: int | None, rng: random.Random) -> tuple[Deal, dict[str, str]] | None:
    """The deal as it might have been for somebody who sees what `seat` sees, and which words change with it."""
    deal = play.deal
    hidden = bool(deal.given) and NAMES[deal.given[0][1]] not in seen(deal, seat)
    pairs = unseen_swaps(deal, seat, rng, 20)
    line = None if deal.contract is None else deal.contract.line.card
    if line is not None and rng.random() < 0.7:
        # Who has the called ace is the secret of secrets.
        called = NAMES[line]
        pairs = [(called, x if x != called else y) for x, y in pairs if called not in seen(deal, seat)] + pairs
    for x, y in pairs:
        if x == y:
            continue
        other = with_cards_swapped(deal, x, y, hidden_gifts=hidden)
        same = other is None or other.hands == deal.hands
        asks = bool(deal.options_of(0)), *(_legal(deal, 0, word) for word in play.tries)
        if same or asks != (bool(other.options_of(0)), *(_legal(other, 0, word) for word in play.tries)):
            # Whoever looks on may count what seat 0 was refused, a hint or a word, which it is for its own cards.
            # `rest` may only be refused for what can be seen; a law of its own says so.
            assert same or seat is None, (play.seed, x, y)
            continue
        return other, {f"give {x}": f"give {y}", f"give {y}": f"give {x}"} if hidden else {}
    return None


@pytest.mark.parametrize("group", range(GROUPS))
def test_no_byte_depends_on_unseen_cards(group: int, tmp_path: Path) -> None:
    """SX-01, SX-02, SX-04: the same events in the same order to the same questions, and so on for every byte."""
    compared = asyncio.run(_compare(range(group, DEALS, GROUPS), tmp_path))
    assert min(compared) > DEALS // GROUPS * 0.7, compared


async def _compare(seeds: range, folder: Path) -> tuple[int, int]:
    for_seat = for_guest = 0
    async with AsyncExitStack() as stack:
        worlds = [
            await stack.enter_async_context(running(folder / str(index), Script(), gone_s=600.0)) for index in range(3)
        ]
        for seed in seeds:
            play, rng = some_play(seed), random.Random(f"twins {seed}")
            plain = await world(worlds[0], play, play.deal.hands, {})
            found = twin(play, 0, rng)
            if found is not None:
                for_seat += 1
                other = await world(worlds[1], play, found[0].hands, found[1])
                _same(plain.anna, other.anna, play)
                _same(plain.guest, other.guest, play)
            found = twin(play, None, rng)
            if found is not None:
                for_guest += 1
                other = await world(worlds[2], play, found[0].hands, found[1])
                _same(plain.guest, other.guest, play)
    return for_seat, for_guest


def _same(plain: list[object], other: list[object], play: Play) -> None:
    assert len(plain) == len(other)
    for index, (one, two) in enumerate(zip(plain, other, strict=True)):
        if isinstance(one, bytes) and isinstance(two, bytes):
            # Line by line: a whole stream is too much to read.
            assert one.splitlines() == two.splitlines(), (play.seed, index)
        assert one == two, (play.seed, index)


def test_the_comparison_would_see_a_difference(tmp_path: Path) -> None:
    """Seat 0 is sent other bytes when a card of its own is another one."""

    async def look() -> None:
        play = some_play(0)
        deal = play.deal
        own, other = NAMES[deal.hands[0][0]], NAMES[deal.hands[1][0]]  # type: ignore[index]
        play.words, play.tries, play.aside, play.come_back = [], [], {}, 99
        swap = {own: other, other: own}
        hands = tuple(tuple(NAMES.index(swap.get(NAMES[c], NAMES[c])) for c in hand) for hand in deal.hands)  # type: ignore[index]
        async with running(tmp_path / "a", Script()) as one, running(tmp_path / "b", Script()) as two:
            plain, changed = await world(one, play, deal.hands, {}), await world(two, play, hands, {})
        assert plain.anna != changed.anna
        assert plain.guest == changed.guest

    asyncio.run(look())
