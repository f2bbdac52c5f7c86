"""Routes around the table: rules, records, codes to scan."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlsplit

from litestar import Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, QueryParameter

from schafkopf.server import wire
from schafkopf.server.around.book import rulebook
from schafkopf.server.around.form import rules_form
from schafkopf.server.around.qr import qr_svg
from schafkopf.server.around.replay import replay
from schafkopf.server.around.rulesets import rulesets
from schafkopf.server.errors import Refused
from schafkopf.server.http.common import Asked, desk, fails, packed, who

_LONG = 2_200_000


@get("/api/rulesets", responses=fails(), operation_id="rulesets", tags=["rules"])
async def get_rulesets(
    request: Asked, lang: Annotated[str, QueryParameter(max_length=16, description="Language of the titles")] = "en"
) -> Response[wire.Rulesets]:
    """The rulesets that ship, and the named variants."""
    return await packed(request, rulesets, lang)


@post("/api/rules/form", status_code=200, responses=fails(422), operation_id="rulesForm", tags=["rules"])
async def get_form(request: Asked, data: JSONBody[wire.RulesAsked]) -> Response[wire.RulesForm]:
    """Every rule of a ruleset: what it is, what it is here, what it could be."""
    at = desk(request)
    at.heavy.take(who(request).address)
    return await packed(request, rules_form, data)


@post("/api/rules/book", status_code=200, responses=fails(422), operation_id="rulebook", tags=["rules"])
async def get_book(request: Asked, data: JSONBody[wire.RulesAsked]) -> Response[wire.Rulebook]:
    """A ruleset as a rulebook."""
    at = desk(request)
    at.heavy.take(who(request).address)
    return await packed(request, rulebook, data)


@post(
    "/api/replay",
    status_code=200,
    request_max_body_size=_LONG,
    responses=fails(),
    operation_id="replay",
    tags=["records"],
)
async def get_replay(request: Asked, data: JSONBody[wire.RecordsAsked]) -> Response[wire.Replayed]:
    """Records, or another program's protocol, laid open position by position."""
    at = desk(request)
    at.heavy.take(who(request).address)
    return await packed(request, replay, data, at.house.ports.importer)


@get(
    "/api/qr",
    media_type="image/svg+xml",
    responses={
        200: ResponseSpec(bytes, media_type="image/svg+xml", generate_examples=False, description="The code"),
        **fails(),
    },
    operation_id="qr",
    tags=["rules"],
)
async def qr(
    request: Asked,
    text: Annotated[str, QueryParameter(min_length=1, max_length=512, description="A link to this server")],
) -> Response[Any]:
    """A code for phones to scan: for links to this server only."""
    try:
        parts = urlsplit(text)
    except ValueError:
        parts = None
    if parts is None or parts.scheme not in ("http", "https") or not own_host(parts.netloc, request):
        raise Refused("request/forbidden", "a code is made for links to this server only", where="text")
    at = desk(request)
    at.heavy.take(who(request).address)
    headers = {"Cache-Control": "private, max-age=86400"}
    return Response(await at.work(qr_svg, text), media_type="image/svg+xml", headers=headers)


def own_host(host: str, request: Asked) -> bool:
    """Whether this server is asked for by this name."""
    origins = desk(request).house.config.origins
    return host.lower() in (request.headers.get("host", "").lower(), *(urlsplit(one).netloc.lower() for one in origins))


ROUTES = (get_rulesets, get_form, get_book, get_replay, qr)
