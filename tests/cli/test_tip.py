"""Advice in the terminal game."""

from __future__ import annotations

import io
import random
import re
from collections import Counter
from pathlib import Path

import pytest
from rich.console import Console
from tests.laws.kit import any_action, deal_for

from schafkopf.cli.play.evening import Options
from schafkopf.cli.play.faces import Faces
from schafkopf.cli.play.screen import Screen
from schafkopf.cli.play.setup import ask_cards, ask_language
from schafkopf.cli.play.tip import give_tip
from schafkopf.cli.play.words import Words, terminal
from schafkopf.engine.bots.rules import choose, double
from schafkopf.game import Deal, View
from schafkopf.game.alphabet import CARDS, LEVELS
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


def paper(lang: str = "en") -> Screen:
    """A screen that keeps what is printed in `console.file`."""
    console = Console(file=io.StringIO(), width=200, highlight=False, color_system=None)
    return Screen(console, Words(lang, Faces("german"), ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz")), 0)


def tip_for(view: View) -> str:
    screen = paper()
    give_tip(screen, view, view.seat)
    return screen.console.file.getvalue()


def views(name: str, number: int) -> list[View]:
    """What the seat in turn sees in the course of a random deal, auction included."""
    rng = random.Random(f"tips {name} {number}")
    deal = deal_for(name, rng)
    found = []
    for point in (Deal.new(deal.rules, deal.hands, dealer=deal.dealer, carried=deal.carried), deal):
        while not point.finished and point.turn is not None:
            found.append(View.of(point, point.turn))
            point = point.after(any_action(point, rng))
    return found


def test_only_a_choice_of_cards_needs_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    def compiles(*parts: str) -> int:
        raise RuntimeError(f"{parts} would be compiled")

    monkeypatch.setattr("schafkopf.cli.play.tip.ahead", compiles)
    seen: Counter[str] = Counter()
    for name in ("rufspiel", "solo", "ramsch"):
        for number in range(12):
            for view in views(name, number):
                cards = [text for text in view.options if text in CARDS]
                level = next((text for text in view.options if text in LEVELS), None)
                ramsch = view.contract is not None and view.contract.line == "everyone"
                if len(cards) > 1 and not ramsch:
                    with pytest.raises(RuntimeError, match="would be compiled"):
                        tip_for(view)
                    continue
                text = tip_for(view)
                if len(cards) == 1:
                    assert "there is no choice" in text
                    seen["one card"] += 1
                    seen["one card, Kontra"] += level is not None
                elif len(view.options) > 1 and choose(view, random.Random(0)) not in LEVELS:
                    assert "(by a rule of thumb)" in text
                    seen[view.phase] += 1
                if level is not None:
                    answer = "yes" if double(view, random.Random(0)) else "rather not"
                    assert f": {answer}, by a rule of thumb" in text
    assert min(seen[case] for case in ("one card", "one card, Kontra", "auction", "play")) > 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_question_mark_before_the_first_deal_is_answered(lang: str) -> None:
    for ask in (ask_cards, lambda screen, read: ask_language(screen, read, lang)):
        screen = paper(lang)
        typed = iter("?1")
        ask(screen, lambda prompt, typed=typed: next(typed))
        shown = screen.console.file.getvalue()
        assert terminal(lang).text("ask", "help_list") in shown
        assert terminal(lang).text("ask", "unknown").split("{text}")[1] not in shown
