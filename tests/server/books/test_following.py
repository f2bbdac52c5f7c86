"""What happens on a sheet, live: several phones, several processes, streams that break."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from tests.server.books.keeping import Follower, Sheet, beginning, ids, op, pair, ruf
from tests.server.books.touring import Tour
from tests.server.serving import Server, eventually

from schafkopf.server.store.engine import open_engine, url_of
from schafkopf.server.store.schema import books, entries


def test_a_stream_goes_on_where_it_broke(server: Server) -> None:
    mine = Sheet.begin(server.person(), beginning())
    theirs = mine.shared_with(server.person(), "view")
    first = Follower(theirs.person, mine.id, 5)
    games = [ruf(points) for points in (61, 70, 80)]
    for game in games:
        mine.write(game)
    first.until(lambda it: len(it.ops) == 3)
    first.hang_up()
    assert first.ops == mine.look(5)["log"]
    missed = [ruf(90), op("named", title="Weiter")]
    mine.write(*missed)
    # As a browser comes back: the address is the old one, the header says what was seen.
    again = Follower(theirs.person, mine.id, 5, last_event_id=f"{mine.id}.7").until(lambda it: len(it.ops) == 3)
    again.hang_up()
    assert ids(again.ops) == ids([games[2], *missed])
    assert again.heard[-1]["seq"] == 10
    whole = Follower(mine.person, mine.id).until(lambda it: len(it.ops) == 10)
    whole.hang_up()
    assert whole.ops == mine.look()["log"]


@pytest.mark.parametrize("last", ["x", "", "..", f"{'x' * 22}.3", "-1", "1e3"])
def test_an_id_that_is_none_is_no_place_in_the_log(last: str, server: Server) -> None:
    mine = Sheet.begin(server.person(), beginning())
    found = Follower(mine.person, mine.id, 4, last_event_id=last).until(lambda it: it.ops)
    found.hang_up()
    assert [one["seq"] for one in found.ops] == [5]


def test_a_long_sheet_comes_in_pieces(server: Server) -> None:
    mine = Sheet.begin(server.person(), [op("named", title=f"{n}") for n in range(450)])
    found = Follower(mine.person, mine.id).until(lambda it: len(it.ops) == 450)
    found.hang_up()
    assert [one["seq"] for one in found.ops] == list(range(1, 451))
    assert len(found.heard) > 1


def test_where_the_database_is_an_older_one_everything_is_told(server: Server) -> None:
    """MO: restored from a backup, the server has less than a phone has seen; the phone brings the rest back."""
    mine = Sheet.begin(server.person(), beginning())
    assert mine.look(900)["seq"] == 5
    other = Follower(mine.shared_with(server.person()).person, mine.id, 5)
    found = Follower(mine.person, mine.id, 900).until(lambda it: len(it.ops) == 5)
    mine.write(ruf())
    found.until(lambda it: len(it.ops) == 6)
    found.hang_up()
    other.until(lambda it: len(it.ops) == 1)
    other.hang_up()


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
def test_streams_of_books_do_not_hold_up_the_end(make_server) -> None:  # type: ignore[no-untyped-def]
    """RC-8"""
    server: Server = make_server()
    # How long it takes on this machine, just now, where nobody is.
    plain_s = make_server().stop()
    mine = Sheet.begin(server.person(), beginning())
    following = [Follower(mine.person, mine.id, 5) for _ in range(5)]
    assert server.stop() < plain_s + 3.0
    for one in following:
        one.until(lambda it: any(data["type"] == "closing" for data in it.heard))
    server.start()
    mine.write(ruf())
    for one in following:
        one.until(lambda it: it.ops)
        one.hang_up()


def test_who_deletes_himself_follows_nothing(server: Server) -> None:
    mine = Sheet.begin(server.person(), beginning())
    theirs = mine.shared_with(server.person())
    found = Follower(theirs.person, mine.id, 5)
    assert theirs.person.http.delete("/api/me").status_code == 204
    found.until(lambda it: it.refused)
    assert found.refused == 401
    mine.write(ruf())
    assert found.ops == []


def test_a_stream_has_no_head_and_no_other_methods(server: Server) -> None:
    mine = Sheet.begin(server.person(), beginning())
    for method in ("HEAD", "POST", "PUT"):
        assert mine.person.http.request(method, f"/api/books/{mine.id}/stream").status_code in (404, 405)


# -- two processes ---------------------------------------------------------------------------------------------------


@pytest.fixture(params=["sqlite", "postgresql"])
def two(request: pytest.FixtureRequest, make_server, tmp_path: Path) -> tuple[Server, Server]:  # type: ignore[no-untyped-def]
    """Two processes with one database."""
    database = None if request.param == "sqlite" else request.getfixturevalue("postgresql")
    return pair(make_server, tmp_path, database)


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
def test_two_processes_hear_each_other(two: tuple[Server, Server]) -> None:
    here, there = two
    mine = Sheet.begin(here.person(), beginning())
    theirs = Sheet(mine.shared_with(here.person()).person.again(there), mine.id)
    at_one, at_other = Follower(mine.person, mine.id, 5), Follower(theirs.person, mine.id, 5)

    def send(place: int) -> None:
        (mine, theirs)[place % 2].write(ruf(61 + place), op("named", title=f"{place}"))

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(send, range(16)))
    log = mine.look(5)["log"]
    assert theirs.look(5)["log"] == log
    assert [one["seq"] for one in log] == list(range(6, 38))
    for one in (at_one, at_other):
        one.until(lambda it: len(it.ops) >= 32)
        assert one.ops == log
    # The same op to both at once is one op.
    game = ruf(120)
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(lambda sheet: sheet.write(game), (mine, theirs)))
    assert mine.look()["seq"] == 38
    # Thrown out through one process, a stream at the other ends.
    assert mine.person.post(f"/api/books/{mine.id}/links/write/renew").status_code == 200
    at_other.until(lambda it: it.refused)
    assert at_other.heard[-1] == {"type": "gone", "book": mine.id}
    at_one.hang_up()
    # Begun at both at once it is one sheet.
    again, ops = mine.person.again(there), beginning()
    for n in range(8):
        body = {"id": f"{n}".rjust(22, "x"), "ops": ops}
        with ThreadPoolExecutor(2) as threads:
            sent = list(threads.map(lambda one, body=body: one.post("/api/sheets", body), (mine.person, again)))
        assert [answer.status_code for answer in sent] == [201, 201], [answer.text for answer in sent]
        assert sent[0].json()["log"] == sent[1].json()["log"]


# -- what is old -----------------------------------------------------------------------------------------------------


def test_what_nobody_will_miss_is_deleted(make_server) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server("--tune", "keep_unused_books_s=20000,keep_books_s=40000,keep_empty_s=1")
    person = server.person()
    unused, followed = Sheet.begin(person, beginning()), Sheet.begin(person, beginning())
    follower = Follower(person, followed.id, 5)
    old, young = (Sheet.begin(person, [*beginning(), ruf()]) for _ in range(2))
    # A tournament is announced with its date, weeks before anybody is on its list.
    nothing, announced = Tour.begin(server), Tour.begin(server, start="2027-01-06T13:00")
    engine = open_engine(url_of(server.database or str(server.folder / "schafkopf" / "tables.db")))
    ages = {followed.id: 20_001, young.id: 20_001, unused.id: 20_001, old.id: 40_001}
    ages |= {nothing.id: 20_001, announced.id: 20_001}
    with engine.connect().execution_options(writes=True) as connection:
        for one, age_s in ages.items():
            earlier = sa.update(books).where(books.c.id == one)
            connection.execute(earlier.values(changed_ms=books.c.changed_ms - age_s * 1000))
        connection.commit()
    for gone in (unused, old):
        eventually(lambda gone=gone: person.http.get(f"/api/sheets/{gone.id}").status_code == 404)
    eventually(lambda: nothing.get().status_code == 404)
    assert announced.get().status_code == 200
    # What somebody looks at stays, and what was used.
    assert (followed.look()["seq"], young.look()["seq"]) == (5, 6)
    follower.hang_up()
    with engine.connect() as connection:
        left = sa.select(sa.func.count()).where(entries.c.book_id.in_((old.id, unused.id)))
        assert connection.execute(left).scalar_one() == 0
    engine.dispose()


def test_what_a_stream_says_is_no_more_than_the_sheet(server: Server) -> None:
    """Nobody learns by following who else is there, or who wrote."""
    mine = Sheet.begin(server.person(), beginning())
    theirs = mine.shared_with(server.person(), "view")
    found = Follower(theirs.person, mine.id).until(lambda it: len(it.ops) == 5)
    found.hang_up()
    raw = httpx.get(f"{server.url}/api/sheets/{mine.id}", headers={"Authorization": f"Bearer {theirs.person.key}"}).text
    for text in (str(found.heard), raw):
        assert mine.person.id not in text
        assert theirs.person.id not in text
