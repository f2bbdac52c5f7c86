"""Every ruleset either loads and can be played to its end, or is refused with the key that does not fit."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

from schafkopf.game import InvalidRuleset, Ruleset
from schafkopf.game.schema import KEYS

from .kit import FAMILIES, any_deal, any_values, check_bill, harmonise, played_out, ruleset_of, samples

Pair = tuple[str, str, str, str]
"""Two keys and what they are set to (as text, since some values are tables)."""


def loaded(values: dict[str, Any]) -> Ruleset | InvalidRuleset:
    """The ruleset, or why there is none."""
    try:
        return ruleset_of(values)
    except InvalidRuleset as refusal:
        return refusal


def attempt(values: dict[str, Any], rng: random.Random) -> Ruleset | None:
    """The ruleset after one deal was played under it; None if it was refused, naming a key."""
    rules = loaded(values)
    if isinstance(rules, InvalidRuleset):
        assert rules.where is not None
        assert any(rules.where.endswith(f": {key}") for key in KEYS), rules
        assert rules.code in ("ruleset/contradiction", "ruleset/bad-value")
        return None
    deal = played_out(any_deal(rules, rng), rng)
    assert deal.phase == "over"
    check_bill(deal)
    return rules


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("chunk", range(4))
def test_random_full_rulesets_play_or_are_refused(family: str, chunk: int) -> None:
    rng = random.Random(f"full {family} {chunk}")
    accepted = sum(attempt(any_values(family, rng), rng) is not None for _ in range(500))
    assert 250 <= accepted < 500


class Cover:
    """Which combinations of the sample values of two keys no accepted ruleset has had yet.

    Each (key, value) is a bit; `open[bit]` is the mask of its open partners.
    """

    def __init__(self, family: str) -> None:
        self.offered = samples(family)
        self.bits = {key: {repr(value): 0 for value in values} for key, values in self.offered.items()}
        self.named: list[tuple[str, Any]] = []
        self.open: list[int] = []
        for key, values in self.offered.items():
            for value in values:
                self.bits[key][repr(value)] = len(self.named)
                self.named.append((key, value))
        for key, _ in self.named:
            own = sum(1 << bit for bit in self.bits[key].values())
            self.open.append((1 << len(self.named)) - 1 & ~own)

    def bits_of(self, values: dict[str, Any]) -> list[int]:
        """Values that are no sample (what was changed to fit) have no bit."""
        found = (self.bits[key].get(repr(value)) for key, value in values.items())
        return [bit for bit in found if bit is not None]

    def first(self) -> tuple[int, int] | None:
        """An open pair."""
        for bit, partners in enumerate(self.open):
            if partners:
                return bit, (partners & -partners).bit_length() - 1
        return None

    def close(self, values: dict[str, Any]) -> None:
        """All pairs of this ruleset are done."""
        bits = self.bits_of(values)
        mask = sum(1 << bit for bit in bits)
        for bit in bits:
            self.open[bit] &= ~mask

    def row(self, wanted: tuple[int, int], rng: random.Random) -> dict[str, Any]:
        """A ruleset with the wanted pair, and for each other key the value that makes most open pairs."""
        values = dict(self.named[bit] for bit in wanted)
        mask = sum(1 << bit for bit in wanted)
        rest = [key for key in self.offered if key not in values]
        rng.shuffle(rest)
        for key in rest:
            bits = list(self.bits[key].values())
            rng.shuffle(bits)
            best = max(bits, key=lambda bit: (self.open[bit] & mask).bit_count())
            values[key] = self.named[best][1]
            mask |= 1 << best
        return {key: values[key] for key in self.offered}


def uncovered(family: str) -> tuple[set[Pair], int]:
    """The pairs that no ruleset with both of them was accepted for, after trying each; and how many were played."""
    rng = random.Random(f"cover {family}")
    cover = Cover(family)
    refused: set[Pair] = set()
    played = 0
    while (wanted := cover.first()) is not None:
        (a, x), (b, y) = (cover.named[bit] for bit in wanted)
        for _ in range(8):
            values = cover.row(wanted, rng)
            harmonise(values, rng, keep=(a, b))
            if attempt(values, rng) is not None:
                played += 1
                cover.close(values)
                break
        else:
            cover.open[wanted[0]] &= ~(1 << wanted[1])
            cover.open[wanted[1]] &= ~(1 << wanted[0])
            refused.add((a, repr(x), b, repr(y)))
    return refused, played


def every_pair(family: str) -> set[Pair]:
    """All combinations of the sample values of two keys."""
    offered = samples(family)
    return {(a, repr(x), b, repr(y)) for a, b in combinations(offered, 2) for x in offered[a] for y in offered[b]}


def cannot_be(family: str, found: Pair) -> bool:
    """Whether the rules themselves exclude this pair."""
    a, x, b, y = found
    values = {a: x, b: y}
    foreign = {
        "schafkopf": {
            ("partners.mode", "'fixed_opposite'"),
            ("auction.mode", "'duty_longest'"),
            ("tariff.unit", "'stroke'"),
            ("session.length", "'heads 1'"),
        },
        "chalk": {
            *(("contracts", repr(value)) for value in samples("chalk")["contracts"] if value != ("chalk",)),
            *(("table.seated", repr(seated)) for seated in (3, 5, 6)),
        },
    }
    if foreign[family] & set(values.items()):
        return True
    if family == "chalk":
        return values.get("deal.packets") in ("(3, 3)", "(2, 2, 2)")
    six = ("(3, 3)", "(2, 2, 2)")
    short = values.get("deal.packets") in six
    three = values.get("table.players") == "3"
    partners = "rufspiel" in values.get("contracts", "") or "hochzeit" in values.get("contracts", "")
    musts = values.get("all_pass.do") in ("'eichel_ober_must'", "'last_knocker_must'", "'kreuz'")
    renonce = values.get("call.renonce", "'off'") != "'off'"
    # Three players have eight cards of the short pack each, and nobody to call.
    if three and (short or partners or musts or renonce or values.get("deck.cards") == "32"):
        return True
    if values.get("table.seated") in ("3",) and (
        short or partners or musts or renonce or {"table.players": "4", "deck.cards": "32"}.items() & values.items()
    ):
        return True
    if three and values.get("table.seated") == "6":
        return True
    if short and values.get("deck.cards") == "32":
        return True
    if (values.get("sie.holding"), values.get("sie.play")) == ("'any8'", "True"):
        return True
    if (values.get("tariff.schneider"), values.get("tariff.schwarz")) == ("10", "0"):
        return True
    return values.get("all_pass.do") == "'last_knocker_must'" and values.get("knock.who") == "'off'"


@pytest.mark.parametrize("family", FAMILIES)
def test_any_two_values_go_together_unless_the_rules_exclude_it(family: str) -> None:
    refused, played = uncovered(family)
    expected = {found for found in every_pair(family) if cannot_be(family, found)}
    assert refused - expected == set()
    assert expected - refused == set()
    assert played > 20
