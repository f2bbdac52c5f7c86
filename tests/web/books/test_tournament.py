"""A club's evening in browsers: the host's laptop, a scorer's, phones at the tables, the board in the hall."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.serving import Server
from tests.web.books.hosting import Data, Host, met_again, people, sizes, sums, totals
from tests.web.people import PHONE, People, serve
from tests.web.screen import outside, rubbish, violations

from schafkopf.club.tournament import settings, sheet
from schafkopf.club.tournament.codec import from_data


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of one's own, to be stopped in between."""
    found = serve(tmp_path)
    yield found
    found.stop()


def test_thirty_seven_players(invite: People, server: Server) -> None:
    """Two rounds, every total typed in; the server is killed after the first round; a scorer and the host type one
    table differently; a correction leaves a trace; the board hears of it all. TO-01, TO-06, TO-07, TO-09."""
    host = Host(invite("en"))
    host.set_up("Maibock", 2, 20, [("50", ""), ("25", "ham")])
    host.import_list(people(37) + "\n5;twice\n;;nobody", 37)
    first = host.draw(1, commit=True)
    assert sizes([first]) == [Counter({4: 7, 3: 3})]

    board = invite("de")
    board.page.goto(host.link("viewer"))
    board.page.wait_for_url("**/board/*")
    board.page.get_by_text(board.words("tournament.board.tables_in", n=0, all=10)).wait_for()

    host.results(1)
    for table in first["tables"][:9]:
        n, seats = table["table"], len(table["seats"])
        host.type_totals(n, totals(1, n, seats), [1] + [0] * (seats - 1))
    board.page.get_by_text(board.words("tournament.board.tables_in", n=9, all=10)).wait_for()

    # A scorer has the form open while the host types the same table in: neither is lost, the host decides.
    scorer = Host(invite("en"), host.book)
    scorer.page.goto(host.link("scorer"))
    scorer.results(1)
    seats = len(first["tables"][9]["seats"])
    scorer.page.get_by_label(scorer.say("results.table"), exact=True).first.fill("10")
    scorer.page.keyboard.press("Enter")
    field = scorer.page.get_by_label(scorer.words.pattern("tournament.results.points_of")).first
    field.fill("1")
    host.type_totals(10, totals(1, 10, seats))
    scorer.page.get_by_text(scorer.say("results.all_in")).wait_for()
    other = [3, *[0] * (seats - 2), -3]
    scorer.page.get_by_text(scorer.say("results.meanwhile")).wait_for()
    inputs = scorer.page.locator("form.totals input")
    for index, value in enumerate(other):
        inputs.nth(index).fill(str(value))
    inputs.nth(seats * 2 - 1).press("Enter")
    for one in (host, scorer):
        conflict = one.page.get_by_role("region", name=one.say("results.two"))
        conflict.wait_for()
        assert one.button("results.counts").count() == (2 if one is host else 0)
    host.goto("now")
    assert host.button("closing.close", n=1).count() == 0
    host.results(1)
    host.button("results.counts").nth(1).click()
    host.page.get_by_role("region", name=host.say("results.two")).wait_for(state="hidden")
    assert host.view()["rounds"][0]["tables"][9]["result"]["points"] == other

    # A correction asks why, and what stood there before can still be read.
    host.type_totals(1, [2, 2, *[0] * (len(first["tables"][0]["seats"]) - 3), -4], reason="misheard")
    assert host.view()["rounds"][0]["tables"][0]["corrected"]
    host.close_round(1)

    server.kill()
    host.page.get_by_text(host.say("live.offline")).wait_for(timeout=30_000)
    server.start()
    host.page.get_by_text(host.say("live.offline")).wait_for(state="hidden", timeout=60_000)

    second = host.draw(2)
    host.results(2)
    for table in second["tables"]:
        n, seats = table["table"], len(table["seats"])
        host.type_totals(n, totals(2, n, seats), [0] * (seats - 1) + [2])
    host.close_round(2)
    view = host.view()
    rounds = view["rounds"]
    # Counted from the seating alone it is what the page says: with 37 nobody has to meet again.
    assert met_again(rounds) == sum(len(one["draw"]["rematches"]) for one in rounds) == 0
    assert all(
        count == 1
        for count in Counter(
            n for one in rounds for t in one["tables"] if len(t["seats"]) == 3 for n in t["seats"]
        ).values()
    )
    own = sums(rounds)
    assert {line["number"]: line["points"] for line in view["ranking"]} == own
    assert sum(own.values()) == 0
    if view["lots_needed"]:
        host.button("closing.lots").click()
        host.page.get_by_text(host.say("closing.lots_text")).wait_for(state="hidden")
    host.button("closing.finish").click()
    host.page.get_by_text(host.say("now.over"), exact=True).wait_for()
    board.page.get_by_text(board.words("tournament.board.final")).first.wait_for()
    ranking = host.view()["ranking"]
    assert [line["place"] for line in ranking] == list(range(1, 38)), "the lot parts whom nothing else parts"
    assert [line["points"] for line in ranking] == sorted(own.values(), reverse=True)
    # The end is the last step, and can be taken back.
    host.page.get_by_role("button", name=host.say("history.undo")).first.click()
    host.page.get_by_role("dialog").get_by_role("button", name=host.say("history.undo"), exact=True).click()
    host.button("closing.finish").wait_for()
    assert invite.players[0].refused() == []


GAMES = (
    {"contract": "solo", "declarer": 1, "won": True, "suit": "H"},
    {"contract": "rufspiel", "declarer": 2, "partner": 4, "won": False},
    {"contract": "wenz", "declarer": 3, "won": True, "schneider": True},
)


def test_five_players_game_by_game(invite: People, server: Server) -> None:
    """Five at one table, on the phone that lies there: by the link of the table card, one game without a network.
    What everybody gets is what the core makes of the same facts."""
    host = Host(invite("en"))
    host.set_up("Stammtisch", 2, 3)
    host.goto("players")
    for name in ("Anna", "Bert", "Carla", "Dora", "Emil"):
        host.page.get_by_label(host.say("players.name"), exact=True).fill(name)
        host.page.keyboard.press("Enter")
    host.page.get_by_role("heading", name=host.words.pattern("tournament.players.count", n=5)).wait_for()
    drawn = host.draw(1)
    assert sizes([drawn]) == [Counter({5: 1})]
    names = {entry["number"]: entry["name"] for entry in host.view()["entries"]}
    at_table = [names[number] for number in drawn["tables"][0]["seats"]]
    link = json.loads(host.file("rounds/1/tables/1"))["link"]

    phone = Host(invite("en", manner="touch"), host.book)
    page, words = phone.page, phone.words
    page.goto(link)
    page.get_by_role("heading", name=phone.say("table.title", n=1), level=1).wait_for()
    endings = {(True, False): "won", (False, False): "lost", (True, True): "won_schneider"}
    for index, game in enumerate(GAMES):
        if index == 1:
            page.context.set_offline(True)
        phone.button("table.new_game").tap()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role(
            "button", name=words(f"terms.contracts.{game['contract']}").partition(" (")[0], exact=True
        ).tap()
        dialog.get_by_role("group", name=words("sheet.entry.declarer")).get_by_role(
            "button", name=at_table[game["declarer"]], exact=True
        ).tap()
        if "partner" in game:
            dialog.get_by_role("group", name=words("sheet.entry.partner")).get_by_role(
                "button", name=at_table[game["partner"]], exact=True
            ).tap()
        ending = endings[game["won"], game.get("schneider", False)]
        dialog.get_by_role("button", name=words(f"sheet.entry.endings.{ending}"), exact=True).tap()
        phone.button("table.write").tap()
        dialog.wait_for(state="hidden")
        if index == 1:
            page.get_by_role("table").get_by_text(phone.say("table.waiting")).wait_for()
            page.context.set_offline(False)
        page.get_by_text(words.pattern("tournament.table.next_game", n=index + 2, games=3)).or_(
            page.get_by_text(phone.say("table.done", games=3))
        ).first.wait_for()
    page.get_by_role("table").get_by_text(phone.say("table.waiting")).wait_for(state="hidden")
    view = host.view()
    table = view["rounds"][0]["tables"][0]
    assert table["games"] == 3
    setup = from_data(settings.Settings, {**view["settings"], "ties": tuple(view["settings"]["ties"])})
    games = [
        (str(index), {key: value for key, value in game.items() if key != "suit"}) for index, game in enumerate(GAMES)
    ]
    assert table["result"]["points"] == list(sheet.priced(setup, 5, games).result.points)
    assert outside(page) == []

    # The host's laptop has heard of it: the round can be closed.
    host.close_round(1)
    # At the table nothing can be written any more.
    page.get_by_text(phone.say("closing.closed", n=1)).wait_for()
    assert phone.button("table.new_game").count() == 0

    second = host.draw(2)
    assert met_again([drawn, second]) == 10, "five meet again whatever is drawn, and it is said"
    assert host.page.locator("[data-rematches='10']").count() == 1
    host.page.get_by_text(host.say("proof.proven")).wait_for()
    host.results(2)
    host.type_totals(1, totals(2, 1, 5))
    host.close_round(2)
    view = host.view()
    assert {line["number"]: line["points"] for line in view["ranking"]} == sums(view["rounds"])


def test_a_hundred_players(invite: People, server: Server, tmp_path: Path) -> None:
    """Four rounds with teams; nobody meets twice, no two of one team meet; two are exchanged while the form of their
    table is open on the second laptop; a backup is restored in another browser and gives the same exports to the byte.
    TO-04, TO-07, SE-18."""
    host = Host(invite("de"))
    host.set_up("Großes Turnier", 4, 16, [("100", "")])
    host.import_list(people(100, teams=20), 100)
    second = Host(invite("de"), host.book)
    second.page.goto(host.link("host"))
    for number in range(1, 5):
        drawing = second if number == 2 else host
        drawn = drawing.draw(number)
        assert sizes([drawn]) == [Counter({4: 25})]
        drawing.page.locator("[data-rematches='0']").wait_for()
        assert drawn["draw"]["clashes"] == []
        if number == 4:
            _exchange_there_and_back(host, second, drawn)
        host.results(number)
        for table in drawn["tables"]:
            n = table["table"]
            if n <= 2:
                host.type_totals(n, totals(number, n, 4))
            else:
                result = {"points": totals(number, n, 4)}
                host.do(seq=0, do="score", round=number, table=n, draw=drawn["draw"]["seq"], result=result)
        host.close_round(number)
    view = host.view()
    assert met_again(view["rounds"]) == 0
    team = {entry["number"]: entry["team"] for entry in view["entries"]}
    for one in view["rounds"]:
        for table in one["tables"]:
            assert len({team[number] for number in table["seats"]}) == 4
    assert {line["number"]: line["points"] for line in view["ranking"]} == sums(view["rounds"])

    saved = tmp_path / "tournament.json"
    host.goto("papers")
    with host.page.expect_download() as coming:
        host.page.get_by_role("link", name=host.say("papers.backup_get")).click()
    coming.value.save_as(saved)
    other = Host(invite("de"))
    other.page.goto("/tournaments")
    other.button("mine.restore").wait_for()
    other.page.locator("input[type=file]").set_input_files(saved)
    other.page.wait_for_url("**/tournament/*")
    other.book = other.page.url.rpartition("/")[2]
    assert other.book != host.book
    for path in (
        "backup",
        *(f"csv?what={what}&language=de" for what in ("entrants", "seating", "results", "ranking", "teams", "prizes")),
    ):
        assert other.file(path) == host.file(path), path
    assert host.file("csv?what=ranking&language=de").startswith(b"\xef\xbb\xbf")


def _exchange_there_and_back(host: Host, second: Host, drawn: Data) -> None:
    """Whoever has the form of a table open sees at once whom the points would be for."""
    names = {entry["number"]: entry["name"] for entry in host.view()["entries"]}
    mine, other = (drawn["tables"][at]["seats"][0] for at in (0, 1))
    second.results(4)
    second.page.get_by_label(second.say("results.table"), exact=True).first.fill("1")
    second.page.keyboard.press("Enter")
    for sitting in (mine, other, mine):
        second.page.get_by_label(second.say("results.points_of", name=names[sitting]), exact=True).wait_for()
        if sitting == other or host.view()["rounds"][3]["draw"]["exchanged"] == []:
            host.do(do="exchange", round=4, a=mine, b=other)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_can_be_read(invite: People, server: Server, scheme: str) -> None:
    """LY-05: axe, nothing cut off, no text that is none: every part, laptop and phone, light and dark."""
    light = scheme == "light"
    options = {} if light else {"manner": "touch", "viewport": PHONE}
    host = Host(invite("en" if light else "de", color_scheme=scheme, reduced_motion="reduce", **options))
    long = "W" * 32
    host.set_up("Maibock" if light else f"Maibock {long}", 2, 20, [("50", "ham")])
    host.import_list(people(13, teams=4), 13)
    for number in range(1, 14 if not light else 1):
        host.do(do="edit", number=number, person={"name": f"{long[2:]}{number}", "club": long, "team": long[2:]})
    drawn = host.draw(1)
    for table in drawn["tables"][:2]:
        n, seats = table["table"], len(table["seats"])
        host.do(do="score", round=1, table=n, draw=drawn["draw"]["seq"], result={"points": totals(1, n, seats)})
    host.do(do="protest", protest="p1", round=1, table=1, text="revoked")
    found: list[str] = []

    def look(name: str) -> None:
        # `outside` waits until nothing moves.
        faults = [*outside(host.page), *violations(host.page), *rubbish(host.page)]
        found.extend(f"{name}: {fault}" for fault in faults)

    for part in ("now", "players", "draw", "results", "ranking", "protests", "history", "papers", "share", "settings"):
        host.goto(part)
        if part == "results":
            host.page.get_by_label(host.say("results.table"), exact=True).first.fill("3")
            host.page.keyboard.press("Enter")
            host.page.locator("form.totals").wait_for()
        if part == "settings":
            host.button("setup.save").wait_for()
        if part == "history":
            host.page.get_by_text(host.words.pattern("tournament.did.created")).wait_for()
        if part == "share":
            host.button("share.copy").first.wait_for()
        look(part)
    host.page.goto("/tournaments")
    host.page.get_by_role("link", name="Maibock").wait_for()
    look("mine")
    host.button("mine.new").click()
    host.button("scheme.change").click()
    look("set-up")
    host.page.goto(f"/board/{host.book}")
    host.page.get_by_role("heading", name="Maibock").wait_for()
    look("board")
    host.page.goto(f"/tournament/{host.book}/table/1/3")
    host.button("table.new_game").wait_for()
    look("table")
    host.button("table.new_game").click()
    host.page.get_by_role("dialog").wait_for()
    look("game")
    assert found == []
