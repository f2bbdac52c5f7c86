"""All screens in every language: no address of a text, no value that leaked, nothing cut off. I18-01, LY-06."""

from __future__ import annotations

import re

import pytest
from tests.web.people import DESKTOP, PHONE, People
from tests.web.screen import outside, rubbish
from tests.web.tour import pages, table
from tests.web.words import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("where", ["pages", "table"])
def test_all_screens_have_their_words(invite: People, language: str, where: str) -> None:
    invite.expected.add("table/not-found")
    on_phone = LANGUAGES.index(language) % 2 == 0
    player = invite(
        language,
        manner="touch" if on_phone else "mouse",
        viewport=PHONE if on_phone else DESKTOP,
        reduced_motion="reduce",
    )
    player.open_home()
    assert player.page.evaluate("() => document.documentElement.lang") == language
    found = []
    for name in pages(player) if where == "pages" else table(player):
        found += [f"{name}: {fault}" for fault in (*rubbish(player.page), *outside(player.page))]
    assert found == []


def test_amounts_are_written_as_in_the_language(invite: People) -> None:
    # MO-01, MO-02: cents as euros with a comma on every screen; debts never negative.
    player = invite("de", seed=9)
    # Somebody plays in any case, be it this player, and so somebody owes something.
    player.bold = 1
    player.new_table("bavaria")
    player.press(player.begin)
    money = player.page.locator("td, .amount, .mine strong")
    player.play_deal()
    amounts = [(text, amount) for text in player.names(money) if "€" in text for amount in _amounts(text)]
    assert amounts
    for text, amount in amounts:
        assert _EURO.fullmatch(amount), text
    state = player.state()
    assert any(person["balance"] < 0 for person in state["players"])
    for person in state["players"]:
        sign = "-" if person["balance"] < 0 else "+" if person["balance"] > 0 else ""
        euros, cents = divmod(abs(person["balance"]), 100)
        row = player.page.get_by_role("row").filter(has=player.page.get_by_role("rowheader", name=person["name"])).last
        assert f"{sign}{euros},{cents:02d}" in row.inner_text()
    player.end_evening()
    payments = player.page.get_by_role("main").get_by_role("listitem").all_inner_texts()
    assert payments
    assert not [text for text in payments if "-" in text or "−" in text or text[-3:] == ",00"]


_NUMBER = r"[+\-−]?\d+(?:[.,]\d+)*"


def _amounts(text: str) -> list[str]:
    """Numbers before a euro sign."""
    return [match.replace("\u00a0", " ") for match in re.findall(rf"{_NUMBER}[\s\u00a0]€", text)]


_EURO = re.compile(r"(?:[+-](?!0,00))?\d+,\d\d €")
