"""Who may come to a book, as what, and who no longer."""

from __future__ import annotations

import hashlib

import pytest
from tests.server.books.keeping import Follower, Sheet, beginning, new_id, op, ruf
from tests.server.serving import Server
from tests.server.test_persons import everything_in

NOT_FOUND = (404, "book/not-found")


def test_a_link_lets_somebody_in_for_good(server: Server) -> None:
    mine = Sheet.begin(server.person(), beginning())
    path = next(link["path"] for link in mine.look()["links"] if link["role"] == "write")
    assert path == f"/sheet/{mine.id}#{mine.key('write')}"
    guest = server.person()
    assert Sheet(guest, mine.id).code() == NOT_FOUND
    joined = guest.post(f"/api/books/{mine.id}/join", {"key": mine.key("write")})
    assert joined.json() == {"id": mine.id, "kind": "sheet", "role": "write", "place": ""}
    # From then on without the key, also in another tab, and in the list.
    theirs = Sheet(guest.again(), mine.id)
    theirs.write(ruf())
    assert [card["id"] for card in guest.http.get("/api/sheets").json()["sheets"]] == [mine.id]
    assert mine.look()["seq"] == 6


def test_who_looks_on_writes_nothing_and_passes_on_no_more_than_that(server: Server) -> None:
    mine = Sheet.begin(server.person(), beginning())
    viewer = mine.shared_with(server.person(), "view")
    found = viewer.look()
    assert (found["role"], found["made"], found["seq"]) == ("view", False, 5)
    assert [link["role"] for link in found["links"]] == ["view"]
    write = mine.key("write")
    told = [viewer.person.http.get(path).text for path in (f"/api/sheets/{mine.id}", f"/api/books/{mine.id}/links")]
    assert all(write not in text for text in told)
    tried = {
        f"/api/sheets/{mine.id}/ops": {"ops": [ruf()]},
        f"/api/sheets/{mine.id}/import": {"id": "i", "device": "d", "text": "Anna;Beni\n1;-1\n"},
        f"/api/books/{mine.id}/links/write/renew": {},
        f"/api/books/{mine.id}/links/view/renew": {},
    }
    for path, body in tried.items():
        answer = viewer.person.post(path, body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "request/forbidden"), path
    assert viewer.person.http.delete(f"/api/books/{mine.id}").status_code == 403
    assert viewer.person.http.get(f"/api/sheets/{mine.id}/backup").content == mine.backup()
    origin = {"origin": server.url}
    codes = f"/api/books/{mine.id}/links"
    assert viewer.person.http.get(f"{codes}/view/qr", params=origin).text.startswith("<svg")
    assert viewer.person.http.get(f"{codes}/write/qr", params=origin).status_code == 403
    assert mine.person.http.get(f"{codes}/write/qr", params={"origin": "https://elsewhere.example"}).status_code == 403
    assert mine.look()["seq"] == 5
    # A better link makes more of him, a lesser one no less.
    assert viewer.person.post(f"/api/books/{mine.id}/join", {"key": write}).json()["role"] == "write"
    assert viewer.person.post(f"/api/books/{mine.id}/join", {"key": mine.key("view")}).json()["role"] == "write"


def test_a_wrong_key_is_answered_as_if_there_were_no_book(server: Server) -> None:
    mine, other = Sheet.begin(server.person()), Sheet.begin(server.person())
    guest = server.person()
    good = mine.key("view")
    wrong = [
        other.key("view"),
        good[:-1] + ("A" if good[-1] != "A" else "B"),
        "x",
        f"1-1.{good}",
        f"..{good}",
        "A" * 64,
    ]
    bodies = {guest.post(f"/api/books/{mine.id}/join", {"key": key}).text for key in wrong}
    bodies.add(guest.post(f"/api/books/{new_id()}/join", {"key": good}).text)
    bodies.add(guest.http.get(f"/api/sheets/{mine.id}").text)
    bodies.add(guest.http.get(f"/api/sheets/{new_id()}").text)
    bodies.add(guest.http.get(f"/api/books/{mine.id}/stream").text)
    bodies.add(guest.http.delete(f"/api/books/{mine.id}").text)
    bodies.add(guest.post(f"/api/sheets/{mine.id}/ops", {"ops": []}).text)
    assert len(bodies) == 1, bodies
    assert Sheet(guest, mine.id).code() == NOT_FOUND


def test_no_key_stands_in_the_database(server: Server) -> None:
    mine = Sheet.begin(server.person(), beginning())
    mine.shared_with(server.person(), "view")
    kept = everything_in(server)
    assert mine.id.encode() in kept
    for role in ("write", "view"):
        key = mine.key(role)
        for form in (key, hashlib.sha256(key.encode()).hexdigest()):
            assert form.encode() not in kept


def test_a_renewed_link_throws_out_who_came_by_it(server: Server) -> None:
    mine = Sheet.begin(server.person(), beginning())
    second = mine.shared_with(server.person())
    third = mine.shared_with(server.person())
    viewer = mine.shared_with(server.person(), "view")
    old = mine.key("write")
    following = Follower(third.person, mine.id, 5)
    # The second phone is the one that renews, it stays; and so does the one that began the sheet.
    links = second.person.post(f"/api/books/{mine.id}/links/write/renew").json()["links"]
    assert [link["role"] for link in links] == ["write", "view"]
    assert old not in str(links)
    following.until(lambda it: it.refused)
    assert following.refused == 404
    assert following.heard[-1] == {"type": "gone", "book": mine.id}
    assert third.code() == NOT_FOUND
    assert third.try_(ruf()).status_code == 404
    assert third.person.post(f"/api/books/{mine.id}/join", {"key": old}).status_code == 404
    for one in (mine, second, viewer):
        assert one.look()["seq"] == 5
    # With the new one he comes back.
    mine.shared_with(third.person)
    third.write(ruf())
    assert mine.look()["seq"] == 6


def test_only_who_began_it_deletes_it(server: Server) -> None:
    mine = Sheet.begin(server.person(), beginning())
    theirs = mine.shared_with(server.person())
    following = Follower(theirs.person, mine.id, 5)
    refused = theirs.person.http.delete(f"/api/books/{mine.id}")
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "request/forbidden")
    assert mine.person.http.delete(f"/api/books/{mine.id}").status_code == 204
    following.until(lambda it: it.refused)
    assert following.heard == [{"type": "gone", "book": mine.id}]
    assert mine.code() == theirs.code() == NOT_FOUND
    assert mine.id.encode() not in everything_in(server)


def test_who_leaves_a_sheet_has_it_no_more_and_the_last_one_takes_it_with_him(server: Server) -> None:
    mine = Sheet.begin(server.person(), beginning())
    theirs = mine.shared_with(server.person())
    assert theirs.person.post(f"/api/books/{mine.id}/leave").status_code == 204
    assert theirs.code() == NOT_FOUND
    assert theirs.person.http.get("/api/sheets").json() == {"sheets": []}
    mine.shared_with(theirs.person)
    assert mine.person.post(f"/api/books/{mine.id}/leave").status_code == 204
    # Who began it is gone: now whoever writes may delete it.
    assert theirs.look()["made"]
    assert theirs.person.post(f"/api/books/{mine.id}/leave").status_code == 204
    assert mine.id.encode() not in everything_in(server)


def test_who_deletes_himself_takes_along_what_nobody_else_has(server: Server) -> None:
    person, other = server.person(), server.person()
    alone, shared = Sheet.begin(person, [op("named", title="Allein")]), Sheet.begin(person, beginning())
    theirs, own = shared.shared_with(other), person.id
    kept = person.http.get("/api/me/export").json()["books"]
    assert {(one["book"], one["role"], one["made"]) for one in kept} == {
        (alone.id, "write", True),
        (shared.id, "write", True),
    }
    assert person.http.delete("/api/me").status_code == 204
    left = everything_in(server)
    assert own.encode() not in left
    assert alone.id.encode() not in left
    assert b"Allein" not in left
    theirs.write(ruf())
    assert theirs.look()["made"]


def test_a_guest_who_signs_in_brings_his_sheets_along(server: Server) -> None:
    account = server.person()
    name = f"Konto {account.id[:8]}"
    account.post("/api/account", {"name": name, "passphrase": "drei Obere"})
    guest = server.person()
    own, both = Sheet.begin(guest, beginning()), Sheet.begin(guest, beginning())
    both.shared_with(account)
    old = guest.id
    assert guest.post("/api/login", {"name": name, "passphrase": "drei Obere"}).status_code == 200
    cards = {card["id"]: card["made"] for card in account.http.get("/api/sheets").json()["sheets"]}
    assert cards == {own.id: True, both.id: True}
    own.write(ruf())
    assert old.encode() not in everything_in(server)


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
def test_keys_are_not_tried_out_and_sheets_not_begun_without_end(make_server) -> None:  # type: ignore[no-untyped-def]
    server = make_server("--limits", "--tune", "books_of_person=3,books=4:0.001")
    mine, guest = Sheet.begin(server.person()), server.person()
    codes = [guest.post(f"/api/books/{mine.id}/join", {"key": f"x{n}"}).status_code for n in range(14)]
    assert codes[:10] == [404] * 10
    assert 429 in codes
    for _ in range(2):
        Sheet.begin(mine.person)
    answers = [mine.person.post("/api/sheets", {"id": new_id()}) for _ in range(2)]
    refused = [(answer.status_code, answer.json()["error"]["code"]) for answer in answers]
    assert refused == [(409, "book/limit"), (429, "request/too-many")]
