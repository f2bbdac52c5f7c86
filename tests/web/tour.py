"""All pages and all phases of a table, one after the other."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

from tests.web.company import sign_in
from tests.web.player import Player


def pages(player: Player) -> Iterator[str]:
    """What is there without a table; -> the name of what is on the screen now."""
    words, page = player.words, player.page
    player.open_home()
    # The tables come a moment later.
    page.wait_for_load_state("networkidle")
    yield "home"
    player.press(player.button(words("shell.settings.title")))
    page.get_by_role("dialog", name=words("shell.settings.title")).wait_for()
    yield "settings"
    page.keyboard.press("Escape")
    page.goto("/new")
    player.button(words("new.create")).wait_for()
    player.press(page.get_by_text(words("new.rules.house")))
    page.wait_for_load_state("networkidle")
    yield "new"
    page.goto("/rules")
    player.heading(words("shell.pages.rules")).or_(page.get_by_role("heading", level=1)).first.wait_for()
    page.wait_for_load_state("networkidle")
    yield "rules"
    page.goto("/rules/bavaria%2Bramsch")
    page.get_by_role("heading", level=2).first.wait_for()
    yield "rulebook"
    page.goto("/replay")
    example = player.button(words("replay.example"))
    example.wait_for()
    yield "replay"
    player.press(example)
    player.button(words("replay.another")).wait_for()
    yield "a replayed deal"
    page.goto("/learn")
    lessons = page.get_by_role("navigation", name=words("learn.title")).get_by_role("button")
    lessons.first.wait_for()
    for at in range(lessons.count()):
        player.press(lessons.nth(at))
        yield f"lesson {at + 1}"
    page.goto("/me")
    player.heading(words("me.title")).wait_for()
    yield "me"
    player.press(player.button(words("me.data.delete")))
    page.get_by_role("dialog").wait_for()
    yield "deletion"
    page.keyboard.press("Escape")
    sign_in(player, f"tour {secrets.token_hex(6)}", new=True)
    player.press(player.button(words("me.account.change")))
    page.get_by_role("dialog").wait_for()
    yield "another passphrase"
    page.goto("/fairness")
    player.heading(words("fairness.title")).wait_for()
    yield "fairness"
    page.goto("/t/NOSUCH")
    page.get_by_text(words("table.connection.gone")).wait_for()
    yield "no such table"


def table(player: Player, rules: str = "bavaria+knocking") -> Iterator[str]:
    """A table from its lobby to the end of the evening."""
    words, page = player.words, player.page
    player.new_table(rules, bots=False)
    yield "lobby"
    player.press(player.begin)
    player.hand.first.wait_for()
    player.wait()
    said = ""
    while (seen := player.seen()) in ("say", "bill"):
        if seen == "bill":
            # A Sie is won without a card: what is to be seen is the deal after it.
            player.go_on()
            player.wait()
            continue
        state = player.state()
        if state["step"] != said:
            said = state["step"]
            yield said
        # Alone, the dearest game of all: the contract has no secret, and the deal is played.
        player.say(lambda names: names[-1])
        player.wait()
    yield from dialogs(player)
    kontra = lying = False
    while (seen := player.wait()) != "bill":
        if player.kontra.count() and not kontra:
            kontra = True
            yield "Kontra"
        if seen == "card":
            player.play_card()
        else:
            player.say()
        if not lying and player.button(words("table.trick.collect")).is_visible():
            lying = True
            yield "a trick lies"
    yield "bill"
    player.press(player.button(words("after.next.finish")))
    page.get_by_role("dialog", name=words("after.next.finish_ask")).wait_for()
    yield "end of the evening?"
    player.press(player.button(words("after.next.finish_yes")))
    player.finished.wait_for()
    yield "over"


def dialogs(player: Player) -> Iterator[str]:
    """What opens over a table in play."""
    words, page = player.words, player.page
    menu = player.button(words("table.bar.menu"))
    player.press(menu)
    dialog = page.get_by_role("dialog", name=words("table.menu.title"))
    dialog.wait_for()
    yield "menu"
    player.press(player.button(words("table.menu.people")))
    page.get_by_role("dialog", name=words("table.menu.people")).wait_for()
    yield "people"
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.get_by_role("dialog", name=words("table.keys.title")).wait_for()
    yield "keys"
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    page.get_by_role("dialog", name=words("table.trick.last")).wait_for()
    yield "last trick"
    page.keyboard.press("Escape")
    title = page.locator("header").get_by_role("button").and_(page.locator("[aria-haspopup=dialog]"))
    if title.count():
        player.press(title)
        page.get_by_role("dialog").wait_for()
        yield "contract"
        page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="hidden")
