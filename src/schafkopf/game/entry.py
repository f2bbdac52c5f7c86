"""A result as people type it in after playing with real cards: no cards, only what came out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from schafkopf.game import compile
from schafkopf.game.contract import KINDS, Contract
from schafkopf.game.errors import SchafkopfError
from schafkopf.game.facts import Facts, judge_points
from schafkopf.game.plan import lanes
from schafkopf.game.ruleset import Ruleset


class ImpossibleEntry(SchafkopfError):
    """A typed-in result that cannot have happened, or lacks something; `where` names the field."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One deal on a score sheet. Seats are indices into the names at the table.

    `points` (card points of the declarer's side) decide who won and Schneider; without them `won`, `schneider` and
    `schwarz` say it. `laufende`: length of the run, negative when the declarer's side was without.
    """

    contract: str
    declarer: int | None = None
    suit: str | None = None
    partner: int | None = None
    points: int | None = None
    won: bool | None = None
    schneider: bool | None = None
    """In the chalk game: the double win."""
    schwarz: bool = False
    """The losing side took no trick; in the chalk game: the whole head."""
    laufende: int = 0
    claimed: bool = True
    knocks: int = 0
    kontra: int = 0
    promise: int = 0
    losers: tuple[int, ...] = ()
    """Ramsch: who pays."""
    virgins: tuple[int, ...] = ()
    march: int | None = None
    by_club_jack: bool = False


def facts_of_entry(
    rules: Ruleset, entry: Entry, *, at_table: int, seats: tuple[int, ...], doubles: int = 0, bock: int = 0
) -> Facts:
    """The facts of a typed-in result, to be priced like those of a played deal.

    seats: who held cards, forehand first. doubles, bock: brought in by the session.
    Raises ImpossibleEntry: entry/contract, entry/seat, entry/points, entry/result, entry/laufende, entry/doubling.
    """
    contract = _contract(rules, entry)
    _check_doublings(rules, entry, contract, len(seats))
    if entry.points is not None and (type(entry.points) is not int or not 0 <= entry.points <= 120):
        _refuse("points", "card points are from 0 to 120", "points")
    if contract.goal.kind == "fewest_points":
        return _ramsch(rules, entry, contract, at_table, seats, doubles, bock)
    side = _side(rules, entry, contract, seats)
    won, schneider = _result(entry, contract)
    _check_laufende(rules, entry, contract, len(side))
    return Facts(
        contract,
        at_table,
        seats,
        entry.declarer,
        side,
        won,
        schneider,
        entry.schwarz and contract.goal.kind == "points",
        abs(entry.laufende),
        entry.laufende >= 0,
        entry.claimed,
        entry.knocks,
        entry.kontra,
        doubles,
        bock,
        side_points=entry.points,
        sweep=entry.schwarz,
        by_club_jack=entry.by_club_jack,
    )


def _refuse(what: str, detail: str, field: str) -> NoReturn:
    raise ImpossibleEntry(f"entry/{what}", detail, where=field)


def _contract(rules: Ruleset, entry: Entry) -> Contract:
    kind = KINDS.get(entry.contract)
    if kind is None or entry.contract not in compile.played(rules):
        _refuse("contract", f"{entry.contract!r} is not played here", "contract")
    named = kind.trump == "*"
    if entry.suit is not None and (entry.suit not in ("E", "G", "H", "S") or not kind.suited):
        _refuse("contract", f"{entry.suit!r} is not a suit of this game", "suit")
    if kind.line == "called" and entry.suit == kind.trump:
        _refuse("contract", "the trump suit has no ace to call", "suit")
    # The price does not depend on the suit, so a sheet may leave it out.
    suit = entry.suit or ("H" if named else None)
    return compile.contract(rules, entry.contract, suit=suit, promise=entry.promise)


def _check_doublings(rules: Ruleset, entry: Entry, contract: Contract, players: int) -> None:
    who = "off" if rules.chalk else rules["knock.who"]
    most = {"off": 0, "first_only": 1, "one_only": 1}.get(who, players)
    if not 0 <= entry.knocks <= most:
        _refuse("doubling", f"at most {most} may knock", "knocks")
    limit = {"none": 0, "own": players}.get(contract.kontra, 0 if rules.chalk else rules["kontra.max"])
    if contract.goal.kind == "held":
        limit = 0
    if not 0 <= entry.kontra <= limit:
        _refuse("doubling", f"at most {limit} doublings", "kontra")
    promises = {0} | {bid.promise for bid in compile.bids(rules).values() if bid.name == entry.contract}
    if entry.promise not in promises:
        _refuse("contract", f"a promise is one of {', '.join(map(str, sorted(promises)))}", "promise")


def _side(rules: Ruleset, entry: Entry, contract: Contract, seats: tuple[int, ...]) -> frozenset[int]:
    declarer, partner = entry.declarer, entry.partner
    if declarer not in seats or declarer is None:
        _refuse("seat", "who played must have held cards", "declarer")
    line = contract.line.kind
    if line == "opposite":
        across = seats[(seats.index(declarer) + 2) % len(seats)]
        if partner not in (None, across):
            _refuse("seat", "the partner sits across", "partner")
        return frozenset((declarer, across))
    if line == "alone":
        if partner is not None:
            _refuse("seat", "this game is played alone", "partner")
        return frozenset((declarer,))
    if partner is None and line == "called" and rules["call.own_ace"] == "silent_solo":
        return frozenset((declarer,))
    if partner is None or partner not in seats or partner == declarer:
        _refuse("seat", "a partner who held cards is needed", "partner")
    return frozenset((declarer, partner))


def _result(entry: Entry, contract: Contract) -> tuple[bool, bool]:
    goal = contract.goal
    if goal.kind == "held":
        if entry.won is False:
            _refuse("result", "a game laid down is always won", "won")
        return True, False
    if goal.kind != "points":
        if entry.won is None:
            _refuse("result", "won or lost?", "won")
        return entry.won, False
    if entry.points is None:
        if entry.won is None:
            _refuse("result", "won or lost?", "won")
        if entry.schwarz and entry.schneider is False:
            _refuse("result", "Schwarz is Schneider too", "schneider")
        return entry.won, bool(entry.schneider) or entry.schwarz
    won, schneider = judge_points(goal, entry.points, kontra=entry.kontra)
    if entry.won is not None and entry.won != won:
        # Only the hand itself tells whether it had so few trumps that 60 sufficed.
        won, schneider = judge_points(goal, entry.points, kontra=entry.kontra, trumps=0)
    if entry.won not in (None, won):
        _refuse("result", f"{entry.points} points say otherwise", "won")
    if entry.schneider not in (None, schneider):
        _refuse("result", f"{entry.points} points say otherwise", "schneider")
    if entry.schwarz and entry.points not in (0, 120):
        _refuse("result", "without a trick there are no points", "schwarz")
    return won, schneider or entry.schwarz


def _check_laufende(rules: Ruleset, entry: Entry, contract: Contract, side: int) -> None:
    trumps = lanes(contract.order, rules["deck.cards"]).trumps.bit_count()
    pool = 1 if contract.tariff.laufende_pool == "declarer_hand" else side
    most = trumps if entry.laufende < 0 else min(trumps, pool * rules.hand_size)
    if abs(entry.laufende) > most:
        _refuse("laufende", f"at most {most} here", "laufende")


def _ramsch(
    rules: Ruleset,
    entry: Entry,
    contract: Contract,
    at_table: int,
    seats: tuple[int, ...],
    doubles: int,
    bock: int,
) -> Facts:
    named = (*entry.losers, *entry.virgins, *(() if entry.march is None else (entry.march,)))
    if any(seat not in seats for seat in named):
        _refuse("seat", "only who held cards can be named", "losers")
    if entry.march is not None and (entry.losers or entry.virgins):
        _refuse("result", "after a Durchmarsch nobody else is named", "march")
    marches = rules["ramsch.march"] != "none"
    if entry.march is not None and not marches:
        _refuse("result", "there is no Durchmarsch here", "march")
    if entry.march is None and not entry.losers:
        _refuse("result", "who lost the Ramsch?", "losers")
    if set(entry.losers) & set(entry.virgins):
        _refuse("result", "who took no trick cannot have lost", "virgins")
    if marches and len(set(entry.virgins)) == len(seats) - 1:
        _refuse("result", "who takes every trick has marched through", "virgins")
    return Facts(
        contract,
        at_table,
        seats,
        knocks=entry.knocks,
        kontra=entry.kontra,
        doubles=doubles,
        bock=bock,
        losers=tuple(dict.fromkeys(entry.losers)),
        virgins=tuple(dict.fromkeys(entry.virgins)),
        march=entry.march,
    )
