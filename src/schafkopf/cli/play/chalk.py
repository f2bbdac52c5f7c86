"""The sheep's head, chalked line by line."""

from __future__ import annotations

# Two layers of the same shape: what is drawn, and in which order. Equal letters are drawn one after the other.
_HEAD = (
    r"       .-~~~-.       ",
    r"    .-(   ~   )-.    ",
    r"   (  ~  ~  ~  ~ )   ",
    r" _(_ ~   ~   ~   _)_ ",
    r"(   \-.-~-.-~-.-/   )",
    r" \__/ _       _ \__/ ",
    r"    |  o     o  |    ",
    r"    \           /    ",
    r"     \   . .   /     ",
    r"      |  \_/  |      ",
    r"       \     /       ",
    r"        '---'        ",
)
_ORDER = (
    r"       aaaaaaa       ",
    r"    bbb   q   ccc    ",
    r"   b  q  q  r  r c   ",
    r" fff q   r   r   ggg ",
    r"f   fhhhhhhhhhhhg   g",
    r" ffff m       n gggg ",
    r"    d  m     n  e    ",
    r"    d           e    ",
    r"     d   o o   e     ",
    r"      d  ppp  e      ",
    r"       d     e       ",
    r"        lllll        ",
)
_SEQUENCE = "abcfgdelhmnopqr"
WIDTH = len(_HEAD[0])
HEIGHT = len(_HEAD)


def _marks() -> list[tuple[int, int]]:
    """Every mark of the head, in the order in which it is drawn."""
    return [
        (row, at)
        for letter in _SEQUENCE
        for row, line in enumerate(_ORDER)
        for at, mark in enumerate(line)
        if mark == letter
    ]


def head(strokes: int, of: int) -> list[str]:
    """The head after some of the strokes that make it, as lines of equal width.

    >>> all(line.isspace() for line in head(0, 12)), head(12, 12) == list(_HEAD), head(99, 9) == head(9, 9)
    (True, True, True)
    """
    marks = _marks()
    drawn = set(marks[: len(marks) * min(strokes, of) // of])
    return [
        "".join(mark if (row, at) in drawn else " " for at, mark in enumerate(line)) for row, line in enumerate(_HEAD)
    ]


def fresh(before: int, after: int, of: int) -> set[tuple[int, int]]:
    """The marks (row, column) that the last strokes added."""
    marks = _marks()
    return set(marks[len(marks) * min(before, of) // of : len(marks) * min(after, of) // of])
