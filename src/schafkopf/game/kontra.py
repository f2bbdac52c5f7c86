"""Doubling: who may say Kontra and its replies, and until when."""

from __future__ import annotations

from dataclasses import dataclass

from schafkopf.game.alphabet import LEVELS
from schafkopf.game.play import Play
from schafkopf.game.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Said:
    """One level that was said: by whom, and how many cards lay or had been played then."""

    seat: int
    count: int


def next_level(said: tuple[Said, ...]) -> str:
    """The word of the next level; after the fourth the words begin again."""
    return LEVELS[len(said) % len(LEVELS)]


def fault(rules: Ruleset, play: Play, said: tuple[Said, ...], seat: int, word: str) -> str | None:
    """The error code if `seat` may not say `word` now, else None.

    A refusal depends on the seat's own side and on public facts only. Source: docs/rules.md#kontra.
    """
    right = play.plan.contract.kontra
    if right == "own":
        if word != "kontra" or any(s.seat == seat for s in said):
            return "kontra/limit"
        return None if _complete(play, seat) else "kontra/window-closed"
    if right == "none" or len(said) >= rules["kontra.max"]:
        return "kontra/limit"
    level = len(said)
    if word != next_level(said):
        return "kontra/limit" if word in LEVELS[:level] else "kontra/window-closed"
    on_side = _on_declarers_side(play, seat)
    if on_side is not None and on_side == (level % 2 == 0):
        return "kontra/own-side"
    return None if _open_now(rules, play, said, seat) else "kontra/window-closed"


def others_may_double(rules: Ruleset, play: Play, said: tuple[Said, ...], seat: int) -> bool:
    """Whether the next level could be said against the declarer by anybody else, whichever side he may be on."""
    if play.plan.contract.kontra != "sides" or len(said) >= rules["kontra.max"] or len(said) % 2 == 1:
        return False
    return any(_open_now(rules, play, said, other) for other in play.plan.seats if other != seat)


def _open_now(rules: Ruleset, play: Play, said: tuple[Said, ...], seat: int) -> bool:
    """Whether the next level is still in time for `seat`."""
    if not said:
        return _open(rules["kontra.window"], play, seat)
    since = play.count - said[-1].count
    reply = rules["kontra.reply"]
    if reply == "one_card_later":
        return since <= 1
    if reply == "one_trick_later":
        return since <= len(play.plan.seats)
    return since == 0 or (reply == "same_window" and _open(rules["kontra.window"], play, seat))


def options(rules: Ruleset, play: Play, said: tuple[Said, ...], seat: int) -> tuple[str, ...]:
    """The level `seat` may say now, if any."""
    word = "kontra" if play.plan.contract.kontra == "own" else next_level(said)
    return (word,) if fault(rules, play, said, seat, word) is None else ()


def _complete(play: Play, seat: int) -> bool:
    return play.hands[seat].bit_count() + play.hidden[seat] == play.plan.hand_size


def _open(window: str, play: Play, seat: int) -> bool:
    trick = len(play.plan.seats)
    last = {
        "before_1st_card": 0,
        "before_2nd_card": 1,
        "before_1st_card_trick2": trick,
        "before_2nd_card_trick2": trick + 1,
        "whole_hand": 99,
    }
    return _complete(play, seat) if window == "own_cards_complete" else play.count <= last[window]


def _on_declarers_side(play: Play, seat: int) -> bool | None:
    """Whether the seat belongs to the declarer; None if even its own cards do not tell (unknown cards)."""
    plan = play.plan
    if seat == plan.declarer:
        return True
    side = plan.side(play.holder)
    if side is not None:
        return seat in side
    return None if plan.hidden[seat] else False
