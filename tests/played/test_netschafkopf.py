"""571 hands that another program dealt, refereed and priced: ours must agree with all it printed.

The protocols and their licence are in `tests/formats/data`.
"""

from dataclasses import replace
from typing import Any

import pytest
from tests.formats.protocols import DATA
from tests.formats.protocols import FILES as HANDS

from schafkopf.formats.netschafkopf import Imported, import_protocol
from schafkopf.game import Session, Settlement, load_ruleset, parse_record
from schafkopf.game.deal import Deal
from schafkopf.game.session import Finished
from schafkopf.game.settlement import value_of

HIDDEN_CARDS = ("Schafkopfprotokoll_vom_16.05.20.txt", {18, 19, 20, 21})
TERMS = {"base", "schneider", "schwarz", "laufende", "knock", "kontra", "virgin", "tout"}
files = pytest.mark.parametrize("name", HANDS)


def read(name: str) -> list[Imported]:
    return list(import_protocol((DATA / name).read_bytes()))


def played(name: str) -> list[tuple[Imported, Deal]]:
    return [(hand, parse_record(hand.record).replay()) for hand in read(name) if hand.record is not None]


def bill(deal: Deal) -> Settlement:
    settlement = deal.settlement()
    assert settlement is not None
    return settlement


@files
def test_no_hand_is_left_out_but_those_with_hidden_cards(name: str) -> None:
    hands = read(name)
    assert [hand.number for hand in hands] == list(range(1, HANDS[name] + 1))
    errors = {hand.number: hand.error["code"] for hand in hands if hand.error is not None}
    numbers = HIDDEN_CARDS[1] if name == HIDDEN_CARDS[0] else set()
    assert errors == dict.fromkeys(sorted(numbers), "import/unsupported")
    assert all((hand.record is None) == (hand.error is not None) for hand in hands)


def test_567_of_571_hands_are_played() -> None:
    assert sum(HANDS.values()) == 571
    assert sum(len(played(name)) for name in HANDS) == 567


@files
def test_every_card_is_legal_and_the_amounts_are_equal(name: str) -> None:
    for hand, deal in played(name):
        assert hand.record is not None
        assert deal.phase == "over"
        assert len(deal.log) == len(hand.record["actions"])
        assert list(bill(deal).amounts) == hand.record["result"]["amounts"], hand.number
        assert bill(deal).pot == hand.record["result"]["pot"], hand.number


@files
def test_the_price_is_equal(name: str) -> None:
    for hand, deal in played(name):
        found = bill(deal)
        assert value_of(found.terms) == hand.printed["price"], hand.number
        facts = deal.facts()
        assert facts is not None
        # One to one: each loser of a game for two pays one winner; a lone player settles with each of the others.
        payers = 1 if len(facts.side) == 2 else len(facts.seats) - 1
        assert max(map(abs, found.amounts)) == hand.printed["price"] * payers, hand.number


@files
def test_the_terms_of_the_price_are_equal(name: str) -> None:
    """Each printed sentence is a term of ours with the same count, and read in the printed order gives the same price.

    The program prints the factor for a Tout or a Jungfrau after the knocks, we before them: the product is the same.
    """
    for hand, deal in played(name):
        ours = {term.name: term for term in bill(deal).terms}
        printed: list[dict[str, Any]] = hand.printed["terms"]
        assert sorted(ours) == sorted(term["name"] for term in printed), hand.number
        assert len(ours) == len(bill(deal).terms) == len(printed), hand.number
        assert set(ours) <= TERMS
        read_so_far = []
        for term in printed:
            own = ours[term["name"]]
            assert own.count == term["count"], (hand.number, term)
            read_so_far.append(own)
            assert value_of(tuple(read_so_far)) == term["price"], (hand.number, term)


@files
def test_the_points_told_are_equal(name: str) -> None:
    for hand, deal in played(name):
        facts = deal.facts()
        assert facts is not None
        told = hand.printed["points"]
        # A Tout tells no points, nor does a Ramsch with two virgins.
        assert told or "Tout" in hand.printed["text"] or "2 mal Jungfrau" in hand.printed["text"]
        if "defenders" in told:
            assert 120 - (facts.side_points or 0) == told["defenders"], hand.number
        if "loser" in told:
            assert {facts.points[seat] for seat in facts.losers} == {told["loser"]}, hand.number


@files
def test_an_evening_is_the_fold_of_its_hands(name: str) -> None:
    """One session over the whole file: dealer by dealer, with the printed running totals and Stock after each hand."""
    session: Session | None = None
    for hand in read(name):
        if hand.record is None:
            assert session is not None
            owed = [new - old for new, old in zip(hand.printed["totals"], session.balances, strict=True)]
            session = session.after_result(Finished(Settlement((), tuple(owed))))
        else:
            record = parse_record(hand.record)
            if session is None:
                session = Session.new(load_ruleset("bavaria"), 4, dealer=record.dealer)
            session = replace(session, rules=record.ruleset())
            assert session.dealer == record.dealer, hand.number
            deal = session.deal(record.hands)
            for action in record.actions:
                deal = (deal if action.text == "knock" else deal.released()).after(action)
            session = session.after(deal)
        assert list(session.balances) == hand.printed["totals"], hand.number
        assert session.carried.pot == hand.printed["stock"], hand.number
        assert sum(session.balances) + session.carried.pot == 0
    assert session is not None
    assert session.deals == HANDS[name]
