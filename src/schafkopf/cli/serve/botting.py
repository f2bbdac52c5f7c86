"""A bot on another machine: speaks the public protocol and nothing else (docs/bot-api.md)."""

from __future__ import annotations

import hashlib
import json
import secrets
import sys
import time
from collections.abc import Iterator
from http.client import HTTPException
from random import SystemRandom
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

from schafkopf.cli.mind import announce_bots
from schafkopf.cli.serve.mind import BOTS
from schafkopf.cli.serve.sight import Data, Sight
from schafkopf.engine.bots.player import Player, player
from schafkopf.game.alphabet import LEVELS

_PATIENCE_S = 45.0
"""The server breaks its silence every 15 s."""
_LATER = (429, 502, 503, 504)
"""Too much, or the server is about to come back: to be asked again, as if it had not been reached."""
_WAIT_S = 1.0
_LONGEST_WAIT_S = 30.0
_MOVED_ON = frozenset({"table/phase", "table/stale", "table/too-late", "turn/not-yours", "turn/over"})
"""The table has moved on in the meantime: the next message says how."""
_TRIES = 5


class Refused(Exception):
    """The server said no; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Line:
    """The way to the server, for one person."""

    def __init__(self, server: str, key: str | None) -> None:
        self._server = server.rstrip("/")
        self._key = key

    def ask(self, method: str, path: str, body: Data | None = None) -> Any:
        """One request. Raises Refused, or OSError if the server is not reached."""
        with self._open(method, path, body) as answer:
            if self._key is None:
                self._key = _cookie(answer.headers.get_all("Set-Cookie") or [])
            content = answer.read()
            return json.loads(content) if content else None

    def stream(self, at: str) -> Iterator[Data]:
        """The messages of the event stream, until it ends. Raises like `ask`."""
        with self._open("GET", f"/api/events?at={quote(at)}", None) as answer:
            for line in answer:
                if line.startswith(b"data:"):
                    yield json.loads(line[5:])

    def _open(self, method: str, path: str, body: Data | None) -> Any:
        headers = {"Content-Type": "application/json"}
        if self._key is not None:
            headers["Authorization"] = f"Bearer {self._key}"
        data = None if body is None else json.dumps(body).encode()
        try:
            return urlopen(Request(self._server + path, data, headers, method=method), timeout=_PATIENCE_S)
        except HTTPError as error:
            if error.code in _LATER:
                raise
            try:
                code = json.loads(error.read())["error"]["code"]
            except (ValueError, KeyError, TypeError):
                code = f"http/{error.code}"
            raise Refused(code) from None


def _cookie(headers: list[str]) -> str | None:
    for header in headers:
        name, _, rest = header.partition("=")
        if name == "schafkopf":
            return rest.partition(";")[0]
    return None


class Guest:
    """A bot at one table."""

    def __init__(self, line: Line, table: str, mind: Player) -> None:
        self._line = line
        self._table = table
        self._mind = mind
        self._sight = Sight()
        self._secret = secrets.token_bytes(32)
        self._answered: tuple[object, ...] = ()
        self.blind = 0
        """Answers without a view, because the beginning of the deal was missed."""

    def sit(self, name: str | None) -> None:
        """Take a seat, if one has none."""
        found = self._line.ask("GET", f"/api/tables/{quote(self._table)}")
        self._table = found["table"]
        self._sight.take(found)
        if self._sight.seat is None:
            self._do({"kind": "sit", **({} if name is None else {"name": name})})

    def play(self) -> bool:
        """Play until the evening is over or the seat is lost (True), or the stream ends (False)."""
        # What was to be done when the line broke; of that the stream says nothing new.
        self._respond()
        if self._done:
            return True
        for data in self._line.stream(f"{self._table}.{self._sight.seq}"):
            if data["type"] == "closing":
                return False
            if data["type"] == "gone":
                return True
            self._sight.take(data)
            self._respond()
            if self._done:
                return True
        return False

    @property
    def _done(self) -> bool:
        return self._sight.state["phase"] == "over" or self._sight.seat is None

    def _do(self, do: Data) -> None:
        """Send a command, again and again until there is an answer: the id makes that safe. Raises like `ask`."""
        command = {"id": secrets.token_urlsafe(12), "seq": self._sight.seq, "do": do}
        for left in reversed(range(_TRIES)):
            try:
                for data in self._line.ask("POST", f"/api/tables/{self._table}/commands", command)["news"]:
                    self._sight.take(data)
                return
            except (OSError, HTTPException):
                if not left:
                    raise
                time.sleep(_WAIT_S)

    def _respond(self) -> None:
        while True:
            do = self._wanted()
            if do is None or self._answered == (mark := self._mark(do)):
                return
            try:
                self._do(do)
                self._answered = mark
            except Refused as error:
                self._answered = mark
                if error.code not in _MOVED_ON:
                    print(f"schafkopf: {error.code}", file=sys.stderr)
                return

    def _mark(self, do: Data) -> tuple[object, ...]:
        state = self._sight.state
        return (do["kind"], state["number"], state["practice"], len(state["said"]), tuple(state["sizes"]), str(do))

    def _wanted(self) -> Data | None:
        """What there is to do now."""
        state = self._sight.state
        number, seat = state["number"], self._sight.seat
        if seat is None:
            return None
        if "back" in state["can"]:
            return {"kind": "back"}
        if "answer" in state["can"]:
            return {"kind": "answer", "agree": True}
        if "next" in state["can"] and not state["seats"][seat]["ready"]:
            return {"kind": "next", "number": number}
        if state["phase"] == "shuffle":
            if state["shuffle"] is None:
                return None
            return self._shuffling(state["shuffle"], seat)
        action = self._action() if self._sight.options else None
        return None if action is None else {"kind": "act", "number": number, "action": action}

    def _shuffling(self, shuffle: Data, seat: int) -> Data | None:
        own = next((one for one in shuffle["entrants"] if one["seat"] == seat), None)
        if own is None or own["left_out"]:
            return None
        number = shuffle["number"]
        if shuffle["stage"] == "commit" and own["hash"] is None:
            self._secret = secrets.token_bytes(32)
            return {"kind": "commit", "number": number, "hash": hashlib.sha256(self._secret).hexdigest()}
        if shuffle["stage"] == "reveal" and own["secret"] is None:
            return {"kind": "reveal", "number": number, "secret": self._secret.hex()}
        return None

    def _action(self) -> str | None:
        options = self._sight.options
        mine = self._sight.state["turn"] == self._sight.seat
        words = [option for option in options if option in LEVELS]
        if mine and len(options) == 1:
            return options[0]
        view = self._sight.view()
        if view is None:
            self.blind += 1
            return next((option for option in options if option not in LEVELS), None) if mine else None
        from schafkopf.engine.bots.player import OWN

        if mine or not words:
            said = self._mind.choose(view, SystemRandom(), OWN)
            return said if said in options else options[0]
        return self._mind.double(view, SystemRandom(), OWN)


def _is_address(server: str) -> bool:
    try:
        parts = urlsplit(server)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _reason(error: Exception) -> str:
    """Why the server was not reached."""
    cause = getattr(error, "reason", error)
    return str(getattr(cause, "strerror", None) or cause) or type(error).__name__


def run(server: str, table: str, *, level: str, name: str | None, key: str | None) -> int:
    """Play until the evening is over; the exit code."""
    if not _is_address(server):
        print(f"schafkopf: {server!r} is no address of a server; it begins with http:// or https://", file=sys.stderr)
        return 2
    try:
        mind = player(BOTS.get(level, level))
    except ValueError as error:
        print(f"schafkopf: the levels are {', '.join(BOTS)}; among the engine's bots, {error}", file=sys.stderr)
        return 2
    announce_bots("en", BOTS.get(level, level))
    line = Line(server, key)
    guest = Guest(line, table, mind)
    seated, wait = False, _WAIT_S
    while True:
        try:
            if not seated:
                line.ask("GET", "/api/me")
                guest.sit(name)
                seated = True
            if guest.play():
                return 0
            wait = _WAIT_S
        except Refused as error:
            unknown = error.code == "table/not-found"
            text = f"there is no table {table!r} at {server}, or not any more ({error.code})" if unknown else error.code
            print(f"schafkopf: {text}", file=sys.stderr)
            return 1
        except (OSError, HTTPException, ValueError) as error:
            print(f"schafkopf: {server}: {_reason(error)}; trying again in {wait:.0f} s", file=sys.stderr)
            wait = min(2 * wait, _LONGEST_WAIT_S)
        except KeyboardInterrupt:
            return 0
        time.sleep(wait)
