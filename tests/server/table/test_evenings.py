"""Whole evenings: the table never stands still, its books are right, and it can be put away and taken up anywhere."""

from __future__ import annotations

import random

import msgspec
import pytest
from tests.laws.kit import all_ids, any_rules
from tests.server.table.chaos import invariants, something
from tests.server.table.kit import ANNA, BEN, PEOPLE, Evening, quick, sum_of

from schafkopf.game import ruleset_ids
from schafkopf.server import wire
from schafkopf.server.table import project
from schafkopf.server.table.events import Acted, Stored
from schafkopf.server.table.state import Table


def looked_at(before: Table, stored: Stored, after: Table) -> None:
    """Everybody's picture moves from what it was to what it is by what he is told."""
    invariants(after)
    for person in (ANNA, BEN, "nobody"):
        message = project.message(before, stored, after, person, stored.at_ms)
        state = project.state_for(before, person)
        assert msgspec.structs.replace(state, **message.changes) == project.state_for(after, person)
    before.forget()


@pytest.mark.parametrize("rules", ruleset_ids())
def test_a_whole_evening_against_bots(rules: str) -> None:
    evening = quick(5, rules=rules)
    evening.watch = looked_at
    evening.play(8)
    assert len(evening.table.history) == 8 or evening.table.phase == "over"
    assert Table.of(evening.stored) == evening.table


@pytest.mark.parametrize("rules", all_ids())
def test_every_ruleset_and_preset_can_be_played(rules: str) -> None:
    evening = Evening(wire.NewTable(rules=rules, name="Anna"), seed=len(rules), watch=lambda b, s, a: invariants(a))
    if len(evening.table.seats) > 4:
        evening.come(*PEOPLE[1:5])
    evening.do(ANNA, wire.Start())
    evening.play(2)
    assert evening.table.history or evening.table.phase == "over"


@pytest.mark.parametrize("seed", range(12))
def test_random_house_rules(seed: int) -> None:
    rng = random.Random(seed)
    rules = any_rules(rng, "chalk" if seed % 6 == 5 else "schafkopf")
    evening = Evening(wire.Quick(rules=rules.id, overrides=rules.overrides), seed=seed)
    evening.watch = lambda before, stored, after: invariants(after)
    evening.play(3)


def test_a_snapshot_gives_back_an_equal_table_after_every_event() -> None:
    for rules in ("be-1989", "ru-chalk", "bavaria+hochzeit"):
        evening = Evening(wire.NewTable(rules=rules, settings=wire.Settings(clock_s=10)), seed=8)
        evening.come(*PEOPLE[1:3])

        def kept(before: Table, stored: Stored, after: Table) -> None:
            again = Table.restore(after.snapshot())
            assert again == after
            assert again.snapshot() == after.snapshot()

        evening.watch = kept
        evening.do(ANNA, wire.Start())
        evening.play(2)


@pytest.mark.parametrize("seed", range(30))
def test_people_who_do_anything_at_any_time(seed: int) -> None:
    rng = random.Random(seed)
    rules = rng.choice((*ruleset_ids(), "bavaria+five", "bavaria+six", "be-1989+ramsch", "bavaria+hochzeit"))
    evening = Evening(wire.NewTable(rules=rules, settings=wire.Settings(grace_s=5)), seed=seed)
    evening.come(*PEOPLE[1 : rng.randint(1, len(evening.table.seats))])
    evening.watch = looked_at
    if rng.random() < 0.9:
        evening.do(ANNA, wire.Start())
    for _ in range(400):
        something(evening, PEOPLE, rng)
        if evening.table.phase == "over":
            break
    assert Table.restore(evening.table.snapshot()) == evening.table
    assert Table.of(evening.stored) == evening.table
    _comes_to_an_end(evening)


def _comes_to_an_end(evening: Evening) -> None:
    """Once everybody is there and plays on, the table does too."""
    evening.watch = None
    for person in PEOPLE:
        evening.connect(person)
    if evening.table.phase in ("lobby", "over"):
        return
    if not evening.table.seated:
        evening.do("guest", wire.Sit(name="Guest"))
        evening.connect("guest")
    if evening.table.paused:
        who = next(p for p in (*PEOPLE, "guest") if "resume" in evening.state(p).can)
        evening.do(who, wire.Resume())
    if evening.table.practice:
        evening.to("between")
    evening.play(1)


@pytest.mark.parametrize("rules", ["bavaria", "pt-units", "ru-chalk", "three"])
def test_a_table_left_to_bots_for_a_while_still_ends(rules: str) -> None:
    """One person plays by the clock alone: a bot plays his turns, and the next deal comes by itself."""
    settings = wire.Settings(clock_s=5, pace="instant")
    evening = Evening(wire.NewTable(rules=rules, settings=settings), seed=2)
    evening.do(ANNA, wire.Start())
    for _ in range(2_000):
        if len(evening.table.history) == 2 or evening.table.phase == "over":
            break
        assert evening.tick() is not None, "the table is stuck"
    assert len(evening.table.history) == 2 or evening.table.phase == "over"


def test_bots_that_answer_nothing_or_nonsense_get_a_legal_default_that_is_marked() -> None:
    """BX-01, BX-02: a bot that fails never holds up the table, and what was played for it is counted."""
    for answer in (None, "nonsense", "EO EO", "0 GO", "throw-in", "solo Q"):
        evening = quick(6, pace="instant")
        evening.share_secrets()
        for _ in range(400):
            if evening.table.phase == "between":
                break
            found = evening.due
            if found is not None:
                evening.tick(answer)
            else:
                evening.step()
        assert evening.table.phase == "between"
        acts = [stored.event for stored in evening.stored if isinstance(stored.event, Acted)]
        by_bots = [event for event in acts if event.by == "bot" and event.text not in ("claim", "cut")]
        assert by_bots
        assert all(event.defaulted for event in by_bots)
        assert not any(event.defaulted for event in acts if event.by == "person")


def test_pot_and_balances_are_even_over_many_deals_with_a_stock() -> None:
    """SE-15, SE-16: what is in the pot and on the accounts is 0 together, at the end on the accounts alone."""
    evening = Evening(wire.NewTable(rules="be-1989+pot"), seed=3, watch=lambda b, s, a: invariants(a))
    evening.do(ANNA, wire.Start())
    evening.play(12)
    evening.do(ANNA, wire.Finish())
    assert evening.table.phase == "over"
    assert sum_of(evening.table.players) == 0
    left = [player.balance for player in evening.table.players]
    for payer, payee, amount in evening.table.payments:
        assert amount > 0
        left[payer] += amount
        left[payee] -= amount
    assert not any(left)
    assert evening.state(ANNA).carried.pot == 0
