"""A view tells a seat its own cards and what everybody has seen, and nothing else."""

from __future__ import annotations

import random
import re

import pytest

from schafkopf.game import Action, Deal, IllegalAction, View
from schafkopf.game.cards import NAMES, Card
from schafkopf.game.contract import CONTRACT_NAMES
from schafkopf.game.dealing import Hand

from .kit import any_deal, any_rules, deal_for, walk
from .referee import describe, trick_of, tricks_of

CARD = re.compile(r"\b[EGHS][AZKOU987]\b")


def played(deal: Deal) -> set[str]:
    """The cards that lie open: those played."""
    return {action.text for action in deal.log if action.text in NAMES}


def seen(deal: Deal, seat: int | None) -> set[str]:
    """The cards that `seat` has seen: played ones, its own, and those given in a Hochzeit to it or face up."""
    found = played(deal)
    own: Hand = () if seat is None else deal.hands[seat]
    if deal.phase == "knock":
        own = own[: deal.rules["deal.packets"][0]]
    found |= {NAMES[card] for card in own if card is not None}
    if deal.given:
        assert deal.outcome is not None
        if seat in (deal.outcome.declarer, deal.outcome.partner) or deal.rules["hochzeit.card"] == "face_up":
            found |= {NAMES[card] for _, card in deal.given}
    return found


def with_cards_swapped(deal: Deal, x: str, y: str, *, hidden_gifts: bool) -> Deal | None:
    """The deal as it would be if the holders of two cards had been dealt each other's; None if it cannot be.

    hidden_gifts: the cards given in a Hochzeit are not seen either, so they change with the rest.
    """
    other = {NAMES.index(x): NAMES.index(y), NAMES.index(y): NAMES.index(x)}

    def exchange(card: Card | None) -> Card | None:
        return None if card is None else other.get(card, card)

    hands = tuple(tuple(exchange(card) for card in hand) for hand in deal.hands)
    twin = Deal.new(deal.rules, hands, dealer=deal.dealer, carried=deal.carried)
    words = {f"give {x}": f"give {y}", f"give {y}": f"give {x}"} if hidden_gifts else {}
    try:
        for action in deal.log:
            twin = twin.after(Action(action.seat, words.get(action.text, action.text)))
    except IllegalAction:
        return None
    return twin if announced(twin) == announced(deal) else None


def announced(deal: Deal) -> tuple[object, ...]:
    """What the hands decide and the table is told at once: who must play, who names trumps and by which right."""
    must = deal.auction is not None and deal.auction.stage == "must"
    by_club_jack = deal.play is not None and deal.play.plan.by_club_jack
    return (deal.phase, deal.turn if must or deal.phase == "trump" else None, by_club_jack)


def unseen_swaps(deal: Deal, seat: int | None, rng: random.Random, number: int) -> list[tuple[str, str]]:
    """Some pairs of cards that `seat` has not seen, dealt to different other hands."""
    known = seen(deal, seat)
    hands = [
        [NAMES[card] for card in hand if card is not None and NAMES[card] not in known]
        for owner, hand in enumerate(deal.hands)
        if owner != seat
    ]
    hands = [hand for hand in hands if hand]
    if len(hands) < 2:
        return []
    pairs = []
    for _ in range(number):
        a, b = rng.sample(hands, 2)
        pairs.append((rng.choice(a), rng.choice(b)))
    return pairs


def check_view(deal: Deal, seat: int | None, rng: random.Random) -> int:
    """The view names no unseen card and is the same for all deals that look alike; returns how many were compared."""
    view = View.of(deal, seat)
    known = seen(deal, seat)
    public = [action.text for action in deal.log if not action.text.startswith("give ")]
    public += [text for text in view.options if deal.phase == "auction"]
    if view.contract is not None and view.contract.card is not None:
        public.append(view.contract.card)
    assert set(CARD.findall(repr(view))) <= known | set(CARD.findall(" ".join(public))), describe(deal)
    compared = 0
    hidden_gifts = bool(deal.given) and NAMES[deal.given[0][1]] not in known
    for x, y in unseen_swaps(deal, seat, rng, 2):
        twin = with_cards_swapped(deal, x, y, hidden_gifts=hidden_gifts)
        if twin is None:
            continue
        assert View.of(twin, seat) == view, f"{describe(deal)}\nseat {seat}, swapped {x} and {y}"
        compared += 1
    return compared


@pytest.mark.parametrize("name", CONTRACT_NAMES)
def test_a_view_does_not_change_when_unseen_cards_are_swapped(name: str) -> None:
    rng = random.Random(f"view {name}")
    compared = 0
    for _ in range(25):
        for point in walk(deal_for(name, rng), rng):
            if not point.finished:
                for seat in (None, *range(len(point.hands))):
                    compared += check_view(point, seat, rng)
    assert compared > 800


@pytest.mark.parametrize("family", ["schafkopf", "chalk"])
def test_a_view_does_not_change_before_and_in_the_auction(family: str) -> None:
    rng = random.Random(f"auction {family}")
    compared = 0
    for _ in range(200):
        for point in walk(any_deal(any_rules(rng, family), rng), rng):
            if point.finished or point.phase == "play":
                break
            for seat in (None, *range(len(point.hands))):
                compared += check_view(point, seat, rng)
    assert compared > 500


@pytest.mark.parametrize("name", ["rufspiel", "renonce", "muss"])
def test_the_partner_is_public_when_the_cards_show_him_and_not_before(name: str) -> None:
    rng = random.Random(f"partner {name}")
    shown_without_the_ace = hidden = 0
    for _ in range(150):
        for point in walk(deal_for(name, rng), rng):
            if point.finished:
                break
            contract = View.of(point, None).contract
            assert contract is not None
            assert contract.card is not None
            assert contract.partner == partner_by_the_cards(point, contract.card), describe(point)
            if contract.card in played(point):
                continue
            holders = possible_holders(point, contract.card)
            if contract.partner is None:
                hidden += 1
            else:
                assert holders == {contract.partner}, describe(point)
                shown_without_the_ace += 1
    assert hidden > 500
    assert shown_without_the_ace > 20


def possible_holders(deal: Deal, ace: str) -> set[int]:
    """Who may hold the called card: its holder, and whoever could have been dealt it for one card not played yet."""
    names = [[NAMES[card] for card in hand if card is not None] for hand in deal.hands]
    holder = next(seat for seat, hand in enumerate(names) if ace in hand)
    found = {holder}
    for seat, hand in enumerate(names):
        if seat != holder and any(
            with_cards_swapped(deal, ace, card, hidden_gifts=False) for card in hand if card not in played(deal)
        ):
            found.add(seat)
    return found


def partner_by_the_cards(deal: Deal, ace: str) -> int | None:
    """Whom everybody knows for the partner: he played the called card, said Re, or nobody else is left."""
    play = deal.play
    assert play is not None
    plan = play.plan
    declarer = plan.declarer
    tricks = tricks_of(play)
    if play.trick:
        tricks.append(trick_of(plan, play.leader, play.trick))
    for trick in tricks:
        for seat, card in trick:
            if card == ace:
                return seat if seat != declarer else None
    doublings = [action.seat for action in deal.log if action.text in ("kontra", "re", "supra", "resupra")]
    for seat in doublings[1::2]:
        if seat != declarer:
            return seat
    suspects = set(deal.seats) - set(doublings[0::2])
    if deal.rules["call.own_ace"] == "forbid":
        suspects.discard(declarer if declarer is not None else -1)
    of_the_suit = {name for name in NAMES if name[0] == ace[0] and name[1] not in "OU"}
    may_duck = deal.rules["ace.run_on_follow"]
    for trick in tricks:
        if trick[0][1] in of_the_suit:
            for seat, card in trick[1:]:
                if card not in of_the_suit or not may_duck:
                    suspects.discard(seat)
            # Once somebody has run away the card need not answer its suit any more.
            may_duck = may_duck or deal.rules["ace.after_run"] == "free"
    if len(suspects) == 1 and declarer not in suspects:
        return suspects.pop()
    return None


def test_a_kreuz_game_hides_its_declarer_until_the_eichel_ober_shows() -> None:
    rng = random.Random("kreuz")
    hidden = shown = 0
    for _ in range(60):
        for point in walk(deal_for("kreuz", rng), rng):
            if point.finished:
                break
            holder = next(seat for seat in point.seats if NAMES.index("EO") in point.hands[seat])
            for seat in (None, *point.seats):
                contract = View.of(point, seat).contract
                assert contract is not None
                if "EO" in played(point) or seat == holder:
                    assert contract.declarer == holder
                    shown += 1
                else:
                    assert (contract.declarer, contract.partner) == (None, None)
                    hidden += 1
    assert min(hidden, shown) > 500


def test_a_face_down_gift_is_seen_by_the_two_alone() -> None:
    rng = random.Random("gift")
    checked = 0
    while checked < 60:
        deal = deal_for("hochzeit", rng)
        outcome = deal.outcome
        assert outcome is not None
        gifts = {f"give {NAMES[card]}" for _, card in deal.given}
        assert len(gifts) == 2
        for seat in (None, *deal.seats):
            told = {action.text for action in View.of(deal, seat).log if action.text.startswith("give ")}
            open_to_him = seat in (outcome.declarer, outcome.partner) or deal.rules["hochzeit.card"] == "face_up"
            assert told == (gifts if open_to_him else {"give ??"})
        checked += 1


def test_what_a_seat_has_heard_can_be_played_again_with_unknown_cards() -> None:
    """Also by who has not seen what was given face down, and then from the same point on."""
    rng = random.Random("again")
    gifts = 0
    for name in ("rufspiel", "solo", "hochzeit", "ramsch", "renonce") * 12:
        points = list(walk(deal_for(name, rng), rng))
        for point in points[:: len(points) // 6]:
            for seat in point.seats:
                view = View.of(point, seat)
                hands = tuple(hand if owner == seat else (None,) * len(hand) for owner, hand in enumerate(point.hands))
                again = Deal.new(point.rules, hands, dealer=point.dealer, carried=point.carried)
                for action in view.log:
                    again = again.ready_for(action).after(action)
                gifts += any(action.text == "give ??" for action in view.log)
                if not point.finished:
                    assert View.of(again, seat) == view
    assert gifts > 50


def test_a_card_that_is_known_is_not_given_face_down() -> None:
    deal = deal_for("hochzeit", random.Random("known"))
    assert deal.outcome is not None
    at = next(index for index, action in enumerate(deal.log) if action.text.startswith("give "))
    before = Deal.new(deal.rules, deal.hands, dealer=deal.dealer, carried=deal.carried)
    for action in deal.log[:at]:
        before = before.ready_for(action).after(action)
    with pytest.raises(IllegalAction, match="play/not-held"):
        before.after(Action(deal.log[at].seat, "give ??"))


def test_knocking_sees_the_first_packet_only() -> None:
    rng = random.Random("packet")
    checked = 0
    while checked < 100:
        rules = any_rules(rng).with_overrides({"knock": {"who": "anyone"}})
        deal = any_deal(rules, rng)
        for seat in deal.seats:
            view = View.of(deal, seat)
            first = [NAMES[card] for card in deal.hands[seat][: rules["deal.packets"][0]] if card is not None]
            assert list(view.dealt) == list(view.hand) == first
            checked += 1
