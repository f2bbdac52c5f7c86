"""A bot on another machine knows what the server's own bots know: its View is made from messages, and is the same."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from tests.laws.kit import all_ids
from tests.server.table.kit import ANNA, PEOPLE, Evening

from schafkopf.cli.serve.sight import Sight
from schafkopf.game import Ruleset, View
from schafkopf.game.cards import cards_of, mask_of
from schafkopf.game.compile import HOCHZEIT_TRUMPS
from schafkopf.game.dealing import Hand
from schafkopf.server import fairness, wire
from schafkopf.server.table import flow, project
from schafkopf.server.table.events import Stored
from schafkopf.server.table.state import Table


def alike(view: View) -> View:
    """Without what nobody needs to know: the order of cards, how long doubled rounds go on after this deal.

    What the deal came down to is on the bill that comes with it.
    """
    first = view.rules["deal.packets"][0] if not view.rules.chalk and view.rules["knock.who"] != "off" else 0
    return replace(
        view,
        dealt=(*sorted(view.dealt[:first]), *sorted(view.dealt[first:])),
        hand=tuple(sorted(view.hand)),
        options=tuple(sorted(view.options)),
        hands=(),
        facts=None,
        bill=None,
        carried=replace(view.carried, bock=(1,) * len(view.carried.bock)),
    )


class Company(Evening):
    """An evening at which a Sight sits beside every player; `compared` counts what they had to know.

    says: words that are said whenever they may be.
    """

    def __init__(self, rules: str, *, seed: int, says: tuple[str, ...] = (), **overrides: Any) -> None:
        # A chalk game that ends with its first head may end with its first deal.
        overrides["session"] = {"length": "endless"}
        super().__init__(wire.NewTable(rules=rules, overrides=overrides), seed=seed, watch=self.told)
        self.says = says
        self.sights: dict[str, Sight] = {}
        self.compared = 0
        self.gifts = 0
        self.come(*PEOPLE[1 : len(self.table.seats)])
        for person in PEOPLE[: len(self.table.seats)]:
            self.sights[person] = Sight()
            self.sights[person].take(as_sent(project.snapshot(self.table, person, 0)))
        self.do(ANNA, wire.Start())

    def told(self, before: Table, stored: Stored, after: Table) -> None:
        for person, sight in self.sights.items():
            sight.take(as_sent(project.message(before, stored, after, person, 0)))
            if sight.state["phase"] != "deal" or not sight.options:
                continue
            assert after.deal is not None
            view = sight.view()
            assert view is not None, (person, after.deal)
            assert alike(view) == alike(View.of(after.deal, sight.seat))
            self.compared += 1
            self.gifts += any(action.text.startswith("give ") for action in view.log)

    def step(self) -> bool:
        for seat in self.table.seated:
            offered = {option.action for option in self.state(self.person(seat)).options}
            word = next((word for word in self.says if word in offered), None)
            if word is not None:
                self.act(self.person(seat), word)
                return True
        return super().step()


def as_sent(message: object) -> Any:
    return json.loads(msgspec.json.encode(message))


@pytest.mark.parametrize("rules", all_ids())
def test_it_sees_what_its_seat_sees(rules: str) -> None:
    evening = Company(rules, seed=len(rules))
    evening.play(4)
    assert evening.compared > 20


@pytest.mark.parametrize("card", ["face_down", "face_up"])
def test_it_follows_a_hochzeit(card: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it is the bride, who takes the trump, or one of the two others."""
    rng = random.Random(card)
    dealt = fairness.hands

    def one_trump(rules: Ruleset, at_table: int, dealer: int, **options: Any) -> tuple[Hand, ...]:
        return with_one_trump(dealt(rules, at_table, dealer, **options), rng)

    monkeypatch.setattr(flow.fairness, "hands", one_trump)
    evening = Company("bavaria+hochzeit", seed=1, says=("hochzeit", "accept", "pass"), hochzeit={"card": card})
    evening.play(16)
    assert evening.gifts > 100


@pytest.mark.parametrize("rules", ["bavaria+muss", "bavaria+kreuz", "bavaria+renonce", "fi-table", "bavaria+ramsch"])
def test_it_follows_what_is_played_when_all_have_passed(rules: str) -> None:
    """Also where the cards of others say who plays."""
    evening = Company(rules, seed=3, says=("pass",))
    evening.play(12)
    assert evening.compared > 60


def with_one_trump(hands: tuple[Hand, ...], rng: random.Random) -> tuple[Hand, ...]:
    """The same pack, where one seat holds a single trump."""
    pack = mask_of(card for hand in hands for card in hand if card is not None)
    trumps = cards_of(pack & HOCHZEIT_TRUMPS)
    plain = cards_of(pack & ~HOCHZEIT_TRUMPS)
    bride = rng.randrange(len(hands))
    own = [rng.choice(trumps), *rng.sample(plain, len(hands[bride]) - 1)]
    left = [card for card in (*trumps, *plain) if card not in own]
    rng.shuffle(left)
    found: list[Hand] = []
    for seat, hand in enumerate(hands):
        found.append(tuple(own) if seat == bride else tuple(left[: len(hand)]))
        left = left if seat == bride else left[len(hand) :]
    return tuple(found)
