"""The vectors for the client's fold."""

from __future__ import annotations

import json
from typing import Any

from tests.club.sheet.vectors import CASES, case

from schafkopf.club.sheet import fold, read_stored, state_data

EXACT = 2**53 - 1
"""Of JavaScript's numbers."""


def _numbers(data: Any) -> list[int]:
    if isinstance(data, dict):
        return [number for value in data.values() for number in _numbers(value)]
    if isinstance(data, list):
        return [number for value in data for number in _numbers(value)]
    return [data] if isinstance(data, int) else []


def test_the_vectors_are_the_same_each_time_and_say_what_the_sheet_says() -> None:
    rules, at_table = CASES[4]
    made = case(rules, at_table, 4)
    again = json.loads(json.dumps(made))
    assert again == made == case(rules, at_table, 4)
    assert all(abs(number) <= EXACT for number in _numbers(again["log"]) + _numbers(again["states"]))
    log = [read_stored(line) for line in again["log"]]
    for shown in again["states"]:
        assert state_data(fold(log[: shown["ops"]])) == shown["state"]


def test_the_vectors_hold_what_a_client_may_get_wrong() -> None:
    """Undone and contested lines, doubles, faults, errors, a pot to be shared."""
    states = [shown["state"] for seed, which in enumerate(CASES) for shown in case(*which, seed)["states"]]
    lines = [line for state in states for line in state["lines"]]
    for name in ("deleted", "doubles", "late", "contested", "error", "pot", "strokes"):
        assert any(line[name] for line in lines), name
    assert any(change["undone"] for line in lines for change in line["history"])
    assert any(state["closing"]["payments"] for state in states)
    assert any(any(state["closing"]["shares"].values()) for state in states)
    codes = {fault["code"] for state in states for fault in state["faults"]}
    assert {"sheet/nothing-to-undo", "ruleset/unknown", "sheet/no-entry"} <= codes
    assert any(state["turn"]["error"] for state in states)
    assert any(state["undo"] and state["redo"] for state in states)
