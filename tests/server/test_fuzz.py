"""Requests made up from the description of the interface: no fault of the server, and every answer as described."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.server.serving import Seat, Server

CHECKS = [
    *(not_a_server_error, status_code_conformance, content_type_conformance),
    *(response_headers_conformance, response_schema_conformance),
]
ENDLESS = "/api/events"
"""The event stream; it has a test of its own."""
few = settings(max_examples=20, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
many = settings(few, max_examples=400)


@dataclass
class Place:
    """A server with something going on: whose turn it is at a table, people who wait at another."""

    server: Server
    playing: Seat
    waiting: Seat
    guest: str
    rng: random.Random

    def aim(self, case: Any) -> None:
        """Ask for tables that there are, and as somebody who is known there."""
        if "table" in (case.path_parameters or {}):
            keys = (self.playing.id, self.waiting.id, self.playing.state["code"], "0" * 32)
            case.path_parameters["table"] = self.rng.choice(keys)

    def headers(self, *others: str) -> dict[str, str]:
        """Who asks: the player, somebody else, or nobody; or one of these."""
        key = self.rng.choice(others or (self.playing.person.key, self.playing.person.key, self.guest, None))
        return {"X-Schafkopf": "1"} if key is None else {"Authorization": f"Bearer {key}"}


@pytest.fixture(scope="module")
def place(server: Server) -> Iterator[Place]:
    # Ramsch where all pass: every deal is played.
    playing = server.person().quick(rules="bavaria+ramsch")
    playing.listen()
    playing.play(lambda state: state["step"] == "play" and state["turn"] == 0)
    yield Place(server, playing, server.person().new_table(), server.person().key, random.Random(8))
    playing.hang_up()


@pytest.fixture(scope="module")
def operations(server: Server) -> dict[str, Any]:
    """By their ids."""
    described = schemathesis.openapi.from_url(f"{server.url}/schema")
    found = [result.ok() for result in described.get_all_operations()]
    return {operation.definition.raw["operationId"]: operation for operation in found}


OPERATIONS = (
    *("me", "setMe", "deleteMe", "exportMe", "register", "login", "logout"),
    *("tables", "newTable", "quick", "table", "command", "hint", "report", "records", "fairness"),
    *("rulesets", "rulesForm", "rulebook", "replay", "qr"),
)

ENDING = ("deleteMe", "register", "login", "logout")


ELSEWHERE = {"tournament", "books", "sheets"}
"""Tags of operations that have tests like these of their own: tests/server/books."""


def test_every_operation_is_tried(operations: dict[str, Any]) -> None:
    here = {name for name, operation in operations.items() if not ELSEWHERE & set(operation.definition.raw["tags"])}
    assert here == {*OPERATIONS, "events"}


def every(operation: Any, how: settings, do: Callable[[Any], None]) -> None:
    """Do it with as many requests as `how` says, good ones and bad ones."""
    good = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
    bad = operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)

    @how
    @given(case=good | good | bad)
    def tried(case: Any) -> None:
        do(case)

    tried()


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_route(name: str, operations: dict[str, Any], place: Place) -> None:
    def do(case: Any) -> None:
        place.aim(case)
        # After these a key may no longer be good: only somebody who has nothing to lose asks for them.
        headers = place.headers(place.server.person().key) if name in ENDING else place.headers()
        case.call_and_validate(headers=headers, checks=CHECKS, timeout=30)

    every(operations[name], few, do)


@pytest.mark.parametrize("name", ["command", "newTable", "quick"])
def test_what_changes_tables(name: str, operations: dict[str, Any], place: Place) -> None:
    """More of these, and many of them nearly right."""
    answered: Counter[int] = Counter()

    def do(case: Any) -> None:
        place.aim(case)
        doing = case.body.get("do") if isinstance(case.body, dict) else None
        if isinstance(doing, dict):
            if isinstance(doing.get("number"), int):
                doing["number"] = place.playing.look()["number"]
            case.body["seq"] = place.rng.choice((0, place.playing.seq, 10**6))
        answer = case.call_and_validate(headers=place.headers(), checks=CHECKS, timeout=30)
        answered[answer.status_code] += 1

    every(operations[name], many, do)
    # Requests that only knock at the door would try nothing.
    assert answered[200] + answered[201] + answered[409] + answered[422] > 15, answered


@pytest.mark.parametrize("seed", range(40))
def test_event_streams_begin_or_are_refused(seed: int, place: Place) -> None:
    rng = random.Random(seed)
    parts = [place.playing.id, place.waiting.id, "0" * 32, "", "x" * 70, "ä", "..", "%00", "-", "_"]
    seqs = ["0", "1", str(place.playing.seq), "999999999", "-1", "9" * 12, "٣", "", "1.2", "1e3"]

    def some() -> str:
        return ",".join(f"{rng.choice(parts)}.{rng.choice(seqs)}" for _ in range(rng.choice((1, 1, 1, 2, 20))))

    good = f"{place.playing.id}.0"
    query = {"at": rng.choice((some(), good, good))}
    headers = {**place.headers(), **({"Last-Event-ID": some().encode()} if rng.random() < 0.6 else {})}
    with httpx.stream("GET", f"{place.server.url}{ENDLESS}", params=query, headers=headers, timeout=30) as answer:  # type: ignore[arg-type]
        assert answer.status_code in (200, 400, 401), (query, headers)
        if answer.status_code == 200:
            assert next(answer.iter_lines()).startswith("retry:")
        else:
            assert json.loads(answer.read())["error"]["code"] in ("request/syntax", "person/unknown")


ODD_PATHS = (
    *(
        "/..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/..%5c..%5cx",
        "/%00",
        "/assets/%00.js",
        "//x",
        "/ä",
    ),
    *(
        "/t/%F0%9F%82%A1",
        "/api/tables/%00",
        "/api/tables/%2e%2e",
        "/api//tables",
        "/API/me",
        "/api/me/",
        "/.git/config",
    ),
    *("/assets/" + "a" * 3000 + ".js", "/api/tables/" + "a" * 3000, "/index.html/x", "/chunks.json/", "/t/../../x"),
    *("/assets/%ff%fe.js", "/api/qr?text=%ff", "/api/qr?text=http://%00", "/api/rulesets?lang=%00", "/?%00=%ff"),
)


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW"])
def test_odd_paths_and_methods(method: str, place: Place) -> None:
    key = {"Authorization": f"Bearer {place.guest}"}
    with httpx.Client(base_url=place.server.url, headers=key, timeout=20) as http:
        for path in (
            *ODD_PATHS,
            "/api/quick",
            "/api/me/export",
            f"/api/tables/{place.waiting.id}",
            "/schema",
            "/metrics",
        ):
            if method == "DELETE" and path == "/api/me/":
                continue
            answer = http.request(method, path)
            assert answer.status_code < 500 or (answer.status_code == 503 and b"not built" in answer.content), (
                method,
                path,
            )
            assert "root:" not in answer.text


ODD_HEADERS: tuple[dict[str, bytes], ...] = (
    {"Cookie": b"schafkopf=\xff\xfe"},
    {"Cookie": b"schafkopf=" + b"a" * 6000},
    {"Cookie": b";;;=;schafkopf"},
    {"Authorization": b"Bearer \xe4"},
    {"Authorization": b"Basic " + b"a" * 6000},
    {"Authorization": b""},
    {"Accept-Encoding": b"gzip;q=\xff, br;;;"},
    {"Accept-Language": b"de;q=nan,en;q=inf,*;q=-1" + b",x" * 2000},
    {"If-None-Match": b"\xff" * 100},
    {"Content-Type": b"multipart/form-data; boundary=x"},
    {"Content-Type": b"application/x-msgpack"},
    {"Content-Type": b"application/json; charset=utf-16"},
    {"Content-Type": b"\xff"},
    {"Host": b""},
    {"Host": b"\xe4:1"},
    {"Origin": b"http://[::1"},
    {"Sec-Fetch-Site": b"\xff"},
    {"X-Forwarded-For": b"not an address, \xff"},
    {"X-Forwarded-Proto": b"\xff"},
    {"Last-Event-ID": b"\x01"},
    {"Range": b"bytes=0-1,-5"},
    {"Expect": b"100-continue"},
)


@pytest.mark.parametrize("headers", ODD_HEADERS, ids=lambda headers: "-".join(headers))
def test_odd_headers(headers: dict[str, bytes], place: Place) -> None:
    sent = {"X-Schafkopf": b"1", "Content-Type": b"application/json", **headers}
    for method, path in (("GET", "/api/me"), ("GET", "/"), ("POST", "/api/rules/form"), ("POST", "/api/logout")):
        answer = httpx.request(method, place.server.url + path, headers=sent, content=b"{}", timeout=20)
        assert answer.status_code < 500 or (answer.status_code == 503 and b"not built" in answer.content), (
            path,
            headers,
        )


def test_nothing_went_wrong_in_all_this(place: Place) -> None:
    """Runs last: the server has logged no fault, and the table goes on."""
    assert '"fault"' not in place.server.log
    assert '"error"' not in place.server.log
    assert httpx.get(f"{place.server.url}/healthz").status_code == 200
    assert place.server.person().quick().state["phase"] == "shuffle"
