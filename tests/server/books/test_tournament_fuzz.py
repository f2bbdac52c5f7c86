"""Requests about tournaments made up from the description of the interface; see tests/server/test_fuzz.py."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
import schemathesis
from hypothesis import settings
from tests.server.books.keeping import new_id
from tests.server.books.touring import SOLO, Tour
from tests.server.serving import Server
from tests.server.test_fuzz import CHECKS, every, few, many

OPERATIONS = (
    *("tournamentForms", "checkTournament", "tournaments", "newTournament", "restoreTournament"),
    *("tournament", "tournamentHistory", "tournamentSheet", "tournamentPrice", "tournamentCommand", "checkEntries"),
    *("tournamentCsv", "tournamentPaper", "tournamentCalendar", "tournamentBackup"),
)


class Place:
    """A tournament in its second round, and people of every role and of none."""

    def __init__(self, server: Server) -> None:
        self.rng = random.Random(5)
        self.tour = Tour.begin(server, players=9)
        self.tour.round(1)
        self.tour.do("draw", round=2)
        self.tour.play(2, 1, "g1", SOLO)
        self.others = [self.tour.with_(role) for role in ("scorer", "viewer")]
        self.others += [self.tour.at_table(2, 1), Tour(server.person(), self.tour.id)]

    def aim(self, case: Any) -> None:
        """Ask for the tournament that there is, and mostly for rounds and tables that there are."""
        path = case.path_parameters or {}
        if "book" in path:
            path["book"] = self.rng.choice((*[self.tour.id] * 5, new_id()))
        for name, most in (("number", 3), ("table", 4)):
            if name in path:
                path[name] = self.rng.choice((1, 2, most))

    def headers(self) -> dict[str, str]:
        """Who asks, mostly the host."""
        who = self.rng.choice((*[self.tour] * 6, *self.others, None))
        return {"X-Schafkopf": "1"} if who is None else {"Authorization": f"Bearer {who.person.key}"}


@pytest.fixture(scope="module")
def place(server: Server) -> Place:
    return Place(server)


@pytest.fixture(scope="module")
def operations(server: Server) -> dict[str, Any]:
    """By their ids, those about tournaments."""
    described = schemathesis.openapi.from_url(f"{server.url}/schema")
    found = [result.ok().definition.raw for result in described.get_all_operations()]
    own = {raw["operationId"] for raw in found if raw["tags"] == ["tournament"]}
    assert own == set(OPERATIONS)
    return {one.definition.raw["operationId"]: one for one in (r.ok() for r in described.get_all_operations())}


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.parametrize("name", OPERATIONS)
def test_every_route_about_tournaments(name: str, operations: dict[str, Any], place: Place) -> None:
    def do(case: Any) -> None:
        place.aim(case)
        case.call_and_validate(headers=place.headers(), checks=CHECKS, timeout=60)

    # Typesetting takes its time.
    every(operations[name], settings(few, max_examples=5) if name == "tournamentPaper" else few, do)


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
def test_what_changes_tournaments(operations: dict[str, Any], place: Place) -> None:
    """Many commands, many of them nearly right."""
    answered: Counter[int] = Counter()
    draw = place.tour.look()["rounds"][1]["draw"]["seq"]

    def do(case: Any) -> None:
        place.aim(case)
        doing = case.body.get("do") if isinstance(case.body, dict) else None
        if isinstance(doing, dict):
            right = {"round": 2, "table": place.rng.choice((1, 2)), "draw": draw, "number": place.rng.randint(1, 9)}
            doing.update({name: value for name, value in right.items() if isinstance(doing.get(name), int)})
            case.body["seq"] = place.rng.choice((0, place.tour.look()["seq"], 10**6))
        answer = case.call_and_validate(headers=place.headers(), checks=CHECKS, timeout=60)
        answered[answer.status_code] += 1

    every(operations["tournamentCommand"], many, do)
    assert answered[200] + answered[409] + answered[422] > 15, answered
    # Whatever was done, everybody can be shown what came of it.
    backup = place.tour.read("/backup")
    assert place.tour.restored(backup).read("/backup") == backup
    for path in ("", "/history", "/rounds/1/tables/1"):
        assert place.tour.get(path).status_code == 200, path
