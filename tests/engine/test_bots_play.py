"""Cards that a bot must find, and faults that other programs' bots were known for (BS, CA, BX)."""

from __future__ import annotations

import subprocess
import sys
from copy import deepcopy
from random import Random

import pytest

from schafkopf.engine.bots.memory import Table
from schafkopf.engine.bots.rules import STYLES, choose
from schafkopf.engine.bots.signs import Sight, following, leading, role
from schafkopf.engine.bots.thumbs import FOLLOW, LEAD
from schafkopf.game import Deal, Record, View, load_ruleset, parse_cards, print_record

from .tables import evening, fresh, lead_in, set_up, steps

BAVARIA = load_ruleset("bavaria")
SOLO_OF_0 = ("0 play", "1 pass", "2 pass", "3 pass", "0 solo H")
STEADY = ("steady",) * 4


def answers(deal: Deal) -> set[str]:
    """What the bots of every style play here, with several dice."""
    seat = deal.turn
    assert seat is not None
    view = View.of(deal, seat)
    return {choose(view, Random(seed), style) for style in STYLES for seed in range(5)}


# Seat 0 wins the first six tricks; then seats 0 and 1 hold one Ober each and seat 2 only GZ and S7.
SIX_TRICKS = (
    *("EA E9 EZ E8", "GO H7 H8 H9", "SO HK HZ HA"),
    *("EU SU HU GU", "SA S8 SZ S9", "GA G8 G9 G7"),
)


def test_void_defender_smears_on_the_other_defender() -> None:
    """BS-01: seat 1 is winning with EO against the Solo of seat 0."""
    deal = set_up(BAVARIA, (*SIX_TRICKS, "HO EO GZ SK", "EK E7 S7 GK"), SOLO_OF_0)
    deal = lead_in(deal, SIX_TRICKS).after("0 HO").after("1 EO")
    assert set(View.of(deal, 2).options) == {"GZ", "S7"}
    assert answers(deal) == {"GZ"}


def test_void_defender_keeps_points_from_the_soloist() -> None:
    """BS-01: seat 0, the soloist, is winning with EO."""
    deal = set_up(BAVARIA, (*SIX_TRICKS, "EO HO GZ SK", "EK E7 S7 GK"), SOLO_OF_0)
    deal = lead_in(deal, SIX_TRICKS).after("0 EO").after("1 HO")
    assert set(View.of(deal, 2).options) == {"GZ", "S7"}
    assert answers(deal) == {"S7"}


def test_smear_is_a_plain_card_and_not_a_high_trump() -> None:
    """BS-08: the other defender has ruffed with EO, and seat 2 holds GO, GZ and S7."""
    five = ("EA E9 EZ E8", "HO H7 H8 H9", "SO HK HZ HA", "EU SU HU GU", "SA S8 SZ S9")
    deal = set_up(BAVARIA, (*five, "EK EO GZ E7", "GA GK S7 SK", "G8 G9 GO G7"), SOLO_OF_0)
    deal = lead_in(deal, five).after("0 EK").after("1 EO")
    assert set(View.of(deal, 2).options) == {"GO", "GZ", "S7"}
    assert answers(deal) == {"GZ"}


def test_no_ace_on_a_trick_that_cannot_be_won() -> None:
    """BS-07: void of Eichel, with the aces of two suits and a blank; the soloist's ace is winning."""
    five = ("EA E9 EZ E8", "HO H7 H8 H9", "SO HK HZ HA", "EU SU HU GU", "EO G8 G9 GO")
    deal = set_up(BAVARIA, (*five, "EK E7 GA G7", "SK GZ SA S9", "GK SZ S7 S8"), SOLO_OF_0)
    deal = lead_in(deal, five).after("0 EK").after("1 E7")
    assert set(View.of(deal, 2).options) == {"GA", "SA", "S7"}
    assert answers(deal) == {"S7"}


def test_partner_is_not_overtaken_with_a_trump() -> None:
    """The soloist has led E7, the ace of the other defender is winning: points go on it, no trump."""
    tricks = (
        *("E7 EA GZ EZ", "GO EK EO E9", "SO HO H7 E8", "EU GA H8 HU"),
        *("SU G8 G9 H9", "HA SK SZ GK", "HZ S7 S9 G7", "HK GU S8 SA"),
    )
    deal = set_up(BAVARIA, tricks, SOLO_OF_0).after("0 E7").after("1 EA")
    assert len(View.of(deal, 2).options) >= 8
    assert answers(deal) <= {"GZ", "SZ"}


def test_holder_who_runs_away_leads_another_card_of_the_called_suit() -> None:
    """CA-11: EA, EZ, EK and E7 with one weak trump."""
    tricks = (
        *("EA E8 E9 EO", "EZ GO HO SO", "EK EU HU SU", "E7 HA HZ HK"),
        *("GU H9 H8 H7", "S7 SA SZ SK", "S8 GA S9 GZ", "G7 GK G9 G8"),
    )
    deal = set_up(BAVARIA, tricks, ("0 pass", "1 play", "2 pass", "3 pass", "1 rufspiel E"))
    assert {"EA", "EZ", "EK", "E7", "GU"} <= set(View.of(deal, 0).options)
    assert answers(deal) <= {"EK", "E7"}


def test_defender_seeks_the_called_ace() -> None:
    """A defender on lead plays the called suit, not a trump and not another suit."""
    tricks = (
        *("E9 EA E8 EO", "EZ GO HO SO", "S9 EU HU SU", "E7 HA HZ HK"),
        *("GU H9 H8 H7", "S7 SA SZ SK", "S8 GA EK GZ", "G7 GK G9 G8"),
    )
    deal = set_up(BAVARIA, tricks, ("0 pass", "1 pass", "2 play", "3 pass", "2 rufspiel E"))
    assert answers(deal) <= {"E9", "E7"}


RENONCE = BAVARIA.with_overrides({"call": {"renonce": "announced"}, "auction": {"mode": "name_at_once"}})


@pytest.mark.parametrize(
    ("call", "declarer", "last", "follows"),
    [
        ("rufspiel G", "EO GO HO EU HA HZ EA GK", "EK SA G8 G7 HU SK SO SU", True),
        ("renonce G", "EO GO HO EU HA HZ EA SA", "EK GK G8 G7 HU SK SO SU", False),
    ],
)
def test_renonce_declarer_is_known_to_be_void_of_the_called_suit(
    call: str, declarer: str, last: str, follows: bool
) -> None:
    """Who calls a Rufspiel must follow once to the called suit; who calls by Renonce holds none of it and ruffs."""
    hands = ("G9 E7 E8 E9 S7 S8 S9 H7", declarer, "GA GZ HK H9 H8 EZ SZ GU", last)
    deal = Deal.new(RENONCE, tuple(parse_cards(hand) for hand in hands), dealer=3)
    for action in ("0 pass", f"1 {call}", "2 pass", "3 pass"):
        deal = deal.after(action)
    table = Table.of(View.of(deal, 0))
    ace = table.called.bit_length() - 1
    assert bool(table.may_hold(1) & table.called_suit) == follows
    assert not table.may_hold(1) & table.called
    ruffs = table.can_beat(1, ace, table.called_suit)
    assert ruffs == (0.0 if follows else 1.0 - table.none_of(1, table.trumps))
    assert follows or ruffs > 0.9


@pytest.fixture(scope="module")
def positions() -> list[Deal]:
    """Every position of 120 deals in which somebody plays a card."""
    rules = BAVARIA.with_overrides({"kontra": {"window": "whole_hand"}})
    found = []
    for number in range(120):
        found += [deal for deal in steps(fresh(rules, number), Random(number), STEADY) if deal.phase == "play"]
    return found


def test_highest_trump_is_known_whatever_has_fallen(positions: list[Deal]) -> None:
    """BS-04: a bot knows of each of its trumps, from EO to H7, whether a higher one is still out."""
    seen: dict[str, set[bool]] = {}
    for deal in positions:
        assert deal.play is not None
        assert deal.turn is not None
        plan = deal.play.plan
        if plan.contract.name != "rufspiel":
            continue
        table = Table.of(View.of(deal, deal.turn))
        others = 0
        for seat in plan.seats:
            others |= deal.play.hands[seat] if seat != deal.turn else 0
        for lane in range(len(plan.lanes.cards)):
            if table.hand & plan.lanes.trumps & 1 << lane:
                highest = not others & plan.lanes.trumps >> lane + 1 << lane + 1
                assert table.master(lane) == highest
                seen.setdefault(table.name(lane), set()).add(highest)
    expected = {"EO", "GO", "HO", "SO", "EU", "GU", "HU", "SU", "HA", "HZ", "HK", "H9", "H8", "H7"}
    assert set(seen) == expected
    assert all(seen[card] == {True, False} for card in expected - {"EO"})


def test_signs_and_their_weights_have_the_same_names(positions: list[Deal]) -> None:
    """No sign without a weight and no weight without a sign, whoever plays."""
    seen: dict[bool, set[str]] = {False: set(), True: set()}
    roles = set()
    for deal in positions:
        assert deal.turn is not None
        table = Table.of(View.of(deal, deal.turn))
        roles.add(role(table))
        for lane in range(table.legal.bit_length()):
            if table.legal >> lane & 1:
                signs = (following if table.trick else leading)(Sight.of(table), lane)
                seen[bool(table.trick)].update(signs)
    assert roles <= set(FOLLOW) == set(LEAD)
    assert roles >= {"declarer", "partner", "opponent", "alone", "against"}
    for found, table in ((seen[True], FOLLOW), (seen[False], LEAD)):
        assert found <= set(table["declarer"])
        # Running away comes up once in a hundred deals.
        assert {sign for sign in table["declarer"] if sign not in found} <= {"run away", "run away thin"}


def test_who_named_the_game_is_taken_to_hold_more_trumps(positions: list[Deal]) -> None:
    """The trumps that a player expects in the declarer's hand are there, on average over many deals; and in total."""
    expected: dict[str, float] = {"declarer": 0.0, "others": 0.0}
    held: dict[str, int] = {"declarer": 0, "others": 0}
    for deal in positions:
        assert deal.play is not None
        assert deal.turn is not None
        plan = deal.play.plan
        if plan.declarer == deal.turn or plan.contract.goal.kind != "points" or len(deal.play.history) > 5:
            continue
        table = Table.of(View.of(deal, deal.turn))
        for seat in plan.seats:
            if seat != deal.turn:
                name = "declarer" if seat == plan.declarer else "others"
                lanes = [1 << lane for lane in range(32) if table.unseen & plan.lanes.trumps & 1 << lane]
                expected[name] += sum(1.0 - table.none_of(seat, bit) for bit in lanes)
                held[name] += (deal.play.hands[seat] & plan.lanes.trumps).bit_count()
    assert held["declarer"] > 3000
    assert 0.93 <= expected["declarer"] / held["declarer"] <= 1.07
    assert 0.90 <= expected["others"] / held["others"] <= 1.10


def test_no_points_for_the_soloist_in_the_last_seat(positions: list[Deal]) -> None:
    """BS-07 at large: last to play, unable to win, only foes' cards winning, the cheapest side is thrown."""
    tried = 0
    for deal in positions:
        assert deal.play is not None
        assert deal.turn is not None
        plan = deal.play.plan
        if len(deal.play.trick) != 3 or plan.contract.line.kind != "alone" or plan.contract.goal.kind != "points":
            continue
        table = Table.of(View.of(deal, deal.turn))
        assert table.best is not None
        if table.best[0] != plan.declarer:
            continue
        led = table.lanes.suit[table.trick[0][1]]
        options = [lane for lane in range(32) if table.legal >> lane & 1]
        blanks = [lane for lane in options if not table.lanes.points[lane] and not table.trumps >> lane & 1]
        if table.legal & led or any(table.beats(lane, table.best[1]) for lane in options) or not blanks:
            continue
        tried += 1
        card = choose(View.of(deal, deal.turn), Random(0))
        assert card[1] not in "AZ"
    assert tried >= 5


def test_kontra_does_not_change_what_defenders_lead(positions: list[Deal]) -> None:
    """BS-02: after Kontra of a defender the bots lead as they did without it."""
    tried = 0
    for deal in positions:
        assert deal.play is not None
        assert deal.turn is not None
        plan = deal.play.plan
        if deal.play.trick or deal.said or deal.turn == plan.declarer or plan.contract.line.kind != "alone":
            continue
        without = View.of(deal, deal.turn)
        for seat in plan.seats:
            if "kontra" in View.of(deal, seat).options:
                doubled = deal.after(f"{seat} kontra")
                assert choose(View.of(doubled, deal.turn), Random(1)) == choose(without, Random(1))
                tried += 1
    assert tried >= 50


def test_asking_changes_nothing(positions: list[Deal]) -> None:
    """BX-05: the View and the order of the hand are the same after asking, and so is the answer."""
    for deal in positions[::7]:
        assert deal.turn is not None
        view = View.of(deal, deal.turn)
        before = deepcopy((view.hand, view.dealt, view.options, view.tricks, view.log))
        first = choose(view, Random(3))
        assert (view.hand, view.dealt, view.options, view.tricks, view.log) == before
        assert view == View.of(deal, deal.turn)
        assert choose(view, Random(3)) == first


def test_seen_cards_alone_decide() -> None:
    """Swapping the hands of two others before the first card changes no answer."""
    tried = 0
    for number in range(60):
        deal = next((d for d in steps(fresh(BAVARIA, number), Random(number), STEADY) if d.phase == "play"), None)
        if deal is None or deal.play is None:
            continue
        seat = deal.turn
        assert seat is not None
        silent = [s for s in deal.seats if s != seat and {a.text for a in deal.log if a.seat == s} == {"pass"}]
        if len(silent) < 2 or deal.said or deal.play.holder in silent:
            continue
        hands = list(deal.hands)
        hands[silent[0]], hands[silent[1]] = hands[silent[1]], hands[silent[0]]
        other = Deal.new(BAVARIA, tuple(hands), dealer=deal.dealer)
        for action in deal.log:
            other = other.after(action)
        assert choose(View.of(other, seat), Random(2)) == choose(View.of(deal, seat), Random(2))
        tried += 1
    assert tried >= 10


EVERYTHING = {
    "contracts": [
        *("rufspiel", "renonce", "hochzeit", "bettel", "farbgeier", "geier", "farbwenz", "wenz", "solo"),
        *("farbgeier-tout", "geier-tout", "farbwenz-tout", "wenz-tout", "solo-tout", "sie"),
    ],
    "call": {"renonce": "after_all_pass", "own_ace": "silent_solo", "lowest": "king"},
    "ace": {"run_min": 3, "run_on_follow": True, "discard": "free"},
    "knock": {"who": "anyone"},
    "kontra": {"max": 99, "window": "whole_hand", "reply": "same_window", "takes_over": True},
    "all_pass": {"do": "ramsch"},
    "ramsch": {"kontra": True, "march": "all_tricks"},
    "laufende": {"claim": "until_cut"},
    "bock": {"after": ["solo_lost", "kontra"]},
    "sie": {"play": True},
    "follow": {"must_win": ["bettel", "ramsch"]},
}
TABLES = {
    "announce": EVERYTHING,
    "at once": {**EVERYTHING, "auction": {"mode": "name_at_once"}, "call": {"renonce": "announced"}},
    "first come": {**EVERYTHING, "auction": {"mode": "first_come"}, "all_pass": {"do": "last_player_choice"}},
    "steigern": {**EVERYTHING, "auction": {"mode": "steigern", "raise": 5}, "all_pass": {"do": "kreuz"}},
    "chain": {**EVERYTHING, "knock": {"who": "chain"}, "all_pass": {"do": "last_knocker_must"}},
    "must": {**EVERYTHING, "knock": {"who": "one_only"}, "all_pass": {"do": "eichel_ober_must"}},
    "pot": {**EVERYTHING, "all_pass": {"do": "pot"}, "table": {"seated": 6}, "bettel": {"trumps": "herz"}},
}


@pytest.mark.parametrize("name", TABLES)
def test_bots_finish_with_every_optional_rule(name: str) -> None:
    """BX-01 to BX-04: every answer is accepted, and no table stands still."""
    rules = BAVARIA.with_overrides(TABLES[name])
    styles = ("steady", "bold", "cautious", "steady", "bold", "cautious")
    deals = list(evening(rules, 30, 11, styles))
    assert len(deals) == 30
    assert all(deal.phase == "over" and deal.settlement() is not None for deal in deals)


@pytest.mark.parametrize("name", ["bavaria-short", "three", "be-1989", "pt-units", "fi-table", "ru-chalk"])
def test_bots_play_every_shipped_ruleset(name: str) -> None:
    """Each ruleset as it ships, to the end of every deal."""
    rules = load_ruleset(name)
    assert sum(deal.settlement() is not None for deal in evening(rules, 25, 4, STEADY)) == 25


FRESH_PROCESS = """
import sys
from random import Random
from schafkopf.engine.bots.rules import choose
from schafkopf.game import View, parse_record
for line in sys.stdin:
    deal = parse_record(line).replay()
    print(choose(View.of(deal, deal.turn), Random(5)))
"""


def test_answers_do_not_depend_on_deals_before() -> None:
    """BX-05: after an evening a bot answers as a fresh process does."""
    assert len(list(evening(BAVARIA, 5, 2, STEADY))) == 5
    lines, here = [], []
    for number in range(6):
        for deal in list(steps(fresh(BAVARIA, number), Random(number), STEADY))[:-1:9]:
            record = Record("bavaria", ("A", "B", "C", "D"), deal.dealer, deal.hands, deal.log)
            lines.append(print_record(record))
            here.append(choose(View.of(deal, deal.turn), Random(5)))
    process = subprocess.run(
        [sys.executable, "-c", FRESH_PROCESS], capture_output=True, text=True, check=True, input="\n".join(lines)
    )
    assert process.stdout.splitlines() == here
