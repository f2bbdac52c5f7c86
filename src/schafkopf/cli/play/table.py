"""An evening at one table: the loop over deals, the person's turns, the bots' turns."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol

from schafkopf.cli.play import accounts
from schafkopf.cli.play.ask import ANY_TIME, Ask
from schafkopf.cli.play.saves import Evening, Save
from schafkopf.cli.play.screen import Screen
from schafkopf.game.alphabet import LEVELS, Action
from schafkopf.game.cards import SUITS
from schafkopf.game.compile import contract, played
from schafkopf.game.deal import Deal
from schafkopf.game.dealing import shuffled_hands
from schafkopf.game.errors import IllegalAction
from schafkopf.game.session import Session
from schafkopf.game.view import View

MOVE_SECONDS = 0.7
TRICK_SECONDS = 1.2


class Bot(Protocol):
    """Plays a seat from what that seat sees."""

    def choose(self, view: View, rng: random.Random) -> str:
        """One of the view's options."""

    def double(self, view: View, rng: random.Random) -> str | None:
        """The doubling that the view offers, if the bot wants to say it, also out of turn."""


class Dice:
    """Chance of an evening.

    With a seed every shuffle and every decision has its own, so that a resumed evening goes on alike.
    """

    def __init__(self, seed: int | None) -> None:
        self.seed = seed

    def at(self, *place: object) -> random.Random:
        """The source of randomness for one decision."""
        if self.seed is None:
            return random.SystemRandom()
        return random.Random(":".join(str(part) for part in (self.seed, *place)))


class Table:
    """Plays deals until the evening is over or the person leaves (`ask.Leave`)."""

    def __init__(
        self,
        evening: Evening,
        *,
        seat: int,
        bot: Bot,
        dice: Dice,
        save: Save,
        screen: Screen,
        ask: Ask,
        pause: Callable[[float], None] | None = None,
        watch: bool = False,
    ) -> None:
        self.session: Session = evening.session
        self.names = evening.names
        self.number = evening.records + 1
        """Which deal of the evening this is, counted from 1."""
        self.deal = evening.deal
        self.seat = seat
        self.bot = bot
        self.dice = dice
        self.save = save
        self.screen = screen
        self.ask = ask
        self.pause = pause
        self.watch = watch
        ask.commands.update(
            {
                "?": self._help,
                "l": self._last_trick,
                "h": self._position,
                "b": self._balances,
                "r": self._rules,
                "a": self._all_hands,
                "t": self._tip,
            }
        )
        self._shown: View | None = None

    def begin(self) -> None:
        """Deal and save the first deal if none is being played; nothing is shown yet. Raises SaveFault."""
        if self.deal is None and not self.session.over:
            self._deal()

    def play(self, deals: int | None = None) -> None:
        """Deal after deal; at most so many."""
        while not (self.session.over and self.deal is None):
            deal = self.deal or self._deal()
            self.screen.opening(self._see(deal), self.session, self.number)
            self.screen.catch_up(self._see(deal))
            self._finish(self._play(deal))
            deals = None if deals is None else deals - 1
            if deals == 0 or self.session.over:
                return
            if not (self.watch and self.pause is None):
                self._between()

    def _see(self, deal: Deal) -> View:
        self._shown = View.of(deal, self.seat)
        return self._shown

    def _deal(self) -> Deal:
        session = self.session
        hands = shuffled_hands(session.rules, session.at_table, session.dealer, self.dice.at(self.number, "shuffle"))
        deal = session.deal(hands)
        self.save.write(deal, self.names)
        self.deal = deal
        return deal

    def _play(self, deal: Deal) -> Deal:
        if self.seat not in deal.seats or self.watch:
            self._hand()
        while deal.phase != "over":
            before = self._see(deal)
            action, by_person = self._next(deal)
            moved = deal.after(action)
            self.save.write(moved, self.names)
            self.deal = deal = moved
            after = self._see(deal)
            self.screen.happened(before, after)
            if self.pause is not None:
                if len(after.tricks) > len(before.tricks):
                    self.pause(TRICK_SECONDS)
                elif not by_person:
                    self.pause(MOVE_SECONDS)
        return deal

    def _finish(self, deal: Deal) -> None:
        before = self.session
        self.session = before.after(deal)
        self.deal = None
        self.number += 1
        view = self._see(deal)
        accounts.show_bill(self.screen, view, self.session)
        if self.session.rules.chalk:
            accounts.show_slate(self.screen, self.session, before, self.pause)

    def _between(self) -> None:
        words = self.screen.words
        self.screen.console.print()
        while text := self.ask.answer(words.say("ask", "next")):
            self.ask.unknown(text[:30])

    # -- whose move ------------------------------------------------------------------------------------------------

    def _next(self, deal: Deal) -> tuple[Action, bool]:
        """The next action, and whether the person took it."""
        if deal.phase == "claim":
            return self._claim(deal)
        doubling = self._bot_doubles(deal) if deal.phase == "play" else None
        if doubling is not None:
            return doubling, False
        seat = deal.turn
        assert seat is not None
        if self._is_person(seat):
            return self._person(deal), True
        action = Action(seat, self.bot.choose(View.of(deal, seat), self._dice(deal, seat)))
        word = self._doubling_of(deal, self.seat)
        if not self.watch and word is not None and self._doubling_of(deal.after(action), self.seat) != word:
            # Whatever card comes next closes the person's right to double, so this is the moment to ask.
            self._hand()
            if self.ask.sure(
                self.screen.words.say("ask", "double", word=self.screen.words.action(word)), default=False
            ):
                return Action(self.seat, word), True
        return action, False

    def _is_person(self, seat: int) -> bool:
        return seat == self.seat and not self.watch

    def _dice(self, deal: Deal, *place: object) -> random.Random:
        return self.dice.at(self.number, len(deal.log), *place)

    def _doubling_of(self, deal: Deal, seat: int) -> str | None:
        if deal.phase != "play" or seat not in deal.seats:
            return None
        return next((text for text in deal.options_of(seat) if text in LEVELS), None)

    def _bot_doubles(self, deal: Deal) -> Action | None:
        for seat in deal.seats:
            if self._is_person(seat) or self._doubling_of(deal, seat) is None:
                continue
            word = self.bot.double(View.of(deal, seat), self._dice(deal, seat, "double"))
            if word is not None:
                return Action(seat, word)
        return None

    def _claim(self, deal: Deal) -> tuple[Action, bool]:
        """Laufende that must be asked for: who may ask is asked, then the pack is cut."""
        for seat in deal.seats:
            view = View.of(deal, seat)
            if "claim" not in view.options:
                continue
            if self._is_person(seat):
                if self.ask.sure(self.screen.words.say("ask", "claim"), default=True):
                    return Action(seat, "claim"), True
            elif self.bot.choose(view, self._dice(deal, seat)) == "claim":
                return Action(seat, "claim"), False
        return Action(deal.seats[-1], "cut"), False

    def _person(self, deal: Deal) -> Action:
        view = self._see(deal)
        self.screen.status(view)
        self.screen.hand(view, choosing=view.phase in ("play", "give"))
        while True:
            action = Action(self.seat, self.ask.action(view))
            try:
                deal.after(action)
            except IllegalAction as error:
                self.screen.line(self.screen.words.error(error), "red")
                if action.text in ANY_TIME:
                    self._position()
                elif not error.allowed or error.code == "play/not-held":
                    self._playable(view, cards_only=error.code == "play/not-held")
                continue
            return action

    def _playable(self, view: View, *, cards_only: bool = False) -> None:
        words = self.screen.words
        options = ", ".join(words.action(text) for text in view.options if not (cards_only and text in LEVELS))
        self.screen.line(words.say("ask", "possible", options=options))

    # -- commands --------------------------------------------------------------------------------------------------

    def _help(self) -> None:
        words = self.screen.words
        self.screen.rule(words.say("help", "title"))
        example = words.faces.code("GA")
        for key in ("number", "?", "l", "h", "b", "r", "k", "a", "t", "rest", "concede", "throw-in", "enter", "q"):
            if key == "throw-in" and (self.session.rules.chalk or not self.session.rules["deal.throw_in"]):
                continue
            if key == "k" and not self._doubled_here():
                continue
            name = f"{self._numbers()}, {example}" if key == "number" else key.replace("enter", "Enter")
            self.screen.line(f"{name:<9} {words.say('help', key)}", hang=10)
            if key == "number":
                style = words.faces.style
                suits: dict[str, Any] = {suit: words.suit(suit) for suit in SUITS}
                self.screen.line(f"{'S8':<9} {words.say('help', style, **suits)}", hang=10)

    def _numbers(self) -> str:
        """The numbers that can be typed: of the cards held, or of what may be said."""
        view = self._shown
        count = self.session.rules.hand_size
        if view is not None and view.hand:
            count = len(view.hand) if view.phase in ("play", "give") else len(view.options) or count
        return f"1–{count}" if count > 1 else "1"

    def _doubled_here(self) -> bool:
        """Whether there is doubling in the contract of this deal, or in any that may still come about."""
        rules = self.session.rules
        seen = None if self._shown is None else self._shown.contract
        names = played(rules) if seen is None else (seen.name,)
        rights = {contract(rules, name).kontra for name in names}
        return "own" in rights or ("sides" in rights and rules["kontra.max"] > 0)

    def _last_trick(self) -> None:
        if self._shown is not None:
            self.screen.last_trick(self._shown)

    def _hand(self, *, table: bool = False) -> None:
        if self._shown is not None:
            self.screen.status(self._shown)
            if table:
                self.screen.on_table(self._shown)
            person_moves = self._shown.turn == self.seat and not self.watch
            self.screen.hand(self._shown, choosing=person_moves and self._shown.phase in ("play", "give"))

    def _position(self) -> None:
        """What lies on the table, and the hand."""
        self._hand(table=True)

    def _all_hands(self) -> None:
        if self._shown is None or not self._shown.hands:
            self.screen.line(self.screen.words.say("ask", "hands_later"))
            return
        self.screen.all_hands(self._shown)

    def _tip(self) -> None:
        from schafkopf.cli.play.tip import give_tip

        give_tip(self.screen, self._shown, self.seat)

    def _balances(self) -> None:
        accounts.show_balances(self.screen, self.session, self.number - 1)

    def _rules(self) -> None:
        from schafkopf.cli.play.rulebook import read_rules

        read_rules(self.ask, self.session.rules)
