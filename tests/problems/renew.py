"""Write the files of this folder anew.

    python -m tests.problems.renew deals [GROUP ...]      new deals, by auctions of bots; then `answers`
    python -m tests.problems.renew answers [GROUP ...]    answers and node counts, by the solver
    python -m tests.problems.renew nodes [GROUP ...]      node counts alone, after a change of the search
    python -m tests.problems.renew confirm COUNT [GROUP ...]   the first COUNT deals of a group by plain alpha-beta

An answer never changes unless a rule does; `nodes` refuses to go over one that has.
"""

from __future__ import annotations

import json
import random
import sys
from statistics import fmean, median
from typing import Any

from tests.solver.oracle import prove

from schafkopf.engine.bots.rules import choose
from schafkopf.game import Deal, View, load_ruleset, print_record
from schafkopf.game.dealing import shuffled_hands
from schafkopf.game.record import record_of

from .files import CONFIRMED, GROUPS, NODES, Group, answers, answers_of, deals, records_of

NAMES = ("Anna", "Ben", "Cleo", "Dora")
MONEY_EVERY = 4
"""Every such problem is also solved in money."""


def deal_of(group: Group, number: int) -> Deal:
    """The deal with this number: shuffled until bots come to a contract of the group."""
    rules_id = group.rules[number % len(group.rules)]
    rules = load_ruleset(rules_id)
    players = rules["table.players"]
    rng = random.Random(f"problem {group.name} {number}")
    while True:
        dealer = number % players
        deal = Deal.new(rules, shuffled_hands(rules, players, dealer, rng), dealer=dealer)
        while deal.play is None and deal.turn is not None:
            deal = deal.after(f"{deal.turn} {choose(View.of(deal, deal.turn), rng)}")
        if deal.contract is not None and not deal.finished and deal.contract.name in group.contracts:
            return deal


def write_deals(group: Group) -> None:
    """The records of a group."""
    lines = [deal_of(group, number) for number in range(group.count)]
    text = "".join(f"{print_record(record_of(deal, NAMES[: len(deal.hands)]))}\n" for deal in lines)
    records_of(group.name).write_text(text, encoding="utf-8")


def solve_all(group: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The answers of a group, and how many nodes they took."""
    from schafkopf.engine.solver import solve

    found: list[dict[str, Any]] = []
    points: list[int] = []
    money: list[int] = []
    for number, deal in enumerate(deals(group), start=1):
        solution = solve(deal)
        assert solution.complete
        points.append(solution.nodes)
        answer: dict[str, Any] = {"line": number, "value": solution.value, "cards": solution.cards}
        if number % MONEY_EVERY == 1:
            paid = solve(deal, money=True)
            money.append(paid.nodes)
            answer["money"] = {"value": paid.value, "cards": paid.cards}
        found.append(answer)
    counts = {"points": points, "money": money}
    return found, {name: {"median": median(nodes), "mean": round(fmean(nodes), 1)} for name, nodes in counts.items()}


def write_answers(group: str) -> None:
    """The answers and the node counts of a group."""
    found, nodes = solve_all(group)
    text = "".join(f"{json.dumps(answer, separators=(',', ':'))}\n" for answer in found)
    answers_of(group).write_text(text, encoding="utf-8")
    _merge(NODES, group, nodes)


def write_nodes(group: str) -> None:
    """The node counts of a group whose answers are as before."""
    found, nodes = solve_all(group)
    if found != answers(group):
        raise SystemExit(f"{group}: answers have changed")
    _merge(NODES, group, nodes)


def confirm(group: str, count: int) -> None:
    """The first deals of a group by plain alpha-beta, which may take minutes each."""
    for number, deal in enumerate(deals(group)[:count], start=1):
        found = prove(deal)
        _merge(CONFIRMED, group, {**_read(CONFIRMED).get(group, {}), str(number): vars(found)})
        print(group, number, found.value, flush=True)


def _read(path: Any) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def _merge(path: Any, group: str, data: Any) -> None:
    kept = {**_read(path), group: data}
    lines = (f"{json.dumps(name)}: {json.dumps(kept[name])}" for name in GROUPS if name in kept)
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def main(words: list[str]) -> None:
    """See the head of this file."""
    if not words or words[0] not in ("deals", "answers", "nodes", "confirm"):
        raise SystemExit(__doc__)
    count = int(words.pop(1)) if words[0] == "confirm" else 0
    for name in words[1:] or GROUPS:
        if words[0] == "deals":
            write_deals(GROUPS[name])
        elif words[0] == "answers":
            write_answers(name)
        elif words[0] == "nodes":
            write_nodes(name)
        else:
            confirm(name, count)


if __name__ == "__main__":
    main(sys.argv[1:])
