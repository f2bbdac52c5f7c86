"""`schafkopf sheet`: an evening on a file, typed in words."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from tests.cases.table import game_record, replay
from tests.cli.books.kit import NAMES, amounts, balances, code, data, ok, run, said, sheet
from tests.club.sheet.kit import any_entry
from tests.played.test_games import PLAYED, SETTLED

from schafkopf.cli.books.speech import Speech
from schafkopf.cli.sheet.desk import Desk
from schafkopf.cli.sheet.form import Form
from schafkopf.club.sheet.ops import Played
from schafkopf.game import Entry, Session, compile, load_ruleset
from schafkopf.game.dealing import table_sizes
from schafkopf.game.ruleset import ruleset_ids


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return sheet(tmp_path / "evening.json")


# -- against the referee ---------------------------------------------------------------------------------------------


def _records() -> list[dict[str, Any]]:
    found = []
    for one in PLAYED:
        after_auction, after_play, _ = SETTLED[one["case"]]
        record = game_record(one, *after_auction)
        record["actions"] += after_play
        found.append(record)
    return found


def _switches(tree: dict[str, Any], before: str = "") -> list[str]:
    found: list[str] = []
    for key, value in tree.items():
        found += (
            _switches(value, f"{before}{key}.") if isinstance(value, dict) else [f"{before}{key}={json.dumps(value)}"]
        )
    return found


def test_games_of_every_ruleset_bring_what_the_referee_says(tmp_path: Path) -> None:
    """Facts of complete games, typed in as words, bring the amounts that `schafkopf replay` prints for the cards."""
    records = _records()
    typed = "\n".join(json.dumps(record) for record in records)
    replayed = [json.loads(line) for line in ok("replay", "-", "--json", typed=typed).out.splitlines()]
    assert {record["rules"] for record in records} >= {"be-1989", "pt-units", "fi-table", "ru-chalk"}
    for one, record, found in zip(PLAYED, records, replayed, strict=True):
        people = record["names"]
        options = [word for pair in _switches(record["overrides"]) for word in ("--set", pair)]
        file = tmp_path / f"{one['case']}.json"
        named = [word for name in people for word in ("--name", name)]
        ok("sheet", "new", file, *named, "--rules", record["rules"], *options, "--dealer", people[3])
        contract, run_with = found["contract"], one.get("run_of_side") or 0
        if one["declarer"] is None:
            facts = replay(record).facts()
            assert facts is not None
            entry = Entry("ramsch", losers=facts.losers, virgins=facts.virgins, march=facts.march)
        else:
            kontra = sum(word.split()[1] in ("kontra", "re") for word in record["actions"])
            claims = record["rules"] != "be-1989" or any(word.endswith("claim") for word in record["actions"])
            entry = Entry(
                contract["name"],
                one["declarer"],
                partner=None if contract["name"] == "chalk" else one["partner"],
                points=one["side_points"],
                schwarz=one["side_tricks"] in (0, 8, 6) and abs(60 - one["side_points"]) == 60,
                laufende=run_with or -(one.get("run_of_opponents") or 0),
                claimed=claims,
                kontra=kontra,
                by_club_jack=bool(one.get("by_club_jack")),
            )
        line = data("sheet", "add", file, *said(entry, people))["line"]
        state = data("sheet", "list", file)
        ids = [one["id"] for one in state["people"]]
        assert [line["amounts"].get(id, 0) for id in ids] == found["amounts"], one["case"]
        if found["strokes"] is not None:
            written = [max((line["strokes"] or {}).get(id, 0) for id in (ids[team], ids[team + 2])) for team in (0, 1)]
            assert written == found["strokes"], one["case"]


EVENINGS = [*ruleset_ids(), "bavaria+all-games+stock-pot+bock+knocking", "bavaria+steigern", "fi-table+ramsch"]


@pytest.mark.parametrize("rules", EVENINGS)
def test_an_evening_typed_in_is_the_evening_that_a_session_keeps(rules: str, tmp_path: Path) -> None:
    """SE-03, SE-10: seats in the words, one formula for everything, dealers that go round."""
    rng = random.Random(f"evening {rules}")
    made = load_ruleset(rules)
    people = list(NAMES[: table_sizes(made)[-1 if rules == "bavaria" else 0]])
    file = sheet(tmp_path / "evening.json", *people, rules=rules)
    session = Session.new(made, len(people))
    for _ in range(8):
        if rng.random() < 0.2 and not made.chalk:
            how = rng.choice(("redeal", "thrown_in", "double"))
            session = session.after_passed_out(how)
            shown = data("sheet", "pass", file, how)
        else:
            entry = any_entry(session, rng)
            session = session.after_entry(entry)
            shown = data("sheet", "add", file, *said(entry, people))
        state = data("sheet", "list", file)
        ids = [one["id"] for one in state["people"]]
        assert [state["balances"][id] for id in ids] == list(session.balances)
        assert state["carried"]["pot"] == session.carried.pot
        assert shown["turn"]["dealer"] == ids[session.dealer]
        assert shown["turn"]["players"] == [ids[seat] for seat in session.seats]


# -- words -----------------------------------------------------------------------------------------------------------


def test_a_game_in_words_of_the_language(file: Path) -> None:
    ok("sheet", "add", file, "herz-solo", "anna", "gewonnen", "schneider", "laufende=3", "kontra", "--lang", "de")
    assert amounts(file) == {"Anna": 540, "Beni": -180, "Cilli": -180, "Dora": -180}
    ok("sheet", "add", file, "ruf", "Be", "Dora", "95")
    assert amounts(file) == {"Anna": -30, "Beni": 30, "Cilli": -30, "Dora": 30}
    line = data("sheet", "add", file, "sauspiel", "Cilli", "mit=2", "mitspieler=Anna", "verloren", "--lang", "de")[
        "line"
    ]
    assert (line["content"]["result"]["laufende"], line["value"]) == (2, 20)


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (["solo", "Xaver", "won"], "say/word"),
        (["solo", "by=Xaver", "won"], "say/person"),
        (["won", "Anna"], "say/game"),
        (["solo", "Anna"], "say/result"),
        (["solo", "Anna", "schwarz"], "say/result"),
        (["solo", "Anna", "won", "kontra", "kontra"], "say/too-many"),
        (["solo", "Anna", "won", "kontra=1", "re"], "say/too-many"),
        (["solo", "Anna", "won", "without"], "say/word"),
        (["solo", "wenz", "Anna", "won"], "say/too-many"),
        (["solo", "Anna", "61", "lost"], "entry/result"),
        (["solo", "Anna", "121"], "entry/points"),
        (["solo", "Anna", "Beni", "won"], "entry/seat"),
        (["ruf", "Anna", "won"], "entry/seat"),
        (["ruf", "Anna", "Anna", "won"], "entry/seat"),
        (["solo", "Anna", "won", "run=9"], "entry/laufende"),
        (["solo", "Anna", "won", "kontra=3"], "entry/doubling"),
        (["solo", "Anna", "won", "run=x"], "say/number"),
        (["solo", "Anna", "won", "colour=red"], "say/key"),
        (["geier", "Anna", "won"], "entry/contract"),
        (["solo", "Anna", "61", "61"], "say/too-many"),
        (["pot", "Anna"], "say/too-many"),
        ([""], "say/game"),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason_and_nothing_is_written(
    words: list[str], refusal: str, file: Path
) -> None:
    before = file.read_bytes()
    assert code("sheet", "add", file, *words) == refusal
    done = run("sheet", "add", file, *words)
    assert done.err.startswith(f"schafkopf: {refusal}: ")
    assert done.err.count("\n") == 1
    assert file.read_bytes() == before


def test_kontra_and_re_and_without_four_as_one_says_them(file: Path) -> None:
    """Kontra and Re are twice the double; a key and its value may be two words."""
    line = data("sheet", "add", file, "solo", "Anna", "lost", "kontra", "re", "without", "4")["line"]
    assert (line["content"]["result"]["kontra"], line["content"]["result"]["laufende"]) == (2, -4)
    line = data("sheet", "add", file, "ruf", "Anna", "with", "Beni", "70", "run", "3")["line"]
    assert (line["content"]["result"]["points"], line["content"]["result"]["laufende"]) == (70, 3)
    assert amounts(file) == {"Anna": 50, "Beni": 50, "Cilli": -50, "Dora": -50}


def test_the_history_shows_what_an_edit_changed(file: Path) -> None:
    """SC-: Laufende, Kontra and sums stand in no label of a line, and an edit of them is to be seen."""
    ok("sheet", "add", file, "solo", "Anna", "won", "with=4")
    ok("sheet", "edit", file, "1", "without=5")
    ok("sheet", "edit", file, "1", "kontra")
    ok("sheet", "penalty", file, "Beni", "0.50")
    ok("sheet", "correct", file, "Anna=+1.00", "Beni=-1.00")
    lines = ok("sheet", "history", file).out.splitlines()[-5:]
    assert [line.split(": ", 1)[1] for line in lines] == [
        "Solo Anna, won, Laufende: +4",
        "Solo Anna, won, Laufende: -5",
        "Solo Anna, won, Laufende: -5, Kontra ×2",
        "Penalty: Beni (€0.50)",
        "Correction (Anna +€1.00, Beni -€1.00)",
    ]
    assert "Laufende: +4" in ok("sheet", "show", file, "1").out


@pytest.mark.parametrize("command", ["list", "show", "history", "print", "statistics", "export", "settle"])
def test_a_game_that_this_program_does_not_know_is_shown_by_its_id(command: str, file: Path) -> None:
    """A file may come from a newer program, or be spoilt."""
    ok("sheet", "add", file, "wenz", "Anna", "won")
    file.write_text(file.read_text("utf-8").replace('"wenz"', '"wanz"'), "utf-8")
    done = ok("sheet", command, file, *(["1"] if command == "show" else []))
    if command in ("list", "show", "history", "print", "export"):
        assert "wanz" in done.out


def test_who_pays_after_the_evening_is_not_late(file: Path) -> None:
    ok("sheet", "add", file, "wenz", "Anna", "won")
    ok("sheet", "close", file)
    assert "after" not in ok("sheet", "pay", file, "Beni", "Anna", "0.50").out


def test_a_name_that_begins_two_names_is_asked_for(tmp_path: Path) -> None:
    file = sheet(tmp_path / "e.json", "Anna", "Anton", "Solo", "Maria Theres")
    assert code("sheet", "add", file, "solo", "An", "won") == "say/ambiguous"
    # Who is called like a game is called by her name where a name has to stand.
    ok("sheet", "add", file, "wenz", "by=Solo", "won")
    assert amounts(file)["Solo"] == 150
    ok("sheet", "add", file, "wenz", "Maria", "Theres", "won")
    assert amounts(file)["Maria Theres"] == 150


def test_dry_run_shows_the_value_and_writes_nothing(file: Path) -> None:
    before = file.read_bytes()
    done = ok("sheet", "add", file, "solo", "Anna", "won", "--dry-run")
    assert "Solo 50 = 50 cents" in done.out
    assert "Anna +€1.50" in done.out
    assert file.read_bytes() == before


# -- the form --------------------------------------------------------------------------------------------------------


def test_the_form_asks_only_what_the_game_leaves_open(file: Path) -> None:
    """Rufspiel: who, with whom, points, Laufende, Kontra. Then the value is shown before it is written."""
    done = ok("sheet", "add", file, typed="1\n2\n2\n95\n3\n1\n\nq\n")
    assert amounts(file) == {"Anna": -120, "Beni": -120, "Cilli": 120, "Dora": 120}
    assert done.out.index("Rufspiel 20 + Schneider 10 + 3 Laufende 30, Kontra ×2 = 120 cents") < done.out.index(
        "Write it down?"
    )


def test_the_form_takes_a_phrase_a_refusal_and_commands(file: Path) -> None:
    typed = "solo Anna lost\n\nsolo Anna lost\nn\n3\nXaver\n1\nx\nw s\n\n\n\nb\nu\nr\nl\n?\n1\n-\nq\n"
    done = ok("sheet", "add", file, typed=typed)
    assert [line["number"] for line in data("sheet", "list", file)["lines"]] == [1, 2]
    assert balances(file)["Anna"] == -150 - 60
    assert "Who is “Xaver”?" in done.out
    assert "“x” means nothing here" in done.out


@pytest.mark.parametrize("rules", [*ruleset_ids(), "bavaria+all-games+stock-pot+knocking", "bavaria+steigern"])
def test_the_form_of_every_ruleset_asks_and_writes(rules: str, tmp_path: Path) -> None:
    """Every game that it offers can be entered by answering each question with the first thing that is possible."""
    people = NAMES[: load_ruleset(rules)["table.players"]]
    desk = Desk.open(sheet(tmp_path / "e.json", *people, rules=rules))
    games = 0
    asked = ""

    def read(question: str) -> str:
        nonlocal games, asked
        again, asked = question == asked, question
        if question.startswith("Which game?"):
            # What was offered before stands on the sheet now; the number after the last one is no game.
            if len(desk.state.lines) < games:
                raise EOFError
            games += 1
            return str(games)
        won = question.startswith("Won")
        return "won" if won else "" if again or question.startswith("Write it down?") else "1"

    Form(desk, Speech("en"), read, {}).run()
    kinds = [line.content for line in desk.state.lines]
    played = compile.played(load_ruleset(rules))
    assert {content.result.contract for content in kinds if isinstance(content, Played)} == set(played)
    assert all(line.counts for line in desk.state.lines)


def test_the_form_ends_with_the_input(file: Path) -> None:
    assert "Which game?" in ok("sheet", "add", file, typed="").out
    assert data("sheet", "list", file)["lines"] == []
