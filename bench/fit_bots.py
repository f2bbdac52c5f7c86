"""Fit what the signs of a card are worth to the bots that play by rules of thumb.

    .venv/bin/python bench/fit_bots.py gather solver|bots all|alone FOLDER [deals] [first deal] [processes]
    .venv/bin/python bench/fit_bots.py fit FOLDER... > src/schafkopf/engine/bots/thumbs.py

`gather` lets the bots play deals of `bavaria`; at some decisions every card is tried. What it is worth says the exact
solver, with all hands in view, or the bots, who play the deal on from there: the solver knows too much, the bots know
too little, and both together make better weights than either. `fit` turns card points into stakes (won or lost,
Schneider, points: all smoothed) and finds the weights of the signs that explain best by how much the cards of a
decision differ (ridge regression). A single deal says little, since the player does not see the other hands; over many
deals what he cannot know cancels out.

The weights that ship come from 3,932 deals and 1,115 lone games by the solver and 2,145 deals by the bots, gathered
while the bots still improved.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from functools import partial
from math import erf
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from schafkopf.engine.bots import rules as bots
from schafkopf.engine.bots import thumbs
from schafkopf.engine.bots.memory import Table
from schafkopf.engine.bots.signs import Sight, Signs, following, leading, role
from schafkopf.engine.solver import solve
from schafkopf.game import Deal, View, load_ruleset
from schafkopf.game.alphabet import CARDS
from schafkopf.research.arena import deal_of

SHARE = (0.3, 0.6, 1.0)
"""Share of the decisions that are tried out in the first trick, the second, and later ones."""
SMOOTH = 9.0
"""Card points by which a result may as well have come out otherwise."""
POINTS = 0.004
TRUST = {"solver": 0.4, "bots": 1.0}
"""How much is made of a difference between cards, by who tried them."""
RIDGE = (10.0, 30.0, 30.0)
"""How strongly weights are held to zero: shared ones, those of a side, those of a role."""


def stakes(deal: Deal, seat: int, points: int) -> float:
    """What so many points of the declarer's side bring the side of a seat."""
    assert deal.play is not None
    side = deal.play.plan.side(deal.play.holder)
    assert side is not None
    mine = seat in side
    points = points if mine else 120 - points
    need = 61 if mine else 60

    def over(limit: float) -> float:
        return 0.5 * (1.0 + erf((points - limit + 0.5) / SMOOTH / 2**0.5))

    schneider = 0.5 if len(side) == 2 else 0.2
    return 2.0 * over(need) + schneider * (over(need + 30) + over(need - 30)) + POINTS * points


def played_on(deal: Deal, number: int) -> int:
    """The points of the declarer's side if the bots play this deal to its end."""
    while not deal.finished:
        seat = deal.turn
        assert seat is not None
        view = View.of(deal, seat)
        # Doubling changes no points.
        cards = replace(view, options=tuple(text for text in view.options if text in CARDS))
        deal = deal.after(f"{seat} {bots.choose(cards, Random(f'{number}:{seat}:{len(deal.log)}'))}")
    facts = deal.facts()
    assert facts is not None
    assert facts.side_points is not None
    return facts.side_points


def tried(number: int, by: str, which: str = "all", seed: int = 0) -> dict[str, Any] | None:
    """One deal that the bots play: its actions, and at some decisions what every card is worth.

    None for another game than one against all others if only these are wanted.
    """
    dice = Random(f"tried:{seed}:{number}")
    deal = deal_of(load_ruleset("bavaria"), seed, number)
    values: dict[int, dict[str, int]] = {}
    while not deal.finished:
        seat = deal.turn
        assert seat is not None
        view = View.of(deal, seat)
        cards = [text for text in view.options if text in CARDS]
        if which == "alone" and deal.contract is not None and deal.contract.line.kind != "alone":
            return None
        if deal.contract is not None and deal.contract.goal.kind == "points" and len(cards) > 1:
            if dice.random() < SHARE[min(len(view.tricks), len(SHARE) - 1)]:
                values[len(deal.log)] = (
                    solve(deal).cards
                    if by == "solver"
                    else {card: played_on(deal.after(f"{seat} {card}"), number) for card in cards}
                )
        answer = bots.choose(view, Random(f"{number}:{seat}:{len(deal.log)}"))
        deal = deal.after(f"{seat} {answer}")
    return {"deal": number, "seed": seed, "by": by, "actions": [str(action) for action in deal.log], "values": values}


def gather(by: str, which: str, folder: Path, deals: int, first: int, processes: int) -> None:
    """Play and keep."""
    folder.mkdir(parents=True, exist_ok=True)
    with Pool(processes) as pool, (folder / f"tried-{first}.jsonl").open("w") as out:
        for line in pool.imap(partial(tried, by=by, which=which), range(first, first + deals), chunksize=4):
            if line is not None:
                out.write(json.dumps(line) + "\n")
                out.flush()


Weights = dict[str, float]
Block = tuple[str, str, list[Signs], list[float]]
"""A decision: its group, by whom it was tried, and signs and stakes of each card."""


def decisions(text: str) -> list[Block]:
    """What the decisions of a deal look like to who takes them."""
    line = json.loads(text)
    deal = deal_of(load_ruleset("bavaria"), line["seed"], line["deal"])
    found = []
    for at, action in enumerate(line["actions"]):
        values = line["values"].get(str(at))
        if values is not None and deal.turn is not None:
            table = Table.of(View.of(deal, deal.turn))
            sight = Sight.of(table)
            signs = following if table.trick else leading
            group = f"{role(table)} {'follows' if table.trick else 'leads'}"
            seen = [signs(sight, table.lanes.lane_of[CARDS[card]]) for card in values]
            found.append((group, line["by"], seen, [stakes(deal, deal.turn, points) for points in values.values()]))
        deal = deal.after(action)
    return found


def fit(folders: list[Path], processes: int = 2) -> dict[str, Weights]:
    """The weights of each group, in stakes: what all roles share, what a side adds to it, and what a role adds."""
    lines = [line for folder in folders for path in sorted(folder.glob("tried-*.jsonl")) for line in path.open()]
    groups: dict[str, list[Block]] = {}
    with Pool(processes) as pool:
        for blocks in pool.imap(decisions, filter(lambda line: line.endswith("\n"), lines), chunksize=32):
            for block in blocks:
                groups.setdefault(block[0], []).append(block)
    found: dict[str, Weights] = {}
    for kind in ("follows", "leads"):
        chosen = {who: groups.get(f"{who} {kind}", []) for who in thumbs.ROLES}
        names = sorted(
            {name for blocks in chosen.values() for _, _, cards, _ in blocks for signs in cards for name in signs}
        )
        tables = {who: [_centred(block, names) for block in blocks] for who, blocks in chosen.items()}
        for who, weights in _solve(tables, len(names)).items():
            found[f"{who} {kind}"] = dict(zip(names, map(float, weights), strict=True))
            now = (thumbs.FOLLOW if kind == "follows" else thumbs.LEAD)[who]
            kept = np.array([now.get(name, 0.0) for name in names])
            cost, before = (np.mean([_cost(x, y, w) for x, y in tables[who]]) for w in (weights, kept))
            count = len(tables[who])
            print(f"{who:9} {kind:7} {count:6} decisions, cost {cost:.4f}, before {before:.4f}", file=sys.stderr)
    return found


def _centred(block: Block, names: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Signs (cards, names) and stakes (cards) of a decision, less their means."""
    place = {name: at for at, name in enumerate(names)}
    x, y = np.zeros((len(block[2]), len(names))), np.array(block[3])
    for row, signs in enumerate(block[2]):
        for name, value in signs.items():
            x[row, place[name]] = value
    scale = TRUST[block[1]]
    return scale * (x - x.mean(axis=0)), scale * (y - y.mean())


def _solve(tables: dict[str, list[tuple[np.ndarray, np.ndarray]]], size: int) -> dict[str, np.ndarray]:
    sides = {who: who in ("opponent", "against", "against heads") for who in thumbs.ROLES}
    parts = 1 + 2 + len(sides)
    places = {who: (0, 1 + side, 3 + at) for at, (who, side) in enumerate(sides.items())}
    left, right = np.zeros((parts, size, parts, size)), np.zeros((parts, size))
    for who, blocks in tables.items():
        if not blocks:
            continue
        x, y = np.concatenate([x for x, _ in blocks]), np.concatenate([y for _, y in blocks])
        square, product = x.T @ x, x.T @ y
        for one in places[who]:
            right[one] += product
            for two in places[who]:
                left[one, :, two] += square
    ridge = np.repeat([RIDGE[0]] + [RIDGE[1]] * 2 + [RIDGE[2]] * len(sides), size)
    weights = np.linalg.solve(left.reshape(parts * size, -1) + np.diag(ridge), right.ravel()).reshape(parts, size)
    return {who: weights[list(at)].sum(axis=0) for who, at in places.items()}


def _cost(x: np.ndarray, y: np.ndarray, weights: np.ndarray) -> float:
    """What the card chosen by these weights costs against the best one."""
    return float(y.max() - y[(x @ weights).argmax()])


def module(found: dict[str, Weights]) -> str:
    """The weights as the text of `thumbs.py`."""
    text = [_HEAD.format(", ".join(f'"{role}"' for role in thumbs.ROLES))]
    for kind, name in (("follows", "_FOLLOW"), ("leads", "_LEAD")):
        tables = [found[f"{role} {kind}"] for role in thumbs.ROLES]
        text.append(f"# {', '.join(thumbs.ROLES)}\n{name}: dict[str, tuple[float, ...]] = {{")
        for sign in sorted(set().union(*tables)):
            row = ", ".join(f"{table.get(sign, 0.0):.3f}".replace("-0.000", "0.000") for table in tables)
            text.append(f'    "{sign}": ({row}),')
        text.append("}\n")
    return "\n".join((*text, _TAIL))


_HEAD = '''"""What each sign of a card (`signs.py`) is worth to whom, in stakes. Made by `bench/fit_bots.py`."""

from __future__ import annotations

ROLES = ({})
'''
_TAIL = """
def _by_role(table: dict[str, tuple[float, ...]]) -> dict[str, dict[str, float]]:
    return {role: {sign: row[place] for sign, row in table.items()} for place, role in enumerate(ROLES)}


FOLLOW = _by_role(_FOLLOW)
LEAD = _by_role(_LEAD)
"""


def main(arguments: list[str]) -> None:
    """See above."""
    if arguments[0] == "gather":
        numbers = [int(text) for text in arguments[4:]]
        deals, first, processes = (numbers + [1000, 0, 2][len(numbers) :])[:3]
        gather(arguments[1], arguments[2], Path(arguments[3]), deals, first, processes)
    else:
        print(module(fit([Path(text) for text in arguments[1:]])), end="")


if __name__ == "__main__":
    main(sys.argv[1:])
