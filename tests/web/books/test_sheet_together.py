"""Several people on one sheet, by link and by file: nothing is lost, nothing is overwritten in silence."""

from __future__ import annotations

import re
from pathlib import Path

from tests.web.books.scorer import NAMES, RUF, SOLO, WENZ, scorer, sheet_of
from tests.web.people import People


def test_two_phones_on_one_sheet_one_without_a_line_end_equal_and_nothing_is_lost(invite: People) -> None:
    one = scorer(invite)
    one.begin(NAMES[:4])
    one.settled()
    one.tab("share")
    link = one.page.get_by_label(f"{one.words('sheet.share.link')}: {one.words('sheet.share.write')}", exact=True)
    two = scorer(invite)
    two.page.goto(link.input_value())
    two.tile("Anna").wait_for()
    assert "#" not in two.page.url
    one.tab("games")
    one.page.context.set_offline(True)
    one.game({**RUF, "won": True})
    two.game({**SOLO, "won": False})
    one.game({**WENZ, "won": True})
    two.game({**RUF, "won": False, "laufende": 3})
    two.settled()
    one.waiting(2)
    one.page.context.set_offline(False)
    one.settled()
    for phone in (one, two):
        phone.page.wait_for_function("() => document.querySelectorAll('.lines ol > li').length === 4")
    assert one.amounts() == two.amounts()
    state = sheet_of(two)
    assert len(state.lines) == 4
    assert sorted(line.content.result.contract for line in state.lines) == ["rufspiel", "rufspiel", "solo", "wenz"]

    # MO-: what one types stays that deal, though another phone enters it meanwhile; both are kept, and marked.
    chosen = one.open({**RUF})
    two.game({**RUF, "won": True})
    one.page.wait_for_function("() => document.querySelectorAll('.lines ol > li').length === 5")
    one.fill({**RUF, "won": True, "laufende": 3}, chosen)
    one.enter()
    mark = two.line(6).get_by_text(two.words("sheet.marks.doubles"), exact=True)
    mark.wait_for()
    one.settled()
    *_, first, second = sheet_of(two).lines
    assert first.content.dealer == second.content.dealer
    two.look(6)
    two.player.press(two.dialog.get_by_role("button", name=two.words("sheet.line.distinct"), exact=True))
    two.close()
    mark.wait_for(state="hidden")


def test_two_who_change_one_line_see_it_and_one_tap_ends_it(invite: People) -> None:
    # MO-: nothing is overwritten in silence.
    one = scorer(invite)
    one.begin(NAMES[:4])
    one.game({**RUF, "won": True})
    one.settled()
    one.tab("share")
    link = one.page.get_by_label(f"{one.words('sheet.share.link')}: {one.words('sheet.share.write')}", exact=True)
    two = scorer(invite)
    two.page.goto(link.input_value())
    two.lines.first.wait_for()
    one.tab("games")
    one.page.context.set_offline(True)
    one.edit(1, lambda: one.tap(one.key("entry.with", "3")))
    two.edit(1, lambda: two.tap(two.key("entry.kontra", two.words("terms.game.kontra"))))
    two.settled()
    one.page.context.set_offline(False)
    mark = two.page.get_by_text(two.words("sheet.marks.contested"), exact=True)
    mark.wait_for()
    two.look(1)
    versions = two.dialog.get_by_role("button", name=two.words("sheet.history.use"), exact=True)
    assert versions.count() >= 2
    two.player.press(versions.nth(1))
    two.close()
    mark.wait_for(state="hidden")
    one.settled()
    one.page.wait_for_function("() => document.querySelector('.lines .mark') === null")
    assert one.amounts() == two.amounts() == [["+0.40", "−0.40", "+0.40", "−0.40"]]


def test_who_looks_on_cannot_write(invite: People) -> None:
    host, guest = scorer(invite), scorer(invite)
    host.begin(NAMES[:4])
    host.game({**RUF, "won": True})
    host.settled()
    host.tab("share")
    label = f"{host.words('sheet.share.link')}: {host.words('sheet.share.view')}"
    guest.page.goto(host.page.get_by_label(label, exact=True).input_value())
    guest.lines.first.wait_for()
    assert guest.tile("Anna").count() == 0
    assert guest.player.button(guest.words("sheet.actions.game_long")).count() == 0
    host.tab("games")
    host.game({**SOLO, "won": True})
    guest.page.wait_for_function("() => document.querySelectorAll('.lines ol > li').length === 2")
    guest.look(1)
    assert guest.dialog.get_by_role("button", name=guest.words("sheet.line.edit"), exact=True).count() == 0
    guest.close()
    # A new link: who came by the old one is out, and what he saw is said to be no more than that.
    invite.expected.add("book/not-found")
    host.tab("share")
    field = host.page.get_by_label(label, exact=True)
    old = field.input_value()
    host.player.press(host.player.button(host.words("sheet.share.renew")).nth(1))
    host.player.press(host.dialog.get_by_role("button", name=host.words("sheet.share.renew"), exact=True))
    host.page.wait_for_function(
        "([label, old]) => document.querySelector(`[id$='-view']`).value !== old", arg=[label, old]
    )
    third = scorer(invite)
    third.page.goto(old)
    third.page.get_by_role("alert").get_by_text(third.words("sheet.join.missing"), exact=True).wait_for()
    third.page.goto(field.input_value())
    third.lines.first.wait_for()


def test_a_backup_becomes_the_same_sheet_again_and_a_list_of_results_one_of_its_own(
    invite: People, tmp_path: Path
) -> None:
    phone = scorer(invite)
    page, words = phone.page, phone.words
    phone.begin(NAMES[:4])
    phone.game({**RUF, "won": True, "laufende": 3})
    phone.game({**SOLO, "won": False})
    phone.settled()
    first, lines = phone.log(), phone.amounts()
    table = page.context.request.get(f"/api/sheets/{phone.id}/csv?language=en")
    phone.tab("share")
    with page.expect_download() as saved:
        phone.player.press(phone.player.button(words("sheet.share.json")))
    backup = tmp_path / "backup.json"
    saved.value.save_as(backup)

    # Another person restores it.
    other = scorer(invite)
    other.page.goto("/sheets")
    other.page.get_by_label(words("sheet.files.choose"), exact=True).set_input_files(backup)
    other.lines.first.wait_for()
    assert other.id != phone.id
    assert other.amounts() == lines
    assert other.log() == first
    again = other.page.context.request.get(f"/api/sheets/{other.id}/csv?language=en")
    assert again.ok
    assert again.body() == table.body()

    # A list from a spreadsheet, as Windows writes it; the row that does not add up is said.
    listed = tmp_path / "Stammtisch.csv"
    listed.write_bytes("Nr;Änne;Bo\r\n1;1,20;-1,20\r\n2;5;-4\r\n".encode("cp1252"))
    other.page.goto("/sheets")
    other.page.get_by_label(words("sheet.files.as_sheet"), exact=True).set_input_files(listed)
    other.page.get_by_text(words("sheet.import.sum", value="100")).wait_for()
    # The season of both: the evenings in columns, everybody with a place.
    other.player.press(other.player.button(words("sheet.season.make")))
    ranking = other.page.get_by_role("region", name=words("sheet.season.title"), exact=True).locator("table").first
    ranking.wait_for()
    assert {"Änne", "Anna"} <= set(ranking.get_by_role("rowheader").all_inner_texts())
    other.player.press(other.page.get_by_role("link", name=words("sheet.files.open")))
    other.lines.first.wait_for()
    assert other.amounts() == [["+1.20", "−1.20"]]
    # Who began a sheet may delete it.
    other.page.goto("/sheets")
    cards = other.page.locator("main li a")
    cards.nth(1).wait_for()
    delete = re.compile(f"^{re.escape(words('sheet.mine.delete'))}: Stammtisch$")
    other.player.press(other.page.get_by_role("button", name=delete))
    other.player.press(other.dialog.get_by_role("button", name=words("sheet.mine.delete_yes"), exact=True))
    other.page.wait_for_function("() => document.querySelectorAll('main li a').length === 1")
    assert "Stammtisch" not in other.player.text()
