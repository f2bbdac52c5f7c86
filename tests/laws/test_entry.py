"""A result typed in by hand is priced as the played deal it describes; what cannot have happened is refused."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from tests.laws.kit import deal_for, played_out

from schafkopf.game import Deal, Entry, Session, load_ruleset
from schafkopf.game.contract import CONTRACT_NAMES
from schafkopf.game.entry import ImpossibleEntry
from schafkopf.game.session import finished


def typed(deal: Deal, *, with_points: bool) -> Entry:
    """What a person would type in about a finished deal."""
    facts = deal.facts()
    assert facts is not None
    contract = facts.contract
    partner = next((seat for seat in facts.side if seat != facts.declarer), None)
    points = facts.side_points if with_points and contract.goal.kind == "points" else None
    entry = Entry(
        contract.name,
        facts.declarer,
        contract.suit,
        partner,
        points=points,
        laufende=facts.laufende if facts.laufende_with else -facts.laufende,
        claimed=facts.claimed,
        knocks=facts.knocks,
        kontra=facts.kontra,
        promise=contract.promise,
        losers=facts.losers,
        virgins=() if facts.march is not None else tuple(s for s in facts.virgins if s not in facts.losers),
        march=facts.march,
        by_club_jack=facts.by_club_jack,
    )
    if contract.goal.kind == "fewest_points":
        return entry
    # A tie in the chalk game can only be told by its points.
    if points is None and contract.name == "chalk" and facts.side_points == 60:
        entry = replace(entry, points=60)
    schwarz = facts.sweep if contract.name == "chalk" else facts.schwarz
    entry = replace(entry, won=facts.won, schwarz=schwarz)
    return entry if points is not None else replace(entry, schneider=facts.schneider or None)


@pytest.mark.parametrize("with_points", [True, False], ids=["points", "flags"])
@pytest.mark.parametrize("name", CONTRACT_NAMES)
def test_typed_in_results_cost_what_the_played_deal_costs(name: str, with_points: bool) -> None:
    rng = random.Random(f"entry {name} {with_points}")
    for _ in range(60):
        deal = played_out(deal_for(name, rng), rng)
        session = Session.new(deal.rules, len(deal.hands), dealer=deal.dealer)
        session = replace(session, carried=deal.carried)
        priced = session.price(typed(deal, with_points=with_points))
        assert replace(priced.settlement, provisional=False) == deal.settlement()
        facts = deal.facts()
        # Without points nobody can tell that it was 60:60, which may start a Bock round.
        if with_points or (facts is not None and facts.side_points != 60):
            after_entry = session.after_entry(typed(deal, with_points=with_points))
            assert after_entry == session.after_result(finished(deal))


RUF = Entry("rufspiel", declarer=1, partner=3, won=True)


@pytest.mark.parametrize(
    ("entry", "code", "field"),
    [
        (replace(RUF, contract="bettel", partner=None), "entry/contract", "contract"),
        (replace(RUF, contract="wens"), "entry/contract", "contract"),
        (replace(RUF, suit="H"), "entry/contract", "suit"),
        (replace(RUF, contract="wenz", partner=None, suit="E"), "entry/contract", "suit"),
        (replace(RUF, promise=70), "entry/contract", "promise"),
        (replace(RUF, declarer=None), "entry/seat", "declarer"),
        (replace(RUF, declarer=4), "entry/seat", "declarer"),
        (replace(RUF, partner=1), "entry/seat", "partner"),
        (replace(RUF, partner=None), "entry/seat", "partner"),
        (replace(RUF, contract="solo", suit="E"), "entry/seat", "partner"),
        (replace(RUF, won=None), "entry/result", "won"),
        (replace(RUF, points=60), "entry/result", "won"),
        (replace(RUF, points=121), "entry/points", "points"),
        (replace(RUF, points=75, schneider=True), "entry/result", "schneider"),
        (replace(RUF, points=95, schwarz=True), "entry/result", "schwarz"),
        (replace(RUF, schwarz=True, schneider=False), "entry/result", "schneider"),
        (replace(RUF, laufende=15), "entry/laufende", "laufende"),
        (replace(RUF, contract="solo", partner=None, laufende=9), "entry/laufende", "laufende"),
        (replace(RUF, contract="wenz", partner=None, laufende=-5), "entry/laufende", "laufende"),
        (replace(RUF, knocks=1), "entry/doubling", "knocks"),
        (replace(RUF, kontra=3), "entry/doubling", "kontra"),
        (Entry("sie", declarer=0, won=False), "entry/result", "won"),
        (Entry("sie", declarer=0, kontra=1), "entry/doubling", "kontra"),
        (Entry("solo-tout", declarer=0), "entry/result", "won"),
        (Entry("solo-tout", declarer=0, won=True, points=121), "entry/points", "points"),
        (Entry("sie", declarer=0, points=-1), "entry/points", "points"),
    ],
)
def test_what_cannot_have_happened_is_refused_with_its_field(entry: Entry, code: str, field: str) -> None:
    session = Session.new(load_ruleset("bavaria"), 4, dealer=3)
    with pytest.raises(ImpossibleEntry) as refused:
        session.after_entry(entry)
    assert (refused.value.code, refused.value.where) == (code, field)


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (Entry("ramsch"), "entry/result"),
        (Entry("ramsch", losers=(0,), virgins=(0,)), "entry/result"),
        (Entry("ramsch", losers=(0,), march=1), "entry/result"),
        (Entry("ramsch", losers=(7,)), "entry/seat"),
        (Entry("ramsch", losers=(0,), kontra=1), "entry/doubling"),
        (Entry("ramsch", losers=(0,), virgins=(1, 2, 3)), "entry/result"),
        (Entry("ramsch", losers=(0,), points=999), "entry/points"),
    ],
)
def test_an_impossible_ramsch_is_refused(entry: Entry, code: str) -> None:
    session = Session.new(load_ruleset("bavaria+ramsch"), 4, dealer=3)
    with pytest.raises(ImpossibleEntry) as refused:
        session.price(entry)
    assert refused.value.code == code


def test_without_a_durchmarsch_three_may_stay_without_a_trick() -> None:
    rules = load_ruleset("bavaria+ramsch").with_overrides({"ramsch": {"march": "none"}})
    session = Session.new(rules, 4, dealer=3)
    assert session.price(Entry("ramsch", losers=(0,), virgins=(1, 2, 3))).settlement.amounts[0] < 0
    with pytest.raises(ImpossibleEntry) as refused:
        session.price(Entry("ramsch", march=0))
    assert (refused.value.code, refused.value.where) == ("entry/result", "march")


def test_who_sits_out_neither_plays_nor_pays() -> None:
    session = Session.new(load_ruleset("bavaria+five"), 5, dealer=2)
    with pytest.raises(ImpossibleEntry):
        session.price(Entry("solo", declarer=2, suit="E", won=True))
    after = session.after_entry(Entry("solo", declarer=3, suit="E", won=True))
    assert after.balances == (-50, -50, 0, 150, -50)
    assert after.dealer == 3
