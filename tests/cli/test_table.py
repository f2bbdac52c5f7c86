"""The person at the table: what he is shown, what he is told, what he can type."""

from __future__ import annotations

import json
import re
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from tests.cli.terminal import Person, Terminal

from schafkopf.cli.play import chalk
from schafkopf.cli.play.evening import Options
from schafkopf.cli.play.faces import Faces
from schafkopf.cli.play.setup import words_for
from schafkopf.game.cards import NAMES
from schafkopf.text.catalog import LANGUAGES

# Anna (seat 0) holds the called Eichel ace and a Herz; Ben calls.
HANDS = ["EA E9 H7 H8 GA GK SA S7", "EK GO HO SO EU GU HU S9", "EO HA EZ E8 G7 G8 S8 SK", "SU HZ HK H9 E7 GZ G9 SZ"]
CALLED = ["0 pass", "1 play", "2 pass", "3 pass", "1 rufspiel E"]


def position(folder: Path, actions: list[str], *, hands: list[str] = HANDS, dealer: int = 3, **more: Any) -> Path:
    """A save in the middle of a deal; the person is Anna, seat 0."""
    path = folder / "evening.jsonl"
    record = {"schafkopf": 1, "rules": "bavaria", "names": ["Anna", "Ben", "Cleo", "Dora"], "dealer": dealer}
    path.write_text(json.dumps({**record, **more, "hands": hands, "actions": actions}) + "\n", "utf-8")
    return path


class Quiet:
    """The first option, never a doubling."""

    def choose(self, view: Any, rng: Any) -> str:
        return str(view.options[0])

    def double(self, view: Any, rng: Any) -> None:
        return None


def sit_down(path: Path, typed: list[str], language: str = "en", cards: str = "german") -> str:
    """The screen after typing some lines and leaving."""
    terminal = Terminal(typed)
    assert terminal.run(Options(file=path, resume=True, language=language, cards=cards), Quiet()) == 0
    return terminal.text


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("language", "cards", "card", "says"),
    [
        ("en", "german", "h7", "You must follow the suit that was led: ♣ EA"),
        ("en", "french", "SA", "You must follow the suit that was led: ♣A"),
        ("de", "german", "E9", "Die Ruffarbe ist angespielt, die Rufsau muss fallen: ♣ EA"),
        ("de", "german", "HK", "Diese Karte hast du nicht. Möglich ist jetzt: ♣ EA"),
    ],
)
def test_an_illegal_card_is_explained_with_what_would_be_legal(
    language: str, cards: str, card: str, says: str, tmp_path: Path
) -> None:
    path = position(
        tmp_path, [*CALLED, "0 SA", "1 S9", "2 S8", "3 SZ", "0 H8", "1 EU", "2 HA", "3 H9", "1 EK", "2 EZ", "3 E7"]
    )
    before = path.read_text("utf-8")
    text = sit_down(path, [card], language, cards)
    assert says in flat(text)
    assert path.read_text("utf-8") == before


def test_only_cards_that_may_be_played_carry_a_number(tmp_path: Path) -> None:
    played = ["0 SA", "1 S9", "2 S8", "3 SZ", "0 H8", "1 EU", "2 HA", "3 H9", "1 HU", "2 EO", "3 HK"]
    path = position(tmp_path, [*CALLED, *played])
    text = sit_down(path, [])
    assert re.findall(r"[╚╰] (\d) [═─]", text) == ["1"]


def test_the_hand_is_sorted_anew_when_the_contract_is_known(tmp_path: Path) -> None:
    """Trumps left, strongest first: before the auction as for a Rufspiel, then as the Wenz has it."""
    hands = ["EU SU EO SO HA H7 GA G7", "EA EZ EK E9 E8 E7 SA SZ", "GO HO GU HU GZ GK G9 G8", "HZ HK H9 H8 SK S9 S8 S7"]
    text = sit_down(position(tmp_path, [], hands=hands), ["2", "wenz"])
    rows = re.findall(r"^ [║│].*$", text, re.MULTILINE)
    assert [re.findall(r"[EGHS][AZKOU0-9]+", row) for row in rows] == [
        ["EO", "SO", "EU", "SU", "HA", "H7", "GA", "G7"],
        ["EO", "SO", "EU", "SU", "HA", "H7", "GA", "G7"],
        ["EU", "SU", "EO", "GA", "G7", "HA", "H7", "SO"],
    ]


def test_the_last_trick_on_demand(tmp_path: Path) -> None:
    path = position(tmp_path, [*CALLED, "0 SA", "1 S9", "2 S8", "3 SZ"])
    text = sit_down(path, ["l"])
    shown = text[text.rindex("the last one taken") :].split("\n")
    assert [line.split()[-1] for line in shown[1:5]] == ["SA", "S9", "S8", "S10"]
    assert "Anna  takes the trick, 21 points" in shown[5]


def test_enter_where_a_card_is_wanted_says_what_to_type(tmp_path: Path) -> None:
    text = flat(sit_down(position(tmp_path, CALLED), [""]))
    assert re.search(r"Type a card or its number, for example \d or [EGHS]\w+\.", text)
    assert "yes or no" not in text


@pytest.mark.parametrize("typed", [["l"], ["h"], ["b"], ["?"], ["r", ""], ["concede", "n"], ["rest"]])
def test_the_cards_on_the_table_are_shown_again_with_the_hand(typed: list[str], tmp_path: Path) -> None:
    hands = [HANDS[1], HANDS[0], HANDS[2], HANDS[3]]
    actions = ["0 play", "1 pass", "2 pass", "3 pass", "0 rufspiel E", "0 GO", "1 H7", "2 HA", "3 H9", "0 HO", "1 H8"]
    path = position(tmp_path, [*actions, "2 EO", "3 HK", "2 S8", "3 SZ"], hands=hands)
    text = sit_down(path, typed)
    before = text.index("Your card?")
    after = text[before:]
    assert re.search(r"▸ Cleo +● S8.*Dora +● S10.*[╔╭].*Your card\?", after, re.DOTALL)


def test_only_cards_are_listed_as_cards_to_follow_with(tmp_path: Path) -> None:
    hands = [HANDS[2], HANDS[1], HANDS[0], HANDS[3]]
    path = position(tmp_path, ["3 pass", "0 pass", "1 play", "2 pass", "1 rufspiel E", "3 SZ"], hands=hands, dealer=2)
    text = flat(sit_down(path, ["E8", "GO"]))
    assert "(k: Kontra)" in text
    assert "You must follow the suit that was led: ● SK, ● S8." in text
    assert "Possible now: ● SK, ● S8 Your card?" in text


def test_before_any_trick_there_is_no_last_one(tmp_path: Path) -> None:
    assert "No trick has been taken yet" in sit_down(position(tmp_path, CALLED), ["l"])


def test_knocking_shows_the_first_packet_only(tmp_path: Path) -> None:
    path = position(tmp_path, [], rules="bavaria+knocking")
    text = sit_down(path, ["h"])
    for row in re.findall(r"^ [║│].*$", text, re.MULTILINE):
        assert re.findall(r"[EGHS][AZKOU0-9]+", row) == ["H8", "H7", "EA", "E9"]


@pytest.mark.parametrize("actions", [[], CALLED])
def test_what_others_hold_changes_nothing_on_the_screen(actions: list[str], tmp_path: Path) -> None:
    other = [HANDS[0], HANDS[1], HANDS[3], HANDS[2]]
    typed = ["?", "h", "l", "b", "k"]
    texts = [sit_down(position(tmp_path, actions, hands=hands), typed) for hands in (HANDS, other)]
    assert texts[0] == texts[1]


def test_kontra_while_the_window_is_open(tmp_path: Path) -> None:
    """Anna leads and doubles with k at her turn; after her card the window is shut, and she is told so."""
    hands = [HANDS[2], HANDS[1], HANDS[0], HANDS[3]]
    path = position(tmp_path, CALLED, hands=hands)
    text = sit_down(path, ["k"])
    assert "(k: Kontra)" in text
    assert "Kontra ×2" in text
    path = position(tmp_path, [*CALLED, "0 S8", "1 S9", "2 SA", "3 SZ", "2 GA", "3 GZ"], hands=hands)
    before = path.read_text("utf-8")
    assert "too late" in sit_down(path, ["k"])
    assert path.read_text("utf-8") == before


@pytest.mark.parametrize(
    ("kontra", "ramsch", "actions", "shown"),
    [
        (2, False, [], True),
        (2, False, CALLED, True),
        (0, False, [], False),
        (0, True, [], True),
        (0, True, CALLED, False),
        (0, True, ["0 pass", "1 pass", "2 pass", "3 pass"], True),
        (2, False, ["0 pass", "1 pass", "2 pass", "3 pass"], False),
    ],
)
def test_help_shows_doubling_where_there_is_some(
    kontra: int, ramsch: bool, actions: list[str], shown: bool, tmp_path: Path
) -> None:
    """By the contract, and before there is one by those that may come about."""
    overrides = {"kontra": {"max": kontra}, "all_pass": {"do": "ramsch"}, "ramsch": {"kontra": ramsch}}
    text = sit_down(position(tmp_path, actions, overrides=overrides), ["?"])
    assert "What you can type" in text
    assert ("double, as long as you may" in text) == shown


def test_the_last_moment_for_a_kontra_is_asked_out_of_turn(tmp_path: Path) -> None:
    """Before the second card: Cleo leads, then Anna is asked before Dora plays."""
    actions = ["2 play", "3 pass", "0 pass", "1 pass", "2 solo E"]
    path = position(tmp_path, actions, rules="be-1989", dealer=1)
    text = sit_down(path, ["y"])
    assert "This is the last moment for it" in text
    record = json.loads(path.read_text("utf-8"))
    assert record["actions"][6] == "0 kontra"


def test_giving_up_is_asked_twice(tmp_path: Path) -> None:
    hands = [HANDS[1], HANDS[0], HANDS[2], HANDS[3]]
    actions = ["0 play", "1 pass", "2 pass", "3 pass", "0 rufspiel E"]
    path = position(tmp_path, actions, hands=hands)
    # While the others have not yet played, they may still double, so nobody gives up.
    assert "Settlement" not in sit_down(path, ["concede", "y"])
    path = position(tmp_path, [*actions, "0 GO", "1 H7", "2 HA", "3 H9"], hands=hands)
    assert "Settlement" not in sit_down(path, ["concede", "n"])
    text = sit_down(path, ["concede", "y"])
    assert "Settlement" in text
    assert "lost 14:106" in text


def test_the_rest_is_mine(tmp_path: Path) -> None:
    hands = ["EO GO HO SO EU GU HU SU", HANDS[1], HANDS[2], HANDS[3]]
    rest = [card for card in NAMES if card not in hands[0].split()]
    hands[1:] = [" ".join(rest[start::3]) for start in range(3)]
    path = position(tmp_path, ["0 play", "1 pass", "2 pass", "3 pass", "0 solo H"], hands=hands)
    assert "won 120:0" in sit_down(path, ["rest"])
    path = position(tmp_path, CALLED)
    assert "not certain" in sit_down(path, ["rest"])


def test_what_makes_no_sense_is_survived(tmp_path: Path) -> None:
    path = position(tmp_path, CALLED)
    before = path.read_text("utf-8")
    typed = ["", "0", "9", "99999999999", "E", "E11", "♥", "[bold]", "\x1b[A", "give EA", "pass", "½", "ж" * 500]
    text = sit_down(path, typed)
    assert text.count("Your card?") == len(typed) + 1
    assert path.read_text("utf-8") == before
    assert Terminal([]).widest() <= 60


def test_words_are_understood_as_numbers_are(tmp_path: Path) -> None:
    for typed in ("2", "play", "I play", " i  PLAY ", "i p"):
        path = position(tmp_path, [])
        sit_down(path, [typed])
        assert json.loads(path.read_text("utf-8"))["actions"][0] == "0 play"


def test_command_letters_on_a_cyrillic_keyboard(tmp_path: Path) -> None:
    path = position(tmp_path, [*CALLED, "0 SA", "1 S9", "2 S8", "3 SZ"])
    assert "последняя" in sit_down(path, ["д"], "ru")
    assert "Всё сохранено" in sit_down(path, ["й"], "ru")


def test_the_chapters_of_the_rules(tmp_path: Path) -> None:
    path = position(tmp_path, CALLED)
    text = sit_down(path, ["r", "2", "77", "", "q"])
    assert "Which chapter?" in text
    assert text.count("Your card?") == 2


@pytest.mark.parametrize(
    ("cards", "typed", "card"),
    [
        *[("german", typed, "GO") for typed in ("GO", "go", "g o", "QS", "♠Q")],
        *[("german", typed, "HZ") for typed in ("HZ", "H10", "hx", "10H")],
        ("german", "SA", "SA"),
        ("german", "●A", "SA"),
        *[("french", typed, "GO") for typed in ("QS", "SQ", "♠Q", "Q♠", "GO")],
        *[("french", typed, "SZ") for typed in ("10D", "D10", "TD", "♦10")],
        ("french", "SA", "GA"),
        ("french", "KC", "EK"),
        *[(cards, typed, None) for cards in ("german", "french") for typed in ("", "1", "QQ", "EAA")],
    ],
)
def test_a_card_may_be_typed_in_many_ways(cards: str, typed: str, card: str | None) -> None:
    assert Faces(cards).parse(typed) == card


@pytest.mark.parametrize(
    ("cards", "typed", "card"),
    [
        *[("french", typed, "G8") for typed in ("S8", "8S", "♠8", "PIK 8", "pik8", "8 Pik", "Gras 8")],
        *[("french", typed, "SZ") for typed in ("Karo 10", "karo x", "Schellen 10")],
        *[("german", typed, "S8") for typed in ("S8", "Schellen 8", "karo 8")],
        *[("german", typed, "GO") for typed in ("Gras O", "Pik Q")],
        *[("german", typed, None) for typed in ("Gras", "Gras Gras", "Grasober", "")],
    ],
)
def test_a_suit_may_be_typed_in_words(cards: str, typed: str, card: str | None) -> None:
    assert words_for("de", cards).card(typed) == card


@pytest.mark.parametrize("style", ["german", "french"])
def test_what_is_shown_for_a_card_can_be_typed(style: str) -> None:
    faces = Faces(style)
    for card in NAMES:
        assert faces.parse(faces.code(card)) == card
        inside = faces.inside(card).plain
        assert len(inside) == 4
        assert inside[-1] == faces.symbol(card[0])
    assert len({faces.plain(card) for card in NAMES}) == 32


@pytest.mark.parametrize("of", [1, 5, 9, 12, 15])
def test_the_head_grows_with_every_stroke(of: int) -> None:
    heads = [chalk.head(strokes, of) for strokes in range(of + 1)]
    assert not "".join(heads[0]).strip()
    for before, after, strokes in zip(heads, heads[1:], range(of), strict=False):
        new = {
            (row, at)
            for row, line in enumerate(after)
            for at, mark in enumerate(line)
            if mark != " " and before[row][at] == " "
        }
        assert new == chalk.fresh(strokes, strokes + 1, of)
    assert heads[-1] == chalk.head(12, 12)


def test_the_slate_shows_strokes_and_whole_heads(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    given = Options(rules="ru-chalk", names="A,B,C,D", language="en", cards="french", seed=3, file=path, deals=3)
    terminal = Terminal(Person(3))
    assert terminal.run(given) == 0
    last = json.loads(path.read_text("utf-8").splitlines()[-1])
    before, written = last.get("session", {}).get("strokes", [0, 0]), last["result"]["strokes"]
    strokes = tuple(str(min(12, a + b)) for a, b in zip(before, written, strict=True))
    assert strokes in re.findall(r"^ (\d+)/12 .* (\d+)/12", terminal.text, re.MULTILINE)
    assert "1 head" in terminal.text
    for line in chalk.head(12, 12):
        assert line.strip() in terminal.text


def _texts(tree: dict[str, Any], path: str = "") -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in tree.items():
        if isinstance(value, dict):
            found |= _texts(value, f"{path}{name}.")
        else:
            found[path + name] = value if isinstance(value, list) else [value]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_text_with_its_placeholders(language: str) -> None:
    def read(name: str) -> dict[str, list[str]]:
        folder = resources.files("schafkopf.text") / "catalog" / name
        return _texts(tomllib.loads((folder / "terminal.toml").read_text("utf-8")))

    english, texts = read("en"), read(language)
    assert texts.keys() == english.keys()
    for key, forms in texts.items():
        wanted = set(re.findall(r"\{\w+\}", " ".join(english[key])))
        for form in forms:
            assert form == form.strip() != ""
            # A singular may say its one without the number.
            assert set(re.findall(r"\{\w+\}", form)) | {"{n}"} == wanted | {"{n}"}
        if len(english[key]) > 1:
            assert len(forms) == (3 if language in ("be", "ru") else 2), key
