"""Pricing with a price table alone, and what a deal leaves to the next.

This is what a phone does, written so that it can be said line by line in TypeScript: dicts, lists and integers, no rule
of the game. docs/sheet-prices.md describes the table.
"""

from __future__ import annotations

from dataclasses import dataclass

from schafkopf.club.prices.refusals import BLANK, Data, Read, promised, result_of, side_of


@dataclass(frozen=True, slots=True)
class Bill:
    """What a result costs. `terms` as `Term.as_dict` of the game; `amounts` per seat and `pot` sum to 0."""

    terms: tuple[Data, ...]
    amounts: tuple[int, ...]
    pot: int = 0
    strokes: tuple[int, int] | None = None
    provisional: bool = False
    """Laufende may still be asked for."""


def start(table: Read, *, dealer: int = 0) -> Data:
    """Where a new evening stands."""
    return {
        "dealer": dealer,
        "deals": 0,
        "pot": 0,
        "double": 0,
        "bock": [],
        "carry": None,
        "strokes": [0, 0],
        "heads": [0, 0],
    }


def facts(table: Read, state: Read, entry: Read) -> Data:
    """What an entry that `check` lets pass comes down to: the axes on which a table's terms and predicates stand."""
    row = table["contracts"][entry["contract"]]
    seats = table["seats"][state["dealer"]]
    found: Data = {
        "always": 0,
        "promise": promised(row, entry),
        "knocks": entry["knocks"],
        "kontra": entry["kontra"],
        "double": state["double"],
        "bock": len(state["bock"]),
        "seats": seats,
        "side": [],
        "won": False,
        "schneider": 0,
        "schwarz": 0,
        "virgins": 0,
    }
    if row["result"] == "losers":
        found["losers"] = _once(entry["losers"])
        found["spared"] = _once(entry["virgins"])
        found["virgins"] = len(found["spared"])
        return found
    _, won, schneider = result_of(table, row, entry)
    found["side"] = side_of(row, entry, seats)
    found["won"] = won
    found["schneider"] = int(schneider)
    found["schwarz"] = int(bool(entry["schwarz"]) and row["result"] == "points")
    return found


def _once(seats: list[int]) -> list[int]:
    found: list[int] = []
    for seat in seats:
        if seat not in found:
            found.append(seat)
    return found


def price(table: Read, state: Read, entry: Read) -> Bill:
    """The bill of an entry that `check` lets pass."""
    entry = {**BLANK, **entry}
    if entry["passed"] is not None:
        return _passed(table, state, entry["passed"])
    found = facts(table, state, entry)
    row = table["contracts"][entry["contract"]]
    if table["strokes"] is not None:
        return _strokes(table, state, entry, found)
    if row["result"] == "losers":
        return _everyone(table, entry, found, row)
    return _sides(table, state, entry, found, row)


def _terms(table: Read, entry: Read, found: Read, slots: list[Data]) -> list[Data]:
    terms: list[Data] = []
    for slot in slots:
        if "run" in slot:
            if entry["claimed"] or not slot["claim"]:
                cell = _run(table, entry, found, slot)
                if cell is not None:
                    terms.append({"name": slot["term"], "amount": cell[1], "count": cell[0]})
            continue
        by = slot["by"]
        doubling = table["doublings"].get(by, slot)
        what = "factor" if "factor" in doubling else "amount"
        value = doubling[what][found[by]]
        if value is None:
            continue
        term: Data = {"name": doubling["term"], what: value}
        if doubling["count"]:
            term["count"] = found[by]
        if slot.get("own"):
            term["seats"] = found["spared"]
        terms.append(term)
    return terms


def _run(table: Read, entry: Read, found: Read, slot: Read) -> list[int] | None:
    """[number counted, amount] of the run of trumps, None if it is not paid."""
    column = (0 if found["won"] else 2) + (0 if entry["laufende"] >= 0 else 1)
    run = table["runs"][slot["run"][column]]
    cell: list[int] | None = run[abs(entry["laufende"])]
    return cell


def _value(terms: list[Data]) -> int:
    total: int = 0
    for term in terms:
        if "seats" in term:
            continue
        if "amount" in term:
            total += term["amount"]
        if "factor" in term:
            total *= term["factor"]
    return total


def _sides(table: Read, state: Read, entry: Read, found: Read, row: Read) -> Bill:
    terms = _terms(table, entry, found, row["bill"])
    value = _value(terms) if found["won"] else -_value(terms)
    side = found["side"]
    own, others = row["shares"][str(len(side))]
    amounts = [0] * table["at_table"]
    for seat in found["seats"]:
        amounts[seat] = value * own if seat in side else -value * others
    put = 0
    if row["pot"] and state["pot"] > 0:
        put = _play_for_pot(table["pot"], state["pot"], found, amounts)
        if put != 0:
            terms.append({"name": "pot", "amount": -put})
    provisional = False
    for slot in row["bill"]:
        if "run" in slot and slot["claim"] and not entry["claimed"]:
            cell = _run(table, entry, found, slot)
            provisional = cell is not None and cell[1] != 0
    return Bill(tuple(terms), tuple(amounts), put, None, provisional)


def _play_for_pot(pot: Read, lies: int, found: Read, amounts: list[int]) -> int:
    """Book the pot into the amounts; returns what the deal put in (negative: took out)."""
    side = found["side"]
    total = lies if found["won"] else _room(pot, lies, lies)
    sign = 1 if found["won"] else -1
    sharers = side if pot["win" if found["won"] else "loss"] == "side" else side[:1]
    share = total // len(sharers)
    for seat in sharers:
        amounts[seat] += sign * share
    # What does not divide evenly is the declarer's.
    amounts[side[0]] += sign * (total - share * len(sharers))
    return -sign * total


def _room(pot: Read, lies: int, stake: int) -> int:
    """As much of a stake as the pot still takes."""
    cap: int = pot["cap"]
    return max(0, min(stake, cap - lies))


def _everyone(table: Read, entry: Read, found: Read, row: Read) -> Bill:
    amounts = [0] * table["at_table"]
    if entry["march"] is not None:
        terms = _terms(table, entry, found, row["march"])
        value = _value(terms)
        for seat in found["seats"]:
            if seat != entry["march"]:
                amounts[seat] -= value
                amounts[entry["march"]] += value
        return Bill(tuple(terms), tuple(amounts))
    terms = _terms(table, entry, found, row["bill"])
    value = _value(terms)
    for loser in found["losers"]:
        for seat in found["seats"]:
            if seat in found["losers"]:
                continue
            own = value
            for term in terms:
                if seat in term.get("seats", []):
                    own *= term["factor"]
            amounts[loser] -= own
            amounts[seat] += own
    return Bill(tuple(terms), tuple(amounts))


def _passed(table: Read, state: Read, how: str) -> Bill:
    amounts = [0] * table["at_table"]
    if not table["ends"][how]["ante"]:
        return Bill((), tuple(amounts))
    pot = table["pot"]
    payers = table["seats"][state["dealer"]] if pot["payers"] == "cards" else range(table["at_table"])
    # Near the cap all pay less, none pays alone.
    stake = _room(pot, state["pot"], pot["ante"] * len(payers)) // len(payers)
    for seat in payers:
        amounts[seat] -= stake
    total = stake * len(payers)
    return Bill(({"name": "pot", "amount": -total},) if total else (), tuple(amounts), total)


def _strokes(table: Read, state: Read, entry: Read, found: Read) -> Bill:
    """Strokes on the slate instead of money."""
    data = table["strokes"]
    none = (0,) * table["at_table"]
    if entry["points"] == data["tie_at"]:
        return Bill(({"name": data["tie"], "amount": 0},), none, 0, (0, 0))
    team = entry["declarer"] % 2
    carry, before = state["carry"], "none"
    if carry is not None:
        before = "same" if carry[0] % 2 == team else "other"
    key = ("won" if found["won"] else "lost", "jack" if entry["by_club_jack"] else "plain", before)
    name, base, once, per_tie = data["cells"][" ".join(key)][found["schneider"]]
    bonus = once + per_tie * (0 if carry is None else carry[1])
    terms: list[Data] = [{"name": name, "amount": base}]
    if bonus != 0:
        terms.append({"name": data["carry"], "amount": bonus})
    total = base + bonus
    if entry["schwarz"] and data["sweep"] is not None and data["sweep"][1] > total:
        terms = [{"name": data["sweep"][0], "amount": data["sweep"][1]}]
        total = data["sweep"][1]
    writes = team if found["won"] else 1 - team
    return Bill(tuple(terms), none, 0, (total, 0) if writes == 0 else (0, total))


def after(table: Read, state: Read, entry: Read) -> Data:
    """Where the evening stands after an entry that `check` lets pass."""
    entry = {**BLANK, **entry}
    bill = price(table, state, entry)
    end = table["ends"]["played" if entry["passed"] is None else entry["passed"]]
    new = {**state}
    new["dealer"] = (state["dealer"] + end["dealer"]) % table["at_table"]
    new["deals"] = state["deals"] + end["deals"]
    if table["strokes"] is not None:
        return _slate(table["strokes"], new, entry, bill)
    new["pot"] = state["pot"] + bill.pot
    keep, add, most = end["double"]
    new["double"] = min(state["double"] * keep + add, most)
    bock = [left - end["bock_used"] for left in state["bock"]]
    bock = [left for left in bock if left > 0]
    if end["starts_bock"] or (entry["passed"] is None and _starts_bock(table, state, entry)):
        bock.append(table["bock"]["deals"])
    new["bock"] = bock[-table["bock"]["most"] :]
    return new


def _starts_bock(table: Read, state: Read, entry: Read) -> bool:
    found = facts(table, state, entry)
    seen = {
        "alone": int(len(found["side"]) == 1),
        "won": int(found["won"]),
        "schwarz": found["schwarz"],
        "sixty": int(entry["points"] == table["bock"]["sixty"] and len(found["side"]) > 0),
        "kontra": int(entry["kontra"] > 0),
        "everyone": int(len(found["side"]) == 0),
    }
    return any(all(seen[name] == wanted for name, wanted in rule.items()) for rule in table["bock"]["starts"])


def _slate(data: Read, new: Data, entry: Read, bill: Bill) -> Data:
    if entry["points"] == data["tie_at"]:
        seat, ties = entry["declarer"], 1
        if new["carry"] is not None:
            ties = new["carry"][1] + 1
            if data["first_namer_stays"]:
                seat = new["carry"][0]
        new["carry"] = [seat, ties]
        return new
    assert bill.strokes is not None
    strokes = [new["strokes"][0] + bill.strokes[0], new["strokes"][1] + bill.strokes[1]]
    heads = [new["heads"][0], new["heads"][1]]
    for team in (0, 1):
        if strokes[team] >= data["head"]:
            heads[team] += 1
            strokes = [0, 0]
    new["carry"], new["strokes"], new["heads"] = None, strokes, heads
    return new


def over(table: Read, state: Read) -> bool:
    """Whether the agreed length of the evening is reached."""
    deals, heads = table["length"]["deals"], table["length"]["heads"]
    if deals is not None and state["deals"] >= deals:
        return True
    return heads is not None and max(state["heads"]) >= heads
