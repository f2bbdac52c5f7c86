"""A record as a readable text: the hands, each action with what else was possible, the tricks, the bill."""

from __future__ import annotations

import json

from schafkopf.game import Action, Deal, Record
from schafkopf.game.cards import NAMES
from schafkopf.game.record import session_dict
from schafkopf.game.settlement import Settlement, Term, value_of


def transcript(record: Record) -> str:
    """The whole deal, ending with a line break."""
    deal = record.start()
    lines = [*_header(record, deal), ""]
    phase = ""
    for action in record.actions:
        if deal.phase != phase and deal.phase != "play":
            lines.append(f"[{deal.phase}]")
        phase = deal.phase
        after = deal.after(action)
        lines.append(_line(action, deal))
        lines += _between(record, deal, after)
        deal = after
    lines += ["", *_end(record, deal)]
    return "\n".join(lines) + "\n"


def _header(record: Record, deal: Deal) -> list[str]:
    lines = [f"rules      {record.rules}"]
    lines.append(f"overrides  {json.dumps(record.overrides, sort_keys=True) if record.overrides else 'none'}")
    lines.append(f"dealer     {record.dealer} {record.names[record.dealer]}")
    carried = {key: value for key, value in session_dict(record.session).items() if value not in (0, None, [], [0, 0])}
    if carried:
        lines.append(f"brought in {json.dumps(carried)}")
    lines.append("")
    for seat, hand in enumerate(deal.hands):
        cards = " ".join(NAMES[card] for card in hand if card is not None)
        lines.append(f"{seat} {record.names[seat]:<8} {cards or 'sits out'}")
    return lines


def _line(action: Action, deal: Deal) -> str:
    """The action, then what each seat could have said or played."""
    options = "; ".join(f"{seat}: {_listed(texts)}" for seat, texts in deal.options().items())
    return f"  {action!s:<22} | {options}"


def _listed(texts: tuple[str, ...]) -> str:
    return (" " if all(" " not in text for text in texts) else ", ").join(texts)


def _between(record: Record, before: Deal, after: Deal) -> list[str]:
    """What the action decided: the contract, or who takes the trick."""
    if after.play is None:
        return []
    plan = after.play.plan
    if before.play is None:
        contract = plan.contract
        suit = f" {contract.suit}" if contract.suit else ""
        promise = f" {contract.promise}" if contract.promise else ""
        who = "everybody for himself" if plan.declarer is None else f"{plan.declarer} {record.names[plan.declarer]}"
        by = ", by the club jack" if plan.by_club_jack else ""
        lines = ["", f"contract {contract.name}{suit}{promise}: {who}{by}"]
        trumps = " ".join(plan.lanes.names(plan.lanes.trumps))
        return [*lines, f"trumps   {trumps or 'none'}", "", "[play]"]
    if len(after.play.history) == len(before.play.history):
        return []
    trick = after.play.history[-1]
    cards = sum(1 << lane for lane in trick.lanes)
    points = plan.lanes.points_in(cards)
    number = len(after.play.history)
    return [f"    trick {number} to {trick.winner} {record.names[trick.winner]}, {points} points"]


def _end(record: Record, deal: Deal) -> list[str]:
    bill, facts = deal.settlement(), deal.facts()
    assert bill is not None, "a transcript tells a whole deal"
    lines = []
    if facts is None:
        assert deal.outcome is not None
        lines.append(f"nobody plays: {deal.outcome.kind}")
    else:
        lines.append("points   " + ", ".join(f"{seat}: {facts.points[seat]}" for seat in facts.seats))
        lines.append("tricks   " + ", ".join(f"{seat}: {facts.tricks[seat]}" for seat in facts.seats))
        if facts.side:
            side = " and ".join(f"{seat} {record.names[seat]}" for seat in sorted(facts.side))
            lines.append(f"side     {side}: {_result(deal)}")
        else:
            lines += [f"pays     {seat} {record.names[seat]}" for seat in facts.losers]
            lines += [f"no trick {seat} {record.names[seat]}" for seat in facts.virgins]
            lines += [f"march    {facts.march} {record.names[facts.march]}"] if facts.march is not None else []
    return [*lines, "", "[bill]", *_bill(record, deal, bill)]


def _result(deal: Deal) -> str:
    facts = deal.facts()
    assert facts is not None
    if deal.rules.chalk and facts.side_points == 60:
        return "tied with 60"
    words = ["won" if facts.won else "lost"]
    if not facts.contract.tariff.steps and not deal.rules.chalk:
        return words[0]
    if facts.contract.goal.kind == "points":
        words.append(f"with {facts.side_points}")
    words += ["schwarz"] if facts.schwarz else ["schneider"] if facts.schneider else []
    return ", ".join(words)


def _bill(record: Record, deal: Deal, bill: Settlement) -> list[str]:
    lines = [f"  {_term(term)}" for term in bill.terms]
    if deal.rules.chalk:
        assert bill.strokes is not None
        return [*lines, f"  strokes for 0 and 2: {bill.strokes[0]}, for 1 and 3: {bill.strokes[1]}"]
    lines.append(f"  together {value_of(bill.terms)} {deal.rules['tariff.unit']}")
    for seat, amount in enumerate(bill.amounts):
        lines.append(f"  {seat} {record.names[seat]:<8} {amount:+}")
    return [*lines, f"  pot {bill.pot:+}"] if bill.pot or deal.carried.pot else lines


def _term(term: Term) -> str:
    name = term.name if term.count is None else f"{term.name} ({term.count})"
    only = f", for {', '.join(map(str, term.seats))} only" if term.seats else ""
    return f"{name:<14} {f'{term.amount:+}' if term.factor is None else f'x{term.factor}'}{only}"
