"""Sheets with what they come down to, for the client's own fold: `python -m tests.club.sheet.vectors FILE [SEED]`.

The file is the same each time, for each seed. docs/sheet.md describes it.
"""

from __future__ import annotations

import json
import random
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.club.sheet.kit import NAMES, Desk, desk, evening, numbered
from tests.club.sheet.wild import rubbish, wild

from schafkopf.club import prices
from schafkopf.club.sheet import Op, Refused, State, fold, op_data, ops, read_op, state_data, stored_data
from schafkopf.club.sheet.pricing import rules_of
from schafkopf.club.sheet.statistics import statistics
from schafkopf.game import SchafkopfError, load_ruleset
from schafkopf.game.dealing import table_sizes

Data = dict[str, Any]
CASES: tuple[tuple[str, int], ...] = (
    ("bavaria", 4),
    ("bavaria+knocking", 5),
    ("bavaria+bock", 6),
    ("bavaria+steigern", 4),
    ("be-1989+pot", 5),
    ("bavaria+ramsch", 4),
    ("three", 3),
    ("pt-units", 4),
    ("ru-chalk", 4),
)


def case(rules: str, at_table: int, seed: int) -> Data:
    """An evening on which three devices write, and what the sheet says on the way and at the end."""
    rng = random.Random(seed)
    lines, _ = evening(load_ruleset(rules), at_table, rng, 12)
    made: Desk = desk(rules, at_table)
    for content in lines:
        made.enter(content, rng.choice(("one", "two")))
    extra = [
        ops.Entered(ops.Corrected({NAMES[0]: 7, NAMES[1]: -7}, "Grüße")),
        ops.Entered(ops.Corrected({NAMES[0]: 7})),
        ops.Entered(ops.Paid(NAMES[0], NAMES[1], 5)),
        ops.Ruled("atlantis"),
        ops.Left(NAMES[2]),
        ops.Joined("new", "Neu", 1),
        *(ops.Entered(_penalty(kind, lines, rng)) for kind in ("revoke-game", "misdeal-sum", "misdeal-pot", "free")),
    ]
    people = NAMES[:at_table]
    common = tuple(line.id for line in made.state.lines)
    waiting = [wild(rng, device, lines, people, common) for device in ("one", "two", "three")]
    waiting.append([Op(f"x{n}", "four", n, act) for n, act in enumerate(extra)])
    made_ops = [stored.op for stored in made.log]
    while any(waiting):
        made_ops.append(rng.choice([queue for queue in waiting if queue]).pop(0))
    return _told_of(f"{rules} {at_table}", made_ops)


def broken_case(rules: str, at_table: int, seed: int) -> Data:
    """An evening into which broken clients write whatever has the right form."""
    rng = random.Random(seed)
    lines, _ = evening(load_ruleset(rules), at_table, rng, 10)
    made: Desk = desk(rules, at_table)
    for content in lines:
        made.enter(content, rng.choice(("one", "two")))
    made_ops = [stored.op for stored in made.log]
    for number in range(60):
        op = Op(f"r{number}", rng.choice(("one", "two", "three")), rng.randrange(10**6), rubbish(rng))
        try:
            made_ops.append(read_op(json.loads(json.dumps(op_data(op)))))
        except Refused:
            continue  # Not even of the right form: no server keeps it.
        if rng.random() < 0.2:
            made_ops.append(Op(f"e{number}", "one", number, ops.Entered(rng.choice(lines))))
    return _told_of(f"broken {rules} {at_table}", made_ops)


def _told_of(name: str, made: list[Op]) -> Data:
    log = numbered(made)
    stops = [3, *range(15, len(log), 15), len(log)]
    return {
        "name": name,
        "rulings": {stored.op.id: _told(stored.op.act) for stored in log if isinstance(stored.op.act, ops.Ruled)},
        "log": [stored_data(stored) for stored in log],
        "states": [{"ops": stop, "state": state_data(fold(log[:stop]))} for stop in stops],
        "statistics": _statistics(fold(log)),
    }


def _statistics(state: State) -> Data:
    """What the statistics of one sheet say, as the client shows them."""
    found = asdict(statistics([state]))
    del found["evenings"]
    for own in found["people"].values():
        for name in ("evenings", "best_evening", "worst_evening"):
            del own[name]
        for name in ("best", "worst"):
            peak = own.pop(f"{name}_game")
            own[name] = None if peak is None else {"amount": peak["amount"], "line": peak["line"]}
    return found


def _told(ruled: ops.Ruled) -> Data:
    """What the server tells of rules that were set: unit and price tables for every size of table, or what is wrong."""
    try:
        rules = rules_of(ruled)
    except SchafkopfError as fault:
        return {"error": fault.code}
    tables = {str(size): prices.compile(rules, size).to_dict() for size in table_sizes(rules)}
    return {"unit": rules["tariff.unit"], "tables": tables}


def _penalty(kind: str, lines: list[ops.Content], rng: random.Random) -> ops.Penalised:
    game = rng.choice([line for line in lines if isinstance(line, ops.Played)])
    offender = rng.choice(game.players)
    return ops.Penalised(
        kind,
        offender,
        game.dealer,
        game.players,
        game.resting,
        game.result if kind == "revoke-game" else None,
        amount=10 if kind.startswith("misdeal") else 0,
        amounts={offender: -3, next(one for one in game.players if one != offender): 3} if kind == "free" else {},
    )


def vectors(first: int = 0) -> Data:
    """All cases. Another `first` seed gives other ones."""
    cases = [case(*which, seed) for seed, which in enumerate(CASES, first)]
    cases += [broken_case(*which, seed) for seed, which in enumerate(CASES[::2], first)]
    return {"version": 1, "cases": cases}


def printed(first: int = 0) -> str:
    """The file."""
    return json.dumps(vectors(first), ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(printed(*map(int, sys.argv[2:])), "utf-8")
