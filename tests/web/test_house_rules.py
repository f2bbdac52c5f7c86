"""House rules by the form: what is typed is what is played."""

from __future__ import annotations

from tests.web.people import People


def test_a_price_that_is_typed_is_the_price_of_the_table(invite: People) -> None:
    player = invite("en")
    page, words = player.page, player.words
    page.goto("/new")
    page.get_by_text(words("new.rules.house"), exact=True).click()
    page.get_by_role("button", name="The tariff").click()
    page.get_by_role("button", name="Price of a Rufspiel").click()
    box = page.get_by_role("textbox", name="From 0 to 1000000").first
    with page.expect_response("**/api/rules/form"):
        box.fill("35")
        box.press("Tab")
    assert box.input_value() == "35"
    player.press(player.button(words("new.seats.all_bots")))
    player.press(player.button(words("new.create")))
    player.begin.wait_for()
    assert player.state()["rules"]["overrides"] == {"tariff": {"rufspiel": 35}}


def test_as_many_seats_as_the_rules_have(invite: People) -> None:
    # Whoever chooses Schafkopf for three gets no fourth seat, also where the button is faster than the server's answer.
    player = invite("en")
    page, words = player.page, player.words
    for rules, seats in (("three", 3), ("bavaria%2Bfive", 5)):
        page.goto(f"/new?rules={rules}")
        page.get_by_role("radio", name=str(seats), exact=True, checked=True).wait_for()
    page.goto("/new?rules=bavaria")
    page.get_by_role("radio", name="4", exact=True, checked=True).wait_for()
    player.choose(words("new.rules.ruleset"), "three")
    player.press(player.button(words("new.create")))
    player.begin.wait_for()
    assert len(player.state()["seats"]) == 3


def test_the_address_of_a_rulebook_is_that_of_the_rules_on_the_screen(invite: People) -> None:
    player = invite("en")
    page, words = player.page, player.words
    page.goto("/rules/bavaria")
    page.get_by_role("tab", name=words("rules.book.house")).click()
    page.get_by_role("button", name="The tariff").click()
    page.get_by_role("button", name="Price of a Rufspiel").click()
    box = page.get_by_role("textbox", name="From 0 to 1000000").first
    box.fill("35")
    box.press("Tab")
    page.wait_for_url("**/rules/eyJ*")
    first = page.url
    # A variant on top of that.
    page.get_by_text(words("rules.variants"), exact=True).click()
    page.get_by_role("checkbox").first.click()
    page.wait_for_url(lambda url: url != first)
    page.reload()
    page.get_by_role("tab", name=words("rules.book.house")).click()
    page.get_by_text(words("rules.variants"), exact=True).click()
    page.get_by_role("checkbox").first.and_(page.locator(":checked")).wait_for(state="attached")
    page.get_by_role("button", name="The tariff").click()
    assert "35 cents" in page.get_by_role("button", name="Price of a Rufspiel").inner_text()
