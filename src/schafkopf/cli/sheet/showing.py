"""A sheet on the screen: its lines, its table, its balances, who pays whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table

from schafkopf.cli.books.speech import Speech
from schafkopf.cli.books.tables import clean, coloured, grid
from schafkopf.cli.play import chalk
from schafkopf.cli.sheet.desk import Desk
from schafkopf.cli.sheet.telling import bill_line, content_text, line_label, marks, table_text, tell_turn, why
from schafkopf.club.sheet import Line, State
from schafkopf.club.sheet.exports import labels
from schafkopf.club.sheet.ops import Paid
from schafkopf.club.sheet.pricing import rules_of
from schafkopf.club.sheet.shown import state_data
from schafkopf.club.sheet.statistics import score, scores

BARS = "▁▂▃▄▅▆▇█"
CURVE = 60
"""Most signs of a curve; of longer evenings some lines are left out."""
PAPER = 100
"""Signs in a line of the printed page."""


# -- the whole sheet -------------------------------------------------------------------------------------------------


def show_sheet(state: State, speech: Speech, *, deleted: bool = False) -> None:
    """All of it."""
    speech.out(heading(state, speech))
    if state.lines:
        show_lines(state, speech, deleted=deleted)
    tell_turn(state, speech)
    for fault in state.faults:
        speech.note(speech.say("lines", "fault", seq=fault.seq, code=fault.code))
    speech.data(state_data(state))


def show_table(state: State, speech: Speech) -> None:
    """Who sits there and what comes next."""
    names = labels(state)
    speech.out(heading(state, speech))
    speech.out(speech.say("turn", "table", names=", ".join(names[id] for id in state.table)))
    tell_turn(state, speech)
    speech.data(state_data(state))


def heading(state: State, speech: Speech) -> str:
    """Title, place, date, rules."""
    parts = [part for part in (state.title, state.place, state.date) if part]
    if state.ruling >= 0:
        parts.append(rules_text(state.ruling, state))
    if state.closed:
        parts.append(speech.say("turn", "closed"))
    return " · ".join(parts)


def rules_text(ruling: int, state: State) -> str:
    """A ruleset with what was changed of it: `bavaria, kontra.max=4`."""
    ruled = state.rulings[ruling].ruled
    return ", ".join([ruled.rules, *_switches(ruled.overrides)])


def _switches(tree: Mapping[str, Any], before: str = "") -> list[str]:
    found = []
    for key, value in tree.items():
        inner = isinstance(value, dict) and not {"add", "remove"} & set(value)
        found += _switches(value, f"{before}{key}.") if inner else [f"{before}{key}={value}"]
    return found


def show_rules(state: State, speech: Speech) -> None:
    """Every ruleset that held, the last one now."""
    for index, ruling in enumerate(state.rulings):
        lines = [str(line.number) for line in state.lines if line.ruling == index and line.number]
        told = rules_text(index, state)
        if ruling.error:
            told += f" – {ruling.error}"
        elif lines:
            told += " – " + speech.say("lines", "numbers", n=len(lines), first=lines[0], last=lines[-1])
        speech.out(("» " if index == state.ruling else "  ") + told)
    speech.data(state_data(state)["rulings"])


def show_lines(state: State, speech: Speech, *, deleted: bool = False) -> None:
    """The lines with what each brought everybody, and the sums."""
    speech.show(lines_table(state, speech, deleted=deleted))


def lines_table(state: State, speech: Speech, *, deleted: bool = False, bills: bool = False) -> Table:
    """The same as a table. bills: with the terms of every price."""
    names = labels(state)
    ids = [id for id in names if id in state.table or state.balances[id] or _in_a_line(state, id)]
    table = grid("", speech.say("lines", "game"), speech.term("game", "dealer"), *(names[id] for id in ids))
    table.columns[2].justify = "left"
    for line in state.lines:
        if line.deleted and not deleted:
            continue
        told = content_text(line.content, state, speech, line.bill)
        beside = [why(line, speech), *([bill_line(line, state, speech)] if bills else []), *marks(line, state, speech)]
        told = "\n".join([told, *(text for text in beside if text)])
        dealer = names.get(getattr(line.content, "dealer", ""), "")
        amounts = []
        for id in ids:
            amount = score(line, id)
            there = amount or (isinstance(line.content, Paid) and id in (line.content.payer, line.content.payee))
            shown = speech.short(amount, state.unit) if there or id in line.bill.ring else ""
            amounts.append(coloured("" if isinstance(line.content, Paid) else shown, amount))
        style = "dim strike" if line.deleted else ""
        table.add_row(line_label(line, state), clean(told), clean(dealer), *amounts, style=style)
    totals = scores(state)
    table.add_section()
    table.add_row(
        "", speech.term("settlement", "total"), "",
        *(coloured(speech.short(totals[id], state.unit), totals[id]) for id in ids), style="bold",
    )  # fmt: skip
    return table


def _in_a_line(state: State, person: str) -> bool:
    return any(person in line.bill.ring or person in line.bill.amounts for line in state.lines)


# -- balances --------------------------------------------------------------------------------------------------------


def show_balance(state: State, speech: Speech) -> None:
    """How everybody stands, with the curve."""
    names, totals = labels(state), scores(state)
    table = grid("", speech.say("lines", "curve"), speech.say("lines", "balance", unit=unit_name(state, speech)))
    curves = _sparklines(state)
    for id in sorted(names, key=lambda id: (-totals[id], names[id])):
        away = "" if state.people[id].here else f" ({speech.say('turn', 'gone')})"
        amount = coloured(speech.short(totals[id], state.unit), totals[id])
        table.add_row(clean(names[id] + away), curves[id], amount)
    speech.show(table)
    for text in (*table_text(state, speech), *slate(state)):
        speech.out(text)


def slate(state: State) -> list[str]:
    """The sheep's head of each team with its strokes so far, in the order in which the teams are listed."""
    if state.unit != "stroke" or not state.carried.teams:
        return []
    size = rules_of(state.rulings[state.ruling].ruled)["chalk.head"]
    heads = [chalk.head(team.strokes, size) for team in state.carried.teams]
    drawn = "\n".join("  ".join(rows).rstrip() for rows in zip(*heads, strict=True)).rstrip()
    return ["", drawn] if drawn else []


def unit_name(state: State, speech: Speech) -> str:
    """The unit in the plural; for cents the euro sign."""
    return "€" if state.unit == "cent" else speech.terms.text("rules", "plurals", state.unit or "stake", n=5)


def show_curve(state: State, speech: Speech) -> None:
    """Everybody's balance after every line, on one scale."""
    names, points_of = labels(state), curves(state)
    for id, curve in _sparklines(state).items():
        points = points_of[id]
        low, high = (speech.short(limit(points), state.unit) for limit in (min, max))
        speech.out(f"{names[id]:<12} {curve} {low} … {high}")


def curves(state: State) -> dict[str, list[int]]:
    """By person what all lines up to each one came to, from 0: amounts, or strokes against the other team."""
    found = {id: [0] for id in state.people}
    for line in state.lines:
        if not line.deleted:
            for id, points in found.items():
                points.append(points[-1] + (score(line, id) if line.counts else 0))
    return found


def _sparklines(state: State) -> dict[str, str]:
    values = [amount for points in curves(state).values() for amount in points] or [0]
    low, high = min(values), max(values)

    def sign(amount: int) -> str:
        place = (amount - low) * (len(BARS) - 1) * 2 // max(1, high - low)
        return BARS[min((place + 1) // 2, len(BARS) - 1)]

    return {id: "".join(map(sign, _thinned(points))) for id, points in curves(state).items()}


def _thinned(points: Sequence[int]) -> list[int]:
    """At most CURVE points, the last one among them."""
    if len(points) <= CURVE:
        return list(points)
    return [points[round(place * (len(points) - 1) / (CURVE - 1))] for place in range(CURVE)]


def balance_data(state: State) -> dict[str, Any]:
    """The balances for programs."""
    data = state_data(state)
    kept = ("unit", "people", "balances", "curve", "carried")
    return {**{key: data[key] for key in kept}, "scores": scores(state)}


# -- settling --------------------------------------------------------------------------------------------------------


def show_settling(state: State, speech: Speech) -> None:
    """Who pays whom."""
    for text in settling_text(state, speech):
        speech.out(text)
    speech.data({"unit": state.unit, "closed": state.closed, **state_data(state)["closing"]})


def settling_text(state: State, speech: Speech) -> list[str]:
    """The shares of the pot and the payments, a line each."""
    names, closing, unit = labels(state), state.closing, state.unit
    found = []
    if state.carried.pot:
        shares = ", ".join(f"{names[id]} {speech.short(share, unit)}" for id, share in closing.shares.items() if share)
        found.append(speech.say("settle", "pot", amount=speech.money(state.carried.pot, unit), shares=shares))
    for pay in closing.payments:
        amount = speech.money(pay.amount, unit)
        found.append(speech.say("settle", "pays", payer=names[pay.payer], payee=names[pay.payee], amount=amount))
    return found or [speech.say("settle", "even")]


# -- after a step ----------------------------------------------------------------------------------------------------


def show_step(desk: Desk, op: str, key: str, speech: Speech) -> None:
    """What was taken back or done again."""
    from schafkopf.cli.sheet.past import act_text

    stored = next(one for one in desk.log if one.op.id == op)
    speech.out(speech.say("step", key, what=act_text(stored, desk.state, speech)))
    tell_turn(desk.state, speech)
    speech.data({"ok": True, key: op, "turn": state_data(desk.state)["turn"]})


def show_changes(line: Line, state: State, speech: Speech) -> None:
    """The history of a line."""
    from schafkopf.cli.sheet.past import when

    for change in line.history:
        told = speech.say("did", change.did)
        if change.content is not None:
            told += ": " + content_text(change.content, state, speech, whole=True)
        flags = [speech.say("did", flag) for flag in ("undone_mark", "stale_mark") if getattr(change, flag[:-5])]
        speech.out("   " + " · ".join([when(change.at_ms), change.by or change.device, told, *flags]))


def page(state: State, speech: Speech) -> str:
    """The sheet as plain text for paper."""
    import io

    from rich.console import Console

    target = io.StringIO()
    console = Console(file=target, width=PAPER, highlight=False, color_system=None, legacy_windows=False)
    console.print(clean(heading(state, speech)))
    console.print()
    console.print(lines_table(state, speech, bills=True))
    for text in (*table_text(state, speech), "", *settling_text(state, speech)):
        console.print(clean(text))
    return "\n".join(line.rstrip() for line in target.getvalue().split("\n"))
