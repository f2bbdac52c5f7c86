"""How a ranking lies on its pages: two columns where figures leave room for names, else one, else the page on its side.

Estimated from lengths: a digit of the font is half its size wide. The template lets columns be as wide as they need, so
an estimate that is a little wrong only makes names break earlier.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_MM_PER_POINT = 0.3528
_EM_PER_SIGN = 0.52
_INSET_MM = 2.4
"""Space left and right of a cell, together."""
_HEAD = 0.85
"""Size of the words of the head, as part of the text's."""


@dataclass(frozen=True, slots=True)
class Form:
    """columns: 1 or 2; across: on its side; size: of the text in points; left_out: figures from the left that do not
    fit.
    """

    columns: int
    across: bool
    size: float
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class _Try:
    form: Form
    width_mm: float
    name_mm: float


_LARGE = _Try(Form(2, False, 11), 86, 38)
"""For so few people that they stand on one page all the same."""
_TRIES = (
    _Try(Form(2, False, 9.5), 86, 31),
    _Try(Form(2, False, 8.5), 86, 28),
    _Try(Form(1, False, 10.5), 180, 60),
    _Try(Form(1, False, 9), 180, 50),
    _Try(Form(1, True, 9.5), 267, 55),
    _Try(Form(1, True, 8), 267, 40),
)


def width_mm(head: str, cells: Sequence[str], size: float) -> float:
    """How wide a column of figures is; a head breaks between its words."""
    signs = max([_HEAD * len(word) for word in head.split()] + [float(len(cell)) for cell in cells], default=0.0)
    return signs * _EM_PER_SIGN * size * _MM_PER_POINT + _INSET_MM


def form(figures: Sequence[tuple[str, Sequence[str]]], may_leave_out: int, *, few: bool = False) -> Form:
    """The first way in which all figures and the names fit. figures: head and cells of each column.

    may_leave_out: so many columns from the left may be left out if nothing else helps. few: there are so few people
    that the text may be large.

    >>> form([("Points", ["-12"])] * 4, 0), form([("Points", ["-12,50 €"])] * 4, 0).columns
    (Form(columns=2, across=False, size=9.5, left_out=0), 1)
    """
    for one in (_LARGE, *_TRIES) if few else _TRIES:
        if sum(width_mm(head, cells, one.form.size) for head, cells in figures) <= one.width_mm - one.name_mm:
            return one.form
    last = _TRIES[-1]
    room = last.width_mm - last.name_mm
    widths = [width_mm(head, cells, last.form.size) for head, cells in figures]
    left_out = 0
    while left_out < may_leave_out and sum(widths[left_out:]) > room:
        left_out += 1
    return Form(last.form.columns, last.form.across, last.form.size, left_out)
