"""Bills of real deals for the client's tests: `python -m tests.server.around.bills` writes them anew."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from schafkopf.game.cards import NAMES
from schafkopf.game.deal import Deal
from schafkopf.game.dealing import Carried, shuffled_hands
from schafkopf.game.record import parse_record
from schafkopf.game.ruleset import load_ruleset
from schafkopf.game.settlement import value_of
from schafkopf.server.shown import bill_info, outcome_info, passed_of, rules_info

ROOT = Path(__file__).parents[3]
FILE = ROOT / "web" / "src" / "after" / "bills.json"
TRANSCRIPTS = ROOT / "tests" / "transcripts" / "data"
_RANDOM = (
    ("bavaria+ramsch", 4, 30, Carried()),
    ("bavaria+ramsch", 4, 12, Carried(double=1)),
    ("bavaria+bock+knocking", 4, 8, Carried(double=1, bock=(2,))),
    ("be-1989+pot", 5, 14, Carried(pot=12)),
    ("be-1989+pot-shared", 4, 14, Carried(pot=7)),
    ("be-1989+each-to-each", 4, 8, Carried()),
    ("three", 3, 6, Carried()),
    ("ru-chalk", 4, 10, Carried(carry=(1, 2))),
)


def told(deal: Deal) -> dict[str, Any]:
    """A finished deal as the client is told of it, with the value that Python adds up."""
    bill, facts = deal.settlement(), deal.facts()
    assert bill is not None
    return {
        "rules": deal.rules.id,
        "unit": rules_info(deal.rules).unit,
        "playing": list(deal.seats),
        "contract": None if deal.contract is None else deal.contract.name,
        "bill": msgspec.to_builtins(bill_info(bill, passed_of(deal))),
        "outcome": None if facts is None else msgspec.to_builtins(outcome_info(facts)),
        "value": value_of(bill.terms),
    }


def deals() -> Iterator[Deal]:
    """The transcripts, then deals played at random by rules that have a pot, a Ramsch, or more at the table."""
    for path in sorted(TRANSCRIPTS.glob("*.jsonl")):
        yield parse_record(path.read_text("utf-8").splitlines()[0]).replay()
    rng = random.Random(61)
    for name, at_table, number, carried in _RANDOM:
        rules = load_ruleset(name)
        for _ in range(number):
            hands = shuffled_hands(rules, at_table, at_table - 1, rng)
            yield _played(Deal.new(rules, hands, dealer=at_table - 1, carried=carried), rng)


def _played(deal: Deal, rng: random.Random) -> Deal:
    while deal.phase != "over":
        options = deal.options()
        seat = deal.turn if deal.turn in options else next(iter(options))
        texts = options[seat]
        cards = [text for text in texts if text in NAMES]
        words = [text for text in texts if text not in NAMES]
        modest = [text for text in words if text in ("pass", "kontra") or text.startswith("rufspiel")]
        if cards and rng.random() < 0.9:
            chosen = rng.choice(cards)
        elif modest and rng.random() < 0.8:
            chosen = rng.choice(modest)
        else:
            chosen = rng.choice(words or cards)
        deal = deal.after(f"{seat} {chosen}")
    return deal


def fixture() -> str:
    """The content of the file: one bill a line."""
    return "[\n" + ",\n".join(json.dumps(told(deal), separators=(",", ":")) for deal in deals()) + "\n]\n"


if __name__ == "__main__":
    FILE.write_text(fixture(), "utf-8")
