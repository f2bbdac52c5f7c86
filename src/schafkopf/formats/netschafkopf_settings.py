"""The settings of a NetSchafkopf table, which its protocols do not print, worked out from the hands played there.

- Tariff: each hand prints its price term by term (``Das Rufspiel kostet 2 Punkte. Mit Schneider 3 Punkte.``), so the
  base prices and the steps for Schneider, Schwarz and Laufende stand there. ``Das Einzelspiel`` is one price for every
  game of one against three. Schwarz and Laufende that nobody was charged are taken to cost a step of Schneider more;
  anything else that no hand shows is left as the base ruleset has it. A hand's own printed terms go before those of the
  rest of the file.
- Laufende: the minimum of each contract is what agrees with the runs that were paid and those that were not; where
  that leaves a choice it is that of the kindred contracts (those with Ober and Unter, those of one rank), then 3.
- Knocking, Kontra, Ramsch and its Durchmarsch and Jungfrau: on if the file has one of them.
- A Ramsch tie: ``Bei Augengleichheit verliert, wer den höheren Ober hatte`` is the higher trump dealt.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Any

from schafkopf.formats.netschafkopf_text import Hand

Overrides = dict[str, Any]

SINGLE = ("farbgeier", "geier", "farbwenz", "wenz", "solo")
CONTRACTS = ("rufspiel", *SINGLE, *(f"{name}-tout" for name in SINGLE))
_USUAL_RUN = 3
_KINDRED = (("rufspiel", "solo"), ("wenz", "farbwenz", "geier", "farbgeier"))
_TRUMP_RANKS = {
    "rufspiel": "OU",
    "ramsch": "OU",
    "solo": "OU",
    "wenz": "U",
    "farbwenz": "U",
    "geier": "O",
    "farbgeier": "O",
}


def trumps(contract: str, suit: str | None, ranks: str) -> list[str]:
    """The trumps from high to low. ranks: the ranks of the pack."""
    kind = contract.removesuffix("-tout")
    high = _TRUMP_RANKS[kind]
    trump_suit = "H" if kind in ("rufspiel", "ramsch") else suit
    cards = [s + rank for rank in high for s in "EGHS"]
    return cards + [trump_suit + rank for rank in ranks if trump_suit and rank not in high]


def _trumps(hand: Hand) -> list[str]:
    return trumps(hand.contract, hand.suit, "AZKOU987" if len(hand.dealt[0]) == 8 else "AZKOU9")


def declarers(hand: Hand) -> set[str]:
    """The declarer, with the holder of the called ace."""
    side = {hand.declarer} if hand.declarer else set()
    if hand.contract == "rufspiel":
        side |= {name for name, cards in zip(hand.names, hand.dealt, strict=True) if f"{hand.suit}A" in cards}
    return side


def laufende(hand: Hand) -> int:
    """How many of the highest trumps the side of the declarer, or the other one, was dealt without a gap."""
    side = declarers(hand)
    ours = {card for name, cards in zip(hand.names, hand.dealt, strict=True) if name in side for card in cards}
    held = [card in ours for card in _trumps(hand)]
    return next((i for i, mine in enumerate(held) if mine != held[0]), len(held))


def ramsch_piles(hand: Hand) -> dict[str, list[str]]:
    """What each player took in a Ramsch."""
    order = _trumps(hand)
    piles: dict[str, list[str]] = {name: [] for name in hand.names}
    for start in range(0, len(hand.plays), 4):
        trick = hand.plays[start : start + 4]
        led = trick[0][1]

        def strength(play: tuple[str, str], led: str = led) -> int:
            card = play[1]
            if card in order:
                return 100 - order.index(card)
            return 10 - "AZK987".index(card[1]) if card[0] == led[0] and led not in order else 0

        piles[max(trick, key=strength)[0]] += [card for _, card in trick]
    return piles


def file_overrides(hands: Sequence[Hand], marches: Iterable[Hand]) -> Overrides:
    """What all hands of a table share and the ruleset ``bavaria`` has otherwise.

    marches: the Ramsch hands in which one player was paid by the three others.
    """
    contracts = {hand.contract for hand in hands}
    overrides: Overrides = {
        "contracts": list(CONTRACTS),
        "auction": {"mode": "name_at_once"},
        "tariff": _merge_tariffs(hands),
        "laufende": {"min": _laufende_min(hands)},
    }
    if any(hand.count("knock") for hand in hands):
        overrides["knock"] = {"who": "anyone", "factor": "double"}
    if any(hand.count("kontra") for hand in hands):
        overrides["kontra"] = {"max": 4}
    if "ramsch" in contracts:
        overrides["all_pass"] = {"do": "ramsch"}
        overrides["ramsch"] = _ramsch([hand for hand in hands if hand.contract == "ramsch"], list(marches))
    return overrides


def hand_overrides(shared: Overrides, hand: Hand) -> Overrides:
    """The overrides of one hand: those of its table, its pack and its own prices."""
    overrides = deepcopy(shared)  # records must not share what a reader may change
    overrides["tariff"] |= _tariff(hand)
    if len(hand.dealt[0]) == 6:
        overrides = {"deck": {"cards": 24}, "deal": {"packets": [3, 3]}, **overrides}
    return overrides


def _tariff(hand: Hand) -> dict[str, int]:
    """What the terms of one price tell about the tariff."""
    kind = hand.contract.removesuffix("-tout")
    steps, before = dict[str, int](), 0
    for term in hand.terms:
        step = term.price - before
        before = term.price
        if term.name == "base":
            steps[kind] = step
        elif term.name == "schneider":
            steps["schneider"] = step
        elif term.name == "schwarz":
            steps["schwarz"] = steps.get("schneider", 0) + step  # the key is what Schwarz adds in all
        elif term.name == "laufende" and term.count and step % term.count == 0:
            steps["laufende"] = step // term.count
    return {name: step for name, step in steps.items() if step >= 0}


def _merge_tariffs(hands: Sequence[Hand]) -> dict[str, Any]:
    seen: dict[str, Counter[int]] = {}
    for hand in hands:
        for name, amount in _tariff(hand).items():
            seen.setdefault(name, Counter())[amount] += 1
            if name in SINGLE:
                seen.setdefault("single", Counter())[amount] += 1
    usual = {name: counter.most_common(1)[0][0] for name, counter in seen.items()}
    if "schneider" in usual:
        usual = {"schwarz": 2 * usual["schneider"], "laufende": usual["schneider"]} | usual
    single = usual.pop("single", None)
    if single is not None:
        usual = dict.fromkeys(SINGLE, single) | usual
    known = ("rufspiel", *SINGLE, "ramsch", "schneider", "schwarz", "laufende")
    return {"unit": "point"} | {name: usual[name] for name in known if name in usual}


def _laufende_min(hands: Sequence[Hand]) -> dict[str, int]:
    paid: dict[str, list[int]] = {}
    unpaid: dict[str, list[int]] = {}
    for hand in hands:
        if hand.contract != "ramsch":
            count = hand.count("laufende")
            (paid if count else unpaid).setdefault(hand.contract.removesuffix("-tout"), []).append(
                count or laufende(hand)
            )

    def choose(names: Iterable[str], usual: int) -> int:
        lowest = max((run for name in names for run in unpaid.get(name, ())), default=0) + 1
        highest = min((run for name in names for run in paid.get(name, ())), default=99)
        return min(max(usual, lowest), highest)

    return {name: choose([name], choose(group, _USUAL_RUN)) for group in _KINDRED for name in group}


def _ramsch(hands: list[Hand], marches: list[Hand]) -> dict[str, Any]:
    virgins = [hand for hand in hands if not all(ramsch_piles(hand).values())]
    printed = any(hand.count("virgin") for hand in hands)
    march = "none"
    if marches:
        all_tricks = all(len([p for p in ramsch_piles(hand).values() if p]) == 1 for hand in marches)
        march = "all_tricks" if all_tricks else "points 91"
    return {
        "tie": ["highest_trump_dealt"],
        "virgin": "none" if virgins and not printed else "double_all",
        "march": march,
        "march_pay": "ramsch",
    }
