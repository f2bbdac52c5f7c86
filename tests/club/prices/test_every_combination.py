"""The table prices every combination of the axes as the game does, term for term."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, product

import pytest
from tests.club.prices.kit import (
    ENDINGS,
    any_state,
    evening,
    everybodys,
    meant,
    refused,
    results,
    runs,
    said,
    seats_for,
    session_of,
    sizes,
)
from tests.laws.kit import FAMILIES, all_ids, any_rules

from schafkopf.club import prices
from schafkopf.game import Carried, Entry, Ruleset, Session, load_ruleset, ruleset_ids

Data = prices.table.Data


def agree(session: Session, table: Data, entry: Entry) -> None:
    """Both price it, or both refuse it for the same; then both stand at the same point."""
    data, state = prices.entry_data(entry), prices.state_data(session)
    wrong = refused(session, entry)
    assert prices.refusal(table, state, data) == wrong, entry
    if wrong is None:
        priced = session.price(entry)
        assert said(prices.price(table, state, data)) == meant(priced), (entry, session)
        assert prices.after(table, state, data) == prices.state_data(session.after_result(priced)), (entry, session)


def prices_agree(session: Session, table: Data, state: Data, entry: Entry) -> None:
    data = prices.entry_data(entry)
    assert said(prices.price(table, state, data)) == meant(session.price(entry)), (entry, session)


def carried_in(rules: Ruleset) -> list[Carried]:
    if rules.chalk:
        return [Carried(carry=carry) for carry in (None, *product(range(4), (1, 2, 7)))]
    doublings = [Carried(double=double, bock=bock) for double, bock in product((0, 1), ((), (3, 4)))]
    return [*doublings, Carried(pot=75, double=2, bock=(1,))]


def axes(table: Data, row: Data, seats: tuple[int, ...], name: str) -> Iterator[Entry]:
    """Every combination of result, run, claim, knocks and Kontra; the seats take turns."""
    knocks, levels = range(table["knocks"] + 1), range(min(row["kontra"], 5) + 1)
    if row["result"] == "losers":
        for how, knock, kontra in product(everybodys(row, seats), knocks, levels):
            yield Entry(name, knocks=knock, kontra=kontra, **how)
        return
    places = cycle([pair for place in range(len(seats)) for pair in seats_for(row, seats, place)])
    distinct = [told for told in results(row) if len(told) != 2 or told.get("schneider")]
    jacks = (False, True) if table["strokes"] else (False,)
    claims = (True, False) if any(slot.get("claim") for slot in row.get("bill", ())) else (True,)
    for promise, *_ in row["promises"]:
        for told, knock, kontra, claimed, jack in product(distinct, knocks, levels, claims, jacks):
            for (declarer, partner), laufende in zip(places, runs(row, 2 if row["partner"] else 1), strict=False):
                entry = Entry(name, declarer, partner=partner, laufende=laufende, claimed=claimed, knocks=knock)
                one = replace(entry, kontra=kontra, promise=promise, by_club_jack=jack, **told)
                if partner is None and abs(laufende) > row["laufende"].get("1", (99, 99))[laufende < 0]:
                    continue
                yield one


HOUSE = {
    "contracts": ["rufspiel", "wenz", "solo-tout"],
    "knock": {"who": "anyone", "factor": "fibonacci"},
    "laufende": {"claim": "until_cut", "pay": "holder", "doubled": False, "max": 6},
    "pot": {"contracts": ["rufspiel", "wenz"], "winner": "declarer", "cap": 100},
    "bock": {"after": ["schwarz", "kontra_lost"]},
}


@pytest.mark.parametrize("name", [*ruleset_ids(), "house"])
def test_every_combination_of_a_shipped_ruleset_costs_what_settle_says(name: str) -> None:
    rules = load_ruleset("bavaria").with_overrides(HOUSE) if name == "house" else load_ruleset(name)
    at_table = rules["table.players"]
    table = prices.compile(rules, at_table).to_dict()
    for carried in carried_in(rules):
        session = session_of(rules, at_table, carried=carried)
        state = prices.state_data(session)
        for contract, row in table["contracts"].items():
            for entry in axes(table, row, session.seats, contract):
                prices_agree(session, table, state, entry)


@pytest.mark.parametrize("name", ruleset_ids())
def test_every_number_of_points_is_judged_and_refused_as_in_the_game(name: str) -> None:
    rules = load_ruleset(name)
    at_table = rules["table.players"]
    table = prices.compile(rules, at_table).to_dict()
    session = session_of(rules, at_table)
    flags = (None, True, False)
    for contract, row in table["contracts"].items():
        if row["result"] == "losers":
            continue
        declarer, partner = next(seats_for(row, session.seats, 0))
        for points, won, schneider, schwarz in product((None, *range(-1, 122)), flags, flags, (False, True)):
            told = schneider is not None or schwarz
            for kontra in range(1 if told else min(row["kontra"], 2) + 1):
                entry = Entry(
                    contract,
                    declarer,
                    partner=partner,
                    points=points,
                    won=won,
                    schneider=schneider,
                    schwarz=schwarz,
                    kontra=kontra,
                )
                agree(session, table, entry)


POOR = {"all_pass": {"do": "eichel_ober_must"}, "muss": {"low_trumps": 3}}


@pytest.mark.parametrize("name", ["bavaria+steigern", "bavaria+steigern+kontra-takes-over", "poor"])
def test_every_promise_and_every_level_is_judged_as_in_the_game(name: str) -> None:
    overrides = {**POOR, "kontra": {"takes_over": True, "max": 4}} if name == "poor" else {}
    rules = load_ruleset("bavaria" if name == "poor" else name).with_overrides(overrides)
    table = prices.compile(rules, 4).to_dict()
    session = session_of(rules, 4)
    for contract, row in table["contracts"].items():
        declarer, partner = next(seats_for(row, session.seats, 0))
        for (promise, *_), points, won in product(row["promises"], range(121), (None, True, False)):
            levels = row["kontra"] if promise == 0 else min(1, row["kontra"])
            for kontra in range(levels + 1):
                entry = Entry(contract, declarer, partner=partner, points=points, won=won)
                agree(session, table, replace(entry, promise=promise, kontra=kontra))


@pytest.mark.parametrize("name", [*ruleset_ids(), "bavaria+own-ace", "fi-table+laufende-one-hand", "bavaria+bettel"])
def test_the_longest_run_is_the_longest_in_the_game(name: str) -> None:
    rules = load_ruleset(name)
    at_table = rules["table.players"]
    table = prices.compile(rules, at_table).to_dict()
    session = session_of(rules, at_table)
    for contract, row in table["contracts"].items():
        if row["result"] == "losers":
            continue
        for declarer, partner in seats_for(row, session.seats, 0):
            for laufende in range(-18, 19):
                agree(session, table, Entry(contract, declarer, partner=partner, won=True, laufende=laufende))


def test_every_number_of_doublings_has_the_factor_of_the_game() -> None:
    rules = load_ruleset("bavaria").with_overrides({"kontra": {"max": 99}, "knock": {"who": "anyone"}})
    table = prices.compile(rules, 4).to_dict()
    ruf = Entry("rufspiel", 1, partner=3, won=True)
    for double in range(65):
        agree(session_of(rules, 4, carried=Carried(double=double)), table, ruf)
    for rounds in range(17):
        agree(session_of(rules, 4, carried=Carried(bock=(2,) * rounds)), table, ruf)
    for kontra, knocks in (*product(range(-1, 102), (0,)), *product((0, 1), range(-1, 7))):
        agree(session_of(rules, 4), table, replace(ruf, kontra=kontra, knocks=knocks))


def few(rules: Ruleset, rng: random.Random, number: int, *, deals: int) -> None:
    """Some of all combinations in random states, for one size of the table; then an evening."""
    for at_table in rng.sample(sizes(rules), 1):
        table = prices.compile(rules, at_table).to_dict()
        for contract, row in table["contracts"].items():
            session = session_of(rules, at_table, rng.randrange(at_table), any_state(rules, rng))
            for entry in sampled(table, row, session.seats, contract, rng, number):
                agree(session, table, entry)
        for how in ENDINGS if not rules.chalk else ():
            session = session_of(rules, at_table, rng.randrange(at_table), any_state(rules, rng))
            passes_agree(session, table, how)
        evening(rules, at_table, rng, deals)


def sampled(
    table: Data, row: Data, seats: tuple[int, ...], name: str, rng: random.Random, number: int
) -> Iterator[Entry]:
    """A random part of the combinations."""
    ways = list(everybodys(row, seats)) if row["result"] == "losers" else []
    for _ in range(number):
        entry = Entry(
            name,
            suit=rng.choice((None, *row["suits"])),
            knocks=rng.randint(0, table["knocks"]),
            kontra=rng.randint(0, row["kontra"]),
            promise=rng.choice(row["promises"])[0],
        )
        if row["result"] == "losers":
            yield replace(entry, **rng.choice(ways))
            continue
        declarer, partner = rng.choice(list(seats_for(row, seats, rng.randrange(len(seats)))))
        laufende = rng.choice(runs(row, 1 if partner is None and not row["unnamed"] else 2))
        entry = replace(entry, declarer=declarer, partner=partner, laufende=laufende, claimed=rng.random() < 0.5)
        if row["result"] == "points" and rng.random() < 0.5:
            entry = replace(entry, points=rng.randint(0, 120))
        else:
            entry = replace(entry, **rng.choice(results(row)))
        yield replace(entry, by_club_jack=rng.random() < 0.5)


def passes_agree(session: Session, table: Data, how: str) -> None:
    state = prices.state_data(session)
    after = session.after_passed_out(how)
    bill = prices.price(table, state, {"passed": how})
    assert prices.check(table, state, {"passed": how}) is None
    assert prices.after(table, state, {"passed": how}) == prices.state_data(after)
    assert bill.amounts == after.balances
    assert bill.pot == after.carried.pot - session.carried.pot


@pytest.mark.parametrize("part", range(4))
def test_every_named_override_is_priced_as_in_the_game(part: int) -> None:
    for name in sorted(set(all_ids()) - set(ruleset_ids()))[part::4]:
        few(load_ruleset(name), random.Random(name), 8, deals=20)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("seed", range(16))
def test_random_rulesets_are_priced_as_in_the_game(seed: int, family: str) -> None:
    rng = random.Random(f"prices {family} {seed}")
    few(any_rules(rng, family), rng, 40, deals=200)


@pytest.mark.parametrize("name", ["bavaria+five", "be-1989", "three", "bavaria+own-ace"])
def test_every_seat_pays_and_is_paid_as_in_the_game(name: str) -> None:
    rules = load_ruleset(name)
    for at_table in sizes(rules):
        table = prices.compile(rules, at_table).to_dict()
        for dealer, pot in product(range(at_table), (0, 7)):
            session = session_of(rules, at_table, dealer, Carried(pot=pot))
            for contract, row in table["contracts"].items():
                if row["result"] == "losers":
                    continue
                for declarer, partner, won in product(range(at_table), (None, *range(at_table)), (True, False)):
                    agree(session, table, Entry(contract, declarer, partner=partner, won=won))


def test_a_pot_near_its_cap_takes_less_from_all() -> None:
    for cap, ante in product((0, 1, 37, 200, "none"), (0, 1, 20)):
        rules = load_ruleset("bavaria").with_overrides({"pot": {"cap": cap, "ante": ante}})
        table = prices.compile(rules, 4).to_dict()
        for pot in (0, 1, 2, 17, 18, 19, 33, 34, 35, 36, 37, 100, 190, 199, 200, 10**12 - 70, 10**12 - 1, 10**12):
            session = session_of(rules, 4, carried=Carried(pot=pot))
            for how in ENDINGS:
                passes_agree(session, table, how)
            agree(session, table, Entry("rufspiel", 1, partner=3, won=False))
            agree(session, table, Entry("rufspiel", 1, partner=3, won=True))


def test_who_called_his_own_ace_has_lost_a_solo_too() -> None:
    overrides = {
        "contracts": ["rufspiel"],
        "call": {"own_ace": "silent_solo"},
        "bock": {"after": ["solo_lost"]},
        "pot": {"winner": "both", "loss": "both_double"},
    }
    rules = load_ruleset("bavaria").with_overrides(overrides)
    table = prices.compile(rules, 4).to_dict()
    for partner, won, pot in product((None, 2), (True, False), (0, 75)):
        agree(session_of(rules, 4, carried=Carried(pot=pot)), table, Entry("rufspiel", 1, partner=partner, won=won))
