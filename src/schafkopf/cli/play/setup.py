"""Before the first deal: language, rules, names and cards, each asked only if no option gives it."""

from __future__ import annotations

from rich.cells import cell_len

from schafkopf.cli.play.ask import Ask, Read
from schafkopf.cli.play.faces import STYLES, Faces
from schafkopf.cli.play.screen import Screen
from schafkopf.cli.play.words import Words, command, terminal
from schafkopf.game.errors import InvalidRuleset
from schafkopf.game.ruleset import Ruleset, load_ruleset, preset, preset_ids, ruleset_ids
from schafkopf.text.catalog import LANGUAGES

PEOPLE = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz")
NAME_MAX = 24


class BadNames(ValueError):
    """Names that cannot sit at this table; the text id says why."""


def ask_language(screen: Screen, read: Read, default: str) -> str:
    """One of the six languages."""
    ask = Ask(screen, read)
    names = [terminal(language).text("setup", "own_name") for language in LANGUAGES]
    ask.choices(names)
    while True:
        text = ask.line(screen.words.say("setup", "language"), default=str(LANGUAGES.index(default) + 1))
        if not text:
            return default
        if text.isdecimal() and 1 <= int(text) <= len(LANGUAGES):
            return LANGUAGES[int(text) - 1]
        found = [
            language
            for language, name in zip(LANGUAGES, names, strict=True)
            if text.casefold() in (language, name.casefold())
        ]
        if found:
            return found[0]
        ask.unknown(text[:30])


def ask_rules(screen: Screen, read: Read) -> Ruleset:
    """A shipped ruleset, with named overrides, or a file."""
    from schafkopf.cli.rules import read_ruleset

    ask = Ask(screen, read)
    words = screen.words
    _list_rulesets(screen)
    helped = False
    while True:
        text = ask.line(words.say("setup", "rules"), default="1")
        if command(text) == "?":
            if helped:
                _list_presets(screen)
            else:
                _list_rulesets(screen)
                screen.line(words.say("setup", "variants", len(preset_ids())))
            helped = True
            continue
        base, plus, extra = text.partition("+")
        base = base.strip()
        if base.isdecimal() and 1 <= int(base) <= len(ruleset_ids()):
            base = ruleset_ids()[int(base) - 1]
        try:
            return read_ruleset("".join((base or ruleset_ids()[0], plus, extra.replace(" ", ""))))
        except InvalidRuleset as error:
            screen.line(rules_error(words, error, f"{base}{plus}{extra}"), "red")


def rules_error(words: Words, error: InvalidRuleset, given: str) -> str:
    """What is wrong with rules as they were typed: the part that is not known, and the ids that are."""
    base, *extra = given.replace(" ", "").split("+")
    ids = ", ".join(error.allowed)
    if error.code != "ruleset/unknown" or not error.allowed:
        return words.error(error)
    twice = next((name for name in extra if extra.count(name) > 1), None)
    if twice is not None:
        return words.say("setup", "rules_twice", name=f"+{twice}")
    if error.allowed == ruleset_ids():
        return words.say("setup", "rules_unknown", name=base, ids=ids)
    if error.allowed == preset_ids():
        strange = next(name for name in extra if name not in error.allowed)
        return words.say("setup", "rules_unknown", name=f"+{strange}", ids=ids)
    apart = next((name for name in extra if preset(name)[0] == error.allowed), "")
    return words.say("setup", "rules_apart", name=f"+{apart}", ids=ids)


def _list_rulesets(screen: Screen) -> None:
    screen.console.print()
    for number, name in enumerate(ruleset_ids(), start=1):
        screen.line(f"{number}  {name:<14} {screen.words.terms.text('terms', 'rulesets', name)}", hang=18)


def _list_presets(screen: Screen) -> None:
    for name in preset_ids():
        meant_for = preset(name)[0]
        about = screen.words.terms.text("terms", "presets", name)
        screen.line(f"+{name}  {about}" + (f" ({', '.join(meant_for)})" if meant_for else ""), hang=4)


def ask_names(screen: Screen, read: Read, number: int, seat: int) -> tuple[str, ...]:
    """The person's name, then the others', who sit clockwise from his left."""
    ask = Ask(screen, read)
    words = screen.words
    own = PEOPLE[0]
    while True:
        text = ask.line(words.say("setup", "name"), default=own)
        try:
            own = check_names([text or own], 1)[0]
            break
        except BadNames as error:
            screen.line(words.say("setup", str(error), 1), "red")
    others = [name for name in PEOPLE if name.casefold() != own.casefold()][: number - 1]
    while True:
        text = ask.line(words.say("setup", "others", number - 1), default=", ".join(others))
        given = text.split(",") if text else others
        try:
            check_names(given, number - 1)
            order = list(check_names([own, *given], number))
            return tuple(order[-seat:] + order[:-seat]) if seat else tuple(order)
        except BadNames as error:
            screen.line(words.say("setup", str(error), number - 1), "red")


def check_names(given: list[str], number: int) -> tuple[str, ...]:
    """Names that fit the table. Raises BadNames."""
    names = tuple(" ".join(name.split()) for name in given)
    if len(names) != number:
        raise BadNames("bad_number")
    if not all(any(map(str.isalnum, name)) and name.isprintable() and 0 < cell_len(name) <= NAME_MAX for name in names):
        raise BadNames("bad_name")
    if len({name.casefold() for name in names}) != number:
        raise BadNames("same_name")
    return names


def usual_cards(screen: Screen) -> str:
    """The cards that people who speak this language know best."""
    return screen.words.own.text("setup", "cards_default")


def ask_cards(screen: Screen, read: Read) -> str:
    """German or French cards."""
    ask = Ask(screen, read)
    words = screen.words
    default = usual_cards(screen)
    screen.console.print()
    for number, style in enumerate(STYLES, start=1):
        faces = Faces(style)
        example = "  ".join(faces.plain(card) for card in ("EO", "GA", "HZ", "SU"))
        screen.line(f"{number}  {words.say('setup', style)}:  {example}")
    while True:
        text = ask.line(words.say("setup", "cards"), default=str(STYLES.index(default) + 1))
        if not text:
            return default
        if text in ("1", "2"):
            return STYLES[int(text) - 1]
        found = [style for style in STYLES if text.casefold() in (style, words.say("setup", style).casefold())]
        if found:
            return found[0]
        ask.unknown(text[:30])


def saved_form(rules: Ruleset) -> Ruleset:
    """The same rules as a record can name them: a house ruleset becomes a shipped one with overrides."""
    try:
        if load_ruleset(rules.id).with_overrides(rules.overrides) == rules:
            return rules
    except InvalidRuleset:
        pass
    base = load_ruleset("ru-chalk" if rules.chalk else "bavaria")
    tree = rules.nested()
    changed = {key for key in rules if rules[key] != base[key]}
    overrides = {
        table: {name: value for name, value in values.items() if f"{table}.{name}" in changed}
        if isinstance(values, dict) and f"{table}" not in rules
        else values
        for table, values in tree.items()
        if table in changed or any(key.startswith(f"{table}.") for key in changed)
    }
    return base.with_overrides(overrides)


def words_for(language: str, cards: str, names: tuple[str, ...] = ()) -> Words:
    """The words for a language and a style of cards."""
    return Words(language, Faces(cards), names)
