"""The sheet by example: prices, rules and people, and faults that real programs had."""

from __future__ import annotations

import pytest
from tests.club.sheet.kit import NAMES, Desk, desk, played, ruf, solo

from schafkopf.club.sheet import State, fold, ops
from schafkopf.game.settlement import value_of

FOUR = NAMES[:4]


def _amounts(state: State, line: int = -1) -> list[int]:
    return [state.lines[line].bill.amounts.get(person, 0) for person in FOUR]


def _balances(state: State) -> list[int]:
    return [state.balances[person] for person in FOUR]


# -- games and their price -------------------------------------------------------------------------------------------


def test_a_ruf_is_paid_by_two_to_two() -> None:
    """SE-03: line, running balance, balance, curve and closing say the same."""
    made = desk()
    made.enter(ruf("anna", "beni"))
    state = made.state
    assert _amounts(state) == _balances(state) == [20, 20, -20, -20]
    assert [state.lines[0].balances[person] for person in FOUR] == [20, 20, -20, -20]
    assert [state.curve[person] for person in FOUR] == [(0, 20), (0, 20), (0, -20), (0, -20)]
    assert [state.closing.due[person] for person in FOUR] == [20, 20, -20, -20]
    assert [(pay.payer, pay.payee, pay.amount) for pay in state.closing.payments] == [
        ("cilli", "anna", 20),
        ("dora", "beni", 20),
    ]


def test_nothing_of_a_game_stays_for_the_next_one() -> None:
    """SE-09: a game lost Schneider with Laufende, then a plain 61."""
    made = desk()
    made.enter(ruf("anna", "beni", points=20, laufende=3))
    made.enter(ruf("cilli", "dora", points=61))
    state = made.state
    assert _amounts(state, 0) == [-60, -60, 60, 60]
    assert _amounts(state, 1) == [-20, -20, 20, 20]
    assert [term.name for term in state.lines[1].bill.terms] == ["base"]


def test_house_prices_survive_saving() -> None:
    """SE-09: a Ramsch at 7 is a Ramsch at 7 after a restart."""
    made = desk("bavaria+ramsch", tariff={"ramsch": 7})
    made.enter(played("dora", *FOUR, contract="ramsch", losers=("cilli",)))
    assert _amounts(fold(list(made.log))) == [7, 7, -21, 7]


def test_every_term_is_on_the_line_and_they_multiply_out_to_the_amount() -> None:
    """SE-13: base, Schneider, Schwarz, Laufende, knocks, Kontra."""
    made = desk("bavaria+knocking")
    made.enter(ruf("anna", "beni", points=120, schwarz=True, laufende=4, knocks=2, kontra=1))
    bill = made.state.lines[0].bill
    assert [(term.name, term.amount, term.factor, term.count) for term in bill.terms] == [
        ("base", 20, None, None),
        ("schneider", 10, None, None),
        ("schwarz", 10, None, None),
        ("laufende", 40, None, 4),
        ("knock", None, 4, 2),
        ("kontra", None, 2, 1),
    ]
    assert bill.value == value_of(bill.terms) == (20 + 10 + 10 + 40) * 4 * 2
    assert _amounts(made.state) == [bill.value, bill.value, -bill.value, -bill.value]


def test_the_doubling_belongs_to_who_knocked_not_to_a_seat() -> None:
    """SE-18: Beni knocks, then Beni and Cilli change seats."""
    made = desk("bavaria+knocking")
    made(ops.Seated("cilli", 1))
    assert made.state.table == ("anna", "cilli", "beni", "dora")
    made.enter(
        played("dora", "anna", "cilli", "beni", "dora", declarer="anna", partner="beni", points=61, knockers=("beni",))
    )
    line = made.state.lines[0]
    assert line.content.result.knockers == ("beni",)
    assert [(term.name, term.factor) for term in line.bill.terms][-1] == ("knock", 2)
    assert line.bill.amounts == {"anna": 40, "beni": 40, "cilli": -40, "dora": -40}


def test_three_knocks_are_eight_and_one_less_is_four() -> None:
    """SE-19: and nobody knocks twice."""
    made = desk("bavaria+knocking")
    line = made.enter(solo("anna", knockers=("anna", "beni", "cilli")))
    assert made.state.lines[0].bill.value == 50 * 8
    made(ops.Edited(line, solo("anna", knockers=("anna", "cilli"))))
    assert made.state.lines[0].bill.value == 50 * 4
    made(ops.Edited(line, solo("anna", knockers=("anna", "anna"))))
    assert (made.state.lines[0].bill.error, made.state.lines[0].bill.where) == ("entry/doubling", "knocks")


def test_shares_are_whole_and_sum_to_nothing() -> None:
    """SE-16: three people, odd prices, one loser."""
    made = desk("three", 3, tariff={"ramsch": 7}, all_pass={"do": "ramsch"})
    made.enter(played("cilli", "anna", "beni", "cilli", contract="ramsch", losers=("beni",)))
    state = made.state
    assert [state.balances[person] for person in NAMES[:3]] == [7, -14, 7]
    assert sum(state.closing.due.values()) == 0


def test_after_a_part_is_paid_nobody_is_asked_for_a_negative_amount() -> None:
    """MO-02: who paid too much is paid back."""
    made = desk()
    made.enter(ruf("anna", "beni"))
    made.enter(ops.Paid("cilli", "anna", 50))
    state = made.state
    assert state.balances["cilli"] == -20
    assert (state.closing.due["cilli"], state.closing.due["anna"]) == (30, -30)
    assert sorted((pay.payer, pay.payee, pay.amount) for pay in state.closing.payments) == [
        ("anna", "cilli", 30),
        ("dora", "beni", 20),
    ]


def test_a_payment_that_was_deleted_or_never_was_one_settles_nothing() -> None:
    made = desk()
    made.enter(ruf("anna", "beni"))
    made(ops.Deleted(made.enter(ops.Paid("cilli", "anna", 20))))
    made.enter(ops.Paid("dora", "anna", -20))
    made.enter(ops.Paid("dora", "dora", 20))
    assert [made.state.closing.due[person] for person in FOUR] == [20, 20, -20, -20]


def test_what_cannot_be_is_kept_with_its_code_and_counts_nothing_until_it_is_corrected() -> None:
    made = desk()
    line = made.enter(ruf("anna", "beni", points=95, schneider=False))
    state = made.state
    assert (state.lines[0].bill.error, state.lines[0].bill.where) == ("entry/result", "schneider")
    assert _balances(state) == [0, 0, 0, 0]
    assert state.lines[0].content.result.points == 95
    made(ops.Edited(line, ruf("anna", "beni", points=95)))
    assert _balances(made.state) == [30, 30, -30, -30]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (ruf("anna", "nobody"), "entry/seat"),
        (ruf("anna", "beni", points=121), "entry/points"),
        (ruf("anna", "beni", laufende=15), "entry/laufende"),
        (ruf("anna", "beni", kontra=9), "entry/doubling"),
        (ruf("anna", "beni", contract="skat"), "entry/contract"),
        (ruf("anna", "beni", knockers=("nobody",)), "entry/doubling"),
        (played("dora", "anna", "beni", "dora", declarer="anna", partner="beni", points=61), "sheet/seats"),
        (played("anna", "anna", "beni", "cilli", "dora", declarer="anna", partner="beni", points=61), "sheet/seats"),
        (
            played("x", *FOUR, resting=("emil", "fritz", "x"), declarer="anna", partner="beni", points=61),
            "sheet/seats",
        ),
        (played("emil", *FOUR, resting=("fritz",), declarer="anna", partner="beni", points=61), "sheet/seats"),
        (played("anna", "anna", "anna", "beni", "anna", declarer="anna", partner="beni", points=61), "sheet/seats"),
        (ops.Passed("dora", FOUR, "rained"), "entry/contract"),
        (ops.Corrected({"anna": 5, "beni": -4}), "sheet/sum"),
        (ops.Paid("anna", "anna", 5), "sheet/payment"),
        (ops.Paid("anna", "beni", -5), "sheet/payment"),
        (ops.Penalised("flogging", "anna"), "sheet/penalty"),
        (ops.Penalised("sum", "anna", players=FOUR), "sheet/penalty"),
        (ops.Penalised("revoke-game", "anna", "dora", FOUR), "sheet/penalty"),
        (ops.Penalised("free", "anna", amounts={"anna": -5}), "sheet/sum"),
    ],
)
def test_impossible_lines_say_why(content: ops.Content, code: str) -> None:
    made = desk()
    made.enter(content)
    made.enter(ruf("anna", "beni"))
    state = made.state
    assert state.lines[0].bill.error == code
    assert _balances(state) == [20, 20, -20, -20]


def test_a_bill_beyond_all_numbers_is_kept_and_counts_nothing() -> None:
    """Every client adds the sums up exactly."""
    made = desk("bavaria+kontra-unlimited")
    made.enter(solo("anna", kontra=40))
    assert made.state.lines[0].bill.error == "sheet/too-large"
    made.enter(solo("anna", kontra=30))
    assert made.state.balances["beni"] == -50 * 2**30


def test_without_rules_lines_wait_for_them() -> None:
    made = Desk()
    for name in FOUR:
        made(ops.Joined(name, name))
    made.enter(ruf("anna", "beni"))
    assert made.state.lines[0].bill.error == "sheet/rules"
    assert made.state.turn.error == "sheet/rules"


# -- rules -----------------------------------------------------------------------------------------------------------


def test_new_prices_leave_old_games_alone() -> None:
    made = desk()
    made.enter(ruf("anna", "beni"))
    made(ops.Ruled("bavaria", {"tariff": {"rufspiel": 50}}))
    made.enter(ruf("anna", "beni"))
    state = made.state
    assert [_amounts(state, line)[0] for line in (0, 1)] == [20, 50]
    made(ops.Edited(state.lines[0].id, ruf("cilli", "dora")))
    assert _amounts(made.state, 0) == [-20, -20, 20, 20]


def test_a_game_written_offline_keeps_the_rules_that_the_phone_knew() -> None:
    made = desk()
    old = made.log[0].op.id
    made(ops.Ruled("bavaria", {"tariff": {"rufspiel": 50}}))
    made.enter(ruf("anna", "beni", ruled=old), "offline")
    assert _amounts(made.state)[0] == 20


def test_a_game_that_new_rules_do_not_know_is_kept() -> None:
    """Entered by a phone that does not say which rules it knew."""
    made = desk("bavaria+geier")
    made(ops.Ruled("bavaria"))
    made.enter(solo("anna", contract="geier"), "offline")
    assert made.state.lines[0].bill.error == "entry/contract"
    made.enter(solo("anna", contract="geier", ruled=made.log[0].op.id), "offline")
    assert not made.state.lines[1].bill.error


def test_rules_that_do_not_load_do_not_come_into_force() -> None:
    made = desk()
    made(ops.Ruled("bavaria", {"tariff": {"rufspiel": "much"}}))
    made(ops.Ruled("atlantis"))
    state = made.state
    assert [ruling.error for ruling in state.rulings] == ["", "ruleset/bad-value", "ruleset/unknown"]
    assert (state.ruling, [fault.code for fault in state.faults]) == (0, ["ruleset/bad-value", "ruleset/unknown"])


def test_another_unit_is_another_sheet() -> None:
    made = desk()
    made(ops.Ruled("pt-units"))
    made(ops.Ruled("bavaria"))
    made.enter(ruf("anna", "beni"))
    made(ops.Ruled("pt-units"))
    state = made.state
    assert state.rulings[-1].error == "sheet/unit"
    assert state.unit == "cent"
    made.enter(ruf("anna", "beni", ruled=state.rulings[1].op))
    assert made.state.lines[-1].bill.error == "sheet/unit"


# -- the table -------------------------------------------------------------------------------------------------------


def test_the_deal_goes_round_and_with_five_the_dealer_rests() -> None:
    made = desk(people=5)
    turn = made.state.turn
    assert (turn.dealer, turn.forehand, turn.players, turn.resting) == ("anna", "beni", NAMES[1:5], ("anna",))
    made.enter(played("anna", *NAMES[1:5], resting=("anna",), declarer="beni", partner="dora", points=61))
    turn = made.state.turn
    assert (turn.dealer, turn.resting, turn.players) == ("beni", ("beni",), ("cilli", "dora", "emil", "anna"))


def test_with_six_the_dealer_and_who_cuts_rest() -> None:
    """As `game.dealing.seats_with_cards` has it."""
    turn = desk(people=6).state.turn
    assert (turn.dealer, turn.players, set(turn.resting)) == ("anna", NAMES[1:5], {"anna", "fritz"})


def test_more_people_than_the_table_holds_stay_on_the_list() -> None:
    made = desk(people=6)
    made(ops.Joined("gerda", "Gerda"))
    made(ops.Joined("hans", "Hans", seated=False))
    state = made.state
    assert (len(state.people), len(state.table)) == (8, 6)
    assert [fault.code for fault in state.faults] == ["sheet/full"]
    made(ops.Seated("anna"))
    made(ops.Seated("gerda", 0))
    assert made.state.table == ("gerda", *NAMES[1:6])


def test_a_table_too_small_for_the_game_says_so() -> None:
    assert desk(people=3).state.turn.error == "sheet/table"
    assert desk("three", people=3).state.turn.error == ""
    assert Desk().state.turn.error == "sheet/table"


def test_balances_belong_to_people() -> None:
    """SE-10: eight games with four dealers; a fifth who comes in changes nobody's."""
    made = desk()
    people = list(FOUR)
    for number in range(8):
        dealer = number % 4
        seats = tuple(people[(dealer + 1 + step) % 4] for step in range(4))
        made.enter(played(people[dealer], *seats, declarer=people[0], partner=people[1 + number % 3], points=61))
    before = made.state
    own = {person: sum(line.bill.amounts.get(person, 0) for line in before.lines) for person in FOUR}
    assert before.balances == own
    assert own == {"anna": 160, "beni": -40, "cilli": -40, "dora": -80}
    made(ops.Joined("emil", "Emil", seat=1))
    after = made.state
    assert {person: after.balances[person] for person in FOUR} == own
    assert after.curve["emil"] == (0,) * 9
    assert after.turn.dealer == "anna"


def test_who_should_deal_goes_home_and_the_next_one_deals() -> None:
    made = desk(people=5)
    made.enter(played("anna", *NAMES[1:5], resting=("anna",), declarer="beni", partner="dora", points=61))
    made(ops.Left("beni"))
    assert made.state.turn.dealer == "cilli"
    made(ops.Joined("beni", "Beni", seat=1))
    assert made.state.turn.dealer == "beni"
    assert made.state.people["beni"].here


def test_who_dealt_last_goes_home_and_the_deal_goes_on_after_him() -> None:
    made = desk(people=5)
    made.enter(
        played("beni", "cilli", "dora", "emil", "anna", resting=("beni",), declarer="anna", partner="dora", points=61)
    )
    made(ops.Left("beni"))
    made(ops.Left("cilli"))
    assert made.state.turn.dealer == "dora"


def test_the_dealer_can_be_set_and_the_deal_goes_on_from_there() -> None:
    made = desk()
    made(ops.DealerSet("cilli"))
    assert made.state.turn.forehand == "dora"
    made.enter(played("cilli", "dora", "anna", "beni", "cilli", declarer="dora", partner="beni", points=61))
    assert made.state.turn.dealer == "dora"
    made(ops.DealerSet("nobody"))
    assert (made.state.turn.dealer, made.state.faults[-1].code) == ("dora", "sheet/no-person")


def test_a_deal_thrown_in_is_dealt_again() -> None:
    made = desk()
    made.enter(ops.Passed("anna", ("beni", "cilli", "dora", "anna"), "thrown_in"))
    assert made.state.turn.dealer == "anna"
    made.enter(ops.Passed("anna", ("beni", "cilli", "dora", "anna"), "redeal"))
    assert made.state.turn.dealer == "beni"


def test_the_pot_is_shared_at_the_end_by_who_sits_there() -> None:
    made = desk("be-1989+pot", pot={"ante": 5})
    made.enter(ops.Passed("dora", FOUR, "pot"))
    made.enter(ops.Penalised("misdeal-pot", "anna", "anna", ("beni", "cilli", "dora", "anna"), amount=3))
    made(ops.Left("dora"))
    made(ops.Closed())
    state = made.state
    pot = state.carried.pot
    assert pot == 23
    assert [state.closing.shares[person] for person in FOUR] == [8, 8, 7, 0]
    assert state.closed
    assert sum(state.closing.due.values()) == 0


def test_five_do_not_play_on_a_slate() -> None:
    made = desk("ru-chalk", people=5)
    made.enter(played("emil", *FOUR, resting=("emil",), contract="chalk", declarer="anna", points=61))
    assert (made.state.lines[0].bill.error, made.state.lines[0].bill.where) == ("sheet/seats", "resting")
    assert made.state.turn.error == "sheet/table"


def test_the_slate_belongs_to_partners_across() -> None:
    made = desk("ru-chalk")
    made.enter(played("dora", *FOUR, contract="chalk", declarer="anna", points=61))
    state = made.state
    teams = {team.people: team for team in state.carried.teams}
    assert teams["anna", "cilli"].strokes > 0
    assert teams["beni", "dora"].strokes == 0
    assert state.lines[0].bill.strokes == dict.fromkeys(("anna", "cilli"), teams["anna", "cilli"].strokes)
    # The same partners write on the same slate, whoever deals.
    made.enter(played("anna", "beni", "cilli", "dora", "anna", contract="chalk", declarer="cilli", points=61))
    again = {team.people: team.strokes for team in made.state.carried.teams}
    assert again == {("anna", "cilli"): 2 * teams["anna", "cilli"].strokes, ("beni", "dora"): 0}
