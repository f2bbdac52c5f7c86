"""I18-02, TO-10: lists for spreadsheets, the calendar, the backup, and the entry list that comes in."""

from __future__ import annotations

import csv as reader
import io
import json
import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.club.tournament.kit import play_round, score, set_up

from schafkopf.club import spreadsheet
from schafkopf.club.tournament import commands as do
from schafkopf.club.tournament import entries, exports
from schafkopf.club.tournament.calendar import ics
from schafkopf.club.tournament.errors import Refused
from schafkopf.club.tournament.ranking import Prize
from schafkopf.club.tournament.settings import Settings, check

NAMES = ("Jürgen Großböhm", "Алесь Гарун", "=2+3", "-Minus", "+Plus", "@Aa", 'Sepp "Wenz"; Huber', "O'Neil")


def test_i18_02_umlauts_survive_and_no_name_is_a_formula() -> None:
    desk = set_up(0)
    desk(do.Enter(tuple(do.Person(name) for name in NAMES)))
    for language in ("de", "en"):
        data = spreadsheet.csv(exports.entrants(desk.now, {"name": "Näme"}), language)
        assert data.startswith(b"\xef\xbb\xbf")
        rows = list(
            reader.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=spreadsheet.separator(language))
        )
        assert rows[0][1] == "Näme"
        assert [row[1].removeprefix("'") for row in rows[1:]] == list(NAMES)
        assert not any(row[1].startswith(("=", "+", "-", "@")) for row in rows)
        people, errors = entries.people(entries.cells(data.decode().replace("Näme", "Name")))
        assert ([person.name for person in people], errors) == (list(NAMES), ())


@given(
    st.lists(st.lists(st.text() | st.integers(), min_size=2, max_size=4), min_size=1, max_size=4),
    st.sampled_from(["de", "en"]),
)
def test_csv_reads_back_cell_by_cell(rows: list[list[str | int]], language: str) -> None:
    data = spreadsheet.csv(rows, language).decode("utf-8-sig") if _encodable(rows) else None
    if data is None:
        return
    found = list(reader.reader(io.StringIO(data, newline=""), delimiter=spreadsheet.separator(language), strict=True))
    assert found == [[spreadsheet.harmless(c) if isinstance(c, str) else str(c) for c in row] for row in rows]
    for row in found:
        for cell in row:
            assert not re.match(r"[=+@\t\r]|-(?!\d+$)", cell)


def _encodable(rows: list[list[str | int]]) -> bool:
    try:
        "".join(map(str, (cell for row in rows for cell in row))).encode()
    except UnicodeEncodeError:
        return False
    return True


def test_every_list_of_a_tournament() -> None:
    desk = set_up(8, rounds=1, prizes=(Prize(1001), Prize(500, "Brotzeit")), ties=("points",))
    desk(do.Draw(1))
    score(desk, 1, 1, [5, -5, 0, 0])
    state = desk.now
    assert len(exports.seating(state, 1, {})) == 9
    assert exports.seating(state, 1, {})[1][:3] == [1, 1, "A"]
    assert [row[5] for row in exports.results(state, 1, {})[1:]] == [5, -5, 0, 0, "", "", "", ""]
    assert [row[0] for row in exports.ranking(state, {})[1:]] == [1, 2, 2, 2, 2, 2, 2, 8]
    rows = exports.prizes(state, {"amount": "Betrag"}, "de")
    assert rows[0][3] == "Betrag"
    assert [row[3] for row in rows[1:]] == ["10,01", "0,83", "0,83", "0,83", "0,83", "0,83", "0,83"]
    assert spreadsheet.csv(exports.ranking(state, {}), "de").count(b"\r\n") == 9


def test_mo_01_cents_are_amounts_in_every_list() -> None:
    desk = set_up(4, rounds=1, scheme="money", ties=("points",))
    desk(do.Draw(1))
    score(desk, 1, 1, [-135, 135, 5, -5])
    assert [row[5] for row in exports.results(desk.now, 1, {}, "de")[1:]] == ["-1,35", "1,35", "0,05", "-0,05"]
    assert [row[5] for row in exports.ranking(desk.now, {}, language="en")[1:]] == ["1.35", "0.05", "-0.05", "-1.35"]
    assert b";-1,35;" in spreadsheet.csv(exports.results(desk.now, 1, {}, "de"), "de"), "no apostrophe before a number"


def test_restore_of_a_backup_gives_the_same_bytes_and_a_broken_one_a_code() -> None:
    desk = set_up(13, rounds=2, place="Gasthof „Zur Post“")
    play_round(desk, 1)
    desk(do.Commit(2))
    saved = exports.backup(desk.now)
    assert exports.backup(exports.restore(saved)) == saved
    data = json.loads(saved)
    broken = [
        b"",
        b"[]",
        b"\xff",
        json.dumps({**data, "schafkopf-tournament": 2}).encode(),
        json.dumps({**data, "events": data["events"][1:]}).encode(),
        json.dumps({**data, "events": [*data["events"][:-1], {}]}).encode(),
        json.dumps({**data, "events": []}).encode(),
        saved.replace(b'"name": "Preisschafkopf"', b'"name": " "'),
        saved.replace(b'"zone"', b'"zones"'),
        saved.replace(b'"rounds": 2', b'"rounds": "2"'),
        json.dumps({**data, "events": [{**data["events"][0], "extra": 1}]}).encode(),
    ]
    for one in broken:
        with pytest.raises(Refused) as refused:
            exports.restore(one)
        assert refused.value.code == "tournament/backup"


def test_an_entry_list_tells_each_wrong_row() -> None:
    rows = entries.cells(
        "Nr.;Name;Verein;Mannschaft\r\n7;Anna;SV Post;A\r\n7;Ben\r\n3;Cleo\r\nx;Dora\r\n9;\r\n;;\r\n;Emil\r\n"
    )
    people, errors = entries.people(rows, taken={3})
    assert people == (do.Person("Anna", 7, "SV Post", "A"), do.Person("Emil"))
    assert [(error.row, error.code, error.value) for error in errors] == [
        (3, "import/twice", "7"),
        (4, "import/taken", "3"),
        (5, "import/number", "x"),
        (6, "import/name", ""),
    ]
    assert entries.people([["Anna", "SV Post"], ["Ben"]])[0] == (do.Person("Anna", None, "SV Post"), do.Person("Ben"))
    assert entries.people([["1", "Anna"], ["2", "Ben"]])[0] == (do.Person("Anna", 1), do.Person("Ben", 2))
    assert entries.people([]) == ((), ())


@pytest.mark.parametrize(("month", "utc"), [("01", "180000Z"), ("07", "170000Z")])
def test_to_10_nineteen_hours_in_berlin_are_nineteen_hours(month: str, utc: str) -> None:
    settings = Settings("Preisschafkopf", start=f"2026-{month}-15T19:00", place="Gasthof Post; Saal, links")
    data = ics(settings, "t1@club", stamp_ms=0).decode()
    assert f"DTSTART:2026{month}15T{utc}" in data
    start = re.search(r"DTSTART:(\d+T\d+Z)", data)
    assert start is not None
    time = datetime.strptime(start.group(1), "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    assert time.astimezone(ZoneInfo("Europe/Berlin")).strftime("%H:%M") == "19:00"
    assert "LOCATION:Gasthof Post\\; Saal\\, links\r\n" in data


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "Etc/GMT+12", "America/St_Johns"])
@pytest.mark.parametrize("start", ["1900-01-01T00:00", "2026-03-29T02:30", "2026-10-25T02:30", "2199-12-31T23:59:59"])
def test_to_10_every_time_that_can_be_set_has_an_entry(start: str, zone: str) -> None:
    setup = Settings("Preisschafkopf", start=start, zone=zone, minutes=24 * 60)
    check(setup)
    found = dict(line.split(":", 1) for line in ics(setup, "t1@club", stamp_ms=0).decode().splitlines())
    begin = datetime.strptime(found["DTSTART"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    assert begin.astimezone(ZoneInfo(zone)).isoformat()[:16] == start[:16]
    assert found["DTEND"] > found["DTSTART"]


def test_a_long_line_of_a_calendar_is_folded() -> None:
    settings = Settings("Größtes Preisschafkopfen der Welt " * 3, start="2026-05-01T19:00")
    data = ics(settings, "t1@club", stamp_ms=0)
    assert all(len(line) <= 75 for line in data.split(b"\r\n"))
    assert settings.name in data.replace(b"\r\n ", b"").decode()
    with pytest.raises(ValueError, match="no date"):
        ics(Settings("x"), "t1@club", stamp_ms=0)
