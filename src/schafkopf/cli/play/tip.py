"""Advice for the person whose turn it is, from what that person can know."""

from __future__ import annotations

from random import Random

from schafkopf.cli.play.screen import Screen
from schafkopf.engine.cache import ahead
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
    if view.phase != "play":
        # Words are a matter of rules of thumb: nothing has to be compiled for them.
        from schafkopf.engine.bots.rules import choose

        screen.line(words.say("tip", "best", text=words.action(choose(view, Random(0)))), "bold")
        return
    seconds = ahead("solver", "worlds")
    if seconds:
        screen.line(words.say("tip", "prepare", seconds), "dim")
    from schafkopf.engine.bots.player import Budget
    from schafkopf.engine.hints import hint

    told = hint(view, Budget(ms=_MS))
    screen.line(words.say("tip", "best", text=words.action(told.best)), "bold")
    unit = "stroke" if view.rules.chalk else view.rules["tariff.unit"]
    for card in list(told.options)[:_MOST]:
        amount = money(round(told.options[card]), unit, words.language, sign=True)
        share = f"{told.gains[card]:.0%}"
        text = words.say("tip", "option", told.worlds, card=words.action(card), amount=amount, share=share)
        screen.line(text, indent=3)
