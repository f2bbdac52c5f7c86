"""A table as JSON and back, so that a process need not fold an evening from its start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from schafkopf.game import Session, parse_action, parse_cards, print_cards
from schafkopf.game.dealing import Carried
from schafkopf.server import wire
from schafkopf.server.table.fold import played_again, ruleset
from schafkopf.server.table.parts import Player, Proposal, Seat, Shuffle

if TYPE_CHECKING:
    from schafkopf.server.table.state import Table

VERSION = 1


class KeptSession(Struct, frozen=True):
    """A session without what the table knows anyway."""

    dealer: int
    carried: Carried
    deals: int


class KeptDeal(Struct, frozen=True):
    """A deal as cards and actions."""

    dealer: int
    hands: list[str]
    carried: Carried
    log: list[str]


class Kept(Struct, frozen=True):
    """All fields of a table; of the rules only how to load them."""

    version: int
    id: str
    code: str
    seq: int
    rules: str
    overrides: dict[str, Any]
    host: str | None
    settings: wire.Settings
    seats: tuple[Seat, ...]
    phase: wire.Phase
    paused: bool
    asleep: bool
    watchers: list[str]
    removed: list[str]
    players: tuple[Player, ...]
    accounts: tuple[int, ...]
    swaps: tuple[tuple[int, int], ...]
    session: KeptSession | None
    number: int
    practice: bool
    record: str | None
    shuffle: Shuffle | None
    deal: KeptDeal | None
    void: bool
    floor: int
    acted: tuple[int, ...]
    since_ms: int
    since_seq: int
    woke_ms: int
    history: tuple[wire.PastDeal, ...]
    proposal: Proposal | None
    open_hands: bool
    payments: tuple[tuple[int, int, int], ...]


_AS_THEY_ARE = tuple(
    name
    for name in Kept.__struct_fields__
    if name not in ("version", "rules", "overrides", "watchers", "removed", "session", "deal")
)
_ENCODER = msgspec.json.Encoder(order="deterministic")
_DECODER = msgspec.json.Decoder(Kept)


def dump(table: Table) -> bytes:
    """A table as JSON; equal tables give equal bytes."""
    session, deal = table.session, table.deal
    kept = Kept(
        version=VERSION,
        rules=table.rules.id,
        overrides=table.rules.overrides,
        watchers=sorted(table.watchers),
        removed=sorted(table.removed),
        session=None if session is None else KeptSession(session.dealer, session.carried, session.deals),
        deal=None
        if deal is None
        else KeptDeal(
            deal.dealer, [print_cards(hand) for hand in deal.hands], deal.carried, [str(a) for a in deal.log]
        ),
        **{name: getattr(table, name) for name in _AS_THEY_ARE},
    )
    return _ENCODER.encode(kept)


def load(data: bytes) -> dict[str, Any]:
    """The fields of the table that was dumped. Raises ValueError for another version."""
    kept = _DECODER.decode(data)
    if kept.version != VERSION:
        raise ValueError(f"a snapshot of version {kept.version}")
    rules = ruleset(kept.rules, kept.overrides)
    fields: dict[str, Any] = {name: getattr(kept, name) for name in _AS_THEY_ARE}
    fields |= {"rules": rules, "watchers": frozenset(kept.watchers), "removed": frozenset(kept.removed)}
    session, deal = kept.session, kept.deal
    seats = len(kept.seats)
    fields["session"] = (
        None if session is None else Session(rules, seats, session.dealer, session.carried, (0,) * seats, session.deals)
    )
    fields["deal"] = (
        None
        if deal is None
        else played_again(
            rules,
            tuple(parse_cards(hand) for hand in deal.hands),
            deal.dealer,
            deal.carried,
            map(parse_action, deal.log),
        )
    )
    return fields
