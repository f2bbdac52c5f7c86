"""Tournaments over HTTP: how one is set up, and its evening from the first draw to the prizes."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from tests.server.books.keeping import new_id
from tests.server.books.touring import RUF, SOLO, Tour, refusal
from tests.server.serving import Server

from schafkopf.club.tournament.lot import seed_hash

pytestmark = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)


# -- set-up ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "status", "code", "where"),
    [
        ({"scheme": "klassisch"}, 422, "tournament/scheme", "scheme"),
        ({"scheme": {"id": "x", "per_player": 10**18}}, 422, "tournament/scheme", "scheme"),
        ({"rules": "watten"}, 422, "ruleset/unknown", None),
        ({"overrides": {"tariff": {"solo": "viel"}}}, 422, "ruleset/bad-value", None),
        ({"zone": "../../etc/passwd"}, 422, "tournament/setting", "zone"),
        ({"ties": ["lot", "points"]}, 422, "tournament/setting", "ties"),
        ({"rounds": 21}, 400, "request/syntax", None),
        ({"colour": "red"}, 400, "request/syntax", None),
    ],
)
def test_settings_that_will_not_do_are_refused_with_a_code(
    change: dict[str, Any], status: int, code: str, where: str | None, server: Server
) -> None:
    person = server.person()
    setup = {"name": "Maibock", **change}
    for path, asked in (
        ("/api/tournaments", {"id": new_id(), "settings": setup}),
        ("/api/tournament-forms", {"settings": setup}),
    ):
        answer = person.post(path, asked)
        assert refusal(answer) == (status, code), answer.text
        assert where is None or answer.json()["error"]["where"] == where
    assert person.http.get("/api/tournaments").json() == {"tournaments": []}


def test_to_04_how_many_sit_where_is_shown_before_anybody_comes(server: Server) -> None:
    person = server.person()
    for players, split, sizes in ((13, "threes", [4, 3, 3, 3]), (13, "fives", [4, 4, 5]), (8, "threes", [4, 4])):
        asked = {"settings": {"name": "Maibock", "split": split}, "players": players}
        found = person.post("/api/tournament-forms", asked).json()
        assert (found["sizes"], found["problem"], found["unit"]) == (sizes, None, "point")
    asked = {"settings": {"name": "Maibock", "three_rules": "", "split": "threes"}, "players": 7}
    found = person.post("/api/tournament-forms", asked).json()
    assert (found["sizes"], found["problem"]["code"]) == ([], "tournament/cannot-split")


def test_an_entry_list_is_looked_at_before_it_is_taken(server: Server) -> None:
    tour = Tour.begin(server)
    tour.do("enter", people=[{"name": "Anna", "number": 7}])
    text = "Nr.;Name;Verein\r\n7;Beni;\r\n8;;\r\n9;=SUM(A1);Gasthof\r\nx;Dora;\r\n;Eva;\r\n"
    answer = tour.person.post(f"/api/tournaments/{tour.id}/entries/check", {"text": text})
    found = answer.json()
    assert [(one["row"], one["code"]) for one in found["errors"]] == [
        (2, "import/taken"),
        (3, "import/name"),
        (5, "import/number"),
    ]
    tour.do("enter", people=found["people"])
    assert [(one["number"], one["name"]) for one in tour.look()["entries"]] == [
        (7, "Anna"),
        (9, "=SUM(A1)"),
        (10, "Eva"),
    ]
    assert tour.refused("enter", people=[{"name": "Zweiter", "number": 9}]) == (409, "tournament/number-taken")


def test_a_thousand_can_play_and_not_one_more(server: Server) -> None:
    tour = Tour.begin(server, players=1000)
    assert tour.refused("enter", people=[{"name": "Einer zu viel"}]) == (409, "tournament/limit")
    tour.do("draw", round=1)
    found = tour.look()["rounds"][0]
    assert len(found["tables"]) == 250
    assert found["draw"]["rematches"] == []


# -- an evening ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [5, 37, 100])
def test_to_07_a_tournament_through_all_rounds(players: int, server: Server) -> None:
    prizes = [{"cents": 10_000}, {"cents": 5_001}, {"thing": "Ein Fass"}]
    tour = Tour.begin(server, players=players, prizes=prizes)
    met: Counter[tuple[int, int]] = Counter()
    for number in (1, 2, 3):
        drawn = tour.round(number)
        again = 0
        for table in drawn["tables"]:
            for two in combinations(sorted(table["seats"]), 2):
                again += met[two] > 0
                met[two] += 1
        assert len(drawn["draw"]["rematches"]) == again
        if players > 5:
            assert again == 0
        assert seed_hash(drawn["draw"]["seed"]) == drawn["draw"]["seed_hash"]
    assert tour.look()["lots_needed"]
    tour.do("draw_lots")
    tour.do("finish")
    found = tour.look()
    assert [line["place"] for line in found["ranking"]] == list(range(1, players + 1))
    assert sum(line["points"] for line in found["ranking"]) == 0
    assert [award["cents"] for award in found["prizes"]["awards"]] == [10_000, 5_001, 0]
    assert found["finished"]
    assert tour.refused("enter", people=[{"name": "Spät"}]) == (409, "tournament/over")


def test_to_03_a_round_closes_when_all_tables_are_in_and_right_or_with_a_reason(server: Server) -> None:
    tour = Tour.begin(server, players=8)
    tour.do("draw", round=1)
    tour.score(1, 1, [30, 30, 30, -80])
    answer = tour.try_("close_round", round=1)
    assert refusal(answer) == (409, "tournament/sum")
    assert answer.json()["error"]["where"] == "table 1"
    faults = tour.look()["rounds"][0]["faults"]
    assert [(one["code"], one["table"]) for one in faults] == [("tournament/sum", 1), ("tournament/missing", 2)]
    assert tour.refused("draw", round=2) == (409, "tournament/round-open")
    tour.do("close_round", round=1, reason="Tisch 2 ist gegangen")
    assert tour.look()["rounds"][0]["closed"]


def test_a_correction_leaves_a_trace_and_undo_takes_back_whole_steps(server: Server) -> None:
    tour = Tour.begin(server, players=4)
    tour.do("draw", round=1)
    tour.score(1, 1, [3, -1, -1, -1])
    assert refusal(tour.score(1, 1, [6, -2, -2, -2])) == (409, "tournament/reason")
    tour.score(1, 1, [6, -2, -2, -2], reason="verlesen")
    table = tour.table(1, 1)
    assert (table["result"]["points"], table["current"]["reason"]) == ([6, -2, -2, -2], "verlesen")
    assert [typed["result"]["points"] for typed in table["trace"]] == [[3, -1, -1, -1]]
    step = tour.look()["undo"]
    assert step["events"] == ["scored"]
    tour.do("undo", command=step["command"])
    assert tour.table(1, 1)["result"]["points"] == [3, -1, -1, -1]
    undone = [one for one in tour.look("/history")["events"] if one["undone"]]
    assert [one["event"]["reason"] for one in undone] == ["verlesen"]
    # The one before may be taken back next, and nothing that is not the last.
    assert tour.refused("undo", command="x" * 8) == (409, "tournament/not-last")


def test_a_table_game_by_game_from_a_phone(server: Server) -> None:
    tour = Tour.begin(server, players=8, games=2, rules="bavaria+ramsch")
    tour.do("draw", round=1)
    phone = tour.at_table(1, 2)
    assert phone.look()["role"] == "table"
    assert phone.look()["at"] == [{"round": 1, "table": 2}]
    assert refusal(phone.play(1, 1, "g", SOLO)) == (403, "tournament/forbidden")
    assert phone.code("/rounds/1/tables/1") == (403, "tournament/forbidden")
    price = f"/api/tournaments/{tour.id}/rounds/1/tables/2/price"
    assert phone.person.post(price, {"entry": SOLO}).json()["points"] == [-2, 6, -2, -2]
    assert phone.play(1, 2, "g1", {**SOLO, "passed": None}).status_code == 200
    assert phone.play(1, 2, "g1", SOLO).status_code == 200
    assert refusal(phone.play(1, 2, "g2", {"contract": "watten"})) == (409, "entry/contract")
    assert refusal(phone.play(1, 2, "g2", {"contract": "solo", "declarer": "1"})) == (422, "tournament/syntax")
    losers = {"contract": "ramsch", "losers": [0] * 3000}
    assert refusal(phone.play(1, 2, "g2", losers)) == (422, "tournament/syntax")
    assert phone.play(1, 2, "g2", RUF).status_code == 200
    found = phone.look("/rounds/1/tables/2")
    assert [game["carry"] for game in found["games"]] == [[-2, 6, -2, -2], [-3, 7, -3, -1]]
    assert (found["played"], found["link"]) == (2, "")
    assert tour.table(1, 2)["result"] == {
        "points": [-3, 7, -3, -1],
        "solos": [0, 1, 0, 0],
        "solos_won": [0, 1, 0, 0],
        "games_won": [0, 2, 0, 1],
    }


def test_protests_are_written_down_and_decided(server: Server) -> None:
    tour = Tour.begin(server, players=4)
    tour.do("draw", round=1)
    phone, viewer = tour.at_table(1, 1), tour.with_("viewer")
    phone.do("protest", protest="p1", round=1, table=1, text="Renonce in Spiel 3")
    assert (tour.look()["protests_open"], tour.look()["protests"][0]["text"]) == (1, "Renonce in Spiel 3")
    tour.do("rule", protest="p1", text="abgelehnt")
    assert tour.look()["protests_open"] == 0
    assert viewer.look()["protests"] == phone.look()["protests"] == []
    assert b"Renonce" not in viewer.read()
