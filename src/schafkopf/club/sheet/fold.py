"""From the log of a sheet to what it shows.

Every line is priced anew in the order of the sheet, so an edit of an old game, a game that moves, and one that arrives
late from a phone without network come out as if they had been written so at first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from schafkopf.club.settling import payments
from schafkopf.club.sheet.carried import Carried
from schafkopf.club.sheet.doubles import doubles
from schafkopf.club.sheet.ops import Content, Corrected, Paid, Passed, Penalised, Played, Stored
from schafkopf.club.sheet.penalties import PENALTIES
from schafkopf.club.sheet.pricing import Bill, bill_of, rules_of
from schafkopf.club.sheet.reading import Draft, DraftLine, draft
from schafkopf.club.sheet.state import Closing, Line, Payment, Person, State, Turn
from schafkopf.game.dealing import seats_with_cards, table_sizes


def fold(log: Sequence[Stored]) -> State:
    """The sheet that a log comes down to: the same for the same ops, in whatever order they are handed over."""
    found = draft(log)
    people = _people(found)
    carried = Carried()
    balances = dict.fromkeys(people, 0)
    curve = {person: [0] for person in people}
    twice = doubles(list(found.lines.values()))
    lines = []
    number = 0
    turn: tuple[str, bool] | None = None
    for id in found.order:
        if id in found.marks:
            turn = (found.marks[id].person, False)
            continue
        draft_line = found.lines[id]
        ruling = _ruling(found, draft_line)
        before = carried
        bill, after = _bill(found, draft_line, ruling, carried)
        if not draft_line.deleted:
            number += 1
            carried = after
            turn = _turn(draft_line.content, bill) or turn
            for person, amount in bill.amounts.items():
                balances[person] += amount
            for person, points in curve.items():
                points.append(balances[person])
        lines.append(_line(draft_line, ruling, 0 if draft_line.deleted else number, bill, before, balances, twice))
    return State(
        title=found.title,
        place=found.place,
        date=found.date,
        people=people,
        table=tuple(found.table),
        rulings=tuple(found.rulings),
        ruling=found.ruling,
        lines=tuple(lines),
        carried=carried,
        turn=_next(found, turn),
        balances=balances,
        curve={person: tuple(points) for person, points in curve.items()},
        closed=found.closed,
        closing=_closing(found, lines, carried.pot, balances),
        faults=tuple(found.faults),
        undo=found.undo,
        redo=found.redo,
        seq=found.seq,
    )


def _people(found: Draft) -> dict[str, Person]:
    """Who is on the list, and whoever a line names besides: nobody's amount shall be without a person."""
    people = dict(found.people)
    for line in found.lines.values():
        for change in line.history:
            for person in () if change.content is None else mentioned(change.content):
                people.setdefault(person, Person(person, "", here=False))
    return people


def mentioned(content: Content) -> Iterator[str]:
    """The ids of the people that a line may move money of, in an order that does not depend on how JSON was written."""
    if isinstance(content, Corrected):
        yield from sorted(content.amounts)
    elif isinstance(content, Paid):
        yield from (content.payer, content.payee)
    else:
        yield from (*content.players, *content.resting)
        if isinstance(content, Penalised):
            yield from (content.offender, *sorted(content.amounts))


def _ruling(found: Draft, line: DraftLine) -> int:
    if isinstance(line.content, (Corrected, Paid)):
        return line.ruling
    return found.ruled.get(line.content.ruled, line.ruling)


def _bill(found: Draft, line: DraftLine, ruling: int, carried: Carried) -> tuple[Bill, Carried]:
    if ruling < 0:
        return bill_of(None, line.content, carried)
    if found.rulings[ruling].unit != found.rulings[found.ruling].unit:
        return Bill(error="sheet/unit", where="ruled"), carried
    return bill_of(rules_of(found.rulings[ruling].ruled), line.content, carried)


def _line(
    line: DraftLine,
    ruling: int,
    number: int,
    bill: Bill,
    before: Carried,
    balances: Mapping[str, int],
    twice: Mapping[str, tuple[str, ...]],
) -> Line:
    return Line(
        id=line.id,
        number=number,
        content=line.content,
        ruling=ruling,
        bill=bill,
        before=before,
        balances=dict(balances),
        history=tuple(line.history),
        deleted=line.deleted,
        doubles=twice.get(line.id, ()),
        contested=line.contested or line.crossed,
        late=line.late,
    )


# -- the next deal ---------------------------------------------------------------------------------------------------


def _turn(content: Content, bill: Bill) -> tuple[str, bool] | None:
    """(who dealt, whether the next one deals after this line); None for a line that is no deal."""
    if isinstance(content, (Played, Passed)):
        return content.dealer, bill.moves
    if isinstance(content, Penalised):
        penalty = PENALTIES.get(content.kind)
        return (content.dealer, penalty.deal == "next") if penalty and penalty.deal and content.dealer else None
    return None


def _next(found: Draft, turn: tuple[str, bool] | None) -> Turn:
    table = found.table
    if not table:
        return Turn(error="sheet/table")
    dealer = table[0]
    if turn is not None:
        dealer, moves = turn
        if moves and dealer in table:
            dealer = table[(table.index(dealer) + 1) % len(table)]
        # Who went home does not deal: whoever sat after him does.
        gone: set[str] = set()
        while dealer not in table:
            gone.add(dealer)
            dealer = found.follow.get(dealer, table[0])
            dealer = table[0] if dealer in gone else dealer
    if found.ruling < 0:
        return Turn(dealer, error="sheet/rules")
    rules = rules_of(found.rulings[found.ruling].ruled)
    if len(table) not in table_sizes(rules):
        return Turn(dealer, error="sheet/table")
    players = tuple(table[seat] for seat in seats_with_cards(rules, len(table), table.index(dealer)))
    return Turn(dealer, players, tuple(person for person in table if person not in players))


# -- the end of the evening ------------------------------------------------------------------------------------------


def _closing(found: Draft, lines: Sequence[Line], pot: int, balances: Mapping[str, int]) -> Closing:
    """The pot is shared by those at the table; what does not divide goes to the first of them."""
    shares = dict.fromkeys(balances, 0)
    sharers = found.table or next((list(line.bill.ring) for line in reversed(lines) if line.bill.ring), list(balances))
    if pot:
        each, left = divmod(pot, len(sharers))
        for place, person in enumerate(sharers):
            shares[person] += each + (place < left)
    due = {person: balance + shares[person] for person, balance in balances.items()}
    for line in lines:
        if line.counts and isinstance(line.content, Paid):
            due[line.content.payer] += line.content.amount
            due[line.content.payee] -= line.content.amount
    people = list(due)
    transfers = payments([due[person] for person in people])
    return Closing(shares, due, tuple(Payment(people[a], people[b], amount) for a, b, amount in transfers))
