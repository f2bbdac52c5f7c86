"""The keys in links to a book: what a link is good for follows from the server's secret, and is stored nowhere."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Mapping

from schafkopf.server.books.kinds import PLACE, PLACED, Kind


class LinkKeys:
    """Makes keys, and says what a key is good for."""

    def __init__(self, secret: bytes) -> None:
        self._secret = hashlib.blake2b(secret, person=b"books", digest_size=32).digest()

    def make(self, book_id: str, role: str, place: str, epoch: int) -> str:
        """The key for a role in a book. epoch: how often it was renewed. place: of the role `table`, else empty."""
        text = f"{book_id}/{role}/{place}/{epoch}"
        digest = hmac.digest(self._secret, text.encode(), "sha256")[:16]
        signature = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        return f"{place}.{signature}" if place else signature

    def role_of(self, key: str, book_id: str, kind: Kind, epochs: Mapping[str, int]) -> tuple[str, str] | None:
        """The role and place that a key is good for; None for a key that is none. Takes as long for any."""
        place = key.rpartition(".")[0]
        if place and not PLACE.fullmatch(place):
            return None
        found = None
        for role in kind.roles:
            if bool(place) != (role == PLACED):
                continue
            good = self.make(book_id, role, place, epochs.get(role, 0))
            if hmac.compare_digest(good.encode(), key.encode()):
                found = role, place
        return found
