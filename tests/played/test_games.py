"""The complete games of the rule cases: every card legal, every trick with its taker, points, run and settlement."""

import json
from typing import Any

import pytest
from tests.cases.table import GAMES, game_record, replay

from schafkopf.game.record import report

PLAYED = json.loads(GAMES.read_text(encoding="utf-8"))
# What each seat gets (chalk: strokes per team), with what was said after the auction and after the last card.
SETTLED: dict[str, tuple[list[str], list[str], list[int]]] = {
    "B11": ([], ["0 cut"], [1, 1, -1, -1]),
    "B13": (["1 kontra", "0 re"], ["0 claim"], [132, -44, -44, -44]),
    "B14": ([], ["0 claim"], [6, -6, -6, 6]),
    "B16": ([], [], [-6, 2, 2, 2]),
    "P06": ([], [], [-4, 4, 4, -4]),
    "P08": (["0 kontra", "2 re"], [], [-16, -16, 48, -16]),
    "P09": ([], [], [-6, 2, 2, 2]),
    "P12": ([], [], [8, -8, -8, 8]),
    "F07": ([], [], [4, 2, 2, -8]),
    "F08": ([], [], [4, 2, -10, 4]),
    "F10a": ([], [], [-9, 3, 3, 3]),
    "F10b": ([], [], [2, 2, 2, -6]),
    "R10": ([], [], [0, 2]),
    "R12": ([], [], [2, 0]),
    "R13": ([], [], [0, 0]),
    "Y01": (["0 kontra"], [], [-180, -180, -180, 540]),
}


@pytest.mark.parametrize("one", PLAYED, ids=lambda one: one["case"])
def test_complete_game(one: dict[str, Any]) -> None:
    after_auction, after_play, settled = SETTLED[one["case"]]
    data = game_record(one, *after_auction)
    data["actions"] += after_play
    chalk = one["contract"] == "chalk"
    data["result"] = {"amounts": [0] * 4 if chalk else settled, "pot": 0} | ({"strokes": settled} if chalk else {})
    deal = replay(data)
    found = report(deal)
    assert [found["amounts"], found["strokes"]] == ([[0] * 4, settled] if chalk else [settled, None])
    assert found["contract"]["name"] == one["contract"]
    assert found["contract"]["suit"] == one["suit"]
    assert found["contract"]["declarer"] == one["declarer"]
    assert found["contract"]["partner"] == one["partner"]
    assert found["contract"]["by_club_jack"] == one.get("by_club_jack", False)
    assert deal.play is not None
    assert [trick.winner for trick in deal.play.history] == one["winners"]
    assert found["points"] == one["points"]
    assert found["tricks"] == one["taken"]


@pytest.mark.parametrize("one", [one for one in PLAYED if one["declarer"] is not None], ids=lambda one: one["case"])
def test_facts_of_a_complete_game(one: dict[str, Any]) -> None:
    after_auction, after_play, _ = SETTLED[one["case"]]
    data = game_record(one, *after_auction)
    data["actions"] += after_play
    facts = replay(data).facts()
    assert facts is not None
    assert facts.side == {seat for seat in (one["declarer"], one["partner"]) if seat is not None}
    assert facts.side_points == one["side_points"]
    assert sum(facts.tricks[seat] for seat in facts.side) == one["side_tricks"]
    if "run_of_side" in one:
        run = facts.laufende if facts.laufende_with else -facts.laufende
        assert run == one["run_of_side"] - one["run_of_opponents"]


def test_every_complete_game_is_settled_here() -> None:
    assert [one["case"] for one in PLAYED] == list(SETTLED)
