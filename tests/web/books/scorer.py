"""Somebody who keeps the score on a phone, and counts his taps."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Locator
from tests.web.people import People
from tests.web.player import Player

from schafkopf.club.sheet import State, fold, read_stored
from schafkopf.text.bill import money

Data = dict[str, Any]
NAMES = ("Anna", "Beni", "Cilli", "Dora", "Emil")
RUF: Data = {"contract": "rufspiel", "declarer": "Anna", "partner": "Cilli"}
SOLO: Data = {"contract": "solo", "declarer": "Beni"}
WENZ: Data = {"contract": "wenz", "declarer": "Dora"}
ENDINGS = {
    (True, False, False): "won",
    (True, True, False): "won_schneider",
    (True, True, True): "won_schwarz",
    (False, False, False): "lost",
    (False, True, False): "lost_schneider",
    (False, True, True): "lost_schwarz",
}


class Scorer:
    """One phone with a sheet on it."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.page = player.page
        self.words = player.words
        self.taps = 0

    # -- where things are --------------------------------------------------------------------------------------------

    def tap(self, what: Locator) -> None:
        """One more."""
        self.player.press(what)
        self.taps += 1

    @property
    def dialog(self) -> Locator:
        """What is open over the page."""
        return self.page.get_by_role("dialog")

    def key(self, question: str, answer: str) -> Locator:
        """An answer in the dialog."""
        group = self.dialog.get_by_role("group", name=self.words(f"sheet.{question}"), exact=True)
        return group.get_by_role("button", name=answer, exact=True)

    def contract(self, name: str) -> str:
        """What a game is called on its key."""
        return self.words(f"terms.contracts.{name}").split(" (")[0]

    def tile(self, name: str) -> Locator:
        """Somebody at the table."""
        table = self.page.get_by_role("list", name=self.words("sheet.actions.who"), exact=True)
        return table.get_by_role("button", name=re.compile(rf"^{re.escape(name)}( |$)"))

    @property
    def lines(self) -> Locator:
        """All lines, the newest first."""
        return self.page.get_by_role("list", name=self.words("sheet.line.newest")).get_by_role("listitem")

    def tab(self, name: str) -> None:
        """Turn to a part of the sheet."""
        tab = self.page.get_by_role("tab", name=self.words(f"sheet.tabs.{name}"), exact=True)
        if self.player.manner != "keys":
            self.player.press(tab)
            return
        self.player.reach(self.page.get_by_role("tab", selected=True))
        for _ in range(5):
            if tab.get_attribute("aria-selected") == "true":
                return
            self.page.keyboard.press("ArrowRight")
        raise AssertionError(f"the arrow keys do not get to {name}")

    # -- what is done ------------------------------------------------------------------------------------------------

    def begin(self, names: Sequence[str], rules: str = "bavaria", dealer: str | None = None) -> str:
        """A new sheet; -> its address."""
        words = self.words
        self.page.goto("/sheets")
        self.player.press(self.player.button(words("sheet.mine.new")))
        for place, name in enumerate(names, 1):
            field = self.page.get_by_label(words("sheet.new.name", n=place), exact=True)
            if not field.count():
                self.player.press(self.player.button(words("sheet.new.add")))
            field.fill(name)
        if dealer is not None:
            group = self.page.get_by_role("group", name=words("sheet.new.dealer"))
            self.player.press(group.get_by_role("button", name=dealer, exact=True))
        base, *variants = rules.split("+")
        self.player.choose(words("new.rules.ruleset"), base)
        if variants:
            self.player.press(self.page.get_by_text(words("new.rules.house")))
            self.player.press(self.page.get_by_text(words("rules.variants")))
            for variant in variants:
                box = self.page.get_by_role("checkbox", name=words(f"terms.presets.{variant}"), exact=True)
                box.check(force=True)
                self.page.wait_for_function("box => box.checked", arg=box.element_handle())
        self.player.press(self.player.button(words("sheet.new.start")))
        # Until the prices have come nothing can be entered.
        key = self.player.button(words("sheet.actions.game_long")).and_(self.page.locator(":enabled"))
        key.wait_for(timeout=60_000)
        return self.page.url

    def game(self, facts: Data) -> int:
        """Enter a game; -> the taps it took. facts: as `schafkopf.club.sheet.ops.Result` has them, with names."""
        self.taps = 0
        first = self.open(facts)
        self.fill(facts, first)
        self.enter()
        return self.taps

    def open(self, facts: Data) -> str:
        """Begin; -> the game that is chosen by itself."""
        if facts.get("declarer"):
            self.tap(self.tile(facts["declarer"]))
        else:
            self.tap(self.player.button(self.words("sheet.actions.game_long")))
        group = self.dialog.get_by_role("group", name=self.words("sheet.entry.contract"), exact=True)
        self.dialog.get_by_role("button", name=self.words("sheet.entry.enter"), exact=True).wait_for()
        if not group.count():
            return str(facts["contract"])
        chosen = group.locator("[aria-pressed=true]").inner_text()
        return next((name for name in self.words.table("terms.contracts") if self.contract(name) == chosen), "")

    def fill(self, facts: Data, chosen: str) -> None:
        """Answer what is to be answered."""
        words = self.words
        if facts["contract"] != chosen:
            self.tap(self.key("entry.contract", self.contract(facts["contract"])))
        if facts.get("promise"):
            self.tap(self.key("entry.promise", str(facts["promise"])))
        if facts.get("partner") and self._asked("entry.partner"):
            self.tap(self.key("entry.partner", facts["partner"]))
        for name in ("losers", "virgins"):
            for person in facts.get(name, ()):
                self.tap(self.key(f"entry.{name}", person))
        if facts.get("march"):
            self.tap(self.key("entry.march", facts["march"]))
        if facts.get("points") is not None:
            self._points(facts["points"])
        elif self._asked("entry.ending"):
            key = (
                facts.get("ending")
                or ENDINGS[
                    facts["won"], bool(facts.get("schneider") or facts.get("schwarz")), bool(facts.get("schwarz"))
                ]
            )
            found = self.key("entry.ending", words(f"sheet.entry.endings.{key}"))
            # In a Tout there is no Schneider.
            plain = self.key("entry.ending", words(f"sheet.entry.endings.{key.partition('_')[0]}"))
            self.tap(found if found.count() else plain)
        run = facts.get("laufende", 0)
        # A run that nobody is paid for is not asked for.
        length = self.key("entry.with" if run > 0 else "entry.without", str(abs(run)))
        if run and length.count():
            self.tap(length)
        if facts.get("kontra"):
            level = ("kontra", "re", "supra", "resupra")[facts["kontra"] - 1]
            self.tap(self.key("entry.kontra", words(f"terms.game.{level}")))
        for person in facts.get("knockers", ()):
            self.tap(self.key("entry.knocks", person))
        if facts.get("by_club_jack"):
            self._switch("entry.jack")
        if not facts.get("claimed", True) and self._switched("entry.claimed"):
            self._switch("entry.claimed")

    def enter(self, key: str = "enter") -> None:
        """The last tap."""
        button = self.dialog.get_by_role("button", name=self.words(f"sheet.entry.{key}"), exact=True)
        self.tap(button)
        self.dialog.wait_for(state="hidden")

    def passed(self, how: str) -> int:
        """Nobody played; -> the taps."""
        self.taps = 0
        self.tap(self.player.button(self.words("sheet.actions.passed")))
        key = self.key("passed.how", self.words(f"sheet.line.ends.{how}"))
        key.wait_for()
        if key.get_attribute("aria-pressed") != "true":
            self.tap(key)
        self.enter()
        return self.taps

    def other(self, kind: str) -> None:
        """Open a correction, a penalty or a payment."""
        self.player.press(self.player.button(self.words("sheet.actions.other")))
        self.player.press(self.dialog.get_by_role("button", name=self.words(f"sheet.actions.{kind}"), exact=True))

    def edit(self, number: int, change: Callable[[], None]) -> None:
        """Change line `number` in its dialog."""
        self.look(number)
        self.player.press(self.dialog.get_by_role("button", name=self.words("sheet.line.edit"), exact=True))
        self.dialog.get_by_role("button", name=self.words("sheet.entry.save"), exact=True).wait_for()
        change()
        self.enter("save")

    def look(self, number: int) -> None:
        """Open a line."""
        self.player.press(self.line(number).get_by_role("button"))
        self.dialog.get_by_role("heading", name=self.words("sheet.line.title", n=number), exact=True).wait_for()

    def close(self) -> None:
        """Close what is open."""
        self.page.keyboard.press("Escape")
        self.dialog.wait_for(state="hidden")

    def line(self, number: int) -> Locator:
        """A line by its number."""
        return self.lines.filter(has=self.page.locator(".number", has_text=re.compile(rf"^{number}$")))

    def settled(self) -> None:
        """Wait until everything is with the server."""
        self.page.get_by_role("status").get_by_text(self.words("sheet.status.online"), exact=True).wait_for()

    def waiting(self, number: int) -> None:
        """Wait until so many entries wait for a connection."""
        text = self.words.pattern("sheet.status.waiting", n=number)
        self.page.get_by_role("status").get_by_text(text).wait_for()

    # -- what is read ------------------------------------------------------------------------------------------------

    def amounts(self) -> list[list[str]]:
        """What each line brings everybody at the table, from the first line on, as it is written."""
        # Before the prices are there, nobody knows whether 120 is 1.20.
        self.page.wait_for_function(
            "() => ![...document.querySelectorAll('ol .sum')].some((e) => e.lastChild.data.includes('…'))"
        )
        return list(
            reversed(
                self.lines.evaluate_all(
                    "all => all.map((li) => [...li.querySelectorAll('.sum')].map((e) => e.lastChild.data.trim()))"
                )
            )
        )

    def written(self, amount: int, unit: str) -> str:
        """An amount as a line has it."""
        if amount == 0:
            return "·"
        if unit != "cent":
            return f"{amount:+d}".replace("-", "−")
        return money(amount, "cent", self.words.language, sign=True).replace("€", "").strip().replace("-", "−")

    def log(self) -> list[Data]:
        """The ops that the server has."""
        answer = self.page.context.request.get(f"/api/sheets/{self.id}")
        assert answer.ok, answer.text()
        found: list[Data] = answer.json()["log"]
        return found

    @property
    def id(self) -> str:
        """Of the sheet."""
        return self.page.url.partition("/sheet/")[2].partition("#")[0]

    # -- inside ------------------------------------------------------------------------------------------------------

    def _asked(self, question: str) -> bool:
        return self.dialog.get_by_role("group", name=self.words(f"sheet.{question}"), exact=True).count() > 0

    def _switched(self, name: str) -> bool:
        return self.dialog.get_by_role("switch", name=self.words(f"sheet.{name}"), exact=True).count() > 0

    def _switch(self, name: str) -> None:
        self.tap(self.dialog.locator("label").filter(has_text=self.words(f"sheet.{name}")))

    def _points(self, points: int) -> None:
        field = self.dialog.get_by_label(self.words("sheet.entry.points"), exact=True)
        if not field.count():
            self.tap(self.dialog.get_by_role("button", name=self.words("sheet.entry.more"), exact=True))
        field.fill(str(points))
        self.taps += 1


def scorer(invite: People, **options: Any) -> Scorer:
    """Somebody with a small phone."""
    # How many may sit at a table is asked by asking.
    invite.expected.add("so many cannot sit")
    return Scorer(invite("en", manner="touch", **options))


def sheet_of(phone: Scorer) -> State:
    """What the server's ops come down to."""
    return fold([read_stored(op) for op in phone.log()])
