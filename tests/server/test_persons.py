"""Persons: names, accounts, the export and the deletion of one's data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import sqlalchemy as sa
from tests.server.serving import Person, Seat, Server, billed, play_together

from schafkopf.server.store.engine import open_engine, url_of


def everything_in(server: Server) -> bytes:
    """Everything in the database."""
    engine = open_engine(url_of(server.database or str(server.folder / "schafkopf" / "tables.db")))
    kept = sa.MetaData()
    found: list[bytes] = []
    with engine.connect() as connection:
        kept.reflect(connection)
        for table in kept.sorted_tables:
            for row in connection.execute(table.select()):
                found += [value if isinstance(value, bytes) else str(value).encode() for value in row]
    engine.dispose()
    return b"\n".join(found)


def test_account_finds_its_tables_on_another_device(server: Server) -> None:
    person = server.person()
    table = person.new_table(name="Anna")
    me = person.post("/api/account", {"name": "Anna Müller", "passphrase": "drei Obere"}).json()
    assert me["account"] == "Anna Müller"
    other = server.person()
    assert other.http.get("/api/tables").json()["mine"] == []
    answer = other.post("/api/login", {"name": "anna MÜLLER", "passphrase": "drei Obere"})
    assert answer.status_code == 200
    assert answer.json()["account"] == "Anna Müller"
    assert [card["id"] for card in other.http.get("/api/tables").json()["mine"]] == [table.id]
    assert other.at(table.id).seat == 0
    left = other.post("/api/logout").json()
    assert left["account"] is None
    assert other.http.get("/api/tables").json()["mine"] == []


def test_wrong_passphrase_and_taken_name(server: Server) -> None:
    person = server.person()
    assert person.post("/api/account", {"name": "Ben", "passphrase": "12345678"}).status_code == 200
    # Again: another passphrase, for whoever knows the old one.
    for old in ({}, {"old": None}, {"old": "87654321"}):
        answer = person.post("/api/account", {"name": "Ben", "passphrase": "87654321", **old})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "person/passphrase")
    changed = {"name": "Ben", "passphrase": "87654321", "old": "12345678"}
    assert person.post("/api/account", changed).status_code == 200
    other = server.person()
    answer = other.post("/api/account", {"name": "\uff22en", "passphrase": "12345678"})
    assert answer.json()["error"]["code"] == "person/name-taken"
    for name, passphrase in (("Ben", "12345678"), ("Nobody", "87654321")):
        answer = other.post("/api/login", {"name": name, "passphrase": passphrase})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "person/passphrase")
    assert other.post("/api/login", {"name": "Ben", "passphrase": "87654321"}).status_code == 200
    assert other.post("/api/account", {"name": "X", "passphrase": "short"}).status_code == 400


def test_passphrase_is_kept_as_argon2_only(make_server) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server()
    server.person().post("/api/account", {"name": "Cleo", "passphrase": "geheimes Wort"})
    found = everything_in(server)
    assert b"geheimes Wort" not in found
    assert b"$argon2id$" in found


def _evening(host: Person, guest: Person) -> tuple[Seat, Seat]:
    table = host.new_table(name="Anna Zirngibl", bots={"2": "easy", "3": "easy"}, settings={"pace": "instant"})
    other = guest.at(table.id)
    other.do("sit", name="Ben Zwirnstein")
    table.listen()
    other.listen()
    table.look()
    table.do("start")
    play_together((table, other), billed())
    return table, other


def test_export_holds_what_is_kept(server: Server) -> None:
    host, guest = server.person(), server.person()
    table, other = _evening(host, guest)
    host.post(f"/api/tables/{table.id}/report", {"seat": 1, "reason": "phrases", "text": "too loud"})
    found = host.http.get("/api/me/export").json()
    assert found["person"] == host.id
    assert [one["table"] for one in found["tables"]] == [table.id]
    assert found["deals"][0]["record"]["names"][0] == "Anna Zirngibl"
    assert found["deals"][0]["seat"] == 0
    assert found["reports"][0]["text"] == "too loud"
    for seat in (table, other):
        seat.hang_up()


def test_deletion_leaves_nothing_that_says_who_it_was(make_server) -> None:  # type: ignore[no-untyped-def]
    """SX-10."""
    server: Server = make_server()
    host, guest = server.person(), server.person()
    guest.http.put("/api/me", json={"name": "Ben Zwirnstein"})
    guest.post("/api/account", {"name": "Ben Zwirnstein", "passphrase": "12345678"})
    alone = guest.quick()
    table, other = _evening(host, guest)
    host.post(f"/api/tables/{table.id}/report", {"seat": 1, "reason": "name"})
    before = everything_in(server)
    assert b"Zwirnstein" in before
    assert guest.id.encode() in before
    who = guest.id
    other.hang_up()
    answer = guest.http.delete("/api/me")
    assert answer.status_code == 204
    assert "Max-Age=0" in answer.headers["set-cookie"]
    after = everything_in(server)
    assert b"Zwirnstein" not in after
    assert who.encode() not in after
    assert b"Zirngibl" in after
    # The table of the others goes on: they have been sent it anew, and the deals can still be read.
    state = table.until(lambda state: state["seats"][1]["name"] != "Ben Zwirnstein")
    assert "Zwirnstein" not in json.dumps(state)
    assert state["watchers"] == 0
    number = state["number"]
    assert len(host.http.get(f"/api/tables/{table.id}/records").text.splitlines()) == number
    assert host.http.get(f"/api/tables/{alone.id}").status_code == 404
    table.play(billed(number + 1))
    assert "Zwirnstein" not in json.dumps(table.look())
    table.hang_up()
    # And after a restart, when the table is folded from what is stored.
    server.kill()
    server.start()
    assert table.look()["number"] == number + 1
    assert "Zwirnstein" not in json.dumps(table.state)
    answer = host.post("/api/login", {"name": "Ben Zwirnstein", "passphrase": "12345678"})
    assert answer.json()["error"]["code"] == "person/passphrase"


def test_report_names_somebody_who_sits_there(server: Server) -> None:
    table = server.person().new_table()
    answer = table.person.post(f"/api/tables/{table.id}/report", {"seat": 3, "reason": "name"})
    assert answer.json()["error"]["code"] == "request/syntax"


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
def test_data_folder_is_the_users_own(make_server, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server()
    assert (server.folder / "schafkopf" / "tables.db").is_file()
