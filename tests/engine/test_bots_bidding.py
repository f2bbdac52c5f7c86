"""What bots say before the first card, and how their games go: bands that a change of the weights must stay in."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from schafkopf.engine.bots.bidding import STYLES, give
from schafkopf.engine.bots.judging import judge
from schafkopf.engine.bots.rules import choose, double
from schafkopf.game import Deal, View, load_ruleset, parse_cards
from schafkopf.game.compile import bids

from .tables import finish, fresh

BAVARIA = load_ruleset("bavaria")
STEADY = ("steady",) * 4


@pytest.fixture(scope="module")
def games() -> list[Deal]:
    """400 deals of four steady bots, finished."""
    return [finish(fresh(BAVARIA, number), Random(number), STEADY) for number in range(400)]


def share_won(games: list[Deal], line: str) -> tuple[int, float]:
    """How many games of this line were played, and the share that the declarer's side won."""
    facts = [deal.facts() for deal in games if deal.contract is not None and deal.contract.line.kind == line]
    return len(facts), sum(found is not None and found.won for found in facts) / len(facts)


def test_called_games_are_won_by_the_better_hand_and_not_always(games: list[Deal]) -> None:
    """Who calls wins in two of three games and more, and calls often enough to lose some."""
    count, won = share_won(games, "called")
    assert 0.55 <= count / len(games) <= 0.80
    assert 0.60 <= won <= 0.80


def test_solos_are_announced_with_measure(games: list[Deal]) -> None:
    """BS-07: the share of lone games, and how many of them are won."""
    count, won = share_won(games, "alone")
    assert 0.12 <= count / len(games) <= 0.30
    assert 0.66 <= won <= 0.88


def test_some_deals_are_passed_out(games: list[Deal]) -> None:
    """Neither does everybody always find a game, nor hardly ever."""
    assert 0.02 <= sum(deal.play is None for deal in games) / len(games) <= 0.25


def test_who_doubles_is_right_more_often_than_not(games: list[Deal]) -> None:
    """After Kontra the defenders win most games."""
    doubled = [deal.facts() for deal in games if deal.said]
    assert len(doubled) >= 20
    assert sum(found is not None and not found.won for found in doubled) / len(doubled) >= 0.5


@pytest.mark.parametrize(
    ("style", "low", "high"), [("steady", 0.14, 0.26), ("bold", 0.20, 0.40), ("cautious", 0.05, 0.16)]
)
def test_share_of_knocked_first_packets(style: str, low: float, high: float) -> None:
    """BS-05: knocking is for good packets; the band of each style."""
    rules = BAVARIA.with_overrides({"knock": {"who": "anyone"}})
    said: Counter[str] = Counter()
    for number in range(1000):
        deal = fresh(rules, number)
        said.update(choose(View.of(deal, seat), Random(0), style) for seat in deal.seats)
    assert set(said) == {"knock", "keep"}
    assert low <= said["knock"] / said.total() <= high


def test_styles_differ_in_what_they_dare() -> None:
    """The bold bot announces more than the steady one, and that one more than the cautious one."""
    announced: Counter[str] = Counter()
    for number in range(400):
        deal = fresh(BAVARIA, number)
        seat = deal.turn
        assert seat is not None
        for style in STYLES:
            announced[style] += choose(View.of(deal, seat), Random(0), style) == "play"
    assert announced["bold"] > announced["steady"] > announced["cautious"] > 0


def hand_of(text: str, rules_id: str = "bavaria", **overrides: object) -> Deal:
    """A deal in which forehand (seat 0) has this hand and the others what is left."""
    rules = load_ruleset(rules_id).with_overrides(dict(overrides))
    own = parse_cards(text)
    rest = [card for card in range(32) if card not in own]
    Random(1).shuffle(rest)
    return Deal.new(rules, (own, tuple(rest[:8]), tuple(rest[8:16]), tuple(rest[16:])), dealer=3)


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("EO GO HO EU HA HK H9 G7", "solo H"),
        ("EU HU SA SZ SK GA EA H7", "wenz"),
        ("HO GU HK H9 H7 EA G9 G7", "rufspiel G"),
        ("E7 E8 G9 GK S7 S9 H8 SZ", "pass"),
        ("EO GO HO SO EU GU HU SU", "sie"),
    ],
)
def test_bid_fits_the_hand(hand: str, said: str) -> None:
    """Clear hands are named for what they are."""
    deal = hand_of(hand, auction={"mode": "name_at_once"})
    assert {choose(View.of(deal, 0), Random(0), style) for style in STYLES} == {said}


def test_weak_hand_in_bettel_and_trump_length_in_solo_decide() -> None:
    """The chance to win grows with trumps in a Solo and falls with them in a Bettel."""
    rules = load_ruleset("bavaria+bettel")
    named = bids(rules)
    strong, weak = ("EO", "GO", "EU", "HA", "HK", "H9", "EA", "G7"), ("E7", "E8", "G7", "G9", "S7", "S8", "H7", "H9")
    assert judge(rules, named["solo H"], strong).chance > 0.5 > 0.1 > judge(rules, named["solo H"], weak).chance
    assert judge(rules, named["bettel"], weak).chance > 0.8 > 0.2 > judge(rules, named["bettel"], strong).chance


def test_second_play_promises_a_lone_game() -> None:
    """A hand for a called game passes after another has said `play`."""
    deal = hand_of("HO GU HK H9 H7 EA G9 G7")
    assert choose(View.of(deal, 0), Random(0)) == "play"
    turned = Deal.new(BAVARIA, (*deal.hands[1:], deal.hands[0]), dealer=3)
    for seat in range(2):
        turned = turned.after(f"{seat} pass")
    promised = turned.after("2 play")
    assert choose(View.of(promised, 3), Random(0)) == "pass"
    assert choose(View.of(turned.after("2 pass"), 3), Random(0)) == "play"


def test_hochzeit_is_offered_taken_and_exchanged() -> None:
    """With one trump the bride offers; a strong hand takes her and gives a plain card that is not an ace."""
    rules = load_ruleset("bavaria+hochzeit")
    hands = (
        *("H7 EA EZ EK GA GZ SK S9", "EO GO HO SO EU HA HZ G7"),
        *("GU HU SU E9 E8 G9 S8 SZ", "HK H9 H8 E7 GK G8 S7 SA"),
    )
    deal = Deal.new(rules, tuple(parse_cards(hand) for hand in hands), dealer=3)
    assert choose(View.of(deal, 0), Random(0)) == "hochzeit"
    for action in ("0 hochzeit", "1 pass", "2 pass", "3 pass"):
        deal = deal.after(action)
    assert choose(View.of(deal, 1), Random(0)) == "accept"
    deal = deal.after("1 accept").after("0 give H7")
    assert give(View.of(deal, 1)) == "give G7"


def test_kontra_is_said_with_a_strong_defence_and_never_by_a_weak_one() -> None:
    """Seat 3 plays a called game; seat 0 doubles with the highest trumps, not with low plain cards."""
    strong = "EO GO EU GU HU HA GA S7"
    weak = "E7 E8 E9 G7 G8 S7 S8 H7"
    for hand, word in ((strong, "kontra"), (weak, None)):
        found = set()
        for seed in range(60):
            own = parse_cards(hand)
            rest = [card for card in range(32) if card not in own]
            Random(seed).shuffle(rest)
            deal = Deal.new(BAVARIA, (own, tuple(rest[:8]), tuple(rest[8:16]), tuple(rest[16:])), dealer=3)
            for action in ("0 pass", "1 pass", "2 pass", "3 play"):
                deal = deal.after(action)
            calls = [text for text in deal.options_of(3) if text.startswith("rufspiel") and text[-1] + "A" not in hand]
            if calls:
                found.add(double(View.of(deal.after(f"3 {calls[0]}"), 0), Random(0)))
        assert found == {word}


def test_unknown_style_and_empty_options_are_errors() -> None:
    """Nothing is played by default."""
    deal = fresh(BAVARIA, 1)
    assert deal.turn is not None
    waiting = next(seat for seat in deal.seats if seat != deal.turn)
    with pytest.raises(ValueError, match="no bot is called 'wild'"):
        choose(View.of(deal, deal.turn), Random(0), "wild")
    with pytest.raises(ValueError, match="nothing to say"):
        choose(View.of(deal, waiting), Random(0))
    hidden = Deal.new(BAVARIA, ((None,) * 8, *deal.hands[1:]), dealer=3)
    with pytest.raises(ValueError, match="own cards"):
        choose(View.of(hidden, 0), Random(0))


def test_bots_beat_players_who_choose_at_random() -> None:
    """One steady bot among three who choose at random gains on the deals on which a fourth random player does not."""
    gained = 0
    for number in range(60):
        for mine in range(4):
            dice = Random(number)
            deal = fresh(BAVARIA, number)
            while not deal.finished:
                seat = deal.turn
                assert seat is not None
                view = View.of(deal, seat)
                deal = deal.after(f"{seat} {choose(view, dice) if seat == mine else dice.choice(view.options)}")
            bill = deal.settlement()
            assert bill is not None
            gained += bill.amounts[mine]
    assert gained / 240 > 50


def test_ramsch_is_ducked() -> None:
    """In a Ramsch a bot loses far less often than its share among players who choose at random."""
    rules = load_ruleset("bavaria+ramsch")
    lost = 0
    for number in range(120):
        dice = Random(number)
        deal = fresh(rules, number)
        for seat in deal.seats:
            deal = deal.after(f"{seat} pass")
        while not deal.finished:
            seat = deal.turn
            assert seat is not None
            view = View.of(deal, seat)
            deal = deal.after(f"{seat} {choose(view, dice) if seat == 0 else dice.choice(view.options)}")
        bill = deal.settlement()
        assert bill is not None
        lost += bill.amounts[0] < 0
    assert lost / 120 < 0.12
