"""Fit how players play: the weights of `schafkopf.engine.bots.habits`, by which `pimc` tells likely worlds from others.

    .venv/bin/python bench/fit_pimc.py [deals] > habits.txt

Two sources are weighed alike, so that neither's peculiarities are taken for the game's: deals played by the bots that
go by rules of thumb, and the hands of another program in `tests/formats/data`. Every card that was played where there
was a choice says something of its role; the weights are those that make all of them likeliest together, less a penalty
on their squares.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from schafkopf.engine.bots import kernel
from schafkopf.engine.bots.player import player
from schafkopf.engine.bots.referee import dice, finish
from schafkopf.engine.kernels import layout as at
from schafkopf.engine.kernels.order import new_work
from schafkopf.engine.position import position_of
from schafkopf.formats.netschafkopf import import_protocol
from schafkopf.game import load_ruleset, parse_record
from schafkopf.game import play as playing
from schafkopf.game.deal import Deal
from schafkopf.research.arena import deal_of

DATA = Path(__file__).parent.parent / "tests/formats/data"
RIDGE = 2.0


def by_bots(deals: int) -> Iterator[Deal]:
    """Deals played by the bots."""
    rules = load_ruleset("bavaria")
    bots = [player(name) for name in ("rules", "rules:bold", "rules", "rules:cautious")]
    for number in range(deals):
        turned = bots[number % 4 :] + bots[: number % 4]
        yield finish(deal_of(rules, 77, number), turned, dice(77, number))


def by_others() -> Iterator[Deal]:
    """The hands of another program."""
    for path in sorted(DATA.glob("*.txt")):
        for hand in import_protocol(path.read_bytes()):
            if hand.record is not None:
                yield parse_record(hand.record).replay()


def choices(deal: Deal) -> Iterator[tuple[tuple[int, int], np.ndarray, int]]:
    """Role and whether it was a lead, the features of each legal card (cards, features), and which one was played."""
    if deal.play is None or deal.play.plan.contract.goal.kind not in ("points", "every_trick"):
        return
    plan = deal.play.plan
    place = {seat: number for number, seat in enumerate(plan.seats)}
    play = playing.start(plan)
    side_seats = plan.side(play.holder)
    assert side_seats is not None
    side = sum(1 << place[seat] for seat in side_seats)
    w = new_work()
    w[: at.POSITION] = position_of(play)
    everything = (1 << len(plan.lanes.cards)) - 1
    for trick in deal.play.history:
        for lane in trick.lanes:
            me = place[play.turn]
            hand, cards = play.hands[play.turn], play.legal(play.turn)
            options = [other for other in range(32) if cards >> other & 1]
            if len(options) > 1:
                unseen = everything & ~play.played & ~hand
                f = np.zeros((len(options), kernel.FEATURES))
                led = plan.lanes.suit[play.trick[0]] if play.trick else 0
                for row, other in enumerate(options):
                    if play.trick:
                        best = playing.winner(plan, play.trick)
                        winner = (place[play.leader] + best) % len(place)
                        friend = side >> winner & 1 == side >> me & 1
                        last = len(play.trick) == len(place) - 1
                        kernel.following(w, other, hand, cards, unseen, led, play.trick[best], friend, last, f[row])
                    else:
                        away = (int(w[at.DECLARER]) - me) % len(place)
                        kernel.leading(w, other, hand, cards, unseen, play.played, away, f[row])
                yield (kernel.role_of(w, side, me), int(not play.trick)), f, options.index(lane)
            play = play.after(lane)


def fit(rows: list[tuple[np.ndarray, int, float]]) -> np.ndarray:
    """Newton's method on the penalised likelihood of a conditional logit."""
    weights = np.zeros(kernel.FEATURES)
    for _ in range(25):
        gradient = -RIDGE * weights
        curve = RIDGE * np.eye(kernel.FEATURES)
        for f, chosen, weight in rows:
            score = np.exp(f @ weights - (f @ weights).max())
            share = score / score.sum()
            mean = share @ f
            gradient += weight * (f[chosen] - mean)
            curve += weight * ((f * share[:, None]).T @ f - np.outer(mean, mean))
        step = np.linalg.solve(curve, gradient)
        weights = weights + step
        if np.abs(step).max() < 1e-4:
            break
    return weights


def main() -> None:
    """Print the table."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    found: dict[tuple[int, int], list[tuple[np.ndarray, int, int]]] = defaultdict(list)
    count = [defaultdict(int), defaultdict(int)]
    for source, played in enumerate((by_bots(deals), by_others())):
        for deal in played:
            for group, f, chosen in choices(deal):
                found[group].append((f, chosen, source))
                count[source][group] += 1
    for role in range(kernel.ROLES):
        for lead in range(2):
            rows = found[role, lead]
            sizes = [count[source][role, lead] for source in range(2)]
            share = [sum(sizes) / 2 / size if size else 0.0 for size in sizes]
            # No card counts for more than three.
            weighted = [(f, chosen, min(3.0, share[source])) for f, chosen, source in rows]
            weights = fit(weighted)
            hits = blind = sure = 0.0
            for f, chosen, _ in rows:
                score = np.exp(f @ weights - (f @ weights).max())
                sure += np.log(score[chosen] / score.sum())
                blind += np.log(1.0 / len(f))
                hits += int(np.argmax(score) == chosen)
            print(
                f"# role {role} lead {lead}: {sizes}, likelihood {np.exp(sure / len(rows)):.3f} "
                f"(blind {np.exp(blind / len(rows)):.3f}), first guess {hits / len(rows):.3f}"
            )
            print("(" + ", ".join(f"{number:.2f}" for number in weights) + "),")


if __name__ == "__main__":
    main()
