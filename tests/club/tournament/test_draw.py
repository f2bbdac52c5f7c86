"""TO-06, TO-07: the draw can be repeated, and people meet again as rarely as can be."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.club.tournament.kit import numbers, rounds_of

from schafkopf.club.tournament import weigh
from schafkopf.club.tournament.draw import Player, Seating, draw, past, rematches
from schafkopf.club.tournament.lot import Lot, seed_hash
from schafkopf.club.tournament.patterns import pattern
from schafkopf.club.tournament.proof import cheaper_round
from schafkopf.club.tournament.split import split


def meetings(seatings: list[Seating]) -> Counter[tuple[int, int]]:
    return Counter(pair for one in seatings for table in one.tables for pair in combinations(sorted(table), 2))


# -- the lot ---------------------------------------------------------------------------------------------------------


def test_to_06_the_lot_is_what_is_written_about_it() -> None:
    digest = hashlib.sha256(b"Maibock/round 1/0").digest()
    words = [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)]
    lot = Lot("Maibock", "round 1")
    assert [lot.word() for _ in range(8)] == words
    assert lot.word() == int.from_bytes(hashlib.sha256(b"Maibock/round 1/1").digest()[:4], "big")


def test_every_number_is_equally_likely() -> None:
    lot = Lot("seed", "even")
    counts = Counter(lot.below(6) for _ in range(12_000))
    assert set(counts) == set(range(6))
    assert max(abs(n - 2000) for n in counts.values()) < 200
    orders = Counter(tuple(lot.shuffled("abc")) for _ in range(12_000))
    assert len(orders) == 6
    assert max(abs(n - 2000) for n in orders.values()) < 200


def test_words_that_would_favour_some_numbers_are_thrown_away() -> None:
    class High(Lot):
        def word(self) -> int:
            return given_words.pop(0)

    given_words = [(1 << 32) - 1, (1 << 32) - 4, 5]
    assert High("", "").below(6) == 5
    assert not given_words


# -- repeatable ------------------------------------------------------------------------------------------------------

PINNED = {16: "8234b63720413ea5", 37: "02d44b53b9050378", 100: "8d6a516d83428821"}


def seatings_digest(count: int) -> str:
    _, seatings = rounds_of(numbers(count), 3)
    return hashlib.sha256(json.dumps([one.tables for one in seatings]).encode()).hexdigest()[:16]


@pytest.mark.parametrize(("count", "digest"), PINNED.items())
def test_to_06_the_same_seed_seats_the_same_on_every_machine(count: int, digest: str) -> None:
    assert seatings_digest(count) == digest


def test_to_06_another_process_draws_the_same() -> None:
    code = (
        "from schafkopf.club.tournament.draw import Player, draw\n"
        "print(draw([Player(n, f'T{n % 9}') for n in range(1, 38)], [], seed='s', rounds=3).seating.tables)"
    )
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env).stdout
        for env in ({"PYTHONHASHSEED": "1", **_path()}, {"PYTHONHASHSEED": "2", **_path()})
    ]
    assert runs[0] == runs[1] != ""


def _path() -> dict[str, str]:
    return {"PYTHONPATH": ":".join(path for path in sys.path if path)}


@given(st.permutations(range(1, 22)))
@settings(max_examples=3, deadline=None)
def test_to_06_the_order_of_entry_does_not_matter(order: list[int]) -> None:
    players = [Player(number, f"T{number % 5}") for number in range(1, 22)]
    shuffled = [players[number - 1] for number in order]
    assert draw(shuffled, [], seed="s", rounds=3) == draw(players, [], seed="s", rounds=3)


def test_to_06_seed_and_attempt_tell_draws_apart() -> None:
    first = draw(numbers(20), [], seed="s", rounds=3)
    assert first.seed_hash == seed_hash("s")
    assert draw(numbers(20), [], seed="t", rounds=3).seating != first.seating
    assert draw(numbers(20), [], seed="s", rounds=3, attempt=2).seating != first.seating


# -- nobody meets again ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", ["a", "b"])
def test_to_07_sixteen_players_five_rounds_and_no_pair_twice(seed: str) -> None:
    drawn, seatings = rounds_of(numbers(16), 5, seed)
    assert len(meetings(seatings)) == 120
    assert set(meetings(seatings).values()) == {1}
    assert all(one.proven and not one.rematches and not one.ahead for one in drawn)


@pytest.mark.parametrize(
    ("count", "rounds", "odd"),
    [(20, 5, "threes"), (24, 5, "threes"), (37, 5, "threes"), (37, 5, "fives"), (100, 5, "threes"), (400, 4, "threes")],
)
def test_to_07_no_rematch_where_none_is_needed(count: int, rounds: int, odd: str) -> None:
    drawn, seatings = rounds_of(numbers(count), rounds, odd=odd)
    assert max(meetings(seatings).values()) == 1
    assert all(one.proven for one in drawn)
    assert all(sorted(n for table in one.tables for n in table) == list(range(1, count + 1)) for one in seatings)
    assert [len(table) for table in seatings[-1].tables] == list(split(count, odd))  # type: ignore[arg-type]


def test_to_07_a_pattern_is_kept_up_from_round_to_round() -> None:
    _, seatings = rounds_of(numbers(28), 7)
    assert max(meetings(seatings).values()) == 1
    drawn, _ = rounds_of(numbers(16), 6)
    # After five rounds everybody has met everybody: the sixth costs a rematch for each pair at a table.
    assert sum(len(one.rematches) for one in drawn) == 24
    assert not any(one.rematches for one in drawn[:4])


def test_to_07_where_people_must_meet_again_it_is_the_minimum_and_said() -> None:
    drawn, seatings = rounds_of(numbers(12), 3)
    # Three tables: four people who sit together must come from three, so one pair at each table has met.
    assert [len(one.rematches) for one in drawn] == [0, 3, 6]
    assert all(one.proven for one in drawn)
    assert drawn[0].ahead == 9
    assert drawn[1].rematches == rematches(seatings[1], seatings[:1])
    drawn, _ = rounds_of(numbers(8), 2)
    assert [len(one.rematches) for one in drawn] == [0, 4]
    drawn, _ = rounds_of(numbers(5), 2)
    assert [(len(one.rematches), one.proven) for one in drawn] == [(0, True), (10, True)]


@given(st.integers(0, 10_000))
@settings(max_examples=15, deadline=None)
def test_what_is_called_minimal_is(salt: int) -> None:
    lot = Lot(str(salt), "test")
    count = 8 + lot.below(3)
    sizes = split(count, "threes")
    met = [[0] * count for _ in range(count)]
    for i, j in combinations(range(count), 2):
        met[i][j] = met[j][i] = lot.below(3)
    weights = weigh.field(sizes, met, [], [0] * count, 4).weights

    def best(free: tuple[int, ...], tables: tuple[int, ...]) -> int:
        if not tables:
            return 0
        costs = []
        for size in set(tables):
            rest = list(tables)
            rest.remove(size)
            for others in combinations(free[1:], size - 1):
                table = (free[0], *others)
                left = tuple(p for p in free if p not in table)
                costs.append(weigh.pair_cost(weights, [table]) + best(left, tuple(rest)))
        return min(costs)

    least = best(tuple(range(count)), sizes)
    assert cheaper_round(weights, sizes, least, nodes=10**6) is False
    assert cheaper_round(weights, sizes, least + 1, nodes=10**6) is True
    assert cheaper_round(weights, sizes, least + 1, nodes=1) in (None, True)


def test_patterns_never_seat_two_together_twice() -> None:
    for count, size, rounds in ((16, 4, 5), (20, 4, 5), (28, 4, 7), (9, 3, 4), (15, 3, 5), (44, 4, 11)):
        known = pattern(count, size)
        assert len(known) == rounds
        for table_of in known:
            assert set(Counter(table_of).values()) == {size}
        for a, b in combinations(range(count), 2):
            assert sum(table_of[a] == table_of[b] for table_of in known) <= 1
    assert pattern(18, 4) == pattern(8, 4) == []


# -- teams, odd tables, places ---------------------------------------------------------------------------------------


def test_to_07_a_hundred_teams_of_four_never_sit_among_themselves() -> None:
    players = [Player(n, team=f"T{n % 100}", pair=f"P{n % 200}") for n in range(1, 401)]
    drawn, seatings = rounds_of(players, 3)
    assert not any(one.clashes or one.rematches for one in drawn)
    assert max(meetings(seatings).values()) == 1


def test_four_teams_of_four_meet_in_four_rounds_without_a_rematch() -> None:
    players = [Player(n, team=f"T{n % 4}") for n in range(1, 17)]
    drawn, _ = rounds_of(players, 4)
    assert not any(one.clashes or one.rematches for one in drawn)


def test_a_team_too_large_for_the_tables_clashes_as_little_as_can_be() -> None:
    players = [Player(n, team="big" if n <= 5 else "") for n in range(1, 17)]
    drawn, _ = rounds_of(players, 1)
    assert len(drawn[0].clashes) == 1
    assert drawn[0].proven


@pytest.mark.parametrize(
    ("count", "rounds", "odd", "most"), [(37, 4, "threes", 1), (13, 3, "fives", 2), (18, 3, "threes", 1)]
)
def test_the_odd_tables_are_not_given_to_the_same_people_again(count: int, rounds: int, odd: str, most: int) -> None:
    _, seatings = rounds_of(numbers(count), rounds, odd=odd)
    assert max(past(seatings).odd.values()) <= most


def test_to_07_tables_and_seats_are_spread() -> None:
    _, seatings = rounds_of(numbers(100), 4)
    known = past(seatings)
    assert max(known.tables.values()) == 1
    assert max(known.seats.values()) <= 2
    assert sum(times == 1 for times in known.seats.values()) > 300


def test_late_entries_and_leavers_between_rounds() -> None:
    first = draw(numbers(16), [], seed="1", rounds=4).seating
    second = draw([p for p in numbers(19) if p.number not in (3, 7)], [first], seed="2", rounds=4)
    assert sorted(n for table in second.seating.tables for n in table) == sorted({*range(1, 20)} - {3, 7})
    third = draw(numbers(18), [first, second.seating], seed="3", rounds=4)
    assert not second.rematches
    assert third.rematches == rematches(third.seating, [first, second.seating])
    assert not third.rematches


@given(st.integers(4, 40), st.integers(1, 3), st.sampled_from(["threes", "fives"]), st.integers(0, 99))
@settings(max_examples=20, deadline=None)
def test_everybody_sits_once_and_what_is_said_is_true(count: int, rounds: int, odd: str, salt: int) -> None:
    if odd == "fives" and count in (6, 7, 11):
        return
    players = [Player(n, team=f"T{n % 7}" if n % 3 else "") for n in range(1, count + 1)]
    drawn, seatings = rounds_of(players, rounds, str(salt), odd=odd)
    team_of = {player.number: player.team for player in players}
    for index, one in enumerate(drawn):
        assert sorted(n for table in one.seating.tables for n in table) == list(range(1, count + 1))
        met = meetings(seatings[:index])
        again = {
            (a, b, met[a, b]) for table in one.seating.tables for a, b in combinations(sorted(table), 2) if met[a, b]
        }
        assert set(one.rematches) == again
        assert all(team_of[a] == team_of[b] != "" for a, b in one.clashes)
