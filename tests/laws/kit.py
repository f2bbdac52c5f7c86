"""Generators for the laws: random rulesets, hands and ways to play. All randomness comes in as a `random.Random`."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from schafkopf.game import Action, Deal, IllegalAction, Ruleset, Session, load_ruleset, ruleset_ids
from schafkopf.game.cards import NAMES, Card, deck
from schafkopf.game.contract import KINDS
from schafkopf.game.dealing import Carried, Hand, seats_with_cards, shuffled_hands
from schafkopf.game.ruleset import preset, preset_ids
from schafkopf.game.schema import KEYS

FAMILIES = ("schafkopf", "chalk")
FREE_WORDS = ("rest", "concede", "throw-in")
"""Accepted or refused when said; never listed among the options."""

_PACKS: tuple[dict[str, Any], ...] = tuple(
    {"deck.cards": cards, "table.players": players, "deal.packets": packets, "table.seated": seated}
    for cards, players, sizes in (
        (32, 4, ((4, 4), (2, 2, 2, 2), (3, 2, 3))),
        (24, 4, ((3, 3), (2, 2, 2))),
        (24, 3, ((4, 4), (2, 2, 2, 2), (3, 2, 3))),
    )
    for packets in sizes
    for seated in (3, 4, 5, 6)
    if players <= seated <= players + 2
)
_LONE = (("wenz", "solo"), ("solo", "solo-tout", "wenz", "geier", "bettel", "farbwenz", "sie"))
_WITHOUT_PARTNERS = ("redeal", "ramsch", "pot", "double_next", "last_player_choice")


def all_ids() -> tuple[str, ...]:
    """Every ruleset that ships, alone and with each named override that is meant for it."""
    names = list(ruleset_ids())
    for word in preset_ids():
        names += [f"{base}+{word}" for base in preset(word)[0] or ruleset_ids()]
    return tuple(names)


def samples(family: str) -> dict[str, tuple[Any, ...]]:
    """The keys of a family and the values that the schema offers to tests."""
    return {
        name: (family,) if name == "family" else key.chalk_only or key.samples if family == "chalk" else key.samples
        for name, key in KEYS.items()
        if family in key.families
    }


def nested(values: dict[str, Any]) -> dict[str, Any]:
    """Flat keys as nested tables with lists for tuples, the way overrides are written in JSON."""
    tree: dict[str, Any] = {}
    for key, value in values.items():
        table, _, name = key.rpartition(".")
        (tree.setdefault(table, {}) if table else tree)[name] = json.loads(json.dumps(value))
    return tree


def any_values(family: str, rng: random.Random, *, sensible: float = 0.85) -> dict[str, Any]:
    """A value for every key of the family; with probability `sensible` without the contradictions everybody knows."""
    values = {name: rng.choice(offered) for name, offered in samples(family).items()}
    if rng.random() < sensible:
        harmonise(values, rng)
    return values


def harmonise(values: dict[str, Any], rng: random.Random, keep: tuple[str, ...] = ()) -> None:
    """Change what belongs to the other family or does not fit the pack, except for the keys in `keep`."""

    def change(name: str, accepted: tuple[Any, ...]) -> None:
        if name not in keep and values[name] not in accepted:
            values[name] = rng.choice(accepted)

    fits = [pack for pack in _PACKS if all(pack[name] == values[name] for name in keep if name in pack)]
    if values["family"] == "chalk":
        fits = [pack for pack in fits if (pack["deck.cards"], pack["table.seated"]) == (32, 4)]
        values.update(rng.choice(fits) if fits else {})
        change("contracts", (("chalk",),))
        return
    values.update(rng.choice(fits) if fits else {})
    change("partners.mode", ("called_ace",))
    change("auction.mode", ("announce_then_name", "name_at_once", "first_come", "steigern"))
    change("tariff.unit", ("cent", "stake", "point"))
    change("session.length", ("endless", "deals 24", "rounds 4"))
    if values["sie.holding"] == "any8":
        change("sie.play", (False,))
        change("sie.holding", ("any8",) if not values["sie.play"] else ("top8", "top_of_hand"))
    if values["tariff.schwarz"] < values["tariff.schneider"]:
        change("tariff.schneider", (0,))
        change("tariff.schwarz", (20,) if values["tariff.schneider"] else (0, 20))
    if values["table.players"] == 3:
        change("contracts", _LONE)
        change("all_pass.do", _WITHOUT_PARTNERS)
        change("call.renonce", ("off",))
    if values["all_pass.do"] == "last_knocker_must" and values["knock.who"] == "off":
        change("knock.who", ("anyone", "first_only", "one_only", "chain"))
        if values["knock.who"] == "off":
            change("all_pass.do", _WITHOUT_PARTNERS)


def ruleset_of(values: dict[str, Any]) -> Ruleset:
    """The ruleset with these values. Raises InvalidRuleset."""
    base = "ru-chalk" if values.get("family") == "chalk" else "bavaria"
    return load_ruleset(base).with_overrides(nested(values))


def any_rules(rng: random.Random, family: str = "schafkopf") -> Ruleset:
    """A random ruleset that loads."""
    return ruleset_of(any_values(family, rng, sensible=1.0))


def shaped_hands(rules: Ruleset, at_table: int, dealer: int, rng: random.Random) -> tuple[Hand, ...]:
    """Shuffled hands; in most deals one seat gets what is rare otherwise: the tops, no trumps but one, a long suit."""
    pack = list(deck(rules["deck.cards"]))
    tops = [card for card in pack if NAMES[card][1] in "OU"]
    suit = rng.choice("EGHS")
    long = [card for card in pack if NAMES[card][0] == suit or card in tops]
    plain = [card for card in pack if NAMES[card][0] != "H" and card not in tops]
    shape = rng.choice(("", "", "tops", "poor", "long", "sie"))
    seats = seats_with_cards(rules, at_table, dealer)
    size = rules.hand_size
    wanted: list[Card] = []
    if shape == "tops":
        wanted = rng.sample(tops, min(len(tops), size, rng.randint(3, 8)))
    elif shape == "poor" and rules["table.players"] == 4:
        wanted = [*rng.sample(plain, size - 1), rng.choice([card for card in pack if card not in plain])]
    elif shape == "long":
        wanted = rng.sample(long, min(size, len(long)))
    elif shape == "sie":
        wanted = [card for rank in "OU" for card in tops if NAMES[card][1] == rank][:size]
    if not wanted:
        return shuffled_hands(rules, at_table, dealer, rng)
    lucky = rng.choice(seats)
    rest = [card for card in pack if card not in wanted]
    rng.shuffle(rest)
    hands: list[Hand] = [() for _ in range(at_table)]
    for seat in seats:
        hand = [*wanted, *(rest.pop() for _ in range(size - len(wanted)))] if seat == lucky else None
        if hand is not None:
            rng.shuffle(hand)
            hands[seat] = tuple(hand)
    for seat in seats:
        if seat != lucky:
            hands[seat] = tuple(rest.pop() for _ in range(size))
    return tuple(hands)


def any_carried(rules: Ruleset, rng: random.Random) -> Carried:
    """Something that earlier deals may have left."""
    if rules.chalk:
        head = rules["chalk.head"]
        carry = rng.choice((None, (rng.randrange(4), rng.choice((1, 1, 2, 3, 8)))))
        return Carried(carry=carry, strokes=(rng.randrange(head), rng.randrange(head)))
    bock = tuple(rng.randint(1, 8) for _ in range(rng.choice((0, 0, 0, 1, 2))))
    return Carried(pot=rng.choice((0, 0, 45, 150)), double=rng.choice((0, 0, 0, 1)), bock=bock)


def any_deal(rules: Ruleset, rng: random.Random) -> Deal:
    """A deal before its first action."""
    at_table = rng.randint(rules["table.players"], rules["table.seated"])
    dealer = rng.randrange(at_table)
    hands = shaped_hands(rules, at_table, dealer, rng)
    return Deal.new(rules, hands, dealer=dealer, carried=any_carried(rules, rng))


Choice = Callable[[Deal, random.Random], Action]


def any_action(deal: Deal, rng: random.Random) -> Action:
    """Something the options allow. Passing and silence are likelier than in a plain draw, or nobody would ever pass."""
    options = deal.options()
    turn = deal.turn
    if deal.phase == "play" and turn is not None:
        doublings = [Action(seat, text) for seat, texts in options.items() for text in texts if text not in NAMES]
        if doublings and rng.random() < 0.1:
            return rng.choice(doublings)
        return Action(turn, rng.choice([text for text in options[turn] if text in NAMES]))
    seat = turn if turn in options and deal.phase != "knock" else rng.choice(tuple(options))
    texts = options[seat]
    if "pass" in texts and rng.random() < 0.5:
        return Action(seat, "pass")
    # First the game, then its suit: else four solos would crowd out the one Wenz. Nobody likes to call after a solo.
    heads = sorted({text.split()[0] for text in texts})
    word = rng.choice([*heads, *(["rufspiel"] * 3 if "rufspiel" in heads else [])])
    return Action(seat, rng.choice([text for text in texts if text.split()[0] == word]))


def walk(deal: Deal, rng: random.Random, choose: Choice = any_action) -> Iterator[Deal]:
    """The deal at each point until nothing can happen any more, the first and the last one included."""
    yield deal
    while deal.options():
        deal = deal.after(choose(deal, rng))
        yield deal


def rules_for(name: str, rng: random.Random) -> Ruleset:
    """Random rules under which the contract `name` can come about."""
    values = any_values("chalk" if name == "chalk" else "schafkopf", rng, sensible=1.0)
    if name == "chalk":
        return ruleset_of(values)
    ways: dict[str, dict[str, Any]] = {
        "hochzeit": {"contracts": ("rufspiel", "hochzeit")},
        "renonce": {"contracts": ("rufspiel", "renonce"), "call.renonce": rng.choice(("after_all_pass", "announced"))},
        "muss": {"contracts": ("rufspiel", "solo"), "all_pass.do": "eichel_ober_must"},
        "kreuz": {"all_pass.do": "kreuz"},
        "ramsch": {"all_pass.do": "ramsch"},
        "sie": {"contracts": ("sie",), "sie.play": rng.random() < 0.5},
    }
    way = ways.get(name, {"contracts": (name,)})
    if KINDS[name].line in ("called", "taker", "opposite"):
        way = {"table.players": 4, **way}
    values.update({"call.renonce": "off", "all_pass.do": "redeal", **way})
    if name == "ramsch":
        values["follow.must_win"] = rng.choice(((), ("ramsch",)))
    harmonise(values, rng, keep=tuple(way))
    return ruleset_of(values)


def steering_to(name: str) -> Choice:
    """Say what leads to the contract `name`; play any cards."""

    def choose(deal: Deal, rng: random.Random) -> Action:
        turn = deal.turn
        if deal.phase not in ("auction", "trump") or turn is None:
            return any_action(deal, rng)
        texts = deal.options_of(turn)
        words = (name, "rufspiel") if name == "muss" and "pass" not in texts else (name,)
        wanted = [text for text in texts if text.split()[0] in words]
        later = name == "hochzeit" or (name == "renonce" and deal.rules["call.renonce"] == "after_all_pass")
        if not wanted and name in deal.rules["contracts"] and not later:
            wanted = [text for text in texts if text == "play"]
        wanted = wanted or [text for text in texts if text == "accept"] or [text for text in texts if text == "pass"]
        return Action(turn, rng.choice(wanted)) if wanted else any_action(deal, rng)

    return choose


def deal_for(name: str, rng: random.Random) -> Deal:
    """A random deal under random rules, at its first card (a Sie laid down: at its end) with the contract `name`."""
    choose = steering_to(name)
    while True:
        rules = rules_for(name, rng)
        for _ in range(20):
            deal = any_deal(rules, rng)
            while deal.play is None and deal.options():
                deal = deal.after(choose(deal, rng))
            if deal.contract is not None and deal.contract.name == name:
                return deal


def played_out(deal: Deal, rng: random.Random, choose: Choice = any_action) -> Deal:
    """The deal at its end."""
    for point in walk(deal, rng, choose):
        deal = point
    return deal


def ended_early(deal: Deal, rng: random.Random) -> Deal | None:
    """The deal ended by one of the words that are not among the options, if one is accepted here."""
    for word in rng.sample(FREE_WORDS, len(FREE_WORDS)):
        for seat in deal.seats:
            try:
                return deal.after(Action(seat, word))
            except IllegalAction:
                continue
    return None


def refusal_of(deal: Deal, action: Action) -> IllegalAction | None:
    """Why the action is refused; None if it is accepted."""
    try:
        deal.after(action)
    except IllegalAction as refusal:
        return refusal
    return None


def check_bill(deal: Deal) -> None:
    """A finished deal has amounts that with the pot sum to 0; the chalk game writes strokes for one team at most."""
    bill = deal.settlement()
    assert bill is not None
    assert len(bill.amounts) == len(deal.hands)
    assert sum(bill.amounts) + bill.pot == 0
    if deal.rules.chalk:
        assert bill.strokes is not None
        assert not any(bill.amounts)
        assert bill.pot == 0
        assert min(bill.strokes) == 0
        assert max(bill.strokes) >= 0
    else:
        assert bill.strokes is None
    resting = [seat for seat in range(len(deal.hands)) if seat not in deal.seats]
    pays_resting = deal.outcome is not None and deal.outcome.kind == "pot"
    assert pays_resting or not any(bill.amounts[seat] for seat in resting)


def evening(rules: Ruleset, rng: random.Random, deals: int) -> Iterator[Deal]:
    """The ends of some deals in a row, each with what the ones before it left."""
    session = Session.new(rules, rng.randint(rules["table.players"], rules["table.seated"]))
    for _ in range(deals):
        hands = shaped_hands(rules, session.at_table, session.dealer, rng)
        deal = played_out(session.deal(hands), rng)
        yield deal
        session = session.after(deal)
        assert sum(session.balances) + session.carried.pot == 0
