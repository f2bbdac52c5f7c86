"""127 recorded deals of another program with what everybody was paid: `data/README.md` says where they come from.

The facts leave out who knocked and who doubled: the first seats from forehand knock, the first defender says kontra
before the first card, the declarer re, and so on.
"""

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.cases.table import at_once, passed, record, replay, tricks

from schafkopf.game.record import report

CASES = json.loads((Path(__file__).parent / "data" / "payout-cases.json").read_text(encoding="utf-8"))
LEVELS = ("kontra", "re", "supra", "resupra")
VIRGIN = {
    None: "none",
    "DoubleAll": "double_all",
    "DoubleIndividuallyOnce": "double_own",
    "DoubleIndividuallyMultiple": "double_own_per_virgin",
}


def contract_of(case: dict[str, Any]) -> str:
    kind, _, tout = case["contract"].partition(" ")
    name = {"wenz+farbe": "farbwenz"}.get(kind, kind) + ("-tout" if tout else "")
    return name if case["suit"] is None else f"{name} {case['suit']}"


def overrides_of(case: dict[str, Any]) -> dict[str, Any]:
    name = contract_of(case).split()[0]
    kind = name.removesuffix("-tout")
    tariff = {kind: case["base"], "schneider": case["schneider_step"], "schwarz": 2 * case["schneider_step"]}
    overrides: dict[str, Any] = {
        "contracts": ["rufspiel", name] if kind != "rufspiel" else ["rufspiel"],
        "auction": {"mode": "name_at_once"},
        "knock": {"who": "anyone"},
        "kontra": {"max": 4},
        "tariff": {**tariff, "laufende": case["laufende_each"]},
        "tout": {"pay": "x2", "on": "sum"},
    }
    if case["laufende_min"] is not None:
        overrides["laufende"] = {"min": {kind: case["laufende_min"]}}
    if case["deck"] == 24:
        overrides |= {"deck": {"cards": 24}, "deal": {"packets": [3, 3]}}
    if kind == "ramsch":
        march = case["options"]["durchmarsch"]
        least = march.removeprefix("AtLeast(").removesuffix(")")
        overrides |= {
            "contracts": ["rufspiel"],
            "all_pass": {"do": "ramsch"},
            "ramsch": {
                "tie": ["highest_trump_dealt"],
                "march": "all_tricks" if march == "All" else f"points {least}",
                "march_pay": "ramsch",
                "virgin": VIRGIN[case["options"]["jungfrau"]],
            },
        }
    if kind == "bettel":
        overrides["follow"] = {"must_win": ["bettel"] if case["options"]["overtake"] else []}
    return overrides


def side_of(case: dict[str, Any]) -> set[int]:
    ace = f"{case['suit']}A"
    holders = {seat for seat, hand in enumerate(case["hands"]) if ace in hand.split()}
    return {case["declarer"]} | (holders if case["contract"] == "rufspiel" else set())


def record_of(case: dict[str, Any]) -> dict[str, Any]:
    said = [f"{seat} {'knock' if seat < case['doublings'] else 'keep'}" for seat in range(4)]
    if case["declarer"] is None:
        said += passed()
    else:
        said += at_once(contract_of(case), case["declarer"])
        speakers = (min(set(range(4)) - side_of(case)), case["declarer"])
        said += [f"{speakers[level % 2]} {LEVELS[level]}" for level in range(case["stoss"])]
    return record("bavaria", case["hands"], said, tricks(*case["tricks"]), overrides=overrides_of(case))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_recorded_deal_is_legal_and_paid_alike(case: dict[str, Any]) -> None:
    deal = replay(record_of(case) | {"result": {"amounts": case["amounts"], "pot": 0}})
    found = report(deal)
    assert found["amounts"] == case["amounts"]
    assert found["phase"] == "over"
    assert deal.play is not None
    leaders = [int(line.split(":")[0]) for line in case["tricks"]]
    assert [trick.leader for trick in deal.play.history] == leaders
    assert [before.winner for before, _ in pairwise(deal.play.history)] == leaders[1:]
    factors = {term["name"]: term["factor"] for term in found["terms"] if "factor" in term}
    assert factors.get("knock", 1) == 2 ** case["doublings"]
    assert factors.get("kontra", 1) == 2 ** case["stoss"]


def test_every_kind_of_game_occurs() -> None:
    kinds = Counter((contract_of(case).split()[0], case["deck"]) for case in CASES)
    assert kinds == {
        ("rufspiel", 32): 22,
        ("solo", 32): 66,
        ("wenz", 32): 5,
        ("wenz", 24): 5,
        ("wenz-tout", 24): 1,
        ("geier", 32): 8,
        ("farbwenz", 32): 7,
        ("farbwenz", 24): 3,
        ("farbwenz-tout", 24): 1,
        ("ramsch", 32): 7,
        ("bettel", 32): 2,
    }
