"""The application in this process, spoken to as a server would: whole answers and streams, byte for byte."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tests.server.serving import PATIENCE_S

from schafkopf.game.view import View
from schafkopf.server import wire
from schafkopf.server.config import Config, Limits
from schafkopf.server.http.app import Application, build_app
from schafkopf.server.http.keys import Keys
from schafkopf.server.live import books
from schafkopf.server.ports import Ports
from schafkopf.server.store.rows import Append, NewEvent
from schafkopf.server.table.events import Stored, encode
from schafkopf.server.table.state import Table

SECRET = b"inside" * 6
ISSUED_S = int(time.time())
_TIMES = re.compile(rb'"(now_ms|at_ms|until_ms|away_until_ms|changed_ms|since_ms)": ?\d+')
_SILENCE = re.compile(rb"^:\n\n", re.MULTILINE)


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    def json(self) -> Any:
        """The body."""
        return json.loads(self.body)

    @property
    def timeless(self) -> tuple[object, ...]:
        """All of it but times."""
        return (self.status, self.headers, timeless(self.body))


def timeless(data: bytes) -> bytes:
    """Bytes without the times in them, and without what is sent to break a silence."""
    return _SILENCE.sub(b"", _TIMES.sub(rb'"\1":0', data))


Cue = tuple[int, tuple[str, ...]]
"""A seat, and what everybody has heard before it speaks."""


class Script:
    """A mind that says what stands in `words`, when it is given the cue; else nothing."""

    levels = ("easy", "medium", "hard")

    def __init__(self) -> None:
        self._words: dict[Cue, str] = {}
        self._cues: dict[Cue, asyncio.Event] = {}

    def learn(self, words: Mapping[Cue, str]) -> None:
        """What is to be said from now on."""
        self._words = dict(words)
        self._cues = {cue: asyncio.Event() for cue in words}

    def cue(self, cue: Cue) -> None:
        """Now."""
        self._cues[cue].set()

    def thinks_s(self, level: str) -> float:
        return 0.0

    async def choose(self, level: str, view: View, seed: int) -> str:
        found = await self._word(view)
        if found is None:
            await asyncio.Event().wait()
        return str(found)

    async def double(self, level: str, view: View, seed: int) -> str | None:
        return await self._word(view)

    async def _word(self, view: View) -> str | None:
        assert view.seat is not None
        cue = (view.seat, heard(view))
        if cue not in self._cues:
            return None
        await self._cues[cue].wait()
        return self._words[cue]

    async def hint(self, view: View, seed: int) -> wire.HintInfo:
        return wire.HintInfo(view.options[0], [wire.HintOption(text, None) for text in view.options], by_search=False)

    def counts(self) -> Mapping[str, int]:
        return {}

    async def close(self) -> None:
        return None


def heard(view: View) -> tuple[str, ...]:
    """What everybody has heard so far: tells one point of a deal from another."""
    return tuple(f"{action.seat} {'give' if action.text.startswith('give') else action.text}" for action in view.log)


@dataclass
class Inside:
    """An application that runs."""

    app: Application
    mind: Any
    _loop_tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def ask(
        self, method: str, path: str, person: str | None, body: Any = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """A request and its whole answer."""
        parts: list[bytes] = []
        start: dict[str, Any] = {}
        content = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        waiting = [{"type": "http.request", "body": content, "more_body": False}]

        async def receive() -> dict[str, Any]:
            return waiting.pop() if waiting else {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            else:
                parts.append(message.get("body", b""))

        sent = {"x-schafkopf": "1", **({} if body is None else {"content-type": "application/json"}), **(headers or {})}
        await self.app(_scope(method, path, person, sent, len(content)), receive, send)
        return Answer(start["status"], tuple((bytes(a), bytes(b)) for a, b in start["headers"]), b"".join(parts))

    async def do(self, table: str, person: str, seq: int, do: Mapping[str, Any], id: str | None = None) -> Answer:
        """A command."""
        command = {"id": id or secrets.token_hex(8), "seq": seq, "do": do}
        return await self.ask("POST", f"/api/tables/{table}/commands", person, command)

    async def listen(self, person: str, at: str, last: str | None = None) -> Listening:
        """Open an event stream; its first message is there."""
        found = Listening(self, person, at, last)
        await found.opened()
        return found

    def table(self, table_id: str) -> Table:
        """The table as it is: what nobody outside sees."""
        return self.app.house.hub.rooms[table_id].table

    async def put(self, stored: list[Stored]) -> Table:
        """A table with this past, straight into the store: the only way to choose cards."""
        table = Table.of(stored)
        await self.app.house.store.writer.append(
            Append(
                table_id=table.id,
                events=tuple(NewEvent(one.seq, one.at_ms, encode(one.event)) for one in stored),
                due_ms=None,
                face=books.face(table),
                members=tuple(sorted(books.members(table))),
            )
        )
        return table


class Listening:
    """An open event stream."""

    def __init__(self, inside: Inside, person: str, at: str, last: str | None) -> None:
        self.data = b""
        self.start: dict[str, Any] = {}
        self._gone = asyncio.Event()
        self._some = asyncio.Event()
        headers = {} if last is None else {"last-event-id": last}
        scope = _scope("GET", f"/api/events?at={at}", person, headers, 0)
        self._task = asyncio.create_task(inside.app(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.start.update(message)
        else:
            self.data += message.get("body", b"")
        self._some.set()

    async def opened(self) -> None:
        """The first message is there."""
        await self.until(lambda: b"data:" in self.data)

    async def until(self, true: Any, within_s: float = PATIENCE_S) -> None:
        """Wait for the stream to show something."""
        async with asyncio.timeout(within_s):
            while not true():
                self._some.clear()
                await self._some.wait()

    @property
    def seq(self) -> int:
        """The last event that has come (of a stream with one table)."""
        return int(self.last.rpartition(".")[2])

    @property
    def last(self) -> str:
        """The id of the last message."""
        found = [line for line in self.data.split(b"\n") if line.startswith(b"id: ")]
        return found[-1][4:].decode()

    async def close(self) -> None:
        """The browser goes."""
        self._gone.set()
        await self._task


def _scope(method: str, path: str, person: str | None, headers: Mapping[str, str], length: int) -> dict[str, Any]:
    path, _, query = path.partition("?")
    sent = {"host": "here", **headers}
    if length:
        sent["content-length"] = str(length)
    if person is not None:
        sent["cookie"] = f"schafkopf={Keys(SECRET).make(person, ISSUED_S)}"
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": quote(path).encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
        "client": ("127.0.0.1", 1),
        "server": ("here", 80),
    }


@asynccontextmanager
async def running(folder: Path, mind: Any, **changes: Any) -> AsyncIterator[Inside]:
    """An application with a database and a client in this folder, without limits."""
    folder.mkdir(parents=True, exist_ok=True)
    client = folder / "client"
    (client / "assets").mkdir(parents=True, exist_ok=True)
    (client / "index.html").write_text("<!doctype html><title>Schafkopf</title>")
    (client / "assets" / "app-1.js").write_text("let nothing;")
    config = Config(
        database=str(folder / "tables.db"), secret=SECRET, static=client, limits=Limits.none(), heartbeat_s=600.0
    )
    app = build_app(replace(config, **changes), Ports(mind))
    messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    done: asyncio.Queue[str] = asyncio.Queue()

    async def send(message: dict[str, Any]) -> None:
        await done.put(message["type"])

    task = asyncio.create_task(app({"type": "lifespan", "asgi": {"version": "3.0"}}, messages.get, send))
    await messages.put({"type": "lifespan.startup"})
    assert await done.get() == "lifespan.startup.complete"
    try:
        yield Inside(app, mind)
    finally:
        await messages.put({"type": "lifespan.shutdown"})
        assert await done.get() == "lifespan.shutdown.complete"
        await task
