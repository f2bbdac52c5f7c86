"""Two people and two bots: reloads in every phase, two tabs, one word at the right seat.

RC-01, RC-07, RC-09, RD-06, SC-06, KO-07, I18-02.
"""

from __future__ import annotations

import time

from playwright.sync_api import Route
from tests.server.serving import eventually
from tests.web.company import foreign, play_until, shown, sign_in, start, two
from tests.web.people import People
from tests.web.player import Data, Player

from schafkopf.server.table.due import SHUFFLE_MS

ACCOUNT = "Signs in here"


def test_a_reload_in_every_phase_changes_nothing(invite: People) -> None:
    host, friend = players = two(invite, "bavaria+knocking", begin=False)
    # Lobby.
    for player in players:
        eventually(lambda player=player: everybody_is_there(player.state()))
        player.page.wait_for_timeout(500)
        before = lobby(player)
        player.page.reload()
        player.page.get_by_role("listitem", name=player.words("lobby.seats.label", n=1)).wait_for()
        # On a busy machine the others have been told that he was away, and are told that he is back.
        eventually(lambda player=player, before=before: lobby(player) == before)
    # Shuffle: the friend's part is on its way, so the host reloads while it lasts; his own part is not lost.
    held: list[Route] = []
    friend.page.route("**/commands", lambda route: held.append(route))
    began = time.monotonic()
    start(host)
    host.page.get_by_text(host.words("table.bar.shuffle"), exact=True).wait_for()
    eventually(lambda: has_committed(host))
    host.page.reload()
    # What he sends from now on is not held.
    friend.page.route("**/commands", lambda route: route.continue_())
    for route in held:
        route.continue_()
    host.hand.first.wait_for()
    friend.page.unroute_all(behavior="wait")
    took_s = time.monotonic() - began
    entrants = {one["seat"]: one["left_out"] for one in host.state()["shuffle"]["entrants"]}
    assert entrants.keys() == {0, 1}
    # On a machine where a page takes so long to load it may come too late for the shuffle.
    assert took_s * 1000 > SHUFFLE_MS or not any(entrants.values())
    # Knocking: four cards, whatever one does.
    play_until(players, lambda: "knock" in (host.state()["step"], friend.state()["step"]))
    for player in players:
        reload_and_compare(player, cards=4, times=5)
    play_until(players, lambda: host.state()["step"] == "auction" and (host.seen() == "say" or friend.seen() == "say"))
    for player in players:
        reload_and_compare(player, cards=8)
    # Kontra: the friend may double before his own first card, if he does not hold the ace that the host has called.
    # A bot may be quicker: then another deal has to bring it.
    play_until(players, lambda: may_say_kontra(friend) and calm(friend) and may_say_kontra(friend), bold=host)
    for player in players:
        reload_and_compare(player)
    # What cannot be taken back is not said by one stray key.
    friend.page.keyboard.press("k")
    assert friend.kontra.evaluate("button => button === document.activeElement")
    assert friend.state()["you"]["seat"] not in friend.state()["kontra"]
    friend.page.keyboard.press("k")
    friend.kontra.wait_for(state="hidden")
    said = f"{friend.words('terms.game.kontra')}"
    for player in players:
        player.page.get_by_role("group").filter(has_text=said).first.wait_for()
        marked = [seat for seat in player.seats() if said in seat.split(", ")]
        assert len(marked) == 1, player.seats()
        # KO-07: at the seat of whoever said it, and nowhere else.
        state = player.state()
        name = state["seats"][state["kontra"][0]]["name"]
        assert name in marked[0]
    # Within a trick.
    play_until(players, lambda: within_a_trick(host))
    for player in players:
        reload_and_compare(player)
    # The bill.
    play_until(players, lambda: host.seen() == "bill" and friend.seen() == "bill", stay=True)
    for player in players:
        main = player.page.get_by_role("main")
        before = main.inner_text()
        player.page.reload()
        player.next.wait_for()
        assert main.inner_text() == before
    host.go_on()
    friend.go_on()
    for player in players:
        player.hand.first.wait_for()
        assert player.state()["number"] > 1


def lobby(player: Player) -> list[str]:
    """Seats and deeds at a table that has not begun."""
    main = player.page.get_by_role("main")
    main.get_by_role("listitem").get_by_text(player.words("lobby.seat_you")).wait_for()
    return main.get_by_role("listitem").all_inner_texts() + player.names(main.get_by_role("button"))


def reload_and_compare(player: Player, *, cards: int | None = None, times: int = 1) -> None:
    """The same hand, the same rights, nothing more."""
    settled(player)
    before = shown(player)
    assert before["hand"] == player.state()["hand"]
    for _ in range(times):
        player.page.reload()
        player.hand.first.wait_for()
        settled(player)
        assert shown(player) == before
        state = player.state()
        assert foreign(state) == set()
        assert state["hands"] == []
        if cards is not None:
            assert len(player.cards()) == len(state["hand"]) == cards


def may_say_kontra(player: Player) -> bool:
    """Whether he is offered it: not a Re after somebody else's."""
    offered = [option["action"] for option in player.state()["options"]]
    return player.kontra.count() > 0 and "kontra" in offered


def within_a_trick(player: Player) -> bool:
    """Whether it is up to this person to add a card to a trick, and not the last one, which plays itself."""
    state = player.state()
    # In the first trick a bot might still think about doubling.
    begun = state["step"] == "play" and state["trick"] is not None and len(state["trick"]["cards"]) > 0
    return begun and sum(state["tricks_taken"]) > 0 and player.seen() == "card" and player.hand.count() > 1


def calm(player: Player) -> bool:
    """Whether nothing is being played out any more, once bots have had their time to double."""
    settled(player, 0.6)
    return True


def settled(player: Player, still_s: float = 0.25) -> None:
    """Nothing is being played out on the screen: it says what the server says."""
    end = time.monotonic() + 60
    while True:
        before = shown(player)
        state = player.state()
        time.sleep(still_s)
        lying = player.button(player.words("table.trick.collect")).count() > 0
        same = shown(player) == before and player.state() == state and before["hand"] == state["hand"]
        # Who has just come back may still count as away.
        if same and not lying and everybody_is_there(state):
            return
        assert time.monotonic() < end


def everybody_is_there(state: Data) -> bool:
    """Whether no person at the table counts as away."""
    return all(seat["connected"] for seat in state["seats"] if seat["kind"] == "person")


def has_committed(player: Player) -> bool:
    """Whether his part of the shuffle has come to the server, or comes too late for it."""
    state = player.state()
    shuffle = state["shuffle"] or {"stage": "", "entrants": []}
    own = [one for one in shuffle["entrants"] if one["seat"] == state["you"]["seat"]]
    return any(one["hash"] is not None for one in own) or shuffle["stage"] not in ("", "commit")


def test_the_same_person_in_two_tabs_has_one_seat(invite: People) -> None:
    # RD-06, SC-06: both tabs are live; what is played in one is gone in the other, also from what was chosen there.
    # Each tab has a secret of its own for the shuffle; the one that comes later is told so.
    invite.expected |= {"table/bad-shuffle", "table/phase", "table/stale"}
    first = invite("en", settings={"playBy": "double"}, seed=3)
    # The first deal is played, if by nobody else then by this player.
    first.bold = 1
    first.new_table("bavaria")
    first.press(first.begin)
    first.hand.first.wait_for()
    second = invite.tab(first.page.context, first.words, seed=4)
    second.page.goto(first.page.url)
    second.hand.first.wait_for()
    first.play_until(lambda: first.seen() == "card" and first.playable.count() > 1)
    settled(first)
    settled(second)
    assert shown(first) == shown(second)
    unpressed = first.page.get_by_role("button", pressed=False).and_(first.playable).first
    card = first.cards()[first.names(first.hand).index(first.names(unpressed)[0])]
    name = first.words.card(card)
    chosen = first.page.get_by_role("button", name=name, pressed=True)
    first.play_card(card)
    chosen.wait_for()
    before = first.state()
    # The second tab plays this very card: a tap chooses it, another one plays it.
    second.play_card(card)
    second.page.get_by_role("button", name=name, pressed=True).wait_for()
    second.play_card(card)
    first.hand.nth(len(before["hand"]) - 1).wait_for(state="detached")
    assert first.page.get_by_role("toolbar").get_by_role("button", pressed=True).count() == 0
    assert card not in first.cards()
    state = first.state()
    assert sum(seat["kind"] == "person" for seat in state["seats"]) == 1
    # And the deal is booked once.
    first.play_deal()
    second.next.wait_for()
    # All may have passed before.
    assert [deal["number"] for deal in first.state()["history"]] == list(range(1, before["number"] + 1))
    first.go_on()
    second.next.wait_for(state="hidden")
    second.hand.first.wait_for()


def test_who_signs_in_in_another_tab_plays_on_in_this_one(invite: People) -> None:
    # RC-09: the seat goes to the account; the open table is shown to it, no longer to the guest that is gone.
    elsewhere = invite("en")
    sign_in(elsewhere, ACCOUNT, new=True)
    host, friend = players = two(invite)
    seat = friend.state()["you"]["seat"]
    other = invite.tab(friend.page.context, friend.words, seed=5)
    sign_in(other, ACCOUNT)
    assert friend.state()["you"]["seat"] == seat
    play_until(players, lambda: host.seen() == "bill" and friend.seen() == "bill", stay=True)
    assert friend.state()["you"]["seat"] == seat
    # Who signs out is a stranger, in both tabs.
    friend.next.wait_for()
    other.press(other.button(other.words("me.account.logout")))
    friend.next.wait_for(state="detached")


def test_a_withdrawn_proposal_is_gone_on_every_screen(invite: People) -> None:
    # SC-06: at once, which on a busy machine takes a while too; nothing asks for it again.
    host, friend = two(invite)
    words = host.words
    host.press(host.button(words("table.bar.menu")))
    host.press(host.button(words("table.menu.propose_throw_in")))
    asked = friend.page.get_by_role("region", name=words.pattern("table.proposal.throw_in"))
    asked.wait_for()
    host.page.get_by_role("region", name=words.pattern("table.proposal.throw_in")).wait_for()
    friend.press(friend.button(words("table.proposal.decline")))
    for player in (host, friend):
        player.page.get_by_role("region", name=words.pattern("table.proposal.throw_in")).wait_for(state="detached")


def test_a_name_with_umlauts_survives(invite: People) -> None:
    # I18-02: entry, server, database, the other browser, the record and the bill.
    name = "Jürgen Großböhm"
    host, friend = two(invite, language="de", begin=False)
    words = host.words
    host.page.get_by_label(words("lobby.your_name")).fill(name)
    host.press(host.button(words("lobby.save")))
    friend.page.get_by_text(name, exact=True).first.wait_for()
    host.page.reload()
    host.page.get_by_text(name, exact=True).first.wait_for()
    start(host)
    for player in (host, friend):
        player.hand.first.wait_for()
    play_until((host, friend), lambda: host.seen() == "bill" and friend.seen() == "bill", stay=True)
    for player in (host, friend):
        assert name in player.text()
    with friend.page.expect_download() as download:
        friend.press(friend.link(words("after.settle.records")).first)
    assert name in download.value.path().read_text("utf-8")
