"""Nobody is kept out: axe on every page and in every phase, and what a screen reader hears. AC-02, AC-03."""

from __future__ import annotations

import pytest
from tests.web.people import DESKTOP, PHONE, People
from tests.web.player import Manner
from tests.web.screen import violations
from tests.web.tour import pages, table

SCHEMES = ("light", "dark")
MANNERS: tuple[Manner, ...] = ("mouse", "touch")
HEARD = """() => {
  window.heard = [];
  new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes) {
      const element = node.nodeType === 1 ? node : node.parentElement;
      if (element?.closest('[aria-live], [role=log]')) window.heard.push(element.textContent.trim());
    }
  }).observe(document.body, { subtree: true, childList: true });
}"""


@pytest.mark.parametrize(
    ("where", "scheme", "manner"),
    [
        *((where, scheme, manner) for where in ("pages", "table") for scheme in SCHEMES for manner in MANNERS),
        # What is special there, the slate, is laid out and coloured in these two.
        *(("chalk", scheme, manner) for scheme, manner in zip(SCHEMES, MANNERS, strict=True)),
    ],
)
def test_axe_finds_nothing(invite: People, where: str, scheme: str, manner: Manner) -> None:
    player = invite(
        "en",
        manner=manner,
        viewport=PHONE if manner == "touch" else DESKTOP,
        color_scheme=scheme,
        reduced_motion="reduce",
    )
    tour = pages(player) if where == "pages" else table(player, "ru-chalk" if where == "chalk" else "bavaria+knocking")
    if where == "pages":
        invite.expected.add("table/not-found")
    found = []
    for name in tour:
        found += [f"{name}: {fault}" for fault in violations(player.page)]
    assert found == []


def test_every_event_is_said_and_the_focus_stays(invite: People) -> None:
    # AC-03: cards by name and whether they may be played; each card that falls; the turn; the focus after each update.
    player = invite("de", manner="keys", seed=5)
    # Somebody plays in any case, be it this player.
    player.bold = 1
    player.new_table("bavaria")
    player.press(player.begin)
    player.hand.first.wait_for()
    player.page.evaluate(HEARD)
    words = player.words
    for _ in range(40):
        seen = player.wait()
        if seen == "bill":
            break
        if seen == "card":
            spoken = {words("table.cards.playable", card=card) for card in words.cards}
            assert set(player.names(player.playable)) <= spoken
            player.play_card()
            if player.hand.count() > 1:
                # The card with the focus is gone: the focus is on another card or on the table, not lost.
                player.page.wait_for_function("() => document.activeElement !== document.body")
        else:
            player.say()
    heard = player.page.evaluate("() => window.heard")
    state = player.state()
    assert state["tricks"]
    assert any(line.startswith(words("table.tell.your_turn_card", cards="").strip()) for line in heard)
    names = [seat["name"] for seat in state["seats"]]
    for trick in state["tricks"][:-1]:
        start = state["playing"].index(trick["leader"])
        order = state["playing"][start:] + state["playing"][:start]
        for at, (seat, card) in enumerate(zip(order, trick["cards"], strict=True)):
            mine, last = seat == state["you"]["seat"], at == len(order) - 1
            to = words("table.tell.you") if trick["winner"] == state["you"]["seat"] else names[trick["winner"]]
            key = f"table.tell.{'you_play' if mine else 'plays'}{'_trick' if last else ''}"
            assert words(key, name=names[seat], card=words.card(card), winner=to) in heard, (key, card, heard)


@pytest.mark.parametrize("device", ["light", "dark"])
def test_the_colours_are_the_readers_choice_and_else_the_devices(invite: People, device: str) -> None:
    player = invite("en", color_scheme=device, reduced_motion="reduce")
    page, words = player.page, player.words
    page.goto("/")
    player.press(player.button(words("shell.settings.title")))
    dialog = page.get_by_role("dialog", name=words("shell.settings.title"))
    for choice, seen in (("auto", device), ("light", "light"), ("dark", "dark"), ("auto", device)):
        dialog.get_by_role("radio", name=words(f"shell.settings.theme_{choice}"), exact=True).check(force=True)
        page.wait_for_function(_GROUND, arg=seen)


_GROUND = """(seen) => {
  const light = (colour) => colour.match(/\\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 3;
  const { backgroundColor, color } = getComputedStyle(document.body);
  return seen === 'light' ? light(backgroundColor) > light(color) + 99 : light(color) > light(backgroundColor) + 99;
}"""


def test_the_focus_can_be_seen(invite: People) -> None:
    # AC-02: wherever Tab goes there is an outline or a shadow around it.
    player = invite("en", manner="keys")
    player.play_now()
    player.wait()
    for _ in range(20):
        player.page.keyboard.press("Tab")
        bare = player.page.evaluate(_BARE)
        assert bare is None, bare


_BARE = """() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const around = [element, ...element.querySelectorAll('*')].map((e) => getComputedStyle(e));
  const outlined = (s) => s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 0;
  const seen = around.some((s) => outlined(s) || s.boxShadow !== 'none');
  return seen ? null : element.outerHTML.slice(0, 300);
}"""
