"""What happened at a table, as it is stored: complete, with secrets. Nobody but the server reads these.

The state of a table is the fold of its events; the first is `Created`. Seats are indices into the seats as they are at
that moment. Add events and fields with defaults, never change what is stored.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from schafkopf.server.wire import Settings

By = Literal["person", "bot", "clock"]
What = Literal["throw_in", "open_hands"]


class Happened(Struct, frozen=True, tag_field="e", omit_defaults=True):
    """One event."""


class Created(Happened, frozen=True, tag="created"):
    """A table was set up; its host sits at seat 0."""

    table: str
    code: str
    rules: str
    overrides: dict[str, Any]
    seats: int
    host: str
    """Person id."""
    name: str
    settings: Settings
    record: str | None = None
    """A record whose cards are played first, as practice."""


class Sat(Happened, frozen=True, tag="sat"):
    """A person took a seat (an open one, or a bot's)."""

    seat: int
    person: str
    name: str


class Stood(Happened, frozen=True, tag="stood"):
    """A person gave his seat up and stays as a watcher."""

    seat: int


class Left(Happened, frozen=True, tag="left"):
    """A person left for good."""

    seat: int


class Removed(Happened, frozen=True, tag="removed"):
    """The host freed a seat; a person who was removed may not sit down again."""

    seat: int


class Renamed(Happened, frozen=True, tag="renamed"):
    """A person has another name at this table."""

    seat: int
    person: str
    name: str


class BotSat(Happened, frozen=True, tag="bot"):
    """A bot took a seat, or the bot there plays at another level."""

    seat: int
    name: str
    level: str


class Swapped(Happened, frozen=True, tag="swapped"):
    """Two seats change places; while a bill lies on the table, with the next deal."""

    a: int
    b: int


class Changed(Happened, frozen=True, tag="settings"):
    """Other settings."""

    settings: Settings


class Started(Happened, frozen=True, tag="started"):
    """The evening begins."""

    keep: list[int]
    """The seats that stay, in order: their new indices are 0, 1, ..."""
    dealer: int
    """Who deals first, by new index."""


class Away(Happened, frozen=True, tag="away"):
    """A seated person's last connection was lost."""

    seat: int


class CameBack(Happened, frozen=True, tag="back"):
    """A seated person is connected again."""

    seat: int


class StoodIn(Happened, frozen=True, tag="stand_in"):
    """A bot plays for the person who sits there; in the lobby it will, and somebody else is host."""

    seat: int


class Returned(Happened, frozen=True, tag="returned"):
    """The person plays again."""

    seat: int


class Watched(Happened, frozen=True, tag="watching"):
    """Somebody without a seat looks on."""

    person: str


class Unwatched(Happened, frozen=True, tag="unwatching"):
    """Somebody without a seat is gone."""

    person: str


class Slept(Happened, frozen=True, tag="slept"):
    """Nobody who sits here is connected: no clock runs, no bot plays."""


class Woke(Happened, frozen=True, tag="woke"):
    """Somebody is back."""


class Paused(Happened, frozen=True, tag="paused"):
    """The host stopped the clocks."""


class Resumed(Happened, frozen=True, tag="resumed"):
    """It goes on."""


class Shuffled(Happened, frozen=True, tag="shuffle"):
    """The secrets for the next deal are being collected; the server's comes first."""

    number: int
    secret: str
    """32 bytes in hex; only its hash is shown before the deal is over."""
    entrants: list[int]
    """Seats whose browsers may add a secret."""


class Hashed(Happened, frozen=True, tag="hashed"):
    """The hash of a browser's secret."""

    seat: int
    hash: str


class LeftOut(Happened, frozen=True, tag="left_out"):
    """A browser did not answer in time: its secret does not count."""

    seat: int


class Shown(Happened, frozen=True, tag="shown"):
    """A browser's secret, in hex."""

    seat: int
    secret: str


class Dealt(Happened, frozen=True, tag="dealt"):
    """The cards; they follow from the secrets (docs/fairness.md)."""

    hands: list[str]
    """By seat, in dealt order, as a record spells them."""


class Acted(Happened, frozen=True, tag="acted"):
    """Something was said or played in the deal."""

    seat: int
    text: str
    by: By = "person"
    defaulted: bool = False
    """The bot had no legal answer in time, a legal default was taken."""


class Settled(Happened, frozen=True, tag="settled"):
    """The deal is over and its bill on the table; claims may still change it."""


class Readied(Happened, frozen=True, tag="ready"):
    """A person has read the bill."""

    seat: int


class WentOn(Happened, frozen=True, tag="next"):
    """The bill is booked, the cards are gathered up, those who left are gone."""


class Said(Happened, frozen=True, tag="phrase"):
    """One of the phrases."""

    seat: int
    phrase: str


class Proposed(Happened, frozen=True, tag="proposed"):
    """Somebody asks everybody."""

    seat: int
    what: What


class Agreed(Happened, frozen=True, tag="agreed"):
    """Somebody agrees."""

    seat: int


class Declined(Happened, frozen=True, tag="declined"):
    """Somebody does not agree: the proposal is off the table."""

    seat: int


class Opened(Happened, frozen=True, tag="opened"):
    """All have agreed that watchers see all hands."""


class ThrownIn(Happened, frozen=True, tag="thrown_in"):
    """All have agreed to throw the cards in: the deal is void, the same dealer deals again."""


class Undone(Happened, frozen=True, tag="undone"):
    """The deal goes back to its first `keep` actions."""

    keep: int


class Practised(Happened, frozen=True, tag="practice"):
    """The same cards once more, without account; the bill before it, if it counted, is booked."""


class PracticeOver(Happened, frozen=True, tag="practice_over"):
    """Back to the account."""


class Finished(Happened, frozen=True, tag="finished"):
    """The evening is over."""

    shares: list[int] = []
    """By player: what each got from what still lay in the pot."""
    payments: list[tuple[int, int, int]] = []
    """Payer, payee (indices into the players), amount."""


Event = (
    Created
    | Sat
    | Stood
    | Left
    | Removed
    | Renamed
    | BotSat
    | Swapped
    | Changed
    | Started
    | Away
    | CameBack
    | StoodIn
    | Returned
    | Watched
    | Unwatched
    | Slept
    | Woke
    | Paused
    | Resumed
    | Shuffled
    | Hashed
    | LeftOut
    | Shown
    | Dealt
    | Acted
    | Settled
    | Readied
    | WentOn
    | Said
    | Proposed
    | Agreed
    | Declined
    | Opened
    | ThrownIn
    | Undone
    | Practised
    | PracticeOver
    | Finished
)


class Stored(Struct, frozen=True):
    """An event with its place in the table's history (from 1) and its time, milliseconds since 1970."""

    seq: int
    at_ms: int
    event: Event


_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode(event: Event) -> bytes:
    """An event as JSON."""
    return _ENCODER.encode(event)


def decode(data: bytes) -> Event:
    """The event that `encode` wrote. Raises msgspec.DecodeError."""
    return _DECODER.decode(data)


def with_other(event: Event, person: str, other: str, name: str | None) -> Event:
    """The event with another id in place of a person's; `name`: what he is called then, None: as before."""
    changes: dict[str, Any] = {}
    for field in ("person", "host"):
        if getattr(event, field, None) == person:
            changes[field] = other
            if name is not None and hasattr(event, "name"):
                changes["name"] = name
    return msgspec.structs.replace(event, **changes) if changes else event
