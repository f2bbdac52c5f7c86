"""`schafkopf rules`: the rulesets as rulebooks and as data."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from schafkopf.cli.streams import plain_output
from schafkopf.game.errors import InvalidRuleset
from schafkopf.game.ruleset import Ruleset, load_ruleset, parse_toml, preset, preset_ids, ruleset_ids, with_preset


def read_ruleset(name: str) -> Ruleset:
    """A shipped ruleset by name, or a house ruleset from a TOML file, with named overrides after `+`.

    Raises InvalidRuleset.
    """
    file, found, rest = name.partition(".toml")
    if not found or (rest and not rest.startswith("+")):
        return load_ruleset(name)
    path = Path(file + found)
    try:
        rules = parse_toml(path.read_text("utf-8-sig"), where=str(path))
        for word in filter(None, rest.split("+")):
            rules = with_preset(rules, word)
        return rules
    except OSError as error:
        raise InvalidRuleset("ruleset/unknown", error.strerror or "cannot be read", where=name) from None
    except UnicodeDecodeError:
        raise InvalidRuleset("ruleset/bad-value", "not UTF-8", where=name) from None


def run(name: str | None, *, lang: str | None, as_json: bool, as_toml: bool) -> int:
    """Print the list, a rulebook, or data; returns the exit code."""
    with plain_output():
        if name is None:
            _list(lang, as_json)
            return 0
        try:
            rules = read_ruleset(name)
        except InvalidRuleset as error:
            if as_json:
                print(json.dumps({"ok": False, "error": error.as_dict()}, ensure_ascii=False))
            else:
                print(f"schafkopf: {error}", file=sys.stderr)
            return 1
        if as_json:
            data = {"id": name, "base": rules.base, **rules.nested()}
            print(json.dumps(data, ensure_ascii=False, indent=2))
        elif as_toml:
            print(rules.to_toml(), end="")
        else:
            _rulebook(rules, lang)
    return 0


def _rulebook(rules: Ruleset, lang: str | None) -> None:
    from schafkopf.cli.language import chosen
    from schafkopf.text.rulebook import rulebook

    text = rulebook(rules, chosen(lang))
    if not sys.stdout.isatty():
        print(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(text))


def _list(lang: str | None, as_json: bool) -> None:
    from schafkopf.cli.language import chosen
    from schafkopf.text.catalog import catalog

    texts = catalog(chosen(lang))
    shipped: list[dict[str, Any]] = [{"id": id, "about": texts.text("terms", "rulesets", id)} for id in ruleset_ids()]
    presets: list[dict[str, Any]] = [
        {"id": id, "for": list(preset(id)[0]), "about": texts.text("terms", "presets", id)} for id in preset_ids()
    ]
    if as_json:
        print(json.dumps({"rulesets": shipped, "presets": presets}, ensure_ascii=False, indent=2))
        return
    width = max(len(str(row["id"])) for row in (*shipped, *presets)) + 2
    for row in shipped:
        print(f"{row['id']:{width}}{row['about']}")
    print()
    for row in presets:
        meant = f" ({', '.join(row['for'])})" if row["for"] else ""
        print(f"+{row['id']:{width - 1}}{row['about']}{meant}")
