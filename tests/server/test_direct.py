"""Commands go past the framework: whatever is sent, the answer is the one that its own route gives."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from tests.server.serving import Server

_COMMAND = '{"id":"%s","seq":1,"do":%s}'


def _answer(answer: httpx.Response) -> tuple[Any, ...]:
    return answer.status_code, answer.content, sorted((n, v) for n, v in answer.headers.items() if n != "date")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (_COMMAND % ("a-swap-of-nobody", '{"kind":"swap","a":0,"b":9}'), 400),
        (_COMMAND % ("a-stale-card", '{"kind":"act","number":3,"action":"EA"}'), 409),
        (_COMMAND % ("an-unknown-level", '{"kind":"add_bot","seat":1,"level":"divine"}'), 400),
        (_COMMAND % ("an-unknown-kind", '{"kind":"cheat"}'), 400),
        ('{"id":"not-a-whole-command"', 400),
        ("", 400),
        ("[" * 5_000, 400),
        ("x" * 70_000, 413),
    ],
)
def test_answer_is_that_of_the_route(server: Server, body: str, status: int) -> None:
    anna = server.person()
    path = f"{server.url}/api/tables/{anna.new_table().id}/commands"
    headers = {"Authorization": f"Bearer {anna.key}", "Content-Type": "application/json"}
    # The framework takes a path with a slash at its end for the same; what goes past it does not.
    direct, routed = (httpx.post(path + end, content=body.encode(), headers=headers) for end in ("", "/"))
    assert direct.status_code == status
    assert _answer(direct) == _answer(routed)


def test_body_may_come_in_pieces(server: Server) -> None:
    anna = server.person()
    path = f"{server.url}/api/tables/{anna.new_table().id}/commands"
    headers = {"Authorization": f"Bearer {anna.key}", "Content-Type": "application/json"}
    pieces = (_COMMAND % ("in-pieces", '{"kind":"say","phrase":"hurry"}')).encode()
    for end in ("", "/"):
        answer = httpx.post(path + end, content=(pieces[i : i + 7] for i in range(0, len(pieces), 7)), headers=headers)
        assert answer.status_code == 200, answer.text
