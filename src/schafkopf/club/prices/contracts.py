"""What may be entered for a contract, and what it costs: one row of the table."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import product

from schafkopf.club.prices.asking import Game
from schafkopf.club.prices.bills import Pool, Seen, slots
from schafkopf.club.prices.table import CannotTabulate, Data
from schafkopf.game.entry import Entry
from schafkopf.game.facts import Facts
from schafkopf.game.settlement import value_of

POINTS = 120
_SUITS = "EGHS"
_MOST_PROMISED = 120


@dataclass(slots=True)
class Pools:
    """What the rows share."""

    judges: Pool = field(default_factory=Pool)
    runs: Pool = field(default_factory=Pool)
    schwarz_at: Pool = field(default_factory=Pool)


def row(game: Game, name: str, names: dict[str, str], pools: Pools) -> Data:
    """The row of one contract. names: terms of doublings -> their axis."""
    entry, facts = game.plain(name)
    result = _result(game, entry, facts)
    promises = [
        promise for promise in range(_MOST_PROMISED + 1) if game.facts(replace(entry, promise=promise)) is not None
    ]
    data: Data = {
        "result": result,
        "suits": [suit for suit in _SUITS if game.facts(replace(entry, suit=suit)) is not None],
        "kontra": game.most(entry, "kontra"),
        "promises": [[promise] for promise in promises],
    }
    if result == "losers":
        return {**data, **_everyone(game, facts, names)}
    partner, unnamed = _partners(game, entry)
    sides = game.sides(name)
    data |= {
        "partner": partner,
        "unnamed": unnamed,
        "laufende": {str(size): _range(game, sides[size][0]) for size in sorted(sides)},
        "pot": any(
            game.settled(replace(facts, won=won), pot=4).pot != 0
            for won in ((True,) if result == "always" else (True, False))
        ),
    }
    if result == "points":
        data["promises"] = [[promise, *_judges(game, entry, promise, data["kontra"], pools)] for promise in promises]
        pools.schwarz_at.place(
            [p for p in range(POINTS + 1) if game.facts(replace(entry, won=None, points=p, schwarz=True)) is not None]
        )
    if not game.rules.chalk:
        seen = _bills(game, entry, data, promises)
        top = max(max(ends) for ends in data["laufende"].values())
        data["bill"] = slots(seen, names, ("always", "promise", "schneider", "schwarz"), pools.runs, top)
        data["shares"] = _shares(game, sides, seen)
    return data


def _result(game: Game, entry: Entry, facts: Facts) -> str:
    """How the result is told: `losers`, `points` (or flags), `won`, or `always` won."""
    if not facts.side:
        return "losers"
    if game.refused(replace(entry, won=None)) is None:
        return "always"
    return "points" if game.refused(replace(entry, won=None, points=POINTS)) is None else "won"


def _partners(game: Game, entry: Entry) -> tuple[list[int], list[int] | None]:
    """Steps from the declarer to who may be named as partner; steps to who joins if nobody is (None: somebody must)."""
    steps = [
        step
        for step, seat in enumerate(game.seats)
        if step and game.facts(replace(entry, partner=seat, laufende=0)) is not None
    ]
    alone = game.facts(replace(entry, partner=None))
    if alone is None:
        return steps, None
    return steps, [step for step, seat in enumerate(game.seats) if step and seat in alone.side]


def _range(game: Game, entry: Entry) -> list[int]:
    """The longest run with, and without."""
    return [game.most(entry, "laufende", sign) for sign in (1, -1)]


def _judges(game: Game, entry: Entry, promise: int, kontra: int, pools: Pools) -> list[int]:
    """The judges of a promise at an even and at an odd number of doublings, then what they say if told otherwise."""
    plain, against = _steps(game, entry, promise, 0)
    plain_odd, against_odd = _steps(game, entry, promise, 1) if kontra else (plain, against)
    begins = {step[0] for steps in (plain, plain_odd, against, against_odd) for step in steps}
    edges = begins | {begin - 1 for begin in begins if begin}
    for level in range(2, kontra + 1 if promise == 0 else 0):
        for points in edges:
            one, other = (_told(game, entry, promise, k, points) for k in (level, level % 2))
            if one != other:
                raise CannotTabulate("more than whether the doublings are even says who won")
    return [pools.judges.place(steps) for steps in (plain, plain_odd, against, against_odd)]


def _steps(game: Game, entry: Entry, promise: int, kontra: int) -> tuple[list[list[int]], list[list[int]]]:
    """[points from which on, won, Schneider], as the points say, and if somebody says that the other side won."""
    plain: list[list[int]] = []
    against: list[list[int]] = []
    for points in range(POINTS + 1):
        for steps, new in zip((plain, against), _told(game, entry, promise, kontra, points), strict=True):
            if not steps or steps[-1][1:] != new:
                steps.append([points, *new])
    return plain, against


def _told(game: Game, entry: Entry, promise: int, kontra: int, points: int) -> tuple[list[int], list[int]]:
    def ask(won: bool | None) -> Facts | None:
        return game.facts(
            Entry(
                entry.contract,
                entry.declarer,
                partner=entry.partner,
                points=points,
                won=won,
                kontra=kontra,
                promise=promise,
            )
        )

    told = ask(None)
    if told is None:
        raise CannotTabulate(f"{points} points are refused")
    other = ask(not told.won) or told
    return [int(told.won), int(told.schneider)], [int(other.won), int(other.schneider)]


def _bills(game: Game, entry: Entry, row: Data, promises: list[int]) -> list[Seen]:
    """The bill of every combination of the axes that are not mere doublings; of these, each is there once."""
    with_run, without = (max(ends[k] for ends in row["laufende"].values()) for k in (0, 1))
    runs = [(length, True) for length in range(with_run + 1)] + [(length, False) for length in range(1, without + 1)]
    wins = (True,) if row["result"] == "always" else (True, False)
    steps = ((False, False), (True, False), (True, True)) if row["result"] == "points" else ((False, False),)
    seen = []
    for index, promise in enumerate(promises):
        facts = game.facts(replace(entry, promise=promise))
        assert facts is not None
        facts = replace(facts, knocks=1, kontra=1, doubles=1, bock=1)
        for won, (schneider, schwarz), (length, holds), claimed in product(wins, steps, runs, (True, False)):
            asked = replace(
                facts,
                won=won,
                schneider=schneider,
                schwarz=schwarz,
                laufende=length,
                laufende_with=holds,
                claimed=claimed,
            )
            axes = {
                "always": 0,
                "promise": index,
                "won": won,
                "schneider": int(schneider),
                "schwarz": int(schwarz),
                "with": holds,
                "length": length,
                "claimed": claimed,
            }
            seen.append(Seen(axes, game.settled(asked).terms))
    return seen


def _shares(game: Game, sides: dict[int, tuple[Entry, Facts]], seen: list[Seen]) -> Data:
    """Size of the declarer's side -> how many times the bill each of it gets, and each of the others gives, if won."""
    shares = {}
    for size, (entry, facts) in sorted(sides.items()):
        worth = next((bill.axes for bill in seen if value_of(bill.terms) and bill.axes["promise"] == 0), None)
        if worth is None:
            shares[str(size)] = [0, 0]  # It is always for nothing.
            continue
        won = worth["won"]
        bill = game.settled(
            replace(
                facts,
                won=won,
                schneider=bool(worth["schneider"]),
                schwarz=bool(worth["schwarz"]),
                laufende=worth["length"],
                laufende_with=worth["with"],
                claimed=worth["claimed"],
            )
        )
        value = value_of(bill.terms) * (1 if won else -1)
        other = next(seat for seat in game.seats if seat not in facts.side)
        own, others = (bill.amounts[seat] // value for seat in (entry.declarer or 0, other))
        shares[str(size)] = [own, -others]
    return shares


def _everyone(game: Game, facts: Facts, names: dict[str, str]) -> Data:
    """A contract in which each plays for himself: what losers pay, and what a march brings."""
    first, *others = game.seats
    facts = replace(facts, knocks=1, kontra=1, doubles=1, bock=1)
    # Where a march is paid, who leaves all others without a trick has marched.
    marches = game.rules["ramsch.march"] != "none"
    seen = [
        Seen(
            {"always": 0, "virgins": number},
            game.settled(replace(facts, losers=(first,), virgins=tuple(others[:number]))).terms,
        )
        for number in range(len(others) + (not marches))
    ]
    if not marches:
        return {"bill": slots(seen, names, ("always", "virgins")), "march": []}
    march = Seen({"always": 0}, game.settled(replace(facts, losers=(), virgins=(), march=first)).terms)
    return {"bill": slots(seen, names, ("always", "virgins")), "march": slots([march], names, ("always",))}
