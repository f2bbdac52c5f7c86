"""Score sheets on the network: ops, files, seasons, price tables."""

from __future__ import annotations

import json
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from tests.server.books.keeping import PEOPLE, Sheet, beginning, ids, new_id, op, ruf
from tests.server.serving import Data, Server

from schafkopf.club import prices, sheet
from schafkopf.game import load_ruleset
from schafkopf.server.books import sheets
from schafkopf.server.errors import Refused
from schafkopf.server.store.book_rows import Entry


def folded(log: list[Data]) -> sheet.State:
    """What a phone makes of it."""
    return sheet.fold([sheet.read_stored(one) for one in log])


def test_a_sheet_begun_offline_is_the_same_however_often_it_is_sent(server: Server) -> None:
    """ST: an answer that never came; in the meantime more was written."""
    person, id, ops = server.person(), new_id(), beginning()
    first = person.post("/api/sheets", {"id": id, "ops": ops}).json()
    assert (first["seq"], first["role"], first["made"], ids(first["log"])) == (5, "write", True, ids(ops))
    assert person.post("/api/sheets", {"id": id, "ops": ops}).json() == first
    more = [*ops, ruf()]
    assert ids(person.post("/api/sheets", {"id": id, "ops": more}).json()["log"]) == ids(more)
    other = server.person().post("/api/sheets", {"id": id, "ops": []})
    assert (other.status_code, other.json()["error"]["code"]) == (409, "book/taken")


def test_what_is_sent_again_has_one_effect(server: Server) -> None:
    found = Sheet.begin(server.person(), beginning())
    game, other = ruf(), ruf(91)
    first = found.write(game, after=5)
    assert (first["seq"], [(one["seq"], one["id"]) for one in first["log"]]) == (6, [(6, game["id"])])
    assert found.write(game, game, other, game, after=5)["seq"] == 7
    assert ids(found.look(5)["log"]) == [game["id"], other["id"]]
    # The same id with other facts is the same op: it was there first.
    changed = {**ruf(120), "id": game["id"]}
    assert found.write(changed, after=7) == {"seq": 7, "log": []}
    assert found.look(5)["log"][0]["content"]["result"]["points"] == 61


@pytest.mark.parametrize(
    "bad",
    [
        *(
            7,
            "x",
            [],
            {},
            None,
            {**op("deleted", entry="x"), "at_ms": "now"},
            op("exploded"),
            op("renamed", person="x"),
        ),
        op("entered", content={"line": "corrected", "amounts": {"anna": 10**12}}),
        op("named", title="\x00"),
        op(
            "ruled",
            rules="bavaria",
            overrides=json.loads("[" * 40 + "]" * 40) and {"x": json.loads("[" * 40 + "]" * 40)},
        ),
        op("named", title="x" * 501),
    ],
)
def test_of_a_batch_with_an_op_that_does_not_fit_nothing_is_kept(bad: Any, server: Server) -> None:
    found = Sheet.begin(server.person(), beginning())
    answer = found.try_(ruf(), op("named", title="Stammtisch"), bad, ruf(91))
    assert answer.status_code in (400, 422), answer.text
    if answer.status_code == 422:
        error = answer.json()["error"]
        assert (error["code"], error["where"]) == ("sheet/syntax", "ops/2")
    else:
        # What is no object is refused before anybody looks at it.
        assert not isinstance(bad, dict)
    assert found.look()["seq"] == 5


def test_the_server_keeps_what_makes_no_sense(server: Server) -> None:
    """It is the fold that says so; another phone may have sent what is missing in the meantime."""
    found = Sheet.begin(server.person(), [])
    log = found.write(
        op("left", person="nobody"), op("edited", entry="x", content={"line": "corrected", "amounts": {}})
    )
    assert [fault.code for fault in folded(log["log"]).faults] == ["sheet/no-person", "sheet/no-entry"]


@pytest.mark.parametrize("after", [-1, 2**63, 10**30, "x"])
def test_a_place_in_the_log_that_there_cannot_be_is_refused(after: Any, server: Server) -> None:
    sheet = Sheet.begin(server.person())
    answer = sheet.person.post(f"/api/sheets/{sheet.id}/ops", {"ops": [], "after": after})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "request/syntax")
    assert sheet.person.http.get(f"/api/sheets/{sheet.id}", params={"after": after}).status_code == 400


def test_two_phones_at_once_lose_nothing(server: Server) -> None:
    """ST: both entries are kept, in an order that is the same for both."""
    mine = Sheet.begin(server.person(), beginning())
    theirs = mine.shared_with(server.person())
    batches = [[ruf(61 + n), ruf(91 + n)] for n in range(12)]

    def send(place: int) -> None:
        (mine, theirs)[place % 2].write(*batches[place])

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(send, range(len(batches))))
    log = mine.look()["log"]
    assert theirs.look()["log"] == log
    assert [one["seq"] for one in log] == list(range(1, 30))
    assert sorted(ids(log)[5:]) == sorted(one["id"] for batch in batches for one in batch)
    # What came in one batch stays together.
    places = {id: place for place, id in enumerate(ids(log))}
    assert all(places[b["id"]] == places[a["id"]] + 1 for a, b in batches)


def test_a_full_sheet_takes_no_more(server: Server) -> None:
    found = Sheet.begin(server.person(), [op("ruled", rules="bavaria") for _ in range(99)])
    answer = found.try_(op("ruled", rules="bavaria"), op("ruled", rules="bavaria"))
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "book/full")
    found.write(op("ruled", rules="bavaria"))
    found.write(ruf())
    assert found.look()["seq"] == 101


def test_an_op_has_an_end(server: Server) -> None:
    found = Sheet.begin(server.person())
    amounts = {f"{n:03}{'ä' * 57}": 0 for n in range(199)}
    found.write(op("entered", content={"line": "corrected", "amounts": amounts}))
    result = {"contract": "rufspiel", "losers": list(amounts), "virgins": list(amounts)}
    content = {"line": "played", "dealer": "x", "players": list(amounts), "result": result}
    answer = found.try_(op("entered", content=content))
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "sheet/syntax")


def test_the_list_shows_what_is_there_now(server: Server) -> None:
    person = server.person()
    first = Sheet.begin(person, beginning())
    second = Sheet.begin(person, [op("named", title="Stammtisch", place="Bräu", date="2026-11-30"), *beginning()])
    titled = second.write(op("named", title="Anderer Titel", device="d2"))
    assert titled["seq"] == 7
    second.write(ruf(), op("undone", device="d2"))
    first.write(ruf(), op("closed"))
    cards = person.http.get("/api/sheets").json()["sheets"]
    assert [card["id"] for card in cards] == [first.id, second.id]
    assert [(card["games"], card["closed"], card["people"]) for card in cards] == [
        (1, True, list(PEOPLE)),
        (1, False, list(PEOPLE)),
    ]
    assert (cards[1]["title"], cards[1]["place"], cards[1]["date"]) == ("Stammtisch", "Bräu", "2026-11-30")
    assert server.person().http.get("/api/sheets").json() == {"sheets": []}


# -- files -----------------------------------------------------------------------------------------------------------


def test_restored_from_a_backup_it_is_the_same_file(server: Server) -> None:
    """Must show 6: byte-equal exports."""
    old = Sheet.begin(server.person(), beginning())
    game = ruf(device="d2", by="Annas Telefon")
    old.write(game, ruf(20), op("edited", entry=game["id"], content=ruf(92)["content"]), op("undone"))
    new = Sheet(server.person(), new_id())
    body = {"id": new.id, "text": old.backup().decode()}
    answer = new.person.post("/api/sheets/restore", body)
    assert answer.status_code == 201, answer.text
    assert new.person.post("/api/sheets/restore", body).json() == answer.json()
    assert new.backup() == old.backup()
    for language in ("de", "en", "ru"):
        files = [one.person.http.get(f"/api/sheets/{one.id}/csv?language={language}") for one in (old, new)]
        assert files[0].content == files[1].content
        assert files[0].headers["content-type"] == "text/csv; charset=utf-8"
        assert files[0].content.startswith("\ufeff".encode())
    # It goes on where the other one was.
    assert new.write(ruf())["seq"] == old.look()["seq"] + 1


def test_a_backup_with_gaps_and_doubles_keeps_them(server: Server) -> None:
    """As a file that was merged by hand may have them: what was once exported is not put in order."""
    person, double = server.person(), op("left", person="x", id="same")
    lines = [{**one, "seq": seq} for one, seq in ((op("closed"), 3), (double, 7), (double, 8))]
    text = json.dumps({"schafkopf-sheet": 1, "ops": lines}, indent=1, sort_keys=True) + "\n"
    found = Sheet(person, new_id())
    assert person.post("/api/sheets/restore", {"id": found.id, "text": text}).status_code == 201
    assert found.backup().decode() == text
    assert found.write(double)["seq"] == 8
    assert found.write(op("reopened"))["seq"] == 9


@pytest.mark.parametrize(
    "text",
    [
        *("", "{}", "[]", "nonsense", "[" * 100_000, '{"schafkopf-sheet": 2, "ops": []}'),
        '{"schafkopf-sheet": 1, "ops": [{"seq": 1}]}',
        json.dumps({"schafkopf-sheet": 1, "ops": [{**op("closed"), "seq": 10**10}]}),
        json.dumps({"schafkopf-sheet": 1, "ops": [{**op("closed"), "seq": 2}, {**op("closed"), "seq": 2}]}),
        json.dumps({"schafkopf-sheet": 1, "ops": [{**op("ruled", rules="b", overrides={"a": "\ud800"}), "seq": 1}]}),
        json.dumps(
            {"schafkopf-sheet": 1, "ops": [{**op("ruled", rules="b", overrides={"a": float("nan")}), "seq": 1}]}
        ),
    ],
)
def test_no_sheet_comes_of_a_file_that_is_none(text: str, server: Server) -> None:
    person, id = server.person(), new_id()
    answer = person.post("/api/sheets/restore", {"id": id, "text": text})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "sheet/backup"), answer.text
    assert person.http.get("/api/sheets").json() == {"sheets": []}


def test_a_results_list_comes_onto_the_sheet_once(server: Server) -> None:
    found = Sheet.begin(server.person(), beginning())
    asked = {"id": "import1", "device": "laptop", "text": "Nr;Anna;Emil;Beni\n1;1,20;-0,60;-0,60\n2;5;5;5\n3;-2;1;1\n"}
    path = f"/api/sheets/{found.id}/import"
    checked = found.person.post(path, {**asked, "check": True}).json()
    assert (checked["seq"], checked["added"], checked["names"]) == (5, 0, ["Anna", "Emil", "Beni"])
    assert checked["rows"] == [{"label": "1", "amounts": [120, -60, -60]}, {"label": "3", "amounts": [-200, 100, 100]}]
    assert checked["errors"] == [{"row": 3, "code": "import/sum", "column": "", "value": "1500"}]
    done = found.person.post(path, asked).json()
    assert (done["seq"], done["added"]) == (8, 3)
    assert found.person.post(path, asked).json() == {**done, "added": 0}
    state = folded(found.look()["log"])
    named = {state.people[person].name: amount for person, amount in state.balances.items()}
    assert named == {"Anna": -80, "Beni": 40, "Cilli": 0, "Dora": 0, "Emil": 40}
    # Undo of that device takes it back.
    found.write(op("undone", device="laptop"))
    assert folded(found.look()["log"]).balances["anna"] == 120


def test_a_season_ranks_people_by_name(server: Server) -> None:
    person = server.person()
    evenings = [Sheet.begin(person, [*beginning(), ruf(points), ruf(91)]) for points in (61, 20, 91)]
    evenings[1].write(op("renamed", person="anna", name="  ANNA "))
    asked = {"ids": [one.id for one in evenings], "best": 2}
    found = person.post("/api/sheets/season", asked).json()
    rules = load_ruleset("bavaria")
    plain, schneider = rules["tariff.rufspiel"], rules["tariff.rufspiel"] + rules["tariff.schneider"]
    assert found["unit"] == "cent"
    anna = next(row for row in found["rows"] if row["key"] == "anna")
    assert anna["evenings"] == [plain + schneider, 0, 2 * schneider]
    assert (anna["total"], anna["counted"], anna["games"]) == (plain + 3 * schneider, [0, 2], 6)
    assert found["statistics"]["people"]["anna"]["roles"]["declarer"]["games"] == 6
    file = person.post("/api/sheets/season/csv", {**asked, "language": "en"})
    assert file.headers["content-type"] == "text/csv; charset=utf-8"
    assert f"{anna['total'] / 100:.2f}" in file.text
    for bad, code in (({"ids": [evenings[0].id] * 2}, "request/syntax"), ({"ids": [new_id()]}, "book/not-found")):
        assert person.post("/api/sheets/season", bad).json()["error"]["code"] == code
    stakes = Sheet.begin(person, [*beginning("be-1989"), op("entered", content={"line": "corrected", "amounts": {}})])
    mixed = person.post("/api/sheets/season", {"ids": [evenings[0].id, stakes.id]})
    assert (mixed.status_code, mixed.json()["error"]["code"]) == (422, "sheet/unit")


def test_sheets_that_nobody_writes_are_not_worked_out() -> None:
    """They would take minutes, and are kept all the same."""
    lines = [{f"p{n}": 0 for n in range(start, start + 67)} for start in (0, 67, 134)]
    some = [op("entered", content={"line": "corrected", "amounts": line}) for line in lines]
    some += [op("entered", content={"line": "corrected", "amounts": {}}) for _ in range(1000)]
    entries = [Entry(seq, one.command, one.body) for seq, one in enumerate(sheets.read_ops(some), 1)]
    with pytest.raises(Refused) as refused:
        sheets.game_csv(entries, "de")
    assert refused.value.code == "request/too-large"
    assert len(json.loads(sheets.backup(entries))["ops"]) == 1003


# -- prices ----------------------------------------------------------------------------------------------------------


def test_price_tables_are_those_of_the_ruleset(server: Server) -> None:
    person = server.person()
    overrides = {"tariff": {"rufspiel": 25}}
    found = person.post("/api/prices", {"rules": "bavaria+ramsch", "overrides": overrides, "at_table": 5})
    rules = load_ruleset("bavaria+ramsch").with_overrides(overrides)
    assert found.json() == prices.compile(rules, 5).to_dict()
    plain = person.post("/api/prices", {"rules": "bavaria+ramsch", "at_table": 5})
    assert plain.json() == prices.compile(load_ruleset("bavaria+ramsch"), 5).to_dict()


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"rules": "nonsense"}, 422, "ruleset/unknown"),
        ({"overrides": {"tariff": {"schneider": "x"}}}, 422, "ruleset/bad-value"),
        ({"overrides": {"nothing": 1}}, 422, "ruleset/unknown-key"),
        ({"at_table": 3}, 400, "request/syntax"),
        ({"at_table": 9}, 400, "request/syntax"),
        ({"rules": "ru-chalk", "at_table": 5}, 400, "request/syntax"),
    ],
)
def test_prices_of_rules_that_are_none(asked: Data, status: int, code: str, server: Server) -> None:
    answer = server.person().post("/api/prices", asked)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), answer.text


def test_ids_of_books_are_made_by_nobody_else(server: Server) -> None:
    person = server.person()
    for id in ("", "short", "x" * 21, "x" * 23, "ä" * 22, "../" * 7 + "x", secrets.token_urlsafe(17)):
        assert person.post("/api/sheets", {"id": id}).json()["error"]["code"] == "request/syntax"
