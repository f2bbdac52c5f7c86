"""The server is killed in the middle of a trick and comes back: both browsers go on by themselves. RC-03."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.serving import Server
from tests.web.company import play_until, shown, two
from tests.web.people import People, serve
from tests.web.test_two_people import settled, within_a_trick


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of one's own, to be killed."""
    found = serve(tmp_path)
    yield found
    found.stop()


def _let_pass(server: Server, seconds: float) -> None:
    """As if the server had been away for so much longer: all that it has stored is so much older."""
    ms = int(seconds * 1000)
    with closing(sqlite3.connect(server.folder / "schafkopf" / "tables.db")) as database, database:
        database.execute("UPDATE events SET at_ms = at_ms - ?", (ms,))
        database.execute("UPDATE tables SET changed_ms = changed_ms - ?, due_ms = due_ms - ?", (ms, ms))
        # They have times in them; without one a table is folded from its events.
        database.execute("UPDATE tables SET snapshot = NULL, snapshot_seq = 0")
        database.execute("UPDATE processes SET beat_ms = beat_ms - ?", (ms,))


@pytest.mark.parametrize("seconds", [3, 30, 300])
def test_a_killed_server_costs_nothing(invite: People, server: Server, seconds: float) -> None:
    players = host, friend = two(invite)
    lost = host.words("table.connection.lost")
    play_until(players, lambda: within_a_trick(host))
    for player in players:
        settled(player)
    before = [shown(player) for player in players]
    history = [player.state() for player in players]
    server.kill()
    for player in players:
        player.page.get_by_role("status").get_by_text(lost).wait_for(timeout=30_000)
    # Half a minute is waited for once: until then a browser tries again less and less often.
    waited = 5 if seconds == 300 else seconds
    time.sleep(waited)
    _let_pass(server, seconds - waited)
    server.start()
    # After a while a browser tries again only every quarter of a minute.
    for player in players:
        player.page.get_by_role("status").get_by_text(lost).wait_for(state="hidden", timeout=60_000)
    for player, sight, state in zip(players, before, history, strict=True):
        settled(player)
        now = player.state()
        for key in ("number", "hand", "trick", "last_trick", "said", "turn", "options", "history", "contract"):
            assert now[key] == state[key], key
        assert {**shown(player), "seats": None} == {**sight, "seats": None}
    play_until(players, lambda: host.seen() == "bill" and friend.seen() == "bill", stay=True)
    state = host.state()
    assert [deal["number"] for deal in state["history"]] == list(range(1, history[0]["number"] + 1))
    assert sum(player["balance"] for player in state["players"]) + state["carried"]["pot"] == 0
    # All cards fell once.
    fallen = [card for trick in state["tricks"] for card in trick["cards"]]
    assert len(fallen) == len(set(fallen))
    for player in players:
        player.go_on()
    for player in players:
        player.hand.first.wait_for()
