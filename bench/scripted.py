"""Scripted people at tables over HTTP, as cheap as possible: what is measured is the server.

Each has one connection for commands and one with the event stream, and knows of the table only what the server sends.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import secrets
import time
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

_NEVER = frozenset({"rest", "concede", "throw-in"})
"""What would end a deal before its last card."""


class _Option(msgspec.Struct):
    action: str


class _Seat(msgspec.Struct):
    ready: bool


class _Entrant(msgspec.Struct):
    seat: int
    hash: str | None
    secret: str | None
    left_out: bool


class _Shuffle(msgspec.Struct):
    number: int
    stage: str
    entrants: list[_Entrant]


class _Seen(msgspec.Struct):
    """The fields of a State that matter here."""

    phase: str | UnsetType = UNSET
    number: int | UnsetType = UNSET
    turn: int | UnsetType | None = UNSET
    options: list[_Option] | UnsetType = UNSET
    seats: list[_Seat] | UnsetType = UNSET
    shuffle: _Shuffle | UnsetType | None = UNSET


class _Streamed(msgspec.Struct):
    type: str
    seq: int = 0
    changes: _Seen | UnsetType = UNSET
    state: _Seen | UnsetType = UNSET


class _Done(msgspec.Struct):
    seq: int


_STREAMED = msgspec.json.Decoder(_Streamed)
_DONE = msgspec.json.Decoder(_Done)
_FIELDS = _Seen.__struct_fields__


_KEPT = 64
_TRIES = 100


class Broken(Exception):
    """The server did what these people do not expect."""


@dataclass
class Tally:
    """What was measured. Times in seconds."""

    answered: list[float] = field(default_factory=list)
    """From sending a command to the end of its answer."""
    told: list[float] = field(default_factory=list)
    """From sending a command to the moment the last of the four has been told of it."""
    refused: int = 0
    deals: int = 0
    reconnects: int = 0
    repeated: int = 0
    """Commands sent again because their answer did not come."""
    disorder: int = 0
    """Events of a stream that did not follow the one before."""
    streams_lost: int = 0
    bytes_heard: int = 0

    def clear(self) -> None:
        """Begin again."""
        self.__init__()  # type: ignore[misc]


class Line(asyncio.Protocol):
    """One connection that carries requests one after the other."""

    def __init__(self) -> None:
        self._buffer = b""
        self._waiting: deque[asyncio.Future[tuple[int, bytes, bytes]]] = deque()
        self._transport: Any = None
        self._lost = False

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        self._lost = True
        for one in self._waiting:
            if not one.done():
                one.set_exception(Broken("the server closed a connection"))

    def ask(self, request: bytes) -> asyncio.Future[tuple[int, bytes, bytes]]:
        """-> status, head and body."""
        if self._lost:
            raise Broken("the server closed a connection")
        found = asyncio.get_running_loop().create_future()
        self._waiting.append(found)
        self._transport.write(request)
        return found

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        while True:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            head = self._buffer[:end].lower()
            at = head.find(b"content-length: ")
            length = 0 if at < 0 else int(head[at + 16 :].split(b"\r\n", 1)[0])
            whole = end + 4 + length
            if len(self._buffer) < whole:
                return
            body, kept = self._buffer[end + 4 : whole], self._buffer[:end]
            self._buffer = self._buffer[whole:]
            answer = self._waiting.popleft()
            if not answer.done():
                answer.set_result((int(head[9:12]), kept, body))

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.abort()


class Ear(asyncio.Protocol):
    """The connection with the event stream."""

    def __init__(self, request: bytes, hear: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self._request = request
        self._hear = hear
        self._lost = lost
        self._buffer = b""
        self._text = b""
        self._begun = False
        self._transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        self._lost()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._begun:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            self._begun = True
            self._buffer = self._buffer[end + 4 :]
        while True:
            end = self._buffer.find(b"\r\n")
            if end < 0:
                break
            length = int(self._buffer[:end], 16)
            whole = end + 2 + length + 2
            if len(self._buffer) < whole:
                break
            self._text += self._buffer[end + 2 : whole - 2]
            self._buffer = self._buffer[whole:]
        *frames, self._text = self._text.split(b"\n\n")
        for frame in frames:
            at = frame.find(b"data: ")
            if at >= 0:
                self._hear(frame[at + 6 :])

    def close(self) -> None:
        """Hang up."""
        self._lost = _nothing
        if self._transport is not None:
            self._transport.abort()


def _nothing() -> None:
    pass


class Person:
    """Somebody at one table."""

    def __init__(self, houses: Sequence[Address], table: FourAtTable, tally: Tally, dice: random.Random) -> None:
        self._houses = deque(houses)
        self._table = table
        self._tally = tally
        self._dice = dice
        self._line: Line | None = None
        self._ear: Ear | None = None
        self._cookie = b""
        self._secret = secrets.token_bytes(32)
        self._busy = False
        self._count = 0
        self._after = 0
        self.done: list[str] = []
        """Commands that the server has said are done."""
        self.seat = -1
        self.seq = 0
        self.seen = _Seen()

    # -- requests --------------------------------------------------------------------------------------------------

    async def arrive(self) -> None:
        """Get a cookie."""
        self._line = await self._connect(Line)
        head, _ = await self.ask("GET", "/api/me", None, (200,))
        at = head.lower().index(b"set-cookie: ") + 12
        self._cookie = head[at:].split(b";", 1)[0]

    @property
    def id(self) -> str:
        """The person behind the cookie."""
        return self._cookie.decode().split(".")[1]

    async def _connect(self, make: Callable[[], Any]) -> Any:
        """A connection to the server where one is, or to the next one that answers."""
        for _ in range(_TRIES):
            house = self._houses[0]
            try:
                return await house.connect(make)
            except OSError:
                # The other connection may have gone on to the next one already.
                if self._houses[0] is house:
                    self._houses.rotate(-1)
                await asyncio.sleep(0.1)
        raise Broken("no server answers")

    def _request(self, method: str, path: str, body: bytes | None) -> bytes:
        head = f"{method} {path} HTTP/1.1\r\nhost: {self._houses[0].name}\r\nx-schafkopf: 1\r\n".encode()
        if self._cookie:
            head += b"cookie: " + self._cookie + b"\r\n"
        if body is not None:
            return head + b"content-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(body) + body
        return head + b"\r\n"

    async def ask(self, method: str, path: str, body: Any, good: tuple[int, ...]) -> tuple[bytes, bytes]:
        """-> head and body of the answer. Raises Broken for another status."""
        assert self._line is not None
        data = None if body is None else msgspec.json.encode(body)
        status, head, answer = await self._line.ask(self._request(method, path, data))
        if status not in good:
            raise Broken(f"{method} {path}: {status} {answer[:300]!r}")
        return head, answer

    async def listen(self) -> None:
        """Open the stream, and go on where it was if it was open before."""
        self._tally.reconnects += self._ear is not None
        request = self._request("GET", f"/api/events?at={self._table.id}.{self.seq}", None)
        if self._ear is not None:
            self._ear.close()
        self._ear = await self._connect(lambda: Ear(request, self._hear, self._lost))

    def close(self) -> None:
        """Go away."""
        for one in (self._ear, self._line):
            if one is not None:
                one.close()

    def _lost(self) -> None:
        if not self._table.closed:
            self._tally.streams_lost += 1
            self._table.later(self.listen())

    # -- what happens ----------------------------------------------------------------------------------------------

    def _hear(self, data: bytes) -> None:
        self._tally.bytes_heard += len(data)
        message = _STREAMED.decode(data)
        news = message.state if message.type == "snapshot" else message.changes
        if news is UNSET:
            return
        self._tally.disorder += message.type == "event" and message.seq != self.seq + 1
        self.seq = message.seq
        if self.seat == 0 and news.phase == "between" and message.type == "event":
            self._tally.deals += 1
        for name in _FIELDS:
            value = getattr(news, name)
            if value is not UNSET:
                setattr(self.seen, name, value)
        self._table.told()
        self.consider()

    @property
    def busy(self) -> bool:
        """Whether something that was sent, or is about to be, has no answer yet."""
        return self._busy

    def consider(self) -> None:
        """Do what there is to do, after a while of thinking."""
        if self._busy or self.seq < self._after or not self._table.going:
            return
        do = self._wish()
        if do is None:
            return
        self._busy = True
        think_s = self._table.think_s
        if think_s <= 0:
            self._table.later(self._do(do))
        else:
            loop = asyncio.get_running_loop()
            loop.call_later(self._dice.uniform(0.5, 1.5) * think_s, lambda: self._table.later(self._do(do)))

    def _wish(self) -> dict[str, Any] | None:
        seen = self.seen
        if seen.phase == "deal":
            if seen.turn != self.seat or not seen.options:
                return None
            options = [one.action for one in seen.options if one.action not in _NEVER]  # type: ignore[union-attr]
            return {"kind": "act", "number": seen.number, "action": self._dice.choice(options)}
        if seen.phase == "between":
            return None if seen.seats[self.seat].ready else {"kind": "next", "number": seen.number}  # type: ignore[index]
        shuffle = seen.shuffle
        if seen.phase != "shuffle" or not isinstance(shuffle, _Shuffle):
            return None
        own = next((one for one in shuffle.entrants if one.seat == self.seat), None)
        if own is None or own.left_out:
            return None
        if shuffle.stage == "commit" and own.hash is None:
            return {"kind": "commit", "number": shuffle.number, "hash": hashlib.sha256(self._secret).hexdigest()}
        if shuffle.stage == "reveal" and own.secret is None:
            return {"kind": "reveal", "number": shuffle.number, "secret": self._secret.hex()}
        return None

    async def _do(self, do: dict[str, Any]) -> None:
        self._count += 1
        command = f"c{self._count}"
        body = msgspec.json.encode({"id": command, "seq": self.seq, "do": do})
        request = self._request("POST", f"/api/tables/{self._table.id}/commands", body)
        began = time.perf_counter()
        status, answer = await self._surely(request)
        self._tally.answered.append(time.perf_counter() - began)
        if status == 200:
            self._after = _DONE.decode(answer).seq
            self.done.append(command)
            self._table.sent(self._after, began)
        elif status == 409:
            # A clock or somebody else was faster.
            self._tally.refused += 1
        else:
            raise Broken(f"{do}: {status} {answer[:300]!r}")
        self._busy = False
        self.consider()

    async def _surely(self, request: bytes) -> tuple[int, bytes]:
        """Send until there is an answer; the command's id makes that safe."""
        while True:
            assert self._line is not None
            try:
                status, _, answer = await self._line.ask(request)
                return status, answer
            except Broken:
                self._tally.repeated += 1
                self._line = await self._connect(Line)


class Address:
    """Where the server is: on this machine, or nowhere."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.name = f"127.0.0.1:{port}"

    async def connect(self, make: Callable[[], Any]) -> Any:
        """A new connection."""
        return (await asyncio.get_running_loop().create_connection(make, "127.0.0.1", self._port))[1]


class FourAtTable:
    """A table with four people. `think_s`: how long each takes on average before he acts.

    Several addresses: people are spread over them, and go to another one if theirs does not answer.
    """

    def __init__(self, addresses: Sequence[Address], tally: Tally, think_s: float, seed: str) -> None:
        dice = random.Random(seed)
        self.id = ""
        self.think_s = think_s
        self.going = False
        self.closed = False
        self.failed: list[BaseException] = []
        self.people = []
        for seat in range(4):
            first = seat % len(addresses)
            self.people.append(Person([*addresses[first:], *addresses[:first]], self, tally, dice))
        self._tally = tally
        self._floor = 0
        self._known: dict[int, float] = {}
        """Event -> when all four had been told of it."""
        self._sent: dict[int, float] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def sit_down(self) -> None:
        """Make the table; all sit and listen."""
        for person in self.people:
            await person.arrive()
        host = self.people[0]
        _, answer = await host.ask("POST", "/api/tables", {"name": "Load", "settings": {"pace": "instant"}}, (201,))
        self.id = msgspec.json.decode(answer)["news"][0]["table"]
        await host.listen()
        for seat, person in enumerate(self.people):
            if person is not host:
                do = {"kind": "sit", "seat": seat, "name": f"Load {seat}"}
                await person.ask("POST", f"/api/tables/{self.id}/commands", {"id": "sit", "seq": 0, "do": do}, (200,))
                await person.listen()
            person.seat = seat

    async def start(self) -> None:
        """The first deal."""
        self.going = True
        start = {"id": "start", "seq": 0, "do": {"kind": "start"}}
        await self.people[0].ask("POST", f"/api/tables/{self.id}/commands", start, (200,))

    def pause(self) -> None:
        """Nobody does anything until `resume`."""
        self.going = False

    def resume(self) -> None:
        """Go on."""
        self.going = True
        for person in self.people:
            person.consider()

    def close(self) -> None:
        """All go away."""
        self.closed, self.going = True, False
        for person in self.people:
            person.close()
        for task in self._tasks:
            task.cancel()

    def later(self, what: Coroutine[Any, Any, None]) -> None:
        """Do this without waiting for it; what goes wrong is kept in `failed`."""
        if self.closed:
            what.close()
            return
        task = asyncio.ensure_future(what)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None and not self.closed:
            self.failed.append(task.exception())  # type: ignore[arg-type]

    # -- how long it takes until all know --------------------------------------------------------------------------

    def told(self) -> None:
        """One of the four has been told something."""
        floor = min(person.seq for person in self.people)
        now = time.perf_counter()
        while self._floor < floor:
            self._floor += 1
            began = self._sent.pop(self._floor, None)
            if began is not None:
                self._tally.told.append(now - began)
            else:
                self._known[self._floor] = now
                self._known.pop(self._floor - _KEPT, None)

    def sent(self, seq: int, began: float) -> None:
        """A command has led up to this event. All may have been told before its answer was here."""
        if seq > self._floor:
            self._sent[seq] = began
        elif seq in self._known:
            self._tally.told.append(self._known.pop(seq) - began)
