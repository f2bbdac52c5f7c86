"""Every document in every language: what is read from the PDF, page by page."""

from __future__ import annotations

import hashlib
import json
import math
import subprocess
import sys
import unicodedata
from dataclasses import replace

import pytest
from tests.club.tournament.kit import score, set_up
from tests.paper.kit import HARMLESS, enter, is_tagged, language_of, pages, play, played, squeezed, text_of

from schafkopf import paper
from schafkopf.club.tournament import commands as do
from schafkopf.club.tournament import exports, standing
from schafkopf.club.tournament.errors import Refused
from schafkopf.club.tournament.settings import Settings
from schafkopf.paper import places, results
from schafkopf.text.catalog import LANGUAGES

LINKS = {number: f"https://karten.example/tournament/AAAA/table/2/{number}#KEY" for number in range(1, 40)}
A4 = (595.28, 841.89)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [5, 37, 100])
def test_all_names_stand_in_each_document(count: int, language: str) -> None:
    """I18-02: names with umlauts, ё, і, ў, ъ and an apostrophe survive print: the text extracted is the input."""
    state = played(count, language if language in ("be", "ru") else "de")
    names = [squeezed(entrant.name) for entrant in state.entrants.values()]
    tables = len(state.rounds[1].tables)
    expected = {"seating": 2, "sheets": 1, "cards": 2, "ranking": 1, "teams": 1}
    for what in paper.DOCUMENTS:
        data = paper.document(what, state, language, links=LINKS)
        assert data.startswith(b"%PDF-")
        assert language_of(data) == language
        assert is_tagged(data)
        some = pages(data)
        text = squeezed("".join(page.text for page in some))
        if what in ("sheets", "cards"):
            assert len(some) == tables
        for name in names if what != "prizes" else ():
            assert text.count(name) >= expected[what], (what, name)
        for page in some:
            assert sorted(page.size) == pytest.approx(sorted(A4), abs=0.01)


@pytest.mark.parametrize("count", [5, 37, 100])
def test_everybody_finds_table_and_seat_by_name(count: int) -> None:
    state = played(count, "be")
    data = paper.seating(state, 2, "be")
    text = squeezed("".join(page.text for page in pages(data)))
    for index, table in enumerate(state.rounds[1].tables):
        row = "".join(f"{player}{state.entrants[player].name}" for player in table.seats)
        assert squeezed(f"{index + 1}{row}") in text
        for seat, player in enumerate(table.seats):
            line = f"{player}{state.entrants[player].name}{index + 1}{'ABCDE'[seat]}"
            assert squeezed(line) in text


def test_ranking_shows_rounds_total_and_what_parted_equals() -> None:
    state = played(100, "ru")
    text = text_of(paper.ranking(state, "ru"))
    each = [standing.tallies(state, number) for number in (1, 2)]
    for line in standing.table_of(state):
        entrant = state.entrants[int(line.key)]
        figures = [each[0][entrant.number].points, each[1][entrant.number].points, line.tally.points]
        person = f"{line.place}{entrant.number}{entrant.name}{entrant.club}"
        assert squeezed(f"{person}{''.join(map(str, figures))}{line.tally.solos_won}") in text


def test_equal_places_are_1_1_3_on_paper() -> None:
    """TO-01."""
    desk = enter(["Anna", "Berta", "Carl", "Dora"], ties=("points",), rounds=1)
    desk(do.Draw(1))
    score(desk, 1, 1, (5, 5, -4, -6))
    found = results.ranking(desk.now, "de", None)
    assert [row["place"] for row in found["rows"]] == [1, 1, 3, 4]
    assert "DasLosentscheidetnoch" not in text_of(paper.ranking(desk.now, "de"))
    assert "Inallemgleich:derselbeRang." in text_of(paper.ranking(desk.now, "de"))


def test_lots_stand_in_the_ranking() -> None:
    """TO-09: what parted equals can be read, with the seed that it came from."""
    desk = enter(["Anna", "Berta", "Carl", "Dora"], ties=("points", "lot"), rounds=1)
    desk(do.Draw(1))
    score(desk, 1, 1, (5, 5, 5, -15))
    desk(do.CloseRound(1))
    assert "DasLosentscheidetnoch" in text_of(paper.ranking(desk.now, "de"))
    desk(do.DrawLots())
    found = results.ranking(desk.now, "de", None)
    assert [found["lots"].get(row["key"]) for row in found["rows"]] == [1, 2, 3, None]
    assert desk.now.lot_seed in text_of(paper.ranking(desk.now, "de"))


def test_a_table_without_result_is_no_zero() -> None:
    desk = enter([f"Spieler {n}" for n in range(1, 9)])
    play(desk, 1)
    play(desk, 2, close=False)
    found = results.ranking(desk.now, "de", None)
    at_play = {str(player) for player in desk.now.rounds[1].tables[-1].seats}
    assert {row["key"]: row["rounds"][1] == results.MISSING for row in found["rows"]} == {
        str(player): str(player) in at_play for player in desk.now.entrants
    }
    assert "DasErgebnisvon1Tischfehltnoch." in text_of(paper.ranking(desk.now, "de"))


def test_money_has_the_signs_of_the_language() -> None:
    """MO-01: -135 cents are -1,35 € in German and -€1.35 in English."""
    desk = enter(["Anna", "Berta", "Carl", "Dora"], scheme="money", rounds=1)
    desk(do.Draw(1))
    score(desk, 1, 1, (135, -135, 50, -50))
    german = pages(paper.ranking(desk.now, "de"))[0].text
    assert "-1,35 €" in german
    assert "-135" not in german
    assert "-€1.35" in pages(paper.ranking(desk.now, "en"))[0].text
    assert "250,01 €" not in german
    prizes = pages(paper.prizes(desk.now, "de"))[0].text
    assert "200,00 €" in prizes
    assert "350,01 €" in prizes


def test_team_ranking_marks_who_does_not_count() -> None:
    state = played(37, "de", team_best=2)
    found = results.teams(state, "de")
    for row in found["rows"]:
        counted = [int(member["points"]) for member in row["members"] if member["counts"]]
        assert len(counted) == min(2, len(row["members"]))
        assert sum(counted) == int(row["points"])
    assert "Diebesten2einerMannschaftzählen." in text_of(paper.teams(state, "de"))


@pytest.mark.parametrize(("games", "sheet_pages"), [(16, 1), (30, 1), (32, 1), (60, 2), (100, 3)])
def test_a_sheet_has_a_row_for_each_game(games: int, sheet_pages: int) -> None:
    desk = enter(["Anna", "Berta", "Carl", "Dora"] * 2, games=games)
    desk(do.Draw(1))
    some = pages(paper.sheets(desk.now, 1, "de"))
    assert len(some) == 2 * sheet_pages
    for number, page in enumerate(some):
        lines = page.text.split()
        assert "Unterschrift" in lines or number % sheet_pages < sheet_pages - 1
        assert f"Seite {number % sheet_pages + 1} von {sheet_pages}" in page.text
        assert page.text.count("Anna") + page.text.count("Berta") >= 1, "names stand on each page"
    first = [word for page in some[:sheet_pages] for word in page.text.split() if word.isdecimal()]
    assert {str(n) for n in range(1, games + 1)} <= set(first)


def test_the_sheet_asks_for_what_ties_need_and_says_the_sum() -> None:
    desk = enter(["Anna", "Berta", "Carl", "Dora"], ties=("points", "solos_won", "games_won"))
    desk(do.Draw(1))
    text = text_of(paper.sheets(desk.now, 1, "de"))
    assert "Soligew." in text
    assert "Spielegew." in text
    assert "AlleErgebnissezusammen:0" in text
    plus = enter(["Anna", "Berta", "Carl", "Dora"], scheme="plus")
    plus(do.Draw(1))
    text = text_of(paper.sheets(plus.now, 1, "de"))
    assert "±" not in text
    assert "AlleErgebnissezusammen" not in text


def test_a_link_makes_a_code_and_only_a_link() -> None:
    state = played(37, "de")
    assert [bool(table["code"]) for table in places.cards(state, 2, "de", {2: LINKS[2]})["tables"]] == [
        number == 2 for number in range(1, len(state.rounds[1].tables) + 1)
    ]
    assert "Handy" in text_of(paper.cards(state, 2, "de", LINKS))
    assert "Handy" not in text_of(paper.cards(state, 2, "de"))


@pytest.mark.parametrize("what", paper.DOCUMENTS)
def test_names_are_data_and_stay_on_the_page(what: paper.What) -> None:
    """What looks like markup is printed as it is; 60 signs without a blank, emoji and Hebrew do no harm."""
    long = "Über alle Berge " * 6 + "und alle Täler"
    desk = enter(HARMLESS, place=long)
    desk(do.Change(replace(desk.now.settings, name=("Turnier#1 " * 12).strip())))
    play(desk, 1)
    data = paper.document(what, desk.now, "de", 1, LINKS)
    some = pages(data, boxes=True)
    for page in some:
        width, height = page.size
        for sign, (left, bottom, right, top) in page.boxes:
            assert 20 <= left <= right <= width - 20, sign
            assert 20 <= bottom <= top <= height - 20, sign
    if what != "prizes":
        text = squeezed("".join(page.text for page in some))
        for name in HARMLESS[:6]:
            assert squeezed(name) in text, name
        assert "José" in unicodedata.normalize("NFC", text)
    assert math.prod(len(page.boxes) for page in some) > 0


def test_equal_tournaments_give_equal_files_in_another_process() -> None:
    """A restored backup prints byte for byte the same."""
    state = played(5, "be")
    backup = exports.backup(state)
    again = exports.restore(backup)
    code = (
        "import sys, hashlib; from schafkopf import paper; from schafkopf.club.tournament import exports;"
        "state = exports.restore(sys.stdin.buffer.read());"
        "print(*(hashlib.sha256(paper.document(what, state, 'be')).hexdigest() for what in paper.DOCUMENTS))"
    )
    other = subprocess.run([sys.executable, "-c", code], input=backup, capture_output=True, check=True, timeout=60)
    for what, digest in zip(paper.DOCUMENTS, other.stdout.decode().split(), strict=True):
        mine = paper.document(what, state, "be")
        assert paper.document(what, again, "be") == mine
        assert hashlib.sha256(mine).hexdigest() == digest, what


def test_the_seed_of_a_draw_to_come_is_on_no_paper() -> None:
    desk = enter([f"Spieler {n}" for n in range(1, 9)])
    play(desk, 1)
    desk(do.Commit(2))
    pending = desk.now.pending
    assert pending is not None
    shown = [
        places.seating(desk.now, 1, "de"),
        places.sheets(desk.now, 1, "de", {}),
        places.cards(desk.now, 1, "de", {}),
        results.ranking(desk.now, "de", None),
        results.ranking(desk.now, "de", 1),
        results.teams(desk.now, "de"),
        results.prizes(desk.now, "de"),
    ]
    assert pending[1] not in json.dumps(shown)
    assert desk.now.rounds[0].draw.seed in json.dumps(shown), "that of the round is"


def test_a_round_that_was_not_drawn_is_refused() -> None:
    state = enter(["Anna", "Berta", "Carl", "Dora"]).now
    for what in paper.DOCUMENTS:
        if what in paper.OF_A_ROUND:
            with pytest.raises(Refused, match="tournament/no-round"):
                paper.document(what, state, "de")
        else:
            assert paper.document(what, state, "de").startswith(b"%PDF-")
    with pytest.raises(Refused, match="tournament/no-round"):
        paper.ranking(state, "de", 1)
    with pytest.raises(KeyError, match="no such language"):
        paper.prizes(state, "fr")


def test_nothing_to_show_is_said() -> None:
    desk = set_up(4)
    assert "EssindkeinePreiseausgesetzt." in text_of(paper.prizes(desk.now, "de"))
    assert "EsgibtkeineMannschaften." in text_of(paper.teams(desk.now, "de"))


def test_twenty_rounds_of_money_fit() -> None:
    desk = enter(["Anna", "Berta", "Carl", "Dora"], rounds=20, scheme="money")
    for number in range(1, 21):
        desk(do.Draw(number))
        score(desk, number, 1, (12_345, -12_345, 5, -5))
        desk(do.CloseRound(number))
    (page,) = pages(paper.ranking(desk.now, "de"), boxes=True)
    width, height = page.size
    assert width > height
    assert all(left >= 20 and right <= width - 20 for _, (left, _, right, _) in page.boxes)
    assert "R20" in page.text


def test_settings_without_date_and_place() -> None:
    state = enter(["Anna", "Berta", "Carl", "Dora"]).now
    bare = replace(state, settings=Settings("Preisschafkopf"))
    assert "Preisschafkopf" in text_of(paper.ranking(bare, "de"))
    assert results.ranking(bare, "de", None)["where"] == ""
