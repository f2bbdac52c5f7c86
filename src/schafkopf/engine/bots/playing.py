"""Which card to play: each legal card is weighed by a few rules of thumb, and the best one is played.

For games that are won with points or with every trick, a card is worth what it brings to its side in this trick, less
what it would be worth if it were kept. The other goals are in `ducking.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from schafkopf.engine.bots.memory import Table

# In a Tout a trick is everything.
_ONE_TRICK = 40.0


@dataclass(frozen=True, slots=True)
class Thumb:
    """The weights of the rules of thumb, in card points."""

    to_come: float = 3.6
    """What each player who has still to play adds to a trick."""
    trump: float = 3.0
    """What any trump is worth for later tricks."""
    high_trump: float = 7.0
    """What a trump that beats all others is worth more than that."""
    last_trump: float = 6.0
    """What a trump is worth when the others have none."""
    fat: float = 0.15
    """The share of its own points for which a trump is kept."""
    plain_fat: float = 0.2
    """The same for a plain card."""
    plain_master: float = 12.0
    """What a plain card that must win is worth; less `plain_early`."""
    plain_early: float = 2.0
    blank: float = 2.0
    """What it brings to get rid of a blank plain card while holding trumps."""
    second: float = 2.0
    """What a card is worth that only one other card of its suit beats."""
    draw: float = 4.0
    """What each trump drawn from a foe brings the declarer's side."""
    draw_from_above: float = 3.0
    partner_helps: float = 3.0
    few_trumps: float = -6.0
    """The declarer keeps his last two trumps."""
    come_home: float = 2.0
    """The holder leads the called card himself."""
    find_partner: float = 3.0
    run_away: float = 24.0
    defend_trump: float = -9.0
    """Defenders leave the trumps alone: drawing them helps the declarer."""
    seek: float = 9.0
    """Defenders lead the called suit: the called card must fall."""
    cost_trump: float = 2.0
    """Leading what the declarer must ruff."""
    way: float = 1.0
    """Long way to a lone declarer: the short suit; short way: the long suit."""


# Found by playing each side with changed weights against the other on the same deals.
ATTACK = Thumb(
    to_come=1.0,
    last_trump=9.0,
    plain_fat=0.4,
    plain_master=9.0,
    plain_early=3.0,
    draw=6.0,
    draw_from_above=4.5,
    few_trumps=-3.0,
)
DEFENCE = Thumb(
    to_come=2.0,
    trump=6.0,
    high_trump=10.5,
    plain_fat=0.4,
    plain_early=4.0,
    blank=0.5,
    second=1.0,
)


def _thumb(table: Table) -> Thumb:
    return DEFENCE if table.attacking is False else ATTACK


def weigh(table: Table) -> dict[int, float]:
    """A weight for every lane that may be played; the highest is the choice."""
    if table.trick:
        return {lane: _follow(table, lane) for lane in _lanes(table.legal)}
    return {lane: _lead(table, lane) for lane in _lanes(table.legal)}


def _lanes(mask: int) -> list[int]:
    return [lane for lane in range(mask.bit_length()) if mask >> lane & 1]


def _stake(table: Table, lane: int) -> float:
    if table.contract.goal.kind == "every_trick":
        return _ONE_TRICK
    return table.lying + table.worth(lane) + _thumb(table).to_come * len(table.later)


def _follow(table: Table, lane: int) -> float:
    assert table.best is not None
    seat, best = table.best
    led = table.lanes.suit[table.trick[0][1]]
    if table.beats(lane, best):
        mine = table.keeps(1.0, lane, led)
    else:
        mine = table.keeps(table.friends[seat], best, led)
    return (2.0 * mine - 1.0) * _stake(table, lane) - keeping(table, lane)


def keeping(table: Table, lane: int) -> float:
    """What a card is worth for later tricks, in card points."""
    if table.trumps >> lane & 1:
        return _keep_trump(table, lane)
    return _keep_plain(table, lane)


def _keep_trump(table: Table, lane: int) -> float:
    out = table.unseen & table.trumps
    if not out:
        # Nobody can take it any more, so it is as good later as now, and any small one does.
        return _thumb(table).last_trump + 0.01 * lane
    beaten = (out & table.below(lane)).bit_count() / out.bit_count()
    return _thumb(table).trump + _thumb(table).high_trump * beaten + _thumb(table).fat * table.worth(lane)


def _keep_plain(table: Table, lane: int) -> float:
    suit = table.lanes.suit[lane]
    others = table.unseen & suit
    length = (table.hand & suit).bit_count()
    strength = 0.02 * (lane - suit.bit_length() + 8)
    if not others:
        return strength + _thumb(table).plain_fat * table.worth(lane)
    if table.master(lane):
        # It takes the next trick of its suit unless a foe is out of it: the longer I am, the sooner.
        stays = 1.0
        for seat in table.foes:
            stays *= 1.0 - table.can_beat(seat, lane, suit)
        # Towards the end there is less and less chance to lead it.
        time = min(1.0, (table.hand.bit_count() - 1) / 4)
        thumb = _thumb(table)
        return strength + time * (thumb.plain_master * stays - thumb.plain_early + thumb.plain_fat * table.worth(lane))
    if length == 1:
        # A blank is soon gone, and then trumps and smears are free.
        return strength - (_thumb(table).blank if table.hand & table.trumps else 0.25 * _thumb(table).blank)
    second = (table.above(lane) & table.unseen).bit_count() == 1 and length > 1
    return strength + (_thumb(table).second if second else 0.0)


# -- leading -----------------------------------------------------------------------------------------------------------


def _lead(table: Table, lane: int) -> float:
    suit = table.lanes.suit[lane]
    mine = table.keeps(1.0, lane, suit)
    weight = (2.0 * mine - 1.0) * _stake(table, lane) - keeping(table, lane)
    trump = bool(table.trumps >> lane & 1)
    if table.attacking is None:
        return weight
    if table.attacking:
        return weight + (_draw(table, lane) if trump else _attack_plain(table, lane))
    return weight + (_defend_trump(table) if trump else _defend_plain(table, lane))


def _draw(table: Table, lane: int) -> float:
    """Declarer and partner draw the others' trumps, from above."""
    out = table.unseen & table.trumps
    drawn = sum(1.0 - table.none_of(seat, out) for seat in table.foes) if out else 0.0
    own = (table.hand & table.trumps).bit_count()
    bonus = _thumb(table).draw * drawn + (_thumb(table).draw_from_above if drawn and table.master(lane) else 0.0)
    seen = table.view.contract
    if seen is not None and seen.declarer != table.me:
        # The partner helps even with a small trump: the declarer is the stronger one.
        return bonus + _thumb(table).partner_helps
    # Without the top trumps a long row of them is still drawn, but not the last ones.
    return bonus if own > 2 or table.master(lane) else bonus + _thumb(table).few_trumps


def _attack_plain(table: Table, lane: int) -> float:
    if not table.called_suit >> lane & 1:
        return 0.0
    runaways = table.legal & table.called_suit & ~table.called if table.called & table.hand else 0
    if runaways >> lane & 1:
        return _run_away(table)
    if table.called >> lane & 1:
        # The called card comes home once the trumps are drawn, or at once while everybody can follow; who holds so
        # many cards of its suit that he may run away would see it ruffed.
        return -_thumb(table).run_away if runaways and table.unseen & table.trumps else _thumb(table).come_home
    return _thumb(table).find_partner if table.hidden_partner else 0.0


def _run_away(table: Table) -> float:
    """With a long called suit and hardly a trump the holder leads another card of it and saves the called card."""
    trumps = (table.hand & table.trumps).bit_count()
    others = (table.unseen & table.called_suit).bit_count()
    return _thumb(table).run_away if trumps <= 2 and others <= 2 else 0.0


def _defend_trump(table: Table) -> float:
    """Defenders leave the trumps alone: drawing them helps the declarer."""
    return _thumb(table).defend_trump


def _defend_plain(table: Table, lane: int) -> float:
    if table.called and not table.called_suit_led:
        # Seek the called card: it must fall to the first lead of its suit.
        return _thumb(table).seek if table.called_suit >> lane & 1 else 0.0
    seen = table.view.contract
    assert seen is not None and seen.declarer is not None
    suit = table.lanes.suit[lane]
    if table.voids[seen.declarer] & suit and table.may_hold(seen.declarer) & table.trumps:
        # A suit in which the declarer is void costs him a trump, but not the points of my side.
        return _thumb(table).cost_trump - table.worth(lane)
    # Long way to the declarer: the short suit; short way: the long suit.
    length = (table.hand & suit).bit_count()
    far = table.later.index(seen.declarer) > 0
    return _thumb(table).way * (-length if far else length) if len(table.foes) == 1 else 0.0
