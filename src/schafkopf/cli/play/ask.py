"""Asking the person: one question at a time, with a default on Enter where one makes sense."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from schafkopf.cli.play.faces import sort_hand, table_of
from schafkopf.cli.play.screen import Screen
from schafkopf.cli.play.words import command, pick, pick_word
from schafkopf.game.alphabet import LEVELS
from schafkopf.game.cards import NAMES
from schafkopf.game.view import View

Read = Callable[[str], str]
"""Prints a prompt and returns the line typed. Raises EOFError at the end of the input."""

ANY_TIME = ("rest", "concede", "throw-in")
"""What may be said although a view does not list it; the rules accept or refuse it when it is said."""


class Leave(Exception):
    """The person wants to go."""


class Ask:
    """Questions to the person on a screen."""

    def __init__(self, screen: Screen, read: Read, commands: dict[str, Callable[[], None]] | None = None) -> None:
        self.screen = screen
        self.read = read
        self.commands = commands or {}
        """What the letters l, h, b, r and ? do, by letter."""

    def line(self, question: str = "", *, default: str = "") -> str:
        """One answer, stripped. Raises Leave for q, the end of the input or Ctrl-C."""
        if question:
            self.screen.line(f"{question} [{default}]" if default else question, "bold cyan")
        try:
            text = self.read("> ").strip()
        except (EOFError, KeyboardInterrupt):
            self.screen.console.print()
            raise Leave from None
        if command(text) == "q":
            raise Leave
        return text

    def answer(self, question: str, *, default: str = "", again: Callable[[], None] | None = None) -> str:
        """Like `line`, but command letters are carried out and the question comes again.

        again: shows once more what the question is about.
        """
        while True:
            text = self.line(question, default=default)
            act = self.commands.get(command(text))
            if act is None:
                return text
            act()
            if again is not None and act != self.commands.get("h"):
                again()

    def sure(self, question: str, *, default: bool) -> bool:
        """Yes or no."""
        words = self.screen.words
        yes, no = (words.own.text("setup", key).split()[0] for key in ("yes", "no"))
        shown = f"{yes.upper()}/{no}" if default else f"{yes}/{no.upper()}"
        while True:
            # Not `answer`: on a Cyrillic keyboard a yes is also a command letter.
            text = self.line(f"{question} [{shown}]")
            found = words.yes(text, default=default)
            if found is not None:
                return found
            act = self.commands.get(command(text))
            if act is None:
                self.unknown()
            else:
                act()

    def unknown(self, text: str = "") -> None:
        """Say that an answer was not understood."""
        words = self.screen.words
        if command(text) == "?":
            # Before the first deal there is no table whose help could be shown.
            self.screen.line(words.say("ask", "help_list"))
            return
        self.screen.line(words.say("ask", "unknown", text=text) if text else words.say("ask", "unclear"), "red")

    # -- at the table ----------------------------------------------------------------------------------------------

    def action(self, view: View) -> str:
        """What the person says or plays: the text of an action, legal or not; the rules decide."""
        if view.phase == "play":
            return self._card(view, "card", prefix="")
        if view.phase == "give":
            return self._card(view, "give", prefix="give ")
        return self._word(view)

    def _card(self, view: View, key: str, *, prefix: str) -> str:
        """A card by its number in the sorted hand or by its name; in the play also a doubling."""
        words = self.screen.words
        again = self.commands.get("h")
        hand = sort_hand(table_of(view.rules, view.contract), view.hand)
        playable = [text for text in view.options if text.removeprefix(prefix) in NAMES]
        level = next((text for text in view.options if text in LEVELS), None)
        question = words.say("ask", key)
        if level is not None:
            question += " " + words.say("ask", "or_double", word=words.action(level))
        only = str(hand.index(playable[0].removeprefix(prefix)) + 1) if len(playable) == 1 else ""
        while True:
            text = self.answer(question, default=only, again=again) or only
            if not text:
                first = hand.index(playable[0].removeprefix(prefix)) + 1
                example = words.faces.code(playable[0].removeprefix(prefix))
                self.screen.line(words.say("ask", "type_card", number=first, card=example), "red")
                continue
            if command(text) == "k":
                # Too late or not allowed: the rules say why.
                return level or LEVELS[0]
            if text.isdecimal() and 1 <= int(text) <= len(hand):
                return prefix + hand[int(text) - 1]
            card = words.card(text)
            if card is not None:
                return prefix + card
            said = pick_word(text, [*([level] if level else []), *ANY_TIME], words)
            if said is None:
                self._not_understood(text)
            elif self._meant(said):
                return said
            elif again is not None:
                again()

    def _word(self, view: View) -> str:
        """One of the things that may be said, from a numbered list."""
        words = self.screen.words
        options = view.options
        spoken = [words.action(text) for text in options]
        self.choices(spoken)
        quiet = next((text for text in ("pass", "keep") if text in options), options[0] if len(options) == 1 else None)
        default = "" if quiet is None else str(options.index(quiet) + 1)
        key = {"knock": "knock", "trump": "trump"}.get(view.phase, "say")
        if options[0] not in ("pass", "accept") and view.phase == "auction":
            key = "choice" if "redeal" in options else "must"
        while True:
            text = self.answer(words.say("ask", key), default=default, again=lambda: self.choices(spoken)) or default
            said = pick(text, options, words) if text else None
            if said is None and text and not text.isdecimal():
                said = pick_word(text, ANY_TIME, words) or spelled(text)
            if said is not None:
                return said
            if text:
                self._not_understood(text)
            else:
                self.screen.line(words.say("ask", "type_answer"), "red")

    def _meant(self, said: str) -> bool:
        """Giving up is asked twice."""
        words = self.screen.words
        return said != "concede" or self.sure(words.say("ask", "concede"), default=False)

    def _not_understood(self, text: str) -> None:
        self.unknown(text[:30])

    def choices(self, texts: Sequence[str]) -> None:
        """A numbered list in as many columns as fit."""
        from rich.cells import cell_len

        width = self.screen.width
        items = [f"{number:>2} {text}" for number, text in enumerate(texts, start=1)]
        column = max(cell_len(item) for item in items) + 3
        columns = max(1, (width - 1) // column)
        rows = -(-len(items) // columns)
        self.screen.console.print()
        for row in range(rows):
            cells = items[row::rows]
            line = "".join(cell + " " * (column - cell_len(cell)) for cell in cells)
            self.screen.line(line.rstrip())


def spelled(text: str) -> str | None:
    """A contract as records spell it, whether or not it may be named: the rules say why not."""
    from schafkopf.game.contract import KINDS

    name, _, argument = text.partition(" ")
    return f"{name.casefold()} {argument.upper()}".strip() if name.casefold() in KINDS else None
