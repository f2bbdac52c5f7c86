"""What a finished deal comes down to: the facts that are priced, whether they were played or typed in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from schafkopf.game.contract import Contract, Goal
from schafkopf.game.play import Play

_ALL_POINTS = 120


@dataclass(frozen=True, slots=True)
class Facts:
    """What a finished deal comes down to. Seats are indices into the names at the table."""

    contract: Contract
    at_table: int
    seats: tuple[int, ...]
    """Seats that held cards."""
    declarer: int | None = None
    side: frozenset[int] = frozenset()
    """The declarer's side; empty in Ramsch."""
    won: bool = False
    schneider: bool = False
    """The losing side is Schneider."""
    schwarz: bool = False
    laufende: int = 0
    """Length of the run of highest trumps, whoever held it."""
    laufende_with: bool = True
    """The declarer's side held the run."""
    claimed: bool = False
    knocks: int = 0
    kontra: int = 0
    doubles: int = 0
    """Doublings brought in (`double_next`)."""
    bock: int = 0
    """Bock rounds in force."""
    losers: tuple[int, ...] = ()
    """Ramsch: who pays."""
    virgins: tuple[int, ...] = ()
    """Ramsch: who took no trick."""
    march: int | None = None
    """Ramsch: who marched through and wins."""
    side_points: int | None = None
    """Card points of the declarer's (chalk: naming) side, where known."""
    sweep: bool = False
    """Chalk: the winning team took every trick."""
    by_club_jack: bool = False
    points: tuple[int, ...] = ()
    tricks: tuple[int, ...] = ()

    @property
    def opponents(self) -> frozenset[int]:
        """Everybody with cards who is not on the declarer's side."""
        return frozenset(self.seats) - self.side


def facts_of(
    play: Play,
    tie: tuple[str, ...] = (),
    march: str = "none",
    *,
    at_table: int,
    award: int | None = None,
    claimed: bool = False,
    knocks: int = 0,
    kontra: int = 0,
    doubles: int = 0,
    bock: int = 0,
) -> Facts:
    """The facts of a deal whose cards have been played, or whose remaining tricks were awarded to a seat.

    tie, march: `ramsch.tie` and `ramsch.march`. Raises ValueError if cards are still out without an award.
    """
    plan = play.plan
    goal = plan.contract.goal
    if not play.over and award is None and goal.kind != "held":
        raise ValueError("the deal is not finished")
    taken = list(play.taken)
    tricks = list(play.tricks())
    held = held_at_first(play)
    if award is not None:
        everything = (1 << len(plan.lanes.cards)) - 1
        taken[award] |= everything & ~sum(taken)
        tricks[award] += plan.hand_size - len(play.history)
    points = tuple(plan.lanes.points_in(mask) for mask in taken)
    common: dict[str, Any] = {
        "contract": plan.contract,
        "at_table": at_table,
        "seats": plan.seats,
        "declarer": plan.declarer,
        "claimed": claimed,
        "knocks": knocks,
        "kontra": kontra,
        "doubles": doubles,
        "bock": bock,
        "points": points,
        "tricks": tuple(tricks),
        "by_club_jack": plan.by_club_jack,
    }
    if goal.kind == "fewest_points":
        marcher = _marcher(plan.seats, points, tricks, march)
        losers = () if marcher is not None else _losers(play, points, tricks, taken, held, tie)
        virgins = tuple(seat for seat in plan.seats if tricks[seat] == 0)
        return Facts(**common, losers=losers, virgins=virgins, march=marcher)
    side = plan.side(play.holder)
    if side is None:
        raise ValueError("the holder of the called card is not known")
    own = sum(points[seat] for seat in side)
    own_tricks = sum(tricks[seat] for seat in side)
    trumps = 99 if plan.declarer is None else (held[plan.declarer] & plan.lanes.trumps).bit_count()
    won, schneider, schwarz = judge(goal, own, own_tricks, plan.hand_size, kontra=kontra, trumps=trumps)
    pool = side if plan.contract.tariff.laufende_pool == "side" else frozenset((plan.declarer,))
    own_cards = sum(held[seat] for seat in plan.seats if seat in pool)
    their_cards = sum(held[seat] for seat in plan.seats if seat not in side)
    run, with_run = run_of(plan.lanes.trumps, own_cards, their_cards)
    return Facts(
        **common,
        side=side,
        won=won,
        schneider=schneider,
        schwarz=schwarz,
        laufende=run,
        laufende_with=with_run,
        side_points=own,
        sweep=own_tricks in (0, plan.hand_size),
    )


def judge(
    goal: Goal, points: int, tricks: int, hand_size: int, *, kontra: int = 0, trumps: int = 99
) -> tuple[bool, bool, bool]:
    """Whether so many points and tricks win for the declarer's side; whether the losers are Schneider, and Schwarz."""
    by_points = judge_points(goal, points, kontra=kontra, trumps=trumps)
    won = {
        "points": by_points[0],
        "every_trick": tricks == hand_size,
        "no_trick": tricks == 0,
        "held": True,
    }[goal.kind]
    schwarz = tricks in (0, hand_size) and goal.kind == "points"
    return won, schwarz or by_points[1], schwarz


def judge_points(goal: Goal, own: int, *, kontra: int = 0, trumps: int = 99) -> tuple[bool, bool]:
    """Whether so many card points win for the declarer's side, and whether the losing side is Schneider.

    kontra: levels said. trumps: dealt to the declarer, for `muss.low_trumps`.
    """
    need, schneider_own, schneider_other = goal.need, goal.schneider_own, goal.schneider_other
    if trumps <= goal.low_trumps:
        need = min(need, 60)
    if goal.taken_over and kontra % 2 == 1:
        need, schneider_own, schneider_other = min(need, goal.taken_over), schneider_other, schneider_own
    won = own >= need
    return won, (own >= schneider_own if won else _ALL_POINTS - own >= schneider_other)


def run_of(trumps: int, own: int, others: int) -> tuple[int, bool]:
    """The run of highest trumps in one of two sets of hands, and whether `own` holds it.

    A partner's hand that is in neither set (`laufende.pool = "declarer_hand"`) ends the run.

    >>> run_of(0b1111, 0b1101, 0b0010), run_of(0b1111, 0b0001, 0b1110), run_of(0b1111, 0b0110, 0b0001), run_of(0, 0, 0)
    ((2, True), (3, False), (0, False), (0, True))
    """
    if not trumps:
        return 0, True
    bit = 1 << trumps.bit_length() - 1
    with_run = bool(own & bit)
    holder = own if with_run else others
    number = 0
    while bit & trumps & holder:
        number += 1
        bit >>= 1
    return number, with_run


def held_at_first(play: Play) -> list[int]:
    """The cards each seat held at the start of play, as far as they are known now."""
    held = [dealt | hand for dealt, hand in zip(play.plan.dealt, play.hands, strict=True)]
    seats = play.plan.seats
    for trick in play.history:
        start = seats.index(trick.leader)
        for place, lane in enumerate(trick.lanes):
            held[seats[(start + place) % len(seats)]] |= 1 << lane
    return held


def _marcher(seats: tuple[int, ...], points: tuple[int, ...], tricks: list[int], march: str) -> int | None:
    if march == "none":
        return None
    if march == "all_tricks":
        marching = [seat for seat in seats if tricks[seat] == sum(tricks)]
    else:
        marching = [seat for seat in seats if points[seat] >= int(march.split()[1])]
    # With a limit of 60 two may reach it: then nobody has marched through.
    return marching[0] if len(marching) == 1 else None


def _losers(
    play: Play, points: tuple[int, ...], tricks: list[int], taken: list[int], held: list[int], tie: tuple[str, ...]
) -> tuple[int, ...]:
    """Who pays the Ramsch: most points, then the tie breaks in turn. What is still equal after them pays together."""
    trumps = play.plan.lanes.trumps
    measures = {
        "tricks": lambda seat: tricks[seat],
        "trumps_taken": lambda seat: (taken[seat] & trumps).bit_count(),
        "highest_trump_taken": lambda seat: taken[seat] & trumps,
        "highest_trump_dealt": lambda seat: held[seat] & trumps,
    }
    losers = [seat for seat in play.plan.seats if points[seat] == max(points[s] for s in play.plan.seats)]
    for rule in tie:
        if rule == "all_pay" or len(losers) == 1:
            break
        most = max(measures[rule](seat) for seat in losers)
        losers = [seat for seat in losers if measures[rule](seat) == most]
    return tuple(losers)
