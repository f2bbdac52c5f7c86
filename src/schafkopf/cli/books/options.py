"""Options that the commands of the books share."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any

import typer

from schafkopf.cli.books.speech import Misread
from schafkopf.game.errors import InvalidRuleset

Lang = Annotated[str | None, typer.Option("--lang", help="de, en, be, pt, fi or ru; default: the system's.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
By = Annotated[str, typer.Option("--by", help="Who writes, for the history.")]
Out = Annotated[Path | None, typer.Option("--out", "-o", help="Write to this file, not to standard output.")]
Setting = Annotated[
    list[str] | None, typer.Option("--set", help="A switch of the rules: tariff.rufspiel=10, kontra.max=4; repeat it.")
]


def switches(pairs: list[str]) -> dict[str, Any]:
    """`tariff.base=10` and the like as nested tables; a value that is no TOML is a text. Raises Misread `say/pair`.

    >>> switches(["kontra.max=4", "all_pass.do=ramsch"])
    {'kontra': {'max': 4}, 'all_pass': {'do': 'ramsch'}}
    """
    found: dict[str, Any] = {}
    for pair in pairs:
        key, sign, text = pair.partition("=")
        parts = [part.strip() for part in key.split(".")]
        if not sign or not all(parts):
            raise Misread("say/pair", action=pair)
        try:
            value = tomllib.loads(f"value = {text}")["value"]
        except (tomllib.TOMLDecodeError, KeyError):
            value = text.strip()
        table = found
        for part in parts[:-1]:
            table = table.setdefault(part, {})
            if not isinstance(table, dict):
                raise Misread("say/pair", action=pair)
        table[parts[-1]] = value
    return found


def read_rules(name: str, pairs: list[str]) -> tuple[str, dict[str, Any]]:
    """The shipped ruleset that stands below a name or a house ruleset (a TOML file), and what differs from it.

    Raises InvalidRuleset and Misread.
    """
    from schafkopf.cli.rules import read_ruleset
    from schafkopf.game.ruleset import load_ruleset

    rules = read_ruleset(name).with_overrides(switches(pairs))
    try:
        load_ruleset(rules.id)
    except InvalidRuleset:
        tree = tomllib.loads(rules.to_toml(base="ru-chalk" if rules.chalk else "bavaria"))
        return str(tree.pop("base")), tree
    return rules.id, rules.overrides


def deliver(data: bytes, out: Path | None, *books: Path) -> None:
    """Write a document to a file, whole or not at all, or to standard output. Raises FileFault, also for a file that is
    one of the books themselves.
    """
    import sys

    from schafkopf.cli.books import files

    if out is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    if any(out.resolve() == book.resolve() for book in books):
        raise files.FileFault("file/exists", where=str(out))
    files.replace(out.resolve(), data)
