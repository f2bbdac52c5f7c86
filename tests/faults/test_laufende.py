"""Faults in counting the run of highest trumps."""

import pytest
from tests.cases.table import at_once, deal, from_the_top, named, terms

from schafkopf.game import Deal
from schafkopf.game.facts import run_of

from .positions import ALL_GAMES, SHORT

PACK = "GO HO SO GU HU SU HA HZ HK H9 H8 H7 EZ EK E9 E8 E7 GZ GK G9 G8 G7 SA SZ SK S9 S8 S7 EO EU EA GA"


def run(finished: Deal) -> int:
    """The run, negative if the declarer's side was without it."""
    facts = finished.facts()
    assert facts is not None
    return facts.laufende if facts.laufende_with else -facts.laufende


def with_cards(*known: str) -> list[str]:
    """Four hands: those given, filled up with what is left of the pack."""
    left = [card for card in PACK.split() if card not in " ".join(known).split()]
    hands = [hand.split() for hand in known] + [[] for _ in range(4 - len(known))]
    for hand in hands:
        while len(hand) < 8:
            hand.append(left.pop())
    return [" ".join(hand) for hand in hands]


def ruf(declarer: str, partner: str, *opponents: str) -> Deal:
    """A Ruf on GA by seat 0 with seat 1, played to the end."""
    return from_the_top(deal("bavaria", with_cards(declarer, partner, *opponents), named("rufspiel G", 0)))


def wenz(declarer: str, opponent: str, **laufende: object) -> Deal:
    overrides = {"laufende": laufende} if laufende else None
    return from_the_top(deal("bavaria", with_cards(declarer, opponent), named("wenz", 0), overrides=overrides))


def test_la_02_laufende_are_paid_from_the_minimum_of_the_game() -> None:
    two = ruf("EO G9 G8 E7 E8 S7 S8 H7", "GO GA E9 EK S9 SK H8 H9", "HO SO")
    assert run(two) == 2
    assert "laufende" not in terms(two)
    three = ruf("EO HO G9 G8 E7 E8 S7 S8", "GO GA E9 EK S9 SK H8 H9", "SO")
    assert run(three) == 3
    assert terms(three)["laufende"] == 30
    assert terms(wenz("EU GU", "HU"))["laufende"] == 20
    assert "laufende" not in terms(wenz("EU", "GU"))
    assert "laufende" not in terms(wenz("EU GU", "HU", min={"wenz": 3}))
    assert terms(wenz("EU", "GU", min={"wenz": 1}))["laufende"] == 10


def test_la_03_the_run_is_that_of_the_dealt_hands() -> None:
    hands = with_cards("EO GO GU G9", "HO HU GA", "SO EU")
    position = deal("bavaria", hands, named("rufspiel G", 0))
    play = position.play
    assert play is not None
    assert run_of(play.plan.lanes.trumps, sum(play.plan.dealt[:2]), sum(play.plan.dealt[2:])) == (3, True)
    finished = from_the_top(position)
    assert finished.play is not None
    assert not any(finished.play.hands)
    assert run(finished) == 3
    assert terms(finished)["laufende"] == 30


def test_la_05_a_run_of_all_trumps() -> None:
    trumps = "EO GO HO SO EU GU HU", "SU HA HZ HK H9 H8 H7"
    every = ruf(f"{trumps[0]} G9", f"{trumps[1]} GA")
    assert run(every) == 14
    assert terms(every)["laufende"] == 140
    # Seats 1 and 2 have all of them; seat 3 has the ace that seat 0 calls.
    none = deal("bavaria", with_cards("G9", f"{trumps[0]} E7", f"{trumps[1]} E8", "GA"), named("rufspiel G", 0))
    assert run(from_the_top(none)) == -14
    assert terms(from_the_top(none))["laufende"] == 140
    assert run(wenz("EU GU HU SU", "SA")) == 4
    assert run(wenz("EA", "EU GU HU SU")) == -4


def test_la_05_a_run_of_twelve_in_the_short_pack() -> None:
    # The defenders have them all: who calls an ace and its holder cannot.
    hands = ["EO GO HO SO EU GU", "HU SU HA HZ HK H9", "EA EZ EK E9 GZ GK", "GA G9 SA SZ SK S9"]
    without = from_the_top(deal("bavaria", hands, named("rufspiel G", 2), overrides=SHORT))
    assert run(without) == -12
    assert terms(without)["laufende"] == 120


def test_la_06_no_trumps_no_laufende() -> None:
    overrides = {**ALL_GAMES, "auction": {"mode": "name_at_once"}}
    hands = with_cards("E7 E8 E9 G7 G8 G9 S7 S8")
    finished = from_the_top(deal("bavaria", hands, at_once("bettel", 0), overrides=overrides))
    assert run(finished) == 0
    assert terms(finished) == {"base": 50}


@pytest.mark.parametrize("pool", ["side", "declarer_hand"])
def test_la_03_the_partners_cards_count_where_the_pool_is_the_side(pool: str) -> None:
    hands = with_cards("EO GO GU G9", "HO HU GA", "SO EU")
    overrides = {"laufende": {"pool": pool}}
    finished = from_the_top(deal("bavaria", hands, named("rufspiel G", 0), overrides=overrides))
    assert run(finished) == {"side": 3, "declarer_hand": 2}[pool]
