"""Each playthrough is told today as it was told when it was written down."""

from __future__ import annotations

from pathlib import Path

import pytest

from schafkopf.game import parse_record, ruleset_ids
from schafkopf.game.contract import CONTRACT_NAMES

from .greedy import next_action
from .printer import transcript

DATA = Path(__file__).parent / "data"
RECORDS = {file.stem: parse_record(file.read_text(encoding="utf-8")) for file in sorted(DATA.glob("*.jsonl"))}


@pytest.mark.parametrize("name", RECORDS)
def test_a_playthrough_is_the_same_byte_for_byte(name: str) -> None:
    told = transcript(RECORDS[name]).encode("utf-8")
    assert told == (DATA / f"{name}.txt").read_bytes()


@pytest.mark.parametrize("name", RECORDS)
def test_a_playthrough_is_a_whole_deal_with_its_result(name: str) -> None:
    record = RECORDS[name]
    assert record.result is not None
    deal = record.replay()
    assert deal.phase == "over"
    assert list(record.result["amounts"]) == list(deal.settlement().amounts)  # type: ignore[union-attr]


@pytest.mark.parametrize("name", RECORDS)
def test_a_playthrough_is_sensible_play(name: str) -> None:
    deal = RECORDS[name].start()
    for action in RECORDS[name].actions:
        assert next_action(deal) == action
        deal = deal.after(action)


def test_every_contract_has_a_playthrough() -> None:
    shown = {name: record.replay().contract for name, record in RECORDS.items() if not name.startswith("rules-")}
    assert {name: contract.name for name, contract in shown.items() if contract is not None} == {
        name: name for name in CONTRACT_NAMES
    }


def test_every_ruleset_has_a_playthrough() -> None:
    shown = {name: record.ruleset().id for name, record in RECORDS.items() if name.startswith("rules-")}
    assert shown == {f"rules-{id}": id for id in ruleset_ids()}


def test_no_text_is_left_over() -> None:
    assert {file.stem for file in DATA.glob("*.txt")} == set(RECORDS)
