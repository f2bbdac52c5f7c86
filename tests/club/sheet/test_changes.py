"""Changing a sheet: edits, deletion, undo, and two phones that write at once."""

from __future__ import annotations

import pytest
from tests.club.sheet.kit import MINUTE, NAMES, desk, numbered, ruf, solo

from schafkopf.club.sheet import State, fold, ops

FOUR = NAMES[:4]


def _balances(state: State) -> list[int]:
    return [state.balances[person] for person in FOUR]


# -- changing what is there ------------------------------------------------------------------------------------------


def test_the_curve_has_a_point_for_every_line() -> None:
    """ST-04: Ruf, thrown in, Solo: table, curve (four points from 0) and balance agree."""
    made = desk()
    made.enter(ruf("anna", "beni"))
    made.enter(ops.Passed("anna", ("beni", "cilli", "dora", "anna"), "thrown_in"))
    made.enter(solo("cilli"))
    state = made.state
    assert [state.curve[person] for person in FOUR] == [
        (0, 20, 20, -30),
        (0, 20, 20, -30),
        (0, -20, -20, 130),
        (0, -20, -20, -70),
    ]
    assert _balances(state) == [-30, -30, 130, -70]
    assert [line.number for line in state.lines] == [1, 2, 3]


def test_an_edit_keeps_what_stood_there_before() -> None:
    made = desk()
    line = made.enter(ruf("anna", "beni"), "one")
    made(ops.Edited(line, solo("anna")), "two")
    history = made.state.lines[0].history
    assert [(change.did, change.device) for change in history] == [("entered", "one"), ("edited", "two")]
    assert history[0].content == ruf("anna", "beni")
    assert _balances(made.state) == [150, -50, -50, -50]


def test_a_deleted_line_is_nowhere_and_comes_back_where_it_was() -> None:
    """ST-10"""
    made = desk()
    made.enter(ruf("anna", "beni"))
    line = made.enter(solo("cilli"))
    made.enter(ruf("anna", "beni"))
    before = made.state
    made(ops.Deleted(line))
    gone = made.state
    assert _balances(gone) == [40, 40, -40, -40]
    assert [(one.number, one.deleted) for one in gone.lines] == [(1, False), (0, True), (2, False)]
    assert gone.curve["anna"] == (0, 20, 40)
    made(ops.Restored(line))
    back = made.state
    assert [one.bill for one in back.lines] == [one.bill for one in before.lines]
    assert (back.balances, back.curve) == (before.balances, before.curve)
    assert [change.did for change in back.lines[1].history] == ["entered", "deleted", "restored"]


def test_undo_takes_back_the_last_thing_of_this_device_only() -> None:
    made = desk()
    made.enter(ruf("anna", "beni"), "one")
    made.enter(solo("cilli"), "two")
    made(ops.Undone(), "one")
    state = made.state
    assert [line.deleted for line in state.lines] == [True, False]
    assert state.lines[0].history[0].undone
    assert "one" not in state.undo
    assert state.redo == {"one": state.lines[0].id}
    made(ops.Undone(), "one")
    assert made.state.faults[-1].code == "sheet/nothing-to-undo"
    made(ops.Redone(), "one")
    assert [line.deleted for line in made.state.lines] == [False, False]


def test_a_line_taken_back_can_be_restored_by_another_phone_with_what_it_made_of_it() -> None:
    made = desk()
    line = made.enter(ruf("anna", "beni"), "one")
    made(ops.Edited(line, solo("anna")), "two")
    made(ops.Undone(), "one")
    assert made.state.lines[0].deleted
    made(ops.Restored(line), "two")
    assert _balances(made.state) == [150, -50, -50, -50]


def test_something_new_ends_the_redo() -> None:
    made = desk()
    made.enter(ruf("anna", "beni"))
    made(ops.Undone())
    made.enter(solo("cilli"))
    made(ops.Redone())
    assert [line.deleted for line in made.state.lines] == [True, False]


def test_a_game_whose_player_was_taken_off_the_list_keeps_his_name() -> None:
    made = desk(people=3)
    made(ops.Joined("dora", "Dora"), "other")
    made.enter(ruf("anna", "dora"))
    made(ops.Undone(), "other")
    state = made.state
    assert (state.people["dora"].name, state.people["dora"].here, state.table) == ("Dora", False, NAMES[:3])
    assert state.balances["dora"] == 20


def test_an_op_that_comes_twice_counts_once() -> None:
    """A phone that heard no answer sends again."""
    made = desk()
    made.enter(ruf("anna", "beni"), id="same")
    made.enter(ruf("anna", "beni"), id="same")
    state = made.state
    assert len(state.lines) == 1
    assert [fault.code for fault in state.faults] == ["sheet/repeated"]


def test_what_refers_to_nothing_changes_nothing() -> None:
    made = desk()
    before = made.state
    for act in (
        ops.Edited("x", ruf("anna", "beni")),
        ops.Deleted("x"),
        ops.Restored("x"),
        ops.Placed("x"),
        ops.Distinct("x"),
        ops.Left("x"),
        ops.Renamed("x", "X"),
        ops.Seated("x", 0),
    ):
        made(act)
    after = made.state
    assert len(after.faults) == 8
    assert (after.lines, after.people, after.table) == (before.lines, before.people, before.table)


def test_two_edits_of_one_version_are_both_kept_and_the_line_is_marked() -> None:
    made = desk()
    line = made.enter(ruf("anna", "beni"))
    made(ops.Edited(line, ruf("anna", "cilli"), base=line), "one")
    assert not made.state.lines[0].contested
    made(ops.Edited(line, ruf("anna", "dora"), base=line), "two")
    state = made.state
    assert state.lines[0].contested
    assert [change.content.result.partner for change in state.lines[0].history] == ["beni", "cilli", "dora"]
    made(ops.Edited(line, ruf("anna", "dora"), base=state.lines[0].history[-1].op), "one")
    assert not made.state.lines[0].contested


def test_what_one_deletes_while_another_one_changes_it_is_marked() -> None:
    """In either order of arrival; nobody's change goes unseen."""
    for first, second in (("edit", "delete"), ("delete", "edit")):
        made = desk()
        line = made.enter(ruf("anna", "beni"))
        for what in (first, second):
            made(ops.Edited(line, solo("anna"), base=line) if what == "edit" else ops.Deleted(line, base=line), what)
        state = made.state
        assert (state.lines[0].deleted, state.lines[0].contested) == (True, True)
        assert _balances(state) == [0, 0, 0, 0]
        made(ops.Restored(line))
        assert (made.state.lines[0].contested, made.state.balances["anna"]) == (False, 150)
        made(ops.Deleted(line, base=made.state.lines[0].history[-2 if first == "delete" else 1].op))
        assert not made.state.lines[0].contested


# -- two phones ------------------------------------------------------------------------------------------------------


def test_the_same_game_from_two_phones_is_kept_twice_and_marked() -> None:
    made = desk()
    first = made.enter(ruf("anna", "beni"), "one", at=0)
    made(ops.Entered(ruf("anna", "beni"), first), "two", at=9 * MINUTE)
    state = made.state
    assert [line.doubles for line in state.lines] == [(state.lines[1].id,), (first,)]
    assert _balances(state) == [40, 40, -40, -40]
    made(ops.Deleted(first))
    assert [line.doubles for line in made.state.lines] == [(), ()]


def test_a_free_line_is_a_double_in_whatever_order_its_amounts_were_typed() -> None:
    made = desk()
    made(ops.Entered(ops.Corrected({"anna": 5, "beni": -5})), "one", at=0)
    made(ops.Entered(ops.Corrected({"beni": -5, "anna": 5})), "two", at=0)
    assert all(line.doubles for line in made.state.lines)


def test_two_games_after_the_same_last_one_are_marked_whatever_they_say() -> None:
    made = desk()
    last = made.enter(ruf("anna", "beni"), "one", at=0)
    made(ops.Entered(solo("cilli"), last), "one", at=100 * MINUTE)
    second = made(ops.Entered(ruf("dora", "beni"), last), "two", at=200 * MINUTE)
    assert [bool(line.doubles) for line in made.state.lines] == [False, True, True]
    made(ops.Distinct(second))
    assert not any(line.doubles for line in made.state.lines)


@pytest.mark.parametrize(
    ("device", "minutes", "content"),
    [
        ("two", 1, ops.Corrected({})),
        ("one", 1, ruf("anna", "beni")),
        ("two", 11, ruf("anna", "beni")),
        ("two", 1, ruf("anna", "beni", points=62)),
    ],
)
def test_what_is_no_double_is_not_marked(device: str, minutes: int, content: ops.Content) -> None:
    """A free line; the same phone; much later; another result."""
    made = desk()
    first = made.enter(ruf("anna", "beni"), "one", at=0)
    made(ops.Entered(ops.Corrected({"anna": 0}), first), "one", at=100 * MINUTE)
    made(ops.Entered(content, first), device, at=minutes * MINUTE)
    assert not any(line.doubles for line in made.state.lines)


def test_a_game_that_comes_after_the_end_is_kept_and_marked() -> None:
    made = desk()
    made.enter(ruf("anna", "beni"))
    made(ops.Closed())
    made.enter(solo("cilli"), "offline")
    state = made.state
    assert [line.late for line in state.lines] == [False, True]
    assert _balances(state) == [-30, -30, 130, -70]
    made.enter(ops.Paid("dora", "cilli", 70))
    assert not made.state.lines[-1].late
    made(ops.Reopened())
    assert not made.state.closed


def test_an_empty_log_is_an_empty_sheet() -> None:
    state = fold([])
    assert (state.lines, state.people, state.balances, state.unit, state.closing.payments) == ((), {}, {}, "", ())
    named = fold(numbered([ops.Op("a", "d", 0, ops.Named("Stammtisch", "Bräu", "2026-11-30"))]))
    assert (named.title, named.place, named.date) == ("Stammtisch", "Bräu", "2026-11-30")
