"""A terminal without a screen: it keeps what is printed; a script, or somebody who reads the screen, types."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable, Iterable

from rich.cells import cell_len
from rich.console import Console

from schafkopf.cli.play.evening import Options, run
from schafkopf.game.alphabet import LEVELS
from schafkopf.game.view import View


class Chance:
    """Plays anything legal and now and then doubles; for seats whose play does not matter."""

    def choose(self, view: View, rng: random.Random) -> str:
        return rng.choice([text for text in view.options if text not in LEVELS])

    def double(self, view: View, rng: random.Random) -> str | None:
        words = [text for text in view.options if text in LEVELS]
        return words[0] if words and rng.random() < 0.1 else None


class Terminal:
    """Runs evenings. `typed` answers every prompt; when it runs out, the input ends."""

    def __init__(self, typed: Iterable[str] | Callable[[str], str], *, width: int = 60, colour: bool = False) -> None:
        self.file = io.StringIO()
        self.console = Console(
            file=self.file,
            width=width,
            highlight=False,
            force_terminal=colour,
            color_system="standard" if colour else None,
            legacy_windows=False,
        )
        self._typed = typed if callable(typed) else None
        self._lines = iter(()) if callable(typed) else iter(typed)
        self._seen = 0

    def read(self, prompt: str) -> str:
        text = self.file.getvalue()
        fresh, self._seen = text[self._seen :], len(text)
        try:
            line = self._typed(fresh) if self._typed is not None else next(self._lines)
        except StopIteration:
            raise EOFError from None
        self.file.write(f"{prompt}{line}\n")
        return line

    def run(self, options: Options, bot: object | None = None) -> int:
        if bot is None and options.bots is None:
            bot = Chance()
        return run(options, console=self.console, read=self.read, bot=bot, pause=None)  # type: ignore[arg-type]

    @property
    def text(self) -> str:
        return self.file.getvalue()

    def widest(self) -> int:
        return max(cell_len(line) for line in self.text.split("\n"))


_FOOT = re.compile(r"[╚╰] (\d) [═─]")
_CHOICE = re.compile(r"(?:^ |\s{3,})\s*(\d+) (?=\S)", re.MULTILINE)


class Person:
    """Answers from the screen alone: a number that it offers, yes or no, Enter between deals.

    The same question on the same cards always gets the same answer. `patience`: answers before the input ends.
    """

    def __init__(self, seed: int, *, patience: int | None = None) -> None:
        self.seed = seed
        self.patience = patience

    def __call__(self, fresh: str) -> str:
        if self.patience is not None:
            if self.patience == 0:
                raise EOFError
            self.patience -= 1
        lines = [line for line in fresh.split("\n") if line.strip()]
        question = lines[-1]
        hand = next((line for line in reversed(lines) if line.lstrip().startswith(("║", "│"))), "")
        rng = random.Random(f"{self.seed} {question} {hand}")
        if question.endswith("]") and "/" in question.rpartition("[")[2]:
            return rng.choice(question.rpartition("[")[2][:-1].split("/"))
        if "Enter:" in question:
            return ""
        numbers = _FOOT.findall(fresh) or _CHOICE.findall(fresh)
        assert numbers, fresh
        return rng.choice(numbers)


def names_for(rules: str) -> str:
    """As many names as the table has seats."""
    from schafkopf.game.ruleset import load_ruleset

    return ",".join(("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz")[: load_ruleset(rules)["table.seated"]])
