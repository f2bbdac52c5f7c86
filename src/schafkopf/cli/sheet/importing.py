"""`schafkopf sheet import`: a simple list of results."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from schafkopf.cli.books import files
from schafkopf.cli.books.speech import Misread, Speech
from schafkopf.cli.books.tables import read_text
from schafkopf.cli.sheet.desk import Desk, new_id
from schafkopf.cli.sheet.telling import amounts_text
from schafkopf.club.sheet.exports import labels
from schafkopf.club.sheet.results_list import acts_of, read_results


def run(desk: Desk, table: Path, speech: Speech, *, strict: bool, dry_run: bool) -> int:
    """Bring the rows onto the sheet; returns the exit code: 1 if a row was not taken."""
    results = read_results(read_text(files.read(table)))
    if results.decimals and desk.state.unit not in ("", "cent"):
        # Hundredths of a stake are no stakes.
        raise Misread("say/decimals", action=table.name)
    for error in results.errors:
        speech.note(speech.say("import", error.code.partition("/")[2], **asdict(error)))
    taken = bool(results.rows) and not (strict and results.errors)
    before = {line.id for line in desk.state.lines}
    if taken:
        acts = acts_of(results, new_id, list(_people(desk)))
        if dry_run:
            desk.state, _ = desk.preview(*acts)
        else:
            desk.write(lambda: acts_of(results, new_id, list(_people(desk))))
    for line in desk.state.lines:
        if line.id not in before:
            speech.out(f"{line.number}. {amounts_text(line, desk.state, speech)}")
    rows = len(results.rows) if taken else 0
    speech.out(speech.say("import", "done", n=rows))
    errors = [asdict(error) for error in results.errors]
    speech.data({"ok": not errors, "taken": rows, "names": results.names, "errors": errors})
    return int(bool(results.errors))


def _people(desk: Desk) -> list[tuple[str, str]]:
    return list(labels(desk.state).items())
