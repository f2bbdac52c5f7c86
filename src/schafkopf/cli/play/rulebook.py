"""The rules of the table, a chapter at a time."""

from __future__ import annotations

from rich.markdown import Markdown

from schafkopf.cli.play.ask import Ask
from schafkopf.game.ruleset import Ruleset
from schafkopf.text.rulebook import rulebook


def read_rules(ask: Ask, rules: Ruleset) -> None:
    """Let the person choose chapters until he has enough."""
    screen = ask.screen
    words = screen.words
    first, *chapters = rulebook(rules, words.language).split("\n## ")
    titles = [chapter.partition("\n")[0] for chapter in chapters]
    screen.console.print()
    screen.console.print(Markdown(first))
    while True:
        ask.choices(titles)
        text = ask.line(words.say("ask", "chapter"))
        if not text:
            return
        if text.isdecimal() and 1 <= int(text) <= len(chapters):
            screen.console.print()
            screen.console.print(Markdown(f"## {chapters[int(text) - 1]}"))
        else:
            ask.unknown(text[:30])
