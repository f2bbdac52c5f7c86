"""Deals for the tests of bots: set up by hand, or played out by bots, every action checked by the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from schafkopf.engine.bots.rules import choose, double
from schafkopf.game import Deal, Ruleset, Session, View, parse_cards
from schafkopf.game.dealing import shuffled_hands


def set_up(rules: Ruleset, tricks: Sequence[str], said: Sequence[str]) -> Deal:
    """A deal of four from its tricks (cards of seats 0 to 3 in each line), with seat 0 as forehand."""
    columns = zip(*(parse_cards(trick) for trick in tricks), strict=True)
    deal = Deal.new(rules, tuple(tuple(column) for column in columns), dealer=3)
    for action in said:
        deal = deal.after(action)
    return deal


def lead_in(deal: Deal, tricks: Sequence[str]) -> Deal:
    """The deal after these tricks (written like those of `set_up`), led by whoever won the one before."""
    for trick in tricks:
        cards = trick.split()
        for _ in cards:
            seat = deal.turn
            assert seat is not None
            deal = deal.after(f"{seat} {cards[seat]}")
    return deal


def fresh(rules: Ruleset, number: int) -> Deal:
    """A shuffled deal, always the same for one number."""
    players = rules["table.players"]
    dealer = number % players
    return Deal.new(rules, shuffled_hands(rules, players, dealer, Random(number)), dealer=dealer)


def steps(deal: Deal, rng: Random, styles: Sequence[str]) -> Iterator[Deal]:
    """Every position of a deal that bots play, the finished one last; an illegal answer raises."""
    while not deal.finished:
        yield deal
        for seat in deal.seats:
            word = double(View.of(deal, seat), rng, styles[seat])
            if word is not None:
                deal = deal.after(f"{seat} {word}")
        seat = next(seat for seat in deal.seats if View.of(deal, seat).options) if deal.turn is None else deal.turn
        deal = deal.after(f"{seat} {choose(View.of(deal, seat), rng, styles[seat])}")
    while deal.phase == "claim":
        yield deal
        answers = {seat: choose(View.of(deal, seat), rng, styles[seat]) for seat in deal.seats}
        claims = [f"{seat} {text}" for seat, text in answers.items() if text == "claim"]
        deal = deal.after(claims[0] if claims else f"{deal.seats[0]} {answers[deal.seats[0]]}")
    yield deal


def finish(deal: Deal, rng: Random, styles: Sequence[str]) -> Deal:
    """The deal at its end."""
    for position in steps(deal, rng, styles):
        deal = position
    return deal


def evening(rules: Ruleset, deals: int, seed: int, styles: Sequence[str]) -> Iterator[Deal]:
    """The finished deals of a session, with everything that one leaves to the next."""
    session = Session.new(rules, rules["table.seated"])
    rng = Random(seed)
    for _ in range(deals):
        hands = shuffled_hands(rules, session.at_table, session.dealer, rng)
        deal = finish(session.deal(hands), rng, styles)
        session = session.after(deal)
        yield deal
