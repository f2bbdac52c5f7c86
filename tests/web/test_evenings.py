"""Whole evenings by what is on the screen: every ruleset by mouse and by touch, one by keyboard alone."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import ViewportSize
from tests.web.people import DESKTOP, PHONE, People
from tests.web.player import Manner, Player, Seen
from tests.web.screen import outside, rubbish

RULESETS = ("bavaria", "bavaria-short", "three", "be-1989", "pt-units", "fi-table", "ru-chalk")
DEALS = 8


@pytest.mark.parametrize("rules", RULESETS)
def test_an_evening_of_eight_deals(invite: People, rules: str) -> None:
    # By mouse on a desktop and by touch on a phone, at two tables: while bots play at the one, the other goes on.
    players = [_begin(invite, rules, "mouse", DESKTOP), _begin(invite, rules, "touch", PHONE)]
    _in_turn([_evening(player) for player in players])


def _begin(invite: People, rules: str, manner: Manner, viewport: ViewportSize) -> Player:
    # On the phone, and where each stroke of chalk is drawn slowly, without animation, as its owner may have set it.
    still = manner == "touch" or rules == "ru-chalk"
    options = {"reduced_motion": "reduce"} if still else {}
    player = invite("en", manner=manner, viewport=viewport, seed=RULESETS.index(rules), **options)
    player.new_table(rules)
    player.press(player.begin)
    return player


def test_an_evening_by_keyboard_alone(invite: People) -> None:
    # AC-02: from the first page to the settlement without a mouse; wherever the focus is put it can be seen.
    player = invite("de", manner="keys", seed=7)
    player.open_home()
    player.press(player.page.get_by_role("main").get_by_role("link", name=player.words("home.friends.new")))
    player.choose(player.words("new.rules.ruleset"), "bavaria")
    player.press(player.button(player.words("new.seats.all_bots")))
    player.pick_choice(player.words("new.table.pace_instant"))
    player.press(player.button(player.words("new.create")))
    player.press(player.begin)
    _in_turn([_evening(player)])


def _in_turn(evenings: Sequence[Iterator[None]]) -> None:
    """Each goes on as long as something is asked of its player."""
    left = list(evenings)
    while left:
        left = [evening for evening in left if next(evening, _OVER) is not _OVER]
        time.sleep(0.03)


_OVER = object()


def _evening(player: Player) -> Iterator[None]:
    seen_number = 0

    def look(seen: Seen) -> None:
        # SC-01: in every deal the hand on the screen is the hand that the server deals, also without a reload.
        nonlocal seen_number
        number = player.deal_number()
        if number is not None and number != seen_number:
            seen_number = number
            state = player.state()
            if state["number"] == number:
                assert player.cards() == state["hand"]
                assert rubbish(player.page) == []

    over, deal = False, 0
    for deal in range(1, DEALS + 1):
        over = (yield from player.deal(look)) == "over"
        if over:
            break
        state = player.state()
        assert state["number"] == deal
        assert len(state["history"]) == deal
        assert state["phase"] == "between"
        # LY-06 and I18-01 on every bill, whatever kind of deal it was: Ramsch, passed out, thrown in.
        assert rubbish(player.page) == []
        assert outside(player.page) == []
        if deal < DEALS:
            player.go_on()
    if not over:
        player.end_evening()
    state = player.state()
    assert state["phase"] == "over"
    # A chalk evening ends with its last head, also before the eighth deal.
    played = len(state["history"])
    assert played == DEALS or (over and state["rules"]["family"] == "chalk" and played in (deal - 1, deal))
    assert rubbish(player.page) == []
    assert outside(player.page) == []
    if state["rules"]["family"] != "chalk":
        assert sum(person["balance"] for person in state["players"]) + state["carried"]["pot"] == 0
