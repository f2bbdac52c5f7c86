"""One line of a sheet, priced: by a session of its rules with the people of the line around the table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache

from schafkopf.club.sheet.carried import Carried, Ring, pairs
from schafkopf.club.sheet.errors import Refused
from schafkopf.club.sheet.ops import Content, Corrected, Paid, Passed, Penalised, Played, Result, Ruled
from schafkopf.club.sheet.penalties import PENALTIES, Penalty
from schafkopf.game.dealing import table_sizes
from schafkopf.game.entry import Entry
from schafkopf.game.errors import SchafkopfError
from schafkopf.game.facts import Facts
from schafkopf.game.ruleset import Ruleset, load_ruleset
from schafkopf.game.session import Finished, Session
from schafkopf.game.settlement import Settlement, Term, passed_out, value_of

ENDINGS = ("redeal", "pot", "double", "thrown_in")
LARGEST = 4 * 10**12
"""Of one person's amount in one line, so that the sums of an evening are exact in every client."""


@dataclass(frozen=True, slots=True)
class Bill:
    """What a line brings: `amounts` by person and `pot` sum to 0; `strokes` by person, each for the whole team.

    error, where: what keeps the line from counting, and the field it is about; then it brings nothing.
    """

    terms: tuple[Term, ...] = ()
    value: int | None = None
    amounts: Mapping[str, int] = field(default_factory=dict)
    pot: int = 0
    strokes: Mapping[str, int] | None = None
    provisional: bool = False
    facts: Facts | None = None
    ring: Ring = ()
    """Whom the seats of `facts` are."""
    moves: bool = True
    """The deal goes on to the next one; what is wrong is taken for a deal like others."""
    error: str = ""
    where: str = ""


def rules_of(ruled: Ruled) -> Ruleset:
    """The ruleset that an op names. Raises InvalidRuleset."""
    return _rules(ruled.rules, json.dumps(ruled.overrides, sort_keys=True))


@lru_cache(maxsize=256)
def _rules(name: str, overrides: str) -> Ruleset:
    return load_ruleset(name).with_overrides(json.loads(overrides))


def bill_of(rules: Ruleset | None, content: Content, carried: Carried) -> tuple[Bill, Carried]:
    """What a line brings, and what lies on the table afterwards. Never raises: what is wrong stands in the bill."""
    try:
        bill, after = _bill_of(rules, content, carried)
        if any(abs(amount) > LARGEST for amount in bill.amounts.values()):
            raise Refused("sheet/too-large", "nobody pays so much")
        return bill, after
    except SchafkopfError as fault:
        return Bill(error=fault.code, where=fault.where or ""), carried


def _bill_of(rules: Ruleset | None, content: Content, carried: Carried) -> tuple[Bill, Carried]:
    if isinstance(content, Corrected):
        return _corrected(content), carried
    if isinstance(content, Paid):
        return _paid(content), carried
    if rules is None:
        raise Refused("sheet/rules", "no rules were chosen", where="ruled")
    if isinstance(content, Played):
        return _played(rules, content, carried)
    if isinstance(content, Passed):
        return _passed(rules, content, carried)
    return _penalised(rules, content, carried)


def ring_of(rules: Ruleset, content: Played | Passed | Penalised) -> Ring:
    """Who sat at the table, the dealer last. Raises Refused `sheet/seats` for what no table looks like."""
    players, resting, dealer = content.players, content.resting, content.dealer
    if len(players) != rules["table.players"] or len({*players, *resting}) != len(players) + len(resting):
        raise Refused("sheet/seats", f"{rules['table.players']} hold cards", where="players")
    if dealer in players:
        if dealer != players[-1]:
            raise Refused("sheet/seats", "the dealer plays last", where="dealer")
        # Who rests while the dealer plays is not of this deal.
        return players
    if dealer not in resting:
        raise Refused("sheet/seats", "the dealer is not at the table", where="dealer")
    if len(players) + len(resting) not in table_sizes(rules):
        raise Refused("sheet/seats", "so many cannot sit here", where="resting")
    return (*players, *(person for person in resting if person != dealer), dealer)


def entry_of(result: Result, ring: Ring) -> Entry:
    """The same result by seat. Who is not at the table gets a seat that nobody has, so that the game refuses it."""
    seat = {person: place for place, person in enumerate(ring)}
    nobody = len(ring)

    def one(person: str | None) -> int | None:
        return None if person is None else seat.get(person, nobody)

    def some(people: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(seat.get(person, nobody) for person in people)

    same = {part.name: getattr(result, part.name) for part in fields(Entry)}
    knocks = len(result.knockers) if result.knockers else result.knocks
    moved = {"declarer": one(result.declarer), "partner": one(result.partner), "march": one(result.march)}
    return Entry(**{**same, **moved, "knocks": knocks, "losers": some(result.losers), "virgins": some(result.virgins)})


def session_of(rules: Ruleset, ring: Ring, carried: Carried) -> Session:
    """The session in which a line is booked."""
    session = Session.new(rules, len(ring), dealer=len(ring) - 1)
    return replace(session, carried=carried.seated(ring, chalk=rules.chalk))


def _priced(rules: Ruleset, content: Played | Penalised, carried: Carried) -> tuple[Ring, Session, Finished]:
    result = content.result
    assert result is not None
    ring = ring_of(rules, content)
    session = session_of(rules, ring, carried)
    if len(set(result.knockers)) < len(result.knockers) or not set(result.knockers) <= set(content.players):
        raise Refused("entry/doubling", "each with cards may knock once", where="knocks")
    return ring, session, session.price(entry_of(result, ring))


def _bill(ring: Ring, done: Settlement, facts: Facts | None) -> Bill:
    strokes = None
    if done.strokes is not None:
        strokes = {
            person: done.strokes[team] for team, pair in enumerate(pairs(ring)) if done.strokes[team] for person in pair
        }
    return Bill(
        done.terms,
        None if facts is None else value_of(done.terms),
        _some(dict(zip(ring, done.amounts, strict=True))),
        done.pot,
        strokes,
        done.provisional,
        facts,
        ring,
    )


def _some(amounts: Mapping[str, int]) -> dict[str, int]:
    return {person: amount for person, amount in amounts.items() if amount}


def _played(rules: Ruleset, content: Played, carried: Carried) -> tuple[Bill, Carried]:
    ring, session, finished = _priced(rules, content, carried)
    left = session.after_result(finished).carried
    return _bill(ring, finished.settlement, finished.facts), carried.after(ring, left, chalk=rules.chalk)


def _passed(rules: Ruleset, content: Passed, carried: Carried) -> tuple[Bill, Carried]:
    if content.how not in ENDINGS or rules.chalk:
        raise Refused("entry/contract", "no deal ends so here", where="passed")
    ring = ring_of(rules, content)
    session = session_of(rules, ring, carried)
    done = passed_out(rules, len(ring), session.seats, pot=carried.pot, pays_pot=content.how == "pot")
    left = session.after_result(Finished(done, None, content.how))
    bill = replace(_bill(ring, done, None), moves=left.dealer != session.dealer)
    return bill, carried.after(ring, left.carried, chalk=rules.chalk)


def _corrected(content: Corrected) -> Bill:
    if sum(content.amounts.values()):
        raise Refused("sheet/sum", f"the amounts sum to {sum(content.amounts.values())}", where="amounts")
    return Bill(amounts=_some(content.amounts))


def _paid(content: Paid) -> Bill:
    """Settles, but wins nothing: the amounts stay empty."""
    if content.payer == content.payee or content.amount <= 0:
        raise Refused("sheet/payment", "somebody pays somebody else something", where="amount")
    return Bill(value=content.amount)


def _penalised(rules: Ruleset, content: Penalised, carried: Carried) -> tuple[Bill, Carried]:
    penalty = PENALTIES.get(content.kind)
    if penalty is None:
        raise Refused("sheet/penalty", "no such penalty", where="kind", allowed=tuple(PENALTIES))
    if penalty.much == "free":
        if sum(content.amounts.values()):
            raise Refused("sheet/sum", f"the amounts sum to {sum(content.amounts.values())}", where="amounts")
        return Bill(amounts=_some(content.amounts)), carried
    if penalty.much == "game":
        return _revoked(rules, content, carried)
    return _fixed(penalty, content, carried)


def _revoked(rules: Ruleset, content: Penalised, carried: Carried) -> tuple[Bill, Carried]:
    """The game ends where it stands, and the offender pays its value to each who held cards. The pot stays."""
    if content.result is None or rules.chalk:
        raise Refused("sheet/penalty", "the value of which game?", where="result")
    ring, session, finished = _priced(rules, content, carried)
    if content.offender not in content.players:
        raise Refused("sheet/penalty", "only who held cards can revoke", where="offender")
    terms = tuple(term for term in finished.settlement.terms if term.name != "pot" and not term.seats)
    value = abs(value_of(terms))
    amounts = dict.fromkeys(ring, 0) | dict.fromkeys(content.players, value)
    amounts[content.offender] = -value * (len(content.players) - 1)
    done = Settlement(terms, tuple(amounts[person] for person in ring))
    left = session.after_result(Finished(done, finished.facts)).carried
    bill = replace(_bill(ring, done, None), value=value)
    return bill, carried.after(ring, left, chalk=rules.chalk)


def _fixed(penalty: Penalty, content: Penalised, carried: Carried) -> tuple[Bill, Carried]:
    if content.amount <= 0:
        raise Refused("sheet/penalty", "how much?", where="amount")
    if penalty.to == "pot":
        bill = Bill(value=content.amount, amounts={content.offender: -content.amount}, pot=content.amount)
        return bill, replace(carried, pot=carried.pot + content.amount)
    paid = dict.fromkeys(content.players if penalty.to == "players" else (*content.players, *content.resting))
    others = [person for person in paid if person != content.offender]
    if not others:
        raise Refused("sheet/seats", "nobody is there to be paid", where="players")
    amounts = {content.offender: -content.amount * len(others), **dict.fromkeys(others, content.amount)}
    return Bill(value=content.amount, amounts=amounts), carried
