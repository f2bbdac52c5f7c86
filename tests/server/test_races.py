"""The same thing twice, at the same instant, in another order: one effect each."""

from __future__ import annotations

import random
import secrets
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import httpx
from tests.server.serving import LONG_S, Data, Person, Seat, Server, billed, eventually


def _send(person: Person, table: str, command: Data) -> httpx.Response:
    return person.post(f"/api/tables/{table}/commands", command)


def _own_turn(server: Server) -> Seat:
    # Ramsch where all pass: every deal is played.
    seat = server.person().quick(rules="bavaria+ramsch")
    seat.listen()
    seat.play(lambda state: state["phase"] == "deal" and state["step"] == "play" and state["turn"] == 0)
    return seat


def test_card_sent_twice_at_the_same_instant_falls_once(server: Server) -> None:
    """RD-01: two clicks with ids of their own."""
    seat = _own_turn(server)
    action, seq, number = seat.options[0], seat.seq, seat.state["number"]
    commands = [
        {"id": secrets.token_hex(8), "seq": seq, "do": {"kind": "act", "number": number, "action": action}}
        for _ in range(8)
    ]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda command: _send(seat.person, seat.id, command), commands))
    codes = Counter(answer.status_code for answer in answers)
    assert codes == {200: 1, 409: 7}, codes

    def fell() -> list[Data]:
        acted = [data for data in list(seat.heard) if data["type"] == "event" and data["what"].get("action") == action]
        return [data for data in acted if data["what"]["seat"] == 0 and data["seq"] > seq]

    last = seat.look() and seat.seq
    eventually(lambda: fell() and seat.heard[-1]["seq"] >= last)
    assert len(fell()) == 1
    seat.hang_up()


def test_command_repeated_has_one_effect_and_the_same_answer(server: Server) -> None:
    """RD-09: the same click again and again, since the line is slow."""
    seat = _own_turn(server)
    command = {
        "id": "again",
        "seq": seat.seq,
        "do": {"kind": "act", "number": seat.state["number"], "action": seat.options[0]},
    }
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: _send(seat.person, seat.id, command), range(10)))
    assert {answer.status_code for answer in answers} == {200}
    own = [
        {data["seq"] for data in answer.json()["news"] if data.get("what", {}).get("seat") == 0 and _acted(data)}
        for answer in answers
    ]
    assert all(len(seqs) == 1 and seqs == own[0] for seqs in map(_first, own)), own
    seat.hang_up()


def _acted(data: Data) -> bool:
    return bool(data["what"]["kind"] == "acted")


def _first(seqs: set[int]) -> set[int]:
    return {min(seqs)}


def test_command_id_of_another_person_is_another_command(server: Server) -> None:
    host = server.person().new_table()
    guest = server.person().at(host.id)
    assert host.try_({"kind": "rename", "name": "Eins"}, id="1").status_code == 200
    assert guest.try_({"kind": "sit", "name": "Zwei"}, id="1").status_code == 200
    assert [seat["name"] for seat in host.look()["seats"]][:2] == ["Eins", "Zwei"]


def test_repeated_command_is_known_after_a_restart(make_server) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server()
    host = server.person().new_table()
    guest = server.person().at(host.id)
    sit = {"id": "sit", "seq": guest.seq, "do": {"kind": "sit"}}
    assert _send(guest.person, host.id, sit).status_code == 200
    server.kill()
    server.start()
    assert _send(guest.person, host.id, sit).status_code == 200
    assert [seat["kind"] for seat in host.look()["seats"]].count("person") == 2
    # Another command is decided anew, and refused.
    other = {**sit, "id": "other", "do": {"kind": "sit", "seat": 2}}
    assert _send(guest.person, host.id, other).json()["error"]["code"] == "table/already-seated"


def test_two_joiners_at_once_get_different_seats(server: Server) -> None:
    """RD-03, RD-07."""
    host = server.person().new_table(bots={"2": "easy"})
    guests = [server.person().at(host.id) for _ in range(4)]
    barrier = threading.Barrier(4)

    def sit(guest: Seat) -> int:
        barrier.wait()
        return guest.try_({"kind": "sit"}).status_code

    with ThreadPoolExecutor(4) as pool:
        codes = sorted(pool.map(sit, guests))
    seats = [guest.look()["you"]["seat"] for guest in guests]
    taken = sorted(seat for seat in seats if seat is not None)
    assert len(set(taken)) == len(taken)
    assert set(taken) >= {1, 3}
    assert codes.count(200) == len(taken)


def test_ready_clicks_are_idempotent(server: Server) -> None:
    """RD-04."""
    host = server.person().new_table(bots={"2": "easy", "3": "easy"}, settings={"pace": "instant"})
    guest = server.person().at(host.id)
    guest.do("sit")
    host.listen()
    guest.listen()
    host.look()
    host.do("start")
    for seat in (host, guest):
        threading.Thread(target=lambda seat=seat: seat.play(billed())).start()
    for seat in (host, guest):
        seat.until(billed(), LONG_S)
    ready = [{"id": secrets.token_hex(8), "seq": host.seq, "do": {"kind": "next", "number": 1}} for _ in range(10)]
    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(lambda command: _send(host.person, host.id, command), ready))
    assert all(answer.status_code in (200, 409) for answer in answers)
    assert 200 in {answer.status_code for answer in answers}
    state = guest.look()
    assert (state["phase"], state["number"]) == ("between", 1)
    assert [state["seats"][0]["ready"], state["seats"][1]["ready"]] == [True, False]

    def ready_events() -> list[Data]:
        events = [data for data in list(guest.heard) if data["type"] == "event" and data["what"]["kind"] == "ready"]
        return [data for data in events if data["what"]["seat"] == 0]

    last = guest.seq
    eventually(lambda: ready_events() and guest.heard[-1]["seq"] >= last)
    assert len(ready_events()) == 1
    for seat in (host, guest):
        seat.hang_up()


def test_second_tab_of_a_person_is_the_same_seat(server: Server) -> None:
    """RD-06, RC-07."""
    seat = _own_turn(server)
    tab = seat.person.again().at(seat.id)
    tab.listen()
    assert tab.seat == seat.seat
    assert tab.state["hand"] == seat.state["hand"]
    tab.do("sit")
    assert [one["kind"] for one in tab.look()["seats"]].count("person") == 1
    assert tab.refused("sit", seat=1) == "table/already-seated"
    tab.act(tab.options[0])
    seat.until(lambda state: len(state["hand"]) == len(tab.state["hand"]))
    seat.play(billed())
    records = seat.person.http.get(f"/api/tables/{seat.id}/records").text.splitlines()
    assert len(records) == seat.state["number"]
    for one in (seat, tab):
        one.hang_up()


def test_thousand_commands_repeated_reordered_and_twice_at_once(server: Server) -> None:
    """Must show 4: from several clients; exactly one effect each, illegal ones change nothing."""
    rng = random.Random(4)
    host = server.person().new_table(settings={"pace": "instant"})
    guests = [server.person().at(host.id) for _ in range(3)]
    for guest in guests:
        guest.do("sit")
    seats = [host, *guests]
    host.look()
    commands: list[tuple[Seat, Data]] = []
    for index in range(250):
        for seat in seats:
            kind = rng.randrange(3)
            if kind == 0:
                do: Data = {"kind": "rename", "name": f"N{index}-{seat.person.id[:6]}"}
            elif kind == 1:
                do = {"kind": "act", "number": 1, "action": "EO"}
            else:
                do = {"kind": "next", "number": index}
            commands.append((seat, {"id": f"c{index}", "seq": rng.randrange(host.seq + 1), "do": do}))
    sent = commands * 2
    rng.shuffle(sent)
    # Many of them twice at the same instant, by two connections of the same person.
    tabs = {seat.person.id: seat.person.again() for seat in seats}
    host.listen()
    before = server.metrics()

    def fire(index: int) -> tuple[int, int, str]:
        seat, command = sent[index]
        person = seat.person if index % 2 else tabs[seat.person.id]
        answer = _send(person, seat.id, command)
        code = "" if answer.status_code == 200 else answer.json()["error"]["code"]
        return index, answer.status_code, code

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(fire, range(len(sent))))
    assert {status for _, status, _ in answers} <= {200, 409}
    for index, status, code in answers:
        kind = sent[index][1]["do"]["kind"]
        if kind in ("act", "next"):
            assert status == 409, sent[index]
            assert code in ("table/phase", "table/stale"), (sent[index], code)
        elif kind == "rename":
            assert status == 200
    after = server.metrics()
    assert after["schafkopf_commands_total"] - before["schafkopf_commands_total"] == len(sent)
    # Every rename that was meant has happened once, and nothing else has.
    wanted = Counter(command["do"]["name"] for _, command in commands if command["do"]["kind"] == "rename")
    last = host.look() and host.seq
    host.until(lambda state: bool(host.heard) and host.heard[-1]["seq"] >= last)
    happened = [data["what"] for data in host.heard if data["type"] == "event"]
    # Who has no stream is missed, and the host may have been before he had his.
    assert {what["kind"] for what in happened} <= {"renamed", "away", "back"}
    assert Counter(what["name"] for what in happened if what["kind"] == "renamed") == wanted
    assert set(wanted.values()) == {1}
    host.hang_up()
    assert host.look()["phase"] == "lobby"
