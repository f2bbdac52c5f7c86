"""Who is meant by a name that somebody types."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from schafkopf.cli.books.speech import Misread


def folded(text: str) -> str:
    """A text without what does not matter when it is typed."""
    return " ".join(text.split()).casefold()


Names = Mapping[str, str]
"""What people are called, by id; nobody like anybody else."""


def person(names: Names, text: str, among: Iterable[str] | None = None) -> str:
    """The id of who is meant: by name, by id, or by the beginning of a name that only one has.

    among: ids of who can be meant; else everybody. Raises Misread `say/person` and `say/ambiguous`.
    """
    found = find(names, text, among)
    if found is None:
        raise Misread("say/person", action=text, allowed=tuple(names[id] for id in (names if among is None else among)))
    return found


def find(names: Names, text: str, among: Iterable[str] | None = None, *, whole: bool = False) -> str | None:
    """The same; None if nobody is meant. whole: a beginning is not enough. Raises Misread `say/ambiguous`."""
    wanted = folded(text)
    if not wanted:
        return None
    meant_ones = names if among is None else {id: names[id] for id in among}
    for id, label in meant_ones.items():
        if folded(label) == wanted or id == text:
            return id
    if whole:
        return None
    meant = [id for id, label in meant_ones.items() if folded(label).startswith(wanted)]
    if len(meant) > 1:
        raise Misread("say/ambiguous", action=text, allowed=tuple(names[id] for id in meant))
    return meant[0] if meant else None
