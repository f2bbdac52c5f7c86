"""What somebody at a device may do to a sheet, at random."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, get_args, get_type_hints

from schafkopf.club.sheet import Op, ops
from schafkopf.club.sheet.penalties import PENALTIES


def wild(
    rng: random.Random, device: str, lines: Sequence[ops.Content], people: tuple[str, ...], common: tuple[str, ...] = ()
) -> list[Op]:
    """What somebody at a device may do: enter, change, delete, move, take back and bring back.

    common: lines that are there already, and that others may change as well.
    """
    made: list[Op] = []
    entered: list[str] = list(common)
    for number in range(12):
        id = f"{device}-{number}"
        kind = rng.choice(("enter", "enter", "enter", "edit", "delete", "restore", "place", "undo", "redo", "people"))
        if kind == "enter" or (not entered and kind in ("edit", "delete", "restore", "place")):
            act: ops.Act = ops.Entered(rng.choice(lines), entered[-1] if entered else "")
            entered.append(id)
        elif kind == "edit":
            entry = rng.choice(entered)
            act = ops.Edited(entry, rng.choice(lines), rng.choice(("", entry)))
        elif kind == "delete":
            act = ops.Deleted(rng.choice(entered))
        elif kind == "restore":
            act = ops.Restored(rng.choice(entered))
        elif kind == "place":
            act = ops.Placed(rng.choice(entered), rng.choice(["", *entered]))
        elif kind == "people":
            person = rng.choice(people)
            act = rng.choice(
                (ops.Seated(person, rng.randrange(5)), ops.DealerSet(person), ops.Joined(person, person), ops.Closed())
            )
        else:
            act = ops.Undone() if kind == "undo" else ops.Redone()
        made.append(Op(id, device, number * 60_000, act))
    return made


_WORDS = ("", "anna", "beni", "cilli", "dora", "emil", "nobody", "op1", "op7", "op9", "op11", "op13", "phone-1")
_NUMBERS = (-(10**9), -14, -3, -1, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 8, 59, 60, 61, 90, 91, 120, 121, 10**9)
_CONTRACTS = ("rufspiel", "solo", "wenz", "ramsch", "sie", "solo-tout", "chalk", "bettel", "skat", "")
_CONTENTS = (ops.Played, ops.Passed, ops.Corrected, ops.Penalised, ops.Paid)
_ACTS = (ops.Named, ops.Joined, ops.Left, ops.Renamed, ops.Seated, ops.Ruled, ops.DealerSet, ops.Entered, ops.Edited)
_MORE = (ops.Deleted, ops.Restored, ops.Placed, ops.Distinct, ops.Undone, ops.Redone, ops.Closed, ops.Reopened)


def rubbish(rng: random.Random, kind: Any = None) -> Any:
    """An act whose fields have the right types and nothing else: what a broken client may send."""
    kind = kind or rng.choice((*_ACTS, ops.Entered, ops.Entered, ops.Edited, *_MORE))
    made = kind(**{name: _field(rng, name, hint) for name, hint in get_type_hints(kind).items()})
    if isinstance(made, (ops.Played, ops.Passed, ops.Penalised)) and made.players and rng.random() < 0.8:
        return replace(made, dealer=made.players[-1], resting=())
    return made


def _field(rng: random.Random, name: str, hint: Any) -> Any:
    if name == "content":
        return rubbish(rng, rng.choice(_CONTENTS))
    if name == "overrides":
        return rng.choice(({}, {"tariff": {"rufspiel": 7}}, {"x": 1}, {"kontra": {"max": 99}}))
    words: dict[str, tuple[str, ...]] = {
        "contract": _CONTRACTS,
        "how": ("redeal", "pot", "double", "thrown_in", "x"),
        "kind": (*PENALTIES, "x"),
        "rules": ("bavaria", "ru-chalk", "be-1989+pot", "x"),
        "suit": ("E", "X"),
        "ruled": ("", "op1"),
    }
    made = {
        str: lambda: rng.choice(words.get(name, _WORDS)),
        int: lambda: rng.choice(_NUMBERS),
        bool: lambda: rng.random() < 0.5,
        tuple[str, ...]: lambda: tuple(rng.sample(_WORDS[1:6], rng.choice((0, 3, 4, 4, 4)))),
        dict[str, int]: lambda: {person: rng.choice((-5, 5)) for person in rng.sample(_WORDS[1:], 2)},
        ops.Result: lambda: rubbish(rng, ops.Result),
    }
    options = [one for one in (hint, *get_args(hint)) if one in made]
    if type(None) in get_args(hint) and rng.random() < 0.5:
        return None
    return made[options[0]]()
