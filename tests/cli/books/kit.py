"""Commands of the books, run in this process; and games in the words that a person types."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from typer.main import get_command

from schafkopf.cli.app import app
from schafkopf.game import Entry
from schafkopf.game.contract import KINDS

NAMES = ("Anna", "Beni", "Cilli", "Dora", "Emil", "Fritz")


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str
    raw: bytes

    @property
    def data(self) -> Any:
        """What it printed for a program."""
        return json.loads(self.out)


COMMAND = get_command(app)
"""Made once: that takes longer than most commands."""


def run(*words: object, typed: str | None = None, lang: str = "en") -> Done:
    """A command by its words. Any traceback is a failure of the test."""
    out, err = io.BytesIO(), io.BytesIO()
    streams = {
        "stdin": io.TextIOWrapper(io.BytesIO((typed or "").encode()), "utf-8"),
        "stdout": io.TextIOWrapper(out, "utf-8", write_through=True),
        "stderr": io.TextIOWrapper(err, "utf-8", write_through=True),
    }
    code: Any = 0
    with patch.multiple(sys, **streams), patch.dict(os.environ, {"LC_ALL": lang, "COLUMNS": "100"}):
        try:
            COMMAND([str(word) for word in words], prog_name="schafkopf")
        except SystemExit as end:
            code = end.code or 0
    return Done(code, out.getvalue().decode(), err.getvalue().decode(), out.getvalue())


def ok(*words: object, typed: str | None = None, lang: str = "en") -> Done:
    """The same, for what must succeed."""
    done = run(*words, typed=typed, lang=lang)
    assert done.code == 0, (words, done)
    return done


def data(*words: object) -> Any:
    """What a command that must succeed tells a program."""
    return ok(*words, "--json").data


def code(*words: object) -> str:
    """The code with which a command is refused."""
    done = run(*words, "--json")
    assert done.code == 1, done
    found: str = done.data["error"]["code"]
    return found


def sheet(file: Path, *names: str, rules: str = "bavaria", **options: str) -> Path:
    """A new sheet of the first four, or of these."""
    words = [word for name in names or NAMES[:4] for word in ("--name", name)]
    ok("sheet", "new", file, *words, "--rules", rules, *(w for k, v in options.items() for w in (f"--{k}", v)))
    return file


def amounts(file: Path, number: int = -1) -> dict[str, int]:
    """What a line brought, by name."""
    state = data("sheet", "list", file)
    names = {one["id"]: one["name"] for one in state["people"]}
    found = [line for line in state["lines"] if line["number"] == number] if number > 0 else state["lines"][-1:]
    return {names[id]: amount for id, amount in found[0]["amounts"].items()}


def balances(file: Path) -> dict[str, int]:
    state = data("sheet", "balance", file)
    names = {one["id"]: one["name"] for one in state["people"]}
    return {names[id]: amount for id, amount in state["balances"].items()}


def said(entry: Entry, people: Sequence[str]) -> list[str]:
    """A result as somebody types it; people: who sits on which seat."""
    words = [entry.contract]
    everyone = KINDS[entry.contract].line == "everyone"
    for key, seat in (("by", entry.declarer), ("partner", entry.partner), ("march", entry.march)):
        if seat is not None:
            words.append(f"{key}={people[seat]}")
    for key, seats in (("losers", entry.losers), ("virgins", entry.virgins)):
        if seats and everyone:
            words.append(f"{key}={','.join(people[seat] for seat in seats)}")
    if entry.won is not None:
        words.append("won" if entry.won else "lost")
    for key in ("suit", "points"):
        if getattr(entry, key) is not None:
            words.append(f"{key}={getattr(entry, key)}")
    words += [word for word, there in (("schneider", entry.schneider), ("schwarz", entry.schwarz)) if there]
    if entry.laufende:
        words.append(f"with={entry.laufende}" if entry.laufende > 0 else f"without={-entry.laufende}")
    words += [f"{key}={getattr(entry, key)}" for key in ("knocks", "kontra", "promise") if getattr(entry, key)]
    if not entry.claimed:
        words.append("unclaimed")
    if entry.by_club_jack:
        words.append("jack")
    return words
