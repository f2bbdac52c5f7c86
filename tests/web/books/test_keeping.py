"""What a phone keeps of a sheet: whatever happens to the page, the line, the other tabs, nothing is lost or doubled."""

from __future__ import annotations

from collections import Counter
from typing import Any

from playwright.sync_api import Request
from tests.server.serving import eventually
from tests.web.books.scorer import Scorer
from tests.web.people import People

Data = dict[str, Any]
NAMES = ("Anna", "Beni", "Cilli", "Dora")
SOLO: Data = {"contract": "solo", "declarer": "Beni", "won": True}
WENZ: Data = {"contract": "wenz", "declarer": "Dora", "won": True}
_SLEEPY = """
window.asleep = false;
const Channel = BroadcastChannel, ask = fetch;
window.BroadcastChannel = class extends Channel {
  set onmessage(hear) { super.onmessage = (event) => window.asleep || hear(event); }
};
window.fetch = (...what) => (window.asleep ? new Promise(() => undefined) : ask(...what));
"""
"""Asleep, a page hears nobody and asks for nothing."""
_NO_STORE = "Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('no', 'SecurityError'); } });"


def entered(phone: Scorer) -> list[str]:
    """The games that the server has, in order."""
    return [op["content"]["result"]["contract"] for op in phone.log() if op["do"] == "entered"]


def has(phone: Scorer, number: int) -> None:
    """Wait for so many lines."""
    phone.page.wait_for_function(f"() => document.querySelectorAll('.lines ol > li').length === {number}")


def second_tab(invite: People, first: Scorer) -> Scorer:
    """The same sheet in another tab of the same browser."""
    tab = Scorer(invite.tab(first.page.context, first.words, "touch"))
    tab.page.goto(first.page.url)
    tab.tile("Anna").wait_for()
    return tab


def test_a_page_that_is_killed_as_soon_as_a_line_is_seen_has_lost_nothing(invite: People) -> None:
    first = Scorer(invite("en", manner="touch"))
    address = first.begin(NAMES)
    first.settled()
    context = first.page.context
    context.set_offline(True)
    for number, game in enumerate((SOLO, WENZ, SOLO), 1):
        phone = Scorer(invite.tab(context, first.words, "touch")) if number > 1 else first
        if number > 1:
            context.set_offline(False)
            context.route("**/api/**", lambda route: route.abort())
            phone.page.goto(address)
            has(phone, number - 1)
        phone.game(game)
        has(phone, number)
        # Neither the page nor the line gets any time.
        phone.page.close(run_before_unload=False)
    context.unroute_all()
    last = Scorer(invite.tab(context, first.words, "touch"))
    last.page.goto(address)
    last.settled()
    has(last, 3)
    assert entered(last) == ["solo", "wenz", "solo"]
    invite.expected |= {"net::ERR_FAILED", "net::ERR_INTERNET_DISCONNECTED"}


def test_of_several_tabs_one_sends_and_another_one_takes_over(invite: People) -> None:
    one = Scorer(invite("en", manner="touch"))
    one.begin(NAMES)
    one.settled()
    two = second_tab(invite, one)
    sent: Counter[str] = Counter()

    def seen(name: str, request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/ops"):
            sent[name] += 1

    one.page.on("request", lambda request: seen("one", request))
    two.page.on("request", lambda request: seen("two", request))
    two.game(SOLO)
    for tab in (one, two):
        has(tab, 1)
        tab.settled()
    eventually(lambda: sent["one"] + sent["two"] == 1)
    one.page.close()
    two.game(WENZ)
    two.settled()
    has(two, 2)
    eventually(lambda: entered(two) == ["solo", "wenz"])


def test_a_tab_that_sleeps_keeps_nobody_from_sending(invite: People) -> None:
    """A phone puts the tab in the background to sleep, with whatever it was charged with."""
    one = Scorer(invite("en", manner="touch"))
    one.page.add_init_script(_SLEEPY)
    one.begin(NAMES)
    one.settled()
    two = second_tab(invite, one)
    one.page.evaluate("() => void (window.asleep = true)")
    two.game(SOLO)
    eventually(lambda: entered(two) == ["solo"])
    two.settled()
    one.page.evaluate("() => void (window.asleep = false)")
    one.game(WENZ)
    for tab in (one, two):
        has(tab, 2)
        tab.settled()
    assert entered(one) == ["solo", "wenz"]


def test_a_browser_that_keeps_nothing_says_so_and_still_writes(invite: People) -> None:
    phone = Scorer(invite("en", manner="touch"))
    phone.page.context.add_init_script(_NO_STORE)
    phone.begin(NAMES)
    phone.page.get_by_text(phone.words("sheet.status.memory")).wait_for()
    phone.game(SOLO)
    eventually(lambda: entered(phone) == ["solo"])
    # Each tab knows only what it has itself, and sends it itself.
    other = second_tab(invite, phone)
    other.game(WENZ)
    for tab in (phone, other):
        has(tab, 2)
    assert entered(phone) == ["solo", "wenz"]


def test_installed_and_never_visited_the_sheets_open_without_a_line(invite: People) -> None:
    phone = Scorer(invite("en", manner="touch", service_workers="allow"))
    page, words = phone.page, phone.words
    phone.player.open_home()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=30_000)
    page.context.set_offline(True)
    page.goto("/sheets")
    phone.player.press(phone.player.button(words("sheet.mine.new")))
    for place, name in enumerate(NAMES, 1):
        page.get_by_label(words("sheet.new.name", n=place), exact=True).fill(name)
    phone.player.press(phone.player.button(words("sheet.new.start")))
    phone.waiting(len(NAMES) + 3)
    page.reload()
    page.get_by_text(NAMES[0]).first.wait_for()
    page.context.set_offline(False)
    phone.settled()
    assert [op["name"] for op in phone.log() if op["do"] == "joined"] == list(NAMES)
    phone.game(SOLO)
    eventually(lambda: entered(phone) == ["solo"])
    invite.expected |= {"net::ERR_FAILED", "net::ERR_INTERNET_DISCONNECTED", "Failed to load resource"}
