"""Whole evenings at the terminal: every ruleset, every language, every phase."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.terminal import Person, Terminal, names_for

from schafkopf.cli.play.evening import Options, run
from schafkopf.cli.play.table import Dice
from schafkopf.engine.bots import rules as bot
from schafkopf.game.dealing import first_dealer
from schafkopf.game.record import parse_record
from schafkopf.game.ruleset import load_ruleset, parse_toml, ruleset_ids
from schafkopf.text.catalog import LANGUAGES

# Between them these reach every phase and every kind of question.
HOUSES = (
    "bavaria+knocking",
    "bavaria+knocking-chain",
    "bavaria+hochzeit",
    "bavaria+all-games",
    "bavaria+steigern",
    "bavaria+ramsch",
    "bavaria+ramsch-kontra",
    "bavaria+muss",
    "bavaria+kreuz",
    "bavaria+last-knocker-must",
    "be-1989+pot-all-seated+five",
    "bavaria+six",
    "bavaria+call-ten",
    "bavaria+renonce",
    "bavaria+kontra-unlimited",
    "bavaria+throw-in",
    "be-1989",
    "be-1989+pot",
    "pt-units",
    "pt-units+three-players",
    "fi-table",
    "three",
    "ru-chalk",
)


def house_options(rules: Path, **more: object) -> Options:
    return options("bavaria", rules.parent, **{"rules": str(rules), **more})


def options(ruleset: str, folder: Path, **more: object) -> Options:
    given: dict[str, object] = {
        "rules": ruleset,
        "names": names_for(ruleset),
        "language": "en",
        "cards": "german",
        "seed": 4,
        "file": folder / "evening.jsonl",
        "deals": 3,
    }
    return Options(**{**given, **more})  # type: ignore[arg-type]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", ruleset_ids())
def test_three_deals_of_every_ruleset_in_60_cells(rules: str, language: str, tmp_path: Path) -> None:
    terminal = Terminal(Person(5), width=60)
    cards = "french" if LANGUAGES.index(language) % 2 else "german"
    assert terminal.run(options(rules, tmp_path, language=language, cards=cards)) == 0
    records = [parse_record(line) for line in (tmp_path / "evening.jsonl").read_text("utf-8").splitlines()]
    assert len(records) == 3
    assert all(record.replay().phase == "over" and record.result is not None for record in records)
    assert terminal.widest() <= 60


@pytest.mark.parametrize("rules", HOUSES)
def test_house_rules_and_every_help_in_60_cells(rules: str, tmp_path: Path) -> None:
    person = Person(6)
    asked: set[str] = set()

    def curious(fresh: str) -> str:
        """Asks for help, hand, last trick, balances and Kontra once at every kind of question."""
        question = fresh.rstrip().rsplit("\n", 1)[-1].split("[")[0]
        for letter in "?hlbk":
            if letter + question not in asked:
                asked.add(letter + question)
                shown[:] = [fresh, *shown[:1]]
                return letter
        return person(fresh if re.search(r"[╚╰] \d|^ +\d+ ", fresh, re.MULTILINE) else shown[0] + fresh)

    shown: list[str] = []
    terminal = Terminal(curious, width=60)
    # The longest words, and one of the others in turn.
    for language in {"be", LANGUAGES[HOUSES.index(rules) % len(LANGUAGES)]}:
        asked.clear()
        folder = tmp_path / language
        assert terminal.run(options(rules, folder, language=language, deals=2)) == 0
    assert terminal.widest() <= 60


@pytest.mark.parametrize("rules", HOUSES)
def test_leaving_at_every_question_loses_nothing(rules: str, tmp_path: Path) -> None:
    whole = options(rules, tmp_path / "whole", deals=2)
    Terminal(Person(7)).run(whole)
    torn = options(rules, tmp_path / "torn", deals=2)
    Terminal(Person(7, patience=0)).run(torn)
    again = Options(file=torn.file, resume=True, deals=2)
    assert whole.file is not None
    assert torn.file is not None
    for _ in range(60):
        done = [line for line in torn.file.read_text("utf-8").splitlines() if "result" in json.loads(line)]
        if len(done) >= 2:
            break
        left = 2 - len(done)
        assert Terminal(Person(7, patience=1)).run(Options(**{**_given(again), "deals": left})) == 0
    assert torn.file.read_text("utf-8") == whole.file.read_text("utf-8")


def _given(options: Options) -> dict[str, object]:
    return {name: getattr(options, name) for name in Options.__slots__}


def test_bots_of_the_engine_play_an_evening_while_the_person_watches(tmp_path: Path) -> None:
    terminal = Terminal([], width=60)
    given = options("bavaria+all-games+knocking", tmp_path, watch=True, deals=4, language="de")
    assert terminal.run(given, bot) == 0
    assert terminal.text.count("Abrechnung") == 4
    assert len((tmp_path / "evening.jsonl").read_text("utf-8").splitlines()) == 4


@pytest.mark.parametrize("name", ["pimc:easy", "rules:bold", "pimc/rules"])
def test_bots_are_had_by_their_names_and_come_back_with_a_save(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The save keeps the name; the evening that goes on is the one that was never left, since it has a seed."""
    monkeypatch.setattr("schafkopf.cli.play.opponents._NODES", 4000)
    texts = []
    for parts in (1, 2):
        file = tmp_path / f"{parts}.jsonl"
        first = options("bavaria", tmp_path, file=file, watch=True, bots=name, deals=2 // parts)
        for given in (first, Options(file=file, resume=True, fast=True, watch=True, deals=1))[:parts]:
            terminal = Terminal([""])
            # Nobody hands it a bot: it is the named one that plays.
            assert run(given, console=terminal.console, read=terminal.read, pause=None) == 0
        texts.append(file.read_text("utf-8"))
        assert json.loads(file.with_suffix(".table.json").read_text("utf-8"))["bots"] == name
    assert texts[0] == texts[1]
    assert len(texts[0].splitlines()) == 2


def test_a_mistyped_bot_loads_no_kernels() -> None:
    """Names are compared before anything is imported that takes its time."""
    program = (
        "import sys\n"
        "from schafkopf.cli.play.evening import Options, run\n"
        "code = run(Options(bots='pimc:genius', new=True))\n"
        "print(code, sorted({'numpy', 'numba'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("1 []\n")
    assert "pimc:medium" in done.stdout


def test_nobody_is_asked_while_bots_play_without_pauses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for number in (1, 2):
        terminal = Terminal([])
        assert terminal.run(Options(watch=True, fast=True, deals=2), bot) == 0
        assert "> " not in terminal.text
        # An evening that was begun is left to whoever began it.
        path = tmp_path / "schafkopf" / f"evening-00{number}.jsonl"
        assert len(path.read_text("utf-8").splitlines()) == 2


def test_a_seed_repeats_the_evening(tmp_path: Path) -> None:
    texts = []
    for folder in ("a", "b"):
        Terminal(Person(1)).run(options("bavaria", tmp_path / folder))
        texts.append((tmp_path / folder / "evening.jsonl").read_text("utf-8"))
    Terminal(Person(1)).run(options("bavaria", tmp_path / "c", seed=5))
    assert texts[0] == texts[1] != (tmp_path / "c" / "evening.jsonl").read_text("utf-8")


@pytest.mark.parametrize(
    ("how", "says"),
    [("lot", "drawn by lot"), ("high_card", "draws the highest card"), ("seat", "The first seat deals")],
)
def test_the_first_dealer_is_found_as_the_table_has_it(how: str, says: str, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text(f'base = "bavaria"\n[dealer]\nfirst = "{how}"\n', "utf-8")
    rules = load_ruleset("bavaria").with_overrides({"dealer": {"first": how}})
    dealers = set()
    for seed in range(8):
        folder = tmp_path / str(seed)
        terminal = Terminal([])
        assert terminal.run(house_options(house, seed=seed, file=folder / "evening.jsonl")) == 0
        dealer = parse_record((folder / "evening.jsonl").read_text("utf-8")).dealer
        assert dealer == first_dealer(rules, 4, Dice(seed).at("first dealer"))
        assert says in " ".join(terminal.text.split())
        assert f"Dealer: {('Anna', 'Ben', 'Cleo', 'Dora')[dealer]}" in terminal.text
        dealers.add(dealer)
    assert (dealers == {0}) == (how == "seat")


def test_an_evening_of_agreed_length_ends(tmp_path: Path) -> None:
    terminal = Terminal(Person(2))
    assert terminal.run(options("ru-chalk", tmp_path, deals=None)) == 0
    assert "The evening is over" in terminal.text
    again = Terminal([])
    assert again.run(Options(file=tmp_path / "evening.jsonl", language="en")) == 1
    assert "is over" in again.text


def test_colours_change_no_character(tmp_path: Path) -> None:
    plain, coloured = Terminal(Person(3)), Terminal(lambda fresh: Person(3)(_bare(fresh)), colour=True)
    plain.run(options("bavaria", tmp_path))
    (tmp_path / "evening.jsonl").unlink()
    coloured.run(options("bavaria", tmp_path))
    assert "\x1b[" in coloured.text
    assert _bare(coloured.text) == plain.text


def _bare(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_a_house_ruleset_from_a_file_is_kept_in_the_save(tmp_path: Path) -> None:
    house = tmp_path / "stammtisch.toml"
    house.write_text('base = "bavaria"\n[tariff]\nsolo = 70\n', "utf-8")
    assert Terminal(Person(1)).run(house_options(house, deals=1)) == 0
    record = parse_record((tmp_path / "evening.jsonl").read_text("utf-8"))
    assert record.ruleset()["tariff.solo"] == 70

    complete = tmp_path / "complete.toml"
    complete.write_text(load_ruleset("pt-units").to_toml(), "utf-8")
    given = house_options(complete, deals=1, file=tmp_path / "second.jsonl")
    assert Terminal(Person(1)).run(given) == 0
    record = parse_record((tmp_path / "second.jsonl").read_text("utf-8"))
    assert record.ruleset() == parse_toml(complete.read_text("utf-8"))


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"rules": "bavarai"}, "There is no “bavarai”. Possible: bavaria, "),
        ({"rules": "bavaria+ramsch+nope"}, "There is no “+nope”. Possible: 10-50, "),
        ({"rules": "bavaria+pot+nope"}, "“+pot” does not fit here. It is meant for: be-1989"),
        ({"rules": "bavaria+pot+pot"}, "“+pot” stands there twice"),
        ({"names": "Anna,Ben"}, "4 names"),
        ({"names": "Anna,Ben,Cleo,anna"}, "same name"),
        ({"names": "Anna,Ben,Cleo,\x1b[2J"}, "visible characters"),
        ({"seat": 4}, "0 to 3"),
        ({"cards": "tarot"}, "german / french"),
        ({"bots": "nobody"}, "no bot called nobody. Possible: rules, rules:steady, rules:bold"),
        ({"bots": "pimc:genius"}, "rules:cautious, random, pimc, pimc:easy, pimc:medium, pimc:hard"),
        ({"bots": "pimc/nobody"}, "no bot called pimc/nobody"),
        ({"resume": True}, "--resume"),
    ],
)
def test_options_that_do_not_fit(more: dict[str, object], says: str, tmp_path: Path) -> None:
    terminal = Terminal([])
    assert terminal.run(options("bavaria", tmp_path, **more)) == 1
    assert says in " ".join(terminal.text.split())
    assert not (tmp_path / "evening.jsonl").exists()


def test_the_command_itself(tmp_path: Path) -> None:
    """A real process whose input ends: it says goodbye, exits with 0 and resumes."""
    command = [sys.executable, "-m", "schafkopf", "play", "--fast", "--width", "60"]
    new = [*command, *("--rules", "bavaria", "--names", "Anna,Ben,Cleo,Dora", "--cards", "german", "--lang", "de")]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONIOENCODING": "ascii"}
    for arguments, typed in ((new, "1\n"), ([*command, "--resume"], "q\n")):
        done = subprocess.run(
            arguments, input=typed, env=environment, capture_output=True, encoding="utf-8", timeout=60
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert "Alles ist gespeichert" in done.stdout
    assert (tmp_path / "schafkopf" / "evening-001.jsonl").exists()
