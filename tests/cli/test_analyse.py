"""`schafkopf analyse`: what each card cost, for programs and on a page."""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console
from tests.engine.test_analysis import README_DEAL, given_up, random_deal, sixty_with_a_kontra
from typer.testing import CliRunner

from schafkopf.cli import analyse as command
from schafkopf.cli.app import app
from schafkopf.cli.firm import FirmFaces, FirmText
from schafkopf.cli.mind import Speech, texts
from schafkopf.engine.analysis import analyse
from schafkopf.game import parse_record, print_record
from schafkopf.game.alphabet import LEVELS
from schafkopf.game.record import record_of
from schafkopf.text.catalog import LANGUAGES

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz")
OPTIONS = {
    "only": None,
    "in_points": False,
    "known": False,
    "worlds": None,
    "seed": 0,
    "nodes": None,
    "as_json": True,
    "lang": "en",
    "cards": "german",
}


def line_of(name: str, number: int) -> str:
    deal = random_deal(name, number)
    return print_record(record_of(deal, NAMES[: len(deal.hands)]))


def said(capsys: pytest.CaptureFixture[str], folder: Path, lines: list[str], **options: Any) -> tuple[int, str]:
    """The command on a file of these lines: exit code and output."""
    file = folder / "records.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    code = command.run(str(file), **{**OPTIONS, **options})
    return code, capsys.readouterr().out


def test_the_costs_of_a_line_explain_its_result(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    texts = [README_DEAL, line_of("wenz", 1), line_of("chalk", 1), line_of("solo-tout", 2)]
    code, out = said(capsys, tmp_path, texts)
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [line["line"] for line in lines] == [1, 2, 3, 4]
    for line, text in zip(lines, texts, strict=True):
        deal = parse_record(text).replay()
        sums = list(line["start"]["amounts"])
        side = 0
        for step in line["steps"]:
            for seat, (before, after) in enumerate(
                zip(step["before"]["amounts"], step["after"]["amounts"], strict=True)
            ):
                sums[seat] += after - before
            side += step["after"]["points"] - step["before"]["points"]
            assert step["action"] == deal.log[step["at"]].text
        assert sums == line["end"]["amounts"]
        assert line["start"]["points"] + side == line["end"]["points"]
        bill = deal.settlement()
        if bill.strokes is None:
            assert [a + b for a, b in zip(sums, line["unclaimed"], strict=True)] == list(bill.amounts)
        assert sum(total["cost"] for total in line["totals"]) == sum(
            step["cost"] for step in line["steps"] if step["action"] not in LEVELS
        )
        assert [total["seat"] for total in line["totals"]] == list(deal.seats)


def test_a_failing_line_is_reported_and_the_rest_goes_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    passed = json.dumps({**json.loads(README_DEAL), "actions": ["0 pass", "1 pass", "2 pass", "3 pass"]})
    unknown = json.loads(README_DEAL)
    unknown["hands"][2] = "?? " * 8
    code, out = said(capsys, tmp_path, ["{", passed, json.dumps(unknown), "", README_DEAL])
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert [(line["line"], line["ok"]) for line in lines] == [(1, False), (2, False), (3, False), (5, True)]
    codes = [line["error"]["code"] for line in lines[:3]]
    assert codes == ["record/syntax", "solve/not-in-play", "solve/unknown-cards"]


def test_one_line_can_be_asked_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    texts = [line_of("wenz", 1), README_DEAL]
    code, out = said(capsys, tmp_path, texts, only=2)
    assert (code, json.loads(out)["line"]) == (0, 2)
    file = tmp_path / "records.jsonl"
    assert command.run(str(file), **{**OPTIONS, "only": 7}) == 2
    assert "line 7" in capsys.readouterr().err


def test_what_could_be_known_is_there_when_asked_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _, first = said(capsys, tmp_path, [README_DEAL], known=True, worlds=4, seed=3)
    _, again = said(capsys, tmp_path, [README_DEAL], known=True, worlds=4, seed=3)
    _, without = said(capsys, tmp_path, [README_DEAL])
    assert first == again
    known = [step for step in json.loads(first)["steps"] if "known" in step]
    assert len(known) == sum(not step["forced"] and bool(step["best"]) for step in json.loads(first)["steps"])
    assert all(step["known"]["worlds"] == 4 and step["known"]["cost"] >= 0 for step in known)
    assert all(json.loads(page)["known"] for page in (first, again))
    assert "known" not in without


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_ramsch_is_not_judged_by_what_could_be_known_and_says_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    ramsch = line_of("ramsch", 1)
    asked = {"known": True, "worlds": 2, "nodes": 20_000}
    code, out = said(capsys, tmp_path, [ramsch], **asked)
    line = json.loads(out)
    assert (code, line["known"]) == (0, False)
    assert not any("known" in step for step in line["steps"])
    _, page = said(capsys, tmp_path, [ramsch], as_json=False, lang=lang, **asked)
    own = texts(lang)
    assert own.text("analyse", "known_ramsch") in page
    assert own.text("analyse", "known_none") not in page
    _, without = said(capsys, tmp_path, [ramsch], as_json=False, lang=lang, nodes=20_000)
    assert own.text("analyse", "known_ramsch") not in without


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--worlds", "9"], "--known"),
        (["--seed", "9"], "--known"),
        (["--json", "--points"], "--json"),
        (["--json", "--money"], "--json"),
        (["--json", "--cards", "french"], "--json"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(tmp_path: Path, options: list[str], message: str) -> None:
    file = tmp_path / "records.jsonl"
    file.write_text(README_DEAL + "\n", encoding="utf-8")
    done = CliRunner().invoke(app, ["analyse", str(file), *options])
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr


@pytest.mark.parametrize("width", [60, 100])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_fits_the_width_and_shows_every_costly_card(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    lang: str,
    width: int,
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    shady = json.loads(README_DEAL)
    shady["names"] = ["\x1b[31mEvil", "[bold]Ben", "A name of thirty-two letters, yes", "Dora"]
    code, out = said(
        capsys,
        tmp_path,
        [json.dumps(shady), line_of("solo", 4)],
        as_json=False,
        lang=lang,
        known=True,
        worlds=2,
        in_points=True,
    )
    assert code == 0
    assert "\x1b" not in out
    assert "[bold]Ben" in out
    assert "{" not in out
    assert max(cell_len(line) for line in out.splitlines()) <= width
    result = analyse(parse_record(README_DEAL).replay())
    page = out.split("\n2: ")[0]
    table = page.split("▸", 1)[1].rsplit("▸ ", 1)[0]
    assert len(re.findall("★", table)) == 8
    costly = [step for step in result.steps if step.is_card and step.cost_points]
    assert costly
    for step in costly:
        face = f"{step.text[0]}{step.text[1].replace('Z', '10')}"
        assert re.search(rf"^ {step.trick + 1}  .*{face}", page, re.MULTILINE)
    assert "◆" in page


def test_a_page_marks_what_was_forced_and_the_turning_point(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    _, page = said(capsys, tmp_path, [README_DEAL], as_json=False, in_points=True)
    result = analyse(parse_record(README_DEAL).replay())
    table = page.rpartition("─")[2].split("▸ leads")[0]
    assert table.count("·") == sum(step.forced for step in result.steps)
    assert table.count("▸") == table.count("★") == 8
    turning = result.steps[result.turning]
    assert f"trick {turning.trick + 1}, {NAMES[turning.seat]}" in page
    assert "Kontra by Anna: -€0.60" in page


def test_points_and_money_are_two_measures(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    result = analyse(parse_record(README_DEAL).replay())
    pages = {
        in_points: said(capsys, tmp_path, [README_DEAL], as_json=False, in_points=in_points)[1]
        for in_points in (False, True)
    }
    for total in result.totals:
        if total.points:
            assert f"{NAMES[total.seat]} -{total.points}" in pages[True]
        if total.cost:
            assert f"{NAMES[total.seat]} -€{total.cost / 100:.2f}" in pages[False]
    # No card of this deal cost money.
    assert "◆" in pages[True]
    assert "◆" not in pages[False]
    assert "No card cost money" in pages[False]


def test_a_deal_that_stops_says_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    record = json.loads(README_DEAL)
    open_trick = json.dumps({**record, "actions": record["actions"][:12]})
    nothing_played = json.dumps({**record, "actions": record["actions"][:5]})
    code, out = said(capsys, tmp_path, [open_trick, nothing_played], as_json=False)
    assert code == 0
    assert out.count("The deal stops here.") == 2


def rows(page: str) -> list[tuple[str, str]]:
    """The rows of the tricks that say or play something: the number in front, and the rest."""
    table = page.rpartition("─")[2].split("▸ leads")[0]
    lines = [line for line in table.splitlines() if re.search(r"[EGHS](?:[AKOU789]|10)\b|rest|Kontra|concede", line)]
    return [(line[:3].strip(), line[3:]) for line in lines]


def test_the_first_row_of_a_trick_has_its_number(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    deal = sixty_with_a_kontra(after=5)
    page = said(capsys, tmp_path, [print_record(record_of(deal, NAMES[:4]))], as_json=False)[1]
    # A card of the second trick lies when Kontra is said by who has not played to it yet.
    assert [number for number, _ in rows(page)] == ["1", "2", "", *"345678"]
    assert "Kontra" in rows(page)[1][1] + rows(page)[2][1]
    cards = sum(len(re.findall(r"[EGHS](?:[AKOU789]|10)\b", text)) for _, text in rows(page))
    assert cards == 32


def test_who_has_played_and_says_kontra_keeps_his_card_on_the_page(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    deal = sixty_with_a_kontra(after=6)
    trick = [step for step in analyse(deal, lines=False).steps if step.trick == 1]
    word = next(step for step in trick if not step.is_card)
    assert any(step.is_card and step.seat == word.seat for step in trick[: trick.index(word)])
    page = said(capsys, tmp_path, [print_record(record_of(deal, NAMES[:4]))], as_json=False)[1]
    assert [number for number, _ in rows(page)] == ["1", "2", "", "", *"345678"]
    cards = sum(len(re.findall(r"[EGHS](?:[AKOU789]|10)\b", text)) for _, text in rows(page))
    assert cards == 32


def test_a_trick_that_is_given_away_has_its_number(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    # The declarer gives up with cards on the table.
    record = json.loads(README_DEAL)
    for cut in range(9, len(record["actions"])):
        deal = parse_record({**record, "actions": record["actions"][:cut]}).replay()
        if deal.turn == deal.play.plan.declarer and deal.play.trick:
            break
    lines = [{**record, "actions": [*record["actions"][:cut], f"{deal.turn} concede"]}]
    page = said(capsys, tmp_path, [json.dumps(line) for line in lines], as_json=False)[1]
    trick = len(deal.play.history) + 1
    assert [number for number, _ in rows(page)] == ["", *(str(number) for number in range(1, trick + 1))]
    assert len(re.findall(r"[EGHS](?:[AKOU789]|10)\b", rows(page)[-1][1])) == len(deal.play.trick)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_giving_up_is_listed_with_what_it_cost(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    result = given_up("wenz")
    line = print_record(record_of(result.deal, NAMES[: len(result.deal.hands)]))
    page = said(capsys, tmp_path, [line], as_json=False, lang=lang)[1]
    step, own = result.steps[-1], texts(lang)
    name = NAMES[step.seat]
    cost = f"-{step.cost / 100:.2f}"
    for text in ("nothing", "nothing_money"):
        assert own.text("analyse", text) not in page
    listed = [row for row in page.splitlines() if own.text("analyse", "play_on") in row]
    assert len(listed) == 1
    assert name in listed[0]
    plain = listed[0].replace(",", ".").replace("€", "")
    assert cost in plain
    totals = next(row for row in page.splitlines() if row.startswith(own.text("analyse", "totals")))
    assert name in totals
    data = json.loads(said(capsys, tmp_path, [line])[1])
    assert next(total["cost"] for total in data["totals"] if total["seat"] == step.seat) >= step.cost
    assert data["better_line"]["step"] == len(data["steps"]) - 1


def amounts_in(text: str) -> list[int]:
    """The English amounts in a line, euros in cents."""
    found = re.findall(r"([+-]?)(€?)([\d.]+)", text)
    return [round(float(sign + digits) * (100 if euro else 1)) for sign, euro, digits in found]


def test_the_last_line_adds_up_to_the_result(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    summed = doubled = 0
    for name in ("rufspiel", "solo", "wenz", "chalk", "ramsch"):
        for number in range(5):
            deal = random_deal(name, number)
            nodes = 20_000 if name == "ramsch" else None
            line = print_record(record_of(deal, NAMES[: len(deal.hands)]))
            page = said(capsys, tmp_path, [line], as_json=False, nodes=nodes)[1]
            result = analyse(deal, nodes=nodes, lines=False)
            declarer = deal.play.plan.declarer
            found = (re.match(r"(\w+)[\w &]*: (best play .*)", row) for row in page.splitlines())
            rows = {one[1]: one[2] for one in found if one is not None}
            for seat in deal.seats if declarer is None else (declarer,):
                changes = [step.change[seat] for step in result.steps if step.change is not None and step.change[seat]]
                # In the chalk game the team is named, which begins with the seat that sits first.
                row = rows.pop(NAMES[seat % 2 if deal.rules.chalk else seat], None)
                assert (row is not None) == (len(changes) >= 2)
                if row is not None:
                    terms, played = row.split(" = played ")
                    assert [sum(amounts_in(terms))] == amounts_in(played) == [result.end.amounts[seat]]
                    assert amounts_in(terms)[0] == result.start.amounts[seat]
                    summed += 1
                    doubled += "Kontra" in terms
            assert not rows
    assert summed > 5
    assert doubled


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_search_that_was_cut_off_claims_nothing_of_what_it_did_not_see(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    own = texts(lang)
    late = analyse(parse_record(README_DEAL).replay(), nodes=1)
    page = said(capsys, tmp_path, [README_DEAL], as_json=False, lang=lang, nodes=1)[1]
    step = late.steps[late.exact_from]
    speech = Speech(lang, NAMES, "cent", cards="german")
    values = {"name": NAMES[step.seat], "card": speech.card(step.text)}
    assert speech.say("analyse", "late_limited", step.trick + 1, **values) in page
    assert own.text("analyse", "nothing") not in page
    assert own.text("analyse", "nothing_late") in page
    assert own.text("analyse", "best_late").split("{")[0] in page
    assert own.text("analyse", "best").split("{")[0] not in page
    stopped = given_up("wenz").deal
    line = print_record(record_of(stopped, NAMES[: len(stopped.hands)]))
    page = said(capsys, tmp_path, [line], as_json=False, lang=lang, nodes=1)[1]
    assert own.text("analyse", "never_limited") in page


@pytest.mark.parametrize(
    ("lang", "unit", "average", "shown"),
    [
        ("en", "stake", -0.1, "-0.10 stakes"),
        ("de", "point", -0.126, "-0,13 Punkte"),
        ("ru", "point", -2.5, "-2,50 балла"),
        ("fi", "stroke", -0.004, ""),
        ("en", "cent", -12.4, "-€0.12"),
        ("de", "cent", -0.4, ""),
    ],
)
def test_an_average_shows_fractions_of_what_is_not_cents(lang: str, unit: str, average: float, shown: str) -> None:
    assert Speech(lang, NAMES, unit).average(average) == shown


@pytest.mark.parametrize("width", [50, 52, 56])
def test_no_card_is_torn_at_the_end_of_a_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    # At these widths Rich would tear cards of these pages.
    monkeypatch.setenv("COLUMNS", str(width))
    lines = [README_DEAL, *(line_of(name, number) for name in ("solo", "wenz", "chalk") for number in (1, 2, 4))]
    page = said(capsys, tmp_path, lines, as_json=False)[1]
    assert len(re.findall(r"[♣♠♥●]\N{NO-BREAK SPACE}[EGHS]", page)) > 10 * 24
    assert not re.search(r"[♣♠♥●]\s*$", page, re.MULTILINE)
    assert max(cell_len(line) for line in page.splitlines()) <= width


def test_a_firm_text_breaks_only_between_words() -> None:
    card = FirmFaces("german").plain("EZ")
    console = Console(width=40, color_system=None)
    for width in range(len("better:"), 40):
        lines = FirmText(f"better: {card}, {card}, {card} …", "red").wrap(console, width)
        assert " ".join(line.plain.strip(" ") for line in lines) == f"better: {card}, {card}, {card} …"
        assert all(card in line.plain for line in lines if "E10" in line.plain or "♣" in line.plain)


@pytest.mark.parametrize("name", ["analyse", "solve"])
def test_a_reader_who_goes_away_ends_the_command_as_the_signal_would(name: str) -> None:
    command = [sys.executable, "-m", "schafkopf", name, "-", "--lang", "en"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as done:
        assert done.stdin is not None
        assert done.stdout is not None
        done.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            done.stdin.write((README_DEAL + "\n").encode() * 3)
            done.stdin.close()
        assert done.wait() == 141


@pytest.mark.parametrize(("lang", "lost", "won"), [("en", "lost", "won"), ("de", "verloren", "gewonnen")])
def test_the_page_says_who_wins_by_what_was_doubled_so_far(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    lang: str,
    lost: str,
    won: str,
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    line = print_record(record_of(sixty_with_a_kontra(), NAMES[:4]))
    page = said(capsys, tmp_path, [line], as_json=False, lang=lang)[1]
    turning = next(line for line in page.splitlines() if line.startswith("◆"))
    before, after = turning.split("; ")
    assert lost in before
    assert won in after
    assert lost not in after
