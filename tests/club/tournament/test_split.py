"""TO-04: the sizes of the tables."""

from __future__ import annotations

import pytest

from schafkopf.club.tournament.errors import Refused
from schafkopf.club.tournament.split import split


def test_to_04_fours_and_as_few_threes_as_there_can_be() -> None:
    for players in (4, *range(6, 401)):
        sizes = split(players, "threes")
        assert sum(sizes) == players
        assert set(sizes) <= {3, 4}
        assert sizes.count(3) == -players % 4 < 4
        assert list(sizes) == sorted(sizes, reverse=True)


def test_to_04_fours_and_as_few_fives_or_a_code() -> None:
    for players in range(4, 401):
        if players in (6, 7, 11):
            with pytest.raises(Refused) as refused:
                split(players, "fives")
            assert (refused.value.code, refused.value.allowed) == ("tournament/cannot-split", ("threes",))
            continue
        sizes = split(players, "fives")
        assert sum(sizes) == players
        assert set(sizes) <= {4, 5}
        assert sizes.count(5) == players % 4


@pytest.mark.parametrize(
    ("players", "odd", "sizes"),
    [
        (5, "threes", (5,)),
        (5, "fives", (5,)),
        (8, "threes", (4, 4)),
        (12, "threes", (4, 4, 4)),
        (13, "threes", (4, 3, 3, 3)),
        (13, "fives", (4, 4, 5)),
        (3, "threes", (3,)),
        (9, "threes", (3, 3, 3)),
    ],
)
def test_to_04_the_named_cases(players: int, odd: str, sizes: tuple[int, ...]) -> None:
    assert split(players, odd) == sizes  # type: ignore[arg-type]


def test_to_04_threes_need_a_game_for_three() -> None:
    with pytest.raises(Refused) as refused:
        split(7, "threes", small_allowed=False)
    assert refused.value.code == "tournament/cannot-split"
    assert not refused.value.allowed
    with pytest.raises(Refused) as refused:
        split(9, "threes", small_allowed=False)
    assert refused.value.allowed == ("fives",)
    with pytest.raises(Refused) as refused:
        split(3, "fives")
    assert refused.value.code == "tournament/too-few"


def test_a_game_for_three_has_tables_of_three_and_of_four() -> None:
    assert split(10, "fives", 3) == (3, 3, 4)
    assert split(11, "threes", 3) == (3, 3, 3, 2)
