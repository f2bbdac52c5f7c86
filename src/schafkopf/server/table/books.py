"""The account of the evening, by player: an account belongs to a person, not to a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from schafkopf.club.settling import payments
from schafkopf.server import wire
from schafkopf.server.shown import open_contract, passed_of
from schafkopf.server.table.parts import Player, Seat

if TYPE_CHECKING:
    from schafkopf.server.table.state import Table


def accounts(players: tuple[Player, ...], seats: Sequence[Seat]) -> tuple[tuple[Player, ...], tuple[int, ...]]:
    """The players, with new ones where somebody at a seat has no account yet, and each seat's account."""
    found = list(players)
    by_seat = []
    for seat in seats:
        person = seat.person if seat.kind == "person" else None
        for index, player in enumerate(found):
            own = player.person == person if person is not None else (player.kind, player.name) == ("bot", seat.name)
            if own and index not in by_seat:
                break
        else:
            index = len(found)
            found.append(Player(seat.name, "bot" if person is None else "person", person))
        by_seat.append(index)
    return tuple(found), tuple(by_seat)


def amounts(table: Table) -> list[int]:
    """What the finished deal on the table brings each player; 0 for who did not take part."""
    found = [0] * len(table.players)
    bill = table.bill
    if bill is not None:
        for seat, amount in enumerate(bill.amounts):
            found[table.accounts[seat]] += amount
    return found


def paid(players: tuple[Player, ...], amounts: Sequence[int]) -> tuple[Player, ...]:
    """The players with these amounts booked; who is not in the list gets nothing."""
    if not any(amounts):
        return players
    booked = [
        replace(player, balance=player.balance + amount) for player, amount in zip(players, amounts, strict=False)
    ]
    return (*booked, *players[len(booked) :])


def past_deal(table: Table) -> wire.PastDeal:
    """The finished deal on the table as it stands in the account."""
    deal = table.deal
    assert deal is not None
    if table.void:
        nothing = [0] * len(table.players)
        return wire.PastDeal(table.number, None, None, "thrown_in", None, nothing, None, _slate(table, (0, 0)))
    bill, facts = table.bill, table.from_deal("facts", deal.facts)
    assert bill is not None
    declarer = None if facts is None or not facts.side else facts.declarer
    return wire.PastDeal(
        number=table.number,
        contract=None if deal.play is None else open_contract(deal.play),
        declarer_name=None if declarer is None else table.players[table.accounts[declarer]].name,
        passed=passed_of(deal),
        won=None if facts is None or not facts.side else facts.won,
        amounts=amounts(table),
        strokes=None if bill.strokes is None else list(bill.strokes),
        slate=_slate(table, bill.strokes),
    )


def _slate(table: Table, written: Sequence[int] | None) -> wire.SlateInfo | None:
    """The slate with what a deal writes, None if nothing is written in this game."""
    old, new = table.session, table.booked
    if written is None or old is None or new is None or not table.rules.chalk:
        return None
    before, head = old.carried.strokes, table.rules["chalk.head"]
    heads = new.carried.heads
    return wire.SlateInfo(
        before=list(before),
        fresh=[min(strokes, head - stood) for strokes, stood in zip(written, before, strict=True)],
        heads=list(heads),
        finished=[after > was for after, was in zip(heads, old.carried.heads, strict=True)],
    )


def closing(table: Table) -> tuple[list[int], list[tuple[int, int, int]]]:
    """How the evening is settled: each player's part of what lies in the pot, and who pays whom what.

    The pot is shared by those who sit at the table; what does not divide goes to the first of them.
    """
    shares = [0] * len(table.players)
    pot = 0 if table.session is None else table.session.carried.pot
    if pot and table.accounts:
        each, left = divmod(pot, len(table.accounts))
        for place, player in enumerate(table.accounts):
            shares[player] += each + (place < left)
    balances = [player.balance + share for player, share in zip(table.players, shares, strict=True)]
    return shares, payments(balances) if any(balances) else []
