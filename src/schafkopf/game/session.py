"""An evening: a fold over finished deals, and over results that were typed in."""

from __future__ import annotations

from dataclasses import dataclass, field

from schafkopf.game.deal import Deal
from schafkopf.game.dealing import MOST_BOCK_ROUNDS, MOST_DOUBLES, Carried, Hand, seats_with_cards
from schafkopf.game.entry import Entry, facts_of_entry
from schafkopf.game.errors import InvalidRecord
from schafkopf.game.facts import Facts
from schafkopf.game.ruleset import Ruleset
from schafkopf.game.settlement import Settlement, passed_out, settle


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished deal as the session sees it: its bill, its facts, or how nobody played it.

    `passed`: None for a played deal, else `redeal`, `pot`, `double` or `thrown_in`.
    """

    settlement: Settlement
    facts: Facts | None = None
    passed: str | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """Who deals next, what is carried in, and everybody's balance, one entry per name at the table."""

    rules: Ruleset
    at_table: int
    dealer: int
    carried: Carried = field(default_factory=Carried)
    balances: tuple[int, ...] = ()
    deals: int = 0
    """Deals counted towards the length of the session."""

    @classmethod
    def new(cls, rules: Ruleset, at_table: int, *, dealer: int = 0) -> Session:
        """A session before the first deal. Raises InvalidRecord if so many cannot sit, or the dealer does not."""
        if not 0 <= dealer < at_table:
            raise InvalidRecord("record/cards", f"the dealer {dealer} is not one of {at_table} seats")
        seats_with_cards(rules, at_table, dealer)
        return cls(rules, at_table, dealer, balances=(0,) * at_table)

    def deal(self, hands: tuple[Hand, ...]) -> Deal:
        """The next deal with these hands."""
        return Deal.new(self.rules, hands, dealer=self.dealer, carried=self.carried)

    def after(self, deal: Deal) -> Session:
        """The session after a finished deal."""
        return self.after_result(finished(deal))

    @property
    def seats(self) -> tuple[int, ...]:
        """Who holds cards in the next deal, forehand first."""
        return seats_with_cards(self.rules, self.at_table, self.dealer)

    def price(self, entry: Entry) -> Finished:
        """A typed-in result with its bill, as this session would book it. Raises ImpossibleEntry."""
        carried = self.carried
        facts = facts_of_entry(
            self.rules,
            entry,
            at_table=self.at_table,
            seats=self.seats,
            doubles=carried.double,
            bock=len(carried.bock),
        )
        return Finished(settle(self.rules, facts, pot=carried.pot, carry=carried.carry), facts)

    def after_entry(self, entry: Entry) -> Session:
        """The session after a typed-in result."""
        return self.after_result(self.price(entry))

    def after_passed_out(self, how: str) -> Session:
        """The session after a deal nobody played: `redeal`, `pot`, `double` or `thrown_in`; ValueError otherwise."""
        # In the chalk game somebody always names trumps.
        if how not in ("redeal", "pot", "double", "thrown_in") or self.rules.chalk:
            raise ValueError(f"no deal ends by {how!r}")
        bill = passed_out(self.rules, self.at_table, self.seats, pot=self.carried.pot, pays_pot=how == "pot")
        return self.after_result(Finished(bill, None, how))

    def after_result(self, result: Finished) -> Session:
        """The session after any finished deal."""
        balances = tuple(a + b for a, b in zip(self.balances, result.settlement.amounts, strict=True))
        dealer = next_dealer(self.rules, self.dealer, self.at_table, result)
        counts = dealer != self.dealer or result.passed is None
        return Session(
            self.rules,
            self.at_table,
            dealer,
            carry_out(self.rules, self.carried, result),
            balances,
            self.deals + counts,
        )

    @property
    def over(self) -> bool:
        """Whether the agreed length is reached."""
        what, _, number = self.rules["session.length"].partition(" ")
        if what == "deals":
            return self.deals >= int(number)
        if what == "rounds":
            return self.deals >= int(number) * self.at_table
        if what == "heads":
            return max(self.carried.heads) >= int(number)
        return False


def finished(deal: Deal) -> Finished:
    """A finished deal for `Session.after_result`. Raises ValueError if it is not finished."""
    bill = deal.settlement()
    if bill is None or deal.outcome is None:
        raise ValueError("the deal is not finished")
    return Finished(bill, deal.facts(), deal.outcome.kind if deal.play is None else None)


def next_dealer(rules: Ruleset, dealer: int, at_table: int, result: Finished) -> int:
    """Who deals after this deal: clockwise, or the same once more if the table plays it so."""
    if result.passed == "thrown_in" or (result.passed is not None and rules["all_pass.dealer"] == "same"):
        return dealer
    return (dealer + 1) % at_table


def carry_out(rules: Ruleset, carried: Carried, result: Finished) -> Carried:
    """What the deal leaves to the next one."""
    if result.passed == "thrown_in":
        return carried
    if rules.chalk:
        return _chalk(rules, carried, result)
    double = 0
    if result.passed == "double":
        double = min(carried.double + 1, MOST_DOUBLES) if rules["double_next.stack"] == "multiply" else 1
    bock = tuple(left - 1 for left in carried.bock if left > 1) if result.passed is None else carried.bock
    started = 0 if rules["bock.after"] == "off" else sum(_bock_event(event, result) for event in rules["bock.after"])
    bock = (bock + (rules["bock.deals"],) * min(started, 1))[-MOST_BOCK_ROUNDS:]
    return Carried(pot=carried.pot + result.settlement.pot, double=double, bock=bock)


def _bock_event(event: str, result: Finished) -> bool:
    facts = result.facts
    if facts is None:
        return event == "passed_out"
    played = {
        "solo_lost": bool(facts.side) and len(facts.side) == 1 and not facts.won,
        "schwarz": facts.schwarz,
        "sixty": facts.side_points == 60,
        "kontra": facts.kontra > 0,
        "kontra_lost": facts.kontra > 0 and bool(facts.side) and not facts.won,
        "ramsch": not facts.side,
        "passed_out": False,
    }
    return played[event]


def _chalk(rules: Ruleset, carried: Carried, result: Finished) -> Carried:
    facts = result.facts
    assert facts is not None and result.settlement.strokes is not None and facts.declarer is not None
    if facts.side_points == 60:
        seat, ties = facts.declarer, 1
        if carried.carry is not None:
            ties = carried.carry[1] + 1
            if rules["chalk.second_tie"] == "keep_first":
                seat = carried.carry[0]
        return Carried(carry=(seat, ties), strokes=carried.strokes, heads=carried.heads)
    written = result.settlement.strokes
    strokes = [carried.strokes[team] + written[team] for team in (0, 1)]
    heads = list(carried.heads)
    for team in (0, 1):
        if strokes[team] >= rules["chalk.head"]:
            heads[team] += 1
            strokes = [0, 0]
    return Carried(strokes=(strokes[0], strokes[1]), heads=(heads[0], heads[1]))
