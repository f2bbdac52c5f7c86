"""Event streams: nothing missed, nothing twice, an end when the server ends."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections import Counter
from typing import Any

import httpx
import pytest
from tests.server.serving import PATIENCE_S, Data, Person, Seat, Server, billed, eventually, frames

from schafkopf.server.live.stream import Stream


def _collect(person: Person, at: str, until: int, *, last: str | None = None) -> list[tuple[str | None, Data]]:
    """The messages of a stream until `until` of them have come."""
    headers = {} if last is None else {"Last-Event-ID": last}
    found: list[tuple[str | None, Data]] = []
    with person.http.stream("GET", f"/api/events?at={at}", headers=headers) as response:
        assert response.status_code == 200
        for id, data in frames(response.iter_lines()):
            if data is not None:
                found.append((id, data))
            if len(found) >= until:
                break
    return found


def _playing(server: Server) -> Seat:
    # Ramsch where all pass: every deal is played.
    seat = server.person().quick(rules="bavaria+ramsch")
    seat.listen()
    seat.play(lambda state: state["phase"] == "deal" and state["turn"] == 0 and state["step"] == "play")
    return seat


def test_stream_has_its_headers_and_begins_at_once(server: Server) -> None:
    seat = server.person().quick()
    with seat.person.http.stream("GET", f"/api/events?at={seat.id}.0") as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        assert "no-transform" in response.headers["cache-control"]
        lines = response.iter_lines()
        assert next(lines).startswith("retry:")
        _, data = next(frame for frame in frames(lines) if frame[1] is not None)
        assert data is not None
        assert data["type"] == "snapshot"


def test_reconnect_gets_exactly_what_it_missed(server: Server) -> None:
    seat = _playing(server)
    seat.play(billed())
    seat.hang_up()
    heard = [data for data in seat.heard if data["type"] == "event"]
    last = heard[-1]["seq"]
    for start in (heard[0]["seq"], last - 7, last - 1):
        again = [data for _, data in _collect(seat.person, f"{seat.id}.{start}", last - start)]
        assert [data["seq"] for data in again] == list(range(start + 1, last + 1))
        # The same as the first time, but for the clock of the server.
        whole = {data["seq"]: data for data in heard}
        assert [{**data, "now_ms": 0} for data in again] == [{**whole[data["seq"]], "now_ms": 0} for data in again]


def test_last_event_id_goes_before_the_address(server: Server) -> None:
    """The browser comes back by the same address, with the id of the last message that it got."""
    seat = _playing(server)
    seat.hang_up()
    at = seat.look() and seat.seq
    found = _collect(seat.person, f"{seat.id}.0", 1, last=f"{seat.id}.{at - 1}")
    assert found[0][1]["type"] == "event"
    assert (found[0][0], found[0][1]["seq"]) == (f"{seat.id}.{at}", at)


def test_stream_that_has_missed_too_much_gets_a_snapshot(server: Server) -> None:
    # Ramsch where all pass: every deal is played, so that more has happened than is kept.
    seat = server.person().quick(rules="bavaria+ramsch")
    seat.listen()
    seat.play(lambda state: state["number"] == 5)
    for at in (1, 10**6):
        assert _collect(seat.person, f"{seat.id}.{at}", 1)[0][1]["type"] == "snapshot"
    seat.hang_up()


def test_one_stream_carries_several_tables(server: Server) -> None:
    person = server.person()
    one, two = person.new_table(), person.new_table()
    heard: list[tuple[str | None, Data]] = []

    def listen() -> None:
        path = f"/api/events?at={one.id}.0,{two.id}.0,{'0' * 32}.0"
        with person.http.stream("GET", path) as response:
            for id, data in frames(response.iter_lines()):
                if data is not None:
                    heard.append((id, data))
                if {"Eins", "Zwei"} <= {data["what"]["name"] for _, data in heard if data["type"] == "event"}:
                    return

    thread = threading.Thread(target=listen)
    thread.start()

    def first() -> Counter[tuple[str, str]]:
        return Counter((data["type"], data["table"]) for _, data in list(heard) if data["type"] != "event")

    eventually(lambda: first() == {("snapshot", one.id): 1, ("snapshot", two.id): 1, ("gone", "0" * 32): 1})
    tab = person.again()
    for table, name in ((two, "Zwei"), (one, "Eins")):
        tab.at(table.id).do("rename", name=name)
    thread.join(PATIENCE_S)
    assert not thread.is_alive()
    # Each message says where the reader stands at every table that there is.
    at = {part.split(".")[0]: int(part.split(".")[1]) for part in str(heard[-1][0]).split(",")}
    last = {data["table"]: data["seq"] for _, data in heard if data["type"] != "gone"}
    assert at == last
    assert last.keys() == {one.id, two.id}


def test_unknown_table_is_gone_and_the_others_go_on(server: Server) -> None:
    person = server.person()
    assert _collect(person, f"{'0' * 32}.7", 1)[0][1] == {"type": "gone", "table": "0" * 32}


def test_silence_is_broken(make_server) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server("--tune", "heartbeat_s=1")
    seat = server.person().new_table()
    began = time.monotonic()
    with seat.person.http.stream("GET", f"/api/events?at={seat.id}.{seat.seq}") as response:
        assert any(line.startswith(":") for line in response.iter_lines())
    # Usually after 15 s.
    assert time.monotonic() - began < 12


def test_sigterm_ends_open_streams_within_three_seconds(make_server) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server()
    # How long it takes on this machine, just now, where nobody is.
    plain_s = make_server().stop()
    seats = [server.person().quick() for _ in range(5)]
    for seat in seats:
        seat.listen()
    idle = socket.create_connection(("127.0.0.1", server.port))
    assert server.stop() < plain_s + 3.0
    for seat in seats:
        eventually(lambda seat=seat: seat.heard and seat.heard[-1]["type"] == "closing")
        assert seat.heard[-1]["retry_ms"] > 0
        seat.hang_up()
    idle.close()
    assert "Traceback" not in server.log
    assert '"error"' not in server.log


def test_sigterm_does_not_wait_for_a_body_that_never_comes_and_reports_no_fault(make_server) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server()
    plain_s = make_server().stop()
    key = server.person().key
    half = socket.create_connection(("127.0.0.1", server.port))
    half.sendall(
        b"POST /api/quick HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n"
        + f"Authorization: Bearer {key}\r\nExpect: 100-continue\r\n\r\n".encode()
    )
    # It waits for the body now.
    half.settimeout(PATIENCE_S)
    assert half.recv(4096) == b"HTTP/1.1 100 Continue\r\n\r\n"
    half.sendall(b'{"name":')
    assert server.stop() < plain_s + 4.0
    assert b" 503 " in half.recv(4096).split(b"\r\n")[0]
    half.close()
    assert '"error"' not in server.log


def test_reader_that_takes_nothing_loses_the_stream_and_misses_nothing() -> None:
    async def read() -> None:
        stream = Stream("p", most=20, heartbeat_s=15)
        pieces = stream.pieces()
        stream.push("t", 1, b"1")
        assert await anext(pieces) == b"id: t.1\ndata: 1\n\n"
        # The piece is being sent and does not get through; meanwhile the table goes on.
        for seq in range(2, 22):
            stream.push("t", seq, b"x")
        assert not stream.closed
        stream.push("t", 22, b"x")
        assert stream.overrun
        stream.push("t", 23, b"x")
        # Nothing more comes: the reader goes on from event 1, which is the last it has got.
        assert [piece async for piece in pieces] == []

    asyncio.run(read())


def test_reader_that_is_dead_is_let_go() -> None:
    async def read() -> str:
        stream = Stream("p", most=20, heartbeat_s=15)

        async def send() -> None:
            async for _ in stream.pieces():
                await asyncio.sleep(3600)

        sending = asyncio.create_task(send())
        stream.push("t", 1, b"1")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        now = asyncio.get_running_loop().time()
        stream.beat(now + 5)
        await asyncio.sleep(0)
        assert not sending.done()
        stream.beat(now + 25)
        await asyncio.wait([sending], timeout=5)
        return "cancelled" if sending.cancelled() and stream.overrun else "goes on"

    assert asyncio.run(read()) == "cancelled"


def test_joiner_gets_the_first_state_it_is_part_of(server: Server) -> None:
    """RD-03."""
    table = server.person().new_table()
    joiner = server.person()
    seat = joiner.at(table.id)
    seat.do("sit")
    found = _collect(joiner, f"{table.id}.0", 1)[0][1]
    assert found["type"] == "snapshot"
    assert found["state"]["you"]["seat"] == 1


def test_too_many_streams_of_one_person_are_refused(make_server) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server("--limits", "--tune", "streams=2")
    seat = server.person().new_table()
    url = f"/api/events?at={seat.id}.0"
    http = seat.person.http
    with http.stream("GET", url) as first, http.stream("GET", url) as second:
        assert [first.status_code, second.status_code] == [200, 200]
        assert http.get(url).status_code == 429
    eventually(lambda: _opens(http, url))


def _opens(http: httpx.Client, url: str) -> bool:
    with http.stream("GET", url) as response:
        return response.status_code == 200


@pytest.mark.parametrize("last", ["x;y", f"{'a' * 32}.1.2", "a.-1", "a.1e9", ",", "a" * 1300])
def test_bad_last_event_id_is_refused(server: Server, last: str) -> None:
    person: Any = server.person()
    answer = person.http.get("/api/events?at=" + "0" * 32 + ".0", headers={"Last-Event-ID": last})
    assert answer.status_code == 400
