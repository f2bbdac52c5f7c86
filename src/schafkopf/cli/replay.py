"""`schafkopf replay`: the referee."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from schafkopf.cli.streams import opened, plain_output, printable, watched
from schafkopf.game.deal import Deal
from schafkopf.game.errors import InvalidRecord, SchafkopfError
from schafkopf.game.record import Record, check_follows, parse_record, report

_LONGEST_LINE = 1 << 20
_BIG_FILE = 4 << 20


def run(file: str, *, as_json: bool, follow: bool, lang: str | None) -> int:
    """Replay a file and print a line for each record; returns the exit code."""
    failed = False
    with plain_output(), opened(file) as stream, watched(stream, file, big=_BIG_FILE) as lines:
        for number, record, outcome in judged(lines, follow=follow):
            if isinstance(outcome, Deal):
                line: dict[str, Any] = {"line": number, **report(outcome)}
            else:
                failed = True
                line = {"line": number, "ok": False, "error": outcome.as_dict()}
            if as_json:
                print(json.dumps(line, ensure_ascii=False))
            else:
                print(printable(_readable(number, record, outcome, lang)))
    return int(failed)


def judged(
    lines: Iterable[bytes], *, follow: bool = False
) -> Iterator[tuple[int, Record | None, Deal | SchafkopfError]]:
    """Replay records line by line: (line number from 1, the record, the deal or the error). Blank lines are skipped.

    follow: also demand that dealer and session of each line follow from the line before.
    """
    before: Deal | None = None
    for number, raw in enumerate(_cut(lines), start=1):
        if not raw.strip():
            continue
        record = None
        outcome: Deal | SchafkopfError
        try:
            record = parse_record(_decoded(raw))
            # With other people at the table a new evening begins.
            if follow and before is not None and len(record.names) == len(before.hands):
                check_follows(before, record)
            outcome = record.replay()
        except SchafkopfError as error:
            outcome = error
        before = outcome if isinstance(outcome, Deal) and outcome.finished else None
        yield number, record, outcome


def _cut(stream: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of a stream; of one that is longer than any record only the beginning is kept."""
    if not hasattr(stream, "readline"):
        yield from stream
        return
    while raw := stream.readline(_LONGEST_LINE + 1):
        yield raw
        while len(raw) > _LONGEST_LINE and not raw.endswith(b"\n"):
            raw = stream.readline(_LONGEST_LINE + 1)


def _decoded(raw: bytes) -> str:
    if len(raw) > _LONGEST_LINE:
        raise InvalidRecord("record/syntax", f"a line of more than {_LONGEST_LINE} bytes")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidRecord("record/syntax", "not UTF-8", where=f"byte {error.start + 1}") from None


def _readable(number: int, record: Record | None, outcome: Deal | SchafkopfError, lang: str | None) -> str:
    from schafkopf.cli.language import chosen
    from schafkopf.text.errors import error_text

    language = chosen(lang)
    names = () if record is None else record.names
    if isinstance(outcome, SchafkopfError):
        where = "" if outcome.at is None else f" [{outcome.at}]"
        return f"{number}: {outcome.code}{where}: {error_text(outcome, language, names)}"
    return f"{number}: {_summary(outcome, names, language)}"


def _summary(deal: Deal, names: tuple[str, ...], lang: str) -> str:
    from schafkopf.cli.play.words import terminal
    from schafkopf.text.bill import bill, money
    from schafkopf.text.catalog import catalog

    texts = catalog(lang)
    settlement = deal.settlement()
    parts = []
    if deal.play is not None:
        plan = deal.play.plan
        contract = plan.contract
        words = [texts.text("terms", "contracts", contract.name)]
        if contract.suit is not None:
            words.append(texts.text("terms", "suits", contract.suit))
        if plan.declarer is not None:
            words.append(f"({names[plan.declarer]})")
        parts.append(" ".join(words))
    elif deal.outcome is not None:
        parts.append(terminal(lang).text("passed", deal.outcome.kind))
    if settlement is None:
        parts += [f"→ {names[seat]}: {' · '.join(texts)}" for seat, texts in deal.options().items()]
        return "; ".join(parts)
    unit = deal.rules["tariff.unit"]
    if settlement.terms:
        game = None if deal.play is None else deal.play.plan.contract.name
        parts.append(bill([entry.as_dict() for entry in settlement.terms], unit, lang, names, game=game))
    if settlement.strokes is not None:
        parts.append(f"{settlement.strokes[0]}:{settlement.strokes[1]}")
    else:
        amounts = zip(names, settlement.amounts, strict=True)
        parts.append(", ".join(f"{name} {money(amount, unit, lang, sign=True)}" for name, amount in amounts))
    return "; ".join(parts)
