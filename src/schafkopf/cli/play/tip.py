"""Advice for the person whose turn it is, from what that person can know."""

from __future__ import annotations

from random import Random

from schafkopf.cli.play.screen import Screen
from schafkopf.engine.bots.rules import choose, double
from schafkopf.engine.cache import ahead
from schafkopf.game.alphabet import CARDS, LEVELS
from schafkopf.game.view import View
from schafkopf.text.bill import money

_MS = 700.0
_MOST = 3


def give_tip(screen: Screen, view: View | None, seat: int) -> None:
    """Print what had best be said or played, and for cards what the best of them bring."""
    words = screen.words
    if view is None or view.turn != seat or not view.options:
        screen.line(words.say("tip", "none"))
        return
    if len(view.options) == 1:
        screen.line(words.say("tip", "only", text=words.action(view.options[0])))
        return
    cards = [text for text in view.options if text in CARDS]
    level = next((text for text in view.options if text in LEVELS), None)
    ramsch = view.contract is not None and view.contract.line == "everyone"
    if view.phase != "play" or ramsch or len(cards) < 2:
        # Rules of thumb, or no choice: nothing has to be compiled for that.
        if len(cards) == 1:
            screen.line(words.say("tip", "only", text=words.action(cards[0])))
        else:
            _thumb(screen, choose(view, Random(0)))
        _doubling(screen, level, double(view, Random(0)))
        return
    seconds = ahead("solver", "worlds")
    if seconds:
        screen.line(words.say("tip", "prepare", seconds), "dim")
    from schafkopf.engine.bots.player import Budget
    from schafkopf.engine.hints import hint

    told = hint(view, Budget(ms=_MS))
    best = next(iter(told.options), None)
    if best is None:
        _thumb(screen, told.best)
    else:
        screen.line(words.say("tip", "best", text=words.action(best)), "bold")
    unit = "stroke" if view.rules.chalk else view.rules["tariff.unit"]
    for card in list(told.options)[:_MOST]:
        amount = money(round(told.options[card]), unit, words.language, sign=True)
        share = f"{told.gains[card]:.0%}"
        text = words.say("tip", "option", told.worlds, card=words.action(card), amount=amount, share=share)
        screen.line(text, indent=3)
    _doubling(screen, level, told.best)


def _thumb(screen: Screen, said: str) -> None:
    """What the rules of thumb would say or play; `_doubling` speaks of doublings."""
    if said not in LEVELS:
        screen.line(screen.words.say("tip", "thumb", text=screen.words.action(said)), "bold")


def _doubling(screen: Screen, level: str | None, said: str | None) -> None:
    """What the rules of thumb say of a doubling that is offered."""
    if level is not None:
        key = "double" if said == level else "no_double"
        screen.line(screen.words.say("tip", key, word=screen.words.action(level)))
