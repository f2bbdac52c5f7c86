"""What a line of a sheet was, in words: the game, the bill, what it brought whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from schafkopf.cli.books.speech import Speech
from schafkopf.club.sheet import Line, State
from schafkopf.club.sheet.exports import labels
from schafkopf.club.sheet.ops import Content, Corrected, Paid, Passed, Played, Result
from schafkopf.club.sheet.pricing import Bill
from schafkopf.club.sheet.statistics import score
from schafkopf.game.errors import SchafkopfError
from schafkopf.text.bill import bill as bill_text


def content_text(
    content: Content, state: State, speech: Speech, bill: Bill | None = None, *, whole: bool = False
) -> str:
    """A line of the sheet without its amounts: `Herz-Solo Anna, won (95)`.

    whole: with everything that somebody typed, as for what has no bill: Laufende, Kontra, amounts.
    """
    names = labels(state)
    if isinstance(content, Played):
        return result_text(content.result, names, speech, bill, whole=whole)
    if isinstance(content, Passed):
        return _known(lambda: speech.say("ends", content.how), content.how)
    if isinstance(content, Corrected):
        told = speech.say("lines", "corrected")
        return _noted(told + (_amounts(content.amounts, state, speech) if whole else ""), content.note)
    if isinstance(content, Paid):
        amount = speech.money(content.amount, state.unit)
        told = speech.say("lines", "paid", payer=names[content.payer], payee=names[content.payee], amount=amount)
        return _noted(told, content.note)
    told = f"{_known(lambda: speech.say('penalties', content.kind), content.kind)}: {names[content.offender]}"
    if content.result is not None:
        told += f" ({result_text(content.result, names, speech, whole=whole)})"
    if whole:
        told += f" ({speech.money(content.amount, state.unit)})" if content.amount else ""
        told += _amounts(content.amounts, state, speech)
    return _noted(told, content.note)


def result_text(
    result: Result, names: Mapping[str, str], speech: Speech, bill: Bill | None = None, *, whole: bool = False
) -> str:
    """A game: what, who, how it ended. bill: says who won where only points were typed in. whole: with Laufende,
    Kontra and knocks, which else stand in the bill.
    """
    game = _known(lambda: speech.term("contracts", result.contract), result.contract)
    if result.suit:
        suit = result.suit
        game = f"{_known(lambda: speech.term('suits', suit), suit)}-{game}"
    if result.promise:
        game += f" {result.promise}"
    side = [names[id] for id in (result.declarer, result.partner) if id is not None]
    parts = [" ".join([game, " & ".join(side)]).strip()]
    facts = None if bill is None else bill.facts
    won, schneider, schwarz = result.won, result.schneider, result.schwarz
    if facts is not None and facts.side:
        won, schneider, schwarz = facts.won, facts.schneider, facts.schwarz
    if bill is not None and bill.strokes is not None and not bill.strokes:
        won, schneider = None, False
        parts.append(speech.term("settlement", "tie"))
    if won is not None:
        parts.append(speech.term("settlement", "won" if won else "lost"))
    if result.points is not None:
        parts[-1] += f" ({result.points})"
    if schwarz or schneider:
        chalk = bill is not None and bill.strokes is not None
        word = ("sweep" if chalk else "schwarz") if schwarz else "double_win" if chalk else "schneider"
        parts.append(speech.term("settlement", word))
    if result.march is not None:
        parts.append(f"{speech.term('settlement', 'march')} {names[result.march]}")
    if result.losers:
        parts.append(f"{speech.term('settlement', 'lost')}: {', '.join(names[id] for id in result.losers)}")
    if result.virgins:
        word = speech.terms.text("terms", "settlement", "virgin", n=len(result.virgins))
        parts.append(f"{word}: {', '.join(names[id] for id in result.virgins)}")
    if result.knockers:
        word = speech.terms.text("terms", "settlement", "knock", n=len(result.knockers))
        parts.append(f"{word}: {', '.join(names[id] for id in result.knockers)}")
    return ", ".join([*parts, *(_beside(result, speech) if whole else ())])


def _beside(result: Result, speech: Speech) -> list[str]:
    """What else the bill is made of, in the order of a bill."""
    parts = []
    if result.laufende:
        parts.append(f"{speech.terms.text('terms', 'settlement', 'laufende', n=5)}: {result.laufende:+d}")
    if result.knocks and not result.knockers:
        parts.append(f"{speech.terms.text('terms', 'settlement', 'knock', n=result.knocks)}: {result.knocks}")
    if result.kontra:
        parts.append(f"{speech.term('settlement', 'kontra')} ×{1 << result.kontra}")
    return parts


def _known(say: Callable[[], str], id: str) -> str:
    """The word for an id; the id itself where a sheet holds what this program does not know."""
    try:
        return say()
    except KeyError:
        return id


def _amounts(amounts: Mapping[str, int], state: State, speech: Speech) -> str:
    names = labels(state)
    told = ", ".join(f"{names[id]} {speech.short(amount, state.unit)}" for id in names if (amount := amounts.get(id)))
    return f" ({told})" if told else ""


def _noted(text: str, note: str) -> str:
    return f"{text} – {note}" if note else text


def why(line: Line, speech: Speech) -> str:
    """Why a line does not count, as a sentence; empty if it does."""
    if not line.bill.error:
        return ""
    return speech.fault(SchafkopfError(line.bill.error, where=line.bill.where or None))


def bill_line(line: Line, state: State, speech: Speech) -> str:
    """The terms of a line's bill as one sum; empty without terms."""
    if not line.bill.terms:
        return ""
    names = labels(state)
    ring = [names[id] for id in line.bill.ring]
    content = line.content
    game = content.result.contract if isinstance(content, Played) and line.bill.strokes is None else None
    unit = state.rulings[line.ruling].unit if line.ruling >= 0 else state.unit
    return bill_text([term.as_dict() for term in line.bill.terms], unit, speech.language, ring, game=game)


def amounts_text(line: Line, state: State, speech: Speech) -> str:
    """Each person's amount, in the order of the table."""
    names = labels(state)
    ring = _order(line, state)
    told = [f"{names[id]} {speech.short(score(line, id), state.unit)}" for id in ring]
    if line.bill.pot:
        told.append(f"{speech.term('settlement', 'pot')} {speech.short(line.bill.pot, state.unit)}")
    return ", ".join(told)


def _order(line: Line, state: State) -> Sequence[str]:
    if line.bill.ring:
        return line.bill.ring
    return [id for id in state.people if line.bill.amounts.get(id)]


def line_label(line: Line, state: State) -> str:
    """The number of a line; `x1`, `x2` ... of a deleted one."""
    if not line.deleted:
        return str(line.number)
    return f"x{[one.id for one in state.lines if one.deleted].index(line.id) + 1}"


def tell_line(line: Line, state: State, speech: Speech) -> None:
    """A line with everything that it says, for people."""
    dealer = getattr(line.content, "dealer", "")
    head = content_text(line.content, state, speech, line.bill)
    if dealer:
        head += f"  [{speech.say('lines', 'dealer', name=labels(state)[dealer])}]"
    speech.out(f"{line_label(line, state)}. {head}")
    for text in (why(line, speech), bill_line(line, state, speech), amounts_text(line, state, speech)):
        if text:
            speech.out(f"   {text}")
    for mark in marks(line, state, speech):
        speech.out(f"   {mark}")


def marks(line: Line, state: State, speech: Speech) -> list[str]:
    """What somebody has to look at."""
    found = []
    if line.bill.provisional:
        found.append(speech.say("lines", "provisional"))
    if line.doubles:
        numbers = [str(other.number) for id in line.doubles if (other := state.line(id)) is not None]
        found.append(speech.say("lines", "double", numbers=", ".join(numbers)))
    if line.contested:
        found.append(speech.say("lines", "contested"))
    if line.late:
        found.append(speech.say("lines", "late"))
    return found


def tell_turn(state: State, speech: Speech) -> None:
    """Who deals next, who leads, who sits out; or why nobody can deal."""
    names, turn = labels(state), state.turn
    if turn.error:
        speech.out(speech.fault(SchafkopfError(turn.error)))
        return
    told = speech.say("turn", "next", dealer=names[turn.dealer], forehand=names[turn.forehand])
    if turn.resting:
        told += " " + speech.say("turn", "resting", names=", ".join(names[id] for id in turn.resting))
    speech.out(told)
    for text in table_text(state, speech):
        speech.out(text)


def table_text(state: State, speech: Speech) -> list[str]:
    """What lies on the table: pot, doublings, Bock rounds, the slate."""
    names, carried = labels(state), state.carried
    found = []
    if carried.pot:
        found.append(f"{speech.term('settlement', 'pot')}: {speech.money(carried.pot, state.unit)}")
    if carried.double:
        found.append(speech.say("turn", "double", factor=1 << carried.double))
    if carried.bock:
        found.append(speech.say("turn", "bock", deals=" + ".join(map(str, carried.bock))))
    for team in carried.teams:
        who = " & ".join(names[id] for id in team.people)
        found.append(speech.say("turn", "team", who=who, strokes=team.strokes, heads=team.heads))
    return found


def line_facts(line: Line, state: State) -> dict[str, Any]:
    """A line for programs, with the sheet's answer to the question who deals next."""
    from schafkopf.club.sheet.shown import line_data, state_data

    return {"ok": not line.bill.error, "line": line_data(line), "turn": state_data(state)["turn"]}
