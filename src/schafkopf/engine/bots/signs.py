"""What a player weighs about a card before he plays it: each sign is a number with a name, larger where it says more.

`thumbs.py` has what each sign is worth to whom. They are for games that are won with points or with every trick; the
other goals are in `ducking.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from schafkopf.engine.bots.memory import Table
from schafkopf.game.contract import PARTNER_LINES

Signs = dict[str, float]


def role(table: Table) -> str:
    """Whose weights count: `declarer` or `partner` of two, `opponent` of two, `alone`, or `against` one.

    Where only heads are trumps (Wenz), one plays `alone on heads` or `against heads`: aces count there.
    """
    seen = table.view.contract
    assert seen is not None
    together = table.contract.line.kind in PARTNER_LINES
    heads = table.contract.order.suit is None
    if table.attacking is False:
        return "opponent" if together else "against heads" if heads else "against"
    if not together:
        return "alone on heads" if heads else "alone"
    # Before the holder of a game that the cards decide has shown, everybody plays for his own pair.
    return "declarer" if seen.declarer in (None, table.me) else "partner"


@dataclass(frozen=True, slots=True)
class Sight:
    """What is the same for all cards of one choice."""

    table: Table
    time: float
    """Share of the hand still held after this trick: 0 in the last one."""
    trumps: int
    """Trumps held."""
    out: int
    """Trumps that others hold, as a mask."""
    friends: tuple[int, ...]
    """Seats that play with me for certain."""
    foes: tuple[int, ...]

    @classmethod
    def of(cls, table: Table) -> Sight:
        """What this table looks like to who is to play."""
        left = table.hand.bit_count()
        size = left + len(table.view.tricks)
        seats = table.view.seats
        return cls(
            table,
            (left - 1) / max(1, size - 1),
            (table.hand & table.trumps).bit_count(),
            table.unseen & table.trumps,
            tuple(seat for seat in seats if seat != table.me and table.friends[seat] > 0.999),
            table.foes,
        )


def lanes_in(mask: int) -> list[int]:
    """The lanes of a mask."""
    return [lane for lane in range(mask.bit_length()) if mask >> lane & 1]


def following(sight: Sight, lane: int) -> Signs:
    """The signs of a card played to a trick that somebody else has led."""
    table = sight.table
    assert table.best is not None
    seat, best = table.best
    led = table.lanes.suit[table.trick[0][1]]
    takes = table.beats(lane, best)
    friend = table.friends[seat]
    if takes:
        mine = table.keeps(1.0, lane, led)

    else:
        mine = table.keeps(friend, best, led)

    worth = table.worth(lane)
    lying = table.lying
    signs = _trick(sight, mine, worth, lying)
    if takes:
        signs["take"] = mine
        if friend > 0.5:
            # What it brings to beat a friend: he might have kept it himself.
            before = table.keeps(friend, best, led)
            signs["over"] = before
            signs["over points"] = before * lying / 10
    elif mine > 0.98:
        signs["smear"] = worth / 10
    elif mine < 0.02:
        signs["feed"] = worth / 10
    if not table.later:
        signs["last take" if takes else "last leave"] = 1.0
    trump = bool(table.trumps >> lane & 1)
    if trump and not led & table.trumps:
        signs["ruff"] = 1.0
        signs["ruff points"] = lying / 10
        if not takes:
            signs["ruff under"] = 1.0
    elif not trump and not led >> lane & 1:
        signs["discard"] = worth / 10
        if takes is False and mine > 0.5:
            signs["discard on ours"] = worth / 10
    if trump and takes and led & table.trumps:
        # A trump higher than needed: the lowest that wins is enough when nobody comes after.
        between = table.legal & table.trumps & ((1 << lane) - 1) & (-1 << best + 1)
        signs["dear"] = float(between.bit_count())
    if takes and table.later:
        signs["covered"] = float(table.master(lane))
        signs["take open"] = (1.0 - mine) * worth / 10
    if not takes and table.later:
        signs["leave open"] = mine * (1.0 - mine) * worth / 10
        if led >> lane & 1 and not trump:
            signs["follow plain"] = worth / 10
    return signs | _spent(sight, lane)


def leading(sight: Sight, lane: int) -> Signs:
    """The signs of a card led."""
    table = sight.table
    suit = table.lanes.suit[lane]
    mine = table.keeps(1.0, lane, suit)
    worth = table.worth(lane)
    signs = _trick(sight, mine, worth, 0)
    signs |= _spent(sight, lane)
    if table.trumps >> lane & 1:
        signs |= _lead_trump(sight, lane)
    else:
        signs |= _lead_plain(sight, lane, mine)
    return signs


def _trick(sight: Sight, mine: float, worth: int, lying: int) -> Signs:
    table = sight.table
    share = 2.0 * mine - 1.0
    friends = sum(table.friends[seat] for seat in table.later)
    return {
        "trick": share * (worth + lying) / 10,
        "win": mine,
        "win early": mine * sight.time,
        # Friends who come later bring points if the trick is ours, foes if it is theirs.
        "come friends": mine * friends,
        "come foes": (1.0 - mine) * (len(table.later) - friends),
    }


def _spent(sight: Sight, lane: int) -> Signs:
    """What is given away for the tricks to come."""
    table = sight.table
    return _spent_trump(sight, lane) if table.trumps >> lane & 1 else _spent_plain(sight, lane)


def _spent_trump(sight: Sight, lane: int) -> Signs:
    table, out = sight.table, sight.out
    if not out:
        return {"sole trump": sight.time, "sole trump rank": 0.01 * lane, "sole trump points": table.worth(lane) / 10}
    beaten = (out & table.below(lane)).bit_count() / out.bit_count()
    signs = {
        "trump": sight.time,
        "trump beats": beaten * sight.time,
        "trump points": table.worth(lane) / 10 * sight.time,
        "trump rank": lane / len(table.lanes.cards),
    }
    if not table.above(lane) & table.unseen:
        signs["top trump"] = sight.time
    if sight.trumps == 1:
        signs["last trump"] = sight.time
    elif sight.trumps == 2:
        signs["second last trump"] = sight.time
    return signs


def _spent_plain(sight: Sight, lane: int) -> Signs:
    table = sight.table
    suit = table.lanes.suit[lane]
    held = table.hand & suit
    others = table.unseen & suit
    worth = table.worth(lane)
    signs = {"plain points": worth / 10 * sight.time, "plain rank": (lane - suit.bit_length() + 8) / 8}
    length = held.bit_count()
    if not others:
        signs["sole plain"] = sight.time
        return signs
    if table.master(lane):
        stays = 1.0
        for seat in sight.foes:
            stays *= 1.0 - table.can_beat(seat, lane, suit)
        signs["master"] = sight.time
        signs["master stays"] = sight.time * stays
    elif (table.above(lane) & table.unseen).bit_count() == 1 and length > 1:
        signs["second"] = sight.time
    if length == 1 and sight.trumps:
        signs["blank"] = sight.time
    rest = held & ~(1 << lane)
    if length == 2 and table.worth(rest.bit_length() - 1) >= 10 and not table.master(rest.bit_length() - 1):
        signs["bares ten"] = sight.time
    if suit & table.called and not table.called_suit_led:
        signs["of called suit"] = sight.time
    signs["long"] = (length - 1) * sight.time
    return signs


def _lead_trump(sight: Sight, lane: int) -> Signs:
    table, out = sight.table, sight.out
    signs = {"lead trump": 1.0, "lead trump early": sight.time, "lead trump held": sight.trumps / 4}
    if out:
        signs["draw foes"] = sum(1.0 - table.none_of(seat, out) for seat in sight.foes)
        signs["draw friends"] = sum(
            table.friends[seat] * (1.0 - table.none_of(seat, out)) for seat in table.view.seats if seat != table.me
        )
        signs["draw out"] = out.bit_count() / 8
        if table.master(lane):
            signs["draw from above"] = 1.0
        elif sight.trumps <= 2:
            signs["draw thin"] = 1.0
        second = (table.above(lane) & table.unseen).bit_count()
        if second and second <= 2:
            signs["force higher"] = 1.0
    if table.hidden_partner:
        signs["trump hidden"] = 1.0
    return signs


def _lead_plain(sight: Sight, lane: int, mine: float) -> Signs:
    table = sight.table
    suit = table.lanes.suit[lane]
    held = table.hand & suit
    length = held.bit_count()
    seen = table.view.contract
    assert seen is not None
    worth = table.worth(lane)
    signs: Signs = {"lead early": sight.time, "lead long": length * sight.time}
    played = bool(table.played & suit)
    if table.called_suit & suit and table.called & ~table.played:
        if table.called >> lane & 1:
            signs["lead called"] = 1.0
            if sight.out:
                signs["lead called early"] = sight.time
        elif table.called & table.hand:
            signs["run away"] = 1.0
            # With a long called suit and hardly a trump the holder leads another card of it and saves the called one.
            signs["run away thin"] = float(sight.trumps <= 2 and (table.unseen & suit).bit_count() <= 2)
        elif not table.called_suit_led:
            signs["seek"] = 1.0
            signs["seek long"] = float(length)
            signs["seek points"] = worth / 10
            if seen.declarer in table.later:
                signs["seek through"] = float(table.later[-1] != seen.declarer)
    elif table.master(lane):
        signs["lead master"] = 1.0
        signs["lead master long"] = float(length) * sight.time
        if not played:
            signs["lead master fresh"] = sight.time
    else:
        signs["lead loser"] = 1.0
        if worth >= 10:
            signs["lead ten"] = 1.0
        if held & table.above(lane) and table.master(held.bit_length() - 1):
            signs["lead under"] = 1.0
        if length == 1 and sight.trumps:
            signs["lead blank"] = sight.time
        if played:
            signs["lead again"] = 1.0
    out_points = sum(table.worth(other) for other in lanes_in(table.unseen & suit))
    signs["points out"] = (2.0 * mine - 1.0) * out_points / 10
    signs["others hold"] = (table.unseen & suit).bit_count() / 4
    leader = next((trick[0][0] for trick in table.tricks if trick and suit >> trick[0][1] & 1), None)
    if leader is not None and leader != table.me:
        signs["friend's suit" if table.friends[leader] > 0.5 else "foe's suit"] = 1.0
    ruffs = friend_ruffs = 0.0
    if sight.out:
        for seat in table.later:
            void = table.none_of(seat, suit)
            if void > 0.0 and not (suit & table.called and table.follows_called(seat)):
                chance = void * (1.0 - table.none_of(seat, sight.out))
                ruffs += (1.0 - table.friends[seat]) * chance
                friend_ruffs += table.friends[seat] * chance
    signs["foe ruffs"] = ruffs
    signs["friend ruffs"] = friend_ruffs
    declarer = seen.declarer
    if declarer is not None and declarer != table.me:
        place = table.later.index(declarer)
        signs[
            "declarer last" if place == len(table.later) - 1 else "declarer next" if place == 0 else "declarer mid"
        ] = 1.0
        where = "last" if place == len(table.later) - 1 else "next" if place == 0 else "mid"
        signs[f"{where} master" if table.master(lane) else f"{where} loser"] = 1.0
        signs[f"{where} points"] = worth / 10
        if table.voids[declarer] & suit:
            signs["declarer void"] = float(bool(table.may_hold(declarer) & table.trumps))
            signs["declarer void points"] = worth / 10
        if place == 0:
            signs["next long"] = length * sight.time
        elif place == len(table.later) - 1:
            signs["last long"] = length * sight.time
    return signs
