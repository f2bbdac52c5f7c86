"""Faults in prices, bills and balances. Tariff: Ruf 20, lone games 50, 10 a step, one loser pays one winner."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from tests.cases.table import amounts, deal, from_the_top, game, game_record, named, replay, terms, tricks

from schafkopf.game import Deal, Ruleset, Session, Settlement, View, load_ruleset, parse_record, print_record
from schafkopf.game.compile import bids, contract
from schafkopf.game.contract import TOUTS
from schafkopf.game.dealing import shuffled_hands
from schafkopf.game.entry import Entry
from schafkopf.game.facts import Facts
from schafkopf.game.record import record_of, report
from schafkopf.game.ruleset import parse_toml
from schafkopf.game.settlement import settle, value_of

from .positions import ALL_GAMES, RAMSCH, played, played_out, varied

KNOCKING: dict[str, Any] = {"knock": {"who": "anyone"}, "kontra": {"max": 4}}


def side(finished: Deal) -> set[int]:
    facts = finished.facts()
    assert facts is not None
    return set(facts.side)


def by_side(finished: Deal, each: int) -> list[int]:
    """Declarer and partner get so much each, the others lose it."""
    return [each if seat in side(finished) else -each for seat in range(4)]


def test_se_01_sixty_is_lost_and_61_is_won() -> None:
    lost, won = played("ruf-60"), played("ruf-61")
    assert amounts(lost) == by_side(lost, -20)
    assert amounts(won) == by_side(won, 20)
    assert sum(amounts(lost)) == sum(amounts(won)) == 0


def test_se_03_one_bill_for_the_deal_the_entry_and_the_balances() -> None:
    won = played("ruf-61")
    facts = won.facts()
    assert facts is not None
    session = Session.new(load_ruleset("bavaria"), 4, dealer=3)
    partner = next(iter(facts.side - {facts.declarer}))
    entry = Entry("rufspiel", facts.declarer, "G", partner, points=61)
    bill = won.settlement()
    assert bill is not None
    assert session.price(entry).settlement.amounts == bill.amounts == tuple(by_side(won, 20))
    assert session.after(won).balances == session.after_entry(entry).balances == bill.amounts
    assert tuple(report(won)["amounts"]) == bill.amounts


def test_se_04_schneider_and_schwarz_are_each_counted_once() -> None:
    assert terms(played("ruf-75")) == {"base": 20}
    assert max(amounts(played("ruf-75"))) == 20
    assert terms(played("ruf-95")) == {"base": 20, "schneider": 10}
    assert max(amounts(played("ruf-95"))) == 30
    hands = ["EO HO EU HU HA HK H8 E9", "EZ EK E8 GA GZ GK SA SZ", "GO SO GU SU HZ H9 H7 EA", "E7 G9 G8 G7 SK S9 S8 S7"]
    every = from_the_top(deal("bavaria", hands, named("rufspiel E", 0), overrides={"laufende": {"pay": "off"}}))
    assert terms(every) == {"base": 20, "schneider": 10, "schwarz": 10}
    assert amounts(every) == [40, -40, 40, -40]


def test_se_06_tout_is_every_trick_and_nothing_else() -> None:
    others = ["GO GA GZ GK G9 SA SZ SK", "HU SU EK HA HZ HK H9 S9", "E9 E8 E7 G8 G7 H8 H7 S8"]
    strong = ["EO HO SO EU GU EA EZ EK", others[0], "HU SU HA HZ HK H9 S9 S7", others[2]]
    won = from_the_top(deal("bavaria", strong, named("solo-tout E", 0)))
    assert report(won)["tricks"] == [8, 0, 0, 0]
    assert amounts(won) == [300, -100, -100, -100]
    assert terms(won) == {"base": 50, "tout": 2}
    lost = deal(
        "bavaria",
        ["EO HO SO EU GU EA EZ S7", *others],
        named("solo-tout E", 0),
        tricks("0: EO GO HU E9", "0: HO GA SU E8", "0: SO GZ EK E7", "0: EU GK HA G8"),
        tricks("0: GU SA HZ G7", "0: EA SZ HK H8", "0: EZ SK H9 H7", "0: S7 G9 S9 S8"),
    )
    assert report(lost)["points"] == [120, 0, 0, 0]
    assert report(lost)["tricks"] == [7, 0, 1, 0]
    assert amounts(lost) == [-300, 100, 100, 100]
    assert terms(lost) == {"base": 50, "tout": 2}


def test_se_07_every_game_and_its_tout_have_texts_and_prices_of_their_own() -> None:
    rules = varied("bavaria", **ALL_GAMES)
    texts = [bid.text for bid in bids(rules).values()]
    assert len(texts) == len(set(texts))
    for name in TOUTS:
        suit = "S" if contract(rules, name, suit="S") and f"{name} S" in texts else None
        plain, tout = contract(rules, name, suit=suit).tariff, contract(rules, f"{name}-tout", suit=suit).tariff
        assert (plain.base, plain.factor, tout.base, tout.factor) == (50, 1, 50, 2)


def test_se_07_no_price_depends_on_a_name() -> None:
    rules = varied("bavaria", **ALL_GAMES, **RAMSCH)
    rng = Random(7)
    for _ in range(150):
        finished = played_out(Deal.new(rules, shuffled_hands(rules, 4, 3, rng), dealer=3), rng)
        facts = finished.facts()
        assert facts is not None
        renamed = replace(facts, contract=replace(facts.contract, name="wenz-tout"))
        assert settle(rules, renamed) == finished.settlement()


def test_se_09_nothing_is_left_of_the_deal_before() -> None:
    session = Session.new(load_ruleset("bavaria"), 4, dealer=3)
    first, second = played("ruf-30"), played("ruf-61")
    after_first = session.after(first)
    assert max(amounts(first)) == 30
    assert after_first.carried == session.carried
    moved = played("ruf-61", dealer=3)
    paid = [new - old for old, new in zip(after_first.balances, after_first.after(moved).balances, strict=True)]
    assert paid == amounts(second) == by_side(second, 20)


def test_se_09_a_price_that_was_set_stays_set() -> None:
    rules = varied("bavaria", **RAMSCH, tariff={"ramsch": 7})
    again = parse_toml(rules.to_toml())
    assert again["tariff.ramsch"] == 7
    finished = played("ramsch-40-40-20-20", overrides={"tariff": {"ramsch": 7}})
    loaded = parse_record(print_record(record_of(finished, ("A", "B", "C", "D")))).replay()
    assert sorted(amounts(loaded)) == [-21, 7, 7, 7]


def test_se_10_balances_belong_to_the_seat_whoever_deals() -> None:
    rules = varied("bavaria", **ALL_GAMES)
    rng = Random(10)
    session = Session.new(rules, 4, dealer=2)
    results = []
    dealers = []
    while session.deals < 8:
        finished = played_out(session.deal(shuffled_hands(rules, 4, session.dealer, rng)), rng)
        dealers.append(session.dealer)
        results.append(amounts(finished))
        session = session.after(finished)
    assert [(before + 1) % 4 for before in dealers[:-1]] == dealers[1:]
    assert session.balances == tuple(map(sum, zip(*results, strict=True)))
    assert any(session.balances)


def test_se_10_a_fifth_player_pays_nothing_while_he_deals() -> None:
    rules = varied("bavaria", **ALL_GAMES, table={"seated": 5})
    rng = Random(11)
    session = Session.new(rules, 5, dealer=0)
    for _ in range(10):
        finished = played_out(session.deal(shuffled_hands(rules, 5, session.dealer, rng)), rng)
        assert amounts(finished)[session.dealer] == 0
        session = session.after(finished)


def test_se_12_laufende_are_paid_by_who_lost() -> None:
    lost = played("ruf-45")
    facts = lost.facts()
    assert facts is not None
    assert (facts.side_points, facts.laufende, facts.laufende_with) == (45, 3, True)
    assert amounts(lost) == by_side(lost, -50)
    assert terms(lost) == {"base": 20, "laufende": 30}


def paid_by(rules: Ruleset, facts: Facts, bill: Settlement) -> list[int]:
    """What the lines of a bill come to, seat by seat, worked out from the lines alone."""
    value = value_of(bill.terms)
    factors = {term.seats: term.factor or 1 for term in bill.terms if term.seats}
    expected = [0] * facts.at_table
    each = rules["settle.partnership"] == "each_to_each"
    winners = {facts.march} if facts.march is not None else facts.side if facts.won else facts.opponents
    payers = set(facts.losers) or set(facts.seats) - set(winners)
    if facts.losers:
        winners = set(facts.seats) - payers
    for payer in payers:
        for winner in winners:
            amount = value * next((factor for seats, factor in factors.items() if winner in seats), 1)
            if len(winners) == 2 and len(payers) == 2 and not facts.losers and not each:
                amount //= 2
                assert amount * 2 == value
            expected[payer] -= amount
            expected[winner] += amount
    return expected


TABLES: dict[str, dict[str, Any]] = {
    "bavaria": {**KNOCKING, **ALL_GAMES, **RAMSCH, "tariff": {"rufspiel": 24, "ramsch": 10}},
    "bavaria-short": {**KNOCKING, **RAMSCH, "ramsch": {"virgin": "double_own_per_virgin", "march": "none"}},
    "be-1989": {**RAMSCH, "tariff": {"rufspiel": 2, "schneider": 2, "schwarz": 4, "laufende": 2}},
    "pt-units": {**RAMSCH},
    "fi-table": {"tariff": {"rufspiel": 2, "schneider": 2, "schwarz": 4, "laufende": 2}},
    "three": {**KNOCKING, **RAMSCH, "ramsch": {"tie": ["all_pay"]}},
}


@pytest.mark.parametrize("name", TABLES)
def test_se_13_the_lines_of_the_bill_come_to_the_amounts(name: str) -> None:
    rules = varied(name, **TABLES[name])
    players = rules["table.players"]
    rng = Random(name)
    session = Session.new(rules, players)
    seen = set()
    for _ in range(400):
        finished = played_out(session.deal(shuffled_hands(rules, players, session.dealer, rng)), rng, doubling=0.3)
        facts, bill = finished.facts(), finished.settlement()
        assert bill is not None
        session = session.after(finished)
        if facts is None:
            assert not bill.terms
            assert not any(bill.amounts)
            continue
        names = [term.name for term in bill.terms]
        assert len(names) == len(set(names))
        seen |= set(names)
        assert list(bill.amounts) == paid_by(rules, facts, bill), (bill, facts)
        counts = {term.name: term.count for term in bill.terms}
        assert counts.get("knock", 0) == facts.knocks
        assert counts.get("kontra", 0) == facts.kontra
        if facts.contract.tariff.steps:
            assert ("schneider" in names) == facts.schneider
            assert ("schwarz" in names) == facts.schwarz
    assert {"base", "schneider", "laufende"} <= seen
    assert {"knock", "kontra"} <= seen or "knock" not in TABLES[name]


def test_se_13_the_pot_is_a_line_of_the_bill() -> None:
    won = played("ruf-61", session={"pot": 45})
    bill = won.settlement()
    assert bill is not None
    assert bill.pot == -45
    assert terms(won) == {"base": 20, "pot": 45}
    shares = sorted(amount for seat, amount in enumerate(bill.amounts) if seat in side(won))
    assert shares == [20 + 22, 20 + 23]
    assert [amount for seat, amount in enumerate(bill.amounts) if seat not in side(won)] == [-20, -20]


POTS: dict[str, dict[str, Any]] = {
    "shared": {"pot": {"ante": 15}},
    "declarer": {"pot": {"ante": 15, "winner": "declarer", "loss": "declarer_doubles"}},
    "capped": {"pot": {"ante": 15, "cap": 100}},
    "any game": {"pot": {"ante": 15, "winner": "any_game"}},
    "all seated": {"pot": {"ante": 15, "payers": "all_seated"}, "table": {"seated": 5}},
}


@pytest.mark.parametrize("pot", POTS)
def test_se_15_what_is_in_the_pot_is_what_the_players_put_in(pot: str) -> None:
    games = {"contracts": ["rufspiel", "wenz"], "auction": {"mode": "first_come"}, "all_pass": {"do": "pot"}}
    rules = varied("bavaria", **KNOCKING, **games, **POTS[pot])
    at_table = rules["table.seated"]
    rng = Random(pot)
    session = Session.new(rules, at_table)
    filled = emptied = grown = 0
    for number in range(500):
        position = session.deal(shuffled_hands(rules, at_table, session.dealer, rng))
        if number % 3 == 0:
            for seat in position.seats:
                position = position.after(f"{seat} keep")
            while position.phase == "auction":
                position = position.after(f"{position.turn} pass")
        finished = played_out(position, rng)
        after = session.after(finished)
        assert sum(after.balances) + after.carried.pot == 0
        change = after.carried.pot - session.carried.pot
        filled += change > 0 and finished.play is None
        grown += change > 0 and finished.play is not None
        emptied += change < 0
        if rules["pot.cap"] != "none":
            assert after.carried.pot <= rules["pot.cap"]
        # A doubled pot grows without end; what is checked is that nothing is lost on the way.
        session = after if after.carried.pot < 10**9 else Session.new(rules, at_table)
    assert min(filled, emptied, grown) > 10


@pytest.mark.parametrize("tie", [["tricks"], ["all_pay"], []])
def test_se_16_integer_amounts_that_sum_to_zero(tie: list[str]) -> None:
    rules = varied("three", **RAMSCH, ramsch={"tie": tie}, tariff={"ramsch": 7}, contracts=["solo"])
    rng = Random(16)
    session = Session.new(rules, 3)
    for _ in range(300):
        position = session.deal(shuffled_hands(rules, 3, session.dealer, rng))
        for seat in position.seats:
            position = position.after(f"{seat} pass")
        finished = played_out(position, rng)
        assert all(type(amount) is int for amount in amounts(finished))
        assert sum(amounts(finished)) == 0
        session = session.after(finished)
    assert sum(session.balances) == 0


def test_se_18_a_knock_stays_with_the_seat_that_knocked() -> None:
    said = ["0 keep", "1 keep", "2 knock", "3 keep"]
    position = deal("bavaria", {}, said, overrides={"knock": {"who": "anyone"}})
    assert View.of(position, 0).knocks == (2,)
    swapped = parse_record(print_record(record_of(position, ("A", "B", "D", "C")))).replay()
    assert View.of(swapped, 0).knocks == (2,)
    assert swapped.knocks == 1


@pytest.mark.parametrize(("knockers", "factor"), [((0, 1, 3), 8), ((0, 3), 4), ((2,), 2), ((), 1)])
def test_se_19_each_knock_doubles(knockers: tuple[int, ...], factor: int) -> None:
    one = game("Y01")
    said = [f"{seat} {'knock' if seat in knockers else 'keep'}" for seat in range(4)]
    data = game_record(one, overrides={"knock": {"who": "anyone"}})
    finished = replay({**data, "actions": [*said, *data["actions"]]})
    assert amounts(finished) == [-90 * factor] * 3 + [270 * factor]
    assert terms(finished).get("knock", 1) == factor
