"""No world contradicts its View: many thousand draws over random play of every contract and ruleset.

`agreeing` asks the rules about many worlds at once: the auction's own objects about each hand that spoke, and a
translation of `play.legal` to arrays about all hands together. It must say what `Worlds.contains` says, also of deals
that do not agree. It uses nothing of what counts and draws.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest
from tests.laws import kit

from schafkopf.engine.worlds import Worlds
from schafkopf.game import Deal, IllegalAction, View
from schafkopf.game.auction import chalk_namer
from schafkopf.game.cards import NAMES, mask_of
from schafkopf.game.compile import HOCHZEIT_TRUMPS
from schafkopf.game.contract import KINDS
from schafkopf.game.plan import Plan
from schafkopf.game.play import Trick, winner

Masks = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
_EICHEL_OBER = 1 << NAMES.index("EO")


def now(deal: Deal) -> tuple[int, ...]:
    """The cards that each place holds, as `Worlds` writes them."""
    if deal.play is not None:
        return tuple(deal.play.hands[seat] for seat in deal.seats)
    masks = list(deal.masks)
    if deal.given:
        assert deal.outcome is not None
        assert deal.outcome.declarer is not None
        assert deal.outcome.partner is not None
        bit = 1 << deal.given[0][1]
        masks[deal.outcome.declarer] ^= bit
        masks[deal.outcome.partner] |= bit
    return tuple(masks[seat] for seat in deal.seats)


def history(deal: Deal) -> list[tuple[Deal, int, str]]:
    """The deal before each thing that was said or played, the seat and the text."""
    point = Deal.new(deal.rules, deal.hands, dealer=deal.dealer, carried=deal.carried)
    found = []
    for seat, text in deal.log:
        found.append((point, seat, text))
        point = point.after(f"{seat} {text}")
    return found


def agreeing(deal: Deal, seat: int, hands: Masks, dealt: Masks) -> Flags:
    """Which rows of hands (held now) and of the same hands as dealt (masks of cards) look to `seat` like this deal."""
    truth = np.array(now(deal), np.int64)
    place = deal.seats.index(seat)
    ok = hands[:, place] == truth[place]
    ok &= np.bitwise_or.reduce(hands, axis=1) == np.bitwise_or.reduce(truth)
    ok &= (np.bitwise_count(hands) == np.bitwise_count(truth)).all(axis=1)
    pack = mask_of(card for hand in deal.hands for card in hand if card is not None)
    ok &= (np.bitwise_or.reduce(dealt, axis=1) == pack) & (np.bitwise_count(dealt) == deal.rules.hand_size).all(axis=1)
    ok &= dealt[:, place] == mask_of(card for card in deal.hands[seat] if card is not None)
    ok &= _exchanged(deal, seat, hands, dealt)
    ok &= _named_trumps(deal, dealt) if deal.rules.chalk else _spoken(deal, dealt)
    return ok & _played(deal, hands) if deal.play is not None else ok


def _begun(deal: Deal, hands: Masks) -> Masks:
    """The hands before the first card was played, as masks of cards."""
    if deal.play is None:
        return hands
    lanes = deal.play.plan.lanes
    found = np.zeros_like(hands)
    for number in range(hands.shape[1]):
        start = hands[:, number] | _cards_of(deal, number)
        for lane, card in enumerate(lanes.cards):
            found[:, number] |= (start >> lane & 1) << card
    return found


def _cards_of(deal: Deal, place: int) -> int:
    """The lanes that a place has played."""
    assert deal.play is not None
    seat = deal.seats[place]
    return deal.play.plan.dealt[seat] & ~deal.play.hands[seat]


def _exchanged(deal: Deal, seat: int, hands: Masks, dealt: Masks) -> Flags:
    begun = _begun(deal, hands)
    if not deal.given or deal.outcome is None:
        return np.asarray((begun == dealt).all(axis=1))
    bride, taker = (deal.seats.index(party) for party in (deal.outcome.declarer, deal.outcome.partner))
    trump = dealt[:, bride] & ~begun[:, bride]
    ok = (np.bitwise_count(trump) == 1) & (trump & HOCHZEIT_TRUMPS == trump) & (begun[:, taker] & trump == trump)
    plain = begun[:, bride] & ~dealt[:, bride]
    ok &= np.bitwise_count(plain) == len(deal.given) - 1
    ok &= (plain & HOCHZEIT_TRUMPS == 0) & (dealt[:, taker] & plain == plain)
    ok &= begun[:, bride] == dealt[:, bride] ^ trump ^ plain
    ok &= begun[:, taker] == dealt[:, taker] ^ trump ^ plain
    if seat in (deal.outcome.declarer, deal.outcome.partner) or deal.rules["hochzeit.card"] == "face_up":
        for (_, card), bits in zip(deal.given, (trump, plain), strict=False):
            ok &= bits == 1 << card
    return np.asarray(ok)


def _spoken(deal: Deal, dealt: Masks) -> Flags:
    """Whether each could say what it said: the auction is asked with its hand in place of the true one."""
    ok = np.ones(len(dealt), np.bool_)
    points = [(point, seat, text) for point, seat, text in history(deal) if point.phase == "auction"]
    asked: list[tuple[Deal, int, str | None]] = [*points]
    if deal.phase == "auction" and deal.turn is not None:
        asked.append((deal, deal.turn, None))
    for point, seat, text in asked:
        auction = point.auction
        assert auction is not None
        must = auction.stage == "must"
        if text == "pass" or (text is None and not must):
            continue
        column = dealt[:, point.seats.index(seat)]
        if must and deal.rules["all_pass.do"] == "eichel_ober_must":
            ok &= column & _EICHEL_OBER != 0
        for hand in np.unique(column):
            with_hand = list(auction.hands)
            with_hand[seat] = int(hand)
            other = replace(auction, hands=tuple(with_hand))
            try:
                fine = bool(other.options()) if text is None else other.after(seat, text) is not None
            except IllegalAction:
                fine = False
            if not fine:
                ok &= column != hand
    return ok


def _named_trumps(deal: Deal, dealt: Masks) -> Flags:
    truth = chalk_namer(deal.rules, deal.seats, deal.masks)
    suit = None if deal.contract is None else deal.contract.suit
    assert truth is not None
    found = []
    for row in dealt.tolist():
        masks = [0] * len(deal.hands)
        for number, seat in enumerate(deal.seats):
            masks[seat] = row[number]
        namer = chalk_namer(deal.rules, deal.seats, tuple(masks))
        same = namer is not None and namer.seat == truth.seat
        if same and suit is not None and namer is not None:
            same = suit in namer.suits and namer.by_club_jack == truth.by_club_jack
        found.append(same)
    return np.array(found, np.bool_)


def _played(deal: Deal, hands: Masks) -> Flags:
    play = deal.play
    assert play is not None
    plan = play.plan
    held = [hands[:, number] | _cards_of(deal, number) for number in range(hands.shape[1])]
    dealt = list(held)
    ok = np.ones(len(hands), np.bool_)
    if plan.contract.kontra == "sides" and plan.contract.line.kind == "called":
        for level, said in enumerate(deal.said):
            number = deal.seats.index(said.seat)
            on_side = (dealt[number] & plan.called != 0) | (said.seat == plan.declarer)
            ok &= on_side == (level % 2 == 1)
    if plan.contract.duty.called is not None and not plan.contract.duty.called.own and plan.declarer is not None:
        ok &= dealt[deal.seats.index(plan.declarer)] & plan.called == 0
    freed = np.zeros(len(hands), np.bool_)
    for trick in (*play.history, Trick(play.leader, play.trick, play.leader)):
        start = deal.seats.index(trick.leader)
        for step, lane in enumerate(trick.lanes):
            number = (start + step) % len(held)
            before = trick.lanes[:step]
            legal = legal_cards(plan, held[number], before, freed, dealt[number])
            ok &= legal >> lane & 1 == 1
            held[number] = held[number] & ~(1 << lane)
            duty = plan.contract.duty.called
            if duty is not None and duty.after_run == "free":
                led = before[0] if before else lane
                if plan.lanes.suit[lane] & plan.lanes.suit[led] & plan.called:
                    freed = freed | (held[number] & plan.called != 0)
    return ok


def legal_cards(plan: Plan, hand: Masks, trick: tuple[int, ...], freed: Flags, dealt: Masks) -> Masks:
    """`play.legal` for many hands at once."""
    duty = plan.contract.duty
    rule = duty.called
    bound = (hand & plan.called != 0) & ~freed if rule is not None and plan.called else np.zeros(len(hand), np.bool_)
    called = np.where(bound, plan.called, 0)
    runaways = np.zeros_like(hand)
    suit = plan.lanes.suit[plan.called.bit_length() - 1] if plan.called else 0
    if rule is not None and rule.run_min:
        others = hand & suit & ~plan.called
        if rule.run_card == "lowest":
            others = others & -others
        counted = (dealt if rule.run_count == "dealt" else hand) & suit
        runaways = np.where(np.bitwise_count(counted) >= rule.run_min, others, 0)
    if not trick:
        if rule is None:
            return hand
        cards = hand & ~suit | runaways
        if rule.holder_lead == "ace_or_runaway":
            cards = cards | plan.called
        return np.where(bound, np.where(cards != 0, cards, plan.called), hand)
    led = plan.lanes.suit[trick[0]]
    cards = np.where(hand & led != 0, hand & led, hand)
    if rule is not None and led & plan.called:
        cards = np.where(bound, called | (runaways if rule.run_on_follow else 0), cards)
    elif rule is not None and rule.discard != "free":
        back = bound & (hand & led == 0)
        if rule.discard == "last_two":
            back = back & (np.bitwise_count(hand) > 2)
        without = cards & ~called
        cards = np.where(back & (without != 0), without, cards)
    if duty.must_win:
        best = trick[winner(plan, trick)]
        takers = cards & (led | plan.lanes.trumps) & (-1 << best + 1)
        cards = np.where(takers != 0, takers, cards)
    return np.asarray(cards)


def disturbed(worlds: Worlds, hands: Masks, rng: random.Random) -> Masks:
    """The same hands with one card of each row exchanged between two hidden hands."""
    other = hands.copy()
    for row in other:
        full = [place for place in worlds.seen.hidden if row[place]]
        if len(full) < 2:
            continue
        one, two = rng.sample(full, 2)
        first, second = (rng.choice([b for b in range(32) if int(row[place]) >> b & 1]) for place in (one, two))
        row[one] ^= 1 << first ^ 1 << second
        row[two] ^= 1 << first ^ 1 << second
    return other


@pytest.mark.parametrize("name", KINDS)
def test_the_check_of_many_worlds_says_what_replaying_one_says(name: str) -> None:
    rng = random.Random(f"both {name}")
    answers: Counter[bool] = Counter()
    while answers.total() < 120:
        deal = kit.any_deal(kit.rules_for(name, rng), rng)
        for point in kit.walk(deal, rng, kit.steering_to(name)):
            if point.finished or point.phase == "knock" or rng.random() < 0.8:
                continue
            seat = rng.choice(point.seats)
            worlds = Worlds.of(View.of(point, seat))
            drawn = worlds.draw(4, rng)
            hands = np.concatenate([drawn, disturbed(worlds, drawn, rng)])
            if point.given:
                # After an exchange nobody saw, each row stands for several deals; a row of `draw` has one at least.
                hands = drawn
            said = agreeing(point, seat, hands, worlds.dealt(hands, rng))
            assert said.tolist() == [worlds.contains(row) for row in hands]
            answers.update(said.tolist())
    assert answers[True] > 40
    # Sie and Kreuz exclude little or leave nothing to exchange.
    assert answers[False] > 0


@pytest.mark.parametrize("name", KINDS)
def test_no_world_contradicts_its_view(name: str) -> None:
    rng = random.Random(f"many {name}")
    draws = 0
    while draws < 4_000:
        rules = kit.any_rules(rng) if name != "chalk" and rng.random() < 0.2 else kit.rules_for(name, rng)
        deal = kit.any_deal(rules, rng)
        for point in kit.walk(deal, rng, kit.steering_to(name)):
            if point.finished or point.phase == "knock" or rng.random() < 0.7:
                continue
            seat = rng.choice(point.seats)
            worlds = Worlds.of(View.of(point, seat))
            hands = worlds.draw(50, rng)
            assert agreeing(point, seat, hands, worlds.dealt(hands, rng)).all(), point.log
            draws += len(hands)
