"""Two people at a table with two bots, each in a browser of his own."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

from tests.web.people import People
from tests.web.player import Data, Player

PASSPHRASE = "eight or more of them"
CARD = re.compile(r"(?<![A-Za-z0-9])[EGHS][AZKOU987](?![A-Za-z0-9])")


def two(
    invite: People,
    rules: str = "bavaria",
    *,
    pace: str = "instant",
    language: str = "en",
    begin: bool = True,
    **options: Any,
) -> tuple[Player, Player]:
    """A host and a friend who came by the link; two bots."""
    host, friend = invite(language, seed=11, **options), invite(language, seed=12, **options)
    host.new_table(rules, bots=False, pace=pace)
    words = friend.words
    friend.page.goto(host.page.url)
    friend.press(friend.button(words("lobby.sit_any")))
    friend.button(words("lobby.sit_any")).wait_for(state="hidden")
    if begin:
        start(host)
        for player in (host, friend):
            player.hand.first.wait_for()
    return host, friend


def sign_in(player: Player, name: str, passphrase: str = PASSPHRASE, *, new: bool = False, good: bool = True) -> None:
    """To an account, or a new one. Without `good` it is only tried."""
    page, words, what = player.page, player.words, "register" if new else "login"
    page.goto("/me")
    player.press(page.get_by_role("tab", name=words(f"me.account.{what}_tab"), exact=True))
    page.get_by_label(words("me.account.name"), exact=True).fill(name)
    page.get_by_label(words("me.account.passphrase"), exact=True).fill(passphrase)
    player.press(page.get_by_role("tabpanel").get_by_role("button", name=words(f"me.account.{what}"), exact=True))
    if good:
        page.get_by_text(words("me.account.signed_in", name=name)).wait_for()


def start(host: Player) -> None:
    """Begin once both are seated; two bots come by themselves."""
    host.press(host.button(host.words.pattern("lobby.start_bots", n=2)))


def play_until(
    players: tuple[Player, ...],
    true: Callable[[], bool],
    *,
    within_s: float = 180,
    deals: int = 8,
    bold: Player | None = None,
    stay: bool = False,
) -> None:
    """All do what they are asked for until something is so. `bold`: names the highest game he may, the others pass;
    `stay`: nobody goes on from the bill.
    """
    end = time.monotonic() + within_s
    bills = 0
    while not true():
        assert time.monotonic() < end, [player.text()[:400] for player in players]
        for player in players:
            if true():
                return
            seen = player.seen()
            if seen == "say":
                player.say(_boldest if player is bold else _quietest if bold is not None else None)
            elif seen == "card":
                player.play_card()
            elif seen == "bill" and not stay:
                bills += 1
                assert bills <= deals * len(players), "it did not come to that"
                player.go_on()


def _boldest(names: list[str]) -> str:
    """The dearest game of those that are offered is the last."""
    return names[-1]


def _quietest(names: list[str]) -> str:
    return names[0]


def shown(player: Player) -> Data:
    """All that a person sees and may do."""
    return {
        "hand": player.cards(),
        "answers": player.names(player.answers),
        "playable": player.names(player.playable),
        "kontra": player.kontra.count(),
        "seats": player.seats(),
        "trick": player.page.get_by_role("group", name=player.words("table.trick.label")).all_inner_texts(),
    }


def foreign(state: Data) -> set[str]:
    """Cards in what the server tells a player that he cannot know, while a deal is played."""
    open_ = {card for trick in (state["trick"], state["last_trick"]) if trick for card in trick["cards"]}
    known = open_ | set(state["hand"]) | {(state["contract"] or {}).get("card")}
    public = _without({**state, "rules": None, "hand": None}, "trumps")
    public["history"] = [{**deal, "contract": None} for deal in public["history"]]
    return {card for card in CARD.findall(repr(public)) if card not in known}


def _without(data: Any, key: str) -> Any:
    """The same without what stands under a key, at any depth: the order of trumps is no secret."""
    if isinstance(data, dict):
        return {name: _without(value, key) for name, value in data.items() if name != key}
    return [_without(value, key) for value in data] if isinstance(data, list) else data
