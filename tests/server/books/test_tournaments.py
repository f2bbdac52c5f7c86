"""Tournaments over HTTP: several laptops, phones at the tables, a board on the wall."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

from tests.server.books.keeping import Follower, new_id, pair
from tests.server.books.touring import Tour, refusal
from tests.server.serving import Person, Server, eventually

from schafkopf.club.tournament.lot import seed_hash


def at_once(*jobs: Callable[[], Any]) -> list[Any]:
    """All of them at the same time; -> what each gives."""
    found: dict[int, Any] = {}
    barrier = threading.Barrier(len(jobs))

    def run(place: int) -> None:
        barrier.wait(30)
        found[place] = jobs[place]()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return [found[place] for place in range(len(jobs))]


def test_what_is_sent_again_is_the_same_tournament(server: Server) -> None:
    person, other, id = server.person(), server.person(), new_id()
    asked = {"id": id, "settings": {"name": "Maibock"}}
    assert person.post("/api/tournaments", asked).json() == {"seq": 1}
    assert person.post("/api/tournaments", asked).json() == {"seq": 1}
    assert refusal(other.post("/api/tournaments", asked)) == (409, "book/taken")
    assert Tour(other, id).code() == (404, "book/not-found")
    tour = Tour(person, id)
    tour.do("enter", people=[{"name": "Anna"}, {"name": "Beni"}])
    cards = person.http.get("/api/tournaments").json()["tournaments"]
    assert [(card["title"], card["players"], card["role"]) for card in cards] == [("Maibock", 2, "host")]


# -- who may what ----------------------------------------------------------------------------------------------------


def test_roles_come_by_link_and_see_and_do_what_is_theirs(server: Server) -> None:
    tour = Tour.begin(server, players=8)
    tour.do("draw", round=1)
    scorer, viewer, stranger = tour.with_("scorer"), tour.with_("viewer"), Tour(server.person(), tour.id)
    assert [one.look()["role"] for one in (tour, scorer, viewer)] == ["host", "scorer", "viewer"]
    assert scorer.score(1, 1, [3, -1, -1, -1]).status_code == 200
    assert scorer.refused("close_round", round=1, reason="egal") == (403, "tournament/forbidden")
    assert refusal(viewer.score(1, 2, [3, -1, -1, -1], draw=10)) == (403, "tournament/forbidden")
    for path in ("/history", "/rounds/1/tables/1", "/backup", "/paper/cards.pdf", "/paper/sheets.pdf"):
        assert viewer.code(path) == (403, "tournament/forbidden"), path
        assert stranger.code(path) == (404, "book/not-found"), path
    assert scorer.code("/backup") == (403, "tournament/forbidden")
    assert stranger.code() == (404, "book/not-found")
    assert stranger.code("/csv", what="ranking") == (404, "book/not-found")
    assert refusal(stranger.try_("finish", seq=1)) == (404, "book/not-found")
    # No key of another role is anywhere in what a viewer gets.
    keys = [tour.key(role) for role in ("host", "scorer")]
    keys.append(tour.look("/rounds/1/tables/1")["link"].partition("#")[2])
    answers = [viewer.read(), viewer.person.http.get(f"/api/books/{tour.id}/links").content]
    answers.append(viewer.person.http.get("/api/tournaments").content)
    assert not [key for key in keys for answer in answers if key.encode() in answer]


def test_a_scorer_takes_back_his_own_step_only(server: Server) -> None:
    tour = Tour.begin(server, players=8)
    tour.do("draw", round=1)
    one, two = tour.with_("scorer"), tour.with_("scorer")
    one.score(1, 1, [3, -1, -1, -1])
    step = one.look()["undo"]
    assert step is not None
    assert "undo" in one.look()["can"]
    assert two.look()["undo"] is None
    assert "undo" not in two.look()["can"]
    assert two.refused("undo", command=step["command"]) == (403, "tournament/forbidden")
    # He is who he is, whatever he is called by now.
    one.person.http.put("/api/me", json={"name": "Anna"})
    one.do("undo", command=step["command"])
    assert tour.table(1, 1)["state"] == "empty"


def test_to_06_the_seed_of_a_draw_to_come_is_nowhere_but_in_the_hosts_backup(server: Server) -> None:
    tour = Tour.begin(server, players=8)
    scorer, viewer = tour.with_("scorer"), tour.with_("viewer")
    tour.do("commit", round=1)
    hidden = next(
        one["event"]["seed"] for one in json.loads(tour.read("/backup"))["events"] if one["event"]["e"] == "committed"
    )
    published = viewer.look()["next"]["hash"]
    assert published == seed_hash(hidden)
    answers = [who.read(path) for who in (tour, scorer) for path in ("", "/history")]
    answers += [viewer.read(), viewer.read("/csv", what="entrants")]
    answers += [who.try_("draw", round=1, seed="anderer").content for who in (tour, scorer, viewer)]
    answers += [who.try_("commit", round=1).content for who in (tour, scorer, viewer)]
    answers += [server.log.encode()]
    assert not any(hidden.encode() in answer for answer in answers)
    tour.do("draw", round=1)
    assert viewer.look()["rounds"][0]["draw"]["seed"] == hidden


# -- several at once -------------------------------------------------------------------------------------------------


def test_se_the_same_table_typed_in_on_two_laptops_keeps_both_for_the_host(server: Server) -> None:
    tour = Tour.begin(server, players=4)
    seq = tour.do("draw", round=1)
    one, two = tour.with_("scorer"), tour.with_("scorer")
    answers = at_once(
        lambda: one.score(1, 1, [3, -1, -1, -1], seq=seq),
        lambda: two.score(1, 1, [-3, 1, 1, 1], seq=seq),
    )
    assert [answer.status_code for answer in answers] == [200, 200]
    table = tour.table(1, 1)
    assert table["state"] == "conflict"
    assert sorted(typed["result"]["points"] for typed in table["versions"]) == [[-3, 1, 1, 1], [3, -1, -1, -1]]
    assert tour.refused("close_round", round=1, reason="trotzdem") == (409, "tournament/conflict")
    wanted = next(typed for typed in table["versions"] if typed["result"]["points"][0] == 3)
    tour.do("choose", round=1, table=1, chosen=wanted["seq"])
    assert (tour.table(1, 1)["state"], tour.table(1, 1)["result"]["points"]) == ("in", [3, -1, -1, -1])
    assert len(tour.table(1, 1)["trace"]) == 1


def test_a_command_sent_again_has_one_effect(server: Server) -> None:
    tour = Tour.begin(server)
    people = [{"name": "Anna"}, {"name": "Beni"}]
    answers = at_once(*[lambda: tour.try_("enter", id="einmal", seq=1, people=people)] * 8)
    assert {(answer.status_code, answer.text) for answer in answers} == {(200, '{"seq":3}')}
    assert [one["name"] for one in tour.look()["entries"]] == ["Anna", "Beni"]


def test_scorers_at_all_tables_at_once_lose_nothing(server: Server) -> None:
    tour = Tour.begin(server, players=48)
    seq = tour.do("draw", round=1)
    scorers = [tour.with_("scorer") for _ in range(4)]

    def type_in(place: int) -> list[int]:
        return [
            scorers[place].score(1, table, [table, -table, 0, 0], seq=seq).status_code
            for table in range(1, 13)
            if table % 4 == place
        ]

    assert at_once(*(lambda place=place: type_in(place) for place in range(4))) == [[200] * 3] * 4
    assert [table["result"]["points"][0] for table in tour.look()["rounds"][0]["tables"]] == list(range(1, 13))


def test_drawn_on_two_laptops_at_once_it_is_one_draw(server: Server) -> None:
    tour = Tour.begin(server, players=12)
    other = tour.joined(server.person(), tour.key("host"))
    seq = tour.look()["seq"]
    answers = at_once(lambda: tour.try_("draw", round=1, seq=seq), lambda: other.try_("draw", round=1, seq=seq))
    assert [answer.status_code for answer in answers] == [200, 200]
    assert tour.look()["rounds"][0]["draw"]["attempts"] == 1


def test_who_follows_hears_that_something_has_happened(server: Server) -> None:
    tour = Tour.begin(server, players=4)
    board = Follower(tour.with_("viewer").person, tour.id, tour.look()["seq"])
    seq = tour.do("draw", round=1)
    board.until(lambda follower: follower.heard)
    assert board.heard[-1] == {"type": "changed", "book": tour.id, "seq": seq}
    board.hang_up()


def test_begun_anew_under_the_same_id_nothing_of_the_old_one_is_left(server: Server) -> None:
    tour = Tour.begin(server, players=8)
    tour.do("draw", round=1)
    assert tour.person.http.delete(f"/api/books/{tour.id}").status_code == 204
    assert tour.code() == (404, "book/not-found")
    answer = tour.person.post("/api/tournaments", {"id": tour.id, "settings": {"name": "Herbst"}})
    assert answer.status_code == 201, answer.text
    assert (tour.look()["settings"]["name"], tour.look()["rounds"]) == ("Herbst", [])
    tour.do("enter", people=[{"name": "Anna"}])
    assert [one["name"] for one in tour.look()["entries"]] == ["Anna"]


def test_a_restart_and_a_second_laptop_change_nothing(make_server: Any) -> None:
    server = make_server()
    tour = Tour.begin(server, players=8)
    tour.round(1)
    tour.do("commit", round=2)
    key, before = tour.key("host"), tour.look()
    server.kill()
    server.start()
    assert tour.look() == before
    second = tour.joined(server.person(), key)
    second.do("draw", round=2)
    drawn = tour.look()["rounds"][1]["draw"]
    assert drawn["seed_hash"] == before["next"]["hash"]
    assert drawn["rematches"] == second.look()["rounds"][1]["draw"]["rematches"]


def test_two_processes_are_one_tournament(make_server: Any, tmp_path: Any, postgresql: str) -> None:
    first, second = pair(make_server, tmp_path, postgresql)
    tour = Tour.begin(first, players=16)
    there = Tour(Person(second, key=tour.person.key), tour.id)
    board = Follower(there.person, tour.id, tour.look()["seq"])
    seq = tour.look()["seq"]
    at_once(lambda: tour.try_("draw", round=1, seq=seq), lambda: there.try_("draw", round=1, seq=seq))
    assert there.look() == tour.look()
    assert there.look()["rounds"][0]["draw"]["attempts"] == 1
    seq = tour.look()["seq"]
    jobs = [
        lambda table=table: (tour, there)[table % 2].score(1, table, [table, -table, 0, 0], seq=seq).status_code
        for table in (1, 2, 3, 4)
    ]
    assert at_once(*jobs) == [200] * 4
    assert [table["result"]["points"][0] for table in there.look()["rounds"][0]["tables"]] == [1, 2, 3, 4]
    now = there.look()["seq"]
    assert tour.look() == there.look()
    board.until(lambda follower: follower.heard and follower.heard[-1]["seq"] == now)
    board.hang_up()
    first.kill()
    there.do("close_round", round=1)
    eventually(lambda: there.look()["rounds"][0]["closed"])
