"""NetSchafkopf protocols -> records.

`import_protocol` reads a whole file and yields one `Imported` a hand, in order: a record, or the error that says why
there is none. What the file does not say is filled in by convention, so that the hand is priced as it was:

- Seats: `names` are clockwise, beginning with the first column of the totals (its columns are already clockwise, the
  player at whose machine the file was written is the last of them). Every hand lists the cards from forehand on.
- Knocking (``n mal aufgedoppelt``): the first n seats from forehand knock. `keep` is left out.
- Auction: every seat in speaking order passes, the declarer names the game; in a Ramsch all pass.
- Kontra (``n mal gespritzt``): before the first card, the first defender from forehand on says kontra, the declarer
  re, the same defender supra, the declarer resupra.
- `rules` is ``bavaria`` with overrides, worked out from all hands of the table: see `netschafkopf_settings`.
- `session.pot` is the Stock before the hand, `result` the difference of the running totals and of the Stock; both are
  left out where the row before is missing or does not add up. In none of the protocols known to us is anything ever in
  the Stock, so how it is paid in and won is not worked out: the `pot` keys stay as the base ruleset has them.

`import/unsupported` are hands outside our rules (hidden cards, thrown-in hands, unknown games or terms of a price),
`import/syntax` those that cannot be read; both leave the rest of the file alone.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from schafkopf.formats import netschafkopf_settings as settings
from schafkopf.formats import netschafkopf_text as text
from schafkopf.formats.netschafkopf_text import Block, Hand, ProtocolError, Row
from schafkopf.game.alphabet import LEVELS

_POINTS = (
    ("defenders", re.compile(r"Gegner haben ([0-9]{1,3}) Augen")),
    ("loser", re.compile(r"verliers?t den Ramsch\. .{1,80}? has?t ([0-9]{1,3}) Augen")),
)


@dataclass(frozen=True)
class Imported:
    """One hand of a protocol.

    number: as printed; None if it cannot be read. line: where the hand begins in the file, from 1.
    record: the hand as a record (design: one JSON object), None if error is set.
    error: ``{"code": "import/unsupported" | "import/syntax", "message": ...}``, None if record is set.
    printed: what the protocol says of the outcome, as far as it can be read: ``price``, ``totals`` (running, one per
        name of the record; in the order of the columns if there is no record), ``stock`` (after the hand), and with a
        record ``points`` (``defenders``, or ``loser`` of a Ramsch), ``terms`` (each with the price so far) and
        ``text``, the sentences themselves.
    """

    number: int | None
    line: int
    record: dict[str, Any] | None = None
    error: dict[str, str] | None = None
    printed: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class _Entry:
    """A block as far as it could be read. before: the row before the hand, if it is known."""

    block: Block
    row: Row | None
    before: Row | None
    hand: Hand | None = None
    names: tuple[str, ...] = ()  # by seat
    columns: tuple[int, ...] = ()  # by seat: its column
    error: ProtocolError | None = None

    def by_seat(self, row: Row) -> list[int]:
        return [row.totals[column] for column in self.columns]

    def amounts(self) -> list[int] | None:
        if self.row is None or self.before is None:
            return None
        return [new - old for new, old in zip(self.by_seat(self.row), self.by_seat(self.before), strict=True)]


def import_protocol(data: bytes) -> Iterator[Imported]:
    """Read a protocol (UTF-8 or Latin-1; LF, CRLF or CR). Never raises for what is in the data.

    A file without a single hand gives one ``import/syntax``.

    >>> [hand.error["code"] for hand in import_protocol(b"")]
    ['import/syntax']
    """
    empty = True
    for section in text.sections(text.decode(data)):
        entries = _read(section)
        hands = [entry for entry in entries if entry.hand]
        shared = settings.file_overrides(
            [entry.hand for entry in hands if entry.hand],
            [entry.hand for entry in hands if entry.hand and entry.hand.contract == "ramsch" and _march(entry)],
        )
        for entry in entries:
            empty = False
            yield _imported(entry, shared)
    if empty:
        yield Imported(None, 1, error={"code": "import/syntax", "message": "no NetSchafkopf protocol: it has no hand"})


def _read(section: list[Block]) -> list[_Entry]:
    entries = []
    last: Row | None = None
    for block in section:
        row = text.read_row(block)
        before = None
        if row is not None and row.number == 1:
            before = Row(0, 0, row.columns, (0, 0, 0, 0), 0)
        elif row is not None and last is not None and row.number == last.number + 1:
            before = last
        entries.append(_entry(block, row, before))
        last = row if row is not None and _adds_up(row) else None
    return entries


def _entry(block: Block, row: Row | None, before: Row | None) -> _Entry:
    try:
        hand = text.read_hand(block)
        if row is None:
            raise text.syntax(f"line {block.lines[-1][0]}: the totals cannot be read")
        if not _adds_up(row):
            raise text.syntax(f"line {block.lines[-1][0]}: the totals and the Stock do not add up to 0")
        order = text.order_columns(row.columns, hand.names)
        if order is None:
            raise text.syntax(f"line {block.lines[-1][0]}: the columns are not the players of the hand")
        _check_spoken(block, hand)
    except ProtocolError as error:
        return _Entry(block, row, before, error=error)
    turn = hand.names.index(order[0])
    names = hand.names[turn:] + hand.names[:turn]
    return _Entry(block, row, before, hand, names, tuple(order.index(name) for name in names))


def _adds_up(row: Row) -> bool:
    return sum(row.totals) + row.stock == 0


def _check_spoken(block: Block, hand: Hand) -> None:
    if hand.count("knock") > len(hand.names):
        raise text.syntax(f"line {block.line}: more knocks than players")
    if hand.count("kontra") > len(LEVELS):
        raise text.unsupported(f"line {block.line}: more than {len(LEVELS)} levels of Kontra")
    if hand.count("kontra") and hand.declarer is None:
        raise text.unsupported(f"line {block.line}: Kontra in a Ramsch")


def _march(entry: _Entry) -> bool:
    """Whether a Ramsch was won by one: the three others pay."""
    amounts = entry.amounts()
    return amounts is not None and sum(amount < 0 for amount in amounts) == 3


def _imported(entry: _Entry, shared: settings.Overrides) -> Imported:
    number = entry.row.number if entry.row else None
    if entry.hand is None or entry.error is not None:
        error = entry.error or text.syntax(f"line {entry.block.line}: no hand")
        row = entry.row
        shown = {"price": row.price, "totals": list(row.totals), "stock": row.stock} if row else {}
        return Imported(number, entry.block.line, error={"code": error.code, "message": error.message}, printed=shown)
    return Imported(number, entry.block.line, _record(entry, entry.hand, shared), printed=_printed(entry, entry.hand))


def _printed(entry: _Entry, hand: Hand) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    if entry.row:
        shown = {"price": entry.row.price, "totals": entry.by_seat(entry.row), "stock": entry.row.stock}
    points = {name: int(found[1]) for name, pattern in _POINTS if (found := pattern.search(hand.text))}
    terms = [{"name": term.name, "count": term.count, "price": term.price} for term in hand.terms]
    return {**shown, "points": points, "terms": terms, "text": hand.text}


def _record(entry: _Entry, hand: Hand, shared: settings.Overrides) -> dict[str, Any]:
    dealt = dict(zip(hand.names, hand.dealt, strict=True))
    record: dict[str, Any] = {
        "schafkopf": 1,
        "rules": "bavaria",
        "overrides": settings.hand_overrides(shared, hand),
        "names": list(entry.names),
        "dealer": entry.names.index(hand.names[-1]),
        "hands": [" ".join(dealt[name]) for name in entry.names],
    }
    amounts = entry.amounts()
    if entry.before is not None:
        record["session"] = {"pot": entry.before.stock}
    record["actions"] = [f"{entry.names.index(name)} {word}" for name, word in _actions(hand)]
    if amounts is not None:
        record["result"] = {"amounts": amounts, "pot": -sum(amounts)}
    return record


def _actions(hand: Hand) -> Iterator[tuple[str, str]]:
    """Who says or plays what. hand.names begin with forehand, so their order is that of speaking."""
    yield from ((name, "knock") for name in hand.names[: hand.count("knock")])
    called = hand.contract if hand.suit is None else f"{hand.contract} {hand.suit}"
    yield from ((name, called if name == hand.declarer else "pass") for name in hand.names)
    if levels := hand.count("kontra"):
        defender = next(name for name in hand.names if name not in settings.declarers(hand))
        speakers = (defender, hand.declarer or "")
        yield from ((speakers[level % 2], LEVELS[level]) for level in range(levels))
    yield from hand.plays
