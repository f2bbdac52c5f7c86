"""What the lines of an arena say: amounts per seat and deal, how sure they are, and where they come from.

The deals are the independent draws. For each deal and line-up the amounts of all seats of a contestant, in all games of
the line-up, are averaged; their mean over the deals is the estimate, its standard error comes from the spread between
deals, and the bounds are the normal 95 % ones. If all seats played like B, every game of a deal would be the same and
the seats' amounts would sum to 0 (but for what goes into a pot): so 0 is what A would get if it played like B.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any

from schafkopf.game.contract import PARTNER_LINES
from schafkopf.research.arena import PARTS, Settings

_Z = NormalDist().inv_cdf(0.975)
ROLES = {"d": "declarer", "p": "partner", "o": "opponent", "e": "everybody", "-": "not played"}


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over deals. `error` and the 95 % bounds are None for fewer than two deals."""

    mean: float
    error: float | None
    low: float | None
    high: float | None


def estimate(values: Sequence[float]) -> Estimate | None:
    """The mean of values of independent deals with its standard error and normal 95 % bounds; None without any."""
    if not values:
        return None
    mean = fmean(values)
    if len(values) < 2:
        return Estimate(mean, None, None, None)
    error = stdev(values) / sqrt(len(values))
    return Estimate(mean, error, mean - _Z * error, mean + _Z * error)


@dataclass(frozen=True, slots=True)
class Role:
    """How a contestant did in one role: how many seats in it, their share, mean amount, share won (None: no sides)."""

    seats: int
    share: float
    mean: float
    won: float | None


@dataclass(frozen=True, slots=True)
class Lineup:
    """What one line-up says, in the unit of the ruleset per seat and deal."""

    a: Estimate | None
    b: Estimate | None
    difference: Estimate | None
    """A less B in the same games."""
    parts: dict[str, Estimate | None]
    """With `split`: `cards` is A's cards with B's words, `words` A's words with B's cards, each where A sits; `both`
    is what A gets more than the two of them together."""
    roles: dict[str, dict[str, Role]]
    """By contestant (A, B) and role."""


@dataclass(frozen=True, slots=True)
class Effort:
    """What a contestant's answers took, over all games."""

    answers: int
    forced: int
    fallbacks: int
    mean_ms: float
    slowest_ms: float


@dataclass(frozen=True, slots=True)
class Report:
    """What an arena says."""

    deals: int
    """Deals counted; those in which a bot failed are not."""
    broken: int
    unit: str
    lineups: dict[str, Lineup]
    efforts: dict[str, Effort]
    errors: tuple[dict[str, Any], ...]
    """Deal, seating and error of each game that a bot failed in."""

    def as_dict(self) -> dict[str, Any]:
        """The report as JSON-ready data."""
        return asdict(self)


def report(settings: Settings, lines: Iterable[dict[str, Any]]) -> Report:
    """What these lines of `arena.play_deal` say."""
    lines = list(lines)
    errors = tuple(
        {"deal": line["deal"], "seats": game["seats"], "error": game["error"]}
        for line in lines
        for game in line["games"]
        if "error" in game
    )
    bad = {error["deal"] for error in errors}
    good = [{game["seats"]: game for game in line["games"]} for line in lines if line["deal"] not in bad]
    return Report(
        deals=len(good),
        broken=len(bad),
        unit="stroke" if settings.rules.chalk else settings.rules["tariff.unit"],
        lineups={name: _lineup(settings, name, good) for name in settings.lineups},
        efforts={letter: _effort([line["effort"][letter] for line in lines]) for letter in settings.bots},
        errors=errors,
    )


def _amounts(deal: dict[str, Any], seatings: tuple[str, ...], letter: str) -> float:
    """The mean amount of a letter's seats in the games of a deal."""
    return fmean(
        amount
        for seating in seatings
        for seat, amount in zip(seating, deal[seating]["amounts"], strict=True)
        if seat == letter
    )


def _lineup(settings: Settings, name: str, deals: list[dict[str, Any]]) -> Lineup:
    found = {part: [_amounts(deal, settings.seatings(name, part), part) for deal in deals] for part in settings.parts}
    seatings = settings.seatings(name)
    of_b = [_amounts(deal, seatings, "B") for deal in deals]
    parts: dict[str, Estimate | None] = {}
    if settings.split:
        whole, cards, words = (found[part] for part in PARTS)
        both = [a - c - d for a, c, d in zip(whole, cards, words, strict=True)]
        parts = {"cards": estimate(cards), "words": estimate(words), "both": estimate(both)}
    return Lineup(
        a=estimate(found["A"]),
        b=estimate(of_b),
        difference=estimate([a - b for a, b in zip(found["A"], of_b, strict=True)]),
        parts=parts,
        roles={letter: _roles(deals, seatings, letter) for letter in "AB"},
    )


def _roles(deals: list[dict[str, Any]], seatings: tuple[str, ...], letter: str) -> dict[str, Role]:
    amounts: defaultdict[str, list[int]] = defaultdict(list)
    wins: defaultdict[str, list[bool]] = defaultdict(list)
    for deal in deals:
        for seating in seatings:
            game = deal[seating]
            for seat, role, amount in zip(seating, game["roles"], game["amounts"], strict=True):
                if seat != letter:
                    continue
                name = role_name(role, game["line"])
                amounts[name].append(amount)
                if game["won"] is not None:
                    wins[name].append(game["won"] == (role != "o"))
    total = sum(map(len, amounts.values()))
    return {
        name: Role(len(found), len(found) / total, fmean(found), fmean(wins[name]) if wins[name] else None)
        for name, found in sorted(amounts.items(), key=lambda item: -len(item[1]))
    }


def role_name(role: str, line: str | None) -> str:
    """The role in words.

    >>> role_name("d", "alone"), role_name("o", "called"), role_name("-", None)
    ('declarer alone', 'opponent of two', 'not played')
    """
    name = ROLES[role]
    if role not in "do":
        return name
    with_partner = line in PARTNER_LINES
    if role == "d":
        return f"{name} with partner" if with_partner else f"{name} alone"
    return f"{name} of two" if with_partner else f"{name} of one"


def _effort(rows: list[list[float]]) -> Effort:
    answers = sum(int(row[0]) for row in rows)
    return Effort(
        answers=answers,
        forced=sum(int(row[1]) for row in rows),
        fallbacks=sum(int(row[2]) for row in rows),
        mean_ms=1000 * sum(row[3] for row in rows) / answers if answers else 0.0,
        slowest_ms=1000 * max((row[4] for row in rows), default=0.0),
    )
