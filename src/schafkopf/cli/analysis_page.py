"""An analysis as a page for people: the tricks with what their cards cost, the turning point, the better line."""

from __future__ import annotations

from rich import box
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from schafkopf.cli.firm import FirmText
from schafkopf.cli.mind import Speech
from schafkopf.cli.play.faces import is_trump
from schafkopf.engine.analysis import Analysis, Judged, Line, Step, Value
from schafkopf.game.alphabet import LEVELS
from schafkopf.game.play import Play

_LEADS, _TAKES, _FORCED, _TURNS = "▸", "★", "·", "◆"
_MOST_CARDS = 4
_NAME_MAX = 12


class Page:
    """Prints one analysis.

    in_points: costs are shown in card points; where there are none, in money all the same. limited: a budget was given
    for the search of a position.
    """

    def __init__(
        self, console: Console, speech: Speech, analysis: Analysis, *, in_points: bool, limited: bool = False
    ) -> None:
        self.console = console
        self.speech = speech
        self.analysis = analysis
        self.limited = limited
        self.late = analysis.exact_from > 0
        self.deal = analysis.deal
        assert self.deal.play is not None
        self.play: Play = self.deal.play
        self.by_points = self.play.plan.contract.goal.kind == "points"
        self.in_points = in_points and self.by_points
        turning = analysis.turning
        if turning is not None and not analysis.turned and not self.cost(analysis.steps[turning]):
            # It cost points only, and they are not shown.
            turning = None
        self.turning = turning

    def print(self, number: int, guesses: tuple[Judged, ...] | None) -> None:
        """The whole page; guesses: what was judged by what the players could know, None if nobody asked."""
        say = self.speech.say
        found = self.analysis
        head = f"{number}: {self.speech.game(self.deal)}"
        if self.speech.side(self.deal):
            head += f" ({self.speech.side(self.deal)})"
        self.console.print(Text(head, "bold"))
        if self.deal.finished:
            self._line(say("analyse", "played", text=self.value(found.end)))
        else:
            self._line(say("analyse", "stops", text=self.value(found.end)))
        if not found.steps:
            self.console.print()
            return
        self._late()
        if found.exact_from < len(found.steps):
            self._line(say("analyse", "best_late" if self.late else "best", text=self.value(found.start)))
        if any(found.unclaimed):
            self._line(say("analyse", "unclaimed"), "dim")
        self.console.print(self._tricks())
        self._line(say("analyse", "legend"), "dim")
        self._costly()
        self._turning()
        self._doublings()
        self._sums()
        if guesses is not None:
            self._known(guesses)
        self.console.print()

    def _line(self, text: str, style: str = "") -> None:
        self.console.print(FirmText(text, style))

    def _late(self) -> None:
        """Say from where on the deal was looked at, and why not before."""
        found = self.analysis
        if not self.late:
            return
        why = "_limited" if self.limited else ""
        if found.exact_from == len(found.steps):
            self._line(self.speech.say("analyse", f"never{why}"), "yellow")
            return
        step = found.steps[found.exact_from]
        name, card = self.speech.name(step.seat), self.speech.words.action(step.text)
        self._line(self.speech.say("analyse", f"late{why}", step.trick + 1, name=name, card=card), "yellow")

    # -- values ----------------------------------------------------------------------------------------------------

    def value(self, value: Value) -> str:
        """What a position comes to, in words: points, won or lost, the declarer's amount."""
        term = self.speech.words.term
        plan = self.play.plan
        if plan.declarer is None or value.points is None:
            return self.speech.amounts(plan.seats, value.amounts)
        parts = []
        if self.by_points:
            parts.append(self.speech.say("analyse", "points", value.points, names=self.speech.side(self.deal)))
        parts.append(term("settlement", {None: "tie", True: "won", False: "lost"}[value.won]))
        amount = self.speech.amount(value.amounts[plan.declarer])
        if self.deal.rules.chalk:
            parts.append(amount)
        else:
            parts.append(f"{self.speech.name(plan.declarer)} {amount}")
        return " · ".join(parts)

    def cost(self, step: Step) -> int:
        """What a step cost in the measure that is shown; 0 if that is not known."""
        return (step.cost_points if self.in_points else step.cost) or 0

    def shown(self, cost: int) -> str:
        """A cost as a loss: −12, -0,40 €."""
        return f"-{cost}" if self.in_points else self.speech.amount(-cost)

    # -- the tricks ------------------------------------------------------------------------------------------------

    def _tricks(self) -> Table:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
        table.add_column("", justify="right", no_wrap=True)
        seats = self.play.plan.seats
        for seat in seats:
            table.add_column(self.speech.name(seat), no_wrap=False, max_width=_NAME_MAX, overflow="ellipsis")
        columns = {seat: place for place, seat in enumerate(seats)}
        winners = {number: trick.winner for number, trick in enumerate(self.play.history)}
        cells: list[RenderableType] = [""] * len(seats)
        lying, numbered = 0, -1

        def row(step: Step) -> None:
            """The first row of a trick has its number; a word before its first card is not in it yet."""
            nonlocal cells, numbered
            first = numbered < step.trick and (lying > 0 or step.text not in LEVELS)
            numbered = step.trick if first else numbered
            table.add_row(Text(str(step.trick + 1) if first else " ", "bold"), *cells)
            cells = [""] * len(seats)

        for number, step in enumerate(self.analysis.steps):
            column = columns[step.seat]
            if not step.is_card:
                if cells[column]:
                    # Who has played a card to this trick says a word.
                    row(step)
                cells[column] = self._word(number, step)
                row(step)
                continue
            takes = winners.get(step.trick) == step.seat
            cells[column] = self._card(number, step, leads=lying == 0, takes=takes)
            lying += 1
            if lying == len(seats) or number + 1 == len(self.analysis.steps):
                row(step)
                lying = 0
        return table

    def _card(self, number: int, step: Step, *, leads: bool, takes: bool) -> Text:
        trump = is_trump(self.play.plan.lanes, step.text)
        text = FirmText(_LEADS if leads else " ")
        text.append_text(self.speech.words.faces.text(step.text, trump=trump))
        if takes:
            text.append(f" {_TAKES}", "bold yellow")
        if step.forced:
            text.append(_FORCED if takes else f" {_FORCED}", "dim")
        if self.cost(step):
            text.append("\n")
            turns = number == self.turning
            text.append(f"{_TURNS if turns else ' '}{self.shown(self.cost(step))}", "bold red" if turns else "red")
        elif number == self.turning:
            text.append(f"\n{_TURNS}", "bold red")
        return text

    def _word(self, number: int, step: Step) -> Text:
        text = FirmText(self.speech.words.action(step.text), "italic magenta")
        if not step.is_doubling and self.cost(step):
            turns = number == self.turning
            text.append(f"\n{_TURNS if turns else ' '}{self.shown(self.cost(step))}", "bold red" if turns else "red")
        return text

    # -- what follows from them ------------------------------------------------------------------------------------

    def _costly(self) -> None:
        say = self.speech.say
        found = self.analysis
        steps = [step for step in found.steps if not step.is_doubling and step.change is not None]
        costly = [step for step in steps if self.cost(step)]
        if not costly:
            lost_points = self.by_points and any(step.cost_points for step in steps)
            if steps:
                key = "nothing_money" if lost_points else "nothing"
                self._line(say("analyse", f"{key}_late" if self.late else key))
            return
        self.console.print()
        self._line(say("analyse", "costly"), "bold")
        table = _list()
        for step in costly:
            best = self._some(step.best if self.in_points else step.best_paid)
            # Who gave up had better have played on.
            better = say("analyse", "better", cards=best) if step.is_card else say("analyse", "play_on")
            table.add_row(
                str(step.trick + 1),
                self._name(step.seat),
                self._face(step),
                Text(self.shown(self.cost(step)), "red"),
                FirmText(better),
            )
        self.console.print(Padding(table, (0, 0, 0, 1)))
        totals = []
        for total in found.totals:
            cost = (total.points if self.in_points else total.cost) or 0
            if cost:
                totals.append(f"{self.speech.name(total.seat)} {self.shown(cost)}")
        self._line(f"{say('analyse', 'totals')}: {', '.join(totals)}")

    def _face(self, step: Step) -> Text:
        if step.is_card:
            return self.speech.words.faces.text(step.text)
        return Text(self.speech.words.action(step.text), "italic magenta")

    def _name(self, seat: int) -> Text:
        text = Text(self.speech.name(seat))
        text.truncate(_NAME_MAX, overflow="ellipsis")
        return text

    def _some(self, cards: tuple[str, ...]) -> str:
        names = [self.speech.card(card) for card in cards[:_MOST_CARDS]]
        return ", ".join(names) + (" …" if len(cards) > _MOST_CARDS else "")

    def _turning(self) -> None:
        found = self.analysis
        if self.turning is None:
            return
        step = found.steps[self.turning]
        assert step.before is not None and step.after is not None
        card = self.speech.words.action(step.text)
        self.console.print()
        key = "turned" if found.turned else "largest" if step.is_card else "largest_word"
        values = {"before": self.value(step.before), "after": self.value(step.after)}
        text = self.speech.say("analyse", key, step.trick + 1, name=self.speech.name(step.seat), card=card, **values)
        self._line(f"{_TURNS} {text}", "bold")
        line = found.better or found.best
        if line is not None:
            self._best(line)

    def _best(self, line: Line) -> None:
        """A line, a trick a row: the leader by name, then the cards in their order."""
        first = self.analysis.steps[line.start].trick
        self._line(self.speech.say("analyse", "line", first + 1, text=self.value(line.value)))
        places = len(self.play.plan.seats)
        lying = self._lying(line.start)
        table = Table.grid(padding=(0, 2, 0, 0))
        rows: list[list[tuple[int, str]]] = [[]]
        for seat, card in line.cards:
            if len(rows[-1]) + (lying if len(rows) == 1 else 0) == places:
                rows.append([])
            rows[-1].append((seat, card))
        for number, row in enumerate(rows):
            cards = FirmText()
            for place, (_, card) in enumerate(row):
                cards.append("  " if place else "")
                cards.append_text(self.speech.words.faces.text(card, trump=is_trump(self.play.plan.lanes, card)))
            table.add_row(str(first + number + 1), self._name(row[0][0]), cards)
        self.console.print(Padding(table, (0, 0, 0, 1)))

    def _lying(self, start: int) -> int:
        """Cards on the table before a step."""
        steps = self.analysis.steps
        return sum(step.is_card and step.trick == steps[start].trick for step in steps[:start])

    def _doublings(self) -> None:
        words = self.speech.words
        for one in self.analysis.doublings:
            if one.open is None:
                continue
            name = self.speech.name(one.seat)
            key = "doubling" if one.paid is not None else "doubling_open"
            seen, paid = one.open[one.seat], 0 if one.paid is None else one.paid[one.seat]
            amounts = {"open": self.speech.amount(seen), "paid": self.speech.amount(paid)}
            self._line(self.speech.say("analyse", key, word=words.action(one.word), name=name, **amounts))

    def _sums(self) -> None:
        """How the result comes out of the best one: for the declarer, or where there is none for everybody."""
        found, declarer = self.analysis, self.play.plan.declarer
        steps = [step for step in found.steps if step.change is not None]
        for seat in self.play.plan.seats if declarer is None else (declarer,):
            changes = [(step, step.change[seat]) for step in steps if step.change is not None and step.change[seat]]
            if self.in_points or len(changes) < 2:
                continue
            parts = [(self.speech.words.action(step.text), by) for step, by in changes if not step.is_card]
            cards = sum(by for step, by in changes if step.is_card)
            if cards or any(step.is_card for step, _ in changes):
                parts.append((self.speech.say("analyse", "sum_cards"), cards))
            first = self.speech.say("analyse", "sum_late" if self.late else "sum_best")
            last = self.speech.say("analyse", "sum_played" if self.deal.finished else "sum_stops")
            terms = [(first, found.start.amounts[seat]), *parts]
            text = " · ".join(f"{word} {self.speech.amount(amount)}" for word, amount in terms)
            # Strokes are written by a team.
            who = self.speech.side(self.deal) if self.deal.rules.chalk else self.speech.name(seat)
            self._line(f"{who}: {text} = {last} {self.speech.amount(found.end.amounts[seat])}")

    def _known(self, guesses: tuple[Judged, ...]) -> None:
        say = self.speech.say
        self.console.print()
        if self.analysis.end.points is None:
            self._line(say("analyse", "known_ramsch"))
            return
        if guesses:
            self._line(say("analyse", "known", max(guess.worlds for guess in guesses)), "bold")
        # What rounds to nothing is not worth a line.
        costly = [guess for guess in guesses if self.speech.average(-guess.cost)]
        if not costly:
            self._line(say("analyse", "known_none"))
            return
        table = _list()
        for guess in costly:
            step = self.analysis.steps[guess.step]
            table.add_row(
                str(step.trick + 1),
                self._name(step.seat),
                self.speech.words.faces.text(step.text),
                Text(self.speech.average(-guess.cost), "red"),
                FirmText(say("analyse", "better", cards=self.speech.card(guess.best))),
            )
        self.console.print(Padding(table, (0, 0, 0, 1)))


def _list() -> Table:
    """Trick, name, card, cost and what would have been better."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column()
    return table
