"""How fast the engine is: the solver on fixed deals, random playouts, and the bots."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib import resources
from importlib.metadata import version
from pathlib import Path
from random import Random
from statistics import fmean, median
from time import perf_counter, thread_time
from typing import Any

import numpy as np

from schafkopf.engine.bots import player as bots
from schafkopf.engine.bots.referee import Effort, dice, finish
from schafkopf.engine.desk import desk
from schafkopf.engine.kernels import layout as at
from schafkopf.engine.kernels.playout import ROOM, playouts
from schafkopf.engine.kernels.prepare import prepare
from schafkopf.engine.kernels.search import descend, exact
from schafkopf.engine.kernels.solve import cards
from schafkopf.engine.position import Numbers, position_of
from schafkopf.engine.questions import NO_STEPS
from schafkopf.game.deal import Deal
from schafkopf.game.dealing import shuffled_hands
from schafkopf.game.play import Play
from schafkopf.game.record import parse_record
from schafkopf.game.ruleset import load_ruleset

CONTRACTS = ("rufspiel", "solo", "wenz")
QUESTIONS = {
    "value": "value of the deal",
    "cards": "values of all first cards",
    "threshold": "61 points or more?",
    "six": "value with six cards left",
}
_GUESS = 60


@dataclass(frozen=True, slots=True)
class Spread:
    """How numbers lie."""

    median: float
    mean: float
    p95: float
    worst: float

    @classmethod
    def of(cls, numbers: list[float]) -> Spread:
        """Of at least one number; p95: the smallest that at least 95 of 100 do not exceed."""
        ordered = sorted(numbers)
        return cls(median(ordered), fmean(ordered), ordered[-(-len(ordered) * 19 // 20) - 1], ordered[-1])


@dataclass(frozen=True, slots=True)
class Solving:
    """What one kind of question takes on the fixed deals of one contract."""

    contract: str
    question: str
    deals: int
    ms: Spread
    """CPU time of one core."""
    nodes: Spread
    """Cards played by the search."""


@dataclass(frozen=True, slots=True)
class Playing:
    """Random complete playouts on one core."""

    contract: str
    playouts: int
    per_second: float


@dataclass(frozen=True, slots=True)
class Thinking:
    """A bot with its own budget; only answers for which there was a choice count."""

    name: str
    deals: int
    answers: int
    per_second: float
    slowest_ms: float


Figure = Solving | Playing | Thinking


def problems(contract: str) -> list[Deal]:
    """The fixed deals of a contract, each at its first card: 200 plausible ones, after auctions of bots."""
    name = f"{contract}.jsonl"
    shipped = resources.files("schafkopf.research") / "problems" / name
    # In a checkout they lie where the tests look for them; the build puts them into the package.
    source = shipped if shipped.is_file() else Path(__file__).parents[3] / "tests" / "problems" / name
    return [parse_record(line).replay() for line in source.read_text(encoding="utf-8").splitlines()]


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    return {
        "machine": platform.machine(),
        "system": platform.system(),
        "cores": os.cpu_count(),
        "python": ".".join(map(str, sys.version_info[:3])),
        "numba": version("numba"),
        "numpy": version("numpy"),
    }


def measure(*, quick: bool = False) -> Iterator[Figure]:
    """Everything, one figure after the other. quick: a tenth of the deals, less time for each bot."""
    for contract in CONTRACTS:
        deals = problems(contract)[: 20 if quick else None]
        for question in QUESTIONS:
            yield solving(contract, question, deals)
    for contract in CONTRACTS:
        yield playing(contract, problems(contract)[: 20 if quick else 100], 200 if quick else 4000)
    for name in bots.names():
        yield thinking(name, seconds=1.0 if quick else 5.0)


def figures() -> int:
    """How many figures `measure` yields."""
    return len(CONTRACTS) * (len(QUESTIONS) + 1) + len(bots.names())


def as_dict(figure: Figure) -> dict[str, Any]:
    """A figure as JSON-ready data."""
    return {name: _rounded(value) for name, value in asdict(figure).items()}


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _rounded(inner) for name, inner in value.items()}
    return round(value, 4) if isinstance(value, float) else value


# -- the solver --------------------------------------------------------------------------------------------------------


def solving(contract: str, question: str, deals: list[Deal]) -> Solving:
    """Ask the same of each deal."""
    ms, nodes = [], []
    for number, deal in enumerate(deals):
        assert deal.play is not None
        play = deal.play if question != "six" else _two_tricks_later(deal.play, Random(f"{contract} {number}"))
        took, used = _asked(question, play)
        ms.append(1000 * took)
        nodes.append(float(used))
    return Solving(contract, question, len(deals), Spread.of(ms), Spread.of(nodes))


def _asked(question: str, play: Play) -> tuple[float, int]:
    """CPU seconds and nodes of one question."""
    position, hands = position_of(play), _hands(play)
    values = np.empty(32, np.int64)
    with desk() as work:
        start = thread_time()
        prepare(work, position, hands, 0)
        turn, freed = int(position[at.TURN]), int(position[at.FREED])
        if question == "cards":
            cards(work, -1, values, _GUESS, NO_STEPS)
        elif question == "threshold":
            descend(work, turn, 0, 0, -1, -1, 0, 61, freed)
        else:
            exact(work, turn, 0, 0, -1, -1, 0, freed, min(_GUESS, int(work[at.REST])))
        return thread_time() - start, int(work[at.NODES])


def _hands(play: Play) -> Numbers:
    return np.array([play.hands[seat] for seat in play.plan.seats], np.int64)


def _two_tricks_later(play: Play, rng: Random) -> Play:
    """After two tricks of random legal cards, always the same."""
    while len(play.history) < 2:
        options = play.legal(play.turn)
        play = play.after(rng.choice([lane for lane in range(32) if options >> lane & 1]))
    return play


# -- playouts ----------------------------------------------------------------------------------------------------------


def playing(contract: str, deals: list[Deal], times: int) -> Playing:
    """So many playouts of each deal."""
    work, state = np.zeros(ROOM, np.int64), np.array([0x9E3779B97F4A7C15], np.uint64)
    made = np.empty((1, times), np.int64)
    ready = [(position_of(deal.play), _hands(deal.play)[None, :]) for deal in deals if deal.play is not None]
    start = thread_time()
    for position, hands in ready:
        playouts(work, position, hands, times, state, made)
    number = times * len(ready)
    return Playing(contract, number, number / (thread_time() - start))


# -- bots --------------------------------------------------------------------------------------------------------------


def thinking(name: str, *, seconds: float, most: int = 200) -> Thinking:
    """Four of a bot at one table, for about so long and at most so many deals."""
    rules = load_ruleset("bavaria")
    seated = [bots.player(name)] * 4
    efforts = [Effort() for _ in seated]
    begun = perf_counter()
    deals = 0
    while deals < most and (deals == 0 or perf_counter() - begun < seconds):
        hands = shuffled_hands(rules, 4, deals % 4, Random(f"bench {deals}"))
        finish(Deal.new(rules, hands, dealer=deals % 4), seated, dice("bench", deals), efforts=efforts)
        deals += 1
    answers = sum(effort.answers for effort in efforts)
    spent = sum(effort.seconds for effort in efforts)
    slowest = max(effort.slowest for effort in efforts)
    return Thinking(name, deals, answers, answers / spent if spent else 0.0, 1000 * slowest)
