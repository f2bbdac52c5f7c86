"""Who somebody is: a random id, signed, in a cookie or as a bearer token."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass

from schafkopf.server.config import KEY_LIFE_S

COOKIE = "schafkopf"
_DAY_S = 86_400
LIFE_S = KEY_LIFE_S
RENEW_S = 30 * _DAY_S
_REMEMBERED = 10_000
_FORM = re.compile(
    r"v2\.(?P<person>[A-Za-z0-9_-]{22})\.(?P<issued>[0-9]{1,12})\.(?P<epoch>[0-9]{1,9})\.(?P<session>[A-Za-z0-9_-]{1,16})"
    r"\.[A-Za-z0-9_-]{43}"
)
_FIRST_FORM = re.compile(r"v1\.(?P<person>[A-Za-z0-9_-]{22})\.(?P<issued>[0-9]{1,12})\.[A-Za-z0-9_-]{43}")
"""As keys were before there were epochs and sessions; they stay good."""


@dataclass(frozen=True, slots=True)
class Known:
    """A person that a key is good for."""

    person: str
    issued_s: int
    epoch: int
    """Which of the person's; beginning another one ends all keys of the earlier ones."""
    session: str
    """One sign-in at one browser; a renewed key keeps it."""


class Keys:
    """Makes and checks keys with the server's secret."""

    def __init__(self, secret: bytes) -> None:
        if len(secret) < 32:
            raise ValueError("the secret has at least 32 bytes")
        self._secret = hashlib.blake2b(secret, person=b"cookies", digest_size=32).digest()
        self._good: dict[str, Known] = {}

    @staticmethod
    def new_person() -> str:
        """An id that nobody can guess: 128 random bits."""
        return secrets.token_urlsafe(16)

    def make(self, person: str, now_s: int, *, epoch: int = 0, session: str | None = None) -> str:
        """A key for a person; without a session for a new one."""
        text = f"v2.{person}.{now_s}.{epoch}.{session or secrets.token_urlsafe(9)}"
        return f"{text}.{self._sign(text)}"

    def check(self, key: str, now_s: int) -> Known | None:
        """Whose key this is; None if it is forged or too old. Whether it has been revoked `Sessions` knows."""
        known = self._good.get(key)
        if known is None:
            match = _FORM.fullmatch(key) or _FIRST_FORM.fullmatch(key)
            if match is None:
                return None
            text, _, signature = key.rpartition(".")
            if not hmac.compare_digest(self._sign(text), signature):
                return None
            said = match.groupdict()
            issued = said["issued"]
            known = Known(said["person"], int(issued), int(said.get("epoch", "0")), said.get("session", issued))
            if len(self._good) >= _REMEMBERED:
                self._good.clear()
            self._good[key] = known
        return known if -_DAY_S <= now_s - known.issued_s <= LIFE_S else None

    def _sign(self, text: str) -> str:
        digest = hmac.digest(self._secret, text.encode(), "sha256")
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def cookie(key: str, *, secure: bool) -> str:
    """The header that hands a key to a browser."""
    return f"{COOKIE}={key}; Path=/; Max-Age={LIFE_S}; HttpOnly; SameSite=Strict{'; Secure' if secure else ''}"


def no_cookie(*, secure: bool) -> str:
    """The header that takes it back."""
    return f"{COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict{'; Secure' if secure else ''}"


def read_cookie(header: str) -> str | None:
    """Our cookie among others."""
    for part in header.split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return value
    return None
