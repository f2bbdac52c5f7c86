"""A ruleset as a rulebook: every key that matters at this table has its sentence, under its chapter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from schafkopf.game import compile
from schafkopf.game.compile import played
from schafkopf.game.contract import CONTRACT_NAMES, KINDS, PARTNER_LINES
from schafkopf.game.errors import InvalidRuleset
from schafkopf.game.plan import lanes
from schafkopf.game.ruleset import Ruleset, preset, preset_ids, ruleset_ids
from schafkopf.game.schema import KEYS
from schafkopf.text.bill import amount_text, money
from schafkopf.text.catalog import Catalog, catalog

CHAPTERS: dict[str, tuple[str, ...]] = {
    "pack": ("deck.cards", "deck.ten", "deck.wenz_ober"),
    "table": ("table.players", "table.seated", "partners.mode", "partners.draw"),
    "deal": ("dealer.first", "deal.cut", "deal.packets", "deal.throw_in"),
    "games": ("contracts", "hochzeit.card", "bettel.trumps", "sie.holding", "sie.play"),
    "auction": (
        *("auction.mode", "auction.order", "auction.equal", "auction.raise", "auction.step"),
        *("trump.min", "trump.namer", "trump.tie_points", "trump.tie_last", "trump.suit"),
    ),
    "calling": ("call.own_ace", "call.min_cards", "call.lowest", "call.renonce"),
    "called_ace": (
        *("ace.holder_lead", "ace.run_min", "ace.run_card", "ace.run_count", "ace.run_on_follow"),
        *("ace.after_run", "ace.discard"),
    ),
    "play": ("lead.first", "follow.must_win"),
    "kontra": ("kontra.max", "kontra.window", "kontra.reply", "kontra.takes_over"),
    "result": ("win.declarer", "muss.low_trumps", "schneider.declarer_needs", "schneider.defenders_need"),
    "tariff": (
        "tariff.unit",
        *("tariff.rufspiel", "tariff.hochzeit", "tariff.muss", "tariff.kreuz"),
        *("tariff.bettel", "tariff.farbgeier", "tariff.geier", "tariff.farbwenz", "tariff.wenz", "tariff.solo"),
        *("tariff.schneider", "tariff.schwarz", "tout.pay", "tout.on"),
        *("sie.pay", "sie.on", "sie.laufende", "settle.partnership"),
    ),
    "laufende": (
        *("laufende.min", "tariff.laufende", "laufende.pay", "laufende.pool", "laufende.claim"),
        *("laufende.doubled", "laufende.max", "laufende.in_tout"),
    ),
    "all_pass": ("all_pass.do", "all_pass.dealer", "double_next.stack"),
    "ramsch": (
        *("ramsch.tie", "tariff.ramsch", "ramsch.virgin", "ramsch.march", "ramsch.march_pay"),
        "ramsch.kontra",
    ),
    "pot": ("pot.ante", "pot.payers", "pot.contracts", "pot.winner", "pot.loss", "pot.cap"),
    "doublings": ("knock.who", "knock.factor", "bock.after", "bock.deals"),
    "chalk": (
        *("chalk.win", "chalk.lose", "chalk.lose_club_jack", "chalk.carry", "chalk.carry_club_jack"),
        *("chalk.second_tie", "chalk.sweep", "chalk.head"),
    ),
    "session": ("session.length",),
}
"""The chapters in their order, with their keys. `family` stands in the introduction."""

GAME_KEYS: dict[str, tuple[str, ...]] = {
    "hochzeit": ("hochzeit.card",),
    "bettel": ("bettel.trumps",),
    "sie": ("sie.holding", "sie.play"),
}
"""Keys whose sentences go on where a game is explained."""

_OF_CONTRACTS = frozenset({"contracts", "auction.order", "follow.must_win", "pot.contracts"})
_PER_DEAL_UNPLAYED = ("redeal", "pot", "double_next", "last_player_choice")


def games(rules: Ruleset) -> tuple[str, ...]:
    """The contracts that can come about: those of the auction from low to high, then those outside its order.

    >>> from schafkopf.game.ruleset import load_ruleset
    >>> games(load_ruleset("bavaria+hochzeit+ramsch"))
    ('rufspiel', 'wenz', 'solo', 'wenz-tout', 'solo-tout', 'sie', 'hochzeit', 'ramsch')
    """
    possible = played(rules)
    order = () if rules.chalk else rules["auction.order"]
    return (
        *(name for name in order if name in possible),
        *(name for name in CONTRACT_NAMES if name in possible and name not in order),
    )


Condition = Callable[[Ruleset], bool]


def _can(*names: str) -> Condition:
    return lambda rules: not played(rules).isdisjoint(names)


def _priced(price: str) -> Condition:
    return lambda rules: any(KINDS[name].price == price for name in played(rules))


def _line(*lines: str) -> Condition:
    return lambda rules: any(KINDS[name].line in lines for name in played(rules))


def _is(key: str, *values: Any) -> Condition:
    return lambda rules: rules[key] in values


def _is_not(key: str, *values: Any) -> Condition:
    return lambda rules: rules[key] not in values


def _all(*conditions: Condition) -> Condition:
    return lambda rules: all(condition(rules) for condition in conditions)


def _either(*conditions: Condition) -> Condition:
    return lambda rules: any(condition(rules) for condition in conditions)


def _factor(key: str) -> Condition:
    return lambda rules: isinstance(rules[key], str)


def _has_tout(rules: Ruleset) -> bool:
    return any(KINDS[name].special == "tout" for name in played(rules))


def _plays_for_pot(rules: Ruleset) -> bool:
    return rules["pot.winner"] == "any_game" or bool(_value(rules, "pot.contracts"))


_CALLED = _line("called")
_RUNS_AWAY = _all(_CALLED, _is_not("ace.run_min", 0))
_LAUFENDE = _is_not("laufende.pay", "off")
# Nothing else ever fills a pot; one that a record brings in is not a rule of this table.
_POT = _is("all_pass.do", "pot")
_KONTRA = _is_not("kontra.max", 0)

CONDITIONS: dict[str, Condition] = {
    "deck.wenz_ober": _can("wenz", "farbwenz", "wenz-tout", "farbwenz-tout"),
    "partners.mode": _either(_CALLED, _line("opposite")),
    "contracts": lambda rules: not rules.chalk and bool(_value(rules, "contracts")),
    "auction.order": lambda rules: len(_value(rules, "auction.order")) > 1,
    "auction.step": _is("auction.mode", "steigern"),
    "auction.raise": _is("auction.mode", "steigern"),
    "trump.tie_points": _is("trump.namer", "longest"),
    "trump.tie_last": _is("trump.namer", "longest"),
    "hochzeit.card": _can("hochzeit"),
    "bettel.trumps": _can("bettel"),
    **{key: _CALLED for key in KEYS if key.startswith(("call.", "ace."))},
    "ace.run_card": _RUNS_AWAY,
    "ace.run_count": _RUNS_AWAY,
    "ace.run_on_follow": _RUNS_AWAY,
    "ace.after_run": _RUNS_AWAY,
    "kontra.window": _KONTRA,
    "kontra.reply": _is_not("kontra.max", 0, 1),
    "kontra.takes_over": _KONTRA,
    "muss.low_trumps": _can("muss"),
    "tariff.rufspiel": _priced("rufspiel"),
    "tariff.solo": _priced("solo"),
    "tariff.wenz": _priced("wenz"),
    "tariff.geier": _priced("geier"),
    "tariff.farbwenz": _priced("farbwenz"),
    "tariff.farbgeier": _priced("farbgeier"),
    "tariff.bettel": _priced("bettel"),
    "tariff.hochzeit": _priced("hochzeit"),
    "tariff.muss": _priced("muss"),
    "tariff.kreuz": _priced("kreuz"),
    "tariff.ramsch": _can("ramsch"),
    "tariff.laufende": _either(_LAUFENDE, _all(_can("sie"), _is_not("sie.laufende", "none"))),
    "tout.pay": _has_tout,
    "tout.on": _all(_has_tout, _factor("tout.pay")),
    **{key: _can("sie") for key in KEYS if key.startswith("sie.")},
    "sie.on": _all(_can("sie"), _factor("sie.pay")),
    "settle.partnership": _line(*PARTNER_LINES),
    **{key: _LAUFENDE for key in KEYS if key.startswith("laufende.") and key != "laufende.pay"},
    "laufende.in_tout": _all(_LAUFENDE, _has_tout),
    "all_pass.dealer": _is("all_pass.do", *_PER_DEAL_UNPLAYED),
    "double_next.stack": _is("all_pass.do", "double_next", "last_player_choice"),
    **{key: _can("ramsch") for key in KEYS if key.startswith("ramsch.")},
    "ramsch.march_pay": _all(_can("ramsch"), _is_not("ramsch.march", "none")),
    **{key: _POT for key in KEYS if key.startswith("pot.")},
    "pot.contracts": _all(_POT, _is_not("pot.winner", "any_game")),
    "pot.winner": _all(_POT, _plays_for_pot),
    "pot.loss": _all(_POT, _plays_for_pot),
    "knock.factor": _is_not("knock.who", "off"),
    "bock.deals": _is_not("bock.after", "off"),
}
"""When a key matters, for keys that do not always; a key that the ruleset lacks never does."""


def applies(rules: Ruleset, key: str) -> bool:
    """Whether a key can make a difference under this ruleset."""
    return key in rules and (key not in CONDITIONS or CONDITIONS[key](rules))


def rulebook(rules: Ruleset, lang: str) -> str:
    """The rules of a table in Markdown: an introduction, the chapters, and the variants that ship for this ruleset.

    A house ruleset has the title and the variants of the shipped one it stands on.

    >>> from schafkopf.game.ruleset import load_ruleset
    >>> print(rulebook(load_ruleset("three"), "en").splitlines()[0])
    # Schafkopf for three: 24 cards, lone games only
    """
    texts = catalog(lang)
    title = texts.text("terms", "rulesets", rules.base) if rules.base in ruleset_ids() else rules.id
    extra = rules.id.split("+")[1:] if _shipped(rules) else []
    blocks = [f"# {title}", *(f"*{texts.text('terms', 'presets', name)}*" for name in extra)]
    intro = "intro_chalk" if rules.chalk else "intro_schafkopf"
    blocks += [sentence(rules, "family", lang), texts.text("rules", intro)]
    for chapter, lines in _chapters(rules, lang).items():
        if lines:
            blocks += [f"## {texts.text('rules', 'chapters', chapter)}", _list(lines.values())]
    variants = [*_variants(rules, lang)]
    if variants:
        blocks += [f"## {texts.text('rules', 'chapters', 'variants')}", *variants]
    return "\n\n".join(blocks) + "\n"


def _shipped(rules: Ruleset) -> bool:
    """Whether the id is a shipped ruleset, perhaps with named overrides, and not the name of a house ruleset."""
    return rules.id.split("+")[0] in ruleset_ids()


def _list(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _variants(rules: Ruleset, lang: str) -> list[str]:
    """Per named override that would change something here: its title and the sentences it puts in place."""
    texts = catalog(lang)
    here = _chapters(rules, lang)
    blocks = []
    for name in preset_ids():
        meant_for, tree = preset(name)
        if meant_for and rules.base not in meant_for:
            continue
        try:
            there = _chapters(rules.with_overrides(tree, where=name), lang)
        except InvalidRuleset:
            # It contradicts what this house ruleset has changed.
            continue
        lines = [text for chapter in there for key, text in there[chapter].items() if here[chapter].get(key) != text]
        if lines:
            hint = f" (`{rules.id}+{name}`)" if _shipped(rules) else ""
            blocks += [f"### {texts.text('terms', 'presets', name)}{hint}", _list(lines)]
    return blocks


def _chapters(rules: Ruleset, lang: str) -> dict[str, dict[str, str]]:
    """Per chapter its lines, by key; those that explain a game by its name."""
    explained = {key for keys in GAME_KEYS.values() for key in keys}
    chapters = {
        chapter: {key: sentence(rules, key, lang) for key in keys if key not in explained and applies(rules, key)}
        for chapter, keys in CHAPTERS.items()
    }
    if _line("alone")(rules):
        chapters["tariff"]["pay_alone"] = catalog(lang).text("rules", "pay_alone")
    for name in games(rules):
        title = catalog(lang).text("terms", "contracts", name)
        chapters["games"][name] = f"**{title[:1].upper()}{title[1:]}**: {about(rules, name, lang)}"
    return chapters


def about(rules: Ruleset, name: str, lang: str) -> str:
    """A game in a few sentences: what is trump, who plays against whom, what wins.

    >>> from schafkopf.game.ruleset import load_ruleset
    >>> about(load_ruleset("bavaria+bettel-herz"), "bettel", "en")
    'The declarer plays alone against all others and wins if he takes no trick at all. Trumps in a Bettel are those of a Herz-Solo.'
    """
    # Which suit it is does not change how many trumps there are.
    order = compile.contract(rules, name, suit="H").order
    trumps = lanes(order, rules["deck.cards"]).trumps.bit_count()
    text = catalog(lang).text("rules", "about", name, n=trumps).format(n=trumps)
    return " ".join([text, *(sentence(rules, key, lang) for key in GAME_KEYS.get(name, ()))])


def sentence(rules: Ruleset, key: str, lang: str) -> str:
    """The sentence for the value that a key has in this ruleset.

    >>> from schafkopf.game.ruleset import load_ruleset
    >>> sentence(load_ruleset("bavaria"), "tariff.solo", "en")
    'A Solo costs 50 cents.'
    """
    return value_sentence(key, _value(rules, key), lang, unit=rules["tariff.unit"], chalk=rules.chalk)


def _value(rules: Ruleset, key: str) -> Any:
    """The value of a key, lists of contracts cut to those that can come about."""
    value = rules[key]
    if key == "laufende.min":
        runs = {KINDS[name].run for name in played(rules)}
        return {name: number for name, number in value.items() if name in runs}
    if key == "contracts" and not rules.chalk:
        return tuple(name for name in games(rules) if name in value or name == "renonce")
    if key in _OF_CONTRACTS and key != "contracts":
        return tuple(name for name in value if name in played(rules))
    return value


def value_sentence(key: str, value: Any, lang: str, *, unit: str = "cent", chalk: bool = False) -> str:
    """The sentence for any value of a key. Raises KeyError naming language and id if there is none."""
    texts = catalog(lang)
    name, values = _describe(texts, key, value, unit)
    path = ("rules", "rule", key, name)
    if chalk and f"{name}_chalk" in texts.entry("rules", "rule", key):
        path = ("rules", "rule", key, f"{name}_chalk")
    return texts.text(*path, n=values.get("n", 1)).format(**values)


def _describe(texts: Catalog, key: str, value: Any, unit: str) -> tuple[str, dict[str, Any]]:
    """Which text of a key's table says a value, and what goes into its placeholders."""
    table = texts.entry("rules", "rule", key)
    shown = str(value).lower() if isinstance(value, bool) else str(value)
    if isinstance(value, str | int) and shown in table:
        return shown, {}
    if isinstance(value, int):
        return "fixed" if "fixed" in table else "number", _number(texts, value, unit)
    if isinstance(value, str):
        if value[:1] == "x" and value[1:].isdigit():
            return "factor", _number(texts, int(value[1:]), unit)
        word, _, number = value.partition(" ")
        return word, _number(texts, int(number), unit) if number.isdigit() else {}
    if isinstance(value, Mapping):
        if key == "chalk.carry":
            return "table", {
                f"{who}_{how}_{what}": row[how][place]
                for who, row in value.items()
                for how in row
                for place, what in enumerate(("simple", "double"))
            }
        items = [f"{texts.text('terms', 'contracts', name)} {number}" for name, number in value.items()]
        return "table", {"items": ", ".join(items)}
    if "pair" in table:
        return "pair", {"simple": value[0], "double": value[1]}
    if not value:
        return "empty", {}
    if all(isinstance(item, int) for item in value):
        return "list", {"items": " + ".join(map(str, value))}
    where = ("terms", "contracts") if key in _OF_CONTRACTS else ("rules", "items")
    return "list", {"items": ", ".join(texts.text(*where, item) for item in value)}


def _number(texts: Catalog, number: int, unit: str) -> dict[str, Any]:
    in_euros = unit == "cent" and number >= 100
    write = money if in_euros else amount_text
    return {"n": number, "amount": write(number, unit, texts.language)}
