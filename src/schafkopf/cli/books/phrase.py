"""A game in words, as somebody says it at the table: `solo Anna won schneider run=3 kontra=1`, `ruf Beni Dora 95`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from schafkopf.cli.books.names import Names, find, person
from schafkopf.cli.books.speech import Misread, texts
from schafkopf.club.sheet.ops import Result
from schafkopf.club.sheet.pricing import ENDINGS
from schafkopf.game.contract import CONTRACT_NAMES, KINDS
from schafkopf.text.catalog import catalog

LEVELS = ("kontra", "re", "supra", "resupra")
MOST_WORDS = 4
"""Of a name or a game that is typed without quotation marks."""
_GAP = re.compile(r"[\s-]+")


@dataclass(frozen=True)
class Vocabulary:
    """What words mean in one language; English and the ids are always understood. All folded, gaps as `-`."""

    contracts: dict[str, str]
    suits: dict[str, str]
    ends: dict[str, str]
    marks: dict[str, str]
    keys: dict[str, str]


def _plain(text: str) -> str:
    return _GAP.sub("-", text.strip().casefold())


@cache
def vocabulary(language: str) -> Vocabulary:
    """The words of a language."""
    contracts: dict[str, str] = {_plain(name): name for name in CONTRACT_NAMES}
    suits: dict[str, str] = {suit.casefold(): suit for suit in "EGHS"}
    ends: dict[str, str] = {_plain(end): end for end in ENDINGS}
    marks: dict[str, str] = {}
    keys: dict[str, str] = {}
    for lang in dict.fromkeys(("en", language)):
        own, terms = texts(lang), catalog(lang)
        contracts |= {_plain(word.split(" (")[0]): name for name, word in terms.entry("terms", "contracts").items()}
        for suit, word in terms.entry("terms", "suits").items():
            suits |= {_plain(part): suit for part in word.replace("(", "").replace(")", "").split()}
        for table, target in (("contracts", contracts), ("ends", ends), ("marks", marks), ("keys", keys)):
            for id, words in own.entry("words", table).items():
                target |= {_plain(word): id for word in [*words.split(), id]}
    return Vocabulary(contracts, suits, ends, marks, keys)


@dataclass(frozen=True)
class Said:
    """What a phrase says: a game, or how a deal was passed out."""

    result: Result | None = None
    how: str = ""


def read_phrase(
    words: Sequence[str], names: Names, language: str, *, players: Sequence[str], old: Result | None = None
) -> Said:
    """Read a phrase.

    players: ids of who holds cards. old: a game of which only what is said changes, unless another one is named.
    Raises Misread: `say/word`, `say/person`, `say/ambiguous`, `say/number`, `say/key`, `say/game`, `say/result`,
    `say/too-many`.
    """
    reader = _Reader(names, vocabulary(language), tuple(players))
    tokens = [part for word in words for part in _split(word, reader)]
    place = 0
    while place < len(tokens):
        place += reader.take(tokens[place : place + MOST_WORDS])
    return reader.said(old)


def _split(word: str, reader: _Reader) -> list[str]:
    """A word of the shell as it is if it means something whole, else its parts."""
    return [word] if "=" in word or reader.meaning(word) is not None else word.split()


class _Reader:
    """Takes words one by one."""

    def __init__(self, names: Names, known: Vocabulary, players: tuple[str, ...]) -> None:
        self.names, self.known, self.players = names, known, players
        self.fields: dict[str, Any] = {}
        self.people: list[str] = []
        self.how = ""
        self.levels: set[str] = set()

    def take(self, tokens: Sequence[str]) -> int:
        """Understand as many of the first words as belong together; returns how many."""
        if "=" in tokens[0]:
            self.key(tokens[0])
            return 1
        for many in range(len(tokens), 0, -1):
            if any("=" in token for token in tokens[:many]):
                continue
            act = self.meaning(" ".join(tokens[:many]))
            if act is not None:
                act()
                return many
        if len(tokens) > 1 and _plain(tokens[0]) in self.known.keys and "=" not in tokens[1]:
            # "without 4", "with Dora".
            self.key(f"{tokens[0]}={tokens[1]}")
            return 2
        raise Misread("say/word", action=tokens[0], allowed=tuple(self.names[id] for id in self.players))

    def meaning(self, text: str) -> Callable[[], None] | None:
        """What a text without `=` does; None if it means nothing."""
        known, plain = self.known, _plain(text)
        someone = find(self.names, text, self.players, whole=True) or find(self.names, text, whole=True)
        if someone is not None:
            return lambda: self.people.append(someone)
        if text.isdecimal() and len(text) < 10:
            return lambda: self.set("points", int(text))
        if plain in known.marks:
            return lambda: self.mark(known.marks[plain])
        if plain in known.ends:
            return lambda: self.end(known.ends[plain])
        game = self.game(plain)
        if game is not None:
            return lambda: self.named(*game)
        if plain in known.suits:
            return lambda: self.set("suit", known.suits[plain])
        begun = find(self.names, text, self.players)
        if begun is not None:
            return lambda: self.people.append(begun)
        meant = {name for word, name in known.contracts.items() if len(plain) > 1 and word.startswith(plain)}
        return (lambda: self.named(meant.pop(), None)) if len(meant) == 1 else None

    def game(self, plain: str) -> tuple[str, str | None] | None:
        """A contract by its whole name, with a suit before or after it (`herz-solo`, `solo-h`)."""
        if plain in self.known.contracts:
            return self.known.contracts[plain], None
        for word, suit in self.known.suits.items():
            for rest in (plain.removeprefix(f"{word}-"), plain.removesuffix(f"-{word}")):
                if rest != plain and rest in self.known.contracts and KINDS[self.known.contracts[rest]].suited:
                    return self.known.contracts[rest], suit
        return None

    def named(self, contract: str, suit: str | None) -> None:
        if self.how or self.fields.get("contract", contract) != contract:
            raise Misread("say/too-many", action=contract)
        self.fields["contract"] = contract
        if suit is not None:
            self.fields["suit"] = suit

    def end(self, how: str) -> None:
        if self.how or "contract" in self.fields:
            raise Misread("say/too-many", action=how)
        self.how = how

    def set(self, field: str, value: Any) -> None:
        if field in self.fields:
            raise Misread("say/too-many", action=str(value))
        self.fields[field] = value

    def mark(self, mark: str) -> None:
        """A word that stands alone."""
        if mark in LEVELS:
            self.level(mark)
        elif mark in ("won", "lost"):
            self.set("won", mark == "won")
        elif mark == "tie":
            self.set("points", 60)
        elif mark == "unclaimed":
            self.set("claimed", False)
        elif mark == "jack":
            self.set("by_club_jack", True)
        else:
            self.set(mark, True)

    def level(self, mark: str) -> None:
        """How often it was doubled: "Kontra Re" is twice."""
        if mark in self.levels or ("kontra" in self.fields and not self.levels):
            raise Misread("say/too-many", action=mark)
        self.levels.add(mark)
        self.fields["kontra"] = max(map(LEVELS.index, self.levels)) + 1

    def key(self, token: str) -> None:
        """A word with `=`."""
        word, _, value = token.partition("=")
        key = self.known.keys.get(_plain(word))
        if key == "with" and not _number(value):
            # "with three" is a run, "with Dora" a partner.
            key = "partner"
        if key is None:
            raise Misread("say/key", action=token, allowed=tuple(sorted(set(self.known.keys.values()))))
        if key in ("declarer", "partner", "march"):
            self.set(key, person(self.names, value, self.players))
        elif key in ("losers", "virgins"):
            self.set(key, self.several(value))
        elif key == "knocks" and not _number(value):
            self.set("knockers", self.several(value))
        elif key == "suit":
            if _plain(value) not in self.known.suits:
                raise Misread("say/word", action=value)
            self.set("suit", self.known.suits[_plain(value)])
        elif _number(value):
            number = int(value)
            self.set("laufende" if key in ("with", "without") else key, -number if key == "without" else number)
        else:
            raise Misread("say/number", action=token)

    def several(self, value: str) -> tuple[str, ...]:
        return tuple(person(self.names, name, self.players) for name in value.split(",") if name.strip())

    def said(self, old: Result | None) -> Said:
        """All of it together."""
        if self.how:
            if self.fields or self.people:
                raise Misread("say/too-many", action=self.how)
            return Said(how=self.how)
        if old is None and "contract" not in self.fields:
            raise Misread("say/game")
        if old is None or self.fields.get("contract", old.contract) != old.contract:
            base = Result(self.fields["contract"])
        else:
            base = _without(old, self.fields, bool(self.people))
        if base is not old and KINDS[base.contract].line != "everyone" and not self.fields.keys() & {"points", "won"}:
            raise Misread("say/result")
        return Said(replace(base, **{**self._who(base.contract), **self.fields}))

    def _who(self, contract: str) -> dict[str, Any]:
        """Whom the bare names mean: who lost a Ramsch, else who played and with whom."""
        if not self.people:
            return {}
        if KINDS[contract].line == "everyone":
            return {"losers": tuple(dict.fromkeys(self.people))}
        if len(self.people) > 2:
            raise Misread("say/too-many", action=", ".join(self.names[id] for id in self.people))
        return dict(zip(("declarer", "partner"), self.people, strict=False))


def _without(old: Result, fields: dict[str, Any], people: bool) -> Result:
    """A game without what the new words say otherwise."""
    if fields.keys() & {"points", "won", "schneider", "schwarz"}:
        old = replace(old, points=None, won=None, schneider=None, schwarz=False)
    if "knocks" in fields or "knockers" in fields:
        old = replace(old, knocks=0, knockers=())
    if "march" in fields:
        old = replace(old, losers=(), virgins=())
    if people or "losers" in fields:
        old = replace(old, declarer=None, partner=None, losers=(), march=None)
    return old


def _number(value: str) -> bool:
    return re.fullmatch(r"[+-]?\d{1,9}", value) is not None
