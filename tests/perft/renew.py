"""Find positions and count them anew: `python -m tests.perft.renew`.

A change of a count must have a reason in the rules.
"""

from __future__ import annotations

import random
import sys

from tests.laws.kit import any_action, shaped_hands, steering_to

from schafkopf.game import Deal, load_ruleset, print_record
from schafkopf.game.cards import NAMES
from schafkopf.game.contract import CONTRACT_NAMES
from schafkopf.game.dealing import shuffled_hands
from schafkopf.game.record import record_of

from .positions import COUNTS, leaves

HEADER = """\
# Legal card sequences from a position to the end of the deal.
# Per line: contract, cards left in each hand, number of sequences, and the record that leads to the position.
# Counted by the engine; the smaller ones also by the naive referee. Written by `python -m tests.perft.renew`.
"""
TOUTS = ("bavaria+all-games", "bavaria-short+all-games", "bavaria+all-games")
RULES: dict[str, tuple[str, ...]] = {
    "rufspiel": (
        *("bavaria", "be-1989", "pt-units", "bavaria-short", "bavaria+runaway-follow", "bavaria+ace-free"),
        *("bavaria+call-ten", "bavaria+no-runaway", "bavaria+runaway-dealt", "bavaria+own-ace", "be-1989+runaway-any"),
    ),
    "solo": ("bavaria", "three", "fi-table"),
    "wenz": ("bavaria", "three", "pt-units+wenz-ober-high"),
    "bettel": ("bavaria+bettel", "bavaria+bettel-herz", "bavaria-short+bettel"),
    "hochzeit": ("bavaria+hochzeit",) * 3,
    "renonce": ("bavaria+renonce",) * 3,
    "muss": ("bavaria+muss",) * 3,
    "kreuz": ("bavaria+kreuz",) * 3,
    "ramsch": ("bavaria+ramsch", "bavaria+ramsch-must-win", "bavaria-short+ramsch-must-win"),
    "chalk": ("ru-chalk",) * 3,
    "sie": ("bavaria", "three"),
    "geier": ("fi-table", "pt-units+three-players", "bavaria+geier"),
    "farbwenz": ("bavaria+farbwenz",) * 3,
    "farbgeier": ("bavaria+farbgeier",) * 3,
}
SIZES = ((300, 2500), (2500, 14_000), (14_000, 60_000))
"""Small (also for the naive referee), middle, large."""


def position(name: str, rules_id: str, low: int, high: int, rng: random.Random) -> str:
    """A line of the file with a count between low and high."""
    rules = load_ruleset(rules_id)
    if name == "sie":
        rules = rules.with_overrides({"sie": {"play": True}})
    choose = steering_to(name)
    people = rules["table.players"]
    while True:
        make = shaped_hands if name in ("sie", "hochzeit") else shuffled_hands
        deal = Deal.new(rules, make(rules, people, people - 1, rng), dealer=people - 1)
        while deal.play is None and deal.options():
            deal = deal.after(choose(deal, rng))
        if deal.contract is None or deal.contract.name != name:
            continue
        found = _cut(deal, low, high, rng)
        if found is not None:
            left, count, cut = found
            names = ("Anna", "Ben", "Cleo", "Dora")[:people]
            return f"{name} {left} {count} {print_record(record_of(cut, names))}"


def _cut(deal: Deal, low: int, high: int, rng: random.Random) -> tuple[int, int, Deal] | None:
    """The deal played on until so many sequences are left; None if it jumps past the bounds or the call is decided."""
    while not deal.finished:
        play = deal.play
        assert play is not None
        left = play.plan.hand_size - len(play.history)
        if not play.trick and left <= 5:
            decided = play.plan.called and play.played & play.plan.called
            count = leaves(play, high)
            if count < low or decided:
                return None
            if count <= high:
                return left, count, deal
        action = any_action(deal, rng)
        if action.text in NAMES:
            deal = deal.after(action)
    return None


def main(names: list[str]) -> None:
    """Write the lines of the named contracts anew, or of all."""
    kept: dict[str, list[str]] = {name: [] for name in CONTRACT_NAMES}
    if names and COUNTS.exists():
        for line in COUNTS.read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                kept[line.split(" ", 1)[0]].append(line)
    for name in names or CONTRACT_NAMES:
        ids = RULES.get(name, TOUTS)
        rngs = [random.Random(f"perft {name} {number}") for number in range(len(ids))]
        kept[name] = [position(name, ids[n], *SIZES[n % len(SIZES)], rng) for n, rng in enumerate(rngs)]
        text = "".join(f"{line}\n" for lines in kept.values() for line in lines)
        COUNTS.write_text(HEADER + text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
