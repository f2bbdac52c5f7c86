"""What a person does at a table."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from schafkopf.server.wire.basics import Hex64, Id, In, Name, Out, SeatIndex
from schafkopf.server.wire.state import Settings
from schafkopf.server.wire.stream import Message, Snapshot


class Do(In, frozen=True, tag_field="kind"):
    """Something to do at a table."""


class Sit(Do, frozen=True, tag="sit"):
    """Take a free seat (None: any)."""

    seat: SeatIndex | None = None
    name: Name | None = None


class Stand(Do, frozen=True, tag="stand"):
    """Give the seat up before the first deal, or between deals."""


class Leave(Do, frozen=True, tag="leave"):
    """Leave for good; during a deal a bot plays on."""


class Back(Do, frozen=True, tag="back"):
    """Take the seat back from the bot that sits in."""


class Rename(Do, frozen=True, tag="rename"):
    """Another name at this table."""

    name: Name


class AddBot(Do, frozen=True, tag="add_bot"):
    """Host, before the first deal or between deals: put a bot on a seat, or one of another level."""

    seat: SeatIndex
    level: Annotated[str, Meta(max_length=32)] = "medium"


class Remove(Do, frozen=True, tag="remove"):
    """Host: free a seat, or let a bot play for whoever sits there during a deal."""

    seat: SeatIndex


class Swap(Do, frozen=True, tag="swap"):
    """Host, before the first deal or between deals: two seats change places; everybody keeps his account."""

    a: SeatIndex
    b: SeatIndex


class Set(Do, frozen=True, tag="set"):
    """Host: other settings."""

    settings: Settings


class Start(Do, frozen=True, tag="start"):
    """Host: begin; free seats that are needed are taken by bots, others go."""


class Commit(Do, frozen=True, tag="commit"):
    """The hash of the browser's secret: SHA-256 of its 32 bytes, in hex."""

    number: int
    hash: Hex64


class Reveal(Do, frozen=True, tag="reveal"):
    """The secret itself, in hex; without a hash before it only where nobody else takes part."""

    number: int
    secret: Hex64


class Act(Do, frozen=True, tag="act"):
    """Say or play something in the deal."""

    number: int
    """The deal that is meant."""
    action: Annotated[str, Meta(min_length=1, max_length=32)]


class Next(Do, frozen=True, tag="next"):
    """The bill is read, the next deal may begin."""

    number: int


class Propose(Do, frozen=True, tag="propose"):
    """Ask everybody: throw the cards in, or let watchers see all hands."""

    what: Literal["throw_in", "open_hands"]


class Answer(Do, frozen=True, tag="answer"):
    """Agree to what was proposed, or not."""

    agree: bool


class Undo(Do, frozen=True, tag="undo"):
    """At a table with bots only: back to one's own decision before."""


class Practise(Do, frozen=True, tag="practise"):
    """At a table with bots only, after a deal: the same cards once more, without account."""


class FinishPractice(Do, frozen=True, tag="finish_practice"):
    """Back to the account."""


class Phrase(Do, frozen=True, tag="say"):
    """One of the phrases that everybody sees in his own language."""

    phrase: Literal[
        "hello",
        "luck",
        "well_played",
        "good_game",
        "thanks",
        "sorry",
        "oops",
        "hurry",
        "wait",
        "again",
        "cheers",
        "bye",
    ]


class Pause(Do, frozen=True, tag="pause"):
    """Host: stop the clocks."""


class Resume(Do, frozen=True, tag="resume"):
    """Host, or while he is not there whoever sits here: go on."""


class Finish(Do, frozen=True, tag="finish"):
    """Host, but not during a deal that counts: end the evening and settle."""


Doing = (
    Sit
    | Stand
    | Leave
    | Back
    | Rename
    | AddBot
    | Remove
    | Swap
    | Set
    | Start
    | Commit
    | Reveal
    | Act
    | Next
    | Propose
    | Answer
    | Undo
    | Practise
    | FinishPractice
    | Phrase
    | Pause
    | Resume
    | Finish
)


class Command(In, frozen=True):
    """Something to do, safe to send again: the same id has one effect."""

    id: Id
    seq: Annotated[int, Meta(ge=0)]
    """The last event seen; a move made on an older sight of one's own decision is refused as stale."""
    do: Doing


class Done(Out, frozen=True):
    """What became of a command: the table is at `seq`, and this is what the sender has not seen of it."""

    seq: int
    news: list[Message | Snapshot]


class ErrorInfo(Out, frozen=True):
    """What went wrong; `code` is public and never changes."""

    code: str
    seat: int | None
    action: str | None
    allowed: list[str]
    detail: str
    where: str | None


class Failure(Out, frozen=True):
    """The body of every answer that is no success."""

    error: ErrorInfo
