"""What people are shown of a tournament, without a server: nobody sees more than he may, and everybody the same."""

from __future__ import annotations

import dataclasses
import typing
from typing import Any

import msgspec
import pytest
from tests.club.tournament.kit import Desk, play_round, score, set_up

from schafkopf.club import prices
from schafkopf.club.tournament import commands as club
from schafkopf.club.tournament import events, settings, sheet
from schafkopf.club.tournament.commands import encode
from schafkopf.club.tournament.errors import Refused
from schafkopf.club.tournament.settings import Settings
from schafkopf.game import Session
from schafkopf.server.books.tournament_log import Kept, new_entry
from schafkopf.server.books.tournament_rights import Right, check, possible
from schafkopf.server.books.tournament_sheet import plain_entry, priced, sheet_info
from schafkopf.server.books.tournament_view import at_tables, history, settings_info, view
from schafkopf.server.store.book_rows import Entry
from schafkopf.server.wire import tournament_do as do

HOST, SCORER, VIEWER = Right("host"), Right("scorer"), Right("viewer")
BOOK = "B" * 22
SOLO = {"contract": "solo", "declarer": 1, "won": True}
RUF = {"contract": "rufspiel", "declarer": 0, "partner": 2, "won": False, "schneider": True}


def text_of(value: Any) -> str:
    """All that goes over the wire."""
    return msgspec.json.encode(value).decode()


def played() -> Desk:
    """Two rounds, the second one with all that can happen, a draw to come fixed."""
    desk = set_up(8, rounds=4, games=2)
    play_round(desk, 1)
    desk(club.Substitute(3, "Ersatz", "Grund-Ersatz"))
    desk(club.Draw(2))
    score(desk, 2, 1, [9, -3, -3, -3], by="Schreiber-1", role="scorer")
    score(desk, 2, 1, [-9, 3, 3, 3], by="Schreiber-2", role="scorer", seq=desk.now.seq - 1)
    score(desk, 2, 2, [9, -3, -3, -3], by="Schreiber-1", role="scorer")
    score(desk, 2, 2, [6, -2, -2, -2], by="Schreiber-1", role="scorer", reason="Grund-Korrektur")
    desk(club.Protest("p1", 2, 1, "Grund-Protest"))
    desk(club.Adjust(2, 4, -5, "Grund-Strafe"))
    return desk


def committed() -> tuple[Desk, str]:
    """A tournament with a draw to come, and its seed."""
    desk = set_up(8, rounds=2)
    play_round(desk, 1)
    desk(club.Commit(2))
    assert desk.now.pending is not None
    return desk, desk.now.pending[1]


# -- what is not shown -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("right", [HOST, SCORER, VIEWER, Right("table", frozenset({(1, 1)}))])
def test_to_06_the_seed_of_a_draw_to_come_is_in_no_view(right: Right) -> None:
    desk, seed = committed()
    shown = view(desk.now, BOOK, right)
    assert seed not in text_of(shown)
    assert seed not in text_of(history(desk.now))
    assert shown.next is not None
    assert shown.next.hash == desk.now.pending[2]  # type: ignore[index]
    drawn = view(desk(club.Draw(2)), BOOK, right)
    assert drawn.rounds[1].draw.seed == seed
    assert drawn.rounds[1].draw.seed_hash == shown.next.hash
    assert drawn.next is None


def test_reasons_names_of_scorers_and_protests_are_for_host_and_scorer() -> None:
    desk = played()
    for right in (HOST, SCORER):
        told = text_of(view(desk.now, BOOK, right))
        assert all(word in told for word in ("Grund-Ersatz", "Grund-Korrektur", "Grund-Protest", "Grund-Strafe"))
        assert "Schreiber-2" in told
    shown = view(desk.now, BOOK, VIEWER)
    assert "Grund-" not in text_of(shown)
    assert "Schreiber" not in text_of(shown)
    assert shown.can == []
    # What counts is for everybody.
    assert shown.rounds[1].adjusted[0].points == -5
    assert shown.rounds[1].tables[1].corrected
    assert [table.state for table in shown.rounds[1].tables] == ["conflict", "in"]
    assert shown.ranking == view(desk.now, BOOK, HOST).ranking


def test_who_scores_a_table_sees_that_one_whole_and_the_others_as_viewers_do() -> None:
    desk = played()
    shown = view(desk.now, BOOK, Right("table", frozenset({(2, 2)})))
    assert shown == at_tables(desk.now, view(desk.now, BOOK, VIEWER), Right("table", frozenset({(2, 2)})))
    assert shown.rounds[1].tables[1].trace[0].by == "Schreiber-1"
    assert shown.rounds[1].tables[0] == view(desk.now, BOOK, VIEWER).rounds[1].tables[0]
    assert shown.protests == []
    with pytest.raises(Refused, match="tournament/forbidden"):
        sheet_info(desk.now, BOOK, 2, 1, Right("table", frozenset({(2, 2)})), "")
    with pytest.raises(Refused, match="tournament/forbidden"):
        sheet_info(desk.now, BOOK, 2, 1, VIEWER, "")


# -- what may be done ------------------------------------------------------------------------------------------------


def test_who_scores_a_table_writes_there_only() -> None:
    right = Right("table", frozenset({(2, 1)}))
    result = events.Result((0, 0, 0, 0))
    check(right, club.Score(2, 1, 9, result))
    check(right, club.Play(2, 1, 9, "g", SOLO))
    check(right, club.ChangeGame(2, 1, "g", None))
    check(right, club.Protest("p", 2, 1, "Renonce"))
    for other in (
        club.Score(2, 2, 9, result),
        club.Score(1, 1, 9, result),
        club.Undo("c1"),
        club.CloseRound(2),
        club.Draw(3),
        club.Choose(2, 1, 9),
        club.Rule("p", "abgelehnt"),
    ):
        with pytest.raises(Refused, match="tournament/forbidden"):
            check(right, other)


@pytest.mark.parametrize("right", [SCORER, VIEWER])
def test_what_one_may_not_do_is_not_offered(right: Right) -> None:
    desk = played()
    offered = set(possible(desk.now, right))
    assert offered == ({"score", "play", "change_game", "protest"} if right is SCORER else set())
    assert {"choose", "rule", "close_round", "adjust", "undo"} <= set(possible(desk.now, HOST))


def test_what_is_offered_follows_the_evening() -> None:
    desk = Desk()
    desk(club.Create(Settings("Maibock", rounds=1)))
    assert set(possible(desk.now, HOST)) == {"change", "enter", "commit", "draw"}
    desk(club.Enter(tuple(club.Person(f"Spieler {n}") for n in range(4))))
    assert "undo" in possible(desk.now, HOST)
    desk(club.Draw(1))
    assert "draw" in possible(desk.now, HOST)
    score(desk, 1, 1, [0, 0, 0, 0])
    assert "draw" not in possible(desk.now, HOST)
    desk(club.CloseRound(1))
    assert {"reopen_round", "draw_lots", "finish"} <= set(possible(desk.now, HOST))
    assert "draw" not in possible(desk.now, HOST)
    desk(club.Finish())
    assert set(possible(desk.now, HOST)) == {"undo", "score", "play", "reopen_round"}


# -- what is shown ---------------------------------------------------------------------------------------------------


def test_to_01_to_09_equal_people_share_a_place_and_the_list_says_what_parts_the_others() -> None:
    desk = set_up(8, rounds=1, ties=("points",))
    desk(club.Draw(1))
    for table in (1, 2):
        score(desk, 1, table, [30, 10, -20, -20])
    lines = view(desk.now, BOOK, VIEWER).ranking
    assert [line.place for line in lines] == [1, 1, 3, 3, 5, 5, 5, 5]
    assert [line.parted for line in lines] == ["", "", "points", "", "points", "", "", ""]
    assert all(line.shared for line in lines)
    assert lines == view(desk.now, BOOK, HOST).ranking


def test_points_by_round_are_empty_where_somebody_did_not_play() -> None:
    desk = set_up(8, rounds=2, leavers="ranked")
    play_round(desk, 1)
    desk(club.Leave(8))
    desk(club.Enter((club.Person("Spät", 9),)))
    play_round(desk, 2)
    by_number = {line.number: line.rounds for line in view(desk.now, BOOK, VIEWER).ranking}
    assert by_number[8][1] is None
    assert by_number[9][0] is None
    assert None not in by_number[1]
    status = {entry.number: entry.status for entry in view(desk.now, BOOK, VIEWER).entries}
    assert (status[1], status[8], status[9]) == ("in", "left", "late")


def test_the_next_round_says_how_people_would_sit_and_why_not() -> None:
    desk = set_up(13, rounds=2, three_rules="")
    following = view(desk.now, BOOK, HOST).next
    assert following is not None
    assert following.problem is not None
    assert (following.players, following.problem.code) == (13, "tournament/cannot-split")
    assert following.problem.allowed == ["fives"]
    desk(club.Change(dataclasses.replace(desk.now.settings, split="fives")))
    following = view(desk.now, BOOK, HOST).next
    assert following is not None
    assert (following.sizes, following.problem) == ([4, 4, 5], None)


def test_a_sheet_shows_every_game_and_what_comes_next() -> None:
    desk = set_up(4, games=3, scheme="money", rules="bavaria+ramsch")
    desk(club.Draw(1))
    draw = desk.now.rounds[0].draw_seq
    for name, entry in (("a", SOLO), ("b", {"passed": "redeal"}), ("c", RUF)):
        desk(club.Play(1, 1, draw, name, entry))
    desk(club.ChangeGame(1, 1, "a", None, "war keins"))
    shown = sheet_info(desk.now, BOOK, 1, 1, SCORER, "/link")
    assert [game.dealer for game in shown.games] == [None, 0, 1]
    assert [game.passed for game in shown.games] == [False, True, False]
    assert shown.games[0].trace[0].entry == SOLO
    assert shown.sums == shown.games[-1].carry == [-30, 30, -30, 30]
    assert (shown.played, shown.of) == (1, 3)
    # The phone goes on where the server's own session would.
    rules = settings.rules_at(desk.now.settings, 4)
    session = Session.new(rules, 4).after_passed_out("redeal")
    ruf = sheet.entry_of(RUF)
    assert not isinstance(ruf, str)
    assert shown.state == prices.state_data(session.after_result(session.price(ruf)))
    assert shown.prices == prices.compile(rules, 4).to_dict()


def test_a_game_is_priced_before_it_is_written_down() -> None:
    desk = set_up(4, games=3, scheme="points-6")
    desk(club.Draw(1))
    draw = desk.now.rounds[0].draw_seq
    desk(club.Play(1, 1, draw, "a", SOLO))
    assert priced(desk.now, 1, 1, SOLO, "").carry == [-4, 12, -4, -4]
    assert priced(desk.now, 1, 1, {**SOLO, "won": False}, "a").carry == [2, -6, 2, 2]
    wrong = priced(desk.now, 1, 1, {**SOLO, "declarer": 7}, "").error
    assert wrong is not None
    assert wrong.code.startswith("entry/")
    unknown = priced(desk.now, 1, 1, {"colour": "red"}, "").error
    assert unknown is not None
    assert unknown.code == "tournament/syntax"
    assert desk.now.rounds[0].tables[0].games[0].now.entry == SOLO


def test_an_entry_of_a_phone_becomes_one_of_the_tournament() -> None:
    assert plain_entry({**SOLO, "passed": None}) == SOLO
    assert plain_entry({**SOLO, "passed": "pot"}) == {"passed": "pot"}
    assert plain_entry(SOLO) == SOLO


# -- the contract ----------------------------------------------------------------------------------------------------


def test_what_can_be_asked_for_is_what_the_tournament_knows() -> None:
    """The wire's commands have the names and the fields of the tournament's."""
    asked = {kind.__struct_config__.tag: kind for kind in typing.get_args(do.TournamentDoing)}
    assert set(asked) == set(club.TAGS) - {"create"}
    pairs: list[tuple[Any, Any]] = [(asked[name], club.TAGS[name]) for name in asked]
    pairs += [(do.TournamentSettings, Settings), (do.TournamentPerson, club.Person)]
    pairs += [(do.TournamentResult, events.Result)]
    for ours, theirs in pairs:
        assert list(ours.__struct_fields__) == [field.name for field in dataclasses.fields(theirs)], ours


def test_settings_go_over_the_wire_and_back() -> None:
    setup = Settings("Maibock", scheme={"id": "own", "rows": [{"values": [1, 2, 3]}]}, split="fives", team_best=3)
    data = msgspec.to_builtins(settings_info(setup))
    assert club.decode({"do": "create", "settings": data}) == club.Create(setup)
    # What is left out is the same on both sides.
    least = msgspec.json.decode(b'{"name": "Maibock"}', type=do.TournamentSettings)
    assert club.decode({"do": "create", "settings": msgspec.to_builtins(least)}) == club.Create(Settings("Maibock"))


def test_what_is_stored_is_what_happened() -> None:
    desk = played()
    entries = [Entry(one.seq, None, new_entry(one, "somebody").body) for one in desk.now.log]
    kept = Kept().take(entries[:5]).take(entries[3:])
    assert kept.now == desk.now
    assert kept.whose[desk.now.seq] == "somebody"
    assert encode(club.Undo("c1")) == {"do": "undo", "command": "c1"}
