"""Games without points to win: Bettel, where one player ducks every trick, and Ramsch, where everybody ducks."""

from __future__ import annotations

from schafkopf.engine.bots.memory import Table

# How often somebody takes a trick of a Ramsch that he could leave.
_EAGER = 0.35
_TO_COME = 3.6


def weigh_bettel(table: Table) -> dict[int, float]:
    """Weights for a game in which the declarer must not take a trick."""
    seen = table.view.contract
    assert seen is not None
    duck = _duck if seen.declarer == table.me else _push
    return {lane: duck(table, lane) for lane in range(table.legal.bit_length()) if table.legal >> lane & 1}


def weigh_ramsch(table: Table) -> dict[int, float]:
    """Weights for a game in which the most points lose."""
    march = marching(table)
    return {lane: _shun(table, lane, march) for lane in range(table.legal.bit_length()) if table.legal >> lane & 1}


def danger(table: Table, lane: int) -> float:
    """How easily a card takes a trick against its owner's will: the share of its suit still out that lies below it.

    0 for the lowest card still about, 1 for a card that nobody else can be above of.
    """
    out = table.lanes.suit[lane] & table.unseen
    if not out:
        return 1.0
    return (out & table.below(lane)).bit_count() / out.bit_count()


def _taking(table: Table, lane: int, eager: float) -> float:
    """How likely I take this trick with this card."""
    if table.best is None:
        return table.keeps(1.0, lane, table.lanes.suit[lane], eager=eager)
    if not table.beats(lane, table.best[1]):
        return 0.0
    return table.keeps(1.0, lane, table.lanes.suit[table.trick[0][1]], eager=eager)


def _duck(table: Table, lane: int) -> float:
    taking = _taking(table, lane, 0.0)
    if taking == 1.0:
        # Lost either way: the highest card goes.
        return -100.0 + danger(table, lane)
    return -50.0 * taking + 5.0 * danger(table, lane)


def _push(table: Table, lane: int) -> float:
    """The others lie low before the declarer has played and get rid of what may take a trick after him."""
    seen = table.view.contract
    assert seen is not None and seen.declarer is not None
    declarer = seen.declarer
    led = table.lanes.suit[table.trick[0][1] if table.trick else lane]
    best = table.best
    if declarer in table.later:
        wins = best is None or table.beats(lane, best[1])
        top = lane if best is None or wins else best[1]
        return (
            20.0 * table.must_beat(declarer, top, led)
            + danger(table, lane)
            - (8.0 * danger(table, lane) if wins else 0)
        )
    if best is not None and best[0] == declarer:
        return danger(table, lane) - (50.0 if table.beats(lane, best[1]) else 0.0)
    return danger(table, lane)


def _shun(table: Table, lane: int, march: bool) -> float:
    stake = table.lying + table.worth(lane) + _TO_COME * len(table.later)
    if march:
        return (2.0 * _taking(table, lane, 1.0) - 1.0) * stake - _keeping(table, lane)
    taking = _taking(table, lane, _EAGER)
    rid = 9.0 * danger(table, lane) + 0.5 * table.worth(lane)
    return -taking * (stake + 2.0) + rid


def _keeping(table: Table, lane: int) -> float:
    """What a card is worth for the later tricks of a march, in card points."""
    out = table.unseen & table.lanes.suit[lane]
    beaten = (out & table.below(lane)).bit_count() / out.bit_count() if out else 1.0
    return 3.0 + 7.0 * beaten if table.trumps >> lane & 1 else 9.0 * beaten


def marching(table: Table) -> bool:
    """Whether to try for the march: the ruleset has it, nobody else has got in the way, and the trumps are mine."""
    rule = table.view.rules["ramsch.march"]
    if rule == "none":
        return False
    points = table.view.points
    others = sum(points) - points[table.me]
    tricks = any(trick.winner != table.me for trick in table.view.tricks)
    if (rule == "all_tricks" and tricks) or others > 120 - _needed(rule):
        return False
    own = [lane for lane in range(table.hand.bit_length()) if table.hand >> lane & 1]
    # A card below a gap may still stand once the higher ones have drawn what is out.
    trumps = table.hand & table.trumps
    out = table.unseen & table.trumps
    losers = 0
    for lane in own:
        if trumps >> lane & 1:
            losers += (out & table.above(lane)).bit_count() > (trumps & table.above(lane)).bit_count()
        else:
            losers += not table.master(lane)
    return 2 * trumps.bit_count() > out.bit_count() + 2 and losers <= (0 if rule == "all_tricks" else 1)


def _needed(rule: str) -> int:
    word, _, number = rule.partition(" ")
    return int(number) if word == "points" else 120
