"""A tournament as its people see it: entries, draws, results, corrections, closing, undo, several laptops."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.club.tournament.kit import Desk, even, play_round, score, set_up

from schafkopf.club.tournament import commands as do
from schafkopf.club.tournament import events, scores, standing
from schafkopf.club.tournament.decide import Asked, decide
from schafkopf.club.tournament.errors import Refused
from schafkopf.club.tournament.events import Result
from schafkopf.club.tournament.lot import seed_hash
from schafkopf.club.tournament.ranking import Prize
from schafkopf.club.tournament.settings import Settings
from schafkopf.game import load_ruleset, ruleset_ids


def refused(desk: Desk, command: Any, **asked: Any) -> Refused:
    before = desk.now
    with pytest.raises(Refused) as fault:
        desk(command, **asked)
    assert desk.now is before, "what is refused changes nothing"
    return fault.value


def totals(desk: Desk, *points: int, number: int = 1, table: int = 1, reason: str = "") -> do.Score:
    return do.Score(number, table, desk.now.rounds[number - 1].draw_seq, Result(points), reason)


# -- from set-up to prizes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [5, 13, 37, 100])
def test_a_tournament_from_the_first_entry_to_the_prizes(players: int) -> None:
    prizes = (Prize(10_000), Prize(5_001), Prize(2_500, "Brotzeit"))
    desk = set_up(players, rounds=3, prizes=prizes, ties=("points", "solos_won", "lot"))
    for number in (1, 2, 3):
        play_round(desk, number)
    assert standing.lots_needed(desk.now)
    desk(do.DrawLots())
    state = desk(do.Finish())
    lines = standing.table_of(state)
    assert [line.place for line in lines] == list(range(1, players + 1))
    assert sum(line.tally.points for line in lines) == 0
    found = standing.prizes(state)
    assert [given.cents for given in found.awards] == [10_000, 5_001, 2_500]
    assert found.rest == 0
    assert refused(desk, do.Enter((do.Person("Spät"),))).code == "tournament/over"


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"rounds": 0}, "rounds"),
        ({"games": 0}, "games"),
        ({"ties": ("lot", "points")}, "ties"),
        ({"ties": ("points", "lot", "solos")}, "ties"),
        ({"ties": ("points", "points")}, "ties"),
        ({"zone": "Bayern/Minga"}, "zone"),
        ({"start": "2026-05-01T19:00Z"}, "start"),
        ({"start": "morgen"}, "start"),
        ({"start": "2026-02-30T19:00"}, "start"),
        ({"start": "2026-W18-5"}, "start"),
        ({"start": "0001-01-01T00:00"}, "start"),
        ({"start": "9999-12-31T23:59"}, "start"),
        ({"name": " "}, "name"),
        ({"scheme": "klassisch"}, "scheme"),
        ({"movers": 3}, "movers"),
        ({"prizes": (Prize(1), Prize(0, "Ein Fass\x00"))}, "prizes"),
        ({"prizes": (Prize(1),) * 1001}, "prizes"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_by_its_name(change: dict[str, Any], where: str) -> None:
    desk = Desk()
    with pytest.raises(Refused) as fault:
        desk(do.Create(replace(Settings("Preisschafkopf"), **change)))
    assert fault.value.where == where


def test_texts_of_the_settings_are_lines() -> None:
    desk = Desk()
    desk(do.Create(Settings("Mai\nbock ", place=" Zum\tWirt", prizes=(Prize(0, "Ein\nFass"),))))
    setup = desk.now.settings
    assert (setup.name, setup.place, setup.prizes[0].thing) == ("Mai bock", "Zum Wirt", "Ein Fass")


def test_a_ruleset_that_cannot_be_played_at_such_tables_is_refused() -> None:
    with pytest.raises(Refused, match="ruleset/unknown"):
        Desk()(do.Create(Settings("Preisschafkopf", rules="watten")))
    with pytest.raises(Refused) as fault:
        Desk()(do.Create(Settings("Preisschafkopf", three_rules="bavaria")))
    assert fault.value.code == "tournament/rules"


# -- people ----------------------------------------------------------------------------------------------------------


def test_start_numbers_are_given_once() -> None:
    desk = set_up(0)
    desk(do.Enter((do.Person("Anna", 7), do.Person("Ben"), do.Person("  Cleo   Maria "))))
    assert {n: e.name for n, e in desk.now.entrants.items()} == {7: "Anna", 8: "Ben", 9: "Cleo Maria"}
    assert refused(desk, do.Enter((do.Person("Dora", 7),))).code == "tournament/number-taken"
    assert refused(desk, do.Enter((do.Person("Dora", 1), do.Person("Emil", 1)))).code == "tournament/number-taken"
    for name in ("Do\x00ra", "Do\u202era"):
        assert refused(desk, do.Enter((do.Person(name),))).code == "tournament/text"
    together = "Jo \U0001f469\u200d\u2764\ufe0f\u200d\U0001f468"
    desk(do.Enter((do.Person(together),)))
    assert desk.now.entrants[10].name == together


def test_late_entries_leavers_and_who_comes_back() -> None:
    desk = set_up(9)
    desk(do.Leave(9))
    assert 9 not in desk.now.entrants, "who has never played is off the list"
    play_round(desk, 1)
    desk(do.Enter((do.Person("Spät"), do.Person("Später"))))
    desk(do.Leave(3))
    assert [player.number for player in desk.now.players(2)] == [1, 2, 4, 5, 6, 7, 8, 9, 10]
    play_round(desk, 2)
    desk(do.Return(3))
    assert 3 in [player.number for player in desk.now.players(3)]
    points_of_3 = standing.tallies(desk.now)[3]
    assert points_of_3 == standing.tallies(desk.now, 1)[3]
    assert "3" in [line.key for line in standing.table_of(desk.now)]
    desk(do.Leave(3))
    assert "3" not in [line.key for line in standing.table_of(desk.now)]
    desk(do.Change(replace(desk.now.settings, leavers="ranked")))
    assert "3" in [line.key for line in standing.table_of(desk.now)]


def test_a_substitute_inherits_the_points() -> None:
    desk = set_up(8)
    play_round(desk, 1)
    before = standing.tallies(desk.now)[5]
    desk(do.Leave(5))
    state = desk(do.Substitute(5, "Ersatz", "krank"))
    assert state.entrants[5].name == "Ersatz"
    assert state.entrants[5].before == (("Spieler 5", 2, "krank"),)
    assert standing.tallies(state)[5] == before
    assert 5 in [player.number for player in state.players(2)]


# -- draws -----------------------------------------------------------------------------------------------------------


def test_to_06_the_hash_of_the_seed_is_published_before_the_draw() -> None:
    desk = set_up(16)
    state = desk(do.Commit(1))
    assert state.pending is not None
    number, seed, published = state.pending
    assert (number, published) == (1, seed_hash(seed))
    assert refused(desk, do.Draw(1, "another")).code == "tournament/seed"
    state = desk(do.Draw(1))
    assert seed_hash(state.rounds[0].draw.seed) == published
    assert state.pending is None


def test_to_06_a_new_draw_is_another_attempt_and_the_old_one_stays_in_the_log() -> None:
    desk = set_up(16)
    first = desk(do.Draw(1, "Maibock")).rounds[0].draw
    second = desk(do.Draw(1)).rounds[0].draw
    assert (first.seed, first.attempt, second.seed, second.attempt) == ("Maibock", 1, "Maibock", 2)
    assert first.tables != second.tables
    assert [stored.event for stored in desk.now.log if stored.event in (first, second)] == [first, second]
    score(desk, 1, 1, even(4))
    assert refused(desk, do.Draw(1)).code == "tournament/has-results"


def test_two_laptops_that_draw_at_once_get_one_draw() -> None:
    desk = set_up(16)
    seen = desk.now.seq
    first = desk(do.Draw(1), seq=seen, by="left").rounds[0].draw
    assert desk(do.Draw(1), seq=seen, by="right").rounds[0].draw == first


def test_a_round_is_drawn_only_after_the_one_before_is_closed() -> None:
    desk = set_up(8, rounds=2)
    assert refused(desk, do.Draw(2)).code == "tournament/no-round"
    desk(do.Draw(1))
    assert refused(desk, do.Draw(2)).code == "tournament/round-open"
    assert refused(set_up(2), do.Draw(1)).code == "tournament/too-few"
    assert refused(set_up(7, split="fives"), do.Draw(1)).code == "tournament/cannot-split"
    assert refused(set_up(7, three_rules=""), do.Draw(1)).code == "tournament/cannot-split"


def test_two_people_change_places_by_hand() -> None:
    desk = set_up(8)
    tables = desk(do.Draw(1)).rounds[0].tables
    a, b = tables[0].seats[0], tables[1].seats[2]
    state = desk(do.Exchange(1, a, b, "Rollstuhl"))
    assert state.rounds[0].tables[1].seats[2] == a
    assert state.rounds[0].tables[0].seats[0] == b
    assert state.rounds[0].exchanged == ((a, b, "Rollstuhl"),)


def test_moves_instead_of_the_lot() -> None:
    desk = set_up(12, seating="moves")
    play_round(desk, 1)
    first = desk.now.rounds[0].tables
    second = desk(do.Draw(2)).rounds[1]
    assert second.draw.how == "moves"
    assert first[1].seats[0] in second.tables[0].seats, "the winner of table 2 moves up"
    assert first[0].seats[0] in second.tables[0].seats, "the winner of table 1 stays"


# -- results ---------------------------------------------------------------------------------------------------------


def test_to_03_a_sum_other_than_0_blocks_closing_and_names_the_table() -> None:
    desk = set_up(8)
    desk(do.Draw(1))
    score(desk, 1, 1, [30, 30, 30, -90])
    assert refused(desk, do.CloseRound(1)).where == "table 2"
    score(desk, 1, 2, [30, 30, 30, -80])
    fault = refused(desk, do.CloseRound(1))
    assert (fault.code, fault.where) == ("tournament/sum", "table 2")
    assert "10, not 0" in fault.detail
    assert refused(desk, totals(desk, 30, 30, 30, -90, table=2)).code == "tournament/reason"
    state = score(desk, 1, 2, [30, 30, 30, -90], reason="verschrieben")
    assert [typed.result.points for typed in state.rounds[0].tables[1].trace] == [(30, 30, 30, -80)]
    assert desk(do.CloseRound(1)).rounds[0].closed


def test_the_constant_of_a_round_is_checked_instead_of_0() -> None:
    scheme = {"id": "chips", "rows": [{"values": [1, 2, 3]}], "per_player": 100}
    desk = set_up(7, scheme=scheme)
    desk(do.Draw(1))
    score(desk, 1, 1, [90, 110, 100, 100])
    score(desk, 1, 2, [0, 0, 0])
    assert [(f.code, f.table, f.detail) for f in standing.faults(desk.now, 1)] == [("tournament/sum", 2, "0, not 300")]


def test_plus_points_have_no_sum_but_no_minus_either() -> None:
    desk = set_up(4, scheme="short-5-10-15")
    desk(do.Draw(1))
    assert refused(desk, totals(desk, 30, 15, -5, 0)).code == "tournament/result"
    score(desk, 1, 1, [30, 15, 5, 0])
    assert desk(do.CloseRound(1)).rounds[0].closed


def test_a_round_is_closed_with_a_reason_although_a_table_is_missing() -> None:
    desk = set_up(8)
    desk(do.Draw(1))
    score(desk, 1, 1, even(4))
    assert refused(desk, do.CloseRound(1)).code == "tournament/missing"
    state = desk(do.CloseRound(1, "Zettel verloren"))
    assert state.rounds[0].reason == "Zettel verloren"
    late = score(desk, 1, 2, even(4))
    assert late.rounds[0].tables[1].typed is not None, "the lost sheet turned up"


def test_a_result_that_cannot_be_is_refused() -> None:
    desk = set_up(4)
    draw = desk(do.Draw(1)).rounds[0].draw_seq
    for result in (
        Result((1, 2, -3)),
        Result((0, 0, 0, 0), solos=(1, 1)),
        Result((0, 0, 0, 0), solos=(1, 1, 0, 0), solos_won=(0, 2, 0, 0)),
        Result((0, 0, 0, 0), games_won=(0, 0, 0, -1)),
        # Four games are played: what decides ties can't be more of them than there are.
        Result((0, 0, 0, 0), solos_won=(5, 0, 0, 0)),
        Result((0, 0, 0, 0), solos=(3, 2, 0, 0)),
        Result((0, 0, 0, 0), games_won=(5, 0, 0, 0)),
        Result((10**7, -(10**7), 0, 0)),
    ):
        assert refused(desk, do.Score(1, 1, draw, result)).code == "tournament/result"
    most = Result((0, 0, 0, 0), (2, 1, 1, 0), (2, 1, 0, 0), (4, 2, 3, 3))
    assert desk(do.Score(1, 1, draw, most)).rounds[0].tables[0].typed is not None
    assert refused(desk, do.Score(1, 2, draw, Result((0, 0, 0, 0)))).code == "tournament/no-table"
    assert refused(desk, do.Score(2, 1, draw, Result((0, 0, 0, 0)))).code == "tournament/no-round"
    assert refused(desk, do.Score(1, 1, 999, Result((0, 0, 0, 0)))).code == "tournament/no-draw"


# -- several at once -------------------------------------------------------------------------------------------------


def test_the_same_table_typed_in_twice_at_once_keeps_both_for_the_host() -> None:
    desk = set_up(4)
    desk(do.Draw(1))
    seen = desk.now.seq
    desk(totals(desk, 10, -10, 0, 0), role="scorer", by="left", seq=seen)
    state = desk(totals(desk, 0, 0, 10, -10), role="scorer", by="right", seq=seen)
    table = state.rounds[0].tables[0]
    assert table.typed is not None
    assert [typed.by for typed in (table.typed, *table.rivals)] == ["left", "right"]
    for reason in ("", "egal"):
        assert refused(desk, do.CloseRound(1, reason)).code == "tournament/conflict"
    state = desk(do.Choose(1, 1, table.rivals[0].seq, "nachgerechnet"))
    table = state.rounds[0].tables[0]
    assert table.typed is not None
    assert (table.typed.by, [typed.by for typed in table.trace], table.rivals) == ("right", ["left"], ())
    assert desk(do.CloseRound(1)).rounds[0].closed


def test_the_same_result_typed_in_twice_is_one_result() -> None:
    desk = set_up(4)
    desk(do.Draw(1))
    seen = desk.now.seq
    desk(totals(desk, 10, -10, 0, 0), by="left", seq=seen)
    before = desk.now
    assert desk(totals(desk, 10, -10, 0, 0), by="right", seq=seen) is before


def test_se_18_a_result_typed_before_two_changed_places_is_nobodys() -> None:
    """It was written by seat; whoever sits there now has not made it. Tables that kept their people take theirs."""
    desk = set_up(12)
    first = desk(do.Draw(1)).rounds[0]
    seen = desk.now.seq
    desk(do.Exchange(1, first.tables[0].seats[0], first.tables[1].seats[0], "Rollstuhl"))
    score(desk, 1, 1, [9, -3, -3, -3], by="offline", seq=seen)
    game = do.Play(1, 2, first.draw_seq, "g1", {"contract": "solo", "declarer": 0, "won": True})
    desk(game, by="offline", seq=seen)
    state = score(desk, 1, 3, [9, -3, -3, -3], by="offline", seq=seen)
    one = state.rounds[0]
    assert [table.empty for table in one.tables] == [True, True, False]
    assert [stray.by for stray in one.strays] == ["offline", "offline"]
    state = score(desk, 1, 1, [9, -3, -3, -3])
    assert not state.rounds[0].tables[0].empty


def test_a_result_for_a_draw_that_was_replaced_is_kept_aside() -> None:
    desk = set_up(8)
    late = totals_after_draw(desk)
    desk(do.Draw(1))
    state = desk(late, role="scorer", by="offline", seq=3)
    assert [stray.by for stray in state.rounds[0].strays] == ["offline"]
    assert all(table.empty for table in state.rounds[0].tables)


def totals_after_draw(desk: Desk) -> do.Score:
    desk(do.Draw(1))
    return totals(desk, 10, -10, 0, 0)


def test_a_command_that_comes_twice_does_nothing_the_second_time() -> None:
    desk = set_up(4)
    desk(do.Enter((do.Person("Fünf"),)), id="x")
    before = desk.now
    assert desk(do.Enter((do.Person("Fünf"),)), id="x") is before


def test_each_role_has_its_rights() -> None:
    desk = set_up(4)
    assert refused(desk, do.Draw(1), role="scorer").code == "tournament/forbidden"
    desk(do.Draw(1))
    assert refused(desk, totals(desk, 0, 0, 0, 0), role="viewer").code == "tournament/forbidden"
    desk(totals(desk, 0, 0, 0, 0), role="scorer")
    desk(do.CloseRound(1))
    late = totals(desk, 1, -1, 0, 0, reason="x")
    assert refused(desk, late, role="scorer").code == "tournament/closed"
    assert desk(late).rounds[0].tables[0].typed is not None
    assert set(do.RIGHTS) == set(do.TAGS.values())
    for command in do.RIGHTS:
        assert not do.may("viewer", command)
        assert do.may("host", command)


# -- game by game ----------------------------------------------------------------------------------------------------

SOLO = {"contract": "solo", "declarer": 1, "won": True}
RUF = {"contract": "rufspiel", "declarer": 0, "partner": 2, "won": False, "schneider": True}


def play(desk: Desk, game: str, entry: dict[str, Any], **asked: Any) -> None:
    desk(do.Play(1, 1, desk.now.rounds[0].draw_seq, game, entry), **asked)


def test_a_sheet_game_by_game_gives_the_totals() -> None:
    desk = set_up(4, games=2, scheme="points-6")
    desk(do.Draw(1))
    play(desk, "a", SOLO, role="scorer")
    play(desk, "p", {"passed": "redeal"}, role="scorer")
    assert [f.code for f in standing.faults(desk.now, 1)] == ["tournament/missing"]
    play(desk, "b", RUF, role="scorer")
    result = standing.result_of(desk.now, desk.now.rounds[0].tables[0])
    assert result == Result((-4, 8, -4, 0), (0, 1, 0, 0), (0, 1, 0, 0), (0, 2, 0, 1))
    assert not standing.faults(desk.now, 1)
    score(desk, 1, 1, [0, 0, 0, 0])
    assert [f.code for f in standing.faults(desk.now, 1)] == ["tournament/differs"]


def test_a_sheet_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scores, "_MOST_LINES", 2)
    desk = set_up(4, games=9)
    desk(do.Draw(1))
    play(desk, "a", SOLO)
    play(desk, "b", SOLO)
    assert refused(desk, do.Play(1, 1, desk.now.rounds[0].draw_seq, "c", SOLO)).code == "tournament/length"
    play(desk, "b", SOLO)


def test_games_are_put_right_and_struck_out_with_a_trace() -> None:
    desk = set_up(4, games=1)
    desk(do.Draw(1))
    play(desk, "a", SOLO)
    desk(do.ChangeGame(1, 1, "a", {**SOLO, "won": False}, "verhört"))
    game = desk.now.rounds[0].tables[0].games[0]
    assert [version.entry for version in (game.now, *game.trace)] == [{**SOLO, "won": False}, SOLO]
    desk(do.ChangeGame(1, 1, "a", None))
    assert standing.result_of(desk.now, desk.now.rounds[0].tables[0]) is None
    assert (
        refused(desk, do.Play(1, 1, desk.now.rounds[0].draw_seq, "b", {"contract": "geier"})).code == "entry/contract"
    )
    assert refused(desk, do.Play(1, 1, desk.now.rounds[0].draw_seq, "b", {"kontrakt": 1})).code == "tournament/syntax"
    assert refused(desk, do.ChangeGame(1, 1, "z", None)).code == "tournament/no-game"


def test_a_game_that_is_worth_too_much_is_refused() -> None:
    overrides = {"tariff": {"solo": 300_000}}
    desk = set_up(4, games=2, scheme="money", overrides=overrides)
    desk(do.Draw(1))
    play(desk, "a", {**SOLO, "won": False})
    again = do.Play(1, 1, desk.now.rounds[0].draw_seq, "b", {**SOLO, "won": False})
    assert refused(desk, again).code == "tournament/result"


def test_two_phones_at_one_table_lose_nothing() -> None:
    desk = set_up(4, games=2)
    desk(do.Draw(1))
    seen = desk.now.seq
    play(desk, "left-1", SOLO, seq=seen)
    play(desk, "right-1", RUF, seq=seen)
    games = desk.now.rounds[0].tables[0].games
    assert [game.id for game in games] == ["left-1", "right-1"]
    seen = desk.now.seq
    desk(do.ChangeGame(1, 1, "left-1", {**SOLO, "schneider": True}), seq=seen, by="left")
    desk(do.ChangeGame(1, 1, "left-1", {**SOLO, "won": False}), seq=seen, by="right")
    game = desk.now.rounds[0].tables[0].games[0]
    assert [version.by for version in (game.now, *game.rivals)] == ["left", "right"]
    assert standing.faults(desk.now, 1)[0].code == "tournament/conflict"
    desk(do.Choose(1, 1, game.rivals[0].seq))
    assert desk.now.rounds[0].tables[0].games[0].now.entry == {**SOLO, "won": False}
    assert not standing.faults(desk.now, 1)


def test_at_a_table_of_five_who_deals_sits_out() -> None:
    desk = set_up(5, games=1)
    desk(do.Draw(1))
    play(desk, "a", SOLO)
    result = standing.result_of(desk.now, desk.now.rounds[0].tables[0])
    assert result is not None
    assert result.points == (0, 6, -2, -2, -2)


# -- protests, penalties, undo ---------------------------------------------------------------------------------------


def test_protests_and_penalties_are_written_down() -> None:
    desk = set_up(4)
    desk(do.Draw(1))
    score(desk, 1, 1, [0, 0, 0, 0])
    desk(do.Protest("p1", 1, 1, "Farbe nicht bekannt"), role="scorer", by="Tisch 1")
    desk(do.Rule("p1", "Abzug"))
    state = desk(do.Adjust(1, 2, -3, "Farbe nicht bekannt"))
    assert [(line.by, line.ruling) for line in state.protests] == [("Tisch 1", "Abzug")]
    assert standing.tallies(state)[2].points == -3
    assert not standing.faults(state, 1), "a penalty stands beside the sheet"


def test_undo_takes_the_last_step_back_whole_and_only_that() -> None:
    desk = set_up(4)
    before = desk.now
    desk(do.Enter((do.Person("Fünf"), do.Person("Sechs"))), id="two")
    assert refused(desk, do.Undo("c2")).code == "tournament/not-last"
    state = desk(do.Undo("two"))
    assert state.entrants == before.entrants
    assert len(state.log) == len(before.log) + 3, "what was undone stays in the log"
    assert refused(desk, do.Undo("c1")).code == "tournament/not-last"
    assert desk(do.Undo("c2")).entrants == {}
    assert refused(desk, do.Undo("c1")).code == "tournament/not-last", "a tournament that exists is not undone"


def test_a_scorer_takes_back_only_his_own_step() -> None:
    desk = set_up(4)
    desk(do.Draw(1))
    desk(totals(desk, 0, 0, 0, 0), role="scorer", by="left", id="mine")
    assert refused(desk, do.Undo("mine"), role="scorer", by="right").code == "tournament/forbidden"
    assert desk(do.Undo("mine"), role="scorer", by="left").rounds[0].tables[0].typed is None


def test_a_tournament_begins_with_its_settings() -> None:
    with pytest.raises(Refused) as fault:
        decide(None, do.Draw(1), Asked("x", "host", "desk", 0))
    assert fault.value.code == "tournament/not-found"
    desk = set_up(4)
    assert refused(desk, do.Create(Settings("Noch eins"))).code == "tournament/exists"
    desk(do.Draw(1))
    assert refused(desk, do.Change(replace(desk.now.settings, games=30))).where == "games"
    assert desk(do.Change(replace(desk.now.settings, place="Gasthof Post"))).settings.place == "Gasthof Post"


@pytest.mark.parametrize("rules", ruleset_ids())
def test_every_ruleset_can_be_played_for(rules: str) -> None:
    desk = set_up(12, rules=rules, split="fives", scheme="money", games=1)
    state = desk(do.Draw(1))
    assert {len(table.seats) for table in state.rounds[0].tables} == {load_ruleset(rules)["table.players"]}


def test_a_correction_typed_while_the_round_was_closed_is_kept_for_the_host() -> None:
    desk = set_up(4, games=1)
    desk(do.Draw(1))
    play(desk, "a", SOLO)
    score(desk, 1, 1, [-2, 6, -2, -2])
    seen = desk.now.seq
    desk(do.CloseRound(1))
    closed = desk.now.seq
    typed = totals(desk, 2, -6, 2, 2, reason="war verloren")
    game = do.ChangeGame(1, 1, "a", {**SOLO, "won": False}, "war verloren")
    for command in (typed, game):
        assert refused(desk, command, role="scorer", seq=closed).code == "tournament/closed"
        desk(command, role="scorer", seq=seen)
    table = desk.now.rounds[0].tables[0]
    assert table.typed is not None
    assert table.typed.result.points == (-2, 6, -2, -2)
    assert [rival.result.points for rival in table.rivals] == [(2, -6, 2, 2)]
    assert len(table.games[0].rivals) == 1
    desk(do.Choose(1, 1, table.rivals[0].seq))
    assert standing.tallies(desk.now)[table.seats[1]].points == -6


def test_a_game_too_many_is_seen() -> None:
    desk = set_up(4, games=1)
    desk(do.Draw(1))
    play(desk, "a", SOLO)
    play(desk, "b", SOLO)
    fault = refused(desk, do.CloseRound(1))
    assert (fault.code, fault.where) == ("tournament/length", "table 1")
    assert desk(do.CloseRound(1, "war vereinbart")).rounds[0].reason == "war vereinbart"


def test_who_brought_the_seed_is_shown_and_a_fixed_one_is_not() -> None:
    desk = set_up(8)
    state = desk(do.Commit(1))
    assert state.pending is not None
    assert state.published == (1, state.pending[2])
    assert not desk(do.Draw(1)).rounds[0].draw.brought
    assert desk(do.Draw(1, "Lottozahlen 3 9 17")).rounds[0].draw.brought
    assert desk(do.Draw(1)).rounds[0].draw.brought


def test_rematches_are_counted_as_people_sit_after_changes_by_hand() -> None:
    desk = set_up(16, rounds=2)
    play_round(desk, 1)
    first = desk.now.rounds[0].tables
    second = desk(do.Draw(2)).rounds[1].tables
    assert standing.how_far(desk.now, 2) == ((), ())
    a = second[0].seats[0]
    mate = next(n for table in first if a in table.seats for n in table.seats if n != a)
    other = next(n for n in second[0].seats if n != a)
    desk(do.Exchange(2, other, mate))
    assert (min(a, mate), max(a, mate), 1) in standing.how_far(desk.now, 2)[0]


def test_a_lost_solo_counts_as_played_and_not_as_won() -> None:
    desk = set_up(4, games=2)
    desk(do.Draw(1))
    play(desk, "a", {**SOLO, "won": False})
    play(desk, "b", SOLO)
    result = standing.result_of(desk.now, desk.now.rounds[0].tables[0])
    assert result is not None
    assert (result.solos, result.solos_won) == ((0, 2, 0, 0), (0, 1, 0, 0))


def test_who_leaves_during_a_round_plays_it_to_its_end() -> None:
    desk = set_up(8)
    desk(do.Draw(1))
    state = desk(do.Leave(3))
    assert state.entrants[3].plays(1)
    assert not state.entrants[3].plays(2)
    assert desk(do.Draw(1)).seated(3), "a new draw of the running round still has him"


@pytest.mark.parametrize("tag", [None, [], {}, 1, "", "divine"])
def test_a_kind_that_is_none_is_refused(tag: Any) -> None:
    for decode, key in ((do.decode, "do"), (events.decode, "e")):
        with pytest.raises(Refused) as found:
            decode({key: tag})
        assert (found.value.code, found.value.where) == ("tournament/syntax", key)
