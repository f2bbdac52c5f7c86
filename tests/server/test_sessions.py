"""Signing in and out: which cookies are good, and what a guest brings along into his account."""

from __future__ import annotations

import time
from pathlib import Path

import httpx
import pytest
from tests.server.serving import PATIENCE_S, Person, Seat, Server, billed, eventually, play_together
from tests.server.test_persons import everything_in

from schafkopf.server.http.keys import Keys


def _status(server: Server, key: str, *, bearer: bool = False) -> int:
    sent = {"Authorization": f"Bearer {key}"} if bearer else {"Cookie": f"schafkopf={key}"}
    return httpx.get(f"{server.url}/api/tables", headers=sent).status_code


def _is_void(server: Server, key: str) -> bool:
    return [_status(server, key, bearer=bearer) for bearer in (False, True)] == [401, 401]


def _account(server: Server, name: str) -> Person:
    person = server.person()
    assert person.post("/api/account", {"name": name, "passphrase": "drei Obere"}).status_code == 200
    return person


def _sign_in(person: Person, name: str, passphrase: str = "drei Obere") -> dict[str, object]:
    answer = person.post("/api/login", {"name": name, "passphrase": passphrase})
    assert answer.status_code == 200, answer.text
    found: dict[str, object] = answer.json()
    return found


def _keys(server: Server) -> Keys:
    return Keys(bytes.fromhex((server.folder / "schafkopf" / "secret.key").read_text().strip()))


def test_whoever_signs_out_takes_his_cookie_from_everybody(server: Server) -> None:
    person = _account(server, "Signs out")
    copied, table = person.key, person.new_table()
    there = server.person()
    _sign_in(there, "signs out")
    url, cookie = f"{server.url}/api/events?at={table.id}.0", {"Cookie": f"schafkopf={copied}"}
    with httpx.stream("GET", url, headers=cookie, timeout=PATIENCE_S) as stream:
        lines = stream.iter_lines()
        assert next(line for line in lines if line.startswith("data:"))
        assert person.post("/api/logout").status_code == 200
        # The stream that is open ends, or this would wait; and with this cookie there is no other.
        assert [line for line in lines if line.startswith(":")] == []
    assert person.key != copied
    assert _is_void(server, copied)
    # On the other device he has signed in for himself, and stays.
    assert there.at(table.id).seat == 0
    assert _status(server, there.key) == 200


def test_guest_who_signs_out_leaves_no_cookie_either(server: Server) -> None:
    guest = server.person()
    copied = guest.key
    guest.post("/api/logout")
    assert _is_void(server, copied)
    assert _status(server, guest.key) == 200


def test_another_passphrase_voids_every_cookie_but_the_one_of_this_browser(server: Server) -> None:
    person = _account(server, "Other passphrase")
    there = server.person()
    _sign_in(there, "Other passphrase")
    copied = person.key
    wanted = {"name": "Other passphrase", "passphrase": "vier Unter", "old": "drei Obere"}
    assert person.post("/api/account", wanted).status_code == 200
    assert person.key != copied
    assert _status(server, person.key) == 200
    assert _is_void(server, copied)
    assert _is_void(server, there.key)
    assert there.http.get("/api/me").json()["account"] is None
    _sign_in(there, "Other passphrase", "vier Unter")
    assert _status(server, there.key) == 200


def test_first_passphrase_voids_nothing(server: Server) -> None:
    person = server.person()
    key = person.key
    assert person.post("/api/account", {"name": "First", "passphrase": "drei Obere"}).status_code == 200
    assert person.key == key
    assert _status(server, key) == 200


def test_whoever_deletes_his_data_leaves_no_cookie(server: Server) -> None:
    for person in (server.person(), _account(server, "Deleted")):
        again = person.again()
        copied = person.key
        assert person.http.delete("/api/me").status_code == 204
        assert _is_void(server, copied)
        assert again.http.get("/api/tables").status_code == 401


def test_void_cookie_stays_void_after_a_restart_and_another_server_hears_of_it(make_server, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / "both"
    folder.mkdir()
    database = make_server(folder=folder).database or str(folder / "schafkopf" / "tables.db")
    one, two = (make_server(folder=folder, database=database) for _ in range(2))
    out, gone, changed = one.person(), one.person(), _account(one, "Everywhere")
    void = [out.key, gone.key, changed.key]
    assert [_status(two, key) for key in void] == [200] * 3
    out.post("/api/logout")
    gone.http.delete("/api/me")
    changed.post("/api/account", {"name": "Everywhere", "passphrase": "vier Unter", "old": "drei Obere"})
    eventually(lambda: all(_is_void(two, key) for key in void))
    assert _status(two, changed.key) == 200
    for server in (one, two):
        server.kill()
    one.start()
    assert all(_is_void(one, key) for key in void)
    assert _status(one, changed.key) == 200


def _old_key(server: Server, person: str) -> str:
    """As the first version made them."""
    text = f"v1.{person}.{int(time.time()) - 3600}"
    return f"{text}.{_keys(server)._sign(text)}"


def test_cookie_of_an_older_version_is_good_until_it_is_signed_out(server: Server) -> None:
    person = server.person()
    table = person.new_table()
    old = Person(server, key=_old_key(server, person.id))
    assert old.at(table.id).seat == 0
    key = old.key
    old.post("/api/logout")
    assert _is_void(server, key)
    assert _status(server, person.key) == 200


def test_renewed_cookie_ends_with_the_one_that_it_renews(server: Server) -> None:
    person = server.person()
    month_old = _keys(server).make(person.id, int(time.time()) - 40 * 86_400)
    answer = httpx.get(f"{server.url}/api/me", headers={"Cookie": f"schafkopf={month_old}"})
    renewed = answer.cookies["schafkopf"]
    assert renewed != month_old
    assert _status(server, month_old) == _status(server, renewed) == 200
    Person(server, key=renewed).post("/api/logout")
    assert _is_void(server, month_old)
    assert _is_void(server, renewed)


# -- a guest signs in --------------------------------------------------------------------------------------------------


def _evening(host: Person, other: Person) -> tuple[Seat, Seat]:
    """A table of two with a bill on it."""
    bots = {"2": "easy", "3": "easy"}
    table = host.new_table(rules="bavaria+ramsch", name="Anna", bots=bots, settings={"pace": "instant"})
    guest = other.at(table.id)
    guest.do("sit", name="Ben")
    for seat in (table, guest):
        seat.listen()
    table.look()
    table.do("start")
    play_together((table, guest), billed())
    return table, guest


def test_guest_who_signs_in_brings_his_seat_and_his_balance_along(make_server) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server("--tune", "gone_s=0.3")
    host, guest = server.person(), server.person()
    _account(server, "Brings along")
    table, other = _evening(host, guest)
    alone, copied, who = guest.quick(), guest.key, guest.id
    watched = guest.at(host.new_table(settings={"watch": True}).id).listen()
    eventually(lambda: table.person.at(watched.id).state["watchers"] == 1)
    watched.hang_up()
    host.post(f"/api/tables/{table.id}/report", {"seat": 1, "reason": "name"})
    before = table.look()
    me = _sign_in(guest, "Brings along")
    assert me["account"] == "Brings along"
    assert me["left"] == []
    assert {card["id"] for card in guest.http.get("/api/tables").json()["mine"]} == {table.id, alone.id}
    # The seat, its name and its balance are as they were, and play goes on from there. The guest's stream tells what a
    # stranger sees until it ends: whoever comes along opens another one.
    other.hang_up()
    state = other.look()
    other.listen()
    assert state["you"]["seat"] == 1
    assert state["seats"][1]["name"] == "Ben"
    assert [player["balance"] for player in state["players"]] == [player["balance"] for player in before["players"]]
    number = state["number"]
    eventually(lambda: other.look()["seats"][1]["connected"])
    play_together((table, other), billed(number + 1))
    # The guest is nobody any more: not for a copy of his cookie, not in the database.
    assert _is_void(server, copied)
    assert who.encode() not in everything_in(server)
    deals = guest.http.get("/api/me/export").json()["deals"]
    assert [deal["seat"] for deal in deals if deal["table"] == table.id][:1] == [1]
    for seat in (table, other):
        seat.hang_up()
    server.kill()
    server.start()
    assert other.look()["you"]["seat"] == 1


def test_guest_who_signs_in_where_his_account_sits_gives_up_the_guests_seat(server: Server) -> None:
    account, guest = _account(server, "Sits there"), server.person()
    table, other = _evening(account, guest)
    me = _sign_in(guest, "Sits there")
    assert me["left"] == [table.state["code"]]
    # One person has one seat: his own.
    assert other.look()["you"]["seat"] == 0
    number = table.look()["number"]
    table.play(billed(number + 1))
    assert table.state["seats"][1]["kind"] == "bot"
    for seat in (table, other):
        seat.hang_up()


def test_account_that_only_looked_on_has_the_guests_seat(server: Server) -> None:
    account, guest, host = _account(server, "Looked on"), server.person(), server.person()
    table = host.new_table()
    looking = account.at(table.id).listen()
    eventually(lambda: table.look()["watchers"] == 1)
    other = guest.at(table.id)
    other.do("sit", name="Ben")
    assert _sign_in(guest, "Looked on")["left"] == []
    looking.until(lambda state: state["you"]["seat"] == 1)
    assert table.look()["watchers"] == 0
    looking.do("rename", name="Ben the second")
    looking.hang_up()


def test_one_account_brings_nothing_into_another(server: Server) -> None:
    one = _account(server, "One account")
    _account(server, "Another account")
    table = one.new_table()
    key = one.key
    _sign_in(one, "Another account")
    assert one.at(table.id).state["you"]["seat"] is None
    assert _status(server, key) == 200


# -- those who looked on -----------------------------------------------------------------------------------------------


def test_whoever_only_looked_on_is_forgotten_too(make_server) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server("--tune", "gone_s=0.3")
    host, passer_by = server.person(), server.person()
    table = host.new_table(settings={"listed": True}).listen()
    watching = passer_by.at(table.id).listen()
    table.until(lambda state: state["watchers"] == 1)
    assert passer_by.http.get("/api/me/export").json()["watched"] == [table.id]
    watching.hang_up()
    table.until(lambda state: state["watchers"] == 0)
    who = passer_by.id
    assert who.encode() in everything_in(server)
    assert passer_by.http.delete("/api/me").status_code == 204
    assert who.encode() not in everything_in(server)
    # Also while he looks on.
    other = server.person()
    watching = other.at(table.id).listen()
    table.until(lambda state: state["watchers"] == 1)
    gone = other.id
    other.http.delete("/api/me")
    table.until(lambda state: state["watchers"] == 0)
    watching.hang_up()
    table.hang_up()
    assert gone.encode() not in everything_in(server)


# -- a table is made once ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/api/tables", "/api/quick"])
def test_same_person_and_id_are_the_same_table(server: Server, path: str) -> None:
    person, other = server.person(), server.person()
    answers = [person.post(path, {"id": "mine", "name": "Anna"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201] * 3
    tables = {answer.json()["news"][0]["table"] for answer in answers}
    assert len(tables) == 1
    assert answers[2].json()["news"][0]["type"] == "snapshot"
    for different in (person.post(path, {"id": "another"}), other.post(path, {"id": "mine"}), person.post(path, {})):
        found = different.json()["news"][0]["table"]
        assert found not in tables
        tables.add(found)
    assert person.post(path, {"id": "not an id"}).status_code == 400


def test_same_id_twice_at_once_is_one_table(server: Server) -> None:
    from concurrent.futures import ThreadPoolExecutor

    person = server.person()
    with ThreadPoolExecutor(8) as many:
        answers = list(many.map(lambda _: person.post("/api/quick", {"id": "at-once"}), range(16)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["news"][0]["table"] for answer in answers}) == 1


def test_table_is_the_same_after_a_restart_at_another_server_and_beyond_the_limit(make_server, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / "both"
    folder.mkdir()
    first: Server = make_server("--tune", "tables_of_person=2", folder=folder)
    database = first.database or str(folder / "schafkopf" / "tables.db")
    person = first.person()
    made = [person.post("/api/quick", {"id": f"t{i}"}).json()["news"][0]["table"] for i in range(2)]
    assert person.post("/api/quick", {"id": "t2"}).json()["error"]["code"] == "table/limit"
    second: Server = make_server(folder=folder, database=database)
    for server in (second, first):
        there = person.again(server)
        assert [there.post("/api/quick", {"id": f"t{i}"}).json()["news"][0]["table"] for i in range(2)] == made
    first.kill()
    first.start()
    assert [person.post("/api/quick", {"id": f"t{i}"}).json()["news"][0]["table"] for i in range(2)] == made
