"""`schafkopf play` from the options to the goodbye."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console, ConsoleDimensions

from schafkopf.cli.language import chosen
from schafkopf.cli.play import accounts, setup
from schafkopf.cli.play.ask import Ask, Leave, Read
from schafkopf.cli.play.faces import STYLES
from schafkopf.cli.play.opponents import known_bot, known_bots, load_bot
from schafkopf.cli.play.saves import (
    Evening,
    Save,
    SaveFault,
    Seating,
    check_kind,
    damaged_path,
    data_folder,
    evenings,
    free_path,
    load,
    mend,
    next_path,
)
from schafkopf.cli.play.screen import Screen
from schafkopf.cli.play.table import Bot, Dice, Table
from schafkopf.game.dealing import first_dealer
from schafkopf.game.errors import InvalidRuleset
from schafkopf.game.ruleset import Ruleset, ruleset_ids
from schafkopf.game.session import Session
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

    @property
    def unattended(self) -> bool:
        """Nobody is there to answer: bots play every seat, without pauses."""
        return self.watch and self.fast


class BadOption(Exception):
    """An option that cannot be used, in words."""


class FollowingConsole(Console):
    """A console as wide as the terminal is at the moment, up to MAX_WIDTH."""

    @property
    def size(self) -> ConsoleDimensions:
        """Cells across and down."""
        found = super().size
        return ConsoleDimensions(min(found.width, MAX_WIDTH), found.height)

    @size.setter
    def size(self, new_size: tuple[int, int]) -> None:
        self.width, self.height = new_size


def run(
    options: Options,
    *,
    console: Console | None = None,
    read: Read = input,
    bot: Bot | None = None,
    pause: Callable[[float], None] | None = accounts.wait,
    program: str = "schafkopf",
) -> int:
    """Play until the evening is over or the person leaves; returns the exit code.

    1: the save cannot be used, or an option does not fit. bot: plays the other seats, else the one that was named.
    program: how the command was called.
    """
    if console is None:
        console = (
            FollowingConsole(highlight=False)
            if options.width is None
            else Console(highlight=False, width=options.width)
        )
    words = setup.words_for(chosen(options.language), options.cards or "german")
    screen = Screen(console, words, 0)
    try:
        return _evening(options, screen, read, bot, None if options.fast else pause, program)
    except (Leave, KeyboardInterrupt):
        # Nothing was begun yet.
        screen.line(screen.words.say("end", "bye"))
        return 0
    except SaveFault as fault:
        screen.line(fault_text(screen, fault, options.file), "red")
        return 1
    except InvalidRuleset as error:
        screen.line(setup.rules_error(screen.words, error, options.rules or ""), "red")
        return 1
    except BadOption as bad:
        screen.line(str(bad), "red")
        return 1


def fault_text(screen: Screen, fault: SaveFault, file: Path | None = None) -> str:
    """What is wrong with a save, in words, and what can be done. file: where the evening was asked to be kept."""
    words = screen.words
    parts = [words.say("save", fault.key, fault.line, file=str(fault.path))]
    parts.append(words.error(fault.cause) if fault.cause is not None else fault.detail)
    if fault.intact:
        parts.append(words.say("save", "mendable"))
    if fault.key in ("damaged", "not_text", "over"):
        new = "--new" if file is None else f"--new --file {shlex.quote(str(free_path(file)))}"
        parts.append(words.say("save", "begin_new", option=new))
    return " ".join(filter(None, parts))


def _evening(
    options: Options, screen: Screen, read: Read, bot: Bot | None, pause: Callable[[float], None] | None, program: str
) -> int:
    if options.file is not None:
        check_kind(options.file)
    if options.cards is not None and options.cards not in STYLES:
        raise BadOption(f"--cards: {' / '.join(STYLES)}")
    if bot is None and options.bots is not None:
        _check_bot(options.bots, screen)
    found = _resumed(options, screen, read)
    if found is None:
        save, evening, seating = _begun(options, screen, read)
    else:
        save, evening, seating = found
    if bot is None:
        _check_bot(seating.bots, screen)
        bot = load_bot(seating.bots, seating.language, exact=seating.seed is not None)
    words = setup.words_for(seating.language, seating.cards, evening.names)
    screen = Screen(screen.console, words, seating.seat)
    ask = Ask(screen, read)
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
    try:
        save.write_seating(seating)
        table.begin()
        # Not before something has been saved.
        screen.line(words.say("setup", "file", file=str(save.path)), "dim")
        if found is None:
            # Who it is stands at the head of the first deal.
            screen.line(sentence(evening.rules, "dealer.first", words.language), "dim")
        table.play(options.deals)
    except (Leave, KeyboardInterrupt):
        screen.console.print()
        command = f"{program} play" if options.file is None else f"{program} play --file {shlex.quote(str(save.path))}"
        screen.line(words.say("save", "saved", command=command))
        screen.line(words.say("end", "bye"))
        return 0
    except SaveFault as fault:
        screen.line(fault_text(screen, fault, options.file), "red")
        return 1
    if table.session.over:
        screen.rule(words.say("end", "title"), heavy=True)
        accounts.show_balances(screen, table.session, table.number - 1)
    screen.console.print()
    screen.line(words.say("end", "bye"))
    return 0


def _check_bot(name: str, screen: Screen) -> None:
    """Raise BadOption if there is no bot of this name."""
    if not known_bot(name):
        raise BadOption(screen.words.say("setup", "bad_bot", name=name, kinds=", ".join(known_bots())))


def _resumed(options: Options, screen: Screen, read: Read) -> tuple[Save, Evening, Seating] | None:
    """The saved evening to go on with, if there is one and the person wants it."""
    if options.resume and (options.new or options.for_new):
        raise BadOption(screen.words.say("setup", "resume_only"))
    path = options.file
    if path is None:
        known = evenings(data_folder())
        path = known[-1] if known else None
        # An evening that a person has begun is not played to its end by bots unless he says so.
        if options.new or ((options.for_new or options.unattended) and not options.resume):
            return None
    elif options.new and path.exists():
        raise SaveFault("exists", path)
    if path is None or not path.exists():
        if options.resume:
            raise SaveFault("missing", path or data_folder())
        return None
    save, evening, seating = _loaded(path, options, screen, read)
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
        if not options.unattended and not ask.sure(
            screen.words.say("setup", "resume", done, file=path.name), default=True
        ):
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


def _loaded(path: Path, options: Options, screen: Screen, read: Read) -> tuple[Save, Evening, Seating | None]:
    """A saved evening; a damaged one is cut after its last good deal if the person wants to resume it so."""
    try:
        return load(path)
    except SaveFault as fault:
        if not options.resume or not fault.intact:
            raise
        words = screen.words
        kept = damaged_path(path).name
        screen.line(words.say("save", fault.key, fault.line, file=str(path)), "red")
        try:
            wanted = Ask(screen, read).sure(words.say("save", "mend", fault.intact, kept=kept), default=False)
        except Leave:
            wanted = False
        if not wanted:
            raise
        mend(fault)
    return load(path)


def _begun(options: Options, screen: Screen, read: Read) -> tuple[Save, Evening, Seating]:
    """A new evening; what the options leave open is asked."""
    from schafkopf.cli.rules import read_ruleset

    alone = options.unattended
    language = options.language or (
        screen.words.language if alone else setup.ask_language(screen, read, screen.words.language)
    )
    screen.words = setup.words_for(language, options.cards or "german")
    named = options.rules or (ruleset_ids()[0] if alone else None)
    rules = read_ruleset(named) if named is not None else setup.ask_rules(screen, read)
    rules = setup.saved_form(rules)
    number = rules["table.seated"]
    seat = options.seat or 0
    if seat >= number:
        raise BadOption(screen.words.say("setup", "bad_seat", number - 1))
    names = _names(options, screen, read, rules, seat)
    cards = options.cards or (setup.usual_cards(screen) if alone else setup.ask_cards(screen, read))
    seating = Seating(seat, language, cards, options.bots or "rules", options.seed)
    dealer = first_dealer(rules, number, Dice(options.seed).at("first dealer"))
    evening = Evening(Session.new(rules, number, dealer=dealer), names)
    return Save(options.file or next_path(data_folder())), evening, seating


def _names(options: Options, screen: Screen, read: Read, rules: Ruleset, seat: int) -> tuple[str, ...]:
    number = rules["table.seated"]
    if options.names is None and options.unattended:
        return setup.PEOPLE[:number]
    if options.names is None:
        return setup.ask_names(screen, read, number, seat)
    try:
        return setup.check_names(options.names.split(","), number)
    except setup.BadNames as bad:
        raise BadOption(screen.words.say("setup", str(bad), number)) from None
