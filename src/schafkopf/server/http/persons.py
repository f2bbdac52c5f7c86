"""Routes about the person who asks."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from typing import Any

from litestar import Response, delete, get, post, put
from litestar.datastructures import ResponseHeader
from litestar.params import JSONBody

from schafkopf.server import wire
from schafkopf.server.errors import Refused
from schafkopf.server.http import keys
from schafkopf.server.http.common import NOTHING, Asked, desk, fails, plain, who
from schafkopf.server.store.persons import Person, key_of

_SETS_COOKIE = [
    ResponseHeader(name="Set-Cookie", description="The cookie `schafkopf`", required=False, documentation_only=True)
]

_LONGEST_KEY = 128
"""What the database has room for."""


def _name(text: str) -> str:
    """A name without what cannot be seen around it, or at all. Raises Refused (request/syntax)."""
    name = "".join(letter for letter in text if letter.isprintable()).strip()
    if not name:
        raise Refused("request/syntax", "a name has letters", where="name")
    return name


def _me(request: Asked, person: Person, left: Sequence[str] = ()) -> Response[Any]:
    levels = list(desk(request).house.asker.levels)
    return plain(wire.Me(name=person.name, account=person.account, levels=levels, left=list(left)))


def _with_key(request: Asked, answer: Response[Any], person: str, *, session: str | None = None) -> Response[Any]:
    at = desk(request)
    key = at.keys.make(person, int(time.time()), epoch=at.house.sessions.epoch(person), session=session)
    answer.headers["Set-Cookie"] = keys.cookie(key, secure=who(request).secure)
    return answer


@get("/api/me", response_headers=_SETS_COOKIE, responses=fails(401), operation_id="me", tags=["person"])
async def me(request: Asked) -> Response[wire.Me]:
    """Who asks. Who comes without a valid cookie is made a guest and given one."""
    at, visit = desk(request), who(request)
    if visit.known is None:
        person = at.keys.new_person()
        return _with_key(request, _me(request, Person(person, None, None)), person)
    answer = _me(request, await at.house.people.get(visit.person))
    if not visit.bearer and time.time() - visit.known.issued_s > keys.RENEW_S:
        await at.house.people.use(visit.person)
        return _with_key(request, answer, visit.person, session=visit.known.session)
    return answer


@put("/api/me", responses=fails(401), operation_id="setMe", tags=["person"])
async def set_me(request: Asked, data: JSONBody[wire.SetMe]) -> Response[wire.Me]:
    """Change one's name."""
    people, person = desk(request).house.people, who(request).person
    await people.rename(person, _name(data.name))
    return _me(request, await people.get(person))


@delete("/api/me", status_code=204, responses={**NOTHING, **fails()}, operation_id="deleteMe", tags=["person"])
async def delete_me(request: Asked) -> Response[None]:
    """Delete everything that is kept of oneself. Every cookie of this person is void from then on."""
    visit, house = who(request), desk(request).house
    await house.people.forget(visit.person)
    house.end_revoked()
    return Response(None, status_code=204, headers={"Set-Cookie": keys.no_cookie(secure=visit.secure)})


@get("/api/me/export", responses=fails(401), operation_id="exportMe", tags=["person"])
async def export_me(request: Asked) -> Response[Any]:
    """Everything that is kept of oneself."""
    at, person = desk(request), who(request).person
    at.heavy.take(person)
    found = await at.house.people.export(person)
    content = json.dumps(found, ensure_ascii=False, indent=1).encode()
    headers = {"Content-Disposition": 'attachment; filename="schafkopf.json"'}
    return Response(content, media_type="application/json", headers=headers)


@post(
    "/api/account",
    status_code=200,
    response_headers=_SETS_COOKIE,
    responses=fails(401, 409),
    operation_id="register",
    tags=["person"],
)
async def register(request: Asked, data: JSONBody[wire.NewAccount]) -> Response[wire.Me]:
    """Give oneself a name and a passphrase; or, with the old passphrase, another one.

    Then every cookie made until now is void, also those of other browsers; this browser is given a new one.
    """
    at, visit = desk(request), who(request)
    person, name = visit.person, _name(data.name)
    if len(key_of(name)) > _LONGEST_KEY:
        # A few signs stand for whole sentences.
        raise Refused("request/syntax", "the name is too long when written out", where="name")
    at.attempts.take(visit.address)
    again = await at.house.people.register(person, name, data.passphrase, data.old)
    answer = _me(request, await at.house.people.get(person))
    if not again:
        return answer
    # This browser's own stream as well, but not before it has the new cookie.
    asyncio.get_running_loop().call_later(1.0, at.house.end_revoked)
    return _with_key(request, answer, person)


@post(
    "/api/login",
    status_code=200,
    response_headers=_SETS_COOKIE,
    responses=fails(403),
    operation_id="login",
    tags=["person"],
)
async def login(request: Asked, data: JSONBody[wire.Account]) -> Response[wire.Me]:
    """Be the person of an account in this browser.

    Who has played here as a guest brings his tables along, and the guest is gone. Where the account has a place of its
    own the guest leaves instead: the answer's `left` names these tables.
    """
    at, visit = desk(request), who(request)
    name = _name(data.name)
    account = key_of(name)
    at.attempts.take(visit.address)
    at.accounts.take(account)
    person = await at.house.people.login(name, data.passphrase)
    at.attempts.give_back(visit.address)
    at.accounts.give_back(account)
    left: list[str] = []
    if visit.known is not None and visit.person != person:
        left = await at.house.bring_along(visit.person, person)
    return _with_key(request, _me(request, await at.house.people.get(person), left), person)


@post(
    "/api/logout",
    status_code=200,
    response_headers=_SETS_COOKIE,
    responses=fails(),
    operation_id="logout",
    tags=["person"],
)
async def logout(request: Asked) -> Response[wire.Me]:
    """Be a new guest in this browser. The cookie until now is void, wherever a copy of it may be."""
    at, visit = desk(request), who(request)
    at.leaving.take(visit.address)
    if visit.known is not None:
        await at.house.sessions.end(visit.known)
        at.house.end_revoked()
    person = at.keys.new_person()
    return _with_key(request, _me(request, Person(person, None, None)), person)


ROUTES = (me, set_me, delete_me, export_me, register, login, logout)
