"""Shared by all that goes over the wire."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Name = Annotated[str, Meta(min_length=1, max_length=32)]
Hex64 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
SeatIndex = Annotated[int, Meta(ge=0, le=5)]

Phase = Literal["lobby", "shuffle", "deal", "between", "over"]
"""`lobby`: people sit down. `shuffle`: the secrets are collected. `deal`: from the first packet to the last card.
`between`: the bill is on the table, everybody says when to go on. `over`: the evening is settled."""
Pace = Literal["slow", "normal", "fast", "instant"]
Can = Literal[
    "sit",
    "stand",
    "leave",
    "back",
    "rename",
    "add_bot",
    "remove",
    "swap",
    "set",
    "start",
    "next",
    "rest",
    "concede",
    "throw_in",
    "propose_throw_in",
    "propose_open_hands",
    "answer",
    "undo",
    "practise",
    "finish_practice",
    "say",
    "hint",
    "pause",
    "resume",
    "finish",
]
"""What this person may do at the table now beside the options of the deal; `rest` may still be refused."""


class Out(Struct, frozen=True):
    """An answer."""


class In(Struct, frozen=True, forbid_unknown_fields=True):
    """A request; an unknown field is an error."""
