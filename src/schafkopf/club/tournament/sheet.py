"""The sheet of a table, game by game: what was typed in, priced as a session of the table's ruleset."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from schafkopf.club.tournament import settings as setup
from schafkopf.club.tournament.codec import from_data, to_data
from schafkopf.club.tournament.errors import Refused
from schafkopf.club.tournament.events import Result
from schafkopf.club.tournament.scoring import Scored, score
from schafkopf.club.tournament.settings import Settings
from schafkopf.club.tournament.state import TableState
from schafkopf.game import Entry, SchafkopfError, Session

PASSED = ("redeal", "pot", "double", "thrown_in")


@dataclass(frozen=True, slots=True)
class Line:
    """A game on a sheet: what it brought, the sums after it, or the code of what is impossible about it."""

    game: str
    dealer: int
    scored: Scored | None
    carry: tuple[int, ...]
    error: str = ""
    passed: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole sheet. played: games that count towards the round; pot: what nobody has taken."""

    lines: tuple[Line, ...]
    result: Result
    played: int
    pot: int
    wrong: bool
    """A line is impossible, because one before it was changed."""


def entry_of(data: dict[str, Any]) -> Entry | str:
    """An entry, or how a deal was passed out. Raises Refused `tournament/syntax`."""
    if set(data) == {"passed"}:
        if data["passed"] not in PASSED:
            raise Refused("tournament/syntax", "how was it passed out?", allowed=PASSED, where="passed")
        return str(data["passed"])
    return from_data(Entry, data)


def sheet(settings: Settings, table: TableState) -> Sheet:
    """The sheet of a table; seat A deals first."""
    return priced(settings, len(table.seats), ((g.id, g.now.entry) for g in table.games if g.now.entry is not None))


def priced(settings: Settings, seats: int, games: Iterable[tuple[str, dict[str, Any]]]) -> Sheet:
    """Games in their order, with what each brought."""
    return _priced(json.dumps(to_data(settings), sort_keys=True), seats, json.dumps(list(games)))


@lru_cache(maxsize=2048)
def _priced(settings_json: str, seats: int, games_json: str) -> Sheet:
    settings = from_data(Settings, json.loads(settings_json))
    games = json.loads(games_json)
    rules, scheme = setup.rules_at(settings, seats), setup.scheme(settings)
    session = Session.new(rules, seats)
    sums = [scheme.per_player] * seats
    solos, solos_won, won = [0] * seats, [0] * seats, [0] * seats
    lines = []
    played = 0
    for game, data in games:
        dealer = session.dealer
        try:
            entry = entry_of(data)
            if isinstance(entry, str):
                before = session
                session = session.after_passed_out(entry)
                amounts = tuple(now - then for now, then in zip(session.balances, before.balances, strict=True))
                scored = Scored(amounts if scheme.money else (0,) * seats, ())
            else:
                finished = session.price(entry)
                assert finished.facts is not None
                scored = score(scheme, rules, finished.facts, finished.settlement)
                session = session.after_result(finished)
                played += 1
        except (SchafkopfError, ValueError) as fault:
            code = fault.code if isinstance(fault, SchafkopfError) else "entry/result"
            lines.append(Line(game, dealer, None, tuple(sums), code))
            continue
        sums = [a + b for a, b in zip(sums, scored.points, strict=True)]
        for seat in scored.winners:
            won[seat] += 1
        if scored.solo is not None:
            solos[scored.solo] += 1
            solos_won[scored.solo] += scored.solo in scored.winners
        lines.append(Line(game, dealer, scored, tuple(sums), passed=isinstance(entry, str)))
    result = Result(tuple(sums), tuple(solos), tuple(solos_won), tuple(won))
    return Sheet(tuple(lines), result, played, session.carried.pot, any(line.error for line in lines))
