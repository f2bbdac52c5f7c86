"""Commands about the evening: who is there, who deals, by which rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from schafkopf.cli.books.options import By, Json, Lang, Setting
from schafkopf.cli.sheet.options import File, Name

if TYPE_CHECKING:
    from schafkopf.club.sheet import State
    from schafkopf.club.sheet.ops import Act

Rules = Annotated[str, typer.Option("--rules", help="A ruleset, with named overrides after +, or a TOML file.")]


def register(app: typer.Typer) -> None:
    """Put the commands there."""
    for command in (new, title, join, leave, rename, seat, dealer, rules, close, reopen):
        app.command(command.__name__)(command)


def new(
    file: File,
    name: Annotated[list[str], typer.Option("--name", "-n", help="Who sits there, clockwise; 3 to 6 times.")],
    rules: Rules = "bavaria",
    set_: Setting = None,
    dealer: Annotated[str, typer.Option(help="Who deals first; else the first one named.")] = "",
    title: Annotated[str, typer.Option(help="What the evening is called.")] = "",
    place: Annotated[str, typer.Option(help="Where it is.")] = "",
    date: Annotated[str | None, typer.Option(help="When it is, 2026-11-30; default: today.")] = None,
    by: By = "Terminal",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Begin a sheet in a new file."""
    import time

    from schafkopf.cli.books.names import folded
    from schafkopf.cli.books.options import read_rules
    from schafkopf.cli.books.speech import Misread, speaking
    from schafkopf.cli.sheet.desk import begin, new_id
    from schafkopf.cli.sheet.showing import show_sheet
    from schafkopf.club.sheet import Refused, ops

    with speaking(lang, as_json=json) as speech:
        known = {folded(one): new_id() for one in name}
        if not 3 <= len(name) <= 6 or len(known) < len(name):
            raise Misread("say/people", action=", ".join(name))
        if dealer and folded(dealer) not in known:
            raise Misread("say/person", action=dealer, allowed=tuple(name))
        acts: list[Act] = [ops.Named(title, place, time.strftime("%Y-%m-%d") if date is None else date)]
        acts.append(ops.Ruled(*read_rules(rules, set_ or [])))
        acts += [ops.Joined(known[folded(one)], one) for one in name]
        if dealer:
            acts.append(ops.DealerSet(known[folded(dealer)]))

        def playable(state: State) -> None:
            if state.turn.error:
                raise Refused(state.turn.error)

        show_sheet(begin(file, *acts, by=by, check=playable).state, speech)


def title(
    file: File,
    title: Annotated[str | None, typer.Option(help="What the evening is called.")] = None,
    place: Annotated[str | None, typer.Option(help="Where it is.")] = None,
    date: Annotated[str | None, typer.Option(help="When it is, 2026-11-30.")] = None,
    by: By = "Terminal",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Title, place and date of the evening; what is not given stays."""
    from schafkopf.club.sheet.ops import Named

    def acts(state: State) -> tuple[Act, ...]:
        old = (state.title, state.place, state.date)
        wanted = tuple(was if now is None else now for was, now in zip(old, (title, place, date), strict=True))
        return (Named(*wanted),) if wanted != old else ()

    _do(file, acts, by=by, lang=lang, json=json)


def join(
    file: File,
    name: Annotated[str, typer.Argument(help="Who comes.")],
    seat: Annotated[
        int | None, typer.Option(min=1, max=6, help="The place at the table, from 1; else the last.")
    ] = None,
    beside: Annotated[bool, typer.Option("--beside", help="Not to the table yet: only on the list.")] = False,
    by: By = "Terminal",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Somebody comes, or comes back."""
    from schafkopf.cli.books.names import find
    from schafkopf.cli.books.speech import Misread
    from schafkopf.cli.sheet.desk import new_id
    from schafkopf.club.sheet.exports import labels
    from schafkopf.club.sheet.ops import Joined

    def acts(state: State) -> tuple[Act, ...]:
        known = find(labels(state), name, whole=True)
        if known is not None and state.people[known].here:
            raise Misread("say/taken", action=name)
        place = None if seat is None else seat - 1
        called = name if known is None else state.people[known].name
        return (Joined(known or new_id(), called, place, not beside),)

    _do(file, acts, by=by, lang=lang, json=json)


def leave(file: File, name: Name, by: By = "Terminal", lang: Lang = None, json: Json = False) -> None:
    """Somebody goes home; the account stays."""
    from schafkopf.cli.books.names import person
    from schafkopf.club.sheet.exports import labels
    from schafkopf.club.sheet.ops import Left

    _do(file, lambda state: (Left(person(labels(state), name)),), by=by, lang=lang, json=json)


def rename(
    file: File,
    name: Name,
    to: Annotated[str, typer.Argument(help="The new name.")],
    by: By = "Terminal",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Somebody is called otherwise."""
    from schafkopf.cli.books.names import find, person
    from schafkopf.cli.books.speech import Misread
    from schafkopf.club.sheet.exports import labels
    from schafkopf.club.sheet.ops import Renamed

    def acts(state: State) -> tuple[Act, ...]:
        who, same = person(labels(state), name), find(labels(state), to, whole=True)
        if same not in (None, who):
            raise Misread("say/taken", action=to)
        return (Renamed(who, to),)

    _do(file, acts, by=by, lang=lang, json=json)


def seat(
    file: File,
    name: Name,
    place: Annotated[
        int | None, typer.Argument(min=1, max=6, help="The place at the table, from 1; none: stands up.")
    ] = None,
    by: By = "Terminal",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Somebody moves to another place at the table, or stands up."""
    from schafkopf.cli.books.names import person
    from schafkopf.club.sheet.exports import labels
    from schafkopf.club.sheet.ops import Seated

    to = None if place is None else place - 1
    _do(file, lambda state: (Seated(person(labels(state), name), to),), by=by, lang=lang, json=json)


def dealer(file: File, name: Name, by: By = "Terminal", lang: Lang = None, json: Json = False) -> None:
    """Who deals next."""
    from schafkopf.cli.books.names import person
    from schafkopf.club.sheet.exports import labels
    from schafkopf.club.sheet.ops import DealerSet

    _do(file, lambda state: (DealerSet(person(labels(state), name)),), by=by, lang=lang, json=json)


def rules(
    file: File,
    rules: Annotated[str | None, typer.Argument(help="What is played from now on; none: the same.")] = None,
    set_: Setting = None,
    by: By = "Terminal",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Change the rules from the next deal on; games already written keep theirs. Without anything: show them."""
    from schafkopf.cli.books.options import read_rules, switches
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.sheet.desk import read_state
    from schafkopf.cli.sheet.showing import show_rules
    from schafkopf.club.sheet import Refused
    from schafkopf.club.sheet.ops import Ruled
    from schafkopf.club.sheet.pricing import rules_of

    if rules is None and not set_:
        with speaking(lang, as_json=json) as speech:
            show_rules(read_state(file), speech)
        return

    def acts(state: State) -> tuple[Act, ...]:
        if rules is not None:
            return (Ruled(*read_rules(rules, set_ or [])),)
        if state.ruling < 0:
            raise Refused("sheet/rules")
        now = state.rulings[state.ruling].ruled
        return (Ruled(now.rules, rules_of(now).with_overrides(switches(set_ or [])).overrides),)

    _do(file, acts, by=by, lang=lang, json=json)


def close(file: File, by: By = "Terminal", lang: Lang = None, json: Json = False) -> None:
    """The evening is over: who pays whom."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.sheet.desk import Desk
    from schafkopf.cli.sheet.showing import show_settling
    from schafkopf.club.sheet.ops import Closed

    with speaking(lang, as_json=json) as speech:
        desk = Desk.open(file, by=by)
        desk.write(lambda: () if desk.state.closed else (Closed(),))
        show_settling(desk.state, speech)


def reopen(file: File, by: By = "Terminal", lang: Lang = None, json: Json = False) -> None:
    """It goes on after all."""
    from schafkopf.club.sheet.ops import Reopened

    _do(file, lambda state: (Reopened(),) if state.closed else (), by=by, lang=lang, json=json)


def _do(file: File, acts: Callable[[State], tuple[Act, ...]], *, by: str, lang: str | None, json: bool) -> None:
    """Do what `acts` makes of the sheet as it stands, and show the table afterwards."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.sheet.desk import Desk
    from schafkopf.cli.sheet.showing import show_table

    with speaking(lang, as_json=json) as speech:
        desk = Desk.open(file, by=by)
        desk.write(lambda: acts(desk.state))
        show_table(desk.state, speech)
