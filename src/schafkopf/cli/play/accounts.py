"""The bill of a deal, everybody's balance, and the slate of the chalk game."""

from __future__ import annotations

import time
from collections.abc import Callable

from rich.box import SIMPLE_HEAD
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from schafkopf.cli.play import chalk
from schafkopf.cli.play.screen import Screen
from schafkopf.game.facts import Facts
from schafkopf.game.session import Session
from schafkopf.game.settlement import Settlement
from schafkopf.game.view import View
from schafkopf.text.bill import amount_text, bill, money

STROKE_SECONDS = 0.5


def show_bill(screen: Screen, view: View, session: Session) -> None:
    """What a deal came to: who won, the terms, what each gets, and the balances after it.

    session: after this deal.
    """
    words = screen.words
    rules = view.rules
    settlement = view.bill
    assert settlement is not None
    screen.rule(words.say("bill", "title"))
    if view.passed is not None:
        screen.line(words.say("passed", view.passed))
    if view.facts is not None and view.contract is not None:
        screen.line(_outcome(screen, view, view.facts), "bold")
    unit = rules["tariff.unit"]
    if settlement.terms:
        terms = [term.as_dict() for term in settlement.terms]
        game = view.contract.name if view.contract is not None and not rules.chalk else None
        screen.line(bill(terms, unit, words.language, words.names, game=game))
    if rules.chalk:
        _strokes(screen, settlement)
        return
    if view.passed is None or any(settlement.amounts):
        _amounts(screen, view, settlement, session)
    if session.carried.pot:
        screen.line(f"{words.label('game', 'pot')}: {money(session.carried.pot, unit, words.language)}")


def _outcome(screen: Screen, view: View, facts: Facts) -> str:
    """Who won or lost which game, with the card points where they decide."""
    words = screen.words
    contract = view.contract
    assert contract is not None
    game = words.seen(contract)
    if facts.march is not None:
        return f"{game} · {words.label('settlement', 'march')}: {words.name(facts.march)}"
    if not facts.side:
        losers = ", ".join(f"{words.name(seat)} {facts.points[seat]}" for seat in facts.losers)
        return f"{game} · {words.term('settlement', 'lost')}: {losers}"
    parts = [words.team(facts.side), game]
    if facts.contract.goal.kind == "points" and facts.side_points is not None:
        points = f"{facts.side_points}:{120 - facts.side_points}"
    else:
        points = ""
    if view.rules.chalk and facts.side_points == 60:
        parts.append(words.term("settlement", "tie"))
    else:
        parts.append(f"{words.term('settlement', 'won' if facts.won else 'lost')} {points}".strip())
    if not view.rules.chalk:
        for held, key in ((facts.schwarz, "schwarz"), (facts.schneider and not facts.schwarz, "schneider")):
            if held and facts.contract.goal.kind == "points":
                parts.append(words.term("settlement", key))
    return " · ".join(parts)


def _amounts(screen: Screen, view: View, settlement: Settlement, session: Session) -> None:
    words = screen.words
    unit = view.rules["tariff.unit"]
    points = view.facts.points if view.facts is not None else None
    grid = _grid(screen)
    if points is not None:
        grid.add_column(words.term("game", "points"), justify="right")
    grid.add_column(words.say("bill", "deal"), justify="right")
    grid.add_column(words.say("bill", "balance"), justify="right")
    for seat in range(view.at_table):
        row = [screen.name(seat)]
        if points is not None:
            row.append(Text(str(points[seat]) if seat in view.seats else "–"))
        row += [
            _coloured(screen, settlement.amounts[seat], unit),
            _coloured(screen, session.balances[seat], unit),
        ]
        grid.add_row(*row)
    screen.console.print(Padding(grid, (1, 0, 0, 0)))


def _grid(screen: Screen) -> Grid:
    grid = Grid(box=SIMPLE_HEAD, show_edge=False, padding=(0, 1), header_style="dim")
    grid.add_column("", min_width=screen.name_width)
    return grid


def _coloured(screen: Screen, amount: int, unit: str) -> Text:
    """An amount that fits a column: with its sign, and with a word for its unit only where that is short."""
    text = (
        money(amount, unit, screen.words.language, sign=True) if unit == "cent" else f"{amount:+d}" if amount else "0"
    )
    return Text(text, style="green" if amount > 0 else "red" if amount < 0 else "")


def show_balances(screen: Screen, session: Session, deals: int) -> None:
    """Everybody's balance; in the chalk game the slate."""
    words = screen.words
    screen.rule(f"{words.say('bill', 'balances')} · {words.say('bill', 'deals', deals)}")
    if session.rules.chalk:
        show_slate(screen, session)
        return
    unit = session.rules["tariff.unit"]
    grid = _grid(screen)
    title = words.say("bill", "balance")
    # Units other than money stand once, in the heading, in the plural.
    if unit != "cent":
        title += f" ({words.terms.text('rules', 'plurals', unit, n=5)})"
    grid.add_column(title, justify="right")
    for seat in range(session.at_table):
        grid.add_row(screen.name(seat), _coloured(screen, session.balances[seat], unit))
    screen.console.print(Padding(grid, (1, 0, 0, 0)))
    if session.carried.pot:
        screen.line(f"{words.label('game', 'pot')}: {money(session.carried.pot, unit, words.language)}")


def _strokes(screen: Screen, settlement: Settlement) -> None:
    words = screen.words
    for team, written in enumerate(settlement.strokes or ()):
        if written:
            screen.line(f"{words.team((team, team + 2))}: {amount_text(written, 'stroke', words.language)}")


def show_slate(
    screen: Screen,
    session: Session,
    before: Session | None = None,
    pause: Callable[[float], None] | None = None,
) -> None:
    """The sheep's heads of both teams.

    before: the session before the deal just played; its new strokes are bright, and drawn one by one where there is a
    terminal and a pause.
    """
    size = session.rules["chalk.head"]
    heads = session.carried.heads
    start = session.carried.strokes if before is None else before.carried.strokes
    finish = list(session.carried.strokes)
    if before is not None:
        for team in (0, 1):
            if heads[team] > before.carried.heads[team]:
                # The slate is wiped after a whole head: first it is shown complete.
                finish = [size if t == team else before.carried.strokes[t] for t in (0, 1)]
    steps = max(finish[team] - start[team] for team in (0, 1))
    if pause is not None and screen.console.is_terminal and steps > 0:
        from rich.live import Live

        with Live(_slate(screen, size, start, start, heads), console=screen.console, auto_refresh=False) as live:
            for step in range(1, steps + 1):
                pause(STROKE_SECONDS)
                now = tuple(min(finish[team], start[team] + step) for team in (0, 1))
                live.update(_slate(screen, size, start, (now[0], now[1]), heads), refresh=True)
        return
    screen.console.print(_slate(screen, size, start, (finish[0], finish[1]), heads))


def _slate(screen: Screen, size: int, before: tuple[int, int], now: tuple[int, int], heads: tuple[int, int]) -> Text:
    words = screen.words
    gap = 4 if screen.width >= 2 * chalk.WIDTH + 8 else 1
    half = chalk.WIDTH + gap
    text = Text("\n")
    for team in (0, 1):
        title = Text(words.team((team, team + 2)), style="bold")
        title.truncate(half - 2, overflow="ellipsis")
        title.pad_right(half - title.cell_len)
        text.append(" ").append_text(title)
    text.append("\n")
    for team in (0, 1):
        count = f"{now[team]}/{size}"
        if heads[team]:
            count += f"  {words.say('chalk', 'heads', heads[team])}"
        text.append(" " + count.ljust(half))
    text.append("\n")
    for row in range(chalk.HEIGHT):
        for team in (0, 1):
            fresh = chalk.fresh(before[team], now[team], size)
            text.append("  ")
            for at, mark in enumerate(chalk.head(now[team], size)[row].ljust(half - 1)):
                text.append(mark, style="bold yellow" if (row, at) in fresh else "")
        text.append("\n")
    text.rstrip()
    return text


def wait(seconds: float) -> None:
    """Let a person read."""
    time.sleep(seconds)
