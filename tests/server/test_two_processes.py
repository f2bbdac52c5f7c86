"""Two server processes on one PostgreSQL, people at both; one of them is killed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa
from bench.scripted import Address, FourAtTable, Tally
from tests.server.serving import LONG_S, Server, billed, eventually, play_together

from schafkopf.game.record import parse_record
from schafkopf.server.store.schema import events
from schafkopf.server.store.store import Store


def _pair(  # type: ignore[no-untyped-def]
    make_server, postgresql: str, folder: Path, tuned: str = "gone_s=0.5"
) -> tuple[Server, Server]:
    """The same secret: a person is the same person at both."""
    folder.mkdir(exist_ok=True)
    tune = ("--tune", tuned)
    return (
        make_server(*tune, folder=folder, database=postgresql),
        make_server(*tune, folder=folder, database=postgresql),
    )


@pytest.fixture
def pair(make_server, postgresql: str, tmp_path: Path) -> tuple[Server, Server]:  # type: ignore[no-untyped-def]
    """Two servers."""
    return _pair(make_server, postgresql, tmp_path / "both")


def test_evening_over_two_servers_and_one_is_killed(pair: tuple[Server, Server]) -> None:
    one, two = pair
    bots = {"2": "medium", "3": "medium"}
    # Ramsch where all pass: every deal is played.
    host = one.person().new_table(rules="bavaria+ramsch", bots=bots, settings={"pace": "instant"})
    guest = two.person().at(host.state["code"])
    guest.do("sit")
    host.listen()
    guest.listen()
    eventually(lambda: host.look()["seats"][1]["kind"] == "person")
    host.do("start")
    play_together([host, guest], billed(2))
    play_together([host, guest], lambda state: state["number"] == 3 and state["step"] == "play")
    one.kill()
    # The browser of the host finds the other server, as behind a proxy.
    host.person.server.url = two.url
    host.person.http.base_url = two.url
    play_together([host, guest], billed(4))
    for seat in (host, guest):
        seqs = [data["seq"] for data in seat.heard if data["type"] == "event"]
        assert seqs == sorted(set(seqs))
        seat.hang_up()

    def same() -> bool:
        mine, theirs = host.look(), guest.look()
        return theirs == {**mine, **{key: theirs[key] for key in _OWN}}

    # That both have hung up may be noticed between two looks.
    eventually(same)
    assert sum(player["balance"] for player in guest.state["players"]) == 0
    records = guest.person.http.get(f"/api/tables/{host.id}/records").text.splitlines()
    assert len(records) == 4
    assert two.metrics()["schafkopf_bot_illegal_total"] == 0


_OWN = ("you", "can", "hand", "options")


def test_same_command_at_both_servers_has_one_effect(pair: tuple[Server, Server]) -> None:
    one, two = pair
    host = one.person().new_table()
    there = host.person.again(two)
    for index in range(20):
        command = {"id": f"c{index}", "seq": 0, "do": {"kind": "rename", "name": f"N{index}"}}
        answers = [
            person.post(f"/api/tables/{host.id}/commands", command).status_code for person in (host.person, there) * 2
        ]
        assert answers == [200] * 4
    mine, other = host.look(), there.at(host.id)
    eventually(lambda: other.look()["seats"] == mine["seats"])
    assert host.seq == other.seq
    # One event for the table, one for each name; and the host who has no stream may have been missed.
    assert 21 <= host.seq <= 23


def test_bots_go_on_when_their_server_dies(pair: tuple[Server, Server]) -> None:
    one, two = pair
    seat = one.person().quick(pace="slow")
    seat.listen()
    # It is up to a bot, and what is heard from then on comes from the other server.
    seat.play(lambda state: state["phase"] == "deal" and state["turn"] in (1, 2, 3))
    one.kill()
    seat.person.server.url = two.url
    seat.person.http.base_url = two.url
    seat.heard.clear()
    seat.until(lambda state: state["turn"] == 0 or state["phase"] == "between")
    # A whole deal at this pace takes minutes.
    seat.do("set", settings={"pace": "instant"})
    seat.play(billed())
    seat.hang_up()


def test_watcher_at_the_other_server_sees_everything(pair: tuple[Server, Server]) -> None:
    one, two = pair
    seat = one.person().quick()
    watcher = two.person().at(seat.id)
    watcher.listen()
    seat.listen()
    seat.play(billed())
    watcher.until(billed())
    assert watcher.state["bill"] == seat.state["bill"]
    for one_seat in (seat, watcher):
        one_seat.hang_up()


async def _evenings(one: Server, two: Server, tally: Tally) -> list[FourAtTable]:
    """Tables whose people sit at both servers by turns; in the middle one of the two is killed."""
    addresses = [Address(one.port), Address(two.port)]
    tables = [FourAtTable(addresses, tally, 0.0, f"evening {index}") for index in range(TABLES)]

    async def until(deals: int) -> None:
        async with asyncio.timeout(LONG_S):
            while tally.deals < deals:
                await asyncio.sleep(0.05)
                assert not any(table.failed for table in tables), [table.failed for table in tables]

    for table in tables:
        await table.sit_down()
        await table.start()
    await until(TABLES)
    one.kill()
    await until(tally.deals + 2 * TABLES)
    for table in tables:
        table.pause()
    # What is on its way is answered, and everybody is told of it.
    await asyncio.sleep(2.0)
    async with asyncio.timeout(LONG_S):
        while any(person.busy for table in tables for person in table.people):
            await asyncio.sleep(0.05)
        # The dead server is noticed late, and whoever sat there is then missed: that may come just now.
        while any(len({person.seq for person in table.people}) != 1 for table in tables):
            await asyncio.sleep(0.05)
    for table in tables:
        table.close()
    return tables


TABLES = 5


def test_people_at_both_servers_when_one_is_killed(pair: tuple[Server, Server], postgresql: str) -> None:
    """Every command that was answered is stored once, every event was told once, in order."""
    one, two = pair
    tally = Tally()
    tables = asyncio.run(_evenings(one, two, tally))
    assert tally.disorder == 0
    assert tally.repeated > 0, "the kill hit nobody"
    store = Store(postgresql)
    with store.engine.connect() as connection:
        for table in tables:
            rows = connection.execute(sa.select(events).where(events.c.table_id == table.id).order_by(events.c.seq))
            stored = list(rows)
            assert [row.seq for row in stored] == list(range(1, len(stored) + 1))
            for person in table.people:
                commands = [row.command for row in stored if row.person == person.id]
                assert len(commands) == len(set(commands))
                assert set(person.done) == set(commands) - {"sit", "start"}
            deals = store.reader.deals(table.id)
            assert [deal[0] for deal in deals] == list(range(1, len(deals) + 1))
            for _, record, _ in deals:
                assert parse_record(record).replay().finished
    store.engine.dispose()


def test_who_was_away_for_long_comes_back_to_the_other_server(make_server, postgresql: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """RC-03: five minutes, with clocks that run faster: beyond the grace time, and more than is remembered for him."""
    one, two = _pair(make_server, postgresql, tmp_path / "both", "gone_s=0.3,idle_s=0.5,remembered=8")
    bots = {"2": "easy", "3": "easy"}
    settings = {"pace": "instant", "grace_s": 1}
    host = one.person().new_table(rules="bavaria+ramsch", bots=bots, settings=settings)
    guest = two.person().at(host.state["code"])
    guest.do("sit")
    host.listen()
    guest.listen()
    eventually(lambda: host.look()["seats"][1]["kind"] == "person")
    host.do("start")
    play_together([host, guest], billed())
    number, seen = guest.state["number"], guest.seq
    guest.hang_up()
    play_together([host], billed(number + 2))
    assert host.state["seats"][1]["stand_in"]
    assert host.seq > seen + 50
    # At his server nobody looks at the table any more.
    eventually(lambda: two.metrics()["schafkopf_tables_in_memory"] == 0)
    for server in (two, one):
        guest.person.server.url = server.url
        guest.person.http.base_url = server.url
        guest.heard.clear()
        # What his browser has seen.
        guest.seq = seen
        guest.listen()
        eventually(lambda: guest.heard)
        # All of it, not what is left of what he has missed.
        assert guest.heard[0]["type"] == "snapshot"
        guest.until(lambda state: not state["seats"][1]["stand_in"])
        assert guest.look()["you"]["seat"] == 1
        guest.hang_up()
        eventually(lambda: host.look()["seats"][1]["stand_in"])
    guest.listen()
    guest.until(lambda state: not state["seats"][1]["stand_in"])
    play_together([host, guest], billed(number + 3))
    assert guest.state["bill"] == host.state["bill"]
    for seat in (host, guest):
        seat.hang_up()
