"""What happens without a command: a table is made, connections come and go, an idle table is closed."""

from __future__ import annotations

from schafkopf.game import InvalidRecord, Record, Ruleset, SchafkopfError, parse_record
from schafkopf.game.dealing import seats_with_cards
from schafkopf.server import wire
from schafkopf.server.errors import Refused
from schafkopf.server.table import events, flow, names
from schafkopf.server.table.events import Event, Stored
from schafkopf.server.table.flow import Draft
from schafkopf.server.table.fold import ruleset
from schafkopf.server.table.seating import begin
from schafkopf.server.table.state import Table

MOST_WATCHERS = 200


def create(
    new: wire.NewTable | wire.Quick, person: str, *, table: str, code: str, now_ms: int, entropy: bytes
) -> tuple[Event, ...]:
    """The first events of a table (seq 1, 2, ...). A quick table is begun at once.

    The host counts as connected: call `disconnected` if no stream of his comes within some seconds.
    Raises Refused with the code of a ruleset or record that cannot be played; request/syntax for a bot's seat.
    """
    try:
        if isinstance(new, wire.Quick):
            return _quick(new, person, table, code, now_ms, entropy)
        return _new(new, person, table, code, now_ms, entropy)
    except SchafkopfError as error:
        raise Refused.by_rules(error) from None


def _new(new: wire.NewTable, person: str, table: str, code: str, now_ms: int, entropy: bytes) -> tuple[Event, ...]:
    rules = ruleset(new.rules, new.overrides)
    seats = new.seats or rules["table.seated"]
    seats_with_cards(rules, seats, 0)
    name = names.own(new.name, (), "Gast 1")
    settings = new.settings
    first = events.Created(table, code, new.rules, new.overrides, seats, person, name, settings)
    draft = _begun(first, now_ms, entropy)
    for key, level in sorted(new.bots.items()):
        if key not in {str(seat) for seat in range(1, seats)}:
            raise Refused("request/syntax", "a bot's seat is one of 1 to the last", where=f"bots.{key}"[:80])
        draft.add(events.BotSat(int(key), flow.bot_name(draft.table), level))
    return (first, *draft.found)


def _quick(new: wire.Quick, person: str, table: str, code: str, now_ms: int, entropy: bytes) -> tuple[Event, ...]:
    name = names.own(new.name, (), "Gast 1")
    settings = wire.Settings(pace=new.pace)
    if new.record is None:
        rules = ruleset(new.rules, new.overrides)
        first = events.Created(table, code, new.rules, new.overrides, rules["table.players"], person, name, settings)
        dealer = None
    else:
        record = _playable(new.record)
        first = events.Created(
            table, code, record.rules, record.overrides, len(record.names), person, name, settings, new.record
        )
        dealer = record.dealer
    draft = _begun(first, now_ms, entropy)
    for seat in range(1, len(draft.table.seats)):
        draft.add(events.BotSat(seat, flow.bot_name(draft.table), new.level))
    begin(draft, dealer=dealer)
    flow.push(draft)
    return (first, *draft.found)


def _begun(first: events.Created, now_ms: int, entropy: bytes) -> Draft:
    return Draft(Table.new(Stored(1, now_ms, first)), now_ms, entropy)


def _playable(text: str) -> Record:
    """A record whose cards are all known and whose actions are legal. Raises InvalidRecord or IllegalAction."""
    record = parse_record(text)
    if any(card is None for hand in record.hands for card in hand):
        raise InvalidRecord("record/cards", "not all cards are known")
    record.replay()
    rules: Ruleset = record.ruleset()
    seats_with_cards(rules, len(record.names), record.dealer)
    return record


def connected(table: Table, person: str, *, now_ms: int, entropy: bytes) -> tuple[Event, ...]:
    """A person's first stream is open; a seat that a bot held for him is his again. None if that is known."""
    if table.phase == "over":
        return ()
    draft = Draft(table, now_ms, entropy)
    seat = table.person_seat(person)
    if seat is None:
        if person in table.watchers or len(table.watchers) >= MOST_WATCHERS:
            return ()
        draft.add(events.Watched(person))
        return draft.found
    if table.seats[seat].away_ms is not None:
        draft.add(events.CameBack(seat))
    if table.seats[seat].stand_in:
        draft.add(events.Returned(seat))
    if draft.events or table.asleep:
        flow.push(draft)
    return draft.found


def disconnected(table: Table, person: str, *, now_ms: int, entropy: bytes) -> tuple[Event, ...]:
    """A person's last stream is closed (call it after 2 to 3 s without one). None if that is known."""
    if table.phase == "over":
        return ()
    draft = Draft(table, now_ms, entropy)
    if person in table.watchers:
        draft.add(events.Unwatched(person))
    seat = table.person_seat(person)
    if seat is not None and table.seats[seat].away_ms is None:
        draft.add(events.Away(seat))
        flow.push(draft)
    return draft.found


def expire(table: Table, *, now_ms: int) -> tuple[Event, ...]:
    """Nobody has come for a long time: the evening is settled and the table closed. None if it is over already."""
    if table.phase == "over":
        return ()
    draft = Draft(table, now_ms, b"")
    if table.phase == "between":
        flow.close_claims(draft)
        flow.gather(draft)
    flow.finish(draft)
    return draft.found
