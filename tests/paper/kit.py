"""Tournaments to be printed, and what can be read from a PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import pypdfium2
from pypdfium2 import raw
from tests.club.tournament.kit import Desk

from schafkopf.club.tournament import commands as do
from schafkopf.club.tournament.events import Result
from schafkopf.club.tournament.ranking import Prize
from schafkopf.club.tournament.settings import Settings
from schafkopf.club.tournament.state import State

NAMES = {
    "de": ("Jürgen Großböhm", "Maria Öttl", "Xaver Maier-Leibnitz", "Änne Fürst", "Zoë Weiß"),
    "be": ("Алесь Ўладзіміравіч Ёлкін", "Цётка", "Янка Аб’езд", "Іван Шчур", "Эдзік Дзёгаць", "Юзік Ціхі"),
    "ru": ("Щукин Ёжик Йодович", "Эмма Юрьевна Цой", "Объездчиков Пётр", "Ъ. Ыгыатта", "Анна Мышь"),
}
HARMLESS = (
    '#import "x": *',
    "$x^2$ \\ *b* _i_ `c` @ref <l> // c",
    "#{panic()} [x] = {n}",
    "W" * 60,
    "Александр-" * 6 + "Я",
    "=1+1 ; <b>&amp;</b> %00",
    "Jose\u0301 Z\u0303",
    "张伟 🎴",
    "אברהם כהן",
    "ab " * 39 + "abc",
)


def enter(names: Sequence[str], **settings: Any) -> Desk:
    """A tournament with these people, four to a team."""
    desk = Desk()
    setup: dict[str, Any] = {
        "rounds": 2,
        "games": 30,
        "place": "Gasthof zur Post",
        "start": "2026-05-01T19:00",
        "ties": ("points", "solos_won", "lot"),
        "prizes": (Prize(20_000, "Schinken"), Prize(10_000), Prize(5_001, "Brotzeit")),
    }
    desk(do.Create(Settings("Preisschafkopf", **{**setup, **settings})))
    people = (do.Person(name, n, club="SC" if n % 3 else "", team=f"T{n // 4}") for n, name in enumerate(names, 1))
    desk(do.Enter(tuple(people)))
    return desk


def play(desk: Desk, number: int, *, close: bool = True) -> None:
    """Draws and plays a round; without `close` its last table is still at play."""
    desk(do.Draw(number))
    one = desk.now.rounds[number - 1]
    for index, table in enumerate(one.tables[: None if close else -1]):
        count = len(table.seats)
        points = [(7 * (index + 3 * seat + number)) % 23 - 11 for seat in range(count - 1)]
        won = tuple((index + seat) % 3 for seat in range(count))
        result = Result((*points, -sum(points)), (3,) * count, won, won)
        desk(do.Score(number, index + 1, one.draw_seq, result, ""))
    if close:
        desk(do.CloseRound(number))


@cache
def played(count: int, letters: str, **settings: Any) -> State:
    """A tournament of so many people with names in some letters, after two rounds."""
    names = NAMES[letters]
    extra = {"split": "fives"} if count == 5 else {}
    desk = enter(
        [names[n % len(names)] + (f" {n}" if n >= len(names) else "") for n in range(count)], **extra, **settings
    )
    play(desk, 1)
    play(desk, 2)
    return desk.now


@dataclass(frozen=True)
class Page:
    """Text in the order of reading, size in points, and for each sign that is no blank its box: left, bottom, right,
    top.
    """

    text: str
    size: tuple[float, float]
    boxes: tuple[tuple[str, tuple[float, float, float, float]], ...]


def pages(data: bytes, *, boxes: bool = False) -> list[Page]:
    document = pypdfium2.PdfDocument(data)
    found = []
    for page in document:
        words = page.get_textpage()
        signs = tuple(_boxes(words)) if boxes else ()
        found.append(Page(words.get_text_bounded(), page.get_size(), signs))
    return found


def _boxes(words: pypdfium2.PdfTextPage) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
    for index in range(words.count_chars()):
        sign = chr(raw.FPDFText_GetUnicode(words.raw, index))
        if sign.strip():
            yield sign, words.get_charbox(index)


def squeezed(text: str) -> str:
    """Without blanks, line ends and the marks at which long words break; pdfium has a sign of its own for a hyphen that
    ends a line.
    """
    text = text.replace("\u0002", "-").replace("\ufffe", "-")
    return "".join(sign for sign in text if not sign.isspace() and sign not in "\u200b\u0000")


def text_of(data: bytes) -> str:
    return squeezed("".join(page.text for page in pages(data)))


def language_of(data: bytes) -> str:
    document = pypdfium2.PdfDocument(data)
    size = raw.FPDFCatalog_GetLanguage(document.raw, None, 0)
    buffer = bytearray(size)
    raw.FPDFCatalog_GetLanguage(document.raw, (raw.FPDF_WCHAR * (size // 2)).from_buffer(buffer), size)
    return buffer.decode("utf-16-le").rstrip("\0")


def is_tagged(data: bytes) -> bool:
    document = pypdfium2.PdfDocument(data)
    return bool(raw.FPDFCatalog_IsTagged(document.raw))
