"""Errors as answers: a status and a `Failure`."""

from __future__ import annotations

import logging
import sqlite3
from typing import Any

import sqlalchemy as sa
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from schafkopf.game.errors import SchafkopfError
from schafkopf.server import wire
from schafkopf.server.live.room import ENCODER
from schafkopf.server.shown import error_info

log = logging.getLogger(__name__)
_STATUS = {
    "table/not-found": 404,
    "book/not-found": 404,
    "tournament/forbidden": 403,
    "person/unknown": 401,
    "person/name-taken": 409,
    "person/passphrase": 403,
    "request/syntax": 400,
    "request/too-large": 413,
    "request/too-many": 429,
    "request/forbidden": 403,
    "request/host": 403,
    "request/not-found": 404,
    "server/unavailable": 503,
    "server/fault": 500,
}
"""Everything else is 409: a refusal by the rules or by the state of the table."""
_UNUSABLE = frozenset(
    f"tournament/{kind}" for kind in ("backup", "number", "rules", "scheme", "setting", "syntax", "text")
)


def status_of(code: str) -> int:
    """The HTTP status that goes with a code."""
    if code.startswith(("record/", "ruleset/", "import/", "sheet/")):
        return 422
    if code in _UNUSABLE:
        return 422
    return _STATUS.get(code, 409)


def body(error: SchafkopfError) -> bytes:
    """The answer as JSON."""
    return ENCODER.encode(wire.Failure(error_info(error)))


_NO_DATABASE = (sa.exc.OperationalError, sa.exc.InterfaceError, sa.exc.TimeoutError, sqlite3.OperationalError)
"""Where a transaction cannot begin, the driver's own error comes through."""
_LATER = frozenset({"request/too-many", "server/unavailable"})


def failure(error: SchafkopfError) -> Response[Any]:
    """The answer to a refused request."""
    headers = {"Retry-After": "1"} if error.code in _LATER else {}
    return Response(body(error), status_code=status_of(error.code), media_type="application/json", headers=headers)


async def send(send: Any, error: SchafkopfError) -> None:
    """The same answer without the framework."""
    content = body(error)
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(content))]
    if error.code in _LATER:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status_of(error.code), "headers": headers})
    await send({"type": "http.response.body", "body": content})


def refused(_request: Request[Any, Any, Any], error: SchafkopfError) -> Response[Any]:
    """A refusal of ours."""
    return failure(error)


_BY_STATUS = {
    400: "request/syntax",
    401: "person/unknown",
    403: "request/forbidden",
    404: "request/not-found",
    413: "request/too-large",
    429: "request/too-many",
    503: "server/unavailable",
}


def by_framework(_request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """A refusal by the framework: a route that is not there, a body that cannot be read."""
    code = _BY_STATUS.get(error.status_code, "request/syntax" if error.status_code < 500 else "server/fault")
    detail, where = "", None
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        first = error.extra[0]
        if isinstance(first, dict):
            detail, where = str(first.get("message", "")), first.get("key")
    elif code == "request/syntax":
        detail = str(error.detail)
    found = SchafkopfError(code, detail[:300], where=where)
    answer = failure(found)
    # 405 and other things of the protocol have no code of their own.
    answer.status_code = error.status_code if code == "request/syntax" else answer.status_code
    allow = (error.headers or {}).get("Allow")
    if allow:
        answer.headers["Allow"] = allow
    return answer


def fault(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """A fault of ours: logged with where it happened, told without."""
    if isinstance(error, RecursionError):
        # Reading the body: nothing of ours goes that deep.
        return failure(SchafkopfError("request/syntax", "nested too deeply"))
    return failure(logged(request.scope, error))


def logged(scope: Any, error: Exception) -> SchafkopfError:
    """What is told of a fault of ours, which goes into the log."""
    if isinstance(error, _NO_DATABASE):
        log.error("database", extra={"path": scope["path"], "kind": type(error).__name__})
        return SchafkopfError("server/unavailable")
    log.error("fault", exc_info=error, extra={"path": scope["path"], "method": scope["method"]})
    return SchafkopfError("server/fault")
