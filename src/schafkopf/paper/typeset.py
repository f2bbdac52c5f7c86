"""From data to PDF: a template of `templates/` is given everything as one JSON text."""

from __future__ import annotations

import json
import threading
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import typst


_one_at_a_time = threading.Lock()
"""A document of 400 players takes some 250 MB while it is set: one at a time is enough for a club."""


@cache
def _fonts(system: bool) -> typst.Fonts:
    import typst  # 80 MB of machine code: loaded when something is printed

    return typst.Fonts(include_system_fonts=system)


COVERED = (
    *((0x0020, 0x04FF), (0x05D0, 0x05EA), (0x0621, 0x063A), (0x0640, 0x0655)),
    *((0x1E00, 0x203F), (0x20A0, 0x20BF), (0x2116, 0x2116), (0xFB00, 0xFB06)),
)
"""First and last of the signs that the typesetter's own fonts have: Latin, Cyrillic, Greek, Hebrew, Arabic."""


def _own_fonts_do(text: str) -> bool:
    return all(any(first <= ord(sign) <= last for first, last in COVERED) for sign in set(text))


def pdf(template: str, data: dict[str, Any]) -> bytes:
    """The PDF that a template makes of data.

    The typesetter brings its fonts, so that the same data look the same on every machine. Only signs that these lack
    (emoji, Chinese) are looked for in the machine's fonts; one that no font has is an empty box.
    """
    import typst

    text = json.dumps(data, ensure_ascii=False)
    fonts = _fonts(not _own_fonts_do(text))

    with _one_at_a_time, resources.as_file(resources.files("schafkopf.paper") / "templates") as folder:
        compiler = typst.Compiler(str(folder / f"{template}.typ"), root=str(folder), font_paths=fonts)
        made = compiler.compile(format="pdf", sys_inputs={"data": text})
    assert isinstance(made, bytes)
    return made
