"""A point of the play as integers in arrays: what the kernels get."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from schafkopf.engine.kernels import layout as at
from schafkopf.game.contract import Contract
from schafkopf.game.plan import Lanes, Plan
from schafkopf.game.play import Play

Numbers = npt.NDArray[np.int64]

_DISCARD = {"free": 0, "last_two": 1, "last_trick": 2}


def position(
    contract: Contract,
    lanes: Lanes,
    *,
    places: int,
    turn: int,
    leader: int,
    trick: tuple[int, ...],
    played: tuple[int, ...],
    declarer: int | None,
    partner: int | None,
    freed: bool,
    holder: int | None,
) -> Numbers:
    """What all deals behind a point of the play share, in the layout of `kernels.layout`.

    turn, leader, declarer, partner, holder: places (indices into the seats with cards). trick: lanes on the table.
    played: lanes that each place has played. holder: who has played the called card.
    """
    packed = np.zeros(at.POSITION, np.int64)
    duty, card = contract.duty.called, contract.line.card
    bit = 0 if card is None else 1 << lanes.lane_of[card]
    packed[at.PLACES] = places
    packed[at.TRUMPS] = lanes.trumps
    packed[at.BY_CALL] = bit if contract.line.kind == "called" else 0
    if duty is not None and bit:
        packed[at.CALLED] = bit
        packed[at.CALLED_SUIT] = lanes.suit[bit.bit_length() - 1]
        packed[at.RUN_MIN] = duty.run_min
        packed[at.RUN_LOWEST] = duty.run_card == "lowest"
        packed[at.RUN_DEALT] = duty.run_count == "dealt"
        packed[at.RUN_ON_FOLLOW] = duty.run_on_follow
        packed[at.DISCARD] = _DISCARD[duty.discard]
        packed[at.LEAD_CALLED] = duty.holder_lead == "ace_or_runaway"
        packed[at.RUN_FREES] = duty.after_run == "free"
    packed[at.MUST_WIN] = contract.duty.must_win
    packed[at.FREED] = freed
    packed[at.TURN], packed[at.LEADER], packed[at.ON_TABLE] = turn, leader, len(trick)
    packed[at.TABLE : at.TABLE + len(trick)] = trick
    packed[at.DECLARER] = -1 if declarer is None else declarer
    packed[at.HOLDER] = -1 if holder is None else holder
    packed[at.SIDE] = sum(1 << place for place in {declarer, partner} if place is not None)
    packed[at.PLAYED : at.PLAYED + places] = played
    packed[at.SUIT : at.SUIT + len(lanes.suit)] = lanes.suit
    if contract.goal.kind in ("points", "fewest_points"):
        packed[at.VALUE : at.VALUE + len(lanes.points)] = lanes.points
    else:
        packed[at.TRICK_VALUE] = 1
        packed[at.SHUNNED] = contract.goal.kind == "no_trick"
    return packed


def played_by(plan: Plan, play: Play) -> tuple[int, ...]:
    """The lanes that each place has played."""
    found = [0] * len(plan.seats)
    for leader, cards in (*((trick.leader, trick.lanes) for trick in play.history), (play.leader, play.trick)):
        start = plan.seats.index(leader)
        for step, lane in enumerate(cards):
            found[(start + step) % len(found)] |= 1 << lane
    return tuple(found)


def position_of(play: Play) -> Numbers:
    """The position of a Play."""
    plan = play.plan
    place = {seat: number for number, seat in enumerate(plan.seats)}
    played = bool(play.played & plan.called)
    return position(
        plan.contract,
        plan.lanes,
        places=len(plan.seats),
        turn=place[play.turn],
        leader=place[play.leader],
        trick=play.trick,
        played=played_by(plan, play),
        declarer=None if plan.declarer is None else place[plan.declarer],
        partner=None if plan.partner is None else place[plan.partner],
        freed=play.freed,
        holder=place[play.holder] if played and play.holder is not None else None,
    )


def by_tricks(packed: Numbers) -> Numbers:
    """The same position where each trick counts one and cards nothing: for Schwarz, Tout and Bettel."""
    other = packed.copy()
    other[at.VALUE : at.VALUE + 32] = 0
    other[at.TRICK_VALUE] = 1
    return other
