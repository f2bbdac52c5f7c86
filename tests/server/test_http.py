"""The door: who gets in, what is refused, what every answer carries."""

from __future__ import annotations

import contextlib
import socket
import time
from pathlib import Path

import httpx
import pytest
from tests.server.serving import Person, Server, eventually

from schafkopf.server.http.keys import LIFE_S, Keys

LONG = "x" * 70_000


def _keys(server: Server) -> Keys:
    return Keys(bytes.fromhex((server.folder / "schafkopf" / "secret.key").read_text().strip()))


def _code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def test_secret_and_cards_are_readable_by_their_owner_only(server: Server) -> None:
    files = list((server.folder / "schafkopf").iterdir())
    assert "secret.key" in {file.name for file in files}
    assert [file.name for file in files if file.stat().st_mode & 0o077] == []


def test_every_answer_has_the_security_headers(server: Server) -> None:
    for path in ("/", "/api/me", "/api/tables", "/healthz", "/schema", "/nowhere", "/api/nowhere"):
        headers = httpx.get(server.url + path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy, path
        assert "script-src 'self'" in policy, path
        assert "unsafe" not in policy, path
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_cookie_is_http_only_and_same_site(server: Server) -> None:
    cookie = httpx.get(f"{server.url}/api/me").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert "Secure" not in cookie
    # Through a proxy on this machine that speaks https.
    cookie = httpx.get(f"{server.url}/api/me", headers={"X-Forwarded-Proto": "https"}).headers["set-cookie"]
    assert "Secure" in cookie


def test_two_guests_are_two_persons(server: Server) -> None:
    assert server.person().id != server.person().id


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "http://127.0.0.1.evil.example:{port}",
        "http://127.0.0.1",
        "null",
        "{url}/x",
        "http://[",
        "",
    ],
)
def test_foreign_origin_is_refused(server: Server, origin: str) -> None:
    person = server.person()
    origin = origin.format(url=server.url, port=server.port)
    for answer in (
        person.post("/api/quick", headers={"Origin": origin}),
        person.http.get("/api/tables", headers={"Origin": origin}),
        person.http.get("/api/events?at=x.0", headers={"Origin": origin}),
    ):
        assert _code(answer) == (403, "request/forbidden")


def test_own_origin_is_welcome(server: Server) -> None:
    headers = {"Origin": server.url, "Sec-Fetch-Site": "same-origin"}
    assert server.person().post("/api/quick", headers=headers).status_code == 201


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none"])
def test_request_from_another_site_is_refused(server: Server, site: str) -> None:
    assert _code(server.person().post("/api/quick", headers={"Sec-Fetch-Site": site})) == (403, "request/forbidden")


def test_change_without_our_header_is_refused(server: Server) -> None:
    person = server.person()
    for method, path in (("POST", "/api/quick"), ("PUT", "/api/me"), ("DELETE", "/api/me"), ("POST", "/api/logout")):
        answer = httpx.request(method, server.url + path, json={}, cookies={"schafkopf": person.key})
        assert _code(answer) == (403, "request/forbidden")


def test_bearer_needs_no_header(server: Server) -> None:
    headers = {"Authorization": f"Bearer {server.person().key}"}
    assert httpx.post(f"{server.url}/api/quick", json={}, headers=headers).status_code == 201


def test_state_without_or_with_a_bad_key_is_refused(server: Server) -> None:
    """SX-11."""
    person = server.person()
    seat = person.quick()
    keys, now = _keys(server), int(time.time())
    good = keys.make(person.id, now)
    forged = f"v1.{person.id}.{now}.{'A' * 43}"
    swapped = good.replace(person.id, server.person().id)
    expired = keys.make(person.id, now - LIFE_S - 60)
    later = keys.make(person.id, now + 7 * 86_400)
    other_secret = Keys(b"\1" * 32).make(person.id, now)
    urls = [f"/api/tables/{seat.id}", f"/api/tables/{seat.state['code']}", f"/api/events?at={seat.id}.0", "/api/tables"]
    urls += [f"/api/tables/{seat.id}/records", f"/api/tables/{seat.id}/fairness", "/api/me/export"]
    for key in (forged, swapped, expired, later, other_secret, "x", "v1...", good[:-1], good + "A", good.upper()):
        for url in urls:
            for sent in ({"Cookie": f"schafkopf={key}"}, {"Authorization": f"Bearer {key}"}):
                answer = httpx.get(server.url + url, headers=sent)
                assert answer.status_code == 401, (key, url)
                assert "hand" not in answer.text
        sent = {"Cookie": f"schafkopf={key}", "X-Schafkopf": "1"}
        answer = httpx.post(f"{server.url}/api/tables/{seat.id}/commands", json=_leave(), headers=sent)
        assert _code(answer) == (401, "person/unknown")
    assert httpx.get(server.url + urls[0]).status_code == 401


def _leave() -> dict[str, object]:
    return {"id": "a", "seq": 0, "do": {"kind": "leave"}}


def test_person_in_the_query_is_not_believed(server: Server) -> None:
    seat = server.person().quick()
    other = server.person()
    state = other.http.get(f"/api/tables/{seat.id}?seat=0&person={seat.person.id}").json()["state"]
    assert state["you"]["seat"] is None
    assert state["hand"] == []


def test_table_that_may_not_be_watched_is_for_its_people_only(server: Server) -> None:
    host = server.person()
    table = host.new_table(bots={"1": "easy", "2": "easy", "3": "easy"}, settings={"watch": False, "pace": "instant"})
    table.listen()
    stranger = server.person()
    watching = stranger.at(table.id).listen()
    table.do("start")
    table.play(lambda state: state["phase"] == "deal")
    for url in (f"/api/tables/{table.id}", f"/api/tables/{table.id}/records", f"/api/tables/{table.id}/fairness"):
        assert _code(stranger.http.get(url)) == (403, "request/forbidden")
    answer = stranger.post(
        f"/api/tables/{table.id}/commands", {"id": "a", "seq": 1, "do": {"kind": "next", "number": 1}}
    )
    assert _code(answer) == (403, "request/forbidden")
    # Who came while it was still a lobby was shown out when the cards were dealt.
    eventually(lambda: any(data["type"] == "gone" for data in list(watching.heard)))
    watching.hang_up()
    # Nothing came after that, and nothing of the deal before it.
    assert [data["type"] for data in watching.heard].index("gone") == len(watching.heard) - 1
    sights = [{**data.get("state", {}), **data.get("changes", {})} for data in watching.heard]
    secret = ("hand", "hands", "said", "trick", "last_trick", "contract", "options")
    assert not [sight for sight in sights if any(sight.get(key) for key in secret)]
    table.hang_up()


def test_watcher_can_send_no_move(server: Server) -> None:
    """SX-02."""
    seat = server.person().quick()
    seat.listen()
    seat.play(lambda state: state["phase"] == "deal" and state["turn"] == 0 and state["options"])
    watcher = server.person().at(seat.id)
    assert watcher.state["hand"] == []
    assert watcher.state["options"] == []
    code = watcher.refused("act", number=1, action=seat.options[0])
    assert code == "table/not-seated"
    assert watcher.refused("undo") == "table/not-seated"
    seat.hang_up()


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/quick", {"rules": LONG}),
        ("/api/tables", {"name": LONG}),
        ("/api/rules/form", {"rules": "bavaria", "overrides": {"x": LONG}}),
        ("/api/account", {"name": "A", "passphrase": LONG}),
    ],
)
def test_long_bodies_are_refused(server: Server, path: str, body: object) -> None:
    assert _code(server.person().post(path, body)) == (413, "request/too-large")


def test_long_body_without_a_length_is_refused(server: Server) -> None:
    person = server.person()
    answer = person.http.post("/api/quick", content=(b"x" * 1000 for _ in range(100)))
    assert _code(answer) == (413, "request/too-large")
    answer = person.post("/api/replay", {"text": "x" * 2_300_000})
    assert _code(answer) == (413, "request/too-large")


@pytest.mark.parametrize("part", [b"X-A: %b\r\n" % (b"y" * 1000), b"y" * 1000])
def test_head_of_a_request_that_does_not_end_is_refused(server: Server, part: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n")
        sent = 0
        with contextlib.suppress(ConnectionError):
            while sent < 4_000_000:
                line.sendall(part)
                sent += len(part)
        assert sent < 4_000_000, "nobody stopped it"
    assert httpx.get(f"{server.url}/healthz").status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"unknown": 1}',
        b'{"level": "wise"}',
        b'{"pace": "x"}',
        b'{"name": ""}',
        b"\xff\xfe",
        b"[" * 30_000,
        b'{"rules": 1}',
    ],
)
def test_bodies_that_cannot_be_read_are_refused(server: Server, body: bytes) -> None:
    answer = server.person().http.post("/api/quick", content=body, headers={"Content-Type": "application/json"})
    assert _code(answer) == (400, "request/syntax")


def test_rules_that_are_not_there_are_named(server: Server) -> None:
    assert _code(server.person().post("/api/quick", {"rules": "atlantis"})) == (422, "ruleset/unknown")


def test_unknown_paths_and_methods_are_json(server: Server) -> None:
    person = server.person()
    assert _code(person.http.get("/api/nowhere")) == (404, "request/not-found")
    assert _code(person.http.get("/nowhere/at/all")) == (404, "request/not-found")
    assert _code(person.http.get(f"/api/tables/{'0' * 32}")) == (404, "table/not-found")
    assert _code(person.http.get("/api/tables/ABCDEF")) == (404, "table/not-found")
    assert person.http.get("/api/tables/..%2f..%2fetc").status_code in (400, 404)
    assert _code(person.http.get("/api/quick"))[0] == 405
    assert _code(person.http.get("/api/events?at=a;b"))[1] == "request/syntax"
    assert _code(person.http.get("/api/events"))[1] == "request/syntax"


def test_limits_slow_down_one_person_and_not_another(make_server) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server("--limits", "--tune", "commands=5:0.01")
    hasty, other = server.person().quick(), server.person().quick()
    codes = [hasty.try_({"kind": "say", "phrase": "hello"}).status_code for _ in range(8)]
    assert codes[:5] != [429] * 5
    assert codes[5:] == [429] * 3
    assert hasty.try_({"kind": "say", "phrase": "hello"}).headers["retry-after"] == "1"
    assert other.try_({"kind": "say", "phrase": "hello"}).status_code != 429


def test_tables_of_one_address_are_limited(make_server) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server("--limits", "--tune", "tables=3:0.001")
    codes = [server.person().post("/api/quick").status_code for _ in range(5)]
    assert codes == [201, 201, 201, 429, 429]


def test_guessing_codes_is_slowed_down(make_server) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server("--limits", "--tune", "attempts=4:0.001")
    seat = server.person().quick()
    guesser = server.person()
    codes = [guesser.http.get(f"/api/tables/AAAAA{i}").status_code for i in range(2, 8)]
    assert codes == [404] * 4 + [429] * 2
    # The address has used up its guesses, also for a code that is right; the id cannot be guessed and goes on.
    assert guesser.http.get(f"/api/tables/{seat.state['code']}").status_code == 429
    assert guesser.http.get(f"/api/tables/{seat.id}").status_code == 200


def test_passphrases_are_slowed_down(make_server) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server("--limits", "--tune", "attempts=3:0.001")
    answers = [
        server.person().post("/api/login", {"name": "Nobody", "passphrase": f"wrong-{i:04}"}).status_code
        for i in range(5)
    ]
    assert answers == [403, 403, 403, 429, 429]


def test_wrong_passphrases_of_one_do_not_keep_out_another(make_server) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server("--limits", "--tune", "attempts=4:0.001")
    account = {"name": "Ben", "passphrase": "12345678"}
    owner = server.person()
    owner.http.headers["X-Forwarded-For"] = "192.0.2.1"
    assert owner.post("/api/account", account).status_code == 200
    stranger = server.person()
    stranger.http.headers["X-Forwarded-For"] = "192.0.2.2"
    wrong = [stranger.post("/api/login", {**account, "passphrase": f"wrong-{i:04}"}).status_code for i in range(6)]
    assert wrong == [403] * 4 + [429] * 2
    # What is right costs nothing.
    assert {owner.post("/api/login", account).status_code for _ in range(6)} == {200}


def test_wrong_passphrases_from_everywhere_are_slowed_down(make_server) -> None:  # type: ignore[no-untyped-def]
    server: Server = make_server("--limits", "--tune", "accounts=3:0.001")
    statuses = []
    for i in range(5):
        person = server.person()
        person.http.headers["X-Forwarded-For"] = f"192.0.2.{i + 1}"
        statuses.append(person.post("/api/login", {"name": "Ben", "passphrase": f"wrong-{i:04}"}).status_code)
    assert statuses == [403, 403, 403, 429, 429]


def test_description_names_all_routes_and_their_errors(server: Server) -> None:
    found = httpx.get(f"{server.url}/schema").json()
    assert httpx.get(f"{server.url}/schema/openapi.json").json() == found
    paths = found["paths"]
    for path in ("/api/me", "/api/quick", "/api/tables", "/api/tables/{table}/commands", "/api/events", "/api/replay"):
        assert path in paths
    answers = paths["/api/tables/{table}/commands"]["post"]["responses"]
    assert {"200", "400", "401", "403", "404", "409", "413", "429"} <= set(answers)
    for status in ("400", "409"):
        assert answers[status]["content"]["application/json"]["schema"]["$ref"].endswith("/Failure")
    assert found["components"]["schemas"]["Command"]["properties"]["do"]["oneOf"]


def test_health_and_metrics(server: Server) -> None:
    assert httpx.get(f"{server.url}/healthz").text == "ok\n"
    before = server.metrics()["schafkopf_commands_total"]
    server.person().quick().try_({"kind": "say", "phrase": "hello"})
    assert server.metrics()["schafkopf_commands_total"] == before + 1
    far = httpx.get(f"{server.url}/metrics", headers={"X-Forwarded-For": "203.0.113.9"})
    assert far.status_code == 403


def test_code_to_scan_is_made_for_own_links_only(server: Server) -> None:
    answer = httpx.get(f"{server.url}/api/qr", params={"text": f"{server.url}/t/ABCDEF"})
    assert answer.status_code == 200
    assert answer.text.startswith("<svg")
    for text in ("https://evil.example/", "javascript:alert(1)", f"{server.url}.evil.example/", "x", "http://["):
        assert _code(httpx.get(f"{server.url}/api/qr", params={"text": text})) == (403, "request/forbidden")


def test_client_files(make_server, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    static = tmp_path / "client"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html>index")
    (static / "assets" / "app-1a2b.js").write_text("plain")
    (static / "assets" / "app-1a2b.js.br").write_bytes(b"as brotli")
    (static / "assets" / "app-1a2b.js.gz").write_bytes(b"as gzip")
    (tmp_path / "outside.txt").write_text("outside")
    (static / "link.txt").symlink_to(tmp_path / "outside.txt")
    server: Server = make_server("--static", str(static))
    for path in ("/", "/new", "/t/ABCDEF", "/rules", "/rules/bavaria", "/replay", "/learn", "/me", "/fairness"):
        answer = httpx.get(server.url + path)
        assert answer.text == "<!doctype html>index", path
        assert answer.headers["cache-control"] == "no-cache"
    url = f"{server.url}/assets/app-1a2b.js"
    plain = httpx.get(url, headers={"Accept-Encoding": "identity"})
    assert plain.text == "plain"
    assert "immutable" in plain.headers["cache-control"]
    assert plain.headers["content-type"] == "text/javascript; charset=utf-8"
    for accepted, encoding, content in (("gzip, br", "br", b"as brotli"), ("gzip", "gzip", b"as gzip")):
        with httpx.stream("GET", url, headers={"Accept-Encoding": accepted}) as answer:
            assert answer.headers["content-encoding"] == encoding
            assert answer.headers["vary"] == "Accept-Encoding"
            assert b"".join(answer.iter_raw()) == content
    assert (
        httpx.get(url, headers={"If-None-Match": plain.headers["etag"], "Accept-Encoding": "identity"}).status_code
        == 304
    )
    (static / "assets" / "app-1a2b.js").write_text("built anew")
    assert httpx.get(url, headers={"Accept-Encoding": "gzip, br"}).text == "built anew"
    for path in ("/outside.txt", "/../outside.txt", "/%2e%2e/outside.txt", "/link.txt", "/assets/", "/assets/none.js"):
        answer = httpx.get(server.url + path)
        assert answer.status_code == 404, path
        assert "outside" not in answer.text


def test_logs_are_json_and_hold_no_card(server: Server) -> None:
    import json

    seat = server.person().quick()
    seat.try_({"kind": "act", "number": 1, "action": "EO"})
    for line in server.log.splitlines():
        found = json.loads(line)
        assert {"at", "level", "from", "what"} <= set(found)
        assert "EO" not in line


def test_name_is_cleaned(server: Server) -> None:
    person: Person = server.person()
    assert (
        person.http.put("/api/me", json={"name": " J\u00fcrgen Gro\u00dfb\u00f6hm\u202e "}).json()["name"]
        == "Jürgen Großböhm"
    )
    assert _code(person.http.put("/api/me", json={"name": "\u200b\u202e"})) == (400, "request/syntax")
    assert person.quick().state["seats"][0]["name"] == "Jürgen Großböhm"
