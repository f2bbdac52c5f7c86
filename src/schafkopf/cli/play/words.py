"""What is said at the table, in the person's language."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources

from schafkopf.cli.play.faces import Faces
from schafkopf.game.cards import NAMES, SUITS, UNKNOWN
from schafkopf.game.contract import KINDS
from schafkopf.game.errors import InvalidRuleset, SchafkopfError
from schafkopf.game.view import SeenContract
from schafkopf.text.catalog import Catalog, catalog
from schafkopf.text.errors import error_text

_SAID = (
    *("pass", "play", "knock", "keep", "kontra", "re", "supra", "resupra", "accept"),
    *("claim", "cut", "rest", "concede", "double", "redeal"),
)
# What lies on the same keys of a Cyrillic keyboard.
_CYRILLIC_KEYS = dict(zip("дрикйлфе", "lhbrqkat", strict=True)) | {",": "?"}


@cache
def terminal(language: str) -> Catalog:
    """The texts of the terminal game in one language."""
    path = resources.files("schafkopf.text") / "catalog" / language / "terminal.toml"
    return Catalog(language, tomllib.loads(path.read_text("utf-8")))


@dataclass(frozen=True)
class Words:
    """Texts, names and what actions are called."""

    language: str
    faces: Faces
    names: tuple[str, ...] = ()
    own: Catalog = field(init=False, repr=False)
    terms: Catalog = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "own", terminal(self.language))
        object.__setattr__(self, "terms", catalog(self.language))

    def say(self, table: str, key: str, n: int = 1, **values: object) -> str:
        """A text of the terminal game with its placeholders filled; `n` also chooses the plural form."""
        return self.own.text(table, key, n=n).format(n=n, **values)

    def term(self, *path: str) -> str:
        """A word of the game, without what stands in brackets."""
        return self.terms.text("terms", *path).split(" (")[0]

    def label(self, *path: str) -> str:
        """A word of the game that begins a line."""
        word = self.term(*path)
        return word[:1].upper() + word[1:]

    def name(self, seat: int) -> str:
        """Who sits there."""
        return self.names[seat]

    def team(self, seats: Iterable[int]) -> str:
        """Several people."""
        return " & ".join(self.names[seat] for seat in sorted(seats))

    def suit(self, suit: str) -> str:
        """A suit by the name it has on the cards in use."""
        return self.own.text("suits", "french" if self.faces.french else "german", suit)

    def game(self, name: str, suit: str | None = None, card: str | None = None, promise: int = 0) -> str:
        """A contract as it is named: "Herz-Solo"."""
        contract = self.term("contracts", name)
        if suit is None:
            text = contract
        elif KINDS[name].line == "called":
            text = self.say("game", "called", contract=contract, suit=self.suit(suit))
            if card is not None and card[1] != "A":
                text += f" ({self.faces.plain(card)})"
        else:
            text = self.say("game", "suited", contract=contract, suit=self.suit(suit))
        return f"{text} {promise}" if promise else text

    def seen(self, contract: SeenContract) -> str:
        """A contract as a view shows it."""
        return self.game(contract.name, contract.suit, contract.card, contract.promise)

    def action(self, text: str) -> str:
        """An action without its seat, as it is said: "I spui", "Herz-Solo 70", "♠ GA"."""
        if text in NAMES:
            return self.faces.plain(text)
        verb, *rest = text.split()
        if verb == "ramsch":
            # Said where all have passed; called as the contract that comes of it.
            return self.game(verb)
        if verb in _SAID:
            return self.term("game", verb)
        if verb == "throw-in":
            return self.term("game", "throw_in")
        if verb == "give" and rest[0] == UNKNOWN:
            return self.say("game", "gives_unseen")
        if verb == "give":
            return self.say("game", "gives", card=self.faces.plain(rest[0]))
        if verb == "trump":
            return self.say("game", "trump", suit=f"{self.faces.symbol(rest[0])} {self.suit(rest[0])}")
        if verb == "hochzeit":
            return self.term("game", "hochzeit")
        if verb not in KINDS:
            return text
        promise = int(rest.pop()) if rest and rest[-1].isdigit() else 0
        called = rest[0] if rest and len(rest[0]) == 2 else None
        return self.game(verb, rest[0][0] if rest else None, called, promise)

    def card(self, text: str) -> str | None:
        """The card a person typed, by its signs or with its suit in words (`Pik 8`); None if it is none."""
        wanted = " ".join(text.casefold().split())
        for style in ("french", "german"):
            for suit in SUITS:
                name = self.own.text("suits", style, suit).casefold()
                if wanted.startswith(name) or wanted.endswith(name):
                    rank = wanted.removeprefix(name).removesuffix(name).strip()
                    return self.faces.parse(self.faces.symbol(suit) + rank) or Faces("german").parse(suit + rank)
        return self.faces.parse(text)

    def error(self, error: SchafkopfError) -> str:
        """What went wrong, with what would be allowed as the person would say it; ids stay as they are typed."""
        if isinstance(error, InvalidRuleset):
            return error_text(error, self.language)
        # Who may double does not thereby follow suit.
        cards = tuple(text for text in error.allowed if text in NAMES)
        spoken = type(error)(
            error.code,
            error.detail,
            seat=error.seat,
            action=error.action,
            allowed=tuple(
                self.action(text) for text in cards or error.allowed if " " in text or text not in ("??", "")
            ),
            at=error.at,
            where=error.where,
        )
        return error_text(spoken, self.language, self.names)

    def yes(self, text: str, *, default: bool) -> bool | None:
        """Whether an answer means yes or no; None if neither."""
        wanted = text.strip().casefold()
        if not wanted:
            return default
        for key, meaning in (("yes", True), ("no", False)):
            if wanted in self.own.text("setup", key).split():
                return meaning
        return None


def command(text: str) -> str:
    """A command letter as typed, also from a Cyrillic keyboard."""
    wanted = text.strip().casefold()
    return _CYRILLIC_KEYS.get(wanted, wanted)


def pick(text: str, options: Sequence[str], words: Words) -> str | None:
    """The option that was typed: by number, by what is said, by its spelling in a record, or by a beginning of one."""
    wanted = " ".join(text.casefold().split())
    if wanted.isdecimal():
        place = int(wanted) - 1
        return options[place] if 0 <= place < len(options) else None
    exact = pick_word(text, options, words)
    if exact is not None or len(wanted) < 2:
        return exact
    found = {option for option in options for name in _spoken(option, words) if name.startswith(wanted)}
    return found.pop() if len(found) == 1 else None


def pick_word(text: str, options: Sequence[str], words: Words) -> str | None:
    """The option that was typed in full, as it is said or as records spell it."""
    wanted = " ".join(text.casefold().split())
    return next((option for option in options if wanted in _spoken(option, words)), None)


def _spoken(option: str, words: Words) -> tuple[str, str]:
    return words.action(option).casefold(), option.casefold()
