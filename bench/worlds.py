"""Hidden hands: time to make `Worlds` from a View, draws per second, and a million draws none of which may contradict.

One core, CPU time; views of random play under random rules of every contract. Aims: set-up below 5 ms in the median,
20,000 draws per second. `python -m bench.worlds --check 1000000` draws as many worlds over random play and asks the
rules about every one of them (see tests/engine/test_worlds_many.py).
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator

from tests.engine.test_worlds_many import agreeing
from tests.laws import kit

from schafkopf.engine.worlds import Worlds
from schafkopf.game import Deal, View
from schafkopf.game.contract import KINDS

DRAWS = 1000


def points(name: str, rng: random.Random, every: float) -> Iterator[tuple[Deal, int]]:
    """Without end, points of deals that lead to the contract `name`, and a seat that looks at them."""
    while True:
        rules = kit.any_rules(rng) if name != "chalk" and rng.random() < 0.2 else kit.rules_for(name, rng)
        for point in kit.walk(kit.any_deal(rules, rng), rng, kit.steering_to(name)):
            if not point.finished and point.phase != "knock" and rng.random() < every:
                yield point, rng.choice(point.seats)


def times(name: str, count: int) -> tuple[list[float], list[float]]:
    """Seconds for the set-up and for one draw, at `count` points."""
    source = points(name, random.Random(f"times {name}"), 0.5)
    made, drawn = [], []
    for _ in range(count):
        point, seat = next(source)
        view = View.of(point, seat)
        before = time.process_time()
        worlds = Worlds.of(view)
        between = time.process_time()
        worlds.draw(DRAWS, 1)
        made.append(between - before)
        drawn.append((time.process_time() - between) / DRAWS)
    return sorted(made), sorted(drawn)


def checked(draws: int) -> tuple[int, int]:
    """Draw worlds over random play of every contract: how many, and how many of them contradict the view."""
    done = wrong = 0
    for name in KINDS:
        rng = random.Random(f"check {name}")
        source = points(name, rng, 0.3)
        wanted = done + draws // len(KINDS) + 1
        while done < wanted:
            point, seat = next(source)
            worlds = Worlds.of(View.of(point, seat))
            hands = worlds.draw(100, rng)
            agree = agreeing(point, seat, hands, worlds.dealt(hands, rng))
            done += len(hands)
            wrong += len(hands) - int(agree.sum())
    return done, wrong


def main() -> None:
    """Print the measurement."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--check", type=int, default=0, metavar="N", help="instead draw N worlds and check each")
    arguments = parser.parse_args()
    if arguments.check:
        done, wrong = checked(arguments.check)
        print(f"worlds: {done} drawn over random play, {wrong} contradict their view")
        return
    times("rufspiel", 5)
    made, drawn = [], []
    for name in KINDS:
        setup, draw = times(name, 100)
        made += setup
        drawn += draw
        print(
            f"{name:15} set-up {1e3 * setup[50]:.2f} ms (95 %: {1e3 * setup[94]:.2f}), "
            f"{1 / draw[50]:.0f} draws a second"
        )
    made.sort()
    drawn.sort()
    middle, late = len(made) // 2, len(made) * 95 // 100
    print(
        f"worlds: set-up {1e3 * made[middle]:.2f} ms in the median (95 %: {1e3 * made[late]:.2f}, "
        f"longest {1e3 * made[-1]:.1f}), {1 / drawn[middle]:.0f} draws a second in the median, "
        f"{1 / drawn[-1]:.0f} in the slowest position"
    )


if __name__ == "__main__":
    main()
