"""Tournaments over HTTP: hosts, scorers, and those who look on."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import httpx
from tests.server.books.keeping import new_id
from tests.server.serving import Data, Person, Server

SOLO = {"contract": "solo", "declarer": 1, "won": True}
RUF = {"contract": "rufspiel", "declarer": 0, "partner": 2, "won": False}


class Tour:
    """A tournament as one person has it on his screen."""

    def __init__(self, person: Person, id: str) -> None:
        self.person = person
        self.id = id

    @classmethod
    def begin(cls, server: Server, players: int = 0, **settings: Any) -> Tour:
        """A new one, by a new host, with so many players."""
        person, id = server.person(), new_id()
        setup = {"name": "Maibock", "rounds": 3, "games": 4, **settings}
        answer = person.post("/api/tournaments", {"id": id, "settings": setup})
        assert answer.status_code == 201, answer.text
        tour = cls(person, id)
        if players:
            tour.do("enter", people=[{"name": f"Spieler {n}"} for n in range(1, players + 1)])
        return tour

    # -- to see ----------------------------------------------------------------------------------------------------

    def get(self, path: str = "", **query: Any) -> httpx.Response:
        """Something of it."""
        return self.person.http.get(f"/api/tournaments/{self.id}{path}", params=query)

    def read(self, path: str = "", **query: Any) -> bytes:
        """Something of it that must be there."""
        answer = self.get(path, **query)
        assert answer.status_code == 200, answer.text
        return answer.content

    def look(self, path: str = "") -> Data:
        """The view, or other data."""
        answer = self.get(path)
        assert answer.status_code == 200, answer.text
        found: Data = answer.json()
        return found

    def table(self, number: int, table: int) -> Data:
        """A table in the view."""
        found: Data = self.look()["rounds"][number - 1]["tables"][table - 1]
        return found

    def code(self, path: str = "", **query: Any) -> tuple[int, str]:
        """How it is refused to show something."""
        return refusal(self.get(path, **query))

    # -- to do -----------------------------------------------------------------------------------------------------

    def try_(self, what: str, *, id: str | None = None, seq: int | None = None, **values: Any) -> httpx.Response:
        """Command something, on sight of what there is now or was at `seq`; `chosen` is the `seq` of `choose`."""
        seq = self.look()["seq"] if seq is None else seq
        do = {"do": what, **values}
        if what == "choose":
            do["seq"] = do.pop("chosen")
        command = {"id": id or secrets.token_urlsafe(9), "seq": seq, "do": do}
        return self.person.post(f"/api/tournaments/{self.id}/commands", command)

    def do(self, what: str, **values: Any) -> int:
        """Command something that must be done; -> where the tournament is then."""
        answer = self.try_(what, **values)
        assert answer.status_code == 200, (what, answer.text)
        return int(answer.json()["seq"])

    def refused(self, what: str, **values: Any) -> tuple[int, str]:
        """Command something that must be refused."""
        return refusal(self.try_(what, **values))

    def score(self, number: int, table: int, points: Sequence[int], **values: Any) -> httpx.Response:
        """Type totals in."""
        draw = values.pop("draw", None) or self.look()["rounds"][number - 1]["draw"]["seq"]
        result = {"points": list(points)}
        return self.try_("score", round=number, table=table, draw=draw, result=result, **values)

    def play(self, number: int, table: int, game: str, entry: Data, **values: Any) -> httpx.Response:
        """Write a game down."""
        draw = self.look()["rounds"][number - 1]["draw"]["seq"]
        return self.try_("play", round=number, table=table, draw=draw, game=game, entry=entry, **values)

    def round(self, number: int) -> Data:
        """Draw a round, type all tables in, close it; -> the round."""
        self.do("draw", round=number)
        for table in self.look()["rounds"][number - 1]["tables"]:
            size = len(table["seats"])
            answer = self.score(number, table["table"], [3 * size - 3, *[-3] * (size - 1)])
            assert answer.status_code == 200, answer.text
        self.do("close_round", round=number)
        found: Data = self.look()["rounds"][number - 1]
        return found

    # -- others ----------------------------------------------------------------------------------------------------

    def key(self, role: str) -> str:
        """The key of a link that one may pass on."""
        links = self.person.http.get(f"/api/books/{self.id}/links").json()["links"]
        path: str = next(link["path"] for link in links if link["role"] == role)
        return path.partition("#")[2]

    def joined(self, person: Person, key: str) -> Tour:
        """Somebody comes in by a link."""
        answer = person.post(f"/api/books/{self.id}/join", {"key": key})
        assert answer.status_code == 200, answer.text
        return Tour(person, self.id)

    def with_(self, role: str, server: Server | None = None) -> Tour:
        """A new person with a role."""
        return self.joined((server or self.person.server).person(), self.key(role))

    def at_table(self, number: int, table: int) -> Tour:
        """A new person with a phone at a table, by the code on its card."""
        link: str = self.look(f"/rounds/{number}/tables/{table}")["link"]
        return self.joined(self.person.server.person(), link.partition("#")[2])

    def restored(self, backup: bytes) -> Tour:
        """A tournament from a backup, by the same person."""
        id = new_id()
        answer = self.person.post("/api/tournaments/restore", {"id": id, "text": backup.decode()})
        assert answer.status_code == 201, answer.text
        return Tour(self.person, id)


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of something that was refused."""
    assert answer.status_code >= 400, answer.text
    return answer.status_code, str(answer.json()["error"]["code"])
