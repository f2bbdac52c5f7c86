"""Everybody for himself (Ramsch): what best play brings to each player, with all cards in view.

There are no two sides here, so there is no one value that both push in opposite directions. Each player takes the card
that is best for himself and expects the others to do the same: max-n. The alternative, paranoid search (all others
against me), assumes an alliance that nobody has: in a Ramsch only one pays, and the other two do not help each other
to make it me; its values would be far too low for everybody at once, and do not sum to 0.

Utility: the amount of the settlement (ties, virgins, the march, doublings: all of it). Of equal amounts a player
prefers the fewer card points for himself, then the weaker card; so every value is unique. Without a Deal there are no
amounts: then everybody takes as few card points as he can.

Max-n allows little pruning, so an exact answer is a matter of the last cards. A search goes through this trick, then
through one trick more each time as long as its budget allows. The tricks behind it are played by a fixed rule of thumb
(duck, throw away what is dangerous), the last two are searched again. With three cards in a hand everything is
searched whatever the budget; with five the default budget is enough as a rule, with six sometimes. Before that the
values are estimates, and `complete` is False. docs/engine.md has the figures.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import gcd
from threading import Lock

import numpy as np
import numpy.typing as npt

from schafkopf.engine.kernels import everyone_layout as at
from schafkopf.engine.kernels import layout
from schafkopf.engine.kernels.everyone import deepen
from schafkopf.engine.kernels.layout import Numbers
from schafkopf.engine.position import position_of
from schafkopf.engine.solver import Solution, Unsolvable
from schafkopf.game import play as playing
from schafkopf.game.alphabet import CARDS
from schafkopf.game.cards import NAMES
from schafkopf.game.compile import contract as compiled
from schafkopf.game.contract import Contract
from schafkopf.game.deal import Deal
from schafkopf.game.facts import Facts
from schafkopf.game.plan import Lanes, Plan
from schafkopf.game.play import Play
from schafkopf.game.ruleset import Ruleset
from schafkopf.game.settlement import settle
from schafkopf.game.view import View

NODES = 50_000_000
"""Cards that the search may play if nothing else is said: two or three seconds at the first card."""
NOT_LEGAL = int(np.iinfo(np.int64).min)
"""Stands in arrays for a card that is not legal."""

_VIRGIN = {"none": 0, "double_own": 1, "double_own_per_virgin": 2, "double_all": 3}
_TIES = {"tricks": 1, "trumps_taken": 2, "highest_trump_taken": 3, "highest_trump_dealt": 4}
_CHUNK = 8
_MOST = 1 << 40
_DESKS: list[Numbers] = []
_LOCK = Lock()


@dataclass(frozen=True, slots=True)
class Terms:
    """How the results of a deal are priced, doublings included; the default counts card points only."""

    pays: int = 0
    """What a loser pays each of the others."""
    march_pays: int = 0
    """What everybody pays for a march."""
    virgin: str = "none"
    """`ramsch.virgin`."""
    march: int = 0
    """0: there is none, 1: every trick, else the card points it takes."""
    ties: tuple[str, ...] = ()
    """`ramsch.tie` up to `all_pay`."""

    @classmethod
    def of(cls, deal: Deal) -> Terms:
        """The terms of a deal with a contract."""
        assert deal.contract is not None
        facts = Facts(
            deal.contract,
            len(deal.hands),
            deal.seats,
            knocks=deal.knocks,
            kontra=len(deal.said),
            doubles=deal.carried.double,
            bock=len(deal.carried.bock),
        )
        return cls._made(deal.rules, facts)

    @classmethod
    def seen(cls, view: View) -> Terms:
        """The terms as a seat sees them."""
        assert view.contract is not None
        facts = Facts(
            _contract(view),
            view.at_table,
            view.seats,
            knocks=len(view.knocks),
            kontra=len(view.kontra),
            doubles=view.carried.double,
            bock=len(view.carried.bock),
        )
        return cls._made(view.rules, facts)

    @classmethod
    def _made(cls, rules: Ruleset, facts: Facts) -> Terms:
        one, other = facts.seats[:2]
        losing = _priced(rules, facts, losers=(one,))
        marching = _priced(rules, facts, march=one)
        word, _, number = rules["ramsch.march"].partition(" ")
        ties: list[str] = []
        for rule in rules["ramsch.tie"]:
            if rule == "all_pay":
                break
            if rule not in ties:
                ties.append(rule)
        march = {"none": 0, "all_tricks": 1}.get(word, int(number or 0))
        return cls(losing[other], -marching[other], rules["ramsch.virgin"], march, tuple(ties))

    @property
    def unit(self) -> int:
        """What all amounts are a multiple of: with many doublings they do not fit into 64 bits, but their parts do."""
        return max(1, gcd(self.pays, self.march_pays))

    def packed(self) -> Numbers:
        """The terms for the kernels, in units."""
        found = np.zeros(at.TERMS, np.int64)
        found[at.PAYS], found[at.MARCH_PAYS] = self.pays // self.unit, self.march_pays // self.unit
        found[at.VIRGIN], found[at.MARCH] = _VIRGIN[self.virgin], self.march
        found[at.TIES] = len(self.ties)
        found[at.TIES + 1 : at.TIES + 1 + len(self.ties)] = [_TIES[rule] for rule in self.ties]
        return found


def _priced(rules: Ruleset, facts: Facts, *, losers: tuple[int, ...] = (), march: int | None = None) -> tuple[int, ...]:
    return settle(rules, replace(facts, losers=losers, march=march)).amounts


def _contract(view: View) -> Contract:
    assert view.contract is not None
    return compiled(view.rules, view.contract.name, suit=view.contract.suit)


@dataclass(frozen=True, slots=True)
class Outlook:
    """What best play by everybody brings to everybody."""

    seat: int | None
    """Who is to play; None after the last card."""
    cards: dict[str, tuple[int, ...]]
    """Each legal card, strongest first, and the amounts per seat after it (all 0 without a Deal)."""
    points: dict[str, tuple[int, ...]]
    """The card points that each seat takes in the whole deal after each card."""
    best: str | None
    """The card of best play."""
    amounts: tuple[int, ...]
    """The amounts per seat after the best card; after the last card those of the bill."""
    nodes: int
    complete: bool
    """Whether everything was searched: the values are exact."""


@dataclass(frozen=True, slots=True)
class Values:
    """What the cards of who is to play bring him, in many deals."""

    amounts: npt.NDArray[np.int64]
    """(deals, 32): his amount after each lane; `NOT_LEGAL` for the others. Above 10**12 only proportions hold."""
    points: npt.NDArray[np.int64]
    """(deals, 32): the card points he takes from the open trick on; -1 for lanes that are not legal."""
    complete: npt.NDArray[np.bool_]
    """(deals,): whether the values are exact."""


def solve_everyone(what: Deal | Play | Plan, *, nodes: int | None = None) -> Solution:
    """The Solution for who is to play: his amount in the whole deal; without a Deal the card points he takes in it.

    Fewer card points are better, more money is. nodes: as in `outlook`. After the last card `value` is None: nobody is
    to play; `outlook` has everybody's amounts.
    Raises Unsolvable.
    """
    found = outlook(what, nodes=nodes)
    if found.seat is None or found.best is None:
        return Solution(None, None, {}, 0, True)
    table = found.cards if isinstance(what, Deal) else found.points
    cards = {name: values[found.seat] for name, values in table.items()}
    return Solution(found.seat, cards[found.best], cards, found.nodes, found.complete)


def amounts(deal: Deal, *, nodes: int | None = None) -> tuple[int, ...]:
    """What each seat gets if everybody plays his best from here on. Raises Unsolvable."""
    return outlook(deal, nodes=nodes).amounts


def outlook(what: Deal | Play | Plan, *, nodes: int | None = None, tricks: int | None = None) -> Outlook:
    """What each card that may be played now brings to everybody.

    nodes: how many cards the search may play, 0: as many as it needs (an exact answer, which from eight cards on can
    take hours), None: `NODES`. tricks: how many tricks are searched at most, the open one included.
    Raises Unsolvable: solve/not-in-play, solve/unknown-cards.
    """
    deal = what if isinstance(what, Deal) else None
    play = what if isinstance(what, Play) else playing.start(what) if isinstance(what, Plan) else what.play
    if play is None or play.plan.contract.line.kind != "everyone":
        raise Unsolvable("solve/not-in-play", "there is no Ramsch to play")
    if any(play.hidden):
        raise Unsolvable("solve/unknown-cards", "all hands must be known")
    plan = play.plan
    if play.over or (deal is not None and deal.finished):
        bill = None if deal is None else deal.settlement()
        nothing = (0,) * len(play.hands)
        return Outlook(None, {}, {}, None, nothing if bill is None else bill.amounts, 0, True)
    terms = Terms() if deal is None else Terms.of(deal)
    utilities = np.zeros((32, 4), np.int64)
    with _desk() as work:
        left = deepen(
            work,
            position_of(play),
            terms.packed(),
            np.array([play.taken[seat] for seat in plan.seats], np.int64),
            np.array([play.hands[seat] for seat in plan.seats], np.int64),
            NODES if nodes is None else nodes,
            tricks or 0,
            utilities,
        )
        used = int(work[layout.NODES])
    cards: dict[str, tuple[int, ...]] = {}
    points: dict[str, tuple[int, ...]] = {}
    place = plan.seats.index(play.turn)
    best, chosen = -1, NOT_LEGAL
    legal = play.legal(play.turn)
    for lane in range(31, -1, -1):
        if not legal >> lane & 1:
            continue
        name = NAMES[plan.lanes.cards[lane]]
        money, taking = _decoded(utilities[lane], terms.unit)
        cards[name] = _by_seat(plan, money)
        before = [plan.lanes.points_in(play.taken[seat]) for seat in plan.seats]
        points[name] = _by_seat(plan, [now + more for now, more in zip(before, taking, strict=False)])
        # Of equal cards the weaker one.
        if utilities[lane, place] >= chosen:
            best, chosen = lane, utilities[lane, place]
    named = NAMES[plan.lanes.cards[best]]
    return Outlook(play.turn, cards, points, named, cards[named], used, left == 0)


def everyone_values(
    position: Numbers,
    hands: Numbers,
    *,
    taken: Numbers,
    terms: Terms,
    nodes: int = 100_000,
    tricks: int | None = None,
    threads: int | None = 1,
) -> Values:
    """What each legal card of who is to play brings him, in many deals behind one position.

    position: as `engine.position` makes it. hands: (deals, places) lanes held now. taken: (places,) lanes in the
    tricks of each place. nodes: budget for each deal (cards played), 0: none; the open trick is searched whatever it
    says. tricks: how many tricks are searched at most. threads: as many as there are cores if None. A deal is solved
    by itself: the answers are the same for any number of threads.
    """
    deals = len(hands)
    utilities = np.full((deals, 32, 4), NOT_LEGAL, np.int64)
    complete = np.zeros(deals, np.bool_)
    packed = terms.packed()
    rows = np.ascontiguousarray(hands, np.int64)
    taken = np.ascontiguousarray(taken, np.int64)

    def work(start: int) -> None:
        with _desk() as desk:
            for deal in range(start, min(deals, start + _CHUNK)):
                left = deepen(desk, position, packed, taken, rows[deal], nodes, tricks or 0, utilities[deal])
                complete[deal] = left == 0

    starts = range(0, deals, _CHUNK)
    workers = min(threads or os.cpu_count() or 1, len(starts))
    if workers <= 1:
        for start in starts:
            work(start)
    else:
        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(work, starts))
    own = utilities[:, :, int(position[layout.TURN])]
    legal = own != NOT_LEGAL
    money = (own + (at.SCALE - 1)) // at.SCALE
    amounts = money * min(terms.unit, _MOST)
    return Values(np.where(legal, amounts, NOT_LEGAL), np.where(legal, money * at.SCALE - own, -1), complete)


def taken_by(view: View, lanes: Lanes) -> Numbers:
    """The lanes in the tricks of each place, as everybody has seen them."""
    taken = np.zeros(len(view.seats), np.int64)
    for trick in view.tricks:
        if trick.winner is not None:
            taken[view.seats.index(trick.winner)] |= lanes.mask([CARDS[name] for name in trick.cards])
    return taken


def _decoded(utilities: Numbers, unit: int) -> tuple[list[int], list[int]]:
    """Amounts and the card points still taken, by place."""
    money = [(int(value) + at.SCALE - 1) // at.SCALE for value in utilities]
    points = [amount * at.SCALE - int(value) for amount, value in zip(money, utilities, strict=True)]
    return [amount * unit for amount in money], points


def _by_seat(plan: Plan, values: list[int]) -> tuple[int, ...]:
    found = [0] * len(plan.dealt)
    for place, seat in enumerate(plan.seats):
        found[seat] = values[place]
    return tuple(found)


@contextmanager
def _desk() -> Iterator[Numbers]:
    """A work array for one thread, used again afterwards."""
    with _LOCK:
        work = _DESKS.pop() if _DESKS else None
    if work is None:
        work = np.zeros(at.WORK, np.int64)
    try:
        yield work
    finally:
        with _LOCK:
            _DESKS.append(work)
