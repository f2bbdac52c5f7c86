"""What an analysis finds: values, steps, lines, totals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from schafkopf.game.alphabet import CARDS, LEVELS
from schafkopf.game.deal import Deal

Amounts = tuple[int, ...]
"""Per seat, in the ruleset's unit; chalk: the strokes of the seat's team less those of the other."""


@dataclass(frozen=True, slots=True)
class Value:
    """What a position comes to with best play by everybody."""

    points: int | None
    """Card points of the declarer's side in the whole deal; where tricks are the goal 1 if it is reached, else 0; None
    in Ramsch."""
    won: bool | None
    """Whether the declarer's side wins with that, by what was doubled so far; None in Ramsch and where nobody wins."""
    amounts: Amounts
    """Laufende that must be asked for count as asked for; what was doubled so far is in, later doublings are not."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was done from the first card on: a card, a doubling, `rest` or `concede`."""

    at: int
    """Index in `deal.log`."""
    seat: int
    text: str
    trick: int
    """From 0."""
    forced: bool
    """There was no other legal card."""
    before: Value | None
    """None if the search was not exact from here on (Ramsch with many cards, or a budget)."""
    after: Value | None
    best: tuple[str, ...] = ()
    """The cards that cost no card points (Ramsch: no money), strongest first; empty for other steps."""
    best_paid: tuple[str, ...] = ()
    """The cards that cost no money."""
    on_side: bool | None = None
    """The seat is on the declarer's side; None in Ramsch."""

    @property
    def is_card(self) -> bool:
        """Whether a card was played."""
        return self.text in CARDS

    @property
    def is_doubling(self) -> bool:
        """Whether it was a Kontra, a Re and so on: a bet on the result, which costs or gains its side."""
        return self.text in LEVELS

    @property
    def change(self) -> Amounts | None:
        """What it changed, per seat; for its own seat negative if it cost something."""
        if self.before is None or self.after is None:
            return None
        return tuple(after - before for before, after in zip(self.before.amounts, self.after.amounts, strict=True))

    @property
    def cost(self) -> int | None:
        """What it cost its own seat in money: negative only for a doubling that was worth it."""
        return None if self.change is None else -self.change[self.seat]

    @property
    def cost_points(self) -> int | None:
        """What it cost its own side in card points (goal: 1 if it gave the goal away); None in Ramsch."""
        if self.before is None or self.after is None or self.before.points is None or self.after.points is None:
            return None
        lost = self.before.points - self.after.points
        return lost if self.on_side else -lost


@dataclass(frozen=True, slots=True)
class Doubling:
    """What a doubling was worth."""

    step: int
    """Index in `Analysis.steps`."""
    seat: int
    word: str
    open: Amounts | None
    """What it changed when it was said, with best play afterwards."""
    paid: Amounts | None
    """What it changed on the bill as the deal went; None before the deal is finished."""


@dataclass(frozen=True, slots=True)
class Line:
    """How a deal goes on with best play by everybody."""

    start: int
    """Index in `Analysis.steps` of the card, or of the `concede`, in whose place the line begins."""
    cards: tuple[tuple[int, str], ...]
    """Seats and cards."""
    value: Value


@dataclass(frozen=True, slots=True)
class Total:
    """What one seat's cards cost it in all, and giving up; doublings stand apart in `Analysis.doublings`."""

    seat: int
    cost: int
    points: int | None
    cards: int
    """Cards that cost money or card points; giving up counts as one."""
    free: int
    """Cards for which there was a choice."""


@dataclass(frozen=True)
class Analysis:
    """All that there is to say of a deal with open hands."""

    deal: Deal
    steps: tuple[Step, ...]
    end: Value
    """What the deal came to: of a finished deal its result, of another the value where it stops."""
    unclaimed: Amounts
    """What the bill differs by from `end` because nobody asked for Laufende."""
    turning: int | None
    """Index in `steps` of what decided the deal, see `turned`; None if nothing cost anything."""
    turned: bool
    """The turning point changed who wins, for good; else it is only what cost most."""
    doublings: tuple[Doubling, ...]
    nodes: int
    """Cards played by the search."""
    best: Line | None = None
    """From the first exact position on, if something cost something there."""
    better: Line | None = None
    """In place of the turning point, if that is a card or a `concede`."""

    @property
    def exact_from(self) -> int:
        """Index in `steps` of the first one whose values are known; their number if none is."""
        return next((n for n, step in enumerate(self.steps) if step.before is not None), len(self.steps))

    @property
    def start(self) -> Value:
        """The value at the first exact position."""
        first = self.exact_from
        found = self.steps[first].before if first < len(self.steps) else self.end
        assert found is not None
        return found

    @cached_property
    def totals(self) -> tuple[Total, ...]:
        """Per seat with cards, in playing order from forehand."""
        found = []
        for seat in self.deal.seats:
            known = [step for step in self.steps if step.seat == seat and step.change is not None]
            own = [step for step in known if not step.is_doubling]
            points = None if self.end.points is None else sum(step.cost_points or 0 for step in own)
            costly = sum(bool(step.cost or step.cost_points) for step in own)
            free = sum(step.is_card and not step.forced for step in own)
            found.append(Total(seat, sum(step.cost or 0 for step in own), points, costly, free))
        return tuple(found)
