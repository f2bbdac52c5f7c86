"""Random tournaments: whatever people do, in whatever order."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.club.tournament.kit import Desk, set_up

from schafkopf.club import spreadsheet
from schafkopf.club.tournament import commands as do
from schafkopf.club.tournament import exports, standing
from schafkopf.club.tournament.errors import Refused
from schafkopf.club.tournament.events import Result, Role, decode, encode
from schafkopf.club.tournament.fold import fold
from schafkopf.club.tournament.ranking import Prize
from schafkopf.club.tournament.state import State

ENTRIES: tuple[dict[str, Any], ...] = (
    {"contract": "solo", "declarer": 1, "won": True},
    {"contract": "wenz", "declarer": 2, "won": False, "schneider": True},
    {"contract": "rufspiel", "declarer": 0, "partner": 3, "points": 75},
    {"passed": "redeal"},
)


def random_command(desk: Desk, rng: random.Random) -> Any:
    state = desk.now
    number = len(state.rounds)
    kinds = ["enter", "leave", "edit", "substitute", "return", "draw", "commit", "change"]
    if number:
        kinds += ["score"] * 8 + ["play"] * 4 + ["close"] * 3
        kinds += ["change_game", "choose", "adjust", "protest", "exchange", "reopen", "lots", "draw", "finish", "rule"]
    kind = rng.choice(kinds)
    who = rng.choice(sorted(state.entrants) or [1])
    one = state.rounds[-1] if number else None
    table = rng.randint(1, len(one.tables)) if one else 1
    draws = [s.seq for s in state.log if encode(s.event)["e"] == "drawn" and s.event.round == number]  # type: ignore[union-attr]
    draw = rng.choice(draws[-2:]) if draws else 0
    reason = rng.choice(["", "weil"])
    if kind == "score":
        assert one is not None
        seats = len(one.tables[table - 1].seats)
        points = [rng.randint(-2, 2) * 10 for _ in range(seats)]
        points[-1] -= sum(points) * rng.choice([1, 1, 1, 0])
        return do.Score(number, table, draw, Result(tuple(points)), reason)
    if kind == "choose":
        assert one is not None
        found = one.tables[table - 1]
        seqs = [t.seq for t in found.rivals] + [v.seq for g in found.games for v in g.rivals] + [3]
        return do.Choose(number, table, rng.choice(seqs), reason)
    game = rng.choice(["a", "b", "c", "d"])
    commands: dict[str, Any] = {
        "enter": do.Enter(tuple(do.Person(f"Neu {rng.randint(1, 9)}") for _ in range(rng.randint(1, 3)))),
        "leave": do.Leave(who),
        "edit": do.Edit(who, do.Person(f"Anders {who}", team=rng.choice(["A", "B", ""]))),
        "substitute": do.Substitute(who, f"Ersatz {rng.randint(1, 9)}"),
        "return": do.Return(who),
        "draw": do.Draw(rng.choice([number, number + 1])),
        "commit": do.Commit(number + 1),
        "change": do.Change(replace(state.settings, place=rng.choice(["Post", "Krone"]))),
        "play": do.Play(number, table, draw, game, rng.choice(ENTRIES)),
        "change_game": do.ChangeGame(number, table, game, rng.choice([*ENTRIES, None]), reason),
        "close": do.CloseRound(number, reason),
        "adjust": do.Adjust(number, who, rng.randint(-5, 5), "Strafe"),
        "protest": do.Protest(f"p{rng.randint(1, 3)}", number, table, "Einspruch"),
        "rule": do.Rule(f"p{rng.randint(1, 3)}", "abgelehnt"),
        "exchange": do.Exchange(number, who, rng.choice(sorted(state.entrants) or [1]), "tauschen"),
        "reopen": do.ReopenRound(number, "Fehler"),
        "lots": do.DrawLots(),
        "finish": do.Finish(),
    }
    return commands[kind]


def content(state: State) -> State:
    """A state without its history."""
    return replace(state, log=(), undone=frozenset())


def random_evening(rng: random.Random, steps: int) -> Desk:
    desk = set_up(
        rng.randint(3, 14), games=2, rounds=4, prizes=(Prize(999), Prize(500)), seating=rng.choice(["lot", "moves"])
    )
    before: dict[str, State] = {"c2": fold(desk.now.log[:1])}
    for _ in range(steps):
        roles: list[Role] = ["host", "host", "scorer"]
        role, by = rng.choice(roles), rng.choice(["left", "right"])
        seq = desk.now.seq if rng.random() < 0.7 else rng.randint(1, desk.now.seq)
        command = random_command(desk, rng)
        old = desk.now
        if rng.random() < 0.15:
            live = [s for s in old.log if s.command not in old.undone and encode(s.event)["e"] != "undone"]
            last = live[-1].command
            with suppress(Refused):
                state = desk(do.Undo(last), role=role, by=by)
                # Undo really undoes: what was there before that step is there again.
                assert content(state) == content(before[last])
                assert state.log[: len(old.log)] == old.log
            continue
        with suppress(Refused):
            desk(command, role=role, by=by, seq=seq)
            before[desk.ids[-1]] = old
        assert desk.now.log[: len(old.log)] == old.log, "what has happened stays"
    return desk


@given(st.integers(0, 10**9))
@settings(max_examples=40, deadline=None)
def test_the_state_is_the_fold_of_its_events_and_a_backup_restores_every_byte(salt: int) -> None:
    rng = random.Random(salt)
    state = random_evening(rng, 40).now
    assert fold(state.log) == state
    for stored in state.log:
        assert decode(json.loads(json.dumps(encode(stored.event)))) == stored.event
    saved = exports.backup(state)
    again = exports.restore(saved)
    assert again == state
    assert exports.backup(again) == saved
    for number in range(1, len(state.rounds) + 1):
        assert spreadsheet.csv(exports.results(again, number, {})) == spreadsheet.csv(
            exports.results(state, number, {})
        )
    assert spreadsheet.csv(exports.ranking(again, {})) == spreadsheet.csv(exports.ranking(state, {}))


@given(st.integers(0, 10**9))
@settings(max_examples=25, deadline=None)
def test_sums_are_right_and_nothing_typed_is_lost(salt: int) -> None:
    rng = random.Random(salt)
    state = random_evening(rng, 40).now
    total = 0
    for number, one in enumerate(state.rounds, 1):
        wrong = {f.table for f in standing.faults(state, number) if f.code in ("tournament/sum", "tournament/missing")}
        for index, table in enumerate(one.tables, 1):
            result = standing.result_of(state, table)
            if result is not None:
                assert (sum(result.points) == 0) == (index not in wrong)
                total += sum(result.points)
            else:
                assert index in wrong
        total += sum(adjusted.points for adjusted in one.adjusted)
        assert not (one.closed and not one.reason and wrong and not _late(state, number))
        kept = [t.result for table in one.tables for t in (table.typed, *table.trace, *table.rivals) if t is not None]
        kept += [s.event.result for s in one.strays if hasattr(s.event, "result")]
        for stored in state.log:
            event = stored.event
            if encode(event)["e"] == "scored" and event.round == number and stored.command not in state.undone:  # type: ignore[union-attr]
                drawn_over = event.draw != one.draw_seq and stored.seq < one.draw_seq  # type: ignore[union-attr]
                assert drawn_over or event.result in kept  # type: ignore[union-attr]
    assert sum(tally.points for tally in standing.tallies(state).values()) == total
    lines = standing.table_of(state)
    found = standing.prizes(state)
    assert sum(given.cents for given in found.awards) + found.rest == sum([999, 500][: len(lines)])


def _late(state: State, number: int) -> bool:
    """Whether something was typed in or put right after the round was closed."""
    closed = max(s.seq for s in state.log if encode(s.event) == {"e": "round_closed", "round": number})
    kinds = ("scored", "played", "game_changed", "chosen")
    return any(s.seq > closed and encode(s.event)["e"] in kinds for s in state.log)


@given(st.permutations(range(1, 14)), st.integers(0, 99))
@settings(max_examples=8, deadline=None)
def test_to_09_the_order_of_entry_changes_neither_draw_nor_ranking(order: list[int], salt: int) -> None:
    def evening(numbers: list[int]) -> State:
        rng = random.Random(salt)
        desk = set_up(0, rounds=2, ties=("points", "lot"))
        desk(do.Enter(tuple(do.Person(f"Spieler {n}", n, team=f"T{n % 4}") for n in numbers)))
        desk(do.Draw(1, "seed"))
        for index, table in enumerate(desk.now.rounds[0].tables, 1):
            points = [rng.randint(-1, 1) for _ in table.seats]
            points[0] -= sum(points)
            desk(do.Score(1, index, desk.now.rounds[0].draw_seq, Result(tuple(points))))
        desk(do.CloseRound(1))
        desk(do.DrawLots("Maibock"))
        return desk.now

    one, other = evening(sorted(order)), evening(order)
    assert [table.seats for table in one.rounds[0].tables] == [table.seats for table in other.rounds[0].tables]
    assert standing.table_of(one) == standing.table_of(other)
    assert standing.team_table(one) == standing.team_table(other)
    assert spreadsheet.csv(exports.ranking(one, {})) == spreadsheet.csv(exports.ranking(other, {}))


@given(st.integers(0, 10**9))
@settings(max_examples=15, deadline=None)
def test_results_may_come_in_any_order(salt: int) -> None:
    rng = random.Random(salt)
    desk = set_up(12)
    desk(do.Draw(1))
    start = desk.now
    scores = [
        do.Score(1, table, start.rounds[0].draw_seq, Result((table, -table, 0, 0), solos=(table, 0, 0, 0)))
        for table in (1, 2, 3)
    ]
    rng.shuffle(scores)
    for score in scores:
        desk(score, seq=start.seq)
    lines = standing.table_of(desk.now)
    assert sorted(line.tally.points for line in lines) == [-3, -2, -1, 0, 0, 0, 0, 0, 0, 1, 2, 3]
    assert not standing.faults(desk.now, 1)
