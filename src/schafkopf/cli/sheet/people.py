"""Commands about the evening: who is there, who deals, by which rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from schafkopf.cli.books.command import command
from schafkopf.cli.books.options import Setting
from schafkopf.cli.books.speech import Speech
from schafkopf.cli.sheet.command import writing
from schafkopf.cli.sheet.options import File, Name

if TYPE_CHECKING:
    from schafkopf.cli.sheet.desk import Desk
    from schafkopf.club.sheet import State
    from schafkopf.club.sheet.ops import Act

Rules = Annotated[str, typer.Option("--rules", help="A ruleset, with named overrides after +, or a TOML file.")]


def register(app: typer.Typer) -> None:
    """Put the commands there."""
    for one in (new, title, join, leave, rename, seat, dealer, rules, close, reopen):
        app.command(one.__name__)(one)


@partial(command, writes=True)
def new(
    speech: Speech,
    file: File,
    name: Annotated[list[str], typer.Option("--name", "-n", help="Who sits there, clockwise; 3 to 6 times.")],
    rules: Rules = "bavaria",
    set_: Setting = None,
    dealer: Annotated[str, typer.Option(help="Who deals first; else the first one named.")] = "",
    title: Annotated[str, typer.Option(help="What the evening is called.")] = "",
    place: Annotated[str, typer.Option(help="Where it is.")] = "",
    date: Annotated[str | None, typer.Option(help="When it is, 2026-11-30; default: today.")] = None,
    *,
    by: str,
) -> None:
    """Begin a sheet in a new file."""
    import time

    from schafkopf.cli.books.names import folded
    from schafkopf.cli.books.options import read_rules
    from schafkopf.cli.books.speech import Misread
    from schafkopf.cli.sheet.desk import begin, new_id
    from schafkopf.cli.sheet.showing import show_sheet
    from schafkopf.club.sheet import Refused, ops

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


@writing
def title(
    desk: Desk,
    speech: Speech,
    title: Annotated[str | None, typer.Option(help="What the evening is called.")] = None,
    place: Annotated[str | None, typer.Option(help="Where it is.")] = None,
    date: Annotated[str | None, typer.Option(help="When it is, 2026-11-30.")] = None,
) -> None:
    """Title, place and date of the evening; what is not given stays."""
    from schafkopf.club.sheet.ops import Named

    def acts(state: State) -> tuple[Act, ...]:
        old = (state.title, state.place, state.date)
        wanted = tuple(was if now is None else now for was, now in zip(old, (title, place, date), strict=True))
        return (Named(*wanted),) if wanted != old else ()

    _do(desk, speech, acts)


@writing
def join(
    desk: Desk,
    speech: Speech,
    name: Annotated[str, typer.Argument(help="Who comes.")],
    seat: Annotated[
        int | None, typer.Option(min=1, max=6, help="The place at the table, from 1; else the last.")
    ] = None,
    beside: Annotated[bool, typer.Option("--beside", help="Not to the table yet: only on the list.")] = False,
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

    _do(desk, speech, acts)


@writing
def leave(desk: Desk, speech: Speech, name: Name) -> None:
    """Somebody goes home; the account stays."""
    from schafkopf.cli.books.names import person
    from schafkopf.club.sheet.exports import labels
    from schafkopf.club.sheet.ops import Left

    _do(desk, speech, lambda state: (Left(person(labels(state), name)),))


@writing
def rename(desk: Desk, speech: Speech, name: Name, to: Annotated[str, typer.Argument(help="The new name.")]) -> None:
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

    _do(desk, speech, acts)


@writing
def seat(
    desk: Desk,
    speech: Speech,
    name: Name,
    place: Annotated[
        int | None, typer.Argument(min=1, max=6, help="The place at the table, from 1; none: stands up.")
    ] = None,
) -> None:
    """Somebody moves to another place at the table, or stands up."""
    from schafkopf.cli.books.names import person
    from schafkopf.club.sheet.exports import labels
    from schafkopf.club.sheet.ops import Seated

    to = None if place is None else place - 1
    _do(desk, speech, lambda state: (Seated(person(labels(state), name), to),))


@writing
def dealer(desk: Desk, speech: Speech, name: Name) -> None:
    """Who deals next."""
    from schafkopf.cli.books.names import person
    from schafkopf.club.sheet.exports import labels
    from schafkopf.club.sheet.ops import DealerSet

    _do(desk, speech, lambda state: (DealerSet(person(labels(state), name)),))


@writing
def rules(
    desk: Desk,
    speech: Speech,
    rules: Annotated[str | None, typer.Argument(help="What is played from now on; none: the same.")] = None,
    set_: Setting = None,
) -> None:
    """Change the rules from the next deal on; games already written keep theirs. Without anything: show them."""
    from schafkopf.cli.books.options import read_rules, switches
    from schafkopf.cli.sheet.showing import show_rules
    from schafkopf.club.sheet import Refused
    from schafkopf.club.sheet.ops import Ruled
    from schafkopf.club.sheet.pricing import rules_of

    if rules is None and not set_:
        show_rules(desk.state, speech)
        return

    def acts(state: State) -> tuple[Act, ...]:
        if rules is not None:
            return (Ruled(*read_rules(rules, set_ or [])),)
        if state.ruling < 0:
            raise Refused("sheet/rules")
        now = state.rulings[state.ruling].ruled
        return (Ruled(now.rules, rules_of(now).with_overrides(switches(set_ or [])).overrides),)

    _do(desk, speech, acts)


@writing
def close(desk: Desk, speech: Speech) -> None:
    """The evening is over: who pays whom."""
    from schafkopf.cli.sheet.showing import show_settling
    from schafkopf.club.sheet.ops import Closed

    desk.write(lambda: () if desk.state.closed else (Closed(),))
    show_settling(desk.state, speech)


@writing
def reopen(desk: Desk, speech: Speech) -> None:
    """It goes on after all."""
    from schafkopf.club.sheet.ops import Reopened

    _do(desk, speech, lambda state: (Reopened(),) if state.closed else ())


def _do(desk: Desk, speech: Speech, acts: Callable[[State], tuple[Act, ...]]) -> None:
    """Do what `acts` makes of the sheet as it stands, and show the table afterwards."""
    from schafkopf.cli.sheet.showing import show_table

    desk.write(lambda: acts(desk.state))
    show_table(desk.state, speech)
