"""What a finished deal came to, with everything asked for that could be asked for."""

from __future__ import annotations

from schafkopf.engine.analysis.found import Amounts
from schafkopf.game import settlement
from schafkopf.game.deal import Deal
from schafkopf.game.facts import facts_of
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


def per_seat(deal: Deal, bill: Settlement) -> Amounts:
    if bill.strokes is None:
        return bill.amounts
    ahead = bill.strokes[0] - bill.strokes[1]
    return tuple(ahead if seat % 2 == 0 else -ahead for seat in range(len(deal.hands)))


def points_at_end(deal: Deal) -> int | None:
    facts = deal.facts()
    assert facts is not None
    kind = facts.contract.goal.kind
    if kind == "points":
        return facts.side_points
    return None if kind == "fewest_points" else int(facts.won)
