"""The state of a table: a frozen value, the fold of its events."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from schafkopf.game import Deal, Ruleset, Session, Settlement
from schafkopf.server import wire
from schafkopf.server.table import fold, keep
from schafkopf.server.table.events import Created, Stored
from schafkopf.server.table.parts import Player, Proposal, Seat, Shuffle

Found = TypeVar("Found")

ACTIVE = ("shuffle", "deal", "between")
"""The phases in which a deal is prepared, played or settled."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table after the event `seq`."""

    id: str
    code: str
    seq: int
    rules: Ruleset
    host: str | None
    """Person id."""
    settings: wire.Settings
    seats: tuple[Seat, ...]
    phase: wire.Phase = "lobby"
    paused: bool = False
    asleep: bool = False
    watchers: frozenset[str] = frozenset()
    """Connected persons without a seat."""
    removed: frozenset[str] = frozenset()
    """Persons who may not sit down any more."""
    players: tuple[Player, ...] = ()
    accounts: tuple[int, ...] = ()
    """Whose account each seat plays on in this deal; empty before the first."""
    swaps: tuple[tuple[int, int], ...] = ()
    """Seats that change places with the next deal."""
    session: Session | None = None
    """Before the present deal; its balances are not used, accounts are `players`."""
    number: int = 0
    practice: bool = False
    record: str | None = None
    """A record that is played first."""
    shuffle: Shuffle | None = None
    deal: Deal | None = None
    void: bool = False
    """The deal was thrown in by agreement."""
    floor: int = 0
    """So many actions of the deal were given with it and cannot be undone."""
    acted: tuple[int, ...] = ()
    """By seat: the event with its last decision in this deal, or with which the deal began or went back."""
    since_ms: int = 0
    """When what is waited for now began; clocks and pauses count from it."""
    since_seq: int = 0
    woke_ms: int = 0
    history: tuple[wire.PastDeal, ...] = ()
    proposal: Proposal | None = None
    open_hands: bool = False
    payments: tuple[tuple[int, int, int], ...] = ()
    memo: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    """What was worked out from this value, for `project` and `due`."""

    @classmethod
    def new(cls, stored: Stored) -> Table:
        """A table from its first event. Raises ValueError if that is not `Created`."""
        if not isinstance(stored.event, Created):
            raise ValueError("the first event of a table is `created`")
        return cls(seq=stored.seq, **fold.begin(stored.event))

    @classmethod
    def of(cls, events: Iterable[Stored]) -> Table:
        """A table from all its events, in order."""
        found: Table | None = None
        for stored in events:
            found = cls.new(stored) if found is None else found.after(stored)
        if found is None:
            raise ValueError("a table has at least one event")
        return found

    def after(self, stored: Stored) -> Table:
        """The table after its next event. Raises ValueError for a gap."""
        if stored.seq != self.seq + 1:
            raise ValueError(f"event {stored.seq} does not follow {self.seq}")
        known, moved = self.memo.get("after", (None, self))
        if known == stored:
            # It has been tried before: to decide what follows from it.
            return moved
        changes = fold.changes(self, stored)
        moved = replace(self, seq=stored.seq, **changes)
        for part, fields in _PARTS.items():
            if part in self.memo and fields.isdisjoint(changes):
                moved.memo[part] = self.memo[part]
        self.memo["after"] = (stored, moved)
        return moved

    def from_deal(self, key: object, make: Callable[[], Found]) -> Found:
        """Something worked out from the deal alone, once for as long as nobody says or plays anything."""
        return self._from("deal", key, make)

    def from_seats(self, key: object, make: Callable[[], Found]) -> Found:
        """Something worked out from who sits here and how (see `_PARTS`), once for as long as that stays so."""
        return self._from("seats", key, make)

    def _from(self, part: str, key: object, make: Callable[[], Found]) -> Found:
        known = self.memo.setdefault(part, {})
        if key not in known:
            known[key] = make()
        found: Found = known[key]
        return found

    @property
    def bill(self) -> Settlement | None:
        """What the deal on the table costs; None before its end, and if it was thrown in."""
        if self.deal is None or self.void:
            return None
        return self.from_deal("bill", self.deal.settlement)

    def forget(self) -> None:
        """Let go of what was worked out from this value; for tables that are kept only in case somebody asks."""
        self.memo.clear()

    def snapshot(self) -> bytes:
        """The table as JSON; `restore` gives back an equal one."""
        return keep.dump(self)

    @classmethod
    def restore(cls, data: bytes) -> Table:
        """The table of which this is the snapshot."""
        return cls(**keep.load(data))

    # -- who is who ------------------------------------------------------------------------------------------------

    def person_seat(self, person: str | None) -> int | None:
        """Where a person sits, None if nowhere."""
        if person is None:
            return None
        for index, seat in enumerate(self.seats):
            if seat.person == person and seat.taken:
                return index
        return None

    def player_of(self, person: str | None) -> int | None:
        """The account of a person, None if he has none (yet)."""
        if person is None:
            return None
        return next((i for i, player in enumerate(self.players) if player.person == person), None)

    @property
    def seated(self) -> tuple[int, ...]:
        """Seats where persons sit."""
        return self.from_seats("seated", lambda: tuple(i for i, seat in enumerate(self.seats) if seat.taken))

    @property
    def active(self) -> bool:
        """A deal is prepared, played or settled."""
        return self.phase in ACTIVE

    @property
    def running(self) -> bool:
        """Clocks run and bots play."""
        return self.active and not self.paused and not self.asleep

    @property
    def waiting(self) -> tuple[int, ...]:
        """Seats whose consent to what was proposed is still missing."""
        if self.proposal is None:
            return ()
        # Who is not there need not agree to a deal thrown in, but nobody's hand is shown without him.
        absent_too = self.proposal.what == "open_hands"
        return tuple(
            i for i in self.seated if i not in self.proposal.agreed and (absent_too or not self.seats[i].stand_in)
        )

    @property
    def all_ready(self) -> bool:
        """Everybody has said that the next deal may begin."""
        return all(seat.automatic or seat.ready for seat in self.seats)

    @property
    def booked(self) -> Session | None:
        """The session with the bill that lies on the table, as it will be booked."""
        if self.session is None or self.phase != "between" or not fold.counts(self):
            return self.session
        if "booked" not in self.memo:
            self.memo["booked"] = fold.next_session(self)
        found: Session = self.memo["booked"]
        return found


_PARTS = {
    "deal": frozenset({"deal"}),
    "seats": frozenset(
        {"seats", "players", "accounts", "host", "removed", "settings", "phase", "paused", "asleep", "woke_ms"}
    ),
}
"""What was worked out from these fields alone is good until one of them changes."""
