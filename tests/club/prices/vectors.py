"""Tables, entries and what the game makes of them, as one JSON file for the engine in TypeScript.

    python -m tests.club.prices.vectors FILE

Every run writes the same bytes. The format is described in docs/sheet-prices.md.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

from tests.club.prices.kit import ENDINGS, Data, any_state, refused, rubbish, sensible, session_of, sizes
from tests.laws.kit import FAMILIES, any_rules

from schafkopf.club import prices
from schafkopf.game import Entry, Ruleset, Session, load_ruleset, ruleset_ids

NAMES = (
    *ruleset_ids(),
    "bavaria+five",
    "bavaria+all-games+steigern",
    "bavaria+own-ace",
    "be-1989+pot",
    "bavaria+ramsch+ramsch-kontra",
    "bavaria+knocking+bock",
    "fi-table+doubles-stack",
    "bavaria+kontra-takes-over",
    "bavaria+muss",
    "ru-chalk+second-tie-sum",
)
_SAFE = 2**53 - 1
"""The largest integer that a number of JavaScript holds for certain."""


def vectors(*, deals: int = 40, single: int = 40, random_rules: int = 6) -> Data:
    """All cases: an evening and single entries for each ruleset, shipped, overridden or random."""
    cases = [case(load_ruleset(name), name, deals, single) for name in NAMES]
    for family in FAMILIES:
        for seed in range(random_rules):
            rng = random.Random(f"vectors {family} {seed}")
            cases.append(case(any_rules(rng, family), f"random {family} {seed}", deals, single))
    return {"version": prices.VERSION, "cases": cases}


def case(rules: Ruleset, name: str, deals: int, single: int) -> Data:
    """A table with an evening (each step begins where the one before ended) and with single entries in any state,
    every other one rubbish."""
    rng = random.Random(f"vectors {name}")
    at_table = rng.choice(sizes(rules))
    table = prices.compile(rules, at_table).to_dict()
    session = Session.new(rules, at_table, dealer=rng.randrange(at_table))
    start = prices.state_data(session)
    evening = []
    for _ in range(deals):
        entry: Entry | str = rng.choice(ENDINGS)
        if rules.chalk or rng.random() < 0.8:
            entry = sensible(table, prices.state_data(session), rng)
        told, session = step(session, entry, rng)
        evening.append(told)
    others = []
    for number in range(single):
        stands = session_of(rules, at_table, rng.randrange(at_table), any_state(rules, rng))
        state = prices.state_data(stands)
        told, _ = step(stands, (rubbish if number % 2 else sensible)(table, state, rng), rng)
        others.append({"state": state, **told})
    return {
        "name": name,
        "table": table,
        "start": start,
        "evening": [told for told in evening if safe(told)] if all(map(safe, evening)) else [],
        "single": [told for told in others if safe(told)],
    }


def step(session: Session, entry: Entry | str, rng: random.Random) -> tuple[Data, Session]:
    """What the game makes of an entry, or of a way to pass out, and the session after it."""
    if isinstance(entry, str):
        after = session.after_passed_out(entry)
        gained = [new - old for new, old in zip(after.balances, session.balances, strict=True)]
        put = after.carried.pot - session.carried.pot
        terms = [{"name": "pot", "amount": -put}] if put else []
        bill = {"terms": terms, "amounts": gained, "pot": put, "strokes": None, "provisional": False}
        return {
            "entry": {"passed": entry},
            "refusal": None,
            "bill": bill,
            "after": prices.state_data(after),
            "over": after.over,
        }, after
    data = prices.entry_data(entry)
    if rng.random() < 0.5:
        data = {name: value for name, value in data.items() if value != prices.BLANK[name]}
    wrong = refused(session, entry)
    if wrong is not None:
        return {"entry": data, "refusal": list(wrong), "bill": None, "after": None, "over": None}, session
    priced = session.price(entry)
    after = session.after_result(priced)
    settled = priced.settlement
    bill = {
        "terms": [term.as_dict() for term in settled.terms],
        "amounts": list(settled.amounts),
        "pot": settled.pot,
        "strokes": None if settled.strokes is None else list(settled.strokes),
        "provisional": settled.provisional,
    }
    return {
        "entry": data,
        "refusal": None,
        "bill": bill,
        "after": prices.state_data(after),
        "over": after.over,
    }, after


def safe(told: Any) -> bool:
    """Whether JavaScript can hold every number in it."""
    if isinstance(told, dict):
        return all(map(safe, told.values()))
    if isinstance(told, list):
        return all(map(safe, told))
    return not isinstance(told, int) or abs(told) <= _SAFE


def text() -> str:
    """The file."""
    return json.dumps(vectors(), separators=(",", ":")) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(text(), "ascii")
