"""Commands that write lines, change them and take them back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from schafkopf.cli.books.speech import Speech
from schafkopf.cli.sheet.command import writing
from schafkopf.cli.sheet.options import Dealer, Device, Name, Note, Number

if TYPE_CHECKING:
    from schafkopf.cli.sheet.desk import Desk
    from schafkopf.club.sheet import Line, State
    from schafkopf.club.sheet.ops import Act, Content

Words = Annotated[
    list[str] | None,
    typer.Argument(
        help="The game as one says it: solo Anna won schneider run=3 kontra=1; ruf Beni Dora 95; none: asks."
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what it would bring; write nothing.")]


def register(app: typer.Typer) -> None:
    """Put the commands there."""
    app.command("add")(add)
    app.command("pass")(pass_)
    for one in (ramsch, revoke, misdeal, penalty, correct, pay, edit, delete, restore, move, distinct):
        app.command(one.__name__)(one)
    app.command("undo")(undo)
    app.command("redo")(redo)
    app.command("import")(import_)


@writing
def add(desk: Desk, speech: Speech, words: Words = None, dealer: Dealer = "", dry_run: DryRun = False) -> None:
    """Write a game: in words, or without them by questions, one game after the other.

    Keys: with= (partner) points= run= (or with=3, without=3) kontra= knocks=N or knocks=ANNA,BENI promise= losers=
    virgins= march= suit=. Words: won lost schneider schwarz kontra re unclaimed, and the suits.
    """
    from schafkopf.cli.sheet import booking

    if words or speech.as_json:
        _write(desk, lambda s: booking.deal(words or [], s, speech.language, dealer=dealer), dry_run, speech)
        return
    from schafkopf.cli.sheet import showing
    from schafkopf.cli.sheet.form import Form

    look = {"list": showing.show_lines, "balance": showing.show_balance}
    Form(desk, speech, input, look).run()


@writing
def pass_(
    desk: Desk,
    speech: Speech,
    how: Annotated[
        str | None, typer.Argument(help="redeal, pot, double or thrown_in; default: what the rules say.")
    ] = None,
    dealer: Dealer = "",
    dry_run: DryRun = False,
) -> None:
    """Nobody played."""
    from schafkopf.cli.books.speech import Misread
    from schafkopf.cli.sheet import booking
    from schafkopf.club.sheet.pricing import rules_of

    def content(state: State) -> Content:
        word = how
        if word is None:
            booking.there(state)
            then = "" if state.unit == "stroke" else rules_of(state.rulings[state.ruling].ruled)["all_pass.do"]
            word = {"redeal": "redeal", "pot": "pot", "double_next": "double"}.get(then)
            if word is None:
                raise Misread("say/pass", action=then)
        return booking.deal([word], state, speech.language, dealer=dealer)

    _write(desk, content, dry_run, speech)


@writing
def ramsch(
    desk: Desk,
    speech: Speech,
    words: Annotated[list[str], typer.Argument(help="Who lost; virgin=ANNA,BENI; or march=ANNA.")],
    dealer: Dealer = "",
    dry_run: DryRun = False,
) -> None:
    """Write a Ramsch."""
    from schafkopf.cli.sheet import booking

    phrase = ["ramsch", *words]
    _write(desk, lambda s: booking.deal(phrase, s, speech.language, dealer=dealer), dry_run, speech)


@writing
def revoke(
    desk: Desk,
    speech: Speech,
    offender: Name,
    words: Annotated[list[str] | None, typer.Argument(help="The game that it ended, in words.")] = None,
    amount: Annotated[str, typer.Option(help="A fixed sum instead, to each of the others.")] = "",
    dealer: Dealer = "",
    note: Note = "",
    dry_run: DryRun = False,
) -> None:
    """Somebody revoked: pays the value of the game to each, or a fixed sum. The deal is over."""
    kind = "revoke-sum" if amount else "revoke-game"
    _write(desk, _penalty(kind, offender, words or [], amount, speech, dealer, note), dry_run, speech)


@writing
def misdeal(
    desk: Desk,
    speech: Speech,
    amount: Annotated[str, typer.Argument(help="How much, to each of the others or to the pot.")],
    offender: Annotated[str, typer.Option(help="Who; default: the dealer.")] = "",
    pot: Annotated[bool, typer.Option("--pot", help="It goes into the pot.")] = False,
    dealer: Dealer = "",
    note: Note = "",
    dry_run: DryRun = False,
) -> None:
    """Somebody misdealt, pays, and deals once more."""
    kind = "misdeal-pot" if pot else "misdeal-sum"
    _write(desk, _penalty(kind, offender, [], amount, speech, dealer, note), dry_run, speech)


@writing
def penalty(
    desk: Desk,
    speech: Speech,
    offender: Name,
    words: Annotated[list[str], typer.Argument(help="A sum to each of the others; or freely: Anna=-30 Beni=30.")],
    note: Note = "",
    dry_run: DryRun = False,
) -> None:
    """Somebody pays for another fault, beside the games."""
    free = any("=" in word for word in words)
    content = (
        _penalty("free", offender, words, "", speech, "", note)
        if free
        else _penalty("sum", offender, [], " ".join(words), speech, "", note)
    )
    _write(desk, content, dry_run, speech)


def _penalty(
    kind: str, offender: str, words: list[str], amount: str, speech: Speech, dealer: str, note: str
) -> Callable[[State], Content]:
    from schafkopf.cli.sheet import booking
    from schafkopf.club.sheet.exports import labels

    def content(state: State) -> Content:
        who = offender or dealer or labels(state)[booking.there(state).dealer]
        return booking.penalty(kind, who, words, amount, state, speech.language, dealer=dealer, note=note)

    return content


@writing
def correct(
    desk: Desk,
    speech: Speech,
    amounts: Annotated[list[str], typer.Argument(help="Anna=+10 Beni=-10; they sum to 0. 1,20 and 1.20 are euros.")],
    note: Note = "",
    dry_run: DryRun = False,
) -> None:
    """A free line."""
    from schafkopf.cli.sheet import booking

    _write(desk, lambda state: booking.corrected(amounts, state, note), dry_run, speech)


@writing
def pay(
    desk: Desk,
    speech: Speech,
    payer: Name,
    payee: Name,
    amount: Annotated[str, typer.Argument(help="How much: 1,20 and 1.20 are euros, 120 are cents.")],
    note: Note = "",
    dry_run: DryRun = False,
) -> None:
    """Somebody has paid somebody: it settles, and nobody wins it."""
    from schafkopf.cli.books.amounts import read_amount
    from schafkopf.cli.books.names import person
    from schafkopf.club.sheet.exports import labels
    from schafkopf.club.sheet.ops import Paid

    def content(state: State) -> Content:
        return Paid(person(labels(state), payer), person(labels(state), payee), read_amount(amount, state.unit), note)

    _write(desk, content, dry_run, speech)


@writing
def edit(
    desk: Desk,
    speech: Speech,
    number: Number,
    words: Annotated[
        list[str] | None, typer.Argument(help="What changes: kontra=1, 95, or another game whole.")
    ] = None,
    dealer: Dealer = "",
    note: Annotated[str | None, typer.Option(help="Another note.")] = None,
) -> None:
    """Put a line right. It keeps its place, its people and its rules; the history shows what stood there."""
    from schafkopf.cli.sheet import booking

    def content(state: State, line: Line) -> Content:
        return booking.changed(line, words or [], state, speech.language, dealer=dealer, note=note)

    _tell(desk, booking.edit(desk, number, content), speech)


@writing
def delete(desk: Desk, speech: Speech, number: Number) -> None:
    """A line no longer counts; it can be brought back."""
    from schafkopf.cli.sheet import booking

    _tell(desk, booking.delete(desk, number), speech)


@writing
def restore(desk: Desk, speech: Speech, number: Number) -> None:
    """A deleted line counts again."""
    from schafkopf.cli.sheet import booking

    _tell(desk, booking.restore(desk, number), speech)


@writing
def move(
    desk: Desk,
    speech: Speech,
    number: Number,
    before: Annotated[str | None, typer.Argument(help="Before which line; none: to the end.")] = None,
) -> None:
    """A line moves to another place: all after it are priced anew."""
    from schafkopf.cli.sheet import booking
    from schafkopf.club.sheet.ops import Placed

    def acts(line: Line) -> tuple[Act, ...]:
        return (Placed(line.id, "" if before is None else booking.numbered(desk.state, before).id),)

    _tell(desk, booking.on_line(desk, number, acts), speech)


@writing
def distinct(desk: Desk, speech: Speech, number: Number) -> None:
    """A line is no double of another one."""
    from schafkopf.cli.sheet import booking
    from schafkopf.club.sheet.ops import Distinct

    _tell(desk, booking.on_line(desk, number, lambda line: (Distinct(line.id),)), speech)


@writing
def undo(desk: Desk, speech: Speech, device: Device = "") -> None:
    """Take back what was done last on this computer, whatever it was."""
    from schafkopf.cli.sheet.showing import show_step
    from schafkopf.club.sheet.ops import Undone

    target = _step(desk, device, Undone(), lambda state: state.undo)
    show_step(desk, target, "undone", speech)


@writing
def redo(desk: Desk, speech: Speech, device: Device = "") -> None:
    """Do again what was taken back last."""
    from schafkopf.cli.sheet.showing import show_step
    from schafkopf.club.sheet.ops import Redone

    target = _step(desk, device, Redone(), lambda state: state.redo)
    show_step(desk, target, "redone", speech)


def _step(desk: Desk, device: str, act: Act, held: Callable[[State], Mapping[str, str]]) -> str:
    """-> what was taken back or done again, as the file had it when it was written."""
    if device:
        desk.device = device
    target: list[str] = []

    def acts() -> tuple[Act, ...]:
        target.append(held(desk.state).get(desk.device, ""))
        return (act,)

    desk.write(acts)
    return target[-1]


@writing
def import_(
    desk: Desk,
    speech: Speech,
    table: Annotated[Path, typer.Argument(help="A list: names in the first row, then a row of amounts for each game.")],
    strict: Annotated[bool, typer.Option("--strict", help="Take nothing if any row cannot be read.")] = False,
    dry_run: DryRun = False,
) -> None:
    """Bring a simple list of results onto the sheet, each row as a free line. Exit code 1 if a row was not taken."""
    from schafkopf.cli.sheet.importing import run

    raise typer.Exit(run(desk, table, speech, strict=strict, dry_run=dry_run))


# -- how a line is written -------------------------------------------------------------------------------------------


def _write(desk: Desk, make: Callable[[State], Content], dry_run: bool, speech: Speech) -> None:
    from schafkopf.cli.sheet import booking
    from schafkopf.cli.sheet.telling import line_facts, tell_line

    if dry_run:
        state, line = booking.preview(desk, make(desk.state))
        if line.bill.error:
            booking.must_count(line)
        tell_line(line, state, speech)
        speech.data({**line_facts(line, state), "written": False})
        return
    _tell(desk, booking.enter(desk, make), speech)


def _tell(desk: Desk, line: Line, speech: Speech) -> None:
    from schafkopf.cli.sheet.telling import line_facts, tell_line, tell_turn

    tell_line(line, desk.state, speech)
    tell_turn(desk.state, speech)
    speech.data(line_facts(line, desk.state))
