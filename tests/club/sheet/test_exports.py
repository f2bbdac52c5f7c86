"""Sheets as files and back, and lists of results that people bring along."""

from __future__ import annotations

import csv
import io
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.club.sheet.kit import NAMES, Desk, desk, evening, numbered, played, ruf, solo

from schafkopf.club.sheet import Op, Refused, fold, op_data, ops, read_op, read_stored, stored_data
from schafkopf.club.sheet.codec import ACTS
from schafkopf.club.sheet.exports import backup, game_csv, restore, season_csv
from schafkopf.club.sheet.results_list import RowError, acts_of, read_results
from schafkopf.club.sheet.season import season
from schafkopf.game import load_ruleset, ruleset_ids
from schafkopf.game.dealing import table_sizes

FOUR = NAMES[:4]


def _cells(data: bytes, sign: str = ";") -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=sign))


def _column(rows: list[list[str]], name: str) -> list[str]:
    place = rows[0].index(name)
    return [row[place] for row in rows[1:]]


def test_the_export_says_what_the_sheet_says() -> None:
    """SE-03, SE-13, MO-01: amounts, terms and sums, all of them in one unit."""
    made = desk()
    made.enter(ruf("anna", "beni", points=95, laufende=3))
    made.enter(ops.Passed("anna", ("beni", "cilli", "dora", "anna"), "redeal"))
    gone = made.enter(solo("cilli"))
    made.enter(ops.Corrected({"anna": -5, "dora": 5}, "change"))
    made(ops.Deleted(gone))
    rows = _cells(game_csv(made.state, {"rufspiel": "Ruf", "base": "Grund"}))
    assert _column(rows, "Anna") == ["0,60", "0,00", "-0,05", "0,55"]
    assert _column(rows, "Dora") == ["-0,60", "0,00", "0,05", "-0,55"]
    assert _column(rows, "terms")[0] == "Grund 0,20; schneider 0,10; laufende (3) 0,30"
    assert (_column(rows, "contract")[0], _column(rows, "partner")[0], _column(rows, "result")[0]) == (
        "Ruf",
        "Beni",
        "won",
    )
    assert _column(rows, "line") == ["played", "passed", "corrected", ""]
    assert _column(_cells(game_csv(made.state, {}, "en"), ","), "Dora")[0] == "-0.60"


def test_the_slate_is_exported_as_strokes() -> None:
    made = desk("ru-chalk")
    made.enter(played("dora", *FOUR, contract="chalk", declarer="anna", points=61))
    made.enter(played("anna", "beni", "cilli", "dora", "anna", contract="chalk", declarer="beni", points=95))
    rows = _cells(game_csv(made.state, {}))
    sums = [int(row) for row in _column(rows, "Anna")]
    assert sums[0] > 0 > sums[1]
    assert sums[2] == sums[0] + sums[1]
    assert [-int(row) for row in _column(rows, "Beni")] == [int(row) for row in _column(rows, "Cilli")] == sums


def test_names_keep_their_umlauts_and_are_no_formulas() -> None:
    """I18-02"""
    made = Desk()
    made(ops.Ruled("bavaria"))
    names = ("Jürgen Großböhm", "=1+1", 'Алесь; "Ё"', "@x")
    for id, name in zip(FOUR, names, strict=True):
        made(ops.Joined(id, name))
    made.enter(ruf("anna", "beni"))
    made.enter(ops.Corrected({"anna": 1, "beni": -1}, "=cmd|' /C calc'!A0"))
    data = game_csv(made.state, {})
    assert data.startswith(b"\xef\xbb\xbf")
    rows = _cells(data)
    assert rows[0][-4:] == ["Jürgen Großböhm", "'=1+1", 'Алесь; "Ё"', "'@x"]
    assert not any(cell.startswith(("=", "@")) for row in rows for cell in row)
    assert _column(_cells(season_csv(season([made.state]), ["=Abend"], "cent", {})), "name")[-1] != "=1+1"
    back = fold(restore(backup(made.log)))
    assert [person.name for person in back.people.values()] == list(names)
    # What is exported can be read in again, with the names as they were.
    results = read_results(
        "\n".join(";".join(f'"{cell}"'.replace('Алесь; "Ё"', "A") for cell in row[-4:]) for row in rows)
    )
    assert results.names == ("Jürgen Großböhm", "=1+1", "A", "@x")


@settings(max_examples=25, deadline=None)
@given(rules=st.sampled_from(ruleset_ids()), seed=st.integers(0, 2**32))
def test_a_backup_is_the_equal_sheet_byte_for_byte(rules: str, seed: int) -> None:
    rng = random.Random(seed)
    loaded = load_ruleset(rules)
    at_table = rng.choice(table_sizes(loaded))
    made = desk(rules, at_table)
    for line in evening(loaded, at_table, rng, 8)[0]:
        made.enter(line, rng.choice("ab"))
        if rng.random() < 0.3:
            made(rng.choice((ops.Undone(), ops.Redone(), ops.Closed(), ops.DealerSet("anna"))), rng.choice("ab"))
    data = backup(made.log)
    log = restore(data)
    assert list(log) == made.log
    assert fold(log) == made.state
    assert backup(log) == data
    assert game_csv(fold(log), {}) == game_csv(made.state, {})


ACTS_TOLD: tuple[ops.Act, ...] = (
    ops.Named("Stammtisch", "Bräu", "2026-11-30"),
    ops.Joined("p1", "Jürgen", 0, seated=False),
    ops.Left("p1"),
    ops.Renamed("p1", "Großböhm"),
    ops.Seated("p1", None),
    ops.Ruled("bavaria", {"tariff": {"rufspiel": 10}, "contracts": {"add": ["geier"]}}),
    ops.DealerSet("p1"),
    ops.Entered(ruf("anna", "beni", points=95, knockers=("anna",))),
    ops.Entered(ops.Passed("anna", FOUR, "pot", ("emil",), "op1"), "op9"),
    ops.Entered(ops.Corrected({"anna": -1, "beni": 1}, "Rest")),
    ops.Entered(ops.Penalised("revoke-game", "anna", "beni", FOUR, result=ops.Result("solo", "anna", won=False))),
    ops.Entered(ops.Paid("anna", "beni", 5)),
    ops.Edited("op8", ruf("anna", "beni", claimed=False, won=False), "op8"),
    ops.Deleted("op8"),
    ops.Restored("op8"),
    ops.Placed("op8", "op9"),
    ops.Distinct("op8"),
    ops.Undone(),
    ops.Redone(),
    ops.Closed(),
    ops.Reopened(),
)


def test_every_act_can_be_sent_and_read_again() -> None:
    assert {type(act) for act in ACTS_TOLD} == {*ACTS.values(), ops.Entered, ops.Edited}
    for stored in numbered([Op(f"o{n}", "phone", n, act) for n, act in enumerate(ACTS_TOLD)]):
        data = json.loads(json.dumps(stored_data(stored)))
        assert read_stored(data) == stored
        assert op_data(read_op(op_data(stored.op))) == op_data(stored.op)


GOOD = op_data(Op("o1", "phone", 1, ops.Entered(ruf("anna", "beni", points=61))))


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"id": ""}, "id"),
        ({"id": 5}, "id"),
        ({"id": "x" * 65}, "id"),
        ({"device": None}, "device"),
        ({"at_ms": "now"}, "at_ms"),
        ({"at_ms": True}, "at_ms"),
        ({"do": "danced"}, "do"),
        ({"do": ["entered"]}, "do"),
        ({"extra": 1}, "extra"),
        ({"content": None}, "content.line"),
        ({"content": {"line": "sung"}}, "content.line"),
        ({"content": {**GOOD["content"], "players": "all"}}, "content.players"),
        ({"content": {**GOOD["content"], "players": ["x"] * 201}}, "content.players"),
        ({"content": {**GOOD["content"], "result": {"contract": "rufspiel", "points": 61.5}}}, "content.result.points"),
        ({"content": {**GOOD["content"], "result": {"contract": "rufspiel", "points": True}}}, "content.result.points"),
        ({"content": {"line": "corrected", "amounts": {"anna": 10**10}}}, "content.amounts"),
        ({"content": {"line": "corrected", "amounts": {"anna": 1}, "note": "a\nb"}}, "content.note"),
        ({"content": {"line": "corrected", "amounts": {"anna": 1}, "note": "a" * 501}}, "content.note"),
    ],
)
def test_what_no_phone_writes_is_refused_with_its_place(change: dict, where: str) -> None:
    with pytest.raises(Refused) as refused:
        read_op({**GOOD, **change})
    assert refused.value.code == "sheet/syntax"
    assert refused.value.where == where


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{}",
        b'{"schafkopf-sheet": 2, "ops": []}',
        b'{"schafkopf-sheet": 1, "ops": [5]}',
        b"\xff\xfe",
        b"[" * 10_000,
    ],
)
def test_what_is_no_backup_is_refused(data: bytes) -> None:
    with pytest.raises(Refused, match="sheet/backup"):
        restore(data)


def test_a_backup_with_ops_out_of_order_is_refused() -> None:
    data = json.loads(backup(desk().log))
    data["ops"].reverse()
    with pytest.raises(Refused, match="sheet/backup"):
        restore(json.dumps(data).encode())


# -- lists of results ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Änne;Bo;Cy\n20;-10;-10\n-5;10;-5\n",
        "\ufeffÄnne,Bo,Cy\r\n20,-10,-10\r\n-5,10,-5\r\n",
        "Änne\tBo\tCy\n+20\t\u221210\t-10\n-5\t10\t-5",
        'Nr;"Änne";Bo;Cy\n1;20;-10;-10\n2;-5;10;-5\n',
        ";Änne;Bo;Cy;\n30.11.;20;-10;-10;\n1.12.;-5;10;-5;\n",
        "Spiel;Änne;Bo;Cy\nRuf;20;-10;-10\n\nSolo;-5;10;-5\n",
        "\n\nÄnne ; Bo ; Cy \n 20 ; -10 ; -10 \n -5 ; 10 ; -5 \n",
        "Änne;Bo;Cy\r20;-10;-10\r-5;10;-5",
    ],
)
def test_a_list_is_read_as_people_have_it(text: str) -> None:
    results = read_results(text)
    assert (results.names, results.errors, results.decimals) == (("Änne", "Bo", "Cy"), (), False)
    assert [amounts for _, amounts in results.rows] == [(20, -10, -10), (-5, 10, -5)]


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("A;B\n0,20;-0,20", (20, -20)),
        ('A,B\n"0,2","-0,2"', (20, -20)),
        ("A,B\n0.20,-0.20", (20, -20)),
        ("A;B\n1.234,50 €;-1234,5", (123450, -123450)),
        ("A;B\n1 234;-1'234", (1234, -1234)),
        ("A;B\n3 ct;-3ct", (3, -3)),
        ("A;B\n3;", None),
        ("A;B\n;", None),
    ],
)
def test_amounts_are_read_as_people_write_them(text: str, amounts: tuple[int, int] | None) -> None:
    assert [row for _, row in read_results(text).rows] == ([] if amounts is None else [amounts])


def test_each_bad_row_is_named_and_the_others_are_taken() -> None:
    text = "Spiel;A;B\nRuf;5;-5\nSolo;5;-4\nWenz;x;-4\nRuf;5\nRuf;5;-5;0\nRuf;1e3;-1e3\nRuf;0.200;-0.200\nRuf;7;-7\n"
    results = read_results(text)
    assert results.rows == (("Ruf", (5, -5)), ("Ruf", (7, -7)))
    assert results.errors == (
        RowError(3, "import/sum", value="1"),
        RowError(4, "import/amount", "A", "x"),
        RowError(5, "import/columns", value="1"),
        RowError(6, "import/columns", value="3"),
        RowError(7, "import/amount", "A", "1e3"),
        RowError(8, "import/amount", "A", "0.200"),
    )


@pytest.mark.parametrize("text", ["", "A;B", "A;A\n1;-1", "A;;C\n1;-1;0", f"A;{'B' * 61}\n1;-1"])
def test_without_names_nothing_is_read(text: str) -> None:
    results = read_results(text)
    assert [error.code for error in results.errors] == ["import/names"]
    assert results.rows == ()


def test_a_list_comes_onto_a_sheet_as_free_lines() -> None:
    made = desk(people=2)
    ids = iter(("new1", "new2"))
    results = read_results("Spiel;Anna;Zoe;Beni\nRuf;20;-40;20\nSolo;0;5;-5\n")
    people = [(person.id, person.name) for person in made.state.people.values()]
    for act in acts_of(results, lambda: next(ids), people):
        read_op(op_data(Op("x", "phone", 1, act)))
        made(act)
    state = made.state
    assert state.balances == {"anna": 20, "beni": 15, "new1": -35}
    assert [line.content.note for line in state.lines] == ["Ruf", "Solo"]
    assert state.table == ("anna", "beni")


@settings(max_examples=200, deadline=None)
@given(text=st.text(alphabet="AB;,\t\n\"'0123456789-+. €=\ufeff\r", max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    results = read_results(text)
    assert all(sum(amounts) == 0 and len(amounts) == len(results.names) for _, amounts in results.rows)
    assert len(set(results.names)) == len(results.names)
