"""What the host sets up."""

from __future__ import annotations

import json
import re
import zoneinfo
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, Literal

from schafkopf.club.tournament.errors import Refused
from schafkopf.club.tournament.ranking import MEASURES, Measure, Prize
from schafkopf.club.tournament.scoring import Scheme, scheme_of
from schafkopf.club.tournament.split import Odd, split
from schafkopf.game import Ruleset, load_ruleset
from schafkopf.game.errors import InvalidRuleset

MOST_ROUNDS = 20
MOST_GAMES = 200
MOST_PLAYERS = 1000
LONGEST = 120
"""Characters in a name."""
_LOCAL_TIME = re.compile(r"(19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2})?)?")


@dataclass(frozen=True, slots=True)
class Settings:
    """The tournament as it was announced."""

    name: str
    rounds: int = 2
    games: int = 30
    """Games in a round at each table."""
    rules: str = "bavaria"
    overrides: dict[str, Any] | None = None
    three_rules: str = "three"
    """The ruleset at tables with one player fewer; empty: there are none."""
    three_overrides: dict[str, Any] | None = None
    scheme: str | dict[str, Any] = "points-6"
    ties: tuple[Measure, ...] = ("points", "solos_won", "lot")
    split: Odd = "threes"
    seating: Literal["lot", "moves"] = "lot"
    movers: int = 1
    """How many move up and down from each table, with `moves`."""
    team_best: int | None = None
    """How many members count for a team in the whole tournament; None: all."""
    leavers: Literal["ranked", "out"] = "out"
    """Whether who left keeps a place in the ranking."""
    prizes: tuple[Prize, ...] = ()
    prize_ties: Literal["share", "full"] = "share"
    place: str = ""
    start: str = ""
    """Local date and time, `2026-05-01T19:00`."""
    minutes: int = 240
    zone: str = "Europe/Berlin"


_JOINERS = "\u200c\u200d"
"""They are not seen themselves, but a Persian name or a sign of two people is not written without them."""


def text(value: str, where: str, *, needed: bool = False, longest: int = LONGEST) -> str:
    """A line of text without what a line does not have. Raises Refused `tournament/text`."""
    line = " ".join(value.split())
    unseen = any(not sign.isprintable() and sign not in _JOINERS for sign in line)
    if unseen or len(line) > longest or (needed and not line):
        raise Refused("tournament/text", f"1 to {longest} characters" if needed else f"at most {longest}", where=where)
    return line


def check(settings: Settings) -> None:
    """Raises Refused `tournament/setting` (`where`: the key) and what rulesets and schemes are refused for."""

    def must(right: bool, where: str, detail: str) -> None:
        if not right:
            raise Refused("tournament/setting", detail, where=where)

    text(settings.name, "name", needed=True)
    text(settings.place, "place")
    must(1 <= settings.rounds <= MOST_ROUNDS, "rounds", f"1 to {MOST_ROUNDS}")
    must(1 <= settings.games <= MOST_GAMES, "games", f"1 to {MOST_GAMES}")
    must(1 <= settings.movers <= 2, "movers", "1 or 2")
    must(settings.team_best is None or settings.team_best >= 1, "team_best", "at least 1")
    must(bool(settings.ties) and settings.ties[0] == "points", "ties", "points come first")
    must(len(set(settings.ties)) == len(settings.ties), "ties", f"each of {', '.join(MEASURES)} once at most")
    must("lot" not in settings.ties[:-1], "ties", "the lot comes last")
    must(all(0 <= prize.cents <= 10**9 for prize in settings.prizes), "prizes", "cents that are not negative")
    must(len(settings.prizes) <= MOST_PLAYERS, "prizes", f"at most {MOST_PLAYERS}")
    for prize in settings.prizes:
        text(prize.thing, "prizes")
    must(0 < settings.minutes <= 24 * 60, "minutes", "up to a day")
    if settings.start:
        must(_is_local_time(settings.start), "start", "local date and time, 2026-05-01T19:00")
    try:
        zoneinfo.ZoneInfo(settings.zone)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        must(False, "zone", "a time zone, Europe/Berlin")
    scheme_of(settings.scheme)
    size = main_size(settings)
    rules_at(settings, size)
    if small_allowed(settings):
        rules_at(settings, size - 1)


def _is_local_time(start: str) -> bool:
    """A date, perhaps with a time, in years that every calendar and every time zone knows."""
    if not _LOCAL_TIME.fullmatch(start):
        return False
    try:
        datetime.fromisoformat(start)
    except ValueError:
        return False
    return True


def tidy(settings: Settings) -> Settings:
    """The settings with their texts as lines. Raises Refused `tournament/text`."""
    prizes = tuple(replace(prize, thing=text(prize.thing, "prizes")) for prize in settings.prizes)
    name, place = text(settings.name, "name"), text(settings.place, "place")
    return replace(settings, name=name, place=place, prizes=prizes)


def scheme(settings: Settings) -> Scheme:
    """How games are scored."""
    return scheme_of(settings.scheme)


def main_size(settings: Settings) -> int:
    """Players at an ordinary table."""
    players: int = _rules(settings.rules, json.dumps(settings.overrides or {}, sort_keys=True), 0)["table.players"]
    return players


def sizes(settings: Settings, players: int) -> tuple[int, ...]:
    """The sizes of the tables for so many. Raises Refused."""
    found = split(players, settings.split, main_size(settings), small_allowed=small_allowed(settings))
    for size in set(found):
        rules_at(settings, size)
    return found


def small_allowed(settings: Settings) -> bool:
    """Whether there are tables with one player fewer: two cannot play."""
    return bool(settings.three_rules) and main_size(settings) > 3


def rules_at(settings: Settings, seats: int) -> Ruleset:
    """The ruleset at a table with so many seats. Raises Refused `tournament/rules`."""
    name, overrides = settings.rules, settings.overrides
    if seats < main_size(settings):
        name, overrides = settings.three_rules, settings.three_overrides
    if not name:
        raise Refused("tournament/rules", f"no rules for a table of {seats}", where="three_rules")
    rules = _rules(name, json.dumps(overrides or {}, sort_keys=True), seats)
    if not rules["table.players"] <= seats <= rules["table.players"] + 1:
        raise Refused("tournament/rules", f"{seats} cannot play {name}", where="rules")
    return rules


@lru_cache(maxsize=256)
def _rules(name: str, overrides: str, seats: int) -> Ruleset:
    try:
        rules = load_ruleset(name).with_overrides(json.loads(overrides))
        if seats > rules["table.seated"]:
            rules = rules.with_overrides({"table": {"seated": seats}})
    except InvalidRuleset as fault:
        raise Refused(fault.code, fault.detail, allowed=fault.allowed, where=fault.where) from fault
    return rules
