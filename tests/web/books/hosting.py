"""A host at his laptop: what he presses in a tournament, and what the server then knows."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from playwright.sync_api import Locator
from tests.web.player import Player

Data = dict[str, Any]


class Host:
    """Somebody who looks after a tournament; `book` is its id."""

    def __init__(self, player: Player, book: str = "") -> None:
        self.player = player
        self.page = player.page
        self.words = player.words
        self.book = book

    # -- what he presses -----------------------------------------------------------------------------------------------

    def say(self, address: str, **values: object) -> str:
        """A text of the tournament's pages."""
        return self.words(f"tournament.{address}", **values)

    def button(self, address: str, **values: object) -> Locator:
        """A button by its text."""
        return self.page.get_by_role("button", name=self.say(address, **values), exact=True)

    def goto(self, part: str) -> None:
        """Open a part of the page."""
        tab = self.page.get_by_role("tab", name=self.say(f"tabs.{part}"), exact=True)
        tab.click()
        self.page.locator(f"[role=tab][aria-selected=true]:text-is('{self.say(f'tabs.{part}')}')").wait_for()

    def set_up(self, name: str, rounds: int, games: int, prizes: Sequence[tuple[str, str]] = ()) -> None:
        """Make a tournament; prizes: euros and things."""
        page = self.page
        page.goto("/tournaments")
        self.button("mine.new").click()
        page.get_by_label(self.say("setup.name"), exact=True).fill(name)
        page.get_by_label(self.say("setup.rounds"), exact=True).fill(str(rounds))
        page.get_by_label(self.say("setup.games"), exact=True).fill(str(games))
        for place, (euros, thing) in enumerate(prizes, 1):
            self.button("prizes.add").click()
            page.get_by_label(self.say("prizes.amount_of", n=place), exact=True).fill(euros)
            page.get_by_label(self.say("prizes.thing_of", n=place), exact=True).fill(thing)
        self.button("setup.create").click()
        page.wait_for_url("**/tournament/*")
        self.book = page.url.rpartition("/")[2]
        page.get_by_role("heading", name=name, level=1).wait_for()

    def import_list(self, lines: str, people: int) -> None:
        """Paste a list; people: how many of it are good."""
        self.goto("players")
        self.button("players.import").click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_label(self.say("import.paste"), exact=True).fill(lines)
        self.button("import.check").click()
        take = dialog.get_by_role("button", name=self.words.pattern("tournament.import.take", n=people))
        take.click()
        dialog.wait_for(state="hidden")

    def draw(self, number: int, *, commit: bool = False) -> Data:
        """Draw a round; -> the round."""
        self.goto("draw")
        if commit:
            self.button("draw.commit").click()
            self.page.get_by_text(self.say("draw.hash"), exact=True).wait_for()
        self.button("draw.draw", n=number).click()
        self.page.locator("[data-rematches]").wait_for()
        found = self.view()["rounds"]
        assert len(found) == number
        return dict(found[number - 1])

    def results(self, number: int) -> None:
        """Turn to the results of a round, which somebody else may just have drawn."""
        self.goto("results")
        self.page.get_by_role("heading", name=self.say("results.title", n=number), exact=True).wait_for()

    def type_totals(self, table: int, points: Sequence[int], solos_won: Sequence[int] = (), reason: str = "") -> None:
        """Type a table in by keyboard alone: its number, the points, Enter after each."""
        page = self.page
        field = page.get_by_label(self.say("results.table"), exact=True).first
        field.fill(str(table))
        field.press("Enter")
        page.get_by_role(
            "heading", name=self.words.any("tournament.results.table_n", "tournament.results.correction")
        ).filter(has_text=str(table)).first.wait_for()
        inputs = page.locator("form.totals input:not([type=checkbox])")
        for index, value in enumerate((*points, *(solos_won or [""] * len(points)))):
            inputs.nth(index).fill(str(value))
        last = inputs.nth(len(points) * 2 - 1)
        if reason:
            last = inputs.nth(len(points) * 2)
            last.fill(reason)
        last.press("Enter")
        page.get_by_text(self.say("results.saved", n=table), exact=True).wait_for()

    def close_round(self, number: int) -> None:
        """Close a round in which nothing is missing."""
        self.goto("now")
        self.button("closing.close", n=number).click()
        self.page.get_by_text(self.say("closing.closed", n=number)).first.wait_for()

    # -- what the server knows -----------------------------------------------------------------------------------------

    def view(self) -> Data:
        """The tournament as he may see it."""
        answer = self.page.request.get(f"/api/tournaments/{self.book}")
        assert answer.ok, answer.text()
        return dict(answer.json())

    def do(self, *, seq: int | None = None, **doing: Any) -> Data:
        """Command something past the page; seq: what was seen before, else all there is."""
        body = {"id": secrets.token_urlsafe(12), "seq": self.view()["seq"] if seq is None else seq, "do": doing}
        answer = self.page.request.post(
            f"/api/tournaments/{self.book}/commands", data=body, headers={"X-Schafkopf": "1"}
        )
        assert answer.ok, answer.text()
        return dict(answer.json())

    def link(self, role: str) -> str:
        """The link of a role, as the page has it."""
        answer = self.page.request.get(f"/api/books/{self.book}/links").json()
        return str(next(link["path"] for link in answer["links"] if link["role"] == role))

    def file(self, path: str) -> bytes:
        """A file of the tournament."""
        answer = self.page.request.get(f"/api/tournaments/{self.book}/{path}")
        assert answer.ok, answer.text()
        return answer.body()


def people(count: int, *, teams: int = 0) -> str:
    """An entry list as a club has it in its spreadsheet."""
    rows = ["Nr.;Name;Verein;Mannschaft"]
    for number in range(1, count + 1):
        team = f"Mannschaft {1 + number % teams}" if teams else ""
        rows.append(
            f"{number};{_FIRST[number % len(_FIRST)]} {_LAST[number // len(_FIRST)]};Verein {number % 6};{team}"
        )
    return "\n".join(rows)


_FIRST = ("Anna", "Bert", "Carla", "Dora", "Emil", "Franz", "Gabi", "Hans", "Ida", "Jens")
_LAST = ("Huber", "Maier", "Sepp", "Wagner", "Bauer", "Gruber", "Lechner", "Kern", "Moser", "Pichler", "Auer")


def totals(number: int, table: int, seats: int) -> list[int]:
    """Points of a table that sum to nothing, others for each table and round."""
    found = [(7 * table + 5 * seat + 3 * number) % 23 - 11 for seat in range(seats - 1)]
    return [*found, -sum(found)]


def sizes(rounds: Iterable[Data]) -> list[Counter[int]]:
    """How many tables of which size each round has."""
    return [Counter(len(table["seats"]) for table in one["tables"]) for one in rounds]


def met_again(rounds: Iterable[Data]) -> int:
    """How often two met who had met before, counted from who sat where alone."""
    met: Counter[tuple[int, int]] = Counter()
    again = 0
    for one in rounds:
        now = [pair for table in one["tables"] for pair in combinations(sorted(table["seats"]), 2)]
        again += sum(1 for pair in now if met[pair])
        met.update(now)
    return again


def sums(rounds: Iterable[Data]) -> Counter[int]:
    """Everybody's points, added up from what the tables brought."""
    found: Counter[int] = Counter()
    for one in rounds:
        for table in one["tables"]:
            for number, points in zip(table["seats"], table["result"]["points"], strict=True):
                found[number] += points
    return found
