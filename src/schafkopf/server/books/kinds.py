"""What kinds of books there are: who may do what with them, and how they are told of."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from schafkopf.server.store.book_rows import Entry, Most

PLACED = "table"
"""The role that is for one place only: of a tournament, one table of one round."""
PLACE = re.compile(r"[0-9]{1,3}-[0-9]{1,3}")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of book.

    roles: the strongest first; that is the one of who begins a book. passes: by role, those whose links it may pass on.
    path: the page for (book, role, place), to which the key is added. news: what those who follow a book are told, as
    JSON: of (book, its seq, entries since; never none). card: how it looks in a list, JSON-ready, from all entries; it
    takes as long as they are many. most: how much one may hold.
    """

    name: str
    roles: tuple[str, ...]
    passes: Mapping[str, tuple[str, ...]]
    path: Callable[[str, str, str], str]
    news: Callable[[str, int, Sequence[Entry]], bytes]
    card: Callable[[Sequence[Entry]], dict[str, Any]]
    most: Most


KINDS: dict[str, Kind] = {}
"""By name; each is put here by its own module."""
