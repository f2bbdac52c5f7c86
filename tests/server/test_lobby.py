"""Finding tables, and what becomes of those that are left alone."""

from __future__ import annotations

import time

from tests.server.serving import Person, Server, eventually


def _listed(person: Person) -> list[str]:
    return [card["id"] for card in person.http.get("/api/tables").json()["open"]]


def test_open_table_is_listed_and_a_private_one_is_not(server: Server) -> None:
    host, other = server.person(), server.person()
    open_table = host.new_table(settings={"listed": True})
    private = host.new_table()
    assert open_table.id in _listed(other)
    assert private.id not in _listed(other)
    mine = {card["id"]: card for card in host.http.get("/api/tables").json()["mine"]}
    assert set(mine) >= {open_table.id, private.id}
    assert mine[open_table.id]["mine"]
    assert mine[open_table.id]["seats"][0]["kind"] == "person"
    open_table.do("set", settings={"listed": False})
    assert open_table.id not in _listed(other)


def test_table_is_found_by_its_code_in_small_letters_too(server: Server) -> None:
    table = server.person().new_table()
    assert server.person().at(table.state["code"].lower()).id == table.id


def test_person_has_so_many_tables_and_no_more(make_server) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server("--tune", "tables_of_person=3")
    person = server.person()
    codes = [person.post("/api/tables").status_code for _ in range(4)]
    assert codes == [201, 201, 201, 409]
    assert person.post("/api/tables").json()["error"]["code"] == "table/limit"


def test_abandoned_tables_leave_the_lobby_and_memory(make_server) -> None:  # type: ignore[no-untyped-def]
    """PE-01."""
    server: Server = make_server("--tune", "idle_s=1,lobby_s=2,gone_s=0.2")
    person = server.person()

    def abandon(count: int) -> None:
        for _ in range(count):
            assert person.post("/api/tables", {"settings": {"listed": True}}).status_code == 201

    # What is loaded once is not lost, and the allocator keeps the pages of its largest crowd, which is larger when the
    # machine is busy: a crowd must come that leaves nothing behind. Were something kept of each table, none would.
    grown = []
    for _ in range(6):
        before = server.resident_kb()
        abandon(700)
        assert server.metrics()["schafkopf_tables_in_memory"] > 0
        eventually(lambda: server.metrics()["schafkopf_tables_in_memory"] == 0)
        eventually(lambda: _listed(person) == [])
        grown.append(server.resident_kb() - before)
        if grown[-1] < 700:
            break
    assert grown[-1] < 700, grown
    # Who remembers one finds it again.
    mine = person.http.get("/api/tables").json()["mine"]
    assert person.at(mine[0]["id"]).state["phase"] == "lobby"


def test_empty_tables_are_deleted_in_the_end(make_server) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server("--tune", "idle_s=0.5,keep_empty_s=2,gone_s=0.2")
    table = server.person().new_table()
    listening = server.person().new_table().listen()
    eventually(lambda: server.person().http.get(f"/api/tables/{table.id}").status_code == 404, every_s=0.3)
    time.sleep(1.0)
    # Where somebody is looking nothing is taken away.
    assert listening.person.http.get(f"/api/tables/{listening.id}").status_code == 200
    listening.hang_up()
