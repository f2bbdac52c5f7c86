"""`schafkopf bench`: figures with the same node counts everywhere."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest
from tests.laws.kit import any_action, deal_for
from tests.problems.files import records_of

from schafkopf.cli import bench as command
from schafkopf.engine.kernels.playout import ROOM, playouts
from schafkopf.engine.position import position_of
from schafkopf.engine.questions import side_of
from schafkopf.game.contract import KINDS
from schafkopf.game.play import Play
from schafkopf.research import speed

ROOT = Path(__file__).parents[2]


def test_the_fixed_deals_are_those_of_the_tests_and_are_shipped() -> None:
    import tomllib

    built = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    for contract in speed.CONTRACTS:
        deals = speed.problems(contract)
        assert len(deals) == 200
        assert all(deal.contract.name == contract and not deal.play.count for deal in deals)
        path = records_of(contract).relative_to(ROOT).as_posix()
        assert built["force-include"][path] == f"schafkopf/research/problems/{contract}.jsonl"


@pytest.mark.parametrize("question", list(speed.QUESTIONS))
def test_the_same_questions_take_the_same_nodes(question: str) -> None:
    deals = speed.problems("wenz")[:6]
    first, again = (speed.solving("wenz", question, deals) for _ in range(2))
    assert first.nodes == again.nodes
    assert first.deals == 6
    assert 0 < first.nodes.median <= first.nodes.p95 <= first.nodes.worst
    assert 0 < first.ms.median <= first.ms.p95 <= first.ms.worst


def test_a_threshold_takes_less_than_a_value_and_that_less_than_all_cards() -> None:
    deals = speed.problems("rufspiel")[:10]
    nodes = {question: speed.solving("rufspiel", question, deals).nodes.mean for question in speed.QUESTIONS}
    assert nodes["threshold"] < nodes["value"] < nodes["cards"]
    assert nodes["six"] < nodes["value"]


def test_percentiles_are_of_the_numbers_given() -> None:
    spread = speed.Spread.of([float(number) for number in range(100, 0, -1)])
    assert (spread.median, spread.mean, spread.p95, spread.worst) == (50.5, 50.5, 95.0, 100.0)
    assert speed.Spread.of([7.0]) == speed.Spread(7.0, 7.0, 7.0, 7.0)


def test_the_command_prints_every_figure(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    one_deal = {contract: speed.problems(contract)[:1] for contract in speed.CONTRACTS}
    monkeypatch.setattr(speed, "problems", one_deal.__getitem__)
    monkeypatch.setattr("schafkopf.engine.bots.player.names", lambda: ("rules", "random"))
    assert command.run(quick=True, as_json=True) == 0
    data = json.loads(capsys.readouterr().out)
    assert [(one["contract"], one["question"]) for one in data["solver"]] == [
        (contract, question) for contract in speed.CONTRACTS for question in speed.QUESTIONS
    ]
    assert [one["contract"] for one in data["playouts"]] == list(speed.CONTRACTS)
    assert [one["name"] for one in data["bots"]] == ["rules", "random"]
    assert all(set(one["ms"]) == set(one["nodes"]) == {"median", "mean", "p95", "worst"} for one in data["solver"])
    assert all(one["per_second"] > 0 for one in (*data["playouts"], *data["bots"]))
    monkeypatch.setenv("COLUMNS", "100")
    assert command.run(quick=True, as_json=False) == 0
    shown = capsys.readouterr().out
    for text in (*speed.CONTRACTS, *speed.QUESTIONS.values(), "rules"):
        assert text in shown


# -- playouts ----------------------------------------------------------------------------------------------------------


def made(play: Play, times: int, seed: int) -> list[int]:
    hands = np.array([[play.hands[seat] for seat in play.plan.seats]], np.int64)
    found = np.empty((1, times), np.int64)
    playouts(np.zeros(ROOM, np.int64), position_of(play), hands, times, np.array([seed], np.uint64), found)
    return [int(number) for number in found[0]]


def outcomes(play: Play, side: frozenset[int], tricks: bool) -> dict[int, float]:
    """What the declarer's side makes from here on and how likely each number is, by the readable rules."""
    if play.over:
        return {0: 1.0}
    options = play.legal(play.turn)
    lanes = [lane for lane in range(32) if options >> lane & 1]
    found: dict[int, float] = {}
    for lane in lanes:
        after = play.after(lane)
        gained = 0
        # In a Bettel the declarer counts the tricks of the others.
        wanted = play.plan.contract.goal.kind != "no_trick"
        if len(after.history) > len(play.history) and (after.history[-1].winner in side) == wanted:
            trick = after.history[-1].lanes
            gained = 1 if tricks else sum(play.plan.lanes.points[one] for one in trick)
        for number, chance in outcomes(after, side, tricks).items():
            found[number + gained] = found.get(number + gained, 0.0) + chance / len(lanes)
    return found


@pytest.mark.parametrize("name", [name for name in KINDS if name not in ("sie", "ramsch")])
def test_playouts_are_as_likely_as_random_legal_play_makes_them(name: str) -> None:
    rng = random.Random(f"playouts {name}")
    for _ in range(3):
        deal = deal_for(name, rng)
        left = rng.randint(2 * len(deal.seats) + 1, 3 * len(deal.seats) - 1)
        while sum(map(int.bit_count, deal.play.hands)) > left:
            deal = deal.after(any_action(deal, rng))
        play = deal.play
        tricks = deal.contract.goal.kind != "points"
        expected = outcomes(play, side_of(play), tricks)
        times = 20_000
        drawn = made(play, times, rng.getrandbits(63) | 1)
        assert set(drawn) <= set(expected)
        for number, chance in expected.items():
            error = (chance * (1 - chance) / times) ** 0.5
            assert abs(drawn.count(number) / times - chance) <= 5 * error + 1e-9


def test_playouts_depend_on_the_seed_only() -> None:
    play = speed.problems("rufspiel")[0].play
    assert made(play, 50, 1) == made(play, 50, 1)
    assert made(play, 50, 1) != made(play, 50, 2)
    assert all(0 <= number <= 120 for number in made(play, 500, 3))
