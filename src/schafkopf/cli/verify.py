"""`schafkopf verify`: shuffles, dealt again from everybody's secrets."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib import resources

from schafkopf.cli.language import chosen
from schafkopf.cli.streams import opened, plain_output, printable
from schafkopf.game.errors import SchafkopfError
from schafkopf.server.fairness import LONGEST_LINE, Checked, Unfair, check_line
from schafkopf.text.catalog import Catalog


class RecordLine(Unfair):
    """The record of a deal where a line about its shuffle should be."""


def run(file: str, *, as_json: bool, lang: str | None) -> int:
    """Check a file of shuffles and print a line for each; returns the exit code: 1 if any fails or none is there."""
    language = chosen(lang)
    failed = records = False
    found = 0
    with plain_output(), opened(file) as stream:
        for number, outcome in checked(stream):
            found += 1
            failed |= not isinstance(outcome, Checked)
            records |= isinstance(outcome, RecordLine)
            print(_as_json(number, outcome) if as_json else printable(_readable(number, outcome, language)))
        if records:
            print(printable(_texts(language).text("records")), file=sys.stderr)
        if not found:
            print(_texts(language).text("nothing"), file=sys.stderr)
    return int(failed or not found)


def checked(lines: Iterable[bytes]) -> Iterator[tuple[int, Checked | SchafkopfError]]:
    """(line number from 1, what was found). Blank lines are skipped."""
    for number, raw in enumerate(lines, start=1):
        if not raw.strip():
            continue
        try:
            text = _decoded(raw)
            _no_record(text)
            yield number, check_line(text)
        except SchafkopfError as error:
            yield number, error


def _decoded(raw: bytes) -> str:
    if len(raw) > LONGEST_LINE:
        raise Unfair("fairness/syntax", f"a line of more than {LONGEST_LINE} bytes")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unfair("fairness/syntax", "not UTF-8", where=f"byte {error.start + 1}") from None


def _no_record(text: str) -> None:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return
    if isinstance(data, dict) and "schafkopf" in data and "fairness" not in data:
        raise RecordLine("fairness/syntax", "the record of a deal, not a line about its shuffle", where="schafkopf")


def _as_json(number: int, outcome: Checked | SchafkopfError) -> str:
    if isinstance(outcome, SchafkopfError):
        return json.dumps({"line": number, "ok": False, "error": outcome.as_dict()}, ensure_ascii=False)
    found = {
        "line": number,
        "ok": True,
        "table": outcome.table,
        "number": outcome.number,
        "took_part": list(outcome.took_part),
        "left_out": list(outcome.left_out),
    }
    return json.dumps(found, ensure_ascii=False)


def _readable(number: int, outcome: Checked | SchafkopfError, language: str) -> str:
    from schafkopf.text.errors import error_text

    if isinstance(outcome, RecordLine):
        return f"{number}: {outcome.code}: {_texts(language).text('record')}"
    if isinstance(outcome, SchafkopfError):
        return f"{number}: {outcome.code}: {error_text(outcome, language)}"
    texts = _texts(language)
    seats = ", ".join(map(str, outcome.took_part))
    parts = [
        texts.text("right").format(table=outcome.table, number=outcome.number),
        texts.text("seats").format(seats=seats) if seats else texts.text("bots"),
    ]
    if outcome.left_out:
        parts.append(texts.text("out").format(seats=", ".join(map(str, outcome.left_out))))
    return f"{number}: {' '.join(parts)}"


def _texts(language: str) -> Catalog:
    path = resources.files("schafkopf.text") / "catalog" / language / "verify.toml"
    return Catalog(language, tomllib.loads(path.read_text("utf-8")))
