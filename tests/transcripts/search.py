"""Finds deals worth telling: seeded, so that the same deals are found again."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from schafkopf.game import Deal, Record, load_ruleset, ruleset_ids
from schafkopf.game.cards import NAMES, deck
from schafkopf.game.contract import CONTRACT_NAMES
from schafkopf.game.dealing import Carried, Hand, seats_with_cards, shuffled_hands
from schafkopf.game.record import record_of

from .bidding import word
from .greedy import played_greedily

PEOPLE = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fanny")
NOTHING = Carried()
Test = Callable[[Deal], bool]


def won(deal: Deal) -> bool:
    facts = deal.facts()
    return facts is not None and facts.won


def lost(deal: Deal) -> bool:
    facts = deal.facts()
    return facts is not None and facts.declarer is not None and not facts.won


def doubled(deal: Deal) -> bool:
    return len(deal.said) > 0


def has_term(name: str) -> Test:
    def test(deal: Deal) -> bool:
        bill = deal.settlement()
        return bill is not None and any(term.name == name for term in bill.terms)

    return test


def both(*tests: Test) -> Test:
    return lambda deal: all(test(deal) for test in tests)


@dataclass(frozen=True)
class Story:
    """What a playthrough is to show."""

    rules: str
    contract: str
    test: Test = won
    overrides: dict[str, Any] = field(default_factory=dict)
    people: int = 4
    dealer: int = 3
    carried: Carried = NOTHING
    tops: bool = False
    """Somebody is dealt all Obers and Unters: nobody would live to see it otherwise."""


CONTRACTS: dict[str, Story] = {
    "rufspiel": Story("bavaria", "rufspiel"),
    "solo": Story("bavaria", "solo", both(won, doubled)),
    "wenz": Story("bavaria", "wenz", has_term("laufende")),
    "geier": Story("fi-table", "geier"),
    "farbwenz": Story("bavaria+farbwenz", "farbwenz"),
    "farbgeier": Story("bavaria+farbgeier", "farbgeier"),
    "bettel": Story("bavaria+bettel", "bettel"),
    "hochzeit": Story("bavaria+hochzeit", "hochzeit"),
    "renonce": Story("bavaria+renonce", "renonce"),
    "muss": Story("bavaria+muss", "muss", lost),
    "kreuz": Story("bavaria+kreuz", "kreuz"),
    "ramsch": Story("bavaria+ramsch", "ramsch", has_term("base")),
    "chalk": Story("ru-chalk", "chalk"),
    "sie": Story("be-1989", "sie", tops=True),
    "solo-tout": Story("bavaria", "solo-tout"),
    "wenz-tout": Story("bavaria", "wenz-tout"),
    "geier-tout": Story("pt-units", "geier-tout"),
    "farbwenz-tout": Story("bavaria", "farbwenz-tout", overrides={"contracts": ["rufspiel", "solo", "farbwenz-tout"]}),
    "farbgeier-tout": Story("bavaria+farbgeier", "farbgeier-tout"),
}
RULESETS: dict[str, Story] = {
    "bavaria": Story(
        "bavaria", "rufspiel", both(lost, doubled, has_term("knock")), overrides={"knock": {"who": "anyone"}}
    ),
    "bavaria-short": Story("bavaria-short", "rufspiel", has_term("laufende")),
    "three": Story("three", "solo", lost, people=3, dealer=2),
    "be-1989": Story(
        "be-1989", "rufspiel", has_term("laufende"), people=5, dealer=1, overrides={"table": {"seated": 5}}
    ),
    "pt-units": Story("pt-units", "rufspiel", has_term("schneider")),
    "fi-table": Story("fi-table", "ramsch", has_term("virgin")),
    "ru-chalk": Story(
        "ru-chalk",
        "chalk",
        lambda deal: has_term("carry")(deal) and deal.facts() is not None and by_club_jack(deal),
        carried=Carried(carry=(1, 1), strokes=(3, 5)),
    ),
}


def by_club_jack(deal: Deal) -> bool:
    facts = deal.facts()
    return facts is not None and facts.by_club_jack and not facts.won


def stories() -> dict[str, Story]:
    """Every playthrough by its file name."""
    assert set(CONTRACTS) == set(CONTRACT_NAMES)
    assert set(RULESETS) == set(ruleset_ids())
    return {**CONTRACTS, **{f"rules-{id}": story for id, story in RULESETS.items()}}


def found(name: str) -> Record:
    """The first deal of a seeded series that tells the story."""
    story = stories()[name]
    rules = load_ruleset(story.rules).with_overrides(story.overrides)
    rng = random.Random(f"transcript {name}")
    while True:
        hands = _tops_for_one(story, rng) if story.tops else shuffled_hands(rules, story.people, story.dealer, rng)
        deal = Deal.new(rules, hands, dealer=story.dealer, carried=story.carried)
        deal = _spoken(deal)
        if deal.contract is None or deal.contract.name != story.contract:
            continue
        deal = played_greedily(deal)
        if story.test(deal):
            return record_of(deal, PEOPLE[: story.people])


def _spoken(deal: Deal) -> Deal:
    while deal.play is None and deal.options():
        deal = deal.after(word(deal))
    return deal


def _tops_for_one(story: Story, rng: random.Random) -> tuple[Hand, ...]:
    rules = load_ruleset(story.rules)
    tops = [card for card in deck(32) if NAMES[card][1] in "OU"]
    rest = [card for card in deck(32) if card not in tops]
    rng.shuffle(tops)
    rng.shuffle(rest)
    hands: list[Hand] = [() for _ in range(story.people)]
    for number, seat in enumerate(seats_with_cards(rules, story.people, story.dealer)):
        hands[seat] = tuple(tops if number == 2 else (rest.pop() for _ in range(8)))
    return tuple(hands)
