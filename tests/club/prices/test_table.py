"""The table as a file: its version and size, and the vectors for the engine in TypeScript."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from tests.club.prices import vectors
from tests.laws.kit import all_ids

from schafkopf.club import prices
from schafkopf.game import load_ruleset, ruleset_ids
from schafkopf.game.contract import KINDS
from schafkopf.game.errors import InvalidRecord

MOST_BYTES = 12_000


@pytest.mark.parametrize("name", [*ruleset_ids(), "bavaria+all-games+steigern"])
def test_a_table_is_small_json_with_a_version(name: str) -> None:
    rules = load_ruleset(name)
    table = prices.compile(rules, rules["table.players"])
    assert table.size < MOST_BYTES
    assert table.to_dict()["version"] == prices.VERSION
    assert json.loads(json.dumps(table.to_dict())) == table.to_dict()


def test_equal_rulesets_make_equal_tables() -> None:
    one, other = (load_ruleset("bavaria").with_overrides({"kontra": {"max": most}}) for most in (4, 2))
    assert prices.compile(other, 4) == prices.compile(load_ruleset("bavaria"), 4)
    assert prices.compile(one, 4) != prices.compile(other, 4)


def test_nobody_can_change_a_table_by_what_it_hands_out() -> None:
    table = prices.compile(load_ruleset("bavaria"), 4)
    table.to_dict()["contracts"].clear()
    assert table.to_dict()["contracts"]


def test_too_many_at_the_table_are_refused() -> None:
    with pytest.raises(InvalidRecord):
        prices.compile(load_ruleset("bavaria"), 7)


def test_the_contracts_are_those_that_can_come_about() -> None:
    for name in ("bavaria", "bavaria+ramsch", "bavaria+muss", "bavaria+kreuz", "ru-chalk"):
        rules = load_ruleset(name)
        contracts = prices.compile(rules, 4).to_dict()["contracts"]
        assert [kind for kind in KINDS if kind in contracts] == list(contracts)
        brought = {"bavaria+ramsch": {"ramsch"}, "bavaria+muss": {"muss"}, "bavaria+kreuz": {"kreuz"}}
        assert {"ramsch", "muss", "kreuz"} & contracts.keys() == brought.get(name, set())


@pytest.mark.parametrize(
    ("name", "offered"),
    [
        ("bavaria", {"played", "redeal", "thrown_in"}),
        ("be-1989+pot", {"played", "pot", "thrown_in"}),
        ("bavaria+double-next", {"played", "double", "thrown_in"}),
        ("bavaria+ramsch", {"played", "thrown_in"}),
    ],
)
def test_a_sheet_offers_the_endings_that_come_about(name: str, offered: set[str]) -> None:
    assert name in all_ids()
    ends = prices.compile(load_ruleset(name), 4).to_dict()["ends"]
    assert {how for how in ends if ends[how]["offered"]} == offered


def test_the_vectors_are_what_the_engine_says() -> None:
    data = vectors.vectors(deals=10, single=20, random_rules=1)
    assert data == vectors.vectors(deals=10, single=20, random_rules=1)
    seen = set()
    for case in data["cases"]:
        table, state = case["table"], case["start"]
        for told in [*case["single"], *case["evening"]]:
            stands = told.get("state", state)
            wrong = prices.refusal(table, stands, told["entry"])
            assert (None if wrong is None else list(wrong)) == told["refusal"]
            seen.add(told["refusal"] and told["refusal"][0])
            if wrong is None:
                bill = prices.price(table, stands, told["entry"])
                wanted = told["bill"]
                assert list(bill.terms) == wanted["terms"]
                assert (list(bill.amounts), bill.pot) == (wanted["amounts"], wanted["pot"])
                assert (bill.strokes and list(bill.strokes)) == wanted["strokes"]
                assert bill.provisional == wanted["provisional"]
                after = prices.after(table, stands, told["entry"])
                assert after == told["after"]
                assert prices.over(table, after) == told["over"]
                if "state" not in told:
                    state = after
    assert {None, "entry/contract", "entry/seat", "entry/result", "entry/laufende", "entry/doubling"} <= seen


def test_the_engine_knows_nothing_but_the_table() -> None:
    folder = Path(prices.__file__).parent
    known = {"dataclasses", "collections.abc", "typing", "__future__", "schafkopf.club.prices.refusals"}
    for name in ("evaluate.py", "refusals.py"):
        tree = ast.parse((folder / name).read_text("utf-8"))
        found = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert found <= known
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.Import)]
        texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
        assert not texts & (set(KINDS) | set(ruleset_ids())), "a contract's or a ruleset's name decides something"
