"""What a tournament gives to take along, and how it comes back."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from tests.server.books.keeping import new_id
from tests.server.books.touring import RUF, SOLO, Tour, refusal
from tests.server.serving import Server

pytestmark = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
LISTS = ("entrants", "seating", "results", "ranking", "teams", "prizes")
NAMES = ("Jürgen Übelacker", "=SUMME(A1)", "Іван Ўласаў", "Пётр Ёлкин", 'Anna; "die Rote"', "João Conceição", "Äijö")


@pytest.fixture(scope="module")
def tour(server: Server) -> Tour:
    """A tournament with a bit of everything, in its second round, the third one's seed fixed... and taken back."""
    prizes = [{"cents": 1001}, {"cents": 500, "thing": "Ein Fass"}]
    found = Tour.begin(server, prizes=prizes, start="2026-07-01T19:00", place="Gasthof", scheme="money", games=2)
    people = [{"name": name, "team": f"Team {index % 2}", "club": "Verein"} for index, name in enumerate(NAMES)]
    found.do("enter", people=[*people, {"name": "Letzter"}])
    found.round(1)
    found.do("substitute", number=2, name="@Ersatz", reason="krank")
    found.do("draw", round=2)
    found.play(2, 1, "a", SOLO)
    found.play(2, 1, "b", RUF)
    found.score(2, 2, [50, -50, 0, 0])
    found.do("protest", protest="p", round=2, table=1, text="Renonce")
    return found


def cells(content: bytes, separator: str) -> list[list[str]]:
    """A list as a spreadsheet reads it."""
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=separator))


def test_restored_from_a_backup_everything_exported_is_the_same(tour: Tour) -> None:
    backup = tour.read("/backup")
    other = tour.restored(backup)
    assert other.id != tour.id
    assert other.read("/backup") == backup
    for what in LISTS:
        for language in ("de", "en"):
            assert other.read("/csv", what=what, language=language) == tour.read("/csv", what=what, language=language)
    for document in ("seating", "ranking"):
        query = {"round": 2, "language": "ru"}
        assert other.read(f"/paper/{document}.pdf", **query) == tour.read(f"/paper/{document}.pdf", **query)
    mine, theirs = tour.look(), other.look()
    assert {**theirs, "id": tour.id} == mine
    # It goes on, and the old one does not.
    other.score(2, 1, [0, 0, 0, 0])
    assert tour.look() == mine


def test_restored_twice_it_is_one(tour: Tour) -> None:
    asked = {"id": new_id(), "text": tour.read("/backup").decode()}
    answers = [tour.person.post("/api/tournaments/restore", asked) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    other = tour.person.server.person()
    assert refusal(other.post("/api/tournaments/restore", asked)) == (409, "book/taken")


def with_event(change: Callable[[dict[str, Any]], Any]) -> Callable[[str], str]:
    """A backup in which something is not as it should be."""

    def changed(text: str) -> str:
        data = json.loads(text)
        change(data)
        return json.dumps(data)

    return changed


def points(data: dict[str, Any]) -> None:
    scored = next(one for one in data["events"] if one["event"]["e"] == "scored")
    scored["event"]["result"]["points"] = [10**30, -(10**30), 0, 0]


def seats(data: dict[str, Any]) -> None:
    drawn = next(one for one in data["events"] if one["event"]["e"] == "drawn")
    drawn["event"]["tables"][0][0] = 99


@pytest.mark.parametrize(
    "spoiled",
    [
        lambda text: "",
        lambda text: "[]",
        lambda text: "[" * 100_000,
        lambda text: text[:-10],
        lambda text: text.replace('"schafkopf-tournament": 1', '"schafkopf-tournament": 2'),
        lambda text: text.replace('"e": "created"', '"e": "begun"'),
        with_event(lambda data: data["events"].pop(3)),
        with_event(lambda data: data["events"].clear()),
        with_event(lambda data: data["events"][0].update(role="king")),
        with_event(lambda data: data["events"][0]["event"]["settings"].update(rules="watten")),
        with_event(lambda data: data["events"][-1].update(at_ms=10**30)),
        with_event(lambda data: data["events"][1]["event"].update(name="A" * 5000)),
        with_event(points),
        with_event(seats),
    ],
)
def test_no_tournament_comes_of_a_file_that_is_none(spoiled: Callable[[str], str], tour: Tour) -> None:
    asked = {"id": new_id(), "text": spoiled(tour.read("/backup").decode())}
    status, code = refusal(tour.person.post("/api/tournaments/restore", asked))
    assert (status, code) == (422, "tournament/backup")
    assert Tour(tour.person, asked["id"]).code() == (404, "book/not-found")


@pytest.mark.parametrize(("language", "separator"), [("de", ";"), ("en", ","), ("be", ";"), ("ru", ";")])
def test_i18_lists_open_in_a_spreadsheet_of_the_language(language: str, separator: str, tour: Tour) -> None:
    content = tour.read("/csv", what="entrants", language=language)
    assert content.startswith(b"\xef\xbb\xbf")
    rows = cells(content, separator)
    assert len({len(row) for row in rows}) == 1
    shown = {row[1] for row in rows[1:]}
    assert {"Jürgen Übelacker", "Іван Ўласаў", "Пётр Ёлкин", 'Anna; "die Rote"'} <= shown
    # What looks like a formula is a text.
    assert "'@Ersatz" in shown
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "@"))]


def test_mo_01_amounts_of_money_are_written_as_the_language_writes_them(tour: Tour) -> None:
    assert cells(tour.read("/csv", what="results", round=2, language="de"), ";")[5][5] == "0,50"
    assert cells(tour.read("/csv", what="results", round=2, language="en"), ",")[5][5] == "0.50"
    assert cells(tour.read("/csv", what="prizes", language="de"), ";")[1][3] == "10,01"


def test_lists_of_a_round_that_was_not_drawn_are_refused(tour: Tour) -> None:
    for path, query in (
        ("/csv", {"what": "seating", "round": 3}),
        ("/csv", {"what": "ranking", "round": 3}),
        ("/paper/seating.pdf", {"round": 3}),
        ("/paper/ranking.pdf", {"round": 3}),
    ):
        assert tour.code(path, **query) == (409, "tournament/no-round"), path
    assert tour.code("/paper/invoice.pdf")[1] in ("request/syntax", "request/not-found")
    assert tour.code("/csv", what="secrets") == (400, "request/syntax")
    assert tour.code("/csv", what="ranking", language="xx") == (400, "request/syntax")


def test_paper_for_the_tables_is_for_those_who_hand_it_out(tour: Tour) -> None:
    viewer = tour.with_("viewer")
    assert viewer.code("/paper/cards.pdf") == (403, "tournament/forbidden")
    content = tour.read("/paper/cards.pdf", language="be")
    assert content.startswith(b"%PDF-")
    assert tour.read("/paper/cards.pdf", language="be") == content
    answer = tour.get("/paper/cards.pdf", language="be")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == 'inline; filename="cards.pdf"'


def test_to_10_the_calendar_says_when_it_is_in_utc(tour: Tour) -> None:
    content = tour.read("/calendar.ics").decode()
    assert "DTSTART:20260701T170000Z\r\n" in content
    assert f"UID:{tour.id}@schafkopf\r\n" in content
    assert Tour.begin(tour.person.server).code("/calendar.ics") == (404, "request/not-found")
