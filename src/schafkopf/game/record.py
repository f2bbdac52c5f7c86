"""Records: one deal as one JSON object a line. Reading is strict, printing is canonical."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from schafkopf.game.alphabet import Action, parse_action
from schafkopf.game.cards import NAMES, UNKNOWN, parse_card, print_cards
from schafkopf.game.deal import Deal
from schafkopf.game.dealing import MOST_BOCK_ROUNDS, MOST_DOUBLES, MOST_IN_POT, Carried, Hand
from schafkopf.game.errors import InvalidRecord, SchafkopfError
from schafkopf.game.ruleset import Ruleset, load_ruleset
from schafkopf.game.session import Session, carry_out, finished, next_dealer

VERSION = 1
_DEEPEST = 8
_KEYS = ("schafkopf", "rules", "overrides", "names", "dealer", "hands", "session", "actions", "result")
_REQUIRED = ("schafkopf", "rules", "names", "dealer", "hands")
_SESSION_KEYS = ("pot", "double", "carry", "strokes", "heads", "bock")


@dataclass(frozen=True, slots=True)
class Record:
    """A deal, or a position in one, as it is kept in a file."""

    rules: str
    names: tuple[str, ...]
    dealer: int
    hands: tuple[Hand, ...]
    actions: tuple[Action, ...] = ()
    overrides: dict[str, Any] = field(default_factory=dict)
    session: Carried = field(default_factory=Carried)
    result: dict[str, Any] | None = None

    def ruleset(self) -> Ruleset:
        """The ruleset with its overrides. Raises InvalidRuleset."""
        return _ruleset(self.rules, json.dumps(self.overrides, sort_keys=True))

    def start(self) -> Deal:
        """The deal before the first action."""
        return Deal.new(self.ruleset(), self.hands, dealer=self.dealer, carried=self.session)

    def replay(self) -> Deal:
        """The deal after all actions. Raises IllegalAction with the index of the action that failed.

        A `result` that differs raises InvalidRecord (record/result-differs).
        """
        deal = self.start()
        for action in self.actions:
            deal = deal.ready_for(action).after(action)
        if self.result is not None:
            check_result(deal, self.result)
        return deal


_RULESETS: dict[tuple[str, str], Ruleset] = {}


def _ruleset(name: str, overrides: str) -> Ruleset:
    key = (name, overrides)
    if key not in _RULESETS:
        if len(_RULESETS) > 4096:
            _RULESETS.clear()
        _RULESETS[key] = load_ruleset(name).with_overrides(json.loads(overrides))
    return _RULESETS[key]


def parse_record(text: str | dict[str, Any]) -> Record:
    """A record from its JSON text (or the object already read). Raises InvalidRecord.

    >>> line = '{"schafkopf": 1, "rules": "three", "names": ["A", "B", "C"], "dealer": 2,'
    >>> line += '"hands": ["?? ?? ?? ?? ?? ?? ?? ??", "?? ?? ?? ?? ?? ?? ?? ??", "EO GO HO SO EU GU HU SU"]}'
    >>> parse_record(line).names
    ('A', 'B', 'C')
    """
    data = _read_json(text) if isinstance(text, str) else text
    if _too_deep(data):
        raise InvalidRecord("record/syntax", "nested too deeply")
    if not isinstance(data, dict):
        raise InvalidRecord("record/syntax", "a record is a JSON object")
    data = migrate(data)
    for key in data:
        if key not in _KEYS:
            raise InvalidRecord("record/syntax", f"unknown key {key!r}", where=str(key), allowed=_KEYS)
    for key in _REQUIRED:
        if key not in data:
            raise InvalidRecord("record/syntax", f"{key!r} is missing", where=key)
    names = data["names"]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise InvalidRecord("record/syntax", "names is a list of texts", where="names")
    hands = data["hands"]
    if not isinstance(hands, list) or not all(isinstance(hand, str) for hand in hands):
        raise InvalidRecord("record/syntax", "hands is a list of texts", where="hands")
    if len(hands) != len(names):
        raise InvalidRecord("record/cards", f"{len(hands)} hands for {len(names)} names", where="hands")
    dealer = data["dealer"]
    if not _is_int(dealer) or not 0 <= dealer < len(names):
        raise InvalidRecord("record/syntax", "dealer is an index into names", where="dealer")
    if not isinstance(data["rules"], str):
        raise InvalidRecord("record/syntax", "rules is the id of a ruleset", where="rules")
    overrides = data.get("overrides", {})
    if not isinstance(overrides, dict):
        raise InvalidRecord("record/syntax", "overrides is an object", where="overrides")
    actions = data.get("actions", [])
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise InvalidRecord("record/syntax", "actions is a list of texts", where="actions")
    result = data.get("result")
    if "result" in data:
        _check_result_shape(result, len(names))
    return Record(
        data["rules"],
        tuple(names),
        dealer,
        tuple(_hand(hand, seat) for seat, hand in enumerate(hands)),
        tuple(_action(action, index) for index, action in enumerate(actions)),
        overrides,
        parse_session(data.get("session", {}), len(names)),
        result,
    )


def migrate(data: dict[str, Any]) -> dict[str, Any]:
    """A record of an older version brought to the present one; raises record/version for one we do not know.

    There is only version 1 so far: later versions add one step each here, from n to n + 1.
    """
    version = data.get("schafkopf")
    if version is None:
        raise InvalidRecord("record/syntax", "'schafkopf' (the version) is missing", where="schafkopf")
    if not _is_int(version) or version != VERSION:
        raise InvalidRecord("record/version", f"version {version!r} is not known", allowed=(str(VERSION),))
    return data


def parse_session(data: Any, at_table: int) -> Carried:
    """What earlier deals left, from a record's `session`."""
    if not isinstance(data, dict):
        raise InvalidRecord("record/syntax", "session is an object", where="session")
    for key in data:
        if key not in _SESSION_KEYS:
            raise InvalidRecord("record/syntax", f"unknown key {key!r}", where=f"session.{key}", allowed=_SESSION_KEYS)

    def number(value: Any, where: str, high: int = MOST_IN_POT, low: int = 0) -> int:
        if not _is_int(value) or not low <= value <= high:
            raise InvalidRecord("record/syntax", f"a number from {low} is expected", where=f"session.{where}")
        return int(value)

    def pair(name: str) -> tuple[int, int]:
        value = data.get(name, [0, 0])
        if not isinstance(value, list) or len(value) != 2:
            raise InvalidRecord("record/syntax", "two numbers are expected", where=f"session.{name}")
        return (number(value[0], name), number(value[1], name))

    carry = data.get("carry")
    if carry is not None:
        if not isinstance(carry, dict) or set(carry) != {"seat", "ties"}:
            raise InvalidRecord("record/syntax", "carry is {seat, ties}", where="session.carry")
        carry = (number(carry["seat"], "carry", at_table - 1), number(carry["ties"], "carry"))
        if carry[1] == 0:
            carry = None
    bock = data.get("bock", [])
    if not isinstance(bock, list) or len(bock) > MOST_BOCK_ROUNDS:
        raise InvalidRecord("record/syntax", "bock is a list of deals left", where="session.bock")
    return Carried(
        number(data.get("pot", 0), "pot"),
        number(data.get("double", 0), "double", MOST_DOUBLES),
        carry,
        pair("strokes"),
        pair("heads"),
        tuple(number(value, "bock", low=1) for value in bock),
    )


def session_dict(carried: Carried) -> dict[str, Any]:
    """What is carried, as a record's `session` spells it, with every key."""
    carry = carried.carry
    return {
        "pot": carried.pot,
        "double": carried.double,
        "carry": None if carry is None else {"seat": carry[0], "ties": carry[1]},
        "strokes": list(carried.strokes),
        "heads": list(carried.heads),
        "bock": list(carried.bock),
    }


def record_dict(record: Record) -> dict[str, Any]:
    """A record as JSON-ready data, without empty optional parts."""
    data: dict[str, Any] = {"schafkopf": VERSION, "rules": record.rules}
    if record.overrides:
        data["overrides"] = record.overrides
    data["names"] = list(record.names)
    data["dealer"] = record.dealer
    data["hands"] = [print_cards(hand) for hand in record.hands]
    carried = {key: value for key, value in session_dict(record.session).items() if value not in (0, None, [], [0, 0])}
    if carried:
        data["session"] = carried
    data["actions"] = [str(action) for action in record.actions]
    if record.result is not None:
        data["result"] = record.result
    return data


def print_record(record: Record) -> str:
    """One line of JSON that `parse_record` reads back to an equal record."""
    return json.dumps(record_dict(record), ensure_ascii=False)


def record_of(deal: Deal, names: tuple[str, ...], *, with_result: bool = True) -> Record:
    """A deal as a record, with its result if it is finished."""
    bill = deal.settlement()
    return Record(
        deal.rules.id,
        names,
        deal.dealer,
        deal.hands,
        deal.log,
        deal.rules.overrides,
        deal.carried,
        result_of(deal) if with_result and bill is not None else None,
    )


def result_of(deal: Deal) -> dict[str, Any]:
    """The `result` of a finished deal."""
    bill = deal.settlement()
    if bill is None:
        raise ValueError("the deal is not finished")
    if bill.strokes is not None:
        return {"amounts": list(bill.amounts), "pot": bill.pot, "strokes": list(bill.strokes)}
    return {"amounts": list(bill.amounts), "pot": bill.pot}


def check_result(deal: Deal, result: dict[str, Any]) -> None:
    """Raise InvalidRecord (record/result-differs) unless the deal came to this result."""
    bill = deal.settlement()
    if bill is None:
        raise InvalidRecord("record/result-differs", "there is a result, but the deal is not finished")
    found = result_of(deal)
    for key, value in result.items():
        if found.get(key, 0 if key == "pot" else None) != value:
            raise InvalidRecord("record/result-differs", f"{key} is {found.get(key)}, the record says {value}")


def check_follows(before: Deal, record: Record) -> None:
    """Raise InvalidRecord (record/result-differs) unless dealer and session of a record follow from a finished deal."""
    expected = Session(before.rules, len(before.hands), before.dealer, before.carried, (0,) * len(before.hands))
    expected = expected.after(before)
    wanted = {"dealer": expected.dealer, **{f"session.{k}": v for k, v in session_dict(expected.carried).items()}}
    found = {"dealer": record.dealer, **{f"session.{k}": v for k, v in session_dict(record.session).items()}}
    for where, value in found.items():
        if value != wanted[where]:
            detail = f"{value} does not follow from the line before: {wanted[where]}"
            raise InvalidRecord("record/result-differs", detail, where=where)


def report(deal: Deal) -> dict[str, Any]:
    """What the referee says of a deal: contract, bill, points, last trick, what is carried out, and the options."""
    bill = deal.settlement()
    play = deal.play
    data: dict[str, Any] = {"ok": True, "contract": _contract_dict(deal)}
    data["amounts"] = None if bill is None else list(bill.amounts)
    data["strokes"] = None if bill is None or bill.strokes is None else list(bill.strokes)
    data["pot"] = None if bill is None else bill.pot
    data["terms"] = [] if bill is None else [term.as_dict() for term in bill.terms]
    facts = deal.facts()
    empty = [0] * len(deal.hands)
    if facts is not None:
        data["points"], data["tricks"] = list(facts.points), list(facts.tricks)
    elif play is not None:
        data["points"] = [play.plan.lanes.points_in(mask) for mask in play.taken]
        data["tricks"] = list(play.tricks())
    else:
        data["points"], data["tricks"] = empty, empty
    data["last_trick"] = None
    if play is not None and play.history:
        trick = play.history[-1]
        data["last_trick"] = {
            "leader": trick.leader,
            "cards": [NAMES[play.plan.lanes.cards[lane]] for lane in trick.lanes],
            "winner": trick.winner,
        }
    data["phase"] = deal.phase
    if bill is not None:
        result = finished(deal)
        data["session"] = session_dict(carry_out(deal.rules, deal.carried, result))
        data["next_dealer"] = next_dealer(deal.rules, deal.dealer, len(deal.hands), result)
        data["provisional"] = bill.provisional
    else:
        data["session"] = session_dict(deal.carried)
    if deal.phase != "over":
        data["options"] = {str(seat): list(texts) for seat, texts in deal.options().items()}
    return data


def _contract_dict(deal: Deal) -> dict[str, Any] | None:
    if deal.play is None:
        return None
    plan = deal.play.plan
    contract = plan.contract
    side = plan.side(deal.play.holder)
    partner = None
    if side is not None and len(side) == 2:
        partner = next(seat for seat in side if seat != plan.declarer)
    data: dict[str, Any] = {
        "name": contract.name,
        "suit": contract.suit,
        "declarer": plan.declarer,
        "partner": partner,
        "by_club_jack": plan.by_club_jack,
    }
    if contract.line.card is not None and NAMES[contract.line.card][1] != "A":
        data["card"] = NAMES[contract.line.card]
    if contract.promise:
        data["promise"] = contract.promise
    return data


def _hand(text: str, seat: int) -> Hand:
    try:
        return tuple(None if word == UNKNOWN else parse_card(word) for word in text.split())
    except InvalidRecord as error:
        raise InvalidRecord(error.code, error.detail, seat=seat, where="hands") from None


def _action(text: str, index: int) -> Action:
    try:
        return parse_action(text)
    except SchafkopfError as error:
        raise InvalidRecord(error.code, error.detail, action=text, at=index) from None


def _read_json(text: str) -> Any:
    def no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise InvalidRecord("record/syntax", f"{key!r} is there twice", where=key)
            found[key] = value
        return found

    try:
        return json.loads(text, object_pairs_hook=no_doubles)
    except json.JSONDecodeError as error:
        raise InvalidRecord("record/syntax", error.msg, where=f"column {error.colno}") from None
    except RecursionError:
        raise InvalidRecord("record/syntax", "nested too deeply") from None
    except InvalidRecord:
        raise
    except ValueError:
        raise InvalidRecord("record/syntax", "a number of too many digits") from None


def _too_deep(data: Any) -> bool:
    """Whether lists and objects lie deeper in one another than any record needs."""
    level = [data]
    for _ in range(_DEEPEST):
        level = [
            inner
            for item in level
            if isinstance(item, dict | list)
            for inner in (item.values() if isinstance(item, dict) else item)
        ]
    return any(isinstance(item, dict | list) for item in level)


def _check_result_shape(result: Any, at_table: int) -> None:
    shapes = {"amounts": at_table, "strokes": 2}
    good = isinstance(result, dict)
    for key, value in result.items() if good else ():
        if key == "pot":
            good = good and _is_int(value)
        elif key in shapes:
            good = good and isinstance(value, list) and len(value) == shapes[key] and all(map(_is_int, value))
        else:
            good = False
    if not good:
        raise InvalidRecord("record/syntax", "result is {amounts, pot, strokes}", where="result")


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
