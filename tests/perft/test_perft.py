"""The counts of `counts.txt`, by the engine and by the naive referee."""

from __future__ import annotations

import pytest

from schafkopf.game.contract import CONTRACT_NAMES

from .positions import Position, leaves, naive_leaves, positions

POSITIONS = tuple(positions())
SMALL = tuple(position for position in POSITIONS if position.count <= 2500)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_the_engine_counts_as_many_sequences(position: Position) -> None:
    deal = position.record.replay()
    assert deal.contract is not None
    assert deal.contract.name == position.contract
    assert deal.play is not None
    assert deal.play.plan.hand_size - len(deal.play.history) == position.left
    assert leaves(deal.play) == position.count


@pytest.mark.parametrize("position", SMALL, ids=lambda position: position.name)
def test_the_naive_referee_counts_as_many_sequences(position: Position) -> None:
    assert naive_leaves(position.record.replay()) == position.count


def test_every_contract_is_counted_by_both() -> None:
    assert {position.contract for position in SMALL} == set(CONTRACT_NAMES)
    assert max(position.count for position in POSITIONS) > 30_000
