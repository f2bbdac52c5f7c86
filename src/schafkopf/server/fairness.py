"""Cards that follow from everybody's secrets, so that anybody can deal them again. docs/fairness.md is the contract.

What is hashed: a commitment is SHA-256 of the 32 bytes of a secret; the seed is SHA-256 of a message whose parts are
preceded by their lengths; block i of the stream is SHA-256 of the seed and i. The three inputs have different lengths,
so none can stand for another.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from schafkopf.game.cards import deck, print_cards
from schafkopf.game.dealing import Hand, seats_with_cards, shuffled_hands
from schafkopf.game.errors import SchafkopfError
from schafkopf.game.ruleset import Ruleset, load_ruleset

SECRET_BYTES = 32
VERSION = 1
DOMAIN = b"schafkopf shuffle 1"
LONGEST_LINE = 1 << 16
_KEYS = (
    *("fairness", "table", "number", "rules", "overrides", "seats", "dealer", "pack", "packets", "playing"),
    *("server_hash", "server_secret", "secrets", "hands"),
)


class Unfair(SchafkopfError):
    """A deal whose shuffle does not check; the code says which step failed, `seat` whose part."""


def commitment(secret: bytes) -> str:
    """What is published of a secret before it is shown: its SHA-256 in hex.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return sha256(secret).hexdigest()


def seed(table: str, number: int, pack: int, server_secret: bytes, secrets: Sequence[tuple[int, bytes]]) -> bytes:
    """32 bytes from everybody's secrets; `pack`: how many cards are shuffled.

    The order in which the secrets came makes no difference. Raises ValueError for a seat that is there twice.
    """
    by_seat = sorted(secrets)
    if len({seat for seat, _ in by_seat}) < len(by_seat):
        raise ValueError("a seat has one secret")
    parts = [DOMAIN, table.encode(), str(number).encode(), str(pack).encode(), server_secret]
    for seat, secret in by_seat:
        parts += [str(seat).encode(), secret]
    return sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()


class Stream:
    """Bytes drawn from a seed, used as a `game.dealing.Shuffler`."""

    def __init__(self, seed: bytes) -> None:
        self._bytes = self._drawn(seed)

    @staticmethod
    def _drawn(seed: bytes) -> Iterator[int]:
        block = 0
        while True:
            yield from sha256(seed + block.to_bytes(8, "big")).digest()
            block += 1

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each equally likely; bound is 1 to 256.

        Bytes of the last, incomplete run of `bound` values are thrown away: a remainder alone favours low numbers.
        """
        limit = 256 - 256 % bound
        while (byte := next(self._bytes)) >= limit:
            pass
        return byte % bound

    def shuffle(self, x: list[Any], /) -> None:
        """Fisher and Yates: from the last place down, each is swapped with a place drawn from those up to it."""
        for place in range(len(x) - 1, 0, -1):
            other = self.below(place + 1)
            x[place], x[other] = x[other], x[place]


def hands(
    rules: Ruleset,
    at_table: int,
    dealer: int,
    *,
    table: str,
    number: int,
    server_secret: bytes,
    secrets: Sequence[tuple[int, bytes]],
) -> tuple[Hand, ...]:
    """The hands of a deal, in dealt order, one per seat (empty for who sits out).

    secrets: (seat, secret) of everybody who was not left out. Bots have none.
    """
    start = seed(table, number, rules["deck.cards"], server_secret, secrets)
    return shuffled_hands(rules, at_table, dealer, Stream(start))


def fairness_line(
    rules: Ruleset,
    *,
    table: str,
    number: int,
    dealer: int,
    server_secret: bytes,
    entrants: Sequence[tuple[int, str | None, bytes | None]],
    hands: Sequence[Hand],
) -> str:
    """All that checks the shuffle of a finished deal, as one line of JSON. It shows every hand: never before the end.

    entrants: (seat, hash, secret) of every person who was asked; no hash where a single person showed the secret at
    once, no secret where somebody was left out. hands: as dealt, one per seat.
    """
    data = {
        "fairness": VERSION,
        "table": table,
        "number": number,
        "rules": rules.id,
        "overrides": rules.overrides,
        "seats": len(hands),
        "dealer": dealer,
        "pack": print_cards(deck(rules["deck.cards"])),
        "packets": list(rules["deal.packets"]),
        "playing": list(seats_with_cards(rules, len(hands), dealer)),
        "server_hash": commitment(server_secret),
        "server_secret": server_secret.hex(),
        "secrets": [[seat, hash, None if secret is None else secret.hex()] for seat, hash, secret in entrants],
        "hands": [print_cards(hand) for hand in hands],
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Checked:
    """A line whose shuffle is right."""

    table: str
    number: int
    took_part: tuple[int, ...]
    """Seats whose secrets went in."""
    left_out: tuple[int, ...]


def check_line(text: str) -> Checked:
    """Deal a line of `fairness_line` again. Raises Unfair at the first step that does not check.

    Codes: `fairness/syntax` (also a table that no rules allow), `fairness/version`, `fairness/server-hash`,
    `fairness/hash` (a secret that does not fit its hash, or several people of whom one gave no hash),
    `fairness/hands`. Raises InvalidRuleset for rules that are not known here.
    """
    data = _read(text)
    rules = load_ruleset(data["rules"]).with_overrides(data["overrides"])
    server_secret = _secret(data["server_secret"], "server_secret")
    if commitment(server_secret) != data["server_hash"]:
        raise Unfair("fairness/server-hash", "the server's secret does not fit its hash", where="server_secret")
    secrets = []
    for seat, hash, secret in data["secrets"]:
        if secret is None:
            continue
        shown = _secret(secret, "secrets")
        if hash is None and len(data["secrets"]) > 1:
            raise Unfair("fairness/hash", "a secret of several without a hash before it", seat=seat, where="secrets")
        if hash is not None and commitment(shown) != hash:
            raise Unfair("fairness/hash", "the secret does not fit its hash", seat=seat, where="secrets")
        secrets.append((seat, shown))
    try:
        dealt = hands(
            rules,
            data["seats"],
            data["dealer"],
            table=data["table"],
            number=data["number"],
            server_secret=server_secret,
            secrets=secrets,
        )
    except SchafkopfError as fault:
        raise Unfair("fairness/syntax", fault.detail, where="seats") from None
    where = {
        "pack": print_cards(deck(rules["deck.cards"])),
        "packets": list(rules["deal.packets"]),
        "playing": list(seats_with_cards(rules, data["seats"], data["dealer"])),
    }
    for key, expected in where.items():
        if data[key] != expected:
            raise Unfair("fairness/syntax", "does not go with the rules", where=key, allowed=(json.dumps(expected),))
    for seat, (said, given) in enumerate(zip(data["hands"], dealt, strict=True)):
        if said != print_cards(given):
            raise Unfair("fairness/hands", "other cards follow from the secrets", seat=seat, where="hands")
    out = tuple(seat for seat, _, secret in data["secrets"] if secret is None)
    return Checked(data["table"], data["number"], tuple(seat for seat, _ in sorted(secrets)), out)


def _secret(text: str, where: str) -> bytes:
    secret = bytes.fromhex(text)
    if len(secret) != SECRET_BYTES:
        raise Unfair("fairness/syntax", f"a secret has {SECRET_BYTES} bytes", where=where)
    return secret


def _read(text: str) -> dict[str, Any]:
    """The object of a line, every part of the right kind. Raises Unfair."""
    if len(text) > LONGEST_LINE:
        raise Unfair("fairness/syntax", f"a line of more than {LONGEST_LINE} letters")
    try:
        data = json.loads(text, object_pairs_hook=_no_twins)
    except (ValueError, RecursionError) as fault:
        raise Unfair("fairness/syntax", str(fault)) from None
    if not isinstance(data, dict) or "fairness" not in data:
        raise Unfair("fairness/syntax", "not a line about a shuffle")
    if not _is_int(data["fairness"]) or data["fairness"] != VERSION:
        raise Unfair("fairness/version", f"version {data['fairness']!r}", where="fairness", allowed=(str(VERSION),))
    for key in _KEYS:
        if key not in data:
            raise Unfair("fairness/syntax", "missing", where=key)
    for key in data:
        if key not in _KEYS:
            raise Unfair("fairness/syntax", "unknown", where=key, allowed=_KEYS)
    for key, kind in _SHAPES.items():
        if not kind(data[key]):
            raise Unfair("fairness/syntax", "of the wrong kind", where=key)
    seats = data["seats"]
    if not data["dealer"] < seats or len(data["hands"]) != seats:
        raise Unfair("fairness/syntax", "does not go with the number of seats", where="hands")
    entrants = [row[0] for row in data["secrets"]]
    if len(set(entrants)) < len(entrants) or not all(seat < seats for seat in entrants):
        raise Unfair("fairness/syntax", "a seat that is there twice or not at this table", where="secrets")
    return data


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError("a key is there twice")
    return data


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_count(value: Any) -> bool:
    return _is_int(value) and 0 <= value < 10**9


def _is_hex64(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 64 and not set(value) - set("0123456789abcdef")


def _is_row(value: Any) -> bool:
    if not isinstance(value, list) or len(value) != 3 or not _is_count(value[0]):
        return False
    return all(part is None or _is_hex64(part) for part in value[1:])


def _list_of(value: Any, kind: Any) -> bool:
    return isinstance(value, list) and len(value) <= 32 and all(map(kind, value))


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


_SHAPES: Mapping[str, Any] = {
    "table": _is_text,
    "number": _is_count,
    "rules": _is_text,
    "overrides": lambda value: isinstance(value, dict),
    "seats": lambda value: _is_int(value) and 3 <= value <= 6,
    "dealer": _is_count,
    "pack": _is_text,
    "packets": lambda value: _list_of(value, _is_count),
    "playing": lambda value: _list_of(value, _is_count),
    "server_hash": _is_hex64,
    "server_secret": _is_hex64,
    "secrets": lambda value: _list_of(value, _is_row),
    "hands": lambda value: _list_of(value, _is_text),
}
