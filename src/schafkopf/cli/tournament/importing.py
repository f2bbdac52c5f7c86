"""`schafkopf tournament import`: an entry list from a spreadsheet."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from schafkopf.cli.books import files
from schafkopf.cli.books.speech import Speech
from schafkopf.cli.books.tables import read_text
from schafkopf.cli.tournament.desk import Desk
from schafkopf.club.tournament.commands import Enter
from schafkopf.club.tournament.entries import cells, people


def run(desk: Desk, table: Path, speech: Speech, *, strict: bool, dry_run: bool) -> int:
    """Put the people of a list on the entry list; returns the exit code: 1 if a row was not taken."""
    rows = cells(read_text(files.read(table)))
    found, errors = people(rows, desk.state.entrants)
    for error in errors:
        speech.note(speech.say("import", error.code.partition("/")[2], **asdict(error)))
    taken = found if not (strict and errors) else ()
    if taken and not dry_run:
        desk.do(Enter(taken))
    speech.out(speech.say("import", "done", n=len(taken)))
    told = [asdict(error) for error in errors]
    speech.data({"ok": not errors, "taken": len(taken), "people": [asdict(one) for one in taken], "errors": told})
    return int(bool(errors))
