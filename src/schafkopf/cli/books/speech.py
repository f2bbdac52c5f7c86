"""What the books say in the terminal, in the person's language, and how a command of theirs ends."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from schafkopf.game.errors import SchafkopfError
from schafkopf.text.bill import money
from schafkopf.text.catalog import Catalog, catalog
from schafkopf.text.errors import error_text, fill


@cache
def texts(language: str) -> Catalog:
    """The texts of the books in the terminal."""
    path = resources.files("schafkopf.text") / "catalog" / language / "books_terminal.toml"
    return Catalog(language, tomllib.loads(path.read_text("utf-8")))


class Misread(SchafkopfError):
    """Something typed that nobody understands; the codes begin with `say/`. `action` is what was typed."""


@dataclass(frozen=True)
class Speech:
    """Texts in one language, for people or (`as_json`) data for programs."""

    language: str
    as_json: bool = False

    @property
    def terms(self) -> Catalog:
        """The words of the game."""
        return catalog(self.language)

    def say(self, section: str, key: str, /, n: int = 1, **values: object) -> str:
        """A text with its placeholders filled; `n` also chooses the plural form."""
        return texts(self.language).text(section, key, n=n).format(n=n, **values)

    def term(self, *path: str) -> str:
        """A word of the game, without what stands in brackets."""
        return self.terms.text("terms", *path).split(" (")[0]

    def money(self, amount: int, unit: str, *, sign: bool = False) -> str:
        """An amount in its unit."""
        return money(amount, unit, self.language, sign=sign)

    def short(self, amount: int, unit: str) -> str:
        """An amount that fits a column: with its sign, and with a word for its unit only where that is short."""
        return self.money(amount, unit, sign=True) if unit == "cent" else f"{amount:+d}" if amount else "0"

    def fault(self, error: SchafkopfError) -> str:
        """What went wrong, as a sentence."""
        faults = texts(self.language).entry("faults")
        if error.code in faults:
            values = {
                "typed": error.action or "",
                "allowed": ", ".join(error.allowed),
                "where": error.where or "",
                "detail": error.detail,
            }
            return fill(faults[error.code], values)
        try:
            return error_text(error, self.language)
        except KeyError:
            # A code from a newer book than this program.
            return str(error)

    def out(self, text: str = "") -> None:
        """A line for people; nothing where a program reads."""
        if not self.as_json:
            from schafkopf.cli.streams import printable

            print("\n".join(printable(line) for line in text.split("\n")))

    def show(self, renderable: Any) -> None:
        """A table or the like for people."""
        if not self.as_json:
            from schafkopf.cli.streams import console

            console().print(renderable)

    def data(self, found: Any) -> None:
        """Data for programs; nothing where a person reads."""
        if self.as_json:
            print(json.dumps(found, ensure_ascii=False, indent=2))

    def note(self, text: str) -> None:
        """Something beside the answer, for people who watch; on standard error."""
        from schafkopf.cli.streams import printable

        print("\n".join(printable(line) for line in text.split("\n")), file=sys.stderr)


@contextmanager
def speaking(lang: str | None, *, as_json: bool = False) -> Iterator[Speech]:
    """Runs the body of a command. What a book or a file refuses is said, with its code; then the exit code is 1."""
    import typer

    from schafkopf.cli.language import chosen
    from schafkopf.cli.streams import plain_output, printable

    speech = Speech(chosen(lang), as_json)
    with plain_output():
        try:
            yield speech
        except SchafkopfError as error:
            if as_json:
                print(json.dumps({"ok": False, "error": error.as_dict()}, ensure_ascii=False))
            else:
                print(printable(f"schafkopf: {error.code}: {speech.fault(error)}"), file=sys.stderr)
            raise typer.Exit(1) from None
