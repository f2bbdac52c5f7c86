"""What follows by itself once something has happened: cards are dealt, bills written, the next deal begins."""

from __future__ import annotations

from hashlib import sha256

from schafkopf.game import IllegalAction, print_cards
from schafkopf.server import fairness
from schafkopf.server.errors import Refused
from schafkopf.server.table import books, events, names
from schafkopf.server.table.events import By, Event, Stored
from schafkopf.server.table.state import Table


class Draft:
    """Events being put together: each is folded at once, so that what follows is decided on what it led to."""

    def __init__(self, table: Table, now_ms: int, entropy: bytes) -> None:
        self.table = table
        self.now_ms = now_ms
        self.events: list[Event] = []
        self._entropy = entropy

    def add(self, event: Event) -> None:
        """One more event."""
        self.table = self.table.after(Stored(self.table.seq + 1, self.now_ms, event))
        self.events.append(event)

    def secret(self, label: str) -> bytes:
        """32 bytes that nobody can know, different for each label."""
        return sha256(label.encode() + b"\0" + self._entropy).digest()

    @property
    def found(self) -> tuple[Event, ...]:
        """All events so far."""
        return tuple(self.events)


def taken_names(table: Table, but: int | None = None) -> list[str]:
    """The names at a table that somebody new cannot have; `but`: except this seat's."""
    account = None if but is None or not table.accounts else table.accounts[but]
    seated = [seat.name for i, seat in enumerate(table.seats) if i != but]
    return seated + [player.name for i, player in enumerate(table.players) if i != account]


def bot_name(table: Table) -> str:
    """What the next bot is called: one that has an account and does not sit here comes back first."""
    seated = {seat.name for seat in table.seats}
    idle = (player.name for player in table.players if player.kind == "bot" and player.name not in seated)
    return next(idle, None) or names.for_bot(taken_names(table))


def act(draft: Draft, seat: int, text: str, by: By = "person", *, defaulted: bool = False) -> None:
    """Something is said or played, and what follows from it. Raises Refused with the code of the game."""
    try:
        draft.add(events.Acted(seat, text, by, defaulted))
    except IllegalAction as error:
        raise Refused.by_rules(error) from None
    settle(draft)


def settle(draft: Draft) -> None:
    """The bill, if the deal is over; bots ask for their Laufende at once."""
    table = draft.table
    if table.phase == "deal" and table.deal is not None and table.deal.finished:
        draft.add(events.Settled())
        _claim(draft)


def _claim(draft: Draft) -> None:
    for seat, who in enumerate(draft.table.seats):
        deal = draft.table.deal
        if deal is not None and deal.phase == "claim" and who.automatic and "claim" in deal.options_of(seat):
            draft.add(events.Acted(seat, "claim", "bot"))


def close_claims(draft: Draft) -> None:
    """The pack is cut: nobody can ask for Laufende any more."""
    if draft.table.phase != "between" or draft.table.void:
        return
    _claim(draft)
    deal = draft.table.deal
    if deal is not None and deal.phase == "claim":
        draft.add(events.Acted(deal.seats[-1], "cut", "clock"))


def go_on(draft: Draft) -> None:
    """The bill is booked and the next deal begins, or the evening is over."""
    close_claims(draft)
    gather(draft)
    session = draft.table.session
    if session is None or session.over or not draft.table.seated:
        finish(draft)
    else:
        shuffle(draft)


def gather(draft: Draft) -> None:
    """The cards are gathered up; bots take the seats of those who have left."""
    draft.add(events.PracticeOver() if draft.table.practice else events.WentOn())
    for seat, who in enumerate(draft.table.seats):
        if who.leaving:
            draft.add(events.BotSat(seat, bot_name(draft.table), who.level or ""))


def shuffle(draft: Draft) -> None:
    """The secrets for the next deal are asked for; who is there takes part."""
    table = draft.table
    entrants = [i for i, seat in enumerate(table.seats) if seat.present and not seat.stand_in]
    draft.add(events.Shuffled(table.number + 1, draft.secret("shuffle").hex(), entrants))
    deal_out(draft)


def deal_out(draft: Draft) -> None:
    """The cards, if all secrets are in."""
    table = draft.table
    found = table.shuffle
    if found is None or found.stage == "done" or any(entrant.missing for entrant in found.entrants):
        return
    assert table.session is not None
    hands = fairness.hands(
        table.rules,
        len(table.seats),
        table.session.dealer,
        table=table.id,
        number=found.number,
        server_secret=bytes.fromhex(found.secret),
        secrets=[(e.seat, bytes.fromhex(e.secret)) for e in found.entrants if e.secret and not e.left_out],
    )
    draft.add(events.Dealt([print_cards(hand) for hand in hands]))


def finish(draft: Draft) -> None:
    """The evening is over; a deal that is still being played is void."""
    shares, payments = books.closing(draft.table)
    draft.add(events.Finished(shares, payments))


def push(draft: Draft) -> None:
    """Whatever can go on by itself goes on."""
    if draft.table.phase == "over":
        return
    proposal = draft.table.proposal
    if proposal is not None and not draft.table.waiting:
        if proposal.what == "open_hands":
            draft.add(events.Opened())
        elif draft.table.phase == "deal":
            draft.add(events.ThrownIn())
    table = draft.table
    if table.active:
        present = any(seat.present for seat in table.seats)
        if table.asleep and present:
            draft.add(events.Woke())
        elif not table.asleep and not present:
            draft.add(events.Slept())
    settle(draft)
    if not draft.table.running:
        return
    if draft.table.phase == "shuffle":
        if draft.table.shuffle is None:
            shuffle(draft)
        else:
            deal_out(draft)
    elif draft.table.phase == "between" and draft.table.all_ready:
        go_on(draft)
