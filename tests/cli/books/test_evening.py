"""An evening on a file: lines are changed, people come and go, and what follows is looked at."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.books.kit import NAMES, amounts, balances, code, data, ok, run, sheet

from schafkopf.game import load_ruleset


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return sheet(tmp_path / "evening.json")


# -- changing --------------------------------------------------------------------------------------------------------


def test_edit_changes_what_is_said_and_keeps_the_rest(file: Path) -> None:
    ok("sheet", "add", file, "ruf", "Beni", "Dora", "95", "run=3")
    ok("sheet", "add", file, "solo", "Anna", "won")
    ok("sheet", "edit", file, "1", "kontra=1")
    assert amounts(file, 1)["Beni"] == 120
    ok("sheet", "edit", file, "1", "lost")
    assert amounts(file, 1)["Beni"] == -100
    ok("sheet", "edit", file, "1", "wenz", "Cilli", "won")
    assert amounts(file, 1) == {"Cilli": 150, "Anna": -50, "Beni": -50, "Dora": -50}
    before = file.read_bytes()
    assert code("sheet", "edit", file, "1", "121") == "entry/points"
    assert code("sheet", "edit", file, "9", "won") == "say/line"
    assert file.read_bytes() == before
    shown = ok("sheet", "show", file, "1").out
    assert shown.count("changed: ") == 3
    assert "entered: Rufspiel Beni & Dora" in shown


def test_delete_restore_undo_redo_and_the_history(file: Path) -> None:
    """ST-10: nothing of a deleted line stays in a sum."""
    ok("sheet", "add", file, "solo", "Anna", "won")
    ok("sheet", "add", file, "solo", "Beni", "won")
    ok("sheet", "delete", file, "1")
    assert balances(file) == {"Anna": -50, "Beni": 150, "Cilli": -50, "Dora": -50}
    assert "x1" in ok("sheet", "list", file, "--deleted").out
    ok("sheet", "restore", file, "x1")
    assert balances(file) == {"Anna": 100, "Beni": 100, "Cilli": -100, "Dora": -100}
    ok("sheet", "undo", file)
    ok("sheet", "undo", file)
    assert balances(file) == {"Anna": 100, "Beni": 100, "Cilli": -100, "Dora": -100}
    ok("sheet", "redo", file)
    assert balances(file) == {"Anna": -50, "Beni": 150, "Cilli": -50, "Dora": -50}
    steps = data("sheet", "history", file)
    assert [step["do"] for step in steps][-5:] == ["deleted", "restored", "undone", "undone", "redone"]
    assert [step["undone"] for step in steps][-5:-3] == [False, True]
    assert ok("sheet", "history", file).out.count("\n") == len(steps)


def test_the_whole_sheet_can_be_undone_and_no_further(file: Path) -> None:
    for _ in range(6):
        ok("sheet", "undo", file)
    assert code("sheet", "undo", file) == "sheet/nothing-to-undo"
    state = data("sheet", "list", file)
    assert (state["table"], state["ruling"]) == ([], -1)


def test_moved_lines_are_priced_anew(tmp_path: Path) -> None:
    file = sheet(tmp_path / "e.json", rules="bavaria+stock-pot")
    ok("sheet", "add", file, "ruf", "Anna", "Cilli", "won")
    ok("sheet", "pass", file)
    pot = data("sheet", "list", file)["carried"]["pot"]
    assert pot > 0
    ok("sheet", "move", file, "1")
    state = data("sheet", "list", file)
    assert (state["carried"]["pot"], state["lines"][-1]["pot"]) == (0, -pot)


# -- other lines -----------------------------------------------------------------------------------------------------


def test_pass_by_the_rules_of_the_table(tmp_path: Path) -> None:
    """ST-05: a deal that nobody played is nobody's loss."""
    for rules, how in (("be-1989", "redeal"), ("be-1989+pot", "pot"), ("bavaria+double-next", "double")):
        file = sheet(tmp_path / f"{how}.json", rules=rules)
        assert data("sheet", "pass", file)["line"]["content"]["how"] == how
        found = data("sheet", "statistics", file)
        assert (found["played"], found["passed"]) == (0, {how: 1})
        assert all(not one["games"]["games"] for one in found["people"].values())
    assert code("sheet", "pass", sheet(tmp_path / "r.json", rules="bavaria+ramsch")) == "say/pass"


def test_ramsch_penalties_corrections_and_payments(tmp_path: Path) -> None:
    """MO-01: 1,20 and 1.20 are euros, 120 are cents. MO-02: a part payment never turns the debt round."""
    file = sheet(tmp_path / "e.json", rules="bavaria+ramsch")
    ok("sheet", "ramsch", file, "Anna", "virgin=Dora")
    assert amounts(file) == {"Anna": -120, "Beni": 40, "Cilli": 40, "Dora": 40}
    ok("sheet", "ramsch", file, "march=Beni")
    assert amounts(file)["Beni"] > 0
    ok("sheet", "revoke", file, "Anna", "wenz", "Beni", "won")
    assert amounts(file) == {"Anna": -150, "Beni": 50, "Cilli": 50, "Dora": 50}
    ok("sheet", "revoke", file, "Cilli", "--amount", "0,30")
    assert amounts(file) == {"Cilli": -90, "Anna": 30, "Beni": 30, "Dora": 30}
    dealer = data("sheet", "list", file)["turn"]["dealer"]
    ok("sheet", "misdeal", file, "20")
    ok("sheet", "misdeal", file, "20", "--pot")
    assert data("sheet", "list", file)["turn"]["dealer"] == dealer
    ok("sheet", "penalty", file, "Dora", "10")
    ok("sheet", "penalty", file, "Dora", "Dora=-30", "Beni=30")
    assert amounts(file) == {"Dora": -30, "Beni": 30}
    ok("sheet", "correct", file, "Anna=+1,20", "Beni=−1.20", "--note", "Brotzeit")
    assert amounts(file) == {"Anna": 120, "Beni": -120}
    assert code("sheet", "correct", file, "Anna=5", "Beni=-4") == "sheet/sum"
    assert code("sheet", "correct", file, "Anna=1.2.3", "Beni=-4") == "say/amount"
    assert code("sheet", "correct", file, "Anna") == "say/pair"
    payments = data("sheet", "settle", file)["payments"]
    first = payments[0]
    names = {one["id"]: one["name"] for one in data("sheet", "list", file)["people"]}
    pay = ("sheet", "pay", file, names[first["payer"]], names[first["payee"]])
    half = first["amount"] // 2
    ok(*pay, f"{half}")
    rest = [p for p in data("sheet", "settle", file)["payments"] if p["payer"] == first["payer"]]
    assert all(p["amount"] > 0 for p in rest)
    assert sum(data("sheet", "balance", file)["balances"].values()) + data("sheet", "list", file)["carried"]["pot"] == 0
    assert code(*pay[:-1], names[first["payer"]], "5") == "sheet/payment"
    assert code(*pay, "0") == "sheet/payment"


def test_st_02_an_average_of_next_to_nothing_has_no_sign(file: Path) -> None:
    """MO-01: never -0,00. One cent less in all of 21 games."""
    ok("sheet", "rules", file, "--set", "tariff.rufspiel=1", "--set", "tariff.schneider=0")
    for number in range(21):
        ok("sheet", "add", file, "ruf", "Anna", "Beni", "lost" if number % 2 == 0 else "won")
    assert balances(file)["Anna"] == -1
    found = ok("sheet", "statistics", file, "--lang", "de").out
    assert "0,000" in found
    assert not [sign for sign in ("-0,000", "+0,000") if sign in found]


def test_the_end_of_the_evening(file: Path) -> None:
    ok("sheet", "add", file, "solo", "Anna", "won")
    closed = ok("sheet", "close", file)
    assert closed.out.splitlines() == ["Beni pays Anna €0.50", "Cilli pays Anna €0.50", "Dora pays Anna €0.50"]
    assert code("sheet", "add", file, "solo", "Anna", "won") == "sheet/closed"
    assert "closed" in ok("sheet", "add", file, typed="1\n1\n").out
    # Who pays after the end may still be written down.
    ok("sheet", "pay", file, "Beni", "Anna", "50")
    assert len(data("sheet", "settle", file)["payments"]) == 2
    ok("sheet", "reopen", file)
    ok("sheet", "add", file, "solo", "Anna", "won")


# -- people and rules ------------------------------------------------------------------------------------------------


def test_people_come_go_move_and_are_called_otherwise(file: Path) -> None:
    ok("sheet", "join", file, "Emil", "--seat", "2")
    state = data("sheet", "list", file)
    names = {one["id"]: one["name"] for one in state["people"]}
    assert [names[id] for id in state["table"]] == ["Anna", "Emil", "Beni", "Cilli", "Dora"]
    assert [names[id] for id in state["turn"]["resting"]] == ["Anna"]
    ok("sheet", "rename", file, "Emil", "Emilie")
    ok("sheet", "seat", file, "Emilie", "5")
    ok("sheet", "dealer", file, "Cilli")
    assert "Cilli deals" in ok("sheet", "list", file).out
    ok("sheet", "leave", file, "Cilli")
    assert "Dora deals" in ok("sheet", "list", file).out
    ok("sheet", "join", file, "cilli")
    assert len(data("sheet", "list", file)["people"]) == 5
    assert code("sheet", "join", file, "ANNA") == "say/taken"
    assert code("sheet", "rename", file, "Anna", "Dora") == "say/taken"
    ok("sheet", "join", file, "Fritz")
    assert code("sheet", "join", file, "Gusti") == "sheet/full"
    ok("sheet", "join", file, "Gusti", "--beside")
    ok("sheet", "seat", file, "Fritz")
    ok("sheet", "title", file, "--title", "Stammtisch", "--place", "Dorfen")
    assert ok("sheet", "list", file).out.startswith("Stammtisch · Dorfen · ")


def test_other_rules_leave_old_games_alone(file: Path) -> None:
    ok("sheet", "add", file, "solo", "Anna", "won")
    ok("sheet", "rules", file, "--set", "tariff.solo=20", "--set", "kontra.max=4")
    ok("sheet", "add", file, "solo", "Anna", "won", "kontra=3")
    assert (amounts(file, 1)["Anna"], amounts(file, 2)["Anna"]) == (150, 480)
    ok("sheet", "rules", file, "bavaria+5-20")
    ok("sheet", "add", file, "ruf", "Anna", "Beni", "won")
    assert [amounts(file, n)["Anna"] for n in (1, 2, 3)] == [150, 480, 5]
    assert code("sheet", "rules", file, "pt-units") == "sheet/unit"
    assert code("sheet", "rules", file, "nowhere") == "ruleset/unknown"
    assert code("sheet", "rules", file, "--set", "kontra.min=4") == "ruleset/unknown-key"
    assert code("sheet", "rules", file, "--set", "kontra") == "say/pair"
    assert "» bavaria+5-20 – line 3" in ok("sheet", "rules", file).out


def test_a_house_ruleset_from_a_file(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('base = "bavaria"\n[tariff]\nsolo = 30\n', "utf-8")
    whole = tmp_path / "whole.toml"
    whole.write_text(load_ruleset("be-1989").with_overrides({"kontra": {"max": 1}}).to_toml(), "utf-8")
    file = sheet(tmp_path / "a.json", rules=str(house))
    ok("sheet", "add", file, "solo", "Anna", "won")
    assert amounts(file)["Anna"] == 90
    state = data("sheet", "list", sheet(tmp_path / "b.json", rules=str(whole)))
    ruling = state["rulings"][0]
    assert load_ruleset(ruling["rules"]).with_overrides(ruling["overrides"]) == load_ruleset("be-1989").with_overrides(
        {"kontra": {"max": 1}}
    )


def test_a_new_sheet_needs_people_who_can_play(tmp_path: Path) -> None:
    file = tmp_path / "e.json"
    new = ("sheet", "new", file)
    assert code(*new, "-n", "Anna", "-n", "Beni") == "say/people"
    assert code(*new, "-n", "Anna", "-n", "Beni", "-n", "Cilli", "-n", "anna ") == "say/people"
    assert code(*new, "-n", "Anna", "-n", "Beni", "-n", "Cilli") == "sheet/table"
    assert code(*new, "-n", "Anna", "-n", "Beni", "-n", "C\nD", "-n", "E") == "sheet/syntax"
    assert code(*new, "-n", "Anna", "-n", "Beni", "-n", "Cilli", "-n", "Dora", "--dealer", "Emil") == "say/person"
    assert not file.exists()
    ok(*new, "-n", "Anna", "-n", "Beni", "-n", "Cilli", "--rules", "three")
    assert code(*new, "-n", "Anna", "-n", "Beni", "-n", "Cilli", "--rules", "three") == "file/exists"


# -- looking ---------------------------------------------------------------------------------------------------------


def test_the_list_for_people_and_the_curve(file: Path) -> None:
    ok("sheet", "add", file, "solo", "Anna", "won")
    ok("sheet", "add", file, "ruf", "Beni", "Dora", "95")
    shown = ok("sheet", "list", file).out
    assert "Total" in shown
    assert "+€1.20" in shown
    curve = ok("sheet", "curve", file).out.splitlines()
    assert [line.split()[0] for line in curve] == list(NAMES[:4])
    assert curve[0].split()[1] == "▃█▇"
    assert "Nächstes Spiel: Cilli gibt, Dora kommt heraus." in ok("sheet", "list", file, "--lang", "de").out


def test_statistics_and_the_season_over_several_files(tmp_path: Path) -> None:
    """ST-01, ST-02: the first player counts like any other; averages are by game."""
    one, two = sheet(tmp_path / "1.json", date="2026-01-01"), sheet(tmp_path / "2.json", date="2026-02-01")
    for file in (one, two):
        ok("sheet", "add", file, "solo", "Anna", "won")
        ok("sheet", "add", file, "ruf", "Beni", "Anna", "lost")
    found = data("sheet", "statistics", one, two)
    anna = found["people"]["anna"]
    assert (anna["games"]["games"], anna["games"]["won"], anna["games"]["amount"]) == (4, 2, 2 * (150 - 20))
    assert anna["roles"]["partner"]["games"] == 2
    assert "+0.650" in ok("sheet", "statistics", one, two, "--person", "anna").out
    rows = data("sheet", "season", one, two)["rows"]
    assert (rows[0]["place"], rows[0]["name"], rows[0]["total"]) == (1, "Anna", 260)
    assert [row["place"] for row in rows] == [1, 2, 2, 4]
    csv = ok("sheet", "season", one, two, "--csv", "--best", "1", "--lang", "de").raw.decode("utf-8-sig")
    assert csv.splitlines()[1].split(";")[:3] == ["1", "Anna", "1,30"]
    assert code("sheet", "season", one, one) == "say/same-sheet"
    assert code("sheet", "statistics", one, "--person", "Xaver") == "say/person"
    units = sheet(tmp_path / "3.json", rules="pt-units")
    assert code("sheet", "season", one, units) == "sheet/unit"


def test_export_and_print(file: Path, tmp_path: Path) -> None:
    """A copy by export is the same file, byte by byte; the CSV opens with its encoding; names stay text."""
    ok("sheet", "rename", file, "Dora", "=Dora")
    ok("sheet", "add", file, "solo", "Anna", "won")
    copy = tmp_path / "copy.json"
    ok("sheet", "export", file, "--as", "json", "--out", copy)
    assert copy.read_bytes() == file.read_bytes()
    # The sheet itself is not overwritten with its CSV.
    for words in (("export",), ("export", "--as", "json"), ("print",)):
        assert run("sheet", words[0], file, *words[1:], "--out", file).err.startswith("schafkopf: file/exists: ")
    assert copy.read_bytes() == file.read_bytes()
    raw = ok("sheet", "export", file, "--lang", "de").raw
    assert raw.startswith(b"\xef\xbb\xbf")
    head, first, *_ = raw.decode("utf-8-sig").splitlines()
    assert head.split(";")[-4:] == ["Anna", "Beni", "Cilli", "'=Dora"]
    assert first.split(";")[-4:] == ["1,50", "-0,50", "-0,50", "-0,50"]
    page = ok("sheet", "print", file).out
    assert "Solo 50 = 50 cents" in page
    assert max(map(len, page.splitlines())) <= 100
    assert run("sheet", "export", file, "--as", "xls").err.startswith("schafkopf: say/word: ")


def test_import_of_a_results_list(file: Path, tmp_path: Path) -> None:
    table = tmp_path / "list.csv"
    table.write_bytes("Nr;Anna;Beni;Ännchen\r\n1;+1,20;-0,60;-0,60\r\n2;1;1;1\r\n".encode("cp1252"))
    done = run("sheet", "import", file, table)
    assert (done.code, "sums to 300, not 0" in done.err) == (1, True)
    assert balances(file) == {"Anna": 120, "Beni": -60, "Cilli": 0, "Dora": 0, "Ännchen": -60}
    before = file.read_bytes()
    assert run("sheet", "import", file, table, "--strict").code == 1
    assert run("sheet", "import", file, table, "--dry-run").code == 1
    assert file.read_bytes() == before
    units = sheet(tmp_path / "u.json", rules="pt-units")
    assert run("sheet", "import", units, table).code == 1
    assert data("sheet", "list", units)["lines"] == []


def test_the_chalk_game_writes_strokes_and_draws_the_head(tmp_path: Path) -> None:
    """SE-01: at 60:60 nobody has lost; what ties add comes with the next win."""
    file = sheet(tmp_path / "e.json", rules="ru-chalk")
    ok("sheet", "add", file, "game", "Anna", "won")
    assert "60:60" in ok("sheet", "add", file, "game", "Beni", "60").out
    done = ok("sheet", "add", file, "game", "Cilli", "won", "schneider")
    assert "Double win 2 + After 60:60 1 = 3 strokes" in done.out
    state = data("sheet", "balance", file)
    assert list(state["scores"].values()) == [4, -4, 4, -4]
    assert set(state["balances"].values()) == {0}
    shown = ok("sheet", "balance", file).out
    assert "4 strokes, 0 heads" in shown
    # Something of the head is drawn, and of the empty one nothing.
    assert ".-~~~-." in shown
    assert ok("sheet", "curve", file).out.splitlines()[0].split()[1] == "▅▅▅█"
    assert code("sheet", "pass", file) == "say/pass"


def test_names_from_a_file_do_no_harm(tmp_path: Path) -> None:
    file = sheet(tmp_path / "e.json", "[red]Anna[/red]", "Beni\u202e", "🐑", "Д" * 60)
    ok("sheet", "add", file, "solo", "🐑", "won")
    for what in ("list", "balance", "curve", "statistics", "history", "settle", "print"):
        shown = ok("sheet", what, file).out
        assert "\u202e" not in shown, what
    assert "[red]Anna[/red]"[:5] in ok("sheet", "balance", file).out
