"""NetSchafkopf protocols: 571 hands that another program played and priced."""

import json
import random
import re
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from tests.formats.protocols import DATA, FILES

from schafkopf.formats.netschafkopf import Imported, import_protocol
from schafkopf.game.ruleset import load_ruleset

SHORT, PM, STANDARD, TIE = (
    "Schafkopfprotokoll_vom_04.08.24.txt",
    "Schafkopfprotokoll_vom_14.12.22.txt",
    "Schafkopfprotokoll_vom_16.05.20.txt",
    "protokoll_04.10.23_03.txt",
)


def read(name: str) -> list[Imported]:
    return list(import_protocol((DATA / name).read_bytes()))


def hand(name: str, number: int) -> Imported:
    return next(found for found in read(name) if found.number == number)


def record(name: str, number: int) -> dict[str, Any]:
    found = hand(name, number).record
    assert found is not None
    return found


def records(hands: list[Imported]) -> list[dict[str, Any]]:
    return [found.record for found in hands if found.record is not None]


def plays(one: dict[str, Any]) -> list[tuple[int, str]]:
    pairs = [action.split() for action in one["actions"]]
    return [(int(pair[0]), pair[1]) for pair in pairs if len(pair) == 2 and pair[1][0] in "EGHS"]


def errors(data: bytes) -> dict[int | None, str]:
    return {found.number: found.error["code"] for found in import_protocol(data) if found.error}


@pytest.fixture(scope="module")
def short() -> bytes:
    return (DATA / SHORT).read_bytes().replace(b"\r\n", b"\n")


@pytest.mark.parametrize(("name", "count"), FILES.items())
def test_every_hand_is_found(name: str, count: int) -> None:
    assert [found.number for found in read(name)] == list(range(1, count + 1))


@pytest.mark.parametrize("name", FILES)
def test_each_hand_is_a_record_or_an_error(name: str) -> None:
    for found in read(name):
        assert (found.record is None) != (found.error is None)
    unknown = [18, 19, 20, 21] if name == STANDARD else []
    assert errors((DATA / name).read_bytes()) == dict.fromkeys(unknown, "import/unsupported")


@pytest.mark.parametrize("name", FILES)
def test_the_whole_pack_is_dealt_and_played_by_those_who_hold_it(name: str) -> None:
    for one in records(read(name)):
        hands = [set(cards.split()) for cards in one["hands"]]
        pack = 24 if name == SHORT else 32
        assert sum(map(len, hands)) == len(set().union(*hands)) == pack
        assert one["overrides"].get("deck", {"cards": 32})["cards"] == pack
        played = plays(one)
        assert len(played) == pack
        assert played[0][0] == (one["dealer"] + 1) % 4
        for start in range(0, pack, 4):
            seats = [seat for seat, _ in played[start : start + 4]]
            assert seats == [(seats[0] + step) % 4 for step in range(4)]
        for seat, card in played:
            hands[seat].remove(card)
        assert not any(hands)


@pytest.mark.parametrize("name", FILES)
def test_amounts_and_pot_sum_to_zero_and_follow_the_printed_price(name: str) -> None:
    for found in read(name):
        if found.record is None:
            continue
        result, price = found.record["result"], found.printed["price"]
        assert sum(result["amounts"]) + result["pot"] == 0
        alone = not any(" rufspiel " in action for action in found.record["actions"])
        assert sorted(map(abs, result["amounts"])) == [price] * 3 + [3 * price if alone else price]
        assert found.printed["terms"][-1]["price"] == price


@pytest.mark.parametrize("name", FILES)
def test_running_totals_are_the_sum_of_the_amounts(name: str) -> None:
    for before, after in pairwise(read(name)):
        if before.record and after.record:
            steps = zip(before.printed["totals"], after.record["result"]["amounts"], strict=True)
            assert [total + amount for total, amount in steps] == after.printed["totals"]


@pytest.mark.parametrize("name", FILES)
def test_seats_are_fixed_and_the_deal_goes_round(name: str) -> None:
    hands = read(name)
    for one in records(hands):
        assert one["names"] == ["PcLinks", "PcOben", "PcRechts", "Gast"]
    for before, after in pairwise(hands):
        if before.record and after.record:
            assert after.record["dealer"] == (before.record["dealer"] + 1) % 4


@pytest.mark.parametrize("name", FILES)
def test_records_are_plain_json_and_share_nothing(name: str) -> None:
    found = records(read(name))
    assert json.loads(json.dumps(found)) == found
    found[0]["overrides"]["laufende"]["min"]["solo"] = 14
    assert found[1]["overrides"]["laufende"]["min"]["solo"] != 14


@pytest.mark.parametrize("name", FILES)
def test_overrides_are_accepted_by_the_strict_loader(name: str) -> None:
    one = records(read(name))[0]
    rules = load_ruleset(one["rules"]).with_overrides(one["overrides"])
    assert rules["auction.mode"] == "name_at_once"


def test_every_kind_of_game_occurs() -> None:
    kinds = Counter[str]()
    for name in FILES:
        for one in records(read(name)):
            said = [a.split()[1] for a in one["actions"] if a.split()[1] not in ("pass", "knock", "kontra", "re")]
            kinds[said[0] if said[0][0] not in "EGHS" else "ramsch"] += 1
    assert kinds == {
        "rufspiel": 311,
        "ramsch": 144,
        "farbgeier": 44,
        "farbwenz": 35,
        "solo": 21,
        "wenz": 9,
        "geier": 2,
        "wenz-tout": 1,
    }


def test_a_record_in_full() -> None:
    assert record(SHORT, 2) == {
        "schafkopf": 1,
        "rules": "bavaria",
        "overrides": {
            "deck": {"cards": 24},
            "deal": {"packets": [3, 3]},
            "contracts": [
                *("rufspiel", "farbgeier", "geier", "farbwenz", "wenz", "solo"),
                *("farbgeier-tout", "geier-tout", "farbwenz-tout", "wenz-tout", "solo-tout"),
            ],
            "auction": {"mode": "name_at_once"},
            "tariff": {
                "unit": "point",
                "rufspiel": 2,
                **dict.fromkeys(("farbgeier", "geier", "farbwenz", "wenz", "solo"), 5),
                "schneider": 1,
                "schwarz": 2,
                "laufende": 1,
            },
            "laufende": {"min": dict.fromkeys(("rufspiel", "solo", "wenz", "farbwenz", "geier", "farbgeier"), 3)},
        },
        "names": ["PcLinks", "PcOben", "PcRechts", "Gast"],
        "dealer": 2,
        "hands": ["EU EK EZ GU GA E9", "SZ SK GK H9 G9 EA", "HK SA HU HO HZ EO", "SO HA SU S9 GZ GO"],
        "session": {"pot": 0},
        "actions": [
            *("3 pass", "0 farbwenz E", "1 pass", "2 pass"),
            *("3 GZ", "0 GA", "1 G9", "2 EO"),
            *("2 HO", "3 HA", "0 GU", "1 H9"),
            *("0 EU", "1 EA", "2 HU", "3 SU"),
            *("0 E9", "1 SZ", "2 HZ", "3 GO"),
            *("0 EK", "1 GK", "2 HK", "3 S9"),
            *("0 EZ", "1 SK", "2 SA", "3 SO"),
        ],
        "result": {"amounts": [18, -6, -6, -6], "pot": 0},
    }


def test_printed_is_kept_as_it_stands() -> None:
    found = hand(SHORT, 3)
    assert found.line == 38
    assert found.printed == {
        "price": 7,
        "totals": [6, 10, -18, 2],
        "stock": 0,
        "points": {"defenders": 0},
        "terms": [
            {"name": "base", "count": None, "price": 5},
            {"name": "schneider", "count": None, "price": 6},
            {"name": "schwarz", "count": None, "price": 7},
        ],
        "text": "PcOben gewinnt den Herz-Geier. Die Gegner haben 0 Augen "
        "Das Einzelspiel kostet 5 Punkte. Mit Schneider 6 Punkte. Mit Schwarz 7 Punkte.",
    }


def test_knocks_are_those_of_the_first_seats_from_forehand() -> None:
    one = record(PM, 18)  # 2 mal aufgedoppelt; forehand is PcLinks
    assert one["actions"][:4] == ["0 knock", "1 knock", "0 rufspiel S", "1 pass"]
    assert one["overrides"]["knock"] == {"who": "anyone", "factor": "double"}


def test_kontra_is_said_by_the_first_defender_and_answered_by_the_declarer() -> None:
    one = record("protokoll_05.10.23_02.txt", 59)  # 2 mal gespritzt; the declarer PcLinks plays with PcOben
    assert one["actions"][:6] == ["3 pass", "0 rufspiel E", "1 pass", "2 pass", "3 kontra", "0 re"]
    assert one["overrides"]["kontra"] == {"max": 4}


def test_laufende_minimum_is_worked_out() -> None:
    assert record(PM, 1)["overrides"]["laufende"]["min"] == {
        **{"rufspiel": 3, "solo": 3},
        **{"wenz": 2, "farbwenz": 2, "geier": 2, "farbgeier": 2},
    }
    assert set(record(TIE, 1)["overrides"]["laufende"]["min"].values()) == {3}


def test_tariffs_are_worked_out() -> None:
    cents = record(TIE, 1)["overrides"]["tariff"]
    assert (cents["rufspiel"], cents["farbgeier"], cents["ramsch"], cents["schwarz"], cents["laufende"]) == (
        2,
        5,
        1,
        2,
        1,
    )
    tens = record(PM, 1)["overrides"]["tariff"]
    assert (tens["rufspiel"], tens["wenz"], tens["ramsch"], tens["schwarz"], tens["laufende"]) == (10, 50, 10, 20, 10)


def test_ramsch_tie_goes_to_the_higher_ober_dealt() -> None:
    found = hand(TIE, 1)
    assert found.record is not None
    assert found.record["result"] == {"amounts": [1, 1, -3, 1], "pot": 0}
    assert [action for action in found.record["actions"] if action.endswith("pass")] == [
        f"{s} pass" for s in (2, 3, 0, 1)
    ]
    assert found.record["overrides"]["all_pass"] == {"do": "ramsch"}
    assert found.record["overrides"]["ramsch"] == {
        **{"tie": ["highest_trump_dealt"], "virgin": "double_all"},
        **{"march": "none", "march_pay": "ramsch"},
    }
    assert found.printed["points"] == {"loser": 41}
    assert found.printed["text"].endswith(
        "Bei Augengleichheit verliert, wer den höheren Ober hatte Der Ramsch kostet 1 Punkt."
    )


def test_96_points_in_a_ramsch_are_no_durchmarsch() -> None:
    found = hand(TIE, 4)
    assert found.record is not None
    assert found.printed["points"] == {"loser": 96}
    assert found.record["result"]["amounts"] == [2, -6, 2, 2]


@pytest.mark.parametrize(
    ("old", "new", "key", "value"),
    [
        (b"+2 -6 +2 +2", b"+2 -6 +2 +2", "march", "none"),
        (b"+2 -6 +2 +2", b"-1 +3 -1 -1", "march", "points 91"),
        (b" Mit 1 mal Jungfrau 2 Punkte.", b"", "virgin", "none"),
    ],
)
def test_ramsch_settings_are_those_its_hands_show(old: bytes, new: bytes, key: str, value: str) -> None:
    data = (DATA / TIE).read_bytes().replace(b"\r\n", b"\n")
    begin = data.index(b"Geber: PcLinks")
    alone = data[begin : data.index(b"Stock\n", begin) + 6] + b"1 2 +2 -6 +2 +2 0\n"
    assert old in alone
    (found,) = import_protocol(alone.replace(old, new))
    assert found.record is not None
    assert found.record["overrides"]["ramsch"][key] == value


def test_a_tout_is_named() -> None:
    assert "1 wenz-tout" in record(PM, 40)["actions"]


def test_hidden_cards_and_thrown_in_hands_are_unsupported() -> None:
    found = hand(STANDARD, 19)
    assert found.record is None
    assert found.error == {
        "code": "import/unsupported",
        "message": "line 362: the game 'Schieber' is not among ours",
    }
    assert found.printed["totals"] == [650, -810, -70, 230]
    # The totals go on across them.
    assert record(STANDARD, 22)["result"]["amounts"] == [-40, -40, 40, 40]


@pytest.mark.parametrize("ends", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
@pytest.mark.parametrize("name", [PM, TIE])
def test_encodings_and_line_ends_make_no_difference(name: str, encoding: str, ends: bytes) -> None:
    text = (DATA / name).read_bytes().decode("utf-8" if name == PM else "latin-1")
    data = text.replace("\r\n", "\n").encode(encoding).replace(b"\n", ends)
    assert list(import_protocol(data)) == read(name)


@pytest.mark.parametrize("green", ["Gras", "Laub", "Blatt", "Blau", "Gruen", "Pik"])
def test_i18_04_a_suit_may_have_another_name(green: str) -> None:
    text = (DATA / PM).read_bytes().decode("utf-8")
    assert text.count("Grün") > 5
    found = list(import_protocol(text.replace("Grün", green).encode()))
    assert [one.record for one in found] == [one.record for one in read(PM)]


@pytest.mark.parametrize(
    ("suits", "ranks", "rank_first"),
    [
        ("♣♠♥♦", {"O": "Q", "U": "J", "Z": "10"}, False),
        ("CSHD", {"O": "Q", "U": "J", "Z": "T"}, True),
        ("EGHS", {"A": "D", "Z": "X"}, False),
    ],
    ids=["♣Q", "QC", "HX"],
)
def test_i18_04_cards_may_be_of_another_pack(suits: str, ranks: dict[str, str], rank_first: bool) -> None:
    def other(name: re.Match[str]) -> str:
        suit, rank = suits["EGHS".index(name[0][0])], ranks.get(name[0][1]) or name[0][1]
        return rank + suit if rank_first else suit + rank

    text = (DATA / PM).read_bytes().decode("utf-8")
    written = re.sub(r"\b[EGHS][AZKOU987]\b", other, text)
    for old, new in (("Eichel", "Kreuz"), ("Grün", "Pik"), ("Schellen", "Karo")):
        written = written.replace(old, new)
    assert [one.record for one in import_protocol(written.encode())] == [one.record for one in read(PM)]


def test_lines_wrapped_elsewhere_make_no_difference(short: bytes) -> None:
    assert b"Mit \nSchwarz 7 Punkte.\n" in short
    whole = short.replace(b"Mit \nSchwarz", b"Mit Schwarz")
    narrow = short.replace(b"Mit Schneider ", b"Mit\nSchneider\n")
    for data in (whole, narrow):
        assert [found.record for found in import_protocol(data)] == [found.record for found in import_protocol(short)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"PcOben hat: HO EO HK", b"PcOben hat: HO EO"),
        (b"PcOben hat: HO EO HK", b"PcOben hat: HO EO HO"),
        (b"PcOben hat: HO EO HK", b"PcOben hat: HO EO XX"),
        (b"PcOben hat: HO", b"PcUnten hat: HO"),
        (b"Gast spielt Schellen-Geier\n", b""),
        (b"PcRechts spielt aus: EZ SO EA EK\n", b""),
        (b"PcRechts spielt aus: EZ SO EA EK", b"PcRechts spielt aus: EZ SO EA"),
        (b"PcRechts spielt aus: EZ SO EA EK", b"PcRechts spielt aus: SO EZ EA EK"),
        (b"PcRechts spielt aus: EZ SO EA EK", b"PcRechts spielt auf"),
        (b"Das Einzelspiel kostet 5 Punkte.\n", b""),
        (b"1        5           -5           -5           -5          +15        0", b"1 5 -5 -5 -5 +16 0"),
        (b"1        5           -5           -5           -5          +15        0", b"1 5 -5 -5 -5"),
    ],
)
def test_a_broken_hand_is_reported_and_the_rest_goes_on(short: bytes, old: bytes, new: bytes) -> None:
    broken = short.replace(old, new, 1)
    assert broken != short
    first, *rest = import_protocol(broken)
    assert first.error is not None
    assert first.error["code"] == "import/syntax"
    assert first.line == 4
    assert [found.number for found in rest] == [2, 3, 4]
    sound = list(import_protocol(short))[1:]
    for found, other in zip(rest, sound, strict=True):
        assert found.record is not None
        assert other.record is not None
        assert found.record["actions"] == other.record["actions"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"Gast spielt Schellen-Geier", b"Gast spielt Sie"),
        (b"Gast spielt Schellen-Geier", b"Gast spielt Bettel"),
        (b"Das Einzelspiel kostet 5 Punkte.\n", b"Das Einzelspiel kostet 5 Punkte. Bock 10 Punkte.\n"),
        (b"Gast spielt Schellen-Geier\n", b"Es wurde zusammengeworfen.\n"),
    ],
)
def test_what_is_not_ours_is_unsupported(short: bytes, old: bytes, new: bytes) -> None:
    assert errors(short.replace(old, new, 1)) == {1: "import/unsupported"}


def test_without_the_totals_before_there_is_no_result(short: bytes) -> None:
    second = short[short.index(b"Geber: PcRechts") :]
    first, *rest = import_protocol(second)
    assert first.record is not None
    assert "result" not in first.record
    assert "session" not in first.record
    assert [found.record["result"]["amounts"] for found in rest if found.record] == [[-7, 21, -7, -7], [4, 4, -4, -4]]


def test_a_hand_that_lost_its_first_line_is_reported(short: bytes) -> None:
    assert errors(short.replace(b"Geber: PcRechts\n", b"")) == {2: "import/syntax"}
    assert len(list(import_protocol(short.replace(b"Geber: PcRechts\n", b"")))) == 4


def test_a_file_that_breaks_off(short: bytes) -> None:
    for end in range(short.index(b"Geber: PcLinks") + 20, len(short) - 12, 7):
        *whole, last = import_protocol(short[:end])
        assert [found.error for found in whole] == [None] * 3
        assert last.error is not None
        assert last.error["code"] == "import/syntax"


def test_the_stock_is_the_pot(short: bytes) -> None:
    header = b"Spiel    Preis      PcLinks       PcOben     PcRechts         Gast    Stock\n"
    begin = short.index(header) + len(header)
    end = short.index(b"\n", begin)
    paid_in = short[:begin] + b"1 5 -6 -6 -6 +14 4" + short[end:]
    first, second, *_ = import_protocol(paid_in)
    assert first.record is not None
    assert first.record["session"] == {"pot": 0}
    assert first.record["result"] == {"amounts": [-6, -6, -6, 14], "pot": 4}
    assert second.record is not None
    assert second.record["session"] == {"pot": 4}
    assert second.record["result"]["pot"] == -4


def test_two_tables_in_one_file_have_their_own_settings() -> None:
    both = (DATA / SHORT).read_bytes() + (DATA / PM).read_bytes()
    assert [found.record for found in import_protocol(both)] == [found.record for found in (*read(SHORT), *read(PM))]


def test_names_of_people(short: bytes) -> None:
    people = short.replace(b"PcLinks", b"Anna B.").replace(b"Gast", "Jörg".encode())
    for found, other in zip(import_protocol(people), import_protocol(short), strict=True):
        assert found.record is not None
        assert other.record is not None
        assert found.record["names"] == ["Anna B.", "PcOben", "PcRechts", "Jörg"]
        assert found.record["actions"] == other.record["actions"]


@pytest.mark.parametrize(
    "data", [b"", b"\n\r\n", b"\x00\xff" * 500, b'{"schafkopf": 1}', "Schafkopf für alle".encode()]
)
def test_an_empty_or_foreign_file_is_one_error(data: bytes) -> None:
    (only,) = import_protocol(data)
    assert (only.number, only.line, only.record) == (None, 1, None)
    assert only.error is not None
    assert only.error["code"] == "import/syntax"


def test_garbage_raises_nothing(short: bytes) -> None:
    chance = random.Random(7)
    lines = short.splitlines(keepends=True)
    for _ in range(400):
        data = bytearray(short)
        for _ in range(chance.choice((1, 3, 30, 300))):
            at = chance.randrange(len(data))
            data[at : at + chance.randrange(3)] = bytes(
                chance.choices(b" \n\r.:+-0959EGHSOUAZ\xfc\x85\xd9\xb2", k=chance.randrange(4))
            )
        mixed = b"".join(chance.choices(lines, k=60))
        for found in (*import_protocol(bytes(data)), *import_protocol(mixed)):
            assert found.error is None or found.error["code"] in ("import/syntax", "import/unsupported")
            json.dumps(found.record)


def test_long_lines_are_read_in_no_time() -> None:
    for line in (" " * 10**6, "9" * 10**6, "Spiel Preis" + " " * 10**6, "Punkte. 1 " * 10**5, "Geber: " + "a" * 10**6):
        list(import_protocol(f"Geber: A\n{line}\n{line} hat: E\nSpiel Preis A Stock\n{line}\n".encode()))
