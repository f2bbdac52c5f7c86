"""`schafkopf tournament`: whole tournaments on a file, by commands."""

from __future__ import annotations

import hashlib
import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest
from tests.cli.books.kit import code, data, ok, run


def entry_list(path: Path, players: int, *, teams: int = 0) -> Path:
    lines = ["Nr.;Name;Verein;Mannschaft"]
    lines += [f"{n};Spieler {n};Verein {n % 7};{f'T{n % teams}' if teams else ''}" for n in range(1, players + 1)]
    path.write_text("\n".join(lines), "utf-8")
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Eight people, one round drawn."""
    file = tmp_path / "t.json"
    ok("tournament", "new", file, "Maibock", "--rounds", 3, "--games", 3, "--ties", "points,solos_won,lot")
    ok("tournament", "enter", file, *(f"Name {letter}" for letter in "ABCDEFGH"))
    ok("tournament", "draw", file, "--seed", "Maibock")
    return file


def totals(rng: random.Random, seats: int) -> list[int]:
    found = [rng.randint(-60, 60) for _ in range(seats - 1)]
    return [*found, -sum(found)]


@pytest.mark.parametrize(("players", "rounds", "teams"), [(100, 3, 25), (37, 3, 0), (5, 3, 0)])
def test_a_whole_tournament_by_commands(players: int, rounds: int, teams: int, tmp_path: Path) -> None:
    """TO-01, TO-04, TO-06, TO-07: everybody sits once a round, rematches are counted, sums hold, a restore is equal.

    100 players meet nobody twice in 3 rounds and no team mate; 37 sit at 7 tables of four and 3 of three and meet
    nobody twice; 5 sit at one table and cannot help it.
    """
    rng = random.Random(players)
    file = tmp_path / "t.json"
    ok(
        "tournament",
        "new",
        file,
        "Großes Turnier",
        "--rounds",
        rounds,
        "--prize",
        "100",
        "--prize",
        "50",
        "--prize",
        "Ham",
    )
    ok("tournament", "import", file, entry_list(tmp_path / "list.csv", players, teams=teams))
    sums = dict.fromkeys(range(1, players + 1), 0)
    met: dict[tuple[int, int], int] = {}
    for number in range(1, rounds + 1):
        drawn = data("tournament", "draw", file, "--seed", f"Runde {number}")
        tables = [[seat["number"] for seat in table["seats"]] for table in drawn["tables"]]
        assert sorted(itertools.chain(*tables)) == list(sums)
        again = [pair for table in tables for pair in itertools.combinations(sorted(table), 2) if pair in met]
        assert sorted(map(tuple, drawn["rematches"])) == sorted((*pair, met[pair]) for pair in again)
        assert len(drawn["rematches"]) == (10 if players == 5 and number > 1 else 0)
        assert drawn["clashes"] == []
        for table in tables:
            for pair in itertools.combinations(sorted(table), 2):
                met[pair] = met.get(pair, 0) + 1
        for index, table in enumerate(tables, 1):
            points = totals(rng, len(table))
            # By seat or by start number, in whatever order.
            words = [f"{n}={p}" for n, p in zip(table, points, strict=True)] if index % 2 else points
            ok("tournament", "score", file, index, *words)
            for player, gained in zip(table, points, strict=True):
                sums[player] += gained
        ok("tournament", "close", file)
    lines = data("tournament", "ranking", file)["lines"]
    assert {line["number"]: line["tally"]["points"] for line in lines} == sums
    for line in lines:
        assert line["place"] == 1 + sum(other > sums[line["number"]] for other in sums.values())
    prizes = data("tournament", "prizes", file)
    assert sum(award["cents"] for award in prizes["awards"]) + prizes["rest"] == 15_000
    if teams:
        assert len(data("tournament", "teams", file)) == teams
    state = data("tournament", "status", file)
    assert [(one["closed"], one["rematches"]) for one in state["rounds"]] == [
        (True, 10 if players == 5 and n else 0) for n in range(rounds)
    ]
    _restored_equal(file, tmp_path)


def _restored_equal(file: Path, folder: Path) -> None:
    """The backup is the file, and a tournament restored from it exports the same bytes."""
    backup, copy = folder / "backup.json", folder / "copy.json"
    ok("tournament", "backup", file, "--out", backup)
    ok("tournament", "restore", backup, copy)
    assert copy.read_bytes() == backup.read_bytes() == file.read_bytes()
    for what in ("entrants", "seating", "results", "ranking", "teams", "prizes"):
        for lang in ("de", "en"):
            words = ("tournament", "export", copy, what, "--lang", lang)
            raw = ok(*words).raw
            assert raw == ok("tournament", "export", file, what, "--lang", lang).raw
            assert raw.startswith(b"\xef\xbb\xbf")
            assert (b";" in raw) == (lang == "de")
    before = file.read_bytes()
    ok("tournament", "undo", copy)
    assert file.read_bytes() == before
    assert code("tournament", "restore", backup, copy) == "file/exists"


def test_every_step_can_be_undone_back_to_the_beginning(file: Path) -> None:
    ok("tournament", "score", file, 1, 5, -5, 10, -10)
    ok("tournament", "score", file, 2, 0, 0, 0, 0)
    ok("tournament", "close", file)
    before = data("tournament", "ranking", file)
    ok("tournament", "adjust", file, 3, "-7", "--reason", "late")
    assert data("tournament", "ranking", file) != before
    ok("tournament", "undo", file)
    assert data("tournament", "ranking", file) == before
    assert "closed" in ok("tournament", "undo", file).out
    for _ in range(4):
        ok("tournament", "undo", file)
    assert data("tournament", "entries", file) == []
    assert code("tournament", "undo", file) == "tournament/nothing-to-undo"
    steps = data("tournament", "history", file)
    assert [step["seq"] for step in steps] == list(range(1, len(steps) + 1))
    assert all(step["undone"] for step in steps if step["event"]["e"] not in ("created", "undone"))


def test_the_seed_of_a_draw_to_come_is_shown_nowhere(tmp_path: Path) -> None:
    file = tmp_path / "t.json"
    ok("tournament", "new", file, "Maibock")
    ok("tournament", "enter", file, *"ABCDEFGH")
    published = data("tournament", "commit", file)["hash"]
    seed = json.loads(file.read_text("utf-8"))["events"][-1]["event"]["seed"]
    for what in ("status", "history", "settings", "entries", "ranking"):
        for words in ((), ("--json",)):
            assert seed not in ok("tournament", what, file, *words).out
    drawn = data("tournament", "draw", file)["draw"]
    assert (drawn["seed"], drawn["hash"]) == (seed, published)
    assert hashlib.sha256(seed.encode()).hexdigest() == published


def test_the_draw_shows_how_far_it_could_keep_people_apart(file: Path) -> None:
    shown = ok("tournament", "seats", file).out
    assert "Seed Maibock (brought by the host), draw 1" in shown
    assert "0 meetings again" in shown
    seats = data("tournament", "seats", file)
    again = data("tournament", "draw", file, "--again")
    assert (again["draw"]["seed"], again["draw"]["attempt"], again["draw"]["draws"]) == ("Maibock", 2, 2)
    assert again["tables"] != seats["tables"]
    one, other = (table["seats"][0]["number"] for table in again["tables"])
    moved = data("tournament", "move", file, one, other, "--reason", "married")
    assert [table["seats"][0]["number"] for table in moved["tables"]] == [other, one]
    assert moved["exchanged"] == [[one, other, "married"]]
    assert code("tournament", "draw", file) == "tournament/round-open"
    ok("tournament", "score", file, 1, 0, 0, 0, 0)
    assert code("tournament", "move", file, one, other) == "tournament/has-results"
    assert code("tournament", "draw", file, "--again") == "tournament/has-results"


@pytest.mark.parametrize(
    ("points", "refusal"),
    [
        ((1, 2, 3), "tournament/result"),
        (("1,5", 0, 0, 0), "say/amount"),
        (("x", 0, 0, 0), "say/amount"),
        (("99=1", "98=0", "97=0", "96=0"), "say/entrant"),
        ((2_000_000, -2_000_000, 0, 0), "tournament/result"),
    ],
)
def test_totals_that_cannot_be_are_refused(points: tuple[object, ...], refusal: str, file: Path) -> None:
    before = file.read_bytes()
    assert code("tournament", "score", file, 1, *points) == refusal
    assert code("tournament", "score", file, 3, 0, 0, 0, 0) == "tournament/no-table"
    assert code("tournament", "score", file, 1, 0, 0, 0, 0, "--round", 2) == "tournament/no-round"
    assert code("tournament", "score", file, 1, 0, 0, 0, 0, "--solos", "x") == "say/number"
    assert file.read_bytes() == before


def test_corrections_take_a_reason_and_leave_a_trace(file: Path) -> None:
    ok("tournament", "score", file, 1, 20, -5, -10, -4)
    assert code("tournament", "close", file) in ("tournament/sum", "tournament/missing")
    assert "(1 instead of 0)" in ok("tournament", "status", file).out
    assert "(1 statt 0)" in ok("tournament", "status", file, "--lang", "de").out
    assert code("tournament", "score", file, 1, 20, -5, -10, -5) == "tournament/reason"
    shown = ok("tournament", "score", file, 1, 20, -5, -10, -5, "--reason", "misread", "--solos", "1,0,0,0").out
    assert "earlier, [11] Terminal: +20, -5, -10, -4; put right (misread)" in shown
    assert code("tournament", "close", file) == "tournament/missing"
    ok("tournament", "close", file, "--reason", "table 2 went home")
    assert "table 2 went home" in ok("tournament", "status", file).out
    ok("tournament", "reopen", file, "--reason", "they came back")
    ok("tournament", "score", file, 2, 1, 1, -1, -1)
    ok("tournament", "close", file)


def test_game_by_game_on_the_sheet_of_a_table(file: Path) -> None:
    names = [seat["name"] for seat in data("tournament", "seats", file)["tables"][0]["seats"]]
    ok("tournament", "game", file, 1, "ruf", names[0], names[1], "95")
    ok("tournament", "game", file, 1, "solo", "A", "lost", "schneider")
    assert data("tournament", "table", file, 1)["result"] is None
    ok("tournament", "game", file, 1, "redeal")
    ok("tournament", "game", file, 1, "wenz", "D", "won")
    table = data("tournament", "table", file, 1)
    assert table["result"]["points"] == [2 - 9 - 2, 2 + 3 - 2, -2 + 3 - 2, -2 + 3 + 6]
    assert (table["games"]["played"], table["result"]["solos"]) == (3, [1, 0, 0, 1])
    ok("tournament", "game", file, 1, "--edit", 1, "lost", "--reason", "misread")
    assert data("tournament", "table", file, 1)["result"]["points"][0] == -1 - 9 - 2
    ok("tournament", "game", file, 1, "--strike", 2)
    assert data("tournament", "table", file, 1)["result"] is None
    before = file.read_bytes()
    assert code("tournament", "game", file, 1, "wenz", "D") == "say/result"
    assert code("tournament", "game", file, 1, "wenz", "F", "won") == "say/word"
    assert code("tournament", "game", file, 1, "--edit", 9, "won") == "tournament/no-game"
    assert code("tournament", "game", file, 1) == "say/game"
    assert file.read_bytes() == before
    shown = ok("tournament", "history", file, "--lang", "de").out
    assert "berichtigt: gestrichen" in shown


def test_who_deals_sits_out_at_a_table_of_five(tmp_path: Path) -> None:
    file = tmp_path / "t.json"
    ok("tournament", "new", file, "Fünf", "--games", 3)
    ok("tournament", "enter", file, *"VWXYZ")
    ok("tournament", "draw", file)
    assert code("tournament", "game", file, 1, "solo", "by=A", "won") == "say/person"
    before = file.read_bytes()
    assert code("tournament", "game", file, 1, "solo", "A", "won") == "entry/seat"
    assert file.read_bytes() == before
    shown = ok("tournament", "game", file, 1, "solo", "by=B", "won").out
    second = data("tournament", "seats", file)["tables"][0]["seats"][1]["name"]
    assert f"Next deal: {second} deals" in shown
    assert f"Sitting out: {second}" in shown
    assert code("tournament", "game", file, 1, "solo", "by=B", "won") == "say/person"
    ok("tournament", "game", file, 1, "solo", "by=A", "won")
    assert data("tournament", "table", file, 1)["games"]["result"]["points"] == [6, 6, -4, -4, -4]


def test_money_is_typed_and_shown_as_money(tmp_path: Path) -> None:
    """MO-01."""
    file = tmp_path / "t.json"
    ok("tournament", "new", file, "Geld", "--scheme", "money", "--games", 3)
    ok("tournament", "enter", file, *"ABCD")
    ok("tournament", "draw", file)
    ok("tournament", "score", file, 1, "1,20", "-0.60", "-30", "-30")
    assert data("tournament", "table", file, 1)["result"]["points"] == [120, -60, -30, -30]
    assert "+1,20 €" in ok("tournament", "table", file, 1, "--lang", "de").out
    assert ";1,20;" in ok("tournament", "export", file, "results", "--lang", "de").out


def test_people_come_late_leave_and_are_replaced(file: Path, tmp_path: Path) -> None:
    ok("tournament", "enter", file, "Late", "--number", 20, "--team", "T")
    ok("tournament", "edit", file, 20, "--name", "Later", "--club", "C")
    ok("tournament", "leave", file, 1)
    ok("tournament", "substitute", file, 2, "Somebody", "--reason", "ill")
    rows = {row["number"]: row for row in data("tournament", "entries", file)}
    assert (rows[20]["name"], rows[20]["club"], rows[20]["team"]) == ("Later", "C", "T")
    assert (rows[1]["left"], rows[2]["before"]) == (True, [["Name B", 1, "ill"]])
    ok("tournament", "return", file, 1)
    assert not data("tournament", "entries", file)[0]["left"]
    assert code("tournament", "leave", file, 99) == "tournament/no-entrant"
    assert code("tournament", "enter", file, "X", "--number", 20) == "tournament/number-taken"
    assert code("tournament", "enter", file, "X", "Y", "--number", 21) == "say/too-many"
    bad = tmp_path / "bad.csv"
    bad.write_bytes("Name;Nr\nÄnne;30\n;31\nBo;x\nCa;30\n".encode("cp1252"))
    before = file.read_bytes()
    for words in (("--strict",), ("--dry-run",)):
        assert run("tournament", "import", file, bad, *words).code == 1
        assert file.read_bytes() == before
    done = run("tournament", "import", file, bad, "--lang", "de")
    assert done.code == 1
    assert done.err.splitlines() == [
        "Zeile 3: kein brauchbarer Name: „“",
        "Zeile 4: „x“ ist keine Startnummer.",
        "Zeile 5: die Startnummer 30 steht zweimal da.",
    ]
    assert {row["number"]: row["name"] for row in data("tournament", "entries", file)}[30] == "Änne"


def test_every_row_that_is_not_taken_says_why(tmp_path: Path) -> None:
    file, table = tmp_path / "t.json", tmp_path / "list.csv"
    ok("tournament", "new", file, "List")
    ok("tournament", "enter", file, "Anna", "--number", 3)
    table.write_text("name;number\nBeni;3\nCilli;4\nDora;4\n;5\nEmil;x\n", "utf-8")
    done = run("tournament", "import", file, table)
    assert done.err.splitlines() == [
        "Row 2: the start number 3 is somebody’s already.",
        "Row 4: the start number 4 stands there twice.",
        "Row 5: no usable name: “”",
        "Row 6: “x” is no start number.",
    ]
    assert (done.code, done.out) == (1, "1 row taken.\n")


def test_equal_players_share_a_place_until_the_lot(file: Path) -> None:
    """TO-01, TO-09: 1, 1, 3; the lot is drawn from a seed that is shown."""
    ok("tournament", "score", file, 1, 10, 10, -10, -10)
    ok("tournament", "score", file, 2, 0, 0, 0, 0)
    ok("tournament", "close", file)
    assert [line["place"] for line in data("tournament", "ranking", file)["lines"]] == [1, 1, 3, 3, 3, 3, 7, 7]
    assert "wait for the lot" in ok("tournament", "ranking", file).out
    shown = ok("tournament", "lots", file, "--seed", "Hopfen").out
    assert "Hopfen" in shown
    lines = data("tournament", "ranking", file)["lines"]
    assert [line["place"] for line in lines] == list(range(1, 9))
    assert {line["parted"] for line in lines[1::2]} <= {"lot", "points"}


def test_protests_are_kept_with_their_ruling(file: Path) -> None:
    ok("tournament", "protest", file, 1, "Revoke in game 3")
    ok("tournament", "rule", file, 1, "No")
    found = data("tournament", "protests", file)
    assert [(one["table"], one["text"], one["ruling"]) for one in found] == [(1, "Revoke in game 3", "No")]
    assert code("tournament", "rule", file, 2, "No") == "tournament/no-protest"
    ok("tournament", "protest", file, 0, "Smoke")
    shown = ok("tournament", "protests", file).out
    assert "1. Round 1, table 1: Revoke in game 3 (Terminal)" in shown
    assert "Decided: No" in shown
    assert "2. Round 1 of 3: Smoke (Terminal)" in shown


def test_settings_are_set_shown_and_fixed_once_drawn(tmp_path: Path, file: Path) -> None:
    new = tmp_path / "n.json"
    scheme = tmp_path / "own.json"
    scheme.write_text('{"id": "own", "rows": [{"values": [3, 4, 5]}]}', "utf-8")
    words: list[Any] = ["--scheme", scheme, "--rules", "bavaria+5-20", "--set", "kontra.max=4", "--split", "fives"]
    words += [
        "--team-best",
        3,
        "--prize",
        "150,00",
        "--prize",
        "ham",
        "--prize",
        "12,50+beer",
        "--start",
        "2026-05-01T19:00",
    ]
    found = data("tournament", "new", new, "N", *words)
    assert found["scheme"]["id"] == "own"
    assert (found["rules"], found["overrides"], found["split"]) == ("bavaria+5-20", {"kontra": {"max": 4}}, "fives")
    assert found["prizes"] == [{"cents": 15000}, {"thing": "ham"}, {"cents": 1250, "thing": "beer"}]
    changed = data("tournament", "change", new, "--set", "all_pass.do=ramsch", "--team-best", 0, "--rounds", 5)
    assert changed["overrides"]["kontra"] == {"max": 4}
    assert "team_best" not in changed
    assert "Move up and down" in ok("tournament", "settings", new).out
    assert b"DTSTART:20260501T170000Z" in ok("tournament", "calendar", new).raw
    assert code("tournament", "change", file, "--scheme", "money") == "tournament/has-results"
    assert code("tournament", "change", file, "--rounds", 0) == "tournament/setting"
    assert code("tournament", "change", file, "--ties", "solos") == "tournament/setting"
    assert code("tournament", "change", file, "--ties", "luck") == "tournament/syntax"
    assert code("tournament", "new", tmp_path / "x.json", "X", "--scheme", "mine") == "tournament/scheme"
    assert run("tournament", "calendar", file).err.startswith("schafkopf: say/no-date: ")
    assert not (tmp_path / "x.json").exists()


def test_the_board_and_the_papers(file: Path, tmp_path: Path) -> None:
    ok("tournament", "score", file, 1, 5, -5, 10, -10)
    assert "tables still out: 2" in ok("tournament", "board", file).out
    target = tmp_path / "x.pdf"
    ok("tournament", "paper", file, "seating", "--out", target)
    assert target.read_bytes().startswith(b"%PDF")
    assert run("tournament", "paper", file, "menu").err.startswith("schafkopf: say/word: ")
    assert run("tournament", "export", file, "menu").err.startswith("schafkopf: say/word: ")
    assert run("tournament", "paper", file, "seating", "--round", 3).err.startswith("schafkopf: tournament/no-round: ")
