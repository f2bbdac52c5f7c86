"""Entering games by questions: only those that the game leaves open, as the price table says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from schafkopf.cli.books.names import folded, person
from schafkopf.cli.books.phrase import read_phrase, vocabulary
from schafkopf.cli.books.speech import Misread, Speech
from schafkopf.cli.sheet import booking
from schafkopf.cli.sheet.desk import Desk
from schafkopf.cli.sheet.telling import content_text, tell_line, tell_turn, why
from schafkopf.club import prices
from schafkopf.club.sheet import Refused, State
from schafkopf.club.sheet.exports import labels
from schafkopf.club.sheet.ops import Content, Passed, Played, Redone, Result, Undone
from schafkopf.club.sheet.pricing import rules_of
from schafkopf.game.errors import SchafkopfError

Read = Callable[[str], str]
"""Prints a prompt and returns the line typed. Raises EOFError at the end of the input."""


class Leave(Exception):
    """The person wants to stop."""


class Back(Exception):
    """The person wants to begin this game anew."""


class Form:
    """Asks for one deal after the other."""

    def __init__(
        self, desk: Desk, speech: Speech, read: Read, look: Mapping[str, Callable[[State, Speech], None]]
    ) -> None:
        self.desk = desk
        self.speech = speech
        self.read = read
        self.look = look
        """What the words for looking show, by key."""

    def run(self) -> None:
        """Until the person leaves."""
        self.speech.out(self.speech.say("form", "help"))
        while True:
            self.speech.out()
            tell_turn(self.desk.state, self.speech)
            try:
                content = self.game()
                if content is not None and self.sure(content):
                    self.write(content)
            except Back:
                continue
            except Leave:
                return
            except SchafkopfError as fault:
                self.speech.out(self.speech.fault(fault))
                if fault.code.startswith("file/"):
                    raise

    def write(self, content: Content) -> None:
        """Put a line on the sheet; shows it as it then stands."""
        line = booking.enter(self.desk, lambda state: content)
        tell_line(line, self.desk.state, self.speech)

    # -- questions -----------------------------------------------------------------------------------------------------

    def line(self, question: str) -> str:
        """An answer. Raises Leave, and Back for the word that begins the game anew."""
        try:
            text = self.read(f"{question} ").strip()
        except (EOFError, KeyboardInterrupt):
            self.speech.out()
            raise Leave from None
        word = self.command(text)
        if word == "quit":
            raise Leave
        if word == "back":
            raise Back
        return text

    def command(self, text: str) -> str | None:
        """The command that a word means."""
        commands = {"quit": "q", "back": "-", "undo": "u", "redo": "r", "list": "l", "balance": "b", "help": "?"}
        return next((key for key, letter in commands.items() if text.casefold() == letter), None)

    def game(self) -> Content | None:
        """The facts of the next deal; None after a command. Raises Misread and Refused."""
        state = self.desk.state
        if state.closed:
            self.speech.out(self.speech.fault(Refused("sheet/closed")))
            raise Leave
        one = booking.there(state)
        table = self.table(state, len(one.players) + len(one.resting))
        rows: dict[str, Any] = table["contracts"]
        ends = [end for end, row in table["ends"].items() if row.get("offered") and end != "played"]
        speech = self.speech
        offers = [*(speech.term("contracts", name) for name in rows), *(speech.say("ends", end) for end in ends)]
        speech.out("   ".join(f"{number} {word}" for number, word in enumerate(offers, 1)))
        text = self.line(speech.say("form", "game"))
        if self.did(text) or not text:
            return None
        number = int(text) if text.isdecimal() else 0
        if 1 <= number <= len(offers):
            name = [*rows, *ends][number - 1]
            if name in ends:
                return Passed(one.dealer, one.players, name, one.resting, one.ruled)
            said = Result(name)
        else:
            # A whole phrase is as good; what it leaves open is asked for.
            found = read_phrase([text], labels(state), speech.language, players=one.players)
            if found.result is None:
                return Passed(one.dealer, one.players, found.how, one.resting, one.ruled)
            said = found.result
            whole = Played(one.dealer, one.players, said, one.resting, one.ruled)
            if len(text.split()) > 1 and not booking.preview(self.desk, whole)[1].bill.error:
                return whole
        if said.contract not in rows:
            raise Misread("say/word", action=text)
        return Played(
            one.dealer, one.players, self.result(said, rows[said.contract], table, one), one.resting, one.ruled
        )

    @staticmethod
    def table(state: State, at_table: int) -> dict[str, Any]:
        """The price table of the next deal."""
        return prices.compile(rules_of(state.rulings[state.ruling].ruled), at_table).to_dict()

    def did(self, text: str) -> bool:
        """Carries out a command."""
        word, speech = self.command(text), self.speech
        if word is None:
            return False
        if word == "help":
            speech.out(speech.say("form", "help"))
        elif word in self.look:
            self.look[word](self.desk.state, speech)
        else:
            self.desk.do(Undone() if word == "undo" else Redone())
            speech.out(speech.say("form", word))
        return True

    def result(self, said: Result, row: dict[str, Any], table: dict[str, Any], one: booking.There) -> Result:
        """Asks for what the game leaves open."""
        speech = self.speech
        bill = row.get("bill", ())
        if row["result"] == "losers":
            virgins = any(slot.get("by") == "virgins" for slot in bill)
            said = self.ramsch(said, one, virgins=virgins, march=bool(row.get("march")))
        else:
            if said.declarer is None:
                said = replace(said, declarer=self.who(speech.say("form", "declarer"), one.players))
            if row["partner"] and not row["unnamed"] and said.partner is None:
                others = [other for other in one.players if other != said.declarer]
                alone = row["unnamed"] is not None
                said = replace(said, partner=self.who(speech.say("form", "partner"), others, open_=alone))
            if len(row["promises"]) > 1 and not said.promise:
                most = [promise[0] for promise in row["promises"]]
                said = replace(said, promise=self.number(speech.say("form", "promise"), most))
            if row["result"] != "always":
                said = self.outcome(said, row, one)
            for slot in bill:
                if "run" in slot:
                    said = self.run_of(said, row, slot)
            if table["strokes"] is not None:
                said = replace(said, by_club_jack=self.yes(speech.say("form", "jack")))
        if table["knocks"] and not said.knocks and not said.knockers:
            said = self.knocks(said, table["knocks"], one)
        if row["kontra"] and not said.kontra:
            said = replace(said, kontra=self.number(speech.say("form", "kontra"), range(row["kontra"] + 1)))
        return said

    def who(self, question: str, people: Sequence[str], *, open_: bool = False) -> str | None:
        """One of these people, by number or name; Enter for nobody where that is possible."""
        names = labels(self.desk.state)
        listed = "  ".join(f"{number} {names[id]}" for number, id in enumerate(people, 1))
        while True:
            text = self.line(f"{question} {listed}:")
            if not text and open_:
                return None
            try:
                return self.one_of(text, people)
            except Misread as fault:
                self.speech.out(self.speech.fault(fault))

    def one_of(self, text: str, people: Sequence[str]) -> str:
        """A person by number or name. Raises Misread."""
        if text.isdecimal() and 1 <= int(text) <= len(people):
            return people[int(text) - 1]
        return person(labels(self.desk.state), text, people)

    def several(self, question: str, people: Sequence[str]) -> tuple[str, ...]:
        """Some of these people; Enter for nobody."""
        names = labels(self.desk.state)
        listed = "  ".join(f"{number} {names[id]}" for number, id in enumerate(people, 1))
        while True:
            text = self.line(f"{question} {listed}:")
            try:
                return tuple(self.one_of(part.strip(), people) for part in text.split(",") if part.strip())
            except Misread as fault:
                self.speech.out(self.speech.fault(fault))

    def number(self, question: str, allowed: Sequence[int]) -> int:
        """A number; Enter for the first one allowed."""
        while True:
            text = self.line(question)
            if not text:
                return allowed[0]
            if text.lstrip("+-").isdecimal() and len(text) < 6 and int(text) in allowed:
                return int(text)
            self.speech.out(self.speech.say("form", "number", allowed=f"{min(allowed)} … {max(allowed)}"))

    def yes(self, question: str) -> bool:
        """Yes or no; Enter for no."""
        return folded(self.line(question)) in self.speech.say("form", "yes").split()

    # -- parts of a result ---------------------------------------------------------------------------------------------

    def outcome(self, said: Result, row: dict[str, Any], one: booking.There) -> Result:
        """Points, or won and lost in words."""
        key = "points" if row["result"] == "points" else "won"
        if said.points is not None or said.won is not None:
            return said
        marks = vocabulary(self.speech.language).marks
        while True:
            text = self.line(self.speech.say("form", key))
            known = all(word.isdecimal() or marks.get(word.casefold()) is not None for word in text.split())
            try:
                if not text or not known:
                    raise Misread("say/word", action=text)
                found = read_phrase(
                    [text], labels(self.desk.state), self.speech.language, players=one.players, old=said
                )
            except Misread as fault:
                self.speech.out(self.speech.fault(fault))
                continue
            assert found.result is not None
            return found.result

    def run_of(self, said: Result, row: dict[str, Any], slot: dict[str, Any]) -> Result:
        """The length of the run, and where it has to be asked for in time whether that was done."""
        if said.laufende:
            return said
        longest = row["laufende"]["1" if said.partner is None else "2"]
        allowed = [0, *range(1, longest[0] + 1), *range(-longest[1], 0)]
        said = replace(said, laufende=self.number(self.speech.say("form", "laufende"), allowed))
        if slot.get("claim") and said.laufende:
            said = replace(said, claimed=self.yes(self.speech.say("form", "claimed")))
        return said

    def knocks(self, said: Result, most: int, one: booking.There) -> Result:
        """How many knocked, or who."""
        while True:
            text = self.line(self.speech.say("form", "knocks"))
            if text.isdecimal() and int(text) <= most:
                return replace(said, knocks=int(text))
            try:
                people = tuple(
                    person(labels(self.desk.state), part, one.players) for part in text.split(",") if part.strip()
                )
                return replace(said, knockers=people)
            except Misread as fault:
                self.speech.out(self.speech.fault(fault))

    def ramsch(self, said: Result, one: booking.There, *, virgins: bool, march: bool) -> Result:
        """Who lost, or who marched."""
        speech = self.speech
        if said.losers or said.march is not None:
            return said
        losers = self.several(speech.say("form", "losers"), one.players)
        if not losers and march:
            return replace(said, march=self.who(speech.say("form", "march"), one.players))
        others = [id for id in one.players if id not in losers]
        return replace(
            said, losers=losers, virgins=self.several(speech.say("form", "virgins"), others) if virgins else ()
        )

    def sure(self, content: Content) -> bool:
        """Shows what the line would bring and asks whether it shall be written."""
        state, line = booking.preview(self.desk, content)
        if line.bill.error:
            self.speech.out(content_text(content, state, self.speech))
            self.speech.out(why(line, self.speech))
            return False
        tell_line(line, state, self.speech)
        text = folded(self.line(self.speech.say("form", "sure")))
        return not text or text in self.speech.say("form", "yes").split()
