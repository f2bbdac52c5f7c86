"""TO-03: who moves up and who moves down."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from schafkopf.club.tournament.draw import Seating
from schafkopf.club.tournament.moves import move

TABLES = Seating(((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)))
SIZES = (4, 4, 4)


def tables(points: dict[int, int], seed: str = "s", movers: int = 1) -> list[set[int]]:
    return [set(t) for t in move(range(1, 13), [TABLES], points, SIZES, seed=seed, movers=movers).seating.tables]


def test_to_03_with_three_equal_players_the_lowest_goes_down() -> None:
    points = dict.fromkeys(range(1, 13), 0) | {5: 30, 6: 30, 7: 30, 8: -90}
    ups = set()
    for seed in range(60):
        moved = move(range(1, 13), [TABLES], points, SIZES, seed=str(seed))
        found = [set(table) for table in moved.seating.tables]
        assert 8 in found[2], "the -90 goes down"
        up = found[0] & {5, 6, 7, 8}
        assert len(up) == 1
        assert up <= {5, 6, 7}
        ups |= up
        assert (2, (5, 6, 7)) in moved.by_lot, "who of the equal ones moves up is shown as a lot"
    assert ups == {5, 6, 7}


def test_the_first_of_each_table_go_up_and_the_last_down() -> None:
    points = {1: 9, 2: 1, 3: 0, 4: -10, 5: 8, 6: 2, 7: 0, 8: -10, 9: 7, 10: 2, 11: 1, 12: -10}
    assert tables(points) == [{1, 2, 3, 5}, {4, 6, 7, 9}, {8, 10, 11, 12}]
    assert tables(points, movers=2) == [{1, 2, 5, 6}, {3, 4, 9, 10}, {7, 8, 11, 12}]


def test_who_moves_is_decided_at_the_table_not_by_points_of_other_tables() -> None:
    points = {1: 40, 2: 30, 3: 20, 4: 10, 5: 4, 6: 3, 7: 2, 8: 1, 9: 400, 10: 300, 11: 200, 12: 100}
    assert tables(points) == [{1, 2, 3, 5}, {4, 6, 7, 9}, {8, 10, 11, 12}]


@given(st.dictionaries(st.integers(1, 14), st.integers(-3, 3)), st.sets(st.integers(1, 12), max_size=4), st.booleans())
def test_everybody_sits_once_when_some_come_and_some_go(points: dict[int, int], gone: set[int], late: bool) -> None:
    playing = sorted(set(range(1, 15 if late else 13)) - gone)
    sizes = [4] * (len(playing) // 4) + ([len(playing) % 4] if len(playing) % 4 else [])
    moved = move(playing, [TABLES], points, sizes, seed="s")
    assert sorted(n for table in moved.seating.tables for n in table) == playing
    again = move(reversed(playing), [TABLES], points, sizes, seed="s")
    assert again == moved
