"""Totals and games as somebody types them in at a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from schafkopf.cli.books.amounts import read_amount
from schafkopf.cli.books.phrase import Said, read_phrase
from schafkopf.cli.books.speech import Misread
from schafkopf.cli.tournament.desk import new_id
from schafkopf.club.sheet.ops import Result as Told
from schafkopf.club.tournament import commands, settings, sheet
from schafkopf.club.tournament.codec import to_data
from schafkopf.club.tournament.errors import Refused
from schafkopf.club.tournament.events import Result
from schafkopf.club.tournament.exports import SEATS
from schafkopf.club.tournament.rounds import drawn_round
from schafkopf.club.tournament.state import State, TableState
from schafkopf.game import Entry
from schafkopf.game.dealing import seats_with_cards
from schafkopf.game.errors import SchafkopfError


def the_table(state: State, number: int, table: int) -> TableState:
    """A table of a round. Raises Refused `tournament/no-round` and `no-table`."""
    one = drawn_round(state, number)
    if not 1 <= table <= len(one.tables):
        raise Refused("tournament/no-table", f"{table}", where="table")
    return one.tables[table - 1]


def cents(state: State) -> bool:
    """Whether points are cents."""
    setup = state.settings
    if not settings.scheme(setup).money:
        return False
    return bool(settings.rules_at(setup, settings.main_size(setup))["tariff.unit"] == "cent")


def read_points(state: State, text: str) -> int:
    """Points, or an amount where they are cents. Raises Misread."""
    return read_amount(text, "cent" if cents(state) else "point")


def read_totals(
    state: State, number: int, table: int, points: Sequence[str], counts: Mapping[str, str | None]
) -> Result:
    """The totals of a table, by seat or by start number. Raises Misread and Refused."""
    seats = the_table(state, number, table).seats
    values = [word for text in points for word in text.split()]
    if any("=" in word for word in values):
        by_number: dict[int, int] = {}
        for word in values:
            player, sign, amount = word.partition("=")
            if not sign or not player.isdecimal() or int(player) not in seats or int(player) in by_number:
                raise Misread("say/entrant", action=word, allowed=tuple(map(str, seats)))
            by_number[int(player)] = read_points(state, amount)
        if len(by_number) < len(seats):
            raise Misread("say/entrant", action=" ".join(values), allowed=tuple(map(str, seats)))
        found = tuple(by_number[player] for player in seats)
    else:
        found = tuple(read_points(state, word) for word in values)
    return Result(found, **{key: _numbers(text) for key, text in counts.items() if text})


def _numbers(text: str) -> tuple[int, ...]:
    parts = text.replace(",", " ").split()
    if not all(part.isdecimal() and len(part) < 6 for part in parts):
        raise Misread("say/number", action=text)
    return tuple(map(int, parts))


def seat_names(state: State, seats: Sequence[int]) -> dict[str, str]:
    """What the people of a table are called, by seat A to E; two of one name with their start numbers."""
    names = [state.entrants[number].name for number in seats]
    same = {name for name in names if names.count(name) > 1}
    return {SEATS[seat]: f"{name} ({seats[seat]})" if name in same else name for seat, name in enumerate(names)}


def next_dealer(state: State, table: TableState) -> int:
    """Whose deal comes next on the sheet of a table."""
    games = [(game.id, game.now.entry) for game in table.games if game.now.entry is not None]
    # A deal more, however it ends, stands after all others, so it shows who dealt it.
    asked: list[tuple[str, dict[str, Any]]] = [*games, ("", {"passed": "redeal"})]
    return sheet.priced(state.settings, len(table.seats), asked).lines[-1].dealer


@dataclass(frozen=True)
class Place:
    """Where a game stands, or shall stand: round, table, its number on the sheet (None: a new one)."""

    round: int
    table: int
    game: int | None = None


def game_command(state: State, at: Place, words: Sequence[str] | None, reason: str, language: str) -> commands.Doing:
    """The command of writing a game down, putting one right or (without words) striking it out.

    Raises Misread and Refused.
    """
    number, table, which = at.round, at.table, at.game
    place = the_table(state, number, table)
    written = [game for game in place.games if game.now.entry is not None]
    old = None
    if which is not None:
        if which > len(written):
            raise Refused("tournament/no-game", str(which), where="game")
        old = written[which - 1]
        if words is None:
            return commands.ChangeGame(number, table, old.id, None, reason)
        dealer = sheet.sheet(state.settings, place).lines[which - 1].dealer
    else:
        dealer = next_dealer(state, place)
    if not words:
        raise Misread("say/game")
    rules = settings.rules_at(state.settings, len(place.seats))
    playing = [SEATS[seat] for seat in seats_with_cards(rules, len(place.seats), dealer)]
    names = seat_names(state, place.seats)
    before = None if old is None or old.now.entry is None else _told(old.now.entry)
    said = read_phrase(words, names, language, players=playing, old=before)
    if said.result is not None and (idle := _named(said.result) - set(playing)):
        raise SchafkopfError("entry/seat", ", ".join(sorted(names[seat] for seat in idle)))
    data = _entry(said)
    if old is not None:
        return commands.ChangeGame(number, table, old.id, data, reason)
    return commands.Play(number, table, drawn_round(state, number).draw_seq, new_id(), data)


_ONE = ("declarer", "partner", "march")
_SOME = ("losers", "virgins")


def _named(told: Told) -> set[str]:
    """The seats that a game names."""
    ones = {getattr(told, key) for key in _ONE} - {None}
    return ones.union(told.losers, told.virgins, told.knockers)


def _entry(said: Said) -> dict[str, Any]:
    """What a phrase says with seats in place of letters, as it is stored."""
    if said.result is None:
        return {"passed": said.how}
    told = said.result
    values = {part.name: getattr(told, part.name) for part in fields(Entry)}
    for key in _ONE:
        values[key] = None if values[key] is None else SEATS.index(values[key])
    for key in _SOME:
        values[key] = tuple(SEATS.index(seat) for seat in values[key])
    if told.knockers:
        values["knocks"] = len(told.knockers)
    found: dict[str, Any] = to_data(Entry(**values))
    return found


def _told(data: Mapping[str, Any]) -> Told | None:
    """A stored entry with letters in place of seats; None for a deal that nobody played."""
    entry = sheet.entry_of(dict(data))
    if isinstance(entry, str):
        return None
    values = {part.name: getattr(entry, part.name) for part in fields(Entry)}
    for key in _ONE:
        values[key] = None if values[key] is None else SEATS[values[key]]
    for key in _SOME:
        values[key] = tuple(SEATS[seat] for seat in values[key])
    return Told(**values)


def told_text(data: Mapping[str, Any], names: Mapping[str, str], speech: Any, *, whole: bool = False) -> str:
    """A stored entry in words. whole: with what else stands in its bill."""
    from schafkopf.cli.sheet.telling import result_text

    told = _told(data)
    return speech.say("ends", data["passed"]) if told is None else result_text(told, names, speech, whole=whole)
