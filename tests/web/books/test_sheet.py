"""Keeping the score of a real table on a phone: taps, amounts, and every kind of line."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.web.books.evenings import Dealt, played
from tests.web.books.scorer import NAMES, RUF, SOLO, WENZ, Scorer, scorer, sheet_of
from tests.web.people import People
from tests.web.screen import outside, rubbish

from schafkopf.club.sheet.ops import Paid
from schafkopf.game import load_ruleset

Data = dict[str, Any]
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
    phone = scorer(invite)
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
    # RD-01, RD-09: who taps twice has been paid once.
    phone.tab("result")
    enter = phone.page.get_by_role("button", name=words("sheet.result.enter_payment"), exact=True)
    offered = phone.page.get_by_role("listitem").filter(has=enter)
    first = offered.first.inner_text()
    offered.first.get_by_role("button").dblclick()
    phone.page.wait_for_function(
        "(text) => ![...document.querySelectorAll('li')].some((e) => e.innerText === text)", arg=first
    )
    phone.settled()
    assert [type(line.content) for line in sheet_of(phone).lines].count(Paid) == 2
