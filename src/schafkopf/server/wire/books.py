"""Books: score sheets and tournaments, by link and by role."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from schafkopf.server.wire.basics import In, Out

BookId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$")]
"""22 signs of base64url, 128 random bits: made by who begins the book, perhaps without a network."""
LinkKey = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_.-]+$")]
BookKind = Literal["sheet", "tournament"]
BookRole = Literal["write", "view", "host", "scorer", "table", "viewer"]
"""`write` and `view` are of sheets, the others of tournaments: everything; all results; those of one table; to see."""


class Join(In, frozen=True):
    """What stands after the `#` of a link."""

    key: LinkKey


class Joined(Out, frozen=True):
    """What a link has let somebody into, and his role there now: his best one."""

    id: str
    kind: BookKind
    role: BookRole
    place: str
    """With the role `table`: which one, `ROUND-TABLE`; else empty."""


class BookLink(Out, frozen=True):
    """A link to pass on."""

    role: BookRole
    path: str
    """`/sheet/ID#KEY`; the key is after the `#`, so it never gets into a log."""


class BookLinks(Out, frozen=True):
    """The links that one may pass on."""

    links: list[BookLink]


class BookOps(Out, frozen=True, tag_field="type", tag="ops"):
    """What came onto a sheet, in order."""

    book: str
    seq: int
    """Of the last one."""
    ops: list[dict[str, Any]]


class BookChanged(Out, frozen=True, tag_field="type", tag="changed"):
    """Something has happened in a tournament; it is at `seq` now."""

    book: str
    seq: int


class BookGone(Out, frozen=True, tag_field="type", tag="gone"):
    """The book is not there (any more), or not for this person."""

    book: str
