"""Every fixed deal is solved again: the answers stay, and the search takes as many nodes as it says in the file."""

from __future__ import annotations

import json

import pytest

from schafkopf.game import parse_record, print_record

from .files import CONFIRMED, GROUPS, NODES, answers, deals, records_of
from .renew import MONEY_EVERY, solve_all


@pytest.mark.parametrize("group", GROUPS)
def test_the_answers_and_the_node_counts_are_those_of_the_files(group: str) -> None:
    found, nodes = solve_all(group)
    assert found == answers(group)
    assert nodes == json.loads(NODES.read_text(encoding="utf-8"))[group], "renew nodes.json if the search has changed"


@pytest.mark.parametrize("group", GROUPS)
def test_plain_alpha_beta_confirmed_the_first_answers(group: str) -> None:
    confirmed = json.loads(CONFIRMED.read_text(encoding="utf-8")).get(group, {})
    assert confirmed
    by_line = {answer["line"]: answer for answer in answers(group)}
    for line, answer in confirmed.items():
        assert by_line[int(line)]["value"] == answer["value"]
        assert by_line[int(line)]["cards"] == answer["cards"]


@pytest.mark.parametrize("group", GROUPS.values(), ids=GROUPS)
def test_a_file_holds_different_deals_of_its_contracts_at_their_first_card(group) -> None:
    lines = records_of(group.name).read_text(encoding="utf-8").splitlines()
    assert len(set(lines)) == len(lines) == group.count == len(answers(group.name))
    for number, (line, deal) in enumerate(zip(lines, deals(group.name), strict=True)):
        assert print_record(parse_record(line)) == line
        assert deal.contract.name in group.contracts
        assert parse_record(line).rules == group.rules[number % len(group.rules)]
        assert deal.play.count == 0
        assert not any(deal.play.hidden)
    assert {deal.contract.name for deal in deals(group.name)} == set(group.contracts)


@pytest.mark.parametrize("group", GROUPS)
def test_the_problems_are_no_foregone_conclusions(group: str) -> None:
    """Plausible deals are won and lost, and the first card matters in many of them."""
    contracts = [deal.contract for deal in deals(group)]
    found = answers(group)
    won = [
        answer["value"] >= (made.goal.need if made.goal.kind == "points" else 1)
        for made, answer in zip(contracts, found, strict=True)
    ]
    assert 0 < sum(won) < len(won)
    assert sum(len(set(answer["cards"].values())) > 1 for answer in found) > len(found) / 5
    assert sum("money" in answer for answer in found) == -(-len(found) // MONEY_EVERY)
