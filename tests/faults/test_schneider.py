"""Faults in the thresholds of Schneider."""

import pytest
from tests.cases.table import terms

from .positions import played


@pytest.mark.parametrize(
    ("points", "won", "schneider"),
    [
        (30, False, True),
        (31, False, False),
        (60, False, False),
        (61, True, False),
        (89, True, False),
        (90, True, False),
        (91, True, True),
    ],
)
def test_sn_01_schneider_is_judged_once_at_the_end(points: int, won: bool, schneider: bool) -> None:
    finished = played(f"ruf-{points}")
    facts = finished.facts()
    assert facts is not None
    assert (facts.side_points, facts.won, facts.schneider) == (points, won, schneider)
    assert terms(finished) == ({"base": 20, "schneider": 10} if schneider else {"base": 20})


@pytest.mark.parametrize(
    ("points", "needs", "schneider"), [(90, 91, False), (91, 91, True), (90, 90, True), (89, 90, False), (30, 91, True)]
)
def test_sn_02_defenders_are_out_with_30(points: int, needs: int, schneider: bool) -> None:
    finished = played(f"ruf-{points}", overrides={"schneider": {"declarer_needs": needs}})
    assert ("schneider" in terms(finished)) == schneider
