"""Deals for tests, written the way a record writes them: known cards, what was said, tricks by their leader."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from schafkopf.game import Deal, IllegalAction, Ruleset, load_ruleset, parse_record
from schafkopf.game.dealing import seats_with_cards
from schafkopf.game.record import report

GAMES = Path(__file__).parents[1] / "played" / "data" / "games.json"
Hands = Mapping[int, str] | Sequence[str]


def ruleset(rules: str, overrides: Mapping[str, Any] | None = None) -> Ruleset:
    return load_ruleset(rules).with_overrides(overrides or {})


def record(
    rules: str,
    hands: Hands,
    *actions: str | Iterable[str],
    dealer: int = 3,
    at_table: int = 4,
    overrides: Mapping[str, Any] | None = None,
    session: Mapping[str, Any] | None = None,
    result: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """A record. hands: all of them, or by seat those of which something is known; the rest of the cards are `??`."""
    made = ruleset(rules, overrides)
    if isinstance(hands, Mapping):
        playing = seats_with_cards(made, at_table, dealer)
        known = [hands.get(seat, "").split() for seat in range(at_table)]
        hands = [
            " ".join(cards + ["??"] * (made.hand_size - len(cards) if seat in playing else 0))
            for seat, cards in enumerate(known)
        ]
    data: dict[str, Any] = {
        "schafkopf": 1,
        "rules": rules,
        "overrides": dict(overrides or {}),
        "names": [f"P{seat + 1}" for seat in range(len(hands))],
        "dealer": dealer,
        "hands": list(hands),
        "session": dict(session or {}),
        "actions": [text for part in actions for text in ([part] if isinstance(part, str) else part)],
    }
    return data if result is None else {**data, "result": dict(result)}


def replay(data: Mapping[str, Any]) -> Deal:
    """The deal at the end of a record, read from its JSON text."""
    return parse_record(json.dumps(data)).replay()


def deal(rules: str, hands: Hands, *actions: str | Iterable[str], **parts: Any) -> Deal:
    """The deal at the end of the record that is made of the same arguments."""
    return replay(record(rules, hands, *actions, **parts))


def order(dealer: int = 3, seats: int = 4) -> list[int]:
    """Seats in speaking order."""
    return [(dealer + 1 + step) % seats for step in range(seats)]


def named(contract: str, declarer: int, *, dealer: int = 3, seats: int = 4) -> list[str]:
    """`announce_then_name`: one says play, the others pass, he names his game."""
    said = [f"{seat} {'play' if seat == declarer else 'pass'}" for seat in order(dealer, seats)]
    return [*said, f"{declarer} {contract}"]


def at_once(contract: str, declarer: int, *, dealer: int = 3, seats: int = 4) -> list[str]:
    """`name_at_once`: one names his game, the others pass."""
    return [f"{seat} {contract if seat == declarer else 'pass'}" for seat in order(dealer, seats)]


def passed(*, dealer: int = 3, seats: int = 4) -> list[str]:
    """Everybody passes."""
    return [f"{seat} pass" for seat in order(dealer, seats)]


def spoken(rules: Ruleset, contract: str, declarer: int | None, *, dealer: int = 3, seats: int = 4) -> list[str]:
    """How the contract comes about under these rules when nobody else wants to play."""
    if declarer is None:
        return passed(dealer=dealer, seats=seats)
    if rules.chalk:
        return [f"{declarer} {contract}"]
    say = named if rules["auction.mode"] == "announce_then_name" else at_once
    return say(contract, declarer, dealer=dealer, seats=seats)


def tricks(*lines: str, seats: int = 4) -> list[str]:
    """The cards of tricks written `leader: card card ...`; the last may be unfinished."""
    played = []
    for line in lines:
        leader, _, cards = line.partition(":")
        played += [f"{(int(leader) + step) % seats} {card}" for step, card in enumerate(cards.split())]
    return played


def game(case: str) -> dict[str, Any]:
    """One of the complete games of `played/data/games.json`."""
    games = json.loads(GAMES.read_text(encoding="utf-8"))
    return next(one for one in games if one["case"] == case)


def game_record(
    one: Mapping[str, Any],
    *after_auction: str,
    rules: str | None = None,
    overrides: Mapping[str, Any] | None = None,
    session: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """A complete game as a record, under its own or other rules."""
    if one["declarer"] is None:
        overrides = {"all_pass": {"do": "ramsch"}, **(overrides or {})}
    elif len(one["hands"][0].split()) == 6:
        overrides = {"deck": {"cards": 24}, "deal": {"packets": [3, 3]}, **(overrides or {})}
    rules = rules or one["rules"]
    word = "trump" if one["contract"] == "chalk" else one["contract"]
    contract = word if one["suit"] is None else f"{word} {one['suit']}"
    said = spoken(ruleset(rules, overrides), contract, one["declarer"])
    return record(
        rules, one["hands"], said, after_auction, tricks(*one["tricks"]), overrides=overrides, session=session
    )


def options(position: Deal, seat: int) -> list[str]:
    """What a seat may say or play, as the referee reports it."""
    allowed: dict[str, list[str]] = report(position)["options"]
    return allowed.get(str(seat), [])


def from_the_top(position: Deal) -> Deal:
    """The end of a deal in which everybody plays the strongest card he may."""
    while not position.finished:
        seat = position.turn
        assert seat is not None
        position = position.after(f"{seat} {options(position, seat)[0]}")
    return position


def cards(position: Deal, seat: int) -> set[str]:
    """The cards a seat may play."""
    return {text for text in options(position, seat) if len(text) == 2 and text[0] in "EGHS"}


def contracts(position: Deal, seat: int) -> set[str]:
    """The contracts a seat may name."""
    return {text for text in options(position, seat) if text not in ("pass", "play")}


def amounts(finished: Deal) -> list[int]:
    """What everybody gets."""
    found: list[int] = report(finished)["amounts"]
    return found


def strokes(finished: Deal) -> list[int]:
    """The strokes each team writes."""
    found: list[int] = report(finished)["strokes"]
    return found


def terms(finished: Deal) -> dict[str, Any]:
    """The bill: what each term adds, or its factor."""
    return {term["name"]: term.get("amount", term.get("factor")) for term in report(finished)["terms"]}


def code(position: Deal, action: str) -> str:
    """The code with which an action is refused."""
    with pytest.raises(IllegalAction) as refusal:
        position.after(action)
    return refusal.value.code
