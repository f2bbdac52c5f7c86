"""TO-01, TO-09: places, tie-breaks, prizes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from schafkopf.club.tournament.ranking import MEASURES, Prize, Tally, award, lot_of, ranking, teams


def tallies(*points: int) -> dict[str, Tally]:
    return {str(number): Tally(some) for number, some in enumerate(points, 1)}


def test_to_01_places_are_1_1_3() -> None:
    lines = ranking(tallies(40, 40, 30, 30, 30, 10), ("points",))
    assert [line.place for line in lines] == [1, 1, 3, 3, 3, 6]
    assert [line.shared for line in lines] == [True, True, True, True, True, False]


def test_to_09_equal_points_are_parted_by_the_written_rule_and_it_is_shown() -> None:
    some = {"7": Tally(120, solos=3, solos_won=1), "2": Tally(120, solos=2, solos_won=2), "5": Tally(90)}
    lines = ranking(some, ("points", "solos_won"))
    assert [(line.place, line.key, line.parted) for line in lines] == [
        (1, "2", ""),
        (2, "7", "solos_won"),
        (3, "5", "points"),
    ]
    assert [line.key for line in ranking(some, ("points", "solos"))] == ["7", "2", "5"]


def test_to_09_the_lot_parts_who_is_still_equal_and_can_be_checked() -> None:
    some = tallies(120, 120, 120)
    lines = ranking(some, ("points", "lot"), "Maibock")
    assert [line.place for line in lines] == [1, 2, 3]
    assert [line.parted for line in lines] == ["", "lot", "lot"]
    assert [line.key for line in lines] == sorted(some, key=lambda key: -lot_of("Maibock", key))
    orders = {tuple(line.key for line in ranking(some, ("points", "lot"), str(seed))) for seed in range(100)}
    assert len(orders) == 6
    assert [line.place for line in ranking(some, ("points", "lot"))] == [1, 1, 1], "no lot before it is drawn"


values = st.dictionaries(
    st.integers(1, 60).map(str),
    st.builds(Tally, st.integers(-3, 3), st.integers(0, 2), st.integers(0, 2), st.integers(0, 2)),
    max_size=12,
)
chains = st.permutations(MEASURES).map(lambda some: tuple(some[: some.index("lot") + 1]))


@given(values, chains, st.sampled_from(["", "seed"]), st.randoms())
def test_to_09_the_order_of_entry_changes_nothing(some, chain, seed, rng) -> None:  # type: ignore[no-untyped-def]
    keys = list(some)
    rng.shuffle(keys)
    assert ranking({key: some[key] for key in keys}, chain, seed) == ranking(some, chain, seed)


@given(values, st.permutations(MEASURES[:-1]))
def test_to_01_a_place_is_one_more_than_those_who_are_better(some: dict[str, Tally], chain) -> None:  # type: ignore[no-untyped-def]
    def order(tally: Tally) -> tuple[int, ...]:
        return tuple(getattr(tally, measure) for measure in chain)

    for line in ranking(some, chain):
        assert line.place == 1 + sum(order(other) > order(line.tally) for other in some.values())


def test_teams_sum_their_members_or_the_best_of_them() -> None:
    some = tallies(10, 20, 30, -40, 5, 5)
    team_of = {"1": "A", "2": "B", "3": "A", "4": "A", "5": "B", "6": ""}
    lines = teams(some, team_of, ("points",))
    assert [(line.key, line.tally.points, line.members) for line in lines] == [
        ("B", 25, ("2", "5")),
        ("A", 0, ("3", "1", "4")),
    ]
    assert [(line.key, line.tally.points) for line in teams(some, team_of, ("points",), best=2)] == [
        ("A", 40),
        ("B", 25),
    ]


def test_to_01_prizes_of_tied_places_are_shared_as_configured() -> None:
    lines = ranking(tallies(40, 40, 30, 30, 30, 10), ("points",))
    prizes = [Prize(10_000), Prize(5_000), Prize(3_000), Prize(2_000)]
    shared = award(lines, prizes)
    assert [given.cents for given in shared.awards] == [7_500, 7_500, 1_666, 1_666, 1_666]
    assert (shared.rest, shared.over) == (2, 0)
    full = award(lines, prizes, ties="full")
    assert [given.cents for given in full.awards] == [10_000, 10_000, 3_000, 3_000, 3_000]
    assert (full.rest, full.over) == (0, 9_000)


def test_things_cannot_be_cut_and_are_named() -> None:
    lines = ranking(tallies(40, 40, 30), ("points",))
    given = award(lines, [Prize(0, "Ster Holz"), Prize(0, "Spanferkel"), Prize(500, "Brotzeit")])
    assert given.things_open == (("Ster Holz", "Spanferkel"),)
    assert given.awards[2].things == ("Brotzeit",)


@given(values, st.lists(st.integers(0, 10_000), max_size=8), st.sampled_from(["share", "full"]))
def test_prizes_are_exact_to_the_cent(some: dict[str, Tally], cents: list[int], ties) -> None:  # type: ignore[no-untyped-def]
    found = award(ranking(some, ("points",)), [Prize(amount) for amount in cents], ties=ties)
    paid = sum(given.cents for given in found.awards)
    reached = sum(cents[: len(some)])
    assert paid + found.rest - found.over == reached
    assert all(given.cents >= 0 for given in found.awards)
    assert found.over == 0 or ties == "full"
