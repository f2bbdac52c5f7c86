"""A deal as a bot on another machine knows it: from the State it was sent and what it has heard since the cards came.

What it does not know are unknown cards of a Deal; a View of that is what the engine's bots want.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from schafkopf.game import Deal, Ruleset, load_ruleset
from schafkopf.game.alphabet import CARDS, Action
from schafkopf.game.cards import Card
from schafkopf.game.dealing import Carried
from schafkopf.game.errors import SchafkopfError
from schafkopf.game.view import View

Data = dict[str, Any]


class Sight:
    """Follows one table through its messages; `state` is the State with all changes."""

    def __init__(self) -> None:
        self.state: Data = {}
        self.seq = 0
        self._log: list[Action] | None = None
        """Everything said and played in this deal; None: the beginning was missed."""
        self._dealt: list[str] = []
        self._rules: tuple[tuple[str, str], Ruleset] | None = None

    def take(self, data: Data) -> None:
        """A snapshot or a message."""
        if data["type"] == "snapshot":
            self.seq, self.state = data["seq"], data["state"]
            fresh = self.state["phase"] != "deal" or not (self.state["said"] or self.state["trick"])
            self._log = [] if fresh and not any(self.state["tricks_taken"]) else None
            self._dealt = list(self.state["hand"])
            return
        if data["seq"] != self.seq + 1:
            return
        self.seq = data["seq"]
        self.state.update(data["changes"])
        what = data["what"]
        if what["kind"] in ("dealt", "practice"):
            self._log, self._dealt = [], []
        elif what["kind"] == "undone":
            self._log = None
        elif what["kind"] == "acted" and self._log is not None:
            self._log.append(Action(what["seat"], what["action"]))
        if self.state["phase"] == "deal":
            # The first packet stays in front: it is what the knocking was about.
            self._dealt += [card for card in self.state["hand"] if card not in self._dealt and card in CARDS]

    @property
    def seat(self) -> int | None:
        """Where one sits."""
        found: int | None = self.state["you"]["seat"]
        return found

    @property
    def options(self) -> list[str]:
        """What one may say or play now."""
        return [option["action"] for option in self.state["options"]]

    def view(self) -> View | None:
        """What the engine's bots are given; None where too much was missed."""
        seat = self.seat
        if seat is None or self._log is None:
            return None
        for holder in self._holders(seat, self._log):
            try:
                view = self._told(View.of(self._deal(seat, self._log, holder), seat))
            except (SchafkopfError, ValueError, AssertionError, IndexError):
                continue
            if view.turn == self.state["turn"] and set(view.options) == set(self.options):
                return view
        return None

    def _holders(self, seat: int, log: list[Action]) -> tuple[int | None, ...]:
        """Who may hold the Eichel-Ober: with some rules it says who plays when all have passed. None: no matter who."""
        if any(action.text.startswith("give ") for action in log):
            # It may be the gift, and somebody plays already.
            return (None,)
        shown = tuple(action.seat for action in log if action.text == "EO")
        others = (other for other in self.state["playing"] if other != seat)
        return (*shown, None) if shown or "EO" in self._dealt else (None, *others)

    def _told(self, view: View) -> View:
        """With what no single hand tells of the trumps of a chalk deal: who names them, and why he does."""
        if view.phase == "trump":
            return replace(view, turn=self.state["turn"], options=tuple(self.options))
        if view.contract is not None and view.rules.chalk:
            by_club_jack = self.state["contract"]["by_club_jack"]
            return replace(view, contract=replace(view.contract, by_club_jack=by_club_jack))
        return view

    def _deal(self, seat: int, log: list[Action], holder: int | None) -> Deal:
        state = self.state
        rules = self._ruleset()
        size = sum(rules["deal.packets"])
        own = [CARDS[card] for card in self._own(seat, log)]
        hands: list[tuple[Card | None, ...]] = []
        for index in range(len(state["seats"])):
            known: list[Card | None] = list(own) if index == seat else [CARDS["EO"]] if index == holder else []
            cards = size if index in state["playing"] else 0
            hands.append((*known, *([None] * (cards - len(known)))))
        deal = Deal.new(rules, tuple(hands), dealer=state["dealer"], carried=self._carried())
        for action in log:
            deal = deal.ready_for(action).after(action)
        return deal

    def _own(self, seat: int, log: list[Action]) -> list[str]:
        """The cards as dealt: what came by an exchange was not."""
        got = [action.text.split()[1] for action in log if action.text.startswith("give ") and action.seat != seat]
        return [card for card in self._dealt if card not in got]

    def _ruleset(self) -> Ruleset:
        info = self.state["rules"]
        key = (info["id"], repr(info["overrides"]))
        if self._rules is None or self._rules[0] != key:
            self._rules = (key, load_ruleset(info["id"]).with_overrides(info["overrides"]))
        return self._rules[1]

    def _carried(self) -> Carried:
        info = self.state["carried"]
        seat = info["carry_seat"]
        return Carried(
            pot=info["pot"],
            double=info["double"],
            carry=None if seat is None else (seat, info["ties"]),
            strokes=tuple(info["strokes"]),
            heads=tuple(info["heads"]),
            bock=(1,) * info["bock"],
        )
