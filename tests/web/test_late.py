"""What comes late or again: an answer after somebody has begun to type, a link to the page one is on."""

from __future__ import annotations

from playwright.sync_api import Route
from tests.web.people import People


def test_a_name_that_is_typed_before_the_server_knows_one_stays(invite: People) -> None:
    player = invite("en")
    page, words = player.page, player.words
    held: list[Route] = []
    page.route("**/api/me", lambda route: held.append(route) if route.request.method == "GET" else route.continue_())
    with page.expect_request("**/api/me"):
        page.goto("/me")
    box = page.get_by_label(words("me.name.label"))
    box.fill("Leni")
    assert held
    with page.expect_response("**/api/me"):
        held[0].continue_()
    page.wait_for_timeout(200)
    assert box.input_value() == "Leni"
    player.press(player.button(words("me.name.save")))
    page.get_by_text(words("me.name.saved")).first.wait_for()
    assert box.input_value() == "Leni"


def test_the_link_to_the_page_leads_back_from_a_deal_that_is_shown(invite: People) -> None:
    player = invite("en")
    page, words = player.page, player.words
    page.goto("/replay")
    example, another = player.button(words("replay.example")), player.button(words("replay.another"))
    player.press(example)
    another.wait_for()
    player.press(player.link(words("shell.pages.replay")))
    example.wait_for()
    assert another.count() == 0


def test_commands_of_one_key_can_be_switched_off(invite: People) -> None:
    player = invite("en", settings={"keys": False})
    player.new_table(pace="instant")
    player.press(player.begin)
    player.hand.first.wait_for()
    for key in "m?l1":
        player.page.keyboard.press(key)
    assert player.page.get_by_role("dialog").count() == 0
    focused = "document.activeElement.matches('[data-say], [data-card]')"
    assert not player.page.evaluate(focused)
    # What is no character still goes to a card or an answer.
    player.page.keyboard.press("ArrowRight")
    assert player.page.evaluate(focused)
