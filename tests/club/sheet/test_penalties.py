"""Penalties and free lines."""

from __future__ import annotations

from tests.club.sheet.kit import NAMES, desk, solo

from schafkopf.club.sheet import State, ops

FOUR = NAMES[:4]


def _amounts(state: State, line: int = -1) -> list[int]:
    return [state.lines[line].bill.amounts.get(person, 0) for person in FOUR]


def test_a_revoke_pays_the_value_of_the_game_to_all_and_the_deal_goes_on() -> None:
    made = desk()
    result = ops.Result("solo", declarer="anna", won=True, laufende=3)
    made.enter(ops.Penalised("revoke-game", "beni", "dora", FOUR, result=result))
    state = made.state
    assert _amounts(state) == [80, -240, 80, 80]
    assert [term.name for term in state.lines[0].bill.terms] == ["base", "laufende"]
    assert state.turn.dealer == "anna"


def test_a_revoke_leaves_the_pot_and_uses_up_the_doubling_like_any_game() -> None:
    made = desk("bavaria+double-next")
    made.enter(ops.Passed("cilli", ("dora", "anna", "beni", "cilli"), "double"))
    made.enter(ops.Penalised("revoke-game", "beni", "dora", FOUR, result=ops.Result("solo", declarer="anna", won=True)))
    made.enter(solo("anna"))
    state = made.state
    assert [line.bill.value for line in state.lines] == [None, 100, 50]


def test_a_revoke_shows_the_terms_of_the_game_without_the_pot() -> None:
    made = desk("be-1989+pot", pot={"ante": 5})
    made.enter(ops.Passed("cilli", ("dora", "anna", "beni", "cilli"), "pot"))
    result = ops.Result("rufspiel", declarer="anna", partner="cilli", points=61)
    made.enter(ops.Penalised("revoke-game", "anna", "dora", FOUR, result=result))
    state = made.state
    assert [term.name for term in state.lines[1].bill.terms] == ["base"]
    assert (state.lines[1].bill.pot, state.carried.pot) == (0, 20)
    value = state.lines[1].bill.value
    assert _amounts(state) == [-3 * value, value, value, value]


def test_a_misdeal_costs_a_fixed_sum_for_all_at_the_table_and_is_dealt_again() -> None:
    made = desk(people=6)
    made.enter(ops.Penalised("misdeal-sum", "anna", "anna", NAMES[1:5], ("fritz", "anna"), amount=10))
    state = made.state
    assert state.balances == {"anna": -50, **dict.fromkeys(NAMES[1:], 10)}
    assert state.turn.dealer == "anna"
    made.enter(ops.Penalised("revoke-sum", "beni", "anna", NAMES[1:5], ("fritz", "anna"), amount=1))
    state = made.state
    assert state.lines[1].bill.amounts == {"beni": -3, "cilli": 1, "dora": 1, "emil": 1}
    assert state.turn.dealer == "beni"


def test_a_table_may_agree_on_any_penalty() -> None:
    made = desk()
    made.enter(ops.Penalised("free", "anna", amounts={"anna": -7, "dora": 7}, note="beer spilt"))
    made.enter(ops.Corrected({"beni": 5, "cilli": -5}, "wrong change"))
    assert [made.state.balances[person] for person in FOUR] == [-7, 5, -5, 7]
