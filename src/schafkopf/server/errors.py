"""What a table, a person or a request can be refused for. Codes are public: add, never change."""

from __future__ import annotations

from schafkopf.game.errors import SchafkopfError

CODES = (
    "table/not-found",
    "table/full",
    "table/seat-taken",
    "table/not-host",
    "table/not-seated",
    "table/already-seated",
    "table/phase",
    "table/stale",
    "table/paused",
    "table/bad-shuffle",
    "table/too-late",
    "table/limit",
    "book/not-found",
    "book/taken",
    "book/full",
    "book/limit",
    "person/unknown",
    "person/name-taken",
    "person/passphrase",
    "request/syntax",
    "request/too-large",
    "request/too-many",
    "request/forbidden",
    "request/host",
    "request/not-found",
    "server/fault",
    "server/unavailable",
)
"""The server's own codes; refusals by the rules carry the codes of `schafkopf.game`."""


class Refused(SchafkopfError):
    """Something that is not done; nothing has changed. `code` is one of CODES or a code of the game."""

    @classmethod
    def by_rules(cls, error: SchafkopfError) -> Refused:
        """What the rules refused, as it is told to the person: without its place in the log."""
        return cls(
            error.code,
            error.detail,
            seat=error.seat,
            action=error.action,
            allowed=error.allowed,
            where=error.where,
        )
