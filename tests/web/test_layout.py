"""Nothing is cut off or lost: long names on a small phone, a long evening, a phone that is turned. LY-05, SR-03."""

from __future__ import annotations

from playwright.sync_api import ViewportSize
from tests.server.serving import Server, billed
from tests.web.company import play_until, shown, two
from tests.web.people import PHONE, People
from tests.web.player import Player
from tests.web.screen import covered, outside, rubbish
from tests.web.test_two_people import settled
from tests.web.tour import table

SMALL: ViewportSize = {"width": 320, "height": 568}
LAID: ViewportSize = {"width": 640, "height": 360}
LONG = "Maximiliana von der Hochwiesenalm"[:32]
BROAD = "W" * 32


def test_long_names_and_a_long_evening_on_a_small_phone(invite: People, server: Server) -> None:
    # LY-05: 32 characters, 20 deals, 320 pixels. The evening is played over HTTP; what counts is the page.
    person = server.person()
    seat = person.quick(rules="bavaria", name=LONG).listen()
    seat.play(billed(21), within_s=400)
    seat.hang_up()
    player = invite("de", manner="touch", viewport=SMALL, key=person.key)
    player.page.goto(f"/t/{seat.state['code']}")
    player.next.wait_for()
    assert len(player.state()["history"]) == 21
    player.press(player.page.get_by_text(player.words("after.balances.history")))
    assert LONG in player.text()
    assert outside(player.page) == []
    assert rubbish(player.page) == []
    player.go_on()
    player.hand.first.wait_for()
    player.wait()
    assert outside(player.page) == []
    player.play_deal()
    player.end_evening()
    assert outside(player.page) == []


def test_long_names_at_the_table_and_the_keyboard_of_the_phone(invite: People) -> None:
    # LY-05: two people with long names; while one is typed, the keyboard takes half of the screen.
    host, friend = two(invite, manner="touch", viewport=SMALL, begin=False)
    words = host.words
    for player, name in ((host, LONG), (friend, BROAD)):
        field = player.page.get_by_label(words("lobby.your_name"))
        player.press(field)
        player.page.set_viewport_size({"width": 320, "height": 280})
        assert outside(player.page) == []
        field.fill(name)
        player.press(player.button(words("lobby.save")))
        player.page.set_viewport_size(SMALL)
        player.page.get_by_text(name, exact=True).first.wait_for()
    for player in (host, friend):
        player.page.get_by_text(BROAD, exact=True).first.wait_for()
        assert outside(player.page) == []
    host.press(host.button(words.pattern("lobby.start_bots", n=2)))
    for player in (host, friend):
        player.hand.first.wait_for()
        assert outside(player.page) == []
        assert player.page.evaluate(_ASTRAY) == []
    play_until((host, friend), lambda: host.seen() == "bill" and friend.seen() == "bill", stay=True)
    for player in (host, friend):
        assert outside(player.page) == []


# Seats that reach out of the window or into the hand.
_ASTRAY = """() => {
  const hand = document.querySelector('[role=toolbar]').getBoundingClientRect();
  const astray = (box) => box.left < -1 || box.right > innerWidth + 1 || box.bottom > hand.bottom;
  return [...document.querySelectorAll('[data-seat]')].filter((e) => astray(e.getBoundingClientRect()))
    .map((e) => e.getAttribute('aria-label'));
}"""


def test_a_phone_that_is_turned_loses_nothing(invite: People) -> None:
    # SR-03: in every phase, also with a dialog open: the same state, the same scroll, and it still listens.
    # The last card does not play itself while the phone is turned.
    own = {"playLast": False}
    player = invite("en", manner="touch", viewport=PHONE, reduced_motion="reduce", settings=own, seed=51)
    turned, scrolled = [], 0
    for name in table(player):
        before = _still(player)
        # A page that has just been opened begins at its top.
        player.page.wait_for_timeout(300)
        player.page.evaluate(_SCROLL, 48)
        there = player.page.evaluate(_SCROLLED)
        for view in (LAID, PHONE):
            player.page.set_viewport_size(view)
            player.page.wait_for_timeout(150)
            assert _still(player)["dialogs"] == before["dialogs"], name
            # A key and a finger are heard; the tour then goes on by touch.
            player.page.evaluate(_LISTEN)
            player.page.keyboard.press("Shift")
            player.page.touchscreen.tap(view["width"] / 2, view["height"] / 2)
            player.page.wait_for_function("() => String(window.heard) === 'keydown,pointerdown,click'")
        assert player.page.evaluate(_SCROLLED) == there, name
        scrolled += any(there)
        for view in (LAID, PHONE):
            player.page.set_viewport_size(view)
            player.page.wait_for_timeout(150)
            assert outside(player.page) == [], name
            # What lies where on the table depends on the cards; the bill looks the same after each deal.
            assert name != "bill" or covered(player.page) == []
        player.page.evaluate(_SCROLL, 0)
        if "hand" in before:
            assert _still(player) == before
        turned.append(name)
    assert {"lobby", "knock", "menu", "last trick", "bill", "end of the evening?", "over"} <= set(turned)
    assert scrolled >= 3


def test_a_notice_above_the_table_does_not_push_the_hand_out_of_the_window(invite: People) -> None:
    player = invite("de", manner="touch", viewport=PHONE)
    player.play_now()
    player.page.context.set_offline(True)
    player.page.get_by_role("status").get_by_text(player.words("shell.trouble.offline")).wait_for()
    lower = player.hand.first.evaluate("e => e.parentElement.getBoundingClientRect().bottom")
    assert lower <= PHONE["height"]
    assert player.page.evaluate("() => document.documentElement.scrollHeight") <= PHONE["height"]


# Everything that is longer than its place on the screen. Not the page behind a dialog: what the browser's imitation of
# a phone does with it, it does with an empty page as well.
_PLACES = """[...document.querySelectorAll('body *'), document.scrollingElement]
  .filter((e) => e.scrollHeight > e.clientHeight + 1 && (e === document.scrollingElement
    ? !document.querySelector('dialog[open]') : /auto|scroll/.test(getComputedStyle(e).overflowY)))"""
_SCROLL = f"(down) => {_PLACES}.forEach((e) => {{ e.scrollTop = down; }})"
_SCROLLED = f"() => {_PLACES}.map((e) => e.scrollTop)"
# They go no further: nothing is to happen.
_LISTEN = """() => {
  window.heard = [];
  const hear = (event) => {
    window.heard.push(event.type);
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  for (const kind of ['keydown', 'pointerdown', 'click']) addEventListener(kind, hear, { once: true, capture: true });
}"""


def _still(player: Player) -> dict[str, object]:
    """What is on the screen that does not pass by itself."""
    dialogs = player.page.get_by_role("dialog")
    found: dict[str, object] = {
        "dialogs": player.names(dialogs.get_by_role("heading").first) if dialogs.count() else []
    }
    if player.hand.count() and not dialogs.count() and player.seen() in ("say", "card"):
        settled(player)
        found |= shown(player)
    return found
