"""Bots against bots on duplicate deals: the same cards for everybody, each contestant on every seat.

A deal follows from the seed and its number, and so does all randomness of the bots, seat by seat. Whoever answers the
same in all of a deal's games gets exactly the same result in them. Each deal stands alone: nothing is carried in, and
one that nobody plays counts 0 for everybody. `estimate` says what is made of the amounts.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from json import dumps
from pathlib import Path
from random import Random
from typing import Any

import schafkopf
from schafkopf.engine.bots.player import OWN, Budget, Player, player
from schafkopf.engine.bots.referee import Effort, Incident, dice, finish
from schafkopf.game.deal import Deal
from schafkopf.game.dealing import shuffled_hands
from schafkopf.game.ruleset import Ruleset

LINEUPS = {
    "one": "one A on each seat in turn, B on all others",
    "opposite": "A on two seats across from each other, B on the other two, and the other way round",
    "three": "one B on each seat in turn, A on all others",
}
PARTS = {"A": "A", "C": "cards of A, words of B", "D": "cards of B, words of A"}
"""Contestants that stand for A; C and D are only there with `split`."""

_AHEAD = 8
"""Deals handed out to each process before the first of them has come back."""


@dataclass(frozen=True)
class Settings:
    """What decides the results. Raises ValueError for an unknown bot or line-up, or one that the rules do not seat."""

    a: str
    b: str
    rules: Ruleset
    rules_name: str
    """As it was asked for; the rules themselves are what counts."""
    seed: int = 1
    budget: Budget = OWN
    lineups: tuple[str, ...] = ("one",)
    split: bool = False
    """Also measure A's cards with B's words (bids, knocks, doubling), and the other way round."""

    def __post_init__(self) -> None:
        unknown = [name for name in self.lineups if name not in LINEUPS]
        if unknown or not self.lineups:
            raise ValueError(f"no line-up is called {', '.join(unknown)!r}; there are {', '.join(LINEUPS)}")
        if len(set(self.lineups)) < len(self.lineups):
            raise ValueError("a line-up is named twice")
        if "opposite" in self.lineups and self.players != 4:
            raise ValueError(f"the line-up 'opposite' needs four players; {self.rules_name} has {self.players}")
        for name in self.bots.values():
            player(name)

    @property
    def players(self) -> int:
        """Seats; nobody sits out."""
        return int(self.rules["table.players"])

    @cached_property
    def bots(self) -> dict[str, str]:
        """The bot of each letter in a seating."""
        found = {"A": self.a, "B": self.b}
        if self.split:
            cards, words = {}, {}
            for letter, name in found.items():
                cards[letter], _, said = name.partition("/")
                words[letter] = said or name
            found |= {"C": f"{cards['A']}/{words['B']}", "D": f"{cards['B']}/{words['A']}"}
        return found

    def seatings(self, lineup: str, part: str = "A") -> tuple[str, ...]:
        """Who sits where in the games of a line-up: a letter for each seat.

        >>> from schafkopf.game import load_ruleset
        >>> Settings("rules", "random", load_ruleset("bavaria"), "bavaria").seatings("one")
        ('ABBB', 'BABB', 'BBAB', 'BBBA')
        """
        seats = range(self.players)
        if lineup == "opposite":
            return f"{part}B{part}B", f"B{part}B{part}"
        one, others = ("B", part) if lineup == "three" else (part, "B")
        return tuple("".join(one if seat == place else others for seat in seats) for place in seats)

    @property
    def parts(self) -> tuple[str, ...]:
        """The contestants that stand for A."""
        return tuple(PARTS) if self.split else ("A",)

    def header(self) -> dict[str, Any]:
        """The settings as JSON-ready data, with marks of the rules and of the program that plays."""
        return {
            "arena": 1,
            "a": self.a,
            "b": self.b,
            "rules": self.rules_name,
            "rules_mark": _mark([dumps(self.rules.nested(), sort_keys=True).encode()]),
            "seed": self.seed,
            "ms": self.budget.ms,
            "nodes": self.budget.nodes,
            "lineup_names": list(self.lineups),
            "split": self.split,
            "version": schafkopf.__version__,
            "code_mark": code_mark(),
        }


def code_mark() -> str:
    """A mark of everything that decides what bots play: results of different programs are not to be mixed."""
    home = Path(schafkopf.__file__).parent
    files = sorted(path for part in ("game", "engine") for path in (home / part).rglob("*.py"))
    return _mark(path.read_bytes() for path in files)


def _mark(pieces: Iterable[bytes]) -> str:
    digest = sha256()
    for piece in pieces:
        digest.update(sha256(piece).digest())
    return digest.hexdigest()[:16]


def deal_of(rules: Ruleset, seed: int, number: int) -> Deal:
    """The deal with this number, always the same; the dealer goes round."""
    players = rules["table.players"]
    dealer = number % players
    return Deal.new(rules, shuffled_hands(rules, players, dealer, Random(f"hands:{seed}:{number}")), dealer=dealer)


def play_deal(settings: Settings, number: int, bots: dict[str, Player] | None = None) -> dict[str, Any]:
    """One deal in all its seatings, as the JSON-ready line of a results file.

    `games`: seating, amounts by seat (chalk: strokes for less strokes against), contract and its line, roles by seat
    (d declarer, p partner, o opponent, e everybody for himself, - not played), whether the declarer's side won, how
    often it was doubled; or the error that ended it. `effort`: by letter answers, forced moves, fallbacks, seconds,
    slowest.
    """
    bots = bots or {letter: player(name) for letter, name in settings.bots.items()}
    start = deal_of(settings.rules, settings.seed, number)
    wanted = {
        seating: None
        for lineup in settings.lineups
        for part in settings.parts
        for seating in settings.seatings(lineup, part)
    }
    efforts = {letter: Effort() for letter in bots}
    games = []
    for seating in wanted:
        try:
            deal = finish(
                start,
                [bots[letter] for letter in seating],
                dice(settings.seed, number),
                budget=settings.budget,
                efforts=[efforts[letter] for letter in seating],
            )
        except Incident as incident:
            games.append({"seats": seating, "error": str(incident)})
        else:
            games.append({"seats": seating, **outcome(deal)})
    effort = {
        letter: [did.answers, did.forced, did.fallbacks, round(did.seconds, 6), round(did.slowest, 6)]
        for letter, did in efforts.items()
    }
    return {"deal": number, "games": games, "effort": effort}


def outcome(deal: Deal) -> dict[str, Any]:
    """What a finished deal says of each seat (see `play_deal`)."""
    facts, bill = deal.facts(), deal.settlement()
    assert bill is not None
    seats = range(len(deal.hands))
    if facts is None:
        # A pot may have been paid into, which belongs to no deal of its own.
        return {
            "amounts": [0 for _ in seats],
            "contract": None,
            "line": None,
            "roles": "-" * len(seats),
            "won": None,
            "kontra": 0,
        }
    amounts = list(bill.amounts)
    if bill.strokes is not None:
        amounts = [bill.strokes[seat % 2] - bill.strokes[(seat + 1) % 2] for seat in seats]
    roles = "".join(
        "e" if facts.declarer is None else "d" if seat == facts.declarer else "p" if seat in facts.side else "o"
        for seat in seats
    )
    return {
        "amounts": amounts,
        "contract": facts.contract.name,
        "line": facts.contract.line.kind,
        "roles": roles,
        "won": None if facts.declarer is None else facts.won,
        "kontra": len(deal.said),
    }


# -- many deals --------------------------------------------------------------------------------------------------------

_here: tuple[Settings, dict[str, Player]] | None = None
"""What a process of the arena plays."""


def _prepare(settings: Settings) -> None:
    global _here
    # A keyboard interrupt is the business of the process that started this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _here = settings, {letter: player(name) for letter, name in settings.bots.items()}


def _play(number: int) -> dict[str, Any]:
    assert _here is not None
    return play_deal(_here[0], number, _here[1])


def run(settings: Settings, numbers: Iterable[int], *, jobs: int = 1) -> Iterator[dict[str, Any]]:
    """The lines of these deals, in this order whatever the number of processes; see `play_deal`.

    With a budget in milliseconds the clock decides, and more processes than cores shorten what bots get.
    """
    if jobs < 1:
        raise ValueError(f"{jobs} processes")
    if jobs == 1:
        bots = {letter: player(name) for letter, name in settings.bots.items()}
        for number in numbers:
            yield play_deal(settings, number, bots)
        return
    waiting: deque[Future[dict[str, Any]]] = deque()
    # Fresh processes: a forked one would share half of what the compiled parts have set up.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_prepare, initargs=(settings,))
    try:
        for number in numbers:
            waiting.append(pool.submit(_play, number))
            if len(waiting) >= jobs * _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
