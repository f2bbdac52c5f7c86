"""Commands that set a tournament up."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from schafkopf.cli.books.command import command, document
from schafkopf.cli.books.options import Out
from schafkopf.cli.books.speech import Speech
from schafkopf.cli.tournament import options as o
from schafkopf.cli.tournament.command import reading, writing

if TYPE_CHECKING:
    from schafkopf.cli.tournament.desk import Desk
    from schafkopf.club.tournament.settings import Settings
    from schafkopf.club.tournament.state import State


def register(app: typer.Typer) -> None:
    """Put the commands there."""
    for one in (new, change, settings, backup, restore):
        app.command(one.__name__)(one)


@partial(command, writes=True, options=o.SETTINGS)
def new(
    speech: Speech,
    file: o.File,
    name: Annotated[str, typer.Argument(help="What the tournament is called.")],
    *,
    by: str,
    asked: dict[str, Any],
) -> None:
    """Set a tournament up in a new file."""
    from schafkopf.cli.tournament.desk import begin
    from schafkopf.cli.tournament.showing import show_settings
    from schafkopf.club.tournament.commands import Create
    from schafkopf.club.tournament.settings import Settings

    desk = begin(file, Create(wanted(Settings(name), asked)), by=by)
    show_settings(desk.state, speech)


@partial(writing, options=o.SETTINGS)
def change(
    desk: Desk,
    speech: Speech,
    name: Annotated[str | None, typer.Option(help="What the tournament is called.")] = None,
    *,
    asked: dict[str, Any],
) -> None:
    """Change the settings; what is not given stays. Rules and scoring are fixed once a round has been drawn."""
    from schafkopf.cli.tournament.showing import show_settings
    from schafkopf.club.tournament.commands import Change

    desk.do(Change(wanted(desk.state.settings, {"name": name, **asked})))
    show_settings(desk.state, speech)


@reading
def settings(state: State, speech: Speech) -> None:
    """The tournament as it was announced."""
    from schafkopf.cli.tournament.showing import show_settings

    show_settings(state, speech)


@document
def backup(speech: Speech, file: o.File, out: Out = None) -> None:
    """The whole tournament as one file, with the seed of a draw to come: for the host only."""
    from schafkopf.cli.books.options import deliver
    from schafkopf.cli.tournament.desk import read_state
    from schafkopf.club.tournament import exports

    deliver(exports.backup(read_state(file)), out, file)


@command
def restore(
    speech: Speech,
    backup: Annotated[Path, typer.Argument(help="A backup, of the web table too.")],
    file: Annotated[Path, typer.Argument(help="The new file of the tournament.")],
) -> None:
    """A tournament from a backup, in a new file."""
    from schafkopf.cli.books import files
    from schafkopf.cli.tournament.desk import read_state
    from schafkopf.cli.tournament.showing import show_status
    from schafkopf.club.tournament import exports

    state = read_state(backup)
    files.create(file, exports.backup(state))
    show_status(state, speech)


# -- from options to settings ----------------------------------------------------------------------------------------

_PLAIN = (
    "name",
    "rounds",
    "games",
    "split",
    "seating",
    "movers",
    "leavers",
    "prize_ties",
    "place",
    "start",
    "minutes",
    "zone",
)


def wanted(old: Settings, asked: dict[str, Any]) -> Settings:
    """The settings with what was asked for. Raises Refused, InvalidRuleset and Misread."""
    from schafkopf.cli.books.options import read_rules
    from schafkopf.club.tournament.codec import from_data, to_data
    from schafkopf.club.tournament.settings import Settings

    data: dict[str, Any] = {key: asked[key] for key in _PLAIN if asked.get(key) is not None}
    for key, pairs in (("rules", "set_"), ("three_rules", "three_set")):
        inner = "overrides" if key == "rules" else "three_overrides"
        if asked[key] is None and not asked[pairs]:
            continue
        base = getattr(old, key) if asked[key] is None else asked[key]
        if not base:
            data |= {key: "", inner: None}
            continue
        if asked[key] is None and getattr(old, inner):
            data |= {inner: _on_top(base, getattr(old, inner), asked[pairs])}
            continue
        name, overrides = read_rules(base, asked[pairs] or [])
        data |= {key: name, inner: overrides or None}
    if asked["scheme"] is not None:
        data["scheme"] = _scheme(asked["scheme"])
    if asked["ties"] is not None:
        data["ties"] = [word.strip() for word in asked["ties"].split(",") if word.strip()]
    if asked["team_best"] is not None:
        data["team_best"] = asked["team_best"] or None
    if asked["prize"] is not None:
        data["prizes"] = [_prize(text) for text in asked["prize"] if text]
    return from_data(Settings, {**to_data(old), **data})


def _on_top(base: str, old: dict[str, Any], pairs: list[str]) -> dict[str, Any]:
    from schafkopf.cli.books.options import switches
    from schafkopf.game.ruleset import load_ruleset

    return load_ruleset(base).with_overrides(old).with_overrides(switches(pairs)).overrides


def _scheme(text: str) -> Any:
    """The id of a scheme, or what stands in a JSON file."""
    import json

    from schafkopf.cli.books import files
    from schafkopf.club.tournament.errors import Refused

    if not text.endswith(".json"):
        return text
    try:
        return json.loads(files.read(Path(text)).decode("utf-8-sig"))
    except (ValueError, RecursionError) as fault:
        raise Refused("tournament/scheme", str(fault), where=text) from None


def _prize(text: str) -> dict[str, Any]:
    """`150`, `12,50`, `ham` or `50+ham`; prizes are set out in euros."""
    from schafkopf.cli.books.amounts import read_amount
    from schafkopf.cli.books.speech import Misread

    money, sign, thing = text.partition("+")
    try:
        cents = read_amount(money, "cent")
        return {"cents": cents * 100 if money.strip().isdecimal() else cents, "thing": thing.strip()}
    except Misread:
        if sign:
            raise
        return {"cents": 0, "thing": text.strip()}
