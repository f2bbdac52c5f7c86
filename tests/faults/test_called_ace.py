"""Called-ace faults of other programs, and that they are not ours. Ruf on EA unless said otherwise."""

from random import Random
from typing import Any

import pytest
from tests.cases.table import cards, code, contracts, deal, named, tricks

from schafkopf.game.play import legal

from .positions import SHORT, legal_cards, plan_of

RUF = plan_of("rufspiel E")
MODES = (
    *("rufspiel E", "rufspiel G", "solo E", "solo H", "wenz", "geier", "farbwenz S", "farbgeier G", "bettel"),
    *("solo-tout G", "wenz-tout", None),
)


def test_ca_01_called_ace_is_not_thrown_on_another_suit() -> None:
    assert legal_cards(RUF, "EA GA S9", "HO") == {"GA", "S9"}
    assert legal_cards(RUF, "EA GA S9 H7", "HO") == {"H7"}
    hand = {0: "EA GA S9 E7 E8 SZ SK H7"}
    position = deal("bavaria", hand, named("rufspiel E", 1), tricks("0: H7 H8 HU HZ", "2: HO SU"))
    assert cards(position, 0) == {"GA", "S9", "E7", "E8", "SZ", "SK"}
    assert code(position, "0 EA") == "play/called-ace-held"


def test_ca_02_after_running_away_the_ace_is_a_card_like_any_other() -> None:
    assert legal_cards(RUF, "EA EZ EK H7", "E7", freed=True) == {"EA", "EZ", "EK"}
    assert legal_cards(RUF, "EA EZ GO", "S7", freed=True) == {"EA", "EZ", "GO"}
    hand = {0: "EA EZ EK E9 H7 GO G7 G8"}
    ran = tricks("0: E9 E8 HU S9")
    thrown = deal("bavaria", hand, named("rufspiel E", 1), ran, tricks("2: S7 SU"))
    followed = deal("bavaria", hand, named("rufspiel E", 1), ran, tricks("2: S7 SZ G8 EU", "1: E7 EO HA"))
    # He sits behind the leader of trick 2, then behind P2 who leads Eichel once more.
    assert cards(thrown, 0) == {"EA", "EZ", "EK", "H7", "GO", "G7", "G8"}
    assert cards(followed, 0) == {"EA", "EZ", "EK"}


@pytest.mark.parametrize("mode", MODES)
def test_ca_04_some_card_of_the_hand_is_always_legal(mode: str | None) -> None:
    plan = plan_of(mode)
    if mode == "wenz":
        assert legal_cards(plan, "EA SO", "GK") == {"EA", "SO"}
    rng = Random(mode or "ramsch")
    lanes = list(range(32))
    for _ in range(10_000):
        rng.shuffle(lanes)
        size = rng.randint(1, 8)
        hand = sum(1 << lane for lane in lanes[:size])
        on_table = tuple(lanes[size : size + rng.randint(0, 3)])
        allowed = legal(plan, hand, on_table, freed=rng.random() < 0.2)
        assert allowed
        assert allowed & hand == allowed


def test_ca_05_only_the_called_ace_is_forced() -> None:
    assert legal_cards(RUF, "EA E7 GA SZ", "EK") == {"EA"}
    assert legal_cards(RUF, "EA EZ GA", "E8", freed=True) == {"EA", "EZ"}


@pytest.mark.parametrize(("overrides", "number"), [({}, 8), (SHORT, 6)])
def test_ca_07_the_last_card_may_always_be_played(overrides: dict[str, Any], number: int) -> None:
    plan = plan_of("rufspiel E", overrides=overrides)
    assert plan.hand_size == number
    assert legal_cards(plan, "EA GA", "S9") == {"GA"}
    assert legal_cards(plan, "EA", "S9") == {"EA"}
    assert legal_cards(plan, "EA") == {"EA"}


def test_ca_08_callable_suits() -> None:
    hand = {0: "GO GU HZ EA EK GZ S9 S7"}
    naming = deal("bavaria", hand, "0 play", "1 pass", "2 pass", "3 pass")
    assert {text for text in contracts(naming, 0) if text.startswith("rufspiel")} == {"rufspiel G", "rufspiel S"}
    assert code(naming, "0 rufspiel E") == "call/own-ace"
    blocked = deal("bavaria", {0: "GO GU HA HZ EA E9 SA S7"}, "0 play", "1 pass", "2 pass", "3 pass")
    assert not [text for text in contracts(blocked, 0) if text.startswith("rufspiel")]
    assert code(blocked, "0 rufspiel E") == "call/own-ace"
    assert code(blocked, "0 rufspiel G") == "call/no-card-of-suit"


def test_ca_10_no_ducking_when_somebody_else_leads_the_suit() -> None:
    assert legal_cards(RUF, "EA EZ EK E9", "E7") == {"EA"}
    assert legal_cards(RUF, "EA EZ EK E9") == {"EA", "EZ", "EK", "E9"}


def test_an_ace_that_nobody_knew_of_may_be_thrown_once_its_holder_has_run_away() -> None:
    """In a position where only one card of his is known."""
    hand = {0: "EO ?? ?? ?? ?? ?? ?? ??"}
    ran = deal("bavaria", hand, named("rufspiel E", 1), tricks("0: EZ E9 E8 E7", "0: H7 HO H8 H9", "1: GK G8 G9"))
    assert str(ran.after("0 EA").log[-1]) == "0 EA"
    held = deal("bavaria", hand, named("rufspiel E", 1), tricks("0: G7 GA GZ G9", "1: SK S8 S9"))
    assert code(held, "0 EA") == "play/called-ace-held"
