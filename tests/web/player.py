"""Somebody who plays through what is on the screen: roles and names, nothing behind them."""

from __future__ import annotations

import contextlib
import random
import re
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, Literal, TextIO

from playwright.sync_api import ConsoleMessage, Error, Locator, Page, TimeoutError
from tests.web.refusals import Refusals
from tests.web.words import Words

Manner = Literal["mouse", "touch", "keys"]
Data = dict[str, Any]
Seen = Literal["say", "card", "bill", "over", "lobby"]

_NAME = "e => e.getAttribute('aria-label') ?? e.innerText"
_NAMES = f"all => all.map({_NAME})"


class Player:
    """One tab, and the hand before it: a mouse, a finger, or a keyboard alone."""

    def __init__(self, page: Page, words: Words, manner: Manner, chance: random.Random) -> None:
        self.page = page
        self.words = words
        self.manner = manner
        self.chance = chance
        self.complaints: list[str] = []
        """Errors in the console."""
        self.console: list[str] = []
        self.prefer: Callable[[list[str]], str | None] | None = None
        """What to say of what may be said, if anything is preferred."""
        self.bold = 0.4
        """How often to name a game where one may pass."""
        self.refusals = Refusals(page)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(f"page: {error}"))

    def _hear(self, message: ConsoleMessage) -> None:
        self.console.append(message.text)
        # A refusal is looked at by itself, see `refused`.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.complaints.append(f"{self.page.url}: {message.text}")

    def refused(self) -> list[str]:
        """What was refused, and why."""
        return self.refusals.told()

    # -- where things are --------------------------------------------------------------------------------------------

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """A button by its name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def link(self, name: str) -> Locator:
        """A link by its name."""
        return self.page.get_by_role("link", name=name, exact=True)

    def heading(self, name: str | re.Pattern[str]) -> Locator:
        """A heading by its name."""
        return self.page.get_by_role("heading", name=name, exact=True)

    @property
    def hand(self) -> Locator:
        """One's own cards."""
        return self.page.get_by_role("toolbar", name=self.words("table.hand.label")).get_by_role("button")

    @property
    def playable(self) -> Locator:
        """Those that may be played or given now."""
        names = self.words.any("table.cards.playable", "table.cards.give")
        return self.page.get_by_role("toolbar", name=self.words("table.hand.label")).get_by_role("button", name=names)

    @property
    def answers(self) -> Locator:
        """What may be said now."""
        asks = (f"table.ask.{name}" for name in ("knock", "trump", "choice", "say", "must"))
        return self.page.get_by_role("region", name=self.words.any(*asks)).get_by_role("button")

    @property
    def kontra(self) -> Locator:
        """The button for doubling, out of turn too."""
        return self.page.locator("[aria-keyshortcuts=k]")

    @property
    def next(self) -> Locator:
        """On to the next deal."""
        return self.button(self.words("after.next.next"))

    @property
    def begin(self) -> Locator:
        """Begin, at a new table."""
        return self.button(self.words.any("lobby.start", "lobby.start_bots"))

    @property
    def finished(self) -> Locator:
        """The heading of the settled evening."""
        return self.heading(self.words("after.settle.title"))

    @property
    def bill(self) -> Locator:
        """The heading over a finished deal."""
        return self.page.locator("main h1")

    # -- what is read ------------------------------------------------------------------------------------------------

    def names(self, found: Locator) -> list[str]:
        """The names of all that was found, as a screen reader says them."""
        return [" ".join(name.split()) for name in found.evaluate_all(_NAMES)]

    def cards(self) -> list[str]:
        """One's own hand: cards."""
        known = self.words.cards
        names = self.names(self.hand)
        held = []
        for name in names:
            held += [card for text, card in known.items() if name == text or name.startswith((f"{text},", f"{text} "))]
        assert len(held) == len(names), (held, names)
        return held

    def deal_number(self) -> int | None:
        """Which deal is on the table; None if there is none, as when the last card has played itself meanwhile."""
        table = self.page.get_by_role("region", name=self.words("table.menu.title"))
        found = self.words.within("table.bar.deal").search(" ".join(table.locator("header").all_inner_texts()))
        return None if found is None else int(found[1])

    def seats(self) -> list[str]:
        """What is said of each seat, clockwise from one's left; one's own last."""
        return self.names(self.page.get_by_role("region", name=self.words("table.menu.title")).locator("[data-seat]"))

    def state(self) -> Data:
        """What the server tells this person, to compare with."""
        code = self.page.url.rpartition("/t/")[2]
        answer = self.page.context.request.get(f"/api/tables/{code}")
        assert answer.ok, answer.text()
        found: Data = answer.json()["state"]
        return found

    def text(self) -> str:
        """All that can be read on the page."""
        return self.page.locator("body").inner_text()

    def show(self, path: Path, out: TextIO) -> None:
        """Keep the screen for whoever looks for a fault."""
        with contextlib.suppress(Error):
            self.page.screenshot(path=path)
            print(f"{path}: {self.page.url}\n{self.text()[:1500]}\n{self.complaints}\n{self.refused()}", file=out)

    # -- what is done ------------------------------------------------------------------------------------------------

    def press(self, what: Locator, **options: Any) -> None:
        """Click it, tap it, or go there with the keyboard and press Enter."""
        if self.manner == "mouse":
            what.click(**options)
        elif self.manner == "touch":
            what.tap(**options)
        else:
            self.reach(what)
            self.page.keyboard.press("Enter")

    def reach(self, what: Locator) -> None:
        """Move the focus there by Tab; it must be visible."""
        what.wait_for()
        # In one question: between two the page may have moved on.
        focused = "e => e === document.activeElement && e.matches(':focus-visible')"
        for _ in range(120):
            if what.evaluate(focused):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not get to {what}")

    def choose(self, label: str, value: str) -> None:
        """An entry of a list."""
        field = self.page.get_by_label(label, exact=True)
        if self.manner == "keys":
            self.reach(field)
            for _ in range(field.locator("option").count()):
                if field.input_value() == value:
                    return
                self.page.keyboard.press("ArrowDown")
            for _ in range(field.locator("option").count()):
                if field.input_value() == value:
                    return
                self.page.keyboard.press("ArrowUp")
            assert field.input_value() == value
        else:
            field.select_option(value)

    def pick_choice(self, label: str) -> None:
        """One of several radio buttons."""
        radio = self.page.get_by_role("radio", name=label, exact=True)
        if self.manner == "keys":
            group = radio.locator("xpath=ancestor::fieldset").get_by_role("radio")
            self.reach(group.and_(self.page.locator(":checked")))
            for _ in range(group.count()):
                if radio.is_checked():
                    return
                self.page.keyboard.press("ArrowRight")
            assert radio.is_checked()
        else:
            self.press(self.page.locator("label").filter(has=radio))

    def open_home(self) -> None:
        """The first page."""
        self.page.goto("/")
        self.button(self.words("home.play")).wait_for()

    def new_table(self, rules: str = "bavaria", *, bots: bool = True, pace: str = "instant") -> None:
        """Set up a table on the page for that; `rules` may name presets, as in a link."""
        words = self.words
        self.page.goto("/new" if "+" not in rules else f"/new?rules={rules.replace('+', '%2B')}")
        if "+" not in rules:
            self.choose(words("new.rules.ruleset"), rules)
        if bots:
            self.press(self.button(words("new.seats.all_bots")))
        self.pick_choice(words(f"new.table.pace_{pace}"))
        self.press(self.button(words("new.create")))
        self.begin.wait_for()

    def play_now(self) -> None:
        """One click on the first page."""
        self.open_home()
        self.press(self.button(self.words("home.play")))
        self.hand.first.wait_for()

    # -- playing -----------------------------------------------------------------------------------------------------

    def ready(self) -> Locator:
        """Whatever asks for something of this person."""
        return self.answers.or_(self.playable).or_(self.next).or_(self.finished).or_(self.begin)

    def wait(self, within_s: float = 60) -> Seen:
        """Until something is asked of this person; -> what."""
        self.ready().first.wait_for(timeout=within_s * 1000)
        # Soon, as the server tells for a while only what came after what.
        self.refusals.excuse()
        return self.seen() or self.wait(within_s)

    def seen(self) -> Seen | None:
        """What is asked of this person now."""
        for what, where in (
            ("say", self.answers),
            ("card", self.playable),
            ("bill", self.next),
            ("over", self.finished),
            ("lobby", self.begin),
        ):
            if where.count() > 0:
                return what  # type: ignore[return-value]
        return None

    def say(self, prefer: Callable[[list[str]], str | None] | None = None) -> str:
        """Say something: what is preferred, or by chance; -> what it was."""
        names = self.names(self.answers)
        if not names:
            return ""
        prefer = prefer or self.prefer
        wanted = prefer(names) if prefer is not None else None
        if wanted is None:
            quiet = [name for name in names if name in self._quiet]
            loud = [name for name in names if name not in quiet]
            bold = loud and (not quiet or self.chance.random() < self.bold)
            wanted = self.chance.choice(loud if bold else quiet or names)
        answer = self.answers.nth(names.index(wanted))
        if self.manner == "keys":
            self._keys_to(answer)
        else:
            self._try(answer)
        self._gone(self.answers.and_(self.button(wanted)))
        return wanted

    @property
    def _quiet(self) -> set[str]:
        return {self.words("table.plain.pass"), self.words("table.plain.keep")}

    def play_card(self, card: str | None = None) -> str:
        """Play a card that may be played; -> its name, or nothing where it was gone already."""
        names = self.names(self.playable)
        if not names:
            return ""
        index = self.chance.randrange(len(names))
        if card is not None:
            index = next(at for at, name in enumerate(names) if name.startswith(self.words.card(card)))
        found = self.playable.nth(index)
        if self.manner == "keys":
            self._keys_to(found)
        else:
            self._try(found, free=True)
        self._gone(self.page.get_by_role("toolbar").get_by_role("button", name=names[index], exact=True, pressed=False))
        return names[index]

    def _gone(self, what: Locator) -> None:
        """Look until what was pressed is no longer there, or chosen; where it stays, it stays."""
        with contextlib.suppress(TimeoutError):
            what.wait_for(state="detached", timeout=1500)

    def _free(self, card: Locator) -> Any:
        """A place of the card that no other card covers: its left upper part."""
        box = card.bounding_box(timeout=2000)
        if box is None:
            return None
        return {"x": max(6.0, min(box["width"] * 0.25, 20.0)), "y": min(box["height"] * 0.25, 24.0)}

    def _try(self, what: Locator, *, free: bool = False) -> None:
        """Press something that may be gone at any moment, as the last card that plays itself; `free`: where no other
        card lies.
        """
        try:
            self.press(what, timeout=8000, **({"position": self._free(what)} if free else {}))
        except TimeoutError:
            if self.ready().first.is_visible() and what.count() > 0:
                raise

    def _keys_to(self, what: Locator) -> None:
        """Arrow keys and digits from wherever the focus is to one of the answers or cards, then Enter."""
        focused = "e => e === document.activeElement && e.matches(':focus-visible')"
        try:
            for key in ("", "ArrowRight", "1", *["ArrowRight"] * 24):
                if key:
                    self.page.keyboard.press(key)
                if what.evaluate(focused, timeout=2000):
                    self.page.keyboard.press("Enter")
                    return
        except TimeoutError:
            return
        self.reach(what)
        self.page.keyboard.press("Enter")

    def double(self, likely: float = 0.25) -> bool:
        """Say Kontra, if one may and likes to."""
        if self.kontra.count() == 0 or self.chance.random() > likely:
            return False
        if self.manner == "keys":
            # The first goes there.
            self.page.keyboard.press("k")
            self.page.keyboard.press("k")
        else:
            self._try(self.kontra)
        return True

    def step(self) -> Seen:
        """Do the next thing that is asked for, whatever it is; a bill is left to the caller."""
        seen = self.wait()
        if seen == "say":
            self.say()
        elif seen == "card":
            if not self.double():
                self.play_card()
        return seen

    def deal(self, look: Callable[[Seen], None] | None = None, within_s: float = 240) -> Generator[None, None, Seen]:
        """To the end of the deal; -> `bill` or `over`. `look` is called before each step. Yields as long as nothing is
        asked of this person.
        """
        end = time.monotonic() + within_s
        while True:
            assert time.monotonic() < end, self.text()[:800]
            if not self.ready().first.is_visible():
                yield
                continue
            self.refusals.excuse()
            seen = self.seen()
            if seen in ("bill", "over"):
                return seen
            if seen is not None:
                if look is not None:
                    look(seen)
                self.step()

    def play_deal(self, look: Callable[[Seen], None] | None = None) -> Seen:
        """To the end of the deal, alone at the table."""
        steps = self.deal(look)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                found: Seen = end.value
                return found
            self.wait()

    def go_on(self) -> None:
        """From a bill to the next deal, as far as it depends on this person."""
        self.press(self.next)
        self.next.wait_for(state="hidden")

    def end_evening(self) -> None:
        """Settle up."""
        self.press(self.button(self.words("after.next.finish")))
        self.press(self.button(self.words("after.next.finish_yes")))
        self.finished.wait_for()

    def play_until(self, true: Callable[[], bool], deals: int = 8) -> None:
        """Until something is so; passes bills."""
        bills = 0
        while True:
            self.wait()
            if true():
                return
            seen = self.step()
            if seen == "bill":
                bills += 1
                assert bills <= deals, "it did not come to that"
                self.go_on()
            assert seen != "over"
