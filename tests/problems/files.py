"""The files of this folder.

- `GROUP.jsonl`: records, each a deal at its first card, after an auction of bots.
- `GROUP.answers.jsonl`: per line what `schafkopf solve` says of it, and as `money` what it says with `--money`.
- `confirmed.json`: per group and line the answers that plain alpha-beta on the readable rules found
  (`tests/solver/oracle.py`).
- `nodes.json`: how many nodes the searches took. A change of the search changes them, and nothing else may.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from schafkopf.game import Deal, parse_record

FOLDER = Path(__file__).parent
CONFIRMED = FOLDER / "confirmed.json"
NODES = FOLDER / "nodes.json"


@dataclass(frozen=True)
class Group:
    """What deals a file holds: how many, under which rules, which contracts."""

    name: str
    count: int
    rules: tuple[str, ...]
    """Rulesets by id; the deals take turns."""
    contracts: tuple[str, ...]


def _group(name: str, count: int, rules: str, contracts: str) -> Group:
    return Group(name, count, tuple(rules.split()), tuple(contracts.split()))


CALLS = "bavaria+call-ten bavaria+own-ace bavaria+runaway-follow bavaria+ace-free bavaria+runaway-dealt"
GROUPS = {
    group.name: group
    for group in (
        _group("rufspiel", 200, "bavaria", "rufspiel"),
        _group("solo", 200, "bavaria", "solo"),
        _group("wenz", 200, "bavaria", "wenz"),
        _group("geier", 40, "bavaria+geier", "geier"),
        _group("farbwenz", 40, "bavaria+farbwenz", "farbwenz"),
        _group("bettel", 40, "bavaria+bettel bavaria+bettel-herz", "bettel"),
        _group("tout", 40, "bavaria", "solo-tout wenz-tout"),
        _group("chalk", 40, "ru-chalk", "chalk"),
        _group("short", 40, "bavaria-short", "rufspiel solo wenz"),
        _group("three", 40, "three", "solo wenz"),
        _group("calls", 48, f"be-1989 pt-units fi-table {CALLS}", "rufspiel"),
    )
}


def records_of(group: str) -> Path:
    """The file of deals."""
    return FOLDER / f"{group}.jsonl"


def answers_of(group: str) -> Path:
    """The file of answers."""
    return FOLDER / f"{group}.answers.jsonl"


def deals(group: str) -> list[Deal]:
    """The deals of a group, each at its first card."""
    return [parse_record(line).replay() for line in records_of(group).read_text(encoding="utf-8").splitlines()]


def answers(group: str) -> list[dict[str, Any]]:
    """The answers of a group, in the order of its deals."""
    return [json.loads(line) for line in answers_of(group).read_text(encoding="utf-8").splitlines()]
