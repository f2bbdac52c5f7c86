"""Commands that write lines, change them and take them back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from schafkopf.cli.books.options import By, Json, Lang
from schafkopf.cli.sheet.options import Dealer, Device, File, Name, Note, Number

if TYPE_CHECKING:
    from schafkopf.cli.books.speech import Speech
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
    for command in (ramsch, revoke, misdeal, penalty, correct, pay, edit, delete, restore, move, distinct):
        app.command(command.__name__)(command)
    app.command("undo")(undo)
    app.command("redo")(redo)
    app.command("import")(import_)


def add(
    file: File,
    words: Words = None,
    dealer: Dealer = "",
    dry_run: DryRun = False,
    by: By = "Terminal",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Write a game: in words, or without them by questions, one game after the other.

    Keys: with= (partner) points= run= (or with=3, without=3) kontra= knocks=N or knocks=ANNA,BENI promise= losers=
    virgins= march= suit=. Words: won lost schneider schwarz kontra re unclaimed, and the suits.
    """
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.sheet import booking
    from schafkopf.cli.sheet.desk import Desk

    with speaking(lang, as_json=json) as speech:
        desk = Desk.open(file, by=by)
        if words or json:
            _write(desk, lambda s: booking.deal(words or [], s, speech.language, dealer=dealer), dry_run, speech)
            return
        from schafkopf.cli.sheet import showing
        from schafkopf.cli.sheet.form import Form

        look = {"list": showing.show_lines, "balance": showing.show_balance}
        Form(desk, speech, input, look).run()


def pass_(
    file: File,
    how: Annotated[
        str | None, typer.Argument(help="redeal, pot, double or thrown_in; default: what the rules say.")
    ] = None,
    dealer: Dealer = "",
    dry_run: DryRun = False,
    by: By = "Terminal",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Nobody played."""
    from schafkopf.cli.books.speech import Misread, speaking
    from schafkopf.cli.sheet import booking
    from schafkopf.cli.sheet.desk import Desk
    from schafkopf.club.sheet.pricing import rules_of

    with speaking(lang, as_json=json) as speech:

        def content(state: State) -> Content:
            word = how
            if word is None:
                booking.there(state)
                then = "" if state.unit == "stroke" else rules_of(state.rulings[state.ruling].ruled)["all_pass.do"]
                word = {"redeal": "redeal", "pot": "pot", "double_next": "double"}.get(then)
                if word is None:
                    raise Misread("say/pass", action=then)
            return booking.deal([word], state, speech.language, dealer=dealer)

        _write(Desk.open(file, by=by), content, dry_run, speech)


def ramsch(
    file: File,
    words: Annotated[list[str], typer.Argument(help="Who lost; virgin=ANNA,BENI; or march=ANNA.")],
    dealer: Dealer = "",
    dry_run: DryRun = False,
    by: By = "Terminal",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Write a Ramsch."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.sheet import booking
    from schafkopf.cli.sheet.desk import Desk

    with speaking(lang, as_json=json) as speech:
        phrase = ["ramsch", *words]
        _write(
            Desk.open(file, by=by), lambda s: booking.deal(phrase, s, speech.language, dealer=dealer), dry_run, speech
        )


def revoke(
    file: File,
    offender: Name,
    words: Annotated[list[str] | None, typer.Argument(help="The game that it ended, in words.")] = None,
    amount: Annotated[str, typer.Option(help="A fixed sum instead, to each of the others.")] = "",
    dealer: Dealer = "",
    note: Note = "",
    dry_run: DryRun = False,
    by: By = "Terminal",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Somebody revoked: pays the value of the game to each, or a fixed sum. The deal is over."""
    kind = "revoke-sum" if amount else "revoke-game"
    _penalise(file, kind, offender, words, amount, dealer, note, dry_run, by, lang, json)


def misdeal(
    file: File,
    amount: Annotated[str, typer.Argument(help="How much, to each of the others or to the pot.")],
    offender: Annotated[str, typer.Option(help="Who; default: the dealer.")] = "",
    pot: Annotated[bool, typer.Option("--pot", help="It goes into the pot.")] = False,
    dealer: Dealer = "",
    note: Note = "",
    dry_run: DryRun = False,
    by: By = "Terminal",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Somebody misdealt, pays, and deals once more."""
    kind = "misdeal-pot" if pot else "misdeal-sum"
    _penalise(file, kind, offender, [], amount, dealer, note, dry_run, by, lang, json)


def penalty(
    file: File,
    offender: Name,
    words: Annotated[list[str], typer.Argument(help="A sum to each of the others; or freely: Anna=-30 Beni=30.")],
    note: Note = "",
    dry_run: DryRun = False,
    by: By = "Terminal",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Somebody pays for another fault, beside the games."""
    free = any("=" in word for word in words)
    amount = "" if free else " ".join(words)
    _penalise(
        file, "free" if free else "sum", offender, words if free else [], amount, "", note, dry_run, by, lang, json
    )


def _penalise(
    file: Path, kind: str, offender: str, words: list[str] | None, amount: str, dealer: str, note: str,
    dry_run: bool, by: str, lang: str | None, json: bool,
) -> None:  # fmt: skip
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.sheet import booking
    from schafkopf.cli.sheet.desk import Desk
    from schafkopf.club.sheet.exports import labels

    with speaking(lang, as_json=json) as speech:

        def content(state: State) -> Content:
            who = offender or dealer or labels(state)[booking.there(state).dealer]
            return booking.penalty(kind, who, words or [], amount, state, speech.language, dealer=dealer, note=note)

        _write(Desk.open(file, by=by), content, dry_run, speech)


def correct(
    file: File,
    amounts: Annotated[list[str], typer.Argument(help="Anna=+10 Beni=-10; they sum to 0. 1,20 and 1.20 are euros.")],
    note: Note = "",
    dry_run: DryRun = False,
    by: By = "Terminal",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """A free line."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.sheet import booking
    from schafkopf.cli.sheet.desk import Desk

    with speaking(lang, as_json=json) as speech:
        _write(Desk.open(file, by=by), lambda state: booking.corrected(amounts, state, note), dry_run, speech)


def pay(
    file: File,
    payer: Name,
    payee: Name,
    amount: Annotated[str, typer.Argument(help="How much: 1,20 and 1.20 are euros, 120 are cents.")],
    note: Note = "",
    dry_run: DryRun = False,
    by: By = "Terminal",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Somebody has paid somebody: it settles, and nobody wins it."""
    from schafkopf.cli.books.amounts import read_amount
    from schafkopf.cli.books.names import person
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.sheet.desk import Desk
    from schafkopf.club.sheet.exports import labels
    from schafkopf.club.sheet.ops import Paid

    with speaking(lang, as_json=json) as speech:

        def content(state: State) -> Content:
            return Paid(
                person(labels(state), payer), person(labels(state), payee), read_amount(amount, state.unit), note
            )

        _write(Desk.open(file, by=by), content, dry_run, speech)


def edit(
    file: File,
    number: Number,
    words: Annotated[
        list[str] | None, typer.Argument(help="What changes: kontra=1, 95, or another game whole.")
    ] = None,
    dealer: Dealer = "",
    note: Annotated[str | None, typer.Option(help="Another note.")] = None,
    by: By = "Terminal",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Put a line right. It keeps its place, its people and its rules; the history shows what stood there."""
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.sheet import booking
    from schafkopf.cli.sheet.desk import Desk

    with speaking(lang, as_json=json) as speech:
        desk = Desk.open(file, by=by)
        line = booking.edit(
            desk,
            number,
            lambda state, line: booking.changed(line, words or [], state, speech.language, dealer=dealer, note=note),
        )
        _tell(desk, line, speech)


def delete(file: File, number: Number, by: By = "Terminal", lang: Lang = None, json: Json = False) -> None:
    """A line no longer counts; it can be brought back."""
    from schafkopf.cli.sheet import booking

    _on_line(file, lambda desk: booking.delete(desk, number), by, lang, json)


def restore(file: File, number: Number, by: By = "Terminal", lang: Lang = None, json: Json = False) -> None:
    """A deleted line counts again."""
    from schafkopf.cli.sheet import booking

    _on_line(file, lambda desk: booking.restore(desk, number), by, lang, json)


def move(
    file: File,
    number: Number,
    before: Annotated[str | None, typer.Argument(help="Before which line; none: to the end.")] = None,
    by: By = "Terminal",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """A line moves to another place: all after it are priced anew."""
    from schafkopf.cli.sheet import booking
    from schafkopf.club.sheet.ops import Placed

    def act(line: Line, state: State) -> Act:
        return Placed(line.id, "" if before is None else booking.numbered(state, before).id)

    _on_line(file, lambda desk: booking.on_line(desk, number, lambda line: (act(line, desk.state),)), by, lang, json)


def distinct(file: File, number: Number, by: By = "Terminal", lang: Lang = None, json: Json = False) -> None:
    """A line is no double of another one."""
    from schafkopf.cli.sheet import booking
    from schafkopf.club.sheet.ops import Distinct

    _on_line(file, lambda desk: booking.on_line(desk, number, lambda line: (Distinct(line.id),)), by, lang, json)


def undo(file: File, device: Device = "", by: By = "Terminal", lang: Lang = None, json: Json = False) -> None:
    """Take back what was done last on this computer, whatever it was."""
    from schafkopf.club.sheet.ops import Undone

    _step(file, Undone(), device, by, lang, json)


def redo(file: File, device: Device = "", by: By = "Terminal", lang: Lang = None, json: Json = False) -> None:
    """Do again what was taken back last."""
    from schafkopf.club.sheet.ops import Redone

    _step(file, Redone(), device, by, lang, json)


def _step(file: Path, act: Act, device: str, by: str, lang: str | None, json: bool) -> None:
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.sheet.desk import Desk
    from schafkopf.cli.sheet.showing import show_step
    from schafkopf.club.sheet.ops import Undone

    with speaking(lang, as_json=json) as speech:
        desk = Desk.open(file, by=by, device=device)
        target: list[str] = []

        def acts() -> tuple[Act, ...]:
            held = desk.state.undo if isinstance(act, Undone) else desk.state.redo
            target.append(held.get(desk.device, ""))
            return (act,)

        desk.write(acts)
        show_step(desk, target[-1], "undone" if isinstance(act, Undone) else "redone", speech)


def import_(
    file: File,
    table: Annotated[Path, typer.Argument(help="A list: names in the first row, then a row of amounts for each game.")],
    strict: Annotated[bool, typer.Option("--strict", help="Take nothing if any row cannot be read.")] = False,
    dry_run: DryRun = False,
    by: By = "Terminal",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Bring a simple list of results onto the sheet, each row as a free line. Exit code 1 if a row was not taken."""
    from schafkopf.cli.sheet.importing import run

    raise typer.Exit(run(file, table, strict=strict, dry_run=dry_run, by=by, lang=lang, as_json=json))


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


def _on_line(file: Path, act: Callable[[Desk], Line], by: str, lang: str | None, json: bool) -> None:
    from schafkopf.cli.books.speech import speaking
    from schafkopf.cli.sheet.desk import Desk

    with speaking(lang, as_json=json) as speech:
        desk = Desk.open(file, by=by)
        _tell(desk, act(desk), speech)
