"""From the facts of a finished deal to money or strokes, with every term named."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from schafkopf.game.dealing import MOST_IN_POT
from schafkopf.game.facts import Facts
from schafkopf.game.ruleset import Ruleset

_FIBONACCI = (1, 2, 3, 5, 8, 13, 21)


@dataclass(frozen=True, slots=True)
class Term:
    """One line of a bill. Read from the first to the last: an amount is added, a factor multiplies what came before.

    `seats`: the factor concerns only what these receive.
    """

    name: str
    amount: int | None = None
    factor: int | None = None
    count: int | None = None
    seats: tuple[int, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The term as JSON-ready data, without what it does not have."""
        data: dict[str, Any] = {"name": self.name}
        for name in ("amount", "factor", "count"):
            if getattr(self, name) is not None:
                data[name] = getattr(self, name)
        if self.seats:
            data["seats"] = list(self.seats)
        return data


@dataclass(frozen=True, slots=True)
class Settlement:
    """What everybody gets: `amounts` per seat and `pot` (what this deal put in) sum to 0; chalk: strokes per team."""

    terms: tuple[Term, ...]
    amounts: tuple[int, ...]
    pot: int = 0
    strokes: tuple[int, int] | None = None
    provisional: bool = False
    """Laufende may still be asked for."""


def value_of(terms: tuple[Term, ...]) -> int:
    """The bill added up; factors for certain seats only and the pot are left out.

    >>> value_of((Term("base", 20), Term("laufende", 30, count=3), Term("kontra", factor=2)))
    100
    """
    total = 0
    for term in terms:
        if term.name == "pot" or term.seats:
            continue
        if term.amount is not None:
            total += term.amount
        if term.factor is not None:
            total *= term.factor
    return total


def settle(rules: Ruleset, facts: Facts, *, pot: int = 0, carry: tuple[int, int] | None = None) -> Settlement:
    """Price a finished deal.

    pot: what lies in the pot. carry: chalk, who named in the tied deal before and how many ties in a row.
    Amounts are in the ruleset's unit, one per name at the table.
    """
    if rules.chalk:
        return _chalk(rules, facts, carry)
    if facts.contract.goal.kind == "fewest_points":
        return _ramsch(rules, facts)
    terms = _terms(rules, facts)
    value = value_of(terms)
    amounts = [0] * facts.at_table
    own, others = len(facts.side), len(facts.opponents)
    each_to_each = facts.contract.tariff.each_to_each
    sign = 1 if facts.won else -1
    for seat in facts.seats:
        if seat in facts.side:
            amounts[seat] = sign * value * (others if each_to_each else max(own, others) // own)
        else:
            amounts[seat] = -sign * value * (own if each_to_each else max(own, others) // others)
    delta = 0
    if pot and facts.contract.tariff.pot and facts.declarer is not None:
        delta = _play_for_pot(rules, facts, pot, amounts)
        if delta:
            terms = (*terms, Term("pot", -delta))
    provisional = facts.contract.tariff.claimable and not facts.claimed and claim_pays(rules, facts)
    return Settlement(terms, tuple(amounts), delta, None, provisional)


def passed_out(rules: Ruleset, at_table: int, seats: tuple[int, ...], *, pot: int, pays_pot: bool) -> Settlement:
    """A deal that nobody played: nothing, or everybody's stake into the pot."""
    amounts = [0] * at_table
    if not pays_pot:
        return Settlement((), tuple(amounts))
    payers = tuple(range(at_table)) if rules["pot.payers"] == "all_seated" else seats
    # Near the cap all pay less, none pays alone.
    stake = _within_cap(rules, pot, rules["pot.ante"] * len(payers)) // len(payers)
    for seat in payers:
        amounts[seat] -= stake
    total = stake * len(payers)
    return Settlement((Term("pot", -total),) if total else (), tuple(amounts), total)


def _within_cap(rules: Ruleset, pot: int, stake: int) -> int:
    cap = MOST_IN_POT if rules["pot.cap"] == "none" else rules["pot.cap"]
    return max(0, min(stake, cap - pot))


def _play_for_pot(rules: Ruleset, facts: Facts, pot: int, amounts: list[int]) -> int:
    """Book the pot into `amounts`; returns what the deal put in (negative: took out)."""
    assert facts.declarer is not None
    how = rules["pot.winner"] if facts.won else rules["pot.loss"]
    total = pot if facts.won else _within_cap(rules, pot, pot)
    alone = how in ("declarer", "declarer_doubles")
    sharers = (facts.declarer,) if alone else tuple(seat for seat in facts.seats if seat in facts.side)
    sign = 1 if facts.won else -1
    share = total // len(sharers)
    for seat in sharers:
        amounts[seat] += sign * share
    # What does not divide evenly is the declarer's.
    amounts[facts.declarer] += sign * (total - share * len(sharers))
    return -sign * total


def _doublings(rules: Ruleset, facts: Facts) -> list[Term]:
    terms = []
    if facts.knocks:
        how = rules["knock.factor"]
        number = facts.knocks
        factor = 2**number if how == "double" else number + 1 if how == "add_one" else _FIBONACCI[number]
        terms.append(Term("knock", factor=factor, count=number))
    for name, number in (("kontra", facts.kontra), ("double", facts.doubles), ("bock", facts.bock)):
        if number:
            terms.append(Term(name, factor=2**number, count=number))
    return terms


def laufende_counted(facts: Facts) -> int:
    """How many Laufende there are to be paid, before asking who gets them and whether they were claimed; 0 if none."""
    tariff = facts.contract.tariff
    number = facts.laufende if tariff.laufende_fixed is None else tariff.laufende_fixed
    if tariff.laufende_min == 0 or number < tariff.laufende_min:
        return 0
    return number if tariff.laufende_max is None else min(number, tariff.laufende_max)


def claim_pays(rules: Ruleset, facts: Facts) -> bool:
    """Whether a claim of Laufende would change the bill."""
    return _laufende_sign(facts) != 0 and facts.contract.tariff.laufende != 0


def claimants(facts: Facts) -> frozenset[int]:
    """Who would be paid for the Laufende."""
    for_side = facts.won if _laufende_sign(facts) > 0 else not facts.won
    return facts.side if for_side else facts.opponents


def _laufende_sign(facts: Facts) -> int:
    """1 if the winners are paid for the run, -1 if they pay for it, 0 if nobody pays."""
    if not laufende_counted(facts):
        return 0
    how = facts.contract.tariff.laufende_pay
    # A fixed number (Sie) is the declarer's whatever the hands hold.
    with_run = facts.laufende_with or facts.contract.tariff.laufende_fixed is not None
    held_by_winners = with_run == facts.won
    if how == "winners_only":
        return int(held_by_winners)
    if how == "holder":
        return 1 if held_by_winners else -1
    if how == "without_only":
        return int(not with_run)
    return 1


def _terms(rules: Ruleset, facts: Facts) -> tuple[Term, ...]:
    tariff = facts.contract.tariff
    terms = [Term("base", tariff.base)]
    if tariff.raises:
        terms.append(Term("raise", tariff.raises))
    special = [Term(tariff.factor_name, factor=tariff.factor)] if tariff.factor != 1 else []
    if tariff.factor_on == "base":
        terms += special
    if tariff.steps and facts.schneider:
        terms.append(Term("schneider", tariff.schneider))
    if tariff.steps and facts.schwarz:
        terms.append(Term("schwarz", tariff.schwarz - tariff.schneider))
    number = laufende_counted(facts)
    sign = _laufende_sign(facts)
    if tariff.claimable and not facts.claimed:
        sign = 0
    amount = sign * number * tariff.laufende
    if not tariff.laufende_doubled and tariff.factor_on == "sum":
        # They stand behind the doublings that do not touch them, so the factor of a Tout is already in.
        amount *= tariff.factor
    run = [Term("laufende", amount, count=number)] if sign else []
    if tariff.laufende_doubled:
        terms += run
    if tariff.factor_on == "sum":
        terms += special
    terms += _doublings(rules, facts)
    if not tariff.laufende_doubled:
        terms += run
    return tuple(terms)


def _ramsch(rules: Ruleset, facts: Facts) -> Settlement:
    amounts = [0] * facts.at_table
    doublings = _doublings(rules, facts)
    if facts.march is not None:
        how = rules["ramsch.march_pay"]
        terms = [Term("march", facts.contract.tariff.base)]
        if how == "solo_schwarz":
            terms = [Term("march", rules["tariff.solo"]), Term("schwarz", rules["tariff.schwarz"])]
        elif how == "tout":
            pays = rules["tout.pay"]
            fixed = isinstance(pays, int)
            terms = [Term("march", pays if fixed else rules["tariff.solo"])]
            terms += [] if fixed else [Term("tout", factor=int(pays[1:]))]
        bill = (*terms, *doublings)
        for seat in facts.seats:
            if seat != facts.march:
                amounts[seat] -= value_of(bill)
                amounts[facts.march] += value_of(bill)
        return Settlement(bill, tuple(amounts))
    bill = (Term("base", facts.contract.tariff.base),)
    virgins = tuple(seat for seat in facts.virgins if seat not in facts.losers)
    how = rules["ramsch.virgin"]
    per_virgin: dict[str, int] = {
        "none": 1,
        "double_own": 2,
        "double_own_per_virgin": 2 ** len(virgins),
        "double_all": 2 ** len(virgins),
    }
    factor = per_virgin[how] if virgins else 1
    if factor > 1:
        for_seats = () if how == "double_all" else virgins
        bill = (*bill, Term("virgin", factor=factor, count=len(virgins), seats=for_seats))
    bill = (*bill, *doublings)
    value = value_of(bill)
    for loser in facts.losers:
        for seat in facts.seats:
            if seat not in facts.losers:
                own = value * factor if seat in virgins and factor > 1 and how != "double_all" else value
                amounts[loser] -= own
                amounts[seat] += own
    return Settlement(bill, tuple(amounts))


def _chalk(rules: Ruleset, facts: Facts, carry: tuple[int, int] | None) -> Settlement:
    assert facts.declarer is not None
    amounts = (0,) * facts.at_table
    team = facts.declarer % 2
    if facts.side_points == 60:
        return Settlement((Term("tie", 0),), amounts, strokes=(0, 0))
    double = int(facts.schneider)
    same = carry is not None and carry[0] % 2 == team
    ties = 0 if carry is None else carry[1] if rules["chalk.second_tie"] == "accumulate" else 1
    result = "win" if facts.won else "lose"
    plain = rules[f"chalk.{result}"][double]
    bonus = 0
    if carry is not None:
        bonus = ties * (rules["chalk.carry"]["same" if same else "other"][result][double] - plain)
    base = plain
    if not facts.won and facts.by_club_jack:
        how = rules["chalk.carry_club_jack"] if carry is not None else "additive"
        reduced = rules["chalk.lose_club_jack"][double]
        base = plain if how == "table" else reduced
        bonus = 0 if how == "override" else bonus
    terms = [Term("double_win" if double else "base", base)]
    if bonus:
        terms.append(Term("carry", bonus))
    total = base + bonus
    # Ties carried in may be worth more than a head; a sweep never writes less than the same tricks would without it.
    if facts.sweep and rules["chalk.sweep"] == "whole_head" and rules["chalk.head"] > total:
        terms = [Term("sweep", rules["chalk.head"])]
        total = rules["chalk.head"]
    writes = team if facts.won else 1 - team
    strokes = (total, 0) if writes == 0 else (0, total)
    return Settlement(tuple(terms), amounts, strokes=strokes)
