"""A sheet over random evenings says what a session of the game says, however its ops came in."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.club.sheet.kit import NAMES, Desk, desk, evening, numbered
from tests.club.sheet.wild import rubbish, wild
from tests.laws.kit import all_ids

from schafkopf.club import prices
from schafkopf.club.sheet import Line, Op, Refused, State, Stored, fold, op_data, ops, read_op, state_data
from schafkopf.club.sheet.carried import pairs
from schafkopf.club.sheet.exports import backup, game_csv, restore
from schafkopf.club.sheet.pricing import entry_of
from schafkopf.club.sheet.statistics import statistics
from schafkopf.game import load_ruleset, ruleset_ids
from schafkopf.game.dealing import table_sizes

SEEDS = st.integers(0, 2**32)
SHIPPED = ruleset_ids()


def _desk(rules: str, rng: random.Random, deals: int = 8) -> tuple[Desk, list, list]:
    loaded = load_ruleset(rules)
    at_table = rng.choice(table_sizes(loaded))
    lines, stood = evening(loaded, at_table, rng, deals)
    found = desk(rules, at_table)
    for line in lines:
        found.enter(line)
    return found, lines, stood


def _agrees(desk: Desk, stood: list) -> None:
    """Every amount, and what lies on the table, is that of the session."""
    state = desk.state
    people = state.table
    assert [line.bill.error for line in state.lines] == [""] * (len(stood) - 1)
    for line, before, after in zip(state.lines, stood, stood[1:], strict=False):
        gained = [b - a for a, b in zip(before.balances, after.balances, strict=True)]
        assert [line.bill.amounts.get(person, 0) for person in people] == gained
        assert sum(line.bill.amounts.values()) + line.bill.pot == 0
        assert [line.balances[person] for person in people] == list(after.balances)
        assert sum(line.balances.values()) + line.before.pot + line.bill.pot == 0
    last, carried = stood[-1], state.carried
    assert [state.balances[person] for person in people] == list(last.balances)
    assert (carried.pot, carried.double, carried.bock) == (last.carried.pot, last.carried.double, last.carried.bock)
    assert state.turn.dealer == people[last.dealer]
    assert state.turn.players == tuple(people[seat] for seat in last.seats)
    assert set(state.turn.resting) == set(people) - set(state.turn.players)
    assert [state.curve[person][-1] for person in people] == list(last.balances)
    if last.rules.chalk:
        teams = {team.people: team for team in carried.teams}
        for place, pair in enumerate(pairs(people)):
            assert (teams[pair].strokes, teams[pair].heads) == (last.carried.strokes[place], last.carried.heads[place])
        tie = last.carried.carry
        assert carried.tie == (None if tie is None else (people[tie[0]], tie[1]))


@settings(max_examples=15, deadline=None)
@given(seed=SEEDS)
@pytest.mark.parametrize("rules", [*SHIPPED, "be-1989+pot", "bavaria+bock", "bavaria+ramsch", "bavaria+steigern"])
def test_every_amount_is_the_sessions_in_every_shipped_ruleset(rules: str, seed: int) -> None:
    made, _, stood = _desk(rules, random.Random(seed))
    _agrees(made, stood)


@settings(max_examples=60, deadline=None)
@given(rules=st.sampled_from(all_ids()), seed=SEEDS)
def test_every_amount_is_the_sessions_with_every_house_rule(rules: str, seed: int) -> None:
    made, _, stood = _desk(rules, random.Random(seed))
    _agrees(made, stood)


@settings(max_examples=25, deadline=None)
@given(rules=st.sampled_from(all_ids()), seed=SEEDS)
def test_closing_leaves_nothing_and_nobody_owes_a_negative_amount(rules: str, seed: int) -> None:
    """SE-16, MO-02: after the payments every balance is 0, whatever was paid before."""
    rng = random.Random(seed)
    made, _, _ = _desk(rules, rng)
    people = made.state.table
    for _ in range(rng.randrange(3)):
        payer, payee = rng.sample(people, 2)
        made.enter(ops.Paid(payer, payee, rng.randint(1, 300)))
    made(ops.Closed())
    closing = made.state.closing
    assert sum(closing.shares.values()) == made.state.carried.pot
    due = dict(closing.due)
    assert sum(due.values()) == 0
    for payment in closing.payments:
        assert payment.amount > 0
        due[payment.payer] += payment.amount
        due[payment.payee] -= payment.amount
    assert not any(due.values())


@settings(max_examples=40, deadline=None)
@given(rules=st.sampled_from(SHIPPED), seed=SEEDS)
def test_an_edit_of_an_old_game_changes_only_what_must(rules: str, seed: int) -> None:
    rng = random.Random(seed)
    made, lines, _ = _desk(rules, rng)
    before = made.state
    place = rng.randrange(len(lines))
    new = replace(lines[place], result=_other(before, place, rng)) if isinstance(lines[place], ops.Played) else None
    content = new or replace(lines[place], how="thrown_in")
    made(ops.Edited(before.lines[place].id, content))
    after = made.state
    assert after.lines[:place] == before.lines[:place]
    assert after.lines[place].content == content
    afresh = desk(rules, len(before.table))
    for index, line in enumerate(lines):
        afresh.enter(content if index == place else line)
    assert [line.bill for line in after.lines] == [line.bill for line in afresh.state.lines]
    for old, now in zip(before.lines[place + 1 :], after.lines[place + 1 :], strict=True):
        if old.before == now.before:
            assert old.bill == now.bill
    assert (after.people, after.table, after.rulings) == (before.people, before.table, before.rulings)


def _other(state, place: int, rng: random.Random) -> ops.Result:
    line = state.lines[place]
    result = line.content.result
    if result.declarer is None:
        others = [person for person in line.content.players if person not in result.losers]
        return replace(result, losers=(rng.choice(others or list(line.content.players)),), virgins=(), march=None)
    return replace(result, points=None, won=not bool(line.bill.facts.won), schneider=None, schwarz=False)


@settings(max_examples=40, deadline=None)
@given(rules=st.sampled_from(SHIPPED), seed=SEEDS)
def test_moving_a_line_is_a_fold_in_that_order(rules: str, seed: int) -> None:
    rng = random.Random(seed)
    made, _, _ = _desk(rules, rng, 6)
    ids = [line.id for line in made.state.lines]
    moved = rng.choice(ids)
    before = rng.choice(["", *(id for id in ids if id != moved)])
    made(ops.Placed(moved, before))
    order = [id for id in ids if id != moved]
    order.insert(order.index(before) if before else len(order), moved)
    state = made.state
    assert [line.id for line in state.lines] == order
    head = [stored.op for stored in made.log if not isinstance(stored.op.act, (ops.Entered, ops.Placed))]
    by_id = {stored.op.id: stored.op for stored in made.log}
    afresh = fold(numbered([*head, *(by_id[id] for id in order)]))
    for now, fresh in zip(state.lines, afresh.lines, strict=True):
        assert (now.id, now.number, now.bill, now.before) == (fresh.id, fresh.number, fresh.bill, fresh.before)
        assert now.balances == fresh.balances
    assert (state.balances, state.carried, state.turn) == (afresh.balances, afresh.carried, afresh.turn)
    assert state.closing == afresh.closing


@settings(max_examples=40, deadline=None)
@given(rules=st.sampled_from(SHIPPED), seed=SEEDS)
def test_any_interleaving_of_two_devices_keeps_every_line_and_every_history(rules: str, seed: int) -> None:
    """Two phones, one of them offline: both lines are kept, in the order of their arrival."""
    rng = random.Random(seed)
    made, lines, _ = _desk(rules, rng, 5)
    common = tuple(line.id for line in made.state.lines)
    head = [stored.op for stored in made.log]
    ours, theirs = (wild(rng, device, lines, made.state.table, common) for device in ("ours", "theirs"))
    mixed, rest = [], [list(ours), list(theirs)]
    while any(rest):
        mixed.append(rng.choice([one for one in rest if one]).pop(0))
    state = fold(numbered([*head, *mixed]))
    everything = [*head, *mixed]
    entered = {op.id for op in everything if isinstance(op.act, ops.Entered)}
    assert {line.id for line in state.lines} == entered
    assert len(state.lines) == len(entered)
    written = [change.content for line in state.lines for change in line.history if change.content is not None]
    typed = [op.act.content for op in everything if isinstance(op.act, (ops.Entered, ops.Edited))]
    assert sorted(map(repr, written)) == sorted(map(repr, typed))
    assert sum(state.balances.values()) + state.carried.pot == 0
    # What one device did to its own lines is the same without the other one.
    for device, own in (("ours", ours), ("theirs", theirs)):
        alone = fold(numbered([*head, *own]))
        assert [(line.id, line.content, line.deleted) for line in _lines_of(state, device)] == [
            (line.id, line.content, line.deleted) for line in _lines_of(alone, device)
        ]


def _lines_of(state: State, device: str) -> list[Line]:
    """The lines that a device entered, in the order of their ids: where they stand, the other one may have changed."""
    return sorted((line for line in state.lines if line.id.startswith(device)), key=lambda line: line.id)


@settings(max_examples=30, deadline=None)
@given(rules=st.sampled_from(SHIPPED), seed=SEEDS)
def test_the_fold_is_deterministic_and_heeds_only_the_sequence_numbers(rules: str, seed: int) -> None:
    rng = random.Random(seed)
    made, lines, _ = _desk(rules, rng, 5)
    for op in wild(rng, "other", lines, made.state.table):
        made.log.append(Stored(len(made.log) + 1, op))
    shuffled = list(made.log)
    rng.shuffle(shuffled)
    assert fold(shuffled) == fold(made.log)


@settings(max_examples=30, deadline=None)
@given(rules=st.sampled_from(SHIPPED), seed=SEEDS)
def test_redo_is_the_inverse_of_undo(rules: str, seed: int) -> None:
    rng = random.Random(seed)
    made, lines, _ = _desk(rules, rng, 4)
    states = []
    for op in wild(rng, "phone", lines, made.state.table):
        if not isinstance(op.act, (ops.Undone, ops.Redone)):
            states.append(replace(made.state, seq=0))
            made.log.append(Stored(len(made.log) + 1, op))
    states.append(replace(made.state, seq=0))
    back = rng.randint(1, len(states) - 1)
    for _ in range(back):
        made(ops.Undone())
    earlier, now = states[-1 - back], made.state
    alive = [line for line in now.lines if any(line.id == old.id for old in earlier.lines)]
    assert [(one.id, one.content, one.deleted, one.bill) for one in alive] == [
        (one.id, one.content, one.deleted, one.bill) for one in earlier.lines
    ]
    assert (now.balances, now.carried, now.turn, now.table) == (
        earlier.balances,
        earlier.carried,
        earlier.turn,
        earlier.table,
    )
    assert all(line.deleted for line in now.lines if line not in alive)
    for _ in range(back):
        made(ops.Redone())
    assert replace(made.state, seq=0) == states[-1]


@pytest.mark.parametrize("rules", ["be-1989+pot", "three", "ru-chalk"])
def test_the_phone_prices_a_line_as_the_sheet_does(rules: str) -> None:
    """Price tables for the people of the line, who dealt last: what a phone does without a network."""
    rng = random.Random(5)
    loaded = load_ruleset(rules)
    for at_table in table_sizes(loaded):
        table = prices.compile(loaded, at_table).to_dict()
        lines, _ = evening(loaded, at_table, rng, 30)
        made = desk(rules, at_table)
        for content in lines:
            made.enter(content)
        for line in made.state.lines:
            ring = line.bill.ring
            seats = line.before.seated(ring, chalk=loaded.chalk)
            state = {
                **prices.start(table, dealer=len(ring) - 1),
                "pot": seats.pot,
                "double": seats.double,
                "bock": list(seats.bock),
                "carry": None if seats.carry is None else list(seats.carry),
                "strokes": list(seats.strokes),
                "heads": list(seats.heads),
            }
            if isinstance(line.content, ops.Passed):
                entry = {"passed": line.content.how}
            else:
                entry = prices.entry_data(entry_of(line.content.result, ring))
            assert prices.check(table, state, entry) is None
            bill = prices.price(table, state, entry)
            assert [term.as_dict() for term in line.bill.terms] == list(bill.terms)
            assert tuple(line.bill.amounts.get(person, 0) for person in ring) == bill.amounts


@settings(max_examples=20, deadline=None)
@given(rules=st.sampled_from([id for id in SHIPPED if not load_ruleset(id).chalk]), seed=SEEDS)
def test_a_game_is_priced_by_the_people_in_it_not_by_who_sits_there_later(rules: str, seed: int) -> None:
    """SE-10: people come, go and change seats; every old line stays what it was."""
    rng = random.Random(seed)
    made, _, _ = _desk(rules, rng, 6)
    before = made.state
    for act in (
        ops.Joined("new", "New", seat=rng.randrange(4)),
        ops.Left(rng.choice(before.table)),
        ops.Seated(rng.choice(before.table), 0),
        ops.Renamed(NAMES[0], "Somebody"),
    ):
        made(act)
    after = made.state
    assert [line.bill for line in after.lines] == [line.bill for line in before.lines]
    assert {person: after.balances[person] for person in before.balances} == before.balances
    assert after.balances["new"] == 0


def test_no_random_evening_of_these_tests_is_empty_of_what_they_are_about() -> None:
    """The generator brings pots, doublings, Bock rounds, ties on the slate and each kind of side."""
    rng = random.Random(1)
    seen: set[str] = set()
    for rules in ("be-1989+pot", "bavaria+bock", "bavaria+knocking", "bavaria+ramsch", "bavaria+steigern", "ru-chalk"):
        _, lines, stood = _desk(rules, rng, 60)
        for line, session in zip(lines, stood[1:], strict=True):
            seen |= {name for name in ("pot", "double", "bock", "carry") if getattr(session.carried, name)}
            if isinstance(line, ops.Played):
                seen |= {line.result.contract}
                seen |= {name for name in ("knocks", "promise", "march", "losers") if getattr(line.result, name)}
    wanted = {"pot", "double", "bock", "carry", "rufspiel", "solo", "ramsch", "chalk"}
    assert wanted | {"knocks", "promise", "march", "losers"} <= seen


@settings(max_examples=150, deadline=None)
@given(seed=SEEDS)
def test_no_op_that_can_be_read_breaks_a_sheet(seed: int) -> None:
    """Whatever a broken client sends is kept: money still sums to nothing, and the sheet can be shown and counted."""
    rng = random.Random(seed)
    made = desk("bavaria+ramsch" if rng.random() < 0.8 else "ru-chalk", rng.choice((0, 4, 5)))
    for number in range(20):
        try:
            op = read_op(op_data(Op(f"r{number}", rng.choice("ab"), 5, rubbish(rng))))
        except Refused:
            continue
        made(op.act, op.device)
    state = made.state
    assert sum(state.balances.values()) + state.carried.pot == 0
    assert sum(state.closing.due.values()) == 0
    assert len(state.lines) == sum(isinstance(stored.op.act, ops.Entered) for stored in made.log)
    json.dumps(state_data(state))
    statistics([state])
    game_csv(state, {})
    assert fold(restore(backup(made.log))) == state
