"""Counting the ends of a position, by the engine and by the naive referee; and the file of counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests import naive
from tests.laws.referee import hands_of, plain_contract, plain_rules, tricks_of

from schafkopf.game import Deal, Record, parse_record
from schafkopf.game.cards import cards_of
from schafkopf.game.play import Play

COUNTS = Path(__file__).parent / "counts.txt"


@dataclass(frozen=True)
class Position:
    """A line of the file: the contract, cards left in each hand, the count, and how it came about."""

    contract: str
    left: int
    count: int
    record: Record

    @property
    def name(self) -> str:
        return f"{self.contract}-{self.record.rules}-{self.count}"


def positions() -> Iterator[Position]:
    """The positions of the file."""
    for line in COUNTS.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            contract, left, count, record = line.split(" ", 3)
            yield Position(contract, int(left), int(count), parse_record(record))


def leaves(play: Play, limit: int | None = None) -> int:
    """The number of legal card sequences to the end; counting stops above the limit."""
    if play.over:
        return 1
    total = 0
    for lane in cards_of(play.legal(play.turn)):
        total += leaves(play.after(lane), limit)
        if limit is not None and total > limit:
            break
    return total


def naive_leaves(deal: Deal) -> int:
    """The same by the naive referee."""
    play = deal.play
    assert play is not None
    assert not play.trick, "a position stands between two tricks"
    plan = play.plan
    rules, contract = plain_rules(deal.rules), plain_contract(plan)
    dealt, hands = hands_of(plan, plan.dealt), hands_of(plan, play.hands)
    return _naive(rules, contract, hands, dealt, tricks_of(play), [], play.turn, list(plan.seats))


def _naive(
    rules: dict[str, Any],
    contract: dict[str, Any],
    hands: list[list[str]],
    dealt: list[list[str]],
    tricks: list[list[tuple[int, str]]],
    trick: list[tuple[int, str]],
    seat: int,
    seats: list[int],
) -> int:
    if len(trick) == len(seats):
        tricks, seat, trick = [*tricks, trick], naive.trick_winner(rules, contract, trick), []
    if not hands[seat]:
        return 1
    following = seats[(seats.index(seat) + 1) % len(seats)]
    total = 0
    for card in naive.legal_cards(rules, contract, hands, dealt, tricks, trick, seat):
        rest = [[held for held in hand if held != card] for hand in hands]
        total += _naive(rules, contract, rest, dealt, tricks, [*trick, (seat, card)], following, seats)
    return total
