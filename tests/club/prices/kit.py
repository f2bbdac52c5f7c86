"""Entries for the price table: sensible ones, random rubbish, and every combination of the axes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from schafkopf.club import prices
from schafkopf.game import Carried, Entry, Ruleset, Session
from schafkopf.game.contract import CONTRACT_NAMES
from schafkopf.game.entry import ImpossibleEntry
from schafkopf.game.session import Finished

Data = dict[str, Any]
ENDINGS = ("redeal", "pot", "double", "thrown_in")
NOTHING = Carried()


def session_of(rules: Ruleset, at_table: int, dealer: int = 0, carried: Carried = NOTHING) -> Session:
    """A session that stands so."""
    return replace(Session.new(rules, at_table, dealer=dealer), carried=carried)


def sizes(rules: Ruleset) -> range:
    """How many may sit at the table."""
    players = rules["table.players"]
    return range(players, players + (1 if rules.chalk else 3))


def said(bill: prices.Bill) -> tuple[Any, ...]:
    """A bill of the table's engine, comparable."""
    return (list(bill.terms), bill.amounts, bill.pot, bill.strokes, bill.provisional)


def meant(result: Finished) -> tuple[Any, ...]:
    """A bill of the game, comparable."""
    bill = result.settlement
    terms = [term.as_dict() for term in bill.terms]
    return (terms, bill.amounts, bill.pot, bill.strokes, bill.provisional)


def refused(session: Session, entry: Entry) -> tuple[str, str | None] | None:
    """What the game has against an entry."""
    try:
        session.price(entry)
    except ImpossibleEntry as refusal:
        return refusal.code, refusal.where
    return None


def seats_for(row: Data, seats: tuple[int, ...], place: int) -> Iterator[tuple[int, int | None]]:
    """Every (declarer, partner) that the row lets pass, for a declarer at this place from forehand."""
    steps = list(row["partner"]) + ([None] if row["unnamed"] is not None else [])
    for step in steps:
        yield seats[place], None if step is None else seats[(place + step) % len(seats)]


def everybodys(row: Data, seats: tuple[int, ...]) -> Iterator[Data]:
    """Every way in which a game of each for himself ends: who loses, who took no trick, who marched."""
    marches = bool(row["march"])
    for marcher in seats if marches else ():
        yield {"march": marcher}
    for kinds in product((0, 1, 2), repeat=len(seats)):
        losers = tuple(seat for seat, kind in zip(seats, kinds, strict=True) if kind == 1)
        virgins = tuple(seat for seat, kind in zip(seats, kinds, strict=True) if kind == 2)
        if losers and not (marches and len(virgins) == len(seats) - 1):
            yield {"losers": losers, "virgins": virgins}


def results(row: Data) -> list[Data]:
    """Every result that may be told without points."""
    if row["result"] == "always":
        return [{"won": True}, {}]
    if row["result"] == "won":
        return [{"won": True}, {"won": False}]
    steps = ({}, {"schneider": True}, {"schneider": True, "schwarz": True}, {"schwarz": True}, {"schneider": False})
    return [{"won": won, **step} for won in (True, False) for step in steps]


def runs(row: Data, size: int) -> range:
    """Every run of trumps, without and with."""
    with_run, without = row["laufende"][str(size)]
    return range(-without, with_run + 1)


def sensible(table: Data, state: Data, rng: random.Random) -> Entry:
    """A random entry that may be booked."""
    seats = tuple(table["seats"][state["dealer"]])
    name = rng.choice(list(table["contracts"]))
    row = table["contracts"][name]
    entry = Entry(
        name,
        suit=rng.choice([None, *row["suits"]]),
        knocks=rng.randint(0, table["knocks"]),
        kontra=min(row["kontra"], rng.choice((0, 0, 0, 1, 2, 3, 4))),
        promise=rng.choice(row["promises"])[0],
    )
    if row["result"] == "losers":
        return replace(entry, **rng.choice(list(everybodys(row, seats))))
    declarer, partner = rng.choice(list(seats_for(row, seats, rng.randrange(len(seats)))))
    alone = partner is None and not row["unnamed"]
    entry = replace(
        entry,
        declarer=declarer,
        partner=partner,
        laufende=rng.choice((0, 0, *runs(row, 1 if alone else 2))),
        claimed=rng.random() < 0.7,
        by_club_jack=rng.random() < 0.3,
    )
    if row["result"] == "points" and rng.random() < 0.6:
        points = rng.choice((0, 30, 31, 59, 60, 60, 60, 61, 89, 90, 91, 120, rng.randint(0, 120)))
        return replace(entry, points=points, schwarz=points in (0, 120) and rng.random() < 0.5)
    return replace(entry, **rng.choice(results(row)))


_RUBBISH: dict[str, tuple[Any, ...]] = {
    "contract": (*CONTRACT_NAMES, "wens", ""),
    "declarer": (None, -1, 0, 1, 2, 3, 4, 5, 6),
    "partner": (None, -1, 0, 1, 2, 3, 4, 5, 6),
    "suit": (None, "E", "G", "H", "S", "X", "", "EG"),
    "points": (None, -1, 0, 1, 30, 59, 60, 61, 75, 90, 91, 119, 120, 121, "60", 60.5, True),
    "won": (None, True, False),
    "schneider": (None, True, False),
    "schwarz": (True, False),
    "laufende": tuple(range(-16, 17)),
    "claimed": (True, False),
    "knocks": tuple(range(-1, 7)),
    "kontra": (*range(-1, 6), 98, 99, 100),
    "promise": (0, -10, 60, 65, 70, 71, 75, 90, 115, 120, 125, 130),
    "losers": ((), (0,), (1,), (3,), (0, 1), (1, 1), (2, 0, 2), (0, 1, 2, 3), (7,), (-1,), (5,)),
    "virgins": ((), (0,), (2,), (2, 3), (3, 3), (1, 2, 3), (9,)),
    "march": (None, 0, 1, 2, 3, 4, 5, -1),
    "by_club_jack": (True, False),
}


def rubbish(table: Data, state: Data, rng: random.Random) -> Entry:
    """A sensible entry of which some fields, or all of them, have become anything."""
    entry = sensible(table, state, rng)
    fields = list(_RUBBISH) if rng.random() < 0.1 else rng.sample(list(_RUBBISH), rng.choice((1, 1, 2, 3)))
    return replace(entry, **{name: rng.choice(_RUBBISH[name]) for name in fields})


def any_state(rules: Ruleset, rng: random.Random) -> Carried:
    """Something that earlier deals, perhaps under other rules, may have left."""
    if rules.chalk:
        head = rules["chalk.head"]
        carry = rng.choice((None, (rng.randrange(4), rng.choice((1, 1, 2, 3, 8, 30)))))
        return Carried(
            carry=carry, strokes=(rng.randrange(head), rng.randrange(head)), heads=(rng.randrange(3), rng.randrange(3))
        )
    return Carried(
        pot=rng.choice((0, 0, 1, 45, 150, 151, 10**6, 10**12 - 3, 10**12)),
        double=rng.choice((0, 0, 1, 2, 63, 64)),
        bock=tuple(rng.randint(1, 8) for _ in range(rng.choice((0, 0, 1, 2, 15, 16)))),
    )


def evening(rules: Ruleset, at_table: int, rng: random.Random, deals: int) -> None:
    """An evening of random results and passed-out deals, kept by both; they agree after every deal."""
    table = prices.compile(rules, at_table).to_dict()
    dealer = rng.randrange(at_table)
    session, state = Session.new(rules, at_table, dealer=dealer), prices.start(table, dealer=dealer)
    balances = [0] * at_table
    for _ in range(deals):
        if not rules.chalk and rng.random() < 0.25:
            how = rng.choice(ENDINGS)
            data: Data = {"passed": how}
            session = session.after_passed_out(how)
        else:
            entry = sensible(table, state, rng)
            data = prices.entry_data(entry)
            session = session.after_entry(entry)
        assert prices.check(table, state, data) is None
        for seat, amount in enumerate(prices.price(table, state, data).amounts):
            balances[seat] += amount
        state = prices.after(table, state, data)
        assert state == prices.state_data(session)
        assert tuple(balances) == session.balances
        assert prices.over(table, state) == session.over
        assert sum(balances) + state["pot"] == 0
