"""How a function becomes a command of the books: what all of them take and how they end stands here, once."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from inspect import Parameter
from pathlib import Path
from typing import Any, get_type_hints

from schafkopf.cli.books.options import By, Json, Lang
from schafkopf.cli.books.speech import speaking

BY = "Terminal"
Body = Callable[..., None]
Command = Callable[..., None]
Opening = Callable[[Path, str], Any]
"""From a file and the name of who writes to what a body works on."""

_BY = {"by": (By, BY)}
_LANG = {"lang": (Lang, None)}
_JSON = {"json": (Json, False)}


def command(
    body: Body,
    *,
    file: Any = None,
    opens: Opening | None = None,
    writes: bool = False,
    json: bool = True,
    options: Mapping[str, Any] | None = None,
) -> Command:
    """A command from a body, with the body's own arguments and options and those that all commands share.

    body: takes what was opened (where something is), and a Speech; then what is its own.
    file: the argument for the file that is opened.
    writes: whether it takes `--by`; what was opened knows it, where nothing was the body is given it as `by`.
    json: whether it takes `--json`.
    options: more options, None where not given; the body is given them in one, as `asked`.
    """
    own = list(inspect.signature(body).parameters.values())[2 if opens else 1 :]
    own = [one for one in own if one.name not in ("asked", "by")]
    more = dict.fromkeys(options or {}, None)
    shared = (_BY if writes else {}) | _LANG | (_JSON if json else {})
    hints = _hints(body, own)
    parameters = [_parameter("file", file, Parameter.empty)] if opens else []
    parameters += [_parameter(one.name, hints[one.name], one.default) for one in own]
    parameters += [_parameter(name, (options or {})[name], None) for name in more]
    parameters += [_parameter(name, *one) for name, one in shared.items()]

    def run(**given: Any) -> None:
        common = {name: given.pop(name) for name in shared}
        if options is not None:
            given["asked"] = {name: given.pop(name) for name in more}
        with speaking(common["lang"], as_json=common.get("json", False)) as speech:
            if opens is not None:
                body(opens(given.pop("file"), common.get("by", BY)), speech, **given)
            elif writes:
                body(speech, by=common["by"], **given)
            else:
                body(speech, **given)

    run.__name__, run.__doc__, run.__module__ = body.__name__, body.__doc__, body.__module__
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return run


def _parameter(name: str, annotation: Any, default: Any) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _hints(body: Body, own: list[Parameter]) -> dict[str, Any]:
    """The types of the body's own parameters; what it is handed may have a type that is imported for checks only."""
    bare = type("bare", (), {})()
    bare.__annotations__ = {one.name: one.annotation for one in own}
    return get_type_hints(bare, body.__globals__, include_extras=True)


def document(body: Body) -> Command:
    """A command that writes a document: one form, without `--json`. The body takes a Speech first."""
    return command(body, json=False)


def kinds(desk: str, file: Any) -> tuple[Callable[..., Command], Callable[..., Command]]:
    """Makers of commands that read a book, and of those that write it: their bodies take a State or a Desk first.

    desk: the module with both, imported by the command that needs it. file: the argument for the book's file.
    """

    def state(path: Path, _: str) -> Any:
        return import_module(desk).read_state(path)

    def opened(path: Path, by: str) -> Any:
        return import_module(desk).Desk.open(path, by=by)

    return partial(command, file=file, opens=state), partial(command, file=file, opens=opened, writes=True)
