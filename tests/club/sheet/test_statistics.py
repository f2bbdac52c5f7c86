"""What games say about people, and faults that real programs had in it."""

from __future__ import annotations

import random
from dataclasses import asdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.club.sheet.kit import NAMES, Desk, desk, evening, played, ruf, solo

from schafkopf.club.sheet import Refused, ops
from schafkopf.club.sheet.season import season
from schafkopf.club.sheet.statistics import Peak, Tally, by_name, result_of, statistics
from schafkopf.game import load_ruleset, ruleset_ids
from schafkopf.game.dealing import table_sizes

FOUR = NAMES[:4]


def _tally(tally: Tally) -> tuple[int, int, int, int]:
    return tally.games, tally.won, tally.lost, tally.amount


def test_each_of_four_wins_once_as_declarer() -> None:
    """ST-01: every statistic shows 1 for each, the first player too, and who was not there is not there."""
    made = desk()
    made(ops.Joined("emil", "Emil", seated=False))
    for person in FOUR:
        made.enter(solo(person))
    people = statistics([made.state]).people
    assert list(people) == list(FOUR)
    for person in FOUR:
        own = people[person]
        assert _tally(own.roles["declarer"]) == _tally(own.declared["solo"]) == (1, 1, 0, 150)
        assert _tally(own.roles["opponent"]) == (3, 0, 3, -150)
        assert _tally(own.games) == _tally(own.kinds["solo"]) == (4, 1, 3, 0)
        assert (own.roles["partner"].games, own.roles["everyone"].games, own.evenings) == (0, 0, 1)


def test_the_mean_is_by_game() -> None:
    """ST-02: 99 times +10, once -90."""
    made = desk("bavaria", tariff={"rufspiel": 10})
    for _ in range(99):
        made.enter(ruf("anna", "beni"))
    made.enter(solo("anna", won=False, ruled=made(ops.Ruled("bavaria", {"tariff": {"solo": 30}}))))
    own = statistics([made.state]).people["anna"]
    assert (own.games.games, own.games.amount, own.games.mean) == (100, 900, 9.0)
    assert own.games.rate == 0.99


def test_a_deal_thrown_in_is_nobodys_game() -> None:
    """ST-05"""
    made = desk()
    made.enter(ruf("anna", "beni"))
    before = statistics([made.state])
    made.enter(ops.Passed("anna", ("beni", "cilli", "dora", "anna"), "thrown_in"))
    made.enter(ops.Passed("anna", ("beni", "cilli", "dora", "anna"), "redeal"))
    after = statistics([made.state])
    assert after.passed == {"thrown_in": 1, "redeal": 1}
    assert (after.people, after.played) == (before.people, 1)
    assert after.people["anna"].games.rate == 1.0


def test_with_whom_it_brought_what() -> None:
    """ST-07: A with B +5, A with C -1; each with his own amount."""
    made = desk("bavaria", tariff={"rufspiel": 5})
    made.enter(ruf("anna", "beni"))
    made(ops.Ruled("bavaria", {"tariff": {"rufspiel": 1}}))
    made.enter(ruf("anna", "cilli", points=60))
    people = statistics([made.state]).people
    assert {other: tally.amount for other, tally in people["anna"].partners.items()} == {"beni": 5, "cilli": -1}
    assert people["anna"].total == 4
    assert {other: tally.amount for other, tally in people["cilli"].partners.items()} == {"anna": -1}
    assert people["dora"].partners == {}


def test_without_games_there_are_no_numbers() -> None:
    """ST-08"""
    nothing = statistics([])
    assert (nothing.evenings, nothing.people, nothing.unit) == (0, {}, "")
    empty = statistics([desk().state])
    assert (empty.people, empty.played, season([desk().state])) == ({}, 0, ())
    assert (Tally().mean, Tally().rate) == (None, None)
    made = desk()
    made.enter(ruf("anna", "beni"))
    own = statistics([made.state]).people["anna"]
    assert (own.roles["everyone"].mean, own.runs["with"].rate, own.kontra.mean) == (None, None, None)


def test_what_was_deleted_counts_nowhere_and_comes_back_with_undo() -> None:
    """ST-10"""
    made = desk()
    made.enter(ruf("anna", "beni"))
    without = statistics([made.state])
    line = made.enter(solo("cilli"), "other")
    with_it = statistics([made.state])
    made(ops.Deleted(line), "other")
    assert statistics([made.state]) == without
    assert "solo" not in statistics([made.state]).people["cilli"].kinds
    assert [row.total for row in season([made.state])] == [20, 20, -20, -20]
    made(ops.Undone(), "other")
    assert statistics([made.state]) == with_it != without


def test_what_cannot_be_priced_is_counted_apart() -> None:
    made = desk()
    made.enter(ruf("anna", "beni", points=500))
    made.enter(ops.Corrected({"anna": 5, "beni": -5}))
    found = statistics([made.state])
    assert (found.broken, found.played, found.corrected) == (1, 0, 1)
    assert (found.people["anna"].games.games, found.people["anna"].total) == (0, 5)


def test_runs_steps_kontra_and_knocks() -> None:
    made = desk("bavaria+knocking")
    made.enter(ruf("anna", "beni", points=95, laufende=3, knockers=("cilli",)))
    made.enter(ruf("anna", "cilli", points=10, laufende=-4, kontra=1))
    made.enter(ruf("anna", "cilli", points=120, schwarz=True, laufende=1))
    made.enter(ops.Penalised("free", "dora", amounts={"dora": -2, "anna": 2}))
    people = statistics([made.state]).people
    assert (people["anna"].runs["with"].games, people["anna"].runs["without"].games) == (1, 1)
    assert people["beni"].runs["with"].games == 0
    assert people["anna"].steps == {"schneider+": 2, "schneider-": 1, "schwarz+": 1, "schwarz-": 0}
    assert people["dora"].steps == {"schneider+": 1, "schneider-": 2, "schwarz+": 0, "schwarz-": 1}
    assert [people[person].kontra.games for person in FOUR] == [1, 1, 1, 1]
    assert [people[person].knocked for person in FOUR] == [0, 0, 1, 0]
    assert [people[person].penalties for person in FOUR] == [0, 0, 0, 1]


def test_each_for_himself_and_draws_on_the_slate() -> None:
    made = desk("bavaria+ramsch")
    made.enter(played("dora", *FOUR, contract="ramsch", losers=("cilli",)))
    made.enter(played("dora", *FOUR, contract="ramsch", march="beni"))
    people = statistics([made.state]).people
    assert [_tally(people[person].roles["everyone"])[:3] for person in FOUR] == [
        (2, 1, 1),
        (2, 2, 0),
        (2, 0, 2),
        (2, 1, 1),
    ]
    slate = desk("ru-chalk")
    slate.enter(played("dora", *FOUR, contract="chalk", declarer="anna", points=60))
    slate.enter(played("dora", *FOUR, contract="chalk", declarer="anna", points=61))
    people = statistics([slate.state]).people
    assert [(people[person].games.drawn, people[person].games.won) for person in FOUR] == [(1, 1), (1, 0)] * 2
    assert people["anna"].total == -people["beni"].total > 0


def test_best_and_worst() -> None:
    first, second = desk(), desk()
    first.enter(ruf("anna", "beni"))
    lost = first.enter(solo("anna", won=False))
    won = second.enter(solo("anna"))
    anna = statistics([first.state, second.state]).people["anna"]
    assert (anna.best_game, anna.worst_game) == (Peak(150, 1, won), Peak(-150, 0, lost))
    assert (anna.best_evening, anna.worst_evening) == (Peak(150, 1), Peak(-130, 0))
    assert (anna.evenings, anna.total) == (2, 20)


def test_the_pot_counts_when_the_evening_is_closed() -> None:
    made = desk("be-1989+pot", pot={"ante": 5})
    made.enter(ops.Passed("dora", FOUR, "pot"))
    assert statistics([made.state]).people["anna"].total == -5
    made(ops.Closed())
    assert statistics([made.state]).people["anna"].total == 0


def test_equals_share_a_place_and_the_next_one_is_left_out() -> None:
    made = desk()
    made.enter(ruf("anna", "beni"))
    rows = season([made.state])
    assert [(row.place, row.name, row.total) for row in rows] == [
        (1, "Anna", 20),
        (1, "Beni", 20),
        (3, "Cilli", -20),
        (3, "Dora", -20),
    ]


def _evening(names: dict[str, str], *lines: ops.Content) -> Desk:
    made = Desk()
    made(ops.Ruled("bavaria"))
    for id, name in names.items():
        made(ops.Joined(id, name))
    for line in lines:
        made.enter(line)
    return made


def test_people_of_many_evenings_are_known_by_their_names() -> None:
    """Ids are of a sheet. Writing and spaces do not matter; a second one of a name is somebody else."""
    names = {"anna": "Anna", "beni": "Beni", "cilli": "Cilli", "dora": "Dora"}
    first = _evening(names, ruf("anna", "beni"))
    names |= {"anna": "BENI", "beni": " anna "}
    second = _evening(names, solo("anna"))
    third = _evening({"anna": "Max", "beni": "Max", "cilli": "Cilli", "dora": "Dora"}, ruf("anna", "cilli"))
    rows = {row.key: row for row in season([first.state, second.state, third.state])}
    assert rows["beni"].evenings == (20, 150, None)
    assert rows["anna"].evenings == (20, -50, None)
    assert (rows["max"].total, rows["max (2)"].total) == (20, -20)
    assert rows["cilli"].evenings == (-20, -50, 20)
    assert [row.key for row in season([first.state, second.state, third.state], best=1)][:1] == ["beni"]
    best = {row.key: (row.total, row.counted) for row in season([first.state, second.state], best=1)}
    assert best["beni"] == (150, (1,))
    assert best["anna"] == (20, (0,))
    assert {row.key for row in season([first.state, third.state], at_least=2)} == {"cilli", "dora"}


def test_a_group_may_say_who_is_who() -> None:
    first = _evening({"anna": "Anna", "beni": "Beni", "cilli": "Cilli", "dora": "Dora"}, ruf("anna", "beni"))
    rows = season([first.state], lambda state, person: {"anna": "A", "cilli": "A"}.get(person, person))
    assert {row.key: row.total for row in rows} == {"beni": 20, "A": 0, "dora": -20}
    assert {row.key: row.evenings for row in rows}["A"] == (0,)


def test_sums_of_different_units_are_refused() -> None:
    with pytest.raises(Refused, match="sheet/unit"):
        statistics([desk().state, desk("pt-units").state])


@settings(max_examples=25, deadline=None)
@given(rules=st.sampled_from(ruleset_ids()), seed=st.integers(0, 2**32))
def test_statistics_add_up(rules: str, seed: int) -> None:
    """Roles, contracts and the whole are the same games; everybody's together are nothing but the pot."""
    rng = random.Random(seed)
    loaded = load_ruleset(rules)
    made = []
    for _ in range(2):
        at_table = rng.choice(table_sizes(loaded))
        sheet = desk(rules, at_table)
        for line in evening(loaded, at_table, rng, 8)[0]:
            sheet.enter(line)
        made.append(sheet.state)
    found = statistics(made, by_name)
    cards = loaded["table.players"]
    assert sum(own.games.games for own in found.people.values()) == found.played * cards
    assert found.played + sum(found.passed.values()) == 16
    for own in found.people.values():
        for parts in (own.roles, own.kinds):
            whole = Tally()
            for part in parts.values():
                for name, number in asdict(part).items():
                    setattr(whole, name, getattr(whole, name) + number)
            assert whole == own.games
        assert own.games.won + own.games.lost + own.games.drawn == own.games.games
    for person, own in found.people.items():
        for other, tally in own.partners.items():
            # Not the amount: what the pot does not divide evenly is the declarer's.
            back = found.people[other].partners[person]
            assert (back.games, back.won, back.lost, back.drawn) == (tally.games, tally.won, tally.lost, tally.drawn)
    if not loaded.chalk:
        assert sum(own.total for own in found.people.values()) + sum(state.carried.pot for state in made) == 0
    rows = season(made)
    assert sorted((row.total for row in rows), reverse=True) == [row.total for row in rows]
    assert all(row.total == sum(amount or 0 for amount in row.evenings) for row in rows)
    assert all(sum(other.total > row.total for other in rows) + 1 == row.place for row in rows)
    assert sum(row.total for row in rows) == sum(sum(result_of(state).values()) for state in made)
