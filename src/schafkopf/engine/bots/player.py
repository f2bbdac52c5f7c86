"""What a bot is to everybody who seats one: the protocol, its budget, and the bots by name.

A name is a kind with an option, `rules:bold`, or two of them, `pimc/rules`: the cards by the first, everything that is
said (bids, knocks, doubling, the exchange of a Hochzeit) by the second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from math import isfinite
from random import Random
from typing import Protocol

from schafkopf.game.alphabet import LEVELS
from schafkopf.game.deal import Deal
from schafkopf.game.view import View


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may spend on one answer; without both it is what the bot takes by itself.

    Raises ValueError for what is no amount.
    """

    ms: float | None = None
    """Milliseconds by the clock: the answer may then differ from run to run."""
    nodes: int | None = None
    """Amount of search, the same on every machine."""

    def __post_init__(self) -> None:
        if self.ms is not None and not (isfinite(self.ms) and self.ms > 0):
            raise ValueError(f"a budget of {self.ms} ms")
        if self.nodes is not None and self.nodes < 1:
            raise ValueError(f"a budget of {self.nodes} nodes")


OWN = Budget()
"""The bot's own idea of how long to think."""


class Player(Protocol):
    """A bot. It holds nothing about a deal: whatever it knows stands in the View.

    A bot that may have to answer without having thought to its end can count these answers in an attribute
    `fallbacks`; who seats it reads the difference.
    """

    def choose(self, view: View, rng: Random, budget: Budget) -> str:
        """One of `view.options`, for the seat whose turn it is: a card, a word, also Kontra where that is offered."""

    def double(self, view: View, rng: Random, budget: Budget) -> str | None:
        """The Kontra word among `view.options` if the bot wants to say it now, out of turn too; else None."""


class IllegalAnswer(Exception):
    """A bot answered what was not among its options, or not at all."""

    def __init__(self, seat: int, answer: object, options: tuple[str, ...]) -> None:
        super().__init__(f"seat {seat} answered {answer!r}; its options: {', '.join(options)}")
        self.seat = seat
        self.answer = answer
        self.options = options


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat does, and whether its bot had to be asked for it."""

    text: str | None
    asked: bool


def decide(player: Player, deal: Deal, seat: int, rng: Random, budget: Budget = OWN) -> Decision:
    """What `seat` says or plays now. Its bot sees the View only, and is not asked where there is but one option.

    On turn it is one of the seat's options, out of turn a Kontra word or None.
    Raises IllegalAnswer; whatever the bot raises goes through.
    """
    view = View.of(deal, seat)
    options = view.options
    if deal.phase == "play" and seat != deal.turn:
        if not any(text in LEVELS for text in options):
            return Decision(None, False)
        word = player.double(view, rng, budget)
        if word is not None and (word not in LEVELS or word not in options):
            raise IllegalAnswer(seat, word, options)
        return Decision(word, True)
    if not options:
        return Decision(None, False)
    if len(options) == 1:
        return Decision(options[0], False)
    answer = player.choose(view, rng, budget)
    if answer not in options:
        raise IllegalAnswer(seat, answer, options)
    return Decision(answer, True)


# -- the bots ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ByRules:
    """Rules of thumb (`schafkopf.engine.bots.rules`); takes what it needs, less than any budget."""

    style: str = "steady"

    def choose(self, view: View, rng: Random, budget: Budget) -> str:
        """See `Player`."""
        from schafkopf.engine.bots import rules

        return rules.choose(view, rng, self.style)

    def double(self, view: View, rng: Random, budget: Budget) -> str | None:
        """See `Player`."""
        from schafkopf.engine.bots import rules

        return rules.double(view, rng, self.style)


@dataclass(frozen=True, slots=True)
class ByChance:
    """Any option alike; never doubles."""

    def choose(self, view: View, rng: Random, budget: Budget) -> str:
        """See `Player`."""
        return rng.choice([text for text in view.options if text not in LEVELS])

    def double(self, view: View, rng: Random, budget: Budget) -> str | None:
        """See `Player`."""
        return None


@dataclass(frozen=True, slots=True)
class Together:
    """Cards by one bot, everything that is said by another."""

    cards: Player
    words: Player

    def choose(self, view: View, rng: Random, budget: Budget) -> str:
        """See `Player`."""
        if view.phase != "play":
            return self.words.choose(view, rng, budget)
        cards = tuple(text for text in view.options if text not in LEVELS)
        if len(cards) < len(view.options):
            word = self.words.double(view, rng, budget)
            if word is not None:
                return word
        return cards[0] if len(cards) == 1 else self.cards.choose(replace(view, options=cards), rng, budget)

    def double(self, view: View, rng: Random, budget: Budget) -> str | None:
        """See `Player`."""
        return self.words.double(view, rng, budget)

    @property
    def fallbacks(self) -> int:
        """Those of both."""
        return int(getattr(self.cards, "fallbacks", 0)) + int(getattr(self.words, "fallbacks", 0))


def _rules(option: str) -> Player:
    from schafkopf.engine.bots.bidding import STYLES

    if option and option not in STYLES:
        raise ValueError(f"rules has no {option!r}; there are {', '.join(STYLES)}")
    return ByRules(option or "steady")


def _random(option: str) -> Player:
    if option:
        raise ValueError(f"random has no {option!r}")
    return Together(ByChance(), ByRules())


def _pimc(option: str) -> Player:
    """Its module loads the kernels, so that is done when it is wanted and not to say that there is no such level."""
    from schafkopf.engine.bots.levels import check_level

    check_level(option)
    found: Player = import_module(_PIMC).player(option)
    return found


_PIMC = "schafkopf.engine.bots.pimc"
_KINDS: dict[str, Callable[[str], Player]] = {"rules": _rules, "random": _random, "pimc": _pimc}


def names() -> tuple[str, ...]:
    """The bots that there are; kinds that take more options than are listed here say so when asked for a wrong one."""
    known = ["rules", "rules:bold", "rules:cautious", "random"]
    if find_spec(_PIMC) is not None:
        known.append("pimc")
    return tuple(known)


def all_names() -> tuple[str, ...]:
    """Every single bot with every option that it takes; loads none of them."""
    from schafkopf.engine.bots.bidding import STYLES
    from schafkopf.engine.bots.levels import LEVELS

    options: dict[str, Iterable[str]] = {"rules": STYLES, "pimc": LEVELS}
    kinds = dict.fromkeys(name.partition(":")[0] for name in names())
    return tuple(name for kind in kinds for name in (kind, *(f"{kind}:{one}" for one in options.get(kind, ()))))


def player(name: str) -> Player:
    """The bot of this name: `rules`, `rules:bold`, `pimc:easy`, or two of them, `pimc/rules`: cards / words.

    Raises ValueError that lists what there is.

    >>> player("rules:bold")
    ByRules(style='bold')
    >>> player("random/rules:cautious").words
    ByRules(style='cautious')
    """
    cards, slash, words = name.partition("/")
    if slash:
        return Together(player(cards), _single(words))
    return _single(name)


def _single(name: str) -> Player:
    kind, colon, option = name.partition(":")
    known = names()
    if kind not in {other.partition(":")[0] for other in known} or bool(colon) != bool(option):
        raise ValueError(f"no bot is called {name!r}; there are {', '.join(known)}, and two of them as CARDS/WORDS")
    return _KINDS[kind](option)
