"""Who plays the other seats: the bots of the engine, by name. Nothing is compiled or loaded to know the names."""

from __future__ import annotations

from random import Random

from schafkopf.cli.mind import announce_bots
from schafkopf.cli.play.table import Bot
from schafkopf.engine.bots.player import Budget, Player, all_names, player
from schafkopf.game.view import View

_MS = 300.0
"""What a bot that searches may take for an answer: a person waits for it."""
_NODES = 1_500_000
"""About as much search; not by the clock, where an evening is to be had again."""


def known_bots() -> tuple[str, ...]:
    """The names; two of them as CARDS/WORDS are a bot too."""
    return all_names()


def known_bot(name: str) -> bool:
    """Whether there is a bot of this name."""
    cards, slash, words = name.partition("/")
    return cards in all_names() and (not slash or words in all_names())


def load_bot(name: str, language: str, *, exact: bool) -> Bot:
    """The bot of this name; says so if something has to be compiled for it first.

    exact: it answers alike whenever it is asked with the same dice. Raises ValueError if there is no such bot.
    """
    announce_bots(language, name)
    return _Seated(player(name), Budget(nodes=_NODES) if exact else Budget(ms=_MS))


class _Seated:
    """A bot of the engine with its time to think."""

    def __init__(self, bot: Player, budget: Budget) -> None:
        self._bot = bot
        self._budget = budget

    def choose(self, view: View, rng: Random) -> str:
        """One of the view's options."""
        if len(view.options) == 1:
            return view.options[0]
        return self._bot.choose(view, rng, self._budget)

    def double(self, view: View, rng: Random) -> str | None:
        """The doubling it wants to say, if any."""
        return self._bot.double(view, rng, self._budget)
