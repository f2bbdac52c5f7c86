"""What a finished deal came to, with everything asked for that could be asked for."""

from __future__ import annotations

from schafkopf.engine.analysis.found import Value
from schafkopf.engine.stakes import by_seat
from schafkopf.game import settlement
from schafkopf.game.deal import Deal
from schafkopf.game.facts import facts_of, held_at_first, judge_points
from schafkopf.game.settlement import Settlement


def full_bill(deal: Deal, kontra: int) -> Settlement:
    """The bill of a finished deal with so many doublings and with Laufende asked for."""
    rules = deal.rules
    assert deal.play is not None
    facts = facts_of(
        deal.play,
        () if rules.chalk else rules["ramsch.tie"],
        "none" if rules.chalk else rules["ramsch.march"],
        at_table=len(deal.hands),
        award=deal.award,
        claimed=deal.play.plan.contract.tariff.claimable,
        knocks=deal.knocks,
        kontra=kontra,
        doubles=deal.carried.double,
        bock=len(deal.carried.bock),
    )
    return settlement.settle(rules, facts, pot=deal.carried.pot, carry=deal.carried.carry)


def result(deal: Deal) -> Value:
    """What a finished deal came to, with everything asked for."""
    points = _points_at_end(deal)
    amounts = by_seat(full_bill(deal, len(deal.said)), len(deal.hands))
    return Value(points, None if points is None else wins(deal, points), amounts)


def wins(deal: Deal, points: int) -> bool | None:
    """Whether so many card points win for the declarer's side (other goals: 1 for reaching it) with what was doubled
    so far; None where nobody wins."""
    play = deal.play
    assert play is not None
    plan, declarer = play.plan, play.plan.declarer
    assert declarer is not None
    if plan.contract.goal.kind != "points":
        return bool(points)
    if deal.rules.chalk and points == 60:
        return None
    trumps = (held_at_first(play)[declarer] & plan.lanes.trumps).bit_count()
    return judge_points(plan.contract.goal, points, kontra=len(deal.said), trumps=trumps)[0]


def _points_at_end(deal: Deal) -> int | None:
    facts = deal.facts()
    assert facts is not None
    kind = facts.contract.goal.kind
    if kind == "points":
        return facts.side_points
    return None if kind == "fewest_points" else int(facts.won)
