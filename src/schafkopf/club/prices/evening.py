"""What one deal leaves to the next: dealer, pot, doublings, Bock, the slate, and when the evening is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from typing import Any

from schafkopf.club.prices.asking import MOST, Game, first
from schafkopf.club.prices.table import CannotTabulate, Data
from schafkopf.game.dealing import Carried
from schafkopf.game.facts import Facts
from schafkopf.game.session import Session
from schafkopf.game.settlement import passed_out

_MANY = 64
_SIXTY = 60


def ends(game: Game) -> Data:
    """For each way a deal may end: who deals next, whether it counts, what becomes of doublings and Bock rounds."""
    found = {"played": _end(game, None)}
    if not game.rules.chalk:
        found |= {how: _end(game, how) for how in ("redeal", "pot", "double", "thrown_in")}
        seen = game.endings()
        for how in found:
            found[how]["offered"] = how == "played" or how in seen
    return found


def _end(game: Game, how: str | None) -> Data:
    facts = quiet(game)

    def after(double: int, bock: tuple[int, ...] = ()) -> Session:
        if how is None:
            return game.left(facts, Carried(double=double, bock=bock))
        return game.with_carried(Carried(double=double, bock=bock)).after_passed_out(how)

    fresh, full = after(0), after(_MANY, (9,))
    keep = (after(5).carried.double - fresh.carried.double) // 5
    started = fresh.carried.bock
    return {
        "dealer": fresh.dealer,
        "deals": fresh.deals,
        "double": [keep, fresh.carried.double, full.carried.double],
        "bock_used": 0 if game.rules.chalk else 9 - full.carried.bock[0],
        "starts_bock": bool(started),
        "ante": how is not None and _pays(game, how),
    }


def _pays(game: Game, how: str) -> bool:
    """Whether who passed pays into the pot. The session prices it as `passed_out` does."""
    session = game.session.after_passed_out(how)
    return session.carried.pot > 0


def quiet(game: Game) -> Facts:
    """A played deal that starts no Bock round, if there is one."""
    candidates = [facts for _, facts in played(game)]
    for facts in candidates:
        if game.rules.chalk or not game.left(facts).carried.bock:
            return facts
    raise CannotTabulate("every deal starts a Bock round")


def played(game: Game) -> Iterator[tuple[Data, Facts]]:
    """Deals of every kind that may start a Bock round, with what is to be seen in them."""
    sizes: dict[int, Facts] = {}
    for name in game.names:
        for size, (_, facts) in game.sides(name).items():
            sizes.setdefault(size, facts)
    for size, facts in sorted(sizes.items(), reverse=True):
        flags = (True, False) if size else (False,)
        for won, schwarz, kontra, points in product(flags, flags, (0, 1), (None, _SIXTY) if size else (None,)):
            yield (
                {
                    "alone": int(size == 1),
                    "won": int(won),
                    "schwarz": int(schwarz),
                    "sixty": int(points == _SIXTY),
                    "kontra": kontra,
                    "everyone": int(size == 0),
                },
                replace(facts, won=won, schneider=schwarz, schwarz=schwarz, kontra=kontra, side_points=points),
            )


def bock(game: Game) -> Data:
    """Which played deals start a Bock round: any one of some conjunctions; how long it lasts, how many run at once."""
    seen = [(atoms, game.left(facts)) for atoms, facts in played(game)]
    started = [session.carried.bock[-1] for _, session in seen if session.carried.bock]
    for how in ("redeal", "pot", "double", "thrown_in"):
        started += game.session.after_passed_out(how).carried.bock
    most = len(game.with_carried(Carried(bock=(99,) * _MANY)).after_passed_out("redeal").carried.bock)
    cells = [(atoms, bool(session.carried.bock)) for atoms, session in seen]
    return {"starts": _conjunctions(cells), "deals": max(started, default=0), "most": most, "sixty": _SIXTY}


def _conjunctions(cells: list[tuple[Data, bool]]) -> list[Data]:
    """Few short conjunctions that together are true just where the cells are."""
    atoms = list(cells[0][0])
    found: list[Data] = []
    open_cells = [atom for atom, true in cells if true]
    for length in range(len(atoms) + 1):
        for names in combinations(atoms, length):
            for values in product((0, 1), repeat=length):
                if not open_cells:
                    return found
                rule = dict(zip(names, values, strict=True))
                matching = [true for atom, true in cells if _holds(rule, atom)]
                if matching and all(matching) and any(_holds(rule, atom) for atom in open_cells):
                    found.append(rule)
                    open_cells = [atom for atom in open_cells if not _holds(rule, atom)]
    return found


def _holds(rule: Data, atoms: Data) -> bool:
    return all(atoms[name] == value for name, value in rule.items())


def pot(game: Game, rows: Data) -> Data:
    """Who takes the pot, who doubles it, how much it holds; what everybody pays who passed, and who everybody is."""
    data: Data = {"win": "declarer", "loss": "declarer", "cap": 0, "ante": 0, "payers": "cards"}
    holds = None
    names = [name for name in rows if rows[name].get("pot")]
    for name in names:
        facts = game.plain(name)[1]
        partner = next((seat for seat in facts.side if seat != facts.declarer), None)
        for result, won in (("win", True), ("loss", False)):
            if won or rows[name]["result"] != "always":
                asked = replace(facts, won=won)
                bare, booked = game.settled(asked).amounts, game.settled(asked, pot=2).amounts
                if partner is not None and bare[partner] != booked[partner]:
                    data[result] = "side"
                if not won and holds is None:
                    holds = _room(game, asked)

    def ante(lies: int) -> tuple[int, ...]:
        bill = passed_out(game.rules, game.at_table, game.seats, pot=lies, pays_pot=True)
        return tuple(-amount for amount in bill.amounts)

    stakes = ante(0)
    data["ante"] = max(stakes)
    if any(stakes[seat] for seat in range(game.at_table) if seat not in game.seats):
        data["payers"] = "all"
    if holds is None and data["ante"]:
        payers = sum(stake > 0 for stake in stakes)
        holds = (first(lambda lies: not any(ante(lies)), 0, MOST) or 0) + payers - 1
    data["cap"] = holds or 0
    return data


def _room(game: Game, lost: Facts) -> int | None:
    """From how much in the pot on a lost game puts nothing in."""

    def full(lies: int) -> bool:
        return game.settled(lost, pot=lies).pot == 0

    return first(full, 1, MOST)


def length(game: Game) -> Data:
    """After how many deals or heads the evening is over; None: not by these."""
    most = 10**6

    def by_deals(number: int) -> bool:
        return replace(game.session, deals=number).over

    def by_heads(number: int) -> bool:
        return game.with_carried(Carried(heads=(number, 0))).over

    return {"deals": first(by_deals, 0, most), "heads": first(by_heads, 0, most)}


def slate(game: Game) -> Data | None:
    """Strokes instead of money: what each result writes, alone and after ties; when a head is full."""
    if not game.rules.chalk:
        return None
    facts = replace(game.plain(game.names[0])[1], side_points=None)
    tie = game.settled(replace(facts, won=False, side_points=_SIXTY)).terms[0]
    cells: Data = {}
    carry_name, sweep = "carry", None
    seat = facts.declarer or 0
    for won, jack, before in product((True, False), (False, True), ("none", "same", "other")):
        cell = []
        for double in (False, True):
            asked = replace(facts, won=won, schneider=double, by_club_jack=jack)
            bills: list[tuple[Any, ...]] = []
            for ties in range(1, 9):
                carry = {"none": None, "same": (seat + 2, ties), "other": (seat + 1, ties)}[before]
                terms = game.settled(asked, carry=carry).terms
                if len(terms) > 1:
                    carry_name = terms[1].name
                bills.append((terms[0].name, terms[0].amount, sum(term.amount or 0 for term in terms[1:])))
                swept = game.settled(replace(asked, sweep=True), carry=carry).terms
                if swept != terms:
                    sweep = [swept[0].name, swept[0].amount]
            name, base, one = bills[0]
            each = bills[1][2] - one
            if bills != [(name, base, one + each * ties) for ties in range(8)]:
                raise CannotTabulate("ties are not counted in a line")
            cell.append([name, base, one - each, each])
        cells[f"{'won' if won else 'lost'} {'jack' if jack else 'plain'} {before}"] = cell
    return {
        "tie_at": _SIXTY,
        "tie": tie.name,
        "carry": carry_name,
        "cells": cells,
        "sweep": sweep,
        "head": _head(game, facts),
        "first_namer_stays": _first_stays(game, facts),
    }


def _head(game: Game, facts: Facts) -> int:
    """How many strokes fill a head."""
    written = game.settled(replace(facts, won=True)).strokes or (0, 0)
    team = 0 if written[0] else 1

    def full(lies: int) -> bool:
        strokes = (lies, 0) if team == 0 else (0, lies)
        return game.left(replace(facts, won=True), Carried(strokes=strokes)).carried.heads[team] > 0

    return (first(full, 0, MOST) or 0) + max(written)


def _first_stays(game: Game, facts: Facts) -> bool:
    """Whether the second tie in a row still counts as named by who named in the first."""
    seat = facts.declarer or 0
    left = game.left(replace(facts, won=False, side_points=_SIXTY), Carried(carry=(seat + 1, 1))).carried.carry
    return left is not None and left[0] == seat + 1
