"""An account: another passphrase for it."""

from __future__ import annotations

from playwright.sync_api import Locator
from tests.web.company import PASSPHRASE, sign_in, two
from tests.web.people import People
from tests.web.player import Player

ACCOUNT = "Changes it"
OTHER = "nobody has seen this one"
ENDED_MS = 1500
"""Until the server has ended the streams with the cookie that is void."""


def test_another_passphrase_signs_out_the_others_and_this_browser_goes_on(invite: People) -> None:
    invite.expected.add("person/passphrase")
    host, friend = two(invite, begin=False)
    here, elsewhere = invite.tab(friend.page.context, friend.words), invite()
    sign_in(here, ACCOUNT, new=True)
    sign_in(elsewhere, ACCOUNT)
    third = invite.tab(elsewhere.page.context, elsewhere.words)
    third.page.goto(friend.page.url)
    third.button(third.words("lobby.leave")).wait_for()
    words = here.words

    here.press(here.button(words("me.account.change")))
    assert words("me.account.change_text") in dialog(here).inner_text()
    change(here, "none of it", OTHER[:7])
    error(here, "me.account.new", "me.account.passphrase_short")
    change(here, "none of it", OTHER)
    error(here, "me.account.old", "me.account.old_wrong")
    change(here, PASSPHRASE, OTHER)
    here.page.get_by_text(words("me.account.changed"), exact=True).first.wait_for()
    dialog(here).wait_for(state="detached")
    here.page.get_by_text(words("me.account.signed_in", name=ACCOUNT)).wait_for()

    # The lobby in the other tab hears what happens, and the seat is still this person's.
    here.page.wait_for_timeout(ENDED_MS)
    host.page.get_by_label(words("lobby.your_name")).fill("Renamed")
    host.press(host.button(words("lobby.save")))
    friend.page.get_by_text("Renamed", exact=True).first.wait_for()
    assert friend.state()["you"]["seat"] is not None

    # At the table elsewhere there is a stranger now, without a reload.
    third.button(third.words("lobby.sit_any")).wait_for()

    # Elsewhere one is a guest, and signs in with the new passphrase alone.
    with elsewhere.page.expect_response("**/api/login") as answer:
        sign_in(elsewhere, ACCOUNT, good=False)
    assert answer.value.status == 403
    sign_in(elsewhere, ACCOUNT, OTHER)


def dialog(player: Player) -> Locator:
    """The open dialog."""
    return player.page.get_by_role("dialog", name=player.words("me.account.change"))


def change(player: Player, old: str, new: str) -> None:
    """Fill in the dialog and send it."""
    field = dialog(player).get_by_label
    field(player.words("me.account.old"), exact=True).fill(old)
    field(player.words("me.account.new"), exact=True).fill(new)
    player.press(dialog(player).get_by_role("button", name=player.words("me.account.change"), exact=True))


def error(player: Player, label: str, text: str) -> None:
    """The field says what is wrong with it."""
    field = dialog(player).get_by_label(player.words(label), exact=True)
    dialog(player).get_by_role("alert").get_by_text(player.words(text), exact=True).wait_for()
    assert field.get_attribute("aria-invalid") == "true"
    described = (field.get_attribute("aria-describedby") or "").split()
    assert player.words(text) in [dialog(player).locator(f"[id='{one}']").inner_text() for one in described]
