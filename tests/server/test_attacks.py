"""What somebody tries who means no good, or has bad luck, through the same door as everybody else."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from tests.server.serving import LONG_S, Person, Seat, Server, billed, eventually

from schafkopf.server.http.gate import limited_as
from schafkopf.server.store.schema import streams

Make = Callable[..., Server]
INSTANT = {"pace": "instant"}


def at_once(*tries: Callable[[], Any]) -> list[Any]:
    """All of them at the same instant, as far as this machine can."""
    with ThreadPoolExecutor(len(tries)) as pool:
        return [future.result() for future in [pool.submit(one) for one in tries]]


def seated(server: Server, host: Seat, **sit: Any) -> Seat:
    """Somebody else at the table, without a stream."""
    seat = server.person().at(host.state["code"])
    seat.do("sit", **sit)
    return seat


# -- commands that come again ----------------------------------------------------------------------------------------


def test_a_command_that_comes_again_much_later_does_nothing(make_server: Make) -> None:
    """Long after it is forgotten in memory, and after the process is: the database knows it."""
    server = make_server()
    table = server.person().new_table()
    table.try_({"kind": "rename", "name": "First"}, id="same")
    for number in range(300):
        table.do("rename", name=f"Name {number}")
    for _ in range(2):
        began, seq = time.monotonic(), table.seq
        # With other words: whoever sends an id twice has one effect, not two.
        again = table.try_({"kind": "rename", "name": "Second"}, id="same")
        assert (again.status_code, again.json()["seq"]) == (200, seq)
        assert time.monotonic() - began < 5
        assert table.look()["seats"][0]["name"] == "Name 299"
        server.kill()
        server.start()
    assert server.metrics()["schafkopf_conflicts_total"] <= 2


def test_two_who_use_the_same_id_are_two(server: Server) -> None:
    host = server.person().new_table()
    other = seated(server, host)
    assert host.try_({"kind": "rename", "name": "One"}, id="x").status_code == 200
    assert other.try_({"kind": "rename", "name": "Two"}, id="x").status_code == 200
    assert [seat["name"] for seat in host.look()["seats"][:2]] == ["One", "Two"]


def test_many_who_want_the_same_seat_at_the_same_instant(server: Server) -> None:
    host = server.person().new_table()
    guests = [server.person().at(host.id) for _ in range(8)]
    answers = at_once(*(lambda guest=guest: guest.try_({"kind": "sit", "seat": 2}) for guest in guests))
    assert Counter(answer.status_code for answer in answers) == {200: 1, 409: 7}
    answers = at_once(*(lambda guest=guest: guest.try_({"kind": "sit"}) for guest in guests))
    # One sits already; two more find a seat.
    assert Counter(answer.status_code for answer in answers) == {200: 3, 409: 5}
    names = [seat["name"] for seat in host.look()["seats"]]
    assert len(set(names)) == 4


def test_one_card_played_in_two_tabs_at_the_same_instant(server: Server) -> None:
    """RD-01, with two ids: what the second one was about is over."""
    # Ramsch where all pass: every deal is played.
    one = server.person().quick(rules="bavaria+ramsch")
    one.listen()
    for _ in range(4):
        one.play(lambda state: state["turn"] == 0 and len(state["options"]) > 2 and state["step"] == "play")
        two, seq, number = one.person.again().at(one.id), one.seq, one.state["number"]
        plays = [{"kind": "act", "number": number, "action": card} for card in one.options[:2]]
        answers = at_once(partial(one.try_, plays[0], seq=seq), partial(two.try_, plays[1], seq=seq))
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        refused = next(answer for answer in answers if answer.status_code == 409)
        assert refused.json()["error"]["code"] == "table/stale"
    one.hang_up()


# -- people who are not there ----------------------------------------------------------------------------------------


def test_somebody_who_sits_down_and_never_listens_is_missed(server: Server) -> None:
    """Else everybody would wait for him for ever: no clock runs for somebody who counts as connected."""
    host = server.person().new_table(settings={**INSTANT, "grace_s": 1})
    host.listen()
    seated(server, host)
    assert host.happened("sat", seat=1)["changes"]["seats"][1]["connected"]
    host.until(lambda state: not state["seats"][1]["connected"])
    host.do("start")
    host.until(lambda state: state["seats"][1]["stand_in"])
    host.play(billed())
    host.hang_up()


def test_somebody_who_sits_down_just_before_the_server_dies_is_missed(make_server: Make) -> None:
    server = make_server("--tune", "gone_s=5")
    host = server.person().new_table(settings=INSTANT)
    host.listen()
    other = seated(server, host)
    assert host.happened("sat", seat=1)["changes"]["seats"][1]["connected"]
    # That he is expected is written down beside the answer.
    eventually(lambda: server.rows(sa.select(streams).where(streams.c.person == other.person.id)))
    server.kill()
    server.start()
    host.until(lambda state: not state["seats"][1]["connected"], LONG_S)
    host.hang_up()


# -- what one may not see --------------------------------------------------------------------------------------------


def test_whoever_takes_a_seat_has_not_agreed_to_what_was_agreed_there(server: Server) -> None:
    """Or his cards would be shown to watchers by the consent of somebody who has left, and now watches."""
    host = server.person().new_table(settings=INSTANT)
    host.listen()
    leaver, waiting = seated(server, host, seat=1), seated(server, host, seat=2)
    host.look()
    host.do("propose", what="open_hands")
    leaver.do("answer", agree=True)
    leaver.do("leave")
    newcomer = seated(server, host, seat=1)
    assert newcomer.state["proposal"]["waiting"] == [1, 2]
    assert "answer" in newcomer.state["can"]
    waiting.do("answer", agree=True)
    assert not host.look()["open_hands"]
    # Nor does a proposal outlive the one who made it, once somebody else sits there.
    newcomer.do("answer", agree=False)
    newcomer.do("propose", what="open_hands")
    newcomer.do("leave")
    assert seated(server, host, seat=1).state["proposal"] is None
    host.hang_up()


def test_a_deal_that_is_taken_back_is_secret_again(server: Server) -> None:
    """Whoever comes now finds neither the cards nor the secret that they follow from."""
    player = server.person().quick()
    player.listen()
    player.play(billed())
    watcher = server.person()
    path = f"/api/tables/{player.id}"
    assert watcher.http.get(f"{path}/records").text.count("\n") == 1
    while player.state["phase"] == "between":
        player.do("undo")
    state = watcher.at(player.id).state
    assert state["phase"] == "deal"
    assert state["shuffle"]["server_secret"] is None
    assert state["hands"] == state["tricks"] == []
    assert watcher.http.get(f"{path}/records").text == watcher.http.get(f"{path}/fairness").text == ""
    player.play(billed())
    assert watcher.http.get(f"{path}/fairness").text.count("\n") == 1
    assert watcher.at(player.id).state["shuffle"]["server_secret"] is not None
    player.hang_up()


# -- limits ----------------------------------------------------------------------------------------------------------


def test_codes_tried_at_the_same_instant_are_counted_too(make_server: Make) -> None:
    server = make_server("--limits", "--tune", "attempts=4:0.001")
    guesser = server.person()
    tries = [lambda code=f"AAAA{a}{b}": guesser.http.get(f"/api/tables/{code}") for a in "BCDE" for b in "BCDEFG"]
    statuses = Counter(answer.status_code for answer in at_once(*tries))
    assert statuses == {404: 4, 429: 20}


def test_a_code_that_is_right_costs_nothing(make_server: Make) -> None:
    server = make_server("--limits", "--tune", "attempts=3:0.001")
    table = server.person().new_table()
    friend = server.person()
    assert {friend.http.get(f"/api/tables/{table.state['code']}").status_code for _ in range(10)} == {200}


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("::1", "::1"),
        ("not an address", "not an address"),
    ],
)
def test_whoever_has_a_network_of_addresses_is_counted_once(address: str, counted: str) -> None:
    assert limited_as(address) == counted


# -- words that are none ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def any_store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server on either database."""
    database = None if request.param == "sqlite" else request.getfixturevalue("postgresql")
    found = Server(tmp_path_factory.mktemp("words"), database=database).start()
    yield found
    found.stop()


ODD = (
    *("a\0b", "\x1b[2J", "\ufdfa" * 32, "\u202eAnna", "Z" + "\u0337" * 31, "\U0001f469\u200d" * 16, "\ue000", "\ufffe"),
    *("' OR 1=1 --", "<b>x</b>", "%s%n", "{name}", "\U0001d4d0\U0001d4f7"),
)


@pytest.mark.parametrize("text", ODD)
def test_odd_texts_are_kept_cleaned_or_refused(any_store: Server, text: str) -> None:
    """PostgreSQL takes no NUL and nothing that is too long: neither may come so far."""
    person: Person = any_store.person()
    table = person.new_table()
    tries = [
        person.http.put("/api/me", json={"name": text}),
        person.post("/api/account", {"name": text, "passphrase": text * 8}),
        person.post("/api/login", {"name": text, "passphrase": text * 8}),
        person.post("/api/tables", {"name": text}),
        person.post("/api/tables", {"rules": text}),
        person.post("/api/tables", {"overrides": {text: text}}),
        person.post(f"/api/tables/{table.id}/report", {"seat": 0, "reason": "name", "text": text}),
        table.try_({"kind": "rename", "name": text}),
        table.try_({"kind": "act", "number": 1, "action": text[:32]}),
        person.post("/api/quick", {"record": text}),
        person.post("/api/replay", {"text": text}),
        person.http.get("/api/me/export"),
        person.http.get("/api/tables"),
        person.http.delete("/api/me"),
    ]
    assert max(answer.status_code for answer in tries) < 500, [answer.text for answer in tries]


# -- what is not to be told ------------------------------------------------------------------------------------------


def test_counters_do_not_tell_who_was_asked(server: Server) -> None:
    """SX-04: who holds the called ace is not asked whether he doubles."""
    # Ramsch where all pass: every deal is played.
    player = server.person().quick(rules="bavaria+ramsch")
    player.listen()
    player.play(lambda state: state["number"] == 4)
    counted = server.metrics()
    assert counted["schafkopf_bot_asked_total"] > 50
    # Every question was one that everybody could see: something was said or played.
    assert counted["schafkopf_bot_asked_total"] <= counted["schafkopf_events_total"]
    player.hang_up()


def test_a_flood_of_heavy_questions_leaves_room_for_others(server: Server) -> None:
    heavy, table = server.person(), server.person().new_table()
    text = "Spiel\n" * 100_000
    slowest, first = 0.0, time.monotonic()
    with ThreadPoolExecutor(12) as pool:
        floods = [pool.submit(lambda: heavy.post("/api/replay", {"text": text}, timeout=120)) for _ in range(12)]
        while not all(flood.done() for flood in floods):
            began = time.monotonic()
            assert table.person.http.get(f"/api/tables/{table.state['code']}").status_code == 200
            slowest = max(slowest, time.monotonic() - began)
        assert {flood.result().status_code for flood in floods} == {200}
    # Nobody waits for the floods, on a machine that is busy with something else too.
    assert slowest < max(3.0, (time.monotonic() - first) / 4)


def test_the_page_tells_nothing_to_frames_and_foreign_scripts(server: Server) -> None:
    """A page of somebody else can neither read an answer nor show ours inside its own."""
    person = server.person()
    for path in ("/", "/api/me", "/api/tables", "/schema", "/api/nowhere"):
        answer = person.http.get(path, headers={"Origin": server.url})
        assert "access-control-allow-origin" not in answer.headers
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    answer = httpx.options(
        f"{server.url}/api/quick", headers={"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    )
    assert answer.status_code in (403, 405)
    eventually(lambda: '"fault"' not in server.log)
