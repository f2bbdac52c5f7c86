"""Drawing a deal: from a view of the person's seat to lines on a Rich console."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from schafkopf.cli.play.faces import Faces, groups, is_trump, sort_hand, table_of
from schafkopf.cli.play.words import Words
from schafkopf.game.alphabet import LEVELS
from schafkopf.game.cards import NAMES, POINTS, UNKNOWN
from schafkopf.game.session import Session
from schafkopf.game.view import SeenTrick, View
from schafkopf.text.bill import money

_PLAIN = "╭─╮│╰─╯"
_TRUMP = "╔═╗║╚═╝"
_NAME_MAX = 12
_WORD = re.compile(r"\s*(?:[♣♠♥♦●] )?\S+\s*")
_PATH_PART = re.compile(r"[^/\\]*[/\\]?")


class Screen:
    """Writes what a view shows. Never wider than the console."""

    def __init__(self, console: Console, words: Words, seat: int) -> None:
        self.console = console
        self.words = words
        self.seat = seat

    @property
    def faces(self) -> Faces:
        """The cards in use."""
        return self.words.faces

    @property
    def width(self) -> int:
        """Cells a line may have."""
        return self.console.width

    def line(self, text: Text | str = "", style: str = "", *, indent: int = 1, hang: int = 0) -> None:
        """One paragraph, wrapped to the width with an indent; lines after the first are indented by `hang` more."""
        body = text if isinstance(text, Text) else Text(text)
        if style:
            body.stylize_before(style)
        room = max(10, self.width - indent)
        for number, part in enumerate(body.divide(_breaks(body.plain, room, max(10, room - hang)))):
            part.rstrip()
            self.console.print(Text(" " * (indent + hang if number else indent)) + part, soft_wrap=True)
        if not body.plain:
            self.console.print()

    def rule(self, title: str, *, heavy: bool = False) -> None:
        """A line across the screen with a title."""
        bar = "━" if heavy else "─"
        text = Text(f"{bar * 2} ", style="dim")
        text.append(title, style="bold not dim")
        text.truncate(self.width - 4, overflow="ellipsis")
        text.append(" " + bar * max(0, self.width - text.cell_len - 1), style="dim")
        self.console.print()
        self.console.print(text, soft_wrap=True)

    def name(self, seat: int, width: int = 0) -> Text:
        """A name, the person's own in bold, filled up to a width."""
        text = Text(self.words.name(seat), style="bold" if seat == self.seat else "")
        text.truncate(_NAME_MAX, overflow="ellipsis")
        text.pad_right(max(0, width - text.cell_len))
        return text

    @property
    def name_width(self) -> int:
        """Cells that the names' column takes."""
        return max(self.name(seat).cell_len for seat in range(len(self.words.names)))

    # -- the deal --------------------------------------------------------------------------------------------------

    def opening(self, view: View, session: Session, number: int) -> None:
        """The head of a deal: who deals, who begins, what was carried in."""
        words = self.words
        self.rule(words.say("deal", "title", number), heavy=True)
        self.line(" · ".join(self.circumstances(view)))
        if view.rules.chalk:
            strokes = " : ".join(str(n) for n in session.carried.strokes)
            self.line(f"{self.words.team((0, 2))} – {self.words.team((1, 3))}  {strokes}", "dim")

    def circumstances(self, view: View) -> list[str]:
        """Dealer, forehand, who sits out, pot and doublings brought in."""
        words = self.words
        carried = view.carried
        found = [
            f"{words.label('game', 'dealer')}: {words.name(view.dealer)}",
            f"{words.label('game', 'forehand')}: {words.name(view.seats[0])}",
        ]
        resting = [seat for seat in range(view.at_table) if seat not in view.seats]
        if resting:
            found.append(words.say("deal", "resting", names=words.team(resting)))
        if carried.pot:
            amount = money(carried.pot, view.rules["tariff.unit"], words.language)
            found.append(f"{words.label('game', 'pot')}: {amount}")
        factor = 2 ** (carried.double + len(carried.bock))
        if factor > 1:
            found.append(words.say("deal", "doubled", factor=factor))
        if carried.carry is not None:
            found.append(words.label("settlement", "carry"))
        return found

    def status(self, view: View) -> None:
        """One line on the contract, its players and doublings."""
        contract = view.contract
        if contract is None:
            return
        words = self.words
        parts = [words.seen(contract)]
        if contract.declarer is not None:
            parts.append(f"{words.label('game', 'declarer')}: {words.name(contract.declarer)}")
        if contract.partner is not None:
            parts.append(f"{words.label('game', 'partner')}: {words.name(contract.partner)}")
        factor = 2 ** len(view.kontra)
        if factor > 1:
            parts.append(f"{words.term('settlement', 'kontra')} ×{factor}")
        self.console.print()
        self.line(" · ".join(parts), "dim")

    def hand(self, view: View, *, choosing: bool = False) -> None:
        """The person's hand, trumps with double frames; while choosing, numbers under the cards that may be played."""
        table = table_of(view.rules, view.contract)
        cards = sort_hand(table, view.hand)
        if not cards:
            return
        playable = {text.removeprefix("give ") for text in view.options} if choosing else set()
        rows = [Text(" "), Text(" "), Text(" "), Text(" ")]
        number = 0
        for group in groups(table, cards):
            trump = is_trump(table, group[0])
            if number:
                for row in rows:
                    row.append(" ")
            label = Text(self.words.label("game", "trump") if trump else "", style="italic")
            label.truncate(6 * len(group), overflow="ellipsis", pad=True)
            rows[0].append_text(label)
            for card in group:
                number += 1
                self._card(rows[1:], card, number, trump=trump, playable=card in playable, choosing=choosing)
        if view.contract is None:
            self.console.print()
        for row in rows if any(is_trump(table, card) for card in cards) else rows[1:]:
            row.rstrip()
            self.console.print(row, soft_wrap=True)

    def _card(
        self, rows: Sequence[Text], card: str, number: int, *, trump: bool, playable: bool, choosing: bool
    ) -> None:
        frame = _TRUMP if trump else _PLAIN
        style = "dim" if choosing and not playable else "bold" if trump else ""
        face = self.faces.inside(card)
        if choosing and not playable:
            face.stylize("not bold dim")
        foot = f" {number} ".center(4, frame[5]) if playable else frame[5] * 4
        rows[0].append(frame[0] + frame[1] * 4 + frame[2], style=style)
        rows[1].append(frame[3], style=style).append_text(face).append(frame[3], style=style)
        rows[2].append(frame[4], style=style).append(foot, style=style).append(frame[6], style=style)

    # -- what happens ----------------------------------------------------------------------------------------------

    def happened(self, before: View, after: View) -> None:
        """What the last action changed, as the person sees it."""
        action = after.log[-1]
        if before.phase == "play" and (action.text in NAMES or action.text == UNKNOWN):
            self._card_played(before, after, action.seat, action.text)
        else:
            self._spoken(action.seat, action.text)
        if before.contract is None and after.contract is not None:
            self.contract(after)
        elif _partner_shown(before, after):
            assert after.contract is not None and after.contract.partner is not None
            name = self.words.name(after.contract.partner)
            self.line(f"{self.words.label('game', 'partner')}: {name}", "italic", indent=3)

    def contract(self, view: View) -> None:
        """Who plays what."""
        contract = view.contract
        assert contract is not None
        game = self.words.seen(contract)
        key = "plays" if contract.declarer is not None else "everyone" if contract.line == "everyone" else "somebody"
        name = "" if contract.declarer is None else self.words.name(contract.declarer)
        self.console.print()
        self.line(Text.assemble(("★ ", "yellow"), (self.words.say("game", key, name=name, game=game), "bold")))
        if contract.line == "called" and contract.partner == self.seat:
            self.line(self.words.say("game", "you_are_partner"), "italic", indent=3)

    def _spoken(self, seat: int, text: str) -> None:
        shown = self.words.action(text)
        said = Text(shown if text.startswith("give ") else self.words.say("game", "said", text=shown))
        said.stylize("bold magenta" if text in LEVELS else "" if text in ("pass", "keep") else "bold")
        self.line(Text("   ") + self.name(seat, self.name_width + 2) + said, indent=0)

    def _card_played(self, before: View, after: View, seat: int, card: str) -> None:
        if before.trick is None:
            self.console.print()
            self.line(self.words.say("trick", "title", len(before.tricks) + 1), "bold")
        table = table_of(after.rules, after.contract)
        self._trick_card(seat, card, leads=before.trick is None, trump=is_trump(table, card))
        if len(after.tricks) > len(before.tricks):
            self.trick_taken(after.tricks[-1])

    def _trick_card(self, seat: int, card: str, *, leads: bool, trump: bool) -> None:
        line = (
            Text(" ▸ " if leads else "   ") + self.name(seat, self.name_width + 2) + self.faces.text(card, trump=trump)
        )
        if trump:
            line.append("  " + self.words.label("game", "trump"), style="dim")
        self.line(line, indent=0)

    def trick_taken(self, trick: SeenTrick) -> None:
        """Who takes a trick, and what lies in it."""
        assert trick.winner is not None
        points = sum(POINTS[NAMES.index(card)] for card in trick.cards if card in NAMES)
        line = Text.assemble((" → ", "bold"), self.name(trick.winner, self.name_width + 2))
        line.append(self.words.say("trick", "points", points))
        self.line(line, indent=0)

    def last_trick(self, view: View) -> None:
        """The trick before the present one."""
        if not view.tricks:
            self.line(self.words.say("trick", "none"))
            return
        trick = view.tricks[-1]
        self.console.print()
        self.line(self.words.say("trick", "last", len(view.tricks)), "bold")
        self._lay(view, trick)
        self.trick_taken(trick)

    def on_table(self, view: View) -> None:
        """The trick that is being played."""
        if view.trick is not None:
            self.console.print()
            self.line(self.words.say("trick", "title", len(view.tricks) + 1), "bold")
            self._lay(view, view.trick)

    def _lay(self, view: View, trick: SeenTrick) -> None:
        table = table_of(view.rules, view.contract)
        place = view.seats.index(trick.leader)
        for step, card in enumerate(trick.cards):
            seat = view.seats[(place + step) % len(view.seats)]
            self._trick_card(seat, card, leads=step == 0, trump=is_trump(table, card))

    def catch_up(self, view: View) -> None:
        """What has happened so far, for a deal that is taken up again."""
        for action in view.log:
            if action.text not in NAMES and action.text != UNKNOWN:
                self._spoken(action.seat, action.text)
        if view.contract is not None:
            self.contract(view)
        if view.tricks:
            self.last_trick(view)
        self.on_table(view)

    def all_hands(self, view: View) -> None:
        """Every hand as it was dealt, after the play."""
        table = table_of(view.rules, view.contract)
        self.console.print()
        self.line(self.words.say("bill", "hands"), "bold")
        for seat in view.seats:
            line = Text("  ") + self.name(seat, self.name_width + 2)
            for card in sort_hand(table, view.hands[seat]):
                shown = self.faces.text(card, trump=is_trump(table, card))
                line.append_text(Text(shown.plain.replace(" ", ""), style=shown.style)).append(" ")
            line.rstrip()
            self.line(line, indent=0)


def _breaks(text: str, first: int, rest: int) -> list[int]:
    """Where the lines after the first begin. A card stays with its sign; a path is parted after a separator only."""
    found: list[int] = []
    used, room = 0, first
    for word in _WORD.finditer(text):
        pieces = [word[0]] if cell_len(word[0].strip()) <= rest else _PATH_PART.findall(word[0])
        at = word.start()
        for piece in pieces:
            if used and used + cell_len(piece.rstrip()) > room:
                found.append(at)
                used, room = 0, rest
            used += cell_len(piece)
            at += len(piece)
    return found


def _partner_shown(before: View, after: View) -> bool:
    if before.contract is None or after.contract is None:
        return False
    return before.contract.partner is None and after.contract.partner not in (None, after.seat)
