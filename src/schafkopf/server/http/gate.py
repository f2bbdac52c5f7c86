"""What every request passes first: who asks, from where, how much; and what every answer carries."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from schafkopf.game.errors import SchafkopfError
from schafkopf.server.config import Config
from schafkopf.server.errors import Refused
from schafkopf.server.http import failures, keys
from schafkopf.server.http.hosts import Hosts
from schafkopf.server.http.limits import Bucket
from schafkopf.server.http.metrics import Metrics
from schafkopf.server.live.sessions import Sessions

log = logging.getLogger(__name__)
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
_HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
]
_NO_STORE = (b"cache-control", b"no-store")
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_HEALTH = "/healthz"
"""Asked by machines, by whatever name; says nothing of anybody."""
_ENDLESS = ("/api/events", "/stream")
"""How the paths of streams end; they have no head worth asking for."""
VISITOR = "schafkopf.visitor"
"""Where a request's scope holds its Visitor."""


@dataclass(slots=True)
class Visitor:
    """Who asks. `person` is None for somebody without a good key."""

    known: keys.Known | None
    bearer: bool
    address: str
    secure: bool

    @property
    def person(self) -> str:
        """The person. Raises Refused (person/unknown)."""
        if self.known is None:
            raise Refused("person/unknown")
        return self.known.person


def visitor(scope: Any) -> Visitor:
    """Who asks, as the gate has found out."""
    found: Visitor = scope[VISITOR]
    return found


class Gate:
    """An ASGI application in front of another one."""

    def __init__(self, inner: Any, config: Config, own: keys.Keys, sessions: Sessions, metrics: Metrics) -> None:
        self._inner = inner
        self._config = config
        self._keys = own
        self._sessions = sessions
        self._metrics = metrics
        self._requests = Bucket(config.limits.requests)
        self._hosts = Hosts(config.hosts, config.origins)
        self._origins = {origin.rstrip("/").lower() for origin in config.origins}
        self._under_way: set[asyncio.Task[Any]] = set()
        self._ending = False

    def end(self) -> None:
        """Refuse whatever has not been answered by now: a body that never comes would hold up the server's end."""
        self._ending = True
        for task in self._under_way:
            task.cancel()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._inner(scope, receive, send)
            return
        began = time.perf_counter()
        path: str = scope["path"]
        api = path.startswith("/api/")
        if scope["method"] == "HEAD" and not path.endswith(_ENDLESS):
            # As GET; the server below us leaves the body out.
            scope = {**scope, "method": "GET"}
        status = 0
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        secure = self._config.secure or scope["scheme"] == "https"

        async def answer(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": _with_ours(message["headers"], api=api, secure=secure)}
            await send(message)

        try:
            if path != _HEALTH:
                self._check_host(scope, headers)
            scope[VISITOR] = self._visitor(scope, headers, secure)
            if api:
                self._check(scope, headers)
        except SchafkopfError as error:
            await failures.send(answer, error)
        else:
            if not await self._answered(scope, receive, answer) and not status:
                await failures.send(answer, Refused("server/unavailable"))
        self._metrics.request(path, status, time.perf_counter() - began)

    async def _answered(self, scope: Any, receive: Any, answer: Any) -> bool:
        """False where the end of the server has cut it short."""
        task = asyncio.current_task()
        assert task is not None
        self._under_way.add(task)
        try:
            await self._inner(scope, receive, answer)
        except asyncio.CancelledError:
            if not self._ending:
                raise
            return False
        finally:
            self._under_way.discard(task)
        return True

    def _visitor(self, scope: Any, headers: dict[bytes, str], secure: bool) -> Visitor:
        address = limited_as(scope["client"][0]) if scope.get("client") else "?"
        now_s = int(time.time())
        authorization = headers.get(b"authorization")
        if authorization is not None:
            kind, _, key = authorization.partition(" ")
            known = self._known(key.strip(), now_s) if kind.lower() == "bearer" else None
            return Visitor(known, True, address, secure)
        key = keys.read_cookie(headers.get(b"cookie", "")) or ""
        return Visitor(self._known(key, now_s), False, address, secure)

    def _known(self, key: str, now_s: int) -> keys.Known | None:
        found = self._keys.check(key, now_s)
        return found if found is not None and self._sessions.good(found) else None

    def _check_host(self, scope: Any, headers: dict[bytes, str]) -> None:
        """Raise Refused for what is not meant for us, though it came here."""
        port = (scope.get("server") or (None, None))[1]
        for name in (b"host", b"x-forwarded-host"):
            # Of several proxies the last one is ours.
            said = headers.get(name, "").rpartition(",")[2].strip()
            if said and not self._hosts.own(said, port):
                raise Refused("request/host", "the server does not know itself by this name; see --public-host")

    def _check(self, scope: Any, headers: dict[bytes, str]) -> None:
        """Raise Refused for what comes from a foreign page, or too often."""
        who = visitor(scope)
        if not self._requests.has(who.address, take=True):
            raise Refused("request/too-many")
        origin = headers.get(b"origin")
        if origin is not None and not self._own_origin(origin, headers.get(b"host", ""), who.secure):
            raise Refused("request/forbidden", "the page is of another origin")
        safe = scope["method"] in _SAFE
        site = headers.get(b"sec-fetch-site")
        if site is not None and site != "same-origin" and not (safe and site == "none"):
            raise Refused("request/forbidden", "the page is of another site")
        if who.bearer:
            if who.known is None:
                raise Refused("person/unknown")
        elif not safe and headers.get(b"x-schafkopf") != "1":
            raise Refused("request/forbidden", "the header X-Schafkopf: 1 is missing")

    def _own_origin(self, origin: str, host: str, secure: bool) -> bool:
        origin = origin.lower()
        if origin in self._origins:
            return True
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        if f"{parts.scheme}://{parts.netloc}" != origin or not host:
            return False
        return parts.netloc == host.lower() and parts.scheme in (("https",) if secure else ("http", "https"))


@lru_cache(maxsize=4096)
def limited_as(address: str) -> str:
    """The address as limits count it: of IPv6 the network, since everybody there has as many addresses as he likes."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        if not found.is_loopback:
            return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))
    return str(found)


def _with_ours(headers: Iterable[tuple[bytes, bytes]], *, api: bool, secure: bool) -> list[tuple[bytes, bytes]]:
    found = list(headers)
    found += _HEADERS
    if api and b"cache-control" not in dict(found):
        found.append(_NO_STORE)
    if secure:
        found.append((b"strict-transport-security", b"max-age=31536000"))
    return found
