"""The pages of the sheet seen by axe, moved through by keyboard, and on paper."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.web.books.scorer import NAMES, RUF, Scorer, scorer
from tests.web.people import DESKTOP, PHONE, People
from tests.web.screen import outside, rubbish, violations


@pytest.mark.parametrize(("scheme", "manner"), [("light", "touch"), ("dark", "mouse")])
def test_axe_finds_nothing_on_the_pages_of_the_sheet(invite: People, scheme: str, manner: Any) -> None:
    viewport = PHONE if manner == "touch" else DESKTOP
    phone = Scorer(invite("en", manner=manner, viewport=viewport, color_scheme=scheme, reduced_motion="reduce"))
    page, words = phone.page, phone.words
    found: list[str] = []

    def look(name: str) -> None:
        # `outside` waits until nothing moves any more.
        found.extend(f"{name}: {fault}" for fault in [*outside(page), *violations(page), *rubbish(page)])

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


_COLUMNS = """rows => rows.map((row) => [...row.querySelectorAll('td:not(.game)')].slice(1)
  .map((cell) => Number(cell.innerText.replace('−', '-').replace('·', '0'))))"""
# Press `key`; then whether a finger finds at once what has come up: a button of the dialog, or what lay below it.
_AGAIN = """async (key, [selector, open]) => {
  key.click();
  const there = () => !!document.querySelector('dialog[open]') === open && document.querySelector(selector);
  for (let waits = 0; waits < 500 && !there(); waits++) await new Promise((done) => setTimeout(done, 0));
  const next = there();
  next.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const box = next.getBoundingClientRect();
  const under = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  return next.contains(under);
}"""


def test_the_second_tap_of_a_double_tap_presses_nothing(invite: People) -> None:
    phone = scorer(invite, reduced_motion="reduce")
    phone.begin(NAMES[:4])
    key = phone.player.button(phone.words("sheet.actions.passed"))
    assert not key.evaluate(_AGAIN, ["dialog[open] footer .button.primary", True])
    enter = phone.dialog.get_by_role("button", name=phone.words("sheet.entry.enter"), exact=True)
    # A moment later it can be pressed.
    enter.click(trial=True)
    assert not enter.evaluate(_AGAIN, [".bar .button:not(.primary)", False])
    assert phone.lines.count() == 1
    key.click(trial=True)


def test_the_printed_sheet_is_one_page(invite: People) -> None:
    phone = scorer(invite)
    phone.begin(NAMES[:4])
    for _ in range(4):
        phone.game({**RUF, "won": True, "laufende": 3})
    # A payment is no game: what stands in a column is its sum, and below it who still owes what.
    phone.tab("result")
    phone.player.press(phone.player.button(phone.words("sheet.result.enter_payment")).first)
    phone.settled()
    phone.page.emulate_media(media="print")
    assert phone.page.locator(".paper tbody tr").count() == 4
    columns = phone.page.locator(".paper tbody tr").evaluate_all(_COLUMNS)
    lines = phone.page.locator(".paper tfoot tr").evaluate_all(_COLUMNS)
    assert len(lines) == 3
    total, paid, due = lines
    assert [round(sum(column), 2) for column in zip(*columns, strict=True)] == total == [2.0, -2.0, 2.0, -2.0]
    assert [round(a + b, 2) for a, b in zip(total, paid, strict=True)] == due
    assert due.count(0.0) == 2
    assert not phone.page.locator("header").first.is_visible()
    paper = phone.page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1


def test_with_the_keyboard_alone(invite: People) -> None:
    # AC-02: every tap has its key, and the focus comes back to where one was.
    invite.expected.add("so many cannot sit")
    phone = Scorer(invite("en", manner="keys"))
    phone.begin(NAMES[:4])
    phone.game({**RUF, "won": True, "laufende": 3})
    assert phone.amounts() == [["+0.50", "−0.50", "+0.50", "−0.50"]]
    focused = phone.page.evaluate("() => document.activeElement.innerText")
    assert focused.startswith("Anna")
    phone.tab("result")
    phone.page.get_by_role("heading", name=phone.words("sheet.result.payments"), exact=True).wait_for()
