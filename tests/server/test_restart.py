"""The server dies and comes back; people go and come back."""

from __future__ import annotations

import json
import time

import sqlalchemy as sa
from tests.server.serving import LONG_S, Seat, Server, billed, eventually, play_together, still

from schafkopf.server.store.schema import events
from schafkopf.server.table.events import Away, decode


def _two_and_two(server: Server, **settings: object) -> tuple[Seat, Seat]:
    """Two people and two bots, in the first deal."""
    # Ramsch where all pass: every deal is played.
    bots = {"2": "medium", "3": "medium"}
    table = server.person().new_table
    host = table(rules="bavaria+ramsch", bots=bots, settings={"pace": "instant", **settings})
    guest = server.person().at(host.state["code"])
    guest.do("sit")
    host.listen()
    guest.listen()
    host.look()
    host.do("start")
    return host, guest


def test_killed_in_the_middle_of_a_trick_and_restarted(make_server) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server()
    host, guest = _two_and_two(server)
    # It is up to one of the two, so that nothing happens between the look and the kill.
    play_together((host, guest), still(0, 1, tricks=2))
    before, seq = host.look(), host.seq
    server.kill()
    server.start()
    again = host.person.at(host.id).state
    same = ("hand", "trick", "last_trick", "tricks_taken", "said", "number", "players", "contract", "shuffle")
    assert {key: again[key] for key in same} == {key: before[key] for key in same}
    # Both browsers come back by themselves, and the evening goes on.
    play_together((host, guest), billed(2))
    for seat in (host, guest):
        seqs = [data["seq"] for data in seat.heard if data["type"] == "event"]
        assert len(seqs) == len(set(seqs))
        seat.hang_up()
    assert seq < host.seq
    assert sum(player["balance"] for player in host.look()["players"]) == 0
    records = host.person.http.get(f"/api/tables/{host.id}/records").text.splitlines()
    assert len(records) == 2
    assert [len(json.loads(line)["result"]["amounts"]) for line in records] == [4, 4]


def test_bots_go_on_after_a_restart_without_anybody_doing_anything(make_server) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server()
    seat = server.person().quick(pace="slow").listen()
    seat.play(lambda state: state["phase"] == "deal" and state["turn"] in (1, 2, 3))
    server.kill()
    server.start()
    # All may pass.
    seat.until(lambda state: state["turn"] == 0 or state["phase"] == "between")
    seat.hang_up()


def test_grace_time_goes_on_over_a_restart(make_server) -> None:  # type: ignore[no-untyped-def]
    """RC-04."""
    server: Server = make_server("--tune", "gone_s=0.3")
    host, guest = _two_and_two(server, grace_s=6)
    play_together((host, guest), lambda state: state["phase"] == "deal")
    guest.hang_up()
    deadline = host.until(lambda state: state["seats"][1]["away_until_ms"])["seats"][1]["away_until_ms"]
    server.kill()
    server.start()
    up_ms = time.time() * 1000
    host.until(lambda state: state["seats"][1]["stand_in"])
    # At the original deadline, or at once if the server came back later: not from the restart on anew.
    at = next(data["at_ms"] for data in host.heard if data["type"] == "event" and data["what"]["kind"] == "stand_in")
    assert at >= deadline
    assert at - max(deadline, up_ms) < 5_000
    guest.listen()
    host.until(lambda state: not state["seats"][1]["stand_in"] and state["seats"][1]["connected"])
    for seat in (host, guest):
        seat.hang_up()


def test_who_never_comes_back_after_a_crash_is_missed(make_server) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server("--tune", "gone_s=0.3")
    host, guest = _two_and_two(server, grace_s=2)
    play_together((host, guest), lambda state: state["phase"] == "deal")
    server.kill()
    guest._stop = True
    began_ms = time.time() * 1000
    server.start()
    host.until(lambda state: state["seats"][1]["stand_in"], LONG_S)
    # Until then he had some time to come back.
    happened = server.rows(sa.select(events.c.at_ms, events.c.body).where(events.c.table_id == host.id))
    (missed_ms,) = [at_ms for at_ms, body in happened if decode(body) == Away(1)]
    assert missed_ms - began_ms > 5_000
    guest.hang_up()
    host.hang_up()


def test_short_loss_of_the_connection_is_not_noticed(make_server) -> None:  # type: ignore[no-untyped-def]
    """A reload: RC-09. A longer one: RC-03."""
    server: Server = make_server("--tune", "gone_s=5.0")
    host, guest = _two_and_two(server)
    play_together((host, guest), lambda state: state["phase"] == "deal")
    guest.hang_up()
    guest.listen()
    time.sleep(5.5)
    assert not any(data["type"] == "event" and data["what"]["kind"] == "away" for data in host.heard)
    guest.hang_up()
    host.until(lambda state: not state["seats"][1]["connected"])
    guest.listen()
    guest.until(lambda state: state["seats"][1]["connected"])
    play_together((host, guest), billed())
    for seat in (host, guest):
        seat.hang_up()


def test_nobody_there_means_nothing_happens(make_server) -> None:  # type: ignore[no-untyped-def]
    """RC-06: all offline, the table sleeps and the processor is idle."""
    server: Server = make_server("--tune", "gone_s=0.3")
    seat = server.person().quick().listen()
    seat.play(lambda state: state["phase"] == "deal")
    seat.hang_up()
    eventually(lambda: seat.look()["asleep"])
    seq, busy = seat.seq, server.metrics()["schafkopf_due_total"]
    time.sleep(1.5)
    seat.look()
    assert seat.seq == seq
    assert server.metrics()["schafkopf_due_total"] == busy
    seat.listen()
    seat.until(lambda state: not state["asleep"])
    seat.play(billed())
    seat.hang_up()


def test_absent_starter_does_not_hold_up_the_deal(make_server) -> None:  # type: ignore[no-untyped-def]
    """RC-06: the hand starts at the following seat, or a bot plays for who is not there."""
    server: Server = make_server("--tune", "gone_s=0.3")
    host, guest = _two_and_two(server, grace_s=1)
    play_together((host, guest), billed())
    guest.hang_up()
    host.until(lambda state: not state["seats"][1]["connected"])
    for number in (2, 3, 4):
        play_together((host,), billed(number))
    host.hang_up()
