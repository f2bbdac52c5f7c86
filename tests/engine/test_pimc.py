"""The bot that solves possible deals: what it must find, what it must not know, and the faults of other bots."""

from __future__ import annotations

import os
import subprocess
import sys
from copy import deepcopy
from random import Random

import numpy as np
import pytest

from schafkopf.engine.bots import kernel, pimc
from schafkopf.engine.bots.habits import HABITS
from schafkopf.engine.bots.judging import expected_points, features
from schafkopf.engine.bots.levels import LEVELS
from schafkopf.engine.bots.memory import Table
from schafkopf.engine.bots.pimc_cards import Meter, Scene, Solver, forget
from schafkopf.engine.bots.player import Budget, player
from schafkopf.engine.bots.referee import Effort, dice, finish, steps
from schafkopf.engine.bots.weights import Temper, chances, history, played, said, sheets
from schafkopf.engine.desk import desk
from schafkopf.engine.kernels.playout import ROOM, playouts
from schafkopf.engine.kernels.prepare import prepare
from schafkopf.engine.kernels.solve import cards as solve_cards
from schafkopf.engine.solver import solve
from schafkopf.engine.worlds import Worlds
from schafkopf.game import Deal, View, load_ruleset, parse_cards
from schafkopf.game.cards import NAMES, POINTS, mask_of
from schafkopf.game.compile import contract
from schafkopf.game.contract import PARTNER_LINES
from schafkopf.game.plan import lanes

from .tables import fresh, lead_in, set_up

BAVARIA = load_ruleset("bavaria")
SOLO_OF_0 = ("0 play", "1 pass", "2 pass", "3 pass", "0 solo H")
SMALL = Budget(nodes=60_000)
SIX_TRICKS = (
    *("EA E9 EZ E8", "GO H7 H8 H9", "SO HK HZ HA"),
    *("EU SU HU GU", "SA S8 SZ S9", "GA G8 G9 G7"),
)


def answers(deal: Deal, level: str = "hard") -> set[str]:
    """What the bot plays here, with several dice."""
    assert deal.turn is not None
    view = View.of(deal, deal.turn)
    return {player(f"pimc:{level}").choose(view, Random(seed), SMALL) for seed in range(4)}


# -- cards it must find ------------------------------------------------------------------------------------------------


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
    assert answers(deal) == {"S7"}


def test_smear_is_a_plain_card_and_not_a_high_trump() -> None:
    """BS-08: the other defender has ruffed with EO, and seat 2 holds GO, GZ and S7."""
    five = ("EA E9 EZ E8", "HO H7 H8 H9", "SO HK HZ HA", "EU SU HU GU", "SA S8 SZ S9")
    deal = set_up(BAVARIA, (*five, "EK EO GZ E7", "GA GK S7 SK", "G8 G9 GO G7"), SOLO_OF_0)
    deal = lead_in(deal, five).after("0 EK").after("1 EO")
    assert set(View.of(deal, 2).options) == {"GO", "GZ", "S7"}
    assert answers(deal) == {"GZ"}


@pytest.mark.parametrize("hand", ["EA EZ EK G9 G8 S9 S8 S7", "EA EK E9 GA GK G9 SA SK"])
def test_solo_is_not_doubled_without_trumps(hand: str) -> None:
    """What a defender's plain cards are worth against random hands says nothing: the soloist chose his game."""
    own = parse_cards(hand)
    rest = [card for card in range(32) if card not in own]
    # The soloist has what a Solo takes; who may double sees that in nothing but the bid.
    strong = [card for card in rest if NAMES[card] in ("EO", "GO", "HO", "EU", "GU", "HA", "HZ", "HK")]
    others = [card for card in rest if card not in strong]
    deal = Deal.new(BAVARIA, (tuple(strong), own, tuple(others[:8]), tuple(others[8:])), dealer=3)
    for action in SOLO_OF_0:
        deal = deal.after(action)
    view = View.of(deal, 1)
    assert "kontra" in view.options
    assert all(player("pimc").double(view, Random(seed), Budget(nodes=300_000)) is None for seed in range(3))


def test_hopeless_hand_passes_and_a_sure_solo_is_played() -> None:
    hands = ("EO GO HO SO EU GU HA SA", "EA EZ EK E9 G9 G8 S9 S8", "HU SU H9 H8 GA GZ SK SZ", "HZ HK H7 E8 E7 GK G7 S7")
    for seat, expected in ((0, "play"), (1, "pass")):
        turned = tuple(tuple(parse_cards(hands[(seat + offset) % 4])) for offset in range(4))
        deal = Deal.new(BAVARIA, turned, dealer=3)
        assert {player("pimc").choose(View.of(deal, 0), Random(s), Budget(nodes=400_000)) for s in range(3)} == {
            expected
        }


# -- what it is allowed to know ----------------------------------------------------------------------------------------


def middle(number: int, cards: int) -> Deal:
    """A deal of bots after so many cards: the first one that is played, from this number on."""
    while True:
        for deal in steps(fresh(BAVARIA, number), [player("rules")] * 4, dice(number)):
            if deal.phase == "play" and deal.play is not None and deal.play.count == cards:
                return deal
        number += 1000


def test_forced_card_takes_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("searched")

    bot = pimc.player("")
    monkeypatch.setattr(pimc, "Worlds", fail)
    view = View.of(middle(3, 28), middle(3, 28).turn)
    assert len(view.options) == 1
    assert bot.choose(view, Random(1), SMALL) == view.options[0]
    other = View.of(middle(3, 9), middle(3, 9).turn)
    assert len(other.options) > 1
    with pytest.raises(AttributeError):
        bot.choose(other, Random(1), SMALL)


def test_view_is_left_as_it_was() -> None:
    deal = middle(5, 6)
    view = View.of(deal, deal.turn)
    before = deepcopy(view)
    player("pimc").choose(view, Random(2), SMALL)
    assert view == before


def test_same_seed_and_nodes_give_the_same_choice_in_a_fresh_process() -> None:
    """Whatever the hash seed is, and with nothing left over from earlier answers."""
    program = (
        "from random import Random\n"
        "from schafkopf.engine.bots.player import Budget, player\n"
        "from schafkopf.engine.bots.referee import dice, finish\n"
        "from schafkopf.game import load_ruleset\n"
        "from schafkopf.research.arena import deal_of\n"
        "for number in (1,):\n"
        "    deal = deal_of(load_ruleset('bavaria'), 4, number)\n"
        "    deal = finish(deal, [player('pimc')] * 4, dice(number), budget=Budget(nodes=8_000))\n"
        "    print([f'{a.seat} {a.text}' for a in deal.log])\n"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]
    assert runs[0].count("[") == 1


# -- no illegal answer -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        *("bavaria+ramsch+ramsch-kontra", "bavaria+hochzeit+all-games", "bavaria+bettel+steigern", "be-1989"),
        *(
            "bavaria-short",
            "three",
            "pt-units",
            "fi-table",
            "ru-chalk",
            "bavaria+kreuz",
            "bavaria+muss",
            "bavaria+renonce",
        ),
        *("bavaria+first-come+call-ten+own-ace", "bavaria+bettel-herz", "bavaria+ramsch-must-win", "bavaria+five"),
    ],
)
def test_every_answer_is_legal(name: str) -> None:
    """BX-01 to BX-05: an illegal answer or an error of the bot raises in `finish`."""
    rules = load_ruleset(name)
    deal = fresh(rules, 2)
    efforts = [Effort() for _ in deal.hands]
    deal = finish(deal, [player("pimc")] * len(deal.hands), dice(name), budget=Budget(nodes=3000), efforts=efforts)
    assert deal.finished
    assert sum(effort.answers + effort.forced for effort in efforts) > 0
    assert sum(effort.fallbacks for effort in efforts) == 0


GAMES = load_ruleset("bavaria+all-games")


def named(text: str, number: int) -> Deal | None:
    """A deal in which forehand plays this game, whatever the cards are; None if they do not allow it."""
    deal = fresh(GAMES, 4 * number + 3)
    for action in ("0 play", "1 pass", "2 pass", "3 pass"):
        deal = deal.after(action)
    return deal.after(f"0 {text}") if text in deal.options_of(0) else None


@pytest.mark.parametrize("nodes", [1, 2500])
@pytest.mark.parametrize(
    "text",
    [
        *("rufspiel E", "rufspiel S", "solo G", "wenz", "geier", "farbwenz E", "farbgeier S", "bettel"),
        *("solo-tout H", "wenz-tout", "geier-tout", "farbwenz-tout G"),
    ],
)
def test_no_budget_is_too_small_to_look_at_a_world(text: str, nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """BX-02: an answer that no world stands behind is counted, and there is none, also where nothing can be solved."""
    counts: list[int] = []
    best = pimc.Pimc._best

    def counted(bot: pimc.Pimc, table: Table, habits: dict[int, float], tally: pimc.Tally) -> int:
        counts.append(tally.count)
        return best(bot, table, habits, tally)

    monkeypatch.setattr(pimc.Pimc, "_best", counted)
    deal = next(found for number in range(200) if (found := named(text, number)) is not None)
    efforts = [Effort() for _ in deal.hands]
    finish(deal, [player("pimc")] * 4, dice(text), budget=Budget(nodes=nodes), efforts=efforts)
    assert sum(effort.fallbacks for effort in efforts) == 0
    assert counts
    assert min(counts) > 0


def test_a_card_that_is_clearly_behind_is_left_out() -> None:
    tally = pimc.Tally(0b1110)
    for number in range(16):
        rows = np.full(32, np.nan)
        rows[1:4] = (10.0 + number % 2, 9.0 + number % 2, -20.0 + number % 3)
        tally.add(rows, 1.0, 0.0)
    assert tally.drop(4.0, 2.0) == 0b0110
    assert tally.drop(4.0, 0.5) == 0b0010
    assert np.flatnonzero(~np.isnan(tally.mean())).tolist() == [1]


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_a_deal(level: str) -> None:
    bots = [player(f"pimc:{level}")] * 4
    assert finish(fresh(BAVARIA, 8), bots, dice(level), budget=Budget(nodes=20_000)).finished


def test_unknown_level_lists_what_there_is() -> None:
    with pytest.raises(ValueError, match=r"pimc has no 'genius'; there are easy, medium, hard"):
        player("pimc:genius")


# -- the parts ---------------------------------------------------------------------------------------------------------


def test_worth_of_the_true_deal_is_the_solvers_money() -> None:
    """With all cards right and no spread, each card is worth to the seat what the exact solver says."""
    compared = 0
    for number in range(12):
        deal = middle(number, 17 + number % 4)
        seat = deal.turn
        assert seat is not None
        assert deal.play is not None
        table = Table.of(View.of(deal, seat))
        if table.legal.bit_count() < 2:
            continue
        truth = solve(deal, money=True)
        scene, meter = Scene(table), Meter(None, 10**9, 1.0)
        hands = np.array([deal.play.hands[s] for s in deal.seats], np.int64)
        with desk() as work:
            found = Solver(scene, meter, work, spread=0.0, tilt=0.0).worth(hands, 10**9)
        assert found is not None
        plan = deal.play.plan
        side = plan.side(deal.play.holder)
        assert side is not None
        assert plan.declarer is not None
        # From the declarer's amount to that of the seat.
        share = 1.0 if seat in side else -1.0
        if len(side) == 1:
            share = 1.0 if seat in side else -1.0 / (len(deal.seats) - 1)
        for name, amount in truth.cards.items():
            assert found[table.lanes.lane_of[NAMES.index(name)]] == pytest.approx(share * amount)
            compared += 1
    assert compared > 12


def at_work(deal: Deal, seat: int) -> tuple[Table, Scene, np.ndarray, np.ndarray]:
    """What is known to a seat, the true hands, and the position of the true deal."""
    assert deal.play is not None
    scene = Scene(Table.of(View.of(deal, seat)))
    hands = np.array([deal.play.hands[s] for s in deal.seats], np.int64)
    return scene.table, scene, hands, scene.case(scene.side([int(mask) for mask in hands])).position


@pytest.mark.parametrize("cards", [9, 14, 19, 22])
def test_wanted_cards_have_the_values_that_the_solver_gives_them(cards: int) -> None:
    compared = 0
    for number in range(10):
        deal = middle(number, cards)
        assert deal.turn is not None
        table, _, hands, position = at_work(deal, deal.turn)
        steps = np.array([15, 31, 46, 61], np.int64)
        every, some = np.empty(32, np.int64), np.empty(32, np.int64)
        with desk() as work:
            prepare(work, position, hands, 0)
            solve_cards(work, -1, every, 2, steps)
            only = table.legal & 0x5A5A5A5A
            prepare(work, position, hands, 0)
            solve_cards(work, only, some, 2, steps)
        for lane in range(32):
            assert some[lane] == (every[lane] if only >> lane & 1 else -1)
            compared += only >> lane & 1
    assert compared >= 8


def test_playouts_without_habits_are_those_of_any_legal_card() -> None:
    """All duties of the called card included: the same mean as the kernel that knows no habits."""
    times = 3000
    for number in range(8):
        deal = middle(number, 6 + number)
        assert deal.turn is not None
        _, _, hands, position = at_work(deal, deal.turn)
        plain = np.empty((1, times), np.int64)
        playouts(np.zeros(ROOM, np.int64), position, hands[None], times, np.array([7], np.uint64), plain)
        mine = np.empty((1, times), np.int64)
        with desk() as work:
            prepare(work, position, hands, 0)
            any_card = np.array([-1], np.int64)
            kernel.playouts(work, any_card, np.zeros_like(HABITS), np.array([9], np.uint64), mine)
        made = mine >> 4
        error = np.sqrt((plain.var() + made.var()) / times)
        assert abs(plain.mean() - made.mean()) <= 5.0 * error
        assert int((mine & 15).max()) <= 8


def test_playouts_choose_cards_as_often_as_their_habits_say() -> None:
    """Who plays last to the seventh trick has two cards: what follows is settled, so the mean tells the choice."""
    compared = 0
    for number in range(40):
        deal = middle(number, 27)
        seat = deal.turn
        assert seat is not None
        table, scene, hands, position = at_work(deal, seat)
        lanes_held = np.array([lane for lane in range(32) if table.legal >> lane & 1], np.int64)
        if len(lanes_held) < 2:
            continue
        settled, free = np.empty((2, 1), np.int64), np.empty((1, 4000), np.int64)
        with desk() as work:
            prepare(work, position, hands, 0)
            kernel.playouts(work, lanes_held, HABITS, np.array([3], np.uint64), settled)
            kernel.playouts(work, np.array([-1], np.int64), HABITS, np.array([5], np.uint64), free)
        after = [deal.after(f"{seat} {table.name(lane)}") for lane in lanes_held.tolist()]
        likely = []
        for moved in after:
            other = (seat + 1) % 4
            seen = Scene(Table.of(View.of(moved, other)))
            rows = history(seen)
            dealt = hands[None] | np.array(scene.played, np.int64)
            sides, packed = scene.sides(hands[None])
            found = np.empty((1, len(rows)))
            kernel.likelihoods(packed, rows, dealt, sides, seen.me, HABITS, 0.0, found)
            likely.append(float(np.exp(found[0, -1])))
        assert sum(likely) == pytest.approx(1.0)
        ends = settled[:, 0] >> 4
        expected = float(np.dot(likely, ends))
        error = abs(int(ends[0] - ends[1])) * 0.5 / 4000**0.5
        assert abs(float((free >> 4).mean()) - expected) <= 5.0 * error + 1e-9
        compared += ends[0] != ends[1]
    assert compared >= 3


def test_promise_equals_the_rules_of_thumb() -> None:
    """The kernel beside `judging.expected_points`."""
    rng = Random(5)
    for sheet in sheets(BAVARIA):
        made = contract(BAVARIA, sheet.bid.name, suit=sheet.bid.suit, card=sheet.bid.card)
        table = lanes(made.order, 32)
        alone = made.line.kind not in PARTNER_LINES
        for _ in range(20):
            cards = rng.sample(range(32), 8)
            expected = expected_points(made, features(table, table.mask(cards)), alone=alone)
            got = kernel.promise(mask_of(cards), 8, sheet.order, sheet.lengths, sheet.weights)
            assert got == pytest.approx(expected)


def test_who_cannot_call_is_not_thought_to_want_it() -> None:
    ruf = next(sheet for sheet in sheets(BAVARIA) if sheet.bid.text == "rufspiel E")
    hands = [mask_of(parse_cards(text)) for text in ("EO GO HO EU EA E9 S8 S7", "EO GO HO EU GA G9 S8 S7")]
    assert chances(ruf, np.array(hands, np.int64), BAVARIA).tolist() == [0.0, 0.0]
    assert chances(ruf, np.array([mask_of(parse_cards("EO GO HO EU GU E9 S8 S7"))], np.int64), BAVARIA)[0] > 0.5


def test_what_was_said_and_played_makes_the_true_deal_likelier() -> None:
    """Over many deals the weights favour the deal that was really there: on average by more than a factor of two."""
    gains = []
    for number in range(30):
        deal = middle(number, 10)
        seat = deal.turn
        assert seat is not None
        assert deal.play is not None
        view = View.of(deal, seat)
        source = Worlds.of(view)
        truth = np.array([[deal.play.hands[s] for s in deal.seats]], np.int64)
        worlds = np.concatenate([source.draw(300, number), truth])
        scene = Scene(Table.of(view))
        likely = said(view, source.dealt(worlds), Temper()) + played(scene, worlds, 0.1, 0.9)
        gains.append(likely[-1] - np.log(np.exp(likely[:-1]).mean()))
    assert np.mean(gains) > np.log(2.0)


def test_forgetting_moves_small_plain_cards_only() -> None:
    deal = middle(4, 20)
    seat = deal.turn
    assert seat is not None
    assert deal.play is not None
    table = Table.of(View.of(deal, seat))
    scene = Scene(table)
    hands = np.array([deal.play.hands[s] for s in deal.seats], np.int64)
    moved = 0
    for number in range(20):
        found = forget(scene, hands, 0, np.random.default_rng(number))
        assert found[scene.me] == hands[scene.me]
        for place in range(4):
            assert int(found[place]).bit_count() == int(hands[place]).bit_count()
            assert (found[place] ^ hands[place]) & (table.trumps | table.called) == 0
        for one in range(4):
            assert all(found[one] & found[other] == 0 for other in range(one))
        moved += int((found != hands).any())
    assert moved
    assert (forget(scene, hands, 8, np.random.default_rng(1)) == hands).all()
    assert sum(POINTS) == 120
