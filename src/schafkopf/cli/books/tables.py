"""Lists from spreadsheets, and tables on the screen."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from schafkopf.cli.books.speech import Misread
from schafkopf.cli.streams import printable


def read_text(data: bytes) -> str:
    """UTF-8, or what older spreadsheets write. Raises Misread `say/not-text`."""
    for encoding in ("utf-8-sig", "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise Misread("say/not-text")


def clean(text: str, style: str = "") -> Text:
    """A text from a file, harmless on a terminal; lines stay lines."""
    return Text("\n".join(printable(line) for line in text.split("\n")), style=style)


def grid(*columns: str, left: int = 2) -> Table:
    """A table without frame; all columns but the first ones to the right."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, padding=(0, 1), header_style="dim")
    for place, column in enumerate(columns):
        table.add_column(clean(column), justify="left" if place < left else "right")
    return table


def coloured(text: str, amount: int) -> Text:
    """An amount: green if won, red if lost."""
    return Text(text, style="green" if amount > 0 else "red" if amount < 0 else "")
