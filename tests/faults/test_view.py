"""What a seat or a spectator could learn or change beyond what is his to know."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

import pytest
from tests.cases.table import code, deal, from_the_top, named, tricks

from schafkopf.game import Deal, IllegalAction, View, load_ruleset
from schafkopf.game.cards import NAMES
from schafkopf.game.dealing import shuffled_hands

from .positions import ALL_GAMES, any_action, varied

SEATS = (0, 1, 2, 3, None)
HANDS = ["EZ GO HU HA GK S9 S8 G7", "EO E9 SU HZ GA SA S7 H7", "EA HO GU HK GZ SZ H9 G8", "EK E8 E7 SO EU H8 SK G9"]


def card_names(value: Any) -> Iterator[str]:
    """Every card that a text anywhere inside a value names; a ruleset names none."""
    if isinstance(value, str):
        yield from (word for word in value.split() if word in NAMES)
    elif isinstance(value, tuple | list | set | frozenset):
        for item in value:
            yield from card_names(item)
    elif isinstance(value, dict):
        yield from card_names(tuple(value.items()))
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from card_names(getattr(value, field.name))


@pytest.mark.parametrize("seed", range(12))
def test_sx_01_no_foreign_card_before_it_is_played(seed: int) -> None:
    rules = varied("bavaria", **ALL_GAMES, knock={"who": "anyone"}, all_pass={"do": "ramsch"})
    rng = Random(seed)
    position = Deal.new(rules, shuffled_hands(rules, 4, 3, rng), dealer=3)
    while not position.finished:
        public = {action.text for action in position.log} & set(NAMES)
        for seat in SEATS:
            seen = View.of(position, seat)
            own = set() if seat is None else {NAMES[card] for card in position.hands[seat] if card is not None}
            called = set() if seen.contract is None else {seen.contract.card or ""}
            assert set(card_names(seen)) <= public | own | called
            assert seen.hands == ()
        position = position.after(any_action(position, rng))
    assert set(card_names(View.of(position, None))) == set(NAMES)


def test_sx_01_error_texts_name_no_foreign_card() -> None:
    rules = load_ruleset("bavaria")
    rng = Random(1)
    refused: list[tuple[set[str], IllegalAction]] = []
    for _ in range(5):
        position = Deal.new(rules, shuffled_hands(rules, 4, 3, rng), dealer=3)
        while not position.finished:
            seat = rng.randrange(4)
            own = {NAMES[card] for card in position.hands[seat] if card is not None}
            for word in (*NAMES, "kontra", "re", "rufspiel E", "sie", "claim", "knock", "rest"):
                try:
                    position.after(f"{seat} {word}")
                except IllegalAction as refusal:
                    refused.append((own | {word}, refusal))
            position = position.after(any_action(position, rng))
    assert len(refused) > 1000
    for known, error in refused:
        said = str(error).replace("'", " ").replace(",", " ").replace(")", " ")
        assert set(card_names((said, error.allowed))) <= known


def test_sx_01_a_card_given_face_down_is_seen_by_the_two_only() -> None:
    hands = ["E9 E8 G9 G8 S9 S8 S7 HU", "EO GO EU HA H9 H8 EA EK", "HO SO GU SU HZ HK H7 EZ", "GA GZ GK G7 SA SZ SK E7"]
    said = ["0 hochzeit", "1 pass", "2 pass", "3 pass", "1 accept", "0 give HU", "1 give EK"]
    position = deal("bavaria", hands, said, overrides={"contracts": {"add": ["hochzeit"]}})
    for seat in SEATS:
        given = [action.text for action in View.of(position, seat).log if action.text.startswith("give")]
        assert given == (["give HU", "give EK"] if seat in (0, 1) else ["give ??", "give ??"])


def test_sx_02_a_spectator_sees_backs_and_can_do_nothing() -> None:
    position = deal("bavaria", HANDS, named("rufspiel E", 1), tricks("0: GK GA"))
    seen = View.of(position, None)
    assert seen.hand == seen.dealt == seen.options == ()
    assert seen.hands == ()
    assert seen.sizes == (7, 7, 8, 8)
    hands = [*HANDS, ""]
    five = {"table": {"seated": 5}}
    resting = deal("bavaria", hands, dealer=4, overrides=five)
    assert View.of(resting, 4).options == ()
    assert View.of(resting, 4).hand == ()
    for action in ("4 pass", "4 play", "4 EA", "4 kontra"):
        assert code(resting, action) == "turn/not-yours"


def test_sx_04_the_partner_is_hidden_until_the_ace_falls() -> None:
    # Seats 2 and 3 exchange the ace for a card that is not played either before Eichel is led.
    exchanged = [HANDS[0], HANDS[1], HANDS[2].replace("EA", "EK"), HANDS[3].replace("EK", "EA")]
    played = [*named("rufspiel E", 1), *tricks("0: GK GA G8 G9", "1: EO HO H8 HU")]
    one = deal("bavaria", HANDS)
    other = deal("bavaria", exchanged)
    for action in played:
        one, other = one.after(action), other.after(action)
        for seat in (0, 1, None):
            assert View.of(one, seat) == View.of(other, seat), action
    for holder, position in ((2, one), (3, other)):
        seen = [View.of(position, seat).contract for seat in SEATS]
        partners = [None if contract is None else contract.partner for contract in seen]
        assert partners == [holder if seat == holder else None for seat in SEATS]
    shown = one.after("1 E9").after("2 EA")
    assert [getattr(View.of(shown, seat).contract, "partner", None) for seat in SEATS] == [2] * 5


def test_sx_04_a_re_and_a_kontra_show_what_they_show() -> None:
    position = deal("bavaria", HANDS, named("rufspiel E", 1))
    said = position.after("0 kontra")
    assert getattr(View.of(said, 1).contract, "partner", None) is None
    shown = said.after("2 re")
    assert {getattr(View.of(shown, seat).contract, "partner", None) for seat in SEATS} == {2}


def test_sx_08_a_view_cannot_be_written_to() -> None:
    seen = View.of(deal("bavaria", HANDS, named("rufspiel E", 1), tricks("0: GK GA G8 G9")), 0)
    for name in ("hand", "options", "points", "tricks", "rules", "contract"):
        with pytest.raises(AttributeError):
            setattr(seen, name, ())
    with pytest.raises(AttributeError):
        seen.contract.declarer = 0  # type: ignore[union-attr, misc]
    with pytest.raises(AttributeError):
        seen.tricks[0].winner = 0  # type: ignore[misc]


def reachable(value: Any, path: str, seen: set[int]) -> Iterator[tuple[str, Any]]:
    """Everything that can be reached from a value by public attributes and by iterating."""
    if isinstance(value, str | int | bool | None) or id(value) in seen:
        return
    seen.add(id(value))
    yield path, value
    if isinstance(value, dict):
        for key, item in value.items():
            yield from reachable(item, f"{path}[{key!r}]", seen)
    elif isinstance(value, list | tuple | set | frozenset):
        for index, item in enumerate(value):
            yield from reachable(item, f"{path}[{index}]", seen)
    else:
        names = {name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())}
        for name in sorted(names | set(getattr(value, "__dict__", {}))):
            if not name.startswith("_"):
                yield from reachable(getattr(value, name), f"{path}.{name}", seen)


@pytest.mark.parametrize("stage", ["auction", "play", "over"])
def test_sx_08_nothing_that_a_view_leads_to_can_be_changed(stage: str) -> None:
    position = deal("bavaria", HANDS, overrides={"kontra": {"max": 4}})
    if stage != "auction":
        position = deal("bavaria", HANDS, named("rufspiel E", 1), tricks("0: GK GA G8 G9"))
    if stage == "over":
        position = from_the_top(position)
    found = list(reachable(View.of(position, 0), "view", set()))
    assert len(found) > 5
    assert [path for path, value in found if isinstance(value, dict | list | set)] == []


def test_sx_08_a_bot_that_writes_into_its_ruleset_changes_no_game() -> None:
    # An override of its own, so that no other test meets this ruleset.
    unlike_others = {"tariff": {"muss": 77}}
    position = deal("bavaria", HANDS, "0 play", "1 pass", "2 pass", "3 pass", overrides=unlike_others)
    before = position.options()
    rules = View.of(position, 0).rules
    for name in ("cache", "overrides"):
        table = getattr(rules, name, None)
        if isinstance(table, dict):
            for key in list(table):
                table[key] = {}
    assert position.options() == before
