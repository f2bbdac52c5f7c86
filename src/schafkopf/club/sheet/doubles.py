"""Which lines are probably one game that two phones wrote down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from schafkopf.club.sheet.ops import Content, Corrected, Paid, Passed, Penalised, Played
from schafkopf.club.sheet.reading import DraftLine

WITHIN_MS = 10 * 60_000
"""Equal lines further apart are two games that went alike."""


def doubles(lines: Sequence[DraftLine]) -> dict[str, tuple[str, ...]]:
    """For each line that is probably there twice, the others.

    Two lines from different devices are one if they say the same within ten minutes, or if both are deals and were
    entered after the same last line: one of the two phones had not seen the other's.
    """
    live = [line for line in lines if not line.deleted and not line.distinct]
    alike: dict[str, list[int]] = {}
    after: dict[str, list[int]] = {}
    for place, line in enumerate(live):
        alike.setdefault(repr(_plain(line.content)), []).append(place)
        if isinstance(line.content, (Played, Passed)):
            after.setdefault(line.after, []).append(place)
    found: dict[int, set[int]] = {}
    for groups, within_ms in ((alike, WITHIN_MS), (after, None)):
        for group in groups.values():
            for one, other in combinations(group, 2):
                apart = abs(live[one].at_ms - live[other].at_ms)
                if live[one].device != live[other].device and (within_ms is None or apart <= within_ms):
                    found.setdefault(one, set()).add(other)
                    found.setdefault(other, set()).add(one)
    return {live[place].id: tuple(live[other].id for other in sorted(others)) for place, others in found.items()}


def _plain(content: Content) -> Content:
    """What a line says of its game, however it was written; not what the phone knew besides."""
    if isinstance(content, Paid):
        return content
    if isinstance(content, Corrected):
        return replace(content, amounts=dict(sorted(content.amounts.items())))
    if isinstance(content, Penalised):
        return replace(content, amounts=dict(sorted(content.amounts.items())), ruled="", resting=())
    return replace(content, ruled="", resting=())
