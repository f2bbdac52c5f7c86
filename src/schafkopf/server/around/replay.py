"""Records laid open in the browser: every position of a finished or unfinished deal, all hands face up.

Nothing here is secret: who asks has brought the cards himself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from schafkopf.game.deal import Deal
from schafkopf.game.errors import InvalidRecord, SchafkopfError
from schafkopf.game.plan import Lanes, resting
from schafkopf.game.record import Record, check_result, parse_record, print_record
from schafkopf.game.view import hand_of, held
from schafkopf.server import wire
from schafkopf.server.shown import (
    bill_info,
    error_info,
    open_contract,
    outcome_info,
    passed_of,
    rules_info,
    sorted_hand,
    trick_info,
)

MOST_DEALS = 1000
"""Deals read of one text; the line after them is `request/too-large`."""
MOST_WITH_STEPS = 24
"""Deals that come with every position; later ones with their last one only, to be asked for one by one."""
LONGEST_LINE = 64_000
"""Bytes; the longest record of a real deal has about 1,500."""


@dataclass(frozen=True, slots=True)
class Found:
    """A deal in another program's protocol: where it begins, and the record or why there is none."""

    line: int
    record: dict[str, Any] | None
    error: SchafkopfError | None = None


class Importer(Protocol):
    """Reads other programs' protocols."""

    def __call__(self, text: str, /) -> Iterable[Found]:
        """The deals of a protocol, in order; at least one, `import/syntax` if it is none."""
        ...


def replay(asked: wire.RecordsAsked, importer: Importer | None = None) -> wire.Replayed:
    """Every deal of a text: a record each line, or another program's protocol.

    What cannot be read or played is said at its line, and leaves the other lines alone.
    """
    deals: list[wire.ReplayDeal] = []
    for found in _found(asked.text.removeprefix("\ufeff"), importer):
        if len(deals) == MOST_DEALS:
            too_many = InvalidRecord("request/too-large", f"more than {MOST_DEALS} deals")
            deals.append(_unreadable(found.line, "", too_many))
            break
        deals.append(_opened(found, with_steps=len(deals) < MOST_WITH_STEPS))
    if not deals:
        deals.append(_unreadable(1, "", InvalidRecord("record/syntax", "there is no record in it")))
    return wire.Replayed(deals)


@dataclass(frozen=True, slots=True)
class _Line:
    line: int
    text: str | dict[str, Any]
    error: SchafkopfError | None = None


def _found(text: str, importer: Importer | None) -> Iterator[_Line]:
    if importer is not None and text.strip() and not text.lstrip().startswith(("{", "[", '"')):
        hands = list(importer(text))
        if len(hands) == 1 and hands[0].error is not None and hands[0].error.code == "import/syntax":
            # Neither ours nor another program's: nobody has said that it was a protocol.
            hands = [Found(hands[0].line, None, InvalidRecord("record/syntax"))]
        for hand in hands:
            yield _Line(hand.line, hand.record or "", hand.error)
        return
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield _Line(number, line)


def _opened(found: _Line, *, with_steps: bool) -> wire.ReplayDeal:
    if found.error is not None:
        return _unreadable(found.line, "", found.error)
    text = found.text
    try:
        if isinstance(text, str) and len(text.encode()) > LONGEST_LINE:
            raise InvalidRecord("record/syntax", f"a line of more than {LONGEST_LINE} bytes")
        record = parse_record(text)
        deal = record.start()
    except SchafkopfError as error:
        return _unreadable(found.line, text if isinstance(text, str) and len(text) <= LONGEST_LINE else "", error)
    return _stepped(found.line, record, deal, with_steps=with_steps)


def _stepped(line: int, record: Record, deal: Deal, *, with_steps: bool) -> wire.ReplayDeal:
    order = resting(deal.rules)
    steps = [_step(deal, None, order)]
    said: wire.SaidInfo | None = None
    fault: SchafkopfError | None = None
    try:
        for action in record.actions:
            deal = deal.ready_for(action).after(action)
            said = wire.SaidInfo(action.seat, action.text)
            if with_steps:
                steps.append(_step(deal, said, order))
        if record.result is not None:
            check_result(deal, record.result)
    except SchafkopfError as error:
        fault = error
    if not with_steps and said is not None:
        steps = [_step(deal, said, order)]
    bill = deal.settlement()
    facts = deal.facts()
    return wire.ReplayDeal(
        line=line,
        names=list(record.names),
        dealer=record.dealer,
        rules=rules_info(deal.rules),
        record=print_record(record),
        steps=steps,
        bill=None if bill is None else bill_info(bill, passed_of(deal)),
        outcome=None if facts is None else outcome_info(facts),
        error=None if fault is None else error_info(fault),
    )


def _step(deal: Deal, action: wire.SaidInfo | None, order: Lanes) -> wire.ReplayStep:
    play = deal.play
    trick = last = None
    if play is not None:
        if play.trick:
            trick = trick_info(play, play.leader, play.trick, None)
        if play.history:
            before = play.history[-1]
            last = trick_info(play, before.leader, before.lanes, before.winner)
    return wire.ReplayStep(
        action=action,
        step=deal.phase,
        turn=deal.turn,
        hands=_hands(deal, order),
        trick=trick,
        last_trick=last,
        said=[wire.SaidInfo(said.seat, said.text) for said in deal.log if not _is_card(said.text)],
        contract=None if play is None else open_contract(play),
        points=[0] * len(deal.hands) if play is None else [play.plan.lanes.points_in(mask) for mask in play.taken],
    )


def _hands(deal: Deal, order: Lanes) -> list[list[str]]:
    """What each seat holds, in the order to show it; a card that is not known is `??`."""
    seats = range(len(deal.hands))
    if deal.play is not None:
        return [list(hand_of(deal, seat)) for seat in seats]
    return [sorted_hand(order, held(deal, seat)) for seat in seats]


def _is_card(text: str) -> bool:
    return len(text) == 2 and text[0] in "EGHS?"


def _unreadable(line: int, record: str, error: SchafkopfError) -> wire.ReplayDeal:
    return wire.ReplayDeal(
        line=line,
        names=[],
        dealer=0,
        rules=None,
        record=record,
        steps=[],
        bill=None,
        outcome=None,
        error=error_info(error),
    )
