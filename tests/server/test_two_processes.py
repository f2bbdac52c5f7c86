"""Two server processes on one PostgreSQL, people at both; one of them is killed."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from tests.server.serving import Seat, Server, eventually


def _pair(make_server, postgresql: str, folder: Path) -> tuple[Server, Server]:  # type: ignore[no-untyped-def]
    """The same secret: a person is the same person at both."""
    folder.mkdir(exist_ok=True)
    tune = ("--tune", "gone_s=0.5")
    return (
        make_server(*tune, folder=folder, database=postgresql),
        make_server(*tune, folder=folder, database=postgresql),
    )


def _play(seats: list[Seat], until) -> None:  # type: ignore[no-untyped-def]
    end = time.monotonic() + 90
    while not all(until(seat.state) for seat in seats):
        assert time.monotonic() < end, [(seat.seq, seat.state["phase"], seat.state["turn"]) for seat in seats]
        moved = False
        for seat in seats:
            seq = seat.seq
            try:
                moved |= not until(seat.state) and seat.step()
            except AssertionError:
                if seat.seq == seq:
                    time.sleep(0.05)
        if not moved:
            time.sleep(0.02)


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
    _play([host, guest], lambda state: state["phase"] == "between" and state["number"] == 2)
    _play([host, guest], lambda state: state["number"] == 3 and state["step"] == "play")
    one.kill()
    # The browser of the host finds the other server, as behind a proxy.
    host.person.server.url = two.url
    host.person.http.base_url = two.url
    _play([host, guest], lambda state: state["phase"] == "between" and state["number"] == 4)
    for seat in (host, guest):
        seqs = [data["seq"] for data in seat.heard if data["type"] == "event"]
        assert seqs == sorted(set(seqs))
        seat.hang_up()
    assert guest.look() == {**host.look(), **{key: guest.state[key] for key in _OWN}}
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
    seat.play(lambda state: state["phase"] == "deal")
    one.kill()
    seat.person.server.url = two.url
    seat.person.http.base_url = two.url
    seat.play(lambda state: state["phase"] == "between", within_s=90)
    seat.hang_up()


def test_watcher_at_the_other_server_sees_everything(pair: tuple[Server, Server]) -> None:
    one, two = pair
    seat = one.person().quick()
    watcher = two.person().at(seat.id)
    watcher.listen()
    seat.listen()
    seat.play(lambda state: state["phase"] == "between")
    watcher.until(lambda state: state["phase"] == "between")
    assert watcher.state["bill"] == seat.state["bill"]
    for one_seat in (seat, watcher):
        one_seat.hang_up()
