"""Keeping the score of a real table on a phone: taps, amounts, two phones on one sheet, without a line, seen by axe."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.web.books.evenings import Dealt, played
from tests.web.books.scorer import Scorer
from tests.web.people import DESKTOP, PHONE, People
from tests.web.screen import outside, rubbish, violations

from schafkopf.club.sheet import fold, read_stored
from schafkopf.game import load_ruleset

Data = dict[str, Any]
NAMES = ("Anna", "Beni", "Cilli", "Dora", "Emil")
RUF: Data = {"contract": "rufspiel", "declarer": "Anna", "partner": "Cilli"}
SOLO: Data = {"contract": "solo", "declarer": "Beni"}
WENZ: Data = {"contract": "wenz", "declarer": "Dora"}
COMMONEST: tuple[Data, ...] = (
    {**RUF, "won": True},
    {**RUF, "won": True, "schneider": True},
    {**RUF, "won": True, "laufende": 3},
    {**RUF, "won": True, "laufende": -3},
    {**RUF, "won": True, "schneider": True, "laufende": 4},
    {**RUF, "won": True, "schwarz": True},
    {**RUF, "won": True, "kontra": 1},
    {**RUF, "won": False},
    {**RUF, "won": False, "schneider": True},
    {**RUF, "won": False, "laufende": -3},
    {**RUF, "won": False, "kontra": 1},
    {**SOLO, "won": True},
    {**SOLO, "won": True, "schneider": True},
    {**SOLO, "won": True, "laufende": 3},
    {**SOLO, "won": False},
    {**SOLO, "won": False, "schneider": True},
    {**WENZ, "won": True},
    {**WENZ, "won": True, "laufende": 2},
    {**WENZ, "won": False},
    {"passed": "redeal"},
)
"""What is written most at a table with `bavaria`."""


def scorer(invite: People, **options: Any) -> Scorer:
    """Somebody with a small phone."""
    # How many may sit at a table is asked by asking.
    invite.expected.add("so many cannot sit")
    return Scorer(invite("en", manner="touch", **options))


def sheet_of(phone: Scorer) -> Any:
    """What the server's ops come down to."""
    return fold([read_stored(op) for op in phone.log()])


def write(phone: Scorer, dealt: Dealt) -> int:
    """Enter a deal; -> the taps."""
    if "passed" in dealt.facts:
        return phone.passed(dealt.facts["passed"])
    return phone.game(dealt.facts)


def expected(phone: Scorer, dealt: Dealt, unit: str, names: tuple[str, ...], dealer: int) -> list[str]:
    """The amounts of a line by what replay says."""
    if dealt.strokes is None:
        return [phone.written(amount, unit) for amount in dealt.amounts]
    # A line says what a team wrote; the others have as many against them.
    strokes = [dealt.strokes[seat % 2] for seat in range(4)]
    return [phone.written(own or -max(strokes), unit) for own in strokes]


def test_the_twenty_commonest_results_take_five_taps_at_most(invite: People) -> None:
    phone = scorer(invite)
    phone.begin(NAMES[:4])
    taps = [phone.passed(one["passed"]) if "passed" in one else phone.game(one) for one in COMMONEST]
    assert len(taps) == 20
    assert max(taps) <= 5, Counter(taps)
    assert phone.lines.count() == 20
    phone.settled()
    entered = [line.content for line in sheet_of(phone).lines]
    results = [content.result for content in entered if hasattr(content, "result")]
    asked = [one for one in COMMONEST if "passed" not in one]
    assert [(found.contract, found.won, found.laufende, found.kontra) for found in results] == [
        (one["contract"], one["won"], one.get("laufende", 0), one.get("kontra", 0)) for one in asked
    ]


def test_an_evening_of_thirty_games_three_edits_and_five_without_a_line(invite: People, tmp_path: Path) -> None:
    # Every amount on the screen is what `schafkopf replay` says of the same games played card by card.
    names = NAMES[:4]
    evening = played("bavaria", names, 30, 1, tmp_path)
    phone = scorer(invite, service_workers="allow")
    phone.begin(names, dealer=names[0])
    for number, dealt in enumerate(evening, 1):
        if number in (11, 16):
            phone.settled() if number == 11 else phone.waiting(5)
            phone.page.context.set_offline(number == 11)
        write(phone, dealt)
    assert phone.lines.count() == 30
    should = [expected(phone, dealt, "cent", names, 0) for dealt in evening]
    assert phone.amounts() == should
    phone.settled()
    assert outside(phone.page) == []
    assert rubbish(phone.page) == []

    # Three lines are changed, and changed back: each time only that line and the balances are others.
    games = [at for at, dealt in enumerate(evening) if dealt.facts.get("contract") == "rufspiel"][:3]
    for at in games:
        phone.edit(at + 1, lambda: phone.tap(phone.key("entry.kontra", phone.words("terms.game.re"))))
    changed = phone.amounts()
    assert [at for at in range(30) if changed[at] != should[at]] == games
    for at in games:
        level = evening[at].facts["kontra"]
        again = "re" if level == 0 else ("kontra", "re")[level - 1]
        phone.edit(at + 1, lambda again=again: phone.tap(phone.key("entry.kontra", phone.words(f"terms.game.{again}"))))
    assert phone.amounts() == should
    phone.settled()

    # Settle-up: what everybody is owed is paid, in the fewest payments.
    total = [sum(dealt.amounts[seat] for dealt in evening) for seat in range(4)]
    state = sheet_of(phone)
    balances = {person.name: state.balances[id] for id, person in state.people.items()}
    assert balances == dict(zip(names, total, strict=True))
    phone.tab("result")
    pays = phone.page.get_by_role("button", name=phone.words("sheet.result.enter_payment"), exact=True)
    assert 0 < pays.count() <= 3
    while pays.count():
        left = pays.count()
        phone.player.press(pays.first)
        phone.page.wait_for_function("n => document.querySelectorAll('main li button').length < n", arg=left)
    phone.page.get_by_text(phone.words("sheet.result.settled"), exact=True).wait_for()
    phone.player.press(phone.player.button(phone.words("sheet.result.close")))
    phone.player.press(phone.dialog.get_by_role("button", name=phone.words("sheet.result.close_yes"), exact=True))
    phone.page.get_by_text(phone.words("sheet.head.closed"), exact=True).wait_for()
    phone.settled()
    assert sheet_of(phone).closed


@pytest.mark.parametrize(
    ("rules", "people", "deals", "seed", "specials"),
    [
        ("bavaria+ramsch+bock+knocking", 4, 8, 5, {"ramsch", "march", "knockers"}),
        ("bavaria+five", 5, 5, 1, {"redeal"}),
        ("bavaria-short", 4, 4, 1, {"rufspiel"}),
        ("three", 3, 5, 1, {"wenz", "wenz-tout"}),
        ("be-1989", 4, 6, 1, {"solo-tout"}),
        ("pt-units", 4, 6, 1, {"geier", "geier-tout"}),
        ("fi-table", 4, 8, 9, {"ramsch", "double", "geier"}),
        ("ru-chalk", 4, 7, 21, {"chalk", "by_club_jack", "ending"}),
    ],
)
def test_the_specials_of_every_ruleset(
    invite: People, tmp_path: Path, rules: str, people: int, deals: int, seed: int, specials: set[str]
) -> None:
    names = NAMES[:people]
    evening = played(rules, names, deals, seed, tmp_path)
    seen = {dealt.facts.get("contract") or dealt.facts["passed"] for dealt in evening}
    assert specials <= seen | {key for dealt in evening for key, value in dealt.facts.items() if value}
    phone = scorer(invite)
    phone.begin(names, rules, dealer=names[0])
    for dealt in evening:
        write(phone, dealt)
    assert phone.lines.count() == deals
    unit = load_ruleset(rules)["tariff.unit"]
    assert phone.amounts() == [expected(phone, dealt, unit, names, 0) for dealt in evening]
    assert rubbish(phone.page) == []


def test_two_phones_on_one_sheet_one_without_a_line_end_equal_and_nothing_is_lost(invite: People) -> None:
    one = scorer(invite)
    one.begin(NAMES[:4])
    one.settled()
    one.tab("share")
    link = one.page.get_by_label(f"{one.words('sheet.share.link')}: {one.words('sheet.share.write')}", exact=True)
    two = scorer(invite)
    two.page.goto(link.input_value())
    two.tile("Anna").wait_for()
    assert "#" not in two.page.url
    one.tab("games")
    one.page.context.set_offline(True)
    one.game({**RUF, "won": True})
    two.game({**SOLO, "won": False})
    one.game({**WENZ, "won": True})
    two.game({**RUF, "won": False, "laufende": 3})
    two.settled()
    one.waiting(2)
    one.page.context.set_offline(False)
    one.settled()
    for phone in (one, two):
        phone.page.wait_for_function("() => document.querySelectorAll('.lines ol > li').length === 4")
    assert one.amounts() == two.amounts()
    state = sheet_of(two)
    assert len(state.lines) == 4
    assert sorted(line.content.result.contract for line in state.lines) == ["rufspiel", "rufspiel", "solo", "wenz"]

    # MO-: what one types stays that deal, though another phone enters it meanwhile; both are kept, marked as perhaps the same.
    chosen = one.open({**RUF})
    two.game({**RUF, "won": True})
    one.page.wait_for_function("() => document.querySelectorAll('.lines ol > li').length === 5")
    one.fill({**RUF, "won": True, "laufende": 3}, chosen)
    one.enter()
    mark = two.page.get_by_text(two.words("sheet.marks.doubles"), exact=True)
    mark.first.wait_for()
    one.settled()
    *_, first, second = sheet_of(two).lines
    assert first.content.dealer == second.content.dealer
    two.look(6)
    two.player.press(two.dialog.get_by_role("button", name=two.words("sheet.line.distinct"), exact=True))
    two.close()
    mark.first.wait_for(state="hidden")


def test_who_looks_on_cannot_write(invite: People) -> None:
    host, guest = scorer(invite), scorer(invite)
    host.begin(NAMES[:4])
    host.game({**RUF, "won": True})
    host.settled()
    host.tab("share")
    label = f"{host.words('sheet.share.link')}: {host.words('sheet.share.view')}"
    guest.page.goto(host.page.get_by_label(label, exact=True).input_value())
    guest.lines.first.wait_for()
    assert guest.tile("Anna").count() == 0
    assert guest.player.button(guest.words("sheet.actions.game_long")).count() == 0
    host.tab("games")
    host.game({**SOLO, "won": True})
    guest.page.wait_for_function("() => document.querySelectorAll('.lines ol > li').length === 2")
    guest.look(1)
    assert guest.dialog.get_by_role("button", name=guest.words("sheet.line.edit"), exact=True).count() == 0


def test_what_cannot_be_is_refused_and_says_why(invite: People) -> None:
    # SE-: a result that contradicts itself has no price and cannot be entered.
    phone = scorer(invite)
    phone.begin(NAMES[:4])
    enter = phone.dialog.get_by_role("button", name=phone.words("sheet.entry.enter"), exact=True)
    phone.open({**RUF})
    assert enter.is_disabled()
    phone.dialog.get_by_text(phone.words("sheet.missing.partner"), exact=True).wait_for()
    phone.tap(phone.key("entry.partner", "Cilli"))
    phone.dialog.get_by_text(phone.words("sheet.missing.ending"), exact=True).wait_for()
    phone._points(121)
    phone.dialog.get_by_role("status").get_by_text("120").wait_for()
    assert enter.is_disabled()
    phone._points(61)
    phone.enter()
    # A correction has to cancel out.
    phone.other("correct")
    fields = phone.dialog.get_by_role("textbox")
    fields.nth(0).fill("1.50")
    assert enter.is_disabled()
    phone.player.press(
        phone.dialog.get_by_role("button", name=phone.words("sheet.correct.give", name="Beni"), exact=True)
    )
    phone.enter()
    assert phone.amounts()[-1] == ["+1.50", "−1.50", "·", "·"]


def test_undo_redo_delete_restore_and_the_history(invite: People) -> None:
    phone = scorer(invite)
    phone.begin(NAMES[:4])
    phone.game({**RUF, "won": True})
    phone.game({**SOLO, "won": True})
    phone.player.press(phone.player.button(phone.words("sheet.actions.undo")))
    phone.page.wait_for_function("() => document.querySelectorAll('.lines ol > li').length === 1")
    phone.player.press(phone.player.button(phone.words("sheet.actions.redo")))
    phone.page.wait_for_function("() => document.querySelectorAll('.lines ol > li').length === 2")
    before = phone.amounts()
    phone.look(1)
    phone.player.press(phone.dialog.get_by_role("button", name=phone.words("sheet.line.delete"), exact=True))
    restore = phone.dialog.get_by_role("button", name=phone.words("sheet.line.restore"), exact=True)
    restore.wait_for()
    assert phone.dialog.get_by_text(phone.words("sheet.history.deleted"), exact=True).is_visible()
    phone.player.press(restore)
    phone.dialog.get_by_text(phone.words("sheet.history.restored"), exact=True).wait_for()
    phone.close()
    assert phone.amounts() == before


def test_other_rules_hold_for_what_comes_only(invite: People) -> None:
    phone = scorer(invite)
    phone.begin(NAMES[:4])
    phone.game({**RUF, "won": True})
    first = phone.amounts()
    phone.tab("people")
    phone.player.press(phone.page.get_by_text(phone.words("new.rules.house")))
    phone.player.press(phone.page.get_by_text(phone.words("rules.variants")))
    phone.page.get_by_role("checkbox", name=phone.words("terms.presets.10-50"), exact=True).check(force=True)
    use = phone.player.button(phone.words("sheet.people.rules_use"))
    phone.player.press(use)
    phone.tab("games")
    phone.game({**RUF, "won": True})
    assert first == [["+0.20", "−0.20", "+0.20", "−0.20"]]
    assert phone.amounts() == [*first, ["+0.10", "−0.10", "+0.10", "−0.10"]]


@pytest.mark.parametrize(("scheme", "manner"), [("light", "touch"), ("dark", "mouse")])
def test_axe_finds_nothing_on_the_pages_of_the_sheet(invite: People, scheme: str, manner: Any) -> None:
    viewport = PHONE if manner == "touch" else DESKTOP
    phone = Scorer(invite("en", manner=manner, viewport=viewport, color_scheme=scheme, reduced_motion="reduce"))
    page, words = phone.page, phone.words
    found: list[str] = []

    def look(name: str) -> None:
        found.extend(f"{name}: {fault}" for fault in [*violations(page), *outside(page), *rubbish(page)])

    page.goto("/sheets")
    phone.player.button(words("sheet.mine.new")).wait_for()
    look("sheets")
    phone.player.press(phone.player.button(words("sheet.mine.new")))
    look("new")
    phone.begin(NAMES, "bavaria+five+ramsch+knocking", dealer="Emil")
    look("empty")
    phone.game({**RUF, "won": True, "laufende": 3})
    phone.passed("thrown_in")
    look("games")
    phone.open({"declarer": "Beni", "contract": "rufspiel"})
    look("entry")
    phone.tap(phone.key("entry.contract", phone.contract("ramsch")))
    look("Ramsch")
    phone.close()
    phone.look(1)
    look("line")
    phone.close()
    for kind in ("correct", "penalty", "payment"):
        phone.other(kind)
        look(kind)
        phone.close()
    phone.settled()
    for tab in ("result", "people", "numbers", "share"):
        phone.tab(tab)
        page.get_by_role("tabpanel", name=words(f"sheet.tabs.{tab}")).get_by_role("heading").first.wait_for()
        look(tab)
    assert found == [], "\n".join(found)


def test_a_backup_becomes_the_same_sheet_again_and_a_list_of_results_one_of_its_own(
    invite: People, tmp_path: Path
) -> None:
    phone = scorer(invite)
    page, words = phone.page, phone.words
    phone.begin(NAMES[:4])
    phone.game({**RUF, "won": True, "laufende": 3})
    phone.game({**SOLO, "won": False})
    phone.settled()
    first, lines = phone.log(), phone.amounts()
    table = page.context.request.get(f"/api/sheets/{phone.id}/csv?language=en")
    phone.tab("share")
    with page.expect_download() as saved:
        phone.player.press(phone.player.button(words("sheet.share.json")))
    backup = tmp_path / "backup.json"
    saved.value.save_as(backup)

    # Another person restores it.
    other = scorer(invite)
    other.page.goto("/sheets")
    other.page.get_by_label(words("sheet.files.choose"), exact=True).set_input_files(backup)
    other.lines.first.wait_for()
    assert other.id != phone.id
    assert other.amounts() == lines
    assert other.log() == first
    again = other.page.context.request.get(f"/api/sheets/{other.id}/csv?language=en")
    assert again.ok
    assert again.body() == table.body()

    # A list from a spreadsheet, as Windows writes it; the row that does not add up is said.
    listed = tmp_path / "Stammtisch.csv"
    listed.write_bytes("Nr;Änne;Bo\r\n1;1,20;-1,20\r\n2;5;-4\r\n".encode("cp1252"))
    other.page.goto("/sheets")
    other.page.get_by_label(words("sheet.files.as_sheet"), exact=True).set_input_files(listed)
    other.page.get_by_text(words("sheet.import.sum", value="100")).wait_for()
    # The season of both: the evenings in columns, everybody with a place.
    other.player.press(other.player.button(words("sheet.season.make")))
    ranking = other.page.get_by_role("region", name=words("sheet.season.title"), exact=True)
    ranking.wait_for()
    assert {"Änne", "Anna"} <= set(ranking.get_by_role("rowheader").all_inner_texts())
    other.player.press(other.page.get_by_role("link", name=words("sheet.files.open")))
    other.lines.first.wait_for()
    assert other.amounts() == [["+1.20", "−1.20"]]


def test_somebody_comes_goes_and_moves_and_the_deal_goes_on(invite: People) -> None:
    phone = scorer(invite)
    words = phone.words
    phone.begin(NAMES[:4], dealer="Dora")
    phone.game({**RUF, "won": True})
    phone.tab("people")
    phone.page.get_by_label(words("sheet.people.add"), exact=True).fill("Emil")
    phone.player.press(phone.player.button(words("sheet.people.join")))
    phone.tab("games")
    # Five sit there now, and Emil, who deals after Dora, rests.
    phone.page.locator(".turn", has_text="Emil").wait_for()
    assert phone.tile("Emil").count() == 0
    phone.game({"contract": "solo", "declarer": "Anna", "won": True})
    assert phone.amounts() == [["+0.20", "−0.20", "+0.20", "−0.20", "·"], ["+1.50", "−0.50", "−0.50", "−0.50", "·"]]
    assert phone.tile("Anna").count() == 0
    phone.tab("people")
    phone.player.press(phone.player.button(words("sheet.people.actions", name="Cilli")))
    phone.player.press(phone.dialog.get_by_role("button", name=words("sheet.people.leave"), exact=True))
    phone.tab("games")
    phone.tile("Anna").wait_for()
    assert phone.tile("Cilli").count() == 0
    assert phone.lines.count() == 2
    phone.settled()
    state = sheet_of(phone)
    assert sum(state.balances.values()) == 0
    assert state.people[state.turn.dealer].name == "Anna"


def test_the_printed_sheet_is_one_page(invite: People) -> None:
    phone = scorer(invite)
    phone.begin(NAMES[:4])
    for _ in range(4):
        phone.game({**RUF, "won": True, "laufende": 3})
    phone.page.emulate_media(media="print")
    assert phone.page.locator(".paper tbody tr").count() == 4
    assert not phone.page.locator("header").first.is_visible()
    paper = phone.page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1


def test_two_who_change_one_line_see_it_and_one_tap_ends_it(invite: People) -> None:
    # MO-: nothing is overwritten in silence.
    one = scorer(invite)
    one.begin(NAMES[:4])
    one.game({**RUF, "won": True})
    one.settled()
    one.tab("share")
    link = one.page.get_by_label(f"{one.words('sheet.share.link')}: {one.words('sheet.share.write')}", exact=True)
    two = scorer(invite)
    two.page.goto(link.input_value())
    two.lines.first.wait_for()
    one.tab("games")
    one.page.context.set_offline(True)
    one.edit(1, lambda: one.tap(one.key("entry.with", "3")))
    two.edit(1, lambda: two.tap(two.key("entry.kontra", two.words("terms.game.kontra"))))
    two.settled()
    one.page.context.set_offline(False)
    mark = two.page.get_by_text(two.words("sheet.marks.contested"), exact=True)
    mark.wait_for()
    two.look(1)
    versions = two.dialog.get_by_role("button", name=two.words("sheet.history.use"), exact=True)
    assert versions.count() >= 2
    two.player.press(versions.nth(1))
    two.close()
    mark.wait_for(state="hidden")
    one.settled()
    one.page.wait_for_function("() => document.querySelector('.lines .mark') === null")
    assert one.amounts() == two.amounts() == [["+0.40", "−0.40", "+0.40", "−0.40"]]


def test_penalties_and_payments(invite: People) -> None:
    # SE-: a revoke costs the value of the game to each; a misdeal does not move the deal on.
    phone = scorer(invite)
    words = phone.words
    phone.begin(NAMES[:4], dealer="Dora")
    phone.other("penalty")
    phone.tap(phone.key("penalty.offender", "Beni"))
    for question, answer in (("declarer", "Anna"), ("partner", "Cilli"), ("ending", words("sheet.entry.endings.won"))):
        phone.tap(phone.key(f"entry.{question}", answer))
    phone.enter()
    assert phone.amounts() == [["+0.20", "−0.60", "+0.20", "+0.20"]]
    dealer = phone.page.locator(".turn strong").first
    assert dealer.inner_text() == "Anna"
    phone.other("penalty")
    phone.player.choose(words("sheet.penalty.kind"), "misdeal-pot")
    phone.tap(phone.key("penalty.offender", "Anna"))
    phone.dialog.get_by_label(words("sheet.penalty.amount"), exact=True).fill("0.5")
    phone.enter()
    assert phone.amounts()[-1] == ["−0.50", "·", "·", "·"]
    assert dealer.inner_text() == "Anna"
    phone.page.get_by_text(words("sheet.head.pot", amount="€0.50"), exact=True).wait_for()
    phone.other("payment")
    phone.tap(phone.key("payment.payer", "Beni"))
    phone.tap(phone.key("payment.payee", "Cilli"))
    phone.dialog.get_by_label(words("sheet.payment.amount"), exact=True).fill("0.2")
    phone.enter()
    phone.settled()
    state = sheet_of(phone)
    names = {person.name: id for id, person in state.people.items()}
    assert [state.balances[names[name]] for name in NAMES[:4]] == [-30, -60, 20, 20]
    # The pot of 0.50 is divided: 13, 13, 12, 12; Beni has paid 20 of his debts to Cilli.
    assert [state.closing.due[names[name]] for name in NAMES[:4]] == [-17, -27, 12, 32]
