"""Bots at one table: who is asked when, what it took, and nothing played in a bot's place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter

from schafkopf.engine.bots.player import OWN, Budget, Player, decide
from schafkopf.game.alphabet import CARDS, LEVELS
from schafkopf.game.deal import Deal

Dice = Callable[[Deal, int], Random]
"""The source of randomness for one decision: the position and the seat that decides."""


@dataclass(slots=True)
class Effort:
    """What the answers of one seat took."""

    answers: int = 0
    """Answers for which the bot was asked."""
    forced: int = 0
    """Moves for which there was no choice."""
    fallbacks: int = 0
    """Answers that the bot itself says it gave without having thought to its end."""
    seconds: float = 0.0
    slowest: float = 0.0
    """Seconds of the slowest answer."""


class Incident(Exception):
    """A bot failed: an illegal answer, or an error of its own (the cause). The deal ends there, without a bill."""

    def __init__(self, deal: Deal, seat: int, cause: Exception) -> None:
        super().__init__(f"seat {seat}, action {len(deal.log)}: {type(cause).__name__}: {cause}")
        self.deal = deal
        self.seat = seat


def dice(*place: object) -> Dice:
    """Randomness that depends on the place (a seed, a deal), the seat and how far the deal is: on nothing else.

    So what a bot draws does not depend on who sits elsewhere, on the order of deals or on the number of processes.
    """
    head = ":".join(str(part) for part in place)
    return lambda deal, seat: Random(f"{head}:{seat}:{len(deal.log)}")


def steps(
    deal: Deal,
    players: Sequence[Player],
    dice: Dice,
    *,
    budget: Budget = OWN,
    efforts: Sequence[Effort] | None = None,
) -> Iterator[Deal]:
    """Every position of a deal that bots play, this one first and the finished one last.

    players and efforts: by seat. Who has the turn is asked, also for Kontra; out of turn a seat is asked at the last
    moment at which it may still say so. Raises Incident.
    """
    efforts = efforts if efforts is not None else [Effort() for _ in players]

    def answer(deal: Deal, seat: int) -> str | None:
        bot, effort = players[seat], efforts[seat]
        before = getattr(bot, "fallbacks", 0)
        start = perf_counter()
        try:
            decision = decide(bot, deal, seat, dice(deal, seat), budget)
        except Exception as error:
            raise Incident(deal, seat, error) from error
        if decision.asked:
            took = perf_counter() - start
            effort.answers += 1
            effort.seconds += took
            effort.slowest = max(effort.slowest, took)
            effort.fallbacks += getattr(bot, "fallbacks", 0) - before
        elif decision.text is not None:
            effort.forced += 1
        return decision.text

    yield deal
    while deal.phase != "over":
        deal = deal.after(_claim(deal, answer) if deal.phase == "claim" else _next(deal, answer))
        yield deal


def finish(
    deal: Deal,
    players: Sequence[Player],
    dice: Dice,
    *,
    budget: Budget = OWN,
    efforts: Sequence[Effort] | None = None,
) -> Deal:
    """The deal at its end; see `steps`."""
    for position in steps(deal, players, dice, budget=budget, efforts=efforts):
        deal = position
    return deal


def _next(deal: Deal, answer: Callable[[Deal, int], str | None]) -> str:
    if deal.phase == "play":
        for seat in _last_call(deal):
            if (word := answer(deal, seat)) is not None:
                return f"{seat} {word}"
    assert deal.turn is not None
    return f"{deal.turn} {answer(deal, deal.turn)}"


def _last_call(deal: Deal) -> tuple[int, ...]:
    """Seats out of turn that may double now, and no more once the next card lies."""
    waiting = [
        seat for seat in deal.seats if seat != deal.turn and any(text in LEVELS for text in deal.options_of(seat))
    ]
    if not waiting or deal.turn is None:
        return ()
    card = next(text for text in deal.options_of(deal.turn) if text in CARDS)
    after = deal.after(f"{deal.turn} {card}")
    # Whether the right closes depends on how many cards lie, not on which.
    return tuple(
        seat for seat in waiting if after.finished or not set(deal.options_of(seat)) & set(after.options_of(seat))
    )


def _claim(deal: Deal, answer: Callable[[Deal, int], str | None]) -> str:
    """Who may ask for Laufende is asked, then the pack is cut."""
    for seat in deal.seats:
        if "claim" in deal.options_of(seat) and answer(deal, seat) == "claim":
            return f"{seat} claim"
    return f"{deal.seats[-1]} cut"
