"""A ruleset as a rulebook: every key that matters at this table has its sentence, under its chapter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from schafkopf.game.contract import KINDS, PARTNER_LINES
from schafkopf.game.errors import InvalidRuleset
from schafkopf.game.ruleset import Ruleset, preset, preset_ids
from schafkopf.game.schema import KEYS
from schafkopf.text.bill import amount_text, money
from schafkopf.text.catalog import Catalog, catalog

CHAPTERS: dict[str, tuple[str, ...]] = {
    "pack": ("deck.cards", "deck.ten", "deck.wenz_ober"),
    "table": ("table.players", "table.seated", "partners.mode", "partners.draw"),
    "deal": ("dealer.first", "deal.cut", "deal.packets", "deal.throw_in"),
    "auction": (
        *("contracts", "auction.mode", "auction.order", "auction.equal", "auction.raise", "auction.step"),
        *("trump.min", "trump.namer", "trump.tie_points", "trump.tie_last", "trump.suit"),
        *("hochzeit.card", "bettel.trumps"),
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
        *("sie.holding", "sie.play", "sie.pay", "sie.on", "sie.laufende", "settle.partnership"),
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

_OF_CONTRACTS = frozenset({"contracts", "auction.order", "follow.must_win", "pot.contracts"})
_PER_DEAL_UNPLAYED = ("redeal", "pot", "double_next", "last_player_choice")


def possible_contracts(rules: Ruleset) -> frozenset[str]:
    """The contracts that can come about under a ruleset, also those that nobody names."""
    if rules.chalk:
        return frozenset(rules["contracts"])
    found = {name for name in rules["contracts"] if KINDS[name].biddable or name == "hochzeit"}
    if rules["call.renonce"] != "off":
        found.add("renonce")
    by_all_pass = {
        "ramsch": "ramsch",
        "last_player_choice": "ramsch",
        "eichel_ober_must": "muss",
        "last_knocker_must": "muss",
        "kreuz": "kreuz",
    }
    if rules["all_pass.do"] in by_all_pass:
        found.add(by_all_pass[rules["all_pass.do"]])
    return frozenset(found)


Condition = Callable[[Ruleset], bool]


def _can(*names: str) -> Condition:
    return lambda rules: not possible_contracts(rules).isdisjoint(names)


def _priced(price: str) -> Condition:
    return lambda rules: any(KINDS[name].price == price for name in possible_contracts(rules))


def _line(*lines: str) -> Condition:
    return lambda rules: any(KINDS[name].line in lines for name in possible_contracts(rules))


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
    return any(KINDS[name].tout for name in possible_contracts(rules))


_CALLED = _line("called")
_RUNS_AWAY = _all(_CALLED, _is_not("ace.run_min", 0))
_LAUFENDE = _is_not("laufende.pay", "off")
_POT = _is("all_pass.do", "pot")
_KONTRA = _is_not("kontra.max", 0)

CONDITIONS: dict[str, Condition] = {
    "deck.wenz_ober": _can("wenz", "farbwenz", "wenz-tout", "farbwenz-tout"),
    "contracts": lambda rules: not rules.chalk,
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
    "knock.factor": _is_not("knock.who", "off"),
    "bock.deals": _is_not("bock.after", "off"),
}
"""When a key matters, for keys that do not always; a key that the ruleset lacks never does."""


def applies(rules: Ruleset, key: str) -> bool:
    """Whether a key can make a difference under this ruleset."""
    return key in rules and (key not in CONDITIONS or CONDITIONS[key](rules))


def rulebook(rules: Ruleset, lang: str) -> str:
    """The rules of a table in Markdown: an introduction, the chapters, and the variants that ship for this ruleset.

    >>> from schafkopf.game.ruleset import load_ruleset
    >>> print(rulebook(load_ruleset("three"), "en").splitlines()[0])
    # Schafkopf for three: 24 cards, lone games only
    """
    texts = catalog(lang)
    base, *extra = rules.id.split("+")
    known = base in texts.entry("terms", "rulesets")
    blocks = [f"# {texts.text('terms', 'rulesets', base) if known else rules.id}"]
    blocks += [f"*{texts.text('terms', 'presets', name)}*" for name in extra if known]
    intro = "intro_chalk" if rules.chalk else "intro_schafkopf"
    blocks += [sentence(rules, "family", lang), texts.text("rules", intro)]
    for chapter, keys in CHAPTERS.items():
        lines = [f"- {sentence(rules, key, lang)}" for key in keys if applies(rules, key)]
        if lines:
            blocks += [f"## {texts.text('rules', 'chapters', chapter)}", "\n".join(lines)]
    variants = [*_variants(rules, base, lang)]
    if variants:
        blocks += [f"## {texts.text('rules', 'chapters', 'variants')}", *variants]
    return "\n\n".join(blocks) + "\n"


def _variants(rules: Ruleset, base: str, lang: str) -> list[str]:
    """Per named override that would change something here: its title and the sentences it puts in place."""
    texts = catalog(lang)
    here = _sentences(rules, lang)
    blocks = []
    for name in preset_ids():
        meant_for, tree = preset(name)
        if meant_for and base not in meant_for:
            continue
        try:
            there = _sentences(rules.with_overrides(tree, where=name), lang)
        except InvalidRuleset:
            # It contradicts what this house ruleset has changed.
            continue
        lines = [f"- {text}" for key, text in there.items() if here.get(key) != text]
        if lines:
            blocks += [f"### {texts.text('terms', 'presets', name)} (`{rules.id}+{name}`)", "\n".join(lines)]
    return blocks


def _sentences(rules: Ruleset, lang: str) -> dict[str, str]:
    return {key: sentence(rules, key, lang) for keys in CHAPTERS.values() for key in keys if applies(rules, key)}


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
        runs = {KINDS[name].run for name in possible_contracts(rules)}
        return {name: number for name, number in value.items() if name in runs}
    if key in _OF_CONTRACTS and key != "contracts":
        return tuple(name for name in value if name in possible_contracts(rules))
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
    where = ("terms", "contracts") if key in _OF_CONTRACTS else ("rules", "items")
    return "list", {"items": ", ".join(str(v) if isinstance(v, int) else texts.text(*where, v) for v in value)}


def _number(texts: Catalog, number: int, unit: str) -> dict[str, Any]:
    in_euros = unit == "cent" and number >= 100
    write = money if in_euros else amount_text
    return {"n": number, "amount": write(number, unit, texts.language)}
