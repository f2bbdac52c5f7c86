"""Advice in the terminal game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from schafkopf.cli.play.evening import Options
from schafkopf.text.catalog import LANGUAGES

from .terminal import Person, Terminal, names_for


class Asking(Person):
    """Somebody who asks for advice before every answer."""

    def __init__(self, seed: int, *, patience: int) -> None:
        super().__init__(seed, patience=patience)
        self.asked = False

    def __call__(self, fresh: str) -> str:
        self.asked = not self.asked
        if self.asked and "Enter:" not in fresh:
            self.before = fresh
            return "t"
        self.asked = False
        return super().__call__(getattr(self, "before", "") + fresh)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_advice_names_an_option_and_what_cards_bring(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schafkopf.cli.play.tip._MS", 20.0)
    terminal = Terminal(Asking(3, patience=14))
    options = Options(
        rules="bavaria",
        names=names_for("bavaria"),
        seat=0,
        language=lang,
        cards="german",
        file=tmp_path / "e.jsonl",
        seed=4,
    )
    assert terminal.run(options) == 0
    assert terminal.widest() <= 60
    assert "{" not in terminal.text
    # Amounts only where a card is to be played, and then with the share of deals in which it gains.
    assert re.search(r"€.*\d+[ \u00a0]?%", terminal.text.replace("\n", " "))
