"""Score sheets over HTTP: who writes, who looks on, who follows."""

from __future__ import annotations

import contextlib
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import httpx
from tests.server.serving import PATIENCE_S, Data, Person, Server, frames

PEOPLE = ("Anna", "Beni", "Cilli", "Dora")


def new_id() -> str:
    """An id as a phone makes it."""
    return secrets.token_urlsafe(16)


def op(do: str, *, device: str = "phone", id: str = "", at_ms: int = 1_796_061_600_000, **values: Any) -> Data:
    """An op."""
    return {"id": id or secrets.token_urlsafe(9), "device": device, "at_ms": at_ms, "do": do, **values}


def beginning(rules: str = "bavaria", people: Sequence[str] = PEOPLE) -> list[Data]:
    """Rules, and four people at the table; a person's id is the name in small letters."""
    joined = [op("joined", person=name.casefold(), name=name) for name in people]
    return [op("ruled", rules=rules), *joined]


def ruf(points: int = 61, *, declarer: str = "anna", partner: str = "cilli", **how: Any) -> Data:
    """A Ruf, dealt by Dora."""
    result = {"contract": "rufspiel", "declarer": declarer, "partner": partner, "points": points}
    players = ["anna", "beni", "cilli", "dora"]
    return op("entered", content={"line": "played", "dealer": "dora", "players": players, "result": result}, **how)


class Sheet:
    """A sheet as one person has it."""

    def __init__(self, person: Person, id: str) -> None:
        self.person = person
        self.id = id

    @classmethod
    def begin(cls, person: Person, ops: Sequence[Data] = ()) -> Sheet:
        """A new one."""
        id = new_id()
        answer = person.post("/api/sheets", {"id": id, "ops": list(ops)})
        assert answer.status_code == 201, answer.text
        return cls(person, id)

    def look(self, after: int = 0) -> Data:
        """The sheet, with what came after `after`."""
        answer = self.person.http.get(f"/api/sheets/{self.id}", params={"after": after})
        assert answer.status_code == 200, answer.text
        found: Data = answer.json()
        return found

    def try_(self, *ops: Any, after: int = 0) -> httpx.Response:
        """Send ops."""
        return self.person.post(f"/api/sheets/{self.id}/ops", {"ops": ops, "after": after})

    def write(self, *ops: Data, after: int = 0) -> Data:
        """Send ops that must be taken."""
        answer = self.try_(*ops, after=after)
        assert answer.status_code == 200, answer.text
        found: Data = answer.json()
        return found

    def key(self, role: str) -> str:
        """The key of a link that one may pass on."""
        path: str = next(link["path"] for link in self.look()["links"] if link["role"] == role)
        return path.partition("#")[2]

    def shared_with(self, person: Person, role: str = "write") -> Sheet:
        """Somebody comes in by a link."""
        answer = person.post(f"/api/books/{self.id}/join", {"key": self.key(role)})
        assert answer.status_code == 200, answer.text
        return Sheet(person, self.id)

    def backup(self) -> bytes:
        """The sheet as a file."""
        answer = self.person.http.get(f"/api/sheets/{self.id}/backup")
        assert answer.status_code == 200, answer.text
        return answer.content

    def code(self) -> tuple[int, str]:
        """How it is refused to look."""
        answer = self.person.http.get(f"/api/sheets/{self.id}")
        return answer.status_code, answer.json()["error"]["code"]


def ids(log: Sequence[Data]) -> list[str]:
    """Of ops, in order."""
    return [one["id"] for one in log]


class Follower:
    """Follows a book, as browsers do: comes back whenever the stream ends, and goes on after the last id."""

    def __init__(self, person: Person, book: str, after: int = 0, *, last_event_id: str | None = None) -> None:
        self.heard: list[Data] = []
        self.refused: int | None = None
        self._server, self._key = person.server, person.key
        self._book, self._after = book, after
        self._last = last_event_id
        self._changed = threading.Condition()
        self._opened = threading.Event()
        self._stop = False
        threading.Thread(target=self._run, daemon=True).start()
        assert self._opened.wait(PATIENCE_S)

    @property
    def ops(self) -> list[Data]:
        """All ops that have come."""
        return [one for data in self.heard if data["type"] == "ops" for one in data["ops"]]

    def until(self, true: Callable[[Follower], Any]) -> Follower:
        """Wait for what is to come."""
        with self._changed:
            assert self._changed.wait_for(lambda: true(self), PATIENCE_S), self.heard
        return self

    def hang_up(self) -> None:
        """No more. The thread ends with the next thing that it hears."""
        self._stop = True

    def _run(self) -> None:
        while not self._stop and self.refused is None:
            with contextlib.suppress(httpx.HTTPError, httpx.StreamError, RuntimeError):
                self._hear()
            time.sleep(0.1)

    def _hear(self) -> None:
        headers = {} if self._last is None else {"Last-Event-ID": self._last}
        path = f"/api/books/{self._book}/stream?after={self._after}"
        with httpx.Client(base_url=self._server.url, timeout=PATIENCE_S) as http:
            http.cookies.set("schafkopf", self._key)
            with http.stream("GET", path, headers=headers) as response:
                if response.status_code != 200:
                    with self._changed:
                        self.refused = response.status_code
                        self._opened.set()
                        self._changed.notify_all()
                    return
                for id, data in frames(response.iter_lines()):
                    self._opened.set()
                    with self._changed:
                        self._last = id if id is not None else self._last
                        if data is not None:
                            self.heard.append(data)
                            self._changed.notify_all()
                    if self._stop:
                        return


def pair(make_server: Any, folder: Any, database: str | None) -> tuple[Server, Server]:
    """Two processes with one secret and one database; None: SQLite."""
    return tuple(make_server(folder=folder, database=database) for _ in range(2))  # type: ignore[return-value]
