"""Statistics and the season: one sheet or many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from schafkopf.cli.books.names import folded
from schafkopf.cli.books.options import deliver
from schafkopf.cli.books.speech import Misread, Speech
from schafkopf.cli.books.tables import clean, coloured, grid
from schafkopf.club.sheet import State
from schafkopf.club.sheet.exports import season_csv
from schafkopf.club.sheet.season import season
from schafkopf.club.sheet.statistics import ROLES, Personal, Statistics, Tally, by_name, statistics, unit_of
from schafkopf.text.csvwords import csv_words


def show_statistics(sheets: Sequence[State], wanted: str | None, speech: Speech) -> None:
    """What the games say about everybody, or about one. Raises Misread for a name that nobody has."""
    found = statistics(sheets, by_name)
    people = found.people
    if wanted is not None:
        people = {key: one for key, one in people.items() if folded(one.name).startswith(folded(wanted))}
        if not people:
            raise Misread("say/person", action=wanted, allowed=tuple(one.name for one in found.people.values()))
    passed = sum(found.passed.values())
    speech.out(speech.say("statistics", "games", n=found.played, passed=passed, evenings=found.evenings))
    if found.broken:
        speech.out(speech.say("statistics", "broken", n=found.broken))
    for one in people.values():
        _person(one, found, people, speech)
    speech.data({**asdict(found), "people": {key: asdict(one) for key, one in people.items()}})


def _person(one: Personal, found: Statistics, people: dict[str, Personal], speech: Speech) -> None:
    speech.out()
    speech.out(f"{one.name}: {speech.money(one.total, found.unit, sign=True)}" if found.unit else one.name)
    table = grid("", speech.say("statistics", "count"), *(speech.say("statistics", key) for key in _COLUMNS))
    table.columns[1].justify = "right"
    _row(table, speech.say("statistics", "all"), one.games, found, speech)
    for role in ROLES:
        _row(table, speech.say("statistics", role), one.roles[role], found, speech)
    for contract, tally in sorted(one.declared.items()):
        _row(table, f"{speech.term('contracts', contract)} ({speech.say('statistics', 'own')})", tally, found, speech)
    for contract, tally in sorted(one.kinds.items()):
        _row(table, speech.term("contracts", contract), tally, found, speech)
    for key, word in (("with", "with_run"), ("without", "without_run")):
        _row(table, speech.say("statistics", word), one.runs[key], found, speech)
    for key, tally in one.partners.items():
        name = people[key].name if key in people else found.people[key].name if key in found.people else key
        _row(table, speech.say("statistics", "beside", name=name), tally, found, speech)
    speech.show(table)
    parts = [
        speech.say("statistics", key, amount=speech.money(peak.amount, found.unit, sign=True))
        for key in ("best_game", "worst_game", "best_evening", "worst_evening")
        if (peak := getattr(one, key)) is not None
    ]
    counts = {"rested": one.rested, "penalties": one.penalties, "knocked": one.knocked}
    parts += [speech.say("statistics", key, n=number) for key, number in counts.items() if number]
    if parts:
        speech.out("  " + " · ".join(parts))


_COLUMNS = ("won", "lost", "rate", "mean", "amount")


def _row(table, label: str, tally: Tally, found: Statistics, speech: Speech) -> None:  # type: ignore[no-untyped-def]
    if not tally.games:
        return
    rate = "–" if tally.rate is None else f"{tally.rate:.0%}"
    mean = "–" if tally.mean is None else _mean(tally.mean, found.unit, speech)
    amount = coloured(speech.short(tally.amount, found.unit), tally.amount)
    table.add_row(clean(label), str(tally.games), str(tally.won), str(tally.lost), rate, mean, amount)


def _mean(mean: float, unit: str, speech: Speech) -> str:
    """An average with one digit more than the unit has: a mean is no amount."""
    value = mean / 100 if unit == "cent" else mean
    text = f"{value:+.3f}" if unit == "cent" else f"{value:+.2f}"
    text = text if float(text) else text[1:]
    return text if speech.language == "en" else text.replace(".", ",")


def show_season(
    sheets: Sequence[State],
    files: Sequence[Path],
    best: int | None,
    at_least: int,
    *,
    csv: bool,
    out: Path | None,
    speech: Speech,
) -> None:
    """The ranking over the sheets. files: where they lie, whose names stand for sheets without title and date."""
    rows = season(sheets, best=best, at_least=at_least)
    unit = unit_of(sheets)
    titles = [state.date or state.title or file.stem for state, file in zip(sheets, files, strict=True)]
    if csv:
        deliver(season_csv(rows, titles, unit, csv_words(speech.language), speech.language), out, *files)
        return
    table = grid(
        "", speech.say("statistics", "name"), *(speech.say("statistics", key) for key in ("sum", "count")), *titles
    )
    for row in rows:
        evenings = [
            "–" if amount is None else coloured(_counted(row.counted, index, speech.short(amount, unit)), amount)
            for index, amount in enumerate(row.evenings)
        ]
        table.add_row(
            clean(f"{row.place}."),
            clean(row.name),
            coloured(speech.short(row.total, unit), row.total),
            str(row.games),
            *evenings,
        )
    speech.show(table)
    speech.data({"unit": unit, "titles": titles, "rows": [asdict(row) for row in rows]})


def _counted(counted: Sequence[int], index: int, text: str) -> str:
    """In brackets what does not count."""
    return text if index in counted else f"({text})"
