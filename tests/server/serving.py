"""A real server process on loopback, and people who play there over HTTP."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa

from schafkopf.server.store.engine import open_engine, url_of

Data = dict[str, Any]
PATIENCE_S = 30.0
LONG_S = 180.0
"""For what takes many steps, on a machine that has other things to do."""


class Server:
    """`schafkopf serve` in a process of its own, with a folder of its own."""

    def __init__(self, folder: Path, *, database: str | None = None, args: tuple[str, ...] = ()) -> None:
        self.folder = folder
        self.database = database
        self.args = args
        self.process: subprocess.Popen[str] | None = None
        self.url = ""
        self.port = 0

    def start(self) -> Server:
        """Start it, at the same port as before if it ran before."""
        command = [sys.executable, "-m", "schafkopf", "serve", "--port", str(self.port), "--no-open"]
        command += ["--workers", "1", "--log-level", "info", *self.args]
        if self.database is not None:
            command += ["--database", self.database]
        if not any(arg.startswith("--limits") for arg in self.args):
            command.append("--no-limits")
        log = (self.folder / "server.log").open("a")
        environment = {**os.environ, "XDG_DATA_HOME": str(self.folder)}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
        log.close()
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http" in line, (line, (self.folder / "server.log").read_text())
        self.url = line.split()[-1].rstrip("/")
        self.port = int(self.url.rpartition(":")[2])
        eventually(self._answers)
        return self

    def _answers(self) -> bool:
        with contextlib.suppress(httpx.TransportError):
            return httpx.get(f"{self.url}/healthz").status_code == 200
        return False

    def kill(self) -> None:
        """SIGKILL."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> float:
        """SIGTERM; -> how long it took to end."""
        assert self.process is not None
        if self.process.poll() is not None:
            return 0.0
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        return time.monotonic() - began

    @property
    def log(self) -> str:
        """What it has logged."""
        return (self.folder / "server.log").read_text()

    def rows(self, asked: sa.Select[Any]) -> list[Any]:
        """What its database holds."""
        engine = open_engine(url_of(self.database or str(self.folder / "schafkopf" / "tables.db")))
        try:
            with engine.connect() as connection:
                return list(connection.execute(asked))
        finally:
            engine.dispose()

    def metrics(self) -> dict[str, float]:
        """Its counters without labels."""
        lines = httpx.get(f"{self.url}/metrics", timeout=PATIENCE_S).text.splitlines()
        return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines) if name[:1] != "#"}

    def resident_kb(self) -> int:
        """Memory that it holds."""
        assert self.process is not None
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(next(line for line in text.splitlines() if line.startswith("VmRSS")).split()[1])

    def person(self, **options: Any) -> Person:
        """A new guest."""
        return Person(self, **options)


class Person:
    """Somebody with a cookie."""

    def __init__(self, server: Server, *, key: str | None = None) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.url, headers={"X-Schafkopf": "1"}, timeout=PATIENCE_S)
        if key is not None:
            self.http.cookies.set("schafkopf", key)
        self.me = self.http.get("/api/me").json()

    @property
    def key(self) -> str:
        """The signed cookie."""
        return str(self.http.cookies["schafkopf"])

    @property
    def id(self) -> str:
        """The person behind it."""
        return self.key.split(".")[1]

    def again(self, server: Server | None = None) -> Person:
        """The same person in another tab, perhaps at another server."""
        return Person(server or self.server, key=self.key)

    def post(self, path: str, body: Any = None, **options: Any) -> httpx.Response:
        """A request that changes something."""
        return self.http.post(path, json={} if body is None else body, **options)

    def new_table(self, **body: Any) -> Seat:
        """Set up a table."""
        answer = self.post("/api/tables", body)
        assert answer.status_code == 201, answer.text
        return Seat(self, answer.json()["news"][0])

    def quick(self, **body: Any) -> Seat:
        """Play at once."""
        answer = self.post("/api/quick", {"pace": "instant", **body})
        assert answer.status_code == 201, answer.text
        return Seat(self, answer.json()["news"][0])

    def at(self, key: str) -> Seat:
        """Look at a table."""
        answer = self.http.get(f"/api/tables/{key}")
        assert answer.status_code == 200, answer.text
        return Seat(self, answer.json())


class Seat:
    """A person's sight of one table, kept up to date by answers and by a stream."""

    def __init__(self, person: Person, snapshot: Data) -> None:
        self.person = person
        self.id: str = snapshot["table"]
        self.seq: int = snapshot["seq"]
        self.state: Data = snapshot["state"]
        self.heard: list[Data] = []
        """Messages of the stream."""
        self.ids: list[str] = []
        self._secret = secrets.token_bytes(32)
        self._changed = threading.Condition()
        self._stream: threading.Thread | None = None
        self._response: httpx.Response | None = None
        self._stop = False

    # -- what is seen ----------------------------------------------------------------------------------------------

    def take(self, data: Data) -> None:
        """A message or snapshot."""
        with self._changed:
            if data["type"] == "snapshot" and data["seq"] >= self.seq:
                self.seq, self.state = data["seq"], data["state"]
            elif data["type"] == "event" and data["seq"] == self.seq + 1:
                self.seq = data["seq"]
                self.state = {**self.state, **data["changes"]}
            self._changed.notify_all()

    def look(self) -> Data:
        """The whole table anew."""
        answer = self.person.http.get(f"/api/tables/{self.id}")
        assert answer.status_code == 200, answer.text
        self.take(answer.json())
        return self.state

    @property
    def seat(self) -> int:
        """Where one sits."""
        return int(self.state["you"]["seat"])

    @property
    def options(self) -> list[str]:
        """What one may say or play."""
        return [option["action"] for option in self.state["options"]]

    def until(self, true: Callable[[Data], bool], within_s: float = PATIENCE_S) -> Data:
        """Wait for the stream to show something, which should stay so until somebody acts; else see `happened`."""
        with self._changed:
            assert self._changed.wait_for(lambda: true(self.state), within_s), self.state
            return self.state

    def happened(self, kind: str, **values: Any) -> Data:
        """Wait until the stream has told, now or since it was opened, of an event of this kind; -> its message."""

        def found() -> Data | None:
            told = (data for data in list(self.heard) if data["type"] == "event")
            return next((data for data in told if {"kind": kind, **values}.items() <= data["what"].items()), None)

        with self._changed:
            assert self._changed.wait_for(found, PATIENCE_S), self.state
        message = found()
        assert message is not None
        return message

    # -- what is done ----------------------------------------------------------------------------------------------

    def try_(self, do: Data, *, id: str | None = None, seq: int | None = None, **options: Any) -> httpx.Response:
        """Send a command and take in the answer."""
        command = {"id": id or secrets.token_urlsafe(12), "seq": self.seq if seq is None else seq, "do": do}
        answer = self.person.post(f"/api/tables/{self.id}/commands", command, **options)
        if answer.status_code == 200:
            for data in answer.json()["news"]:
                self.take(data)
        return answer

    def do(self, kind: str, **values: Any) -> Data:
        """Send a command that must be accepted."""
        answer = self.try_({"kind": kind, **values})
        assert answer.status_code == 200, (kind, values, answer.text)
        return self.state

    def refused(self, kind: str, **values: Any) -> str:
        """Send a command that must be refused; -> the code."""
        answer = self.try_({"kind": kind, **values})
        assert answer.status_code >= 400, answer.text
        return str(answer.json()["error"]["code"])

    def act(self, action: str) -> Data:
        """Say or play something."""
        return self.do("act", number=self.state["number"], action=action)

    def step(self, choose: Callable[[list[str]], str] = lambda options: options[0], state: Data | None = None) -> bool:
        """Do whatever there is to do now, or was when the table stood like this; -> whether there was something."""
        state = self.state if state is None else state
        number = state["number"]
        if state["you"]["seat"] is None:
            return False
        if state["phase"] == "shuffle":
            return self._shuffle(state)
        if "next" in state["can"] and not state["seats"][self.seat]["ready"]:
            self.do("next", number=number)
            return True
        if state["phase"] == "deal" and state["turn"] == self.seat and state["options"]:
            self.do("act", number=number, action=choose([option["action"] for option in state["options"]]))
            return True
        return False

    def _shuffle(self, state: Data) -> bool:
        shuffle = state["shuffle"]
        own = next((one for one in shuffle["entrants"] if one["seat"] == self.seat), None)
        if own is None or own["left_out"]:
            return False
        number = shuffle["number"]
        alone = len(shuffle["entrants"]) == 1
        if shuffle["stage"] == "commit" and own["hash"] is None and not alone:
            self.do("commit", number=number, hash=hashlib.sha256(self._secret).hexdigest())
            return True
        if own["secret"] is None and (alone or shuffle["stage"] == "reveal"):
            self.do("reveal", number=number, secret=self._secret.hex())
            return True
        return False

    def play(self, until: Callable[[Data], Any], within_s: float = LONG_S) -> Data:
        """Do what there is to do until something is so; needs a stream."""
        end = time.monotonic() + within_s
        while True:
            # Looked at and acted on is the same sight of the table: the stream may bring another one in between.
            seq, state = self.seq, self.state
            if until(state):
                return state
            assert time.monotonic() < end, state
            try:
                if not self.step(state=state):
                    self._newer(seq, 0.5)
            except AssertionError:
                # What we wanted is no longer to be done, and the stream says so, or will.
                if not self._newer(seq, PATIENCE_S):
                    raise

    def _newer(self, seq: int, within_s: float) -> bool:
        """Whether the stream brings, or has brought, something after an event."""
        with self._changed:
            return self._changed.wait_for(lambda: self.seq > seq, within_s)

    # -- the stream ------------------------------------------------------------------------------------------------

    def listen(self, *, last_event_id: str | None = None) -> Seat:
        """Open the stream and come back to it whenever it ends, as browsers do."""
        self._stop = False
        opened = threading.Event()
        self._stream = threading.Thread(target=self._listen, args=(opened, last_event_id), daemon=True)
        self._stream.start()
        assert opened.wait(PATIENCE_S)
        return self

    def hang_up(self) -> None:
        """Close the stream; the server hears of it at once."""
        self._stop = True
        if self._response is not None:
            # To close it would wait for the server's next word: another thread reads there.
            line: socket.socket = self._response.extensions["network_stream"].get_extra_info("socket")
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        if self._stream is not None:
            self._stream.join(PATIENCE_S)
            assert not self._stream.is_alive()

    def _listen(self, opened: threading.Event, last: str | None) -> None:
        while not self._stop:
            key = self.person.http.cookies.get("schafkopf")
            if key is None:
                # He has deleted himself.
                return
            # The address may have changed in the meantime.
            try:
                with httpx.Client(base_url=self.person.server.url) as http:
                    http.cookies.set("schafkopf", key)
                    last = self._hear(http, opened, last)
            except (httpx.HTTPError, httpx.StreamError, RuntimeError):
                time.sleep(0.1)

    def _hear(self, http: httpx.Client, opened: threading.Event, last: str | None) -> str | None:
        headers = {} if last is None else {"Last-Event-ID": last}
        timeout = httpx.Timeout(PATIENCE_S, read=PATIENCE_S)
        with http.stream("GET", f"/api/events?at={self.id}.{self.seq}", headers=headers, timeout=timeout) as response:
            self._response = response
            if response.status_code != 200:
                time.sleep(0.1)
                return last
            for id, data in frames(response.iter_lines()):
                opened.set()
                if id is not None:
                    last = id
                    self.ids.append(id)
                if data is not None:
                    self.heard.append(data)
                    if data["type"] in ("event", "snapshot"):
                        self.take(data)
                if self._stop:
                    return last
        return last


def billed(number: int = 1) -> Callable[[Data], bool]:
    """What is so once that many deals are over, whatever was dealt: the bill of one of them lies there, or the evening
    is over, as in a chalk game that ends with its last head.
    """
    return lambda state: state["phase"] == "over" or (state["phase"] == "between" and state["number"] >= number)


def still(*seats: int, tricks: int = 0) -> Callable[[Data], bool]:
    """What is so when a trick has begun and somebody of these seats is to add a card: nobody else does anything then.

    tricks: how many have been taken before, so that nobody may double any more.
    """

    def holds(state: Data) -> bool:
        if state["step"] != "play" or not state["trick"] or not state["trick"]["cards"]:
            return False
        return state["turn"] in seats and sum(state["tricks_taken"]) >= tricks

    return holds


def play_together(seats: Sequence[Seat], until: Callable[[Data], Any], within_s: float = LONG_S) -> None:
    """All do what there is to do until each of them sees something; they need streams.

    It should be something that stays so until one of them acts, as `billed` and `still`.
    """
    end = time.monotonic() + within_s
    while not all(until(seat.state) for seat in seats):
        assert time.monotonic() < end, [(seat.seq, seat.state) for seat in seats]
        moved = False
        for seat in seats:
            if until(seat.state):
                continue
            seq = seat.seq
            try:
                moved |= seat.step()
            except AssertionError:
                # Meanwhile something else has happened that answers it.
                if seat.seq == seq:
                    seat.look()
        if not moved:
            time.sleep(0.02)


def frames(lines: Iterator[str]) -> Iterator[tuple[str | None, Data | None]]:
    """Server-sent events: id and data. `(None, None)` for what only opens the stream or keeps it open."""
    id, data = None, None
    for line in lines:
        if not line:
            yield id, data
            id, data = None, None
        elif line.startswith("id:"):
            id = line[3:].strip()
        elif line.startswith("data:"):
            data = json.loads(line[5:])


def eventually(true: Callable[[], Any], within_s: float = PATIENCE_S, every_s: float = 0.05) -> Any:
    """Wait until something is so."""
    end = time.monotonic() + within_s
    while True:
        found = true()
        if found:
            return found
        assert time.monotonic() < end, true
        time.sleep(every_s)
