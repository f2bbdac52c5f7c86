"""`schafkopf play` from the options to the goodbye."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console

from schafkopf.cli.language import chosen
from schafkopf.cli.play import accounts, setup
from schafkopf.cli.play.ask import Ask, Leave, Read
from schafkopf.cli.play.faces import STYLES
from schafkopf.cli.play.saves import Evening, Save, SaveFault, Seating, data_folder, evenings, load, next_path
from schafkopf.cli.play.screen import Screen
from schafkopf.cli.play.table import Bot, Dice, Table
from schafkopf.game.dealing import first_dealer
from schafkopf.game.errors import InvalidRuleset
from schafkopf.game.ruleset import Ruleset
from schafkopf.game.session import Session
from schafkopf.game.view import View
from schafkopf.text.rulebook import sentence

MAX_WIDTH = 100


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the command; None: not given."""

    rules: str | None = None
    names: str | None = None
    seat: int | None = None
    language: str | None = None
    cards: str | None = None
    bots: str | None = None
    file: Path | None = None
    new: bool = False
    resume: bool = False
    seed: int | None = None
    deals: int | None = None
    width: int | None = None
    fast: bool = False
    watch: bool = False

    @property
    def for_new(self) -> bool:
        """Something was given that only a new evening can use."""
        return any(value is not None for value in (self.rules, self.names, self.seat, self.seed))


class BadOption(Exception):
    """An option that cannot be used, in words."""


def run(
    options: Options,
    *,
    console: Console | None = None,
    read: Read = input,
    bot: Bot | None = None,
    pause: Callable[[float], None] | None = accounts.wait,
) -> int:
    """Play until the evening is over or the person leaves; returns the exit code.

    1: the save cannot be used, or an option does not fit. bot: plays the other seats, else the kind that was named.
    """
    if console is None:
        console = Console(highlight=False)
        console.width = options.width or min(console.width, MAX_WIDTH)
    words = setup.words_for(chosen(options.language), options.cards or "german")
    screen = Screen(console, words, 0)
    try:
        return _evening(options, screen, read, bot, None if options.fast else pause)
    except (Leave, KeyboardInterrupt):
        # Nothing was begun yet.
        screen.line(screen.words.say("end", "bye"))
        return 0
    except SaveFault as fault:
        screen.line(fault_text(screen, fault), "red")
        return 1
    except InvalidRuleset as error:
        screen.line(screen.words.error(error), "red")
        return 1
    except BadOption as bad:
        screen.line(str(bad), "red")
        return 1


def fault_text(screen: Screen, fault: SaveFault) -> str:
    """What is wrong with a save, in words."""
    words = screen.words
    why = words.error(fault.cause) if fault.cause is not None else fault.detail
    text = words.say("save", fault.key, fault.line, file=str(fault.path))
    return f"{text} {why}".strip()


def _evening(
    options: Options, screen: Screen, read: Read, bot: Bot | None, pause: Callable[[float], None] | None
) -> int:
    if options.cards is not None and options.cards not in STYLES:
        raise BadOption(f"--cards: {' / '.join(STYLES)}")
    if bot is None and options.bots is not None:
        bot = load_bot(options.bots, screen)
    found = _resumed(options, screen, read)
    if found is None:
        save, evening, seating = _begun(options, screen, read)
    else:
        save, evening, seating = found
    if bot is None:
        bot = load_bot(seating.bots, screen)
    words = setup.words_for(seating.language, seating.cards, evening.names)
    screen = Screen(screen.console, words, seating.seat)
    ask = Ask(screen, read)
    screen.line(words.say("setup", "file", file=str(save.path)), "dim")
    table = Table(
        evening,
        seat=seating.seat,
        bot=bot,
        dice=Dice(seating.seed),
        save=save,
        screen=screen,
        ask=ask,
        pause=pause,
        watch=options.watch,
    )
    if found is None:
        # Who it is stands at the head of the first deal.
        screen.line(sentence(evening.rules, "dealer.first", words.language), "dim")
    try:
        save.write_seating(seating)
        table.play(options.deals)
    except (Leave, KeyboardInterrupt):
        screen.console.print()
        screen.line(words.say("save", "saved"))
        screen.line(words.say("end", "bye"))
        return 0
    except SaveFault as fault:
        screen.line(fault_text(screen, fault), "red")
        return 1
    if table.session.over:
        screen.rule(words.say("end", "title"), heavy=True)
        accounts.show_balances(screen, table.session, table.number - 1)
    screen.console.print()
    screen.line(words.say("end", "bye"))
    return 0


def _resumed(options: Options, screen: Screen, read: Read) -> tuple[Save, Evening, Seating] | None:
    """The saved evening to go on with, if there is one and the person wants it."""
    if options.resume and (options.new or options.for_new):
        raise BadOption(screen.words.say("setup", "resume_only"))
    path = options.file
    if path is None:
        known = evenings(data_folder())
        path = known[-1] if known else None
        if options.new or (options.for_new and not options.resume):
            return None
    elif options.new and path.exists():
        raise SaveFault("exists", path)
    if path is None or not path.exists():
        if options.resume:
            raise SaveFault("missing", path or data_folder())
        return None
    save, evening, seating = load(path)
    if evening.over:
        if options.file is not None or options.resume:
            raise SaveFault("over", path)
        return None
    seating = seating or Seating(language=screen.words.language)
    language = options.language or seating.language
    if not options.resume:
        if options.file is not None and options.for_new:
            raise SaveFault("exists", path)
        screen.words = setup.words_for(language, seating.cards)
        ask = Ask(screen, read)
        done = evening.records
        if not ask.sure(screen.words.say("setup", "resume", done, file=path.name), default=True):
            if options.file is not None:
                raise Leave
            return None
    changed = Seating(
        seat=seating.seat,
        language=language,
        cards=options.cards or seating.cards,
        bots=options.bots or seating.bots,
        seed=seating.seed,
    )
    return save, evening, changed


def _begun(options: Options, screen: Screen, read: Read) -> tuple[Save, Evening, Seating]:
    """A new evening; what the options leave open is asked."""
    from schafkopf.cli.rules import read_ruleset

    language = options.language or setup.ask_language(screen, read, screen.words.language)
    screen.words = setup.words_for(language, options.cards or "german")
    rules = read_ruleset(options.rules) if options.rules is not None else setup.ask_rules(screen, read)
    rules = setup.saved_form(rules)
    number = rules["table.seated"]
    seat = options.seat or 0
    if seat >= number:
        raise BadOption(screen.words.say("setup", "bad_seat", number - 1))
    names = _names(options, screen, read, rules, seat)
    cards = options.cards or setup.ask_cards(screen, read)
    seating = Seating(seat, language, cards, options.bots or "rules", options.seed)
    dealer = first_dealer(rules, number, Dice(options.seed).at("first dealer"))
    evening = Evening(Session.new(rules, number, dealer=dealer), names)
    return Save(options.file or next_path(data_folder())), evening, seating


def _names(options: Options, screen: Screen, read: Read, rules: Ruleset, seat: int) -> tuple[str, ...]:
    number = rules["table.seated"]
    if options.names is None:
        return setup.ask_names(screen, read, number, seat)
    try:
        return setup.check_names(options.names.split(","), number)
    except setup.BadNames as bad:
        raise BadOption(screen.words.say("setup", str(bad), number)) from None


def load_bot(name: str, screen: Screen) -> Bot:
    """The bot of this kind, `rules` or with a style `rules:bold`. Raises BadOption if there is none."""
    from importlib import import_module

    kind, _, style = name.partition(":")
    module = None
    if kind.isidentifier():
        try:
            module = import_module(f"schafkopf.engine.bots.{kind}")
        except ModuleNotFoundError:
            module = None
    if not (hasattr(module, "choose") and hasattr(module, "double")) or (
        style and style not in getattr(module, "STYLES", ())
    ):
        raise BadOption(screen.words.say("setup", "bad_bot", name=name))
    return _ModuleBot(module, (style,) if style else ())


class _ModuleBot:
    """A bot module of the engine as a player."""

    def __init__(self, module: Any, style: tuple[str, ...]) -> None:
        self._module = module
        self._style = style

    def choose(self, view: View, rng: Random) -> str:
        """One of the view's options."""
        found: str = self._module.choose(view, rng, *self._style)
        return found

    def double(self, view: View, rng: Random) -> str | None:
        """The doubling it wants to say, if any."""
        found: str | None = self._module.double(view, rng, *self._style)
        return found
