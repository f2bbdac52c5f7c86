"""Commands in and about the deal: the shuffle, what is said and played, what is proposed."""

from __future__ import annotations

import hashlib

from schafkopf.game import IllegalAction, parse_action
from schafkopf.server import wire
from schafkopf.server.errors import Refused
from schafkopf.server.table import events, flow
from schafkopf.server.table.actor import Actor, need_phase, need_running, play_again
from schafkopf.server.table.flow import Draft
from schafkopf.server.table.may import alone, may_propose, undo_to
from schafkopf.server.table.parts import Entrant, Shuffle

PHRASE_GAP_MS = 1500


# -- the shuffle -----------------------------------------------------------------------------------------------------


def _entrant(draft: Draft, actor: Actor, number: int) -> tuple[Shuffle, Entrant]:
    table, seat = draft.table, actor.seat
    if number != table.number:
        raise Refused("table/stale", f"this is deal {table.number}")
    need_running(table)
    shuffle = table.shuffle
    entrant = None if shuffle is None else shuffle.of(seat)
    if shuffle is None or entrant is None or entrant.left_out:
        raise Refused("table/too-late", "not part of this shuffle")
    return shuffle, entrant


def commit(draft: Draft, actor: Actor, do: wire.Commit) -> None:
    _, entrant = _entrant(draft, actor, do.number)
    if entrant.hash is not None or entrant.secret is not None:
        if entrant.hash != do.hash:
            raise Refused("table/bad-shuffle", "another hash was sent before")
        return
    draft.add(events.Hashed(entrant.seat, do.hash))


def reveal(draft: Draft, actor: Actor, do: wire.Reveal) -> None:
    shuffle, entrant = _entrant(draft, actor, do.number)
    if entrant.secret is not None:
        if entrant.secret != do.secret:
            raise Refused("table/bad-shuffle", "another secret was shown before")
        return
    if shuffle.stage != "reveal":
        raise Refused("table/bad-shuffle", "not before all hashes are in")
    if entrant.hash is not None and hashlib.sha256(bytes.fromhex(do.secret)).hexdigest() != entrant.hash:
        raise Refused("table/bad-shuffle", "the secret does not fit its hash")
    draft.add(events.Shown(entrant.seat, do.secret))


# -- the deal --------------------------------------------------------------------------------------------------------


def act(draft: Draft, actor: Actor, do: wire.Act) -> None:
    table, seat = draft.table, actor.seat
    if do.number != table.number or (table.acted and actor.seq < table.acted[seat]):
        raise Refused("table/stale", seat=seat, action=do.action)
    need_phase(table, "deal", "between")
    need_running(table)
    try:
        text = parse_action(f"{seat} {do.action}").text
    except IllegalAction as error:
        raise Refused(error.code, "no action at all", seat=seat, action=do.action) from None
    if table.phase == "between":
        _after_play(draft, seat, text)
        return
    play_again(draft, seat)
    flow.act(draft, seat, text)


def _after_play(draft: Draft, seat: int, text: str) -> None:
    """Who cuts has no more to claim himself; the pack is cut when everybody is ready."""
    assert draft.table.deal is not None
    if text == "cut":
        _ready(draft, seat)
    elif draft.table.void:
        raise Refused("turn/over", seat=seat, action=text)
    else:
        flow.act(draft, seat, text)


def go_on(draft: Draft, actor: Actor, do: wire.Next) -> None:
    seat = actor.seat
    if do.number != draft.table.number:
        raise Refused("table/stale", f"this is deal {draft.table.number}")
    need_phase(draft.table, "between")
    need_running(draft.table)
    _ready(draft, seat)


def _ready(draft: Draft, seat: int) -> None:
    play_again(draft, seat)
    if not draft.table.seats[seat].ready:
        draft.add(events.Readied(seat))


def undo(draft: Draft, actor: Actor, do: wire.Undo) -> None:
    table = draft.table
    keep = undo_to(table, actor.seat)
    if keep is None or not alone(table, actor.place):
        raise Refused("table/phase", "nothing to take back, or others play too")
    if actor.seq < table.acted[actor.seat]:
        raise Refused("table/stale")
    need_running(table)
    play_again(draft, actor.seat)
    draft.add(events.Undone(keep))


def practise(draft: Draft, actor: Actor, do: wire.Practise) -> None:
    seat = actor.seat
    if draft.table.phase != "between" or not alone(draft.table, seat):
        raise Refused("table/phase", "after a deal, at a table with bots only")
    need_running(draft.table)
    play_again(draft, seat)
    flow.close_claims(draft)
    draft.add(events.Practised())


def finish_practice(draft: Draft, actor: Actor, do: wire.FinishPractice) -> None:
    seat = actor.seat
    if not draft.table.practice:
        return
    need_running(draft.table)
    if not alone(draft.table, seat):
        raise Refused("table/phase", "others play too")
    play_again(draft, seat)
    flow.go_on(draft)


# -- words -----------------------------------------------------------------------------------------------------------


def say(draft: Draft, actor: Actor, do: wire.Phrase) -> None:
    seat = actor.seat
    if draft.now_ms - draft.table.seats[seat].said_ms < PHRASE_GAP_MS:
        raise Refused("table/limit", "one phrase after the other")
    draft.add(events.Said(seat, do.phrase))


def propose(draft: Draft, actor: Actor, do: wire.Propose) -> None:
    table, seat = draft.table, actor.seat
    proposal = table.proposal
    if proposal is not None and proposal.what == do.what:
        _agree(draft, seat)
        return
    if not may_propose(table, do.what):
        raise Refused("table/phase", "not now")
    need_running(table)
    play_again(draft, seat)
    draft.add(events.Proposed(seat, do.what))


def _agree(draft: Draft, seat: int) -> None:
    assert draft.table.proposal is not None
    play_again(draft, seat)
    if seat not in draft.table.proposal.agreed:
        draft.add(events.Agreed(seat))


def answer(draft: Draft, actor: Actor, do: wire.Answer) -> None:
    seat = actor.seat
    if draft.table.proposal is None:
        raise Refused("table/too-late", "nothing is proposed")
    if do.agree:
        _agree(draft, seat)
    else:
        draft.add(events.Declined(seat))
