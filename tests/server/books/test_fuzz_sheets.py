"""Requests made up from the description, for books and sheets: no fault of the server, every answer as described."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest
import schemathesis
from tests.club.sheet.wild import rubbish
from tests.server.books.keeping import Sheet, beginning, ids, new_id, op, ruf
from tests.server.serving import Server
from tests.server.test_fuzz import CHECKS, every, few

from schafkopf.club import sheet

OPERATIONS = (
    *("joinBook", "bookLinks", "renewLink", "linkCode", "leaveBook", "deleteBook"),
    *(
        "newSheet",
        "sheets",
        "sheet",
        "addOps",
        "restoreSheet",
        "importResults",
        "sheetFile",
        "sheetBackup",
        "season",
        "seasonFile",
    ),
    "prices",
)


@dataclass
class Shelf:
    """A server with a sheet, somebody who writes there, one who looks on."""

    server: Server
    mine: Sheet
    theirs: Sheet
    rng: random.Random

    def aim(self, case: Any) -> None:
        """Ask for books that there are."""
        if "book" in (case.path_parameters or {}):
            case.path_parameters["book"] = self.rng.choice((self.mine.id, self.mine.id, self.mine.id, "0" * 22))
        if isinstance(case.body, dict) and isinstance(case.body.get("ids"), list):
            case.body["ids"] = [self.mine.id]

    def headers(self, *, once: bool) -> dict[str, str]:
        """Who asks: who writes, who looks on, nobody. once: they have more to do here, so it is somebody else."""
        keys = (self.mine.person.key, self.mine.person.key, self.theirs.person.key, None)
        key = self.server.person().key if once else self.rng.choice(keys)
        return {"X-Schafkopf": "1"} if key is None else {"Authorization": f"Bearer {key}"}


@pytest.fixture(scope="module")
def shelf(server: Server) -> Shelf:
    mine = Sheet.begin(server.person(), [*beginning(), ruf(), op("named", title="Stammtisch")])
    return Shelf(server, mine, mine.shared_with(server.person(), "view"), random.Random(5))


@pytest.fixture(scope="module")
def operations(server: Server) -> dict[str, Any]:
    """By their ids."""
    described = schemathesis.openapi.from_url(f"{server.url}/schema")
    found = [result.ok() for result in described.get_all_operations()]
    return {operation.definition.raw["operationId"]: operation for operation in found}


def test_every_operation_is_tried(operations: dict[str, Any]) -> None:
    tagged = {name for name, one in operations.items() if {"books", "sheets"} & set(one.definition.raw["tags"])}
    # The stream never ends; it has tests of its own.
    assert tagged == {*OPERATIONS, "followBook"}


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_route(name: str, operations: dict[str, Any], shelf: Shelf) -> None:
    def do(case: Any) -> None:
        shelf.aim(case)
        headers = shelf.headers(once=name in ("leaveBook", "deleteBook", "renewLink"))
        case.call_and_validate(headers=headers, checks=CHECKS, timeout=30)

    every(operations[name], few, do)
    assert shelf.mine.look()["role"] == "write"


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
def test_ops_that_are_nearly_right(server: Server) -> None:
    """Whatever is taken can be read again, folded and exported; whatever is not leaves nothing behind."""
    rng = random.Random(11)
    mine = Sheet.begin(server.person(), beginning())
    taken: Counter[int] = Counter()
    for number in range(120):
        data = sheet.op_data(sheet.Op(f"r{number}", "phone", number * 60_000, rubbish(rng)))
        if rng.random() < 0.4:
            key = rng.choice(sorted(data))
            data[key] = rng.choice((None, 7, "", [], {}, "x" * 700, {"a": {}}, -(10**18), True, 1.5))
        good = [op("named", title=f"{number}.{index}") for index in range(rng.randrange(3))]
        answer = mine.try_(*good, data, after=10**6)
        taken[answer.status_code] += 1
        assert answer.status_code in (200, 422), answer.text
    assert min(taken[200], taken[422]) > 20, taken
    log = mine.look()["log"]
    assert len(set(ids(log))) == len(log)
    sheet.fold([sheet.read_stored(one) for one in log])
    assert mine.person.http.get(f"/api/sheets/{mine.id}/csv").status_code == 200
    new = Sheet(mine.person, new_id())
    text = mine.backup().decode()
    assert mine.person.post("/api/sheets/restore", {"id": new.id, "text": text}).status_code == 201
    assert new.backup().decode() == text
