"""Hints: what a seat may expect of each of its options, judged by what it can know.

Possible deals are drawn evenly among those that agree with the View, and each is solved with open hands. So an option
is worth what it brings on average if from the next card on everybody saw everything: a good measure of a card, and a
little too bright for whoever has more to find out.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from time import perf_counter

from schafkopf.engine.bots import rules as thumbs
from schafkopf.engine.bots.player import Budget
from schafkopf.engine.questions import Questions, ladder_of
from schafkopf.engine.stakes import Stakes
from schafkopf.engine.worlds import Worlds
from schafkopf.engine.worlds.seen import Seen
from schafkopf.game import play as playing
from schafkopf.game.alphabet import CARDS, LEVELS
from schafkopf.game.cards import NAMES
from schafkopf.game.plan import Plan
from schafkopf.game.play import Play
from schafkopf.game.view import View

WORLDS = 60
"""Possible deals that are drawn if nothing is said about it."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What a seat had best do, and why."""

    best: str
    options: dict[str, float]
    """Expected amount of the seat per option, best first; empty where only rules of thumb speak (words, Ramsch)."""
    gains: dict[str, float]
    """Share of the possible deals in which the seat wins money after the option."""
    worlds: int
    """Possible deals that were solved; 0 if none."""


@dataclass(frozen=True, slots=True)
class Prospects:
    """What a seat may expect of each card."""

    amounts: dict[str, float]
    """Expected amount of the seat after each legal card."""
    gains: dict[str, float]
    worlds: int


def hint(view: View, budget: Budget | None = None, rng: Random | None = None) -> Hint:
    """The best option of the seat of this View, with what each card may be expected to bring.

    budget: by the clock, or in nodes, the same everywhere; without one `WORLDS` possible deals. rng: draws them.
    Words (bids, Kontra) and the cards of a Ramsch are chosen by rules of thumb and have no amounts.
    Raises ValueError if the seat has nothing to say or does not know its own cards.
    """
    rng = rng or Random(0)
    cards = [text for text in view.options if text in CARDS]
    ramsch = view.contract is not None and view.contract.line == "everyone"
    if view.phase != "play" or not cards or ramsch:
        return Hint(thumbs.choose(view, rng), {}, {}, 0)
    if len(cards) == 1:
        return Hint(cards[0], {}, {}, 0)
    word = thumbs.double(view, rng)
    ms = None if budget is None else budget.ms
    nodes = None if budget is None else budget.nodes
    found = prospects(view, seed=rng.getrandbits(63), worlds=1_000_000 if ms or nodes else WORLDS, ms=ms, nodes=nodes)
    if not found.worlds:
        return Hint(thumbs.choose(view, rng), {}, {}, 0)
    order = sorted(found.amounts, key=lambda card: -found.amounts[card])
    best = word if word in LEVELS else order[0]
    return Hint(best, {card: found.amounts[card] for card in order}, found.gains, found.worlds)


def prospects(
    view: View, *, seed: int, worlds: int = WORLDS, ms: float | None = None, nodes: int | None = None
) -> Prospects:
    """What the seat may expect of each legal card, over possible deals drawn from a seed.

    worlds: how many at most. ms: stop when so many milliseconds are over. nodes: stop when the searches have played so
    many cards. Raises ValueError for a view from which there is no card to be played, and in Ramsch.
    """
    seen = Seen.of(view)
    if seen.contract is None or seen.contract.line.kind == "everyone" or view.turn != view.seat or view.seat is None:
        raise ValueError("no card of a game between two sides is to be played from this view")
    source = Worlds.of(view)
    until = None if ms is None else perf_counter() + ms / 1000
    sums: dict[int, int] = {}
    wins: dict[int, int] = {}
    done = used = 0
    rng = Random(seed)
    while done < worlds:
        rows = source.draw(min(16, worlds - done), rng)
        for row in rows.tolist():
            if (until is not None and perf_counter() >= until) or (nodes is not None and used >= nodes):
                worlds = done
                break
            play = play_of(seen, tuple(row))
            asked = Questions(play, 0 if nodes is None else nodes - used)
            assert play.plan.declarer is not None
            found = asked.climb(ladder_of(Stakes.seen(view, seen.contract, play.plan.declarer), play))
            used += asked.nodes
            if asked.stopped:
                worlds = done
                break
            for lane, amounts in found.items():
                sums[lane] = sums.get(lane, 0) + amounts[view.seat]
                wins[lane] = wins.get(lane, 0) + (amounts[view.seat] > 0)
            done += 1
    assert seen.lanes is not None
    named = {lane: NAMES[seen.lanes.cards[lane]] for lane in sums}
    return Prospects(
        {named[lane]: total / done for lane, total in sums.items()},
        {named[lane]: won / done for lane, won in wins.items()},
        done,
    )


def play_of(seen: Seen, row: tuple[int, ...]) -> Play:
    """The play behind a view if the places hold these lanes now."""
    view, contract, lanes = seen.view, seen.contract, seen.lanes
    assert contract is not None and lanes is not None and view.contract is not None
    dealt = [0] * view.at_table
    for place, seat in enumerate(view.seats):
        dealt[seat] = row[place] | seen.played[place]
    declarer, partner = view.contract.declarer, view.contract.partner
    line = contract.line
    if line.shown_by is not None:
        shows = 1 << lanes.lane_of[line.shown_by]
        declarer = next(seat for seat in view.seats if dealt[seat] & shows)
    if line.kind == "opposite" and declarer is not None:
        partner = view.seats[(view.seats.index(declarer) + len(view.seats) // 2) % len(view.seats)]
    elif line.kind != "taker":
        partner = None
    first = seen.tricks[0][0][0] if seen.tricks else None
    leader = view.turn if first is None else view.seats[first]
    assert leader is not None
    plan = Plan(
        contract,
        lanes,
        view.seats,
        declarer,
        partner,
        tuple(dealt),
        (0,) * view.at_table,
        0 if line.card is None else 1 << lanes.lane_of[line.card],
        leader,
        view.contract.by_club_jack,
    )
    play = playing.start(plan)
    for trick in seen.tricks:
        for _, lane in trick:
            play = play.after(lane)
    return play
